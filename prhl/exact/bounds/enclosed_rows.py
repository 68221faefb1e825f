"""Rows with certified bounds, where continuous noise has no closed form: compared Gaussian noise, for example.

A column is an output, or, where a real is released, one in which an interval stands for it: to tell no more than the
interval is a post-processing, so that figures of these columns are bounds from below.

Pitfall.  Intervals of one row must not overlap with others of another row, or one event would be counted as two. So
they are multiples of a unit, and rows with different units are not compared. How fine they are depends on how many
reals are shown, be they the same or not: `(z, z)` and `(z, w)` are cut alike.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from prhl.exact.bounds.gaussian_vector import Vector, released
from prhl.exact.bounds.grids import Fineness, State, TooWide
from prhl.exact.bounds.interval_events import asked, seen_of
from prhl.exact.bounds.interval_run import Outcome, run
from prhl.exact.bounds.released_gaussian import Released
from prhl.exact.closed.symbolic_states import leaves
from prhl.exact.closed.symbolic_values import Affine, Linear, Range, is_open
from prhl.exact.columns.events import Seen, Span
from prhl.logic.types import Type
from prhl.numbers.noise import UNIT
from prhl.records import dataclass
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Meter

CUTS = {1: (32, 4), 2: (8, 2), 3: (2, 1)}  # by how many reals are released: cuts on either side, and cuts in a unit
LEVELS = (1, 4, 16, 64)
GROWTH = 8  # times that a finer level may take longer


@dataclass(frozen=True)
class Bounds:
    """Lower and upper bounds of columns over 2^120; whether reals are among what is seen."""

    low: dict[Seen, int]
    high: dict[Seen, int]
    missing: Fraction
    coarse: bool
    unit: Fraction
    released: Released | Vector | None = None


def bounds(program: FlatProgram, inputs: Mapping[str, Any], meter: Meter) -> Bounds:
    """As close as the steps allow, or TooWide."""
    best: Bounds | None = None
    for steps in LEVELS:
        before = meter.used
        try:
            best = _columns(run(program, inputs, Fineness(steps), meter), program.result_type)
        except TooWide:
            if best is None:
                raise
            break
        if best.missing * 2**60 < 1 or GROWTH * (meter.used - before) > meter.most - meter.used:
            break
    assert best is not None
    return best


def _columns(outcome: Outcome, result: Type | None) -> Bounds:
    low: dict[Seen, int] = {}
    high: dict[Seen, int] = {}
    coarse = False
    unit = _unit(outcome)
    for state in outcome.states:
        seen = seen_of(state, result)
        if not is_open(seen):
            parts = [(seen, state.total)]
        else:
            coarse = True
            parts = list(_parts(outcome, state, seen, unit))
        for column, (least, most) in parts:
            if most:
                low[column], high[column] = low.get(column, 0) + least, high.get(column, 0) + most
    rest = outcome.missing
    high = {seen: weight + rest for seen, weight in high.items()}
    return Bounds(low, high, Fraction(max(0, UNIT - sum(low.values())), UNIT), coarse, unit, released(outcome, result))


def _parts(outcome: Outcome, state: State, seen: Seen, unit: Fraction) -> Iterator[tuple[Seen, tuple[int, int]]]:
    """The output with every choice of intervals for its reals."""
    shown = list(leaves(seen))
    unlike = list(dict.fromkeys(shown))
    far, parts = CUTS.get(len(shown), (0, 1))
    cuts = [unit * Fraction(k, parts) for k in range(-far, far + 1)]
    spans = [Span(a, b) for a, b in pairwise([None, *cuts, None])]
    for chosen in product(spans, repeat=len(unlike)) if len(shown) in CUTS else [(Span(None, None),) * len(unlike)]:
        found: dict[Linear, Range] = {}
        for leaf, span in zip(unlike, chosen, strict=True):
            asked(leaf, (span.low, span.high), found)
        if not any([None not in ends and ends[0] >= ends[1] for ends in found.values()]):  # type: ignore[operator]
            yield _filled(seen, dict(zip(unlike, chosen, strict=True))), outcome.mass(state, found)


def _unit(outcome: Outcome) -> Fraction:
    """The largest power of 2 that is at most the width of the widest noise that was drawn; 1 if there is none."""
    widest = Fraction(outcome.runner.widest)
    if widest == 0:
        return Fraction(1)
    unit = Fraction(2) ** (widest.numerator.bit_length() - widest.denominator.bit_length())
    return unit if unit <= widest else unit / 2


def _filled(seen: Any, spans: Mapping[Affine, Span]) -> Any:
    match seen:
        case Affine():
            return spans[seen]
        case tuple():
            return tuple([_filled(part, spans) for part in seen])
        case _:
            return seen
