"""One walk over a flat program, whatever a state is: a `Domain` says what each statement makes of a state.

The walk is breadth first. All states before a statement become those after it, and are merged there; a loop takes them
round by round. At each statement the domain is told which variables are live behind it, so that it can forget others.

Domains: states with symbolic draws (`exact/closed/symbolic_run`), with draws on grids (`exact/bounds/interval_run`),
memories with weights (`exact/listing/weighted_run`) and values without weights (`reachable`). Loops are taken otherwise
by a walk that solves them (`exact/chains/lucky_loops`). The oracle does not come this way: it is written out on its
own, so that what goes wrong here is noticed there; nor do single paths (`checks/paths`), which are walked depth first.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar, assert_never

from prhl.logic.terms import AllBits, Between, Distribution, DistributionArgument, Listed, Term, Weighted
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.liveness import before, live_before, read
from prhl.source import Span

State = TypeVar("State")
Live = frozenset[str]


class Domain(Protocol[State]):
    """What statements make of a state; `live` are the variables that are read later."""

    def assign(self, state: State, target: str, value: Term, live: Live) -> Iterable[State]: ...

    def draw(self, state: State, sample: Sample, live: Live) -> Iterable[State]: ...

    def leak(self, state: State, value: Term, live: Live) -> Iterable[State]: ...

    def split(self, state: State, condition: Term, live: Mapping[bool, Live]) -> Iterable[tuple[bool, State]]:
        """The parts of a state in which a condition is true, and in which it is false."""

    def merge(self, states: list[State]) -> list[State]:
        """States that are the same from here on as one, without those that are impossible."""

    def count(self, states: list[State]) -> None:
        """Called behind each statement; raises if there are too many."""

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        """For each time that a loop is come to, a function that is called before every round: which states take it."""


class Walk(Generic[State]):
    def __init__(self, domain: Domain[State]) -> None:
        self.domain = domain
        self.living: dict[tuple[int, int, Live], Live] = {}

    def run(self, program: FlatProgram, start: State) -> list[State]:
        """The states at the end, before the result is read."""
        final: Live = frozenset() if program.result is None else read(program.result)
        return self.block(program.body, [start], final)

    def block(self, statements: tuple[Statement, ...], states: list[State], after: Live) -> list[State]:
        for at, statement in enumerate(statements):
            if not states:
                break
            states = self.domain.merge(self.statement(statement, states, self.live(statements, at + 1, after)))
            self.domain.count(states)
        return states

    def live(self, statements: tuple[Statement, ...], at: int, after: Live) -> Live:
        """The variables that are live before the statements from `at` on, computed once for each round of a loop."""
        key = (id(statements), at, after)
        if key not in self.living:
            self.living[key] = live_before(statements[at:], after)
        return self.living[key]

    def statement(self, statement: Statement, states: list[State], after: Live) -> list[State]:
        domain = self.domain
        match statement:
            case Assign(target, value):
                return [one for state in states for one in domain.assign(state, target, value, after)]
            case Sample():
                return [one for state in states for one in domain.draw(state, statement, after)]
            case Leak(value):
                return [one for state in states for one in domain.leak(state, value, after)]
            case If(condition, then, otherwise):
                live = {True: self.live(then, 0, after), False: self.live(otherwise, 0, after)}
                yes, no = self.split(states, condition, live)
                return [
                    *self.block(then, domain.merge(yes), after),
                    *self.block(otherwise, domain.merge(no), after),
                ]
            case While():
                return self.loop(statement, states, after)
            case _:
                assert_never(statement)

    def loop(self, loop: While, states: list[State], after: Live) -> list[State]:
        out: list[State] = []
        entering = self.domain.rounds(loop.span)
        while states := entering(states):
            states, left = self.round(loop, states, after)
            out += left
        return out

    def round(self, loop: While, states: list[State], after: Live) -> tuple[list[State], list[State]]:
        """The states at the head of a loop after one more round, and those that leave it before."""
        head = before(loop, after)
        going, left = self.split(states, loop.guard, {True: self.live(loop.body, 0, head), False: after})
        return self.block(loop.body, self.domain.merge(going), head), left

    def split(self, states: list[State], condition: Term, live: Mapping[bool, Live]) -> tuple[list[State], list[State]]:
        yes: list[State] = []
        no: list[State] = []
        for state in states:
            for truth, one in self.domain.split(state, condition, live):
                (yes if truth else no).append(one)
        return yes, no


def arguments_of(distribution: Distribution, value: Callable[[Term], Any]) -> tuple[Any, ...]:
    """The values of the arguments of a distribution, nested as they are."""
    return tuple([_argument(argument, value) for argument in distribution.arguments])


def _argument(argument: DistributionArgument, value: Callable[[Term], Any]) -> Any:
    match argument:
        case Listed(items):
            return tuple([value(item) for item in items])
        case Between(low, high):
            return (value(low), value(high))
        case AllBits(size):
            return value(size)
        case Weighted(items):
            return tuple([(value(v), value(w)) for v, w in items])
        case Distribution():
            return arguments_of(argument, value)
        case _:
            return value(argument)
