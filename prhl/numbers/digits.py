"""Rationals of any length in decimals."""

from fractions import Fraction


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
