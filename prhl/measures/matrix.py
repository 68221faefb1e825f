"""A channel as a matrix of exact probabilities: what the measures of the shelf look at.

`rows[x][y]` is the probability of output y on input x. Where runs had not ended, or a support was cut, `missing[x]`
is what the row lacks to 1: the true row is this one plus something of that mass that lies anywhere, on the listed
outputs or on others. Such a true matrix is called a completion, and a measure then says between which numbers its
figure lies for all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from prhl.exact import Listed
from prhl.numbers import Exact, Quotient, balls, enclosure

BITS = 256  # of what rows lack, where that is irrational

Probability = Fraction | Quotient
Order = tuple[int, int]
"""An ordered pair of inputs: how well the second hides the first."""


@dataclass(frozen=True)
class Matrix:
    rows: tuple[tuple[Probability, ...], ...]
    missing: tuple[Probability, ...]

    @cached_property
    def complete(self) -> bool:
        return not any([m != 0 for m in self.missing])

    @cached_property
    def columns(self) -> tuple[tuple[Probability, ...], ...]:
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """Its rows, with numbers for the outputs."""
        return tuple([listed(row, missing) for row, missing in zip(self.rows, self.missing, strict=True)])

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each input the first one with the same row: many inputs of a large channel behave alike."""
        first: dict[object, int] = {}
        keys = zip(self.rows, self.missing, strict=True)
        return tuple([first.setdefault(key, at) for at, key in enumerate(keys)])

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


def listed(masses: Sequence[Exact], missing: Exact) -> Listed:
    """A list of probabilities as a row, with numbers for the outputs; what it lacks is rounded up to a rational."""
    lacks = missing if isinstance(missing, int | Fraction) else balls.enclose(lambda: enclosure(missing), BITS)[1]
    return Listed({(at,): mass for at, mass in enumerate(masses) if mass != 0}, 1, Fraction(lacks))


def matrix(rows: Sequence[Sequence[Exact]]) -> Matrix:
    """From lists of probabilities; what is missing is what they lack to 1."""
    kept = tuple([tuple([probability(value) for value in row]) for row in rows])
    return Matrix(kept, tuple([1 - sum(row, Fraction(0)) for row in kept]))


class Weighted(Protocol):
    """A row as the exact road computes it; `missing` bounds what is missing, and is 0 if nothing is."""

    @property
    def missing(self) -> Fraction: ...

    def probability(self, seen: tuple[Any, ...]) -> Exact: ...


def matrix_of(rows: Sequence[Weighted], outputs: Sequence[tuple[Any, ...]]) -> Matrix:
    """From the rows of a channel, over its outputs in their order."""
    kept = tuple([tuple([probability(row.probability(seen)) for seen in outputs]) for row in rows])
    known = [row.missing == 0 for row in rows]
    lacks = [Fraction(0) if whole else 1 - sum(row, Fraction(0)) for whole, row in zip(known, kept, strict=True)]
    return Matrix(kept, tuple(lacks))


def probability(value: Exact) -> Probability:
    """Integers become fractions, so that dividing never leaves the exact numbers."""
    return Fraction(value) if isinstance(value, int) else value


def all_orders(size: int) -> tuple[Order, ...]:
    return tuple([(i, j) for i in range(size) for j in range(size) if i != j])


def uniform_prior(size: int) -> tuple[Fraction, ...]:
    return tuple([Fraction(1, size)] * size)
