"""Numbers in a picture: floats to draw by, and texts that are exact or say how they were rounded."""

from fractions import Fraction
from math import inf, log
from typing import Any

from prhl.numbers import balls, enclosure
from prhl.numbers.figures import Figure, decimal, figure

LONGEST = 14  # letters of an exact number


def approximate(value: Any) -> float:
    """Any exact number as a float, to draw by."""
    if isinstance(value, int | Fraction):
        try:
            return value.numerator / value.denominator
        except OverflowError:
            return inf if value > 0 else -inf
    low, high = balls.enclose(lambda: enclosure(value), 128)
    return approximate((low + high) / 2)  # which may be too large for a float, too


def approximate_ln(value: Any) -> float:
    """ln of a positive number, which itself may be too large or too small for a float."""
    size = approximate(value)
    if 0 < size < inf:
        return log(size)
    low, high = balls.enclose(lambda: enclosure(value).log(), 128)
    return float((low + high) / 2)


def numeral(value: Any, longest: int = LONGEST) -> str:
    """Exact where that is short, else a few digits that say that they are cut."""
    found = figure(value)
    if found.exact is not None and len(found.exact) <= longest:
        return found.exact
    return _digits(found, 4)


def versions(value: Any) -> list[str]:
    """The number in full, then ever shorter."""
    if not value:
        return ["0"]
    found = figure(value)
    exact = [found.exact] if found.exact is not None and len(found.exact) <= LONGEST else []
    small = found.high is not None and found.high < Fraction(1, 100)
    return [*exact, *[_digits(found, digits) for digits in (4, 3, 2)], *(["<0.01"] if small else [])]


def _digits(found: Figure, digits: int) -> str:
    """Rounded down, with `..` for the rest."""
    assert found.low is not None
    low = balls.rounded(found.low, digits)[0]
    number, dot, power = short(low).partition("\u00b7")
    if low == found.low == found.high:
        return number + dot + power
    whole, _, decimals = number.partition(".")
    zeros = digits - len((whole + decimals).lstrip("0"))
    return f"{whole}.{decimals}{'0' * zeros}..{dot}{power}"


def said(found: Figure) -> str:
    """As `figure_text` in the text report, with the signs of a picture."""
    if found.exact == "inf":
        return "infinite"
    if found.high is None:
        return f"at least {decimal(found.low)}"
    high = short(found.high)
    if found.exact is None or len(found.exact) > 2 * LONGEST:
        return high if found.low == found.high else f"at most {high}"
    if found.exact == high:
        return high
    return f"{found.exact} {'=' if found.low == found.high else chr(0x2264)} {high}"


def exactly(found: Figure) -> str:
    """What a user wrote, or its first digits."""
    if found.exact is not None and len(found.exact) <= 2 * LONGEST:
        return found.exact
    return _digits(found, 5)


def at_least(found: Figure) -> str:
    """Exact or rounded down."""
    if found.exact is not None and len(found.exact) <= LONGEST:
        return found.exact
    assert found.low is not None
    return short(balls.rounded(found.low, 3)[0])


def at_most(value: Any) -> str:
    """Two digits, rounded up."""
    high = figure(value).high
    assert high is not None
    return short(balls.rounded(high, 2)[1])


_RAISED = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def short(value: Fraction) -> str:
    """A decimal as it is; with a power of ten where it is very small or large."""
    size = abs(value)
    if not size or Fraction(1, 10_000) <= size < 1_000_000:
        return decimal(value)
    power = 0
    while size >= 10:
        size, power = size / 10, power + 1
    while size < 1:
        size, power = size * 10, power - 1
    sign = "-" if value < 0 else ""
    return f"{sign}{decimal(size)}\u00b710{str(power).translate(_RAISED)}"


def ticks(highest: Fraction | float) -> list[Fraction]:
    """0 and up to five round numbers in even steps; the last is the first that is not below `highest`."""
    bound = Fraction(highest)
    if isinstance(highest, float):  # 0.2 is a little more than 1/5
        bound *= 1 - Fraction(1, 10**12)
    unit = Fraction(1)
    while 5 * unit < bound:
        unit *= 10
    while 5 * unit >= 10 * bound:
        unit /= 10
    step = next(unit * part for part in (Fraction(1, 5), Fraction(1, 2), 1) if 5 * unit * part >= bound)
    return [step * at for at in range(-(-bound // step) + 1)]
