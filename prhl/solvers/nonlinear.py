"""How much of its steps z3 may give to polynomials.

z3 decides systems of polynomials by cylindrical algebraic decomposition (nlsat). One of its steps there is an
operation on polynomials that grow with every variable that is eliminated, and may take seconds; elsewhere a million
steps take about one. So what it may spend on a question with nlsat is a share that is read off the products before
asking; when the share is used up the question is asked again without nlsat, with all of the steps.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import z3

GENEROUS = 12  # the share is all of the steps up to this weight
LEAST = 25_000  # steps; with fewer nlsat is not begun
MOST_UNKNOWNS = 4  # that are eliminated; further ones seldom meet these
LOWEST_DEGREE = 3  # products of two in several unknowns grow as fast as those of three do
WORD = 32  # bits of a coefficient that cost nothing
NLSAT = ("arith.nl.nra", "arith.nl.nra_check_assignment")  # both ways in which z3 comes to it
_SUMS = (z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS, z3.Z3_OP_TO_REAL)
_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Size:
    """Of a polynomial: its degree, the bits of its coefficients and the unknowns in it, at most."""

    degree: int
    bits: int
    unknowns: frozenset[int]


def weight(products: Iterable[Any]) -> int:
    """About how large what is eliminated becomes: w * d^(n+1), for n unknowns, degree d >= 3, coefficients of w words.

    A quotient a/b is q with q*b = a; elsewhere q is as good as the unknowns in it.
    """
    memo: dict[int, _Size] = {}
    found = [size for product in products if (size := _equation(product, memo)).degree > 1]
    if not found:
        return 0
    unknowns = _NOTHING.union(*[size.unknowns for size in found])
    degree, words = (
        max([LOWEST_DEGREE, *[size.degree for size in found]]),
        1 + max([size.bits for size in found]) // WORD,
    )
    return int(degree ** (1 + min(len(unknowns), MOST_UNKNOWNS))) * words


def share(steps: int, products: Iterable[Any]) -> int:
    """The steps, of so many, that may be taken with nlsat."""
    heavy = weight(products)
    if heavy <= GENEROUS:
        return steps
    granted = steps * GENEROUS // heavy
    return granted if granted >= LEAST else 0


def without(solver: Any) -> None:
    """No nlsat in this solver."""
    for name in NLSAT:
        solver.set(name, False)


def _equation(value: Any, memo: dict[int, _Size]) -> _Size:
    if not z3.is_div(value):
        return _size(value, memo)
    above, below = [_size(part, memo) for part in value.children()]
    return _Size(max(above.degree, 1 + below.degree), max(above.bits, below.bits), above.unknowns | below.unknowns)


def _size(value: Any, memo: dict[int, _Size]) -> _Size:
    known = memo.get(value.get_id())
    if known is None:
        known = memo[value.get_id()] = _measured(value, memo)
    return known


def _measured(value: Any, memo: dict[int, _Size]) -> _Size:
    if z3.is_int_value(value):
        return _Size(0, value.as_long().bit_length(), _NOTHING)
    if z3.is_rational_value(value):
        length = max(value.numerator_as_long().bit_length(), value.denominator_as_long().bit_length())
        return _Size(0, length, _NOTHING)
    kind = value.decl().kind() if z3.is_app(value) else None
    if kind not in (*_SUMS, z3.Z3_OP_MUL, z3.Z3_OP_DIV, z3.Z3_OP_ITE):
        return _Size(1, 0, frozenset([value.get_id()]))
    parts = [_size(part, memo) for part in value.children() if z3.is_arith(part)]
    bits, unknowns = [size.bits for size in parts], _NOTHING.union(*[size.unknowns for size in parts])
    degrees = [size.degree for size in parts]
    if kind == z3.Z3_OP_DIV:
        return _Size(1 if unknowns else 0, max(bits), unknowns)
    if kind == z3.Z3_OP_MUL:
        return _Size(sum(degrees), sum(bits), unknowns)
    return _Size(max(degrees), max(bits), unknowns)
