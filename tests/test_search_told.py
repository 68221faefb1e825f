"""What the search for attacks says of itself: what it tried, what it could not, what stopped it."""

import json
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Laboratory
from prhl.frontends.cli import main
from prhl.report.search import search_json
from prhl.search import hunt as hunting
from prhl.search.hunt import Hunt, Hunter
from prhl.search.looking import Looker
from prhl.search.search_budget import THOROUGH, Budget
from prhl.search.space import Candidate
from prhl.semantics.limits import Limits
from prhl.source import Source

pytestmark = pytest.mark.search

SQUARE = """
program P(x : private int, B : real) : int
  requires B > 0;
{
  z :=$ DiscreteLaplace(B);
  w :=$ DiscreteLaplace(B);
  return if x + z > w * w then 1 else 0;
}
claim c : P satisfies dp(3/B) when within(x, 1);
"""
WRONG = SQUARE.replace("dp(3/B)", "dp(1/(10*B))")


def hunted(text: str, budget: Budget) -> Hunt:
    file = pipeline.load(Source("p.wl", text))
    return hunting.hunt(file.claims[0], Laboratory(file), budget)


def refuted(*options: str, text: str = SQUARE) -> Any:
    return CliRunner().invoke(main, ["refute", *options, "-"], input=text)


def test_pairs_that_cannot_be_measured_are_named_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """B = 1 and 2 need too many states: pairs at 1/2, which come between and after them, are measured all the same."""
    monkeypatch.setattr(hunting, "PAIR_STATES", 600)
    monkeypatch.setattr(hunting, "UPHILL", 0)
    measured: list[Any] = []
    look = Looker.look

    def spied(self: Looker, candidate: Candidate) -> CheckResult:
        found = look(self, candidate)
        if found.status != "not enumerable":
            measured.append(candidate.public["B"])
        return found

    monkeypatch.setattr(Looker, "look", spied)
    found = hunted(SQUARE, Budget(pairs=40))
    assert found.pairs == 40
    assert found.left_out > 0
    assert found.unmeasured > 0
    assert found.tried == len(measured) > 10
    assert not {1, 2} & set(measured)
    assert "states" in found.why_unmeasured
    told = search_json(found)
    assert (told["left_out"], told["unmeasured"]) == (found.left_out, found.unmeasured)
    assert told["stopped"] == "steps"
    assert found.extent.endswith("B 1/2, ln(2), 1/4")  # what was measured, and no more


@pytest.mark.parametrize("options", [["--budget", "40"], ["--budget", "30", "--from", "20"]])
@pytest.mark.parametrize("text", [SQUARE, WRONG])
def test_the_report_is_the_same_whatever_the_number_of_processes(
    options: list[str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunting, "PAIR_STATES", 2_000)  # so that some pairs are left out
    alone, together = [refuted(*options, "--jobs", str(jobs), text=text) for jobs in (1, 2)]
    assert alone.exit_code == together.exit_code == (0 if text is SQUARE else 1)
    assert alone.output == together.output


def test_a_budget_of_pairs() -> None:
    for pairs, said in ((0, "the budget allows no pair"), (5, "no attack among 5 pairs of inputs")):
        done = refuted("--budget", str(pairs))
        assert done.exit_code == 0
        assert said in done.output


def test_a_time_limit_that_bites_is_named() -> None:
    done = refuted("--budget", "0.01s", "--format", "json")
    claim = json.loads(done.stdout)["files"][0]["claims"][0]
    assert claim["search"]["stopped"] == claim["stopped"] == "time"
    assert "a time limit cut this short" in refuted("--budget", "0.01s").output


@pytest.mark.parametrize("budget", ["x", "-1", "0.5", "s", "nans", "infs", "-3s", ""])
def test_a_budget_that_is_none_is_refused(budget: str) -> None:
    done = refuted("--budget", budget)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_a_claim_that_says_it_is_false_is_searched_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int | None] = []
    monkeypatch.setattr(hunting, "hunt", lambda _, __, budget, *___: given.append(budget.steps) or Hunt())
    for expected in ("", " expect refuted"):
        pipeline.verify(Source("p.wl", SQUARE.replace("within(x, 1)", "within(x, 1)" + expected)))
    assert given == [Budget().steps, THOROUGH * (Budget().steps or 0)]


MANY = """
program Max(q : private list[int]) : int
  requires size(q) = 3;
{
  i := 0; best := 0; top := 0;
  while (i < 3) {
    z :=$ Truncate(Geometric(1/100), 0, 200);
    if (i = 0 || q[i] + z > top) { top := q[i] + z; best := i; }
    i := i + 1;
  }
  return best;
}
claim c : Max satisfies dp(1/10) when all_within(q, 1);
"""


def test_every_outcome_that_meets_a_state_is_a_step() -> None:
    """Three states of 200 values meet 201 outcomes: that few states come of it makes it no cheaper."""
    file = pipeline.load(Source("p.wl", MANY))
    hunter = Hunter(file.claims[0], Laboratory(file), Budget())
    candidate = next(one for one in hunter.space.candidates() if one is not None)
    assert hunter.looker.look(candidate).steps > 2 * 2 * 200 * 201


SUMS = """program P(b : private list[bool], n : int) : {type} {{
  s := 0;
  for i in 0 .. size(b) {{ if (b[i]) {{ s := s + 1; }} }}
  z :=$ {noise};
  return s + z;
}}
claim c : P satisfies dp({budget}) when some_differ(b, 2);
"""


@pytest.mark.parametrize(
    ("noise", "type_", "budget"),
    [
        ("DiscreteLaplace(1)", "int", "2"),
        ("Uniform(0..1)", "int", "1"),  # infinite losses, which are not recalled
        ("Laplace(1)", "real", "2"),
        ("DiscreteLaplace(1)", "int", "1 + n*n"),
    ],
)
def test_what_is_recalled_of_equal_rows_is_what_would_be_measured(noise: str, type_: str, budget: str) -> None:
    file = pipeline.load(Source("a.wl", SUMS.format(noise=noise, type=type_, budget=budget)))
    recalling = Looker(file, file.claims[0], Limits())
    measured: list[CheckResult] = []
    for candidate in islice(filter(None, recalling.space.candidates()), 24):
        found, alone = recalling.look(candidate), Looker(file, file.claims[0], Limits()).look(candidate)
        assert replace(found, violation=None) == replace(alone, violation=None)
        assert (found.violation is None) == (alone.violation is None)
        measured.append(found)
    assert len({tuple(one.instance.items()) for one in measured}) == len(measured)
    if noise == "DiscreteLaplace(1)" and budget == "2":
        assert len(recalling.figures) < 12  # of 24 pairs
