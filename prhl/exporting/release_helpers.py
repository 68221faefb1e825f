"""Functions that an exported module carries along: its checks of inputs, and operators that Python has otherwise."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from prhl.numbers.digits import exactly
from prhl.sampling.bracketed import exp, sqrt
from prhl.sampling.finite_laws import quotient

Check = Callable[[Any, str], Any]


class BadInput(ValueError):
    """An input that the claim does not speak of: nothing is released for it."""


def boolean(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{name} is to be a bool")
    return value


def integer(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name} is to be an int")
    return value


def exact_number(value: Any, name: str) -> int | Fraction:
    """An int, a Fraction, a Decimal, or a text such as 1/3 or 0.1; a float is seldom the number that was meant."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal | str):
        raise BadInput(f"{name} is to be an int, a Fraction, a Decimal or a text such as '1/3', and never a float")
    try:
        return value if isinstance(value, int) else exactly(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise BadInput(f"{name} is to be a number") from None


def bit_string(value: Any, name: str) -> str:
    if not isinstance(value, str) or value.strip("01"):
        raise BadInput(f"{name} is to be a text of 0 and 1")
    return value


def function(result: Check) -> Check:
    """A function whose results are checked like inputs: a float would come out of the noise as it went in."""

    def check(value: Any, name: str) -> Callable[..., Any]:
        if not callable(value):
            raise BadInput(f"{name} is to be a function")
        return lambda *given: result(value(*given), f"a value of {name}")

    return check


def listed(item: Check) -> Check:
    def check(value: Any, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise BadInput(f"{name} is to be a list")
        return tuple([item(one, f"{name}[{at}]") for at, one in enumerate(value)])

    return check


def tupled(*items: Check) -> Check:
    def check(value: Any, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(items):
            raise BadInput(f"{name} is to be a tuple of {len(items)}")
        return tuple([item(one, f"{name}[{at}]") for at, (item, one) in enumerate(zip(items, value, strict=True))])

    return check


def required(holds: bool, text: str) -> None:
    if not holds:
        raise BadInput(f"required: {text}")


def at(items: Any, index: int) -> Any:
    """An entry; Python would count from the end where an index is negative."""
    if not 0 <= index < len(items):
        raise IndexError(f"index {index} is out of range")
    return items[index] == "1" if isinstance(items, str) else items[index]


def stored(items: tuple[Any, ...], index: int, new: Any) -> tuple[Any, ...]:
    """The list with another entry."""
    if not 0 <= index < len(items):
        raise IndexError(f"index {index} is out of range")
    return (*items[:index], new, *items[index + 1 :])


def euclidean(above: int, below: int) -> int:
    """The quotient whose remainder is never negative."""
    return above // below if below > 0 else -(above // -below)


def xor(*values: Any) -> Any:
    if isinstance(values[0], bool):
        return sum(values) % 2 == 1
    return "".join(["1" if column.count("1") % 2 else "0" for column in zip(*values, strict=True)])


def vadd(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """Lists of numbers, entry by entry."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def vsub(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def vscale(factor: Any, items: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([factor * item for item in items])


def l1(one: tuple[Any, ...], other: tuple[Any, ...], bound: Any) -> bool:
    """Whether two lists have one size and a distance of at most the bound."""
    return len(one) == len(other) and sum([abs(a - b) for a, b in zip(one, other, strict=True)]) <= bound


def l2(one: tuple[Any, ...], other: tuple[Any, ...], bound: Any) -> bool:
    if len(one) != len(other) or bound < 0:
        return False
    return bool(sum([(a - b) * (a - b) for a, b in zip(one, other, strict=True)]) <= bound * bound)


def clip1(items: tuple[Any, ...], bound: Any) -> tuple[Any, ...]:
    """The list, or the multiple of it whose norm is the bound."""
    norm = sum([abs(item) for item in items])
    return items if norm <= bound else vscale(quotient(bound, norm), items)


def clip2(items: tuple[Any, ...], bound: Any) -> tuple[Any, ...]:
    square = sum([item * item for item in items])
    return items if square <= bound * bound else vscale(quotient(bound, sqrt(square)), items)


MOST_STEPS = 1000  # of which a delta is added up


def steps(distance: Any, one: Any, whole: bool) -> int:
    """How many steps of a length lead so far; between whole numbers it is a whole one."""
    length = one // 1 if whole else one
    if length <= 0:
        raise ValueError("the claim relates no two inputs that differ")
    return int(-(-quotient(Fraction(distance), length) // 1))


def group_delta(many: int, eps: Any, delta: Any) -> float:
    """delta * (1 + e^eps + e^(2 eps) + ...), as many as there are steps; 1 bounds every delta."""
    if many > MOST_STEPS:
        return 1.0
    return min(1.0, rounded_up(delta * sum([exp(at * eps) for at in range(many)])))


def rounded_up(value: Any) -> float:
    """A float that is not below an exact number: what a library of floats may be told of it."""
    high = value if isinstance(value, int | Fraction) else value.bracket(64)[1]
    found = float(high)
    return found if found >= high else nextafter(found, inf)
