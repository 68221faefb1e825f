"""Continuous noise by its distribution function, enclosed: what certified bounds on probabilities are made of.

The probability of being at most x is exp((x - m)/b)/2 left of m and 1 - exp(-(x - m)/b)/2 right of it for
Laplace(b, m), 1 - exp(-x/b) for Exponential(b), and erfc(-(x - m)/(sigma sqrt(2)))/2 for Gauss(sigma, m).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.magnitude import Inexact
from prhl.numbers.reals import enclosure

BITS = 120  # probabilities are integers over 2^BITS, rounded outward
UNIT = 1 << BITS


@dataclass(frozen=True)
class Noise:
    """A distribution at its parameters."""

    name: str
    scale: Number
    place: Number = 0

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Once: its values are looked up by it, and very many of them."""
        return hash((self.name, self.scale, self.place))

    def up_to(self, x: Fraction | None, side: int) -> tuple[int, int]:
        """Bounds on the probability of at most x; None is infinite, on the left (-1) or on the right (1)."""
        if x is None:
            return (0, 0) if side < 0 else (UNIT, UNIT)
        return _up_to(self, x.numerator, x.denominator)

    def between(self, low: Fraction | None, high: Fraction | None) -> tuple[int, int]:
        """Bounds on the probability of an interval."""
        if low is not None and high is not None and low >= high:
            return 0, 0
        (first, second), (third, fourth) = self.up_to(low, -1), self.up_to(high, 1)
        return max(0, third - second), max(0, fourth - first)

    @property
    def bounded_below(self) -> bool:
        return self.name == "Exponential"

    def rough(self) -> tuple[Fraction, Fraction]:
        """The place and the scale, to a few digits: where cells are laid."""
        place, scale = _middle(self.place), _middle(self.scale)
        return place, scale


def _middle(number: Number) -> Fraction:
    low, high = balls.enclose(lambda: enclosure(number), 64)
    return (low + high) / 2


@lru_cache(maxsize=50_000)
def _up_to(noise: Noise, numerator: int, denominator: int) -> tuple[int, int]:
    x = Fraction(numerator, denominator)
    low, high = balls.enclose(lambda: _function(noise, x), BITS + 40)
    return max(0, low * UNIT // 1), min(UNIT, -(-high * UNIT // 1))


def _function(noise: Noise, x: Fraction) -> arb:
    z = (balls.rational(x) - enclosure(noise.place)) / enclosure(noise.scale)
    half = balls.rational(Fraction(1, 2))
    match noise.name:
        case "Laplace":
            # where the sign of z is not known, both formulas are close to 1/2, and either side of them is enclosed
            if z <= 0:
                return half * z.exp()
            if z >= 0:
                return 1 - half * (-z).exp()
            return (half * z.exp()).union(1 - half * (-z).exp())
        case "Exponential":
            if z <= 0:
                return balls.rational(0)
            return (1 - (-z).exp()) if z >= 0 else balls.rational(0).union(1 - (-z).exp())
        case "Gauss":
            return half * (-z / arb(2).sqrt()).erfc()
        case other:
            raise Inexact(f"{other} has no distribution function here")
