"""The mutation table of loops that are solved: each row breaks one condition, and a trap in traps falls to it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from prhl.exact.chains import loop_counters, lucky_loops
from prhl.exact.chains.lucky_loops import LuckyWalk
from prhl.exact.closed import symbolic_run
from prhl.exact.columns import cells
from prhl.exact.listing import weighted_run
from prhl.exact.listing.engine import Engine
from prhl.numbers.generating_functions import progressions
from prhl.semantics.flat import Assign
from prhl.semantics.liveness import before

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Mutation:
    name: str
    trap: str
    patch: Patch
    claim: str = "same"


def replaced(where: Any, name: str, what: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


LOOP, ARGUMENTS, KEPT, SUM = LuckyWalk.loop, symbolic_run._arguments, loop_counters._kept, loop_counters._is_sum
UNIT, ROUGH, RECUR = weighted_run._Weights.unit, weighted_run._Weights.rough, Engine.recur
VISITS = lucky_loops.visits


def at_once(self: Any, loop: Any, states: Any, after: Any) -> Any:
    """The first round is taken whatever the guard says."""
    return LOOP(self, loop, self.block(loop.body, states, before(loop, after)), after)


def without_place(evaluator: Any, distribution: Any) -> Any:
    """Where noise is centred does not matter."""
    return ARGUMENTS(evaluator, distribution)[0], None


def read_by_others(statement: Any, name: str) -> bool:
    """Other variables may be computed from a counter."""
    return (isinstance(statement, Assign) and statement.target != name) or KEPT(statement, name)


def set_as_well(value: Any, name: str) -> bool:
    """A counter may be set, too, since that does not read it."""
    return name not in loop_counters.read(value) or SUM(value, name)


def without_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are the same if their variables are."""
    monkeypatch.setattr(weighted_run._Weights, "unit", lambda self, s, w: UNIT(self, (s[0], (), s[2]), w))
    monkeypatch.setattr(weighted_run._Weights, "rough", lambda self, s, w: ROUGH(self, (s[0], (), s[2]), w))
    monkeypatch.setattr(Engine, "recur", lambda self, states, *rest: RECUR(self, {s[:-1] for s in states}, *rest))


def on_the_whole(start: Any, rows: Any, wanted: Any, spend: Any) -> Any:
    """One generating function for all states that leave the loop: what it is without them being told apart."""
    found = VISITS(start, rows, wanted, spend)
    if not any([progressions(function)[0].terms for function in found.values()]):
        return found
    whole: Any = sum(found.values(), Fraction(0))
    shares = {state: _at_one(function) for state, function in found.items()}
    return {state: whole * (share / sum(shares.values())) for state, share in shares.items()}


def _at_one(function: Any) -> Any:
    """The mass of a function whose masses are geometric."""
    total = Fraction(0)
    for part in progressions(function):
        ((rate, _), c) = next(iter(part.terms.items()))
        total += Fraction(c) / (1 - Fraction(rate.power(1)))
    return total


TABLE = (
    Mutation("the guard is not asked at first", "r34_point_at_entry", replaced(LuckyWalk, "loop", at_once)),
    Mutation("a walk is a redraw", "r34_walk_is_no_redraw", replaced(symbolic_run, "_arguments", without_place)),
    Mutation("lost mass is forgotten", "r34_mass_stays", replaced(LuckyWalk, "lose", lambda *_: None)),
    Mutation("counters are read", "r34_counter_is_read", replaced(loop_counters, "_kept", read_by_others)),
    Mutation("counters are set back", "r34_counter_is_set_back", replaced(loop_counters, "_is_sum", set_as_well)),
    Mutation("counters by themselves", "r34_counter_and_parity", replaced(lucky_loops, "visits", on_the_whole)),
    Mutation("tails of any shape", "r34_two_heads", replaced(cells, "_proportional", lambda *_: True)),
    Mutation("leaks are no state", "r34_leak_in_each_round", without_leaks, "private"),
)
