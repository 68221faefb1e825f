"""Countermodels of failed obligations as inputs to try: what a proof stumbles over is often where a claim breaks."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from prhl.logic.types import BOOL, INT, REAL, Bits, List, Tuple, Type
from prhl.search.space import Candidate, Space
from prhl.semantics.evaluate import Value
from prhl.typed.core import TypedProgram

Model = Mapping[tuple[str, int], str]
"""The values that a countermodel tells, as text, by name and run."""


class _NoValue(Exception):
    pass


def remembered(space: Space, models: Sequence[Model]) -> list[Candidate]:
    """The inputs of both runs in each model, if the claim speaks of them."""
    if not models:
        return []
    first = next((c for c in space.candidates() if c is not None), None)
    if first is None:
        return []
    found: dict[object, Candidate] = {}
    for model in models:
        left, right = _inputs(space.left, model, 1, first.left), _inputs(space.right, model, 2, first.right)
        if space.private_form:
            right |= {p.name: left[p.name] for p in space.left.parameters if not p.private}
        candidate = space.candidate(left, right)
        if candidate is not None:
            found.setdefault(candidate.key, candidate)
    return list(found.values())


def _inputs(program: TypedProgram, model: Model, run: int, default: Mapping[str, Value]) -> dict[str, Value]:
    inputs = {}
    for p in program.parameters:
        text = model.get((p.name, run), model.get((p.name, 0)))
        try:
            inputs[p.name] = default[p.name] if text is None else read_value(text, p.type)
        except _NoValue:
            inputs[p.name] = default[p.name]
    return inputs


def read_value(text: str, type_: Type) -> Value:
    """A value as models write it; what they abridge is left as it is shown."""
    text = text.strip()
    match type_:
        case List(item):
            parts = [part for part in _parts(text, "[", "]") if part != "..."]
            return tuple([read_value(part, item) for part in parts])
        case Tuple(items):
            parts = _parts(text, "(", ")")
            if len(parts) != len(items):
                raise _NoValue
            return tuple([read_value(part, inner) for part, inner in zip(parts, items, strict=True)])
        case Bits():
            digits = text.removeprefix("0b")
            if set(digits) - set("01"):
                raise _NoValue
            return digits
        case _ if type_ == BOOL and text in ("true", "false"):
            return text == "true"
        case _ if type_ in (INT, REAL):
            return _number(text, type_)
        case _:
            raise _NoValue


def _number(text: str, type_: Type) -> Any:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise _NoValue from None
    if value.denominator == 1:
        return int(value)
    if type_ == INT:
        raise _NoValue
    return value


def _parts(text: str, opening: str, closing: str) -> list[str]:
    """What stands between the commas of a list or tuple, not of those inside."""
    if not (text.startswith(opening) and text.endswith(closing)):
        raise _NoValue
    parts: list[str] = []
    depth, start, inside = 0, 0, text[1:-1]
    for at, sign in enumerate(inside):
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and depth == 0:
            parts.append(inside[start:at].strip())
            start = at + 1
    last = inside[start:].strip()
    return [*parts, last] if last else parts
