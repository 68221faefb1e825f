"""How large a number may be that is computed with exactly.

Every number is made from others by a step (a product, a power, a quotient, exp, an enclosure as rationals). A step
whose result might be longer than this raises Inexact before it is taken, and what needed the number is not decided
here: `undecided`, `not enumerable`, `unknown`. So no single step takes long or much memory, whatever the file says, and
since the bounds are on lengths and never on time, every machine stops at the same place.
"""

from fractions import Fraction
from typing import Any

BITS = 100_000  # of a rational, numerator and denominator together; about 30,000 digits
TERMS = 10_000  # of a polynomial
ALL_BITS = 20 * BITS  # of its coefficients
FARTHEST = BITS // 2  # a number beyond 2^FARTHEST is not written out; one below 2^-FARTHEST is rounded outward


class Inexact(ArithmeticError):
    """The result is not of the form that is computed with exactly here, or is too long for it."""


def length(value: int | Fraction) -> int:
    """In bits."""
    return value.numerator.bit_length() + value.denominator.bit_length()


def fitting(value: Any) -> Any:
    """The number itself, if it is not too long a rational."""
    if isinstance(value, int | Fraction) and length(value) > BITS:
        raise too_long()
    return value


def power(base: Any, exponent: int) -> Any:
    """base^exponent."""
    if isinstance(base, int | Fraction) and length(base) * abs(exponent) > BITS and base not in (0, 1, -1):
        raise too_long()
    return base**exponent


def too_long() -> Inexact:
    return Inexact(f"a number of more than {BITS:,} bits")
