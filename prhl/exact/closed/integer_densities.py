"""Masses on the integers in closed form: on finitely many ranges, infinite ones among them, sums of c * t^j * rate^t.

Geometric noise is of this form, and so is everything that comparing and adding finite noise makes of it: the form is
closed under sums, products, shifts, and under summing up to a point, which is how a comparison of two draws becomes a
factor of one of them (Pr[s <= t] as a function of t).
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

from prhl.exact.closed.exponential_polynomials import (
    NotClosed,
    Terms,
    at_many,
    constant,
    mirrored,
    moved,
    plus,
    product,
    recurring,
    size,
    strided,
    times,
    value,
    vanishing,
)
from prhl.numbers import Exact
from prhl.numbers.rates import ONE, Rate
from prhl.numbers.recurrences import Recurrent
from prhl.records import dataclass

__all__ = ["Density", "NotClosed", "Part", "antidifference", "geometric", "listed", "ranges_of"]


@dataclass(frozen=True)
class Part:
    """The terms hold on low..high; None is infinite."""

    low: int | None
    high: int | None
    terms: Terms

    def at(self, t: int) -> Exact:
        return self.values(t)

    @cached_property
    def values(self) -> Callable[[int], Exact]:
        return at_many(self.terms)


@dataclass(frozen=True)
class Density:
    """A function on the integers: parts in rising order that do not overlap; 0 elsewhere."""

    parts: tuple[Part, ...]

    @cached_property
    def low(self) -> int | None:
        return self.parts[0].low

    @cached_property
    def high(self) -> int | None:
        return self.parts[-1].high

    @property
    def is_zero(self) -> bool:
        return not self.parts

    @cached_property
    def size(self) -> int:
        return sum([size(part.terms) for part in self.parts])

    def at(self, t: int) -> Exact:
        for part in self.parts:
            if (part.low is None or part.low <= t) and (part.high is None or t <= part.high):
                return part.at(t)
        return Fraction(0)

    def points(self, most: int) -> list[tuple[int, Exact]] | None:
        """All integers with their masses, if they are at most so many."""
        if self.parts and (self.low is None or self.high is None):
            return None
        if sum([(part.high or 0) - (part.low or 0) + 1 for part in self.parts]) > most:
            return None
        return [(t, part.at(t)) for part in self.parts for t in range(part.low or 0, (part.high or 0) + 1)]

    # ---- new densities from old --------------------------------------------------------------

    def moved(self, by: int) -> "Density":
        """At t what was at t - by."""
        if by == 0:
            return self
        return Density(tuple([Part(_plus(p.low, by), _plus(p.high, by), moved(p.terms, by)) for p in self.parts]))

    def mirrored(self) -> "Density":
        """At t what was at -t."""
        return Density(tuple([Part(_minus(p.high), _minus(p.low), mirrored(p.terms)) for p in reversed(self.parts)]))

    def within(self, low: int | None, high: int | None) -> "Density":
        """The same between two bounds, 0 elsewhere."""
        kept = []
        for part in self.parts:
            first, last = _later(part.low, low), _earlier(part.high, high)
            if first is None or last is None or first <= last:
                kept.append(Part(first, last, part.terms))
        return Density(tuple(kept))

    def residue(self, n: int, r: int) -> "Density":
        """At t what was at n*t + r: of a draw the part in one residue class, told by its quotient."""
        kept = []
        for part in self.parts:
            low = None if part.low is None else -((r - part.low) // n)
            high = None if part.high is None else (part.high - r) // n
            if low is None or high is None or low <= high:
                kept.append(Part(low, high, strided(part.terms, n, r)))
        return Density(tuple(kept))

    def times(self, factor: Exact) -> "Density":
        if factor == 1:
            return self
        return Density(tuple([Part(p.low, p.high, times(p.terms, factor)) for p in self.parts]))

    def __add__(self, other: "Density") -> "Density":
        return Density(tuple(_joined(self.parts, other.parts, plus)))

    def __mul__(self, other: "Density") -> "Density":
        return Density(tuple(_joined(self.parts, other.parts, product)))

    # ---- sums --------------------------------------------------------------------------------

    @cached_property
    def up_to(self) -> "Density":
        """At t the sum over all s <= t, on all integers."""
        return self._summed[0]

    @cached_property
    def total(self) -> Exact:
        return self._summed[1]

    @cached_property
    def _summed(self) -> "tuple[Density, Exact]":
        out: list[Part] = []
        so_far: Exact = Fraction(0)
        at: int | None = None  # behind the last part; None: at the very beginning
        for part in self.parts:
            if part.low is not None and (at is None or part.low > at):
                out.append(Part(at, part.low - 1, constant(so_far)))
            rising = antidifference(part.terms)
            # the sum from low to t is rising(t) - rising(low - 1); from minus infinity it is rising(t)
            if part.low is not None:
                base = so_far - value(rising, part.low - 1)
            else:
                vanishing(rising, 1)
                base = so_far
            out.append(Part(part.low, part.high, plus(constant(base), rising)))
            if part.high is None:
                vanishing(rising, -1)
                return Density(tuple(out)), base
            so_far = base + value(rising, part.high)
            at = part.high + 1
        out.append(Part(at, None, constant(so_far)))
        return Density(tuple(out)), so_far


def geometric(pieces: Iterable[tuple[int | None, int | None, Exact, Rate]]) -> Density:
    """From ranges with c and a rate each; ranges may overlap."""
    total = Density(())
    for low, high, c, rate in pieces:
        if c != 0:
            total = total + Density((Part(low, high, {(rate, 0): c}),))
    return total


def listed(points: Iterable[tuple[int, Exact]]) -> Density:
    return Density(tuple([Part(t, t, constant(mass)) for t, mass in sorted(points)]))


def antidifference(terms: Terms) -> Terms:
    """G with G(t) - G(t - 1) = the value at t.

    For rate u and the polynomial P, G(t) = Q(t) u^t with Q(t) - Q(t - 1)/u = P(t). The coefficient of t^m in
    (t - 1)^j is comb(j, m) (-1)^(j - m), so that Q is found from its highest coefficient down.
    """
    out: Terms = {}
    for rate in dict.fromkeys([rate for rate, _ in terms]):
        degree = max([j for r, j in terms if r == rate])
        if isinstance(rate, Recurrent):
            out = plus(out, recurring(rate.summed(), degree, terms[rate, degree]))
            continue
        p: list[Any] = [terms.get((rate, j), Fraction(0)) for j in range(degree + 1)]
        back: Any = rate.power(-1)
        if rate is ONE:
            q: list[Any] = [Fraction(0)] * (degree + 2)
            for m in range(degree, -1, -1):
                rest = sum([q[j] * comb(j, m) * (-1) ** (j - m) for j in range(m + 2, degree + 2)], p[m])
                q[m + 1] = rest / (m + 1)
        else:
            q = [Fraction(0)] * (degree + 1)
            for m in range(degree, -1, -1):
                rest = sum([q[j] * comb(j, m) * (-1) ** (j - m) for j in range(m + 1, degree + 1)], Fraction(0))
                q[m] = (p[m] + back * rest) / (1 - back)
        out = plus(out, {(rate, j): c for j, c in enumerate(q) if c != 0})
    return out


def _joined(left: tuple[Part, ...], right: tuple[Part, ...], combine: Any) -> Iterator[Part]:
    """Both on common ranges; where only one has a part the other has none."""
    for low, high in _ranges(left, right):
        terms = combine(_terms_on(left, low, high), _terms_on(right, low, high))
        if terms:
            yield Part(low, high, terms)


def _ranges(*functions: tuple[Part, ...]) -> list[tuple[int | None, int | None]]:
    starts = {p.low for parts in functions for p in parts if p.low is not None}
    behind = {p.high + 1 for parts in functions for p in parts if p.high is not None}
    cuts = sorted(starts | behind)
    if not cuts:
        return [(None, None)]
    return [(None, cuts[0] - 1), *[(a, b - 1) for a, b in pairwise(cuts)], (cuts[-1], None)]


def _terms_on(parts: tuple[Part, ...], low: int | None, high: int | None) -> Terms | None:
    for part in parts:
        if (part.low is None or (low is not None and part.low <= low)) and (
            part.high is None or (high is not None and high <= part.high)
        ):
            return part.terms
    return None


def ranges_of(densities: list[Density]) -> Iterator[tuple[int | None, int | None, list[Terms | None]]]:
    """The ranges between all ends of parts, with the terms of each density there."""
    for low, high in _ranges(*[density.parts for density in densities]):
        yield low, high, [_terms_on(density.parts, low, high) for density in densities]


def _plus(bound: int | None, by: int) -> int | None:
    return None if bound is None else bound + by


def _minus(bound: int | None) -> int | None:
    return None if bound is None else -bound


def _later(first: int | None, second: int | None) -> int | None:
    return second if first is None else first if second is None else max(first, second)


def _earlier(first: int | None, second: int | None) -> int | None:
    return second if first is None else first if second is None else min(first, second)
