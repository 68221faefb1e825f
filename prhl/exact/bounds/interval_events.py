"""Bounds on the probability of an event, from runs on grids: a computation independent of closed forms.

An event is a set of outputs and of boxes. What is seen of a run is a form over its draws; a box asks that such forms
lie in intervals, which is one more comparison (see `interval_run`).

Pitfall.  A box is an event of a pattern: outputs with a probability of their own, and those that lie on a smaller flat,
are not in it (see `overlap`). So a run is in a box only if the flat of its outputs is that of the pattern. Nor are
numbers that are shown as they are in an interval that stands for a released real; the text of the event says so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from prhl.exact.bounds.grids import Fineness, State, TooWide
from prhl.exact.bounds.interval_run import Outcome, run
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.symbolic_states import as_seen, leaves
from prhl.exact.closed.symbolic_values import (
    Affine,
    Drawn,
    Linear,
    Range,
    Value,
    intersection,
    is_open,
    mapped,
    plus,
    primitive,
    scaled,
)
from prhl.exact.columns.boxes import Box, box_of
from prhl.exact.columns.events import Seen, Slab, Span, has_span, opened
from prhl.exact.columns.overlap import flat
from prhl.logic.types import Type
from prhl.numbers import Inexact
from prhl.numbers.noise import UNIT
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Meter
from prhl.semantics.observation import observed

OFFSET = Fraction(1, 3)  # of the grids of a second computation


def on_grids(
    program: FlatProgram,
    inputs: Mapping[str, Any],
    events: Sequence[Iterable[Seen]],
    project: Callable[[Seen], Seen],
    steps: int,
    meter: Meter,
    classify: Callable[[Seen], Seen],
) -> list[tuple[Fraction, Fraction]] | None:
    """Bounds on the probabilities of events, from grids of so many steps, placed elsewhere than those of rows; None if
    there are none."""
    try:
        return enclosed(program, inputs, events, project, Fineness(steps, offset=OFFSET), meter, classify)
    except TooWide:
        return None


def enclosed(
    program: FlatProgram,
    inputs: Mapping[str, Any],
    events: Sequence[Iterable[Seen]],
    project: Callable[[Seen], Seen],
    fineness: Fineness,
    meter: Meter,
    classify: Callable[[Seen], Seen] = lambda seen: seen,
) -> list[tuple[Fraction, Fraction]]:
    """Bounds on the probabilities of events, or TooWide."""
    outcome = run(program, inputs, fineness, meter)
    try:
        found = [_bounds(outcome, list(event), project, classify, program.result_type) for event in events]
    except (NotClosed, Inexact) as reason:
        raise TooWide(str(reason)) from None
    return [(Fraction(low, UNIT), min(Fraction(1), Fraction(high + outcome.missing, UNIT))) for low, high in found]


def _bounds(
    outcome: Outcome,
    event: list[Seen],
    project: Callable[[Seen], Seen],
    classify: Callable[[Seen], Seen],
    result: Type | None,
) -> tuple[int, int]:
    plain = {seen for seen in event if box_of(seen) is None}
    spanned = [seen for seen in plain if has_span(seen)]
    boxes = [box for seen in event if (box := box_of(seen)) is not None]
    slabs = [seen[0] for seen in event if len(seen) == 1 and isinstance(seen[0], Slab)]
    low = high = 0
    for state in outcome.states:
        seen = project(seen_of(state, result))
        if not is_open(seen):
            if classify(seen) in plain:
                low, high = low + state.total[0], high + state.total[1]
            continue
        wanted = [_required(box, seen) for box in boxes] + [_spanned(one, seen) for one in spanned]
        wanted += [_within(slab, seen) for slab in slabs]
        for found in wanted:
            if found is not None:
                least, most = outcome.mass(state, found)
                low, high = low + least, high + most
    return low, high


def _spanned(wanted: Seen, seen: Seen) -> Mapping[Linear, Range] | None:
    """The ranges of forms in which an output lies in the intervals that stand for its reals."""
    found: dict[Linear, Range] = {}
    return found if _matches(wanted, seen, found) else None


def _within(slab: Slab, seen: Seen) -> Mapping[Linear, Range] | None:
    """The range of a form over the draws of a run in which its output is in the slab."""
    if opened(seen) != slab.pattern:
        return None
    total: Value = Fraction(0)
    for factor, leaf in zip(slab.factors, leaves(seen), strict=True):
        total = plus(total, scaled(leaf, factor))
    found: dict[Linear, Range] = {}
    return found if asked(total, (slab.span.low, slab.span.high), found) else None


def _matches(wanted: Any, seen: Any, found: dict[Linear, Range]) -> bool:
    if isinstance(wanted, Span):
        return isinstance(seen, Affine) and asked(seen, (wanted.low, wanted.high), found)
    if isinstance(wanted, tuple):
        return (
            isinstance(seen, tuple)
            and len(wanted) == len(seen)
            and all([_matches(w, s, found) for w, s in zip(wanted, seen, strict=True)])
        )
    return not isinstance(seen, Affine | tuple) and bool(wanted == seen)


def seen_of(state: State, result: Type | None) -> Seen:
    """What is observed, with forms over draws in it."""
    parts = [(leak.value, leak.type) for leak in state.leaks]
    parts += [(state.values["res"], result)] if result is not None else []
    return tuple([as_seen(value, type_) for value, type_ in parts])


def _required(box: Box, seen: Seen) -> Mapping[Linear, Range] | None:
    """The ranges of forms over the draws of a run in which its output is in the box; None if it is in no case."""
    pairs: list[tuple[Affine, Value]] = []
    if not _looks_like(box, box.slice.pattern.seen, seen, pairs, {}):
        return None
    if flat([one for one, _ in pairs]) != flat([other for _, other in pairs]):
        return None
    extents = dict(zip(box.slice.axes, box.extents, strict=True))
    known: dict[int, Value] = {}
    found: dict[Linear, Range] = {}
    for leaf, value in pairs:
        new = [(draw, c) for draw, c in leaf.parts if draw not in known]
        if not new:
            continue
        ((draw, c),) = new
        known[draw] = _solved(leaf, value, known, c)
        if not asked(known[draw], extents[draw], found):
            return None
    return found


def _solved(leaf: Affine, value: Value, known: Mapping[int, Value], c: Fraction) -> Value:
    """The one draw of a leaf that is not known, in terms of what the leaf is seen as."""
    rest = plus(value, -leaf.constant)
    for other, k in leaf.parts:
        if other in known:
            rest = plus(rest, scaled(known[other], -k))
    return scaled(rest, 1 / c)


def _looks_like(box: Box, pattern: Any, seen: Any, pairs: list[tuple[Affine, Value]], known: dict[int, Value]) -> bool:
    """Whether an output matches the pattern, with its other noise in the cells of the slice."""
    fixed = box.slice.fixed
    match pattern:
        case Drawn(draw):
            return bool(observed(fixed[draw], dict(box.slice.pattern.types)[draw]) == seen)
        case Affine(_, parts) if any([draw in fixed for draw, _ in parts]):
            if isinstance(seen, str | tuple) or is_open(seen):
                return False
            new = [(draw, c) for draw, c in parts if draw not in known]
            if not new:
                return bool(mapped(pattern, known) == seen)
            ((draw, c),) = new
            number = known[draw] = _solved(pattern, seen, known, c)
            low, high = fixed[draw]
            whole = isinstance(number, int) or (isinstance(number, Fraction) and number.denominator == 1)
            return whole and (low is None or low <= number) and (high is None or number <= high)
        case Affine():
            pairs.append((pattern, seen))
            return not isinstance(seen, str | tuple)
        case tuple():
            if not isinstance(seen, tuple) or len(pattern) != len(seen):
                return False
            # from left to right: what comes later is solved with what came before
            return all(_looks_like(box, p, s, pairs, known) for p, s in zip(pattern, seen, strict=True))
        case _:
            return not isinstance(seen, Affine) and bool(pattern == seen)


def asked(form: Value, extent: tuple[Any, Any], found: dict[Linear, Range]) -> bool:
    """Adds what an interval asks of a form; False if a number does not lie in it."""
    low, high = extent
    if not isinstance(form, Affine):
        return (low is None or low < form) and (high is None or form <= high)
    if not isinstance(form.constant, int | Fraction):
        raise TooWide("outputs that are not rational")
    linear, g = primitive(form.parts)
    ends = [None if end is None else (end - form.constant) / g for end in (low, high)]
    wanted = (ends[0], ends[1]) if g > 0 else (ends[1], ends[0])
    found[linear] = intersection(found.get(linear, (None, None)), wanted)
    return True
