"""How much one row exceeds a multiple of another where several draws differ: bounds, by ever smaller boxes.

If both rows are products of curves, the ratio in a box lies between the products of the least and of the largest ratios
of its axes. So of most boxes it is soon clear which row is larger. The rest are halved, the largest first, along the
axis where the ratio varies the most. What stays unclear has at least the excess of the box as a whole, and at most all
of the first row in it.
"""

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from heapq import heappop, heappush

from prhl.exact.closed.exponential_polynomials import NotClosed, constant, plus
from prhl.exact.closed.exponential_polynomials import product as product_of
from prhl.exact.closed.real_densities import Curve, Interval, derivative, terms_on
from prhl.exact.columns.boxes import Box, halves, mass_of
from prhl.exact.ratios.density_pair import Pair, curve_of
from prhl.exact.ratios.signs import BITS, stretches
from prhl.exact.ratios.suprema import limit_of
from prhl.numbers import Exact, balls, enclosure
from prhl.records import dataclass

SPLITS = 150  # of boxes of which it is not known which row is larger
FINEST = 64  # denominators of ends: finer ones make numbers too long
WIDE = Fraction(10) ** 9  # a ratio of which nothing is known
ZERO = Fraction(0)

Extents = tuple[Interval, ...]
Found = tuple[Box | None, Exact, Exact, Fraction]
"""A box with both masses, or none; and what may be more than that."""


def bracketed(pair: Pair, factor: Exact) -> Iterator[Found]:
    work = _Work(pair, factor)
    for extents in pair.cells():
        work.place(extents)
    for _ in range(SPLITS):
        if not work.waiting:
            break
        _, _, extents = heappop(work.waiting)
        order = work.order(extents)
        if order is None:
            work.split(extents)
        elif order > 0:
            yield pair.box(extents), mass_of(pair.mine, extents), mass_of(pair.other, extents), ZERO
    for extents in [*work.done, *[extents for _, _, extents in work.waiting]]:
        above, below = mass_of(pair.mine, extents), mass_of(pair.other, extents)
        order = work.order(extents)
        if order == -1:
            continue
        if above > factor * below:
            yield pair.box(extents), above, below, ZERO if order == 1 else _above(factor * below)
        else:
            yield None, ZERO, ZERO, _above(above)


def _above(number: Exact) -> Fraction:
    return balls.enclose(lambda: enclosure(number), BITS)[1]


@dataclass
class _Work:
    """Boxes that wait, the largest first (how large they are decides nothing else), and those that stay as they are."""

    pair: Pair
    factor: Exact
    waiting: list[tuple[Fraction, int, Extents]] = field(default_factory=list)
    done: list[Extents] = field(default_factory=list)
    known: dict[tuple[int, Interval], tuple[Fraction, Fraction] | None] = field(default_factory=dict)
    serial: int = 0

    def place(self, extents: Extents) -> None:
        mass = mass_of(self.pair.mine, extents)
        if mass != 0:
            self.serial += 1
            heappush(self.waiting, (-_above(mass), self.serial, extents))

    def split(self, extents: Extents) -> None:
        """Two halves, along the axis where the ratio varies the most."""
        widths = []
        for axis, extent in enumerate(extents):
            found = self.range(axis, extent)
            width = WIDE if found is None or not found[0] else found[1] / found[0]
            middle = halves(extent)[0][1]
            assert middle is not None
            widths.append(width if middle.denominator <= FINEST else ZERO)
        axis = max(range(len(widths)), key=widths.__getitem__)
        if not widths[axis]:
            self.done.append(extents)
            return
        for half in halves(extents[axis]):
            self.place((*extents[:axis], half, *extents[axis + 1 :]))

    def order(self, extents: Extents) -> int | None:
        """1 if the first row is larger all over a box, -1 if it is larger nowhere; None if that is not clear."""
        pair, factor = self.pair, self.factor
        if mass_of(pair.other, extents) == 0:
            return 1
        if not pair.products:
            return None
        (mine,), (other,) = pair.mine, pair.other
        least, most = balls.enclose(lambda: enclosure(mine.weight) / enclosure(other.weight), BITS)
        for axis, extent in enumerate(extents):
            found = self.range(axis, extent)
            if found is None:
                return None
            least, most = least * found[0], most * found[1]
        wanted = balls.enclose(lambda: enclosure(factor), BITS)
        return 1 if least >= wanted[1] else -1 if most <= wanted[0] else None

    def range(self, axis: int, extent: Interval) -> tuple[Fraction, Fraction] | None:
        """Bounds on the ratio of the first curves of an axis."""
        if (axis, extent) not in self.known:
            curves = [curve_of(terms[0], axis) for terms in (self.pair.mine, self.pair.other)]
            self.known[axis, extent] = _range(curves[0], curves[1], extent)
        return self.known[axis, extent]


def _range(mine: Curve, other: Curve, extent: Interval) -> tuple[Fraction, Fraction] | None:
    """Bounds on the ratio on an interval of one piece, where it rises or falls all the way."""
    first, second = terms_on(mine, *extent), terms_on(other, *extent)
    if not first or not second:
        return None
    rising = plus(
        product_of(derivative(first), second), product_of(constant(Fraction(-1)), product_of(first, derivative(second)))
    )
    try:
        if rising and len(stretches(rising, *extent)) > 1:
            return None
        limits = [limit_of(first, second, end, side) for end, side in zip(extent, (-1, 1), strict=True)]
    except NotClosed:
        return None
    if None in limits:
        return None
    ends = [balls.enclose(lambda limit=limit: enclosure(limit), BITS) for limit in limits]  # type: ignore[misc]
    return min([low for low, _ in ends]), max([high for _, high in ends])
