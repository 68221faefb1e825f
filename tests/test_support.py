"""What a run may show at all, and infinite losses that are confirmed by it alone."""

from dataclasses import replace
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks import witness
from prhl.checks.laboratory import Laboratory
from prhl.semantics.flat import flatten
from prhl.semantics.limits import Meter
from prhl.semantics.oracle import TooLong
from prhl.semantics.reachable import conceivable, possible
from prhl.source import Source


def outputs(body: str, sure: bool, steps: int = 1_000_000) -> set[Any]:
    file = pipeline.load(Source("p.wl", f"program P(x : int) : int {{ {body} }}"))
    program = flatten(file.programs["P"], file.programs)
    seen = possible(program, {"x": 1}, Meter(steps), 5) if sure else conceivable(program, {"x": 1}, Meter(steps))
    return {one[-1] for one in seen}


def test_what_has_no_mass_is_not_possible() -> None:
    body = "b :=$ Flip(x - 1); c :=$ Choice({0 @ x - 1, 2 @ 1}); y := c; if (b) { y := 1; } return y;"
    assert outputs(body, sure=True) == {2}


def test_a_loop_that_may_go_on_is_walked_until_there_are_no_new_states() -> None:
    body = "y := 3; while (y = 3) { y :=$ Uniform(0..3); } return y;"
    assert outputs(body, sure=False) == outputs(body, sure=True) == {0, 1, 2}


def test_where_there_is_no_end_of_values_nothing_is_said() -> None:
    for body in (
        "z :=$ Geometric(1/2); return if z > 1000 then 1 else 0;",
        "z := 0; b := true; while (b) { b :=$ Flip(1/2); z := z + 1; } return z;",
    ):
        with pytest.raises(TooLong):
            outputs(body, sure=False)
    assert outputs("z := 0; b := true; while (b) { b :=$ Flip(1/2); z := z + 1; } return z;", sure=True) == {1, 2, 3, 4}


SUM = """
program Sum(x : private int, n : int) : int
  requires 0 <= x && x <= 1 && n >= 1;
{
  s := 0;
  i := 0;
  while (i < n) decreases n - i; {
    u :=$ Uniform(0..3);
    s := s + u * u;
    i := i + 1;
  }
  return if s = 0 then 2 * x else 1;
}
"""


def checked(text: str, claim: str, monkeypatch: pytest.MonkeyPatch, steps: int = 60_000) -> Any:
    """The first check, with few steps for the second computation."""
    monkeypatch.setattr("prhl.checks.laboratory.CONFIRMING", steps)
    file = pipeline.load(Source("p.wl", text + claim))
    return next(Laboratory(file).checks(file.claims[0]))


def test_an_infinite_loss_is_confirmed_by_an_output_of_one_run_only(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(SUM, "claim c : Sum satisfies dp(1) when any check x in 0..1, n = 8;", monkeypatch)
    assert found.status == "violated"
    assert found.witness is not None
    assert found.witness.probabilities[1] == "0"


def test_with_a_delta_it_is_not_enough_that_an_output_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(SUM, "claim c : Sum satisfies dp(1, 1/10^9) when any check x in 0..1, n = 8;", monkeypatch)
    assert found.status == "violated"
    assert found.witness is None


def test_a_window_in_run_2_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which outputs a run may show is not known where values are left out."""
    text = """
    program W(x : private bool) : int {
      i := 0; s := 0;
      while (i < 3) { z :=$ Geometric(1/2); s := s + (if z > 90 then 1 else 0); i := i + 1; }
      return if x then 5 + s else s;
    }
    """
    monkeypatch.setattr(witness, "_again", lambda *_: None)
    found = checked(text, "claim c : W satisfies dp(1) when any check;", monkeypatch)
    assert found.status == "violated"
    assert found.violation.probabilities[1] == 0
    assert found.witness is None


def test_run_1_must_be_able_to_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that is wrong about run 1, or about run 2, is not believed."""
    file = pipeline.load(Source("p.wl", SUM + "claim c : Sum satisfies dp(1) when any check x in 0..1, n = 3;"))
    laboratory = Laboratory(file)
    found = next(laboratory.checks(file.claims[0])).violation
    assert found is not None
    flat = laboratory.flat("Sum")
    monkeypatch.setattr(witness, "_again", lambda *_: None)
    assert witness.confirmed(found, (flat, flat), lambda seen: seen, Meter(1_000_000))
    for event in (frozenset({(1,)}), frozenset({(7,)})):
        wrong = witness.Violation(found.inputs, event, event, found.probabilities, found.growth, found.delta)
        assert not witness.confirmed(wrong, (flat, flat), lambda seen: seen, Meter(1_000_000))


def test_an_infinite_loss_under_a_postcondition_is_confirmed_by_an_output_that_is_related_to_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = "claim c : Sum ~ Sum : ={n} ==> res{1} <= res{2} within (1, 0) check x in 0..1, n = 8;"
    found = checked(SUM, claim, monkeypatch)
    assert found.status == "violated"
    assert found.witness is not None
    assert (found.witness.event, found.witness.image) == (("res = 2",), ())
    assert found.witness.probabilities[1] == "0"


def test_an_engine_that_forgets_what_is_related_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1 in run 1 the image holds 1 and 2: with an empty image neither computation confirms anything."""
    claim = "claim c : Sum ~ Sum : ={n} ==> res{1} <= res{2} within (1, 0) check x in 0..1, n = 3;"
    file = pipeline.load(Source("p.wl", SUM + claim))
    laboratory = Laboratory(file)
    found = next(laboratory.checks(file.claims[0])).violation
    assert found is not None
    ((shape, _),) = next(iter(found.event))
    flat = laboratory.flat("Sum", ("res",))
    wrong = replace(found, event=frozenset({((shape, 1),)}), image=frozenset())
    with pytest.raises(witness.Disagreement):
        witness.confirmed(wrong, (flat, flat), lambda seen: seen[-1:], Meter(1_000_000))
    monkeypatch.setattr(witness, "_again", lambda *_: None)
    assert witness.confirmed(found, (flat, flat), lambda seen: seen[-1:], Meter(1_000_000))
    assert not witness.confirmed(wrong, (flat, flat), lambda seen: seen[-1:], Meter(1_000_000))
