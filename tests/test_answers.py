"""`answer NAME = e;`: a place for what a reader finds out."""

import pytest

from prhl.pipeline import load, reformat, verify
from prhl.source import Source
from prhl.syntax.parser import parse

RESPONSE = """program RR(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}
"""


def verdicts(text: str) -> dict[str, str]:
    report = verify(Source("a.wl", text), search=None)
    assert not [one for one in report.diagnostics if one.severity == "error"], report.diagnostics
    return {claim.name: claim.verdict.word for claim in report.claims}


def codes(text: str) -> list[str]:
    return [one.code for one in verify(Source("a.wl", text), search=None).diagnostics]


def test_the_name_stands_for_the_answer() -> None:
    for value, verdict in (("ln(3)", "proved"), ("ln(2)", "refuted"), ("ln(2) + ln(3)/2", "proved")):
        text = RESPONSE + f"answer epsilon = {value};\nclaim c : RR satisfies dp(epsilon) when any;\n"
        assert verdicts(text) == {"c": verdict}


def test_brackets_are_kept() -> None:
    """An answer is one expression wherever it stands."""
    text = RESPONSE + "answer half = 1/2 + 1/2;\nclaim c : RR satisfies dp(half * ln(3)) when any;\n"
    assert verdicts(text) == {"c": "proved"}


def test_answers_use_those_before_them() -> None:
    text = RESPONSE + "answer p = 3;\nanswer epsilon = ln(p);\nclaim c : RR satisfies dp(epsilon) when any;\n"
    assert verdicts(text) == {"c": "proved"}


def test_answers_stand_in_programs() -> None:
    text = "answer p = 1/4;\nprogram P(x : private bool) : bool { b :=$ Flip(p); return b xor x; }\n"
    assert verdicts(text + "claim c : P satisfies dp(ln(3)) when any;\n") == {"c": "proved"}
    assert verdicts(text + "claim c : P satisfies dp(1) when any;\n") == {"c": "refuted"}


def test_an_answer_that_nobody_reads_says_nothing() -> None:
    text = RESPONSE + "answer event = res = true;\nanswer first = ?;\nclaim c : RR satisfies dp(ln(3)) when any;\n"
    assert verdicts(text) == {"c": "proved"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("answer e = ?;\nclaim c : RR satisfies dp(e) when any;", "open-answer"),
        ("answer e = 1 + ?;\nclaim c : RR satisfies dp(e) when any;", "open-answer"),
        ("answer e = 1;\nanswer e = 2;", "duplicate-name"),
        ("answer b = 1;", "duplicate-name"),
        ("answer x = 1;", "duplicate-name"),
        ("answer e = f;\nanswer f = 1;\nclaim c : RR satisfies dp(e) when any;", "unknown-name"),
        ("answer e = true;\nclaim c : RR satisfies dp(e) when any;", "type-mismatch"),
    ],
)
def test_mistakes(text: str, code: str) -> None:
    assert code in codes(RESPONSE + text + "\n")


def test_answer_is_still_a_name() -> None:
    text = "program P(answer : private bool) : bool { return answer; }\nclaim c : P satisfies dp(1) when ={answer};\n"
    assert load(Source("a.wl", text)).programs["P"].parameters[0].name == "answer"


def test_layout() -> None:
    text = RESPONSE + "answer   event=res=true ;\n"
    made = reformat(Source("a.wl", text))
    assert made.endswith("}\n\nanswer event = res = true;\n")
    assert parse(Source("a.wl", made)).file == parse(Source("a.wl", text)).file
