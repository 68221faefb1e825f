"""Joint blocks that read open numbers: what is proved of random ones, and what is said of those that have no price."""

import random
from fractions import Fraction

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.found_proofs import Grounds, as_annotated
from prhl.proof import Proof
from prhl.source import Source

PROBABILITIES = ("p", "1 - p", "p/2", "p^2", "p*(1 - p)", "1/2", "(if p < 1/2 then p else 1 - p)", "exp(-p)")
PROBABILITIES += ("(if x then p else 1 - p)", "(if x then (1 + p)/2 else 1/2)", "(if p = 1/2 then 1/4 else p)", "2*p")
GUARDS = ("b", "x", "p < 1/3", "p = 1/4", "b && p >= 3/4")
VALUES = ("x", "b", "!x", "x xor b", "true")
COSTS = ("0", "ln(2)", "ln(3)", "1", "ln((2 - p)/(1 - p))", "ln(1/p)", "ln((1 - p)/p)", "ln(1 + p)", "p", "2*p")
COSTS += ("(if p = 1/2 then 0 else ln(1/p))", "max(ln(2), ln(1/(1 - p)))", "(if x{1} = x{2} then 0 else ln(1/p))")
SLACKS = ("", "", "", "p", "1/2", "p^2", "(if x{1} = x{2} then 0 else p)")
RANGES = ("0 < p && p < 1", "0 <= p && p <= 1", "1/4 <= p && p < 3/4", "0 < p && p <= 1/2")
GRID = [Fraction(n, 12) for n in range(13)] + [Fraction(1, 100), Fraction(71, 100), Fraction(99, 100)]


def program(seed: int) -> tuple[str, str]:
    """A program whose result is that of a block, and the claim about it, without its `check`."""
    choose = random.Random(seed)
    first, second = choose.choice(PROBABILITIES), choose.choice(PROBABILITIES)
    then, otherwise = choose.choice(VALUES), choose.choice(VALUES)
    redrawn = f"c :=$ Flip({second}); r := {otherwise} xor c;" if choose.random() < 0.6 else f"r := {otherwise};"
    cost, slack = choose.choice(COSTS), choose.choice(SLACKS)
    budget = cost if "x{" not in cost else "ln(1/p)"
    delta = "p" if "x{" in slack else slack
    return (
        f"""program P(x : private bool, p : real) : bool requires {choose.choice(RANGES)}; {{
      joint {{
        b :=$ Flip({first});
        if ({choose.choice(GUARDS)}) {{ r := {then}; }} else {{ {redrawn} }}
      }} couple r{{2}} = r{{1}} cost {cost}{f" slack {slack}" if slack else ""};
      return r;
    }}
    claim c : P satisfies dp({budget}{f", {delta}" if delta else ""}) when any""",
        cost,
    )


def proof_of(text: str) -> Proof:
    file = pipeline.load(Source("block.wl", text))
    return as_annotated(file.claims[0], Grounds(Laboratory(file)))


def proved(seed: int) -> bool:
    """Whether the claim is proved by the cost of its block; then no single value breaks it."""
    text, cost = program(seed)
    if not proof_of(f"{text};").complete:
        return False
    listed = ", ".join([str(value) for value in GRID])
    single = Laboratory(pipeline.load(Source("single.wl", f"{text} check p in {{{listed}}};")))
    wrong = [one for one in single.checks(single.file.claims[0]) if one.status in ("violated", "error")]
    assert not wrong, (text, wrong)
    return cost != "0"


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_what_is_proved_of_a_block_holds_at_each_value(start: int) -> None:
    assert any([proved(seed) for seed in range(start, start + 20)])


@pytest.mark.long
@pytest.mark.parametrize("start", range(60, 460, 40))
def test_what_is_proved_of_many_blocks_holds_at_each_value(start: int) -> None:
    assert any([proved(seed) for seed in range(start, start + 40)])


BLOCK = """program P(x : private bool, {more}) : bool requires {range}; {{
  joint {{ b :=$ Flip({probability}); r := x xor b; }} couple r{{2}} = r{{1}}{cost};
  return r;
}}
claim c : P satisfies {claim} when any;"""


def one(
    probability: str, claim: str, range_: str = "0 < p && p <= 1/2", more: str = "p : real", cost: str = ""
) -> Proof:
    return proof_of(BLOCK.format(more=more, range=range_, probability=probability, claim=claim, cost=cost))


def test_without_a_cost_the_price_is_charged_as_a_function() -> None:
    assert one("p", "dp(ln((1 - p)/p))").complete
    assert not one("p", "dp(ln((1 - p)/p)/2)").complete


def test_integers_without_a_range_are_open_numbers() -> None:
    assert one("1/n", "dp(ln(n - 1))", "n >= 2", "n : int").complete
    assert not one("1/n", "dp(ln(n - 1))", "n >= 1", "n : int").complete


def test_two_open_numbers() -> None:
    assert one("p*q", "dp(ln((1 - p*q)/(p*q)))", "0 < p && p < 1 && 0 < q && q <= 1/2", "p : real, q : real").complete


def test_prices_in_both_directions_where_divergences_are_counted() -> None:
    assert one("p", "zcdp(ln((1 - p)/p)^2/2)").complete
    assert not one("p", "zcdp(ln((1 - p)/p)^2/3)").complete


def test_a_cut_that_is_no_rational_number() -> None:
    branch = "if p^2 < 1/2 then 1/2 else 1/4"
    assert one(branch, "dp(ln(3))", "0 < p && p < 1").complete
    assert one(branch, "dp(if p^2 < 1/2 then 0 else ln(3))", "0 < p && p < 1").complete
    assert one(branch, "dp(if p < 7071/10000 then 0 else ln(3))", "0 < p && p < 1").complete
    assert not one(branch, "dp(if p < 7072/10000 then 0 else ln(3))", "0 < p && p < 1").complete


def test_what_is_not_computed_is_said() -> None:
    (lacks,) = [item for item in one("p*exp(1)/3", "dp(5)").judged if not item.valid]
    assert lacks.code == "joint-block"
    assert "`p` left open" in lacks.obligation.message
