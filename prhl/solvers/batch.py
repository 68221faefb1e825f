"""Many goals from one set of facts, encoded once, for the search for a proof: it proposes, nothing is proved by it.

Facts with a tag and negated goals are guarded by literals, so that one check under assumptions finds a model that
breaks many goals at once, from all of the tagged facts or from a few. The ground form is asked. A model of it may be
spurious, since z3 has only some laws of sums and counts, only some instances of quantifiers, no facts that were left
out, and no meaning of products that were replaced by names. If only instances are missing, the full form decides on all
goals that the model breaks; otherwise, and where that is `unknown`, each goal is asked by itself, as the prover would.
Answers depend on what the session was asked before, on the limits, and on no clock.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3

from prhl.logic.build import both
from prhl.logic.terms import Term
from prhl.solvers import aggregates, nonlinear
from prhl.solvers.arguments import NOWHERE
from prhl.solvers.by_z3 import ROUNDS, Session
from prhl.solvers.encoded_values import Unsupported
from prhl.solvers.encoding import Encoder
from prhl.solvers.hints import hints
from prhl.solvers.query import Query

MOST_POSITIONS = 64  # at which a quantifier is instantiated: more than for a single goal
EFFORT = 1_000_000  # of z3's resource counter, for one check
HARD = 6  # questions that one counts for which is given up
QUESTIONS = 16  # by which a goal that was asked for alone is seen to need fewer facts


class Batch:
    """`facts` are formulas with their tags, "" for what always holds; `goals` are formulas by their keys. `told` is
    called before a goal is asked by itself; a goal that is `doubted` is taken not to follow instead."""

    def __init__(
        self,
        session: Session,
        facts: Iterable[tuple[Term, str]],
        goals: Mapping[str, Term],
        told: Callable[[], None] | None = None,
        doubted: Callable[[str], bool] | None = None,
    ) -> None:
        self.session, self.told = session, told
        self.doubted = doubted or (lambda key: False)
        self.facts = tuple(facts)
        self.goals = dict(goals)
        self.literals: dict[str, Any] = {}
        self.unsayable: set[str] = set()  # goals that cannot be encoded
        self.undecided = False  # whether the last check for a core was given up
        self.followed: dict[str, list[frozenset[str]]] = {}  # goals that were asked for alone, and from which tags
        encoder, said, self.denied, complete = self._encoded()
        self.instances = encoder.instances
        self.said = list(said)  # of the facts, and of what goes with the names in them
        knows = self._knows_all(encoder)
        self.believed = complete and knows and not encoder.partial  # whether no model is spurious
        self.instantiated = knows and not self.believed  # whether one can be, by missing instances alone
        self.solver = self._solver(encoder, said, self.denied)

    def _knows_all(self, encoder: Encoder) -> bool:
        """Whether models can be spurious for want of instances of quantifiers only."""
        hopeless = self.session.share(encoder) < nonlinear.HOPELESS
        return not (encoder.aggregates or encoder.norms or encoder.left_out or hopeless)

    def _solver(self, encoder: Encoder, said: list[Any], denied: Mapping[str, Any]) -> Any:
        steps, share = min(EFFORT, self.session.limits.rlimit), self.session.share(encoder)
        crowd = nonlinear.crowded(encoder.products.values(), self.session.sizes)
        simple = share >= nonlinear.LEAST and not crowd
        solver = z3.SimpleSolver(ctx=self.session.context)
        solver.set("random_seed", 0)
        solver.set("rlimit", min(steps, share) if simple else steps)
        if not simple:
            nonlinear.without(solver, crowd)
        said = [*said, *[z3.Implies(self._literal("no", key), one) for key, one in denied.items()]]
        solver.add(*(nonlinear.linear(said, encoder.products.values()) if share < nonlinear.HOPELESS else said))
        return solver

    @cached_property
    def whole(self) -> tuple[Any, Mapping[str, Any]] | None:
        """The full form, and how goals are denied in it; None if its models are not to be believed either."""
        encoder = self.session.encoder(self._terms, self.instances, full=True)
        denied = self._deny(encoder)
        said = [*self._assumed(encoder), *encoder.side, *self.session.told_of_functions(encoder)]
        if not self._knows_all(encoder) or denied.keys() != self.denied.keys():
            return None
        return self._solver(encoder, said, denied), denied

    def broken(self, keys: Sequence[str], using: Sequence[str] = ()) -> list[str] | None:
        """The goals, of these, that a model of the facts breaks: `[]` if none can be broken, None if that is unknown.

        The facts are those without a tag and those with one of the tags `using`.
        """
        unsayable = [key for key in keys if key in self.unsayable]
        asked = [key for key in keys if key not in self.unsayable]
        while asked:
            found = self._breaks(self.solver, self.denied, asked, using)
            if found is None:
                return [*unsayable, *filter(self.doubted, asked)] or None
            if not found:
                return unsayable
            sure = found if self.believed else self._confirmed(found, using)
            if sure:
                return [*unsayable, *sure]
            asked = [key for key in asked if key not in found]
        return unsayable

    def core(self, key: str, using: Sequence[str] = (), brief: bool = False) -> list[str] | None:
        """Tags, of these, that suffice for the goal, and none of them can be spared; None if it does not follow, or, of
        those who want it `brief`, if one check does not tell.

        What comes late in `using` is spared first.
        """
        if key in self.unsayable:
            return None
        enough = self._enough(key, using)
        if enough is None:
            hopeful = not brief and (self.undecided or not self.believed)
            return self._few(key, using) if hopeful and self.follows(key, using) else None
        needed = list(using)
        for tag in reversed(using):
            rest = [one for one in needed if one != tag]
            without = enough if tag not in enough else self._enough(key, rest)
            if without is not None:
                needed, enough = rest, without
        return needed

    def _few(self, key: str, using: Sequence[str]) -> list[str]:
        """Tags, of these, with which the prover would see that the goal follows: those that come late are left out one
        after the other, or some together where there are many, as long as there are questions left. They are asked
        elsewhere: what makes a proof shorter takes nothing from the search."""
        elsewhere, left = Session(self.session.limits), QUESTIONS
        size = 1 + len(using) // QUESTIONS
        needed = list(using)
        for at in reversed(range(0, len(using), size)):
            rest = needed[:at] + needed[at + size :]
            status = elsewhere.answer(self._query(key, rest)).status if left > 0 else "unknown"
            left -= HARD if status == "unknown" else 1
            needed = rest if status == "valid" else needed
        return needed

    def _query(self, key: str, using: Collection[str]) -> Query:
        return Query(tuple([fact for fact, tag in self.facts if not tag or tag in using]), self.goals[key])

    def _confirmed(self, keys: Sequence[str], using: Sequence[str]) -> list[str]:
        """Some of the goals, one at least, that the prover would not see to follow; none if it would see all."""
        doubted = [key for key in keys if self.doubted(key)]
        if doubted:
            return doubted
        if self.instantiated and self.whole is not None:
            if self.told is not None:
                self.told()
            found = self._breaks(*self.whole, keys, using)
            if found is not None:
                return found
        return [key for key in keys if not self.follows(key, using)]

    def _breaks(
        self, solver: Any, denied: Mapping[str, Any], keys: Sequence[str], using: Sequence[str]
    ) -> list[str] | None:
        """What the model of one check breaks."""
        solver.push()
        try:
            solver.add(z3.Or([self._literal("no", key) for key in keys]))
            found = self.session.checked(solver, *[self._literal("use", tag) for tag in using])
            if found == z3.unsat:
                return []
            if found != z3.sat:
                return None
            model = solver.model()
            broken = [key for key in keys if z3.is_true(model.eval(denied[key], model_completion=True))]
            return broken or [key for key in keys if z3.is_true(model.eval(self._literal("no", key)))] or None
        finally:
            solver.pop()

    def _enough(self, key: str, using: Sequence[str]) -> set[str] | None:
        """Tags that z3 used to see that the goal follows; None if it does not see that."""
        given = [self._literal("no", key), *[self._literal("use", tag) for tag in using]]
        found = self.session.checked(self.solver, *given)
        self.undecided = found == z3.unknown
        if found != z3.unsat:
            return None
        core = {literal.get_id() for literal in self.solver.unsat_core()}
        return {tag for tag, literal in zip(using, given[1:], strict=True) if literal.get_id() in core}

    def follows(self, key: str, using: Sequence[str]) -> bool:
        """Whether the prover would see that the goal follows."""
        if self.doubted(key):
            return False
        used = frozenset(using)
        if any([fewer <= used for fewer in self.followed.get(key, ())]):
            return True
        if self.told is not None:
            self.told()
        valid = self.session.answer(self._query(key, used)).status == "valid"
        if valid:
            self.followed.setdefault(key, []).append(used)
        return valid

    def _literal(self, kind: str, name: str) -> Any:
        key = f"{kind}!!{name}"
        if key not in self.literals:
            self.literals[key] = z3.Bool(key, self.session.context)
        return self.literals[key]

    @property
    def _terms(self) -> tuple[Term, ...]:
        return (*[fact for fact, _ in self.facts], *self.goals.values())

    def _encoded(self) -> tuple[Encoder, list[Any], dict[str, Any], bool]:
        """The ground form of the facts, and of the goals denied, and whether all positions that are read were
        instantiated at."""
        instances = NOWHERE
        for _ in range(ROUNDS):
            encoder = self.session.encoder(self._terms, instances)
            denied = self._deny(encoder)
            said = self._assumed(encoder)
            reads = encoder.occurring(MOST_POSITIONS)
            complete = not encoder.weakened or encoder.occurring().many == instances.many
            if complete:
                break
            instances = reads
        lists = encoder.aggregates or encoder.norms or encoder.clips
        told = hints([fact for fact, _ in self.facts], both(list(self.goals.values()))) if lists else None
        laws = [] if told is None else aggregates.told(encoder, told)
        return encoder, [*said, *encoder.side, *laws, *self.session.told_of_functions(encoder)], denied, complete

    def _assumed(self, encoder: Encoder) -> list[Any]:
        said: list[Any] = []
        for fact, tag in self.facts:
            known = self.session.assumed(fact, encoder)
            if known is not None:
                said.append(z3.Implies(self._literal("use", tag), known) if tag else known)
        return said

    def _deny(self, encoder: Encoder) -> dict[str, Any]:
        denied = {}
        for key, goal in self.goals.items():
            before = len(encoder.side)
            try:
                denied[key] = encoder.hold(goal, False)
            except Unsupported:
                del encoder.side[before:]
                self.unsayable.add(key)
        return denied
