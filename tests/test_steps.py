"""Limits are counted in steps; a time limit is there only if it is asked for, and then it is named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.checks.laboratory import Effort, Laboratory
from prhl.frontends.cli import main
from prhl.report.as_json import claim_json
from prhl.report.as_text import as_text
from prhl.semantics.limits import Clock, Exploded, Limits, Meter, OutOfSteps
from prhl.solvers import Limits as SolverLimits
from prhl.source import Source

NOISE = """
program P(x : private int) : int {
  s := x;
  for i in 0 .. 6 { z :=$ Truncate(DiscreteLaplace(1), -3, 3); s := s + z; }
  return s;
}
claim private : P satisfies dp(9) when within(x, 1) check x in 0..1 expect unknown;
"""
LONG_AGO = -1.0  # a time limit that is over, on every machine


def test_a_meter_counts_up_to_its_limit() -> None:
    meter = Meter(10)
    meter.spend(6)
    meter.spend(4)
    with pytest.raises(OutOfSteps):
        meter.spend(1)


def test_without_a_limit_no_clock_strikes() -> None:
    clock = Clock()
    clock.look()
    assert not clock.struck
    assert Limits().seconds is None
    assert SolverLimits().seconds is None


def test_a_clock_that_strikes_says_so() -> None:
    clock = Clock(LONG_AGO)
    with pytest.raises(Exploded, match="time limit") as stopped:
        clock.look()
    assert stopped.value.stopped == "time"
    assert clock.struck


@pytest.mark.parametrize(("limits", "stopped"), [(Limits(steps=20), "steps"), (Limits(seconds=LONG_AGO), "time")])
def test_what_cut_an_instance_short_is_named(limits: Limits, stopped: str) -> None:
    report = pipeline.verify(Source("a.wl", NOISE), Effort(limits), search=None)
    (claim,) = [claim_json(report.source, one) for one in report.claims]
    assert claim["stopped"] == stopped
    assert claim["checks"][0]["stopped"] == stopped
    assert claim["checks"][0]["status"] == "not enumerable"
    told = as_text(report)
    assert ("a time limit cut this short" in told) == (stopped == "time")
    assert ("more than 20 steps" in told) == (stopped == "steps")


def test_rows_that_leave_too_few_steps_for_their_comparison_are_said_to() -> None:
    """Four pairs are not too many: the steps are used up."""
    text = """
    program P(x : private int) : int { z :=$ Uniform(0..99); return x + z; }
    claim c : P satisfies dp(1, 1) when within(x, 1) check x in 0..1;
    """
    file = pipeline.load(Source("a.wl", text))
    (whole,) = Laboratory(file).checks(file.claims[0])
    limits = Limits(steps=whole.steps + 10)
    (result,) = Laboratory(file, Effort(limits)).checks(file.claims[0])
    assert result.stopped == "steps"
    assert result.reason.startswith("comparing 4 pairs of rows takes 4,000 steps, and 10 are left")


def test_what_is_within_its_limits_was_not_stopped() -> None:
    report = pipeline.verify(Source("a.wl", NOISE), search=None)
    (claim,) = [claim_json(report.source, one) for one in report.claims]
    assert claim["stopped"] is None
    assert "stopped" not in claim["checks"][0]


def test_an_obligation_that_ran_out_of_steps_says_so() -> None:
    text = (Path(__file__).parent.parent / "examples" / "mechanisms" / "svt.wl").read_text(encoding="utf-8")
    report = pipeline.verify(Source("a.wl", text), limits=SolverLimits(rlimit=1), search=None)
    claim = claim_json(report.source, report.claims[0])
    assert claim["stopped"] == "steps"
    assert "steps" in [one["stopped"] for one in claim["obligations"]]


@pytest.mark.parametrize("asked", ["-1", "many", "2.5", "0s", "-3s", "nans", "s", ""])
def test_a_budget_is_a_number_of_pairs_or_a_time_limit(asked: str, tmp_path: Path) -> None:
    file = tmp_path / "a.wl"
    file.write_text(NOISE, encoding="utf-8")
    for command in ("verify", "refute"):
        result = CliRunner().invoke(main, [command, "--budget", asked, str(file)])
        assert result.exit_code == 2, (command, result.output)
        assert "such as 200" in result.output


@pytest.mark.search
def test_pairs_are_what_a_budget_counts(tmp_path: Path) -> None:
    file = tmp_path / "a.wl"
    text = "program P(x : private int) : int { z :=$ DiscreteLaplace(1); return x + z; } "
    file.write_text(text + "claim private : P satisfies dp(2) when within(x, 1) expect unknown;", encoding="utf-8")

    def searched(asked: str) -> dict[str, object] | None:
        result = CliRunner().invoke(main, ["verify", "--no-find", "--format", "json", "--budget", asked, str(file)])
        claim = json.loads(result.stdout)["files"][0]["claims"][0]
        return claim.get("search")  # type: ignore[no-any-return]

    found = searched("7")
    assert found is not None
    assert (found["pairs"], found["stopped"]) == (7, "steps")
    assert searched("0") is None


MANY = """
program P(x : private int) : bool
{
  b :=$ Flip(1/(2 + x));
  return b;
}
"""


@pytest.mark.parametrize(
    ("claim", "few"),
    [
        ("P satisfies dp(9) when (x{1} - x{2})^2 <= 1", 150_000),
        ("P ~ P : x{1}^2 = x{2}^2 ==> res{1} = res{2}", 150_000),
        ("P satisfies dp(9) when any", 10_000),
    ],
)
def test_pairs_of_inputs_are_counted(claim: str, few: int) -> None:
    """200 inputs are 40,000 pairs that a relation is tried on, unless it is one that makes its pairs; their rows alone
    take 12,000 steps or less."""
    file = pipeline.load(Source("p.wl", f"{MANY}claim c : {claim} check x in 0..199;"))
    (found,) = Laboratory(file, Effort(Limits(steps=few))).checks(file.claims[0])
    assert (found.status, found.stopped) == ("not enumerable", "steps")
    assert "all pairs" in found.reason
    (found,) = Laboratory(file, Effort(Limits(steps=2_000_000))).checks(file.claims[0])
    assert found.stopped is None


def test_a_relation_is_not_tried_on_billions_of_pairs() -> None:
    file = pipeline.load(
        Source("p.wl", f"{MANY}claim c : P satisfies dp(9) when (x{{1}} - x{{2}})^2 <= 1 check x in 0..9999;")
    )
    (found,) = Laboratory(file).checks(file.claims[0])
    assert (found.status, found.stopped) == ("not enumerable", "steps")
