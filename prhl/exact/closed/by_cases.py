"""Statements on states with draws in them, case by case: what symbolic draws and draws on grids have in common.

What a term is may depend on draws. Then a state is split into cases, each with an assumption on forms over its draws,
and conditioned on it (`settled`) once the statement is done.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from prhl.exact.closed.symbolic_states import Typed
from prhl.exact.closed.symbolic_values import Evaluator, Linear, Range
from prhl.logic.terms import Term
from prhl.semantics.flat import FlatProgram
from prhl.semantics.program_walk import Live, Walk

State = TypeVar("State", bound=Any)
Assumed = Mapping[Linear, Range]


class ByCases(ABC, Generic[State]):
    """The part of a `Domain` that is the same whatever is known of the draws."""

    @abstractmethod
    def cases(self, state: State, work: Callable[[Evaluator], Any]) -> Iterator[tuple[State, Any, Assumed]]:
        """What the work gives, in each of the cases that it depends on."""

    @abstractmethod
    def settled(self, state: State, assumed: Assumed, live: Live) -> list[State]:
        """The state conditioned on what is assumed, with its live variables; none if that has probability 0."""

    def walk(self) -> Walk[State]:
        return Walk(self)  # type: ignore[arg-type]  # a Domain, with what the class for its states adds

    def ends(self, program: FlatProgram, start: State) -> list[State]:
        """The states at the end, with the result as `res`."""
        result, out = program.result, []
        for state in self.walk().run(program, start):
            if result is None:
                out.append(replace(state, values={}))
                continue
            for one, value, assumed in self.cases(state, lambda e: e.value(result)):
                out += self.settled(replace(one, values={"res": value}), assumed, frozenset(["res"]))
        return out

    def assign(self, state: State, target: str, value: Term, live: Live) -> Iterator[State]:
        for one, found, assumed in self.cases(state, lambda e: e.value(value)):
            yield from self.settled(replace(one, values={**one.values, target: found}), assumed, live)

    def leak(self, state: State, value: Term, live: Live) -> Iterator[State]:
        for one, found, assumed in self.cases(state, lambda e: e.value(value)):
            yield from self.settled(replace(one, leaks=(*one.leaks, Typed(found, value.type))), assumed, live)

    def split(self, state: State, condition: Term, live: Mapping[bool, Live]) -> Iterator[tuple[bool, State]]:
        for one, truth, assumed in self.cases(state, lambda e: e.truth(condition)):
            for part in self.settled(one, assumed, live[truth]):
                yield truth, part
