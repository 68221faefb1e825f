"""Terms as people write them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, repeat
from typing import TypeGuard

from prhl.logic.build import TRUE
from prhl.logic.operators import ADD, LOOSE, MUL, OPERATORS, TIGHT
from prhl.logic.terms import Apply, Constant, Ghost, Hole, Logical, Quantified, Related, Term, Variable
from prhl.logic.types import INT
from prhl.numbers.digits import plain

Name = Callable[[Variable], str]


def marked(variable: Variable) -> str:
    """`x{1}`, or `x` where both runs share it."""
    name = variable.name.split("@")[0]
    return name if variable.run == 0 else f"{name}{{{variable.run}}}"


def show(term: Term, name: Name = marked, longest: int = 400) -> str:
    """The term as text; what is too long to be read is cut."""
    text = _show(term, LOOSE, name)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def _show(term: Term, level: int, name: Name) -> str:
    text, own = _parts(term, name)
    return f"({text})" if own < level else text


def _parts(term: Term, name: Name) -> tuple[str, int]:
    match term:
        case Constant(value):
            return _constant(value)
        case Variable():
            return name(term), TIGHT
        case Logical() | Ghost():
            return term.name.rstrip("'") if isinstance(term, Logical) else term.name, TIGHT
        case Hole():
            return "?", TIGHT
        case Related(relation, left):
            return f"{relation}({left.name if left else ''})", TIGHT
        case Quantified(kind, names, body):
            return f"{kind} {', '.join([n.name.rstrip(chr(39)) for n in names])}. {_show(body, LOOSE, name)}", LOOSE
        case Apply():
            return _apply(term, name)


def _constant(value: bool | Fraction | str) -> tuple[str, int]:
    if isinstance(value, bool):
        return str(value).lower(), TIGHT
    if isinstance(value, str):
        return f"0b{value}", TIGHT
    return plain(value), TIGHT if value.denominator == 1 and value >= 0 else MUL


def _apply(term: Apply, name: Name) -> tuple[str, int]:
    arguments = term.arguments
    match term.operator:
        case "widen":
            return _parts(arguments[0], name)
        case "add":
            text = _show(arguments[0], ADD, name)
            for argument in arguments[1:]:
                if isinstance(argument, Apply) and argument.operator == "neg":
                    text += f" - {_show(argument.arguments[0], MUL, name)}"
                else:
                    text += f" + {_show(argument, MUL, name)}"
            return text, ADD
        case "comprehension":
            return f"[{_each(term, name)}]", TIGHT
        case "sum" | "least" | "greatest" if _is_each(arguments[0]):
            if term.operator == "sum" and _is_one(arguments[0].arguments[2]):
                return f"count({_elements(arguments[0], name)})", TIGHT
            word = {"least": "min", "greatest": "max"}.get(term.operator, "sum")
            return f"{word}({_each(arguments[0], name)})", TIGHT
        case "ite":
            return _conditional(arguments, name), LOOSE
        case "apply":
            head = arguments[0]
            assert isinstance(head, Variable)
            return f"{head.name}({_listed(arguments[1:], name)})", TIGHT
    row = OPERATORS[term.operator]
    if "{" not in row.text:
        first, *rest = arguments
        chained = (
            row.level == MUL and isinstance(first, Apply) and first.operator in ("mul", "div")
        )  # read from the left
        parts = [_show(first, row.level if chained else row.level + 1, name)]
        return row.text.join([*parts, *[_show(a, row.level + 1, name) for a in rest]]), row.level
    inside = chain(row.inside, repeat(LOOSE))
    parts = [_show(a, level, name) for a, level in zip(arguments, inside, strict=False)]
    return row.text.format(*parts, all=", ".join(parts)), row.level


def _is_each(term: Term) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator == "comprehension"


def _is_one(term: Term) -> bool:
    return isinstance(term, Constant) and term.type == INT and term.value == 1


def _each(term: Apply, name: Name) -> str:
    return f"{_show(term.arguments[2], LOOSE, name)} for {_elements(term, name)}"


def _elements(term: Apply, name: Name) -> str:
    own, items, _, guard = term.arguments
    condition = "" if guard == TRUE else f" if {_show(guard, LOOSE, name)}"
    return f"{_show(own, LOOSE, name)} in {_show(items, LOOSE, name)}{condition}"


def _listed(arguments: tuple[Term, ...], name: Name) -> str:
    return ", ".join([_show(a, LOOSE, name) for a in arguments])


def _conditional(arguments: tuple[Term, ...], name: Name) -> str:
    parts = [
        f"if {_show(arguments[at], LOOSE, name)} then {_show(arguments[at + 1], LOOSE, name)} else "
        for at in range(0, len(arguments) - 1, 2)
    ]
    return "".join(parts) + _show(arguments[-1], LOOSE, name)
