"""`prhl budget`: where the budget goes, and what is left of it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from prhl.frontends.cli import main

ROOT = Path(__file__).parent.parent

TEXT = """program Half(x : private int, eps : real) : real requires eps > 0; {
  z :=$ Laplace(2/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program Two(x : private int, eps : real) : (real, real) requires eps > 0; {
  a :=$ Half(x, eps) couple by half;
  z :=$ Laplace(4/eps) couple z{2} = z{1} + x{1} - x{2};
  return (a, x + z);
}

program Bell(x : private int) : real {
  z :=$ Gauss(4) couple z{2} = z{1} + x{1} - x{2} cost 1/2;
  return x + z;
}

program Rounds(x : private int, n : int, eps : real) : list[real] requires eps > 0; requires n >= 1; {
  r := [];
  for i in 0 .. n
    invariant ={r} && cost = i{1}*eps;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2} cost eps;
    r := r ++ [x + z];
  }
  return r;
}

program Coin(x : private bool) : bool {
  y :=$ Flip(3/4) couple y{2} = (if x{1} = x{2} then y{1} else !y{1});
  return if y then x else !x;
}

program Parts(x : private int, y : private int, eps : real) : (real, real) requires eps > 0; {
  a :=$ Half(x, 2*eps) couple by half;
  b :=$ Half(y, 2*eps) couple by half;
  return (a, b);
}

claim half : Half satisfies dp(eps/2) when within(x, 1);
claim two : Two satisfies dp(eps) when within(x, 1);
claim bell : Bell satisfies dp(1, 1/10) when within(x, 1);
claim rounds : Rounds satisfies dp(n*eps) when within(x, 1);
claim short : Half satisfies dp(eps/4) when within(x, 1) expect unknown;
claim coin : Coin satisfies dp(2*ln(3)) when any check;
claim apart : Parts satisfies dp(eps) when within(x, 1) && y{1} = y{2} || x{1} = x{2} && within(y, 1);
claim pad : Coin ~ Coin : x{1} = x{2} ==> res{1} = res{2};
"""


def run(*options: str, text: str = TEXT) -> Result:
    return CliRunner().invoke(main, ["budget", "-", *options], input=text)


def account(claim: str) -> dict[str, object]:
    done = run("--claim", claim, "--format", "json")
    found = json.loads(done.output)["claims"]
    assert len(found) == 1
    return found[0]  # type: ignore[no-any-return]


def parts(claim: str) -> list[tuple[object, ...]]:
    charges = account(claim)["charges"]
    assert isinstance(charges, list)
    return [(c["line"], c["depth"], c["ghost"], c["part"]) for c in charges]


def test_a_draw_that_takes_all() -> None:
    assert parts("half") == [(2, 0, "cost", "1")]
    assert account("half")["spent"] == {"cost": "1"}


def test_a_call_and_a_draw_and_what_is_left() -> None:
    assert parts("two") == [(7, 0, "cost", "1/2"), (8, 0, "cost", "1/4")]
    assert account("two")["spent"] == {"cost": "3/4"}
    done = run("--claim", "two")
    assert "epsilon: at most 3/4 of it is spent, 1/4 is left" in done.output
    assert "a call charges the budget of the claim that it cites" in done.output
    assert done.exit_code == 0


def test_delta_has_its_own_rows() -> None:
    assert parts("bell") == [(13, 0, "cost", "1/2"), (13, 0, "slack", "1/12")]
    assert account("bell")["spent"] == {"cost": "1/2", "slack": "1/12"}


def test_a_loop_as_a_whole_and_each_round() -> None:
    assert parts("rounds") == [(19, 0, "cost", "1"), (22, 1, "cost", None)]
    assert "each time" in run("--claim", "rounds").output


def test_more_than_the_budget() -> None:
    """No part of it is enough, and the status says that the claim is not proved."""
    assert parts("short") == [(2, 0, "cost", None)]
    assert account("short")["spent"] == {"cost": None}
    done = run("--claim", "short")
    assert done.exit_code == 1
    assert "not proved (1 obligation not shown)" in done.output


def test_measured_beside_it() -> None:
    found = account("coin")
    assert found["spent"] == {"cost": "1/2"}
    assert found["measured"] == [{"instance": {}, "epsilon": {"exact": "ln(3)", "low": 1.098612, "high": 1.098613}}]


def test_a_delta_is_measured_at_the_claimed_epsilon() -> None:
    text = TEXT.replace("dp(1, 1/10) when within(x, 1)", "dp(1, 1/10) when within(x, 1) check x in 0..1")
    (claim,) = json.loads(run("--claim", "bell", "--format", "json", text=text).output)["claims"]
    (found,) = claim["measured"]
    assert found["epsilon"]["exact"] == "inf"
    assert 0.000002924 < found["delta"]["low"] < found["delta"]["high"] < 0.000002925
    assert "smallest epsilon infinite, at the claimed one delta between" in run("--claim", "bell", text=text).output


def test_claims_without_a_budget_are_left_out() -> None:
    names = [claim["name"] for claim in json.loads(run("--format", "json").output)["claims"]]
    assert names == ["half", "two", "bell", "rounds", "short", "coin", "apart"]
    done = run("--claim", "pad")
    assert done.exit_code == 2
    assert "has a budget" in done.output


def test_wrong_names() -> None:
    done = run("--claim", "haf")
    assert done.exit_code == 2
    assert "half" in done.output


def test_lines_that_do_not_charge_together(tmp_path: Path) -> None:
    assert [part for *_, part in parts("apart")] == ["1", "1"]
    assert account("apart")["spent"] == {"cost": "1"}
    assert "together the lines charge less than their parts add up to" in run("--claim", "apart").output
    assert "add up to" not in run("--claim", "two").output
    run("--claim", "apart", "--format", "svg", "--out", str(tmp_path / "b.svg"))
    starts = re.findall(r'class="part" x="([^"]*)"', (tmp_path / "b.svg").read_text(encoding="ascii"))
    assert len(starts) == 2
    assert len(set(starts)) == 1


@pytest.mark.parametrize("claim", ["two", "bell", "rounds", "short", "coin", "apart"])
def test_pictures_are_drawn_for_every_shape(claim: str, tmp_path: Path) -> None:
    out = tmp_path / "b.svg"
    run("--claim", claim, "--format", "svg", "--out", str(out))
    text = out.read_text(encoding="ascii")
    assert text.startswith("<?xml")
    assert text.count('class="part"') == len([p for p in parts(claim) if p[1] == 0 and p[3] is not None])


def test_the_shipped_picture() -> None:
    shipped = (ROOT / "docs/pictures/budget.svg").read_text(encoding="ascii")
    done = CliRunner().invoke(main, ["budget", str(ROOT / "examples/course/privacy_budget.wl"), "--format", "svg"])
    assert done.output == shipped
