"""Questions answered by z3, the same way every time: fixed seed, a limit on resources, one context for a claim.

The ground form comes first: quantified facts only at the positions that are read. If that already contradicts the
negated goal, so does the full form. If it does not, the full form is asked. `unknown` and time-outs are `unknown`.
"""

import time
from dataclasses import dataclass
from itertools import count
from typing import Any

import z3

from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term
from prhl.solvers.axioms import axioms
from prhl.solvers.encoding import MOST_INSTANCES, Encoder, Key, Unsupported, plain
from prhl.solvers.models import small_model, table
from prhl.solvers.query import Answer, Limits, Query, Status

ROUNDS = 3  # of looking which positions are read


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A fact as z3 sees it; the fact is kept, so that its identity stays its own."""

    fact: Term
    assertion: Any
    encoder: Encoder


class Session:
    """The questions of one claim."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.context = z3.Context()
        self.serial = count(1)
        self.names: dict[tuple[Key, int], int] = {}
        self.encoded: dict[int, _Encoded] = {}
        self.kept: list[Encoder] = []  # so that when z3 forgets an expression does not depend on the garbage collector

    def answer(self, query: Query) -> Answer:
        started = time.perf_counter()
        if _plain(query.goal):
            return Answer("valid")
        try:
            status, model, reason = self._answer(query)
        except Unsupported as stopped:
            status, model, reason = "unknown", {}, f"{stopped} is beyond what is given to the solver"
        except z3.Z3Exception as stopped:
            status, model, reason = "unknown", {}, f"the solver gave up: {stopped}"
        return Answer(status, time.perf_counter() - started, model, reason)

    def _answer(self, query: Query) -> tuple[Status, dict[tuple[str, int], str], str]:
        encoder, assertions = self._ground(query)
        solver, found = self._check(assertions)
        model: dict[tuple[str, int], str] = {}
        if found == z3.sat:
            shown = query.shown()
            model = table(encoder, shown, small_model(encoder, shown, solver, assertions)) if shown else {}
        if found != z3.unsat and encoder.weakened:
            full, assertions = self._encoded(query, None, full=True)
            encoder.partial = encoder.partial or full.partial
            solver, found = self._check(assertions)
        if found == z3.unsat:
            return "valid", {}, ""
        if found == z3.unknown:
            return "unknown", model, f"the solver gave up: {solver.reason_unknown()}"
        if encoder.partial:
            return "unknown", model, "not everything about exp, ln, sqrt or sums of lists is told to the solver"
        return "invalid", model, ""

    def _ground(self, query: Query) -> tuple[Encoder, list[Any]]:
        """The ground form: encoded until no new positions are read."""
        instances: list[Any] = []
        for _ in range(ROUNDS):
            encoder, assertions = self._encoded(query, instances, full=False)
            reads = list(encoder.reads.values())[:MOST_INSTANCES]
            if not encoder.weakened or len(reads) == len(instances):
                break
            instances = reads
        return encoder, assertions

    def _encoded(self, query: Query, instances: list[Any] | None, full: bool) -> tuple[Encoder, list[Any]]:
        encoder = Encoder(self.context, self.serial, self.names, instances, full)
        self.kept.append(encoder)
        assertions = [encoder.hold(query.goal, False)]
        for fact in query.facts:
            before = len(encoder.side)
            try:
                assertions.append(self._asserted(fact, encoder))
            except Unsupported:
                # what cannot be said is not assumed
                del encoder.side[before:]
                encoder.weakened = True
        return encoder, [*assertions, *encoder.side, *axioms(encoder)]

    def _asserted(self, fact: Term, encoder: Encoder) -> Any:
        """A fact to be asserted; one without quantifiers is encoded once for all questions."""
        known = self.encoded.get(id(fact))
        if known is None:
            if not plain(fact):
                return encoder.hold(fact, True)
            alone = Encoder(self.context, self.serial, self.names)
            known = _Encoded(fact, alone.hold(fact, True), alone)
            self.encoded[id(fact)] = known
        encoder.side += known.encoder.side
        encoder.reads.update(known.encoder.reads)
        encoder.functions.update(known.encoder.functions)
        encoder.partial = encoder.partial or known.encoder.partial
        return known.assertion

    def _check(self, assertions: list[Any]) -> tuple[Any, Any]:
        solver = z3.Solver(ctx=self.context)
        solver.set("random_seed", 0)
        solver.set("rlimit", self.limits.rlimit)
        solver.set("timeout", int(self.limits.seconds * 1000))
        solver.add(*assertions)
        return solver, solver.check()


def _plain(goal: Term) -> bool:
    """Whether the goal needs no solver."""
    if constant(goal) is True:
        return True
    return isinstance(goal, Apply) and goal.operator == "eq" and goal.arguments[0] == goal.arguments[1]
