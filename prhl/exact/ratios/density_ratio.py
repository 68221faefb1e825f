"""Two rows with real outputs: the supremum of the ratio of their densities, and the excess over a multiple.

What both rows have in common is left out first: a draw whose density is the same up to a factor in all summands of both
tells nothing. If one draw is left, everything is a question about two curves (see `suprema` and `signs`), and answered
exactly. If several are left and each row is one product of curves, the supremum is the product of the suprema; and the
excess over E times the other row is an integral over the privacy loss (see `privacy_loss`), or bracketed by boxes, ever
smaller ones where it is not clear which row is larger.
If a row is a sum of products, the space is cut at the ends of all pieces first, as in most of the boxes that this makes
it is not. Otherwise boxes give bounds from below.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed, Terms, constant, plus
from prhl.exact.closed.exponential_polynomials import product as product_of
from prhl.exact.closed.real_densities import Interval, derivative, intervals, terms_on
from prhl.exact.columns.boxes import EVERYWHERE, Box, Dense, halves, mass_of
from prhl.exact.ratios import privacy_loss
from prhl.exact.ratios.bracketing import Found, bracketed
from prhl.exact.ratios.density_pair import Pair, curve_of, pairs_of, summed, whole
from prhl.exact.ratios.signs import BITS, SHORT, enclosed, largest, stretches
from prhl.exact.ratios.suprema import Largest, larger, largest_ratio, times
from prhl.numbers import Exact, Inexact, balls, divide
from prhl.records import dataclass

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
    """Where a row is larger than E times the other: its masses there, what is left open at most, and boxes in it. Of
    several draws the masses are those of all of it, where its privacy loss is known, and else those of the boxes."""

    above: Exact
    below: Exact
    boxes: tuple[Box, ...]
    more: Fraction


# ---- the supremum of the ratio ---------------------------------------------------------------


def peak(first: Dense, second: Dense) -> Peak:
    """Over all real outputs where the first row has any density; computed once."""
    key = id(second)
    if key not in first.known:
        first.known[key] = (_highest(first, second), second)  # which must not vanish, so that its id stays its own
    return first.known[key][0]  # type: ignore[no-any-return]


def _highest(first: Dense, second: Dense) -> Peak:
    worst: tuple[Largest, Box | None] = (Largest(Fraction(0), Fraction(0), EVERYWHERE), None)
    for pair in pairs_of(first, second):
        try:
            found, box = _peak(pair)
        except NotClosed:
            found, box = _searched(pair)
        both = larger(worst[0], found)
        worst = (both, box if both.low is found.low else worst[1])
    best = worst[0]
    return Peak(best.low, best.high, best.exact, worst[1])


def _peak(pair: Pair, cut: bool = False) -> tuple[Largest, Box]:
    if not pair.other:
        return Largest(None, None, EVERYWHERE), pair.around
    if not pair.kept:
        ratio: Any = divide(whole(pair.mine), whole(pair.other))
        return Largest(ratio, ratio, EVERYWHERE), pair.around
    if len(pair.kept) == 1:
        found = largest_ratio(summed(pair.mine), summed(pair.other))
        return found, pair.box([found.near])
    if not pair.products:
        return _searched(pair) if cut else _in_parts(pair)
    (mine,), (other,) = pair.mine, pair.other
    weight: Any = divide(mine.weight, other.weight)
    total = Largest(weight, weight, EVERYWHERE)
    near = []
    for axis in range(len(pair.kept)):
        found = largest_ratio(curve_of(mine, axis), curve_of(other, axis))
        near.append(found.near)
        total = times(total, found)
    return total, pair.box(near)


def _in_parts(pair: Pair) -> tuple[Largest, Box]:
    """The largest of the suprema in boxes."""
    worst: tuple[Largest, Box] | None = None
    for part in pair.parts():
        found, box = _peak(part, cut=True)
        both = found if worst is None else larger(worst[0], found)
        worst = (both, box if worst is None or both.low is found.low else worst[1])
    assert worst is not None
    return worst


def _searched(pair: Pair) -> tuple[Largest, Box]:
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
    for pair in pairs_of(first, second):
        try:
            found = list(_exceeding(pair, factor, short))
        except NotClosed:
            found = list(bracketed(pair, factor))
        known = _by_loss(pair, factor)
        if known is not None:
            above, below = above + known[0], below + known[1]
            boxes += [box for box, *_ in found if box is not None]
            continue
        for box, mine, other, spare in found:
            more += spare
            if box is not None:
                above, below = above + mine, below + other
                boxes.append(box)
    return Excess(above, below, tuple(boxes), more)


def _by_loss(pair: Pair, factor: Exact) -> tuple[Exact, Exact] | None:
    """Both masses of where one product exceeds the factor times another; None if they are not known exactly."""
    if not pair.other or not pair.products or len(pair.kept) < 2:
        return None
    try:
        return privacy_loss.exceeding(pair, factor)
    except (NotClosed, Inexact):
        return None


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


def _exceeding(pair: Pair, factor: Exact, short: Fraction, cut: bool = False) -> Iterator[Found]:
    if not pair.other:
        yield pair.around, sum([term.total for term in pair.mine], ZERO), ZERO, ZERO
    elif not pair.kept:
        above, below = whole(pair.mine), whole(pair.other)
        if above > factor * below:
            yield pair.around, above, below, ZERO
    elif len(pair.kept) == 1:
        yield from _along(pair, factor, short)
    elif pair.products or cut:
        yield from bracketed(pair, factor)
    else:
        for part in pair.parts():
            yield from _exceeding(part, factor, short, cut=True)


def _along(pair: Pair, factor: Exact, short: Fraction) -> Iterator[Found]:
    """One axis: cut where the sign of the difference changes."""
    mine, other = summed(pair.mine), summed(pair.other)
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
