"""Equal numbers and laws are one object each: what is computed with them is what it would be without."""

from fractions import Fraction
from typing import Any

import pytest

from prhl import pipeline
from prhl.exact.closed import known_densities
from prhl.exact.closed.integer_densities import geometric
from prhl.exact.closed.known_densities import Known
from prhl.measures.asked import questions
from prhl.numbers import exp
from prhl.numbers.rates import rate_of
from prhl.numbers.shared import Shared
from prhl.source import Source

CLAMPED = """program P(c : private int) : int { r :=$ Clamp(DiscreteLaplace(3, c), 0, 4); return r; }
claim c : P satisfies dp(100) when within(c, 1) check c in 0..4;
"""
SVT = """program P(q : private list[int]) : list[bool] {
  t :=$ DiscreteLaplace(2);
  out := [];
  for i in 0 .. size(q) { z :=$ DiscreteLaplace(4); out := out ++ [q[i] + z >= t]; }
  return out;
}
claim c : P satisfies dp(100) when all_within(q, 1) check q in {[0, 1, 0], [1, 1, 0]};
"""


def shown(text: str) -> str:
    """Everything that is said of a channel."""
    (study,) = pipeline.channels(Source("p.wl", text), None, "c", (), questions=questions(["all"]))
    rows = [[str(row.probability(seen)) for seen in study.channel.outputs] for row in study.channel.left]
    corners = [(str(one.ratio), str(one.delta)) for one in study.curve]
    posteriors = [[str(p) for p in one.posterior] for one in study.hyper]
    return f"{rows} {study.epsilon_figure} {study.total_variation} {corners} {posteriors} {study.measures}"


def test_numbers_are_looked_up_as_they_are_written() -> None:
    numbers = Shared()
    first, second, other = exp(Fraction(-1)), exp(Fraction(-1)), exp(Fraction(-1, 2))
    assert numbers.one(first) is numbers.one(second) is first
    assert numbers.one(other) is other
    assert numbers.one(Fraction(1, 2)) == Fraction(1, 2)
    table: dict[str, Any] = {"a": second, "b": 3}
    numbers.replace(table)
    assert table["a"] is first
    assert table["b"] == 3


@pytest.mark.parametrize("text", [CLAMPED, SVT], ids=["clamped", "svt"])
def test_figures_are_the_same_without(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_sharing = shown(text)
    monkeypatch.setattr(Shared, "one", lambda self, value: value)
    monkeypatch.setattr(known_densities.Known, "one", lambda self, density: density)
    monkeypatch.setattr(known_densities.Known, "product", lambda self, first, second: first * second)
    monkeypatch.setattr(known_densities.Known, "from_one", lambda self, given, how, make: make())
    assert shown(text) == with_sharing


def test_laws_that_are_equal_are_one() -> None:
    known = Known()
    half, third = [geometric([(0, None, Fraction(1, n), rate_of(Fraction(1, n)))]) for n in (2, 3)]
    assert known.product(known.product(half, half), third) is known.product(half, known.product(half, third))
    assert known.product(half, third) is not known.product(half, half)
    made = known.from_one(half, "moved", lambda: half.moved(1))
    assert made is known.from_one(half, "moved", lambda: half.moved(2))
    assert made is not known.from_one(third, "moved", lambda: third.moved(1))


def test_a_law_that_is_taken_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that mixes up the answers gives other figures, or masses that do not add up to 1."""
    right = shown(SVT)
    first: list[Any] = []

    def one(self: Known, density: Any) -> Any:
        first.append(density)
        return first[0]

    monkeypatch.setattr(known_densities.Known, "one", one)
    try:
        wrong = shown(SVT)
    except AssertionError as found:
        wrong = str(found)
    assert wrong != right
