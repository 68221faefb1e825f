"""Answers that are kept belong to the facts and the goal, and to what the names in them stand for."""

from dataclasses import replace
from pathlib import Path

from prhl import pipeline
from prhl.logic.build import at_most, equal, less, number, plus, size
from prhl.logic.terms import Apply, Variable
from prhl.logic.types import INT, List
from prhl.proof import prove
from prhl.solvers import Answer, Answers, Query, Shown
from prhl.solvers.by_z3 import Session
from prhl.source import Source

X = Variable("x", 1, INT)
FILE = Path(__file__).parent.parent / "examples/mechanisms/above_threshold.wl"


class Counting:
    """A session that counts what it is asked."""

    def __init__(self) -> None:
        self.session = Session()
        self.asked = 0

    def __call__(self, query: Query) -> Answer:
        self.asked += 1
        return self.session.answer(query)


def test_the_same_question_is_asked_once_and_another_one_again() -> None:
    solve = Counting()
    answers = Answers(solve)
    facts = (at_most(number(1), X),)
    assert [answers(Query(facts, less(number(0), X))).status for _ in range(3)] == ["valid"] * 3
    assert answers(Query((at_most(number(1), X),), less(number(0), X))).status == "valid", "equal, not the same"
    assert solve.asked == 1
    assert answers(Query((), less(number(0), X))).status == "invalid", "fewer facts are another question"
    assert answers(Query(facts, less(number(1), X))).status == "invalid"
    assert solve.asked == 3


def test_a_name_that_stands_for_another_term_is_another_question() -> None:
    """Terms are equal whatever their names stand for; a walk gives a name once, the next walk gives it anew."""

    def short(*entries: int) -> Variable:
        items = Apply("list", tuple([number(entry) for entry in entries]), List(INT))
        return Variable("a@1", 1, List(INT), means=items)

    one, two = equal(size(short(7)), number(1)), equal(size(short(7, 7)), number(1))
    assert one == two
    answers = Answers(Session().answer)
    assert answers(Query((), one)).status == "valid"
    assert answers(Query((), two)).status == "invalid"
    named = replace(short(7), means=Apply("concat", (Variable("b@2", 1, List(INT), means=short(7).means),), List(INT)))
    other = replace(
        short(7), means=Apply("concat", (Variable("b@2", 1, List(INT), means=short(7, 7).means),), List(INT))
    )
    assert answers(Query((), equal(size(named), number(1)))).status == "valid"
    assert answers(Query((), equal(size(other), number(1)))).status == "invalid", "names inside of names too"


def test_a_countermodel_is_looked_for_when_somebody_asks_for_its_values() -> None:
    answers = Answers(Session().answer)
    goal = less(X, plus(X, number(0)))
    assert answers(Query((), goal)).model == {}
    assert set(answers(Query((), goal, lambda: [Shown(("x", 1), X)])).model) == {("x", 1)}
    assert set(answers(Query((), goal, lambda: [Shown(("y", 1), X)])).model) == {("y", 1)}


def test_proofs_that_share_answers_end_as_they_do_alone() -> None:
    file = pipeline.load(Source(str(FILE), FILE.read_text(encoding="utf-8")))
    claim = file.claims[0]
    left, right = file.programs[claim.left], file.programs[claim.right]
    solve = Counting()
    shared = Answers(solve)
    first = prove(claim, left, right, shared)
    asked = solve.asked
    second = prove(claim, left, right, shared)
    assert solve.asked == asked, "the second proof is the first one again"
    alone = prove(claim, left, right, Session().answer)
    for proof in (first, second):
        assert [(one.code, one.status) for one in proof.judged] == [(one.code, one.status) for one in alone.judged]
    assert alone.complete
