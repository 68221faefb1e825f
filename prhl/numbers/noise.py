"""Continuous noise by its distribution function, enclosed: what certified bounds on probabilities are made of.

Each is a standard distribution function at z = (x - place)/scale. The probability of being at most z is exp(z)/2 left
of 0 and 1 - exp(-z)/2 right of it for Laplace noise, 1 - exp(-z) from 0 on for exponential noise, erfc(-z/sqrt(2))/2
for Gaussian noise, exp(-exp(-z)) for Gumbel noise, and z between 0 and 1 for uniform noise.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure
from prhl.records import dataclass

BITS = 120  # probabilities are integers over 2^BITS, rounded outward
UNIT = 1 << BITS
HALF = Fraction(1, 2)


def laplace(z: arb) -> arb:
    # where the sign of z is not known, both formulas are close to 1/2, and either side of them is enclosed
    half = balls.rational(HALF)
    if z <= 0:
        return half * z.exp()
    if z >= 0:
        return 1 - half * (-z).exp()
    return (half * z.exp()).union(1 - half * (-z).exp())


def exponential(z: arb) -> arb:
    if z <= 0:
        return balls.rational(0)
    return (1 - (-z).exp()) if z >= 0 else balls.rational(0).union(1 - (-z).exp())


def gauss(z: arb) -> arb:
    return balls.rational(HALF) * (-z / arb(2).sqrt()).erfc()


def gumbel(z: arb) -> arb:
    return (-(-z).exp()).exp()


def uniform(z: arb) -> arb:
    return z.max(arb(0)).min(arb(1))


@dataclass(frozen=True)
class Noise:
    """A distribution at its parameters; the support of the standard one, of which None is infinite, has no atoms."""

    function: Callable[[arb], arb]
    scale: Number
    place: Number = 0
    support: tuple[int | None, int | None] = (None, None)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Once: its values are looked up by it, and very many of them."""
        return hash((self.function, self.scale, self.place))

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
    low, high = balls.enclose(lambda: noise.function(_standard(noise, x)), BITS + 40)
    return max(0, low * UNIT // 1), min(UNIT, -(-high * UNIT // 1))


def _standard(noise: Noise, x: Fraction) -> arb:
    return (balls.rational(x) - enclosure(noise.place)) / enclosure(noise.scale)
