"""Short constructors for terms, for those who write formulas in code."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.logic.terms import Apply, Constant, Operator, Term
from prhl.logic.types import BOOL, INT, REAL, List, Tuple, Type
from prhl.source import NOWHERE, Span

TRUE = Constant(True, BOOL)
FALSE = Constant(False, BOOL)


def number(value: int | Fraction, span: Span = NOWHERE) -> Constant:
    value = Fraction(value)
    return Constant(value, INT if value.denominator == 1 else REAL, span)


def _relation(operator: Operator, left: Term, right: Term) -> Apply:
    places = [t.span for t in (left, right) if t.span != NOWHERE] or [NOWHERE]
    return Apply(operator, (left, right), BOOL, places[0].to(places[-1]))


def equal(left: Term, right: Term) -> Apply:
    return _relation("eq", left, right)


def less(left: Term, right: Term) -> Apply:
    return _relation("lt", left, right)


def at_most(left: Term, right: Term) -> Apply:
    return _relation("le", left, right)


def both(parts: Sequence[Term]) -> Term:
    """The conjunction of any number of formulas."""
    if len(parts) == 1:
        return parts[0]
    return Apply("and", tuple(parts), BOOL) if parts else TRUE


def total(parts: Sequence[Term]) -> Term:
    """The sum of any number of numbers."""
    if not parts:
        return number(0)
    if len(parts) == 1:
        return parts[0]
    type_ = INT if all([p.type == INT for p in parts]) else REAL
    return Apply("add", tuple(parts), type_)


def widen(term: Term, wanted: Type) -> Term:
    """The term read at a type with `real` for some `int`; itself where that changes nothing."""
    return term if not _widens(term.type, wanted) else Apply("widen", (term,), wanted, term.span)


def _widens(given: Type, wanted: Type) -> bool:
    match given, wanted:
        case List(a), List(b):
            return _widens(a, b)
        case Tuple(a), Tuple(b) if len(a) == len(b):
            return any([_widens(x, y) for x, y in zip(a, b, strict=True)])
        case _:
            return given == INT and wanted == REAL
