"""Numbers that depend on open parameters, and the regions on which they are compared.

A computation with open parameters runs on a *region* of their values. Each comparison in it must have one answer on the
whole region; one that has several raises `Split`, with the parts on which it has one, and the computation is run anew
on each part. So whatever comes to an end has taken the same branches, divided by nothing that vanishes and found the
same support at every value of its region, and what it returns is true at each of them (`everywhere`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NoReturn, Protocol, TypeVar

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from prhl.numbers.magnitude import Inexact
from prhl.records import dataclass

Result = TypeVar("Result")


@dataclass(frozen=True)
class Symbols:
    """The open numbers x, and of those that occur in exponents exp(-x/steps); steps is 0 where there is none.

    The generators of polynomials are all x, in order, and then as many exponentials.
    """

    names: tuple[str, ...]
    steps: tuple[int, ...]
    whole: tuple[bool, ...]  # of an int only whole values count

    @cached_property
    def context(self) -> fmpz_mpoly_ctx:
        size = len(self.names)
        return fmpz_mpoly_ctx.get([f"{kind}{at}" for kind in "xt" for at in range(size)], Ordering.lex)

    def constant(self, value: int) -> fmpz_mpoly:
        return self.context.constant(value)

    def number(self, at: int) -> fmpz_mpoly:
        return self.context.gens()[at]

    def exponential(self, at: int) -> fmpz_mpoly:
        return self.context.gens()[len(self.names) + at]

    def finer(self, at: int, steps: int) -> "Symbols":
        return Symbols(self.names, (*self.steps[:at], steps, *self.steps[at + 1 :]), self.whole)


class Region(Protocol):
    """Values of open numbers; a frozen thing."""

    @property
    def symbols(self) -> Symbols: ...

    def sign(self, poly: fmpz_mpoly) -> int:
        """The sign of a polynomial, which is the same on the whole region; else Split, or Inexact if undecided."""

    def at_most_zero(self, poly: fmpz_mpoly) -> bool | None:
        """Whether a polynomial is nowhere positive; None if undecided. Nothing is split."""

    def value(self, at: int) -> Any:
        """The open number with this index, as a number of this region."""


class Split(Exception):
    """A comparison has another answer on each of these parts of the region, which make up all of it."""

    def __init__(self, parts: Sequence[Region]) -> None:
        self.parts = tuple(parts)
        super().__init__()


class Finer(Exception):
    """An exponent is no multiple of x/steps: everything is computed anew, with more of them."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        super().__init__()


class Empty(Exception):
    """The region has no value."""


class TooMany(Inexact):
    """There are too many regions."""


def everywhere(
    whole: Callable[[Symbols], Region], symbols: Symbols, compute: Callable[[Region], Result], most: int
) -> Iterator[tuple[Region, Result]]:
    """A computation on all values of open numbers: the regions on which it takes one course, and what it finds there.

    `whole` makes the region of all values; at most so many regions are tried.
    """
    while True:
        found: list[tuple[Region, Result]] = []
        todo = [whole(symbols)]
        tried = 0
        try:
            while todo:
                region = todo.pop()
                tried += 1
                if tried > most:
                    raise TooMany(f"more than {most} regions of {', '.join(symbols.names)}")
                try:
                    found.append((region, compute(region)))
                except Split as split:
                    todo += reversed(split.parts)
                except Empty:
                    pass
        except Finer as finer:
            symbols = finer.symbols
            continue
        yield from found
        return


class Varying(ABC):
    """A number on a region. Its order is decided there; what leaves its form is Inexact."""

    @abstractmethod
    def compared(self, other: Any) -> int:
        """The sign of self - other."""

    @abstractmethod
    def exp(self) -> Any: ...

    @abstractmethod
    def ln(self) -> Any:
        """Of a positive number, else ZeroDivisionError."""

    def sign(self) -> int:
        return self.compared(0)

    def sqrt(self) -> NoReturn:
        raise Inexact(f"sqrt({self})")

    def __abs__(self) -> Any:
        return self if self.sign() >= 0 else -self  # type: ignore[operator]  # every number has it

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str | tuple):
            return NotImplemented
        return self.compared(other) == 0

    @abstractmethod
    def __hash__(self) -> int: ...

    def __lt__(self, other: Any) -> bool:
        return self.compared(other) < 0

    def __le__(self, other: Any) -> bool:
        return self.compared(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self.compared(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self.compared(other) >= 0

    def __index__(self) -> NoReturn:
        raise Inexact(f"`{self}` where the value of an int must be known")

    __int__ = __index__

    def __format__(self, how: str) -> str:
        if how:
            raise Inexact(f"the digits of `{self}`")
        return str(self)

    def __floordiv__(self, other: Any) -> NoReturn:
        raise Inexact(f"floor or div of `{self}`")

    __rfloordiv__ = __mod__ = __rmod__ = __floordiv__

    def __rpow__(self, base: Any) -> NoReturn:
        raise Inexact(f"{base}^({self})")

    def enclosure(self) -> NoReturn:
        raise Inexact(f"`{self}`, which has no one value,")
