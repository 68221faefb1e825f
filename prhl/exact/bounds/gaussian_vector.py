"""Several real outputs that are sums of Gaussian noise and are never compared: a normal distribution of vectors.

Let two rows have the means m and n and one covariance S, and let f solve S f = n - m. The logarithm of their ratio at
y is f.((m + n)/2 - y), which depends on the one number f.y alone: a post-processing that loses nothing. And f.y is
normal with the means f.m and f.n and the variance f.S f = f.(n - m). So the rows are as close as these two normal
distributions are. If there is no solution the two never show the same output, since S is singular.

Pitfall.  Where outputs depend on each other, as in (z, z) or (z, w, z + w), S is singular and f is not unique; f.y is
the same number for all of them on what is shown.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from prhl.exact.bounds.grids import Fresh, State
from prhl.exact.bounds.interval_events import seen_of
from prhl.exact.bounds.interval_run import Outcome
from prhl.exact.bounds.released_gaussian import Released
from prhl.exact.closed.symbolic_states import leaves
from prhl.exact.closed.symbolic_values import Affine, Value
from prhl.exact.columns.events import EVERYTHING, Seen, Slab, opened
from prhl.logic.types import Type
from prhl.numbers import sqrt
from prhl.numbers.noise import UNIT, gauss
from prhl.records import dataclass

Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Vector:
    """What is seen, with `any` for its reals, the mean of these and their covariance."""

    seen: Seen
    mean: Numbers
    covariance: tuple[Numbers, ...]

    def resembles(self, other: object) -> bool:
        """Whether the two differ in their means at most."""
        return isinstance(other, Vector) and (self.seen, self.covariance) == (other.seen, other.covariance)

    def facing(self, other: "Vector") -> tuple[Released, Released] | None:
        """The two normal distributions that tell the rows apart; None if no output of one is one of the other."""
        if self.mean == other.mean:
            mine = self.along((Fraction(0),) * len(self.mean))
            return mine, mine
        factors = solved(self.covariance, [n - m for m, n in zip(self.mean, other.mean, strict=True)])
        return None if factors is None else (self.along(factors), other.along(factors))

    def along(self, factors: Numbers) -> Released:
        """Of one linear form over the outputs."""
        variance = _dot(factors, [_dot(row, factors) for row in self.covariance])
        return Released((Slab(self.seen, factors, EVERYTHING),), _dot(factors, self.mean), sqrt(variance))

    def faces(self, event: Iterable[Seen]) -> Released | None:
        """The distribution of the form that an event speaks of, if it is about one."""
        event = list(event)
        forms = {seen[0].factors for seen in event if len(seen) == 1 and isinstance(seen[0], Slab)}
        if len(forms) != 1 or not all([len(seen) == 1 and isinstance(seen[0], Slab) for seen in event]):
            return None
        found = self.along(forms.pop())
        return found if found.knows(event) and found.sigma != 0 else None


def _dot(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    return sum([a * b for a, b in zip(first, second, strict=True)], Fraction(0))


def solved(matrix: Sequence[Numbers], right: Sequence[Fraction]) -> Numbers | None:
    """A solution, by elimination; variables that are free are 0. None if there is none."""
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    size, pivots = len(matrix), list[int]()
    for column in range(size):
        done = len(pivots)
        pivot = next((at for at in range(done, len(rows)) if rows[at][column] != 0), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [entry / rows[done][column] for entry in rows[done]]
        for at in range(len(rows)):
            if at != done and rows[at][column] != 0:
                rows[at] = [x - rows[at][column] * y for x, y in zip(rows[at], rows[done], strict=True)]
        pivots.append(column)
    if any([row[-1] != 0 for row in rows[len(pivots) :]]):
        return None
    found = [Fraction(0)] * size
    for at, column in enumerate(pivots):
        found[column] = rows[at][-1]
    return tuple(found)


# ---- what a run ends in ------------------------------------------------------------------------


def released(outcome: Outcome, result: Type | None) -> Released | Vector | None:
    """The normal distribution that a run ends in, if it does."""
    if outcome.missing or len(outcome.states) != 1:
        return None
    (state,) = outcome.states
    if state.axes or state.pending or state.total != (UNIT, UNIT):
        return None
    seen = seen_of(state, result)
    parts = [_part(leaf, state) for leaf in leaves(seen)]
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    if len(known) == 1:
        centre, scales = known[0]
        return None if (sigma := _width(scales)) is None else Released(opened(seen), centre, sigma)
    covariance = tuple([tuple([_common(one, other) for _, other in known]) for _, one in known])
    if not all([isinstance(entry, int | Fraction) for row in covariance for entry in row]):
        return None
    return Vector(opened(seen), tuple([mean for mean, _ in known]), covariance)


Part = tuple[Fraction, dict[int, Any]]
"""A real output: its mean, and of each draw in it the factor times the width."""


def _part(leaf: Value, state: State) -> Part | None:
    """None if it is no sum of Gaussian draws."""
    if not isinstance(leaf, Affine) or not isinstance(leaf.constant, int | Fraction):
        return None
    centre, scales = Fraction(leaf.constant), dict[int, Any]()
    for name, factor in leaf.parts:
        draw = state.draws.get(name)
        if not isinstance(draw, Fresh) or draw.noise.function is not gauss or (draw.low, draw.high) != (None, None):
            return None
        if not isinstance(draw.noise.place, int | Fraction):
            return None
        centre += factor * Fraction(draw.noise.place)
        scales[name] = draw.noise.scale * factor
    return centre, scales


def _width(scales: dict[int, Any]) -> Any:
    """Variances add; None if their sum is no rational number whose root is known."""
    if len(scales) == 1:
        (scale,) = scales.values()
        return scale if scale > 0 else -scale
    variance = _common(scales, scales)
    return sqrt(variance) if isinstance(variance, int | Fraction) else None


def _common(one: dict[int, Any], other: dict[int, Any]) -> Any:
    """The covariance: what the draws that are in both add to it."""
    return sum([scale * other[name] for name, scale in one.items() if name in other], Fraction(0))
