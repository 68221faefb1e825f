"""Proofs that are found: they are proofs without the finder, too, every command knows them, and they are the same
everywhere. That they are of true claims only, whatever the finder does: tests/test_broken_finder.py."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.half import answers, differing, halved
from prhl import found_proofs, pipeline
from prhl.finding import effort, plans
from prhl.finding.nearest import Nearest
from prhl.found_proofs import Finder
from prhl.frontends.cli import main
from prhl.proof import Judged, Proof
from prhl.proof.restated import restates
from prhl.search import hunt
from prhl.solvers import Answer
from prhl.source import Edit, Source, Span, edited
from prhl.syntax.reader import read
from prhl.teaching.checking import check
from prhl.teaching.exercise import course

ROOT = Path(__file__).parent.parent
IN_PEERS = sorted((ROOT / "examples/peers").glob("*.wl"))
ANNOTATED = [f"examples/peers/{path.name}" for path in IN_PEERS if "// Annotated: " in path.read_text(encoding="utf-8")]
PEERS = [name for path in IN_PEERS if (name := f"examples/peers/{path.name}") not in ANNOTATED]
UNANNOTATED = [
    f"examples/unannotated/{name}.wl" for name in ("letters_pad", "yes_share", "noise_first", "present_mean")
]

SUM = """program Sum(d : private list[int], eps : real) : real
  requires eps > 0;
{
  s := 0;
  i := 0;
  while (i < size(d)) {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps);
  return s + z;
}

claim private : Sum satisfies dp(eps) when one_differs(d, 1);
"""
CALLS = """program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}

claim lemma : Noisy satisfies dp(eps) when within(x, 1);

program Twice(x : private real, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ Noisy(x, eps);
  b :=$ Noisy(x, eps);
  return (a, b);
}

claim private : Twice satisfies dp(2*eps) when within(x, 1);
"""
ARGMAX = """program Largest(d : private list[real], eps : real) : int
  requires eps > 0;
  requires size(d) = 2;
{
  a :=$ Laplace(2/eps);
  b :=$ Laplace(2/eps);
  return if d[0] + a >= d[1] + b then 0 else 1;
}

claim private : Largest satisfies dp(eps) when all_within(d, 1);
"""


def source(name: str) -> Source:
    return read(str(ROOT / name))


def proofs(text: str, find: bool = True) -> dict[str, Proof]:
    return {claim.name: proof for claim, proof in pipeline.proofs(Source("t.wl", text), find=find)}


def found_in(text: str) -> dict[str, tuple[Edit, ...]]:
    return {name: proof.found for name, proof in proofs(text).items()}


def proved(text: str, find: bool = True) -> list[str]:
    return [name for name, proof in proofs(text, find).items() if proof.complete]


# ---- what is found is a proof ----------------------------------------------------------------


@pytest.mark.parametrize("name", [*PEERS, *UNANNOTATED])
def test_what_is_found_is_proved_as_it_is_written(name: str) -> None:
    """So it is after `prhl fmt`, which leaves nothing to be done by a second one."""
    text = source(name).text
    of = [one.name for one in pipeline.load(source(name)).claims if one.expect == "proved" and not one.assume]
    assert of
    for claim, proof in [(claim, proof) for claim, proof in proofs(text).items() if claim in of]:
        assert proof.complete, claim
        written = edited(text, proof.found)
        assert proof.file is not None
        assert written == proof.file.source.text
        laid_out = pipeline.reformat(Source("t.wl", written))
        assert pipeline.reformat(Source("t.wl", laid_out)) == laid_out
        assert claim in proved(laid_out, find=False)
        assert restates(pipeline.load(Source("t.wl", laid_out)), pipeline.load(Source("t.wl", text)), claim)


def test_the_peers_lack_annotations() -> None:
    """So that it is the finder that proves them; those that are not found say that they are annotated."""
    assert not [name for name in PEERS if proved(source(name).text, find=False)]
    assert all([proved(source(name).text, find=False) for name in ANNOTATED])


LAYOUTS: dict[str, str] = {
    "a comment before the body": SUM.replace("(d)) {", "(d)) // } { ; couple\n  // { ;\n  {"),
    "a comment before the semicolon": SUM.replace("Laplace(1/eps);", "Laplace(1/eps) // ; {\n  ;"),
    "a comment at the end of the claim": SUM.replace("(d, 1);", "(d, 1) // ; ünïcödé 𝔘 }\n;"),
    "letters beyond the first plane before": "// 𝔘𝔘𝔘 {\n" + SUM,
    "one line": SUM.replace("\n", " "),
    "tabs": SUM.replace(" ", "\t"),
    "a variable k": SUM.replace("i ", "k ").replace("[i]", "[k]"),
    "a variable k, not the counter": SUM.replace("s :=", "k :=").replace("s +", "k +"),
    "parameters with all names": SUM.replace("eps : real)", "eps : real, k : int, j : int, m : int, o : int)"),
    "holes": SUM.replace("(d)) {", "(d))\n    invariant ?;\n  {").replace("/eps);", "/eps) couple ?;"),
    "more holes than there is to say": SUM.replace("(d)) {", "(d))" + " invariant ?;" * 9 + " {"),
    "what was written stays": SUM.replace("(d)) {", "(d)) invariant ={i} && 0 <= i{1}; {"),
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_wherever_it_is_written(text: str) -> None:
    found = found_in(text)["private"]
    assert found
    assert proved(edited(text, found), find=False) == ["private"]
    assert proved(pipeline.reformat(Source("t.wl", edited(text, found))), find=False) == ["private"]


def test_a_finite_set_of_reals_is_no_interval() -> None:
    """It is as even as an interval, and there are no ends over which a sample could be moved."""
    text = "program P(x : private real) : bool { z :=$ Uniform({1/4, 1/2}); return x + z > 1/3; }\n"
    source = Source("set.wl", text + "claim c : P satisfies dp(1) when within(x, 1);\n")
    report = pipeline.verify(source, search=None, find=True)
    assert [claim.verdict.word for claim in report.claims] == ["unknown"], report.diagnostics


def test_holes_are_filled_in_place() -> None:
    text = LAYOUTS["holes"]
    found = found_in(text)["private"]
    written = edited(text, found)
    assert "?" not in written
    assert [text[edit.span.start : edit.span.end] for edit in found].count("?") >= 1
    assert "    invariant ?;" in text
    assert "\n    invariant ={" in written


def test_what_was_written_stays() -> None:
    """Even where it makes a proof impossible."""
    assert "invariant ={i} && 0 <= i{1};" in edited(
        LAYOUTS["what was written stays"], found_in(LAYOUTS["what was written stays"])["private"]
    )
    assert not proved(SUM.replace("/eps);", "/eps) couple z{2} = z{1};"))
    assert not proved(SUM.replace("(d)) {", "(d)) invariant s{1} = s{2}; {"))


def test_a_call_rests_on_what_was_proved() -> None:
    found = found_in(CALLS)
    both = sorted([*found["lemma"], *found["private"]], key=lambda edit: edit.span.start)
    assert [edit.text.strip() for edit in found["private"]] == ["couple by lemma"] * 2
    assert sorted(proved(edited(CALLS, both), find=False)) == ["lemma", "private"]
    assert not proved(edited(CALLS, found["private"]), find=False), "the lemma lacks its coupling"
    false = found_in(CALLS.replace("dp(eps) when", "dp(eps/2) when"))
    stated = [edit.text.strip() for edit in false["private"] if "couple by" in edit.text]
    assert stated == ["couple by noisy_private"] * 2, "nothing rests on what is false"


def test_a_call_that_cites_what_is_not_proved_has_no_proof() -> None:
    text = """
    program Noisy(x : private real) : real { z :=$ Laplace(1); return x + z; }
    claim half : Noisy satisfies dp(1/2) when within(x, 1);
    program Later(x : private real) : real {
      for i in 0 .. 2 { skip; }
      y :=$ Noisy(x) couple by half;
      return y;
    }
    claim later : Later satisfies dp(1/2) when within(x, 1);
    """
    assert proved(text) == []


def test_a_call_rests_on_an_assumption_only_if_nothing_else_is_there() -> None:
    assumed = "claim first : Noisy satisfies dp(eps) when within(x, 1) assume;\n\nclaim lemma"
    found = found_in(CALLS.replace("claim lemma", assumed))["private"]
    assert [edit.text.strip() for edit in found] == ["couple by lemma"] * 2


# ---- reports ---------------------------------------------------------------------------------


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_json_has_what_was_found() -> None:
    status, output = run("verify", "--format", "json", "-", text=SUM)
    claim = json.loads(output)["files"][0]["claims"][0]
    assert (status, claim["verdict"], claim["by"]) == (0, "proved", "coupling")
    starts = Source("t.wl", SUM).line_starts
    offset: Callable[[str, str], list[int]] = lambda line, column: [  # noqa: E731
        starts[edit[line] - 1] + edit[column] - 1 for edit in claim["found"]
    ]
    spans = zip(offset("line", "column"), offset("end_line", "end_column"), strict=True)
    edits = [Edit(Span(*span), edit["text"]) for span, edit in zip(spans, claim["found"], strict=True)]
    assert edits == sorted(edits, key=lambda edit: edit.span.start)
    assert proved(edited(SUM, edits), find=False) == ["private"]
    assert [one["text"].strip() for one in claim["annotations"]] == [edit.text.strip() for edit in edits]
    lines = SUM.count("\n") + 1
    assert all([1 <= one["line"] <= lines for one in claim["obligations"]]), "places are those of the file"


def test_without_finding() -> None:
    status, output = run("verify", "--no-find", "--format", "json", "-", text=SUM)
    claim = json.loads(output)["files"][0]["claims"][0]
    assert (status, claim["verdict"], claim["found"], claim["annotations"]) == (1, "unknown", [], [])


def test_nothing_is_found_where_nothing_is_missing() -> None:
    whole = edited(SUM, found_in(SUM)["private"])
    assert found_in(whole) == {"private": ()}


def test_other_commands_know_found_proofs(tmp_path: Path) -> None:
    path = tmp_path / "sum.wl"
    path.write_text(SUM, encoding="utf-8")
    status, output = run("goals", f"{path}:10")
    assert status == 0
    assert "the relation one_differs(d, 1) at k" in output
    assert "missing" not in output
    assert "  found by the tool:\n    line 6: invariant" in output
    assert "missing-coupling" in run("goals", "--no-find", f"{path}:10")[1]
    status, output = run("budget", str(path))
    assert status == 0
    assert "all of it is spent" in output
    assert "  found by the tool:\n    line 6: invariant" in output
    path.with_name("half.wl").write_text(SUM.replace("dp(eps)", "dp(eps/2)"), encoding="utf-8")
    status, output = run("budget", str(path.with_name("half.wl")))
    assert status == 1
    assert "no proof was found" in output
    assert "nothing is charged" not in output
    status, output = run("verify", "--explain", str(path))
    assert status == 0
    assert "line 10, by coupled-draw" in output
    status, _ = run("verify", "--dump-smt", str(tmp_path / "smt"), str(path))
    assert status == 0
    assert len(list((tmp_path / "smt").iterdir())) == len(proofs(SUM)["private"].judged)


# ---- the same everywhere ---------------------------------------------------------------------

TOLD = "from tests.test_finding import SUM, ARGMAX, found_in; print(found_in(SUM), found_in(ARGMAX))"


def test_the_same_with_another_seed() -> None:
    here = f"{found_in(SUM)} {found_in(ARGMAX)}\n"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    told = subprocess.run([sys.executable, "-c", TOLD], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert told.stdout.decode() == here


def test_the_same_after_other_claims_and_in_another_order() -> None:
    def texts(found: Mapping[str, tuple[Edit, ...]]) -> dict[str, list[str]]:
        return {name: [edit.text for edit in edits] for name, edits in found.items()}

    largest = ARGMAX.replace("private :", "largest :")
    alone = texts(found_in(SUM)) | texts(found_in(largest))
    assert all(alone.values())
    assert texts(found_in(SUM + largest)) == alone
    assert texts(found_in(largest + SUM)) == alone
    assert texts(found_in(SUM)) | texts(found_in(largest)) == alone


@pytest.mark.parametrize(
    ("name", "claim", "loops"), [("vote_counts", "private", 2), ("mean_and_variance", "private", 6)]
)
def test_what_only_the_prover_sees_is_written_down_in_short(name: str, claim: str, loops: int) -> None:
    """Counts, of which the solver knows some laws, and products of many unknowns, which a search leaves alone."""
    proof = proofs(source(f"examples/unannotated/{name}.wl").text)[claim]
    assert proof.complete
    lines = [edit.text for edit in proof.found if "invariant" in edit.text]
    assert 0 < len(lines) <= loops, lines


THROUGH = """
program Inner(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}

program Middle(x : private real, eps : real) : real
  requires eps > 0;
{
  a :=$ Inner(x, eps);
  return a;
}

program Outer(x : private real, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ Middle(x, eps);
  b :=$ Middle(x, eps);
  return (a, b);
}

claim c : Outer satisfies dp(BUDGET) when within(x, 1);
"""


def test_what_is_stated_of_a_program_that_is_called_by_another_is_stated_once() -> None:
    """Also where nothing comes of it: it is known to whoever goes on from there."""
    low = proofs(THROUGH.replace("BUDGET", "3/2*eps"))["c"]
    assert not low.complete
    right = proofs(THROUGH.replace("BUDGET", "2*eps"))["c"]
    assert right.complete
    stated = [edit.text.split()[1] for edit in right.found if edit.text.strip().startswith("claim")]
    assert stated == ["inner_private", "middle_private"]


OTHER_NAMES = """program Turned(x : private int, n : int) : int
  requires n >= 1;
{
  r :=$ Uniform(0 .. n - 1);
  return (x + r) mod n;
}

program Ideal(n : int) : int
  requires n >= 1;
{
  u :=$ Uniform(0 .. n - 1);
  return u;
}

claim ideal : Turned ~ Ideal : ={n} ==> ={res};
claim hidden : Turned satisfies noninterference when any;
"""


def test_a_label_that_is_added_says_by_which_name_run_2_draws() -> None:
    """Where the program has other claims, what is found of two programs goes by labels."""
    proof = proofs(OTHER_NAMES)["ideal"]
    assert proof.complete
    assert "couple u{2} = (r{1} + x{1}) mod n{1}" in "".join([edit.text for edit in proof.found])


SPEND = "examples/unannotated/spend_and_visits.wl"


def test_what_is_cut_off_bounds_the_price_of_its_noise() -> None:
    """So that no question multiplies what is drawn by what is read, and half of the effort is enough."""
    proof = proofs(source(SPEND).text)["private"]
    assert proof.complete
    assert sum([edit.text.endswith("cost 1/(2*sigma^2)") for edit in proof.found]) == 2
    assert not differing(ROOT / SPEND)


def test_the_bound_is_the_width_of_the_cut(tmp_path: Path) -> None:
    """With all of the effort the product is multiplied out; with half of it the proof needs the bound, which is 50."""
    path = tmp_path / "spend.wl"
    path.write_text(source(SPEND).text.replace("max(0, min(50,", "max(-20, min(30,"))
    with halved():
        found = answers(path, 2)
    assert found["private"] == "proved"
    assert [key for key in found if key.endswith(": price")]


def test_a_proof_that_was_refused_briefly_is_one_if_it_is_one_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """The brief question asks in another order, and z3 may not answer everything in every order."""
    asked = found_proofs.as_annotated

    def unlucky(*given: object) -> Proof:
        proof = asked(*given)  # type: ignore[arg-type]
        last = proof.judged[-1]
        brief = given[2:] == (True,)
        return replace(proof, judged=(Judged(last.obligation, Answer("unknown")),)) if brief else proof

    monkeypatch.setattr(found_proofs, "as_annotated", unlucky)
    assert proved(SUM) == ["private"]
    verdicts = pipeline.verify(Source("t.wl", SUM), find=True).claims
    assert [one.verdict.word for one in verdicts] == ["proved"]
    assert verdicts[0].proof.found


def test_no_exercise_is_solved_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The course judges without finding, which might fill the holes of what is handed out."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the finder was asked")

    to_write = [one for one in course() if "couple ?" in one.start.text or "invariant ?" in one.start.text]
    assert len(to_write) > 5
    monkeypatch.setattr(Finder, "proofs", never)
    for exercise in to_write:
        assert check(exercise, exercise.start).state == "open"


def test_what_says_that_it_is_false_is_attacked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(hunt, "attack", lambda *_: order.append("attack"))
    sought = plans.follow
    monkeypatch.setattr(plans, "follow", lambda *given, **more: order.append("plan") or sought(*given, **more))  # type: ignore[func-returns-value]
    half = SUM.replace("dp(eps)", "dp(eps/2)")
    for text, first in ((half, "plan"), (half.replace("(d, 1);", "(d, 1) expect refuted;"), "attack")):
        order.clear()
        pipeline.verify(Source("t.wl", text), find=True)
        assert order[0] == first
        assert set(order) == {"plan", "attack"}


@pytest.mark.search
@pytest.mark.parametrize(("long", "failed"), [(-1, 0), (10**9, 1)])
def test_a_first_plan_that_takes_long_is_called_off_by_a_brief_attack(
    monkeypatch: pytest.MonkeyPatch, long: int, failed: int
) -> None:
    plans_that_failed: list[object] = []
    monkeypatch.setattr(effort, "LONG", long)
    monkeypatch.setattr(Nearest, "note", lambda _, one: plans_that_failed.append(one))
    (half,) = pipeline.verify(
        Source("t.wl", SUM.replace("dp(eps)", "dp(eps/2)")), find=True, search=pipeline.SEARCH
    ).claims
    assert half.verdict.word == "refuted"
    assert len(plans_that_failed) == failed
    (whole,) = pipeline.verify(Source("t.wl", SUM), find=True, search=pipeline.SEARCH).claims  # it goes on
    assert whole.verdict.word == "proved"


def test_a_proof_is_not_lost_for_questions_that_would_make_it_read_better() -> None:
    """Whether a sum over rows is the same in both runs is more than the solver can tell."""
    proof = proofs(source("examples/peers/rows_of_a_table.wl").text)["costs"]
    assert proof.complete
    assert [edit.text for edit in proof.found] == [" couple z{2} = z{1} + s{1} - s{2}"]
