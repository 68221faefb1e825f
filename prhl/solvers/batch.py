"""Many goals from one set of facts, encoded once, for those who look for a proof: it proposes, nothing is proved by it.

Facts with a tag and negated goals stand behind literals, so that one check asks which of many goals some model
breaks, from all of the tagged facts or from a few. Only the ground form is asked. Its models are not believed where
they may break what z3 was not told: sums and counts, of which it knows some laws, quantifiers that were instantiated
at some values only, facts that were left out, products without their meaning. There each goal that a model breaks is
asked for by itself, as the prover would ask. Answers depend on what the session was asked before, on the limits, and
on no clock.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import z3

from prhl.logic.build import both
from prhl.logic.terms import Term
from prhl.solvers import aggregates, nonlinear
from prhl.solvers.by_z3 import ROUNDS, Session
from prhl.solvers.encoding import Encoder, Unsupported
from prhl.solvers.hints import hints
from prhl.solvers.query import Query

MOST_POSITIONS = 64  # at which a quantifier is instantiated: more than for a single goal
EFFORT = 1_000_000  # of z3's resource counter, for one check


class Batch:
    """`facts` are formulas with their tags, "" for what always holds; `goals` are formulas by their keys. Of each goal
    that is asked for by itself somebody may be `told` before."""

    def __init__(
        self,
        session: Session,
        facts: Iterable[tuple[Term, str]],
        goals: Mapping[str, Term],
        told: Callable[[], None] | None = None,
    ) -> None:
        self.session, self.told = session, told
        self.facts = tuple(facts)
        self.goals = dict(goals)
        self.literals: dict[str, Any] = {}
        self.unsayable: set[str] = set()  # goals that cannot be encoded
        self.denied: dict[str, Any] = {}
        self.followed: dict[str, list[frozenset[str]]] = {}  # goals that were asked for alone, and from which tags
        encoder, said, complete = self._encoded()
        self.said = list(said)  # of the facts, and of what goes with the names in them
        steps = min(EFFORT, session.limits.rlimit)
        share = session.share(encoder)
        polynomials, hopeless = share >= nonlinear.LEAST, share < nonlinear.HOPELESS
        self.believed = complete and not (encoder.aggregates or encoder.left_out or encoder.partial or hopeless)
        self.solver = z3.SimpleSolver(ctx=session.context)
        self.solver.set("random_seed", 0)
        self.solver.set("rlimit", min(steps, share) if polynomials else steps)
        if not polynomials:
            nonlinear.without(self.solver)
        said += [z3.Implies(self._literal("no", key), denied) for key, denied in self.denied.items()]
        self.solver.add(*(nonlinear.linear(said, encoder.products.values()) if hopeless else said))

    def broken(self, keys: Sequence[str], using: Sequence[str] = ()) -> list[str] | None:
        """The goals, of these, that a model of the facts breaks: `[]` if none can be broken, None if that is unknown.

        The facts are those without a tag and those with one of the tags `using`.
        """
        unsayable = [key for key in keys if key in self.unsayable]
        asked = [key for key in keys if key not in self.unsayable]
        while asked:
            found = self._breaks(asked, using)
            if found is None:
                return unsayable or None
            if not found:
                return unsayable
            sure = found if self.believed else [key for key in found if not self.follows(key, using)]
            if sure:
                return [*unsayable, *sure]
            asked = [key for key in asked if key not in found]
        return unsayable

    def core(self, key: str, using: Sequence[str] = ()) -> list[str] | None:
        """Tags, of these, that suffice for the goal, and none of them can be spared; None if it does not follow.

        What comes late in `using` is spared first.
        """
        if key in self.unsayable:
            return None
        enough = self._enough(key, using)
        if enough is None:
            return list(using) if not self.believed and self.follows(key, using) else None
        needed = list(using)
        for tag in reversed(using):
            rest = [one for one in needed if one != tag]
            without = enough if tag not in enough else self._enough(key, rest)
            if without is not None:
                needed, enough = rest, without
        return needed

    def _breaks(self, keys: Sequence[str], using: Sequence[str]) -> list[str] | None:
        """What the model of one check breaks."""
        self.solver.push()
        try:
            self.solver.add(z3.Or([self._literal("no", key) for key in keys]))
            found = self.session.checked(self.solver, *[self._literal("use", tag) for tag in using])
            if found == z3.unsat:
                return []
            if found != z3.sat:
                return None
            model = self.solver.model()
            broken = [key for key in keys if z3.is_true(model.eval(self.denied[key], model_completion=True))]
            return broken or [key for key in keys if z3.is_true(model.eval(self._literal("no", key)))] or None
        finally:
            self.solver.pop()

    def _enough(self, key: str, using: Sequence[str]) -> set[str] | None:
        """Tags that z3 used to see that the goal follows; None if it does not see that."""
        given = [self._literal("no", key), *[self._literal("use", tag) for tag in using]]
        if self.session.checked(self.solver, *given) != z3.unsat:
            return None
        core = {literal.get_id() for literal in self.solver.unsat_core()}
        return {tag for tag, literal in zip(using, given[1:], strict=True) if literal.get_id() in core}

    def follows(self, key: str, using: Sequence[str]) -> bool:
        """Whether the prover would see that the goal follows."""
        used = frozenset(using)
        if any([fewer <= used for fewer in self.followed.get(key, ())]):
            return True
        if self.told is not None:
            self.told()
        facts = tuple([fact for fact, tag in self.facts if not tag or tag in used])
        valid = self.session.answer(Query(facts, self.goals[key])).status == "valid"
        if valid:
            self.followed.setdefault(key, []).append(used)
        return valid

    def _literal(self, kind: str, name: str) -> Any:
        key = f"{kind}!!{name}"
        if key not in self.literals:
            self.literals[key] = z3.Bool(key, self.session.context)
        return self.literals[key]

    def _encoded(self) -> tuple[Encoder, list[Any], bool]:
        """The ground form of everything, and whether all positions that are read were instantiated at."""
        instances: list[Any] = []
        for _ in range(ROUNDS):
            encoder = self.session.encoder((*[fact for fact, _ in self.facts], *self.goals.values()), instances)
            self._deny(encoder)
            said: list[Any] = []
            for fact, tag in self.facts:
                known = self.session.assumed(fact, encoder)
                if known is not None:
                    said.append(z3.Implies(self._literal("use", tag), known) if tag else known)
            reads = encoder.positions[:MOST_POSITIONS]
            complete = not encoder.weakened or len(encoder.positions) == len(instances)
            if complete:
                break
            instances = reads
        told = hints([fact for fact, _ in self.facts], both(list(self.goals.values()))) if encoder.aggregates else None
        laws = [] if told is None else aggregates.told(encoder, told)
        return encoder, [*said, *encoder.side, *laws, *self.session.told_of_functions(encoder)], complete

    def _deny(self, encoder: Encoder) -> None:
        for key, goal in self.goals.items():
            before = len(encoder.side)
            try:
                self.denied[key] = encoder.hold(goal, False)
            except Unsupported:
                del encoder.side[before:]
                self.unsayable.add(key)
