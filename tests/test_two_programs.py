"""Quadruples about two different programs, proved for all parameters by coupling."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.rules.state import Run, State
from prhl.rules.walk import Walk
from prhl.source import Source
from prhl.typed import core


def verify(text: str, *options: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["verify", *options, "--format", "json", "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


XOR = """
program TwoCoins(p : real) : bool
  requires 0 <= p && p <= 1;
{
  a :=$ Flip(p);
  L: b :=$ Flip(1/2);
  return a xor b;
}
program OneCoin() : bool { L: c :=$ Flip(1/2); return c; }
claim same : TwoCoins ~ OneCoin : true ==> res{1} = res{2} proof { L: couple c{2} = a{1} xor b{1}; };
"""

REORDERED = """
program Two(m : int) : (int, bool) requires m >= 1; { x :=$ Uniform(1..m); y :=$ Flip(1/3); return (x, y); }
program Owt(m : int) : (int, bool) requires m >= 1; { y :=$ Flip(1/3); x :=$ Uniform(1..m); return (x, y); }
claim same : Two ~ Owt : m{1} = m{2} ==> res{1} = res{2};
"""

LABELLED = """
program Two(m : int) : (int, int) requires m >= 1; { X: x :=$ Uniform(1..m); Y: y :=$ Uniform(0..m); return (x, y); }
program Owt(m : int) : (int, int)
  requires m >= 1;
{
  Y: y :=$ Uniform(0..m);
  z := y;
  X: x :=$ Uniform(1..m);
  return (x, z);
}
claim same : Two ~ Owt : m{1} = m{2} ==> res{1} = res{2} proof { X: couple x{2} = x{1}; Y: couple y{2} = y{1}; };
"""

EAGER = """
program Eager(b : bool, m : int) : int
  requires m >= 1;
{
  k :=$ Uniform(1..m);
  t := m + 1;
  if (b) { r := k; } else { r := t; }
  return r;
}
program Lazy(b : bool, m : int) : int
  requires m >= 1;
{
  if (b) { k :=$ Uniform(1..m); r := k; } else { r := m + 1; }
  return r;
}
claim same : Eager ~ Lazy : m{1} = m{2} && b{1} = b{2} ==> res{1} = res{2};
claim back : Lazy ~ Eager : m{1} = m{2} && b{1} = b{2} ==> res{1} = res{2};
"""

UNROLLED = """
program Loop(m : int) : int
  requires m >= 1;
{
  s := 0;
  for i in 0 .. 3 {
    k :=$ Uniform(1..m);
    s := s + k;
  }
  return s;
}
program Unrolled(m : int) : int
  requires m >= 1;
{
  a :=$ Uniform(1..m);
  b :=$ Uniform(1..m);
  c :=$ Uniform(1..m);
  return a + b + c;
}
claim same : Loop ~ Unrolled : m{1} = m{2} ==> res{1} = res{2};
claim back : Unrolled ~ Loop : m{1} = m{2} ==> res{1} = res{2};
"""


@pytest.mark.parametrize("text", [XOR, REORDERED, LABELLED, EAGER, UNROLLED])
def test_proved_for_all_parameters(text: str) -> None:
    for name, claim in verify(text).items():
        assert (claim["verdict"], claim["by"]) == ("proved", "coupling"), name


def test_what_the_tool_proposes_is_told() -> None:
    claim = verify(UNROLLED)["same"]
    assert [one["text"] for one in claim["annotations"]] == [
        "couple a{2} = k{1}",
        "couple b{2} = k{1}",
        "couple c{2} = k{1}",
    ]
    assert {one["line"] for one in claim["annotations"]} == {7}
    assert verify(XOR)["same"]["annotations"] == []
    said = CliRunner().invoke(main, ["verify", "-"], input=REORDERED).output
    assert "found by the tool:\n      line 2: couple x{2} = x{1}\n      line 2: couple y{2} = y{1}\n" in said


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (REORDERED, "Flip(1/3); x :=$", "Flip(1/4); x :=$"),
        (LABELLED, "z := y;", "z := y + 1;"),
        (EAGER, "r := m + 1;", "r := m;"),
        (UNROLLED, "0 .. 3", "0 .. 4"),
        (UNROLLED, "a + b + c", "a + b + a"),
        (XOR, "a xor b;", "a && b;"),
    ],
)
def test_what_differs_is_not_proved(text: str, old: str, new: str) -> None:
    assert old in text
    for claim in verify(text.replace(old, new)).values():
        assert claim["verdict"] != "proved"


ACROSS = """
program P(x : private bool, n : int, eps : real) : bool
  requires n >= 0 && eps > 0;
{
  y :=$ Flip(1 / (n + 2));
  return y;
}
program L(d : private list[bool]) : int { return size(d); }
"""


def checks_of(claim: str) -> dict[str, Any]:
    return verify(ACROSS + claim, "--no-find")["c"]


def test_a_check_of_a_quadruple_compares_runs_with_different_parameters():
    claim = checks_of("claim c : P ~ P : true ==> res{1} = res{2} check n in 0..1, eps = 1, x = true;")
    assert [(check["instance"], check["status"]) for check in claim["checks"]] == [
        ({"n": "0 or 1", "eps": "1"}, "violated")
    ]
    assert claim["verdict"] == "refuted"
    assert {given["n"] for given in claim["witness"]["inputs"]} == {"0", "1"}


def test_a_check_of_a_quadruple_that_holds_across_parameters():
    claim = checks_of("claim c : P ~ P : true ==> res{1} = res{2} within (ln(2), 0) check n in 0..2, eps = 1;")
    assert [(check["instance"], check["status"]) for check in claim["checks"]] == [
        ({"n": "0, 1 or 2", "eps": "1"}, "tight")
    ]


def test_what_the_precondition_makes_equal_cuts_the_instances():
    claim = checks_of("claim c : P ~ P : ={n} ==> res{1} = res{2} check n in 0..1, eps in {1, 2};")
    assert [(check["instance"], check["status"]) for check in claim["checks"]] == [
        ({"n": "0", "eps": "1 or 2"}, "tight"),
        ({"n": "1", "eps": "1 or 2"}, "tight"),
    ]


def test_lists_of_different_sizes_are_compared_unless_the_precondition_excludes_it():
    claim = checks_of("claim c : L ~ L : true ==> res{1} = res{2} check size(d) in 1..2;")
    assert [(check["instance"], check["status"]) for check in claim["checks"]] == [({"size(d)": "1 or 2"}, "violated")]
    claim = checks_of("claim c : L ~ L : one_differs(d) ==> res{1} = res{2} check size(d) in 1..2;")
    assert [check["instance"] for check in claim["checks"]] == [{"size(d)": "1"}, {"size(d)": "2"}]
    assert {check["status"] for check in claim["checks"]} == {"tight"}


@pytest.mark.parametrize(
    ("budget", "status"),
    [("eps{2}", "tight"), ("eps{2}/2", "violated"), ("2*eps{2}", "loose")],
)
def test_a_budget_that_depends_on_a_run_is_evaluated_for_each_pair(budget: str, status: str):
    pre = "n{1} = 0 && n{2} = (if eps{2} = ln(2) then 2 else 4)"
    claim = checks_of(
        f"claim c : P ~ P : {pre} ==> res{{1}} = res{{2}} within ({budget}, 0) "
        "check n in {0, 2, 4}, eps in {ln(2), ln(3)};"
    )
    assert [check["status"] for check in claim["checks"]] == [status]
    assert (claim["verdict"] == "refuted") == (status == "violated")


def test_a_parameter_that_may_differ_between_the_runs_is_not_decided_for_all_values_at_once():
    """With one eps in both runs the two are equal; with two they are not."""
    text = """
    program Q(eps : real) : bool requires eps > 0; { y :=$ Flip(1/(1 + exp(eps))); return y; }
    claim c : Q ~ Q : true ==> res{1} = res{2} within (eps{1}, 0) check;
    """
    claim = verify(text, "--no-find")["c"]
    assert [check["status"] for check in claim["checks"]] == ["not enumerable"]


def test_a_shared_parameter_whose_values_mention_another_one_is_among_the_rows():
    claim = checks_of("claim c : P ~ P : ={eps} ==> true check n in 0..1, eps in {1/(n + 1)};")
    assert [check["instance"] for check in claim["checks"]] == [{"n": "0 or 1", "eps": "1 or 1/2"}]


def test_a_loop_is_not_unrolled_where_the_facts_contradict_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index out of range is owed, and in range from then on: every guard would be true, round after round."""
    left: list[int] = []
    one_round = Walk.one_round

    def noted(self: Walk, node: core.While, run: Run, state: State) -> list[core.Statement] | None:
        found = one_round(self, node, run, state)
        left.append(self.rounds)
        return found

    monkeypatch.setattr(Walk, "one_round", noted)
    text = """
program Loop(a : list[int], n : int) : int requires size(a) = 2;
{ s := a[5]; i := 0; while (i < n) { s := s + a[i]; i := i + 1; } z :=$ DiscreteLaplace(1); return s + z; }
program Without(a : list[int], n : int) : int requires size(a) = 2;
{ z :=$ DiscreteLaplace(1); return z; }
claim same : Loop ~ Without : ={a, n} ==> ={res} expect unknown;
"""
    ((_, proof),) = pipeline.proofs(Source("t.wl", text))
    assert "index-out-of-range" in [one.code for one in proof.judged if not one.valid]
    assert left
    assert min(left) == Walk.rounds


def test_blocks_that_assign_different_variables() -> None:
    text = """
    program A(x : bool) : bool { joint { a :=$ Flip(1/4); y := a xor x; }; return y; }
    program B(x : bool) : bool { joint { b :=$ Flip(1/4); c :=$ Flip(1/2); z := b xor x; }; return z; }
    claim same : A ~ B : ={x} ==> res{1} = res{2};
    program C(x : int) : bool { joint { a :=$ Flip(1/4); y := a xor (x > 0); }; return y; }
    program D(x : int) : bool { joint { b :=$ Flip(1/4); z := b xor (x > 0); }; return z; }
    claim beyond : C ~ D : ={x} ==> true expect unknown;
    """
    found = verify(text)
    assert found["same"]["verdict"] == "proved"
    assert found["beyond"]["verdict"] == "unknown"
