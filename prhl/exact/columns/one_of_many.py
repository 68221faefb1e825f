"""One output of a column that holds many, with its exact masses: to be shown, and to be computed a second time.

The outputs of a column are proportional, so that one of them shows a ratio as well as all do. Far out on a tail that is
not listed there is no column, but the masses are known, and so is an output where a ratio is large enough.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from prhl.exact.closed.exponential_polynomials import Terms, value
from prhl.exact.closed.real_densities import Curve
from prhl.exact.closed.symbolic_states import Pattern, Summand
from prhl.exact.closed.symbolic_values import Affine, Drawn, Listed, Squared
from prhl.numbers import Exact
from prhl.records import dataclass
from prhl.semantics.observation import observed

MOST_REACHED = 256  # integers behind the start of a tail

Seen = tuple[Any, ...]


@dataclass(frozen=True)
class Single:
    """An output, and its mass in each row."""

    seen: Seen
    masses: tuple[Exact, ...]


@dataclass(frozen=True)
class Singles:
    """The outputs of a channel that has columns, one by one."""

    patterns: Sequence[tuple[Pattern, Sequence[Sequence[Summand]]]]  # with the summands of every row
    several: Mapping[Seen, tuple[int, tuple[Any, ...]]]  # of a column of many: its pattern, and the draws of one

    def of(self, column: Seen) -> Single | None:
        """One of many; None if the column is no such one."""
        found = self.several.get(column)
        return None if found is None else self.at(*found)

    def at(self, number: int, draws: Sequence[Any]) -> Single:
        """What a pattern shows for these draws."""
        pattern, terms = self.patterns[number]
        return Single(_filled(pattern.seen, draws, dict(pattern.types)), tuple([_mass(row, draws) for row in terms]))


def inner(extent: Any) -> Any:
    """A value in a cell of a draw: an end that is finite."""
    if not isinstance(extent, tuple):
        return extent
    low, high = extent
    return low if low is not None else high if high is not None else 0


def reached(p: Terms, q: Terms, start: int, exceeds: Callable[[Exact, Exact], bool]) -> int | None:
    """An integer of a tail, not far from the first, at which the one mass exceeds what the other allows."""
    step = 1
    while step <= MOST_REACHED:
        if exceeds(value(p, start + step), value(q, start + step)):
            return start + step
        step *= 2
    return None


def _filled(seen: Any, draws: Sequence[Any], types: Mapping[int, Any]) -> Any:
    match seen:
        case Affine(constant, parts):
            return constant + sum([c * draws[draw] for draw, c in parts], Fraction(0))
        case Squared():
            return seen.at(_filled(seen.base, draws, types))
        case Drawn(draw):
            return observed(draws[draw], types[draw])
        case tuple():
            return tuple([_filled(part, draws, types) for part in seen])
        case _:
            return seen


def _mass(summands: Sequence[Summand], draws: Sequence[Any]) -> Exact:
    total: Any = Fraction(0)
    for term in summands:
        mass = term.weight
        for law, drawn in zip(term.draws, draws, strict=True):
            assert not isinstance(law, Curve)  # whose columns are boxes
            mass = mass * (dict(law.masses).get(drawn, Fraction(0)) if isinstance(law, Listed) else law.at(drawn))
        total = total + mass
    return total  # type: ignore[no-any-return]
