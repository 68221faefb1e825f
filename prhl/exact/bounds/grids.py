"""Draws of continuous noise that are known by where they lie, and bounds on what they weigh.

A draw that was compared with numbers at most is `Fresh`: it has the distribution of its noise, restricted to an
interval. One that was compared with another draw and is still used lies on a `Grid` of cells; a state has a lower and
an upper bound for every choice of cells, in two arrays with an axis for each grid. All numbers are integers of any
size: weights over 2^120, rounded outward, and ends of cells over a common denominator.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import count, pairwise, repeat
from math import lcm
from operator import add
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.exact.bounds.arrays import marginal, spread, transposed
from prhl.exact.closed.symbolic_states import Typed, leaves
from prhl.exact.closed.symbolic_values import Affine, Linear, Range, Value, drawn_in, mapped
from prhl.numbers.noise import BITS, UNIT, Noise
from prhl.records import dataclass

End = Fraction | None
LARGEST = 1_500_000  # entries of an array


class TooWide(NotComputed):
    """No bounds here: the steps do not suffice, or an operation is not defined on cells."""


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

    @property
    def size(self) -> int:
        return len(self.ends) - 1


Draw = Fresh | Grid


@dataclass(frozen=True)
class State:
    values: dict[str, Value]
    leaks: tuple[Typed, ...]
    draws: dict[int, Draw]
    axes: tuple[int, ...] = ()  # the draws that lie on grids, in the order of the arrays' axes
    low: Sequence[int] = (UNIT,)  # for each choice of cells
    high: Sequence[int] = (UNIT,)
    pending: Mapping[Linear, Range] = field(default_factory=dict)  # found of its draws, and not in the bounds yet

    @property
    def size(self) -> int:
        """The number of choices of cells, one for each grid."""
        return len(self.low)

    @property
    def total(self) -> tuple[int, int]:
        return sum(self.low), sum(self.high)

    @property
    def sizes(self) -> list[int]:
        """Of the arrays: how many cells each of the axes has."""
        return [grid.size for name in self.axes if isinstance(grid := self.draws[name], Grid)]


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
        first, last = fresh.noise.support
        low = place + (-self.reach if first is None else first) * scale
        high = place + (self.reach if last is None else last) * scale
        found = [step * (k + self.offset) for k in range(-(-low // step), high // step + 1)]
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


def down(weights: Iterable[int], factors: Iterable[int]) -> list[int]:
    return [weight * factor >> BITS for weight, factor in zip(weights, factors, strict=False)]


def up(weights: Iterable[int], factors: Iterable[int]) -> list[int]:
    return [-(-weight * factor >> BITS) for weight, factor in zip(weights, factors, strict=False)]


def weighted(state: State, least: int, most: int) -> State:
    """The state with all bounds times bounds on a probability."""
    if least == most == UNIT:
        return state
    return replace(state, low=down(state.low, repeat(least)), high=up(state.high, repeat(most)))


def gridded(state: State, name: int, fineness: Fineness) -> State:
    """The state with a draw cut into cells, which gives its arrays one more axis."""
    fresh = state.draws[name]
    assert isinstance(fresh, Fresh)
    grid = Grid((fresh.low, *fineness.cuts(fresh), fresh.high))
    if len(state.low) * grid.size > LARGEST:
        raise TooWide("there are too many cells")
    cells = [fresh.noise.between(a, b) for a, b in pairwise(grid.ends)]
    low = [weight * least >> BITS for weight in state.low for least, _ in cells]
    high = [-(-weight * most >> BITS) for weight in state.high for _, most in cells]
    return replace(state, draws={**state.draws, name: grid}, axes=(*state.axes, name), low=low, high=high)


def narrowed(state: State, form: Linear, ends: Range) -> State | None:
    """A fresh draw conditioned on an interval, which is exact; None if that has probability 0."""
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
    """The conditions that can stay pending: all of their fresh draws are used later.

    Then one that is marginalised later, or asked to lie in an interval, need not be cut at all.
    """
    fresh = {form: {n for n, _ in form if isinstance(state.draws[n], Fresh)} for form in several}
    late = {form for form, names in fresh.items() if names and names <= used}
    while busy := {n for form in fresh if form not in late for n in fresh[form]}:
        kept = {form for form in late if not fresh[form] & busy}
        if kept == late:
            break
        late = kept
    return {form: ends for form, ends in several.items() if form in late}


def integrated(several: Mapping[Linear, Range], unused: set[int]) -> set[int]:
    """Draws that are marginalised by their distribution functions, one for each form at most, without a grid."""
    chosen: set[int] = set()
    barred: set[int] = set()
    for form in several:
        mine = [n for n, _ in form if n in unused]
        kept = next((n for n in mine if n in chosen), None)
        if kept is None:
            kept = next((n for n in mine if n not in barred), None)
        barred |= {n for n in mine if n != kept}
        if kept is not None:
            chosen.add(kept)
    return chosen - barred


def fitting(state: State, several: Mapping[Linear, Range], gone: set[int]) -> State:
    """The bounds conditioned on ranges of forms over draws on grids; the draws in `gone` are marginalised.

    A form k*s + r, with s gone, lies between least and most if k*s lies between least - r and most - r: for all r in
    the cells of the others, or for some.
    """
    scale = _scale(state, several)
    low, high = state.low, state.high
    for form, ends in several.items():
        if gone.isdisjoint(dict(form)):
            at, ((first, last),) = _cells(state, [form], scale)
            least, most = scale.numerators(ends, scale.beyond)
            sure = [least <= a and b <= most for a, b in zip(first, last, strict=True)]
            some = [least < b and a < most for a, b in zip(first, last, strict=True)]
            low = [weight if sure[i] else 0 for weight, i in zip(low, at, strict=True)]
            high = [weight if some[i] else 0 for weight, i in zip(high, at, strict=True)]
    draws = dict(state.draws)
    for name in sorted(gone):
        draw = draws.pop(name)
        assert isinstance(draw, Fresh)
        mine = [(form, ends) for form, ends in several.items() if name in dict(form)]
        at, cells = _cells(state, [tuple([part for part in form if part[0] != name]) for form, _ in mine], scale)
        asked = [(dict(form)[name], ends, *cell) for (form, ends), cell in zip(mine, cells, strict=True)]
        for_all = _masses(draw, asked, scale)[0]
        for_some = _masses(draw, [(k, ends, last, first) for k, ends, first, last in asked], scale)[1]
        low, high = down(low, [for_all[i] for i in at]), up(high, [for_some[i] for i in at])
    return replace(state, draws=draws, low=low, high=high)


@dataclass(frozen=True)
class _Scale:
    """How ends are integers: over a denominator, with very large numbers in place of infinite ones.

    A sum of finite ends times their coefficients is `finite` at most. `far` is so large that it exceeds that even if
    it is divided by a coefficient and such a sum is added, and `beyond` exceeds all that sums with `far` come to.
    """

    over: int
    finite: int
    far: int
    beyond: int

    def numerators(self, ends: Sequence[int | Fraction | None], infinite: int) -> list[int]:
        found = [0 if end is None else end.numerator * (self.over // end.denominator) for end in ends]
        found[0] = -infinite if ends[0] is None else found[0]
        found[-1] = infinite if ends[-1] is None else found[-1]
        return found


def _scale(state: State, several: Mapping[Linear, Range]) -> _Scale:
    """The denominator is so large that coefficients divide all numerators."""
    limits: list[int | Fraction | None] = [end for ends in several.values() for end in ends]
    for name in {name for form in several for name, _ in form}:
        draw = state.draws[name]
        limits += draw.ends if isinstance(draw, Grid) else (draw.low, draw.high)
    known = [end for end in limits if end is not None]
    divisors = lcm(*[k for form in several for _, k in form])
    over = divisors * lcm(*[end.denominator for end in known])
    factors = 1 + sum([abs(k) for form in several for _, k in form])
    finite = factors * max([abs(end.numerator) * (over // end.denominator) for end in known], default=0)
    far = 2 * divisors * (finite + 1)
    return _Scale(over, finite, far, (factors + 1) * far)


def _cells(state: State, forms: list[Linear], scale: _Scale) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
    """The least and the greatest values of forms in all cells of their draws, and which of those each entry lies in."""
    axes = [axis for axis, name in enumerate(state.axes) if any([name in dict(form) for form in forms])]
    found = []
    for form in forms:
        factors = dict(form)
        first, last = [0], [0]
        for axis in axes:
            grid = state.draws[state.axes[axis]]
            assert isinstance(grid, Grid)
            k = factors.get(state.axes[axis], 0)
            ends = [k * end for end in scale.numerators(grid.ends, scale.far)]
            lows, highs = (ends[:-1], ends[1:]) if k >= 0 else (ends[1:], ends[:-1])
            first = [a + b for a in first for b in lows]
            last = [a + b for a in last for b in highs]
        found.append((first, last))
    return spread(state.sizes, axes), found


def _masses(
    draw: Fresh, asked: list[tuple[int, Range, list[int], list[int]]], scale: _Scale
) -> tuple[list[int], list[int]]:
    """Bounds on the probability that k*s >= least - a and k*s <= most - b for all that is asked, at each a and b."""
    own = scale.numerators((draw.low, draw.high), scale.far)
    size = len(asked[0][2])
    low, high = [own[0]] * size, [own[1]] * size
    for k, (least, most), first, last in asked:
        for end, numbers, below in ((least, first, k > 0), (most, last, k < 0)):
            if end is None:
                continue
            (limit,) = scale.numerators([end], 0)
            limits = [(limit - number) // k for number in numbers]
            if below:
                low = [a if a > b else b for a, b in zip(low, limits, strict=True)]
            else:
                high = [a if a < b else b for a, b in zip(high, limits, strict=True)]
    up_to = {point: _up_to(draw.noise, point, scale) for point in {*low, *high}}
    least_of = [max(0, up_to[b][0] - up_to[a][1]) for a, b in zip(low, high, strict=True)]
    most_of = [max(0, up_to[b][1] - up_to[a][0]) if a < b else 0 for a, b in zip(low, high, strict=True)]
    return least_of, most_of


def _up_to(noise: Noise, point: int, scale: _Scale) -> tuple[int, int]:
    """The distribution function at a point."""
    if abs(point) > scale.finite:
        return noise.up_to(None, 1 if point > 0 else -1)
    return noise.up_to(Fraction(point, scale.over), 0)


# ---- states that are the same ----------------------------------------------------------------


def only(state: State, used: set[int]) -> State:
    """Marginalises the draws that are not in `used`; a fresh one contributes the mass of its interval."""
    used = used | {name for form in state.pending for name, _ in form}
    for axis in range(len(state.axes) - 1, -1, -1):
        if state.axes[axis] not in used:
            low, high = [marginal(weights, state.sizes, axis) for weights in (state.low, state.high)]
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
        if not any(state.high):
            continue
        one, key = _ordered(state)
        if key in found:
            other = found[key]
            one = replace(other, low=list(map(add, other.low, one.low)), high=list(map(add, other.high, one.high)))
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
    low, high = [transposed(weights, state.sizes, turned) for weights in (state.low, state.high)]
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
