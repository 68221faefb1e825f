"""What can go wrong under enumeration: message, place, verdict and status, in seconds and within memory."""

import json

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main

CASES = [
    # program, claim's options, status of the check, words of the reason, line of the reason
    (
        "program P(x : private bool, d : list[int]) : int {\n  i := 3;\n  return d[i];\n}",
        "check d in {[1, 2]}",
        "error",
        "index 3 is out of range; the size is 2, for x = false, d = [1, 2]",
        3,
    ),
    (
        "program P(x : private bool) : real {\n  n := if x then 0 else 1;\n  return 1/n;\n}",
        "check",
        "error",
        "division by zero, for x = true",
        3,
    ),
    (
        "program P(x : private bool) : bool {\n  b :=$ Flip(if x then 3/2 else 1/2);\n  return b;\n}",
        "check",
        "error",
        "the probability of Flip must lie between 0 and 1, for x = true",
        2,
    ),
    (
        "program P(x : private bool, p : real) : int {\n  b :=$ Choice({1 @ p, 2 @ 1/2});\n  return b;\n}",
        "check p = 1/3",
        "error",
        "the probabilities of Choice must add up to 1",
        2,
    ),
    (
        "program P(x : private bool, s : real) : int {\n  b :=$ Truncate(DiscreteLaplace(s), -1, 1);\n  return b;\n}",
        "check s = 0",
        "error",
        "the scale of DiscreteLaplace must be positive",
        2,
    ),
    (
        "program P(x : private bool, n : int) : int {\n  b :=$ Uniform(1..n);\n  return b;\n}",
        "check n = 0",
        "error",
        "the range of Uniform is empty",
        2,
    ),
    (
        "program P(x : private bool) : int {\n  n := 0; while (x) {\n    n := n + 1;\n  }\n  return 1;\n}",
        "check",
        "not enumerable",
        "this loop has not ended after 5,000,000 rounds",
        2,
    ),
    (
        "program P(d : private list[bool]) : int {\n  return size(d);\n}",
        "check size(d) = 100",
        "not enumerable",
        "this instance has about 10^30 inputs; at most 50,000 are enumerated",
        4,
    ),
    (
        "program P(x : private bool) : int {\n  b :=$ Uniform(1..1000000000);\n  return if x then b else b - 1;\n}",
        "check",
        "not enumerable",
        "the range has 1,000,000,000 values; at most 1,000,000 are enumerated",
        2,
    ),
    (
        "program P(x : private bool) : bits[64] {\n  b :=$ Uniform(bits(64));\n"
        "  return if x && b = b xor b then b xor b else b;\n}",
        "check",
        "not enumerable",
        "the set of bit strings has 18,446,744,073,709,551,616 values",
        2,
    ),
    (
        "program P(x : private bool) : list[bool] {\n  r := [];\n  for i in 0 .. 100 {\n    b :=$ Flip(1/2);\n"
        "    r := r ++ [!b];\n  }\n  return r;\n}",
        "check",
        "not enumerable",
        "states after this statement would take about 3,284 MB, more than 2,000 MB; `r` alone takes 100,000 values",
        5,
    ),
    (
        "program P(x : private bool) : int {\n  b :=$ Laplace(1);\n  return floor(b);\n}",
        "check",
        "not enumerable",
        "Laplace is continuous",
        2,
    ),
    (
        "program P(x : private bool, e : real) : int {\n  b :=$ Clamp(Gauss(1/e), -1, 1);\n  return floor(b);\n}",
        "check e = 1/2",
        "not enumerable",
        "Gauss is continuous",
        2,
    ),
    (
        "program P(x : private int) : int {\n  return x;\n}",
        "check",
        "not enumerable",
        "the values of `x` are not stated",
        4,
    ),
]


@pytest.mark.parametrize(("program", "options", "status", "words", "line"), CASES, ids=lambda v: str(v)[:30])
def test_fault(program: str, options: str, status: str, words: str, line: int) -> None:
    claim = f"{program}\nclaim c : P satisfies dp(1) when any {options};\n"
    done = CliRunner().invoke(main, ["verify", "--no-find", "--format", "json", "-"], input=claim)
    assert done.exit_code == 1, done.output
    found = json.loads(done.output)["files"][0]
    assert found["diagnostics"] == []
    (check,) = found["claims"][0]["checks"]
    assert found["claims"][0]["verdict"] == "unknown"
    assert check["status"] == status
    assert words in check["reason"]
    shown = CliRunner().invoke(main, ["verify", "--no-find", "-"], input=claim).output
    assert f"line {line}: {check['reason']}" in shown


@pytest.mark.parametrize(("program", "options", "status", "words", "line"), CASES, ids=lambda v: str(v)[:30])
def test_channel_says_the_same(program: str, options: str, status: str, words: str, line: int) -> None:
    claim = f"{program}\nclaim c : P satisfies dp(1) when any {options};\n"
    done = CliRunner().invoke(main, ["channel", "-"], input=claim)
    assert done.exit_code in (1, 2), done.output
    assert words in done.output
    assert f"<stdin>:{line}:" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--program", "Q"], "there is no program `Q`"),
        (["--claim", "Q"], "there is no claim `Q`"),
        (["--set", "y=1"], "`y` is not a parameter"),
        (["--set", "x=="], "equality is written with one `=`"),
        (["--set", "x=1/2"], "must be a bool, not a real"),
        (["--set", "x=true; claim d : P satisfies dp(1) when any"], "takes one item of a check"),
        (["--set", "x in"], "--set:1:5  error[syntax]: expected an expression or `{`, found the end\n"),  # and no `;`
    ],
)
def test_bad_choices(arguments: list[str], words: str) -> None:
    text = "program P(x : private bool) : bool { return x; } claim c : P satisfies dp(1) when any;"
    done = CliRunner().invoke(main, ["channel", "-", *arguments], input=text)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert "Traceback" not in done.output


def test_missing_mass_gives_bounds_and_never_a_verdict_it_does_not_support() -> None:
    text = """program P(x : private bool) : bool {
      c := false; y := x; n := 0;
      while (!c && n >= 0) { n := n + 1; c :=$ Flip(1/2); y :=$ Flip(if x then 3/4 else 1/4); }
      return y;
    }
    claim high : P satisfies dp(ln(4)) when any check;
    claim low : P satisfies dp(ln(2)) when any check;
    claim delta : P satisfies dp(ln(2), 0.3) when any check;
    """
    done = CliRunner().invoke(main, ["verify", "--no-find", "--format", "json", "-"], input=text)
    high, low, delta = [c["checks"][0] for c in json.loads(done.output)["files"][0]["claims"]]
    assert low["status"] == "violated"
    assert high["status"] == "undecided"
    assert delta["status"] == "loose"
    assert high["epsilon"]["high"] is None
    assert high["epsilon"]["low"] <= 1.098613
    assert "had not ended" in high["reason"]


def test_the_budget_of_time_is_kept() -> None:
    text = """program P(x : private bool) : int {
      a := 0;
      for i in 0 .. 100000 { b :=$ Uniform(0..1000); a := (a + b) mod 1009; }
      return a;
    }
    claim c : P satisfies dp(1) when any check;
    """
    done = CliRunner().invoke(main, ["verify", "--seconds", "0.5", "-"], input=text)
    assert "not enumerable" in done.output
    assert "seconds" in done.output


def test_deep_relations_are_evaluated() -> None:
    head = "program P(x : private bool) : bool { return x; } claim c : P satisfies dp(1) when "
    done = CliRunner().invoke(main, ["verify", "-"], input=f"{head}{'!' * 498}true check;")
    assert "all inputs: violated" in done.output, done.output


def test_the_input_is_shown_with_the_types_of_its_own_program() -> None:
    text = """program Q(x : int) : int { return x; }
    program P(x : private bool) : real { n := if x then 0 else 1; return 1/n; }
    program R(x : list[int]) : int { return size(x); }
    claim c : P satisfies dp(1) when any check;"""
    done = CliRunner().invoke(main, ["channel", "-", "--program", "P"], input=text)
    assert done.exit_code == 1
    assert "division by zero, for x = true" in done.output


@pytest.mark.parametrize("option", ["--seconds", "--timeout"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_time_limit_is_a_number(option: str, value: str) -> None:
    done = CliRunner().invoke(main, ["verify", option, value, "-"], input="")
    assert done.exit_code == 2
    assert "is no number of seconds" in done.output
