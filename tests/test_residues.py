"""What the solver is told of remainders is true of all integers, also of negative ones and of a divisor 0."""

from fractions import Fraction
from itertools import product

import pytest

from prhl import pipeline
from prhl.logic.build import equal, number, plus, times
from prhl.logic.show import show
from prhl.logic.terms import Apply, Term, Variable, variables
from prhl.logic.types import INT, REAL
from prhl.semantics.evaluate import evaluate
from prhl.solvers.residues import congruences
from prhl.source import Source

X, Y, V, M, N = [Variable(name, 0, INT) for name in "xyvmn"]


def mod(value: Term, divisor: Term) -> Apply:
    return Apply("emod", (value, divisor), INT)


GOALS = {
    "written": (mod(plus(X, mod(Y, M)), M), []),
    "subtracted": (mod(plus(X, mod(Y, M), -1), M), []),
    "twice": (mod(plus(X, times(number(2), mod(Y, M))), M), []),
    "named": (mod(plus(X, V), M), [equal(V, mod(plus(Y, X, -1), M))]),
    "another divisor": (mod(plus(X, V), M), [equal(V, mod(Y, N))]),
    "in a product": (mod(plus(X, times(N, mod(plus(Y, X), M))), M), []),
    "squared": (mod(times(V, V), M), [equal(V, mod(Y, M))]),
    "an inverse": (mod(plus(Y, times(times(number(6), X), V)), M), [equal(mod(times(number(3), X), M), number(1))]),
    "a multiple": (mod(plus(X, times(times(Y, number(2)), M), -1), M), []),
    "equal remainders": (X, [equal(mod(plus(X, times(V, Y)), M), mod(plus(N, times(Y, V)), M))]),
    "two deep": (mod(plus(X, mod(plus(Y, mod(V, M)), M)), M), []),
}


@pytest.mark.parametrize(("left", "facts"), GOALS.values(), ids=GOALS.keys())
def test_laws_are_true_everywhere(left: Term, facts: list[Term]) -> None:
    laws = congruences(facts, equal(left, X))
    assert laws
    names = sorted({name for law in laws for name, _ in variables(law)})
    for values in product((-3, -1, 0, 2, 5), repeat=len(names)):
        memory = {(name, 0): Fraction(value) for name, value in zip(names, values, strict=True)}
        for law in laws:
            assert evaluate(law, memory) is True, (show(law), memory)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (mod(plus(X, Y), M), "nothing inside"),
        (mod(plus(X, mod(Y, M)), number(3)), "z3 knows what goes with numbers"),
        (mod(plus(Apply("floor", (Apply("div", (X, number(2)), REAL),), INT), Y), M), "no polynomial"),
    ],
)
def test_where_nothing_is_told(goal: Term, why: str) -> None:
    assert congruences([], equal(goal, X)) == [], why


PAD = """program Pad(x : private int, m : int) : int
  requires m >= 1;
{
  r :=$ Uniform(0 .. m - 1) couple r{2} = (r{1} + x{1} - x{2}) mod m;
  return (x + r) mod m;
}

claim c : Pad satisfies noninterference when any;
"""


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("(x + r) mod m", "(r + 3*m - x) mod m", "unknown"),  # the shift goes the other way
        ("(x + r) mod m", "(x + r + m) mod m", "proved"),
        ("return (x + r) mod m", "return (2*x + r) mod m", "unknown"),
    ],
)
def test_pads_of_any_integer(old: str, new: str, verdict: str) -> None:
    report = pipeline.verify(Source("t.wl", PAD.replace(old, new) if old else PAD), search=None)
    assert report.claims[0].verdict.word == verdict
