"""The values of several open numbers: regions that polynomial inequalities describe.

Whether some polynomial is positive, zero or negative somewhere on a region is asked of a solver for real arithmetic.
Exponentials t = exp(-x/n) are taken as independent numbers that satisfy t > 0, t T(x/n) <= 1 and t >= T(-x/n), where
T(y) = 1 + y + y^2/2 + y^3/6 <= exp(y). So a region may have more points than there are, and what holds on it holds;
what is broken on it is broken only if values of the numbers show that.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from flint import fmpz_mpoly

from prhl.numbers.magnitude import Inexact
from prhl.numbers.open_quotients import open_number
from prhl.numbers.open_texts import condition_text
from prhl.numbers.polynomials import Terms, factors, sign_at, sign_by_factors, terms
from prhl.numbers.varying import Empty, Split, Symbols
from prhl.records import dataclass

MOST_EXAMPLES = 2_000
SIMPLE = tuple(
    [Fraction(*pair) for pair in ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 1), (2, 1), (0, 1), (1, 5), (4, 5))]
    + [Fraction(*pair) for pair in ((1, 10), (9, 10), (3, 1), (1, 100), (99, 100), (4, 1), (10, 1), (-1, 1), (100, 1))]
)

Relation = Literal["lt", "le", "eq", "ge", "gt"]
Condition = tuple[fmpz_mpoly, Relation]
"""A polynomial and how it stands to 0."""


@dataclass(frozen=True, slots=True)
class System:
    """Polynomials with how they stand to 0, for so many unknowns: is there a real solution?"""

    unknowns: int
    conditions: tuple[tuple[Terms, Relation], ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """`solvable` is None if the solver does not know; a solution has rationals, about, and None is any."""

    solvable: bool | None
    solution: tuple[Fraction, ...] | None = None


Ask = Callable[[System], Solved]

_SIGNS: dict[int, Relation] = {-1: "lt", 0: "eq", 1: "gt"}
_WRITTEN: dict[Relation, str] = {"lt": "<", "le": "<=", "eq": "=", "ge": ">=", "gt": ">"}
_MEETS: dict[Relation, tuple[int, ...]] = {"lt": (-1,), "le": (-1, 0), "eq": (0,), "ge": (0, 1), "gt": (1,)}


def facts(symbols: Symbols) -> tuple[Condition, ...]:
    """What is true of exponentials beside their exponents."""
    found: list[Condition] = []
    for at, n in enumerate(symbols.steps):
        if n:
            x, t, scale = symbols.number(at), symbols.exponential(at), symbols.constant(n)
            # n^3 T(x/n), with n for 1
            up, down = [_scaled_taylor(side * x, scale) for side in (1, -1)]
            found += [(t, "gt"), (t * up - 6 * scale**3, "le"), (6 * scale**3 * t - down, "ge")]
    return tuple(found)


def _scaled_taylor(x: fmpz_mpoly, n: fmpz_mpoly) -> fmpz_mpoly:
    """6 n^3 T(x/n)."""
    return 6 * n**3 + 6 * n**2 * x + 3 * n * x**2 + x**3


@dataclass(frozen=True, eq=False)
class Region:
    symbols: Symbols
    ask: Ask
    conditions: tuple[Condition, ...]
    sample: tuple[Fraction, ...] | None = None  # rational values of the numbers that meet all conditions
    signs: dict[str, int] = field(default_factory=dict)
    bounded: dict[str, bool | None] = field(default_factory=dict)  # whether a polynomial is nowhere positive

    def value(self, at: int) -> Any:
        return open_number(at, self)

    @property
    def written(self) -> dict[str, fmpz_mpoly]:
        """The polynomials that describe it, beside what is true of exponentials."""
        return {str(poly): poly for poly, _ in self.conditions[len(facts(self.symbols)) :]}

    @property
    def polynomials(self) -> dict[str, frozenset[int]]:
        """Their signs."""
        told = self.conditions[len(facts(self.symbols)) :]
        return {str(poly): frozenset(_MEETS[relation]) for poly, relation in told}

    @property
    def is_full(self) -> bool:
        """Whether no equation describes it."""
        return all([relation != "eq" for _, relation in self.conditions])

    def __str__(self) -> str:
        """`p > 0 && p < 1 && q > p`."""
        told = self.conditions[len(facts(self.symbols)) :]
        parts = [condition_text(poly, _WRITTEN[relation], self.symbols) for poly, relation in told]
        return " && ".join(parts) or f"every {', '.join(self.symbols.names)}"

    def sign(self, poly: fmpz_mpoly) -> int:
        return sign_by_factors(poly, self._factor)

    def at_most_zero(self, poly: fmpz_mpoly) -> bool | None:
        key = str(poly)
        if key not in self.bounded:
            self.bounded[key] = self._bounded(poly)
        return self.bounded[key]

    def _bounded(self, poly: fmpz_mpoly) -> bool | None:
        if not poly.is_zero() and all([str(factor) in self.signs for factor, _ in factors(poly)[1]]):
            return self.sign(poly) <= 0
        with suppress(Inexact):
            if self.sample is not None and sign_at(poly, self.symbols, self.sample) > 0:
                return False
        found = self._solved((poly, "gt")).solvable
        return None if found is None else not found

    def _solved(self, *more: Condition) -> Solved:
        asked = tuple([(terms(poly), relation) for poly, relation in (*self.conditions, *more)])
        return self.ask(System(2 * len(self.symbols.names), asked))

    def _factor(self, factor: fmpz_mpoly) -> int:
        key = str(factor)
        if key not in self.signs:
            self.signs[key] = self._found(factor)
        return self.signs[key]

    def _found(self, factor: fmpz_mpoly) -> int:
        if factor.is_constant():
            return 1 if int(factor.leading_coefficient()) > 0 else -1
        known = None if self.sample is None else sign_at(factor, self.symbols, self.sample)
        if known is not None:
            others: Relation = {1: "le", 0: "lt", -1: "ge"}[known]  # type: ignore[assignment]
            if known and self._solved((factor, others)).solvable is False:
                return known
        parts = []
        for sign in (-1, 0, 1):
            found = Solved(True, self.sample) if sign == known else self._solved((factor, _SIGNS[sign]))
            if found.solvable is not False:
                conditions = (*self.conditions, (factor, _SIGNS[sign]))
                part = Region(self.symbols, self.ask, conditions, signs={**self.signs, str(factor): sign})
                sample = found.solution and found.solution[: len(self.symbols.names)]
                if sample is not None and part.contains(sample):
                    part = Region(self.symbols, self.ask, conditions, sample, part.signs)
                parts.append((sign, found.solvable, part))
        if not parts:
            raise Empty
        if any([solvable is None for _, solvable, _ in parts]):
            raise Inexact("a system of polynomial inequalities that the solver leaves open")
        if len(parts) == 1:
            return parts[0][0]
        raise Split([part for _, _, part in parts])

    def contains(self, x: tuple[Fraction, ...]) -> bool:
        """Whether values of the open numbers meet all conditions, their exponentials being what they are."""
        try:
            # one by one: most values fail soon
            return all(sign_at(poly, self.symbols, x) in _MEETS[relation] for poly, relation in self.conditions)
        except Inexact:
            return False

    def examples(self) -> Iterator[tuple[Fraction, ...]]:
        """Rational values of the numbers in this region, simple ones first; not all of them."""
        grid = product(SIMPLE, repeat=len(self.symbols.names))
        for x, _ in zip(grid, range(MOST_EXAMPLES), strict=False):
            if self.contains(x):
                yield x
        if self.sample is not None:
            yield self.sample


def whole(symbols: Symbols, ask: Ask) -> Region:
    """All values of the open numbers."""
    zero = tuple([Fraction(0)] * len(symbols.names))
    return Region(symbols, ask, facts(symbols), zero)
