"""Two rows with real outputs: the supremum of the ratio of their densities, and the excess over a multiple.

What both rows have in common is left out first: a draw whose density is the same up to a factor in all summands of both
tells nothing. If one draw is left, everything is a question about two curves (see `ratios` and `signs`), and answered
exactly. If several are left and each row is one product of curves, the supremum is the product of the suprema; and the
excess over E times the other row is bracketed by boxes, ever smaller ones where it is not clear which row is larger.
If a row is a sum of products, the space is cut at the ends of all pieces first, as in most of the boxes that this makes
it is not. Otherwise boxes give bounds from below.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product
from math import prod
from typing import Any

from prhl.exact.boxes import EVERYWHERE, Box, Dense, halves, mass_of
from prhl.exact.curves import Curve, Interval, derivative, intervals, terms_on
from prhl.exact.ratios import Largest, larger, largest_ratio, limit_of, same_shape, times
from prhl.exact.signs import BITS, SHORT, enclosed, largest, stretches
from prhl.exact.states import Summand, added
from prhl.exact.terms import NotClosed, Terms, constant, plus
from prhl.exact.terms import product as product_of
from prhl.numbers import Exact, Inexact, balls, divide, enclosure

MOST_CELLS = 400  # boxes between the ends of all pieces
SPLITS = 150  # of boxes of which it is not known which row is larger
COARSE = Fraction(1, 1 << 4)  # ends where finer ones make numbers too long
ZERO = Fraction(0)
CLOSER = 8  # times that an interval is halved on the way to a supremum


@dataclass(frozen=True, slots=True)
class Peak:
    """The supremum of a ratio, with its bounds, and a box that comes close to it."""

    low: Exact | None
    high: Exact | None
    exact: bool
    box: Box | None


@dataclass(frozen=True, slots=True)
class Excess:
    """Boxes in which a row is larger than E times the other, their masses, and what others might add at most."""

    above: Exact
    below: Exact
    boxes: tuple[Box, ...]
    more: Fraction


@dataclass(frozen=True)
class _Pair:
    """One slice of two rows, or a box of it, without the axes that tell nothing."""

    around: Box
    kept: tuple[int, ...]
    mine: tuple[Summand, ...]
    other: tuple[Summand, ...]
    known: dict[tuple[int, Interval], tuple[Fraction, Fraction] | None] = field(default_factory=dict)

    @property
    def products(self) -> bool:
        return len(self.mine) == len(self.other) == 1

    def curves(self, axis: int) -> list[Curve]:
        return [_curve(term, axis) for term in (*self.mine, *self.other)]

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

    def range(self, axis: int, extent: Interval) -> tuple[Fraction, Fraction] | None:
        """Bounds on the ratio of the first curves of an axis."""
        if (axis, extent) not in self.known:
            self.known[axis, extent] = _range(_curve(self.mine[0], axis), _curve(self.other[0], axis), extent)
        return self.known[axis, extent]

    def parts(self) -> "Iterator[_Pair]":
        """The boxes between the ends of all pieces, each by itself."""
        for extents in self.cells():
            mine, other = [_restricted(terms, extents) for terms in (self.mine, self.other)]
            if mine:
                yield _reduced(self.box(extents), self.kept, mine, other)


def _common(first: Interval, second: Interval) -> Interval:
    """The second, unless it is all there is; one of the two is inside the other."""
    low = first[0] if second[0] is None else second[0]
    return low, first[1] if second[1] is None else second[1]


def _restricted(terms: Sequence[Summand], extents: tuple[Interval, ...]) -> tuple[Summand, ...]:
    """What of some summands lies in a box."""
    out = []
    for term in terms:
        cut = tuple([_curve(term, axis).within(*extent) for axis, extent in enumerate(extents)])
        if not any([curve.is_zero for curve in cut]):
            out.append(Summand(term.weight, cut))
    return tuple(out)


def _curve(term: Summand, axis: int) -> Curve:
    found = term.draws[axis]
    assert isinstance(found, Curve)
    return found


def _pairs(first: Dense, second: Dense) -> Iterator[_Pair]:
    for number, (slice_, mine) in first.parts.items():
        if mine:
            yield _reduced(slice_.whole, tuple(range(len(slice_.axes))), mine, second.of(number))


def _reduced(around: Box, axes: tuple[int, ...], mine: tuple[Summand, ...], other: tuple[Summand, ...]) -> _Pair:
    """An axis on which all densities are multiples of one is integrated out."""
    sides = [list(mine), list(other)]
    kept = list(axes)
    for axis in range(len(axes) - 1, -1, -1) if other else ():
        reference = _curve(sides[0][0], axis)
        factors = [[same_shape(_curve(term, axis), reference) for term in side] for side in sides]
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
    return _Pair(around, tuple(kept), tuple(added(sides[0])), tuple(added(sides[1])))


def _sum(terms: Sequence[Summand]) -> Curve:
    """Of one axis."""
    total = Curve(())
    for term in terms:
        total = total + _curve(term, 0).times(term.weight)
    return total


def _whole(terms: Sequence[Summand]) -> Exact:
    return sum([term.weight for term in terms], Fraction(0))


# ---- the supremum of the ratio ---------------------------------------------------------------


def peak(first: Dense, second: Dense) -> Peak:
    """Over all real outputs where the first row has any density; computed once."""
    key = id(second)
    if key not in first.known:
        first.known[key] = (_highest(first, second), second)  # which must not vanish, so that its id stays its own
    return first.known[key][0]  # type: ignore[no-any-return]


def _highest(first: Dense, second: Dense) -> Peak:
    worst: tuple[Largest, Box | None] = (Largest(Fraction(0), Fraction(0), EVERYWHERE), None)
    for pair in _pairs(first, second):
        try:
            found, box = _peak(pair)
        except NotClosed:
            found, box = _searched(pair)
        both = larger(worst[0], found)
        worst = (both, box if both.low is found.low else worst[1])
    best = worst[0]
    return Peak(best.low, best.high, best.exact, worst[1])


def _peak(pair: _Pair, cut: bool = False) -> tuple[Largest, Box]:
    if not pair.other:
        return Largest(None, None, EVERYWHERE), pair.around
    if not pair.kept:
        ratio: Any = divide(_whole(pair.mine), _whole(pair.other))
        return Largest(ratio, ratio, EVERYWHERE), pair.around
    if len(pair.kept) == 1:
        found = largest_ratio(_sum(pair.mine), _sum(pair.other))
        return found, pair.box([found.near])
    if not pair.products:
        return _searched(pair) if cut else _in_parts(pair)
    (mine,), (other,) = pair.mine, pair.other
    weight: Any = divide(mine.weight, other.weight)
    total = Largest(weight, weight, EVERYWHERE)
    near = []
    for axis in range(len(pair.kept)):
        found = largest_ratio(_curve(mine, axis), _curve(other, axis))
        near.append(found.near)
        total = times(total, found)
    return total, pair.box(near)


def _in_parts(pair: _Pair) -> tuple[Largest, Box]:
    """The largest of the suprema in boxes."""
    worst: tuple[Largest, Box] | None = None
    for part in pair.parts():
        found, box = _peak(part, cut=True)
        both = found if worst is None else larger(worst[0], found)
        worst = (both, box if worst is None or both.low is found.low else worst[1])
    assert worst is not None
    return worst


def _searched(pair: _Pair) -> tuple[Largest, Box]:
    """A bound from below, by boxes."""
    best: tuple[Any, tuple[Interval, ...]] = (Fraction(0), ())
    waiting = pair.cells()
    for _ in range(CLOSER):
        for extents in waiting:
            above, below = mass_of(pair.mine, extents), mass_of(pair.other, extents)
            if above == 0:
                continue
            if below == 0:
                return Largest(None, None, EVERYWHERE), pair.box(extents)
            ratio = divide(above, below)
            if ratio > best[0]:
                best = (ratio, extents)
        waiting = [
            (*best[1][:axis], half, *best[1][axis + 1 :]) for axis, at in enumerate(best[1]) for half in halves(at)
        ]
    return Largest(best[0], None, EVERYWHERE), pair.box(best[1])


# ---- the excess ------------------------------------------------------------------------------


def excess(first: Dense, second: Dense, factor: Exact) -> Excess:
    """Of the first row over the factor times the second, where that is positive."""
    top = peak(first, second)
    if top.high is not None and top.high <= factor:
        return Excess(ZERO, ZERO, (), ZERO)
    try:
        return _excess(first, second, factor, SHORT)
    except Inexact:
        return _excess(first, second, factor, COARSE)  # rounder ends, so that numbers have smaller exponents


def _excess(first: Dense, second: Dense, factor: Exact, short: Fraction) -> Excess:
    above: Any = Fraction(0)
    below: Any = Fraction(0)
    boxes: list[Box] = []
    more = Fraction(0)
    for pair in _pairs(first, second):
        try:
            found = list(_exceeding(pair, factor, short))
        except NotClosed:
            found = list(_bracketed(pair, factor))
        for box, mine, other, spare in found:
            more += spare
            if box is not None:
                above, below = above + mine, below + other
                boxes.append(box)
    return Excess(above, below, tuple(boxes), more)


def closer(first: Dense, second: Dense, box: Box, factor: Exact) -> Box | None:
    """A part of the box in which the first row has more than the factor times the second; None if none is found."""
    for _ in range(CLOSER * len(box.extents)):
        if first.mass(box) > factor * second.mass(box):
            return box
        parts = [box.replaced(axis, half) for axis, at in enumerate(box.extents) for half in halves(at)]
        masses = [(first.mass(part), second.mass(part), part) for part in parts]
        best: tuple[Any, Any, Box] | None = None
        for above, below, part in masses:
            if above != 0 and (best is None or above * best[1] > best[0] * below):
                best = (above, below, part)
        if best is None:
            return None
        box = best[2]
    return None


Found = tuple[Box | None, Exact, Exact, Fraction]
"""A box with both masses, or none; and what may be more than that."""


def _exceeding(pair: _Pair, factor: Exact, short: Fraction, cut: bool = False) -> Iterator[Found]:
    if not pair.other:
        yield pair.around, sum([term.total for term in pair.mine], ZERO), ZERO, ZERO
    elif not pair.kept:
        above, below = _whole(pair.mine), _whole(pair.other)
        if above > factor * below:
            yield pair.around, above, below, ZERO
    elif len(pair.kept) == 1:
        yield from _along(pair, factor, short)
    elif pair.products or cut:
        yield from _bracketed(pair, factor)
    else:
        for part in pair.parts():
            yield from _exceeding(part, factor, short, cut=True)


def _along(pair: _Pair, factor: Exact, short: Fraction) -> Iterator[Found]:
    """One axis: cut where the sign of the difference changes."""
    mine, other = _sum(pair.mine), _sum(pair.other)
    for low, high in intervals(mine, other):
        terms = terms_on(mine, low, high)
        if not terms:
            continue
        difference = _difference(terms, terms_on(other, low, high), factor)
        for part in stretches(difference, low, high, short):
            if part.sign == 1:
                extent = (part.low, part.high)
                yield pair.box([extent]), mine.mass(*extent), other.mass(*extent), ZERO
            elif part.sign is None:
                yield None, ZERO, ZERO, _at_most(difference, part.low, part.high)


def _difference(mine: Terms, other: Terms | None, factor: Exact) -> Terms:
    return plus(mine, product_of(constant(-factor), other)) if other else mine


def _at_most(difference: Terms, low: Any, high: Any) -> Fraction:
    """A bound on the integral over a short interval: nowhere more than in the middle plus what the slope allows."""
    width, middle = high - low, (low + high) / 2
    top = balls.enclose(lambda: enclosed(difference, middle), BITS)[1]
    found = (max(ZERO, top) + largest(derivative(difference), low, high) * width) * width
    return found if isinstance(found, Fraction) else Fraction(found)


def _bracketed(pair: _Pair, factor: Exact) -> Iterator[Found]:
    """Several axes: boxes of which it is clear which row is larger, and ever smaller ones where it is not."""
    waiting: list[tuple[float, int, tuple[Interval, ...]]] = []
    serial = 0
    for extents in pair.cells():
        serial = _placed(pair, extents, waiting, serial)
    for _ in range(SPLITS):
        if not waiting:
            break
        _, _, extents = heappop(waiting)
        order = _order(pair, extents, factor)
        if order is None:
            for half in _split(pair, extents):
                serial = _placed(pair, half, waiting, serial)
        elif order > 0:
            yield pair.box(extents), mass_of(pair.mine, extents), mass_of(pair.other, extents), ZERO
    for _, _, extents in waiting:
        above, below = mass_of(pair.mine, extents), mass_of(pair.other, extents)
        order = _order(pair, extents, factor)
        if order == -1:
            continue
        clear = order == 1
        if above > factor * below:
            spare = ZERO if clear else _above(factor * below)
            yield pair.box(extents), above, below, spare
        else:
            yield None, ZERO, ZERO, _above(above)


def _above(number: Exact) -> Fraction:
    return balls.enclose(lambda: enclosure(number), BITS)[1]


def _placed(
    pair: _Pair, extents: tuple[Interval, ...], waiting: list[tuple[float, int, tuple[Interval, ...]]], serial: int
) -> int:
    """The largest come first; how large they are decides nothing else."""
    mass = mass_of(pair.mine, extents)
    if mass != 0:
        heappush(waiting, (-float(_above(mass)), serial, extents))
    return serial + 1


def _order(pair: _Pair, extents: tuple[Interval, ...], factor: Exact) -> int | None:
    """1 if the first row is larger all over a box, -1 if it is larger nowhere; None if that is not clear."""
    if mass_of(pair.other, extents) == 0:
        return 1
    if not pair.products:
        return None
    (mine,), (other,) = pair.mine, pair.other
    least, most = balls.enclose(lambda: enclosure(mine.weight) / enclosure(other.weight), BITS)
    for axis, extent in enumerate(extents):
        found = pair.range(axis, extent)
        if found is None:
            return None
        least, most = least * found[0], most * found[1]
    wanted = balls.enclose(lambda: enclosure(factor), BITS)
    return 1 if least >= wanted[1] else -1 if most <= wanted[0] else None


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


def _split(pair: _Pair, extents: tuple[Interval, ...]) -> Iterator[tuple[Interval, ...]]:
    """Two halves, along the axis where the ratio varies the most."""
    widths = []
    for axis, extent in enumerate(extents):
        found = pair.range(axis, extent)
        widths.append(Fraction(10) ** 9 if found is None else found[1] / found[0] if found[0] else Fraction(10) ** 9)
    axis = max(range(len(widths)), key=widths.__getitem__)
    for half in halves(extents[axis]):
        yield (*extents[:axis], half, *extents[axis + 1 :])
