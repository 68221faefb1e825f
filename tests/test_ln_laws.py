"""What z3 is told of ln: each law is the very formula that it is told, and true of the numbers it speaks of."""

import math
from itertools import count

import pytest
import z3

from prhl import pipeline
from prhl.logic.build import number
from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import REAL
from prhl.solvers import Limits, Query
from prhl.solvers.by_z3 import Session
from prhl.solvers.direct import Symbols
from prhl.solvers.encoding import Encoder
from prhl.source import Source

A, B = Variable("a", 0, REAL), Variable("b", 0, REAL)
INSIDE: dict[str, Term] = {
    "product": Apply("mul", (A, B), REAL),
    "quotient": Apply("div", (A, B), REAL),
    "square": Apply("pow", (A, number(2)), REAL),
    "cube": Apply("pow", (A, number(3)), REAL),
    "root": Apply("sqrt", (A,), REAL),
}


def ln(term: Term) -> Apply:
    return Apply("ln", (term,), REAL)


def told(term: Term) -> list[z3.BoolRef]:
    encoder = Encoder(Symbols(z3.Context()), count(1), {})
    encoder.value(ln(term))
    return list(encoder.side)


def value(part: z3.ExprRef, memory: dict[str, float]) -> float:
    """A z3 expression in floating point; outside of its domain a function is NaN."""
    if z3.is_rational_value(part):
        return float(part.as_fraction())
    if z3.is_const(part):
        return memory[part.decl().name()]
    inside = [value(one, memory) for one in part.children()]
    match part.decl().name():
        case "*":
            return math.prod(inside)
        case "+":
            return sum(inside)
        case "-":
            return inside[0] - inside[1]
        case "/":
            return inside[0] / inside[1]
        case "ln":
            return math.log(inside[0]) if inside[0] > 0 else math.nan
        case "sqrt":
            return math.sqrt(inside[0]) if inside[0] >= 0 else math.nan
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize("name", INSIDE)
def test_law_is_true(name: str) -> None:
    laws = told(INSIDE[name])
    assert laws
    for law in laws:
        assert z3.is_implies(law)
        guards = law.arg(0).children()
        assert all([guard.decl().name() == ">" for guard in guards])
        for a in (-2.0, -0.5, 0.25, 1.0, 3.0):
            for b in (-1.5, 0.5, 7.0):
                memory = {"a!0": a, "b!0": b}
                if all([value(guard.arg(0), memory) > 0 for guard in guards]):
                    left, right = [value(side, memory) for side in law.arg(1).children()]
                    assert math.isclose(left, right, abs_tol=1e-12), (name, a, b)


def test_each_law_is_used_and_none_without_its_guard() -> None:
    positive = Apply("lt", (number(0), A), Variable("p", 0, REAL).type)
    cases = [
        (ln(Apply("exp", (A,), REAL)), A, True),
        (ln(INSIDE["cube"]), Apply("mul", (number(3), ln(A)), REAL), False),
        (ln(INSIDE["square"]), Apply("mul", (number(2), ln(A)), REAL), False),
        (ln(INSIDE["root"]), Apply("div", (ln(A), number(2)), REAL), False),
    ]
    for left, right, always in cases:
        goal = Apply("eq", (left, right), REAL)
        assert Session().answer(Query((positive,), goal)).status == "valid"
        assert (Session().answer(Query((), goal)).status == "valid") == always


BUDGETS = {
    "2*ln(exp(eps/2))": True,
    "ln(exp(eps)^3)/3": True,
    "2*ln(sqrt(exp(eps)))": True,
    "ln(exp(eps/2))": False,
    "ln(exp(eps)^3)/4": False,
    "ln(sqrt(exp(eps)))": False,
}


@pytest.mark.parametrize("budget", BUDGETS)
def test_budgets_with_logarithms(budget: str) -> None:
    text = f"""
        program L(q : private real, eps : real) : real requires eps > 0;
        {{ y :=$ Laplace(1/eps, q) couple y{{2}} = y{{1}}; return y; }}
        claim c : L satisfies dp({budget}) when within(q, 1);
    """
    [(_, proof)] = pipeline.proofs(Source("t.wl", text))
    assert proof.complete == BUDGETS[budget]


def test_what_runs_out_is_said() -> None:
    a, b, c = [Variable(name, 0, A.type) for name in "abc"]
    cubes = [Apply("pow", (one, number(3)), REAL) for one in (a, b, c)]
    hard = Apply("ne", (Apply("add", (cubes[0], cubes[1], Apply("mul", (a, b, c), REAL)), REAL), cubes[2]), REAL)
    answer = Session(Limits(rlimit=10)).answer(Query((), hard))
    assert (answer.status, answer.stopped) == ("unknown", "steps")
    assert "--rlimit" in answer.reason
    assert Session().answer(Query((), hard)).stopped is None
