"""The Renyi divergence between Laplace noise and the same noise moved, certified from above.

For noise of scale b that is moved by s, with e = s/b, the integral of p^alpha q^(1 - alpha) over the two tails and the
part between the centres is

    alpha/(2 alpha - 1) exp((alpha - 1) e) + (alpha - 1)/(2 alpha - 1) exp(-alpha e)            (Mironov, CSF 2017)

and the divergence is its logarithm, divided by alpha - 1.
"""

from fractions import Fraction

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure

DIGITS = 12
LARGEST = 1_000  # of alpha*e


def divergence(shift: Fraction, scale: Number, alpha: Number) -> Fraction:
    """At least the divergence of order alpha, which is above 1, for a shift that is not negative."""
    if shift == 0:
        return Fraction(0)

    def exactly() -> arb:
        order = enclosure(alpha)
        e = balls.rational(shift) / enclosure(scale)
        if not order * e < LARGEST:
            raise ArithmeticError("a divergence that is too large to be computed with")
        whole = order * ((order - 1) * e).exp() + (order - 1) * (-order * e).exp()
        return (whole / (2 * order - 1)).log() / (order - 1)

    return max(Fraction(0), balls.bracket(exactly, DIGITS)[1])
