"""Plans tried on small inputs: what is broken has no proof, and what has one is not broken."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.finding import Task, plans
from prhl.finding.task import loops
from prhl.found_proofs import Finder, Grounds
from prhl.logic.build import TRUE, at_most, choose, equal, index, less, number, plus, unequal
from prhl.logic.terms import Variable
from prhl.logic.types import INT, REAL, List
from prhl.search.plan_trials import Heads, PlanTrials, trials_of
from prhl.solvers import Answer, Query
from prhl.solvers.by_z3 import Session
from prhl.source import Source
from prhl.typed import core

NOISY = """
program Noisy(x : private real, eps : real) : real requires eps > 0; {{
  z :=$ Laplace(1/eps) couple z{{2}} = {};
  return x + z;
}}
claim private : Noisy satisfies dp({}) when within(x, 1);
"""
TESTED = """
program Tested(x : private real, eps : real) : bool requires eps > 0; {{
  z :=$ Laplace(1/eps) couple z{{2}} = {};
  return x + z > 0;
}}
claim private : Tested satisfies dp(eps) when within(x, 1);
"""
BEST = """
program Best(x : private real, y : private real, eps : real) : int requires eps > 0; {{
  a :=$ Laplace(2/eps) couple a{{2}} = a{{1}} + (if o = 0 then {} else 0);
  b :=$ Laplace(2/eps) couple b{{2}} = b{{1}} + (if o = 1 then {} else 0);
  best := 0;
  if (y + b > x + a) {{ best := 1; }}
  return best;
}}
claim private : Best satisfies dp(eps) when within(x, 1) && within(y, 1) pointwise o;
"""
LOOP = """
program Loop(x : private real, eps : real) : int requires eps > 0; {
  n := 0;
  while (n < 3 && x > 0) { z :=$ Laplace(1/eps) couple z{2} = z{1}; n := n + 1; }
  return 0;
}
claim private : Loop satisfies dp(eps) when within(x, 1);
"""


def task(text: str) -> Task:
    file = pipeline.load(Source("trial.wl", text))
    (claim,) = file.claims
    return Task(claim, file.programs[claim.left], file.programs[claim.right], file.programs)


def couplings(given: Task) -> dict[int, core.Couple | None]:
    return {site: given.said(site).couple for site in given.sites}


def inputs() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """As far apart as they may be; some are exchanged by the trials."""
    for x in (0, Fraction(1, 2), -1):
        for y in (0, 1):
            yield {"x": x, "y": y, "eps": 1}, {"x": x + 1, "y": y - 1, "eps": 1}


def broken(text: str, budget: bool = True, **changed: Any) -> bool:
    given = task(text)
    said = {site: replace(couple, **changed) for site, couple in couplings(given).items()}  # type: ignore[type-var]
    return PlanTrials(inputs).broken(given, said, budget)


def test_results_that_differ() -> None:
    assert not broken(NOISY.format("z{1} + x{1} - x{2}", "eps"))
    assert broken(NOISY.format("z{1}", "eps"), budget=False)
    assert not broken(NOISY.format("z{1}", "eps"), excepted=TRUE), "what is excepted has no result"


def test_a_budget_that_is_not_enough() -> None:
    text = NOISY.format("z{1} + x{1} - x{2}", "eps/2")
    assert broken(text)
    assert not broken(text, budget=False)
    assert broken(NOISY.format("z{1} + x{1} - x{2} cost 2*eps", "eps")), "what is stated is charged"


def test_two_samples_with_one_image() -> None:
    assert not broken(TESTED.format("z{1} + x{1} - x{2}"))
    hit = "z{1} + (if x{1} + z{1} > 0 then x{1} - x{2} else 0)"
    assert broken(TESTED.format(hit), budget=False)


def test_only_what_may_be_drawn_has_an_image() -> None:
    """Turned by x in a ring of three; the image of a number outside would be one of those, too."""
    ring = """
program Ring(x : private int, eps : real) : int {{
  z :=$ Uniform(0 .. 2) couple z{{2}} = {};
  return (x + z) mod 3;
}}
claim private : Ring satisfies dp(eps) when within(x, 1);
"""
    related = [({"x": x, "eps": 1}, {"x": x + 1, "eps": 1}) for x in range(4)]
    for image, wrong in (("(z{1} + x{1} - x{2}) mod 3", False), ("z{1} div 2", True)):
        given = task(ring.format(image))
        assert PlanTrials(lambda: iter(related)).broken(given, couplings(given), False) == wrong


def test_the_output_of_run_1_is_looked_at() -> None:
    assert not broken(BEST.format("x{1} - x{2} + 1", "y{1} - y{2} + 1"))
    assert broken(BEST.format("x{1} - x{2} - 1", "y{1} - y{2} - 1"), budget=False)


def test_guards_that_part() -> None:
    assert broken(LOOP, budget=False)


def test_what_is_not_run_breaks_nothing() -> None:
    two = NOISY.format("z{1}", "eps").split("claim")[0]
    given = task(two + two.replace("Noisy", "Other") + "claim q : Noisy ~ Other : ={eps} ==> ={res};")
    assert not PlanTrials(inputs).of(given)
    assert not PlanTrials(lambda: iter(())).broken(task(NOISY.format("z{1}", "eps")), {}, True)


def test_plans_that_a_trial_breaks_are_not_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of some 40 plans for the gap of the two smallest numbers nearly all give other results on a list of four."""
    path = Path(__file__).parent.parent / "examples" / "unannotated" / "noisy_min_gap.wl"
    file = pipeline.load(Source(str(path), path.read_text(encoding="utf-8")))
    walked: list[object] = []
    whole = plans._walked

    def counted(*given: Any, **more: Any) -> Any:
        walked.append(given)
        return whole(*given, **more)

    monkeypatch.setattr(plans, "_walked", counted)
    finder = Finder(file.claims[0], Grounds(Laboratory(file, None)), pipeline._judge)
    assert len(list(finder.proofs())) > 30
    assert 1 < len(walked) < 8
    assert finder.nearest.short, "one that lacks budget only is told of"


ROWS = """
program Rows(a : private list[real], n : int, m : int, eps : real) : list[real]
  requires eps > 0; requires m >= 1; requires size(a) = n;
{
  out := [];
  for i in 0 .. n
    invariant ={out};
    invariant size(out{1}) = i{1}*m;
    invariant size(out{1}) = i{1};
    invariant forall j. 0 <= j && j < size(out{1}) ==> out{1}[j] = 0;
    invariant i{1} <= k;
    invariant out{1}[i{1}] = out{2}[i{1}];
  {
    for j in 0 .. m
      invariant size(out{1}) = i{1}*m + j{1};
      invariant size(out{1}) = j{1};
    {
      z :=$ Laplace(m/eps) couple z{2} = z{1} + a{1}[i{1}] - a{2}[i{1}];
      out := out ++ [a[i] + z];
    }
  }
  return out;
}
claim private : Rows satisfies dp(eps) when one_differs(a, 1) at k;
"""


def test_what_is_no_invariant_is_broken_at_a_head_and_what_is_one_is_not() -> None:
    """Nor is what has no value there."""
    given = task(ROWS)
    outer, inner = loops(given.left.body)
    (site,) = given.sites
    i, j = Variable("i", 1, INT), Variable("j", 1, INT)
    a = [index(Variable("a", run, List(REAL)), i) for run in (1, 2)]
    found = trials_of(given).heads(given, couplings(given), {site: (unequal(*a), {"#paid": 1})})
    invariants = [given.claim.annotations[given.left.name, loop.site].invariants for loop in (outer, inner)]
    assert [found.break_(outer.site, one) for one in invariants[0]] == [False, False, True, True, True, False]
    assert [found.break_(inner.site, one) for one in invariants[1]] == [False, True]
    k, m, paid = given.claim.names[0], Variable("m", 0, INT), Variable("#paid", 1, INT)
    row = choose(less(k, i), m, number(0))
    assert not found.break_(outer.site, at_most(paid, row)), "all of a row is paid for"
    assert found.break_(inner.site, at_most(paid, row))
    assert not found.break_(inner.site, at_most(paid, plus(row, choose(equal(i, k), j, number(0)))))
    assert found.break_(outer.site, at_most(paid, number(1)))


def test_what_trials_break_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What two nested loops count in may be bounded in many ways, and the solver does not answer for most of them."""
    path = Path(__file__).parent.parent / "examples" / "unannotated" / "table_of_counts.wl"
    file = pipeline.load(Source(str(path), path.read_text(encoding="utf-8")))
    asked: list[str] = []
    whole = Session.answer

    def counted(self: Session, query: Query) -> Answer:
        found = whole(self, query)
        asked.append(found.status)
        return found

    def unknown() -> int:
        asked.clear()
        assert Finder(file.claims[0], Grounds(Laboratory(file, None)), pipeline._judge).first() is not None
        return asked.count("unknown")

    monkeypatch.setattr(Session, "answer", counted)
    with_trials = unknown()
    monkeypatch.setattr(Heads, "break_", lambda *_: False)
    assert 2 * with_trials < unknown()
