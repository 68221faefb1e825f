"""Quotients of open numbers, and conditions on them, as terms over variables: what the proof road reads of them."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from prhl.logic.build import at_most, both, equal, less, number, quotient, times, total, widen
from prhl.logic.terms import Apply, Constant, Term, Variable
from prhl.logic.types import REAL
from prhl.numbers.open_quotients import OpenQuotient
from prhl.numbers.open_texts import Side, factored, in_order
from prhl.numbers.polynomial_regions import Condition, Region, Relation, facts
from prhl.numbers.polynomials import terms
from prhl.numbers.varying import Symbols

Names = Mapping[str, Variable]

_COMPARED: dict[Relation, Callable[[Term, Term], Term]] = {
    "lt": less,
    "le": at_most,
    "eq": equal,
    "ge": lambda left, right: at_most(right, left),
    "gt": lambda left, right: less(right, left),
}


def term_of(value: Any, names: Names) -> Term:
    """A number of a region, in factors that are positive where they can be."""
    if not isinstance(value, OpenQuotient):
        return Constant(Fraction(value), REAL)
    symbols = value.region.symbols
    if value.under.is_constant():
        above, below = _polynomial(value.over, symbols, names), int(value.under.leading_coefficient())
        return above if below == 1 else quotient(above, number(below))
    found = factored(value)
    over, under = [_product(side, symbols, names) for side in (found.over, found.under)]
    if any(found.exponents):
        over.append(_exponential(found.exponents, symbols, names))
    term = reduce(times, over) if over else Constant(Fraction(1), REAL)
    term = quotient(term, reduce(times, under)) if under else term
    return term if found.sign > 0 else Apply("neg", (term,), REAL)


def condition_of(region: Region, names: Names) -> Term:
    """What describes a region, but for what is true of every exponential."""
    told = region.conditions[len(facts(region.symbols)) :]
    return both([_condition(one, region.symbols, names) for one in told])


def _condition(condition: Condition, symbols: Symbols, names: Names) -> Term:
    """With the constant on the other side."""
    poly, relation = condition
    constant = symbols.constant(terms(poly).get((0,) * (2 * len(symbols.names)), 0))
    return _COMPARED[relation](_polynomial(poly - constant, symbols, names), _polynomial(-constant, symbols, names))


def _product(side: Side, symbols: Symbols, names: Names) -> list[Term]:
    found: list[Term] = [] if side.content == 1 else [Constant(Fraction(side.content), REAL)]
    return found + [_power(_polynomial(factor, symbols, names), power) for factor, power in side.factors]


def _polynomial(poly: Any, symbols: Symbols, names: Names) -> Term:
    size = len(symbols.names)
    parts: list[Term] = []
    for exponents, c in in_order(poly):
        powers = zip(symbols.names, exponents[:size], strict=True)
        factors = [_power(widen(names[name], REAL), e) for name, e in powers if e]
        if any(exponents[size:]):
            factors.append(_exponential([-e for e in exponents[size:]], symbols, names))
        parts.append(_multiple(Fraction(c), reduce(times, factors) if factors else None))
    return total(parts)


def _power(base: Term, exponent: int) -> Term:
    return base if exponent == 1 else Apply("pow", (base, number(exponent)), REAL)


def _exponential(parts: Sequence[int], symbols: Symbols, names: Names) -> Term:
    """exp of the sum of x_i * parts_i/n_i."""
    found = zip(symbols.names, parts, symbols.steps, strict=True)
    slopes = [(widen(names[name], REAL), Fraction(part, steps)) for name, part, steps in found if part]
    return Apply("exp", (total([_multiple(c, x) for x, c in slopes]),), REAL)


def _multiple(c: Fraction, term: Term | None) -> Term:
    """c times a term, or c itself."""
    size = Constant(abs(c), REAL)
    found = size if term is None else term if abs(c) == 1 else times(size, term)
    return found if c >= 0 else Apply("neg", (found,), REAL)
