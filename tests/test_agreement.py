"""The two roads and brute force agree on random files, and the files are of a kind that can tell.

`PRHL_EXAMPLES` says how many files there are; the shares are taken over all of them, by whichever chunk ends last.
For each kind of sketch it is also counted which rules were used in proofs: a rule that no proof reaches is not tested.
"""

import json
import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from prhl import pipeline
from prhl.diagnostics import Rejected
from tests.agreement import KINDS, LATER, Case, Disagreement, examine, generate, unedited, unspoiled
from tests.sketches import SKETCHES, Maker, put_together, truth_value, whole

pytestmark = pytest.mark.search

USUAL = 40
FILES = int(os.environ.get("PRHL_EXAMPLES", USUAL))
CHUNKS = 10

# Of each kind: which files as they were sketched, and how many proofs among them use a rule, at least.
REACHED: dict[str, tuple[range, dict[str, int]]] = {
    "steps": (range(36, 70), {"loop-out-of-step": 3, "up-to-bad": 1}),
    "noise": (
        range(16, 72),
        {"lifted-draw": 2, "gauss-shift": 2, "truncate-shift": 1, "clamp-identity": 1, "score-identity": 2},
    ),
    "calls": (
        range(17, 92),
        {
            "call-by-claim": 8,
            "call-by-claim in branch": 2,
            "call: dp": 3,
            "call: dp with a delta": 2,
            "call: noninterference": 2,
            "call: quadruple": 1,
            "call: proved one output at a time": 2,
            "pointwise: call-by-claim": 2,
        },
    ),
    "motion": (
        range(6, 36),
        {
            "motion: brought": 3,
            "motion: sunk": 2,
            "motion: unrolled": 4,
            "draw-alone: one run": 3,
            "loop-alone": 3,
            "loop-ends": 3,
            "branch: apart": 2,
        },
    ),
    "walk": (
        range(36, 76),
        {
            "joint-step": 3,
            "leak in loop-in-step": 3,
            "assert-cut": 4,
            "pieces": 2,
            "pointwise o": 2,
            "pointwise o = e": 1,
            "pointwise: leak": 2,
            "branch: apart": 1,
        },
    ),
    "lists": (
        range(62, 83),
        {
            "sum under one_differs": 1,
            "count under one_differs": 2,
            "count under add_remove": 1,
            "max under all_within": 1,
            "min under all_within": 1,
        },
    ),
    "slack": (
        range(40),
        {
            "slack: cases": 1,
            "slack: shift": 2,
            "slack: geometric-shift": 1,
            "slack: truncate-shift": 1,
            "slack: joint-step": 4,
            "lifted-draw in loop-in-step": 1,
        },
    ),
    "luck": (range(86, 104), {"lucky-rounds": 4, "call-alone": 2, "loop-alone": 2}),
    "following": (range(40), {"weaker-claim": 2, "other-notion": 8, "group-privacy": 4, "secret-sample": 1}),
    "divergences": (
        range(60, 102),
        {
            "concentrated-draw": 5,
            "up-to-bad": 4,
            "advanced-composition": 4,
            "call: zcdp": 1,
            "call-by-claim in loop-in-step": 2,
        },
    ),
}


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run see."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "agreement"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_roads_agree_with_brute_force(chunk: int, shared: Path) -> None:
    found: Counter[str] = Counter()
    for at in range(chunk, max(FILES, CHUNKS), CHUNKS):
        for outcome in examine(generate(at)):
            found.update(["claims", outcome.word, f"{outcome.word} {outcome.by}"])
            found["compared"] += outcome.compared
            found.update([{True: "true", False: "false", None: "left open"}[outcome.holds]])
    (shared / f"{chunk}.part").write_text(json.dumps(found), encoding="utf-8")
    (shared / f"{chunk}.part").rename(shared / f"{chunk}.json")
    parts = [json.loads(path.read_text(encoding="utf-8")) for path in shared.glob("*.json")]
    if len(parts) == CHUNKS:
        assert_shares(sum([Counter(part) for part in parts], Counter()))


def assert_shares(found: Counter[str]) -> None:
    """A fuzzer that proves nothing, or refutes nothing, finds nothing; true and false claims are about as many."""
    claims = found["claims"]
    assert found["proved"] >= claims / 5, found
    assert found["proved coupling"] >= claims / 10, found
    assert found["refuted"] >= claims / 5, found
    assert found["compared"] >= claims / 2, found
    assert found["true"] >= claims / 4, found
    assert found["false"] >= claims / 4, found


@pytest.mark.parametrize("kind", [*KINDS, *LATER])
def test_proofs_agree_and_reach_every_rule(kind: str) -> None:
    usual, least = REACHED[kind]
    found: Counter[str] = Counter()
    for at in range(usual.start, usual.start + len(usual) * max(1, FILES // USUAL)):
        for outcome in examine(unspoiled(kind, at)):
            found.update(outcome.rules)
    missed = {rule: found[rule] for rule, number in least.items() if found[rule] < number}
    assert not missed, (missed, found)


@pytest.mark.parametrize("make", [*SKETCHES, put_together], ids=lambda make: make.__name__)
def test_sketch_makes_valid_files(make: Maker) -> None:
    """Most of the time: what is put together at random may use a label twice, or a variable without a value."""
    refused = 0
    for seed in range(4):
        try:
            pipeline.load(unedited(make, Random(seed)).source)
        except Rejected:
            refused += 1
    assert refused <= 1


# ---- brute force would notice ----------------------------------------------------------------


def case_of(text: str) -> Case:
    domains = {parameter.name: parameter.values for parameter in (truth_value("x"), whole("y", 0, 2))}
    return Case(text, domains, frozenset(), "by hand")


RESPONSE = """
program P(x : private bool) : bool {
  b :=$ Flip(1/4) couple b{2} = b{1} xor x{1} xor x{2};
  return b xor x;
}
claim c : P satisfies dp(%s) when any;
"""


def test_a_proof_of_something_false_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the budget were never compared with the cost, and nothing were measured, brute force would say so."""
    assert [outcome.by for outcome in examine(case_of(RESPONSE % "ln(3)"))] == ["coupling"]
    assert [outcome.word for outcome in examine(case_of(RESPONSE % "ln(2)"))] == ["refuted"]
    monkeypatch.setattr("prhl.proof.ending._within_budget", lambda *_: None)
    with pytest.raises(Disagreement, match="breaks it"):
        examine(case_of(RESPONSE % "ln(2)"))
    monkeypatch.setattr("prhl.checks.decide.decided", lambda *_: None)
    monkeypatch.setattr("prhl.checks.sanity_instances.own_checks", lambda *_: ())
    with pytest.raises(Disagreement, match="brute force finds"):
        examine(case_of(RESPONSE % "ln(2)"))


@pytest.mark.parametrize(("right", "wrong"), [("zcdp(ln(3)^2/2)", "zcdp(1/10)"), ("rdp(2, ln(3))", "rdp(2, 1/10)")])
def test_a_proof_of_a_false_divergence_is_noticed(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = RESPONSE.replace("dp(%s)", "%s")
    assert [outcome.by for outcome in examine(case_of(text % right))] == ["coupling"]
    assert [outcome.word for outcome in examine(case_of(text % wrong))] == ["refuted"]
    monkeypatch.setattr("prhl.proof.ending._within_budget", lambda *_: None)
    monkeypatch.setattr("prhl.checks.decide.decided", lambda *_: None)
    monkeypatch.setattr("prhl.checks.sanity_instances.own_checks", lambda *_: ())
    with pytest.raises(Disagreement, match="brute force finds"):
        examine(case_of(text % wrong))


def test_a_wrong_channel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the channel called everything tight, what it decides would not be true."""
    text = "program P(x : private bool) : bool { return x; }\nclaim c : P satisfies dp(1) when any check;"
    assert [outcome.word for outcome in examine(case_of(text))] == ["refuted"]
    monkeypatch.setattr("prhl.checks.instance_check.judge", lambda *_: "tight")
    with pytest.raises(Disagreement, match="proved by enumeration"):
        examine(case_of(text))


def test_a_wrong_witness_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the probabilities of a witness were another pair's, they would not be those of brute force."""
    text = "program P(y : private int) : int requires 0 <= y && y <= 2; { u :=$ Uniform(0 .. y); return u; }\n"
    text += "claim c : P satisfies dp(0) when within(y, 1) check y in 0 .. 2;"
    assert [outcome.word for outcome in examine(case_of(text))] == ["refuted"]
    monkeypatch.setattr("prhl.checks.laboratory.confirmed", lambda *_: True)
    monkeypatch.setattr("prhl.checks.laboratory.arising", lambda *_: None)
    monkeypatch.setattr("prhl.exact.rows.Row.mass", lambda row, event: Fraction(len(event), 7 * len(row.weights)))
    with pytest.raises(Disagreement, match="brute force has"):
        examine(case_of(text))


# ---- what was found in this way --------------------------------------------------------------

MENDED = {
    "public inputs that `requires` determines differ between two inputs that were searched for": """
program P(x : private list[bool], y : int) : int requires size(x) = y; { b :=$ Flip(1/2); return y; }
claim c : P satisfies dp(0) when any;
""",
}


@pytest.mark.parametrize("text", MENDED.values(), ids=MENDED)
def test_what_was_wrong_once(text: str) -> None:
    examine(Case(text, {"x": ([], [False], [True]), "y": (0, 1)}, frozenset(), "mended"))
