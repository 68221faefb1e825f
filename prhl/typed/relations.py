"""The ready-made relations between the inputs of the two runs."""

from typing import TYPE_CHECKING

from prhl.logic.terms import Hole, Logical, Related, Term, Variable
from prhl.logic.types import INT, UNKNOWN, List, Type, a_type, is_number
from prhl.syntax import ast
from prhl.typed.scope import Scope

if TYPE_CHECKING:
    from prhl.typed.expressions import Elaborator

RELATIONS = ("any", "one_differs", "all_within", "add_remove", "within")


def relation(elaborate: "Elaborator", node: ast.Call, scope: Scope) -> Term:
    """A ready-made relation between one variable of run 1 and the same of run 2."""
    name, span = node.function.text, node.span
    if not scope.formula:
        return elaborate.error("relation-not-here", span, f"`{name}` is a formula; {scope.what} needs a value")
    if name == "any":
        return elaborate.error("wrong-arity", span, "`any` stands alone", "write `when any`")
    bounded = name in ("all_within", "within")
    allowed = (2,) if bounded else (1,) if name == "add_remove" else (1, 2)
    if len(node.arguments) not in allowed:
        example = {"all_within": "q, 1", "within": "x, 1", "add_remove": "d"}.get(name, "d, 1")
        return elaborate.error(
            "wrong-arity",
            span,
            f"`{name}` takes {' or '.join([str(a) for a in allowed])} {'argument' if allowed == (1,) else 'arguments'}",
            f"write `{name}({example})`",
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
    _subject_fits(elaborate, name, left.type, len(node.arguments) == 2, subject)
    bound = None
    if len(node.arguments) == 2:
        second = node.arguments[1]
        if isinstance(second, ast.SetOf | ast.Range):
            return elaborate.error("set-as-value", second.span, "the bound is a number, not a set")
        (bound,), _ = elaborate.numbers([elaborate.term(second, scope)], f"the bound of `{name}`")
    at = None
    if node.at is not None:
        if name not in ("one_differs", "add_remove") or span not in elaborate.naming:
            return elaborate.error(
                "at-not-here",
                node.at.span,
                "`at` names the position of a `one_differs` or `add_remove` at the top of a claim's relation",
            )
        at = Logical(node.at.text, INT, node.at.span)
    return Related(name, left, right, bound, at, span)  # type: ignore[arg-type]  # one of the five names


def _subject_fits(elaborate: "Elaborator", name: str, type_: Type, bounded: bool, subject: ast.Variable) -> None:
    if name == "within":
        if not is_number(type_):
            elaborate.error("type-mismatch", subject.span, f"`within` compares numbers, not {a_type(type_)}")
    elif not isinstance(type_, List):
        elaborate.error("type-mismatch", subject.span, f"`{name}` compares lists, not {a_type(type_)}")
    elif bounded and not is_number(type_.item):
        elaborate.error(
            "type-mismatch", subject.span, f"with a bound `{name}` compares lists of numbers, not {a_type(type_)}"
        )
