"""Where a figure lies: exactly, or between two numbers, and how that is shown."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from prhl.numbers import Exact, Inexact, Number, Quotient, Real, balls, enclosure
from prhl.numbers.figures import DIGITS, INFINITE, Figure, exact_text, figure
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Between:
    """low <= the true number <= high; None is infinite. It is exact where both ends are the same object."""

    low: Number | None
    high: Number | None

    @property
    def exact(self) -> bool:
        return self.low is self.high

    def compare(self, value: Number) -> int | None:
        """The sign of the true number minus the value; None if the bounds leave it open."""
        if self.low is None or self.low > value:
            return 1
        if self.high is not None and self.high < value:
            return -1
        return 0 if self.exact else None

    def shown(self, how: Callable[[Any], Figure] | None = None) -> Figure:
        """As a figure, under a function that does not decrease."""
        how = how or shown
        if self.low is None:
            return INFINITE
        found = how(self.low)
        if self.exact:
            return found
        return Figure(None, found.low, None if self.high is None else how(self.high).high)


def shown(value: Number) -> Figure:
    """As a figure; what is longer than Python writes is given by its decimals alone."""
    try:
        return figure(value)
    except ValueError:
        return Figure(None, *balls.bracket(lambda: enclosure(value), DIGITS))


def exactly(value: Number | None) -> Between:
    return Between(value, value)


def larger(first: Between, second: Between) -> Between:
    """Where the larger of two numbers lies."""
    return Between(_greatest(first.low, second.low), _greatest(first.high, second.high))


def _greatest(first: Number | None, second: Number | None) -> Number | None:
    if first is None or second is None:
        return None
    return second if second > first else first


def enclosed(enclosure: balls.Enclosure, bits: int = 64) -> tuple[Fraction, Fraction]:
    """Rationals below and above, as near as so many bits if some precision gives that."""
    found: tuple[Fraction, Fraction] | None = None
    for precision in balls.PRECISIONS[1:]:
        try:
            found = balls.enclose(enclosure, precision)
        except ArithmeticError:
            continue
        if (found[1] - found[0]) * 2**bits <= abs(found[1]):
            break
    if found is None:
        raise Inexact("a number that is too large, or too near to 0")
    return found


def ln_of(value: Exact) -> balls.Enclosure:
    """Encloses the logarithm of a positive number."""
    if isinstance(value, Quotient):
        return value.log_enclosure
    return lambda: balls.ln_of(value)


def log2_shown(value: Exact) -> Figure:
    """log2 of a positive number; an integer where it is one."""
    power = log2_of(value)
    if power is not None:
        return figure(power)
    text = exact_text(value)
    low, high = balls.bracket(lambda: ln_of(value)() / ln_of(2)(), DIGITS)
    return Figure(None, low, high) if text is None else Figure(f"log2({text})", low, high, Real("log2", (value,)))


def log2_of(value: Exact) -> int | None:
    """log2, where that is an integer."""
    if not isinstance(value, int | Fraction):
        return None
    above, below = value.numerator, value.denominator
    if above <= 0 or above & (above - 1) or below & (below - 1):
        return None
    return above.bit_length() - below.bit_length()
