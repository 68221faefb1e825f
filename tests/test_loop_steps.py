"""The loop rule taken apart: invariants may come from elsewhere than annotations, and are owed all the same."""

from dataclasses import dataclass, field
from pathlib import Path

from prhl import pipeline
from prhl.logic.build import at_most, equal, number
from prhl.logic.terms import Term, Variable, conjuncts
from prhl.logic.types import INT, REAL
from prhl.proof.claim_formulas import prepare, start
from prhl.proof.ending import finish
from prhl.rules import loop
from prhl.rules.state import Fact, State
from prhl.rules.walk import Walk
from prhl.solvers import Query
from prhl.solvers.batch import Batch
from prhl.solvers.by_z3 import Session
from prhl.source import Source
from prhl.typed import core

FILE = Path(__file__).parent.parent / "examples/mechanisms/noisy_sum.wl"
WRONG = [
    equal(Variable("s", 1, REAL), Variable("s", 2, REAL)),
    at_most(Variable("i", 1, INT), number(3)),
    at_most(number(0), Variable("s", 1, REAL)),
]


@dataclass
class Scout(Walk):
    """A walk that keeps, of many invariants, those that hold on entry and after a round."""

    session: Session = field(default_factory=Session)
    found: list[Term] = field(default_factory=list)
    walks: int = 0

    def take(self, left: core.Statement, right: core.Statement, state: State) -> State:
        if not isinstance(left, core.While) or not isinstance(right, core.While):
            return super().take(left, right, state)
        given = [
            part for said in self.annotations(left.site, right.site) for i in said.invariants for part in conjuncts(i)
        ]
        atoms = {f"atom {n}": formula for n, formula in enumerate([*WRONG, *given])}
        batch = Batch(self.session, _facts(state), {tag: state.formula(atom) for tag, atom in atoms.items()})
        alive = list(atoms)
        while broken := batch.broken(alive):
            alive = [tag for tag in alive if tag not in broken]
        while (kept := self.last(left, right, state, {tag: atoms[tag] for tag in alive})) != alive:
            alive = kept
        self.found = [atoms[tag] for tag in alive]
        parts = [loop.Invariant(formula, left.span, said=False) for formula in self.found]
        return loop.by_invariants(self, left, right, state, parts)

    def last(self, left: core.While, right: core.While, state: State, atoms: dict[str, Term]) -> list[str]:
        """One walk through the body: equalities are one name, the others stand behind their tags."""
        self.walks += 1
        owed = len(self.obligations)
        equalities = [loop.Invariant(atom, left.span) for atom in atoms.values() if loop.twin(atom) is not None]
        head = loop.at_head(self, state, loop.changed(left, right), loop.spent(self, left, right), equalities)
        for tag, atom in atoms.items():
            if loop.twin(atom) is None:
                head.facts = (*head.facts, Fact(head.formula(atom), None, tag))
        guards = loop.agreed(self, left, right, head)
        begin = loop.entered(head, guards, left)
        end, _ = loop.gone_round(self, lambda: self.pair(left.body, right.body, begin.copy()))
        del self.obligations[owed:]
        batch = Batch(self.session, _facts(end, atoms), {tag: end.formula(atom) for tag, atom in atoms.items()})
        alive = list(atoms)
        while broken := batch.broken(alive, alive):
            alive = [tag for tag in alive if tag not in broken]
            if any([loop.twin(atoms[tag]) is not None for tag in broken]):
                break  # to be walked again, with two names
        return alive


def _facts(state: State, tags: dict[str, Term] | None = None) -> list[tuple[Term, str]]:
    return [(fact.formula, fact.given if fact.given in (tags or {}) else "") for fact in state.facts]


def test_invariants_from_elsewhere_are_owed_and_prove_the_claim() -> None:
    file = pipeline.load(Source(str(FILE), FILE.read_text(encoding="utf-8")))
    claim = next(one for one in file.claims if one.name == "private")
    program = file.programs[claim.left]
    prepared = prepare(claim, program, program)
    session = Session()

    def follows(facts: tuple[Fact, ...], goal: Term) -> bool:
        return session.answer(Query(tuple([fact.formula for fact in facts]), goal)).status == "valid"

    walk = Scout(program, program, prepared.reading(), follows, session=session)
    state = start(prepared)
    finish(walk, prepared, walk.pair(program.body, program.body, state.copy()), state)
    given = [part for said in prepared.reading().annotations.values() for i in said.invariants for part in conjuncts(i)]
    assert walk.found == given, "what is wrong was dropped, and nothing else"
    assert walk.walks > 1, "s is not the same in both runs, so that the body is walked again"
    assert {"invariant-entry", "invariant-kept", "guards-agree"} <= {one.code for one in walk.obligations}
    assert all([follows(one.facts, one.goal) for one in walk.obligations])


def test_a_wrong_invariant_from_elsewhere_is_not_proved() -> None:
    file = pipeline.load(Source(str(FILE), FILE.read_text(encoding="utf-8")))
    claim = next(one for one in file.claims if one.name == "private")
    program = file.programs[claim.left]
    prepared = prepare(claim, program, program)
    session = Session()

    @dataclass
    class Careless(Walk):
        def take(self, left: core.Statement, right: core.Statement, state: State) -> State:
            if not isinstance(left, core.While) or not isinstance(right, core.While):
                return super().take(left, right, state)
            parts = [*loop.invariants(self, left, right, state), *[loop.Invariant(wrong, left.span) for wrong in WRONG]]
            return loop.by_invariants(self, left, right, state, parts)

    walk = Careless(program, program, prepared.reading(), lambda facts, goal: False)
    walk.pair(program.body, program.body, start(prepared))
    refused = [
        one.code
        for one in walk.obligations
        if session.answer(Query(tuple([fact.formula for fact in one.facts]), one.goal)).status != "valid"
    ]
    assert refused.count("invariant-kept") == len(WRONG)
