"""Rows with real outputs over common columns: boxes between the ends of all pieces of their curves.

To tell only in which box an output lies is a post-processing, so that figures of these columns are bounds from below.
They are exact where the curves of all rows are multiples of each other in every box. What is more, and lies inside the
boxes, the rows keep as `Dense`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import product
from math import prod
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.real_densities import Curve, intervals
from prhl.exact.closed.symbolic_states import Pattern, Summand
from prhl.exact.columns.boxes import EVERYWHERE, Box, Dense, Slice, mass_of
from prhl.numbers import Exact
from prhl.records import dataclass

MOST_BOXES = 512  # of a slice


@dataclass(frozen=True)
class Sliced:
    """A pattern whose only open draws are the axes, and for every row its summands there."""

    pattern: Pattern
    seen: tuple[Any, ...]
    axes: tuple[int, ...]
    rows: tuple[tuple[Summand, ...], ...]
    outputs: tuple[tuple[Any, ...], ...] = ()
    others: bool = False
    fixed: Mapping[int, Any] = field(default_factory=dict)


def real_draws(terms: Sequence[Sequence[Summand]]) -> frozenset[int]:
    """The draws of a pattern that are continuous; NotClosed where one is a real here and an integer there."""
    found = {
        frozenset([at for at, law in enumerate(term.draws) if isinstance(law, Curve)]) for row in terms for term in row
    }
    if len(found) > 1:
        raise NotClosed("continuous and other noise in one place")
    return found.pop()


def dense(slices: Sequence[Sliced], rows: Sequence[dict[Any, Exact]], first: int) -> list[Dense | None]:
    """Adds the boxes of all slices to the rows, and gives each row its curves."""
    if not slices:
        return [None] * len(rows)
    parts: list[dict[int, tuple[Slice, tuple[Summand, ...]]]] = [{} for _ in rows]
    for number, one in enumerate(slices, first):
        slice_ = Slice(number, one.pattern, one.seen, one.axes, one.outputs, one.others, one.fixed)
        for at, terms in enumerate(one.rows):
            if terms:
                parts[at][number] = (slice_, terms)
        for extents in _boxes(one):
            box = Box(slice_, extents)
            for row, terms in zip(rows, one.rows, strict=True):
                mass = mass_of(terms, extents)
                if mass != 0:
                    row[(box,)] = mass
    return [Dense(part) for part in parts]


def _boxes(one: Sliced) -> list[tuple[Any, ...]]:
    curves = [[term.draws[axis] for row in one.rows for term in row] for axis in range(len(one.axes))]
    cuts = [intervals(*[curve for curve in same if isinstance(curve, Curve)]) for same in curves]
    if prod([len(cut) for cut in cuts]) > MOST_BOXES:
        return [tuple([EVERYWHERE] * len(cuts))]
    return list(product(*cuts))
