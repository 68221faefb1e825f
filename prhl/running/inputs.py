"""Inputs of a run: JSON, CSV or Python's values as exact values of the language, or a sentence on what is wrong."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from prhl.diagnostics import did_you_mean, shorten
from prhl.logic.show import show
from prhl.logic.types import Bits, Function, List, Scalar, Tuple, Type
from prhl.numbers import Log, Quotient, Real
from prhl.numbers.digits import LONGEST, exactly
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.instances import has_lengths
from prhl.typed.core import TypedProgram


class Unfit(ValueError):
    """An input that does not fit: what is wrong, and what to write."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(message, hint)


def inputs_for(program: TypedProgram, given: Mapping[str, Any]) -> dict[str, Value]:
    """The values of all parameters, which have their types and meet `requires`; else Unfit."""
    names = [p.name for p in program.parameters]
    for name in given:
        if name not in names:
            hint = did_you_mean(name, names, f"the parameters are {', '.join(names)}" if names else "it has none")
            raise Unfit(f"`{program.name}` has no parameter `{shorten(name)}`", hint)
    if missing := [p for p in program.parameters if p.name not in given]:
        one = missing[0]
        how = "--input" if one.private else "--set"
        raise Unfit(f"`{one.name} : {one.type}` has no value", f"give it by {how} '{one.name}=...'")
    inputs = {p.name: value_of(given[p.name], p.type, p.name) for p in program.parameters}
    if not has_lengths(program, inputs):
        raise Unfit(f"a bit string of `{program.name}` is not as long as its type says")
    memory = {(name, 0): value for name, value in inputs.items()}
    for formula in program.requires:
        try:
            holds = evaluate(formula, memory)
        except (Fault, Undecidable) as reason:
            raise Unfit(f"`requires {show(formula)}` is not decided: {reason.message}") from None
        if not holds:
            raise Unfit(f"`requires {show(formula)}` does not hold of these inputs")
    return inputs


def value_of(data: Any, type_: Type, where: str) -> Value:
    """A value of this type, from data as JSON or Python have it."""
    match type_:
        case Scalar("bool"):
            if isinstance(data, bool) or (isinstance(data, str) and data.lower() in ("true", "false")):
                return data if isinstance(data, bool) else data.lower() == "true"
        case Scalar("int"):
            found = number_of(data, where)
            if isinstance(found, int | Fraction) and found.denominator == 1:
                return int(found)
        case Scalar():
            return number_of(data, where)
        case Bits():
            text = data.removeprefix("0b") if isinstance(data, str) else None
            if text is not None and not text.strip("01"):
                return text
        case List(item):
            if isinstance(data, list | tuple):
                return tuple([value_of(one, item, f"{where}[{at}]") for at, one in enumerate(data)])
        case Tuple(items):
            if isinstance(data, list | tuple) and len(data) == len(items):
                pairs = zip(data, items, strict=True)
                return tuple([value_of(one, item, f"{where}.{at}") for at, (one, item) in enumerate(pairs)])
        case Function():
            raise Unfit(f"`{where}` is a function, and functions are not given as inputs")
    raise Unfit(f"`{where}` is to be {type_}, and is {shorten(repr(data), 40)}")


def number_of(data: Any, where: str) -> Value:
    """A number, exactly; a float is refused, since it is seldom the number that was meant."""
    if isinstance(data, bool) or not isinstance(data, int | Fraction | Decimal | str | float | Log | Quotient | Real):
        raise Unfit(f"`{where}` is to be a number, and is {shorten(repr(data), 40)}")
    if isinstance(data, float):
        hint = f"write '{data!r}' or Fraction({str(Fraction(str(data))) if data - data == 0 else '..'!r})"
        raise Unfit(f"`{where}` is a float, which is seldom the number that was meant", hint)
    if isinstance(data, Log | Quotient | Real):
        return data
    try:
        if isinstance(data, str) and len(data) > LONGEST:
            raise ValueError
        found = exactly(data)
    except (ValueError, OverflowError, ZeroDivisionError, InvalidOperation):
        raise Unfit(f"`{where}` is to be a number, and is {shorten(repr(data), 40)}", "as 3, 1/3 or 0.25") from None
    return found.numerator if found.denominator == 1 else found


def from_json(text: str, name: str) -> Any:
    """JSON with its numbers exactly as they are written."""

    def refuse(word: str) -> Any:
        raise Unfit(f"{name} holds {word}, which is no number")

    exactly: Callable[[str], Any] = Decimal
    try:
        return json.loads(text, parse_float=exactly, parse_constant=refuse)
    except (ValueError, RecursionError, InvalidOperation) as error:
        if isinstance(error, Unfit):
            raise
        raise Unfit(f"{name} is not JSON: {error}") from None


def from_csv(text: str, name: str, column: str | None) -> list[Any]:
    """One column of a table, by its name; without a name, the only one of a table that has no head."""
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    if column is None:
        if any([len(row) != 1 for row in rows]):
            raise Unfit(f"{name} has several columns", f"say which, as in `@{name}:age`")
        return [row[0].strip() for row in rows]
    head = [cell.strip() for cell in rows[0]] if rows else []
    if column not in head:
        raise Unfit(
            f"{name} has no column `{shorten(column)}`", did_you_mean(column, head, f"it has {', '.join(head)}")
        )
    at = head.index(column)
    if short := [number for number, row in enumerate(rows, 1) if len(row) <= at]:
        raise Unfit(f"row {short[0]} of {name} has no column `{column}`")
    return [row[at].strip() for row in rows[1:]]
