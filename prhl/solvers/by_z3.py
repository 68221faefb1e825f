"""Questions answered by z3, the same way every time: fixed seed, a limit on resources, one context for a claim.

The plain solver is asked, without the tactics that z3 chooses by itself: these put definitions into one another, and on
what comes out of that they may work for very long without counting a step.

The ground form comes first: quantified facts only at the positions that are read. If that already contradicts the
negated goal, so does the full form. If it does not, the full form is asked. `unknown` and time-outs are `unknown`.
Products have a share of the steps, see `nonlinear.py`.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any

import z3

from prhl.logic.terms import Term
from prhl.records import dataclass
from prhl.solvers import aggregates, nonlinear
from prhl.solvers.arguments import NOWHERE, Instances
from prhl.solvers.axioms import axioms
from prhl.solvers.direct import Symbols
from prhl.solvers.encoded_values import Key, Unsupported
from prhl.solvers.encoding import Encoder, plain
from prhl.solvers.hints import hints
from prhl.solvers.models import SMALL, small_model, table
from prhl.solvers.obvious import obvious
from prhl.solvers.query import Answer, Asked, Found, Limits, Query, Shown, Stopped
from prhl.solvers.residues import congruences

ROUNDS = 3  # of looking which positions are read
MOST_INSTANCES = 24  # positions at which a quantifier is instantiated
_RAN_OUT: dict[Stopped, str] = {
    "steps": "the solver ran out of steps; `--rlimit` gives it more",
    "time": "the solver ran out of time; `--timeout` gives it more",
}
EARLY = 100_000  # of z3's resource counter, while not all of them are known


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A fact as z3 sees it; the fact is kept, so that its identity stays its own."""

    fact: Term
    assertion: Any
    encoder: Encoder


class Session:
    """The questions of one claim."""

    def __init__(self, limits: Limits | None = None, keep: bool = False, context: z3.Context | None = None) -> None:
        self.limits = limits or Limits()
        self.keep = keep  # whether answers carry what was asked
        self.asked: Asked | None = None
        self.given = context
        self.spare: z3.Context | None = None  # for questions that are only written down; each takes many megabytes
        self.elapsed = 0.0  # seconds, of the last check
        self.cut_short = False  # whether products took their share of its steps, and more might have helped
        self.used = 0  # of z3's resource counter, by all questions so far
        self.serial = count(1)
        self.names: dict[tuple[Key, int], int] = {}
        self.encoded: dict[int, _Encoded] = {}
        self.axioms: dict[tuple[tuple[str, int], ...], tuple[tuple[Any, ...], dict[int, Any]]] = {}
        self.sizes: nonlinear.Sizes = {}  # of products: the encoders that are kept keep them
        self.terms: list[tuple[Term, ...]] = []  # that were asked about: names are given to them by their identity
        self.kept: list[Encoder] = []  # so that when z3 forgets an expression does not depend on the garbage collector

    @cached_property
    def context(self) -> z3.Context:
        """Made when the first question is put to z3: that takes longer than many a small claim does."""
        return self.given or z3.Context()

    @cached_property
    def symbols(self) -> Symbols:
        return Symbols(self.context)

    def __del__(self) -> None:
        """What encoders hold refers back to them: z3 would keep all of it until the next garbage collection."""
        for encoder in (*self.kept, *[one.encoder for one in self.encoded.values()]):
            vars(encoder).clear()

    def answer(self, query: Query) -> Answer:
        started = time.perf_counter()
        self.asked = None
        known = obvious(query)
        if known is not None:
            return replace(known, asked=self._not_asked(query)) if self.keep else known
        try:
            answer = self._answer(query)
        except Unsupported as stopped:
            answer = Answer("unknown", reason=f"{stopped} is beyond what is given to the solver")
        except z3.Z3Exception as stopped:
            answer = Answer("unknown", reason=f"the solver gave up: {stopped}")
        return replace(answer, seconds=time.perf_counter() - started, asked=self.asked if self.keep else None)

    def _not_asked(self, query: Query) -> Asked | None:
        """What would have been asked, had that been needed; elsewhere, so that no later question notices."""
        self.spare = self.spare or z3.Context()
        elsewhere = Session(self.limits, context=self.spare)
        try:
            elsewhere._ground(query)
        except Unsupported:
            return None
        return elsewhere.asked

    def _answer(self, query: Query) -> Answer:
        for said in self._rounds(query):
            encoder, assertions, last = said
            solver, found = self._check(encoder, assertions, None if last else EARLY)
            if found == z3.unsat:
                return Answer("valid")
        model: dict[tuple[str, int], str] = {}
        shown = query.shown() if found == z3.sat else []
        if shown and encoder.weakened:
            model = Session(self.limits)._model(query, shown)  # elsewhere, so that no later question notices
        if shown and not model:
            model = table(encoder, shown, small_model(encoder, shown, solver, assertions, self.share(encoder)))
        if found != z3.unsat and encoder.weakened:
            full, assertions = self._encoded(query, encoder.instances, full=True)
            full.untold |= encoder.untold
            encoder = full
            solver, found = self._check(encoder, assertions)
            if shown and found == z3.sat and encoder.applies:
                # what holds of a function everywhere, and not only where it was instantiated, shows in its values
                model = table(encoder, shown, small_model(encoder, shown, solver, assertions, self.share(encoder)))
        if found == z3.unsat:
            return Answer("valid")
        unsaid = tuple(encoder.unsaid)
        model = {} if unsaid else model  # it may break what the solver was not told
        if found == z3.unknown:
            stopped = self._stopped(solver)
            reason = f"the solver gave up: {solver.reason_unknown()}" if stopped is None else _RAN_OUT[stopped]
            return Answer("unknown", model=model, reason=reason, stopped=stopped, unsaid=unsaid)
        if encoder.left_out:
            reason = f"{encoder.left_out[0]} is beyond what is given to the solver"
            return Answer("unknown", model=model, reason=reason, unsaid=unsaid)
        if encoder.untold:
            reason = f"not {' and not '.join(encoder.untold)} is told to the solver"
            return Answer("unknown", model=model, reason=reason, unsaid=unsaid)
        return Answer("invalid", model=model)

    def _stopped(self, solver: Any) -> Stopped | None:
        """What ran out, if something did; whether it was the time matters only to those who set a limit to it."""
        if not self.cut_short and not _ran_out(solver):
            return None
        over = self.limits.seconds is not None and self.elapsed >= 0.9 * self.limits.seconds
        return "time" if over else "steps"

    def _model(self, query: Query, shown: list[Shown]) -> dict[tuple[str, int], str]:
        """A countermodel in which quantified facts hold at all positions of short lists, read or not."""
        encoder, _ = self._ground(query)
        told = [*encoder.positions, *[z3.IntVal(at, self.context) for at in range(max(SMALL))]]
        instances = replace(encoder.instances, positions=tuple(told[-MOST_INSTANCES:]))
        encoder, assertions = self._encoded(query, instances, full=False)
        solver, found = self._check(encoder, assertions)
        return (
            table(encoder, shown, small_model(encoder, shown, solver, assertions, self.share(encoder)))
            if found == z3.sat
            else {}
        )

    def _ground(self, query: Query) -> tuple[Encoder, list[Any]]:
        """The ground form: encoded until no new positions are read."""
        *_, (encoder, assertions, _) = self._rounds(query)
        return encoder, assertions

    def _rounds(self, query: Query) -> Iterator[tuple[Encoder, list[Any], bool]]:
        """The ground form as it grows, and whether that was the last of it."""
        instances = NOWHERE
        for left in reversed(range(ROUNDS)):
            encoder, assertions = self._encoded(query, instances, full=False)
            reads = encoder.occurring(MOST_INSTANCES)
            last = not left or not encoder.weakened or reads.many == instances.many
            yield encoder, assertions, last
            if last:
                return
            instances = reads

    def _encoded(self, query: Query, instances: Instances, full: bool) -> tuple[Encoder, list[Any]]:
        encoder = self.encoder((*query.facts, query.goal), instances, full)
        denied = encoder.hold(query.goal, False)
        facts = [said for fact in query.facts if (said := self.assumed(fact, encoder)) is not None]
        laws = (
            aggregates.told(encoder, hints(query.facts, query.goal))
            if encoder.aggregates or encoder.norms or encoder.clips
            else []
        )
        residues = [encoder.hold(law, True) for law in congruences(query.facts, query.goal)]
        self.asked = Asked(
            (
                ("the goal, denied", (denied,)),
                ("what is known", tuple(facts)),
                ("what goes with the names in it", _each_once(encoder.side)),
                ("what is told of sums, counts and extremes of lists", tuple(laws)),
                ("what is told of remainders", tuple(residues)),
                ("what is told of exp, ln and sqrt", self.told_of_functions(encoder)),
            )
        )
        return encoder, [one for _, group in self.asked.groups for one in group]

    def told_of_functions(self, encoder: Encoder) -> tuple[Any, ...]:
        """What z3 is told of exp, ln and sqrt; the same wherever the same arguments occur."""
        occurring = tuple(encoder.functions)
        if occurring not in self.axioms:
            alone = Encoder(self.symbols, self.serial, self.names)
            alone.functions = encoder.functions
            self.kept.append(alone)
            self.axioms[occurring] = (tuple(axioms(alone)), alone.products)
        said, products = self.axioms[occurring]
        encoder.products.update(products)
        return said

    def encoder(self, terms: tuple[Term, ...], instances: Instances, full: bool = False) -> Encoder:
        """For one more question of this claim, about these terms."""
        self.terms.append(terms)
        encoder = Encoder(self.symbols, self.serial, self.names, instances, full)
        self.kept.append(encoder)
        return encoder

    def assumed(self, fact: Term, encoder: Encoder) -> Any | None:
        """A fact to be asserted; None if it cannot be said, and then it is not assumed."""
        before, complete = len(encoder.side), len(encoder.left_out)
        said = None
        try:
            said = self._asserted(fact, encoder)
        except Unsupported as stopped:
            del encoder.side[before:]
            encoder.leave_out(str(stopped))
        if len(encoder.left_out) > complete:
            encoder.unsaid.append(fact)
        return said

    def _asserted(self, fact: Term, encoder: Encoder) -> Any:
        """A fact to be asserted; one without quantifiers is encoded once for all questions."""
        known = self.encoded.get(id(fact))
        if known is None:
            if not plain(fact):
                return encoder.hold(fact, True)
            alone = Encoder(self.symbols, self.serial, self.names)
            known = _Encoded(fact, alone.hold(fact, True), alone)
            self.encoded[id(fact)] = known
        encoder.side += known.encoder.side
        encoder.reads.update(known.encoder.reads)
        encoder.named.update(known.encoder.named)
        encoder.spoken.update(known.encoder.spoken)
        encoder.witnesses.update(known.encoder.witnesses)
        encoder.functions.update(known.encoder.functions)
        encoder.products.update(known.encoder.products)
        encoder.untold |= known.encoder.untold
        encoder.left_out += known.encoder.left_out
        return known.assertion

    def _check(self, encoder: Encoder, assertions: list[Any], effort: int | None = None) -> tuple[Any, Any]:
        steps = min(self.limits.rlimit, effort or self.limits.rlimit)
        share = self.share(encoder)
        self.cut_short = share < min(nonlinear.LEAST, self.limits.rlimit)
        started = time.perf_counter()
        if not self.cut_short:
            solver, found = self._run(assertions, min(steps, share))
            self.cut_short = found == z3.unknown and share < steps and _ran_out(solver)
        if self.cut_short and share < nonlinear.HOPELESS:
            solver, found = self._run(nonlinear.linear(assertions, encoder.products.values()), steps)
            found = z3.unsat if found == z3.unsat else z3.unknown
        elif self.cut_short:
            solver, found = self._run(assertions, steps, nlsat=False)
        self.elapsed = time.perf_counter() - started
        if self.asked is not None:
            word: Found = "unsat" if found == z3.unsat else "sat" if found == z3.sat else "unknown"
            self.asked = replace(self.asked, found=word)
        return solver, found

    def share(self, encoder: Encoder) -> int:
        """The steps that z3 may take with nlsat in this question."""
        return nonlinear.share(self.limits.rlimit, encoder.products.values(), self.sizes)

    def _run(self, assertions: list[Any], steps: int, nlsat: bool = True) -> tuple[Any, Any]:
        solver = z3.SimpleSolver(ctx=self.context)
        solver.set("random_seed", 0)
        solver.set("rlimit", steps)
        if not nlsat:
            nonlinear.without(solver)
        if self.limits.seconds is not None and sys.platform != "emscripten":  # where z3 has no thread to count them
            solver.set("timeout", int(self.limits.seconds * 1000))
        for one in assertions:  # z3.Solver.add looks at each again, which takes longer than all the rest
            z3.Z3_solver_assert(self.context.ref(), solver.solver, one.as_ast())
        return solver, self.checked(solver)

    def checked(self, solver: Any, *assumptions: Any) -> Any:
        """What the solver finds; what it takes is counted."""
        found = solver.check(*assumptions)
        told = solver.statistics()
        self.used = next((told.get_key_value(key) for key in told.keys() if key == "rlimit count"), self.used)  # noqa: SIM118
        return found


def _each_once(assertions: list[Any]) -> tuple[Any, ...]:
    return tuple({one.get_id(): one for one in assertions}.values())


def _ran_out(solver: Any) -> bool:
    why = str(solver.reason_unknown())
    return any([word in why for word in ("canceled", "resource", "timeout", "interrupted")])
