"""Constant folding of terms."""

from fractions import Fraction

from prhl.logic.build import FALSE, TRUE, both, choose, either, equal, negation, unequal
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Term
from prhl.logic.types import BOOL


def folded(term: Term) -> Term:
    """The same, for every value of its names."""
    if not isinstance(term, Apply):
        return term
    parts = [folded(part) for part in term.arguments]
    now = Apply(term.operator, tuple(parts), term.type, term.span)
    value = constant(now)
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, Fraction):
        return Constant(value, term.type, term.span)
    match now:
        case Apply("ite", (condition, yes, no)):
            return _conditional(condition, yes, no)
        case Apply("not", (inner,)):
            return opposite(inner)
        case Apply("eq" | "iff" | "ne", (Apply("not", (one,)), Apply("not", (other,)))):
            return folded(Apply(now.operator, (one, other), BOOL))
        case Apply("eq" | "iff", (one, Apply("not", (other,)))) | Apply("eq" | "iff", (Apply("not", (one,)), other)):
            return folded(unequal(one, other))
        case Apply("eq" | "iff", (one, other)) if one == other:
            return TRUE
        case Apply("eq" | "iff", (one, other)) if one.type == BOOL and {TRUE, FALSE} & {one, other}:
            rest = other if one in (TRUE, FALSE) else one
            return rest if TRUE in (one, other) else opposite(rest)
        case Apply("field", (Apply("tuple", entries), Constant(Fraction() as at))):
            return entries[int(at)]
        case Apply("eq", (Apply("tuple", ones), Apply("tuple", others))):
            return folded(both([equal(one, other) for one, other in zip(ones, others, strict=True)]))
        case Apply("xor", _) if now.type == BOOL:
            rest_ = [part for part in parts if part not in (TRUE, FALSE)]
            whole: Term = rest_[0] if len(rest_) == 1 else Apply("xor", tuple(rest_), BOOL)
            return opposite(whole) if parts.count(TRUE) % 2 else whole
        case Apply("and", _):
            return FALSE if FALSE in parts else both([part for part in dict.fromkeys(parts) if part != TRUE])
        case Apply("or", _):
            sure = TRUE in parts or any([opposite(part) in parts for part in parts])
            return TRUE if sure else either([part for part in dict.fromkeys(parts) if part != FALSE])
        case _:
            return now


def _conditional(condition: Term, yes: Term, no: Term) -> Term:
    if condition in (TRUE, FALSE):
        return yes if condition == TRUE else no
    if yes.type != BOOL or yes == no or yes != opposite(no):
        return choose(condition, yes, no)
    if no in (TRUE, FALSE):
        return opposite(condition) if no == TRUE else condition
    return Apply("xor", (condition, no), BOOL)


def opposite(formula: Term) -> Term:
    """Its negation, without a word of it where there is another one."""
    match formula:
        case Constant(bool() as value):
            return FALSE if value else TRUE
        case Apply("not", (inner,)):
            return inner
        case Apply("eq" | "iff", (one, other)):
            return unequal(one, other)
        case Apply("ne", (one, other)):
            return equal(one, other)
        case _:
            return negation(formula)
