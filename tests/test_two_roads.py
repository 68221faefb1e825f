"""Where the two roads meet: claims that the channel decides, witnesses, instances of the tool's own, and the alarm."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.checks import witness as witnesses
from prhl.frontends.cli import main
from prhl.rules.coupled_draw import CoupledDraw
from prhl.semantics.oracle import Outcome
from prhl.source import Source
from prhl.verdict import ClaimResult, Refuted


def verdicts(text: str) -> dict[str, ClaimResult]:
    report = pipeline.verify(Source("t.wl", text))
    assert not [d for d in report.diagnostics if d.severity == "error"], report.diagnostics
    return {claim.name: claim for claim in report.claims}


TWO_COINS = """
program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim ln3 : RandResp satisfies dp(ln(3)) when any;
claim ln2 : RandResp satisfies dp(ln(2)) when any;
claim quarter : RandResp satisfies dp(ln(2), 1/4) when any;
claim fifth : RandResp satisfies dp(ln(2), 1/5) when any;
"""


def test_two_coins_are_decided_without_annotations() -> None:
    found = verdicts(TWO_COINS)
    words = {name: (claim.verdict.word, claim.verdict.by) for name, claim in found.items()}
    assert words == {
        "ln3": ("proved", "enumeration"),
        "ln2": ("refuted", "enumeration"),
        "quarter": ("proved", "enumeration"),
        "fifth": ("refuted", "enumeration"),
    }


def test_a_witness_can_be_checked_by_hand() -> None:
    verdict = verdicts(TWO_COINS)["ln2"].verdict
    assert isinstance(verdict, Refuted)
    shown = verdict.witness
    assert shown.inputs == ({"x": "false"}, {"x": "true"})
    assert shown.event == ("false",)
    assert shown.probabilities == ("3/4", "1/4")
    assert shown.ratio == "3"
    assert shown.inequality == "3/4 > exp(ln(2)) * 1/4 = 1/2"


def test_a_witness_in_json() -> None:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=TWO_COINS)
    claim = json.loads(done.output)["files"][0]["claims"][1]
    assert claim["witness"]["probabilities"] == ["3/4", "1/4"]
    assert claim["witness"]["event"] == ["false"]
    assert claim["by"] == "enumeration"


def test_a_witness_is_computed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(*_: object, **__: object) -> Outcome:
        return Outcome({("false",): Fraction(1)}, Fraction(0), True)

    monkeypatch.setattr(witnesses, "run", other)
    with pytest.raises(witnesses.Disagreement):
        pipeline.verify(Source("t.wl", TWO_COINS))


@pytest.mark.parametrize(
    ("relation", "post", "budget", "word"),
    [
        ("true", "res{1} = res{2}", "", "refuted"),
        ("x{1} = x{2}", "res{1} = res{2}", "", "proved"),
        ("true", "res{1} = res{2}", "within (ln(3), 0)", "proved"),
        ("true", "res{1} = res{2}", "within (ln(2), 1/5)", "refuted"),
        ("x{1} ==> x{2}", "res{1} ==> res{2}", "", "proved"),
        ("true", "res{1} ==> res{2}", "", "refuted"),
        ("true", "res{1} ==> res{2}", "within (0, 1/2)", "proved"),
        ("true", "b{1} = b{2}", "", "proved"),
        ("true", "b{1} = b{2} && res{1} = res{2}", "", "refuted"),
        ("true", "b{1} ==> res{1} = x{1}", "", "proved"),
    ],
)
def test_quadruples_are_decided_by_flows(relation: str, post: str, budget: str, word: str) -> None:
    program = TWO_COINS.partition("claim")[0]
    pre = f"({relation})"
    found = verdicts(f"{program}\nclaim c : RandResp ~ RandResp : {pre} ==> ({post}) {budget} check;")["c"]
    assert found.verdict.word == word, found.checks


def test_the_cut_is_the_violated_event() -> None:
    program = TWO_COINS.partition("claim")[0]
    text = f"{program}\nclaim c : RandResp ~ RandResp : true ==> (res{{1}} ==> res{{2}}) check;"
    verdict = verdicts(text)["c"].verdict
    assert isinstance(verdict, Refuted)
    assert verdict.witness.event == ("res = true",)
    assert verdict.witness.image == ("res = true",)
    assert verdict.witness.probabilities == ("3/4", "1/4")


def test_the_flow_is_shown_as_a_coupling() -> None:
    program = TWO_COINS.partition("claim")[0]
    text = f"{program}\nclaim c : RandResp ~ RandResp : (x{{1}} ==> x{{2}}) ==> (res{{1}} ==> res{{2}}) check;"
    check = verdicts(text)["c"].checks[0]
    assert check.coupled is not None
    assert sum([Fraction(mass) for _, _, mass in check.coupled]) == 1


def test_public_inputs_of_a_quadruple_may_differ() -> None:
    """An instance fixes the public inputs of both runs; deciding does not."""
    text = """
program Shown(b : bool) : bool { return b; }
claim same : Shown ~ Shown : true ==> res{1} = res{2};
"""
    assert verdicts(text)["same"].verdict.word == "refuted"


def test_lists_of_different_sizes_are_compared() -> None:
    text = """
program Size(d : private list[bool]) : int
  requires size(d) <= 2;
{
  return size(d);
}
claim same : Size satisfies dp(1) when add_remove(d);
"""
    assert verdicts(text)["same"].verdict.word == "refuted"


def test_bounded_integers_are_finite() -> None:
    text = """
program Mod(x : private int, m : int) : int
  requires 2 <= m && m <= 3;
  requires 0 <= x && x < 3;
{
  k :=$ Uniform(0 .. m - 1);
  return (x + k) mod m;
}
claim secrecy : Mod satisfies noninterference when any;
claim leaky : Mod satisfies noninterference when any check m = 2, x in 0..1;
"""
    found = verdicts(text)
    assert (found["secrecy"].verdict.word, found["secrecy"].verdict.by) == ("proved", "enumeration")


def test_unbounded_inputs_are_not_decided() -> None:
    text = """
program Third(x : private int) : int {
  return x div 3;
}
claim secrecy : Third satisfies noninterference when any check x in 0..2;
"""
    assert verdicts(text)["secrecy"].verdict.word == "unknown"


def test_a_run_time_error_is_no_proof() -> None:
    text = """
program Broken(x : private bool) : int {
  y := if x then 1 else 0;
  return 1 div y;
}
claim same : Broken satisfies dp(0) when any;
"""
    claim = verdicts(text)["same"]
    assert claim.verdict.word == "unknown"
    assert "run-time error" in claim.verdict.reason


def test_a_loop_that_may_not_end_is_not_decided() -> None:
    text = """
program Hang(x : private bool) : bool {
  c :=$ Flip(if x then 999/1000 else 1/2);
  while (!c) { c := c; }
  return true;
}
claim near : Hang satisfies dp(ln(2)) when any;
"""
    assert verdicts(text)["near"].verdict.word == "unknown"


def test_an_assumption_is_overridden_by_a_refutation() -> None:
    found = verdicts(TWO_COINS.replace("dp(ln(2)) when any;", "dp(ln(2)) when any assume;"))
    assert found["ln2"].verdict.word == "refuted"


def test_proofs_without_checks_are_measured_all_the_same() -> None:
    text = """
program Coin(x : private int, n : int) : int
  requires n > 0;
{
  k :=$ Uniform(0..n - 1) couple k{2} = (k{1} + x{1} - x{2}) mod n;
  return (x + k) mod n;
}
claim secrecy : Coin satisfies noninterference when any;
"""
    claim = verdicts(text)["secrecy"]
    assert claim.verdict.by == "coupling"
    assert claim.evidence.own


CONSTANT = """
program Constant(x : private bool) : bool {
  y :=$ Flip(1/2) couple y{2} = !x{2};
  return if x then true else !y;
}

claim same : Constant satisfies dp(0) when any check;
"""


def test_roads_that_contradict_each_other_raise_the_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a broken rule the proof goes through; the channel does not let it stand."""
    assert verdicts(CONSTANT)["same"].verdict.word == "refuted"
    monkeypatch.setattr(CoupledDraw, "owe_injective", lambda _: None)
    text = """
program Fold(x : private bool) : int {
  y :=$ Uniform(0..1) couple y{2} = 0;
  return if x then (if y = 0 then 1 else 0) else 1;
}

claim same : Fold ~ Fold : !x{1} && x{2} ==> res{1} = res{2} check;
"""
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert done.exit_code == 3, done.output
    assert "THE TWO ROADS CONTRADICT EACH OTHER" in done.output
    assert "proved by" not in done.output
    machine = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    assert machine.exit_code == 3
    assert json.loads(machine.output)["files"][0]["claims"][0]["alarm"]


def test_a_survey_of_any_size_is_proved_at_ln3() -> None:
    text = """
program Survey(x : private list[bool]) : list[bool] {
  out := [];
  for i in 0 .. size(x)
    invariant ={out} && cost <= (if i{1} > k then ln(3) else 0);
  {
    truth := x[i];
    joint {
      b :=$ Flip(1/2);
      if (b) { ans := truth; } else { ans :=$ Flip(1/2); }
    } couple ans{2} = ans{1} cost (if i{1} = k then ln(3) else 0);
    out := out ++ [ans];
  }
  return out;
}

claim private : Survey satisfies dp(ln(3)) when one_differs(x) at k;
"""
    claim = verdicts(text)["private"]
    assert (claim.verdict.word, claim.verdict.by) == ("proved", "coupling"), claim.failed


def test_parameters_of_two_types_are_not_given_one_value() -> None:
    """`x` is two bits in one program and three in the other: no input of one is an input of the other."""
    text = """
program B(x : bits[2]) : int { y :=$ Uniform(0 .. size(x)); return y; }
program A(x : bits[3]) : int { y :=$ Uniform(0..2); return y; }
claim b : B ~ A : true ==> res{1} = res{2} check;
"""
    claim = verdicts(text)["b"]
    assert claim.verdict.word == "proved"
    assert [check.status for check in claim.checks] == ["not enumerable"]


def test_a_witness_of_runs_that_need_not_end_is_a_bound() -> None:
    text = """
program P(x : private bool) : bool {
  b := x;
  c := false;
  n := 0;
  while (b && n >= 0) { b :=$ Flip(1/2); c := true; n := n + 1; }
  return c;
}
claim c : P satisfies noninterference when any;
"""
    verdict = verdicts(text)["c"].verdict
    assert isinstance(verdict, Refuted)
    assert not verdict.witness.exact
    least, most = [Fraction(p) for p in verdict.witness.probabilities]
    assert 1 - Fraction(1, 10**39) < least < 1
    assert most == 0
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert "has probability at least" in done.output


def test_quantifiers_inside_each_other_are_evaluated() -> None:
    text = """
program P(x : private int) : bool
  requires 0 <= x && x <= 2;
{
  y :=$ Flip(1/2);
  return y;
}
claim some : P ~ P : x{1} < 2
  ==> (exists i. 0 <= i && i < 3 && (exists j. 0 <= j && j < 3 && i < j && x{1} = i));
claim all : P ~ P : true ==> (exists i. 0 <= i && i < 3 && (exists j. 0 <= j && j < 3 && i < j && x{1} = i));
"""
    found = verdicts(text)
    assert found["some"].verdict.word == "proved"
    assert found["all"].verdict.word == "refuted"


def test_a_huge_budget_is_no_burden() -> None:
    text = "program P(x : private bool) : bool { return x; }\nclaim c : P satisfies dp(10000000000000000) when any;"
    assert verdicts(text)["c"].verdict.word == "refuted"


def test_a_false_assumption_is_no_alarm() -> None:
    text = """
program A(x : private bool) : bool { return x; }
claim given : A satisfies dp(0) when any assume;
program B(x : private bool) : bool { y :=$ A(x) couple by given; return y; }
claim rests : B satisfies dp(0) when any;
"""
    found = verdicts(text)
    assert found["given"].verdict.word == "refuted"
    assert found["rests"].verdict.word == "refuted"
    assert not found["rests"].alarm
    infinite = text.replace("bool", "int")
    found = verdicts(infinite.replace("when any;", "when any check x in 0..1;"))
    assert found["rests"].verdict.word == "refuted"
    assert not found["rests"].alarm
