"""cut off: what one record adds is cut off at a public number, so that sums are no further apart than that.

`|total{1} - total{2}| <= (if k < s*j{1} then B else 0)` for `max(0, min(B, f(block)))` of blocks of s records, and
`l2(s{1}, s{2}, 2*c)` for sums of `clip2(g, c)`; until the record comes such lists are equal, and always as long as an
input says. What is chosen among numbers that are cut off stays between the ends, `lo <= m{1}` and `m{1} <= hi`.
"""

from collections.abc import Iterator
from itertools import product
from typing import TypeGuard

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.atoms.payments import beginnings
from prhl.finding.counters import statements
from prhl.finding.waiting import one_more
from prhl.logic.build import absolute, at_most, choose, equal, follows, less, number, plus, size, times
from prhl.logic.terms import Apply, Constant, Term, Variable, subterms
from prhl.logic.types import BOOL, INT, List
from prhl.typed import core


def atoms(head: Head) -> Iterator[Atom]:
    i = head.counter
    inside = any([isinstance(one, core.While) for one in statements(head.loop.body)])
    constants = [number(most) for most in head.task.constants] if inside else []
    for by, most in [*head.task.cuts, *[("min", one) for one in constants]] if i is not None else ():
        assert i is not None
        if by in ("clip1", "clip2"):
            yield from _near(head, i, by, most)
        else:
            yield from _within(head, i, most)
    for name in head.moving:
        values = [
            one.value for one in statements(head.loop.body) if isinstance(one, core.Assign) and one.target == name
        ]
        if all([isinstance(value, Variable) or _chooses(value) for value in values]):
            yield from _between(head, name)


def _between(head: Head, name: str) -> Iterator[Atom]:
    """A number that the loop chooses, in each run."""
    inside = [
        part for one in statements(head.loop.body) if isinstance(one, core.Assign) for part in subterms(one.value)
    ]
    ends = [end for part in inside if _chooses(part) for end in part.arguments if part.operator != "ite"]
    public = [
        end for end in ends if isinstance(end, Constant) or (isinstance(end, Variable) and end.name in head.task.shared)
    ]
    for end, run in product(dict.fromkeys(public), (1, 2)):
        own = head.variable(name, run)
        yield Atom(at_most(end, own), "between")
        yield Atom(at_most(own, end), "between")


def _chooses(term: Term) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator in ("min", "max", "ite")


def _within(head: Head, i: Variable, most: Term) -> Iterator[Atom]:
    """Numbers, once the record has gone by, or the block that it is in."""
    for name in head.moving:
        apart = absolute(plus(head.variable(name, 1), head.variable(name, 2), -1))
        for at, bound in product(head.task.positions, (most, times(number(2), most))):
            for start in (i, *[head.task.marked(offset, 1) for offset in beginnings(head, i)]):
                yield Atom(at_most(apart, choose(less(at, start), bound, number(0))), "within")


def _near(head: Head, i: Variable, by: str, most: Term) -> Iterator[Atom]:
    """Lists that the loop adds clipped ones to: one record for another is one list for another, both of that norm."""
    bound = most if any(True for _ in one_more(head.task)) else times(number(2), most)
    added = [one.target for one in statements(head.loop.body) if isinstance(one, core.Assign) and _clips(one.value, by)]
    for name in [name for name in head.twins if name in added and isinstance(head.types[name], List)]:
        one, two = head.variable(name, 1), head.variable(name, 2)
        for given in head.task.left.parameters:
            if given.name in head.task.shared and given.type == INT:
                yield from [Atom(equal(size(own), Variable(given.name, 0, INT)), "same size") for own in (one, two)]
        yield from [Atom(follows(at_most(i, at), equal(one, two)), "before k") for at in head.task.positions]
        yield Atom(Apply("l1" if by == "clip1" else "l2", (one, two, bound), BOOL), "within")


def _clips(term: Term, by: str) -> bool:
    return any([isinstance(part, Apply) and part.operator == by for part in subterms(term)])
