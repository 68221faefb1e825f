"""A number as it is reported: exactly, as a text, and in decimals below and above it."""

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
    return Figure(brief(Fraction(value)), *balls.rounded(Fraction(value), DIGITS))


def logarithm(ratio: Fraction) -> Figure:
    """ln of a rational, without factoring it."""
    if ratio == 1:
        return figure(Fraction(0))
    return Figure(f"ln({brief(ratio)})", *balls.bracket(lambda: balls.ln_of(ratio), DIGITS))


def linear(above: Fraction, below: Fraction, exponential: Exponential) -> Figure:
    """above - below*exp(eps)."""
    if exponential.rational is not None:
        return figure(above - below * exponential.rational)
    if below == 0:
        return figure(above)
    low, high = balls.bracket(lambda: balls.rational(above) - balls.rational(below) * exponential.enclosure(), DIGITS)
    return Figure(f"{brief(above)} - {brief(below)}*exp({exponential.eps})", low, high)


def brief(value: Fraction) -> str:
    """A rational in full while that is readable, else abridged with the number of its digits."""
    text = _digits(value.numerator)
    return text if value.denominator == 1 else f"{text}/{_digits(value.denominator)}"


LONGEST = 40


def _digits(number: int) -> str:
    if number.bit_length() < 120:
        return str(number)
    sign, size = ("-", -number) if number < 0 else ("", number)
    digits = int(size.bit_length() * 30103 // 100000) + 1  # at least as many as it has, at most one more
    if 10 ** (digits - 1) > size:
        digits -= 1
    if digits <= LONGEST:
        return str(number)
    return f"{sign}{size // 10 ** (digits - 8)}...{size % 10**4:04d}[{digits} digits]"


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
