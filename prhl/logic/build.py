"""Short constructors for terms, for those who write formulas in code."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.logic.terms import Apply, Constant, Logical, Operator, Term, carried
from prhl.logic.types import BOOL, INT, REAL, UNKNOWN, Bits, List, Tuple, Type
from prhl.source import NOWHERE, Span

TRUE = Constant(True, BOOL)
FALSE = Constant(False, BOOL)


def number(value: int | Fraction, span: Span = NOWHERE) -> Constant:
    value = Fraction(value)
    return Constant(value, INT if value.denominator == 1 else REAL, span)


def _relation(operator: Operator, left: Term, right: Term, span: Span | None = None) -> Apply:
    if span is None:
        places = [t.span for t in (left, right) if t.span != NOWHERE] or [NOWHERE]
        span = places[0].to(places[-1])
    return Apply(operator, (left, right), BOOL, span)


def equal(left: Term, right: Term, span: Span | None = None) -> Apply:
    return _relation("eq", left, right, span)


def unequal(left: Term, right: Term) -> Apply:
    return _relation("ne", left, right)


def less(left: Term, right: Term) -> Apply:
    return _relation("lt", left, right)


def at_most(left: Term, right: Term, span: Span | None = None) -> Apply:
    return _relation("le", left, right, span)


def both(parts: Sequence[Term]) -> Term:
    """The conjunction of any number of formulas."""
    if len(parts) == 1:
        return parts[0]
    return Apply("and", tuple(parts), BOOL) if parts else TRUE


def either(parts: Sequence[Term]) -> Term:
    """The disjunction of any number of formulas."""
    if len(parts) == 1:
        return parts[0]
    return Apply("or", tuple(parts), BOOL) if parts else FALSE


def negation(term: Term) -> Term:
    return Apply("not", (term,), BOOL, term.span)


def follows(condition: Term, conclusion: Term) -> Term:
    """The implication."""
    return Apply("implies", (condition, conclusion), BOOL, conclusion.span)


def iff(left: Term, right: Term) -> Term:
    return Apply("iff", (left, right), BOOL, left.span)


def total(parts: Sequence[Term]) -> Term:
    """The sum of any number of numbers."""
    if not parts:
        return number(0)
    if len(parts) == 1:
        return parts[0]
    return Apply("add", tuple(parts), _numeric(parts))


def plus(left: Term, right: Term, sign: int = 1) -> Term:
    """left + right, or left - right."""
    if right == number(0):
        return left
    other = right if sign > 0 else Apply("neg", (right,), right.type)
    return Apply("add", (left, other), _numeric((left, right)))


def times(left: Term, right: Term) -> Term:
    return Apply("mul", (left, right), _numeric((left, right)))


def quotient(above: Term, below: Term) -> Term:
    """above / below; below is owed not to be 0 where this is used, so a fraction below is turned over."""
    match below:
        case Apply("div", (n, d)):
            top = times(above, d)
            return top if _is_one(n) else Apply("div", (top, n), REAL)
        case Apply("widen", (inner,)):
            return quotient(above, inner)
        case _:
            return Apply("div", (above, below), REAL)


def _is_one(term: Term) -> bool:
    match term:
        case Constant(value):
            return value == 1 and not isinstance(value, bool)
        case Apply("widen", (inner,)):
            return _is_one(inner)
        case _:
            return False


def _numeric(parts: Sequence[Term]) -> Type:
    return INT if all([p.type == INT for p in parts]) else REAL


def absolute(term: Term) -> Term:
    return Apply("abs", (term,), term.type)


def choose(condition: Term, yes: Term, no: Term) -> Term:
    """The first if the condition holds, else the second."""
    if yes == no:
        return yes
    type_ = REAL if REAL in (yes.type, no.type) else yes.type
    return Apply("ite", (condition, yes, no), type_)


def size(items: Term) -> Term:
    return Apply("size", (items,), INT, items.span)


def count(items: Term, one: Term) -> Term:
    return Apply("count", (items, one), INT, items.span)


def comprehension(own: Logical, items: Term, body: Term, guard: Term = TRUE) -> Apply:
    """`[body for own in items if guard]`."""
    return Apply("comprehension", (own, items, body, guard), List(body.type), items.span)


def index(items: Term, at: Term) -> Term:
    match items.type:
        case List(item):
            return Apply("index", (items, at), item)
        case Bits():
            return Apply("index", (items, at), BOOL)
        case _:
            raise AssertionError(items.type)


def widen(term: Term, wanted: Type) -> Term:
    """The term read at a type with `real` for some `int`; itself where that changes nothing."""
    term = _settled(term, wanted)
    return term if not _widens(term.type, wanted) else Apply("widen", (term,), wanted, term.span)


def _settled(term: Term, wanted: Type) -> Term:
    """The term with the elements of `[]` known to be what is wanted."""
    if not isinstance(term, Apply):
        return term
    if term.operator == "list" and not term.arguments and isinstance(wanted, List):
        return replace(term, type=wanted)
    inner = carried(term, wanted) if _unsettled(term.type) else []
    if not inner:
        return term
    arguments = list(term.arguments)
    for at, type_ in inner:
        arguments[at] = _settled(arguments[at], type_)
    return replace(term, arguments=tuple(arguments), type=_filled(term.type, wanted))


def _unsettled(type_: Type) -> bool:
    match type_:
        case List(item):
            return _unsettled(item)
        case Tuple(items):
            return any([_unsettled(item) for item in items])
        case _:
            return type_ == UNKNOWN


def _filled(given: Type, wanted: Type) -> Type:
    """The type with what is wanted for what is not known in it."""
    match given, wanted:
        case List(a), List(b):
            return List(_filled(a, b))
        case Tuple(a), Tuple(b) if len(a) == len(b):
            return Tuple(tuple([_filled(x, y) for x, y in zip(a, b, strict=True)]))
        case _:
            return wanted if given == UNKNOWN else given


def _widens(given: Type, wanted: Type) -> bool:
    match given, wanted:
        case List(a), List(b):
            return _widens(a, b)
        case Tuple(a), Tuple(b) if len(a) == len(b):
            return any([_widens(x, y) for x, y in zip(a, b, strict=True)])
        case _:
            return given == INT and wanted == REAL
