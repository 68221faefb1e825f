"""bias: what is compared with later noise is moved by the largest difference, so that the comparison leans one way.

`t :=$ Laplace(2/eps)` before a loop that asks `q[i] + nu >= t`: with `t{2} = t{1} + 1` a miss of run 1 is a miss of run
2, whatever the noise. Always paid; under a conjunct of the loop's guard (a threshold that is drawn again until it is
hit), or in one direction of the relation only, if one of them will do.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.ways.base import Draw, Meeting, Place, Way
from prhl.logic.build import TRUE, choose, negation, number, plus
from prhl.logic.linear import form
from prhl.logic.terms import Apply, Term, conjuncts, subterms

MINUS = Fraction(-1)


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or not place.moves:
        return
    for met in place.meetings:
        if met.sink.kind == "compared" and not met.clear:
            for bound in place.task.bounds:
                guard = met.sink.guard
                below = isinstance(guard, Apply) and guard.operator in ("lt", "le")  # then either side may be the hit
                for late, upward in ((0, not met.upward), (1 if below else 4, met.upward)):
                    yield from _moved(place, met, bound if upward else (form(bound) * MINUS).term, upward, late)


def _moved(place: Draw, met: Meeting, by: Term, upward: bool, late: int) -> Iterator[Way]:
    name, sample, flags = f"bias {'up' if upward else 'down'}", place.sample, place.task.flags
    known = met.shift.where(lambda _: True)
    if known:
        yield Way(f"{name} and cancel", 1 + late, plus(sample, (known + form(by)).term), TRUE)
    yield Way(name, (2 if flags else 1) + late, plus(sample, by), TRUE)
    for loop in place.loops[-1:]:
        for part in conjuncts(loop.guard):
            if not any([isinstance(one, Apply) and one.operator == "size" for one in subterms(part)]):
                goes_on = place.task.marked(part, 1)
                yield Way(f"{name} while", late, plus(sample, choose(goes_on, by, number(0))), goes_on)
    for flag in flags:
        yield Way(f"{name} if {flag.name}", 1 + late, plus(sample, choose(flag, by, number(0))), flag)
        yield Way(f"{name} unless {flag.name}", 2 + late, plus(sample, choose(flag, number(0), by)), negation(flag))
