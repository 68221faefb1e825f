"""Loops that end by luck: a walk over a program that solves them where their states come again.

A loop is run round by round. If a state at its head has come before, but for its weight, nothing bounds the rounds.
Then it is begun anew as a Markov chain. Its states are those that can be reached at the head: all live variables, what
was leaked, and the distributions of draws that are still undetermined. One round from each of them tells where it goes
and what leaves the loop. The law behind the loop is what leaves it, times how often each state is expected to be
visited: v = start + v Q (`numbers/absorbing`), where the start is what comes to the loop.

Where states never recur (a number grows, or the list of leaks), the chain is infinite, and nothing is solved.
A number that is only added to is left out of the states (`loop_counters`). If it matters behind the loop, the weights
of the chain have a power of z for what is added, and its law is read off a generating function.

Why. Two states that differ in their weight alone have the same future. The powers of Q vanish if the loop can be left
from every state, so that v is the only solution; a state from which it cannot be left keeps the mass that comes there,
which is counted as lost.

Pitfall. A redraw loop is a special case: from `x ~ D` it goes to `x ~ D`, and leaves with D conditioned on the negated
guard. But the state on entry may be another one, such as a value with which the loop is left at once. And transitions
of probability 0 must not count: with `Flip(p)` at p = 0 a state is not reached.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, Protocol, TypeVar

from prhl.diagnostics import NotComputed
from prhl.exact.chains.loop_counters import counters
from prhl.numbers import Inexact
from prhl.numbers.absorbing import visits
from prhl.numbers.generating_functions import HIGHEST, Z
from prhl.records import dataclass
from prhl.semantics.flat import While
from prhl.semantics.program_walk import Domain, Live, Walk

State = TypeVar("State")


@dataclass(frozen=True)
class Unit(Generic[State]):
    """A state of weight 1 with its counters at 0: what tells it from others, what its weight was, and its counters."""

    key: Hashable
    state: State
    weight: Any
    counts: dict[str, Any]


class Chained(Domain[State], Protocol[State]):
    """A domain whose states can be compared without their weights."""

    def rough(self, state: State, without: Live) -> Hashable:
        """What equal states have in common, quickly."""

    def unit(self, state: State, without: Live) -> Unit[State]:
        """The state without its weight and without these counters."""

    def times(self, state: State, factor: Any) -> Iterable[State]:
        """The state with another weight."""

    def counted(self, state: State, name: str, start: Any, step: Fraction, function: Any) -> Iterable[State]:
        """The state times a generating function of how often the step was added to a number; NotComputed."""

    def more(self, states: int) -> None:
        """Called for each new state of a chain, with how many there are; raises if these are too many."""

    def spend(self, steps: int) -> None: ...


@dataclass
class _Chain(Generic[State]):
    """What was found at the head of a loop: the states, and for each where a round leads."""

    states: list[State] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)
    rows: list[dict[tuple[int, Any], Any]] = field(default_factory=list)  # by state and by what is added to the counter
    left: list[list[State]] = field(default_factory=list)  # what leaves the loop
    lost: list[list[Any]] = field(default_factory=list)  # mass that stays in inner loops

    def place(self, unit: Unit[State]) -> int:
        if unit.key not in self.places:
            self.places[unit.key] = len(self.states)
            self.states.append(unit.state)
        return self.places[unit.key]

    def leaving(self) -> set[int]:
        """The states from which the loop can be left."""
        before: dict[int, set[int]] = {}
        for state, row in enumerate(self.rows):
            for target, _ in row:
                before.setdefault(target, set()).add(state)
        todo = [state for state, left in enumerate(self.left) if left]
        found = set(todo)
        while todo:
            new = before.get(todo.pop(), set()) - found
            found |= new
            todo += sorted(new)
        return found


class LuckyWalk(Walk[State]):
    """A walk that solves loops; `lost` is mass that never comes out of them."""

    def __init__(self, domain: Chained[State]) -> None:
        super().__init__(domain)
        self.chained = domain
        self.lost: list[Any] = []

    def loop(self, loop: While, states: list[State], after: Live) -> list[State]:
        """Round by round, until a state comes again that was there in a round with the number 2^k (Brent)."""
        without = counters(loop)
        counter = without & after
        if len(counter) > 1:  # numbers that grow together are not told one by one
            without, counter = without - counter, frozenset()
        out: list[State] = []
        entering = self.domain.rounds(loop.span)
        marked: dict[Hashable, list[State]] = {}
        start, lost, number = states, len(self.lost), 0
        while states := entering(states):
            if self.recur(states, marked, without):
                del self.lost[lost:]
                return self.solved(loop, start, after, without, next(iter(counter), None))
            number += 1
            if number & (number - 1) == 0:
                marked = {}
                for state in states:
                    marked.setdefault(self.chained.rough(state, without), []).append(state)
            states, left = self.round(loop, states, after)
            out += left
        return out

    def recur(self, states: list[State], marked: dict[Hashable, list[State]], without: Live) -> bool:
        for state in states:
            alike = marked.get(self.chained.rough(state, without), ())
            if alike:
                key = self.chained.unit(state, without).key
                if any([self.chained.unit(other, without).key == key for other in alike]):
                    return True
        return False

    def solved(self, loop: While, states: list[State], after: Live, without: Live, counter: str | None) -> list[State]:
        """What leaves the loop in the end."""
        chain: _Chain[State] = _Chain()
        starts: dict[Any, dict[int, Any]] = {}  # by the number that the counter has at the start
        for state in states:
            unit = self.chained.unit(state, without)
            _add(starts.setdefault(unit.counts.get(counter or "", 0), {}), chain.place(unit), unit.weight)
        self.explore(loop, chain, after, without, counter)
        kept = chain.leaving()
        self.lose(chain, kept, starts.values())
        if counter is None:
            return [state for start in starts.values() for state in self.leaves(chain, kept, start)]
        step = _step([added for row in chain.rows for _, added in row])
        rows = [{(to, added / (step or 1)): w for (to, added), w in row.items()} for row in chain.rows]
        if max([power for row in rows for _, power in row]) > HIGHEST:
            raise NotComputed("a counter is raised by numbers that are far apart")
        try:
            series = _between([_summed(row, lambda weight, power: weight * Z ** int(power)) for row in rows], kept)
        except Inexact:
            grows = f"`{counter}` grows in a loop that ends by luck, while its chances are open"
            raise NotComputed(
                grows, "give the open numbers values, or bound the rounds of the loop", loop.span
            ) from None
        out: list[State] = []
        for number, start in starts.items():
            found = visits(_within(start, kept), series, _wanted(chain.left, kept), self.chained.spend)
            for at, function in sorted(found.items()):
                for one in chain.left[at]:
                    out += self.chained.counted(one, counter, number, step, function)
        return out

    def explore(self, loop: While, chain: _Chain[State], after: Live, without: Live, counter: str | None) -> None:
        """One round from each state that can be reached."""
        at = 0
        while at < len(chain.states):
            self.chained.more(at)
            outer, self.lost = self.lost, []
            found, left = self.round(loop, [chain.states[at]], after)
            row: dict[tuple[int, Any], Any] = {}
            for state in found:
                unit = self.chained.unit(state, without)
                added = 0 if counter is None else unit.counts[counter]
                _add(row, (chain.place(unit), added), unit.weight)
            chain.rows.append(row)
            chain.left.append(left)
            chain.lost.append(self.lost)
            self.lost = outer
            at += 1

    def leaves(self, chain: _Chain[State], kept: set[int], start: dict[int, Any]) -> list[State]:
        rows = _between([_summed(row) for row in chain.rows], kept)
        found = visits(_within(start, kept), rows, _wanted(chain.left, kept), self.chained.spend)
        left = [(one, v) for state, v in sorted(found.items()) for one in chain.left[state]]
        return [part for one, v in left for part in self.chained.times(one, v)]

    def lose(self, chain: _Chain[State], kept: set[int], starts: Iterable[dict[int, Any]]) -> None:
        """Adds what never leaves: mass that comes to a state from which the loop is never left, or stays further in."""
        mass: dict[int, list[Any]] = {
            at: [*chain.lost[at], *[weight for (to, _), weight in row.items() if to not in kept]]
            for at, row in enumerate(chain.rows)
            if at in kept
        }
        wanted = [at for at, parts in mass.items() if parts]
        rows = _between([_summed(row) for row in chain.rows], kept)
        for start in starts:
            self.lost += [weight for state, weight in start.items() if state not in kept]
            if wanted:
                found = visits(_within(start, kept), rows, wanted, self.chained.spend)
                self.lost += [v * part for state, v in found.items() for part in mass[state]]


def _add(row: dict[Any, Any], key: Any, weight: Any) -> None:
    row[key] = row[key] + weight if key in row else weight


def _summed(
    row: dict[tuple[int, Any], Any], weigh: Callable[[Any, Any], Any] = lambda weight, _: weight
) -> dict[int, Any]:
    """The weights of a round, whatever is added."""
    found: dict[int, Any] = {}
    for (target, added), weight in row.items():
        _add(found, target, weigh(weight, added))
    return found


def _between(rows: list[dict[int, Any]], kept: set[int]) -> list[dict[int, Any]]:
    """The ways between states from which the loop can be left."""
    return [_within(row, kept) if at in kept else {} for at, row in enumerate(rows)]


def _within(row: dict[int, Any], kept: set[int]) -> dict[int, Any]:
    return {state: weight for state, weight in row.items() if state in kept}


def _wanted(left: list[list[State]], kept: set[int]) -> list[int]:
    return [state for state in sorted(kept) if left[state]]


def _step(added: list[Any]) -> Fraction:
    """The largest number of which all of these are multiples, from 0 on; 0 if nothing is added."""
    if not all([isinstance(one, int | Fraction) for one in added]):
        raise NotComputed("a counter is raised by numbers that are not rational")
    numbers = [Fraction(one) for one in added if one]
    if not numbers:
        return Fraction(0)
    if min(numbers) < 0 < max(numbers):
        raise NotComputed("a counter goes up and down")
    below = lcm(*[one.denominator for one in numbers])
    found = Fraction(gcd(*[int(one * below) for one in numbers]), below)
    return found if min(numbers) > 0 else -found
