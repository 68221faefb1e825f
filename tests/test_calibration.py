"""Gaussian noise and how it is calibrated: the delta that is proved, measured and refuted is the analytic one.

The figures are compared with an evaluation of Balle and Wang's formula that is written here anew, in balls of 400 bits
and by way of erf where the tool goes by erfc.
"""

import json
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flint import arb, ctx

from prhl.frontends.cli import main
from prhl.numbers.noise import UNIT, Noise, gauss
from prhl.numbers.normal import probability

F = Fraction
DIGITS = 7  # of the figures that are shown


def verified(text: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "--budget", "0", "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


def mechanism(sigma: str, eps: str, deltas: dict[str, str], expect: str = "") -> str:
    head = f"""
program Answer(x : private real) : real {{
  z :=$ Gauss({sigma}) couple z{{2}} = z{{1}} + x{{1}} - x{{2}} cost {eps};
  return x + z;
}}
"""
    return head + "".join(
        [
            f"claim {name} : Answer satisfies dp({eps}, {delta}) when within(x, 1) check x in {{0, 1}} {expect};\n"
            for name, delta in deltas.items()
        ]
    )


# ---- the formula, once more ------------------------------------------------------------------


def ball(text: str) -> arb:
    number = F(text)
    return arb(number.numerator) / arb(number.denominator)


def normal(x: arb) -> arb:
    return (1 + (x / arb(2).sqrt()).erf()) / 2


@cache
def analytic(square: str, eps: str) -> Decimal:
    """delta(eps) of noise whose variance is given, to forty digits."""
    before = ctx.prec
    ctx.prec = 400
    try:
        sigma, e = variance(square).sqrt(), ball(eps)
        found = normal(1 / (2 * sigma) - e * sigma) - e.exp() * normal(-1 / (2 * sigma) - e * sigma)
        return Decimal(found.str(40, radius=False))
    finally:
        ctx.prec = before


def variance(square: str) -> arb:
    """`c * ln(x)`, or a number."""
    factor, _, inside = square.partition(" ln ")
    return ball(factor) * (ball(inside).log() if inside else 1)


def rounded(delta: Decimal, way: str, digits: int = DIGITS) -> str:
    with localcontext() as context:
        context.prec, context.rounding = digits, way
        return format(+delta, "f")


# ---- delta to the last digit -----------------------------------------------------------------

TABLE = [
    (sigma, eps)
    for sigma in ("1/2", "1", "2", "10/3", "8")
    for eps in ("1/10", "1/2", "1", "3")
    if (sigma, eps) not in {("8", "3"), ("8", "1"), ("10/3", "3")}
]


@pytest.mark.parametrize(("sigma", "eps"), TABLE)
def test_delta_is_the_analytic_one_to_the_last_digit(sigma: str, eps: str) -> None:
    """Rounded up in the last digit it is proved; rounded down it is refuted, and the figure lies between."""
    exact = analytic(str(F(sigma) ** 2), eps)
    up, down = rounded(exact, ROUND_CEILING), rounded(exact, ROUND_FLOOR)
    found = verified(mechanism(sigma, eps, {"enough": up, "too_little": down}))
    assert found["enough"]["verdict"] == "proved"
    assert found["too_little"]["verdict"] == "unknown"  # a check of continuous noise changes no verdict by itself
    (check,) = found["too_little"]["checks"]
    assert check["status"] == "violated"
    assert check["kind"] == "closed form"
    low, high = Decimal(str(check["delta"]["low"])), Decimal(str(check["delta"]["high"]))
    assert low <= exact <= high
    assert (low, high) == (Decimal(down), Decimal(up))
    (check,) = found["enough"]["checks"]
    assert check["status"] == "loose"


@pytest.mark.search
@pytest.mark.parametrize(("sigma", "eps"), [("2", "1"), ("1/2", "3"), ("8", "1/2")])
def test_one_unit_less_in_the_last_digit_is_refuted(sigma: str, eps: str) -> None:
    down = rounded(analytic(str(F(sigma) ** 2), eps), ROUND_FLOOR)
    text = mechanism(sigma, eps, {"too_little": down}, "expect refuted")
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    (claim,) = json.loads(done.output)["files"][0]["claims"]
    assert claim["verdict"] == "refuted"
    assert len(claim["witness"]["event"]) == 1
    above, below = [F(p) for p in claim["witness"]["probabilities"]]
    growth = F(str(Decimal(eps_exp(eps))))
    assert above > growth * below + F(down)


def eps_exp(eps: str) -> str:
    """exp(eps), rounded up far behind the point."""
    before = ctx.prec
    ctx.prec = 400
    try:
        return (ball(eps).exp() + arb(10) ** -60).str(80, radius=False)
    finally:
        ctx.prec = before


# ---- calibrations ----------------------------------------------------------------------------

DELTAS = ("1/100", "1/1000", "1/100000", "1/10000000000")
EPSILONS = ("1/10", "1/4", "1/2", "1")
PAIRS = [(eps, delta) for eps in EPSILONS for delta in DELTAS]


@pytest.mark.parametrize(("eps", "delta"), PAIRS)
def test_the_classical_calibration_is_proved_up_to_one(eps: str, delta: str) -> None:
    """sigma = sqrt(2 ln(1.25/delta))/eps."""
    sigma = f"sqrt(2*ln({F(5, 4) / F(delta)}))/({eps})"
    found = verified(mechanism(sigma, eps, {"classical": delta}))["classical"]
    assert found["verdict"] == "proved"
    (check,) = found["checks"]
    assert check["status"] == "loose"
    exact = analytic(f"{2 / F(eps) ** 2} ln {F(5, 4) / F(delta)}", eps)
    assert Decimal(str(check["delta"]["low"])) <= exact <= Decimal(str(check["delta"]["high"]))
    assert exact < Decimal(F(delta).numerator) / Decimal(F(delta).denominator)


WRONG = {
    # eps, delta, sigma, and its variance
    "too large an eps": ("10", "1/100000", "sqrt(2*ln(125000))/10", "1/50 ln 125000"),
    "without the factor": ("1/2", "1/100000", "2*sqrt(ln(125000))", "4 ln 125000"),
    "without it, at 1": ("1", "1/100000", "sqrt(ln(125000))", "1 ln 125000"),
}


@pytest.mark.search
@pytest.mark.parametrize("name", WRONG)
def test_wrong_calibrations_are_refuted(name: str) -> None:
    eps, delta, sigma, square = WRONG[name]
    done = CliRunner().invoke(
        main,
        ["verify", "--format", "json", "-"],
        input=mechanism(sigma, eps, {"wrong": delta}, "expect refuted"),
    )
    (claim,) = json.loads(done.output)["files"][0]["claims"]
    assert (claim["verdict"], done.exit_code) == ("refuted", 0)
    exact = analytic(square, eps)
    assert exact > Decimal(F(delta).numerator) / Decimal(F(delta).denominator)
    (check,) = claim["checks"]
    assert Decimal(str(check["delta"]["low"])) <= exact <= Decimal(str(check["delta"]["high"]))


@pytest.mark.search
@pytest.mark.parametrize("eps", ["1", "20", "60"])
def test_no_epsilon_is_enough_without_a_delta(eps: str) -> None:
    """The event lies far out, where the bounds on cells see nothing."""
    text = mechanism("2", eps, {"pure": "0"}, "expect refuted")
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    (claim,) = json.loads(done.output)["files"][0]["claims"]
    assert claim["verdict"] == "refuted"
    above, below = [F(p) for p in claim["witness"]["probabilities"]]
    assert 0 < below < above
    assert above > F(str(Decimal(eps_exp(eps)))) * below


# ---- what is no normal distribution ----------------------------------------------------------

OTHERS = {
    "looked at": "z :=$ Gauss(2); if (z > 0) { z := z + x; } return x + z;",
    "a mixture": "b :=$ Flip(1/2); z :=$ Gauss(2); return (if b then x else 2*x) + z;",
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_formulas_are_for_normal_distributions_only(name: str) -> None:
    text = f"program P(x : private real) : real {{ {OTHERS[name]} }}\n"
    text += "claim c : P satisfies dp(1, 1/1000) when within(x, 1) check x in {0, 1};"
    (check,) = verified(text)["c"]["checks"]
    assert check.get("kind") != "closed form"
    assert check["status"] in ("violated", "undecided", "not enumerable")


@pytest.mark.parametrize("form", ["x + z", "x - z", "2*x - 2*z", "(x + z)/3", "5 - (x + z)"])
def test_multiples_of_the_noise_are_measured_alike(form: str) -> None:
    text = f"program P(x : private real) : real {{ z :=$ Gauss(2); return {form}; }}\n"
    text += "claim c : P satisfies dp(1, 1/100) when within(x, 1) check x in {0, 1};"
    (check,) = verified(text)["c"]["checks"]
    assert (check["status"], check["kind"]) == ("loose", "closed form")
    assert (check["delta"]["low"], check["delta"]["high"]) == (0.006829594, 0.006829595)


def test_probabilities_agree_with_the_distribution_function_on_cells() -> None:
    chance = Random(9)
    for _ in range(60):
        centre, sigma = F(chance.randint(-20, 20), 7), F(chance.randint(1, 30), 5)
        ends = sorted([F(chance.randint(-60, 60), 9) for _ in range(2)])
        low, high = chance.choice([(None, ends[0]), (ends[0], None), (ends[0], ends[1])])
        least, most = probability(centre, sigma, low, high, 40)
        below, above = [F(bound, UNIT) for bound in Noise(gauss, sigma, centre).between(low, high)]
        assert below <= most
        assert least <= above
        assert most - least <= F(1, 10**38)


def test_what_else_is_seen_counts() -> None:
    text = """
program P(x : private bool) : (bool, real) { z :=$ Gauss(2); return (x, z); }
program Q(x : private bool) : (bool, real) { z :=$ Gauss(2); return (true, z + (if x then 1 else 0)); }
claim p : P satisfies dp(1, 1/2) when any check;
claim q : Q satisfies dp(1, 1/2) when any check;
"""
    found = verified(text)
    (shown,) = found["p"]["checks"]
    assert shown["status"] == "violated"
    (hidden,) = found["q"]["checks"]
    assert (hidden["status"], hidden["kind"]) == ("loose", "closed form")


def test_a_quadruple_does_not_look_at_leaks() -> None:
    text = """
program P(x : bool) : real { leak x; z :=$ Gauss(2); return z; }
program L(x : bool) : bool { z :=$ Gauss(2); leak z + (if x then 1 else 0); return true; }
claim p : P ~ P : true ==> res{1} = res{2} within (0, 0) check;
claim l : L ~ L : true ==> res{1} = res{2} within (0, 0) check;
"""
    found = verified(text)
    assert all([check["status"] != "violated" for name in ("p", "l") for check in found[name]["checks"]])


@pytest.mark.parametrize(
    ("notion", "status"),
    [
        ("zcdp(1/8)", "tight"),
        ("zcdp(1/7)", "loose"),
        ("zcdp(1/9)", "violated"),
        ("rdp(3, 3/8)", "tight"),
        ("rdp(3, 1/2)", "loose"),
        ("rdp(3, 1/8)", "violated"),
    ],
)
def test_divergences_of_released_noise_are_exact(notion: str, status: str) -> None:
    text = "program P(x : private real) : real { z :=$ Gauss(2); return x + z; }\n"
    text += f"claim c : P satisfies {notion} when within(x, 1) check x in {{0, 1}};"
    (check,) = verified(text)["c"]["checks"]
    assert check["status"] == status
    assert {check.get("rho", {}).get("exact"), check.get("renyi", {}).get("exact")} & {"1/8", "3/8"}


@pytest.mark.search
@pytest.mark.parametrize("notion", ["zcdp(1/9)", "rdp(3, 1/8)"])
def test_divergences_that_are_too_large_are_shown_by_a_half_line(notion: str) -> None:
    text = "program P(x : private real) : real { z :=$ Gauss(2); return x + z; }\n"
    text += f"claim c : P satisfies {notion} when within(x, 1) check x in {{0, 1}} expect refuted;"
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert done.exit_code == 0, done.output


# ---- quotients -------------------------------------------------------------------------------

SHARE = """
program Share(s : private real, n : int, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1; requires 0 < delta && delta < 1; requires {requires};
{{
  z :=$ Gauss(sqrt(2*ln(5/(4*delta)))/{below}) couple z{{2}} = z{{1}} + s{{1}}/n - s{{2}}/n;
  return s/n + z;
}}
claim private : Share satisfies dp(eps, delta) when within(s, {bound});
"""


@pytest.mark.parametrize(
    ("below", "requires", "bound", "verdict"),
    [
        ("(n*eps)", "n >= 1", "1", "proved"),
        ("(n*eps)", "n >= 1", "2", "unknown"),  # twice as far
        ("(n^2*eps)", "n >= 1", "1", "unknown"),  # divided once more
        ("(n*eps)", "n != 0", "1", "unknown"),  # a width must be positive
    ],
)
def test_a_quotient_is_moved_by_a_quotient(below: str, requires: str, bound: str, verdict: str) -> None:
    text = SHARE.format(below=below, requires=requires, bound=bound)
    assert verified(text)["private"]["verdict"] == verdict
