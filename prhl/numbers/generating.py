"""Products of generating functions: how sums of independent integers that were drawn are distributed."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpz_poly

from prhl.numbers.logs import Exact
from prhl.numbers.magnitude import Inexact

Points = Sequence[tuple[int, Exact]]
WORK = 40_000  # products of masses that are no rationals


def product(first: Points, second: Points) -> list[tuple[int, Exact]]:
    """The masses of the sum; rational ones are multiplied as polynomials with integer coefficients."""
    low = first[0][0] + second[0][0]
    if all([isinstance(mass, int | Fraction) for _, mass in (*first, *second)]):
        (one, below), (other, under) = _polynomial(first), _polynomial(second)
        coefficients = (one * other).coeffs()
        return [(low + k, Fraction(int(c), below * under)) for k, c in enumerate(coefficients) if c]
    if len(first) * len(second) > WORK:
        raise Inexact("a sum of draws with many irrational masses")
    found: dict[int, Any] = {}
    for t, mass in first:
        for s, factor in second:
            found[t + s] = found[t + s] + mass * factor if t + s in found else mass * factor
    return sorted([(at, mass) for at, mass in found.items() if mass != 0], key=lambda point: point[0])


def _polynomial(points: Points) -> tuple[fmpz_poly, int]:
    """The masses in front of powers, the first point being the power 0, over one denominator."""
    low, high = points[0][0], points[-1][0]
    below = lcm(*[mass.denominator for _, mass in points])  # type: ignore[union-attr]  # rational
    coefficients = [0] * (high - low + 1)
    for t, mass in points:
        coefficients[t - low] = int(mass * below)
    return fmpz_poly(coefficients), below
