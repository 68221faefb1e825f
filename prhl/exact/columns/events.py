"""Events: sets of outputs, written as columns. How they are put in order, joined, cut and shown.

A column is an output, a `Cell` (outputs whose columns are proportional), a `Box` (intervals of continuous draws), or
an output in which a `Span` stands for a released real. Columns of one event are disjoint.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

from prhl.exact.closed.real_densities import End, Interval
from prhl.exact.closed.symbolic_values import Affine
from prhl.exact.columns.boxes import SEVERAL, Box, box_of, tidied
from prhl.exact.columns.cells import Cell
from prhl.records import dataclass
from prhl.semantics.evaluate import Undecidable
from prhl.semantics.observation import shown_all
from prhl.source import NOWHERE

SIMPLE = 8  # parts of an event up to which rounder ends are tried
GRIDS = (1, 2, 4, 8, 16, 64, 256)  # denominators of ends, the roundest first
MOST_CELLS = 4_096  # that real outputs are cut into

Seen = tuple[Any, ...]
Event = tuple[Seen, ...]


@dataclass(frozen=True)
class Span:
    """An interval in the place of a released real; None is infinite."""

    low: Fraction | None
    high: Fraction | None

    def __str__(self) -> str:
        if self.low is None:
            return "any" if self.high is None else f"<= {self.high}"
        return f"> {self.low}" if self.high is None else f"{self.low} to {self.high}"

    @property
    def at(self) -> tuple[bool, Fraction]:
        """Its place among others."""
        return (self.low is not None, self.low or Fraction(0))


EVERYTHING = Span(None, None)


@dataclass(frozen=True)
class Slab:
    """Outputs of a pattern for which a linear form over their reals, in the order in which these are seen, lies in an
    interval."""

    pattern: Seen
    factors: tuple[Fraction, ...]
    span: Span

    def __str__(self) -> str:
        names = [f"y{at}" for at in range(1, len(self.factors) + 1)]
        parts = [f"{k}*{name}" if abs(k) != 1 else name if k > 0 else f"-{name}"
                 for k, name in zip(self.factors, names, strict=True) if k != 0]  # fmt: skip
        form = " + ".join(parts).replace(" + -", " - ") or "0"
        low, high = self.span.low, self.span.high
        lies = f"from {self.span}" if low is not None and high is not None else f"{self.span}"
        return f"{form} {lies}, where {', '.join(names)} are the numbers in {shown_all(self.pattern)}"

    @property
    def at(self) -> tuple[bool, Fraction]:
        return self.span.at


# ---- order ------------------------------------------------------------------------------------


def ordering(value: Any) -> Any:
    """Numbers by size, texts by letters, tuples element by element; kinds do not mix at one position."""
    if isinstance(value, Cell | Box | Span | Slab):
        return (3, value.at)
    if isinstance(value, tuple):
        return (2, len(value), tuple([ordering(v) for v in value]))
    return (1, value) if isinstance(value, str) else (0, value)


def in_order(event: Iterable[Seen]) -> list[Seen]:
    """The event as it is shown, intervals that lie side by side as one."""
    return sorted(united(sorted(event, key=ordering)), key=ordering)


def is_box(seen: Seen) -> bool:
    """Whether the column is an event of real outputs in a closed form."""
    return box_of(seen) is not None


def is_one_output(seen: Any) -> bool:
    """Whether the column is a single output, written out."""
    if isinstance(seen, tuple):
        return all([is_one_output(part) for part in seen])
    return not isinstance(seen, Cell | Box | Span)


# ---- joined and cut --------------------------------------------------------------------------


def tidy(event: Iterable[Seen]) -> Event:
    """Outputs first; boxes that lie side by side as one."""
    event = list(event)
    return (*[seen for seen in event if not is_box(seen)], *[(box,) for box in tidied(_boxes(event))])


def finest(event: Iterable[Seen]) -> list[Seen]:
    """The finest boxes that the ends of the boxes of an event make, slice by slice."""
    boxes = _boxes(event)
    slices = {box.slice.number: box.slice for box in boxes}
    out: list[Seen] = []
    for number in sorted(slices):
        mine = [box for box in boxes if box.slice.number == number]
        axes = []
        for axis in range(len(slices[number].axes)):
            ends = sorted({end for box in mine for end in box.extents[axis] if end is not None})
            axes.append(list(pairwise([None, *ends, None])))
        if len(out) + prod([len(axis) for axis in axes]) > MOST_CELLS:
            raise Undecidable(f"the outputs would be cut into more than {MOST_CELLS:,} boxes", NOWHERE)
        out += [(Box(slices[number], extents),) for extents in product(*axes)]
    return out


def _boxes(event: Iterable[Seen]) -> list[Box]:
    return [box for seen in event if (box := box_of(seen)) is not None]


def united(event: Iterable[Seen]) -> list[Seen]:
    """The event, with intervals that lie side by side as one; for people."""
    out: list[Seen] = []
    for seen in event:
        out.append(seen)
        while (found := _neighbours(out)) is not None:
            i, j, both = found
            out = [one for at, one in enumerate(out) if at not in (i, j)] + [both]
    return out


def _neighbours(event: list[Seen]) -> tuple[int, int, Seen] | None:
    last = len(event) - 1
    for at, seen in enumerate(event[:-1]):
        both = _union(seen, event[last])
        if both is not None:
            return at, last, both
    return None


def _union(first: Any, second: Any) -> Any:
    """Both as one, if they differ in one interval and lie side by side there."""
    if isinstance(first, Span) and isinstance(second, Span):
        if first.high is not None and first.high == second.low:
            return Span(first.low, second.high)
        if second.high is not None and second.high == first.low:
            return Span(second.low, first.high)
        return None
    if not isinstance(first, tuple) or not isinstance(second, tuple) or len(first) != len(second):
        return None
    different = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if len(different) != 1:
        return None
    both = _union(first[different[0]], second[different[0]])
    return None if both is None else (*first[: different[0]], both, *first[different[0] + 1 :])


def apart(event: Iterable[Seen], outputs: Iterable[Seen]) -> frozenset[Seen]:
    """The outputs that lie in intervals of the event, as numbers go, but are counted by themselves."""
    spanned = [seen for seen in event if has_span(seen)]
    return frozenset([seen for seen in outputs if any([_excluded(one, seen) for one in spanned])])


def other_than(seen: Seen, outputs: Iterable[Seen]) -> str:
    """Outputs that are counted by themselves although they lie in the intervals, for people: `, other than 0`."""
    found = sorted([shown_all(other) for other in outputs if _excluded(seen, other)])
    if not found:
        return ""
    return f", other than {', '.join(found) if len(found) <= SEVERAL else 'what has a probability of its own'}"


def _excluded(wanted: Seen, seen: Seen) -> bool:
    return _spans(seen) < _spans(wanted) and _lies_in(wanted, seen)


def _lies_in(wanted: Any, seen: Any) -> bool:
    if isinstance(wanted, Span):
        if isinstance(seen, str | tuple):
            return False
        low, high = (seen.low, seen.high) if isinstance(seen, Span) else (seen, seen)
        before = wanted.low is not None and high is not None and high <= wanted.low
        return not before and (wanted.high is None or low is None or low <= wanted.high)
    if isinstance(wanted, tuple) and isinstance(seen, tuple):
        return len(wanted) == len(seen) and all([_lies_in(w, s) for w, s in zip(wanted, seen, strict=True)])
    return bool(wanted == seen)


def _spans(seen: Any) -> int:
    """How many intervals stand in it."""
    return sum([_spans(part) for part in seen]) if isinstance(seen, tuple) else int(isinstance(seen, Span))


def has_span(seen: Any) -> bool:
    return _spans(seen) > 0


# ---- rounder ends -----------------------------------------------------------------------------


def rounded(event: Event, broken: Callable[[Event], bool]) -> Event:
    """The event with rounder ends, box by box and end by end, as long as it is broken; one of many parts as it is."""
    if len(event) > SIMPLE:
        return event
    for at, seen in enumerate(event):
        box = box_of(seen)
        if box is None:
            tries: list[Event] = [(*event[:at], other, *event[at + 1 :]) for other in _rounder_line(seen)]
            event = next((one for one in tries if _side_by_side(one) and broken(one)), event)
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


def _overlaps(box: Box, event: Event) -> bool:
    """Whether another box of the event has a part in common with it."""
    others = [other for other in _boxes(event) if other is not box]
    return any([other.slice is box.slice and _meet(other, box) for other in others])


def _meet(first: Box, second: Box) -> bool:
    return all([_common(a, b) for a, b in zip(first.extents, second.extents, strict=True)])


def _common(first: Interval, second: Interval) -> bool:
    return _before(first[0], second[1]) and _before(second[0], first[1])


def _before(low: End, high: End) -> bool:
    return low is None or high is None or low < high


def _rounder_line(seen: Seen) -> Iterator[Seen]:
    """The same half-line with a rounder end, the roundest first."""
    span = interval(seen)
    if span is None or (span.low is None) == (span.high is None):
        return
    end = span.high if span.low is None else span.low
    assert end is not None
    for grid in GRIDS:
        below = Fraction(end * grid // 1, grid)
        for number in (below, below + Fraction(1, grid)):
            yield filled(opened(seen), Span(None, number) if span.low is None else Span(number, None))


def _side_by_side(event: Event) -> bool:
    """Whether the parts are intervals of one number that do not overlap."""
    found = [interval(seen) for seen in event]
    spans = sorted([span for span in found if span is not None], key=lambda span: span.at)
    if len(spans) < len(event) or len({opened(seen) for seen in event}) > 1:
        return len(event) == 1
    return all([a.high is not None and b.low is not None and a.high <= b.low for a, b in pairwise(spans)])


# ---- intervals in what is seen -----------------------------------------------------------------


def interval(seen: Any) -> Span | None:
    """The one interval in what is seen."""
    if isinstance(seen, Span | Slab):
        return seen if isinstance(seen, Span) else seen.span
    parts = {found for part in seen if (found := interval(part)) is not None} if isinstance(seen, tuple) else set()
    return parts.pop() if len(parts) == 1 else None


def opened(seen: Any) -> Any:
    return filled(seen, EVERYTHING)


def filled(seen: Any, span: Span) -> Any:
    match seen:
        case Affine() | Span():
            return span
        case Slab():
            return replace(seen, span=span)
        case tuple():
            return tuple([filled(part, span) for part in seen])
        case _:
            return seen
