"""one more record: what holds of a loop out of step over a list of which one run has a record more.

From the position of that record on the counter of the run that has it is one ahead; numbers that are added up, and
lists whose entries are counted in, differ by what the round at that position added.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head, mentioned
from prhl.finding.atoms.counting import below
from prhl.finding.counters import increments, jumps, stores
from prhl.finding.waiting import one_more
from prhl.logic.build import absolute, at_most, both, choose, either, equal, follows, index, less, number, plus, size
from prhl.logic.substitution import substitute
from prhl.logic.terms import Logical, Quantified, Term, Variable
from prhl.logic.types import List
from prhl.records import dataclass

NOTHING = number(0)


@dataclass(frozen=True)
class _Side:
    """The run with the longer list: that it has it, that it is past the record, and the variable of either run."""

    head: Head
    run: int
    has: Term
    past: Term
    at: Logical
    counter: str

    def here(self, name: str) -> Variable:
        return self.head.variable(name, self.run)

    def there(self, name: str) -> Variable:
        return self.head.variable(name, 3 - self.run)

    def of_record(self, term: Term) -> Term:
        """A term of the program in the round that reads the record."""
        name = self.counter
        put = substitute(term, lambda leaf: self.at if isinstance(leaf, Variable) and leaf.name == name else None)
        return self.head.task.marked(put, self.run)


def atoms(head: Head) -> Iterator[Atom]:
    if not head.apart or not head.counters:
        return
    for name in head.integers:
        yield Atom(at_most(NOTHING, head.variable(name, 2)), "counting")
    for name, top in below(head):
        yield Atom(at_most(head.variable(name, 2), head.task.marked(top, 2)), "counting")
    for side in _sides(head):
        own = side.here(side.counter)
        ahead = choose(side.past, plus(own, number(1), -1), own)
        yield Atom(follows(side.has, equal(side.there(side.counter), ahead)), "one ahead")
        steps = increments(head.task.left, head.loop, side.counter)
        for name in (*head.counters[1:], *head.moving):
            if name in steps and not mentioned(steps[name], [name]):
                added = choose(side.past, side.of_record(steps[name]), NOTHING)
                yield Atom(follows(side.has, equal(plus(side.here(name), side.there(name), -1), added)), "one more")
        for name in head.twins:
            if isinstance(head.types[name], List):
                yield from _counted_in(side, name)
    yield from _within(head)


def _sides(head: Head) -> Iterator[_Side]:
    counter = head.counters[0]
    for _, first, second, at in one_more(head.task):
        for run, longer, shorter in ((1, first, second), (2, second, first)):
            past = less(at, head.variable(counter, run))
            yield _Side(head, run, less(size(shorter), size(longer)), past, at, counter)


def _counted_in(side: _Side, name: str) -> Iterator[Atom]:
    """`a[e] := a[e] + v` for the record."""
    j = side.head.entry
    one, two = side.here(name), side.there(name)
    for entry, added in stores(side.head.loop, name):
        there = both([side.past, equal(j, side.of_record(entry))])
        difference = choose(there, side.of_record(added), NOTHING)
        inside = both([at_most(NOTHING, j), less(j, size(one))])
        body = follows(inside, equal(plus(index(one, j), index(two, j), -1), difference))
        yield Atom(follows(side.has, Quantified("forall", (j,), body)), "one more")


def _within(head: Head) -> Iterator[Atom]:
    """No more than one step of an integer, or what a step is cut off at, whatever the record is."""
    for _, _, _, at in one_more(head.task):
        past = either([less(at, head.variable(head.counters[0], run)) for run in (1, 2)])
        for name in head.moving:
            difference = absolute(plus(head.variable(name, 1), head.variable(name, 2), -1))
            for step in [number(one) for one in jumps(head.loop, name)] or _cut(head, name):
                yield Atom(at_most(difference, choose(past, step, NOTHING)), "within")


def _cut(head: Head, name: str) -> list[Term]:
    """What a round adds at most where that is cut off, and no term over the record, since coins decide of it."""
    if name in increments(head.task.left, head.loop, head.counters[0]):
        return []
    return [*[number(most) for most in head.task.constants], *[most for _, most in head.task.cuts]]
