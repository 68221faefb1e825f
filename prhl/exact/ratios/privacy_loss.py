"""Two rows that are products of densities: the law of the privacy loss, and by it the excess over a multiple, exactly.

The privacy loss of an output is l = ln(p/q) there. Of independent outputs it is the sum of the losses of each, which
are independent under p: its law is their convolution. And the excess of p over E q is the integral of 1 - E exp(-l)
over l > ln(E), since q has exp(-l) times the mass of p. Where both densities of an output fall at one rate the loss is
constant, an atom; where they fall at different rates, on a finite interval, it is a linear function of the output, and
so its density is that of the output, stretched and moved.

Pitfall.  An atom at ln(E) adds nothing to the excess, on either side of the inequality.
"""

from fractions import Fraction
from typing import Any

from prhl.exact.closed.convolution import convolution
from prhl.exact.closed.exponential_polynomials import NotClosed, value
from prhl.exact.closed.real_densities import Curve, Piece, intervals, terms_on
from prhl.exact.ratios.density_pair import Pair, curve_of
from prhl.numbers import Exact, Quotient, divide, exp, ln
from prhl.numbers.rates import rate_of
from prhl.records import dataclass

MOST = 256  # pieces and atoms
FALLING = Curve((Piece(None, None, {(rate_of(exp(Fraction(-1))), 0): Fraction(1)}),))


@dataclass(frozen=True)
class Loss:
    """Atoms with their masses under p, and a density elsewhere."""

    atoms: dict[Fraction, Any]
    curve: Curve

    def plus(self, other: "Loss") -> "Loss":
        """Of the sum of two that are independent."""
        if (len(self.atoms) + len(self.curve.parts)) * (len(other.atoms) + len(other.curve.parts)) > MOST:
            raise NotClosed("a privacy loss of too many pieces")
        atoms: dict[Fraction, Any] = {}
        for loss, mass in self.atoms.items():
            for k, weight in other.atoms.items():
                atoms[loss + k] = atoms.get(loss + k, Fraction(0)) + mass * weight
        curve = convolution(self.curve, other.curve)
        for one, two in ((self, other), (other, self)):
            for loss, mass in one.atoms.items():
                curve = curve + two.curve.moved(loss).times(mass)
        return Loss(atoms, curve)

    def above(self, least: Fraction) -> tuple[Exact, Exact]:
        """The masses under p and q of a loss of more than so much."""
        mine: Any = self.curve.mass(least, None) if self.curve.parts else Fraction(0)
        other: Any = (self.curve * FALLING).mass(least, None) if self.curve.parts else Fraction(0)
        for loss, mass in self.atoms.items():
            if loss > least:
                mine, other = mine + mass, other + mass * exp(-loss)
        return mine, other


def exceeding(pair: Pair, factor: Exact) -> tuple[Exact, Exact]:
    """The masses under both rows of where the first exceeds the factor times the second; NotClosed if the losses are no
    rational numbers, as for a factor that is not exp of one."""
    (mine,), (other,) = pair.mine, pair.other
    total = Loss({Fraction(0): Fraction(1)}, Curve(()))
    for axis in range(len(pair.kept)):
        total = total.plus(_loss(curve_of(mine, axis), curve_of(other, axis)))
    above, below = total.above(_rational(divide(factor * other.weight, mine.weight)))
    return mine.weight * above, other.weight * below


def _loss(mine: Curve, other: Curve) -> Loss:
    """Of one output; `mine` need not have the mass 1, nor `other`."""
    atoms: dict[Fraction, Any] = {}
    curve = Curve(())
    for low, high in intervals(mine, other):
        first, second = terms_on(mine, low, high), terms_on(other, low, high)
        if not first:
            continue
        if not second or len(first) != 1 or len(second) != 1 or any([j for _, j in (*first, *second)]):
            raise NotClosed("a privacy loss that is no linear function of the output")
        ((rate, _), c), ((falling, _), d) = *first.items(), *second.items()
        if rate == falling:
            loss = _rational(divide(c, d))
            atoms[loss] = atoms.get(loss, Fraction(0)) + mine.mass(low, high)
            continue
        if low is None or high is None:
            raise NotClosed("a privacy loss without bounds")
        start, end = [_rational(divide(value(first, t), value(second, t))) for t in (low, high)]
        slope = (end - start) / (high - low)
        curve = curve + mine.within(low, high).stretched(slope).moved(start - slope * low)
    return Loss(atoms, curve)


def _rational(ratio: Any) -> Fraction:
    """The logarithm."""
    found = ln(ratio) if isinstance(ratio, int | Fraction | Quotient) else None
    if not isinstance(found, int | Fraction):
        raise NotClosed("a privacy loss that is not rational")
    return Fraction(found)
