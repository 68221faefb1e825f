"""Infinite support, discrete twins and divergences, as `prhl verify` and `prhl channel` show them."""

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main


def verify(text: str, *options: str) -> dict[str, Any]:
    """The claims of a text by name."""
    done = CliRunner().invoke(main, ["verify", "--no-find", "--format", "json", *options, "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


def said(text: str, *options: str) -> str:
    return CliRunner().invoke(main, ["verify", "--no-find", *options, "-"], input=text).output


LAPLACE = """
program Lap(c : private int) : int { z :=$ DiscreteLaplace(3); return c + z; }
claim third : Lap satisfies dp(1/3) when within(c, 1) check c in 0..1;
claim quarter : Lap satisfies dp(1/4) when within(c, 1) check c in 0..1;
claim some : Lap satisfies dp(1/4, 1/20) when within(c, 1) check c in 0..1;
"""


def test_the_tails_of_geometric_noise_are_columns_with_their_whole_mass() -> None:
    claims = verify(LAPLACE)
    third, quarter, some = [claims[name]["checks"][0] for name in ("third", "quarter", "some")]
    assert third["epsilon"]["exact"] == "1/3"
    assert third["status"] == "tight"
    assert third["delta"] == {"exact": "0", "low": 0, "high": 0}
    assert quarter["status"] == "violated"
    assert quarter["delta"]["exact"] == "(1 - exp(-1/12))/(1 + exp(-1/3))"
    assert some["status"] == "loose"
    witness = claims["quarter"]["witness"]
    assert claims["quarter"]["verdict"] == "refuted"
    assert witness["event"] == ["<= -1"]
    assert witness["probabilities"] == ["exp(-1/3)/(1 + exp(-1/3))", "exp(-2/3)/(1 + exp(-1/3))"]
    assert witness["ratio"] == "exp(1/3)"


GAUSS = """
program Bell(x : private bool) : int { z :=$ DiscreteGauss(2); return (if x then 1 else 0) + z; }
claim holds : Bell satisfies dp(1, 0.00725) when any check;
claim fails : Bell satisfies dp(1, 0.00724) when any check;
claim pure : Bell satisfies dp(20) when any check;
claim moments : Bell satisfies rdp(2, 1/4) when any check;
"""


def test_gaussian_noise_has_a_bracket_for_delta_and_no_epsilon() -> None:
    claims = verify(GAUSS)
    check = claims["holds"]["checks"][0]
    assert check["epsilon"] == {"exact": "inf", "low": None, "high": None}
    assert check["delta"]["exact"] is None
    assert 0.0072487 < check["delta"]["low"] < check["delta"]["high"] < 0.0072488
    assert check["delta"]["high"] - check["delta"]["low"] < 1e-8
    assert (claims["holds"]["verdict"], claims["holds"]["by"]) == ("proved", "enumeration")
    assert claims["fails"]["verdict"] == "refuted"
    assert claims["fails"]["witness"]["bounds"] is True
    assert claims["pure"]["checks"][0]["status"] == "violated"  # by an event that is too far out to be listed
    assert claims["pure"]["verdict"] == "unknown"
    assert claims["moments"]["checks"][0]["status"] == "tight"
    assert claims["moments"]["checks"][0]["renyi"]["exact"] == "1/4"


def test_what_lies_outside_a_window_decides_nothing() -> None:
    """In the window every run ends; outside, where nobody looks, none does."""
    for noise in ("DiscreteGauss(1)", "DiscreteLaplace(1)", "Geometric(1/2)"):
        text = f"""
program P(x : private bool) : int {{
  n :=$ {noise};
  while (n > 200) {{ skip; }}
  return if x then n + 1 else n;
}}
claim c : P satisfies dp(10, 1/2) when any check;
"""
        claim = verify(text)["c"]
        assert claim["verdict"] == "unknown", noise
        assert claim["checks"][0]["status"] in ("loose", "undecided")


SEVERAL = """
program P(x : private int) : int { a :=$ DiscreteLaplace(2); b :=$ DiscreteLaplace(2); return x + SHOWN; }
claim c : P satisfies dp(1/2) when within(x, 1) check x in 0..1;
claim d : P satisfies dp(2/5) when within(x, 1) check x in 0..1;
"""


def test_sums_of_infinite_noise_have_a_closed_form() -> None:
    claims = verify(SEVERAL.replace("SHOWN", "a + b"))
    check = claims["c"]["checks"][0]
    assert check["status"] == "tight"
    assert check["epsilon"]["exact"] == "1/2"
    assert claims["d"]["verdict"] == "refuted"


def test_products_of_infinite_noise_are_seen_through_a_window() -> None:
    check = verify(SEVERAL.replace("SHOWN", "a*b"))["c"]["checks"][0]
    assert check["epsilon"]["exact"] is None
    assert check["epsilon"]["high"] is None


def test_an_instance_without_a_closed_form_spoils_no_other() -> None:
    """The product of two draws has none, their release has: in whichever order they are asked for."""
    text = """
    program P(x : private int, n : int) : int {
      z :=$ DiscreteLaplace(1);
      r := x + z;
      if (n = 2) { w :=$ DiscreteLaplace(1); r := z * w; }
      return r;
    }
    claim c : P satisfies dp(1) when within(x, 1) check x in {0, 1}, n in {%s};
    """
    for order in ("1, 2", "2, 1"):
        checks = {check["instance"]["n"]: check for check in verify(text % order)["c"]["checks"]}
        assert checks["1"]["status"] == "tight"
        assert checks["1"]["epsilon"]["exact"] == "1"
        assert checks["2"]["status"] == "undecided"


def test_large_ranges_stay_short() -> None:
    text = """
program P(c : private int) : int { z :=$ Clamp(DiscreteLaplace(3), -100000, 100000); return c + z; }
claim c : P satisfies dp(1/3, 1/1000) when within(c, 1) check c in 0..1;
"""
    check = verify(text)["c"]["checks"][0]
    assert check["status"] == "loose"
    assert check["epsilon"]["exact"] == "inf"
    assert 0 < check["delta"]["high"] < 1e-300
    shown = CliRunner().invoke(main, ["channel", "--format", "json", "-"], input=text)
    found = json.loads(shown.output)["channels"][0]
    assert found["outputs"] == ["-100000", "-99999", "-99998..-1", "0", "1..99999", "100000", "100001"]


# ---- discrete twins --------------------------------------------------------------------------

CONTINUOUS = """
program Lap(f : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + f{1} - f{2};
  return f + z;
}
claim whole : Lap satisfies dp(eps) when within(f, 1) check f in 0..1, eps = 1/2;
claim half : Lap satisfies dp(eps/2) when within(f, 1) check f in 0..1, eps = 1/2 expect unknown;
program Away(x : private bool) : real { z :=$ Gauss(1, if x then 1/2 else 0); y :=$ Exponential(2); return z + y; }
claim away : Away satisfies dp(1, 1/2) when any check expect unknown;
"""


def test_continuous_noise_has_closed_forms_or_bounds() -> None:
    claims = verify(CONTINUOUS)
    found = {name: (claim["checks"][0]["status"], claim["checks"][0]["kind"]) for name, claim in claims.items()}
    assert found == {
        "whole": ("tight", "closed form"),
        "half": ("violated", "closed form"),
        "away": ("undecided", "certified bounds"),
    }
    assert claims["whole"]["verdict"] == "proved"
    assert claims["away"]["verdict"] == "unknown"
    for claim in claims.values():
        assert "twin" not in claim["checks"][0]


def test_a_twin_is_labelled_and_decides_nothing() -> None:
    claims = verify(CONTINUOUS, "--twin")
    assert claims["whole"]["verdict"] == "proved"
    assert claims["whole"]["by"] == "coupling"
    assert claims["whole"]["checks"][0]["status"] == "tight"
    assert claims["half"]["checks"][0]["status"] == "violated"
    assert claims["half"]["verdict"] == "unknown"
    assert claims["half"]["witness"] is None
    assert claims["away"]["verdict"] == "unknown"  # its inputs are finitely many, and yet it is not decided
    for claim in claims.values():
        assert claim["checks"][0]["twin"] is True
    text = said(CONTINUOUS, "--twin")
    assert text.count("(discrete twin): ") == 3
    assert "tight at" not in text


ATTACKED = """program P(x : private int, eps : real) : real requires eps > 0; { z :=$ Laplace(1/eps, x); return z; }
claim half : P satisfies dp(eps/2) when within(x, 1) check x in 0..1, eps = 1;
"""


@pytest.mark.search
def test_an_attack_is_computed_again_by_the_program_and_not_by_its_twin() -> None:
    """The search looks at the program itself, whatever is measured on the instances: -1 or less has probability
    exp(-1)/2 there, and another one in the twin."""
    found = verify(ATTACKED, "--twin", "--budget", "20")["half"]
    assert found["verdict"] == verify(ATTACKED, "--budget", "20")["half"]["verdict"] == "refuted"
    assert found["checks"][0]["twin"] is True


AROUND_ITSELF = """program P(x : private int) : real {
  c := x + 0.0;
  c :=$ Laplace(1, c);
  return c;
}
claim one : P satisfies dp(1) when within(x, 1) check x in 0..1;
"""


def test_a_twin_around_the_old_value_of_what_is_drawn() -> None:
    """The location is added after the draw, and is what it was before it: else the twin would show twice the noise."""
    assert verify(AROUND_ITSELF, "--twin")["one"]["checks"][0]["epsilon"]["exact"] == "1"


@pytest.mark.parametrize("form", ["text", "json", "csv", "svg"])
def test_a_twin_is_labelled_in_every_picture_of_it(form: str) -> None:
    done = CliRunner().invoke(main, ["channel", "--twin", "--program", "Lap", "--format", form, "-"], input=CONTINUOUS)
    assert done.exit_code == 0, done.output
    assert '"twin": true' in done.output if form == "json" else "(discrete twin)" in done.output
    itself = CliRunner().invoke(main, ["channel", "--program", "Lap", "--format", form, "-"], input=CONTINUOUS)
    assert itself.exit_code == 0, itself.output
    assert "twin" not in itself.output


def test_programs_without_continuous_noise_have_no_twin() -> None:
    assert "twin" not in verify(LAPLACE, "--twin")["third"]["checks"][0]
    assert verify(LAPLACE, "--twin")["quarter"]["verdict"] == "refuted"


# ---- zcdp and rdp ----------------------------------------------------------------------------

RESPONSE = "program RR(x : private bool) : bool { y :=$ Flip(if x then 3/4 else 1/4); return y; }\n"


@pytest.mark.parametrize(
    ("notion", "name", "exact", "status", "verdict"),
    [
        ("rdp(2, ln(7/3))", "renyi", "ln(7/3)", "tight", "proved"),
        ("rdp(2, 0.85)", "renyi", "ln(7/3)", "loose", "proved"),
        ("rdp(2, 0.84)", "renyi", "ln(7/3)", "violated", "refuted"),
        ("rdp(3, ln(61/9)/2)", "renyi", "ln(61/9)/2", "tight", "proved"),
        ("rdp(3/2, 0.734)", "renyi", None, "loose", "proved"),
        ("rdp(3/2, 0.733)", "renyi", None, "violated", "refuted"),
        ("rdp(ln(3), 1)", None, None, "undecided", "unknown"),
        ("zcdp(ln(3)/2)", "rho", "ln(3)/2", "tight", "proved"),
        ("zcdp(0.55)", "rho", None, "loose", "proved"),
        ("zcdp(1/2)", "rho", None, "violated", "refuted"),
    ],
)
def test_divergences(notion: str, name: str | None, exact: str | None, status: str, verdict: str) -> None:
    """The rows are (3/4, 1/4) and (1/4, 3/4): sums of powers 7/3, 61/9; the limit of D/alpha at 1 is KL, ln(3)/2."""
    claim = verify(f"{RESPONSE}claim c : RR satisfies {notion} when any check;")["c"]
    check = claim["checks"][0]
    assert check["status"] == status
    assert check["epsilon"]["exact"] == "ln(3)"
    assert claim["verdict"] == verdict
    if name is None:
        assert "renyi" not in check
    else:
        assert exact is None or check[name]["exact"] == exact
        assert check[name]["low"] <= check[name]["high"]


def test_a_divergence_is_refuted_by_an_event() -> None:
    text = f"{RESPONSE}claim c : RR satisfies rdp(2, 1/2) when any;"
    witness = verify(text)["c"]["witness"]
    assert [Fraction(p) for p in witness["probabilities"]] == [Fraction(3, 4), Fraction(1, 4)]
    assert "divergence of order 2" in witness["inequality"]
    infinite = "program N(x : private bool) : bool { return x; }\nclaim c : N satisfies zcdp(100) when any;"
    assert verify(infinite)["c"]["witness"]["probabilities"] == ["1", "0"]


def test_an_excess_that_no_event_shows_is_refuted_by_several() -> None:
    """Three outputs: telling whether an event happened loses some of the divergence, here too much of it."""
    text = """
program P(x : private bool) : int {
  y :=$ Choice({0 @ if x then 1/2 else 1/6, 1 @ 1/3, 2 @ if x then 1/6 else 1/2});
  return y;
}
claim c : P satisfies rdp(2, 0.51) when any check;
"""
    # the sum of squares over masses: (1/4)/(1/6) + 1/3 + (1/36)/(1/2) = 17/9; ln(17/9) = 0.636;
    # of the best event {0}: (1/4)/(1/6) + (1/4)/(5/6) = 9/5; ln(9/5) = 0.588
    assert verify(text)["c"]["verdict"] == "refuted"
    tighter = text.replace("0.51", "0.6")
    claim = verify(tighter)["c"]
    assert claim["checks"][0]["status"] == "violated"
    assert claim["verdict"] == "refuted"
    assert claim["witness"]["event"] == ["0", "1", "2"]
    assert claim["witness"]["order"] == "2"
