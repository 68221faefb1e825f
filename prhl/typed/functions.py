"""The built-in functions: what they take and what they give."""

from typing import TYPE_CHECKING

from prhl.logic import build
from prhl.logic.operators import FUNCTIONS
from prhl.logic.terms import Apply, Hole, Operator, Term
from prhl.logic.types import BOOL, INT, REAL, UNKNOWN, Bits, List, a_type, is_number, join
from prhl.source import Span
from prhl.syntax import ast

if TYPE_CHECKING:
    from prhl.typed.expressions import Elaborator

# What people write who come from elsewhere.
SYNONYMS = {"len": "size", "length": "size", "log": "ln", "round": "floor", "int": "floor"}


def builtin(elaborate: "Elaborator", name: str, arguments: list[Term], node: ast.Call | ast.Comprehension) -> Term:
    span = node.span
    wanted = {
        "count": "two arguments, a list and a value",
        "mem": "two arguments, a value and a list",
        "min": "numbers, or one list",
        "max": "numbers, or one list",
        "l1": "two lists of numbers and a number",
        "l2": "two lists of numbers and a number",
        "clip1": "two arguments, a list of numbers and a number",
        "clip2": "two arguments, a list of numbers and a number",
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
        case "count" | "mem":
            listed, one = arguments if name == "count" else reversed(arguments)
            if not isinstance(listed.type, List) and listed.type != UNKNOWN:
                if name == "count":
                    message, hint = f"`count` counts in a list, not in {a_type(listed.type)}", ""
                else:
                    message = f"`mem` looks into a list, not into {a_type(listed.type)}"
                    hint = "the list comes last: `mem(x, a)`"
                return elaborate.error("type-mismatch", listed.span, message, hint)
            item = listed.type.item if isinstance(listed.type, List) else UNKNOWN
            common = join(item, one.type)
            if common is None:
                return elaborate.error("type-mismatch", one.span, f"the list holds {item}, this is {a_type(one.type)}")
            elaborate.note(listed, List(common))
            if common != UNKNOWN:
                listed, one = build.widen(listed, List(common)), build.widen(one, common)
            if name == "count":
                return Apply("count", (listed, one), INT, span)
            return Apply("mem", (one, listed), BOOL, span)
        case "sort":
            if first.type != UNKNOWN and not (isinstance(first.type, List) and is_number(first.type.item)):
                return elaborate.error(
                    "type-mismatch", first.span, f"`sort` needs a list of numbers, not {a_type(first.type)}"
                )
            return Apply("sort", (first,), first.type, span)
        case "l1" | "l2" | "clip1" | "clip2":
            return _of_a_norm(elaborate, name, arguments, span)
        case "abs":
            numbers, type_ = elaborate.numbers(arguments, "`abs`")
            return Apply("abs", tuple(numbers), type_, span)
        case "floor" | "ceil":
            numbers, _ = elaborate.numbers(arguments, f"`{name}`")
            return Apply(operation.name, tuple(numbers), INT, span)
        case _:  # exp, ln, sqrt
            numbers, _ = elaborate.numbers(arguments, f"`{name}`")
            return Apply(operation.name, (build.widen(numbers[0], REAL),), REAL, span)


def _of_a_norm(elaborate: "Elaborator", name: str, arguments: list[Term], span: Span) -> Term:
    """`l1(a, b, c)` and `clip1(a, c)`: lists of numbers, then a number; all of them are real."""
    *lists, bound = arguments
    for one in lists:
        if not isinstance(one.type, List) or not is_number(one.type.item):
            if one.type == UNKNOWN:
                return Hole(UNKNOWN, span)
            return elaborate.error(
                "type-mismatch", one.span, f"`{name}` needs lists of numbers, not {a_type(one.type)}"
            )
    wide = [build.widen(one, List(REAL)) for one in lists]
    numbers, _ = elaborate.numbers([bound], f"the last argument of `{name}`")
    type_ = BOOL if len(lists) == 2 else List(REAL)
    return Apply(FUNCTIONS[name].name, (*wide, build.widen(numbers[0], REAL)), type_, span)
