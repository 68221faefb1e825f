"""One run of a program: the one walk over flat programs, with one state, in which every draw has come out."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.distributions.masses import Value
from prhl.logic.terms import Term
from prhl.numbers import Inexact
from prhl.running.laws_of_terms import NotRun, law_of
from prhl.sampling.bracketed import Undecided
from prhl.sampling.finite_laws import Law, NotDrawn
from prhl.sampling.random_bits import RandomBits
from prhl.semantics.evaluate import evaluate
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.observation import observed
from prhl.semantics.program_walk import Live, Walk, arguments_of
from prhl.source import Span

MOST_ROUNDS = 10_000_000  # of one loop
MOST_LAWS = 10_000  # that are kept

State = tuple[dict[tuple[str, int], Value], tuple[Any, ...]]
"""The variables with their values, and what was leaked so far."""


class EndlessRun(NotComputed):
    """A loop that had not ended within its rounds."""


class Interpreter:
    """A program and where its randomness comes from; laws are kept by the values of their arguments."""

    def __init__(self, program: FlatProgram, bits: RandomBits) -> None:
        self.program, self.bits = program, bits
        self.laws: dict[tuple[int, Any], Law] = {}
        self.walk = Walk(self)

    def run(self, inputs: Mapping[str, Value]) -> tuple[Any, ...]:
        """What is observed once: the leaks in order, then the result. A Fault or NotComputed if there is nothing."""
        start: State = ({(name, 0): value for name, value in inputs.items()}, ())
        ((memory, leaks),) = self.walk.run(self.program, start)
        result = self.program.result
        return leaks if result is None else (*leaks, observed(evaluate(result, memory), result.type))

    def assign(self, state: State, target: str, value: Term, live: Live) -> Iterator[State]:
        memory, leaks = state
        yield {**memory, (target, 0): evaluate(value, memory)}, leaks

    def draw(self, state: State, sample: Sample, live: Live) -> Iterator[State]:
        memory, leaks = state
        values = arguments_of(sample.distribution, lambda term: evaluate(term, memory))
        try:
            drawn = self.law(sample, values).draw(self.bits)
        except (NotDrawn, Undecided, Inexact) as reason:
            raise NotRun(f"{sample.distribution.name}: {reason}", "", sample.span) from None
        yield {**memory, (sample.target, 0): drawn}, leaks

    def law(self, sample: Sample, values: tuple[Any, ...]) -> Law:
        key = (id(sample), values)
        if key not in self.laws:
            if len(self.laws) >= MOST_LAWS:
                self.laws.clear()
            self.laws[key] = law_of(sample.distribution, values)
        return self.laws[key]

    def leak(self, state: State, value: Term, live: Live) -> Iterator[State]:
        memory, leaks = state
        yield memory, (*leaks, observed(evaluate(value, memory), value.type))

    def split(self, state: State, condition: Term, live: Mapping[bool, Live]) -> Iterator[tuple[bool, State]]:
        yield bool(evaluate(condition, state[0])), state

    def merge(self, states: list[State]) -> list[State]:
        return states

    def count(self, states: list[State]) -> None:
        pass

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        numbers = count(1)

        def entering(states: list[State]) -> list[State]:
            if states and next(numbers) > MOST_ROUNDS:
                raise EndlessRun(f"the loop had not ended after {MOST_ROUNDS:,} rounds", "", place)
            return states

        return entering
