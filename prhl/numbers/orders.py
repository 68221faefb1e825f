"""From Renyi divergences to a delta, rounded up; a float only proposes at which order to look."""

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure
from prhl.numbers.upward import above

HALVINGS = 60
LARGEST = 2.0**40  # order


def delta_of(order: Fraction, divergence: Number, epsilon: Number) -> Fraction:
    """exp((a - 1)*(D - e)) * (1 - 1/a)^a / (a - 1), for a divergence D of order a > 1."""
    one, a = balls.rational(1), balls.rational(order)

    def exactly() -> arb:
        exponent = (a - one) * (enclosure(divergence) - enclosure(epsilon)) + a * (one - one / a).log()
        return exponent.exp() / (a - one)

    return above(exactly)


def delta_of_all(rho: Number, epsilon: Number) -> Fraction:
    """The same for a divergence of at most rho*a at every order a, at an order that is about the best."""
    r, e = _near(rho), _near(epsilon)
    order = Fraction(1 + math.exp(_lowest(lambda x: _exponent(1 + math.exp(x), r, e)))).limit_denominator(10**6)
    order = max(order, Fraction(1001, 1000))
    return delta_of(order, rho * order, epsilon)


def _exponent(order: float, rho: float, epsilon: float) -> float:
    return (order - 1) * (order * rho - epsilon) + order * math.log1p(-1 / order) - math.log(order - 1)


def _lowest(value: Callable[[float], float]) -> float:
    """By thirds, on what is taken to fall and then to rise; any order is good, the best one is only better."""
    low, high = math.log(1e-3), math.log(LARGEST)
    for _ in range(HALVINGS):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if value(first) < value(second) else (first, high)
    return (low + high) / 2


def _near(value: Number) -> float:
    return float(enclosure(value).mid())
