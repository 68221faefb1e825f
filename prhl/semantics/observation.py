"""What an observer sees of a value: values of different kinds are different, whatever Python thinks of True and 1."""

from fractions import Fraction
from typing import Any, assert_never

from prhl.logic.types import Bits, Function, List, Scalar, Tuple, Type
from prhl.numbers import digits


def observed(value: Any, type_: Type) -> Any:
    """Truth values and bits as texts, lists with a mark; ints and reals are numbers alike."""
    match type_:
        case Scalar("bool"):
            return "true" if value else "false"
        case Scalar():
            return value
        case Bits():
            return f"0b{value}"
        case List(item):
            return ("[]", *[observed(v, item) for v in value])
        case Tuple(items):
            return ("()", *[observed(v, t) for v, t in zip(value, items, strict=True)])
        case Function():
            raise AssertionError("functions are not observed")
        case _:
            assert_never(type_)


def raw(seen: Any, type_: Type) -> Any:
    """The value of which this is seen."""
    match type_:
        case Scalar("bool"):
            return seen == "true"
        case Bits():
            return seen[2:]
        case List(item):
            return tuple([raw(s, item) for s in seen[1:]])
        case Tuple(items):
            return tuple([raw(s, t) for s, t in zip(seen[1:], items, strict=True)])
        case _:
            return seen


def shown(value: Any) -> str:
    """An observed value as a user would write it."""
    if isinstance(value, tuple):
        inside = ", ".join([shown(v) for v in value[1:]])
        return f"[{inside}]" if value[0] == "[]" else f"({inside})"
    return digits.plain(value) if isinstance(value, int | Fraction) else str(value)


def shown_all(seen: tuple[Any, ...]) -> str:
    """A whole observation: the leaks in order, then the result."""
    if len(seen) == 1:
        return shown(seen[0])
    return "; ".join([shown(value) for value in seen]) or "nothing"


def plain(value: Any) -> Any:
    """A value of a program as one of Python; exact numbers that are no fractions as texts."""
    if isinstance(value, tuple):
        return tuple([plain(one) for one in value])
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    return value if isinstance(value, bool | int | str) else str(value)


def plain_all(seen: tuple[Any, ...]) -> Any:
    """A whole observation in Python: the result, or the leaks in order with the result behind them."""
    values = [_unmarked(one) for one in seen]
    return values[0] if len(values) == 1 else tuple(values)


def _unmarked(seen: Any) -> Any:
    """What is observed, without its mark: truth values and bits are texts there."""
    if isinstance(seen, tuple):
        return tuple([_unmarked(one) for one in seen[1:]])
    return {"true": True, "false": False}.get(seen, seen) if isinstance(seen, str) else plain(seen)
