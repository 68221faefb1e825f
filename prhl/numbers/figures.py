"""A number as it is reported: exactly, as a text, and in decimals below and above it."""

import re
from dataclasses import field
from fractions import Fraction
from typing import Any

from prhl.numbers import balls
from prhl.numbers.digits import plain
from prhl.numbers.exp_epsilon import Exponential
from prhl.numbers.logs import Exact, Number, ln
from prhl.numbers.magnitude import Inexact
from prhl.numbers.quotients import Quotient
from prhl.numbers.reals import Real, enclosure
from prhl.records import dataclass

DIGITS = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """`exact` is None where only bounds are known; an end that is None is infinite."""

    exact: str | None
    low: Fraction | None
    high: Fraction | None
    value: Number | None = field(default=None, compare=False, repr=False)  # the number that `exact` writes, if finite

    def to_sympy(self) -> Any:
        """The number as a `sympy.Expr`; None where only bounds are known."""
        from prhl.numbers.as_sympy import infinite, to_sympy

        if self.value is None:
            return infinite() if self.exact == "inf" else None
        return to_sympy(self.value)


INFINITE = Figure("inf", None, None)


def figure(value: Number) -> Figure:
    if isinstance(value, int | Fraction):
        return Figure(written(value), *balls.rounded(Fraction(value), DIGITS), value)
    return _known(exact_text(value), lambda: enclosure(value), value)


def _known(exact: str | None, enclose: balls.Enclosure, value: Number) -> Figure:
    """A number with its text, if it has one, and what encloses it."""
    return Figure(exact, *balls.bracket(enclose, DIGITS), None if exact is None else value)


def exact_text(value: Number) -> str | None:
    """How a number is written; None if it is known by its enclosures alone."""
    match value:
        case int() | Fraction():
            return written(value)
        case Quotient():
            return str(value) if value.is_exact else None
        case Real(_, parts):
            return None if any([exact_text(part) is None for part in parts]) else str(value)
        case _:
            return str(value)


def logarithm(ratio: Exact) -> Figure:
    """ln of a positive number, without factoring it."""
    if ratio == 1:
        return figure(Fraction(0))
    if isinstance(ratio, int | Fraction):
        ratio = Fraction(ratio)
        return _known(f"ln({written(ratio)})", lambda: balls.ln_of(ratio), Real("ln", (ratio,)))
    if ratio.monomial() is not None or ratio.powers() is not None:
        return figure(ln(ratio))
    text = exact_text(ratio)
    return _known(None if text is None else f"ln({text})", lambda: enclosure(ratio).log(), Real("ln", (ratio,)))


def linear(above: Exact, below: Exact, exponential: Exponential) -> Figure:
    """above - below*exp(eps)."""
    if exponential.rational is not None:
        return figure(above - below * exponential.rational)
    if below == 0:
        return figure(above)
    if isinstance(above, Quotient) or isinstance(below, Quotient):
        try:
            return figure(above - below * exponential.value)
        except Inexact:  # it has no form of its own
            texts = [exact_text(above), exact_text(below)]
            exact = None if None in texts else f"({texts[0]}) - ({texts[1]})*exp({exponential.eps})"
    else:
        exact = f"{written(above)} - {written(below)}*exp({exponential.eps})"
    value = Real("add", (above, Real("mul", (-below, Real("exp", (exponential.eps,))))))
    return _known(exact, lambda: enclosure(above) - enclosure(below) * exponential.enclosure(), value)


def written(value: Exact) -> str:
    """A number in full, however long."""
    if isinstance(value, Quotient):
        return str(value)
    return plain(value)


def tiny(value: Fraction) -> str:
    """A small bound, rounded up."""
    return decimal(balls.rounded(value, 2)[1])


LONGEST = 24  # digits in a row that people are shown


def abridged(text: str) -> str:
    """The text with the middle of long numbers left out."""
    return _LONG.sub(lambda run: f"{run[0][:8]}...{run[0][-4:]}[{len(run[0])} digits]", text)


_LONG = re.compile(rf"[0-9]{{{LONGEST + 1},}}")


def decimal(value: Fraction | None, most: int = 60) -> str:
    """A rounded decimal, written out, with a power of ten if it is very small, to so many places at most; None is
    infinite."""
    if value is None:
        return "inf"
    sign, value = ("-", -value) if value < 0 else ("", value)
    exponent = 0
    if 0 < value < Fraction(1, 10**9):
        exponent = -balls.magnitude(value)
        value *= 10**exponent
    whole, rest = divmod(value, 1)
    places = ""
    while rest and len(places) < most:
        digit, rest = divmod(rest * 10, 1)
        places += str(digit)
    return f"{sign}{whole}" + (f".{places}" if places else "") + (f"e-{exponent}" if exponent else "")
