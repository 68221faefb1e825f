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

from prhl.couplings.base import Owed, Price
from prhl.couplings.lifting import Step, Unpriced, stopped
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift
from prhl.distributions import Family
from prhl.distributions.base import Bell
from prhl.logic.build import at_most, either, equal, number
from prhl.logic.terms import Term
from prhl.numbers import Number, sign


@dataclass(frozen=True)
class Gaussian:
    by_value = False

    def lift(self, step: Step) -> Price:
        shift = fixed_shift(step)
        move = bounded(step, shift)
        sigma = step.known.value(step.draw.argument(0)[0])
        if sigma is None:
            message = "the sigma of Gaussian noise must be a constant here"
            raise Unpriced(message, "write a number for it, such as `Gauss(2)`")
        least = _delta(step.draw.family, move.bound, sigma, step.epsilon())
        return Price((same(step.draw, 0, "sigma"), owed(move)), number(least), enough(least, shift))


def owed(move: Moved) -> Owed:
    return Owed("shift-bound", move.owed, "the shift may be larger than the bound that its price is for")


def enough(least: Fraction, shift: Term) -> Callable[[Term], Term]:
    """Where nothing is moved, nothing is needed; that a slack is not negative is owed by the rule."""
    return lambda slack: either([at_most(number(least), slack), equal(shift, number(0))])


def _delta(family: Family, bound: Fraction, sigma: Number, epsilon: Number) -> Fraction:
    assert isinstance(family, Bell)
    try:
        if sign(sigma) <= 0:
            raise Unpriced("sigma must be positive")
        return family.delta(sigma, bound, epsilon)
    except ArithmeticError as reason:
        stopped(reason)
