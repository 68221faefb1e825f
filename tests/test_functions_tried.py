"""Attacks with functions: each is total, what is said of all its arguments is decided for all, and else it is none."""

import pytest

from prhl import pipeline
from prhl.logic.build import TRUE, both, equal, follows, less, number, plus, unequal
from prhl.logic.terms import Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, Function, List, Tuple
from prhl.search.search_budget import Budget
from prhl.search.total_functions import by_cases, choices
from prhl.semantics.evaluate import evaluate
from prhl.source import Source
from prhl.verdict import ClaimResult

pytestmark = pytest.mark.search

V, W = Logical("v", INT), Logical("w", INT)
S = Variable("s", 1, INT)


def every(*names: Logical, body: Term) -> Term:
    return Quantified("forall", names, body)


# a formula, whether it is settled by cases, and the numbers s of which it holds among -3..3
FORMULAS = [
    (every(V, body=less(number(0), S)), True, {1, 2, 3}),
    (every(V, body=follows(equal(V, number(1)), less(number(0), S))), True, {1, 2, 3}),
    (every(V, body=unequal(V, number(1))), True, set()),
    (Quantified("exists", (V,), unequal(V, number(1))), True, set(range(-3, 4))),
    (Quantified("exists", (V,), both([equal(V, number(1)), equal(V, number(2))])), True, set()),
    (
        every(V, W, body=follows(both([equal(V, number(1)), equal(W, number(1))]), less(S, number(0)))),
        True,
        {-3, -2, -1},
    ),
    (every(V, body=every(W, body=follows(equal(W, number(0)), equal(V, number(0))))), True, set()),
    (every(V, body=unequal(plus(V, number(1)), number(1))), False, None),
    (every(V, body=unequal(V, S)), False, None),
    (every(Logical("a", List(INT)), body=less(number(0), S)), True, {1, 2, 3}),
    (every(Logical("b", Bits(None)), body=less(number(0), S)), False, None),
]


@pytest.mark.parametrize("at", range(len(FORMULAS)))
def test_a_name_that_is_only_compared_with_constants_is_a_few_cases(at: int) -> None:
    formula, settled, holds = FORMULAS[at]
    found = by_cases(formula)
    assert isinstance(found, Quantified) != settled
    if settled:
        assert {n for n in range(-3, 4) if evaluate(found, {("s", 1): n})} == holds


TYPES = [INT, REAL, BOOL, List(INT), List(BOOL), Tuple((List(REAL), INT)), Tuple((INT, BOOL))]


@pytest.mark.parametrize("argument", TYPES, ids=str)
@pytest.mark.parametrize("result", [INT, REAL, BOOL, List(INT), Tuple((INT, BOOL))], ids=str)
def test_functions_that_are_tried_have_a_value_everywhere(argument: object, result: object) -> None:
    values = {
        INT: [0, 1, -3], REAL: [0, 2], BOOL: [False, True], List(INT): [(), (4,)], List(BOOL): [(), (True,)],
        Tuple((List(REAL), INT)): [((), 0), ((2, 1), 3)], Tuple((INT, BOOL)): [(0, True), (5, False)],
    }  # fmt: skip
    tried = choices({"f": Function(argument, result)})  # type: ignore[arg-type]
    assert tried
    for chosen in tried:
        for value in values[argument]:  # type: ignore[index]
            evaluate(chosen["f"].body, {("x", -1): value})


def refuted(text: str, pairs: int = 60) -> ClaimResult:
    (claim,) = pipeline.refute(Source("t.wl", text), Budget(pairs=pairs)).claims
    return claim


RELEASE = """
program L(d : private list[int], f : list[int] -> int) : int {
  z :=$ DiscreteLaplace(1);
  return f(d) + z;
}
"""
CLAIM = "claim c : NAME satisfies dp(1) when |f(d{1}) - f(d{2})| <= BOUND;"


@pytest.mark.parametrize(("bound", "word"), [("1", "unknown"), ("2", "refuted")])
def test_the_function_is_one_of_the_inputs(bound: str, word: str) -> None:
    claim = refuted(RELEASE + CLAIM.replace("NAME", "L").replace("BOUND", bound))
    assert claim.verdict.word == word
    if word == "refuted":
        hunt = claim.evidence.hunt
        assert hunt is not None
        assert hunt.found is not None
        assert hunt.found.witness is not None
        assert hunt.found.witness.inputs[0]["f"] == hunt.found.witness.inputs[1]["f"] != ""


def test_functions_are_handed_on_to_calls() -> None:
    text = RELEASE + "program M(d : private list[int], f : list[int] -> int) : int { x :=$ L(d, f); return x; }\n"
    assert refuted(text + CLAIM.replace("NAME", "M").replace("BOUND", "2")).verdict.word == "refuted"


FAMILY = """
program Q(d : private int, f : (int, int) -> int, ask : int -> int) : int {
  a :=$ DiscreteLaplace(1);
  x := f((d, 0)) + a;
  b :=$ DiscreteLaplace(1);
  return f((d, ask(x))) + b;
}
claim c : Q satisfies dp(1/2) when SAID;
"""


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1", "refuted"),
        ("forall v : int. f((d{1}, v)) = v && f((d{2}, v)) = v", "unknown"),  # holds, and is not decided of x -> x.1
        ("forall v : int. f((d{1}, v)) = f((d{2}, v))", "unknown"),
    ],
)
def test_what_is_said_of_all_queries_is_decided_for_all(said: str, word: str) -> None:
    assert refuted(FAMILY.replace("SAID", said)).verdict.word == word


def test_types_of_which_no_function_is_known() -> None:
    text = "program P(x : private int, f : int -> bits[3]) : bits[3] { return f(x); }\n"
    hunt = refuted(text + "claim c : P satisfies noninterference when any;").evidence.hunt
    assert hunt is not None
    assert hunt.reason == "there is a function of a type of which none are tried"
    assert choices({"f": Function(INT, Bits(None))}) == []
    assert TRUE in [chosen["f"].body for chosen in choices({"f": Function(INT, BOOL)})]
