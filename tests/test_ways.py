"""A refutation tells how its two probabilities arise: every way with its factors adds up to what is claimed of it."""

import json
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from click.testing import CliRunner

from prhl import pipeline
from prhl.checks.witness import Disagreement
from prhl.frontends.cli import main
from prhl.report.ways import ways_lines
from prhl.search.search_budget import Budget
from prhl.source import Source
from prhl.verdict import Refuted

pytestmark = pytest.mark.search

BUDGET = Budget(pairs=40)


def ways_of(text: str) -> tuple[list[str], Any]:
    """As the report has it, and as the JSON has it."""
    (claim,) = pipeline.refute(Source("ways.wl", text), BUDGET).claims
    assert isinstance(claim.verdict, Refuted)
    done = CliRunner().invoke(main, ["refute", "--format", "json", "--budget", "20", "-"], input=text)
    return ways_lines(claim.verdict.witness.ways), json.loads(done.stdout)["files"][0]["claims"][0]["witness"]


COINS = """
program P(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { y := x; } else { y :=$ Flip(1/2); }
  return y;
}
claim c : P satisfies dp(ln(2)) when any;
"""

TWICE = """
program Coin(x : bool) : bool { b :=$ Flip(1/4); return b = x; }
program P(x : private bool) : (bool, bool) { a :=$ Coin(x); b :=$ Coin(x); return (a, b); }
claim c : P satisfies dp(ln(3)) when any;
"""

DICE = """
program P(x : private bool) : int {
  a :=$ Uniform(1..6);
  b :=$ Uniform(1..6);
  return if x then a + b else a;
}
claim c : P satisfies dp(ln(2), 1/10) when any;
"""

SHOWN = {
    "two coins": (
        COINS,
        [
            "in run 1  1/2        b = true",
            "          1/2 * 1/2  b = false, y = false",
            "in run 2  1/2 * 1/2  b = false, y = false",
        ],
    ),
    "no draw": (
        "program P(x : private bool) : bool { return x; }\nclaim c : P satisfies dp(1) when any;",
        ["in run 1  always", "in run 2  never"],
    ),
    "irrational": (
        "program P(x : private bool, eps : real) : bool requires eps > 0;\n"
        "{ b :=$ Flip(exp(eps)/(1 + exp(eps))); return b = x; }\nclaim c : P satisfies dp(eps/2) when any;",
        ["in run 1  1/(1 + exp(-1))        b = true", "in run 2  exp(-1)/(1 + exp(-1))  b = false"],
    ),
    "a quadruple": (
        "program A() : bool { h :=$ Flip(1/2); return h; }\nprogram B() : int { n :=$ Uniform(1..6); return n; }\n"
        "claim c : A ~ B : true ==> (res{1} ==> res{2} >= 5);",
        ["in run 1  1/2  h = true", "in run 2  1/6  n = 5", "          1/6  n = 6"],
    ),
    "no end of values": (
        "program P(x : private int, eps : real) : int requires eps > 0;\n"
        "{ z :=$ DiscreteLaplace(1/(2*eps)); return x + z; }\nclaim c : P satisfies dp(eps) when within(x, 1);",
        ["both are sums over z :=$ DiscreteLaplace(1/(2*eps))"],
    ),
    "continuous": (
        "program P(x : private real, eps : real) : real requires eps > 0;\n"
        "{ z :=$ Laplace(1/(2*eps)); return x + z; }\nclaim c : P satisfies dp(eps) when within(x, 1);",
        ["both are integrals over z :=$ Laplace(1/(2*eps))"],
    ),
    "calls": (
        TWICE,
        ["in run 1  3/4 * 3/4  b = false, b = false", "in run 2  1/4 * 1/4  b = true, b = true"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_the_ways_are_told(name: str) -> None:
    text, lines = SHOWN[name]
    assert ways_of(text)[0] == lines


def test_many_ways_are_counted() -> None:
    lines, told = ways_of(DICE)
    assert max([len(part["listed"]) for part in told["ways"]]) == 6
    (many,) = [part for part in told["ways"] if "others" in part]
    assert any([line.strip().startswith(f"and {many['others']} other ways, {many['rest']}") for line in lines])
    assert len(lines) <= 15


@pytest.mark.parametrize("text", [COINS, TWICE, SHOWN["a quadruple"][0]])
def test_the_products_add_up(text: str) -> None:
    """As somebody would do it on paper."""
    _, told = ways_of(text)
    for part, stated in zip(told["ways"], told["probabilities"], strict=True):
        ways = [prod([Fraction(factor) for factor in way["factors"]], start=Fraction(1)) for way in part["listed"]]
        assert sum(ways) == Fraction(stated)
        assert all([len(way["factors"]) == len(way["draws"]) for way in part["listed"]])


def test_paths_that_add_up_to_something_else_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk over paths is a computation of its own."""
    monkeypatch.setattr("prhl.checks.paths._share", lambda weight, total: Fraction(weight, total) / 2)
    with pytest.raises(Disagreement, match="path by path"):
        ways_of(COINS)


def test_a_loop_that_need_not_end_is_given_up() -> None:
    text = """
    program P(x : private bool) : bool {
      go := true;
      while (go) { go :=$ Flip(1/2); }
      b :=$ Flip(1/4);
      return b = x;
    }
    claim c : P satisfies dp(ln(2)) when any;
    """
    lines, _ = ways_of(text)
    assert lines == ["both are sums over go :=$ Flip(1/2), b :=$ Flip(1/4)"]
