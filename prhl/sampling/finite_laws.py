"""Laws from which is drawn: finite lists, ranges, bit strings, orders, and laws that are clamped or drawn again.

A law draws, with bits that it is given. On numbers it can be restricted to a range, as `Truncate` does: by
its own means where it has any, so that a range far out in a tail takes no longer than one in the middle.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from prhl.sampling.bracketed import Bracketed, Real, bracket_of
from prhl.sampling.coins import flip, flip_exp
from prhl.sampling.random_bits import RandomBits

MOST_TRIES = 1_000_000  # of a draw that is made again until it lies in a range


class NotDrawn(ArithmeticError):
    """A law that exists, but has no draw within reason here."""


class Law(ABC):
    """A distribution as something that is drawn from."""

    @abstractmethod
    def draw(self, bits: RandomBits) -> Any:
        """One value, independent of all others that are drawn with these bits."""

    def between(self, low: Real, high: Real) -> "Law":
        """The law on condition that the number lies in low..high, which has positive mass."""
        return Again(self, low, high)


class Again(Law):
    """Drawn again until it lies in a range."""

    def __init__(self, law: Law, low: Real, high: Real) -> None:
        self.law, self.low, self.high = law, low, high

    def draw(self, bits: RandomBits) -> Any:
        for _ in range(MOST_TRIES):
            found = self.law.draw(bits)
            if self.low <= found <= self.high:
                return found
        raise NotDrawn(f"none of {MOST_TRIES:,} draws lies in the range")


class Clamped(Law):
    """What lies outside of a range is moved to its ends."""

    def __init__(self, law: Law, low: Real, high: Real) -> None:
        self.law, self.low, self.high = law, low, high

    def draw(self, bits: RandomBits) -> Any:
        found = self.law.draw(bits)
        return self.low if found < self.low else self.high if found > self.high else found


class Coin(Law):
    def __init__(self, p: Real) -> None:
        self.p = p

    def draw(self, bits: RandomBits) -> bool:
        return flip(bits, self.p)


class Even(Law):
    """Every item with the same probability; a range is a sequence, too."""

    def __init__(self, items: Sequence[Any]) -> None:
        self.items = items

    def draw(self, bits: RandomBits) -> Any:
        return self.items[bits.below(len(self.items))]

    def between(self, low: Real, high: Real) -> Law:
        return Even([item for item in self.items if low <= item <= high])


class Span(Law):
    """Every integer from low to high with the same probability."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = int(low), int(high)

    def draw(self, bits: RandomBits) -> int:
        return self.low + bits.below(self.high - self.low + 1)

    def between(self, low: Real, high: Real) -> Law:
        return Span(max(self.low, -(-low // 1)), min(self.high, high // 1))


class Strings(Law):
    """Every string of so many bits with the same probability, as a text of 0 and 1."""

    def __init__(self, size: int) -> None:
        self.size = int(size)

    def draw(self, bits: RandomBits) -> str:
        return format(bits.take(self.size), f"0{self.size}b") if self.size else ""


class Orders(Law):
    """Every order of 0, 1, ..., size - 1 with the same probability: one after the other, of those that are left."""

    def __init__(self, size: int) -> None:
        self.size = int(size)

    def draw(self, bits: RandomBits) -> tuple[int, ...]:
        order = list(range(self.size))
        for left in range(self.size, 1, -1):
            chosen = bits.below(left)
            order[chosen], order[left - 1] = order[left - 1], order[chosen]
        return tuple(order)


class Repeated(Law):
    """A list of independent draws from one law; none if the size is not positive."""

    def __init__(self, law: Law, size: int) -> None:
        self.law, self.size = law, int(size)

    def draw(self, bits: RandomBits) -> tuple[Any, ...]:
        return tuple([self.law.draw(bits) for _ in range(self.size)])


class Shares(Law):
    """Finitely many values with weights, which need not add up to 1; by inversion, exactly."""

    def __init__(self, pairs: Sequence[tuple[Any, Real]]) -> None:
        self.pairs = pairs
        self.rational = not any(isinstance(weight, Bracketed) for _, weight in pairs)
        if self.rational:
            shares = [Fraction(weight) for _, weight in pairs]  # type: ignore[arg-type]  # just looked
            common = lcm(*[share.denominator for share in shares])
            self.counts = [int(share * common) for share in shares]
            self.total = sum(self.counts)

    def draw(self, bits: RandomBits) -> Any:
        if not self.rational:
            return self.bracketed(bits)
        left = bits.below(self.total)
        for (value, _), count in zip(self.pairs, self.counts, strict=True):
            if left < count:
                return value
            left -= count
        raise AssertionError("the counts add up to the total")

    def bracketed(self, bits: RandomBits) -> Any:
        """Value by value, each with the share that it has of what is left."""
        rest: Real = 0
        sums: list[Real] = []
        for _, weight in reversed(self.pairs):
            rest = rest + weight
            sums.append(rest)
        for (value, weight), whole in zip(self.pairs[:-1], reversed(sums), strict=False):
            if bracket_of(weight, 64)[1] > 0 and flip(bits, quotient(weight, whole)):
                return value
        return self.pairs[-1][0]

    def between(self, low: Real, high: Real) -> Law:
        return Shares([(value, weight) for value, weight in self.pairs if low <= value <= high])


class Scored(Law):
    """An index i with probability proportional to exp(rate*scores[i]): any index, kept with probability exp(-loss).

    Scores are compared without the rate: it may be known by brackets only, which never show that two are equal.
    """

    def __init__(self, rate: Real, scores: Sequence[Real]) -> None:
        best = max(scores) if rate > 0 else min(scores)
        self.losses = [rate * (best - score) for score in scores]

    def draw(self, bits: RandomBits) -> int:
        while True:
            found = bits.below(len(self.losses))
            if flip_exp(bits, self.losses[found]):
                return found


def quotient(above: Real, below: Real) -> Real:
    if isinstance(below, Bracketed):
        return 1 / below * above
    if isinstance(above, Bracketed):
        return above / below
    return Fraction(above) / below
