"""The event that shows a broken claim where outputs are real numbers: as simple as it can be, and broken all the same.

The worst event is a union of boxes, whose ends may be long fractions near an irrational point. What is shown is one box
if that is enough, with ends that are as round as the inequality allows. Where there are only bounds, the first
probability is the lower and the second the upper one.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from prhl.closeness.epsilon_delta import Delta, Epsilon, Seen
from prhl.exact.bounds.released_gaussian import rounder
from prhl.exact.closed.real_densities import End, Interval
from prhl.exact.columns.boxes import Box, box_of, tidied
from prhl.exact.listing.engine import Row
from prhl.exact.ratios.density_ratio import closer
from prhl.numbers import Exact, Quotient, balls, enclosure
from prhl.numbers.mixed import Mixed

EACH = 8  # parts of an event up to which every number of them is tried
BITS = 128  # of enclosures that parts are put in order by
GRIDS = (1, 2, 4, 8, 16, 64, 256)  # denominators of ends, the roundest first
Pair = tuple[int, int]


def chosen(
    epsilon: Epsilon, delta: Delta, claimed: Exact, rows: Callable[[Pair], tuple[Row, Row]]
) -> tuple[Pair, tuple[Seen, ...]] | None:
    """A pair and an event whose probabilities break the claim; None if none was found."""
    for pair, event in _candidates(epsilon, delta, claimed, rows):
        first, second = rows(pair)

        def broken(seen: tuple[Seen, ...], first: Row = first, second: Row = second) -> bool:
            below = second.ceiling(seen) if second.missing else second.mass(seen)
            return Mixed(first.mass(seen) - claimed, -below, delta.exponential).sign() > 0

        if broken(event):
            return pair, _rounded(event, broken)
    return None


def _candidates(
    epsilon: Epsilon, delta: Delta, claimed: Exact, rows: Callable[[Pair], tuple[Row, Row]]
) -> Iterator[tuple[Pair, tuple[Seen, ...]]]:
    """Single outputs or boxes come first, then what exceeds the most together, and the worst event last."""
    single = None if epsilon.output is None or box_of(epsilon.output) is not None else epsilon.output
    if claimed == 0 and epsilon.exact and epsilon.pair is not None and single is not None:
        yield epsilon.pair, (single,)
    if delta.pair is not None and delta.event:
        parts = _by_gap(delta, *rows(delta.pair))
        for size in _sizes(len(parts)):
            boxes = [box for seen in parts[:size] if (box := box_of(seen)) is not None]
            outputs = [seen for seen in parts[:size] if box_of(seen) is None]
            yield delta.pair, (*outputs, *[(box,) for box in tidied(boxes)])
    if claimed == 0 and epsilon.pair is not None and epsilon.output is not None:
        found = _near(epsilon, delta, rows)
        if found is not None:
            yield epsilon.pair, ((found,),)


def _sizes(most: int) -> list[int]:
    """1, 2, 3, ... and then ever larger ones, up to all: few enough to try."""
    sizes = [size for size in range(1, most) if size < EACH]
    while sizes and sizes[-1] < most:
        sizes.append(min(most, sizes[-1] + -(-sizes[-1] // 2)))
    return sizes or [1]


def _by_gap(delta: Delta, first: Row, second: Row) -> list[Seen]:
    """The parts of the worst event, those first that exceed the most.

    By enclosures: this order is a proposal, and whoever takes parts of it decides whether they break the claim.
    """
    if delta.exponential.huge:
        return list(delta.event)
    most = second.ceiling if second.missing else second.mass

    def gap(seen: Seen) -> Fraction:
        above, below = first.mass([seen]), most([seen])
        return balls.enclose(lambda: enclosure(above) - enclosure(below) * delta.exponential.enclosure(), BITS)[0]

    return sorted(delta.event, key=gap, reverse=True)


def _near(epsilon: Epsilon, delta: Delta, rows: Callable[[Pair], tuple[Row, Row]]) -> Box | None:
    """A box near the supremum of the ratio."""
    assert epsilon.pair is not None
    assert epsilon.output is not None
    box, factor = box_of(epsilon.output), delta.exponential.value
    first, second = rows(epsilon.pair)
    if box is None or first.dense is None or second.dense is None or not isinstance(factor, int | Fraction | Quotient):
        return None
    return closer(first.dense, second.dense, box, factor)


def _rounded(event: tuple[Seen, ...], broken: Callable[[tuple[Seen, ...]], bool]) -> tuple[Seen, ...]:
    """The event with rounder ends, box by box and end by end, as long as it is broken; one of many parts as it is."""
    if len(event) > EACH:
        return event
    for at, seen in enumerate(event):
        box = box_of(seen)
        if box is None:
            rounded: list[tuple[Seen, ...]] = [(other,) for other in rounder(seen, GRIDS)] if len(event) == 1 else []
            event = next((one for one in rounded if broken(one)), event)
            continue
        for axis in range(len(box.extents)):
            for side in (0, 1):
                for extent in _rounder(box.extents[axis], side):
                    wider = box.replaced(axis, extent)
                    tried = (*event[:at], (wider,), *event[at + 1 :])
                    if not _overlaps(wider, tried) and broken(tried):
                        event, box = tried, wider
                        break
    return event


def _rounder(extent: Interval, side: int) -> Iterator[Interval]:
    """The same interval without an end, or with a rounder one."""
    end = extent[side]
    if end is None:
        return
    yield (None, extent[1]) if side == 0 else (extent[0], None)
    for grid in GRIDS:
        if end.denominator <= grid:
            return
        below = Fraction(end * grid // 1, grid)
        nearest = [below, below + Fraction(1, grid)]
        for number in nearest if end - below <= Fraction(1, 2 * grid) else reversed(nearest):
            low, high = (number, extent[1]) if side == 0 else (extent[0], number)
            if low is None or high is None or low < high:
                yield low, high


def _overlaps(box: Box, event: tuple[Seen, ...]) -> bool:
    """Whether another box of the event has a part in common with it."""
    others = [other for seen in event if (other := box_of(seen)) is not None and other is not box]
    return any([other.slice is box.slice and _meet(other, box) for other in others])


def _meet(first: Box, second: Box) -> bool:
    return all([_common(a, b) for a, b in zip(first.extents, second.extents, strict=True)])


def _common(first: Interval, second: Interval) -> bool:
    return _before(first[0], second[1]) and _before(second[0], first[1])


def _before(low: End, high: End) -> bool:
    return low is None or high is None or low < high
