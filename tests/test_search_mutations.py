"""For each side condition of the search: taken away, the tool says something false, so that tests do guard it."""

from contextlib import suppress

import pytest

from prhl import pipeline
from prhl.checks import open_claims
from prhl.checks.witness import Disagreement
from prhl.search.hunt import Hunt
from prhl.search.search_budget import Budget
from prhl.source import Source
from tests.search_mutations import FAULTS, TABLE, Mutation

pytestmark = pytest.mark.search

ENOUGH = Budget(pairs=60)


def told(text: str) -> tuple[str, Hunt]:
    (claim,) = pipeline.refute(Source("search.wl", text), ENOUGH).claims
    assert claim.evidence.hunt is not None
    return claim.verdict.word, claim.evidence.hunt


@pytest.mark.parametrize("mutation", TABLE, ids=lambda one: one.name)
def test_without_the_condition_something_false_is_said(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_claims, "decided_for_all", lambda *_: None)  # which needs no search
    word, hunt = told(mutation.claim)
    mutation.patch(monkeypatch)
    if mutation.refutes:
        assert word == "unknown", hunt
        assert told(mutation.claim)[0] == "refuted"
    else:
        assert hunt.everywhere == "violated for ln(4/3) < eps < 2*ln(2) only"
        assert told(mutation.claim)[1].everywhere == "violated for every eps > 0"


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_alone_refutes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noticed, or what it finds is not confirmed."""
    text, patch = FAULTS[name]
    patch(monkeypatch)
    with suppress(Disagreement):
        assert told(text)[0] == "unknown"


@pytest.mark.parametrize("name", ["moved densities", "integrals", "sums of draws", "windows", "bounds"])
def test_it_is_the_second_computation_that_saves_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, patch = FAULTS[name]
    patch(monkeypatch)
    monkeypatch.setattr("prhl.checks.laboratory.confirmed", lambda *_: True)
    assert told(text)[0] == "refuted"
