"""Numbers rounded up and never down: of a delta that is charged the last digits may be too much, not too little."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure

BITS = 256
DIGITS = 30  # of the bound
LEAST = Fraction(1, 10**40)  # bounds below are not told apart


def above(exactly: balls.Enclosure) -> Fraction:
    """Rounded up; what is very small becomes small, which is larger, and what is above 1 becomes 1."""
    before = ctx.prec
    ctx.prec = BITS
    try:
        ball = exactly()
        if ball < balls.rational(LEAST):
            return LEAST
    finally:
        ctx.prec = before
    high = balls.enclose(lambda: ball, BITS)[1]
    return min(Fraction(1), max(LEAST, balls.outward(high, high, DIGITS)[1]))


def computed(numbers: Sequence[Number], formula: Callable[..., Any]) -> Fraction:
    """A probability: exact where all numbers are rational, else rounded up."""
    rational = [Fraction(value) for value in numbers if isinstance(value, int | Fraction)]
    if len(rational) == len(numbers):
        return min(Fraction(1), max(Fraction(0), Fraction(formula(*rational))))
    return above(lambda: formula(*[enclosure(value) for value in numbers]))


def largest(values: Sequence[Any]) -> Any:
    """The largest of rationals, or of enclosures."""
    found = values[0]
    for value in values[1:]:
        found = found.max(value) if isinstance(found, arb) else max(found, value)
    return found
