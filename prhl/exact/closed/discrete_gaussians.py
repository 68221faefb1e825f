"""Discrete Gaussian noise that is only released: sums of bells of one width with integer centres.

A bell has infinite support and no rate, so that its columns are never proportional: it is listed in a window, and what
lies outside is missing. But the form is closed under shifts and mixtures, so that all runs are known to end, and it is
known how the tails compare: exp(-c (t - m)^2) over exp(-c (t - n)^2) is exp(c (2 t (m - n) + n^2 - m^2)), which has no
bound where m and n differ.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from prhl.exact.closed.integer_densities import NotClosed
from prhl.numbers import Exact, Quotient, balls, enclosure, exp
from prhl.numbers.theta import theta

BITS = 80  # less than 2^-80 lies outside the window


@dataclass(frozen=True, eq=False)
class Bell:
    """At t the sum of w * exp(-falling * (t - m)^2) / theta(falling), over centres m with weights w."""

    falling: Fraction
    parts: tuple[tuple[int, Any], ...]

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
            total = total + w * mass
        return total / theta(self.falling)  # type: ignore[no-any-return]

    def moved(self, by: int) -> "Bell":
        return Bell(self.falling, tuple([(m + by, w) for m, w in self.parts]))

    def mirrored(self) -> "Bell":
        return Bell(self.falling, tuple([(-m, w) for m, w in self.parts]))

    def times(self, factor: Exact) -> "Bell":
        return Bell(self.falling, tuple([(m, w * factor) for m, w in self.parts]))

    def __add__(self, other: "Bell") -> "Bell":
        if self.falling != other.falling:
            raise NotClosed("Gaussian noise of different widths")
        weights: dict[int, Any] = {}
        for m, w in (*self.parts, *other.parts):
            weights[m] = weights.get(m, Fraction(0)) + w
        return Bell(self.falling, tuple(sorted(weights.items())))


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
