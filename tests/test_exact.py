"""The exact road: engine, interpreter and path enumerator agree; rows add up to one; the known figures come out."""

import os
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings

from prhl import pipeline
from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory
from prhl.exact import Machine
from prhl.exact.listing.engine import Engine, _Begun
from prhl.semantics import oracle
from prhl.semantics.flat import flatten
from prhl.source import Source
from prhl.syntax.parser import parse
from prhl.syntax.reader import read
from tests import brute
from tests.finite import programs

ROOT = Path(__file__).parent.parent
QUIET = settings(
    max_examples=int(os.environ.get("PRHL_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


@QUIET
@given(programs())
def test_engine_interpreter_and_paths_agree(text: str) -> None:
    source = Source("x.wl", text)
    file = pipeline.load(source)
    machine = Machine(flatten(file.programs["P"], file.programs))
    assert machine.engine.function(True) is not None
    node = parse(source).file.items[0]
    for inputs in ({"x": x, "n": n} for x in (False, True) for n in (0, 2)):
        row = machine.run(inputs)
        assert sum(row.weights.values()) == row.total
        assert row.missing == 0
        exact = {seen: row.probability(seen) for seen in row.weights}
        assert exact == oracle.run(machine.program, inputs).masses
        try:
            paths = brute.run(node, inputs)
        except brute.Beyond:  # as many paths as no one wants to wait for: another program
            reject()
        assert exact == paths


def late(text: str) -> str:
    """The program with its private input read at the end alone."""
    head, body = text.split("{", 1)
    return f"{head}{{" + re.sub(r"\bx\b", "(n = 2)", body).replace("return", "if (x) { a := a + 1; } return")


def shared_like_alone(text: str) -> bool:
    """Whether rows are what the oracle says, in as many steps as a machine takes that has computed no others."""
    file = pipeline.load(Source("x.wl", late(text)))
    program = flatten(file.programs["P"], file.programs)
    machine = Machine(program)
    for inputs in ({"x": x, "n": n} for n in (0, 2) for x in (False, True)):
        known, alone = machine.known(inputs), Machine(program).known(inputs)
        if (known.steps, known.states, known.heap) != (alone.steps, alone.states, alone.heap):
            return False
        row = known.row
        if {seen: row.probability(seen) for seen in row.weights} != oracle.run(program, inputs).masses:
            return False
    assert machine.engine.begun  # there was something to share
    return True


@QUIET
@given(programs())
def test_what_comes_before_the_private_input_is_run_once(text: str) -> None:
    assert shared_like_alone(text)


@pytest.mark.parametrize("broken", ["public inputs left out", "steps left out"])
def test_what_is_shared_is_told_apart_and_counted(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each careless version shows."""
    text = "program P(x : private bool, n : int) : int { p := x; a := n; q :=$ Flip(1/2); return a; }"
    assert shared_like_alone(text)
    recalled, remember = Engine.recalled, Engine.remember
    if broken == "public inputs left out":
        monkeypatch.setattr(Engine, "recalled", lambda self, values: recalled(self, ()))
        monkeypatch.setattr(Engine, "remember", lambda self, values, found: remember(self, (), found))
    else:
        monkeypatch.setattr(Engine, "recalled", lambda self, values: self.begun.get((values, *self.now.key), NEW).found)
    assert not shared_like_alone(text)


NEW = _Begun(None, 0, 0, 0, 0)


def load(text: str) -> Machine:
    file = pipeline.load(Source("x.wl", text))
    name = list(file.programs)[-1]
    return Machine(flatten(file.programs[name], file.programs))


def row_of(text: str, **inputs: object) -> dict[tuple, Fraction]:
    row = load(text).run(inputs)
    return {seen: row.probability(seen) for seen in row.weights}


def test_calls_are_run_with_their_leaks() -> None:
    text = """
    program Coin(p : real, x : bool) : bool { b :=$ Flip(p); leak b; return b xor x; }
    program P(x : private bool) : bool { y :=$ Coin(1/3, x); z :=$ Coin(1/2, y); return z; }
    """
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert row_of(text, x=True) == {
        ("true", "true", "true"): third * half,
        ("true", "false", "false"): third * half,
        ("false", "true", "false"): (1 - third) * half,
        ("false", "false", "true"): (1 - third) * half,
    }


def test_what_a_callee_requires_is_owed_by_proofs_and_no_error_of_a_run() -> None:
    """`requires` is what a program may rely on, and no statement: the call means what the callee's statements do."""
    text = """
    program Half(n : int) : int requires n >= 1; { b :=$ Flip(1/2); return if b then n else 0; }
    program P(x : private bool) : int { y :=$ Half(if x then -1 else 1) couple none; return y; }
    claim apart : P satisfies dp(0, 1/2) when any;
    """
    assert row_of(text, x=True) == {(-1,): Fraction(1, 2), (0,): Fraction(1, 2)}
    (judged,) = pipeline.verify(Source("x.wl", text)).claims
    assert (judged.verdict.word, judged.verdict.by) == ("proved", "enumeration")
    assert "callee-requires" in [one.code for one in judged.failed]


def test_a_loop_that_ends_with_probability_one_reports_what_is_left() -> None:
    body = "c :=$ Flip(1/2); n := n + 1; y := n mod 2;"  # n is read, and grows: its states are not finitely many
    row = load(f"program P() : int {{ n := 0; y := 0; c := false; while (!c) {{ {body} }} return y; }}").run({})
    assert 0 < row.missing < Fraction(1, 10**40)
    assert sum([row.probability(s) for s in row.weights], Fraction(0)) + row.missing == 1
    assert abs(row.probability((1,)) - Fraction(2, 3)) < Fraction(1, 10**39)


def test_truth_values_and_numbers_are_different_observations() -> None:
    text = "program P(x : private bool) { if (x) { leak true; } else { leak 1; } }"
    assert row_of(text, x=True) == {("true",): 1}
    assert row_of(text, x=False) == {(1,): 1}


def test_truncated_and_clamped_noise() -> None:
    third = {-1: Fraction(1, 5), 0: Fraction(3, 5), 1: Fraction(1, 5)}
    text = "program P() : int { z :=$ Truncate(DiscreteLaplace(1/ln(3)), -1, 1); return z; }"
    assert row_of(text) == {(z,): p for z, p in third.items()}
    # r = 1/2: P(X <= 0) = 1/(1+r) = 2/3, P(1) = (1-r)/(1+r) r = 1/6, P(X >= 2) = r^2/(1+r) = 1/6
    text = "program P() : int { z :=$ Clamp(DiscreteLaplace(1/ln(2)), 0, 2); return z; }"
    assert row_of(text) == {(0,): Fraction(2, 3), (1,): Fraction(1, 6), (2,): Fraction(1, 6)}
    text = "program P() : int { z :=$ Truncate(Geometric(1/2), 1, 2); return z; }"
    assert row_of(text) == {(1,): Fraction(2, 3), (2,): Fraction(1, 3)}
    text = "program P() : int { z :=$ ExpMech(2*ln(2), [0, 1, 2]); return z; }"
    assert row_of(text) == {(0,): Fraction(1, 7), (1,): Fraction(2, 7), (2,): Fraction(4, 7)}


# ---- the figures of the examples -------------------------------------------------------------

FIGURES = [
    # file, claim, which instance, epsilon, delta (exact, or the decimals around it), status
    ("course/rand_resp.wl", "ln3", 0, "ln(3)", "0", "tight"),
    ("course/rand_resp.wl", "ln2", 0, "ln(3)", "1/4", "violated"),
    ("course/survey.wl", "one_person", 2, "ln(3)", "0", "tight"),
    ("course/one_time_pad.wl", "secrecy", 3, "0", "0", "tight"),
    ("thesis/catastrophe.wl", "almost_ln3", 0, "inf", "1/1000", "tight"),
    ("thesis/discrete_laplace_sampler.wl", "third", 0, "inf", (0.000006833669, 0.00000683367), "loose"),
    ("thesis/discrete_gauss_table_10.wl", "delta_at_one", 0, "inf", (0.007240959, 0.00724096), "loose"),
    ("thesis/discrete_gauss_table_30.wl", "delta_at_one", 0, "inf", (0.007248797, 0.007248798), "loose"),
    ("mechanisms/truncated_geometric.wl", "nine_eighths", 0, "ln(9/8)", "0", "tight"),
    ("mechanisms/randomized_response_4.wl", "turned", 0, None, "0", "tight"),
    ("quadruples/two_time_pad.wl", "secrecy", 0, "inf", None, "violated"),
    ("course/averaging.wl", "all_answers_on_grid", 0, None, "0", "tight"),
    ("wrong/running_sum_eps.wl", "private", 1, None, None, "violated"),
    ("course/local_randomized_response.wl", "log_odds", 0, None, "0", "tight"),
    ("thesis/randomised_response.wl", "ln3", 0, "ln(3)", "0", "tight"),
    ("thesis/rrm_count.wl", "ln3", 0, "ln(3)", "0", "tight"),
]


def checks_of(name: str, claim: str) -> list[CheckResult]:
    report = pipeline.verify(read(str(ROOT / "examples" / name)))
    return list(next(c.checks for c in report.claims if c.name == claim))


@pytest.mark.parametrize(("name", "claim", "index", "epsilon", "delta", "status"), FIGURES)
def test_figure(name: str, claim: str, index: int, epsilon, delta, status: str) -> None:
    check = checks_of(name, claim)[index]
    assert check.status == status, check
    assert check.epsilon is not None
    assert check.delta is not None
    if epsilon is not None:
        assert check.epsilon.exact == epsilon
    if isinstance(delta, tuple):
        assert (float(check.delta.low), float(check.delta.high)) == delta
    elif delta is not None:
        assert check.delta.exact == delta


def test_loose_says_by_how_much() -> None:
    text = (ROOT / "examples" / "course" / "rand_resp.wl").read_text(encoding="utf-8").replace("ln(3)", "2")
    check = pipeline.verify(Source("x.wl", text)).claims[0].checks[0]
    assert check.status == "loose"
    assert check.room is not None
    assert Fraction(9012, 10000) <= check.room <= Fraction(9014, 10000)  # 2 - ln(3) = 0.90138...


def test_several_processes_give_the_same_rows() -> None:
    source = read(str(ROOT / "examples" / "course" / "survey.wl"))
    effort = Effort(jobs=2)
    alone, together = pipeline.channels(source, None, None, ()), pipeline.channels(source, None, None, (), effort)
    assert [s.channel.left for s in alone] == [s.channel.left for s in together]


def test_no_check_contradicts_what_its_example_expects() -> None:
    """What is expected to be proved has no violated instance; what is to be refuted has one, if it was measured."""
    for path in sorted((ROOT / "examples").rglob("*.wl")):
        file = pipeline.load(read(str(path)))
        laboratory = Laboratory(file)
        laboratory.witness = lambda *_: None  # type: ignore[method-assign]  # what is violated is enough here
        for claim in file.claims:
            found = {check.status for check in laboratory.checks(claim)}
            assert "error" not in found, (path.name, claim.name)
            if claim.expect == "proved":
                assert "violated" not in found, (path.name, claim.name)
            elif claim.expect == "refuted" and found and found <= {"tight", "loose", "violated"}:
                assert "violated" in found, (path.name, claim.name)
