"""A channel as a matrix of exact probabilities: what the measures of the shelf look at.

`rows[x][y]` is the probability of output y on input x. Where runs had not ended, or a support was cut, `missing[x]`
is what the row lacks to 1: the true row is this one plus something of that mass that lies anywhere, on the listed
outputs or on others. Such a true matrix is called a completion, and a measure then says between which numbers its
figure lies for all of them. Where a row only lacks what was rounded away, its `supports` are the outputs that it may
show at all, and a completion has nothing elsewhere.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from prhl.exact import Listed
from prhl.numbers import Exact, Quotient, balls, enclosure
from prhl.numbers.shared import Ratios, Shared
from prhl.records import dataclass

BITS = 256  # of what rows lack, where that is irrational

Probability = Fraction | Quotient
Order = tuple[int, int]
"""An ordered pair of inputs: how well the second hides the first."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A column under a prior: how likely its output is together with each input, and at all."""

    joint: tuple[Probability, ...]
    total: Probability


@dataclass(frozen=True)
class Matrix:
    rows: tuple[tuple[Probability, ...], ...]
    missing: tuple[Probability, ...]
    supports: tuple[frozenset[int] | None, ...] = ()  # of the rows; None, or none at all: not known

    @cached_property
    def complete(self) -> bool:
        return not any([m != 0 for m in self.missing])

    @cached_property
    def is_rational(self) -> bool:
        return all([isinstance(value, Fraction) for row in self.rows for value in row])

    @cached_property
    def columns(self) -> tuple[tuple[Probability, ...], ...]:
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def ratios(self) -> Ratios:
        """Of its numbers, so far."""
        return Ratios()

    @cached_property
    def variations(self) -> "dict[tuple[Order, ...], Any]":
        """Total variations that were asked for, by the pairs of inputs."""
        return {}

    @cached_property
    def _weighed(self) -> "dict[tuple[Probability, ...], tuple[Weighed, ...]]":
        """Known for some priors."""
        return {}

    def weighed(self, prior: Sequence[Probability]) -> "tuple[Weighed, ...]":
        """Its columns under a prior."""
        key = tuple(prior)
        if key not in self._weighed:
            products: dict[tuple[Probability, int], Probability] = {}

            def times(p: Probability, c: Probability) -> Probability:
                at = (p, id(c))  # equal numbers are one object, as a rule
                if at not in products:
                    products[at] = p * c
                return products[at]

            found = []
            for column in self.columns:
                joint = tuple([times(p, c) for p, c in zip(key, column, strict=True)])
                found.append(Weighed(joint, sum(joint, Fraction(0))))
            self._weighed[key] = tuple(found)
        return self._weighed[key]

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """Its rows, with numbers for the outputs."""
        return tuple(
            [listed(*row, self.support(at)) for at, row in enumerate(zip(self.rows, self.missing, strict=True))]
        )

    def support(self, at: int) -> frozenset[int] | None:
        return self.supports[at] if self.supports else None

    def parts(self, i: int, j: int) -> bool:
        """Whether the first row shows something that the second never does, although that lacks mass."""
        support = self.support(j)
        return support is not None and any([p > 0 and at not in support for at, p in enumerate(self.rows[i])])

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each input the first one with the same row: many inputs of a large channel behave alike."""
        first: dict[object, int] = {}
        keys = zip(self.rows, self.missing, strict=True)
        return tuple([first.setdefault((key, self.support(at)), at) for at, key in enumerate(keys)])

    def revealed(self) -> "Matrix":
        """The completion that tells the most: the missing mass of every input lies on an output of its own.

        Every completion is a post-processing of it: what shows up on the output of input x is spread as the missing
        runs of x are. So it bounds from above, for all completions, each measure that post-processing never increases.
        """
        if self.complete:
            return self
        rows = []
        for at, row in enumerate(self.rows):
            own = [self.missing[at] if other == at else Fraction(0) for other in range(len(self.rows))]
            rows.append((*row, *own))
        return Matrix(tuple(rows), tuple([Fraction(0)] * len(rows)))


def listed(masses: Sequence[Exact], missing: Exact, support: frozenset[int] | None = None) -> Listed:
    """A list of probabilities as a row, with numbers for the outputs; what it lacks is rounded up to a rational."""
    lacks = missing if isinstance(missing, int | Fraction) else balls.enclose(lambda: enclosure(missing), BITS)[1]
    kept = {(at,): mass for at, mass in enumerate(masses) if mass != 0 or (support is not None and at in support)}
    return Listed(kept, 1, Fraction(lacks), supported=support is not None)


def matrix(rows: Sequence[Sequence[Exact]]) -> Matrix:
    """From lists of probabilities; what is missing is what they lack to 1."""
    numbers = Shared()
    kept = tuple([numbers.all([probability(value) for value in row]) for row in rows])
    return Matrix(kept, tuple([1 - sum(row, Fraction(0)) for row in kept]))


class Weighted(Protocol):
    """A row as the exact road computes it; `missing` bounds what is missing, and is 0 if nothing is."""

    @property
    def missing(self) -> Fraction: ...

    def probability(self, seen: tuple[Any, ...]) -> Exact: ...

    def never(self, seen: tuple[Any, ...]) -> bool: ...


def matrix_of(rows: Sequence[Weighted], outputs: Sequence[tuple[Any, ...]]) -> Matrix:
    """From the rows of a channel, over its outputs in their order."""
    numbers = Shared()
    kept = tuple([numbers.all([probability(row.probability(seen)) for seen in outputs]) for row in rows])
    known = [row.missing == 0 for row in rows]
    lacks = [Fraction(0) if whole else 1 - sum(row, Fraction(0)) for whole, row in zip(known, kept, strict=True)]
    return Matrix(kept, tuple(lacks), tuple([_support(row, outputs) for row in rows]))


def _support(row: Weighted, outputs: Sequence[tuple[Any, ...]]) -> frozenset[int] | None:
    """The outputs that a row may show, where some are known to be impossible although mass is missing."""
    if not row.missing:
        return None
    found = frozenset([at for at, seen in enumerate(outputs) if not row.never(seen)])
    return found if len(found) < len(outputs) else None


def probability(value: Exact) -> Probability:
    """Integers become fractions, so that dividing never leaves the exact numbers."""
    return Fraction(value) if isinstance(value, int) else value


def all_orders(size: int) -> tuple[Order, ...]:
    return tuple([(i, j) for i in range(size) for j in range(size) if i != j])


def uniform_prior(size: int) -> tuple[Fraction, ...]:
    return tuple([Fraction(1, size)] * size)
