"""Sums of c * t^j * rate^t: what densities are made of, on ranges of integers and on intervals of reals alike."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.numbers import Exact, Quotient
from prhl.numbers.quotients import common_polynomial, span
from prhl.numbers.rates import ONE, Rate
from prhl.numbers.recurrences import Parts, Recurrent

Terms = dict[tuple[Rate, int], Exact]
"""c for every rate and power: the value at t is the sum of c * t^power * rate^t."""


class NotClosed(NotComputed):
    """What is asked for has no closed form here."""


def value(terms: Terms, t: int | Fraction) -> Exact:
    polynomials: dict[Rate, Any] = {}
    for (rate, j), c in terms.items():
        part = c * t**j if j else c
        polynomials[rate] = polynomials[rate] + part if rate in polynomials else part
    total: Any = Fraction(0)
    for rate, polynomial in polynomials.items():
        total = total + (polynomial * rate.at(t) if rate is not ONE else polynomial)
    return total  # type: ignore[no-any-return]


def at_many(terms: Terms) -> Callable[[int], Exact]:
    """The function of t whose value they are, for many t: what belongs to one rate has one denominator, so that each
    value is brought to lowest terms once."""
    groups: dict[Rate, dict[int, Exact]] = {}
    for (rate, j), c in terms.items():
        groups.setdefault(rate, {})[j] = c
    made = [_at_many(rate, powers) for rate, powers in groups.items()]
    return lambda t: sum([one(t) for one in made], Fraction(0))


def _at_many(rate: Rate, coefficients: dict[int, Exact]) -> Callable[[int], Exact]:
    if len(coefficients) == 1 or rate is ONE or span(list(coefficients.values())) is None:
        terms: Terms = {(rate, j): c for j, c in coefficients.items()}
        return lambda t: value(terms, t)
    polynomial = common_polynomial(coefficients)
    return lambda t: polynomial(t, rate.at(t))


def size(terms: Terms) -> int:
    """How much there is to compute with: the monomials of all coefficients."""
    return sum([monomials(c) for c in terms.values()])


def monomials(c: Any) -> int:
    return len(c.over) + len(c.under) if isinstance(c, Quotient) else 1


def constant(c: Exact) -> Terms:
    return {(ONE, 0): c} if c != 0 else {}


def times(terms: Terms, factor: Exact) -> Terms:
    return {key: c * factor for key, c in terms.items()}


def plus(left: Terms | None, right: Terms | None) -> Terms:
    out: dict[tuple[Rate, int], Any] = dict(left or {})
    for key, c in (right or {}).items():
        found = out[key] + c if key in out else c
        if found == 0:
            out.pop(key, None)
        else:
            out[key] = found
    return out


def product(left: Terms | None, right: Terms | None) -> Terms:
    out: dict[tuple[Rate, int], Any] = {}
    for (rate, j), c in (left or {}).items():
        for (other, k), d in (right or {}).items():
            key = (one(rate * other), j + k)
            out[key] = out[key] + c * d if key in out else c * d
    return {key: c for key, c in out.items() if c != 0}


def one(rate: Rate) -> Rate:
    """There is one rate 1."""
    return ONE if rate.is_one() else rate


def moved(terms: Terms, by: int | Fraction) -> Terms:
    """t - by in place of t: (t - by)^j rate^(t - by)."""
    out: Terms = {}
    for (rate, j), c in terms.items():
        if isinstance(rate, Recurrent):
            out = plus(out, recurring(rate.moved(whole(by)), j, c))
            continue
        scaled = c * rate.power(-by)
        out = plus(out, {(rate, k): scaled * comb(j, k) * (-by) ** (j - k) for k in range(j + 1)})
    return out


def recurring(parts: Parts, j: int, c: Exact) -> Terms:
    """A multiple of a sum of sequences that are no powers, and that nothing grows beside."""
    if j:
        raise NotClosed("a count that is weighed by itself, whose masses follow a recurrence")
    return {(part, 0): c * factor for part, factor in parts}


def whole(by: int | Fraction) -> int:
    if by.denominator != 1:
        raise NotClosed("a count that is moved by a broken number")
    return int(by)


def strided(terms: Terms, n: int, r: int) -> Terms:
    """n*t + r in place of t: (n t + r)^j rate^r (rate^n)^t."""
    out: Terms = {}
    for (rate, j), c in terms.items():
        scaled = c * rate.power(r)
        faster = ONE if rate is ONE else rate.root(Fraction(1, n))
        out = plus(out, {(faster, k): scaled * (comb(j, k) * n**k * r ** (j - k)) for k in range(j + 1) if r or k == j})
    return out


def mirrored(terms: Terms) -> Terms:
    return {(ONE if rate is ONE else rate.inverse(), j): c if j % 2 == 0 else -c for (rate, j), c in terms.items()}


def vanishing(terms: Terms, side: int) -> None:
    """Where a range is infinite its masses fall there: rates above 1 to the left (1), below 1 to the right (-1)."""
    if any([rate.sign() != side for rate, _ in terms]):
        raise NotClosed("the masses do not fall")
