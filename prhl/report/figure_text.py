"""A figure, written for people and for machines."""

from fractions import Fraction
from typing import Any

from prhl.numbers.figures import Figure, abridged, decimal

Json = dict[str, Any]

SMALLEST = 5e-324  # the least positive float
LONGEST = 72  # characters of an exact number that people are shown


def figure_text(figure: Figure) -> str:
    """`ln(3) <= 1.098613`: exactly, and in decimals rounded up; a bound says that it is one."""
    if figure.exact == "inf":
        return "infinite"
    if figure.exact is None:
        low, high = decimal(figure.low), decimal(figure.high)
        return f"between {low} and {high}" if figure.high is not None else f"at least {low}"
    if figure.high is None:  # it depends on a parameter
        return figure.exact if len(figure.exact) <= LONGEST else "a long expression"
    high = decimal(figure.high)
    sign = "=" if figure.low == figure.high else "<="
    exact = abridged(figure.exact)
    return exact if exact == high else f"{exact if len(exact) <= LONGEST else '(...)'} {sign} {high}"


def figure_json(figure: Figure | None) -> Json | None:
    if figure is None:
        return None
    return {"exact": figure.exact, "low": _number(figure.low), "high": _number(figure.high, up=True)}


def _number(value: Fraction | None, up: bool = False) -> float | int | None:
    """The decimal as JSON writes it; it has few digits, so reading it back loses nothing."""
    if value is None:
        return None
    if value.denominator == 1:
        return int(value)
    found = float(decimal(value))
    return SMALLEST if up and found == 0 and value > 0 else found
