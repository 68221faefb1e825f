"""mirrored: a variable of run 2 is the opposite of one of run 1, or moves away from it by as much in every round.

`p{2} = -p{1}` and `b{2} = !b{1}`, `p{1} + p{2} = a{1} + a{2}` as when the loop was reached, `s{1} - s{2} = i{1}*c`:
for quadruples, whose results need not be equal.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.atoms.base import Atom, Head
from prhl.logic.build import equal, negation, plus, times
from prhl.logic.linear import NUMBERS, form, monomial
from prhl.logic.terms import Apply, Variable
from prhl.logic.types import BOOL


def atoms(head: Head) -> Iterator[Atom]:
    if head.task.claim.post is None:
        return
    two = head.task.left is not head.task.right
    for name in head.names:
        for other in head.others:
            type_ = head.types[name]
            if type_ != head.task.right.types[other] or not (name == other or two):
                continue
            one, its = head.variable(name, 1), Variable(other, 2, type_)
            if type_ == BOOL:
                yield Atom(equal(its, negation(one)), "mirrored")
            elif type_ in NUMBERS:
                yield from _sum_as_at_first(head, one, its)
                if name not in head.counters:
                    yield Atom(equal(its, Apply("neg", (one,), type_)), "mirrored")
                    yield from _each_round(head, one, its)


def _sum_as_at_first(head: Head, one: Variable, its: Variable) -> Iterator[Atom]:
    first, second = head.first(one.name, private=True), head.first(its.name, private=True, run=2)
    if first is not None and second is not None and (added := form(first) + form(second)):
        yield Atom(equal(plus(one, its), added.term), "mirrored")


def _each_round(head: Head, one: Variable, its: Variable) -> Iterator[Atom]:
    if head.counter is not None:
        for bound in head.task.bounds:
            for by in (bound, (form(bound) * Fraction(-1)).term):
                yield Atom(equal(plus(one, its, -1), monomial(times(head.counter, by)).term), "each round")
