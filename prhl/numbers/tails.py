"""How much noise lies beyond an end, rounded up where it is not rational.

The noise is seen from its centre, and `end` is how far away from it the tail begins, on either side; where the noise
lives on integers, the first of them that belongs to the tail.

    Laplace(b)           exp(-end/b)/2               for end >= 0
    DiscreteLaplace(b)   r^end/(1 + r), r = exp(-1/b)            for end >= 0
    Gauss(sigma)         Phi(-end/sigma)
    Gumbel(b)            1 - exp(-exp(-end/b))       above; exp(-exp(-end/b)) below

For a negative end the first two are above what they are to be: with u = exp(end/b) that is 1 - u/2 <= 1/(2u), which is
(1 - u)^2 >= 0; and with u = r^(-end), 1 - u*r/(1 + r) <= 1/(u*(1 + r)), which is (1 - u)*(1 - u*r) >= 0.
"""

from fractions import Fraction

from flint import arb

from prhl.numbers.gaussian import WIDEST, phi, sum_from
from prhl.numbers.logs import Number, divide, exp
from prhl.numbers.reals import enclosure
from prhl.numbers.upward import above, computed

FARTHEST = 100_000


def first(end: Number, strict: bool) -> int | None:
    """The first integer at an end, or after it; None where the end is not rational."""
    if not isinstance(end, int | Fraction):
        return None
    end = Fraction(end)
    return end.numerator // end.denominator + 1 if strict else -(-end.numerator // end.denominator)


def laplace(end: Number, scale: Number) -> Fraction:
    return computed([exp(divide(-end, scale))], lambda tail: tail / 2)


def discrete_laplace(end: int, scale: Number) -> Fraction:
    return computed([exp(divide(-end, scale)), exp(divide(-1, scale))], lambda tail, r: tail / (1 + r))


def gauss(end: Number, sigma: Number) -> Fraction:
    return above(lambda: phi(-enclosure(end) / enclosure(sigma)))


def discrete_gauss(end: int, sigma: Number) -> Fraction:
    if not sigma <= WIDEST or abs(end) > FARTHEST:
        raise ArithmeticError("such wide noise has too many terms")

    def exactly() -> arb:
        falling = 1 / (2 * enclosure(sigma) * enclosure(sigma))
        return sum_from(end, falling) / (2 * sum_from(1, falling) + 1)

    return above(exactly)


def exponential(end: Number, scale: Number, upper: bool) -> Fraction:
    """Above an end that is not negative, or below one."""
    if end <= 0:
        return Fraction(1 if upper else 0)
    return computed([exp(divide(-end, scale))], lambda rest: rest if upper else 1 - rest)


def gumbel(end: Number, scale: Number, upper: bool) -> Fraction:
    """Above an end it is 1 - exp(-y), and below it exp(-y), with y = exp(-end/scale)."""

    def below() -> arb:
        return (-(-enclosure(end) / enclosure(scale)).exp()).exp()

    return above(lambda: 1 - below()) if upper else above(below)


def geometric(first: int, p: Number, upper: bool) -> Fraction:
    """From an integer on, or up to before it."""
    if first <= 0:
        return Fraction(1 if upper else 0)
    if first > FARTHEST:
        raise ArithmeticError("an end too far away")
    return computed([(1 - p) ** first], lambda rest: rest if upper else 1 - rest)
