"""laplace-renyi: Laplace noise is moved, for its divergence of one order, where everything is a number.

Rule.
    P ==> b{1} = b{2} = b;  s does not mention the sample, not even in a condition
    P ==> |s| <= B;  alpha > 1, b and B are constants;  e = B/b
    D = ln(alpha/(2*alpha - 1)*exp((alpha - 1)*e) + (alpha - 1)/(2*alpha - 1)*exp(-alpha*e))/(alpha - 1)
    c = the smaller of D, rounded up, and what `two-sided` charges for |s|/b
    ------------------------------------------------------------------------------------------------ [laplace-renyi]
    { P }  x :=$ Laplace(b)  ~[c]  x :=$ Laplace(b)  { x{2} = x{1} + s }

It is for claims of rdp(alpha, _), and saves up to half of what `two-sided` charges. Where one of the numbers is not
known, that is charged. zcdp is about all orders at once, and gains nothing by it.

Why. D is the divergence of order alpha between Laplace noise and the same moved by B, exactly: the integral of
`p^alpha*q^(1 - alpha)` over the two tails and the part between the centres. What is under the logarithm grows with e,
by `alpha*(alpha - 1)/(2*alpha - 1)*(exp((alpha - 1)*e) - exp(-alpha*e))`, which is not negative; so B may stand for a
smaller shift.

Pitfall. A shift by the sample, even by a bijection: noise of scale 1 that swaps neighbouring intervals of length 1 is
moved by 1 everywhere, for which D is 0.6191 at order 2, and the truth is 0.7353.

Reference. Mironov, CSF 2017, proposition 6.

Owes. `same-noise`, `shift-bound`
"""

from fractions import Fraction

from prhl.couplings.base import Owed
from prhl.couplings.lifting import Step, Unpriced
from prhl.couplings.shift_bound import Moved, bounded
from prhl.distributions.base import Diverging
from prhl.logic.terms import Term
from prhl.numbers import sign
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Moderate:
    """What is owed for the charge, and the charge."""

    owed: Owed
    charge: Fraction


def moderate(step: Step, order: Term, shift: Term) -> Moderate | None:
    """The charge for noise that is moved by a constant at most; None where it is not known as a number."""
    family, alpha, scale = step.draw.family, step.known.value(order), step.known.value(step.draw.argument(0)[0])
    if not isinstance(family, Diverging) or alpha is None or scale is None:
        return None
    try:
        move = bounded(step, shift)
        if sign(alpha - 1) <= 0 or sign(scale) <= 0:
            return None
        return Moderate(_owed(move), family.divergence(scale, move.bound, alpha))
    except (Unpriced, ArithmeticError):
        return None


def _owed(move: Moved) -> Owed:
    return Owed("shift-bound", move.owed, "the shift may be larger than the bound that its price is for")
