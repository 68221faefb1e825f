"""Some of the false claims of tests/false_claims.py, with finding on: none is proved, and one would be noticed."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import prhl.finding as finding
from prhl.logic.build import times
from prhl.logic.terms import Constant
from prhl.logic.types import REAL
from prhl.proof import restated
from prhl.rules.coupled_draw import CoupledDraw
from tests.false_claims import ONE_IN, false_claims, tried
from tests.test_broken_finder import written

FILES, MANY, ENOUGH = 8, 300, 40


def none_proved(seeds: range) -> None:
    found = [tried(seed) for seed in seeds]
    assert not [one.wrong for one in found if one.wrong]
    assert sum([one.false for one in found]) >= 2 * len(seeds), "and there are some"
    assert sum([one.proved for one in found]), "of the others some are proved"


def test_no_false_claim_is_proved() -> None:
    none_proved(range(50, 50 + FILES))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MANY, 15))
def test_no_false_claim_of_many_is_proved(first: int) -> None:
    none_proved(range(first, first + 15))


def test_a_seed_stands_for_one_file() -> None:
    for seed in (1, 2, ONE_IN - 1):
        assert false_claims(seed) == false_claims(seed)


def half_price(monkeypatch: pytest.MonkeyPatch) -> None:
    pay = CoupledDraw.pay
    half = Constant(Fraction(1, 2), REAL)

    def cheap(one: Any, price: Any, mapped: bool = True) -> None:
        pay(one, replace(price, charge=price.charge and times(half, price.charge)), mapped)

    monkeypatch.setattr(CoupledDraw, "pay", cheap)


def no_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding writes larger budgets, and nobody compares."""
    broken, whole = written(("dp(", "dp(100 + ")), finding.sought
    monkeypatch.setattr(finding, "sought", lambda *given: broken(whole, *given))
    monkeypatch.setattr(restated, "restates", lambda *_: True)


@pytest.mark.parametrize("broken", [half_price, pytest.param(no_gate, marks=pytest.mark.long)])
def test_a_false_proof_is_noticed(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    first = next((one for one in map(tried, range(ENOUGH)) if one.wrong), None)
    assert first is not None
    assert "is false, and proved" in first.wrong
