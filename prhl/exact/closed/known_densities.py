"""Densities that a run has made before: states that came to one law in different ways share it, and all that it knows.

After k comparisons of a threshold with noise there are 2^k states, but the law of the threshold depends only on how
often each answer came. Equal densities are one object, so that their products, sums and totals are computed once.
"""

from collections.abc import Callable
from typing import Any

from prhl.exact.closed.integer_densities import Density

MOST = 4_000  # that are kept


class Known:
    """Of one run, so that figures depend on its input alone."""

    def __init__(self) -> None:
        self.densities: dict[Any, Density] = {}
        self.products: dict[tuple[int, int], tuple[Density, Density, Density]] = {}
        self.made: dict[Any, tuple[Density, Density]] = {}

    def one(self, density: Density) -> Density:
        """The first density that is equal to this one."""
        if len(self.densities) >= MOST:
            return density
        key = tuple([(part.low, part.high, frozenset(part.terms.items())) for part in density.parts])
        return self.densities.setdefault(key, density)

    def product(self, first: Density, second: Density) -> Density:
        key = (id(first), id(second))
        found = self.products.get(key)
        if found is None:  # both are kept with it, so that no other object gets their identities
            found = (first, second, self.one(first * second))
            if len(self.products) < MOST:
                self.products[key] = found
        return found[2]

    def from_one(self, given: Density, how: Any, make: Callable[[], Density]) -> Density:
        """What is made of a density in a certain way."""
        key = (id(given), how)
        found = self.made.get(key)
        if found is None:
            found = (given, self.one(make()))
            if len(self.made) < MOST:
                self.made[key] = found
        return found[1]
