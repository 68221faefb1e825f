"""Questions about polynomials always end: what nlsat may spend on one is read off its products."""

from typing import Any, cast

import pytest
import z3

from prhl import pipeline
from prhl.solvers import Limits, nonlinear
from prhl.solvers.by_z3 import Session
from prhl.source import Source

# With all steps none of them had an answer after several seconds
HARD = {
    "high powers": ("", "x^64 + y^63 - x*y + 5"),
    "nested roots": ("x > 0 && y > 0 && z > 0", "sqrt(x + sqrt(y + sqrt(z)))*x^4*y^3*z^2 - sqrt(x*y)*z + 1"),
    "long coefficients": (
        "x > 0 && y > 0",
        "123456789123456789123*x^5*y^4 - 987654321987654321*x^3*y^7 + 3141592653589793 - 27182818284590*x^2*y + x^9",
    ),
    "exp and ln": (
        "x > 0 && y > 0 && 0 < z && z < 1",
        "exp(0 - x^2/(2*y^2))*ln(1/z)/y - sqrt(2*ln(5/4/z))*x^3/y^3 + x^9",
    ),
}


def program(known: str, polynomial: str) -> str:
    requires = f"requires {known};" if known else ""
    return f"""
program P(x : real, y : real, z : real, s : private int) : real {requires} {{ t := sqrt({polynomial}); return t; }}
claim c : P satisfies dp(0) when within(s, 1) expect unknown;
"""


@pytest.mark.parametrize("name", HARD)
def test_a_hard_question_ends_with_its_steps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a solver that would say so if it were asked with more than its share: the test cannot hang."""
    run = Session._run

    def watched(self: Session, assertions: list[object], steps: int, nlsat: bool = True) -> tuple[object, object]:
        hard = str(assertions[0]).count("*") > 2  # the goal, denied
        assert not (hard and nlsat and steps > Limits().rlimit // 10)
        return run(self, assertions, steps, nlsat)

    monkeypatch.setattr(Session, "_run", watched)
    ((_, proof),) = pipeline.proofs(Source("a.wl", program(*HARD[name])))
    (last,) = [one for one in proof.judged if one.status != "valid"]
    assert (last.code, last.status, last.answer.stopped) == ("not-positive", "unknown", "steps")
    assert "--rlimit" in last.answer.reason


def test_what_nlsat_alone_can_do_is_still_done() -> None:
    text = program("", "x^4*y^2 + x^2*y^4 + 1 - 3*x^2*y^2")  # Motzkin's polynomial, which is no sum of squares
    ((_, proof),) = pipeline.proofs(Source("a.wl", text))
    assert all([one.status == "valid" for one in proof.judged])


def test_after_its_share_the_rest_is_done_without_nlsat(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    run = Session._run

    def noted(self: Session, assertions: list[object], steps: int, nlsat: bool = True) -> tuple[object, object]:
        asked.append(nlsat)
        return run(self, assertions, 10 if nlsat else steps, nlsat)

    monkeypatch.setattr(Session, "_run", noted)
    text = program("x > 1 && y > 1 && z > 1", "x*y*z*x")
    ((_, proof),) = pipeline.proofs(Source("a.wl", text))
    assert all([one.status == "valid" for one in proof.judged])
    assert asked[-2:] == [True, False]


def test_the_share_shrinks_with_degree_unknowns_and_coefficients() -> None:
    x, y, z = [cast(Any, one) for one in z3.Reals("x y z")]

    def of(*products: object) -> int:
        return nonlinear.share(5_000_000, products, {})

    assert of() == of(2 * x) == of(x * x) == 5_000_000
    assert of(x * y) > of(x * y, y * z) > of(x * y * z * x) > 0
    assert of(x * x * y) > of(10**30 * x * x * y) > 0
    assert of((x + y + z) * (x - y) * x * x * x * x * y * z) < nonlinear.LEAST
    assert of(x / (y * y)) == of(x * y * y)
    assert of(x / y) == of(x * y)
    assert nonlinear.share(10_000_000, [x * y * z], {}) // 2 == of(x * y * z)


def test_the_solver_has_the_options_that_are_used() -> None:
    solver = z3.SimpleSolver()
    known = solver.param_descrs()
    assert {*nonlinear.NLSAT, *nonlinear.COSTLY} <= {known.get_name(n) for n in range(known.size())}


def test_names_for_products_refute_nothing() -> None:
    """A name may be anything: that it can be negative is `unknown`, no countermodel. What is linear is proved."""
    text = program("", "x^13*y^12*z^11*(x + y)^7 - 1")
    ((_, proof),) = pipeline.proofs(Source("a.wl", text))
    (last,) = [one for one in proof.judged if one.status != "valid"]
    assert (last.status, last.answer.stopped, last.answer.model) == ("unknown", "steps", {})
    known = program("x^4*y^4*z^3*(x + y) > 1", "x^4*y^4*z^3*(x + y) + 1")
    ((_, proof),) = pipeline.proofs(Source("a.wl", known))
    assert all([one.status == "valid" for one in proof.judged])
