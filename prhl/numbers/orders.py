"""From Renyi divergences to a delta, rounded up."""

from fractions import Fraction

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure
from prhl.numbers.upward import above

SMALLEST, LARGEST = -10, 40  # powers of 2 that are tried as order - 1
HALVINGS = 24  # between two of them
PRECISIONS = (128,)


def delta_of(order: Fraction, divergence: Number, epsilon: Number) -> Fraction:
    """exp((a - 1)*(D - e)) * (1 - 1/a)^a / (a - 1), for a divergence D of order a > 1."""
    one, a = balls.rational(1), balls.rational(order)

    def exactly() -> arb:
        exponent = (a - one) * (enclosure(divergence) - enclosure(epsilon)) + a * (one - one / a).log()
        return exponent.exp() / (a - one)

    return above(exactly)


def delta_of_all(rho: Number, epsilon: Number) -> Fraction:
    """The same for a divergence of at most rho*a at every order a, at an order that is about the best."""
    order = best_order(rho, epsilon)
    return delta_of(order, rho * order, epsilon)


def best_order(rho: Number, epsilon: Number) -> Fraction:
    """Where delta_of(a, rho*a, epsilon) is about the least; every order is sound, so it need not be just there.

    The logarithm of that delta, (a - 1)*(rho*a - e) + a*ln(1 - 1/a) - ln(a - 1), has the derivative
    (2*a - 1)*rho - e + ln(1 - 1/a), which rises: its sign tells on which side the least is.
    """
    low = Fraction(2) ** SMALLEST
    while low < 2**LARGEST and _falls(1 + 2 * low, rho, epsilon):
        low *= 2
    step = low
    for _ in range(HALVINGS):
        step /= 2
        if _falls(1 + low + step, rho, epsilon):
            low += step
    return 1 + low


def _falls(order: Fraction, rho: Number, epsilon: Number) -> bool:
    """Whether larger orders are better than this one, as far as can be told."""

    def slope() -> arb:
        a = balls.rational(order)
        one = balls.rational(1)
        return (a + a - one) * enclosure(rho) - enclosure(epsilon) + (one - one / a).log()

    return balls.sign_of(slope, PRECISIONS) == -1
