"""Draws of continuous noise that are known by where they lie, and bounds on what they weigh.

A draw that nobody has looked at is `Fresh`: it has the distribution of its noise, between two bounds. One that was
compared with another draw and is still in use lies on a `Grid` of cells; a state has a lower and an upper bound for
every choice of cells, in two arrays with an axis for each grid. All numbers are integers: weights over 2^120, rounded
outward, and ends of cells over a common denominator.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import lcm
from typing import Any

from prhl.exact.arrays import np
from prhl.exact.states import Typed, leaves
from prhl.exact.undetermined import Affine, Linear, Range, Value, drawn_in, mapped
from prhl.numbers.noise import BITS, UNIT, Noise

End = Fraction | None
FAR = 1 << 50  # stands for infinity among ends of cells
FARTHEST = 1 << 36  # ends are below that
LARGEST = 1_500_000  # entries of an array
Array = Any  # of integers, without bounds on their size, or of ends


class TooWide(Exception):
    """There is no time for it, or an operation that cells do not go through."""


@dataclass(frozen=True)
class Fresh:
    """A draw between two bounds, with the distribution of its noise; its mass is not in the weights yet."""

    noise: Noise
    low: End = None
    high: End = None


@dataclass(frozen=True)
class Grid:
    """A draw that lies in one of the cells between the ends, which rise; its mass is in the weights."""

    ends: tuple[End, ...]

    @property
    def low(self) -> End:
        return self.ends[0]

    @property
    def high(self) -> End:
        return self.ends[-1]

    @cached_property
    def denominator(self) -> int:
        return lcm(*[end.denominator for end in self.ends if end is not None])

    def numerators(self, over: int) -> Array:
        """The ends over a common denominator, as numbers of 64 bits."""
        return np.array(
            [_over(end, over, -FAR if at == 0 else FAR) for at, end in enumerate(self.ends)], dtype=np.int64
        )


def _over(end: int | Fraction | None, over: int, infinite: int) -> int:
    if end is None:
        return infinite
    found = int(end * over)
    if abs(found) >= FARTHEST:
        raise TooWide("numbers that are too large")
    return found


Draw = Fresh | Grid


@dataclass(frozen=True)
class State:
    values: dict[str, Value]
    leaks: tuple[Typed, ...]
    draws: dict[int, Draw]
    axes: tuple[int, ...] = ()  # the draws that lie on grids, in the order of the arrays' axes
    low: Array = UNIT
    high: Array = UNIT
    pending: Mapping[Linear, Range] = field(default_factory=dict)  # found of its draws, and not in the bounds yet

    @property
    def size(self) -> int:
        """How many choices of cells there are."""
        return int(np.size(self.low))

    @property
    def total(self) -> tuple[int, int]:
        return int(np.sum(self.low)), int(np.sum(self.high))


@dataclass(frozen=True)
class Fineness:
    """Cells in a scale, how many scales they reach, and where in a cell 0 lies."""

    steps: int = 4
    reach: int = 16
    offset: Fraction = field(default=Fraction(0))

    def cuts(self, fresh: Fresh) -> list[Fraction]:
        """The ends of cells; steps are powers of 2, so that those of several draws fall together."""
        place, scale = fresh.noise.rough()
        step = Fraction(1)
        while step > scale / self.steps:
            step /= 2
        while 2 * step <= scale / self.steps:
            step *= 2
        low = place if fresh.noise.bounded_below else place - self.reach * scale
        found = [step * (k + self.offset) for k in range(-(-low // step), (place + self.reach * scale) // step + 1)]
        return [x for x in found if (fresh.low is None or fresh.low < x) and (fresh.high is None or x < fresh.high)]


def reach(form: Linear, draws: Mapping[int, Draw]) -> tuple[End, End]:
    """Between which numbers a form lies, by where its draws lie."""
    sides: list[End] = [Fraction(0), Fraction(0)]
    for name, k in form:
        draw = draws[name]
        ends = (draw.low, draw.high) if k > 0 else (draw.high, draw.low)
        sides = [None if s is None or e is None else s + k * e for s, e in zip(sides, ends, strict=True)]
    return sides[0], sides[1]


# ---- weights ---------------------------------------------------------------------------------


def down(weight: Array, factor: Array) -> Array:
    return weight * factor >> BITS


def up(weight: Array, factor: Array) -> Array:
    return -(-weight * factor >> BITS)


def weighted(state: State, least: int, most: int) -> State:
    """The state with all bounds times bounds on a probability."""
    if least == most == UNIT:
        return state
    return replace(state, low=down(state.low, least), high=up(state.high, most))


def gridded(state: State, name: int, fineness: Fineness) -> State:
    """The state with a draw cut into cells, which gives its arrays one more axis."""
    fresh = state.draws[name]
    assert isinstance(fresh, Fresh)
    grid = Grid((fresh.low, *fineness.cuts(fresh), fresh.high))
    cells = [fresh.noise.between(a, b) for a, b in zip(grid.ends, grid.ends[1:], strict=False)]
    if np.size(state.low) * len(cells) > LARGEST:
        raise TooWide("there are too many cells")
    least, most = [np.array([cell[side] for cell in cells], dtype=object) for side in (0, 1)]
    low, high = [np.asarray(weights, dtype=object)[..., np.newaxis] for weights in (state.low, state.high)]
    draws = {**state.draws, name: grid}
    return replace(state, draws=draws, axes=(*state.axes, name), low=down(low, least), high=up(high, most))


def narrowed(state: State, form: Linear, ends: Range) -> State | None:
    """What is found of one draw that nobody has looked at: a cut, which is exact."""
    ((name, k),) = form
    draw = state.draws[name]
    assert isinstance(draw, Fresh)
    low, high = [None if end is None else Fraction(end) / k for end in ends]
    lows = [end for end in (draw.low, low) if end is not None]
    highs = [end for end in (draw.high, high) if end is not None]
    first, last = max(lows, default=None), min(highs, default=None)
    if first is not None and last is not None and first >= last:
        return None
    return replace(state, draws={**state.draws, name: replace(draw, low=first, high=last)})


def waiting(state: State, several: Mapping[Linear, Range], used: set[int]) -> dict[Linear, Range]:
    """What need not be worked into the bounds yet: of its draws that are not cut into cells all are used later.

    Then one that is forgotten later, or asked to lie in an interval, need not be cut at all.
    """
    fresh = {form: {n for n, _ in form if isinstance(state.draws[n], Fresh)} for form in several}
    late = {form for form, names in fresh.items() if names and names <= used}
    while busy := {n for form in fresh if form not in late for n in fresh[form]}:
        kept = {form for form in late if not fresh[form] & busy}
        if kept == late:
            break
        late = kept
    return {form: ends for form, ends in several.items() if form in late}


def integrated(several: Mapping[Linear, Range], forgotten: set[int]) -> set[int]:
    """Forgotten draws, one for each form at most, that need not be cut into cells."""
    chosen: set[int] = set()
    barred: set[int] = set()
    for form in several:
        mine = [n for n, _ in form if n in forgotten]
        kept = next((n for n in mine if n in chosen), None)
        if kept is None:
            kept = next((n for n in mine if n not in barred), None)
        barred |= {n for n in mine if n != kept}
        if kept is not None:
            chosen.add(kept)
    return chosen - barred


def fitting(state: State, several: Mapping[Linear, Range], gone: set[int]) -> State:
    """The bounds after what was found of forms over draws on grids; the draws that are gone are integrated out.

    A form k*s + r, with s gone, lies between least and most if k*s lies between least - r and most - r: for all r in
    the cells of the others, or for some.
    """
    over = _denominator(state, several)
    sure: dict[int, list[tuple[Array, Array]]] = {name: [] for name in gone}
    some: dict[int, list[tuple[Array, Array]]] = {name: [] for name in gone}
    low, high = state.low, state.high
    for form, ends in several.items():
        least, most = _over(ends[0], over, -FAR), _over(ends[1], over, FAR)
        mine = next(((n, k) for n, k in form if n in gone), None)
        first, last = _span(state, [(n, k) for n, k in form if mine is None or n != mine[0]], over)
        if mine is None:
            low = low * ((least <= first) & (last <= most))
            high = high * ((least < last) & (first < most))
            continue
        name, k = mine
        sure[name].append(_divided(least - first, most - last, k))
        some[name].append(_divided(least - last, most - first, k))
    draws = dict(state.draws)
    for name in gone:
        draw = draws.pop(name)
        assert isinstance(draw, Fresh)
        own = (_over(draw.low, over, -FAR), _over(draw.high, over, FAR))
        low = down(low, _masses(draw.noise, [own, *sure[name]], over)[0])
        high = up(high, _masses(draw.noise, [own, *some[name]], over)[1])
    return replace(state, draws=draws, low=low, high=high)


def _denominator(state: State, several: Mapping[Linear, Range]) -> int:
    """A common one of all ends, so large that coefficients divide the numerators."""
    found, divisors = 1, 1
    for form, ends in several.items():
        found = lcm(found, *[Fraction(end).denominator for end in ends if end is not None])
        divisors = lcm(divisors, *[k for _, k in form])
        for name, _ in form:
            draw = state.draws[name]
            limits = draw.ends if isinstance(draw, Grid) else (draw.low, draw.high)
            found = lcm(found, *[end.denominator for end in limits if end is not None])
    return found * divisors


def _span(state: State, form: list[tuple[int, int]], over: int) -> tuple[Array, Array]:
    """The least and the greatest value of a form in every cell."""
    first: Array = np.int64(0)
    last: Array = np.int64(0)
    for name, k in form:
        grid = state.draws[name]
        assert isinstance(grid, Grid)
        if abs(k) > 1 << 6:
            raise TooWide("multiples that are too large")
        ends = grid.numerators(over)
        shape = [1] * len(state.axes)
        shape[state.axes.index(name)] = len(ends) - 1
        sides = [ends[:-1].reshape(shape) * k, ends[1:].reshape(shape) * k]
        first, last = first + sides[k < 0], last + sides[k > 0]
    return _clipped(first), _clipped(last)


def _clipped(numbers: Array) -> Array:
    """What is far out is infinite."""
    numbers = np.where(numbers >= FAR >> 1, FAR, numbers)
    return np.where(numbers <= -(FAR >> 1), -FAR, numbers)


def _divided(low: Array, high: Array, k: int) -> tuple[Array, Array]:
    """Numbers that k divides; those that are far out stay there."""
    sides = []
    for numbers in (_clipped(low), _clipped(high)):
        infinite = np.abs(numbers) == FAR
        sides.append(np.where(infinite, numbers if k > 0 else -numbers, numbers // k))
    return (sides[0], sides[1]) if k > 0 else (sides[1], sides[0])


def _masses(noise: Noise, extents: list[tuple[Array, Array]], over: int) -> tuple[Array, Array]:
    """Bounds on the probability of lying in all extents, in every cell."""
    low, high = extents[0]
    for first, last in extents[1:]:
        low, high = np.maximum(low, first), np.minimum(high, last)
    low, high = np.minimum(low, high), high
    (below, above), (least, most) = _up_to(noise, low, over), _up_to(noise, high, over)
    return np.maximum(least - above, 0), np.maximum(most - below, 0)


def _up_to(noise: Noise, ends: Array, over: int) -> tuple[Array, Array]:
    """The distribution function at many points."""
    points, where = np.unique(ends, return_inverse=True)
    found = []
    for point in points.tolist():
        if abs(point) == FAR:
            found.append(noise.up_to(None, 1 if point > 0 else -1))
        else:
            found.append(noise.up_to(Fraction(point, over), 0))
    shape = np.shape(ends)
    low, high = [np.array([pair[side] for pair in found], dtype=object)[where].reshape(shape) for side in (0, 1)]
    return low, high


# ---- states that are the same ----------------------------------------------------------------


def only(state: State, used: set[int]) -> State:
    """Without draws that nobody mentions: of those that nobody ever looked at the mass comes in now."""
    used = used | {name for form in state.pending for name, _ in form}
    for axis in range(len(state.axes) - 1, -1, -1):
        if state.axes[axis] not in used:
            low, high = np.sum(state.low, axis=axis), np.sum(state.high, axis=axis)
            state = replace(state, axes=(*state.axes[:axis], *state.axes[axis + 1 :]), low=low, high=high)
    for name in [n for n in state.draws if n not in used]:
        draw = state.draws[name]
        if isinstance(draw, Fresh):
            state = weighted(state, *draw.noise.between(draw.low, draw.high))
    return replace(state, draws={name: draw for name, draw in state.draws.items() if name in used})


def merged(states: list[State]) -> list[State]:
    """States that agree up to the names of their draws are one."""
    found: dict[Any, State] = {}
    for state in states:
        if not np.any(state.high):
            continue
        one, key = _ordered(state)
        if key in found:
            other = found[key]
            one = replace(other, low=other.low + one.low, high=other.high + one.high)
        found[key] = one
    return list(found.values())


_serial = count()


def fresh_name() -> int:
    return next(_serial)


def _ordered(state: State) -> tuple[State, Any]:
    """Draws, and the axes of arrays, in the order in which they are met."""
    parts = [*[state.values[name] for name in sorted(state.values)], *[leak.value for leak in state.leaks]]
    mentioned = [name for part in parts for leaf in leaves(part) for name in drawn_in(leaf)]
    met = list(dict.fromkeys([*mentioned, *[name for form in state.pending for name, _ in form]]))
    order: dict[int, Value] = {name: Affine(0, ((at, Fraction(1)),)) for at, name in enumerate(met)}
    values = tuple([(name, mapped(state.values[name], order)) for name in sorted(state.values)])
    leaks = tuple([mapped(leak.value, order) for leak in state.leaks])
    axes = tuple([name for name in met if name in state.axes])
    turned = [state.axes.index(name) for name in axes]
    low, high = [np.transpose(weights, turned) if turned else weights for weights in (state.low, state.high)]
    names = {name: fresh_name() for name in met}
    images: dict[int, Value] = {name: Affine(0, ((new, Fraction(1)),)) for name, new in names.items()}
    renamed = State(
        {name: mapped(value, images) for name, value in state.values.items()},
        tuple([Typed(mapped(leak.value, images), leak.type) for leak in state.leaks]),
        {names[name]: state.draws[name] for name in met},
        tuple([names[name] for name in axes]),
        low,
        high,
        _called(state.pending, names),
    )
    pending = frozenset(_called(state.pending, {name: at for at, name in enumerate(met)}).items())
    return renamed, (values, leaks, tuple([state.draws[name] for name in met]), pending)


def _called(found: Mapping[Linear, Range], names: Mapping[int, int]) -> dict[Linear, Range]:
    """What was found, with other names for the draws; the first of a form has a positive factor."""
    out: dict[Linear, Range] = {}
    for form, (low, high) in found.items():
        parts = sorted([(names[name], k) for name, k in form])
        if parts[0][1] < 0:
            parts = [(name, -k) for name, k in parts]
            low, high = (None if high is None else -high), (None if low is None else -low)
        out[tuple(parts)] = (low, high)
    return out
