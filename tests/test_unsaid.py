"""What the solver is not given is named, and then its answer is `unknown`: a model may break what it was not told."""

import json

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.logic.build import equal, number
from prhl.logic.terms import Apply, Logical, Quantified, Variable
from prhl.logic.types import BOOL, INT, Function, List, Tuple
from prhl.proof import Judged
from prhl.report.obligations import explained
from prhl.solvers import Query
from prhl.solvers.by_z3 import Session
from prhl.source import Source

EVERY_LIST = """
program P(x : private int, f : list[int] -> int, s : int) : int
  requires s > 0;
  requires forall a : list[int]. f(a) >= 0;
{
  return f([x]);
}
claim c : P satisfies noninterference when any;
"""


def failed(text: str) -> tuple[Source, Judged]:
    source = Source("t.wl", text)
    return source, next(one for _, proof in pipeline.proofs(source) for one in proof.judged if not one.valid)


def test_a_fact_that_is_not_given_is_named_with_its_line() -> None:
    source, one = failed(EVERY_LIST)
    assert one.status == "unknown"
    assert not one.answer.model
    assert "not given to the solver: requires forall a : list[int]. f(a) >= 0 (line 4)" in explained(source, one)


def test_and_in_json(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "t.wl"  # type: ignore[operator]
    path.write_text(EVERY_LIST)
    found = json.loads(CliRunner().invoke(main, ["verify", str(path), "--format", "json", "--budget", "0"]).output)
    owed = [one for one in found["files"][0]["claims"][0]["obligations"] if one["status"] != "valid"]
    assert [one["unsaid"] for one in owed] == [["requires forall a : list[int]. f(a) >= 0 (line 4)"]]
    assert [one["stopped"] for one in owed] == [None]


def test_facts_that_are_given_leave_the_answer_as_it_is() -> None:
    _, one = failed(EVERY_LIST.replace("  requires forall a : list[int]. f(a) >= 0;\n", ""))
    assert one.status == "invalid"
    assert not one.answer.unsaid


def test_a_fact_that_is_not_needed_costs_nothing() -> None:
    text = EVERY_LIST.replace("return f([x]);", "return s;")
    assert all([proof.complete for _, proof in pipeline.proofs(Source("t.wl", text))])


F, X = Variable("f", 0, Function(Tuple((INT, INT)), INT)), Variable("x", 0, INT)
PAIR = Logical("t", Tuple((INT, INT)))


def at(argument: object) -> Apply:
    return Apply("apply", (F, argument), INT)  # type: ignore[arg-type]


def test_quantifiers_over_tuples_of_numbers_are_given() -> None:
    everywhere = Quantified("forall", (PAIR,), equal(at(PAIR), number(0)))
    pair = Apply("tuple", (X, X), Tuple((INT, INT)))
    assert Session().answer(Query((everywhere,), equal(at(pair), number(0)))).status == "valid"
    assert Session().answer(Query((everywhere,), equal(at(pair), number(1)))).status == "invalid"


def test_what_is_left_out_of_a_goal_is_unknown_too() -> None:
    a = Logical("a", List(INT))
    somewhere = Quantified("exists", (a,), equal(Apply("size", (a,), INT), number(3)))
    assert Session().answer(Query((), somewhere)).status == "unknown"
    assert Session().answer(Query((), Apply("not", (somewhere,), BOOL))).status == "invalid"


SAME = """
program A(f : int -> int, x : int) : int { return f(x); }
program B(f : int -> int, x : int) : int { return f(x); }
claim c : A ~ B : RELATION ==> ={res};
"""


@pytest.mark.parametrize(
    ("relation", "complete"),
    [
        ("={x} && ={f}", True),
        ("={x} && (x{1} = x{2} && ={f})", True),
        ("={x}", False),
        ("={x} && (x{1} > 0 ==> ={f})", False),
        ("={x} && (={f} || x{1} = 0)", False),
        ("={x} && !(={f})", False),
        ("={x} && (x{1} > 0 ==> ={f}) && x{1} = 3", True),
        ("={x} && (={f} || x{1} = 0) && x{1} != 0", True),
    ],
)
def test_functions_are_one_where_the_precondition_says_so_by_itself(relation: str, complete: bool) -> None:
    proofs = list(pipeline.proofs(Source("t.wl", SAME.replace("RELATION", relation))))
    assert [proof.complete for _, proof in proofs] == [complete]
    if "={f}" in relation and not complete:  # the equation is given, as one for all numbers
        assert [one.status for one in proofs[0][1].judged if not one.valid] == ["invalid"]


def test_the_place_of_a_precondition_of_equations_is_its_own() -> None:
    text = "program A(x : int, y : int) : int { return x; }\n\nclaim c : A ~ A : ={y, x} ==> res{1} < res{2};\n"
    source, one = failed(text)
    assert "known: the relation ={x} (line 3)" in explained(source, one)
