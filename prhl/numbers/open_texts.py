"""Quotients of open numbers and their logarithms, written as a user would: in factors, each positive if it can be.

What is written is read by the parser as the same number.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpz_mpoly

from prhl.numbers.magnitude import Inexact
from prhl.numbers.polynomials import factors, terms, univariate
from prhl.numbers.varying import Region, Split, Symbols

if TYPE_CHECKING:
    from prhl.numbers.open_quotients import OpenLog, OpenQuotient


def quotient_text(number: "OpenQuotient") -> str:
    """`(2 - p)/(1 - p)`, `2*p*(1 - p)*exp(-eps)`; a polynomial over a number is not factored."""
    symbols = number.region.symbols
    if number.under.is_constant():
        below = int(number.under.leading_coefficient())
        text = polynomial_text(number.over, symbols)
        return text if below == 1 else f"{_bracketed(text, '+-')}/{below}"
    found = factored(number)
    over, under = [
        ([] if side.content == 1 else [str(side.content)])
        + [
            text if power == 1 else f"{_bracketed(text, '+-*/')}^{power}"
            for text, power in [(polynomial_text(factor, symbols), power) for factor, power in side.factors]
        ]
        for side in (found.over, found.under)
    ]
    if exponential := _exponential_text(list(found.exponents), symbols):
        over.append(exponential)
    above = _product(over)
    text = f"{_bracketed(above, '+-')}/{_bracketed(_product(under), '+-*/')}" if under else above
    return text if found.sign > 0 else f"-{_bracketed(text, '+-')}"


class Side(NamedTuple):
    """A product of a positive number and of polynomials to powers."""

    content: int
    factors: tuple[tuple[fmpz_mpoly, int], ...]


class Factored(NamedTuple):
    """sign * over/under * exp of the sum of x_i * exponents_i/n_i; a negative factor is turned."""

    sign: int
    over: Side
    under: Side
    exponents: tuple[int, ...]


def factored(number: "OpenQuotient") -> Factored:
    symbols = number.region.symbols
    sign, sides, exponents = 1, [], [0] * len(symbols.names)
    for poly, side in ((number.over, 1), (number.under, -1)):
        content, parts = factors(poly)
        sign *= 1 if content > 0 else -1
        kept = []
        for factor, power in parts:
            if (at := _exponential(factor, symbols)) is not None:
                exponents[at] -= side * power
                continue
            flipped = _is_negative(factor, number.region)
            sign *= -1 if flipped and power % 2 else 1
            kept.append((-factor if flipped else factor, power))
        sides.append(Side(abs(content), tuple(kept)))
    return Factored(sign, sides[0], sides[1], tuple(exponents))


def _product(factors: list[str]) -> str:
    return factors[0] if len(factors) == 1 else "*".join([_bracketed(factor, "+-") for factor in factors]) or "1"


def _bracketed(text: str, signs: str) -> str:
    """In brackets if one of the signs stands outside of all brackets."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign in signs:
            return f"({text})"
    return text


def _exponential(factor: fmpz_mpoly, symbols: Symbols) -> int | None:
    """The index of the exponential that a factor is."""
    size = len(symbols.names)
    degrees = factor.degrees()
    if len(factor) == 1 and sum(degrees) == 1 and sum(degrees[size:]) == 1:
        return [int(d) for d in degrees[size:]].index(1)
    return None


def _exponential_text(parts: list[int], symbols: Symbols) -> str:
    """exp of the sum of x_i * parts_i/n_i."""
    found = [
        (Fraction(part, n), name) for part, n, name in zip(parts, symbols.steps, symbols.names, strict=True) if part
    ]
    return f"exp({_sum([(c, name) for c, name in found])})" if found else ""


def exponent_text(slopes: tuple[Fraction, ...], symbols: Symbols) -> str:
    return _sum([(slope, name) for slope, name in zip(slopes, symbols.names, strict=True) if slope])


def polynomial_text(poly: fmpz_mpoly, symbols: Symbols) -> str:
    size = len(symbols.names)
    found: list[tuple[Fraction, str]] = []
    for exponents, c in in_order(poly):
        parts = [
            name if e == 1 else f"{name}^{e}" for name, e in zip(symbols.names, exponents[:size], strict=True) if e
        ]
        exponential = _exponential_text([-e for e in exponents[size:]], symbols)
        found.append((Fraction(c), "*".join([*parts, *([exponential] if exponential else [])])))
    return _sum(found)


def in_order(poly: fmpz_mpoly) -> list[tuple[tuple[int, ...], int]]:
    """The terms from the highest power on, or from the lowest if the highest has a negative coefficient."""
    found = list(terms(poly).items())
    return found[::-1] if found and found[0][1] < 0 else found


def _sum(parts: list[tuple[Fraction, str]]) -> str:
    text = ""
    for c, what in parts:
        size = abs(c)
        above = str(size.numerator) if not what else what if size.numerator == 1 else f"{size.numerator}*{what}"
        word = above if size.denominator == 1 else f"{above}/{size.denominator}"
        text += f" {'-' if c < 0 else '+'} {word}" if text else ("-" if c < 0 else "") + word
    return text or "0"


_TURNED = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}


def condition_text(poly: fmpz_mpoly, relation: str, symbols: Symbols) -> str:
    """A polynomial and how it stands to 0: `p < 1/2` if one number occurs alone, else `p + q - 1 < 0`."""
    used = [at for at, degree in enumerate(poly.degrees()) if degree]
    if len(used) == 1 and used[0] < len(symbols.names) and poly.degrees()[used[0]] == 1:
        line = univariate(poly, used[0])
        bound = Fraction(-int(line[0]), int(line[1]))
        return f"{symbols.names[used[0]]} {relation if line[1] > 0 else _TURNED[relation]} {bound}"
    return f"{polynomial_text(poly, symbols)} {relation} 0"


def _is_negative(factor: fmpz_mpoly, region: Region) -> bool:
    try:
        return region.sign(factor) < 0
    except (Split, Inexact):
        return False


def log_text(number: "OpenLog") -> str:
    """`ln((2 - p)/(1 - p))`, `eps + ln(2)`, `ln(p)/2`."""
    from prhl.numbers.open_quotients import OpenQuotient

    inside, parts = number.inside, []
    if isinstance(inside, OpenQuotient):
        slopes, inside = without_exponentials(inside)
        if any(slopes):
            text = exponent_text(tuple([slope * number.scale for slope in slopes]), number.inside.region.symbols)
            parts.append(text)
    if inside != 1:
        text = f"ln({inside})"
        n, k = number.scale.numerator, number.scale.denominator
        text = text if n == 1 else f"-{text}" if n == -1 else f"{n}*{text}"
        parts.append(text if k == 1 else f"{text}/{k}")
    if number.c:
        parts.append(str(number.c))
    return " + ".join(parts).replace("+ -", "- ") or "0"


def without_exponentials(number: "OpenQuotient") -> tuple[tuple[Fraction, ...], "OpenQuotient | Fraction | int"]:
    """The a with number = exp(a x) * rest, and the rest, which no power of an exponential divides."""
    from prhl.numbers.open_quotients import quotient

    symbols = number.region.symbols
    over, under, slopes = number.over, number.under, []
    for at, n in enumerate(symbols.steps):
        power = 0
        t = symbols.exponential(at)
        for side in (1, -1):
            poly = over if side == 1 else under
            least = min([int(e[len(symbols.names) + at]) for e in poly.to_dict()], default=0)
            power -= side * least
            poly = poly / t**least
            over, under = (poly, under) if side == 1 else (over, poly)
        slopes.append(Fraction(power, n) if power else Fraction(0))
    return tuple(slopes), quotient(over, under, number.region)
