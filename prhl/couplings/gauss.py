"""gauss-shift: Gaussian noise is moved, at a chosen epsilon and the smallest delta that goes with it.

Rule.
    P ==> |s| <= B, where s is the shift, seen from the centres
    sigma, c and B are constants; s does not mention the sample
    -------------------------------------------------------------------------------------------- [gauss-shift]
    { P }  x :=$ Gauss(sigma)  ~[c, delta(B, sigma, c)]  x :=$ Gauss(sigma)  { x{2} = x{1} + s }

The epsilon c is the stated `cost`, or all of the claim's; the delta is charged to `slack`.

Why. The smallest delta between the noise and the noise moved by s is a formula (`numbers/gaussian.py`). It grows with
|s|, so that B may stand for |s|. The relation `x{2} = x{1} + s` between the two samples is then lifted within (c,
delta): an event S of run 1 is related to S + s of run 2.

Pitfall. A shift that mentions the sample, even in a guard: a + B if a > 0 else a - B is injective and moves by B
everywhere, and its true delta is twice that of the formula. Integer noise and a bound that is no integer. A delta that
is checked only at the end: `slack` may not exceed it on the way.

Reference. Balle and Wang, ICML 2018; Canonne, Kamath and Steinke, NeurIPS 2020.

Owes. `same-noise`, `shift-bound`
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from prhl.couplings.base import Owed
from prhl.couplings.lifting import Lifted, Step, Unpriced, stopped
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift
from prhl.logic.build import at_most, either, equal, number
from prhl.logic.terms import Term
from prhl.numbers import Number, sign
from prhl.numbers.gaussian import continuous_delta, discrete_delta

FAMILIES = ("Gauss", "DiscreteGauss")


@dataclass(frozen=True)
class Gaussian:
    def lift(self, step: Step) -> Lifted:
        shift = fixed_shift(step)
        move = bounded(step, shift)
        sigma = step.known.value(step.draw.argument(0)[0])
        if sigma is None:
            message = "the sigma of Gaussian noise must be a constant here"
            raise Unpriced(message, "write a number for it, such as `Gauss(2)`")
        least = _delta(step.draw.first.name, move.bound, sigma, step.epsilon())
        return Lifted((same(step.draw, 0, "sigma"), owed(move)), enough(least, shift), least)


def owed(move: Moved) -> Owed:
    return Owed("shift-bound", move.owed, "the shift may be larger than the bound that its price is for")


def enough(least: Fraction, shift: Term) -> Callable[[Term], Term]:
    """Where nothing is moved, nothing is needed; that a slack is not negative is owed by the rule."""
    return lambda slack: either([at_most(number(least), slack), equal(shift, number(0))])


def _delta(family: str, bound: Fraction, sigma: Number, epsilon: Number) -> Fraction:
    try:
        if sign(sigma) <= 0:
            raise Unpriced("sigma must be positive")
        if family == "Gauss":
            return continuous_delta(bound, sigma, epsilon)
        return discrete_delta(bound.numerator // bound.denominator, sigma, epsilon)
    except ArithmeticError as reason:
        stopped(reason)
