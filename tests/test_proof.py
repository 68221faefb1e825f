"""The proof road: what it must prove, how it explains what it cannot, and that it is the same every time."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.report import FileReport
from prhl.solvers import Limits
from prhl.source import Source
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent

# Proved for all inputs, sizes and parameters, by coupling.
PROVED = {
    "mechanisms/laplace_mechanism.wl": ["private", "centred"],
    "mechanisms/noisy_sum.wl": ["private"],
    "mechanisms/prefix_sums.wl": ["one", "all"],
    "mechanisms/noisy_running_sum.wl": ["private"],
    "mechanisms/smart_sum.wl": ["private"],
    "mechanisms/histogram.wl": ["private"],
    "mechanisms/histogram_replace.wl": ["private"],
    "mechanisms/noisy_max.wl": ["private"],
    "mechanisms/noisy_max_exponential.wl": ["private"],
    "mechanisms/above_threshold.wl": ["private"],
    "mechanisms/svt.wl": ["private"],
    "mechanisms/gap_svt.wl": ["private"],
    "mechanisms/numeric_svt.wl": ["private"],
    "mechanisms/monotone_svt.wl": ["private"],
    "mechanisms/randomized_response_eps.wl": ["private"],
    "mechanisms/randomized_response_survey.wl": ["private"],
    "quadruples/one_time_pad.wl": ["secrecy"],
    "quadruples/pad_mod.wl": ["secrecy"],
}


def report_on(text: str, limits: Limits | None = None) -> FileReport:
    return pipeline.verify(Source("t.wl", text), limits=limits)


@pytest.mark.parametrize("name", PROVED)
def test_mechanisms_of_the_field_are_proved(name: str) -> None:
    report = pipeline.verify(read(str(ROOT / "examples" / name)))
    for claim in report.claims:
        if claim.name in PROVED[name]:
            assert claim.verdict.word == "proved"
            assert claim.verdict.by == "coupling"
            assert claim.obligations


SVT = (ROOT / "examples" / "mechanisms" / "svt.wl").read_text(encoding="utf-8")


def test_answers_are_the_same_every_time() -> None:
    wrong = SVT.replace("then 1 + q{1}[i{1}]", "then 2 + q{1}[i{1}]")
    first, second = report_on(wrong), report_on(wrong)
    for one, two in zip(first.claims, second.claims, strict=True):
        assert [(o.code, o.status, o.answer.model) for o in one.obligations] == [
            (o.code, o.status, o.answer.model) for o in two.obligations
        ]
        assert any([o.answer.model for o in one.obligations])


def test_a_solver_that_gives_up_proves_nothing() -> None:
    claim = report_on(SVT, Limits(rlimit=1)).claims[0]
    assert claim.verdict.word == "unknown"
    assert {o.status for o in claim.obligations} <= {"valid", "unknown"}
    assert "unknown" in {o.status for o in claim.obligations}


WRONG_SHIFT = """
program Sum(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{2} - x{1};
  return x + z;
}

claim private : Sum satisfies dp(eps) when within(x, 1);
"""


def test_a_failure_explains_itself() -> None:
    done = CliRunner().invoke(main, ["verify", "-"], input=WRONG_SHIFT)
    assert done.exit_code == 1
    for part in (
        "results-equal: the two runs may return different values",
        "known: requires eps > 0 (line 3)",
        "known: the relation within(x, 1) (line 9)",
        "owed:  x{1} + z{1} = x{2} + z{2}",
        "countermodel",
        "run 1",
        "run 2",
        "try: ",
    ):
        assert part in done.output, done.output


def test_a_wrong_annotation_is_told_from_a_wrong_claim() -> None:
    text = WRONG_SHIFT.replace("x{2} - x{1};", "x{1} - x{2} cost eps/2;")
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert "price: the stated cost may be smaller" in done.output
    assert "This breaks the annotation, not the claim" in done.output


def test_obligations_in_json() -> None:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=WRONG_SHIFT)
    claim = json.loads(done.output)["files"][0]["claims"][0]
    assert claim["verdict"] == "unknown"
    failed = [o for o in claim["obligations"] if o["status"] == "invalid"]
    assert [o["code"] for o in failed] == ["results-equal"]
    assert failed[0].keys() >= {"code", "line", "column", "status", "seconds", "message"}
    assert failed[0]["countermodel"]["run 1"].keys() >= {"x", "z"}
    assert {o["status"] for o in claim["obligations"]} == {"valid", "invalid"}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("requires eps > 0;", ""),
        ("requires eps >= 0;", "scale-not-positive"),
        ("", "budget-negative"),
    ],
)
def test_only_what_is_required_is_known(words: str, code: str) -> None:
    text = WRONG_SHIFT.replace("x{2} - x{1}", "x{1} - x{2}").replace("requires eps > 0;", words)
    claim = report_on(text).claims[0]
    assert (claim.verdict.word == "proved") == (code == "")
    assert code == "" or code in [o.code for o in claim.failed] or "division-by-zero" in [o.code for o in claim.failed]


def test_both_directions_are_named() -> None:
    text = WRONG_SHIFT.replace("x{2} - x{1}", "x{1} - x{2}").replace("within(x, 1)", "x{1} <= x{2} && x{2} <= x{1} + 1")
    claim = report_on(text).claims[0]
    assert claim.verdict.word == "proved"
    assert claim.proof.directions == 2


def test_idle_loops_are_reported() -> None:
    text = """
program Idle(x : private bool) : int {
  i := 0;
  while (i < 0) invariant ={i} && i{1} = 0; decreases 3 - i; { i := i + 1; }
  return i;
}

claim nothing : Idle satisfies dp(0) when any;
"""
    report = report_on(text)
    assert [d.code for d in report.diagnostics] == ["vacuous"]
    assert report.claims[0].verdict.word == "proved"
