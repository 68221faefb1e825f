"""What a run may show at all: the states that it can come to, without their weights.

Two sets, for two questions. `possible` holds only what has positive probability for certain: values of a draw whose
mass is known to be positive, in a window if the support is infinite, and so many rounds of a loop. `conceivable` holds
everything that any run might show: every value of every draw, whatever its mass, and all rounds of a loop, until these
bring no new states; where there is no end of values it is TooLong. So an output of the first set has a positive
probability, and one that the second set of another run lacks has none there. Nothing is rounded in either.
"""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from prhl.distributions.masses import NotEnumerable
from prhl.logic.terms import Term
from prhl.numbers import Inexact, sign
from prhl.semantics.draw_tables import masses
from prhl.semantics.evaluate import Undecidable, Value, evaluate
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.liveness import before, live_before, read
from prhl.semantics.observation import observed
from prhl.semantics.oracle import TooLong, arguments_of

STATE = 5  # steps that a state counts for

Variables = tuple[tuple[str, Value], ...]
State = tuple[Variables, tuple[Any, ...]]
"""The variables that still matter with their values, sorted by name, and what was leaked so far."""

States = dict[State, None]  # a set with an order


def possible(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter, rounds: int) -> set[tuple[Any, ...]]:
    """Outputs of positive probability: those of runs that leave each loop within so many rounds."""
    return _Walk(meter, rounds).outputs(program, inputs)


def conceivable(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter) -> set[tuple[Any, ...]]:
    """All outputs of all runs, and perhaps others."""
    return _Walk(meter, None).outputs(program, inputs)


class _Walk:
    def __init__(self, meter: Meter, rounds: int | None) -> None:
        """`rounds`: of a loop, where a part of the states is enough; None for all of them."""
        self.meter, self.rounds = meter, rounds
        self.drawn: dict[tuple[Any, Any], list[Value]] = {}

    def outputs(self, program: FlatProgram, inputs: Mapping[str, Value]) -> set[tuple[Any, ...]]:
        result = program.result
        final = frozenset() if result is None else read(result)
        start = (tuple(sorted(inputs.items())), ())
        ends = self.block(program.body, {start: None}, final)
        if result is None:
            return {leaks for _, leaks in ends}
        return {(*leaks, observed(_evaluate(result, variables), result.type)) for variables, leaks in ends}

    def spend(self, states: int) -> None:
        try:
            self.meter.spend(STATE * states)
        except OutOfSteps:
            raise TooLong from None

    def block(self, statements: tuple[Statement, ...], states: States, after: frozenset[str]) -> States:
        for at, statement in enumerate(statements):
            live = live_before(statements[at + 1 :], after)
            states = self.statement(statement, states, live)
        return states

    def statement(self, statement: Statement, states: States, after: frozenset[str]) -> States:
        self.spend(len(states))
        match statement:
            case Assign(target, value):
                return {_set(s, target, _evaluate(value, s[0]), after): None for s in states}
            case Sample(target, distribution):
                out: States = {}
                for state in states:
                    values = self.values(statement, arguments_of(distribution, state[0]))
                    self.spend(len(values))
                    for one in values:
                        out[_set(state, target, one, after)] = None
                return out
            case Leak(value):
                leaked = [(v, (*seen, observed(_evaluate(value, v), value.type))) for v, seen in states]
                return {(_only(variables, after), seen): None for variables, seen in leaked}
            case If(condition, then, otherwise):
                yes, no = _split(condition, states)
                return self.block(then, yes, after) | self.block(otherwise, no, after)
            case While(guard, body):
                return self.loop(statement, guard, body, states, after)
            case _:
                assert_never(statement)

    def loop(
        self, statement: While, guard: Term, body: tuple[Statement, ...], states: States, after: frozenset[str]
    ) -> States:
        """What leaves the loop: its head is visited with every state once."""
        head = before(statement, after)
        left: States = {}
        known: States = {}
        rounds = 0
        while states and (self.rounds is None or rounds < self.rounds):
            rounds += 1
            self.spend(len(states))
            fresh = {state: None for state in states if state not in known}
            known |= fresh
            stay, leave = _split(guard, fresh)
            left |= {(_only(variables, after), leaks): None for variables, leaks in leave}
            states = self.block(body, stay, head)
        return left

    def values(self, statement: Sample, arguments: list[Any]) -> list[Value]:
        key = (id(statement), tuple(arguments))
        if key not in self.drawn:
            part = self.rounds is not None
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


def _set(state: State, target: str, value: Value, live: frozenset[str]) -> State:
    variables = {**dict(state[0]), target: value}
    return _only(sorted(variables.items()), live), state[1]


def _only(variables: Iterable[tuple[str, Value]], live: frozenset[str]) -> Variables:
    return tuple([pair for pair in variables if pair[0] in live])


def _split(condition: Term, states: States) -> tuple[States, States]:
    yes: States = {}
    no: States = {}
    for state in states:
        (yes if _evaluate(condition, state[0]) else no)[state] = None
    return yes, no
