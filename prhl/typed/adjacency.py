"""The ready-made relations between the inputs of the two runs."""

from fractions import Fraction
from typing import TYPE_CHECKING

from prhl.logic.constants import constant
from prhl.logic.terms import Hole, Logical, Related, Term, Variable
from prhl.logic.types import INT, UNKNOWN, List, Type, a_type, is_number
from prhl.syntax import ast
from prhl.typed.scope import Scope

if TYPE_CHECKING:
    from prhl.typed.expressions import Elaborator

RELATIONS = ("any", "one_differs", "some_differ", "all_within", "add_remove", "within")
MOST = 16  # positions at which lists may differ
WRITTEN = {name: f"{name}(d, 1)" for name in RELATIONS} | {
    "any": "any", "add_remove": "add_remove(d)", "some_differ": "some_differ(d, 2)", "within": "within(x, 1)"
}  # fmt: skip


def relation(elaborate: "Elaborator", node: ast.Call, scope: Scope) -> Term:
    """A ready-made relation between one variable of run 1 and the same of run 2."""
    name, span = node.function.text, node.span
    if not scope.formula:
        return elaborate.error("relation-not-here", span, f"`{name}` is a formula; {scope.what} needs a value")
    if name == "any":
        return elaborate.error("wrong-arity", span, "`any` stands alone", "write `when any`")
    bounded = name in ("all_within", "within")
    allowed = {"add_remove": (1,), "some_differ": (2, 3)}.get(name, (2,) if bounded else (1, 2))
    if len(node.arguments) not in allowed:
        return elaborate.error(
            "wrong-arity",
            span,
            f"`{name}` takes {' or '.join([str(a) for a in allowed])} {'argument' if allowed == (1,) else 'arguments'}",
            f"write `{WRITTEN[name]}`",
        )
    subject = node.arguments[0]
    subject = ast.strip(subject) if not isinstance(subject, ast.SetOf | ast.Range) else subject
    if not isinstance(subject, ast.Variable) or subject.run != 0:
        return elaborate.error(
            "relation-subject",
            subject.span,
            f"`{name}` takes a variable without run mark",
            f"write `{name}(d, ...)`",
        )
    left = elaborate.variable(ast.Variable(subject.name, 1, subject.span), scope)
    if isinstance(left, Hole):
        return left
    right = elaborate.variable(ast.Variable(subject.name, 2, subject.span), scope)
    if not isinstance(left, Variable) or not isinstance(right, Variable):
        return Hole(UNKNOWN, span)
    elaborate.common([left, right], f"`{subject.name}` in the two runs")
    first = 2 if name == "some_differ" else 1  # the argument that is the bound, if there is one
    _subject_fits(elaborate, name, left.type, len(node.arguments) > first, subject)
    bounds: list[Term] = []
    for given in node.arguments[1:]:
        if isinstance(given, ast.SetOf | ast.Range):
            return elaborate.error("set-as-value", given.span, "the bound is a number, not a set")
        bounds.append(elaborate.term(given, scope))
    most = _positions(elaborate, bounds[0]) if name == "some_differ" else 0
    bound = None
    if len(node.arguments) > first:
        (bound,), _ = elaborate.numbers(bounds[first - 1 :], f"the bound of `{name}`")
    at = None
    if node.at is not None:
        if name not in ("one_differs", "add_remove") or span not in elaborate.naming:
            return elaborate.error(
                "at-not-here",
                node.at.span,
                "`at` names the position of a `one_differs` or `add_remove` at the top of a claim's relation",
            )
        at = Logical(node.at.text, INT, node.at.span)
    return Related(name, left, right, bound, at, span, most)  # type: ignore[arg-type]  # one of the six names


def _positions(elaborate: "Elaborator", given: Term) -> int:
    """At how many positions lists may differ: a number, so that the relation can be spelled out."""
    value = constant(given)
    if isinstance(value, Fraction) and value.denominator == 1 and 1 <= value <= MOST:
        return int(value)
    message = f"`some_differ` takes a whole number of positions, from 1 to {MOST}"
    elaborate.error("some-positions", given.span, message, "write it as a number: `some_differ(d, 2)`")
    return 1


def _subject_fits(elaborate: "Elaborator", name: str, type_: Type, bounded: bool, subject: ast.Variable) -> None:
    if name == "within":
        if not is_number(type_):
            message = f"`within` compares numbers, not {a_type(type_)}"
            hint = "of lists say `one_differs(d, 1)`, `all_within(d, 1)` or `add_remove(d)`"
            elaborate.error("type-mismatch", subject.span, message, hint if isinstance(type_, List) else "")
    elif not isinstance(type_, List):
        message = f"`{name}` compares lists, not {a_type(type_)}"
        hint = "of a number say `within(x, 1)`" if is_number(type_) else "write `any`, or a formula over both runs"
        elaborate.error("type-mismatch", subject.span, message, hint)
    elif bounded and not is_number(type_.item):
        elaborate.error(
            "type-mismatch", subject.span, f"with a bound `{name}` compares lists of numbers, not {a_type(type_)}"
        )
