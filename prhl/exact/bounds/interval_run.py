"""Programs with continuous noise run on cells of their draws: certified bounds on the probability of every event.

A draw that nobody has looked at has its whole distribution. If it is compared with another draw and is used later, it
is cut into cells of known mass, and from then on is only known to lie in one of them. A comparison that a cell decides
goes one way; one that it leaves open goes both ways, with all of the mass as an upper bound and none of it as a lower
one. A draw that is compared and then forgotten is never cut: the probability that it fits is at least that of fitting
for all values in the cells of the others, and at most that of fitting for some, by its distribution function. One that
is compared with draws in cells alone waits: if it is forgotten later, or only released, it is not cut either.

Nothing here is shared with closed forms but the reading of terms: no densities, no integrals.

Pitfall.  What is known of a draw in a cell is the mass of the cell alone: the distribution inside it is no longer that
of the noise, since earlier comparisons had a say in it. So a cell is never cut again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, assert_never

from prhl.distributions import is_continuous
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
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.symbolic_states import Typed
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
from prhl.logic.terms import AllBits, Between, Distribution, DistributionArgument, Weighted
from prhl.logic.terms import Listed as ListedSet
from prhl.numbers import Inexact
from prhl.numbers.noise import UNIT, Noise
from prhl.semantics.draw_tables import exactly, is_rational, legal, masses, rounded
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.liveness import before, live_before, read

MOST_STATES = 2_000
STATE = 200  # steps that a state counts for beside its cells
ROUNDS = 2_000


@dataclass(frozen=True)
class Outcome:
    """What the runs end in: outputs in terms of draws, and a bound on the mass of runs that are not among them."""

    states: list[State]
    missing: int
    runner: "_Runner"

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
        low, high = self.range(form)
        if high is not None and high <= bound:
            found = True
        elif low is not None and low >= bound:
            found = False
        else:
            raise Split(form, [(None, Fraction(bound)), (Fraction(bound), None)])
        return found if operator in ("lt", "le") else not found

    def range(self, form: Linear) -> Range:
        return intersection(self.assumed.get(form, (None, None)), reach(form, self.draws))  # type: ignore[arg-type]


def run(program: FlatProgram, inputs: Mapping[str, Value], fineness: Fineness, meter: Meter) -> Outcome:
    """The outcomes of a program on an input, within the steps of a meter, or TooWide."""
    try:
        return _Runner(program, fineness, meter).run(inputs)
    except (Inexact, NotClosed) as reason:
        raise TooWide(str(reason)) from None


class _Runner:
    def __init__(self, program: FlatProgram, fineness: Fineness, meter: Meter) -> None:
        self.program, self.fineness, self.meter = program, fineness, meter
        self.missing = 0
        self.widest = Fraction(0)  # of the scales of noise that was drawn

    def run(self, inputs: Mapping[str, Value]) -> Outcome:
        result = self.program.result
        final = frozenset() if result is None else read(result)
        states = self.block(self.program.body, [State(dict(inputs), (), {})], final)
        done: list[State] = []
        for state in states:
            if result is None:
                done.append(replace(state, values={}))
                continue
            for one, value, found in self.cases(state, lambda e: e.value(result)):
                done += self.settled(replace(one, values={"res": value}), found, frozenset(["res"]))
        return Outcome(merged(done), self.missing, self)

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: tuple[Statement, ...], states: list[State], after: frozenset[str]) -> list[State]:
        for at, statement in enumerate(statements):
            states = merged(self.statement(statement, states, live_before(statements[at + 1 :], after)))
            if len(states) > MOST_STATES:
                raise TooWide("there are too many cells")
            self.spend(sum([STATE + state.size for state in states]))
        return states

    def spend(self, steps: int) -> None:
        """A step is a state, or a cell of one whose bounds are worked out."""
        try:
            self.meter.spend(steps)
        except OutOfSteps:
            raise TooWide("there are too many cells") from None

    def statement(self, statement: Statement, states: list[State], after: frozenset[str]) -> list[State]:
        out: list[State] = []
        match statement:
            case Assign(target, value):
                for state in states:
                    for one, found, assumed in self.cases(state, lambda e: e.value(value)):
                        out += self.settled(replace(one, values={**one.values, target: found}), assumed, after)
            case Sample(target, distribution):
                for state in states:
                    out += self.sampled(state, target, distribution, after)
            case Leak(value):
                for state in states:
                    for one, found, assumed in self.cases(state, lambda e: e.value(value)):
                        leaked = replace(one, leaks=(*one.leaks, Typed(found, value.type)))
                        out += self.settled(leaked, assumed, after)
            case If(condition, then, otherwise):
                for truth, block in ((True, then), (False, otherwise)):
                    live, sides = live_before(block, after), []
                    for state in states:
                        for one, found, assumed in self.cases(state, lambda e: e.truth(condition)):
                            if found == truth:
                                sides += self.settled(one, assumed, live)
                    out += self.block(block, merged(sides), after)
            case While(guard, body):
                out = self.loop(statement, guard, body, states, after)
            case _:
                assert_never(statement)
        return out

    def loop(
        self, statement: While, guard: Any, body: tuple[Statement, ...], states: list[State], after: frozenset[str]
    ) -> list[State]:
        out: list[State] = []
        head = before(statement, after)
        inside = live_before(body, head)
        for _ in range(ROUNDS):
            going: list[State] = []
            for state in states:
                for one, truth, assumed in self.cases(state, lambda e: e.truth(guard)):
                    (going if truth else out).extend(self.settled(one, assumed, inside if truth else after))
            if not going:
                return out
            states = self.block(body, merged(going), head)
        self.missing += sum([state.total[1] for state in states])
        return out

    def sampled(self, state: State, target: str, distribution: Distribution, after: frozenset[str]) -> list[State]:
        out: list[State] = []
        for one, values, assumed in self.cases(state, lambda e: _arguments(e, distribution)):
            for value, draw, (low, high) in self.ways(distribution, values):
                wider = weighted(one, low, high)
                if draw is not None:
                    name = fresh_name()
                    self.widest = max(self.widest, draw.noise.rough()[1])
                    value = Affine(0, ((name, Fraction(1)),))
                    wider = replace(wider, draws={**one.draws, name: draw})
                out += self.settled(replace(wider, values={**one.values, target: value}), assumed, after)
        return out

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
        if distribution.name not in ("Truncate", "Clamp"):
            yield None, Fresh(Noise(distribution.name, *values)), (UNIT, UNIT)
            return
        inner, low, high = values
        within = distribution.arguments[0]
        assert isinstance(within, Distribution)
        if not isinstance(low, int | Fraction) or not isinstance(high, int | Fraction) or low >= high:
            raise TooWide("ends that are not rational")
        noise, low, high = Noise(within.name, *inner), Fraction(low), Fraction(high)
        if distribution.name == "Clamp":
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

    def settled(self, state: State, found: Mapping[Linear, Range], live: frozenset[str]) -> list[State]:
        """The states that are left: what was found of draws worked into the bounds, and what nobody needs forgotten."""
        values = {name: value for name, value in state.values.items() if name in live}
        state = replace(state, values=values)
        used = {n for v in (*values.values(), *[leak.value for leak in state.leaks]) for n in drawn_in(v)}
        one = self.worked(state, found, used)
        if one is None:
            return []
        one = only(one, used)
        return [one] if one.total[1] else []

    def worked(self, state: State, found: Mapping[Linear, Range], used: set[int]) -> State | None:
        """The state with what was found of its draws worked into the bounds; None if it cannot be."""
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


def _arguments(reader: Evaluator, distribution: Distribution) -> tuple[Any, ...]:
    return tuple([_argument(reader, argument) for argument in distribution.arguments])


def _argument(reader: Evaluator, argument: DistributionArgument) -> Any:
    match argument:
        case ListedSet(items):
            found: Any = tuple([reader.value(item) for item in items])
        case Between(low, high):
            found = (reader.value(low), reader.value(high))
        case AllBits(size):
            found = reader.value(size)
        case Weighted(items):
            found = tuple([(reader.value(v), reader.value(w)) for v, w in items])
        case Distribution(_, arguments):
            found = tuple([_argument(reader, inner) for inner in arguments])
        case _:
            found = reader.value(argument)
    if is_open(found):
        raise TooWide("noise that depends on continuous noise")
    return found
