"""What is told of an attack that a student proposes: of the right answer, in the right place, and what was measured."""

import re

import pytest

from prhl.source import Source
from prhl.teaching.checking import Attempt, check
from prhl.teaching.exercise import course

COURSE = {one.name: one for one in course()}


def _with(name: str, **answers: str) -> Attempt:
    text = COURSE[name].solution.text
    for answer, value in answers.items():
        text, many = re.subn(rf"answer {answer} = [^;]*;", f"answer {answer} = {value};", text)
        assert many == 1
    return check(COURSE[name], Source("x.wl", text))


def test_another_attack_than_that_of_the_solution_is_right() -> None:
    assert _with("missing-noise", first="0", second="1", event="res = 0").solved


def test_an_answer_that_is_right_here_is_no_mistake() -> None:
    """`res = 0` is a mistake for the counts of the solution, and breaks the claim if they are exchanged."""
    assert _with("missing-noise", event="res = 0").mistake == "zero"
    exchanged = _with("missing-noise", first="0", second="1", event="res = 0", chance="1/2")
    assert (exchanged.state, exchanged.mistake) == ("wrong", "")
    both = _with("missing-noise", event="res = 0", chance="1/6")
    assert both.mistake == "zero"


@pytest.mark.parametrize(
    ("name", "answers", "line"),
    [
        ("too-private", {"event": "res = 3"}, "answer event = res = 3;"),
        ("missing-noise", {"first": "1/2"}, "answer first = 1/2;"),
        ("missing-noise", {"second": "true"}, "answer second = true;"),
        ("miscounted-budget", {"event": "res[0] >= 1"}, "answer event = res[0] >= 1;"),
    ],
)
def test_errors_are_told_of_the_answer(name: str, answers: dict[str, str], line: str) -> None:
    attempt = _with(name, **answers)
    assert attempt.state == "unreadable"
    assert line in attempt.lines[0]
    assert "the_result" not in "".join(attempt.lines)


def test_what_is_outside_of_a_window_is_mentioned() -> None:
    attempt = _with("gaussian-tail", event="res >= 8")
    assert attempt.state == "wrong"
    told = "\n".join(attempt.lines)
    assert "does not break" in told
    assert "probability between 0.0005" in told
    assert "left out" in told
    assert _with("gaussian-tail", event="res = 9").solved


def test_long_numbers_are_cut() -> None:
    told = "\n".join(_with("the-winning-score", first="[1, 1, 1]", second="[0, 0, 0]", event="res >= 1").lines)
    assert "(...) <= 0.75" in told
