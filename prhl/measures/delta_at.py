"""delta at a given epsilon: the hockey-stick divergence.

    delta(eps) = max over ordered pairs of sum over y of max(0, p(y) - E q(y)),   E = exp(eps)

The smallest delta for which the channel is (eps, delta)-differentially private on these pairs: p(S) - E q(S) is
largest for the event S of all y with p(y) > E q(y) (thesis, Theorem 1). At eps = 0 it is the total variation.

Pitfall: the terms are added up over outputs. The largest single p(y) - E q(y) is too small a delta.

Missing mass. With a and b missing in p and q, and H the sum over what is listed: H - E b <= delta <= H + a. The event
S of the listed outputs has p(S) - E (q(S) + b) at least; and the runs that p lacks add at most a to any event. It is
rows that compute it (`exact/rows`), for checks and for this shelf alike.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.closeness.epsilon_delta import Delta, delta_of, smallest_delta
from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Order, listed
from prhl.measures.pairs import distinct_orders
from prhl.numbers import Exact, Exponential, Number


def delta(
    p: Sequence[Exact], q: Sequence[Exact], growth: Exponential, missing: tuple[Exact, Exact] = (0, 0)
) -> Between:
    """The smallest delta of one ordered pair of rows."""
    return between(delta_of(listed(p, missing[0]), listed(q, missing[1]), growth, (0, 1)))


def between(found: Delta) -> Between:
    """Where it lies."""
    growth, slack = found.exponential, found.slack
    value: Number = found.above - found.below * growth.value if found.below != 0 else found.above
    if not any(slack):
        return exactly(value)
    least = value - slack[0] * growth.value if slack[0] != 0 else value
    return Between(least if least > 0 else Fraction(0), value + slack[1])


def largest_delta(matrix: Matrix, orders: Iterable[Order], growth: Exponential) -> Delta:
    """The smallest delta over ordered pairs of inputs."""
    return smallest_delta(matrix.listed, matrix.listed, distinct_orders(matrix, orders), growth)


def total_variation(matrix: Matrix, orders: Iterable[Order]) -> Delta:
    """The largest difference of probabilities that any event shows between two inputs."""
    key = tuple(orders)
    if key not in matrix.variations:
        matrix.variations[key] = largest_delta(matrix, key, Exponential(Fraction(0)))
    found: Delta = matrix.variations[key]
    return found
