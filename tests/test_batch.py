"""Many goals at once: what a batch says agrees with what the session says of each goal alone."""

from fractions import Fraction

import pytest

from prhl.logic.build import at_most, equal, follows, index, less, negation, number, plus, size
from prhl.logic.terms import Apply, Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, List
from prhl.solvers import Limits, Query
from prhl.solvers.batch import Batch
from prhl.solvers.by_z3 import Session

K, N, C = (Variable(name, 1, INT) for name in "inc")
X, Y = (Variable(name, 1, REAL) for name in "xy")
A, B = (Variable(name, 1, List(INT)) for name in "ab")
J = Logical("j", INT)

ATOMS = {
    "low": at_most(number(0), K),
    "high": at_most(K, N),
    "count": at_most(C, K),
    "never": less(K, number(0)),
    "positive": less(number(0), C),
}


def after_a_round(term: Term) -> Term:
    """The atom when i and c have grown by 1."""
    match term:
        case Variable("i" | "c"):
            return plus(term, number(1))
        case Apply(operator, arguments, type_):
            return Apply(operator, tuple([after_a_round(a) for a in arguments]), type_)
        case _:
            return term


def everywhere(body: Term) -> Term:
    inside = follows(Apply("and", (at_most(number(0), J), less(J, size(A))), BOOL), body)
    return Quantified("forall", (J,), inside, BOOL)


def test_the_atoms_that_last_are_found_with_few_checks() -> None:
    facts = [(less(K, N), ""), *[(formula, tag) for tag, formula in ATOMS.items()]]
    batch = Batch(Session(), facts, {tag: after_a_round(formula) for tag, formula in ATOMS.items()})
    alive, checks = ["low", "high", "count"], 0
    assert batch.broken(alive, alive) == []
    assert batch.broken(["low", "high"], ["high"]) == ["low"], "i may be anything"
    alive = ["high", "count", "low"]
    while broken := batch.broken(alive, alive):
        alive, checks = [tag for tag in alive if tag not in broken], checks + 1
    assert (alive, checks) == (["high", "count", "low"], 0)
    assert batch.broken([], []) == []


def test_one_model_breaks_many() -> None:
    goals = {f"i <= {n}": at_most(K, number(n)) for n in range(20)}
    batch = Batch(Session(), [(at_most(number(0), K), "")], goals)
    left, checks = list(goals), 0
    while broken := batch.broken(left):
        left, checks = [key for key in left if key not in broken], checks + 1
    assert not left
    assert checks < len(goals), "a model drops more than one goal"


def test_a_core_holds_what_is_needed_and_nothing_else() -> None:
    facts = [(formula, tag) for tag, formula in ATOMS.items() if tag != "never"]
    goals = {"goal": at_most(C, N), "plain": at_most(C, plus(C, number(1)))}
    batch = Batch(Session(), facts, goals)
    assert batch.core("goal", ["low", "high", "count", "positive"]) == ["high", "count"]
    assert batch.core("goal", ["low", "high"]) is None
    assert batch.core("plain", ["low", "high"]) == []


def test_what_comes_late_is_spared_first() -> None:
    facts = [(at_most(number(2), K), "two"), (at_most(number(3), K), "three")]
    batch = Batch(Session(), facts, {"goal": at_most(number(1), K)})
    assert batch.core("goal", ["two", "three"]) == ["two"]
    assert batch.core("goal", ["three", "two"]) == ["three"]


def test_quantified_facts_and_goals() -> None:
    alike = everywhere(equal(index(A, J), index(B, J)))
    near = everywhere(at_most(index(A, J), plus(index(B, J), number(1))))
    here = follows(Apply("and", (at_most(number(0), K), less(K, size(A))), BOOL), equal(index(A, K), index(B, K)))
    batch = Batch(Session(), [(alike, "alike"), (near, "near")], {"near": near, "alike": alike, "here": here})
    assert batch.believed
    assert batch.broken(["near", "alike", "here"], ["alike"]) == []
    assert set(batch.broken(["near", "alike", "here"], ["near"]) or ()) <= {"alike", "here"}
    assert batch.broken(["alike"], ["near"]) == ["alike"]
    assert batch.core("here", ["near", "alike"]) == ["alike"]


def test_models_of_sums_are_not_believed() -> None:
    """z3 knows some laws of sums: what its model breaks is asked for alone."""
    total = Apply("sum", (A,), INT)
    more = Apply("sum", (Apply("concat", (A, Apply("list", (K,), List(INT))), List(INT)),), INT)
    facts = [(equal(C, total), ""), (equal(size(A), number(1)), "one")]
    goals = {
        "added": equal(plus(C, K), more),
        "entry": equal(C, index(A, number(0))),
        "wrong": equal(C, more),
    }
    session = Session()
    batch = Batch(session, facts, goals)
    assert not batch.believed
    assert batch.broken(["added", "entry", "wrong"], ["one"]) == ["wrong"]
    assert batch.broken(["added", "entry"], ["one"]) == []
    assert batch.broken(["entry"], []) == ["entry"]


def test_the_full_form_speaks_of_many_goals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what quantifiers say it was told all, so that nothing is asked for by itself."""
    v = Logical("v", REAL)
    above = Quantified("forall", (v,), follows(less(X, v), less(Y, v)), BOOL)
    goals = {"true": at_most(Y, X), "less": less(Y, X), "more": less(X, Y), "same": equal(X, Y)}
    told: list[None] = []
    batch = Batch(Session(), [(above, "")], goals, lambda: told.append(None))
    assert not batch.believed
    monkeypatch.setattr(batch, "follows", None)
    left = list(goals)
    while broken := batch.broken(left):
        left = [key for key in left if key not in broken]
    assert left == ["true"]
    assert 1 <= len(told) <= len(goals)


def test_quantifiers_over_reals_are_asked_for_alone() -> None:
    v = Logical("v", REAL)
    nothing_above = Quantified("forall", (v,), at_most(v, X), BOOL)
    batch = Batch(Session(), [(nothing_above, "")], {"false": less(X, X), "y": at_most(Y, X)})
    assert not batch.believed
    assert batch.broken(["false", "y"]) == []


def test_what_cannot_be_said_is_broken() -> None:
    unsaid = Apply("no such operator", (X,), BOOL)
    batch = Batch(Session(), [(unsaid, "unsaid")], {"unsaid": unsaid, "plain": at_most(X, X)})
    assert batch.broken(["unsaid", "plain"], ["unsaid"]) == ["unsaid"]
    assert batch.core("unsaid", ["unsaid"]) is None
    assert batch.core("plain", ["unsaid"]) == []


def test_steps_are_limited_and_what_is_not_answered_is_unknown() -> None:
    square = Apply("mul", (X, X), REAL)
    hard = negation(
        equal(Apply("mul", (square, square), REAL), plus(Apply("mul", (Y, square), REAL), number(Fraction(7, 3))))
    )
    batch = Batch(Session(Limits(rlimit=1)), [], {"hard": hard})
    assert batch.broken(["hard"]) is None
    assert batch.core("hard") is None


def test_a_batch_agrees_with_the_session_and_with_itself() -> None:
    facts = [(less(K, N), ""), *[(formula, tag) for tag, formula in ATOMS.items() if tag != "never"]]
    goals = {tag: after_a_round(formula) for tag, formula in ATOMS.items()}
    tags = [tag for _, tag in facts if tag]

    def told() -> list[tuple[str, object, object]]:
        batch = Batch(Session(), facts, goals)
        return [(key, batch.broken([key], tags), batch.core(key, tags)) for key in goals]

    for key, broken, core in told():
        valid = Session().answer(Query(tuple([fact for fact, _ in facts]), goals[key])).status == "valid"
        assert (broken == []) == valid == (core is not None)
    assert told() == told()
