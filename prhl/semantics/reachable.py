"""What a run may show at all: the states that it can come to, without their weights.

Two sets, for two questions. `possible` holds only what has positive probability for certain: values of a draw whose
mass is known to be positive, in a window if the support is infinite, and so many rounds of a loop. `conceivable` holds
everything that any run might show: every value of every draw, whatever its mass, and all rounds of a loop, until these
bring no new states; where values are infinitely many it is TooLong. So an output of the first set has a positive
probability, and one that the second set of another run lacks has none there. Nothing is rounded in either.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from prhl.distributions.masses import NotEnumerable
from prhl.logic.terms import Term
from prhl.numbers import Inexact, sign
from prhl.semantics.draw_tables import masses
from prhl.semantics.evaluate import Undecidable, Value, evaluate
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.observation import observed
from prhl.semantics.oracle import TooLong
from prhl.semantics.program_walk import Live, Walk, arguments_of
from prhl.source import Span

STATE = 5  # steps that a state counts for

Variables = tuple[tuple[str, Value], ...]
State = tuple[Variables, tuple[Any, ...]]
"""The variables that still matter with their values, sorted by name, and what was leaked so far."""


def possible(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter, rounds: int) -> set[tuple[Any, ...]]:
    """Outputs of positive probability: those of runs that leave each loop within so many rounds."""
    return _Values(meter, rounds).outputs(program, inputs)


def conceivable(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter) -> set[tuple[Any, ...]]:
    """All outputs of all runs, and perhaps others."""
    return _Values(meter, None).outputs(program, inputs)


class _Values:
    """The domain of values without weights."""

    def __init__(self, meter: Meter, rounds: int | None) -> None:
        """`rounds`: of a loop, where a part of the states is enough; None for all of them."""
        self.meter, self.most = meter, rounds
        self.drawn: dict[tuple[Any, Any], list[Value]] = {}

    def outputs(self, program: FlatProgram, inputs: Mapping[str, Value]) -> set[tuple[Any, ...]]:
        result = program.result
        ends = Walk(self).run(program, (tuple(sorted(inputs.items())), ()))
        if result is None:
            return {leaks for _, leaks in ends}
        return {(*leaks, observed(_evaluate(result, variables), result.type)) for variables, leaks in ends}

    def spend(self, states: int) -> None:
        try:
            self.meter.spend(STATE * states)
        except OutOfSteps:
            raise TooLong from None

    def assign(self, state: State, target: str, value: Term, live: Live) -> Iterator[State]:
        yield _set(state, target, _evaluate(value, state[0]), live)

    def draw(self, state: State, sample: Sample, live: Live) -> Iterator[State]:
        values = self.values(sample, arguments_of(sample.distribution, lambda term: _evaluate(term, state[0])))
        self.spend(len(values))
        for one in values:
            yield _set(state, sample.target, one, live)

    def leak(self, state: State, value: Term, live: Live) -> Iterator[State]:
        variables, seen = state
        yield _only(variables, live), (*seen, observed(_evaluate(value, variables), value.type))

    def split(self, state: State, condition: Term, live: Mapping[bool, Live]) -> Iterator[tuple[bool, State]]:
        truth = bool(_evaluate(condition, state[0]))
        yield truth, (_only(state[0], live[truth]), state[1])

    def merge(self, states: list[State]) -> list[State]:
        return list(dict.fromkeys(states))

    def count(self, states: list[State]) -> None:
        self.spend(len(states))

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        """The head of a loop is visited with every state once."""
        known: dict[State, None] = {}
        numbers = count(1)

        def entering(states: list[State]) -> list[State]:
            if self.most is not None and next(numbers) > self.most:
                return []
            self.spend(len(states))
            fresh = [state for state in states if state not in known]
            known.update(dict.fromkeys(fresh))
            return fresh

        return entering

    def values(self, statement: Sample, arguments: tuple[Any, ...]) -> list[Value]:
        key = (id(statement), arguments)
        if key not in self.drawn:
            part = self.most is not None
            try:
                found = masses(statement.distribution, arguments, window=part)
            except NotEnumerable:
                raise TooLong from None
            if found.window and not part:
                raise TooLong
            self.drawn[key] = [value for value, weight in found.pairs if not part or _positive(weight)]
        return self.drawn[key]


def _positive(weight: Any) -> bool:
    try:
        return sign(weight) > 0
    except (Inexact, Undecidable):
        return False


def _evaluate(term: Term, variables: Variables) -> Value:
    return evaluate(term, {(name, 0): value for name, value in variables})


def _set(state: State, target: str, value: Value, live: Live) -> State:
    variables = {**dict(state[0]), target: value}
    return _only(sorted(variables.items()), live), state[1]


def _only(variables: Iterable[tuple[str, Value]], live: Live) -> Variables:
    return tuple([pair for pair in variables if pair[0] in live])
