"""A part that has to be refuted: a budget that is too large is told by what was measured, not by what a proof lacks."""

import pytest

from prhl.source import Source
from prhl.teaching.checking import check
from prhl.teaching.exercise import course, find


@pytest.mark.parametrize("budget", ["2*g*eps", "g*eps + 1"])
def test_a_budget_that_is_too_large(budget: str) -> None:
    exercise = find("groups", course())
    assert exercise is not None
    text = exercise.solution.text.replace("answer budget = g*eps;", f"answer budget = {budget};")
    attempt = check(exercise, Source("groups.wl", text))
    told = "\n".join(attempt.lines)
    assert (attempt.state, attempt.mistake) == ("wrong", "")
    assert "`no_less` is meant to be false, and it was not refuted:" in told
    assert "check g = 3, eps = 1/2: loose" in told
    assert "budget:" not in told
    assert {one.part.name: one.passed for one in attempt.parts}["no_less"] is False
    assert [one.failed for one in attempt.parts if one.part.name == "no_less"] == [()]


def test_where_nothing_was_measured_nothing_is_announced() -> None:
    exercise = find("asked-twice", course())
    assert exercise is not None
    text = exercise.solution.text.replace("(1 - p)^2 <= 3*p^2", "p >= 2/5")
    attempt = check(exercise, Source("asked-twice.wl", text))
    assert attempt.lines == ("  `no_stricter` is meant to be false, and it was not refuted",)
