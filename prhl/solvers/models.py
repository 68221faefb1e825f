"""Countermodels that people can read: small numbers if there are any, in terms of the source."""

from fractions import Fraction
from typing import Any

import z3

from prhl.logic.types import BOOL, Bits, List, Tuple, Type
from prhl.solvers import nonlinear
from prhl.solvers.encoded_values import Fields, Items, Unsupported, Value
from prhl.solvers.encoding import Encoder
from prhl.solvers.query import Shown

LONGEST = 6  # elements of a list that are shown
GHOSTS = ("cost", "slack")
SMALL = (1, 2, 4)  # sizes of numbers that are tried
EFFORT = 400_000


def small_model(encoder: Encoder, shown: list[Shown], solver: Any, assertions: list[Any], share: int) -> Any:
    """A model in which all numbers are small and whole, if one is found quickly; else the one there is.

    `share` are the steps that may be taken with nlsat.
    """
    first = solver.model()
    numbers = [part for one in shown if not one.before for part in _numbers(_value(encoder, one.term))]
    spent = [_value(encoder, one.term) for one in shown if one.key in ((GHOSTS[0], 0), (GHOSTS[1], 0))]
    for size in (*SMALL, None):
        again = z3.SimpleSolver(ctx=encoder.context)
        again.set("random_seed", 0)
        again.set("rlimit", min(EFFORT, share) if share >= nonlinear.LEAST else EFFORT)
        if share < nonlinear.LEAST:
            nonlinear.without(again)
        again.add(*assertions)
        again.add(*[ghost >= 0 for ghost in spent if ghost is not None])  # people take it for what was spent
        if size is not None:
            again.add(*[part for number in numbers for part in (number >= -size, number <= size)])
            again.add(*[z3.IsInt(number) for number in numbers if z3.is_real(number)])
        if again.check() == z3.sat:
            return again.model()
    return first


def _numbers(value: Value) -> list[Any]:
    match value:
        case None:
            return []
        case Items(size, item):
            first = [item(z3.IntVal(i, size.ctx)) for i in range(max(SMALL))]
            return [size, *[part for element in first for part in _numbers(element)]]
        case Fields(items):
            return [part for item in items for part in _numbers(item)]
        case _:
            return [value] if z3.is_arith(value) else []


def _value(encoder: Encoder, term: Any) -> Value:
    try:
        return encoder.value(term)
    except Unsupported:
        return None


def table(encoder: Encoder, shown: list[Shown], model: Any) -> dict[tuple[str, int], str]:
    """The values of the terms that should be shown."""
    found: dict[tuple[str, int], str] = {}
    for one in shown:
        value = _value(encoder, one.term)
        if value is not None:
            found[one.key] = _text(model, value, one.term.type)
    return found


def _text(model: Any, value: Value, type_: Type) -> str:
    match value:
        case Fields(items):
            types = type_.items if isinstance(type_, Tuple) else ()
            return f"({', '.join([_text(model, v, t) for v, t in zip(items, types, strict=True)])})"
        case Items(size, item):
            length = model.eval(size, model_completion=True).as_long()
            inner = type_.item if isinstance(type_, List) else BOOL
            shown = [_text(model, item(z3.IntVal(i, size.ctx)), inner) for i in range(min(length, LONGEST))]
            if isinstance(type_, Bits):
                bits = "".join(["1" if bit == "true" else "0" for bit in shown])
                return f"0b{bits}" + ("..." if length > LONGEST else "")
            return f"[{', '.join(shown)}{', ...' if length > LONGEST else ''}]"
        case _:
            return _scalar(model.eval(value, model_completion=True))


def _scalar(value: Any) -> str:
    if z3.is_int_value(value):
        return str(value.as_long())
    if z3.is_rational_value(value):
        return str(Fraction(value.numerator_as_long(), value.denominator_as_long()))
    if z3.is_algebraic_value(value):
        return f"{value.as_decimal(4).rstrip('?')}..."
    return {"True": "true", "False": "false"}.get(str(value), "?")
