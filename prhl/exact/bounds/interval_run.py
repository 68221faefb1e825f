"""Programs with continuous noise run on cells of their draws: certified bounds on the probability of every event.

A draw has its whole distribution at first. If it is compared with another draw and used later, it is cut into cells of
known mass, and from then on is only known to lie in one of them. A comparison that a cell decides goes one way; one
that it leaves open goes both ways, with all of the mass as an upper bound and none of it as a lower one. A draw that is
compared and not used later is never cut: it is marginalised by its distribution function, with the probability of
satisfying the comparison for all values in the cells of the others as a lower bound, and for some value as an upper
bound. A comparison with draws in cells alone stays pending: if its draw is marginalised later, or only released, that
is not cut either.

Nothing here is shared with closed forms but the walk and the reading of terms: no densities, no integrals.

Pitfall.  What is known of a draw in a cell is the mass of the cell alone: the distribution inside it is no longer that
of the noise, since earlier comparisons had a say in it. So a cell is never cut again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

from prhl.distributions import family_of, is_continuous
from prhl.distributions.base import Measured, Restricting
from prhl.exact.bounds.grids import (
    Fineness,
    Fresh,
    State,
    TooWide,
    fitting,
    fresh_name,
    gridded,
    integrated,
    merged,
    narrowed,
    only,
    reach,
    waiting,
    weighted,
)
from prhl.exact.closed.by_cases import ByCases
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.symbolic_values import (
    Affine,
    Evaluator,
    Linear,
    Range,
    Resolve,
    Split,
    Value,
    drawn_in,
    intersection,
    is_open,
)
from prhl.logic.terms import Distribution
from prhl.numbers import Inexact
from prhl.numbers.noise import UNIT, Noise
from prhl.records import dataclass
from prhl.semantics.draw_tables import exactly, is_rational, legal, masses, rounded
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.program_walk import Live, arguments_of
from prhl.source import Span

MOST_STATES = 2_000
STATE = 200  # steps that a state counts for beside its cells
ROUNDS = 2_000


@dataclass(frozen=True)
class Outcome:
    """What the runs end in: outputs in terms of draws, and a bound on the mass of runs that are not among them."""

    states: list[State]
    missing: int
    runner: "_OnGrids"

    def mass(self, state: State, found: Mapping[Linear, Range]) -> tuple[int, int]:
        """Bounds on the mass of one of the states where forms over its draws lie in ranges."""
        both = {form: intersection(state.pending.get(form, (None, None)), ends) for form, ends in found.items()}
        part = self.runner.worked(state, {**state.pending, **both}, set())
        return (0, 0) if part is None else only(part, set()).total


class _Reader(Evaluator):
    """Terms over draws that are all continuous."""

    def is_real(self, form: Any) -> bool:
        return True

    def compare_reals(self, operator: str, form: Linear, bound: Any) -> bool:
        if operator in ("eq", "ne"):
            return operator == "ne"
        if not isinstance(bound, int | Fraction):
            raise TooWide("a comparison with a number that is not rational")
        return self.compare_range(operator, form, bound)

    def range(self, form: Linear) -> Range:
        return intersection(self.assumed.get(form, (None, None)), reach(form, self.draws))  # type: ignore[arg-type]


def run(program: FlatProgram, inputs: Mapping[str, Value], fineness: Fineness, meter: Meter) -> Outcome:
    """The outcomes of a program on an input, within the steps of a meter, or TooWide."""
    try:
        return _OnGrids(fineness, meter).run(program, inputs)
    except (Inexact, NotClosed) as reason:
        raise TooWide(str(reason)) from None


class _OnGrids(ByCases[State]):
    """The domain of states whose draws lie on grids."""

    def __init__(self, fineness: Fineness, meter: Meter) -> None:
        self.fineness, self.meter = fineness, meter
        self.missing = 0
        self.widest = Fraction(0)  # of the scales of noise that was drawn

    def run(self, program: FlatProgram, inputs: Mapping[str, Value]) -> Outcome:
        done = self.ends(program, State(dict(inputs), (), {}))
        return Outcome(merged(done), self.missing, self)

    # ---- statements --------------------------------------------------------------------------

    def merge(self, states: list[State]) -> list[State]:
        return merged(states)

    def count(self, states: list[State]) -> None:
        if len(states) > MOST_STATES:
            raise TooWide("there are too many cells")
        self.spend(sum([STATE + state.size for state in states]))

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        numbers = count(1)

        def entering(states: list[State]) -> list[State]:
            """After so many rounds what is still in the loop is missing."""
            if next(numbers) <= ROUNDS:
                return states
            self.missing += sum([state.total[1] for state in states])
            return []

        return entering

    def spend(self, steps: int) -> None:
        """A step is a state, or a cell of one whose bounds are worked out."""
        try:
            self.meter.spend(steps)
        except OutOfSteps:
            raise TooWide("there are too many cells") from None

    def draw(self, state: State, sample: Sample, live: Live) -> Iterator[State]:
        target, distribution = sample.target, sample.distribution
        for one, values, assumed in self.cases(state, lambda e: _arguments(e, distribution)):
            for value, draw, (low, high) in self.ways(distribution, values):
                wider = weighted(one, low, high)
                if draw is not None:
                    name = fresh_name()
                    self.widest = max(self.widest, draw.noise.rough()[1])
                    value = Affine(0, ((name, Fraction(1)),))
                    wider = replace(wider, draws={**one.draws, name: draw})
                yield from self.settled(replace(wider, values={**one.values, target: value}), assumed, live)

    def ways(
        self, distribution: Distribution, values: tuple[Any, ...]
    ) -> Iterator[tuple[Value, Fresh | None, tuple[int, int]]]:
        """What may be drawn: a value with its mass, or continuous noise, whole or in part."""
        legal(distribution, values)
        if not is_continuous(distribution):
            found = masses(distribution, values, window=True)
            table = exactly(found) if is_rational(found) else rounded(found)
            for value, weight in table.pairs:
                yield value, None, (weight * UNIT // table.total, -(-weight * UNIT // table.total))
            self.missing += -(-table.short * UNIT // 1)
            return
        family = family_of(distribution)
        if not isinstance(family, Restricting):
            yield None, Fresh(_noise(distribution, values)), (UNIT, UNIT)
            return
        inner, low, high = values
        within = distribution.arguments[0]
        assert isinstance(within, Distribution)
        if not isinstance(low, int | Fraction) or not isinstance(high, int | Fraction) or low >= high:
            raise TooWide("ends that are not rational")
        noise, low, high = _noise(within, inner), Fraction(low), Fraction(high)
        if family.clamps:
            yield low, None, noise.between(None, low)
            yield high, None, noise.between(high, None)
            yield None, Fresh(noise, low, high), (UNIT, UNIT)
            return
        least, most = noise.between(low, high)
        if least == 0:
            raise TooWide("a range of very little mass")
        yield None, Fresh(noise, low, high), (UNIT * UNIT // most, -(-UNIT * UNIT // least))

    # ---- cases -------------------------------------------------------------------------------

    def cases(
        self, state: State, work: Callable[[Evaluator], Any], assumed: Mapping[Linear, Range] | None = None
    ) -> Iterator[tuple[State, Any, Mapping[Linear, Range]]]:
        """What the work gives, in each of the cases that it depends on."""
        assumed = state.pending if assumed is None else assumed
        try:
            found = work(_Reader(state.values, state.draws, assumed))  # type: ignore[arg-type]  # its own draws
        except Split as split:
            for part in split.ranges:
                narrower = intersection(assumed.get(split.form, (None, None)), part)
                if None not in narrower and narrower[0] >= narrower[1]:  # type: ignore[operator]  # numbers
                    continue
                yield from self.cases(state, work, {**assumed, split.form: narrower})
        except Resolve:
            raise TooWide("an operation on continuous noise") from None
        except (Fault, Undecidable):
            reached = self.worked(state, assumed, set())
            if reached is None or not reached.total[1]:
                return  # what is assumed cannot happen
            if not reached.total[0]:
                raise TooWide("a run-time error that need not happen") from None
            raise
        else:
            yield state, found, assumed

    def settled(self, state: State, found: Mapping[Linear, Range], live: Live) -> list[State]:
        """The state conditioned on ranges of forms, with its live variables; none if that has probability 0."""
        values = {name: value for name, value in state.values.items() if name in live}
        state = replace(state, values=values)
        used = {n for v in (*values.values(), *[leak.value for leak in state.leaks]) for n in drawn_in(v)}
        one = self.worked(state, found, used)
        if one is None:
            return []
        one = only(one, used)
        return [one] if one.total[1] else []

    def worked(self, state: State, found: Mapping[Linear, Range], used: set[int]) -> State | None:
        """The state conditioned on ranges of forms over its draws; None if that has probability 0."""
        several: dict[Linear, Range] = {}
        for form, ends in found.items():
            if len(form) > 1 or not isinstance(state.draws[form[0][0]], Fresh):
                several[form] = ends
                continue
            narrower = narrowed(state, form, ends)
            if narrower is None:
                return None
            state = narrower
        late = waiting(state, several, used)
        several = {form: ends for form, ends in several.items() if form not in late}
        fresh = {n for form in several for n, _ in form if isinstance(state.draws[n], Fresh)}
        gone = integrated(several, fresh - used)
        for name in sorted(fresh - gone):
            state = gridded(state, name, self.fineness)
            self.spend(state.size)
        self.spend(STATE + 2 * state.size * len(several))
        return replace(fitting(state, several, gone) if several else state, pending=late)


# ---- arguments of distributions --------------------------------------------------------------


def _noise(distribution: Distribution, values: tuple[Any, ...]) -> Noise:
    family = family_of(distribution)
    if not isinstance(family, Measured):
        raise TooWide(f"{distribution.name} has no distribution function here")
    return family.noise(values)


def _arguments(reader: Evaluator, distribution: Distribution) -> tuple[Any, ...]:
    found = arguments_of(distribution, reader.value)
    if is_open(found):
        raise TooWide("noise that depends on continuous noise")
    return found
