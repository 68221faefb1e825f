"""Laws on the integers whose masses are log-concave, such as noise that falls off on both sides; also on a range.

Let q(d) be the mass at distance d from the mode over the mass of the mode, on one side. Its logarithm is concave, and 0
at 0. If q(w) <= 1/e for a width w, then q(d) <= exp(-d/w) for d >= w, and q(d) <= 1 for all d: so that q(d) <= exp(-j)
in the j-th block of w integers. Choose a block with probability proportional to exp(-j), one of its integers, and keep
it with probability q(d) exp(j). Both sides together have w1 + w2 integers in each pair of blocks. With the least such
w about half of what is proposed is kept; any w at all gives the right law. A law that is restricted to a range is again
log-concave: its mode is the number of the range next to the mode.
"""

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction

from prhl.sampling.bracketed import Bracket, Bracketed, Real, bracket_of, exp
from prhl.sampling.coins import flip, flip_exp
from prhl.sampling.finite_laws import Law, NotDrawn
from prhl.sampling.random_bits import RandomBits

MOST_STEPS = 1_000_000  # from the mode, of a law whose masses are products of as many factors
LOW_E = Fraction(2718281828459045235, 10**18)  # below e


class LogConcave(Law):
    """On low..high, None where there is no end; `width` is a guess at the width, within a factor of two or not."""

    def __init__(self, mode: int, low: int | None, high: int | None, width: int) -> None:
        self.mode, self.low, self.high = mode, low, high
        self.up, self.down = self.blocks(1, width), self.blocks(-1, width)

    def draw(self, bits: RandomBits) -> int:
        while True:
            at = bits.below(self.up + self.down)
            block = 0
            while flip_exp(bits, 1):
                block += 1
            found = self.mode + at + block * self.up
            if at >= self.up:
                found = self.mode - 1 - (at - self.up) - block * self.down
            inside = (self.low is None or found >= self.low) and (self.high is None or found <= self.high)
            if inside and self.keeps(bits, found, block):
                return found

    def blocks(self, side: int, guess: int) -> int:
        """A width for one side: enough, and half of it is not; no more than there are integers."""
        end = self.high if side > 0 else self.low
        room = None if end is None else abs(end - self.mode) + (1 if side > 0 else 0)
        if room == 0:
            return 0
        width = max(1, guess) if room is None else min(max(1, guess), room)
        while (room is None or width < room) and not self.small(self.mode + side * width):
            width *= 2
        while width > 1 and self.small(self.mode + side * (width // 2)):
            width //= 2
        return width if room is None else min(width, room)

    def between(self, low: Real, high: Real) -> Law:
        first, last = -(-low // 1), high // 1
        first = first if self.low is None else max(first, self.low)
        last = last if self.high is None else min(last, self.high)
        return self.on(min(max(self.mode, first), last), first, last)

    @abstractmethod
    def on(self, mode: int, low: int, high: int) -> Law:
        """The same masses on a part of the integers."""

    @abstractmethod
    def small(self, at: int) -> bool:
        """Whether the mass there is at most 1/e of that of the mode, for certain."""

    @abstractmethod
    def keeps(self, bits: RandomBits, at: int, block: int) -> bool:
        """True with probability exp(block) times the mass there over that of the mode."""


class ByExponent(LogConcave):
    """Masses proportional to exp(-fall(x)), with `fall` convex."""

    def __init__(
        self, fall: Callable[[int], Real], mode: int, width: int, low: int | None = None, high: int | None = None
    ) -> None:
        self.fall, self.width = fall, width
        self.least = fall(mode)
        super().__init__(mode, low, high, width)

    def on(self, mode: int, low: int, high: int) -> Law:
        return ByExponent(self.fall, mode, self.width, low, high)

    def small(self, at: int) -> bool:
        return bracket_of(self.fall(at) - self.least, 64)[0] >= 1

    def keeps(self, bits: RandomBits, at: int, block: int) -> bool:
        return flip_exp(bits, self.fall(at) - self.least - block)


class ByRatio(LogConcave):
    """Masses by a bracket of their ratio: `ratio(mode, at, bits)` has that of the mass at `at` to that of the mode."""

    def __init__(
        self,
        ratio: Callable[[int, int, int], Bracket],
        mode: int,
        width: int,
        low: int | None = None,
        high: int | None = None,
    ) -> None:
        self.ratio, self.width = ratio, width
        super().__init__(mode, low, high, width)

    def on(self, mode: int, low: int, high: int) -> Law:
        return ByRatio(self.ratio, mode, self.width, low, high)

    def small(self, at: int) -> bool:
        return self.ratio(self.mode, at, 64)[1] * LOW_E <= 1

    def keeps(self, bits: RandomBits, at: int, block: int) -> bool:
        share: Real = Bracketed(lambda digits: self.ratio(self.mode, at, digits))
        return flip(bits, share * exp(block) if block else share)


def power_ratio(base: Real) -> Callable[[int, int, int], Bracket]:
    """Masses proportional to base^x, for a base between 0 and 1."""

    def ratio(mode: int, at: int, bits: int) -> Bracket:
        extra = bits + 2 * abs(at - mode).bit_length()
        return power(bracket_of(base, extra), at - mode, extra)

    return ratio


def power(base: Bracket, exponent: int, bits: int) -> Bracket:
    """By squaring, rounded outward; the base lies between 0 and 1."""
    one = 1 << bits
    low, high = max(0, (base[0] * one).__floor__()), min(one, (base[1] * one).__ceil__())
    below, above = one, one
    while exponent:
        if exponent % 2:
            below, above = below * low >> bits, -(-above * high >> bits)
        low, high = low * low >> bits, -(-high * high >> bits)
        exponent //= 2
    return Fraction(below, one), Fraction(above, one)


def product_ratio(factor: Real, step: Callable[[int], tuple[int, int]]) -> Callable[[int, int, int], Bracket]:
    """Masses with mass(x)/mass(x - 1) = factor * a/b for (a, b) = step(x)."""

    def ratio(mode: int, at: int, bits: int) -> Bracket:
        steps = abs(at - mode)
        if steps > MOST_STEPS:
            raise NotDrawn(f"a mass that is a product of more than {MOST_STEPS:,} factors")
        extra = bits + steps.bit_length() + 8
        low, high = bracket_of(factor, extra + extra)
        while low <= 0:
            extra *= 2
            low, high = bracket_of(factor, extra)
        one = 1 << extra
        (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
        below, above = one, one
        for x in range(min(mode, at) + 1, max(mode, at) + 1):
            up, down = step(x)
            if at > mode:
                below, above = below * a * up // (b * down), -(-above * c * up // (d * down))
            else:
                below, above = below * d * down // (c * up), -(-above * b * down // (a * up))
        return Fraction(below, one), Fraction(above, one)

    return ratio
