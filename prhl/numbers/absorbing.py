"""Markov chains that are left some time: how often each of their states is expected to be visited.

From a start over states, and with transitions Q between them, the expected visits v are the solution of
v = start + v Q. It is unique if the chain can be left from every state, since then the powers of Q vanish; whoever asks
has seen to that.

A state s is eliminated: every way in, of weight a, goes on to every way out, of weight b, and between the two the chain
may stay at s any number of times, so that the new way weighs a * b / (1 - stay). States with few ways in and out come
first, so that sparse chains stay sparse; what is dense in the end is one system of linear equations, if it is rational.

Weights are numbers of any field. They may be functions of z (see `generating_functions`): nothing is compared here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from flint import fmpq, fmpq_mat, fmpz

from prhl.numbers.magnitude import Inexact

START = -1
SPARSE = 64  # ways through a state up to which it is eliminated rather than solved for
LARGEST = 800  # equations of one system
EQUATION = 10  # steps for a coefficient of it, and for a product of numbers that are not rational
OTHERS = 4_000  # products of numbers that are not rational

Ways = Mapping[int, Any]
"""Weights of states."""


def visits(start: Ways, rows: Sequence[Ways], wanted: Iterable[int], spend: Callable[[int], None]) -> dict[int, Any]:
    """The expected visits of the states that are asked for, those that are never visited left out."""
    weights = [weight for ways in (start, *rows) for weight in ways.values()]
    if all([isinstance(weight, int | Fraction) for weight in weights]):
        found = _Chain(_rational(start), [_rational(row) for row in rows], wanted, fmpq(1), spend).solved()
        return {state: Fraction(int(weight.p), int(weight.q)) for state, weight in found.items()}
    return _Chain(_divisible(start), [_divisible(row) for row in rows], wanted, Fraction(1), spend).solved()


def _divisible(ways: Ways) -> dict[int, Any]:
    """No integers, which are divided as floats."""
    return {state: Fraction(w) if isinstance(w, int) else w for state, w in ways.items()}


def _rational(ways: Ways) -> dict[int, fmpq]:
    return {state: fmpq(fmpz(w.numerator), fmpz(w.denominator)) for state, w in ways.items()}


class _Chain:
    """Ways between states. A state whose visits are counted has a tap: a way out of weight 1 that counts no run."""

    def __init__(
        self, start: Ways, rows: Sequence[Ways], wanted: Iterable[int], one: Any, spend: Callable[[int], None]
    ) -> None:
        self.size, self.one, self.spend = len(rows), one, spend
        self.out: dict[int, dict[int, Any]] = {at: dict(row) for at, row in enumerate(rows)}
        for state in wanted:
            self.out[state][self.size + state] = one
        self.out[START] = dict(start)
        self.into: dict[int, set[int]] = {at: set() for at in range(self.size)}
        for state, ways in self.out.items():
            for target in ways:
                if target < self.size:
                    self.into[target].add(state)
        self.others = 0

    def solved(self) -> dict[int, Any]:
        self.eliminate()
        rest = sorted(self.into)
        found = self.out[START] if not rest else self.by_equations(rest)
        return {target - self.size: weight for target, weight in found.items()}

    def eliminate(self) -> None:
        """The states with the fewest ways through them first, of those the first."""
        waiting = [(self.through(state), state) for state in self.into]
        heapify(waiting)
        while waiting:
            ways, state = heappop(waiting)
            if state not in self.into:
                continue
            now = self.through(state)
            if now > ways:  # it has become more since
                heappush(waiting, (now, state))
                continue
            if now > SPARSE and isinstance(self.one, fmpq):
                return
            for other in self.leave_out(state):
                heappush(waiting, (self.through(other), other))

    def through(self, state: int) -> int:
        return len(self.into[state]) * len(self.out[state])

    def leave_out(self, state: int) -> set[int]:
        """Eliminates a state; returns those that have other ways now."""
        before, ways = self.into.pop(state), self.out.pop(state)
        stay = ways.pop(state, None)
        before.discard(state)
        self.count(len(before) * len(ways))
        if stay is not None:
            ways = {target: weight / (self.one - stay) for target, weight in ways.items()}
        for first in before:
            mine = self.out[first]
            into = mine.pop(state)
            for target, weight in ways.items():
                more = into * weight
                mine[target] = mine[target] + more if target in mine else more
                if target < self.size:
                    self.into[target].add(first)
        inner = {target for target in ways if target < self.size}
        for target in inner:
            self.into[target].discard(state)
        return (before | inner) - {START}

    def by_equations(self, rest: list[int]) -> dict[int, Any]:
        """v (I - Q) = start, for the states that are left."""
        if len(rest) > LARGEST:
            raise Inexact(f"a loop in which {len(rest):,} states are closely connected")
        self.spend(EQUATION * len(rest) ** 2)
        place = {state: at for at, state in enumerate(rest)}
        system, right = fmpq_mat(len(rest), len(rest)), fmpq_mat(len(rest), 1)
        for at in range(len(rest)):
            system[at, at] = self.one
        for state, at in place.items():
            for target, weight in self.out[state].items():
                if target < self.size:
                    system[place[target], at] -= weight
        found = {target: weight for target, weight in self.out[START].items() if target >= self.size}
        for target, weight in self.out[START].items():
            if target < self.size:
                right[place[target], 0] = weight
        solution = system.solve(right)
        for state, at in place.items():
            for target, weight in self.out[state].items():
                if target >= self.size:
                    found[target] = found.get(target, fmpq(0)) + solution[at, 0] * weight
        return found

    def count(self, products: int) -> None:
        if isinstance(self.one, fmpq):
            self.spend(products)
            return
        self.spend(EQUATION * products)
        self.others += products
        if self.others > OTHERS:
            raise Inexact("a loop with many states whose probabilities are not rational")
