"""The values that an open parameter may have, cut into stretches on which something is decided.

A parameter eps > 0 that is left open enters by q = exp(-eps^d/n). Where polynomials in q change their signs, q is
algebraic, and eps is a *place*: (n ln(1/q))^(1/d), which has a form of its own if q is the k-th root of a rational, and
enclosures to any precision in every case. Between two places lies an open stretch; a place is a stretch by itself.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb, fmpz_poly

from prhl.numbers import balls
from prhl.numbers.magnitude import Inexact
from prhl.numbers.reals import enclosure
from prhl.numbers.roots import Root, line, sign_at, sign_on
from prhl.records import dataclass


@dataclass(frozen=True)
class Open:
    """A parameter that is left open: above 0, and between two numbers that may belong to it or not."""

    name: str
    low: Any = Fraction(0)  # a Number
    high: Any = None  # None is infinite
    has_low: bool = False
    has_high: bool = False

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Once: masses are looked up by it."""
        return hash((self.name, self.low, self.high, self.has_low, self.has_high))

    def sides(self, exponent: int, bound: Any) -> set[int]:
        """The signs that x^exponent - bound takes, for a positive bound; the exponent is not 0."""
        k = abs(exponent)
        if exponent < 0:  # x^-k < b where x^k > 1/b
            return {-side for side in self.sides(k, Fraction(1) / bound)}
        below = self.low == 0 or self.low**k < bound
        above = self.high is None or self.high**k > bound
        lowest = below or (self.has_low and self.low**k == bound)
        highest = above or (self.has_high and self.high**k == bound)
        return {side for side, taken in ((-1, below), (0, lowest and highest), (1, above)) if taken}


@dataclass(frozen=True, eq=False)
class Place:
    """The eps at which q = exp(-eps^degree/steps) is a root."""

    root: Root
    degree: int
    steps: int

    @property
    def exact(self) -> Any:
        """Its form: (n/k ln(1/c))^(1/degree) if q^k = c is rational; None if it has none here."""
        from prhl.numbers.logs import ln, sqrt

        found = self.root.power
        if found is None or abs(self.degree) > 2:
            return None
        k, c = found
        value: Any = ln(1 / c) * Fraction(self.steps, k)
        value = 1 / value if self.degree < 0 else value
        return value if abs(self.degree) == 1 else sqrt(value)

    def enclosure(self) -> arb:
        """eps^degree = -n ln(q)."""
        value = self.root.enclosure().log() * -self.steps
        value = 1 / value if self.degree < 0 else value
        return value if abs(self.degree) == 1 else value.root(abs(self.degree))


End = Any
"""A place, or a number of another kind; None is infinite."""


def compare(one: End, other: End) -> int:
    """The order of two ends, decided.

    A place without a form is no rational and no logarithm of one: q would be transcendental, or a root of a rational.
    """
    if one is other:
        return 0
    if one is None or other is None:
        return 1 if one is None else -1
    first, second = [end.exact if isinstance(end, Place) else end for end in (one, other)]
    if first is not None and second is not None and first == second:
        return 0
    found = balls.sign_of(lambda: enclosure(one) - enclosure(other))
    if not found:
        raise Inexact("two numbers that cannot be told apart")
    return found


@dataclass(frozen=True, eq=False)
class Stretch:
    """From one end to another: without them, unless it `has` them. `at` is a q in it, rational or a root."""

    low: End
    high: End
    at: Fraction | Root | None = None
    has_low: bool = False
    has_high: bool = False

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low is self.high

    def sign(self, poly: fmpz_poly) -> int:
        """Of a polynomial in q that it was cut for."""
        assert self.at is not None
        return sign_on(poly, self.at) if isinstance(self.at, Root) else sign_at(poly, self.at)


def stretches(polynomials: Iterable[fmpz_poly], degree: int, steps: int, allowed: Open) -> list[Stretch]:
    """What is allowed, rising, cut where a polynomial in q = exp(-eps^degree/steps) has a root."""
    cut = line(polynomials)
    places = [Place(root, degree, steps) for root in cut.roots]
    samples = list(cut.between)
    if degree > 0:  # eps falls where q rises
        places, samples = places[::-1], samples[::-1]
    ends: list[End] = [Fraction(0), *places, None]
    found: list[Stretch] = []
    for at, sample in enumerate(samples):
        found.append(Stretch(ends[at], ends[at + 1], sample))
        if at < len(places):
            found.append(Stretch(places[at], places[at], places[at].root, True, True))
    return list(within(found, allowed))


def within(found: Iterable[Stretch], allowed: Open) -> Iterator[Stretch]:
    """The parts of the stretches that are allowed."""
    for one in found:
        low, has_low = _inner(one.low, one.has_low, allowed.low, allowed.has_low, 1)
        high, has_high = _inner(one.high, one.has_high, allowed.high, allowed.has_high, -1)
        order = compare(low, high)
        if order < 0 or (order == 0 and has_low and has_high):
            yield one if one.is_point else Stretch(low, high, one.at, has_low, has_high)


def _inner(one: End, has: bool, other: End, had: bool, side: int) -> tuple[End, bool]:
    """The later of two beginnings (side 1), the earlier of two endings (-1)."""
    order = compare(one, other) * side
    if order == 0:
        return one, has and had
    return (one, has) if order > 0 else (other, had)
