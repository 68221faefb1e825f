"""The built-in functions: what they take and what they give."""

from typing import TYPE_CHECKING

from prhl.logic import build
from prhl.logic.operators import FUNCTIONS
from prhl.logic.terms import Apply, Hole, Operator, Term
from prhl.logic.types import INT, REAL, UNKNOWN, Bits, List, a_type, is_number, join
from prhl.syntax import ast

if TYPE_CHECKING:
    from prhl.typed.expressions import Elaborator

# What people write who come from elsewhere.
SYNONYMS = {"len": "size", "length": "size", "log": "ln", "round": "floor", "sgn": "abs"}


def builtin(elaborate: "Elaborator", name: str, arguments: list[Term], node: ast.Call) -> Term:
    span = node.span
    wanted = {
        "count": "two arguments, a list and a value",
        "min": "numbers, or one list",
        "max": "numbers, or one list",
    }
    given = len(arguments)
    operation = FUNCTIONS[name]
    if given == 0 or operation.arity not in (None, given):
        return elaborate.error(
            "wrong-arity",
            span,
            f"`{name}` takes {wanted.get(name, 'one argument')}; {given} {'is' if given == 1 else 'are'} given",
        )
    first = arguments[0]
    match name:
        case "size":
            if not isinstance(first.type, List | Bits) and first.type != UNKNOWN:
                return elaborate.error(
                    "type-mismatch", first.span, f"`size` is for lists and bits, not {a_type(first.type)}"
                )
            return Apply("size", (first,), INT, span)
        case "sum" | "min" | "max" if isinstance(first.type, List) and given == 1:
            item = first.type.item
            if not is_number(item):
                return elaborate.error(
                    "type-mismatch", first.span, f"`{name}` needs a list of numbers, not {a_type(first.type)}"
                )
            operator: Operator = "sum" if name == "sum" else "least" if name == "min" else "greatest"
            return Apply(operator, (first,), INT if item == UNKNOWN else item, span)
        case "sum":
            if first.type == UNKNOWN:
                return Hole(UNKNOWN, span)
            return elaborate.error(
                "type-mismatch", first.span, f"`sum` needs a list of numbers, not {a_type(first.type)}"
            )
        case "min" | "max":
            if given == 1 and first.type != UNKNOWN:
                return elaborate.error("wrong-arity", span, f"`{name}` takes two numbers or more, or one list")
            numbers, type_ = elaborate.numbers(arguments, f"`{name}`")
            return Apply(operation.name, tuple(numbers), type_, span)
        case "count":
            if not isinstance(first.type, List) and first.type != UNKNOWN:
                return elaborate.error(
                    "type-mismatch", first.span, f"`count` counts in a list, not in {a_type(first.type)}"
                )
            item = first.type.item if isinstance(first.type, List) else UNKNOWN
            common = join(item, arguments[1].type)
            if common is None:
                return elaborate.error(
                    "type-mismatch", arguments[1].span, f"the list holds {item}, this is {a_type(arguments[1].type)}"
                )
            elaborate.note(first, List(common))
            if common != UNKNOWN:
                arguments = [build.widen(first, List(common)), build.widen(arguments[1], common)]
            return Apply("count", tuple(arguments), INT, span)
        case "abs":
            numbers, type_ = elaborate.numbers(arguments, "`abs`")
            return Apply("abs", tuple(numbers), type_, span)
        case "floor" | "ceil":
            numbers, _ = elaborate.numbers(arguments, f"`{name}`")
            return Apply(operation.name, tuple(numbers), INT, span)
        case _:  # exp, ln, sqrt
            numbers, _ = elaborate.numbers(arguments, f"`{name}`")
            return Apply(operation.name, (build.widen(numbers[0], REAL),), REAL, span)
