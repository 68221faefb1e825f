"""Logarithms and powers to the base 2 in fixed point, the same on every machine: for proposals that decide nothing.

An integer n stands for n / 2^BITS. Both functions round to the nearest such number, and ask for more precision where
an enclosure does not tell which one that is, so that the result depends on the number alone.
"""

from fractions import Fraction

from flint import arb, ctx, fmpz

from prhl.numbers import balls

BITS = 64
ONE = 1 << BITS
PRECISIONS = (128, 256, 1024)


def fixed(value: Fraction) -> int:
    """Rounded down."""
    return value.numerator * ONE // value.denominator


def log2(number: int) -> int:
    """Of a positive number."""
    return _nearest(lambda: (arb(fmpz(number)).log() / arb(2).log() - BITS) * ONE)


def power_of_2(exponent: int) -> int:
    """2 to a number that is not above 0."""
    whole, rest = exponent >> BITS, exponent & (ONE - 1)
    if whole < -BITS - 1:
        return 0
    power = ONE if not rest else _nearest(lambda: (arb(fmpz(rest)) / ONE * arb(2).log()).exp() * ONE)
    return power >> -whole


def _nearest(enclosure: balls.Enclosure) -> int:
    before = ctx.prec
    try:
        for precision in PRECISIONS:
            ctx.prec = precision
            found = (enclosure() + arb(1) / 2).floor().unique_fmpz()
            if found is not None:
                return int(found)
    finally:
        ctx.prec = before
    raise AssertionError("a logarithm halfway between two numbers")  # it is irrational or whole
