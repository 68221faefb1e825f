"""`prhl goals FILE:LINE`: what is known and what is owed at a line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from prhl.frontends.cli import main

ROOT = Path(__file__).parent.parent

TEXT = """// 1
program Sum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0; s := 0;

  // 7: what follows is a loop
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
    i := i + 1;
  }
  assert |s{1} - s{2}| <= 1;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Other(x : private bool) : bool {
  if (x) { y := true; } else { y := false; }
  return y;
}

program Nobody(x : private bool) : bool {
  return x;
}

claim private : Sum satisfies dp(eps) when one_differs(d, 1) at k;
claim half : Sum satisfies dp(eps/2) when one_differs(d, 1) at k expect unknown;
claim other : Other satisfies dp(0) when any expect refuted;
"""


def asked(line: int, *options: str, text: str = TEXT) -> Result:
    return CliRunner().invoke(main, ["goals", f"-:{line}", *options], input=text)


def places(line: int, claim: str = "private", text: str = TEXT) -> list[dict[str, object]]:
    done = asked(line, "--claim", claim, "--format", "json", text=text)
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["line"] == line
    return found["claims"][0]["places"]  # type: ignore[no-any-return]


def test_before_a_sampling() -> None:
    done = asked(16, "--claim", "private")
    assert done.exit_code == 0, done.output
    for part in (
        "claim private of Sum",
        "before line 16, `z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} ...`:",
        "known  requires eps > 0 (line 3)",
        "known  the relation one_differs(d, 1) at k (line 29)",
        "known  invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0) (line 10)",
        "known  after the loop, not i < size(d) (line 8)",
        "known  asserted |s{1} - s{2}| <= 1 (line 15)",
        "value  i{1} = i{2}",
        "value  s{1} is arbitrary but for what is known",
        "cost   0",
        "valid    scale-not-positive: 0 < 1/eps",
        "valid    injective: z{1} = z'{1}",
    ):
        assert part in done.output, done.output


def test_values_of_both_runs_are_told() -> None:
    [place] = places(17)
    assert place["rule"] == "equal-results"
    assert place["line"] == 17
    values = place["values"]
    assert isinstance(values, list)
    assert "z{2} = z{1} + s{1} - s{2}" in values
    assert "|s{1} - s{2}|*eps" in str(place["cost"]) or "/eps" in str(place["cost"])


def test_an_assignment_is_one_place_for_both_runs() -> None:
    [place] = places(12)
    assert place["runs"] == [1, 2]
    assert "the guard i < size(d) (line 8)" in str(place["known"])
    [place] = places(13)
    values = place["values"]
    assert isinstance(values, list)
    assert "s{1} = s'{1} + d{1}[i{1}]" in values
    assert "s{2} = s'{2} + d{2}[i{1}]" in values


@pytest.mark.parametrize(
    ("line", "there"),
    [
        (1, None),  # nowhere
        (2, 29),  # the head of the program: at the start
        (3, 29),
        (5, 5),
        (6, 8),  # an empty line: what comes next
        (7, 8),  # a comment, too
        (9, 8),  # an invariant: before its loop
        (11, 8),
        (14, 8),
        (18, 17),  # the last brace: at the end
        (19, None),
        (29, 29),
    ],
)
def test_which_statement_a_line_belongs_to(line: int, there: int | None) -> None:
    if there is None:
        assert asked(line).exit_code == 2
    else:
        [place] = places(line)
        assert place["line"] == there


def test_several_statements_on_a_line_start_with_the_first() -> None:
    [place] = places(5)
    assert place["values"] == []
    assert place["cost"] == "0"


def test_a_run_while_the_other_waits() -> None:
    found = places(21, "other")
    assert [place["runs"] for place in found] == [[1, 2]]
    text = TEXT.replace("if (x) { y", "if (x) {\n y")
    assert [place["runs"] for place in places(22, "other", text)] == [[1], [2]]


def test_what_is_owed_on_a_line_and_fails() -> None:
    done = asked(30, "--claim", "half")
    assert done.exit_code == 0
    assert "budget: more may be spent than the budget of the claim" in done.output
    assert "countermodel" in done.output
    assert "        try: " in done.output
    found = json.loads(asked(30, "--claim", "half", "--format", "json").output)["claims"][0]["obligations"]
    failed = [one for one in found if one["status"] != "valid"]
    assert [one["code"] for one in failed] == ["budget"]
    assert failed[0]["owed"].startswith("cost <= eps")
    assert failed[0].keys() >= {"code", "line", "column", "status", "seconds", "message"}


def test_every_claim_that_comes_there_is_told() -> None:
    done = asked(16)
    assert "claim private of Sum" in done.output
    assert "claim half of Sum" in done.output
    assert "claim other" not in done.output


def test_invariants_are_owed_on_their_lines() -> None:
    done = asked(10, "--claim", "private")
    for code in ("invariant-entry", "invariant-kept"):
        assert f"valid    {code}: s{{1}} - s{{2}} = (if i{{1}} > k then d{{1}}[k] - d{{2}}[k] else 0)" in done.output


def test_both_directions_are_told() -> None:
    text = TEXT.replace("one_differs(d, 1) at k;", "one_differs(d, 1) at k && d{1}[0] <= d{2}[0];")
    found = places(16, "private", text)
    assert [place["direction"] for place in found] == ["in the direction as written", "in the other direction"]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("-:99", "error[no-such-line]: there is no line 99: the file has 32"),
        ("-:0", "error[no-such-line]: there is no line 0"),
        ("-:26", "error[not-reached]: no claim comes to line 26"),
        ("-:x", "`-:x` is not a file and a line"),
        ("-:", "`-:` is not a file and a line"),
        (":3", "`:3` is not a file and a line"),
        ("-:9999999999999", "is not a file and a line"),
        ("no-such-file.wl:3", "error[unreadable]"),
    ],
)
def test_errors(place: str, words: str) -> None:
    done = CliRunner().invoke(main, ["goals", place], input=TEXT)
    assert done.exit_code == 2
    assert words in done.output


def test_claims_that_do_not_come() -> None:
    done = asked(16, "--claim", "other")
    assert done.exit_code == 2
    assert "the claim `other` never comes to line 16" in done.output
    done = asked(16, "--claim", "privat")
    assert done.exit_code == 2
    assert "did you mean `private`?" in done.output


def test_a_file_with_mistakes() -> None:
    done = asked(3, text="program P( {")
    assert done.exit_code == 2
    assert "error[" in done.output


def test_both_programs_of_a_quadruple() -> None:
    path = ROOT / "examples" / "quadruples" / "eager_lazy.wl"
    for line in (6, 11):
        done = CliRunner().invoke(main, ["goals", f"{path}:{line}", "--claim", "same"])
        assert done.exit_code == 0, done.output
        assert f"before line {line}" in done.output


def test_without_a_line_every_line_is_told_in_order() -> None:
    done = CliRunner().invoke(main, ["goals", "-", "--format", "json"], input=TEXT)
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)["lines"]
    assert [one["line"] for one in found] == sorted({one["line"] for one in found})
    assert {5, 8, 12, 13, 15, 16, 17, 21, 22} <= {one["line"] for one in found}
    for one in found:
        alone = json.loads(asked(one["line"], "--format", "json").output)
        assert _untimed(one["claims"]) == _untimed(alone["claims"])
    told = CliRunner().invoke(main, ["goals", "-", "--claim", "private"], input=TEXT).output
    assert asked(16, "--claim", "private").output in told
    assert told.index("<stdin>:12") < told.index("<stdin>:16")
    assert "claim half" not in told


def _untimed(value: object) -> object:
    """Without seconds."""
    if isinstance(value, dict):
        return {key: _untimed(part) for key, part in value.items() if key != "seconds"}
    return [_untimed(part) for part in value] if isinstance(value, list) else value


def test_facts_about_earlier_values_are_marked() -> None:
    text = """program P(x : private int, n : int) : int
  requires n > 0;
{
  y :=$ DiscreteLaplace(1) couple y{2} = y{1} + x{1} - x{2};
  assert y{1} >= y{2} - 1;
  y := 2*y;
  return y;
}
claim c : P satisfies dp(2) when within(x, 1) expect unknown;
"""
    before, after = places(6, "c", text)[0]["known"], places(7, "c", text)[0]["known"]
    assert before == [
        "requires n > 0 (line 2)", "the relation within(x, 1) (line 9)", "asserted y{1} >= y{2} - 1 (line 5)",
    ]  # fmt: skip
    assert after == [
        "requires n > 0 (line 2)",
        "the relation within(x, 1) (line 9)",
        "of earlier values, asserted y{1} >= y{2} - 1 (line 5)",
    ]


def test_a_name_is_no_value_of_itself() -> None:
    """The counter of a `for` is one name in both runs, and that it is itself is no news."""
    text = TEXT.replace("  i := 0; s := 0;", "  s := 0;").replace("while (i < size(d))", "for i in 0 .. size(d)")
    text = text.replace("={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0", "cost = 0").replace(
        "    i := i + 1;\n", ""
    )
    (place,) = places(12, text=text)
    assert "i{1} = i{2}" in place["values"]  # type: ignore[operator]
