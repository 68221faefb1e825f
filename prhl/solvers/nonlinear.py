"""How much of its steps z3 may give to polynomials.

z3 decides systems of polynomials by cylindrical algebraic decomposition (nlsat). One of its steps there is an
operation on polynomials that grow with every variable that is eliminated, and may take seconds; elsewhere a million
steps take about one. So what it may spend on a question with nlsat is a share that is read off the products before
asking; when the share is used up the question is asked again without nlsat, with all of the steps. Values and bases
grow without being counted, too: of the heaviest questions z3 sees only names for the products.
"""

from collections.abc import Iterable
from typing import Any

import z3

from prhl.records import dataclass
from prhl.solvers import direct

GENEROUS = 16  # the share is all of the steps up to this weight
LEAST = 25_000  # steps of a share; with fewer nlsat is not begun, and
HOPELESS = 3_000  # with fewer than these products are left to no engine
MOST_UNKNOWNS = 4  # that are eliminated; further ones seldom meet these
CROWDED = 7  # unknowns in products: beyond that a single step may take minutes
LOWEST_DEGREE = 3  # products of two in several unknowns grow as fast as those of three do
WORD = 32  # bits of a coefficient that cost nothing
NLSAT = ("arith.nl.nra", "arith.nl.nra_check_assignment")  # both ways in which z3 comes to it
COSTLY = ("arith.nl.grobner", "arith.nl.horner", "arith.nl.order", "arith.nl.tangents")  # and what makes long numbers
MOVING = (  # what moves values of products one after the other: in a crowd they have ever longer numbers
    "arith.nl.branching",
    "arith.nl.linearize_violated_monomials",
    "arith.nl.optimize_bounds",
    "arith.nl.propagate_linear_monomials",
    "arith.nl.reduce_pseudo_linear",
)
_SUMS = (z3.Z3_OP_ADD, z3.Z3_OP_SUB, z3.Z3_OP_UMINUS, z3.Z3_OP_TO_REAL)
_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Size:
    """Of a polynomial: its degree, the bits of its coefficients and the unknowns in it, at most."""

    degree: int
    bits: int
    unknowns: frozenset[int]


Sizes = dict[int, Size]
"""Of expressions that were met before, by identity: whoever keeps this keeps the expressions."""


def weight(products: Iterable[Any], memo: Sizes) -> int:
    """About how large what is eliminated becomes: w^2 * d^(n+1), with n unknowns, degree d >= 3, w words a number.

    A quotient a/b is q with q*b = a; elsewhere q is as good as the unknowns in it.
    """
    found = [size for product in products if (size := _equation(product, memo)).degree > 1]
    if not found:
        return 0
    unknowns = _NOTHING.union(*[size.unknowns for size in found])
    degree = max([LOWEST_DEGREE, *[size.degree for size in found]])
    words = 1 + max([size.bits for size in found]) // WORD
    return int(degree ** (1 + min(len(unknowns), MOST_UNKNOWNS))) * words**2


def crowded(products: Iterable[Any], memo: Sizes) -> bool:
    """Whether so many unknowns meet that a search, which can do without an answer, had better not ask nlsat."""
    found = [size for product in products if (size := _equation(product, memo)).degree > 1]
    return len(_NOTHING.union(*[size.unknowns for size in found])) > CROWDED


def share(steps: int, products: Iterable[Any], memo: Sizes) -> int:
    """The steps, of so many, that may be taken with nlsat."""
    return steps * GENEROUS // max(GENEROUS, weight(products, memo))


def without(solver: Any, crowd: bool = False) -> None:
    """Only what is cheap about products, in this solver: signs and monotonicity. Planes that touch a product at a model
    have ever longer numbers: with one square of a count a single step ran for minutes, and in a crowd so did one that
    only moves values."""
    for name in (*NLSAT, *COSTLY, *(MOVING if crowd else ())):
        solver.set(name, False)


def linear(assertions: list[Any], products: Iterable[Any]) -> list[Any]:
    """With a name for each product: what contradicts itself then does so with the products, too. Not the converse."""
    names = [(one, z3.Const(f"product!{n}", one.sort())) for n, one in enumerate(products)]
    return [z3.substitute(one, *names) for one in assertions]


def _equation(value: Any, memo: Sizes) -> Size:
    if direct.kind(value) != z3.Z3_OP_DIV:
        return _size(value, memo)
    above, below = [_size(part, memo) for part in direct.children(value)]
    return Size(max(above.degree, 1 + below.degree), max(above.bits, below.bits), above.unknowns | below.unknowns)


def _size(value: Any, memo: Sizes) -> Size:
    known = memo.get(value.get_id())
    if known is None:
        known = memo[value.get_id()] = _measured(value, memo)
    return known


def _measured(value: Any, memo: Sizes) -> Size:
    if z3.is_int_value(value):
        return Size(0, value.as_long().bit_length(), _NOTHING)
    if z3.is_rational_value(value):
        length = max(value.numerator_as_long().bit_length(), value.denominator_as_long().bit_length())
        return Size(0, length, _NOTHING)
    kind = direct.kind(value)
    if kind not in (*_SUMS, z3.Z3_OP_MUL, z3.Z3_OP_DIV, z3.Z3_OP_ITE):
        return Size(1, 0, frozenset([value.get_id()]))
    parts = [_size(part, memo) for part in direct.children(value) if z3.is_arith(part)]
    bits, unknowns = [size.bits for size in parts], _NOTHING.union(*[size.unknowns for size in parts])
    degrees = [size.degree for size in parts]
    if kind == z3.Z3_OP_DIV:
        return Size(1 if unknowns else 0, max(bits), unknowns)
    if kind == z3.Z3_OP_MUL:
        return Size(sum(degrees), sum(bits), unknowns)
    return Size(max(degrees), max(bits), unknowns)
