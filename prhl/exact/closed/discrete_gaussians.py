"""Discrete Gaussian noise that is only released: sums of bells of one width with integer centres.

A bell has infinite support and no rate, so that its columns are never proportional: it is listed in a window, and what
lies outside is missing. But the form is closed under shifts and mixtures, so that all runs are known to end, and it is
known how the tails compare: exp(-c (t - m)^2) over exp(-c (t - n)^2) is exp(c (2 t (m - n) + n^2 - m^2)), which has no
bound where m and n differ.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any

from prhl.exact.closed.integer_densities import Density, NotClosed
from prhl.numbers import Exact, Quotient, balls, enclosure, exp
from prhl.numbers.theta import theta
from prhl.records import dataclass

MOST_CENTRES = 1_000
BITS = 80  # less than 2^-80 lies outside the window


@dataclass(frozen=True, eq=False)
class Bell:
    """At t the sum of w * exp(-falling * (t - m)^2) * norms[(t - m) mod their number], over centres m with weights w.

    One draw has the norm 1/theta(falling). The sum of two has, at n = t - m, the sum over s of
    exp(-c s^2 - c (n - s)^2), which is exp(-c n^2/2) times the sum over s of exp(-2 c (s - n/2)^2): theta(2 c) if n is
    even, and over the halves of odd numbers theta(c/2) - theta(2 c) if n is odd.
    """

    falling: Fraction
    parts: tuple[tuple[int, Any], ...]
    norms: tuple[Any, ...] = ()  # of the residues; () is 1/theta

    is_zero = False

    @property
    def size(self) -> int:
        return len(self.parts)

    def points(self, most: int) -> None:
        """There are infinitely many."""

    @cached_property
    def total(self) -> Exact:
        return sum([w for _, w in self.parts], Fraction(0))

    @cached_property
    def centres(self) -> tuple[int, int]:
        """The least and the greatest; the tails fall as these do."""
        return min([m for m, _ in self.parts]), max([m for m, _ in self.parts])

    def at(self, t: int) -> Exact:
        total: Any = Fraction(0)
        for m, w in self.parts:
            mass = exp(-self.falling * (t - m) ** 2)
            if not isinstance(mass, int | Fraction | Quotient):
                raise NotClosed("masses that are too small to be written out")
            total = total + w * mass * self.norms[(t - m) % len(self.norms)] if self.norms else total + w * mass
        return total if self.norms else total / theta(self.falling)  # type: ignore[no-any-return]

    def moved(self, by: int) -> "Bell":
        return Bell(self.falling, tuple([(m + by, w) for m, w in self.parts]), self.norms)

    def mirrored(self) -> "Bell":
        return Bell(self.falling, tuple([(-m, w) for m, w in self.parts]), self.norms)

    def times(self, factor: Exact) -> "Bell":
        return Bell(self.falling, tuple([(m, w * factor) for m, w in self.parts]), self.norms)

    def __add__(self, other: "Bell") -> "Bell":
        if self.shape != other.shape:
            raise NotClosed("Gaussian noise of different widths")
        weights: dict[int, Any] = {}
        for m, w in (*self.parts, *other.parts):
            weights[m] = weights.get(m, Fraction(0)) + w
        return Bell(self.falling, tuple(sorted(weights.items())), self.norms)

    @property
    def shape(self) -> tuple[Fraction, int]:
        """Bells of one shape differ in their centres and weights alone."""
        return self.falling, len(self.norms)

    def convolved(self, other: "Bell") -> "Bell":
        """Of the sum of two draws of one width, each bell of one with each of the other."""
        if self.falling != other.falling or self.norms or other.norms:
            raise NotClosed("a sum of Gaussian noise of different widths, or of three")
        c = self.falling
        even: Any = theta(2 * c)
        odd: Any = theta(c / 2) - even
        norms = tuple([norm / theta(c) ** 2 for norm in (even, odd)])
        weights: dict[int, Any] = {}
        for m, w in self.parts:
            for n, v in other.parts:
                weights[m + n] = weights.get(m + n, Fraction(0)) + w * v
        return Bell(c / 2, tuple(sorted(weights.items())), norms)

    def mixed(self, law: Density) -> "Bell":
        """Of the sum with a draw of finitely many integers: a bell for each of them."""
        points = law.points(MOST_CENTRES)
        if points is None:
            raise NotClosed("Gaussian noise is added to other noise")
        weights: dict[int, Any] = {}
        for m, w in self.parts:
            for t, mass in points:
                weights[m + t] = weights.get(m + t, Fraction(0)) + w * mass
        return Bell(self.falling, tuple(sorted(weights.items())), self.norms)


def window(bells: list[Bell]) -> tuple[int, int]:
    """A range outside of which each has mass of less than 2^-BITS; as for `DiscreteGauss`."""
    reach = 1
    while 10 * reach * reach * bells[0].falling * 2 < 14 * (BITS + 1):  # exp(-falling reach^2) < 2^-(BITS + 1)
        reach += max(1, reach // 8)
    return min([bell.centres[0] for bell in bells]) - reach, max([bell.centres[1] for bell in bells]) + reach


def outside(bell: Bell, inside: list[Exact]) -> Fraction:
    """A bound on what is left of the whole."""
    rest: Any = bell.total
    for mass in inside:
        rest = rest - mass
    return max(Fraction(0), balls.enclose(lambda: enclosure(rest), 256)[1])
