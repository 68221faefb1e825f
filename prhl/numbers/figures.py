"""A number as it is reported: exactly, as a text, and in decimals below and above it."""

import re
from dataclasses import dataclass
from fractions import Fraction

from prhl.numbers import balls
from prhl.numbers.exponential import Exponential
from prhl.numbers.logs import Log, Number

DIGITS = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """`exact` is None where only bounds are known; an end that is None is infinite."""

    exact: str | None
    low: Fraction | None
    high: Fraction | None


INFINITE = Figure("inf", None, None)


def figure(value: Number) -> Figure:
    if isinstance(value, Log):
        return Figure(str(value), *balls.bracket(value.enclosure, DIGITS))
    return Figure(written(Fraction(value)), *balls.rounded(Fraction(value), DIGITS))


def logarithm(ratio: Fraction) -> Figure:
    """ln of a rational, without factoring it."""
    if ratio == 1:
        return figure(Fraction(0))
    return Figure(f"ln({written(ratio)})", *balls.bracket(lambda: balls.ln_of(ratio), DIGITS))


def linear(above: Fraction, below: Fraction, exponential: Exponential) -> Figure:
    """above - below*exp(eps)."""
    if exponential.rational is not None:
        return figure(above - below * exponential.rational)
    if below == 0:
        return figure(above)
    low, high = balls.bracket(lambda: balls.rational(above) - balls.rational(below) * exponential.enclosure(), DIGITS)
    return Figure(f"{written(above)} - {written(below)}*exp({exponential.eps})", low, high)


def written(value: Fraction | int) -> str:
    """A rational in full, however long."""
    value = Fraction(value)
    text = _digits(value.numerator)
    return text if value.denominator == 1 else f"{text}/{_digits(value.denominator)}"


def _digits(number: int) -> str:
    """Python writes at most a few thousand digits at a time."""
    if number < 0:
        return "-" + _digits(-number)
    if number.bit_length() < 10_000:
        return str(number)
    half = number.bit_length() * 30103 // 200_000  # about half of its decimal digits
    above, below = divmod(number, 10**half)
    return _digits(above) + _digits(below).rjust(half, "0")


LONGEST = 24  # digits in a row that people are shown


def abridged(text: str) -> str:
    """The text with the middle of long numbers left out."""
    return _LONG.sub(lambda run: f"{run[0][:8]}...{run[0][-4:]}[{len(run[0])} digits]", text)


_LONG = re.compile(rf"[0-9]{{{LONGEST + 1},}}")


def decimal(value: Fraction | None) -> str:
    """A rounded decimal, written out; None is infinite."""
    if value is None:
        return "inf"
    sign, value = ("-", -value) if value < 0 else ("", value)
    whole, rest = divmod(value, 1)
    digits = ""
    while rest and len(digits) < 60:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return f"{sign}{whole}" + (f".{digits}" if digits else "")
