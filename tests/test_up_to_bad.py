"""Couplings up to bad: the event is paid for in run 1, with the rest that is left over; nothing is forgotten."""

from fractions import Fraction
from math import erfc, exp, sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.numbers import ln, tails
from prhl.source import Source
from tests.test_slack import verdict, verdicts

ENDS = [Fraction(-3), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(2)]
EXAMPLE = "examples/mechanisms/up_to_bad.wl"


# ---- tails, against sums and functions in floats ----------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(2)])
def test_tails_on_the_reals(end: Fraction, scale: Fraction) -> None:
    t, b = float(end), float(scale)
    laplace = exp(-t / b) / 2 if t >= 0 else 1 - exp(t / b) / 2
    found = float(tails.laplace(end, scale))
    assert found >= laplace - 1e-12
    assert end < 0 or found == pytest.approx(laplace)
    assert float(tails.gauss(end, scale)) == pytest.approx(erfc(t / b / sqrt(2)) / 2)
    above = exp(-max(t, 0) / b)
    assert float(tails.exponential(end, scale, upper=True)) == pytest.approx(above)
    assert float(tails.exponential(end, scale, upper=False)) == pytest.approx(1 - above)


@pytest.mark.parametrize("first", [-4, -1, 0, 1, 5])
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(2)])
def test_tails_on_the_integers(first: int, scale: Fraction) -> None:
    reach, b = range(-200, 201), float(scale)
    weights = {x: exp(-abs(x) / b) for x in reach}
    laplace = sum([w for x, w in weights.items() if x >= first]) / sum(weights.values())
    found = float(tails.discrete_laplace(first, scale))
    assert found >= laplace - 1e-12
    assert first < 0 or found == pytest.approx(laplace)
    weights = {x: exp(-x * x / (2 * b * b)) for x in reach}
    gauss = sum([w for x, w in weights.items() if x >= first]) / sum(weights.values())
    assert float(tails.discrete_gauss(first, scale)) == pytest.approx(gauss)


@pytest.mark.parametrize("first", [-1, 0, 1, 4])
def test_tails_of_geometric_noise(first: int) -> None:
    rest = Fraction(2, 3) ** max(first, 0)
    assert tails.geometric(first, Fraction(1, 3), upper=True) == rest
    assert tails.geometric(first, Fraction(1, 3), upper=False) == 1 - rest


def test_rational_tails_are_exact() -> None:
    assert tails.discrete_laplace(3, 1 / ln(2)) == Fraction(1, 12)


# ---- one draw of each family: enough, and a little too little ---------------------------------

DRAWS = [
    ("int", "DiscreteLaplace(1/ln(2))", "|z{1}| >= 3", "1/6", "1/6 - 1/10^9"),
    ("int", "DiscreteLaplace(1/ln(2), 4)", "z{1} > 5 || z{1} <= 2", "1/3", "1/3 - 1/10^9"),
    ("int", "DiscreteLaplace(1/ln(2))", "z{1} > 2.5", "1/12", "1/13"),
    ("int", "DiscreteLaplace(1/ln(2))", "!(z{1} < 3)", "1/12", "1/13"),
    ("int", "DiscreteLaplace(1/ln(2))", "!(z{1} < 3 && z{1} > -3)", "1/6", "1/7"),
    ("int", "DiscreteGauss(2)", "z{1} >= 4", "0.0385", "0.0384"),
    ("real", "Laplace(1)", "z{1} > 5", "exp(-5)/2", "exp(-5)/2 - 1/10^9"),
    ("real", "Laplace(1)", "5 < z{1}", "0.00337", "0.00336"),
    ("real", "Laplace(1, 2)", "z{1} - 2 <= -5", "exp(-5)/2", "exp(-5)/2.001"),
    ("real", "Gauss(2)", "|z{1}| > 4", "0.0456", "0.0455"),
    ("real", "Exponential(2)", "z{1} > 4", "exp(-2)", "exp(-2) - 1/10^9"),
    ("real", "Exponential(2)", "z{1} <= 1", "0.3935", "0.3934"),
    ("int", "Geometric(1/3)", "z{1} >= 2", "4/9", "4/10"),
    ("int", "Geometric(1/3)", "z{1} < 2", "5/9", "5/10"),
    ("int", "Truncate(DiscreteLaplace(1/ln(2)), -3, 3)", "|z{1}| = 3", "1/11", "1/12"),
    ("int", "Uniform(0..9)", "z{1} mod 3 = 1", "3/10", "2/10"),
    ("bool", "Flip(1/8)", "z{1}", "1/8", "1/9"),
    ("int", "Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})", "z{1} > 0", "1/2", "1/3"),
]  # fmt: skip


def told(type_: str, noise: str, bad: str, slack: str) -> str:
    """The secret is released where something bad is drawn, and nothing else."""
    here = bad.replace("{1}", "")
    return f"""
program Tells(x : private int) : int {{
  z :=$ {noise} couple z{{2}} = z{{1}} cost 0 except {bad} slack {slack};
  return if {here} then x else 0;
}}
claim told : Tells satisfies dp(0, {slack}) when any;
"""


@pytest.mark.parametrize(("type_", "noise", "bad", "slack", "less"), DRAWS)
def test_one_draw(type_: str, noise: str, bad: str, slack: str, less: str) -> None:
    assert verdict(told(type_, noise, bad, slack)) == "proved"
    assert verdict(told(type_, noise, bad, less)) != "proved"


@pytest.mark.parametrize(
    ("noise", "bad"),
    [("Laplace(1)", "floor(z{1}) mod 2 = 0"), ("Laplace(1)", "2*z{1} > 3"), ("Clamp(Laplace(1), -3, 3)", "z{1} > 2")],
)
def test_events_without_a_price(noise: str, bad: str) -> None:
    found = next(iter(verdicts(told("real", noise, bad, "1/2")).values()))
    assert found["verdict"] == "unknown"
    assert "no-price" in {one["code"] for one in found["obligations"]}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("slack", "found"), [("1/5", True), ("3/20", False)])
def test_the_rest_is_paid_for_too(slack: str, found: bool) -> None:
    """9 is excepted, and 0 falls off the end."""
    text = f"""
program Moves(x : private int) : int {{
  z :=$ Uniform(0..9) couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost 0 except z{{1}} = 9 slack {slack};
  return if z = 9 then 0 else x + z;
}}
claim near : Moves ~ Moves : x{{1}} = x{{2}} - 1 ==> res{{1}} = res{{2}} within (0, {slack});
"""
    assert (verdict(text) == "proved") == found


def test_a_condition_on_the_state_before() -> None:
    text = """
program Sometimes(x : private int, careful : bool) : int {
  b :=$ Flip(1/8) couple b{2} = b{1} cost 0 except b{1} && !careful slack (if careful then 0 else 1/8);
  return if b && !careful then x else 0;
}
claim told : Sometimes satisfies dp(0, if careful then 0 else 1/8) when any;
"""
    assert verdict(text) == "proved"


def test_without_a_slack_the_smallest_number_is_charged() -> None:
    assert verdict(told("bool", "Flip(1/8)", "z{1}", "1/8").replace(" slack 1/8", "")) == "proved"
    assert verdict(told("bool", "Flip(1/8)", "z{1}", "1/9").replace(" slack 1/9", "")) != "proved"


def test_a_hole_tells_the_smallest_slack() -> None:
    text = told("int", "DiscreteLaplace(1/ln(2))", "z{1} >= 3", "?").replace("dp(0, ?)", "dp(0, 1)")
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert "`slack 1/12` is enough" in done.output


def test_no_delta_no_except() -> None:
    for notion in ("zcdp(1)", "rdp(2, 1)"):
        text = told("bool", "Flip(1/8)", "z{1}", "1/8").replace("dp(0, 1/8)", notion)
        assert verdict(text) == "unknown"


def test_two_bad_events_add_up() -> None:
    text = """
program Twice(x : private int) : (int, int) {
  a :=$ Flip(1/8) couple a{2} = a{1} cost 0 except a{1} slack 1/8;
  b :=$ Flip(1/4) couple b{2} = b{1} cost 0 except b{1} slack 1/4;
  return (if a then x else 0, if b then x else 0);
}
claim three : Twice satisfies dp(0, 3/8) when any;
claim two : Twice satisfies dp(0, 1/4) when any check x in {0, 1};
"""
    found = verdicts(text)
    assert (found["three"]["verdict"], found["two"]["verdict"]) == ("proved", "refuted")


def test_a_block_has_no_exceptions() -> None:
    text = "program P() : bool { joint { x :=$ Flip(1/2); } couple x{2} = x{1} except x{1} slack 1; return x; }\n"
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert done.exit_code == 2
    assert "joint-couple" in done.output


def test_it_can_be_read_and_written() -> None:
    text = told("int", "Uniform(0..9)", "z{1} = 9", "1/10")
    once = pipeline.reformat(Source("a.wl", text))
    assert "cost 0 except z{1} = 9 slack 1/10" in once
    assert pipeline.reformat(Source("a.wl", once)) == once


def test_the_proof_is_told_with_its_exception(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["verify", "--explain", EXAMPLE])
    assert done.exit_code == 0
    assert "by up-to-bad: bad :=$ Flip(p)" in done.output
    line = Path(EXAMPLE).read_text(encoding="utf-8").splitlines().index("  if (bad) {") + 1
    assert "not excepted: bad{1}" in CliRunner().invoke(main, ["goals", f"{EXAMPLE}:{line}"]).output
    assert CliRunner().invoke(main, ["verify", "--dump-smt", str(tmp_path), EXAMPLE]).exit_code == 0
    assert list(tmp_path.rglob("*.smt2"))
    assert "up-to-bad" in CliRunner().invoke(main, ["explain", "up-to-bad"]).output
