"""one output: the running maximum of a selection, before and after the output `o` of `pointwise o`.

Before `o` is reached nothing is `o`, and the best so far differ by the relation's bound; once run 1 has chosen `o`, run
2 has, and what it is best by is ahead. Where rounds may pass over their index, both runs have chosen something, or
neither has.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head, mentioned
from prhl.logic.build import at_most, both, equal, follows, iff, less, negation, number, plus
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Term, Variable


def atoms(head: Head) -> Iterator[Atom]:
    if head.counter is not None:
        for output, shown in head.task.outputs:
            yield from _of(head, head.counter, output, shown)


def _of(head: Head, i: Variable, output: Term, shown: Term) -> Iterator[Atom]:
    before: list[Term] = [at_most(i, output), both([less(number(0), i), at_most(i, output)])]
    for name in head.integers:
        if name in head.counters or not mentioned(shown, [name]):
            continue
        if (first := head.first(name)) is not None:
            yield Atom(iff(*[equal(head.variable(name, run), first) for run in (1, 2)]), "chosen in both or neither")
        one, two = equal(head.variable(name, 1), output), equal(head.variable(name, 2), output)
        won = both([less(output, i), one])
        inside = both([at_most(number(0), output), less(output, i), one])
        for chosen in (one, won, inside):
            yield Atom(follows(chosen, two), "stays the output")
        for phase in before:
            yield Atom(follows(phase, negation(one)), "not yet the output")
            yield Atom(follows(phase, negation(two)), "not yet the output")
        for other in head.moving:
            if other != name and head.types[other] in NUMBERS:
                for phase in [*before, won, inside, less(output, i)]:
                    yield from _ahead(head, other, phase)


def _ahead(head: Head, name: str, phase: Term) -> Iterator[Atom]:
    one, two = head.variable(name, 1), head.variable(name, 2)
    for bound in head.task.bounds:
        yield Atom(follows(phase, at_most(two, plus(one, bound))), "ahead")
        yield Atom(follows(phase, at_most(one, plus(two, bound))), "ahead")
        yield Atom(follows(phase, equal(two, plus(one, bound))), "ahead")
        yield Atom(follows(phase, equal(one, plus(two, bound))), "ahead")
    yield Atom(follows(phase, equal(one, two)), "ahead")
