"""range-shift: a number drawn from a range or an interval is moved, up to what falls off its end.

Rule.
    P ==> the ranges lo..hi have the same size n in both runs
    P ==> |s - (lo{2} - lo{1})| <= d*n;  s, e and d do not mention the sample
    ----------------------------------------------------------------------------------- [range-shift]
    { P }  x :=$ Uniform(lo..hi)  ~[e, d]  x :=$ Uniform(lo..hi)  { x{2} = x{1} + s }

and the same for `UniformReal(lo, hi)`, with n the length of the interval.

Why. Every number of the ranges has mass 1/n, or density 1/n. A number that stays inside has no excess, since
exp(e) >= 1; those that leave are |s| many, seen from the ends, or all n.

Pitfall. Ranges of different sizes: then the numbers inside have an excess, too. A negative e, likewise.

Reference. The maximal coupling: Doeblin, 1938, and Dobrushin, 1970, for two ranges.

Owes. `same-noise`
"""

from prhl.couplings.bad_values import counted
from prhl.couplings.base import Owed, Price
from prhl.couplings.finite_excess import Excess
from prhl.couplings.lifting import Step, Unpriced
from prhl.couplings.shift_bound import fixed_shift
from prhl.distributions import family_of
from prhl.distributions.base import Stretch, Stretching
from prhl.logic.build import absolute, at_most, equal, plus, times
from prhl.logic.terms import Distribution, Term
from prhl.records import dataclass


def stretch_of(distribution: Distribution) -> Stretch | None:
    """The range or the interval that it is even on, if there is one."""
    family = family_of(distribution)
    return family.stretch(distribution.arguments) if isinstance(family, Stretching) else None


@dataclass(frozen=True)
class Ranges:
    """Value by value where that can be done, by any map; else by a shift, or with bad values that are counted."""

    by_value = True

    def lift(self, step: Step) -> Price:
        try:
            return Excess().lift(step)
        except Unpriced:
            first, second = stretch_of(step.draw.first), stretch_of(step.draw.second)
            assert first is not None
            assert second is not None
            return _moved(step, first, second) if step.bad is None else counted(step, step.bad, first, second)


def _moved(step: Step, first: Stretch, second: Stretch) -> Price:
    shift = fixed_shift(step, centred=False)
    if first.low != second.low:
        shift = plus(shift, plus(second.low, first.low, -1), -1)
    message = "the two runs may draw from ranges of different sizes"
    owed = Owed("same-noise", equal(first.size, second.size), message, "draw from ranges of the same size")

    def enough(slack: Term) -> Term:
        return at_most(absolute(shift), times(slack, first.size))

    return Price((owed,), None, enough)
