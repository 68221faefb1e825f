"""Polynomials in one variable with integer coefficients, as generating functions: the weight of k stands before x^k."""

from typing import Any

from flint import fmpz_poly

Series = fmpz_poly


def shifted(weight: Any, by: int) -> Any:
    """Every number raised by `by`, which is not negative."""
    return (weight if isinstance(weight, Series) else Series([weight])).left_shift(by)


def total(weight: Any) -> int:
    """What all coefficients add up to."""
    return int(weight(1)) if isinstance(weight, Series) else weight


def terms(weight: Any) -> list[tuple[int, int]]:
    """The numbers with their weights."""
    coefficients = weight.coeffs() if isinstance(weight, Series) else [weight]
    return [(k, int(c)) for k, c in enumerate(coefficients) if c]


def length(weight: Any) -> int:
    return len(weight) if isinstance(weight, Series) else 1
