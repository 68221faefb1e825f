"""The oracle: a program run step by step on distributions of memories, in fractions. Slow, and easy to believe."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, assert_never

from prhl.diagnostics import NotComputed
from prhl.logic.terms import AllBits, Between, Distribution, DistributionArgument, Listed, Term, Weighted
from prhl.records import dataclass
from prhl.semantics.draw_tables import Table, exactly, is_rational, rounded
from prhl.semantics.draw_tables import masses as masses_of
from prhl.semantics.evaluate import Value, evaluate
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.growing_lists import Toward
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.liveness import before, live_before, read
from prhl.semantics.observation import observed

NEGLIGIBLE = 10**40  # a loop is left when what is still in it weighs less than the inverse
STATE = 20  # steps that a state counts for: fractions and dictionaries are slow

State = tuple[tuple[tuple[str, Value], ...], tuple[Any, ...]]
"""The variables with their values, sorted by name, and what was leaked so far."""

Masses = dict[State, Fraction]


@dataclass(frozen=True)
class Outcome:
    """What is observed, with its probabilities, or rational bounds below them; and a bound on what is missing.

    Missing is what irrational masses lose when they are rounded down, what lies outside a window on infinite support,
    and runs that had not ended; `ended` is false if there are such, `cut` is true if there was a window.
    """

    masses: dict[tuple[Any, ...], Fraction]
    missing: Fraction
    ended: bool
    cut: bool = False


class TooLong(NotComputed):
    """The run had not ended within its steps."""


def run(
    program: FlatProgram,
    inputs: Mapping[str, Value],
    rounds: int = 10_000,
    meter: Meter | None = None,
    forget: bool = False,
    far: int | None = None,
    goal: Toward | None = None,
) -> Outcome:
    """The distribution of what is observed; a loop gets so many rounds, the run the steps of its meter, else TooLong.

    With `forget`, variables that do not matter any more are dropped, so that there are fewer states. A window on
    infinite support leaves out less than 2^-far. With a `goal` the masses are those of its event, and perhaps of other
    outputs; what cannot come to it is not followed, and does not count as missing.
    """
    start = (tuple(sorted(inputs.items())), ())
    runner = _Runner(rounds, meter, far, goal)
    final = (frozenset() if program.result is None else read(program.result)) if forget else None
    masses: dict[tuple[Any, ...], Fraction] = {}
    for (variables, leaks), weight in runner.block(program.body, {start: Fraction(1)}, final).items():
        seen = leaks
        if program.result is not None:
            seen = (*leaks, observed(_evaluate(program.result, variables), program.result.type))
        masses[seen] = masses.get(seen, Fraction(0)) + weight
    return Outcome(masses, runner.missing, runner.ended, runner.cut)


class _Held(tuple):  # type: ignore[type-arg]  # of values
    """A list that knows its hash: it is looked up with every state that holds it."""

    def __hash__(self) -> int:
        try:
            return self.hash  # type: ignore[has-type, no-any-return]
        except AttributeError:
            self.hash = super().__hash__()
            return self.hash


def _held(value: Value) -> Value:
    return _Held(value) if isinstance(value, tuple) else value


def _evaluate(term: Term, variables: tuple[tuple[str, Value], ...]) -> Value:
    return evaluate(term, {(name, 0): value for name, value in variables})


class _Runner:
    def __init__(self, rounds: int, meter: Meter | None, far: int | None, goal: Toward | None = None) -> None:
        self.rounds, self.far, self.goal = rounds, far, goal
        self.meter = meter
        self.missing = Fraction(0)
        self.ended = True
        self.cut = False
        self.tables: dict[tuple[Any, Any], Table] = {}

    def table(self, distribution: Distribution, values: list[Any]) -> Table:
        key = (id(distribution), tuple(values))
        if key not in self.tables:
            found = masses_of(distribution, values, window=True, far=self.far)
            self.tables[key] = exactly(found) if is_rational(found) else rounded(found)
        return self.tables[key]

    def spend(self, states: int) -> None:
        if self.meter is not None:
            try:
                self.meter.spend(STATE * states)
            except OutOfSteps:
                raise TooLong from None

    def block(self, statements: tuple[Statement, ...], masses: Masses, after: frozenset[str] | None) -> Masses:
        """`after`: the variables that matter behind the statements; None keeps them all."""
        for at, statement in enumerate(statements):
            live = None if after is None else live_before(statements[at + 1 :], after)
            masses = self.statement(statement, masses, live)
            if self.goal is not None and self.goal.looks(statement):
                masses = _admitted(self.goal, statement, masses)
            if live is not None:
                masses = _only(masses, live)
        return masses

    def statement(self, statement: Statement, masses: Masses, after: frozenset[str] | None) -> Masses:
        self.spend(len(masses))
        out: Masses = {}

        def add(variables: dict[str, Value], leaks: tuple[Any, ...], weight: Fraction) -> None:
            _add(out, (tuple(sorted(variables.items())), leaks), weight)

        match statement:
            case Assign(target, value):
                for (variables, leaks), weight in masses.items():
                    add({**dict(variables), target: _held(_evaluate(value, variables))}, leaks, weight)
            case Sample(target, distribution):
                for (variables, leaks), weight in masses.items():
                    table = self.table(distribution, arguments_of(distribution, variables))
                    self.missing += weight * table.short
                    self.cut = self.cut or table.window
                    self.spend(len(table.pairs))
                    for outcome, share in table.pairs:
                        add({**dict(variables), target: outcome}, leaks, weight * share / table.total)
            case Leak(value):
                for (variables, leaks), weight in masses.items():
                    seen = observed(_evaluate(value, variables), value.type)
                    add(dict(variables), (*leaks, seen), weight)
            case If(condition, then, otherwise):
                yes, no = _split(condition, masses)
                for part in (self.block(then, yes, after), self.block(otherwise, no, after)):
                    for state, weight in part.items():
                        _add(out, state, weight)
            case While(guard, body):
                head = None if after is None else before(statement, after)
                for _ in range(self.rounds):
                    masses, done = _split(guard, masses)
                    for state, weight in done.items():
                        _add(out, state, weight)
                    if not masses or sum(masses.values()) * NEGLIGIBLE < 1:
                        break
                    masses = self.block(body, masses, head)
                self.missing += sum(masses.values(), Fraction(0))
                self.ended = self.ended and not masses
            case _:
                assert_never(statement)
        return out


def _admitted(goal: Toward, statement: Statement, masses: Masses) -> Masses:
    """The states that may come to the goal."""
    return {
        (variables, leaks): weight
        for (variables, leaks), weight in masses.items()
        if goal.admits(statement, dict(variables).__getitem__, leaks)
    }


def _only(masses: Masses, live: frozenset[str]) -> Masses:
    """The masses of the states with the live variables alone."""
    out: Masses = {}
    for (variables, leaks), weight in masses.items():
        _add(out, (tuple([pair for pair in variables if pair[0] in live]), leaks), weight)
    return out


def _add(masses: Masses, state: State, weight: Fraction) -> None:
    before = masses.get(state)
    masses[state] = weight if before is None else before + weight


def _split(condition: Term, masses: Masses) -> tuple[Masses, Masses]:
    yes: Masses = {}
    no: Masses = {}
    for state, weight in masses.items():
        (yes if _evaluate(condition, state[0]) else no)[state] = weight
    return yes, no


def arguments_of(distribution: Distribution, variables: tuple[tuple[str, Value], ...]) -> list[Any]:
    """The values of the arguments of a distribution, nested as they are."""
    return [_argument(argument, variables) for argument in distribution.arguments]


def _argument(argument: DistributionArgument, variables: tuple[tuple[str, Value], ...]) -> Any:
    match argument:
        case Listed(items):
            return tuple([_evaluate(item, variables) for item in items])
        case Between(low, high):
            return (_evaluate(low, variables), _evaluate(high, variables))
        case AllBits(size):
            return _evaluate(size, variables)
        case Weighted(items):
            return tuple([(_evaluate(v, variables), _evaluate(w, variables)) for v, w in items])
        case Distribution():
            return tuple(arguments_of(argument, variables))
        case _:
            return _evaluate(argument, variables)
