"""Couplings at a slack: what is charged is what is left over, exactly or from above, and nothing is forgotten."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import exp, inf

import pytest
from click.testing import CliRunner

from prhl.couplings.known_numbers import Known
from prhl.frontends.cli import main
from prhl.logic.build import equal, number, plus
from prhl.logic.terms import Apply, Variable
from prhl.logic.types import INT, REAL
from prhl.numbers import Number, ln
from prhl.numbers.excess import (
    between,
    discrete_laplace,
    exponential,
    geometric,
    laplace,
    of_pairs,
    truncated_laplace,
)

EPSILONS = [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)]


def verdicts(text: str) -> dict[str, dict[str, object]]:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


def verdict(text: str) -> object:
    return next(iter(verdicts(text).values()))["verdict"]


# ---- the formulas, against sums and integrals in floats, written from the definition ---------

Mass = Callable[[int], float]
Density = Callable[[float], float]


def summed(mass: Mass, shift: int, epsilon: Fraction, reach: int = 400) -> float:
    factor = exp(float(epsilon))
    return sum(max(0.0, mass(a) - factor * mass(a + shift)) for a in range(-reach, reach + 1))


def integrated(density: Density, shift: float, epsilon: Fraction, reach: float = 40, steps: int = 80_000) -> float:
    factor, width = exp(float(epsilon)), 2 * reach / steps
    points = [-reach + (n + 0.5) * width for n in range(steps)]
    return width * sum(max(0.0, density(a) - factor * density(a + shift)) for a in points)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("shift", [Fraction(1, 2), Fraction(-1), Fraction(3)])
def test_laplace_noise(shift: Fraction, scale: Fraction, epsilon: Fraction) -> None:
    b = float(scale)
    least = integrated(lambda x: exp(-abs(x) / b) / (2 * b), float(shift), epsilon)
    assert float(laplace(shift, scale, epsilon)) == pytest.approx(least, abs=2e-4)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("shift", [Fraction(1, 2), Fraction(3), Fraction(-1, 2), Fraction(-2)])
def test_exponential_noise(shift: Fraction, epsilon: Fraction) -> None:
    least = integrated(lambda x: exp(-x) if x >= 0 else 0.0, float(shift), epsilon)
    assert float(exponential(shift, Fraction(1), epsilon)) == pytest.approx(least, abs=2e-3)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(2), Fraction(5)])
@pytest.mark.parametrize("shift", [1, -1, 2, 5, -8])
def test_discrete_laplace_noise(shift: int, scale: Fraction, epsilon: Fraction) -> None:
    r = exp(-1 / float(scale))
    least = summed(lambda x: (1 - r) / (1 + r) * r ** abs(x), shift, epsilon)
    assert float(discrete_laplace(shift, scale, epsilon)) == pytest.approx(least, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("p", [Fraction(1, 5), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("shift", [0, 1, 3, -1, -4])
def test_geometric_noise(shift: int, p: Fraction, epsilon: Fraction) -> None:
    q = 1 - float(p)
    least = summed(lambda x: float(p) * q**x if x >= 0 else 0.0, shift, epsilon)
    assert float(geometric(shift, p, epsilon)) == pytest.approx(least, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("ends", [(-2, 2), (-3, 1), (1, 4)])
@pytest.mark.parametrize("shift", [Fraction(1, 2), Fraction(-1), Fraction(2), Fraction(-5)])
def test_truncated_laplace_noise(shift: Fraction, ends: tuple[int, int], epsilon: Fraction) -> None:
    low, high = ends
    fine = [low + (n + 0.5) / 2000 for n in range((high - low) * 2000)]
    whole = sum(exp(-abs(x)) for x in fine) / 2000
    least = integrated(lambda x: exp(-abs(x)) / whole if low <= x <= high else 0.0, float(shift), epsilon, 8, 64_000)
    assert float(truncated_laplace(shift, ends, Fraction(1), epsilon)) == pytest.approx(least, abs=1e-3)


@pytest.mark.parametrize("epsilon", [Fraction(0), ln(2), Fraction(1)])
def test_listed_masses(epsilon: Number) -> None:
    masses: dict[int, Number] = {0: 1, 1: 2, 2: 4, 3: 2, 4: 1}
    factor = {Fraction(0): 1.0, ln(2): 2.0, Fraction(1): exp(1)}[epsilon]
    for shifts in (range(1), range(-1, 2), range(-3, 4), range(2, 3)):
        worst = max(sum(max(0.0, m - factor * masses.get(x + s, 0)) for x, m in masses.items()) / 10 for s in shifts)  # type: ignore[arg-type]
        found = between((masses, 10), (masses, 10), shifts, epsilon)
        assert float(found) == pytest.approx(worst, abs=1e-12)
        assert isinstance(epsilon, Fraction | int) or found.denominator < 100  # rational, so exact


def test_rational_numbers_are_exact_and_others_never_below() -> None:
    assert discrete_laplace(1, 1 / ln(2), 0) == Fraction(1, 3)
    assert truncated_laplace(Fraction(1), (-3, 3), 1 / ln(2), ln(2)) == Fraction(1, 14)
    assert laplace(Fraction(2), 1 / ln(2), 0) == Fraction(1, 2)
    assert of_pairs([(Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))], ln(2)) == Fraction(1, 4)
    assert laplace(Fraction(1), Fraction(1), Fraction(1)) == 0
    assert (
        0 < laplace(Fraction(1), Fraction(1), Fraction(99, 100)) - Fraction(0.004987520807317669) < Fraction(1, 10**15)
    )


def test_the_excess_grows_with_the_shift_on_either_side() -> None:
    for side in (1, -1):
        rows = [
            [laplace(Fraction(side * n, 2), Fraction(2), Fraction(1, 2)) for n in range(8)],
            [exponential(Fraction(side * n, 2), Fraction(2), Fraction(1, 2)) for n in range(8)],
            [geometric(side * n, Fraction(1, 3), Fraction(1, 2)) for n in range(8)],
            [discrete_laplace(side * n, Fraction(2), Fraction(1, 2)) for n in range(8)],
            [truncated_laplace(Fraction(side * n, 2), (-2, 3), Fraction(2), Fraction(1, 2)) for n in range(14)],
        ]
        for row in rows:
            assert row[0] == 0
            assert all(one <= other for one, other in pairwise(row))
            assert row[-1] < inf


# ---- constants that are known ----------------------------------------------------------------


def test_values_are_seen_through_definitions() -> None:
    x, y, z = [Variable(name, 1, INT) for name in ("x@1", "x@2", "x@3")]
    known = Known([equal(x, number(1)), equal(y, plus(x, number(1))), equal(number(3), z)])
    assert [known.value(one) for one in (x, y, z, plus(y, z))] == [1, 2, 3, 5]
    assert Known([equal(x, y), equal(y, x)]).value(x) is None
    assert Known([equal(x, Apply("div", (number(1), number(0)), REAL))]).value(x) is None


def test_long_chains_of_definitions_are_no_burden() -> None:
    names = [Variable(f"i@{n}", 1, INT) for n in range(3000)]
    facts = [equal(names[0], number(0)), *[equal(b, plus(a, number(1))) for a, b in pairwise(names)]]
    assert Known(facts).value(names[-1]) == 2999


SIGMA = """
program Answer(x : private int, s : real) : int
  requires {requires};
{{
  g := 1;
  g := {step};
  h := s*g/2;
  z :=$ DiscreteGauss(h) couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost 1;
  return x + z;
}}
claim c : Answer satisfies dp(1, 0.0072488) when within(x, 1);
"""


@pytest.mark.parametrize(
    ("requires", "step", "found"),
    [
        ("s = 2", "g + 1", "proved"),
        ("s = 2", "g + s/2", "proved"),
        ("s = 1.9", "g + 1", "unknown"),  # too little noise
        ("s >= 2", "g + 1", "unknown"),
        ("s > 0", "2", "unknown"),
    ],
)
def test_a_sigma_that_is_assigned(requires: str, step: str, found: str) -> None:
    assert verdict(SIGMA.format(requires=requires, step=step)) == found


# ---- one family after the other --------------------------------------------------------------

ONE = """
program One(x : private {type}, eps : real) : {type}
  requires eps > 0;
{{
  z :=$ {noise} couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost {cost} slack {slack};
  return x + z;
}}
claim c : One satisfies dp({cost}, {slack}) when within(x, {bound});
"""

TRUNCATED = "Truncate(DiscreteLaplace(1/ln(2)), -3, 3)"


@pytest.mark.parametrize(
    ("type_", "noise", "cost", "slack", "bound", "found"),
    [
        ("int", TRUNCATED, "ln(2)", "1/22", 1, "proved"),
        ("int", TRUNCATED, "ln(2)", "1/23", 1, "unknown"),
        ("int", TRUNCATED, "2*ln(2)", "3/22", 2, "proved"),
        ("int", TRUNCATED, "ln(2)", "1/22", 2, "unknown"),
        ("int", "Truncate(DiscreteLaplace(1/ln(2), 1), -2, 4)", "ln(2)", "1/22", 1, "proved"),
        ("int", "Truncate(DiscreteGauss(2), -6, 6)", "1", "0.00814", 1, "proved"),
        ("int", "Truncate(DiscreteGauss(2), -6, 6)", "1", "0.00813", 1, "unknown"),
        ("int", "Truncate(Geometric(1/2), 0, 3)", "ln(2)", "8/15", 1, "proved"),
        ("int", "Clamp(DiscreteLaplace(1/ln(2)), -2, 2)", "ln(2)", "1/6", 1, "proved"),
        ("int", "Clamp(DiscreteLaplace(1/ln(2)), -2, 2)", "ln(2)", "1/7", 1, "unknown"),
        ("real", "Truncate(Laplace(1/ln(2)), -3, 3)", "ln(2)", "1/14", 1, "proved"),
        ("real", "Truncate(Laplace(1/ln(2)), -3, 3)", "ln(2)", "1/15", 1, "unknown"),
        ("real", "Truncate(Laplace(1/eps), -3, 3)", "eps", "1/2", 1, "unknown"),  # no constants
        ("real", "Clamp(Laplace(1), -3, 3)", "1", "1/2", 1, "unknown"),  # its ends are atoms
        ("real", "Laplace(2)", "1/4", "0.11751", 1, "proved"),
        ("real", "Laplace(2)", "1/4", "0.11750", 1, "unknown"),
        ("real", "Laplace(1/eps)", "eps/2", "1 - exp(-eps/4)", 1, "proved"),
        ("real", "Laplace(1/eps)", "eps/2", "1 - exp(-eps/5)", 1, "unknown"),
        ("real", "Exponential(1/eps)", "eps", "1 - exp(-eps)", 1, "proved"),
        ("real", "Exponential(1/eps)", "eps", "1 - exp(-eps/2)", 1, "unknown"),
        ("int", "DiscreteLaplace(1/eps)", "eps/2", "(1 - exp(-eps/2))/(1 + exp(-eps))", 1, "proved"),
        ("int", "DiscreteLaplace(1/eps)", "eps/2", "(1 - exp(-eps/2))/(2 + exp(-eps))", 1, "unknown"),
        ("int", "DiscreteLaplace(2)", "1/3", "0.4514288", 3, "proved"),
        ("int", "DiscreteLaplace(2)", "1/3", "0.4514287", 3, "unknown"),
        ("int", "Geometric(1/3)", "ln(3/2)", "1/3", 1, "proved"),
        ("int", "Geometric(1/3)", "ln(3/2)", "1/4", 1, "unknown"),
        ("int", "Geometric(1)", "1", "1/2", 1, "unknown"),
        ("int", "Uniform({1, 2, 3, 4})", "0", "1/4", 1, "proved"),
        ("int", "Uniform({1, 2, 3, 4})", "0", "1/5", 1, "unknown"),
        ("int", "Uniform(0..9)", "0", "3/10", 3, "proved"),
        ("int", "Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})", "ln(2)", "1/2", 1, "proved"),
        ("int", "ExpMech(eps, [1, 2, 3])", "eps", "1/2", 1, "unknown"),
        ("int", "DiscreteGauss(2)", "1", "0.00725", 1, "proved"),
        ("int", "DiscreteGauss(2)", "1", "0.00724", 1, "unknown"),
    ],
)
def test_one_draw(type_: str, noise: str, cost: str, slack: str, bound: int, found: str) -> None:
    given = verdict(ONE.format(type=type_, noise=noise, cost=cost, slack=slack, bound=bound))
    assert (given == "proved") == (found == "proved")


def test_a_range_of_any_size_loses_what_falls_off_its_end() -> None:
    text = """
program Offset(x : private int, n : int) : int
  requires n >= 1;
{
  u :=$ Uniform(1 .. n) couple u{2} = u{1} + x{1} - x{2} cost 0 slack 2/n;
  return x + u;
}
claim two : Offset satisfies dp(0, 2/n) when within(x, 2) check n = 4, x in 0..2;
claim three : Offset satisfies dp(0, 2/n) when within(x, 3);
"""
    found = verdicts(text)
    assert (found["two"]["verdict"], found["three"]["verdict"]) == ("proved", "unknown")


def test_clamped_noise_around_a_secret() -> None:
    text = """
program Shown(x : private int) : int {
  z :=$ Clamp(DiscreteGauss(2, x), 0, 10) couple z{2} = z{1} cost 1 slack 0.00725;
  return z;
}
claim near : Shown satisfies dp(1, 0.00725) when within(x, 1);
program Ends(x : private int) : int {
  z :=$ Clamp(DiscreteGauss(2), x, 10 + x) couple z{2} = z{1} cost 1 slack 0.00725;
  return z;
}
claim ends : Ends satisfies dp(1, 0.00725) when within(x, 1);
"""
    found = verdicts(text)
    assert (found["near"]["verdict"], found["ends"]["verdict"]) == ("proved", "unknown")


def test_two_coins_are_as_far_apart_as_their_probabilities() -> None:
    text = """
program Coin(p : real, d : real) : bool
  requires 0 <= p && p <= 1;
{
  b :=$ Flip(p) couple b{2} = b{1} cost 0 slack d;
  return b;
}
claim near : Coin ~ Coin : d{1} = d{2} && |p{1} - p{2}| <= d{1} ==> res{1} = res{2} within (0, d);
claim far : Coin ~ Coin : d{1} = d{2} && |p{1} - p{2}| <= 2*d{1} ==> res{1} = res{2} within (0, d);
claim unmarked : Coin ~ Coin : |p{1} - p{2}| <= d{1} ==> res{1} = res{2} within (0, d{1});
"""
    found = {name: claim["verdict"] for name, claim in verdicts(text).items()}
    assert found == {"near": "proved", "far": "unknown", "unmarked": "unknown"}


def test_entries_that_may_be_equal_add_up_once() -> None:
    """If x = y the entries are one value of mass 1; counted twice it would be left over twice."""
    text = """
program Pick(x : int, y : int) : int {
  r :=$ Choice({x @ 1/2, y @ 1/2}) couple r{2} = r{1} cost 0 slack 1/2;
  return r;
}
claim half : Pick ~ Pick : x{1} = x{2} ==> res{1} = res{2} within (0, 1/2) check x = 0, y in 0..1;
claim less : Pick ~ Pick : x{1} = x{2} ==> res{1} = res{2} within (0, 1/3);
"""
    found = verdicts(text)
    assert (found["half"]["verdict"], found["less"]["verdict"]) == ("proved", "unknown")


def test_different_families_meet_value_by_value() -> None:
    text = """
program F() : bool { L: b :=$ Flip(1/3); return b; }
program C() : bool { L: c :=$ Choice({true @ 1/2, false @ 1/2}); return c; }
claim near : F ~ C : true ==> res{1} = res{2} within (0, 1/6) proof { L: couple c{2} = b{1} slack 1/6; };
claim far : F ~ C : true ==> res{1} = res{2} within (0, 1/6) proof { L: couple c{2} = b{1} slack 1/7; };
"""
    found = verdicts(text)
    assert (found["near"]["by"], found["far"]["by"]) == ("coupling", "enumeration")


# ---- where it stands -------------------------------------------------------------------------


def test_cost_and_slack_may_depend_on_what_is_known_before_the_draw() -> None:
    text = """
program Bins(h : private list[int]) : list[int] {
  out := [];
  for i in 0 .. size(h)
    invariant ={out};
    invariant cost <= (if i{1} > k then 1 else 0) && slack <= (if i{1} > k then 0.00725 else 0);
  {
    z :=$ DiscreteGauss(2)
      couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}]
      cost (if i{1} = k then 1 else 0)SLACK;
    out := out ++ [h[i] + z];
  }
  return out;
}
claim one : Bins satisfies dp(1, 0.00725) when one_differs(h, 1) at k;
claim none : Bins satisfies dp(1, 0.00725) when one_differs(h, 2) at k;
"""
    for slack in (" slack (if i{1} = k then 0.00725 else 0)", ""):
        found = verdicts(text.replace("SLACK", slack))
        assert found["one"]["verdict"] == "proved"
        assert found["none"]["verdict"] != "proved"


def test_slacks_add_up() -> None:
    text = """
program Two(x : private bool) : (bool, bool) {
  a :=$ Flip(if x then 1/2 else 3/5) couple a{2} = a{1} cost 0 slack 1/10;
  b :=$ Flip(if x then 1/2 else 3/5) couple b{2} = b{1} cost 0 slack 1/10;
  return (a, b);
}
claim two : Two satisfies dp(0, 1/5) when any;
claim less : Two satisfies dp(0, 1/6) when any;
"""
    found = verdicts(text)
    assert [o["status"] for o in found["two"]["obligations"] if o["code"] == "slack"] == ["valid", "valid"]  # type: ignore[attr-defined]
    assert [o["status"] for o in found["less"]["obligations"] if o["code"] == "slack"] == ["valid", "invalid"]  # type: ignore[attr-defined]


def test_without_a_cost_the_step_takes_all_of_the_claims_epsilon() -> None:
    text = ONE.format(type="int", noise=TRUNCATED, cost="ln(2)", slack="1/22", bound=1)
    assert verdict(text.replace(" cost ln(2)", "")) == "proved"
    assert verdict(text.replace("cost ln(2)", "cost 0")) == "unknown"


def test_a_block_at_a_slack() -> None:
    text = """
program Survey(d : private list[bool]) : list[(bool, bool)] {
  out := [];
  for i in 0 .. size(d)
    invariant ={out};
    invariant cost <= (if i{1} > k then ln(3) else 0) && slack <= (if i{1} > k then 1/1000 else 0);
  {
    x := d[i];
    joint {
      bad :=$ Flip(1/1000);
      if (bad) { ans := x; } else { b :=$ Flip(1/2); if (b) { ans := x; } else { ans :=$ Flip(1/2); } }
      y := (bad, ans);
    } couple y{2} = y{1} PRICE;
    out := out ++ [y];
  }
  return out;
}
claim all : Survey satisfies dp(ln(3), 1/1000) when one_differs(d) at k;
"""
    for cost, slack, good in [
        ("ln(3)", "1/1000", True),
        ("ln(3)", "1/1001", False),
        ("ln(2)", "1/1000", False),
        ("-1", "1/1000", False),
    ]:
        price = f"cost (if x{{1}} = x{{2}} then 0 else {cost}) slack (if x{{1}} = x{{2}} then 0 else {slack})"
        assert (verdict(text.replace("PRICE", price)) == "proved") == good
    assert verdict(text.replace("PRICE", "slack ?")) == "unknown"


@pytest.mark.parametrize(
    ("noise", "slack"),
    [(TRUNCATED, "1/22"), ("Flip(1/3)", ""), ("DiscreteLaplace(1/ln(4))", "3/5"), ("DiscreteGauss(2)", "0.1")],
)
def test_a_hole_tells_the_smallest_slack(noise: str, slack: str) -> None:
    type_, map_ = ("bool", "!z{1}") if noise.startswith("Flip") else ("int", "z{1} + x{1} - x{2}")
    slack = slack or "1/3"
    text = f"""
program P(x : private int) : {type_} {{ z :=$ {noise} couple z{{2}} = {map_} cost 0 slack ?; return z; }}
claim c : P ~ P : x{{1}} = x{{2}} + 1 ==> true within (1, 1);
"""
    claim = verdicts(text)["c"]
    assert claim["verdict"] == "unknown"
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert "missing-cost: the slack of this coupling is missing" in done.output
    expected = {TRUNCATED: "4/11", "Flip(1/3)": "1/3", "DiscreteLaplace(1/ln(4))": "3/5"}
    assert f"try: `slack {expected.get(noise, '0.19')}" in done.output


def test_the_proof_is_told_with_its_slack() -> None:
    text = ONE.format(type="int", noise=TRUNCATED, cost="ln(2)", slack="1/22", bound=1)
    done = CliRunner().invoke(main, ["verify", "--explain", "-"], input=text)
    assert "by lifted-draw" in done.output
    assert "charged to cost: ln(2)" in done.output
    assert "charged to slack: 1/22" in done.output
