"""Terms as people write them."""

from collections.abc import Callable
from fractions import Fraction

from prhl.logic.terms import Apply, Constant, Ghost, Hole, Logical, Quantified, Related, Term, Variable

_LOOSE, _IFF, _IMPLIES, _OR, _AND, _NOT, _COMPARE, _XOR, _ADD, _MUL, _NEG, _POW, _TIGHT = range(13)
_INFIX = {
    "iff": (" <=> ", _IFF),
    "implies": (" ==> ", _IMPLIES),
    "or": (" || ", _OR),
    "and": (" && ", _AND),
    "eq": (" = ", _COMPARE),
    "ne": (" != ", _COMPARE),
    "lt": (" < ", _COMPARE),
    "le": (" <= ", _COMPARE),
    "gt": (" > ", _COMPARE),
    "ge": (" >= ", _COMPARE),
    "xor": (" xor ", _XOR),
    "concat": (" ++ ", _ADD),
    "mul": ("*", _MUL),
    "div": ("/", _MUL),
    "ediv": (" div ", _MUL),
    "emod": (" mod ", _MUL),
}
_CALLED = {"least": "min", "greatest": "max"}

Name = Callable[[Variable], str]


def marked(variable: Variable) -> str:
    """`x{1}`, or `x` where both runs share it."""
    name = variable.name.split("@")[0]
    return name if variable.run == 0 else f"{name}{{{variable.run}}}"


def show(term: Term, name: Name = marked, longest: int = 400) -> str:
    """The term as text; what is too long to be read is cut."""
    text = _show(term, _LOOSE, name)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def _show(term: Term, level: int, name: Name) -> str:
    text, own = _parts(term, name)
    return f"({text})" if own < level else text


def _parts(term: Term, name: Name) -> tuple[str, int]:
    match term:
        case Constant(value):
            return _constant(value)
        case Variable():
            return name(term), _TIGHT
        case Logical() | Ghost():
            return term.name.rstrip("'") if isinstance(term, Logical) else term.name, _TIGHT
        case Hole():
            return "?", _TIGHT
        case Related(relation, left):
            return f"{relation}({left.name if left else ''})", _TIGHT
        case Quantified(kind, names, body):
            return f"{kind} {', '.join([n.name.rstrip(chr(39)) for n in names])}. {_show(body, _LOOSE, name)}", _LOOSE
        case Apply():
            return _apply(term, name)


def _constant(value: bool | Fraction | str) -> tuple[str, int]:
    if isinstance(value, bool):
        return str(value).lower(), _TIGHT
    if isinstance(value, str):
        return f"0b{value}", _TIGHT
    return str(value), _TIGHT if value.denominator == 1 and value >= 0 else _MUL


def _apply(term: Apply, name: Name) -> tuple[str, int]:
    operator, arguments = term.operator, term.arguments
    match operator:
        case "widen":
            return _parts(arguments[0], name)
        case "add":
            text = _show(arguments[0], _ADD, name)
            for argument in arguments[1:]:
                if isinstance(argument, Apply) and argument.operator == "neg":
                    text += f" - {_show(argument.arguments[0], _MUL, name)}"
                else:
                    text += f" + {_show(argument, _MUL, name)}"
            return text, _ADD
        case "neg":
            return f"-{_show(arguments[0], _NEG, name)}", _NEG
        case "not":
            return f"!{_show(arguments[0], _TIGHT, name)}", _NOT
        case "pow":
            return f"{_show(arguments[0], _TIGHT, name)}^{_show(arguments[1], _TIGHT, name)}", _POW
        case "abs":
            return f"|{_show(arguments[0], _LOOSE, name)}|", _TIGHT
        case "ite":
            return _conditional(arguments, name), _LOOSE
        case "index":
            return f"{_show(arguments[0], _TIGHT, name)}[{_show(arguments[1], _LOOSE, name)}]", _TIGHT
        case "field":
            return f"{_show(arguments[0], _TIGHT, name)}.{_show(arguments[1], _TIGHT, name)}", _TIGHT
        case "list":
            return f"[{_listed(arguments, name)}]", _TIGHT
        case "tuple":
            return f"({_listed(arguments, name)})", _TIGHT
        case "store":
            items, at, new = [_show(a, _LOOSE, name) for a in arguments]
            return f"({items} with [{at}] = {new})", _TIGHT
        case "apply":
            head = arguments[0]
            assert isinstance(head, Variable)
            return f"{head.name}({_listed(arguments[1:], name)})", _TIGHT
        case "distinct":
            return f"{_listed(arguments, name)} are all different", _LOOSE
        case _ if operator in _INFIX:
            sign, level = _INFIX[operator]
            return sign.join([_show(a, level + 1, name) for a in arguments]), level
        case _:
            return f"{_CALLED.get(operator, operator)}({_listed(arguments, name)})", _TIGHT


def _listed(arguments: tuple[Term, ...], name: Name) -> str:
    return ", ".join([_show(a, _LOOSE, name) for a in arguments])


def _conditional(arguments: tuple[Term, ...], name: Name) -> str:
    parts = [
        f"if {_show(arguments[at], _LOOSE, name)} then {_show(arguments[at + 1], _LOOSE, name)} else "
        for at in range(0, len(arguments) - 1, 2)
    ]
    return "".join(parts) + _show(arguments[-1], _LOOSE, name)
