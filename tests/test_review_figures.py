"""Figures and events of witnesses against what they say: each number follows from the event as it is read."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.exact.bounds.interval_events import Span, apart, other_than
from prhl.frontends.cli import main


def claim_of(program: str, claim: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=f"{program}\nclaim c : {claim};\n")
    assert done.exit_code in (0, 1), done.output
    (found,) = json.loads(done.output)["files"][0]["claims"]
    return found  # type: ignore[no-any-return]


# ---- negative budgets: two equal rows are too far apart --------------------------------------

ONE_GAUSS = "program P(x : private int) : real { z :=$ Gauss(1); return x + z; }"
OPEN_NOISE = """
program P(x : private int, eps : real) : int
  requires eps > 0;
  requires 0 <= x <= 1;
{ z :=$ DiscreteLaplace(1/eps); return x + z; }
"""


@pytest.mark.parametrize(("delta", "status"), [("1/10", "violated"), ("64/100", "loose")])
def test_equal_gaussians_at_a_negative_epsilon(delta: str, status: str) -> None:
    """The whole line has probability 1 on both sides, and 1 - exp(-1) is missing."""
    (check,) = claim_of(ONE_GAUSS, f"P satisfies dp(-1, {delta}) when within(x, 0) check x in 0..1")["checks"]
    assert check["status"] == status
    assert check["delta"]["low"] <= 1 - math.exp(-1) <= check["delta"]["high"]


def test_equal_gaussians_at_other_epsilons() -> None:
    for eps in ("0", "1"):
        (check,) = claim_of(ONE_GAUSS, f"P satisfies dp({eps}) when within(x, 0) check x in 0..1")["checks"]
        assert check["delta"]["exact"] == "0"
        assert check["status"] == ("tight" if eps == "0" else "loose")


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ("-eps", "violated for every eps > 0"),
        ("-eps, 1/10", "violated for eps > ln(10/9) only"),
        ("eps - 1", "violated for eps < 1 only"),
        ("eps, 1/10", "holds for every eps > 0"),
    ],
)
def test_equal_inputs_for_every_eps(budget: str, said: str) -> None:
    (check,) = claim_of(OPEN_NOISE, f"P satisfies dp({budget}) when within(x, 0) check x in 0..1")["checks"]
    assert said in json.dumps(check)


# ---- events on a line in the plane -----------------------------------------------------------


def plane(noise: str, other: str) -> str:
    return f"""
    program P(x : private bool) : (real, real) {{
      z :=$ {noise};
      w :=$ {noise};
      return if x then (z, w) else {other};
    }}
    """


@pytest.mark.parametrize(
    ("other", "event"),
    [
        ("(z, z)", "res.1 = res.0"),
        ("(z, 1/2 - 2*z)", "res.1 = -2*res.0 + 1/2"),
        ("(z - 1, z + 2)", "res.1 = res.0 + 3"),
    ],
)
def test_a_line_is_said_to_be_one(other: str, event: str) -> None:
    """`(any, any)` would have probability 1 in both runs."""
    witness = claim_of(plane("Laplace(1)", other), "P satisfies dp(1) when any")["witness"]
    assert witness["probabilities"] == ["1", "0"]
    (said,) = witness["event"]
    assert said.split(", other than")[0] == event


def test_lines_and_planes_are_cut_alike() -> None:
    """A square on the diagonal has a probability under two draws as well: it is no event of one run alone."""
    witness = claim_of(plane("Gauss(1)", "(z, z)"), "P satisfies dp(1) when any")["witness"]
    (event,) = witness["event"]
    first, second = [[Fraction(end) for end in part.split(" to ")] for part in event.strip("()").split(", ")]

    def mass(low: Fraction, high: Fraction) -> float:
        return (math.erf(high / math.sqrt(2)) - math.erf(low / math.sqrt(2))) / 2

    two_draws = mass(*first) * mass(*second)
    common = (max(first[0], second[0]), min(first[1], second[1]))
    one_draw = mass(*common) if common[0] < common[1] else 0.0
    true = {"true": two_draws, "false": one_draw}
    least, most = [float(Fraction(p)) for p in witness["probabilities"]]
    assert least <= true[witness["inputs"][0]["x"]]
    assert true[witness["inputs"][1]["x"]] <= most


# ---- numbers inside of intervals -------------------------------------------------------------


def test_a_number_with_a_probability_of_its_own_is_no_part_of_an_interval() -> None:
    """Run 2 shows 0 with probability 3/4, which lies in the interval that run 1 is caught with."""
    program = """
    program P(x : private bool) : real {
      b :=$ Flip(1/2);
      w :=$ Gauss(1);
      z :=$ Gauss(1);
      return if b then (if x then w else 0) else (if w > z then 1 else 0);
    }
    """
    witness = claim_of(program, "P satisfies dp(3) when any")["witness"]
    assert witness["inputs"][1]["x"] == "false"
    assert Fraction(witness["probabilities"][1]) < Fraction(1, 100)
    assert witness["event"] == ["-1/4 to 0, other than 0"]


def test_what_lies_in_an_interval_without_being_of_it() -> None:
    box = ("true", Span(Fraction(0), Fraction(1)), Span(None, Fraction(3)))
    line = ("true", Span(Fraction(1, 2), Fraction(2)), Fraction(3))
    point = ("true", Fraction(1), Fraction(-7))
    outside = [("true", Fraction(0), Fraction(1)), ("false", *point[1:]), ("true", Fraction(1), Fraction(4)), point[1:]]
    other_kind = ("true", "false", Fraction(1))
    assert apart([box], [box, line, point, other_kind, *outside]) == {line, point}
    assert other_than(box, []) == ""
    assert other_than((Span(None, None),), [(Fraction(n),) for n in (1, 2)]) == ", other than 1, 2"
    assert other_than((Span(None, None),), [(Fraction(n),) for n in range(9)]).endswith("a probability of its own")


# ---- a real here, an integer there -----------------------------------------------------------


@pytest.mark.parametrize("noise", ["DiscreteLaplace(1)", "DiscreteGauss(1)", "Geometric(1/2)"])
@pytest.mark.parametrize("result", ["if x then z else n", "if x then n else z"])
def test_a_real_or_an_integer_in_one_place(noise: str, result: str) -> None:
    """Continuous noise is no integer: the two runs have nothing in common."""
    program = f"program P(x : private bool) : real {{ z :=$ Laplace(1); n :=$ {noise}; return {result}; }}"
    found = claim_of(program, "P satisfies dp(1, 9/10) when any check")
    assert found["verdict"] == "refuted"
    (check,) = found["checks"]
    assert check["delta"]["low"] > 0.99


def test_a_real_or_an_integer_in_one_run() -> None:
    """Half of the mass is on 0 and 1 in both runs, the other half is real in one and at 0 and 1 in the other."""
    program = """
    program P(x : private bool) : real {
      z :=$ Laplace(1);
      n :=$ Uniform(0..1);
      return if z <= 0 then n else if x then z else n;
    }
    """
    assert claim_of(program, "P satisfies dp(1, 1/2) when any check")["verdict"] == "unknown"
    assert claim_of(program, "P satisfies dp(1, 49/100) when any check")["verdict"] == "refuted"
