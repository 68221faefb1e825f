"""Certified enclosures by `arb`: what is printed in decimals, and the order of numbers that are known to differ.

Nothing here decides equality. Callers ask for the order of two numbers only after equality was
excluded symbolically, so that growing precision must separate them; if it does not, nobody guesses.
"""

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

Enclosure = Callable[[], arb]
"""Computes an enclosure at the precision that is set."""

PRECISIONS = (64, 128, 256, 1024, 4096, 16384)


def rational(value: Fraction | int) -> arb:
    value = Fraction(value)
    return arb(fmpq(fmpz(value.numerator), fmpz(value.denominator)))


def ln_of(value: Fraction | int) -> arb:
    """ln of a positive rational, as a difference of logarithms of integers when these are long."""
    value = Fraction(value)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) < 512:
        return rational(value).log()
    return arb(fmpz(value.numerator)).log() - arb(fmpz(value.denominator)).log()


def exp_of(value: arb) -> arb:
    return value.exp()


def sign_of(enclosure: Enclosure) -> int | None:
    """-1, 0 or 1 where some precision separates the number from zero or shows that it is zero; else None."""
    for precision in PRECISIONS:
        ball = _at(precision, enclosure)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if ball.is_zero():
            return 0
    return None


def _at(precision: int, enclosure: Enclosure) -> arb:
    before = ctx.prec
    ctx.prec = precision
    try:
        return enclosure()
    finally:
        ctx.prec = before


def enclose(enclosure: Enclosure, precision: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above the number."""
    ball = _at(precision, enclosure)
    return _fraction(ball.lower()), _fraction(ball.upper())


def bracket(enclosure: Enclosure, digits: int = 7) -> tuple[Fraction, Fraction]:
    """Decimals of so many digits below and above the number, as close as they come."""
    for precision in PRECISIONS:
        ball = _at(precision, enclosure)
        if not ball.is_finite():
            continue
        low, high = _fraction(ball.lower()), _fraction(ball.upper())
        unit = _unit(max(abs(low), abs(high)), digits)
        floor, ceiling = (low // unit) * unit, -((-high) // unit) * unit
        if ceiling - floor <= unit or precision == PRECISIONS[-1]:
            return floor, ceiling
    raise ArithmeticError("no finite enclosure")


def rounded(value: Fraction, digits: int = 7) -> tuple[Fraction, Fraction]:
    """Decimals below and above a rational; itself twice if it has no more digits than that."""
    if value == 0:
        return value, value
    unit = _unit(abs(value), digits)
    return (value // unit) * unit, -((-value) // unit) * unit


def _unit(size: Fraction, digits: int) -> Fraction:
    """The place of the last of `digits` significant digits."""
    if size == 0:
        return Fraction(1, 10**digits)
    exponent = 0
    while size >= 10:
        size /= 10
        exponent += 1
    while size < 1:
        size *= 10
        exponent -= 1
    return Fraction(10) ** (exponent - digits + 1)


def _fraction(exact: arb) -> Fraction:
    parts = exact.man_exp()
    return int(parts[0]) * Fraction(2) ** int(parts[1])
