"""Outputs that are impossible, beside masses that are rounded: an infinite epsilon is said to be infinite."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from prhl.closeness.pair_kinds import one_of_each_kind
from prhl.exact import Listed
from prhl.measures.matrix import matrix_of
from prhl.measures.ratio import largest_ratio
from prhl.measures.renyi import largest_power_sum
from prhl.measures.zcdp import largest_rho
from tests.test_infinite import verify

F = Fraction
A, B, C = ("a",), ("b",), ("c",)
TINY = F(1, 2**200)

WIDE = Listed({A: F(1, 2), B: F(1, 4), C: F(1, 4) - TINY}, 1, TINY, supported=True)
NARROW = Listed({A: F(1, 2), B: F(1, 2) - TINY}, 1, TINY, supported=True)
NEARLY = Listed({A: F(1, 2), B: F(1, 2) - TINY, C: 0}, 1, TINY, supported=True)  # c may have been rounded away


def test_ratios() -> None:
    assert WIDE.ratio(NARROW).value is None
    assert WIDE.ratio(NARROW).output == C
    assert NARROW.ratio(WIDE).value is not None
    assert WIDE.ratio(NEARLY).value is not None
    unknown = Listed(NARROW.weights, 1, TINY)
    assert WIDE.ratio(unknown).value is not None  # what is missing may lie anywhere


def test_what_was_rounded_away_makes_nothing_infinite() -> None:
    """The first row lists c, but with the weight 0: it need not have any."""
    assert NEARLY.ratio(NARROW).value is not None


def test_probabilities_from_above() -> None:
    assert NARROW.ceiling([C]) == 0
    assert NARROW.slack([C]) == 0
    assert NARROW.ceiling([A, C]) == F(1, 2) + TINY
    assert NEARLY.ceiling([C]) == TINY


def test_measures_know_it_as_well() -> None:
    found = matrix_of([WIDE, NARROW, NEARLY], [A, B, C])
    assert found.supports == (None, frozenset({0, 1}), None)
    assert largest_ratio(found, [(0, 1)])[0].low is None
    assert largest_power_sum(found, [(0, 1)], F(2))[0].low is None
    assert largest_rho(found, [(0, 1)])[0].low is None
    for order in ((0, 2), (2, 1), (1, 0)):
        assert largest_ratio(found, [order])[0].low is not None
        assert largest_power_sum(found, [order], F(2))[0].low is not None
        assert largest_rho(found, [order])[0].low is not None
    assert found.kinds == (0, 1, 2)  # though the masses of the last two are the same


def test_pairs_of_one_kind_have_one_support() -> None:
    rows = [WIDE, NARROW, WIDE, NEARLY, WIDE]
    pairs = [(0, 3), (2, 3), (4, 3), (0, 1), (2, 1), (4, 1)]
    assert one_of_each_kind(rows, rows, pairs) == [(0, 3), (0, 1)]


# the masses are no quotients of exponentials: they are rounded
SAMPLER = """
program Sampler(x : private bool) : int {
  z := 0;
  for i in 0 .. 3 {
    b :=$ Flip(exp(-exp(-z)));
    if (b) { z := z + 1; }
  }
  return z + (if x then 1 else 0);
}
claim pure : Sampler satisfies dp(1000) when any check;
claim concentrated : Sampler satisfies zcdp(1000) when any check;
"""


def sampled() -> None:
    found = verify(SAMPLER)
    assert found["pure"]["checks"][0]["epsilon"]["exact"] == "inf"
    assert found["concentrated"]["checks"][0]["rho"]["exact"] == "inf"
    assert [claim["verdict"] for claim in found.values()] == ["refuted", "refuted"]
    assert {tuple(claim["witness"]["event"]) for claim in found.values()} <= {("0",), ("4",)}
    assert all([F(claim["witness"]["probabilities"][1]) == 0 for claim in found.values()])


def test_a_sampler_whose_extreme_outputs_one_input_cannot_reach() -> None:
    sampled()


def never_known(self: Any, seen: Any) -> bool:
    return False


MUTATIONS: dict[str, tuple[tuple[Any, str, Any], Callable[[], object]]] = {
    "nothing is impossible": ((Listed, "never", never_known), test_ratios),
    "what is rounded to 0 is impossible": (
        (Listed, "never", lambda self, seen: not self.weights.get(seen, 0)),
        test_ratios,
    ),
    "whatever is missing": ((Listed, "never", lambda self, seen: seen not in self.weights), test_ratios),
    "the sampler without it": ((Listed, "never", never_known), sampled),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_support_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (where, what, wrong), check = MUTATIONS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()


def test_a_window_says_nothing_about_the_support() -> None:
    """Of a row that is cut, or whose loops had not ended."""
    assert not Listed({A: F(1)}, 1).supported
