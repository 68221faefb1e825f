"""What a failed obligation shows: what was spent, how much more is known, and the bounds of a `for` of one run."""

from prhl import pipeline
from prhl.logic.build import at_most, number
from prhl.logic.terms import Variable
from prhl.logic.types import REAL
from prhl.proof import Judged
from prhl.report.as_json import claim_json
from prhl.report.as_text import as_text
from prhl.report.obligations import countermodel, explained
from prhl.solvers import Limits, Query, Shown
from prhl.solvers.by_z3 import Session
from prhl.source import Source


def failed(text: str) -> tuple[Source, list[Judged]]:
    source = Source("t.wl", text)
    return source, [
        one for _, proof in pipeline.proofs(source, limits=Limits(500_000)) for one in proof.judged if not one.valid
    ]


def test_the_bounds_of_a_for_hold_in_a_run_alone() -> None:
    text = """
        program Nothing(d : list[int], n : int) : int { return 0; }
        program Sum(d : list[int], n : int) : int { s := 0; for i in 0 .. size(d) { s := s + d[i]; } return 0; }
        claim c : Nothing ~ Sum : true ==> ={res};
    """
    _, found = failed(text)
    assert [one.code for one in found] == []


def test_bounds_that_do_not_hold_are_not_believed() -> None:
    text = """
        program Nothing(d : list[int], n : int) : int { return 0; }
        program Sum(d : list[int], n : int) : int { s := 0; for i in 0 .. n { s := s + d[i]; } return 0; }
        claim c : Nothing ~ Sum : true ==> ={res};
    """
    _, found = failed(text)
    assert "index-out-of-range" in [one.code for one in found]


def test_a_model_with_a_cost_that_was_spent_is_preferred() -> None:
    cost = Variable("cost@1", 1, REAL)
    shown = [Shown(("cost", 0), cost)]
    answer = Session().answer(Query((), at_most(number(1), cost), lambda: shown))
    assert answer.status == "invalid"
    assert not answer.model["cost", 0].startswith("-")
    answer = Session().answer(Query((), at_most(number(0), cost), lambda: shown))
    assert answer.model["cost", 0].startswith("-")  # where nothing else is possible it is shown as it is


def test_long_lists_of_facts_say_how_many_more_there_are() -> None:
    names = [f"n{k}" for k in range(12)]
    requires = "\n".join([f"requires {name} > 0;" for name in names])
    text = f"""
        program P(x : private int, {", ".join([f"{name} : int" for name in names])}) : int
        {requires}
        {{ return x; }}
        claim c : P satisfies noninterference when any;
    """
    source, found = failed(text)
    known = [line for line in explained(source, found[0]) if line.startswith("known: ")]
    assert known[0] == "known: 5 more before these, which `prhl goals` lists"
    assert len(known) == 9
    few = text.replace(requires, requires.split("\n")[0])
    source, found = failed(few)
    assert not [line for line in explained(source, found[0]) if "more before these" in line]


def test_slack_stands_beside_cost() -> None:
    text = """
        program P(x : private int, n : int, d : real) : int
          requires d > 0 && d < 1;
        {
          s := 0;
          for i in 0 .. n
            invariant ={s} && slack <= i{1}*d;
          {
            z :=$ Flip(1/2) couple z{2} = z{1} slack d;
            s := s + (if z then x else 0);
          }
          return s;
        }
        claim c : P satisfies dp(0, n*d) when any;
    """
    _, found = failed(text)
    shown = [one for one in found if one.answer.model]
    assert shown, [(one.code, one.status) for one in found]
    assert any(["slack" in line for one in shown for line in countermodel(one)])


def test_a_countermodel_of_a_round_tells_the_head_and_the_end() -> None:
    text = """
program P(x : private int) : int {
  i := 0; s := x;
  while (i < 3) invariant ={i} && s{1} <= s{2} + 5; { s := s + x; i := i + 1; }
  return s;
}
claim c : P satisfies dp(0) when within(x, 1) expect unknown;
"""
    report = pipeline.verify(Source("a.wl", text), search=None)
    owed = claim_json(report.source, report.claims[0])["obligations"]
    (model,) = [one["countermodel"] for one in owed if one["code"] == "invariant-kept" and one["status"] == "invalid"]
    head, after = model["head"], model
    for run in ("run 1", "run 2"):
        assert set(head[run]) == {"i", "s"}  # and not x, which stays
        assert int(after[run]["i"]) == int(head[run]["i"]) + 1
        assert int(after[run]["s"]) == int(head[run]["s"]) + int(after[run]["x"])
    told = as_text(report)
    assert told.index("s at the head") < told.index("s after the round")
    assert "x at the head" not in told
