"""A row, every outcome by itself, with weights that are numbers of any kind, and with loops that end by luck solved.

For runs in which parameters are open, and for loops that the engine would run for ever. States are merged if their
variables have the same form. An outcome that depends on an open number is refused: two of them might be the same at one
value and different at another. So is a loop whose states do not come again within its rounds: nothing is known of the
mass that is left in it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.distributions.masses import Masses
from prhl.exact.chains.lucky_loops import LuckyWalk, Unit
from prhl.exact.rows import Seen
from prhl.logic.terms import Term
from prhl.numbers import Inexact, divide
from prhl.numbers.varying import Varying
from prhl.semantics.draw_tables import masses
from prhl.semantics.evaluate import Value, evaluate
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.limits import Meter
from prhl.semantics.observation import observed
from prhl.semantics.program_walk import Live, arguments_of
from prhl.source import Span

ROUNDS = 1_000  # of a loop
MANY = 100  # rounds after which it is the loop that makes numbers long
MOST_STATES = 20_000  # at the head of one
HINT = "give the open numbers values, or bound the rounds of the loop"

Variables = tuple[tuple[str, Value], ...]
State = tuple[Variables, tuple[Any, ...], Any]
"""The variables that still matter with their values, sorted by name, what was leaked so far, and the weight."""


def weighted(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter) -> dict[Seen, Any]:
    """The probabilities of what is observed, all of them positive; OutOfSteps, Fault or NotComputed."""
    found, lost = solved(program, inputs, meter)
    if lost:
        raise NotComputed("a loop is never left by some runs")
    return found


def solved(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter) -> tuple[dict[Seen, Any], list[Any]]:
    """The same, and mass that stays in loops for ever, in parts."""
    found: dict[Seen, Any] = {}
    domain = _Weights(meter)
    walk = LuckyWalk(domain)
    try:
        ended = walk.run(program, (tuple(sorted(inputs.items())), (), 1))
    except Inexact as reason:
        if domain.longest < MANY:
            raise
        raise NotComputed(f"a loop had not ended after {domain.longest} rounds: {reason}", HINT) from None
    for variables, leaks, weight in ended:
        seen = leaks
        if program.result is not None:
            seen = (*leaks, _observed(program.result, variables))
        found[seen] = found[seen] + weight if seen in found else weight
    return found, walk.lost


class _Weights:
    """The domain of memories with weights."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.longest = 0  # rounds of a loop
        self.drawn: dict[tuple[Any, Any], Masses] = {}

    def assign(self, state: State, target: str, value: Term, live: Live) -> Iterator[State]:
        yield _set(state, target, _evaluate(value, state[0]), state[2], live)

    def draw(self, state: State, sample: Sample, live: Live) -> Iterator[State]:
        values = arguments_of(sample.distribution, lambda term: _evaluate(term, state[0]))
        key = (id(sample), values)
        if key not in self.drawn:
            self.drawn[key] = masses(sample.distribution, values)
        table = self.drawn[key]
        self.meter.spend(len(table.pairs))
        for value, weight in table.pairs:
            yield _set(state, sample.target, value, state[2] * divide(weight, table.total), live)

    def leak(self, state: State, value: Term, live: Live) -> Iterator[State]:
        yield _only(state[0], live), (*state[1], _observed(value, state[0])), state[2]

    def split(self, state: State, condition: Term, live: Mapping[bool, Live]) -> Iterator[tuple[bool, State]]:
        truth = bool(_evaluate(condition, state[0]))
        yield truth, (_only(state[0], live[truth]), state[1], state[2])

    def merge(self, states: list[State]) -> list[State]:
        found: dict[tuple[Variables, tuple[Any, ...]], Any] = {}
        for variables, leaks, weight in states:
            key = (variables, leaks)
            found[key] = found[key] + weight if key in found else weight
        return [(variables, leaks, weight) for (variables, leaks), weight in found.items()]

    def count(self, states: list[State]) -> None:
        self.meter.spend(len(states))

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        numbers = count(1)

        def entering(states: list[State]) -> list[State]:
            if not states:
                return states
            number = next(numbers)
            if number > ROUNDS:
                raise NotComputed(f"a loop had not ended after {ROUNDS:,} rounds", HINT, place)
            self.longest = max(self.longest, number)
            self.meter.spend(len(states))
            return states

        return entering

    # ---- loops that are solved ---------------------------------------------------------------

    def rough(self, state: State, without: Live) -> Hashable:
        return tuple([pair for pair in state[0] if pair[0] not in without]), state[1]

    def unit(self, state: State, without: Live) -> Unit[State]:
        variables = tuple([(name, 0 if name in without else value) for name, value in state[0]])
        counts = {name: value for name, value in state[0] if name in without}
        return Unit(self.rough(state, without), (variables, state[1], 1), state[2], counts)

    def times(self, state: State, factor: Any) -> State:
        return state[0], state[1], state[2] * factor

    def counted(self, state: State, name: str, start: Any, step: Fraction, function: Any) -> list[State]:
        if step:
            raise NotComputed("a loop may be left with infinitely many values of a counter")
        variables = tuple([(one, start if one == name else value) for one, value in state[0]])
        return [(variables, state[1], state[2] * function)]

    def more(self, states: int) -> None:
        if states >= MOST_STATES:
            raise NotComputed(f"a loop has more than {MOST_STATES:,} states")

    def spend(self, steps: int) -> None:
        self.meter.spend(steps)


def _observed(term: Term, variables: Variables) -> Any:
    value = _evaluate(term, variables)
    if _varies(value):
        raise NotComputed("what is observed depends on an open number", span=term.span)
    return observed(value, term.type)


def _varies(value: Value) -> bool:
    return any([_varies(part) for part in value]) if isinstance(value, tuple) else isinstance(value, Varying)


def _evaluate(term: Term, variables: Variables) -> Value:
    return evaluate(term, {(name, 0): value for name, value in variables})


def _set(state: State, target: str, value: Value, weight: Any, live: Live) -> State:
    variables = {**dict(state[0]), target: value}
    return _only(sorted(variables.items()), live), state[1], weight


def _only(variables: Iterable[tuple[str, Value]], live: Live) -> Variables:
    return tuple([pair for pair in variables if pair[0] in live])
