"""Lists of numbers, entry by entry: `a + b`, `a - b`, `c*a` and `a/c`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from prhl.logic import build
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL, UNKNOWN, List, Type, a_type, is_number
from prhl.source import Span

if TYPE_CHECKING:
    from prhl.typed.expressions import Elaborator


def vector(elaborate: "Elaborator", first: Term, signs: Sequence[str], rest: Sequence[Term], span: Span) -> Term:
    """A chain of like signs in which some operand is a list."""
    if signs[0] in ("+", "-"):
        return _sum(elaborate, first, signs, rest, span)
    lists = [t for t in (first, *rest) if isinstance(t.type, List)]
    divisors = [t for sign, t in zip(signs, rest, strict=True) if sign == "/"]
    if len(lists) > 1 or lists[0] in divisors:
        message = "a list of numbers is multiplied or divided by a number"
        return elaborate.error("type-mismatch", lists[-1].span, message, "`c*a` is c times every number of a")
    if not _of_numbers(lists[0].type):
        return _no_numbers(elaborate, lists[0], signs[0])
    factors = [t for t in (first, *rest) if t is not lists[0]]
    numbers, type_ = elaborate.numbers(factors, f"`{signs[0]}`")
    above = [n for n, t in zip(numbers, factors, strict=True) if t not in divisors]
    below = [n for n, t in zip(numbers, factors, strict=True) if t in divisors]
    factor = _product(above, type_)
    if below:
        top, bottom = [build.widen(_product(part, type_), REAL) for part in (above, below)]
        factor = Apply("div", (top, bottom), REAL, span)
    item = lists[0].type.item if isinstance(lists[0].type, List) else REAL
    item = REAL if REAL in (factor.type, item) else item
    return Apply("vscale", (build.widen(factor, item), build.widen(lists[0], List(item))), List(item), span)


def _sum(elaborate: "Elaborator", first: Term, signs: Sequence[str], rest: Sequence[Term], span: Span) -> Term:
    terms = (first, *rest)
    for term in terms:
        if not _of_numbers(term.type):
            return _no_numbers(elaborate, term, signs[0])
    type_ = elaborate.common(terms, f"the operands of `{signs[0]}`")
    total, *others = [build.widen(t, type_) for t in terms]
    for sign, other in zip(signs, others, strict=True):
        total = Apply("vadd" if sign == "+" else "vsub", (total, other), type_, Span(span.start, other.span.end))
    return total


def _of_numbers(type_: Type) -> bool:
    return type_ == UNKNOWN or (isinstance(type_, List) and is_number(type_.item))


def _no_numbers(elaborate: "Elaborator", term: Term, sign: str) -> Term:
    message = (
        f"`{sign}` is for numbers, and for lists of numbers of one size, entry by entry; this is {a_type(term.type)}"
    )
    return elaborate.error("type-mismatch", term.span, message, "lists are joined with `++`")


def _product(terms: Sequence[Term], type_: Type) -> Term:
    if not terms:
        return build.number(1)
    return terms[0] if len(terms) == 1 else Apply("mul", tuple(terms), type_)
