"""What a claim took is given back when it is judged, whenever Python next looks for garbage."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
import z3

from prhl import pipeline
from prhl.solvers.by_z3 import Session
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def contexts() -> int:
    """Of z3, each with all the expressions that were built in it."""
    return sum([isinstance(one, z3.Context) for one in gc.get_objects()])


@pytest.mark.parametrize("name", ["mechanisms/svt.wl", "mechanisms/noisy_sum.wl", "wrong/svt_no_cutoff.wl"])
def test_a_proof_leaves_nothing_in_the_solver(name: str, no_collector: None) -> None:
    before = contexts()
    for _ in range(2):
        for _, proof in pipeline.proofs(read(str(ROOT / "examples" / name))):
            assert proof.judged
    assert contexts() == before


def test_what_was_asked_can_be_read_after_the_session(no_collector: None) -> None:
    """The expressions of `--dump-smt` keep what they need, and no more."""
    before = contexts()
    source = read(str(ROOT / "examples" / "mechanisms" / "noisy_sum.wl"))
    ((_, proof),) = pipeline.proofs(source, "private", keep=pipeline.Keep(questions=True))
    asked = [one.answer.asked for one in proof.judged if one.answer.asked is not None]
    assert asked
    assert contexts() <= before + 2
    assert all([str(expression) for one in asked for _, group in one.groups for expression in group])


def test_a_session_without_questions_ends_quietly(no_collector: None) -> None:
    before = contexts()
    session = Session()
    assert contexts() == before  # made when it is first needed
    assert session.context is session.context
    assert contexts() == before + 1
    del session
    assert contexts() == before
