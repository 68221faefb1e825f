"""Rationals of any length in decimals."""

from decimal import Decimal
from fractions import Fraction

LONGEST = 10_000  # digits of a number that is given


def digits(number: int) -> str:
    """Python writes at most a few thousand digits at a time."""
    if number < 0:
        return "-" + digits(-number)
    if number.bit_length() < 10_000:
        return str(number)
    half = number.bit_length() * 30103 // 200_000  # about half of its decimal digits
    above, below = divmod(number, 10**half)
    return digits(above) + digits(below).rjust(half, "0")


def plain(value: int | Fraction) -> str:
    """As `str` writes it."""
    text = digits(value.numerator)
    return text if value.denominator == 1 else f"{text}/{digits(value.denominator)}"


def exactly(value: int | Fraction | Decimal | str) -> Fraction:
    """ValueError if it is no number, or one with too many digits to write out: 1e999999999."""
    _, _, power = value.lower().partition("e") if isinstance(value, str) else ("", "", "")
    far = len(power) > 6 or abs(int(power or "0")) > LONGEST
    if far or (isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > LONGEST):
        raise ValueError("a number with too many digits")
    return Fraction(value)
