"""`prhl verify --explain`: the proof as a person would write it."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.explanations import Explanation
from prhl.frontends.cli import main
from prhl.proof import Proof
from prhl.report.proofs import SENTENCES, Told, proof_lines, told_steps
from prhl.source import Source
from prhl.syntax.reader import read
from tests.test_messages import CODES, OWED, OWING, WITH_EXAMPLE

ROOT = Path(__file__).parent.parent
KEEP = pipeline.Keep(steps=True)

EXAMPLES = (
    "mechanisms/svt.wl",
    "mechanisms/noisy_max.wl",
    "mechanisms/gaussian_mechanism.wl",
    "mechanisms/randomized_response.wl",
    "quadruples/one_time_pad.wl",
    "quadruples/eager_lazy.wl",
    "course/privacy_budget.wl",
    "wrong/noisy_max_half_noise.wl",
)


@cache
def proofs(name: str) -> list[tuple[Source, Proof]]:
    source = read(str(ROOT / "examples" / name))
    return [(source, proof) for _, proof in pipeline.proofs(source, keep=KEEP)]


SUM = """
program Sum(x : private real, eps : real) : real
  requires eps > 0;
{
  y := 2*x;
  z :=$ Laplace(2/eps) couple z{2} = z{1} + y{1} - y{2};
  return y + z;
}

claim private : Sum satisfies dp(eps) when within(x, 1);
"""

TOLD = """the proof:
    two runs
        known: requires eps > 0 (line 3)
        known: the relation within(x, 1) (line 10)
        spent so far: 0
        valid: the budget is not negative: 0 <= eps
    line 5, by assignment: y := 2*x
    line 6, by coupled-draw: z :=$ Laplace(2/eps)
        couple z{2} = z{1} + y{1} - y{2}
        charged to cost: |y{1} - y{2}|*eps/2
        spent so far: |y{1} - y{2}|*eps/2
        valid: the divisor is not 0: eps != 0
        valid: the scale is positive: 0 < 2/eps
        valid: the noise is the same in both runs: 2/eps = 2/eps
        valid: run 2 can draw the image
        valid: two samples of run 1 with one image are the same: z{1} = z'{1}
    line 7, by equal-results: return y + z
        known: requires eps > 0 (line 3)
        known: the relation within(x, 1) (line 10)
        spent in all: |y{1} - y{2}|*eps/2
        the results are equal, so what is likely in run 1 is as likely in run 2, up to the cost
        valid: the results are equal: y{1} + z{1} = y{2} + z{2}
        valid: what was spent is within the budget: cost <= eps
"""


def test_a_proof_in_full() -> None:
    done = CliRunner().invoke(main, ["verify", "--explain", "-"], input=SUM)
    assert done.exit_code == 0
    assert TOLD in done.output, done.output


def test_without_the_option_no_step_is_kept() -> None:
    done = CliRunner().invoke(main, ["verify", "-"], input=SUM)
    assert "the proof" not in done.output
    assert pipeline.verify(Source("t.wl", SUM)).claims[0].proof.steps == ()


def test_a_proof_that_fails_stops_there() -> None:
    wrong = SUM.replace("Laplace(2/eps)", "Laplace(1/eps)")
    done = CliRunner().invoke(main, ["verify", "--explain", "-"], input=wrong)
    assert done.exit_code == 1
    told = done.output.split("the proof:")[1]
    assert "valid: the results are equal" in told
    assert "here the proof stops: budget, line 10: more may be spent than the budget of the claim" in told
    assert "countermodel" not in told, "that stands above already"
    assert "countermodel" in done.output


def test_what_comes_after_the_failure_is_not_told() -> None:
    wrong = SUM.replace("requires eps > 0;", "requires eps >= 0;")
    steps = [step.rule for step in told(wrong)]
    assert steps[-1] == "failed"
    assert "equal-results" not in steps


def told(text: str) -> list[Told]:
    source = Source("t.wl", text)
    [(_, proof)] = pipeline.proofs(source, keep=KEEP)
    return told_steps(source, proof)


def test_a_loop_tells_entry_and_rounds() -> None:
    source, proof = proofs("mechanisms/svt.wl")[0]
    steps = told_steps(source, proof)
    loop = next(step for step in steps if step.rule == "loop-in-step")
    after = next(step for step in steps if step.statement == "after the body")
    invariant = "cost = eps/2 + hits{1}*(eps/(2*N))"
    assert f"valid: the invariant holds when the loop is reached: {invariant}" in loop.says
    assert f"valid: a round keeps the invariant: {invariant}" in after.says
    assert any([text.startswith("valid: the variant is not negative") for text in after.says])
    inside = [step.rule for step in steps[steps.index(loop) + 1 : steps.index(after)] if step.depth == loop.depth + 1]
    assert inside == ["coupled-draw", "branch", "assignment"]
    assert f"spent in all: `cost`, of which is known {invariant}" in steps[-1].says


@pytest.mark.parametrize("name", EXAMPLES)
def test_everything_that_is_owed_is_told(name: str) -> None:
    """Each obligation of a complete proof is in it, and a proof that fails ends with the first that fails."""
    for source, proof in proofs(name):
        steps = told_steps(source, proof)
        said = [text for step in steps for text in step.says]
        if proof.complete:
            assert "failed" not in [step.rule for step in steps]
            for one in proof.judged:
                assert any([text.startswith(f"valid: {SENTENCES[one.code]}") for text in said]), one.code
        else:
            assert steps[-1].rule == "failed"
            assert [step.rule for step in steps].count("failed") == 1
            code = re.match(r"here the proof stops: ([a-z-]+),", steps[-1].statement)
            assert code is not None
            assert code[1] in {one.code for one in proof.judged if not one.valid}
        assert proof_lines(source, proof)


@pytest.mark.parametrize("entry", [e for e in WITH_EXAMPLE if e.code in OWED], ids=lambda entry: entry.code)
def test_every_failure_ends_its_proof(entry: Explanation) -> None:
    source = Source("x.wl", entry.wrong)
    ends = [told_steps(source, proof)[-1] for _, proof in pipeline.proofs(source, keep=KEEP) if not proof.complete]
    assert ends
    for end in ends:
        assert end.rule == "failed"
        assert end.statement.startswith(f"here the proof stops: {entry.code}, line ")


def test_rules_have_the_names_of_the_manual() -> None:
    manual = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^### ([a-z-]+)$", manual, re.MULTILINE))
    used = {step.rule for name in EXAMPLES for _, proof in proofs(name) for step in proof.steps} - {"start"}
    assert len(used) >= 8
    assert used <= named


def test_every_code_that_can_be_valid_has_a_sentence() -> None:
    """What is only ever missing is never valid."""
    can_be_valid = {code for code, places in CODES.items() if places.keys() & (OWING - {"lack", "Obligation"})}
    conditions = {code for code, places in CODES.items() if "Condition" in places}
    assert can_be_valid | conditions <= SENTENCES.keys()
    assert SENTENCES.keys() <= CODES.keys()


def test_both_directions() -> None:
    steps = told(SUM.replace("within(x, 1)", "x{1} <= x{2} && x{2} <= x{1} + 1"))
    starts = [step.runs for step in steps if step.rule == "start"]
    assert starts == [" (in the direction as written)", " (in the other direction)"]


def test_in_json() -> None:
    done = CliRunner().invoke(main, ["verify", "--explain", "--format", "json", "-"], input=SUM)
    [claim] = json.loads(done.output)["files"][0]["claims"]
    assert [step["rule"] for step in claim["proof"]] == ["start", "assignment", "coupled-draw", "equal-results"]
    assert claim["proof"][2]["line"] == 6
    assert "charged to cost: |y{1} - y{2}|*eps/2" in claim["proof"][2]["says"]
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=SUM)
    assert "proof" not in json.loads(done.output)["files"][0]["claims"][0]


def test_steps_change_no_answer() -> None:
    source = read(str(ROOT / "examples" / "mechanisms" / "noisy_max.wl"))
    first = [[(o.code, o.answer) for o in proof.judged] for _, proof in pipeline.proofs(source, "private")]
    second = [[(o.code, o.answer) for o in proof.judged] for _, proof in pipeline.proofs(source, "private", keep=KEEP)]
    assert [[(c, a.status, a.model) for c, a in one] for one in first] == [
        [(c, a.status, a.model) for c, a in one] for one in second
    ]
