"""cut off: what one record adds is cut off at a public number, so that sums are no further apart than that.

`|total{1} - total{2}| <= (if k < s*j{1} then B else 0)` for `max(0, min(B, f(block)))` of blocks of s records, and
`l2(s{1}, s{2}, 2*c)` for sums of `clip2(g, c)`; until the record comes such lists are equal, and always as long as an
input says.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.atoms.payments import beginnings
from prhl.logic.build import absolute, at_most, choose, equal, follows, less, number, plus, size, times
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import BOOL, INT, List


def atoms(head: Head) -> Iterator[Atom]:
    i = head.counter
    for by, most in head.task.cuts if i is not None else ():
        assert i is not None
        for bound in (most, times(number(2), most)):
            if by in ("clip1", "clip2"):
                yield from _near(head, by.replace("clip", "l"), bound)
            else:
                yield from _within(head, i, bound)
    if i is not None and any([by in ("clip1", "clip2") for by, _ in head.task.cuts]):
        yield from _until(head, i)


def _within(head: Head, i: Variable, bound: Term) -> Iterator[Atom]:
    """Numbers, once the record has gone by, or the block that it is in."""
    for name in head.moving:
        apart = absolute(plus(head.variable(name, 1), head.variable(name, 2), -1))
        for at in head.task.positions:
            for start in (i, *[head.task.marked(offset, 1) for offset in beginnings(head, i)]):
                yield Atom(at_most(apart, choose(less(at, start), bound, number(0))), "within")


def _lists(head: Head) -> list[tuple[Variable, Variable]]:
    numbers = [name for name in head.twins if isinstance(t := head.types[name], List) and t.item in NUMBERS]
    return [(head.variable(name, 1), head.variable(name, 2)) for name in numbers]


def _near(head: Head, norm: str, bound: Term) -> Iterator[Atom]:
    for one, two in _lists(head):
        yield Atom(Apply(norm, (one, two, bound), BOOL), "within")  # type: ignore[arg-type]  # l1 or l2


def _until(head: Head, i: Variable) -> Iterator[Atom]:
    for one, two in _lists(head):
        yield from [Atom(follows(at_most(i, at), equal(one, two)), "before k") for at in head.task.positions]
        for given in head.task.left.parameters:
            if given.name in head.task.shared and given.type == INT:
                yield from [Atom(equal(size(own), Variable(given.name, 0, INT)), "same size") for own in (one, two)]
