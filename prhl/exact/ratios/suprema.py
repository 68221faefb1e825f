"""The largest ratio of two densities on an interval: exactly where it lies at an end or at a rational point.

The ratio F/G rises where F'G - FG' is positive, which is a sum of the same form (see `signs`). So its supremum is a
limit at an end, or the value where it turns from rising to falling. That need not be rational: then there are bounds.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed, Terms, constant, plus, product, value
from prhl.exact.closed.real_densities import Curve, End, derivative, intervals, terms_on
from prhl.exact.ratios.signs import bounds, compare_rates, enclosed, leading, stretches
from prhl.numbers import Exact, balls, divide
from prhl.records import dataclass

BITS = 128
FLAT = 4  # derivatives that are tried where both densities vanish


@dataclass(frozen=True, slots=True)
class Largest:
    """At least `low`, which an interval comes close to, and at most `high`; None is infinite."""

    low: Exact | None
    high: Exact | None
    near: tuple[End, End]

    @property
    def exact(self) -> bool:
        return self.low is None or (self.high is not None and (self.low is self.high or self.low == self.high))


NOTHING = Largest(Fraction(0), Fraction(0), (None, None))


def largest_ratio(first: Curve, second: Curve) -> Largest:
    """The supremum of first/second, over all points where the first is positive."""
    worst = NOTHING
    for low, high in intervals(first, second):
        mine, other = terms_on(first, low, high), terms_on(second, low, high)
        if mine:
            worst = larger(worst, _on(mine, other, low, high))
    return worst


def larger(one: Largest, other: Largest) -> Largest:
    """Of two suprema the larger, as far as that is known."""
    if one.low is None or other.low is None:
        return one if one.low is None else other
    best = one if one.low >= other.low else other
    rest = other if best is one else one
    if best.high is None or rest.high is None:
        return Largest(best.low, None, best.near)
    if rest.high <= best.high:
        return best
    return Largest(best.low, rest.high, best.near)


def times(one: Largest, factor: Largest) -> Largest:
    """The supremum of a product of functions of different draws; `near` is that of the first."""
    if one.low is None or factor.low is None:
        return Largest(None, None, one.near)
    low: Any = one.low * factor.low
    if one.high is None or factor.high is None:
        return Largest(low, None, one.near)
    return Largest(low, low if one.exact and factor.exact else one.high * factor.high, one.near)


def _on(mine: Terms, other: Terms | None, low: End, high: End) -> Largest:
    if not other:
        return Largest(None, None, (low, high))
    same = proportion(mine, other)
    if same is not None:
        return Largest(same, same, (low, high))
    # F'G - FG' is positive where the ratio rises
    rising = plus(product(derivative(mine), other), product(constant(Fraction(-1)), product(mine, derivative(other))))
    parts = stretches(rising, low, high)
    worst = NOTHING
    for end, side, part in ((low, -1, parts[0]), (high, 1, parts[-1])):
        limit = limit_of(mine, other, end, side)
        worst = larger(worst, Largest(limit, limit, (part.low, part.high)))
    for before, after in pairwise(parts):
        if before.sign == 1 and after.sign == -1:  # a turn at a rational point
            assert before.high is not None
            ratio = divide(value(mine, before.high), value(other, before.high))
            worst = larger(worst, Largest(ratio, ratio, (before.low, after.high)))  # type: ignore[arg-type]
    for part in parts:
        if part.sign is None:
            worst = larger(worst, _around(mine, other, part.low, part.high))
    return worst


def _around(mine: Terms, other: Terms, low: End, high: End) -> Largest:
    """Bounds in a short interval, in which the ratio may turn."""
    assert low is not None
    assert high is not None
    middle = (low + high) / 2
    found = balls.enclose(lambda: enclosed(mine, middle) / enclosed(other, middle), BITS)[0]
    if low < 0 < high:
        return Largest(found, None, (low, high))
    most, least = bounds(mine, low, high)[1], bounds(other, low, high)[0]
    return Largest(found, most / least if least > 0 else None, (low, high))


def proportion(mine: Terms, other: Terms) -> Exact | None:
    """The factor, if one is a multiple of the other."""
    if mine.keys() != other.keys():
        return None
    key = next(iter(mine))
    if any([c * other[key] != mine[key] * other[k] for k, c in mine.items()]):
        return None
    return divide(mine[key], other[key])  # type: ignore[return-value]  # a field


def same_shape(first: Curve, second: Curve) -> Exact | None:
    """The factor, if one curve is a multiple of the other."""
    if first is second:
        return Fraction(1)
    if [(p.low, p.high) for p in first.parts] != [(p.low, p.high) for p in second.parts]:
        return None
    factors = [proportion(p.terms, q.terms) for p, q in zip(first.parts, second.parts, strict=True)]
    if not factors or factors[0] is None or any([f is None or f != factors[0] for f in factors]):
        return None
    return factors[0]


def limit_of(mine: Terms, other: Terms, end: End, side: int) -> Exact | None:
    """The limit of the ratio at an end; None if it is infinite."""
    if end is None:
        (r, j), (s, k) = leading(mine, side), leading(other, side)
        order = side * compare_rates(r, s) or j - k
        if order:
            return None if order > 0 else Fraction(0)
        return divide(mine[r, j], other[s, k])  # type: ignore[return-value]  # a field
    for _ in range(FLAT):
        above, below = value(mine, end), value(other, end)
        if below != 0:
            return divide(above, below)  # type: ignore[return-value]
        if above != 0:
            return None
        mine, other = derivative(mine), derivative(other)
    raise NotClosed("densities that vanish at one point")
