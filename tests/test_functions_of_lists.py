"""Functions of lists and numbers: what holds for all numbers holds for those that occur, and nothing else is said."""

import pytest

from prhl import pipeline
from prhl.logic.build import absolute, at_most, equal, index, number, plus
from prhl.logic.terms import Apply, Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, Function, List, Scalar, Size, Tuple, Type
from prhl.solvers import Query
from prhl.solvers.by_z3 import Session
from prhl.source import Source

ROWS = Variable("rows", 0, List(List(REAL)))
A, B = [Variable("d", run, List(REAL)) for run in (1, 2)]


def f(items: Term, at: Term) -> Term:
    head = Variable("f", 0, Function(Tuple((List(REAL), at.type)), REAL))
    return Apply("apply", (head, Apply("tuple", (items, at), Tuple((items.type, at.type)))), REAL)


def everywhere(type_: Scalar, body: Term) -> Term:
    return Quantified("forall", (Logical("v", type_),), body)


def near(at: Term) -> Term:
    return at_most(absolute(plus(f(A, at), f(B, at), -1)), number(1))


def status(facts: list[Term], goal: Term) -> str:
    return Session().answer(Query(tuple(facts), goal)).status


@pytest.mark.parametrize("type_", [INT, REAL])
def test_what_holds_everywhere_holds_here(type_: Scalar) -> None:
    v, x, y = Logical("v", type_), Variable("x", 0, type_), Variable("y", 0, type_)
    known = everywhere(type_, near(v))
    assert status([known], near(x)) == "valid"
    assert status([known], near(plus(x, y))) == "valid"
    assert status([near(x)], near(y)) != "valid"
    assert status([near(x), equal(x, y)], near(y)) == "valid"
    assert status([known], equal(f(A, x), f(B, x))) != "valid"
    assert status([known], at_most(absolute(plus(f(A, x), f(B, y), -1)), number(1))) != "valid"


@pytest.mark.parametrize("type_", [INT, REAL])
def test_equal_arguments_give_equal_values_and_others_need_not(type_: Scalar) -> None:
    x, y = Variable("x", 0, type_), Variable("y", 0, type_)
    assert status([equal(A, B)], equal(f(A, x), f(B, x))) == "valid"
    assert status([equal(A, B), equal(x, y)], equal(f(A, x), f(B, y))) == "valid"
    for facts in ([], [equal(A, B)], [equal(x, y)]):
        assert status(facts, equal(f(A, x), f(B, y))) != "valid"


def test_lists_that_depend_on_what_is_bound_are_different_lists() -> None:
    """A function of the numbers for each list: not one for all rows."""
    j, zero = Logical("v", INT), number(0)
    known = everywhere(INT, equal(f(index(ROWS, j), zero), zero))
    assert status([known], equal(f(A, zero), zero)) != "valid"
    some = Quantified("exists", (j,), equal(f(index(ROWS, j), zero), number(1)))
    assert status([some, equal(f(index(ROWS, zero), zero), zero)], Apply("ne", (zero, zero), zero.type)) != "valid"


ONLINE = """program Online(
  d : private list[real], asked : list[TYPE], f : (list[real], TYPE) -> real, T : real, eps : real
) : int
  requires eps > 0;
{
  rho :=$ Laplace(2/eps);
  first := -1;
  for i in 0 .. size(asked) {
    z :=$ Laplace(4/eps);
    if (first < 0 && f((d, asked[i])) + z >= T + rho) { first := i; }
  }
  return first;
}

claim private : Online satisfies dp(eps) when forall v : TYPE. |f((d{1}, v)) - f((d{2}, v))| <= BOUND;
"""


@pytest.mark.parametrize("type_", ["int", "real"])
def test_above_threshold_for_queries_that_are_functions(type_: str) -> None:
    text = ONLINE.replace("TYPE", type_).replace("BOUND", "1")
    (claim,) = pipeline.verify(Source("t.wl", text), find=True).claims
    assert claim.verdict.word == "proved"
    assert claim.proof.found


@pytest.mark.long
def test_and_not_if_they_move_too_far() -> None:
    text = ONLINE.replace("TYPE", "real").replace("BOUND", "2")
    (claim,) = pipeline.verify(Source("t.wl", text), find=True).claims
    assert claim.verdict.word == "unknown"
    assert claim.proof.attempt is not None
    assert claim.proof.attempt.enough == "2*eps"


def of(function: str, argument: Term, run: int = 0) -> Term:
    head = Variable(function, run, Function(argument.type, INT))  # type: ignore[arg-type]
    return Apply("apply", (head, argument), INT)


def every(argument: Logical, body: Term) -> Term:
    return Quantified("forall", (argument,), body)


LISTS = List(REAL)
PAIRS = Tuple((LISTS, INT))
THREE, TWO = Bits(Size.constant(3)), Bits(Size.constant(2))


@pytest.mark.parametrize("type_", [LISTS, PAIRS, THREE, Tuple((THREE, INT)), Tuple((INT, BOOL))], ids=str)
def test_what_holds_of_every_argument_holds_of_those_that_occur(type_: Type) -> None:
    t, x = Logical("t", type_), Variable("x", 1, type_)
    known, zero = every(t, equal(of("f", t), number(0))), number(0)
    long = [equal(Apply("size", (x,), INT), number(3))] if isinstance(type_, Bits) else []
    if type_ == Tuple((THREE, INT)):
        long = [equal(Apply("size", (Apply("field", (x, number(0)), THREE),), INT), number(3))]
    assert status([known, *long], equal(of("f", x), zero)) == "valid"
    assert status([known, *long], equal(of("g", x), zero)) != "valid"
    assert status([known, *long], equal(of("f", x), number(1))) != "valid"
    assert status([known, *long], every(t, equal(of("f", t), zero))) == "valid"  # of one that is not named


def test_bit_strings_of_other_lengths_are_no_instances() -> None:
    known = every(Logical("t", TWO), equal(of("f", Logical("t", TWO)), number(0)))
    x = Variable("x", 1, Bits(None))
    two = equal(Apply("size", (x,), INT), number(2))
    assert status([known], equal(of("f", x), number(0))) == "unknown"
    assert status([known, two], equal(of("f", x), number(0))) == "valid"


def test_nothing_is_said_of_lengths_that_depend_on_parameters() -> None:
    """The type of a bound name does not tell whose `n` it is."""
    type_ = Bits(Size.variable("n"))
    known = every(Logical("t", type_), equal(of("f", Logical("t", type_)), number(0)))
    assert status([known], equal(of("f", Variable("x", 1, type_)), number(0))) == "unknown"


def test_functions_that_agree_are_equal_and_equal_functions_agree() -> None:
    f, g = [Variable("f", run, Function(LISTS, INT)) for run in (1, 2)]
    t = Logical("t", LISTS)
    agree = every(t, equal(of("f", t, 1), of("f", t, 2)))
    assert status([agree], equal(f, g)) == "valid"
    assert status([equal(f, g)], equal(of("f", A, 1), of("f", A, 2))) == "valid"
    assert status([equal(of("f", A, 1), of("f", A, 2))], equal(f, g)) != "valid"


SENSITIVE = """
program Release(d : private list[real], f : list[real] -> real) : real
  requires forall a : list[real], b : list[real].
    size(a) = size(b) && (exists k. forall j. 0 <= j < size(a) && j != k ==> a[j] = b[j]) ==> |f(a) - f(b)| <= 1;
{
  z :=$ Laplace(BOUND);
  return f(d) + z;
}
claim private : Release satisfies dp(1) when one_differs(d);
"""


@pytest.mark.parametrize(("bound", "word"), [("1", "proved"), ("2/3", "unknown")])
def test_sensitivity_that_is_stated_of_all_lists(bound: str, word: str) -> None:
    (claim,) = pipeline.verify(Source("t.wl", SENSITIVE.replace("BOUND", bound)), find=True).claims
    assert claim.verdict.word == word
