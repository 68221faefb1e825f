"""Which of two products is larger: certified balls around the factors decide it, and the products where these meet.

Weights of rows are compared crosswise, p/P with q/Q by p*Q and q*P. The balls of weights are computed once, so that
most of these comparisons multiply no polynomials.
"""

from typing import Any

from prhl.numbers import balls
from prhl.numbers.exp_epsilon import Exponential
from prhl.numbers.logs import over, sign
from prhl.numbers.quotients import crosswise, quick


def exceeds(a: Any, b: Any, c: Any, d: Any) -> bool:
    """Whether a*b > c*d."""
    return order(a, b, c, d) > 0


def order(a: Any, b: Any, c: Any, d: Any) -> int:
    """The sign of a*b - c*d, decided or Inexact."""
    if type(a) is int and type(b) is int and type(c) is int and type(d) is int:
        difference = a * b - c * d
        return (difference > 0) - (difference < 0)
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
        return growth.exceeded_by(a * b, c * d)
    factors = [quick(a), quick(b), quick(c), quick(d)]
    if None not in factors and not growth.huge:
        found = balls.order(factors, growth.ball)  # type: ignore[arg-type]  # just looked
        if found:
            return found > 0
    return growth.compare(over(a * b, c * d)) > 0
