"""range-shift: a number drawn from a range is moved, up to what falls off its end.

Rule.
    P ==> the ranges lo..hi have the same size n in both runs
    P ==> |s - (lo{2} - lo{1})| <= d*n;  s, e and d do not mention the sample
    ----------------------------------------------------------------------------------- [range-shift]
    { P }  x :=$ Uniform(lo..hi)  ~[e, d]  x :=$ Uniform(lo..hi)  { x{2} = x{1} + s }

Why. Every number of the ranges has mass 1/n. A number that stays inside has no excess, since exp(e) >= 1; those that
leave are |s| many, seen from the ends, or all n.

Pitfall. Ranges of different sizes: then the numbers inside have an excess, too. A negative e, likewise.

Reference. The maximal coupling: Doeblin, 1938, and Dobrushin, 1970, for two ranges.

Owes. `same-noise`
"""

from dataclasses import dataclass

from prhl.couplings.base import Owed
from prhl.couplings.finite_excess import Excess
from prhl.couplings.lifting import Lifted, Step, Unpriced
from prhl.couplings.shift_bound import fixed_shift
from prhl.logic.build import absolute, at_most, equal, number, plus, times
from prhl.logic.terms import Between, Term


@dataclass(frozen=True)
class Ranges:
    """Value by value where that can be done, by any map."""

    def lift(self, step: Step) -> Lifted:
        try:
            return Excess().lift(step)
        except Unpriced:
            if step.bad is not None:
                raise
            return _moved(step)


def _moved(step: Step) -> Lifted:
    first, second = step.draw.first.arguments[0], step.draw.second.arguments[0]
    assert isinstance(first, Between)
    assert isinstance(second, Between)
    shift = fixed_shift(step, centred=False)
    if first.low != second.low:
        shift = plus(shift, plus(second.low, first.low, -1), -1)
    sizes = [plus(plus(one.high, one.low, -1), number(1)) for one in (first, second)]
    message = "the two runs may draw from ranges of different sizes"
    owed = Owed("same-noise", equal(sizes[0], sizes[1]), message, "draw from ranges of the same size")

    def enough(slack: Term) -> Term:
        return at_most(absolute(shift), times(slack, sizes[0]))

    return Lifted((owed,), enough)
