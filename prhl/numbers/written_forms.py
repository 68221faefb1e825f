"""Exact numbers as expressions: which sums, products, powers, logarithms each is, for those who write them elsewhere.

A writer says what it makes of each of these (`Algebra`): SymPy's expressions (`as_sympy`), or formulas of LaTeX. What
is written is the number itself, since nothing is rounded and nothing goes through a text.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from flint import fmpz_mpoly

from prhl.numbers.algebraic import Point, surd
from prhl.numbers.logs import Log, Number, ln
from prhl.numbers.open_quotients import OpenLog, OpenQuotient
from prhl.numbers.open_texts import Side, factored, in_order, without_exponentials
from prhl.numbers.opened import Power, Scaled
from prhl.numbers.quotients import Basis, Quotient, largest_first
from prhl.numbers.reals import Real
from prhl.numbers.varying import Symbols, Varying

Written = TypeVar("Written")


class Algebra(Protocol[Written]):
    """What a writer makes of a number, given what it made of the parts."""

    def rational(self, value: Fraction) -> Written: ...

    def name(self, text: str, positive: bool = False) -> Written:
        """A parameter that is left open, and whether it is known to be positive."""
        ...

    def add(self, parts: Sequence[Written]) -> Written: ...

    def mul(self, parts: Sequence[Written]) -> Written: ...

    def div(self, above: Written, below: Written) -> Written: ...

    def power(self, base: Written, exponent: Fraction) -> Written: ...

    def function(self, name: str, argument: Written) -> Written:
        """`exp`, `ln`, `log2`, `sqrt`, or `theta`, the sum of exp(-c x^2) over all integers x."""
        ...


def express(value: Number | Varying | Point, algebra: Algebra[Written]) -> Written:
    """The number as the algebra writes it; a point must have a form of its own (`has_form`)."""
    match value:
        case int() | Fraction():
            return algebra.rational(Fraction(value))
        case Log():
            return _log(value, algebra)
        case Scaled(c, power):
            return _product([] if c == 1 else [algebra.rational(c)], [_unit(power, algebra)], algebra)
        case Quotient():
            return _quotient(value, algebra)
        case Real():
            return _real(value, algebra)
        case OpenQuotient():
            return _open_quotient(value, algebra)
        case OpenLog():
            return _open_log(value, algebra)
        case Point():
            return _point(value, algebra)
        case _:
            raise AssertionError(value)


def _product(first: list[Written], others: list[Written], algebra: Algebra[Written]) -> Written:
    parts = [*first, *others]
    if not parts:
        return algebra.rational(Fraction(1))
    return parts[0] if len(parts) == 1 else algebra.mul(parts)


def _unit(power: Power, algebra: Algebra[Written]) -> Written:
    base = algebra.name(power.of.name, positive=True)
    return base if power.degree == 1 else algebra.power(base, Fraction(power.degree))


def _log(value: Log, algebra: Algebra[Written]) -> Written:
    """c * ln(r)^e."""
    inside, c = value.inside()
    if inside is None:  # a rational that is too long to be written as one
        terms = [
            algebra.mul([algebra.rational(Fraction(n)), algebra.function("ln", algebra.rational(Fraction(prime)))])
            for prime, n in value.form
        ]
        found = terms[0] if len(terms) == 1 else algebra.add(terms)
    else:
        found = algebra.function("ln", algebra.rational(inside))
    size = abs(value.power)
    if size != 1:
        found = algebra.power(found, Fraction(size))
    if value.power > 0:
        return _product([] if c == 1 else [algebra.rational(c)], [found], algebra)
    below = _product([] if c.denominator == 1 else [algebra.rational(Fraction(c.denominator))], [found], algebra)
    return algebra.div(algebra.rational(Fraction(c.numerator)), below)


def _quotient(value: Quotient, algebra: Algebra[Written]) -> Written:
    monomial = value.monomial()
    if monomial is not None:
        powers = [_exponential(monomial.a, monomial.unit, algebra)] if monomial.a else []
        powers += [algebra.power(algebra.rational(Fraction(p)), r) for p, r in monomial.roots.items()]
        return _product([] if monomial.c == 1 and powers else [algebra.rational(monomial.c)], powers, algebra)
    above = _sum(value.over, value.basis, algebra)
    return above if value.under.is_one() else algebra.div(above, _sum(value.under, value.basis, algebra))


def _exponential(a: Fraction, unit: Power | None, algebra: Algebra[Written]) -> Written:
    if unit is None:
        return algebra.function("exp", algebra.rational(a))
    return algebra.function("exp", _product([] if a == 1 else [algebra.rational(a)], [_unit(unit, algebra)], algebra))


def _sum(poly: fmpz_mpoly, over: Basis, algebra: Algebra[Written]) -> Written:
    parts: list[Written] = []
    ends = len(over.roots) + 1
    for exponents, coefficient in largest_first(poly, over):
        powers: list[Written] = []
        if exponents[0]:
            powers.append(_exponential(Fraction(-exponents[0], over.steps), over.unit, algebra))
        for (p, m), e in zip(over.roots, exponents[1:ends], strict=True):
            if e:
                powers.append(algebra.power(algebra.rational(Fraction(p)), Fraction(e, m)))
        for constant, e in zip(over.constants, exponents[ends:], strict=True):
            if e:
                if constant.exponent is not None:
                    found = algebra.function("exp", express(constant.exponent, algebra))
                else:
                    found = algebra.function("ln" if constant.logarithm else "theta", express(constant.of, algebra))
                powers.append(found if e == 1 else algebra.power(found, Fraction(e)))
        parts.append(
            _product([] if coefficient == 1 and powers else [algebra.rational(Fraction(coefficient))], powers, algebra)
        )
    return parts[0] if len(parts) == 1 else algebra.add(parts)


def _real(value: Real, algebra: Algebra[Written]) -> Written:
    if value.operator == "pow":
        return algebra.power(express(value.parts[0], algebra), Fraction(value.parts[1]))
    parts: list[Any] = [express(part, algebra) for part in value.parts]
    match value.operator:
        case "add":
            return algebra.add(parts)
        case "mul":
            return algebra.mul(parts)
        case "div":
            return algebra.div(parts[0], parts[1])
        case name:
            return algebra.function(name, parts[0])


# ---- open numbers ----------------------------------------------------------------------------


def _open_quotient(value: OpenQuotient, algebra: Algebra[Written]) -> Written:
    """In factors, each positive if it can be; a polynomial over a number is not factored."""
    symbols = value.region.symbols
    if value.under.is_constant():
        above, below = _polynomial(value.over, symbols, algebra), int(value.under.leading_coefficient())
        return above if below == 1 else algebra.div(above, algebra.rational(Fraction(below)))
    found = factored(value)
    slopes = [
        Fraction(part, n) if part else Fraction(0) for part, n in zip(found.exponents, symbols.steps, strict=True)
    ]
    above = _side(found.over, found.sign, symbols, slopes, algebra)
    if found.under == Side(1, ()):
        return above
    return algebra.div(above, _side(found.under, 1, symbols, [], algebra))


def _side(side: Side, sign: int, symbols: Symbols, slopes: Sequence[Fraction], algebra: Algebra[Written]) -> Written:
    parts = [_polynomial(factor, symbols, algebra) for factor, _ in side.factors]
    powers = [
        part if power == 1 else algebra.power(part, Fraction(power))
        for part, (_, power) in zip(parts, side.factors, strict=True)
    ]
    if any(slopes):
        powers.append(algebra.function("exp", _linear(slopes, symbols, algebra)))
    content = Fraction(sign * side.content)
    return _product([] if content == 1 and powers else [algebra.rational(content)], powers, algebra)


def _polynomial(poly: fmpz_mpoly, symbols: Symbols, algebra: Algebra[Written]) -> Written:
    size, parts = len(symbols.names), []
    for exponents, c in in_order(poly):
        powers = [
            algebra.name(name) if e == 1 else algebra.power(algebra.name(name), Fraction(e))
            for name, e in zip(symbols.names, exponents[:size], strict=True)
            if e
        ]
        slopes = [Fraction(-e, n) if e else Fraction(0) for e, n in zip(exponents[size:], symbols.steps, strict=True)]
        if any(slopes):
            powers.append(algebra.function("exp", _linear(slopes, symbols, algebra)))
        parts.append(_product([] if c == 1 and powers else [algebra.rational(Fraction(c))], powers, algebra))
    if not parts:
        return algebra.rational(Fraction(0))
    return parts[0] if len(parts) == 1 else algebra.add(parts)


def _linear(slopes: Sequence[Fraction], symbols: Symbols, algebra: Algebra[Written]) -> Written:
    """The sum of slope * x."""
    parts = [
        _product([] if slope == 1 else [algebra.rational(slope)], [algebra.name(name)], algebra)
        for slope, name in zip(slopes, symbols.names, strict=True)
        if slope
    ]
    return parts[0] if len(parts) == 1 else algebra.add(parts)


def _open_log(value: OpenLog, algebra: Algebra[Written]) -> Written:
    """a x + s*ln(E) + c."""
    inside, parts = value.inside, []
    if isinstance(inside, OpenQuotient):
        slopes, inside = without_exponentials(inside)
        if any(slopes):
            symbols = value.inside.region.symbols
            parts.append(_linear([slope * value.scale for slope in slopes], symbols, algebra))
    if inside != 1:
        logarithm = algebra.function("ln", express(inside, algebra))
        n, k = [algebra.rational(Fraction(part)) for part in (value.scale.numerator, value.scale.denominator)]
        above = logarithm if value.scale.numerator == 1 else algebra.mul([n, logarithm])
        parts.append(above if value.scale.denominator == 1 else algebra.div(above, k))
    if value.c or not parts:
        parts.append(algebra.rational(value.c))
    return parts[0] if len(parts) == 1 else algebra.add(parts)


def has_form(point: Point) -> bool:
    """Whether a cut is a rational, a surd or a multiple of a logarithm; else it is known as a root of `equation`."""
    return not point.equation


def _point(point: Point, algebra: Algebra[Written]) -> Written:
    if point.rational is not None:
        return algebra.rational(point.rational)
    if not point.steps:
        middle, spread, inside = surd(point)
        root = algebra.function("sqrt", algebra.rational(Fraction(inside)))
        part = _product([] if spread == 1 else [algebra.rational(spread)], [root], algebra)
        return part if middle == 0 else algebra.add([algebra.rational(middle), part])
    assert point.root.power is not None
    k, c = point.root.power
    return express(ln(1 / c) * Fraction(point.steps, k), algebra)
