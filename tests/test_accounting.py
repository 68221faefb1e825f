"""Compositions as `dp-accounting` sees them: an independent tool, in floats, agrees within its own rounding.

It keeps the distribution of the privacy loss over multiples of an interval h. Pessimistically every loss is rounded up
to the next multiple, optimistically down, and a k-fold composition adds k of them: the loss is then too large, or too
small, by less than k*h. With D the true curve, delta as a function of epsilon, and E its inverse, hence

    D(eps)       <= pessimistic delta   <= D(eps - k*h)      E(delta)       <= pessimistic epsilon <= E(delta) + k*h
    D(eps + k*h) <= optimistic delta    <= D(eps)            E(delta) - k*h <= optimistic epsilon  <= E(delta)

What its floats lose beside that (transforms, tails of 10^-15 that are cut off) is less than SLACK. The figures of prhl
are brackets around D and E, of seven digits.
"""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main

H = Fraction(1, 10_000)
SLACK = 1e-10
MECHANISMS = Path(__file__).parent.parent / "examples" / "mechanisms"

ANSWERS = """
program Answers(x : private bool, k : int) : list[bool]
  requires k >= 0;
{
  out := [];
  for i in 0 .. k {
    lie :=$ Flip(1/4);
    out := out ++ [x xor lie];
  }
  return out;
}
"""
# how many say yes tells as much as the answers in their order, since all are alike
COUNTED = """
program Counted(x : private bool, k : int) : int
  requires k >= 0;
{
  n := 0;
  for i in 0 .. k {
    lie :=$ Flip(1/4);
    n := n + (if x xor lie then 1 else 0);
  }
  return n;
}
"""
GAUSS = "program Once(c : private int, s : real) : int requires s > 0; { z :=$ DiscreteGauss(s); return c + z; }"
GAUSS_TWICE = """
program Twice(c : private int, s : real) : (int, int)
  requires s > 0;
{
  y :=$ DiscreteGauss(s);
  z :=$ DiscreteGauss(s);
  return (c + y, c + z);
}
"""

Losses = Any


@cache
def peer() -> Any:
    """Loaded when it is asked: it takes longer than the rest."""
    from dp_accounting.pld import privacy_loss_distribution

    return privacy_loss_distribution


def responses(lie: float, up: bool) -> Losses:
    """Randomized response on two answers: with probability 2*lie the answer is drawn anew."""
    return peer().from_randomized_response(2 * lie, 2, pessimistic_estimate=up, value_discretization_interval=float(H))


def laplace(rate: float, up: bool) -> Losses:
    return peer().from_discrete_laplace_mechanism(rate, pessimistic_estimate=up, value_discretization_interval=float(H))


def gaussian(sigma: float, up: bool) -> Losses:
    return peer().from_discrete_gaussian_mechanism(
        sigma, pessimistic_estimate=up, value_discretization_interval=float(H)
    )


@dataclass(frozen=True)
class Case:
    """A mechanism used k times: as a program on an instance, and as one distribution of losses, composed."""

    name: str
    source: str | Path
    settings: tuple[str, ...]
    k: int
    once: Callable[[float, bool], Losses]
    parameter: float
    epsilons: tuple[str, ...]
    deltas: tuple[str, ...] = ("1/100", "1/100000", "1/100000000")
    pure: str | None = None  # epsilon for delta 0

    def composed(self, up: bool, off: float = 1.0) -> Losses:
        one = self.once(off * self.parameter, up)
        return one if self.k == 1 else one.self_compose(self.k)


def answered(k: int) -> Case:
    epsilons = ("0", "1/2", "1", *[str(n) for n in (2, 4, 8) if n < k])
    return Case(f"{k} responses", ANSWERS, (f"k={k}",), k, responses, 1 / 4, epsilons, pure=f"ln({3**k})")


def repeated(k: int, eps: str, rate: float, pure: str) -> Case:
    source, settings = MECHANISMS / "repeated_count.wl", (f"n={k}", f"eps={eps}")
    epsilons = ("0", "1/5", "1/2", *(["1"] if k > 1 else []), *(["3/2"] if k > 2 else []))
    return Case(f"{k} Laplace {eps}", source, settings, k, laplace, rate, epsilons, pure=pure)


CASES = [
    *[answered(k) for k in (1, 2, 5, 10)],
    Case("100 responses", COUNTED, ("k=100",), 100, responses, 1 / 4, ("0", "10", "50", "80")),
    repeated(1, "1/2", 0.5, "1/2"),
    repeated(2, "1/2", 0.5, "1"),
    repeated(4, "1/2", 0.5, "2"),
    repeated(1, "ln(2)", math.log(2), "ln(2)"),
    repeated(3, "ln(2)", math.log(2), "ln(8)"),
    Case("Gauss 2", GAUSS, ("c in 0..1", "s=2"), 1, gaussian, 2.0, ("0", "1", "2")),
    Case("twice Gauss 1", GAUSS_TWICE, ("c in 0..1", "s=1"), 2, gaussian, 1.0, ("1", "3"), ("1/100000",)),
]


@cache
def measured(case: Case) -> dict[str, Any]:
    """All that is asked about a case, in one run of the tool."""
    asked = ["epsilon"]
    for text in case.epsilons:
        asked += [f"delta-at={eps}" for eps in near(case, text) if eps >= 0]
    asked += [f"epsilon-at={delta}" for delta in case.deltas]
    where, text = ("-", case.source) if isinstance(case.source, str) else (str(case.source), None)
    settings = [word for setting in case.settings for word in ("--set", setting)]
    measures = [word for name in dict.fromkeys(asked) for word in ("--measure", name)]
    result = CliRunner().invoke(main, ["channel", where, "--format", "json", *settings, *measures], input=text)
    assert result.exit_code == 0, result.output
    (study,) = json.loads(result.stdout)["channels"]
    return study["measures"]


def near(case: Case, text: str) -> tuple[Fraction, Fraction, Fraction]:
    """An epsilon between those by which the rounding of the other tool may be off."""
    eps = Fraction(text)
    return eps - case.k * H, eps, eps + case.k * H


def delta(case: Case, eps: Fraction) -> tuple[float, float]:
    figure = measured(case)[f"delta-at={eps}"]["delta"]
    return figure["low"], figure["high"]


def deltas_agree(case: Case) -> None:
    high, low = case.composed(True), case.composed(False)
    for text in case.epsilons:
        less, eps, more = near(case, text)
        over, under = high.get_delta_for_epsilon(float(eps)), low.get_delta_for_epsilon(float(eps))
        assert delta(case, eps)[0] <= over + SLACK
        assert under <= delta(case, eps)[1] + SLACK
        assert delta(case, more)[0] <= under + SLACK
        if less >= 0:
            assert over <= delta(case, less)[1] + SLACK


def epsilons_agree(case: Case) -> None:
    high, low = case.composed(True), case.composed(False)
    for text in case.deltas:
        figure = measured(case)[f"epsilon-at={text}"]["epsilon"]
        over, under = [found.get_epsilon_for_delta(float(Fraction(text))) for found in (high, low)]
        assert figure["low"] - SLACK <= over <= figure["high"] + float(case.k * H) + SLACK
        assert figure["low"] - float(case.k * H) - SLACK <= under <= figure["high"] + SLACK


def pure_epsilons_agree(case: Case) -> None:
    figure = measured(case)["epsilon"]["epsilon"]
    assert figure["exact"] == case.pure
    over = case.once(case.parameter, True).self_compose(case.k, tail_mass_truncation=0).get_epsilon_for_delta(0)
    assert figure["low"] - SLACK <= over <= figure["high"] + float(case.k * H) + SLACK


def others_are_noticed(case: Case) -> None:
    """The bounds are narrow: two parts in a hundred more or less noise, and the figures fall outside."""
    for off in (0.98, 1.02):
        high, low = case.composed(True, off), case.composed(False, off)
        outside = []
        for eps in [near(case, text)[1] for text in case.epsilons]:
            outside.append(high.get_delta_for_epsilon(float(eps)) < delta(case, eps)[0] - SLACK)
            outside.append(low.get_delta_for_epsilon(float(eps)) > delta(case, eps)[1] + SLACK)
        assert any(outside), off


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_agreement(case: Case) -> None:
    deltas_agree(case)
    epsilons_agree(case)
    if case.pure is not None:
        pure_epsilons_agree(case)
    others_are_noticed(case)
