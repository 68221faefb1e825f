"""Generating functions of numbers that grow along a chain: the sum of Pr[n] z^n, as a quotient of polynomials in z.

A way that adds c to a counter has the weight w z^c. Solving a chain with such weights (`absorbing`) gives for each
state the function of how large the counter is there, and it is rational. Here it is read as masses: on the residue
classes of n modulo some step, and behind finitely many first ones, they are sums of c * t^k * rate^t. By partial
fractions a factor (1 - r z)^m of the denominator gives t^k r^t for k < m, and the coefficients of these are those that
the first masses want: as many equations as unknowns, with one solution, since the rates are different and none is 0.

Pitfall.  A negative or complex r makes masses oscillate. Two of them of one absolute value may be one rate on each of
several residue classes (1/(1 - z^2) has coefficients at the even numbers only). What is left then follows a recurrence
(`recurrences`) if all numbers are rational, and else is Inexact, and never rounded.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import Any, NoReturn

from flint import fmpz_mpoly

from prhl.numbers.logs import Exact, divide
from prhl.numbers.magnitude import Inexact
from prhl.numbers.quotients import Basis, Constant, Quotient, named, quotient
from prhl.numbers.rates import Rate, rate_of
from prhl.numbers.recurrences import fractions, partial_fractions, series
from prhl.records import dataclass

HIGHEST = 24  # degree of a denominator
MOST_CLASSES = 12  # residue classes
NO_NUMBER = "a generating function, which is no number,"


def _unknown() -> NoReturn:
    raise Inexact(NO_NUMBER)


VARIABLE = Constant("z", _unknown, None)
Z = named(VARIABLE)


@dataclass(frozen=True)
class Progression:
    """The masses of first, first + step, ...: those of `heads` first, then for t = len(heads), ... a sum of
    c * t^k * rate^t, the c by rate and k."""

    first: int
    step: int
    heads: tuple[Exact, ...]
    terms: dict[tuple[Rate, int], Exact]


def progressions(function: Any) -> list[Progression]:
    """The masses that a generating function tells, on all residue classes; Inexact where they have no such form."""
    if isinstance(function, int | Fraction):
        return [Progression(0, 1, (Fraction(function),), {})]
    assert isinstance(function, Quotient)
    if VARIABLE not in function.basis.constants:
        return [Progression(0, 1, (function,), {})]
    for step in _steps(function):
        try:
            return list(_on_classes(function, step))
        except Inexact as reason:
            last = reason
    return [_recurring(function, last)]


def _recurring(function: Quotient, otherwise: Inexact) -> Progression:
    """Masses that are no sums of such powers: they follow recurrences; only where all numbers are rational."""
    basis = function.basis
    sides = [_by_powers(poly, basis) for poly in (function.over, function.under)]
    above, under = [[_number(side.get(power), basis) for power in range(max(side) + 1)] for side in sides]
    if not all([isinstance(number, int | Fraction) for number in (*above, *under)]) or len(under) > HIGHEST + 1:
        raise otherwise
    behind, parts = partial_fractions(above, under)
    terms: dict[tuple[Rate, int], Exact] = {}
    for factor, m, numerator in parts:
        terms |= {(part, 0): c for part, c in fractions(numerator, factor, m)}
    masses = series(above, under, behind + HIGHEST + 1)
    while behind < len(masses) and masses[behind] == 0:  # so that the tail begins where there is mass
        behind += 1
    return Progression(0, 1, tuple(masses[:behind]), terms)


def _steps(function: Quotient) -> list[int]:
    """1, and the step in which the powers of z in the denominator come."""
    found = gcd(*_by_powers(function.under, function.basis))
    return [1, found] if 1 < found <= MOST_CLASSES else [1]


def _on_classes(function: Quotient, step: int) -> Iterator[Progression]:
    basis = function.basis
    below = {power // step: poly for power, poly in _by_powers(function.under, basis).items()}
    if max(below) > HIGHEST:
        raise Inexact("a counter with a generating function of high degree")
    under = [_number(below.get(power), basis) for power in range(max(below) + 1)]
    poles = _poles(function.under, basis, step)
    over = _by_powers(function.over, basis)
    for first in sorted({power % step for power in over}):
        powers = {power // step: poly for power, poly in over.items() if power % step == first}
        above = [_number(powers.get(power), basis) for power in range(max(powers) + 1)]
        yield _progression(first, step, above, under, poles)


def _by_powers(poly: fmpz_mpoly, basis: Basis) -> dict[int, fmpz_mpoly]:
    """The coefficients of the powers of z."""
    place = 1 + len(basis.roots) + basis.constants.index(VARIABLE)
    found: dict[int, dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in poly.to_dict().items():
        rest = [int(e) for e in exponents]
        power, rest[place] = rest[place], 0
        found.setdefault(power, {})[tuple(rest)] = coefficient
    return {power: basis.context.from_dict(terms) for power, terms in found.items()}


def _number(poly: fmpz_mpoly | None, basis: Basis) -> Any:
    return Fraction(0) if poly is None else _without_z(quotient(basis, poly, basis.context.constant(1)))


def _without_z(value: Any) -> Any:
    """A number that does not depend on z, over a basis without it."""
    if not isinstance(value, Quotient):
        return value
    smaller = Basis(value.basis.steps, value.basis.roots, _others(value.basis), value.basis.unit)
    place = 1 + len(value.basis.roots) + value.basis.constants.index(VARIABLE)
    sides = []
    for poly in (value.over, value.under):
        terms = {tuple([int(e) for at, e in enumerate(es) if at != place]): c for es, c in poly.to_dict().items()}
        sides.append(smaller.context.from_dict(terms))
    return quotient(smaller, sides[0], sides[1])


def _others(basis: Basis) -> tuple[Constant, ...]:
    return tuple([constant for constant in basis.constants if constant != VARIABLE])


def _poles(under: fmpz_mpoly, basis: Basis, step: int) -> list[tuple[Rate, int]]:
    """The rates r with their multiplicities, where the denominator is a product of 1 - r z^step."""
    found = []
    place = 1 + len(basis.roots) + basis.constants.index(VARIABLE)
    terms = {}
    for exponents, coefficient in under.to_dict().items():
        fewer = [int(e) for e in exponents]
        fewer[place] //= step
        terms[tuple(fewer)] = coefficient
    for factor, times in basis.context.from_dict(terms).factor()[1]:
        powers = _by_powers(factor, basis)
        if set(powers) == {0}:
            continue
        if set(powers) != {0, 1}:
            raise Inexact("a counter whose masses are no sum of powers")
        rate = divide(-_number(powers[1], basis), _number(powers[0], basis))
        if not isinstance(rate, int | Fraction | Quotient) or not rate > 0:
            raise Inexact("a counter whose masses oscillate")
        found.append((rate_of(rate), int(times)))
    return found


def _progression(
    first: int, step: int, above: list[Any], under: list[Any], poles: list[tuple[Rate, int]]
) -> Progression:
    unknown = [(rate, k) for rate, times in poles for k in range(times)]
    assert len(unknown) == len(under) - 1
    behind = max(0, len(above) - len(under) + 1)  # from here on the masses follow the rule of the denominator alone
    masses = series(above, under, behind + len(unknown))
    equations = [
        [rate.power(t) * t**k if k else rate.power(t) for rate, k in unknown] + [masses[t]]
        for t in range(behind, behind + len(unknown))
    ]
    solution = _solved(equations)
    terms = {key: c for key, c in zip(unknown, solution, strict=True) if c != 0}
    return Progression(first, step, tuple(masses[:behind]), terms)


def _solved(rows: list[list[Any]]) -> list[Any]:
    """The solution of a system of equations, the right sides last in each row."""
    for at in range(len(rows)):
        pivot = next((i for i in range(at, len(rows)) if rows[i][at] != 0), None)
        if pivot is None:
            raise Inexact("a counter with two rates that are the same")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        lead = rows[at][at]
        rows[at] = [c / lead for c in rows[at]]
        for i, row in enumerate(rows):
            if i != at and row[at] != 0:
                factor = row[at]
                rows[i] = [a - factor * b for a, b in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]
