"""Certified enclosures by `arb`: what is printed in decimals, and the order of numbers that are known to differ.

Nothing here decides equality. Callers ask for the order of two numbers only after equality was
excluded symbolically, so that growing precision must separate them; if it does not, Inexact is raised.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq, fmpz

from prhl.numbers.magnitude import FARTHEST, Inexact

Enclosure = Callable[[], arb]
"""Computes an enclosure at the precision that is set."""

PRECISIONS = (64, 128, 256, 1024, 4096, 16384)
QUICK = 128  # bits of balls that are tried before anything exact


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


def sign_of(enclosure: Enclosure, precisions: Sequence[int] = PRECISIONS) -> int | None:
    """-1, 0 or 1 where some precision separates the number from zero or shows that it is zero; else None."""
    for precision in precisions:
        ball = at(precision, enclosure)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if ball.is_zero():
            return 0
    return None


def at(precision: int, enclosure: Enclosure) -> arb:
    """The enclosure at a precision."""
    before = ctx.prec
    ctx.prec = precision
    try:
        return enclosure()
    finally:
        ctx.prec = before


def order(factors: Sequence[arb], times: arb | None) -> int:
    """The sign of a*b - c*d, or of a*b - c*d*times, of balls; 0 if they leave it open."""
    before = ctx.prec
    ctx.prec = QUICK
    try:
        left, right = factors[0] * factors[1], factors[2] * factors[3]
        if times is not None:
            right = right * times
        return 1 if left > right else -1 if left < right else 0
    finally:
        ctx.prec = before


def enclose(enclosure: Enclosure, precision: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above the number; Inexact if it is too large to be written out."""
    before = ctx.prec
    ctx.prec = precision
    try:
        ball = enclosure()
        if not ball.is_finite():
            raise Inexact("a number without a finite enclosure")
        # rounded to the precision that is set
        return _fraction(ball.lower(), upward=False), _fraction(ball.upper(), upward=True)
    finally:
        ctx.prec = before


def bracket(enclosure: Enclosure, digits: int = 7) -> tuple[Fraction, Fraction]:
    """Decimals of so many digits below and above the number, as close as they come."""
    found: tuple[Fraction, Fraction] | None = None
    for precision in PRECISIONS:
        try:
            found = outward(*enclose(enclosure, precision), digits)
        except ArithmeticError:
            continue
        if found[1] - found[0] <= _unit(max(abs(found[0]), abs(found[1])), digits):
            return found
    if found is None:
        raise Inexact("a number without a finite enclosure")
    return found


def outward(low: Fraction, high: Fraction, digits: int = 7) -> tuple[Fraction, Fraction]:
    """Decimals of so many digits below and above an interval."""
    unit = _unit(max(abs(low), abs(high)), digits)
    return (low // unit) * unit, -((-high) // unit) * unit


def rounded(value: Fraction, digits: int = 7) -> tuple[Fraction, Fraction]:
    """Decimals below and above a rational; itself twice if it has no more digits than that."""
    return (value, value) if value == 0 else outward(value, value, digits)


def _unit(size: Fraction, digits: int) -> Fraction:
    """The place of the last of `digits` significant digits."""
    if size == 0:
        return Fraction(1, 10**digits)
    return _power(magnitude(size) - digits + 1)


def magnitude(size: Fraction) -> int:
    """The e with 10^e <= size < 10^(e + 1), for a positive number."""
    exponent = (size.numerator.bit_length() - size.denominator.bit_length()) * 30103 // 100_000
    while size >= _power(exponent + 1):
        exponent += 1
    while size < _power(exponent):
        exponent -= 1
    return exponent


@lru_cache(maxsize=1024)  # far out in a tail they are long
def _power(exponent: int) -> Fraction:
    """Of 10."""
    return Fraction(10) ** exponent


def _fraction(exact: arb, upward: bool) -> Fraction:
    """A number that is known exactly; a very small one is rounded, to zero or to the least that is written out."""
    mantissa, exponent = [int(part) for part in exact.man_exp()]
    if mantissa.bit_length() + exponent > FARTHEST:
        raise Inexact(f"a number beyond 2^{FARTHEST:,}")
    if mantissa and mantissa.bit_length() + exponent < -FARTHEST:
        if (mantissa > 0) != upward:
            return Fraction(0)
        return Fraction(1 if upward else -1, 1 << FARTHEST)
    return mantissa * Fraction(2) ** exponent
