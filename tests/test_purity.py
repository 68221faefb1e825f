"""The figures of an instance depend on the instance alone: not on what the same laboratory computed before it."""

import itertools
from dataclasses import replace

import pytest

from prhl import pipeline
from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory
from prhl.source import Source

PROGRAM = """
program P(x : private int, s : real) : (int, int)
  requires s > 0;
{
  y :=$ ExpMech(s, [0, x]);
  z :=$ Truncate(DiscreteLaplace(s), -3, 3);
  return (y, max(-2, min(z, 2)));
}
"""
SCALES = ("sqrt(2)", "2", "1/ln(2)")


def figures(order: tuple[str, ...], jobs: int = 1) -> dict[str, CheckResult]:
    """Each claim has one scale; they are measured in this order on one laboratory."""
    claims = {
        s: f"claim c{at} : P satisfies dp(9) when within(x, 1) check x in 0..1, s = {s};" for at, s in enumerate(SCALES)
    }
    file = pipeline.load(Source("p.wl", PROGRAM + "\n".join(claims.values())))
    laboratory = Laboratory(file, Effort(jobs=jobs))
    by_scale = dict(zip(SCALES, file.claims, strict=True))
    # a violation holds functions, which are never equal; its witness stays
    return {s: replace(next(laboratory.checks(by_scale[s])), violation=None) for s in order}


@pytest.mark.parametrize("order", list(itertools.permutations(SCALES)))
def test_the_order_of_claims_changes_no_figure(order: tuple[str, ...]) -> None:
    alone = {s: figures((s,))[s] for s in SCALES}
    assert figures(order) == alone


def test_rational_scales_are_exact_after_others() -> None:
    found = figures(("sqrt(2)", "2"))
    assert found["2"].status in ("tight", "loose", "violated")
    assert found["2"].epsilon is not None
    assert found["2"].epsilon.exact is not None
    assert found["2"].reason == ""


def test_processes_change_no_figure() -> None:
    assert figures(SCALES, jobs=2) == figures(SCALES)
