"""Numbers that are known by certified enclosures alone, and by how they were made.

Sums, products, logarithms and roots that leave the exact forms of this room end here. Two such numbers are ordered if
some precision separates them, and equal if they were made in the same way; otherwise the comparison raises Inexact.
"""

from dataclasses import field
from fractions import Fraction
from typing import Any

from flint import arb

from prhl.numbers import balls
from prhl.numbers.digits import plain
from prhl.numbers.magnitude import Inexact
from prhl.records import dataclass


def enclosure(value: Any) -> arb:
    """A ball around any number of this room, at the precision that is set."""
    return balls.rational(value) if isinstance(value, int | Fraction) else value.enclosure()


def separated(left: Any, right: Any) -> int:
    """The sign of left - right, of two numbers that are not known to be equal."""
    found = balls.sign_of(lambda: enclosure(left) - enclosure(right))
    if found is None:
        raise Inexact("two numbers that cannot be told apart")
    return found


def floor_of(value: Any) -> int:
    """The integer below a number that is not an integer, or not known to be one."""
    try:
        low, _ = balls.bracket(lambda: enclosure(value), 30)
    except ArithmeticError:
        raise Inexact(f"floor({value})") from None
    floor = low // 1
    if not floor < value < floor + 1:
        raise Inexact(f"floor({value})")
    return floor


MOST_PARTS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """An operator and what it was applied to; `size` counts the operators in it, each as often as it is computed."""

    operator: str
    parts: tuple[Any, ...]
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        size = 1 + sum([part.size for part in self.parts if isinstance(part, Real)])
        if size > MOST_PARTS:
            raise Inexact("a number with so many operators in it")
        object.__setattr__(self, "size", size)

    def enclosure(self) -> arb:
        balls_of = [enclosure(part) for part in self.parts]
        match self.operator:
            case "add":
                return balls_of[0] + balls_of[1]
            case "mul":
                return balls_of[0] * balls_of[1]
            case "div":
                return balls_of[0] / balls_of[1]
            case "pow":
                return balls_of[0] ** int(self.parts[1])
            case "exp":
                return balls_of[0].exp()
            case "ln":
                return balls_of[0].log()
            case "log2":
                return balls_of[0].log() / balls.ln_of(2)
            case "sqrt":
                return balls_of[0].sqrt()
            case other:
                raise AssertionError(other)

    def __add__(self, other: Any) -> Any:
        if other == 0:
            return self
        if isinstance(other, Real) and (-other)._key() == self._key():
            return Fraction(0)
        return Real("add", (self, other))

    __radd__ = __add__

    def __neg__(self) -> "Real":
        if self.operator == "mul" and self.parts[0] == -1:
            inner = self.parts[1]
            return inner if isinstance(inner, Real) else Real("mul", (1, inner))
        return Real("mul", (-1, self))

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int | Fraction):
            return Fraction(0) if other == 0 else self if other == 1 else Real("mul", (other, self))
        return Real("mul", (self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if other == 0:
            raise ZeroDivisionError
        return Real("div", (self, other))

    def __rtruediv__(self, other: Any) -> Any:
        if self == 0:
            raise ZeroDivisionError
        return Real("div", (other, self))

    def __pow__(self, exponent: int) -> Any:
        return Fraction(1) if exponent == 0 else Real("pow", (self, exponent))

    def __abs__(self) -> "Real":
        return self if self > 0 else -self

    def __floordiv__(self, other: int) -> int:
        if other != 1:
            raise Inexact(f"{self} div {other}")
        return floor_of(self)

    def _key(self) -> tuple[Any, ...]:
        return (self.operator, self.parts)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Real) and self._key() == other._key():
            return True
        return separated(self, other) == 0

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: Any) -> bool:
        return self is not other and separated(self, other) < 0

    def __le__(self, other: Any) -> bool:
        return self is other or separated(self, other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self is not other and separated(self, other) > 0

    def __ge__(self, other: Any) -> bool:
        return self is other or separated(self, other) >= 0

    def __str__(self) -> str:
        texts = [plain(part) if isinstance(part, int | Fraction) else str(part) for part in self.parts]
        match self.operator:
            case "add":
                return f"{texts[0]} + {texts[1]}"
            case "mul" | "div":
                sign = "*" if self.operator == "mul" else "/"
                return f"({texts[0]}){sign}({texts[1]})"
            case "pow":
                return f"({texts[0]})^{texts[1]}"
            case _:
                return f"{self.operator}({texts[0]})"
