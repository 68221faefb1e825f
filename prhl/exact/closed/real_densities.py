"""Densities on the reals in closed form: on finitely many intervals, some of them infinite, sums of c * t^j * rate^t.

Laplace and exponential noise is of this form, and so is everything that comparing and adding such noise makes of it:
the form is closed under sums, products, shifts by rationals, rational multiples, convolution, and integrals up to a
point, which is how a comparison of two draws becomes a factor of one of them (Pr[s <= t] as a function of t). A single
point has no mass, so that it does not matter to which interval an end belongs.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from prhl.exact.closed.exponential_polynomials import (
    NotClosed,
    Terms,
    constant,
    mirrored,
    moved,
    one,
    plus,
    product,
    size,
    times,
    value,
    vanishing,
)
from prhl.numbers import Exact
from prhl.numbers.rates import ONE, Rate
from prhl.records import dataclass

End = Fraction | None
Interval = tuple[End, End]


@dataclass(frozen=True)
class Piece:
    """The terms hold from low to high; None is infinite."""

    low: End
    high: End
    terms: Terms

    @cached_property
    def rising(self) -> Terms:
        """An antiderivative; that of a density that falls vanishes at an infinite end."""
        return antiderivative(self.terms)

    def mass(self, low: End, high: End) -> Exact:
        """The integral between two points of it."""
        above: Any = self.at(high, -1)
        return above - self.at(low, 1)  # type: ignore[no-any-return]

    def at(self, end: End, side: int) -> Exact:
        """The antiderivative at an end, which may be infinite on the left (1) or on the right (-1)."""
        if end is not None:
            return value(self.rising, end)
        vanishing(self.rising, side)
        return Fraction(0)


@dataclass(frozen=True)
class Curve:
    """A function on the reals: pieces in rising order that do not overlap; 0 elsewhere."""

    parts: tuple[Piece, ...]

    @cached_property
    def low(self) -> End:
        return self.parts[0].low

    @cached_property
    def high(self) -> End:
        return self.parts[-1].high

    @property
    def is_zero(self) -> bool:
        return not self.parts

    @property
    def is_added(self) -> bool:
        """Whether the sum of such draws is known."""
        return True

    @cached_property
    def size(self) -> int:
        return sum([size(part.terms) for part in self.parts])

    def points(self, most: int) -> None:
        """There are uncountably many."""

    # ---- new curves from old -----------------------------------------------------------------

    def moved(self, by: int | Fraction) -> "Curve":
        """The density of t + by."""
        if by == 0:
            return self
        return Curve(tuple([Piece(_plus(p.low, by), _plus(p.high, by), moved(p.terms, by)) for p in self.parts]))

    def mirrored(self) -> "Curve":
        """The density of -t."""
        return Curve(tuple([Piece(_minus(p.high), _minus(p.low), mirrored(p.terms)) for p in reversed(self.parts)]))

    def stretched(self, c: Fraction) -> "Curve":
        """The density of c*t, for c other than 0: at u it is that of t at u/c, over |c|."""
        if c < 0:
            return self.mirrored().stretched(-c)
        if c == 1:
            return self
        return Curve(tuple([Piece(_over(p.low, c), _over(p.high, c), _stretched(p.terms, c)) for p in self.parts]))

    def within(self, low: End, high: End) -> "Curve":
        """The same between two bounds, 0 elsewhere."""
        return Curve(tuple([Piece(first, last, part.terms) for part, first, last in _between(self.parts, low, high)]))

    def times(self, factor: Exact) -> "Curve":
        return self if factor == 1 else Curve(tuple([Piece(p.low, p.high, times(p.terms, factor)) for p in self.parts]))

    def __add__(self, other: "Curve") -> "Curve":
        return Curve(tuple(_joined(self.parts, other.parts, plus)))

    def __mul__(self, other: "Curve") -> "Curve":
        return Curve(tuple(_joined(self.parts, other.parts, product)))

    # ---- integrals ---------------------------------------------------------------------------

    def mass(self, low: End, high: End) -> Exact:
        """The integral between two points."""
        if (low, high) not in self._masses:
            total: Any = Fraction(0)
            for part, first, last in _between(self.parts, low, high):
                total = total + part.mass(first, last)
            self._masses[low, high] = total
        return self._masses[low, high]

    @cached_property
    def _masses(self) -> dict[Interval, Exact]:
        return {}

    @cached_property
    def total(self) -> Exact:
        return self.mass(None, None)

    @cached_property
    def up_to(self) -> "Curve":
        """At t the integral from minus infinity to t, on all reals."""
        out: list[Piece] = []
        so_far: Any = Fraction(0)
        at: End = None  # behind the last part; None: at the very beginning
        for part in self.parts:
            if part.low is not None and (at is None or part.low > at):
                out.append(Piece(at, part.low, constant(so_far)))
            base = so_far - part.at(part.low, 1)
            out.append(Piece(part.low, part.high, plus(constant(base), part.rising)))
            if part.high is None:
                return Curve(tuple(out))
            so_far, at = base + value(part.rising, part.high), part.high
        out.append(Piece(at, None, constant(so_far)))
        return Curve(tuple(out))


def flat(c: Exact) -> Curve:
    """The same everywhere."""
    return Curve((Piece(None, None, constant(c)),)) if c != 0 else Curve(())


@lru_cache(maxsize=256)
def exponential(falling: Rate) -> Curve:
    """On t >= 0, at the rate exp(-1/scale): exp(-t/scale)/scale."""
    return Curve((Piece(Fraction(0), None, {(falling, 0): -falling.logarithm}),))


@lru_cache(maxsize=256)
def laplace(falling: Rate) -> Curve:
    """At the rate exp(-1/scale): exp(-|t|/scale)/(2 scale)."""
    half = exponential(falling).times(Fraction(1, 2))
    return half.mirrored() + half


def antiderivative(terms: Terms) -> Terms:
    """For t^j rate^t with L = ln(rate): rate^t times the sum over k of (-1)^k j!/(j - k)! t^(j - k) / L^(k + 1)."""
    out: Terms = {}
    for (rate, j), c in terms.items():
        if rate is ONE:
            out = plus(out, {(ONE, j + 1): c / (j + 1) if not isinstance(c, int) else Fraction(c, j + 1)})
            continue
        inverse: Any = 1 / rate.logarithm
        factor: Any = c * inverse
        for k in range(j + 1):
            out = plus(out, {(rate, j - k): factor})
            factor = factor * (k - j) * inverse
    return out


def derivative(terms: Terms) -> Terms:
    out: Terms = {}
    for (rate, j), c in terms.items():
        if j:
            out = plus(out, {(rate, j - 1): c * j})
        if rate is not ONE:
            out = plus(out, {(rate, j): c * rate.logarithm})
    return out


def _stretched(terms: Terms, c: Fraction) -> Terms:
    return {(one(rate.root(c)), j): factor / c ** (j + 1) for (rate, j), factor in terms.items()}


# ---- intervals -------------------------------------------------------------------------------


def intervals(*functions: Curve) -> list[Interval]:
    """The intervals between all ends of pieces, in rising order; together they are the line."""
    ends = {end for curve in functions for p in curve.parts for end in (p.low, p.high) if end is not None}
    cuts = sorted(ends)
    return list(pairwise([None, *cuts, None]))


def terms_on(curve: Curve, low: End, high: End) -> Terms | None:
    """What holds on an interval that no end of a piece lies in."""
    for part in curve.parts:
        if _starts(part.low, low) and _ends(high, part.high):
            return part.terms
    return None


def _starts(first: End, second: End) -> bool:
    return first is None or (second is not None and first <= second)


def _ends(first: End, second: End) -> bool:
    return second is None or (first is not None and first <= second)


def _joined(
    left: tuple[Piece, ...], right: tuple[Piece, ...], combine: Callable[[Terms | None, Terms | None], Terms]
) -> Iterator[Piece]:
    """Both on common intervals; where only one has a piece the other is 0."""
    first, second = Curve(left), Curve(right)
    for low, high in intervals(first, second):
        found = combine(terms_on(first, low, high), terms_on(second, low, high))
        if found:
            yield Piece(low, high, found)


def _between(parts: tuple[Piece, ...], low: End, high: End) -> Iterator[tuple[Piece, End, End]]:
    """The pieces with what of them lies between two points."""
    for part in parts:
        first = low if part.low is None else part.low if low is None else max(part.low, low)
        last = high if part.high is None else part.high if high is None else min(part.high, high)
        if first is None or last is None or first < last:
            yield part, first, last


def _plus(end: End, by: int | Fraction) -> End:
    return None if end is None else end + by


def _minus(end: End) -> End:
    return None if end is None else -end


def _over(end: End, c: Fraction) -> End:
    return None if end is None else end * c


__all__ = [
    "Curve",
    "End",
    "Interval",
    "NotClosed",
    "Piece",
    "antiderivative",
    "derivative",
    "exponential",
    "flat",
    "intervals",
    "laplace",
    "terms_on",
]
