"""Two rows on one slice of real outputs, without what both have in common.

A draw whose density is the same up to a factor in all summands of both rows tells nothing, and is integrated out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from prhl.exact.closed.real_densities import Curve, Interval, intervals
from prhl.exact.closed.symbolic_states import Summand, added
from prhl.exact.columns.boxes import EVERYWHERE, Box, Dense
from prhl.exact.ratios.suprema import same_shape
from prhl.numbers import Exact
from prhl.records import dataclass

MOST_CELLS = 400  # boxes between the ends of all pieces


@dataclass(frozen=True)
class Pair:
    """One slice of two rows, or a box of it, without the axes that tell nothing."""

    around: Box
    kept: tuple[int, ...]
    mine: tuple[Summand, ...]
    other: tuple[Summand, ...]

    @property
    def products(self) -> bool:
        return len(self.mine) == len(self.other) == 1

    def curves(self, axis: int) -> list[Curve]:
        return [curve_of(term, axis) for term in (*self.mine, *self.other)]

    def box(self, extents: Sequence[Interval]) -> Box:
        whole = list(self.around.extents)
        for axis, extent in zip(self.kept, extents, strict=True):
            whole[axis] = _common(whole[axis], extent)
        return Box(self.around.slice, tuple(whole))

    def cells(self) -> list[tuple[Interval, ...]]:
        """Boxes between the ends of all pieces."""
        cuts = [intervals(*self.curves(axis)) for axis in range(len(self.kept))]
        if prod([len(cut) for cut in cuts]) > MOST_CELLS:
            return [tuple([EVERYWHERE] * len(self.kept))]
        return list(product(*cuts))

    def parts(self) -> "Iterator[Pair]":
        """The boxes between the ends of all pieces, each by itself."""
        for extents in self.cells():
            mine, other = [_restricted(terms, extents) for terms in (self.mine, self.other)]
            if mine:
                yield reduced(self.box(extents), self.kept, mine, other)


def _common(first: Interval, second: Interval) -> Interval:
    """The second, unless it is all there is; one of the two is inside the other."""
    low = first[0] if second[0] is None else second[0]
    return low, first[1] if second[1] is None else second[1]


def _restricted(terms: Sequence[Summand], extents: tuple[Interval, ...]) -> tuple[Summand, ...]:
    """What of some summands lies in a box."""
    out = []
    for term in terms:
        cut = tuple([curve_of(term, axis).within(*extent) for axis, extent in enumerate(extents)])
        if not any([curve.is_zero for curve in cut]):
            out.append(Summand(term.weight, cut))
    return tuple(out)


def curve_of(term: Summand, axis: int) -> Curve:
    found = term.draws[axis]
    assert isinstance(found, Curve)
    return found


def pairs_of(first: Dense, second: Dense) -> Iterator[Pair]:
    for number, (slice_, mine) in first.parts.items():
        if mine:
            yield reduced(slice_.whole, tuple(range(len(slice_.axes))), mine, second.of(number))


def reduced(around: Box, axes: tuple[int, ...], mine: tuple[Summand, ...], other: tuple[Summand, ...]) -> Pair:
    """An axis on which all densities are multiples of one is integrated out."""
    sides = [list(mine), list(other)]
    kept = list(axes)
    for axis in range(len(axes) - 1, -1, -1) if other else ():
        reference = curve_of(sides[0][0], axis)
        factors = [[same_shape(curve_of(term, axis), reference) for term in side] for side in sides]
        if any([factor is None for side in factors for factor in side]):
            continue
        del kept[axis]
        sides = [
            [
                Summand(term.weight * factor * reference.total, (*term.draws[:axis], *term.draws[axis + 1 :]))
                for term, factor in zip(side, factors_, strict=True)
            ]
            for side, factors_ in zip(sides, factors, strict=True)
        ]
    return Pair(around, tuple(kept), tuple(added(sides[0])), tuple(added(sides[1])))


def summed(terms: Sequence[Summand]) -> Curve:
    """Of one axis."""
    total = Curve(())
    for term in terms:
        total = total + curve_of(term, 0).times(term.weight)
    return total


def whole(terms: Sequence[Summand]) -> Exact:
    return sum([term.weight for term in terms], Fraction(0))
