"""Which of two products is larger: certified balls around the factors decide it, and the products where these meet.

Weights of rows are compared crosswise, p/P with q/Q by p*Q and q*P. The balls of weights are computed once, so that
most of these comparisons multiply no polynomials.
"""

from typing import Any

from prhl.numbers import balls
from prhl.numbers.exp_epsilon import Exponential
from prhl.numbers.logs import over, sign
from prhl.numbers.quotients import crosswise, quick

LONG = 2_048  # bits of a product that is worth a look before it is computed
FIRST = 64  # bits of a factor that are looked at


def exceeds(a: Any, b: Any, c: Any, d: Any) -> bool:
    """Whether a*b > c*d."""
    return order(a, b, c, d) > 0


def order(a: Any, b: Any, c: Any, d: Any) -> int:
    """The sign of a*b - c*d, decided or Inexact."""
    if type(a) is int and type(b) is int and type(c) is int and type(d) is int:
        return _order_of_integers(a, b, c, d)
    factors = [quick(a), quick(b), quick(c), quick(d)]
    if None not in factors:
        found = balls.order(factors, None)  # type: ignore[arg-type]  # just looked
        if found:
            return found
        return crosswise((a, b), (c, d))
    return sign(a * b - c * d)


def exceeds_at(growth: Exponential, a: Any, b: Any, c: Any, d: Any) -> bool:
    """Whether a*b > E*c*d, E = exp(eps), for positive numbers."""
    if type(a) is int and type(b) is int and type(c) is int and type(d) is int:
        return growth.exceeded_by(a, c) if b == d else growth.exceeded_by(a * b, c * d)
    factors = [quick(a), quick(b), quick(c), quick(d)]
    if None not in factors and not growth.huge:
        found = balls.order(factors, growth.ball)  # type: ignore[arg-type]  # just looked
        if found:
            return found > 0
    return growth.compare(over(a * b, c * d)) > 0


def _order_of_integers(a: int, b: int, c: int, d: int) -> int:
    """By the first bits of the factors where these tell: n lies between m*2^k and (m + 1)*2^k, m being its first bits.
    Of numbers that are not negative."""
    longest = max(a.bit_length() + b.bit_length(), c.bit_length() + d.bit_length())
    if longest > LONG and min(a, b, c, d) >= 0:
        shifts = [max(0, n.bit_length() - FIRST) for n in (a, b, c, d)]
        p, q, r, s = [n >> k for n, k in zip((a, b, c, d), shifts, strict=True)]
        apart = shifts[0] + shifts[1] - shifts[2] - shifts[3]
        left, right = (apart, 0) if apart > 0 else (0, -apart)
        if p * q << left >= (r + 1) * (s + 1) << right:
            return 1
        if (p + 1) * (q + 1) << left <= r * s << right:
            return -1
    difference = a * b - c * d
    return (difference > 0) - (difference < 0)
