"""Binomial, Poisson and Permutation, each one file of the shelf: drawn, cut off, enumerated and coupled."""

from fractions import Fraction
from math import comb, factorial

import pytest
from flint import arb, ctx

import prhl
from prhl.distributions import BY_NAME
from prhl.distributions.binomial import choose
from prhl.distributions.masses import Inner
from prhl.numbers import divide
from tests.test_exact import row_of
from tests.test_two_programs import verify

THIRD = Fraction(1, 3)


def coins(n: int, p: Fraction) -> dict[int, Fraction]:
    """By adding coin after coin."""
    found = {0: Fraction(1)}
    for _ in range(n):
        again = dict.fromkeys(range(len(found) + 1), Fraction(0))
        for heads, mass in found.items():
            again[heads] += (1 - p) * mass
            again[heads + 1] += p * mass
        found = again
    return {heads: mass for heads, mass in found.items() if mass}


@pytest.mark.parametrize("n", [0, 1, 2, 7])
@pytest.mark.parametrize("p", [Fraction(0), THIRD, Fraction(1, 2), Fraction(1)])
def test_a_binomial_number_is_a_sum_of_coins(n: int, p: Fraction) -> None:
    family = BY_NAME["Binomial"]
    found = family.masses((n, p), 100)
    assert {x: Fraction(w, found.total) for x, w in found.pairs} == coins(n, p)
    whole = family.whole((n, p))
    for bound in range(-2, n + 3):
        below = sum([mass for x, mass in coins(n, p).items() if x <= bound])
        assert Fraction(family.up_to((n, p), bound), whole) == below, bound


def test_a_program_that_throws_coins_has_the_same_channel() -> None:
    thrown = """
    program P(p : real) : int { s := 0; for i in 0 .. 4 { b :=$ Flip(p); if (b) { s := s + 1; } } return s; }
    """
    drawn = "program P(p : real) : int { z :=$ Binomial(4, p); return z; }"
    assert row_of(thrown, p=THIRD) == row_of(drawn, p=THIRD)


def poisson(rate: Fraction, x: int) -> arb:
    return (
        arb(-rate.numerator).__truediv__(rate.denominator).exp()
        * arb(rate.numerator) ** x
        / (arb(rate.denominator) ** x * factorial(x))
    )


@pytest.mark.parametrize("rate", [Fraction(1, 100), Fraction(1), Fraction(7, 2), Fraction(20)])
def test_poisson_masses_and_window(rate: Fraction) -> None:
    family = BY_NAME["Poisson"]
    ctx.prec = 300
    for x in (0, 1, 5, 30):
        found = arb(family.weight((rate,), x).numerator) / family.weight((rate,), x).denominator
        assert (found / (arb(rate.numerator) / rate.denominator).exp()).overlaps(poisson(rate, x))
    for bits in (10, 60, 128):
        low, high = family.window((rate,), bits)
        assert low == 0
        inside = sum([poisson(rate, x) for x in range(high + 1)], arb(0))
        assert 1 - inside < arb(2) ** -bits
    ctx.prec = 53


@pytest.mark.parametrize(("low", "high"), [(0, 3), (2, 4), (-3, 1), (3, 3)])
@pytest.mark.parametrize("noise", ["Binomial(4, 1/3)", "Poisson(1)"])
def test_cut_off(noise: str, low: int, high: int) -> None:
    def mass(x: int) -> Fraction:
        if x < 0:
            return Fraction(0)
        return comb(4, x) * THIRD**x * (1 - THIRD) ** (4 - x) if "Bin" in noise else Fraction(1, factorial(x))

    row = row_of(f"program P() : int {{ z :=$ Truncate({noise}, {low}, {high}); return z; }}")
    whole = sum([mass(x) for x in range(low, high + 1)])
    assert row == {(x,): mass(x) / whole for x in range(low, high + 1) if mass(x)}
    name, _, rest = noise.partition("(")
    inner = Inner(BY_NAME[name], tuple([Fraction(part) for part in rest[:-1].split(",")]))
    clamped = BY_NAME["Clamp"].masses((inner, low, high), 100)
    inside = {x: divide(w, clamped.total) for x, w in clamped.pairs if low < x < high}
    unit = 1 if "Bin" in noise else BY_NAME["Poisson"].whole((Fraction(1),))
    assert inside == {x: divide(mass(x), unit) for x in range(low + 1, high) if mass(x)}
    assert sum([w for _, w in clamped.pairs]) == clamped.total


CLAIMS = """
program Coins(x : private bool) : int { z :=$ Binomial(6, 1/2); return z + (if x then 1 else 0); }
claim near : Coins satisfies dp(ln(6), 1/64) when any check;
claim pure : Coins satisfies dp(5) when any check;
claim less : Coins satisfies dp(ln(6), 1/65) when any check;

program Rate(x : private bool) : int { z :=$ Poisson(if x then 2 else 1) couple none; return z; }
claim far : Rate satisfies dp(3) when any;

program Cut(x : private bool) : int { z :=$ Truncate(Poisson(if x then 2 else 1), 0, 3); return z; }
claim cut : Cut satisfies dp(ln(64/19)) when any check;
claim more : Cut satisfies dp(ln(2)) when any check;
"""


def test_what_is_true_is_proved_and_what_is_false_is_refuted() -> None:
    found = {name: claim["verdict"] for name, claim in verify(CLAIMS).items()}
    assert found == {
        "near": "proved",
        "pure": "refuted",
        "less": "refuted",
        "far": "refuted",
        "cut": "proved",
        "more": "refuted",
    }


@pytest.mark.parametrize(
    "noise",
    [
        "Clamp(Binomial(1000000000, 1), 0, 5)",
        "Clamp(Binomial(40000, 1/2), 0, 20000)",
        "Binomial(30000, 1/2)",
        "Poisson(1000000)",
        "Clamp(Poisson(3), 0, 100000)",
        "Truncate(Poisson(3), 100000, 100005)",
    ],
)
def test_large_numbers_have_an_answer(noise: str) -> None:
    text = f"program P(x : private bool) : int {{ z :=$ {noise}; return if x && z > 3 then 1 else 0; }}\n"
    assert verify(text + "claim c : P satisfies dp(1) when any check;")["c"]["verdict"] in ("refuted", "unknown")


@pytest.mark.parametrize(
    ("noise", "code"),
    [
        ("Binomial(n, p)", "empty-set"),
        ("Binomial(2, n)", "not-a-probability"),
        ("Poisson(n)", "scale-not-positive"),
        ("Truncate(Binomial(3, p), 1, 3)", "empty-set"),
        ("Truncate(Binomial(3, p), 0, 2)", "empty-set"),
        ("Truncate(Poisson(1), n, n)", "empty-set"),
    ],
)
def test_what_does_not_exist(noise: str, code: str) -> None:
    text = f"""
    program P(n : int, p : real) : int requires 0 <= p && p <= 1; {{ z :=$ {noise} couple z{{2}} = z{{1}}; return z; }}
    claim c : P satisfies dp(0) when any;
    """
    claim = verify(text)["c"]
    assert claim["verdict"] != "proved"
    assert code in [owed["code"] for owed in claim["obligations"]]


def test_every_order_has_the_same_mass() -> None:
    row = row_of("program P(n : int) : list[int] { p :=$ Permutation(n); return p; }", n=3)
    assert len(row) == 6
    assert set(row.values()) == {Fraction(1, 6)}
    assert row_of("program P(n : int) : list[int] { p :=$ Permutation(n); return p; }", n=0) == {(("[]",),): 1}


ORDERS = """
program P(x : private bool, n : int) : int requires n > 1; {
  p :=$ Permutation(n) couple p{2} = p{1};
  return OUT;
}
claim c : P satisfies dp(0) when any;
"""


@pytest.mark.parametrize(
    ("out", "proved"),
    [
        ("p[0]", True),
        ("if x then size(p) else n", True),
        ("if x && p[0] = p[1] then 1 else 0", True),
        ("if x && p[0] >= n then 1 else 0", True),
        ("if x then p[0] else 0", False),
        ("if x && p[0] = n - 1 then 1 else 0", False),
    ],
)
def test_what_is_known_of_an_order(out: str, proved: bool) -> None:
    assert (verify(ORDERS.replace("OUT", out))["c"]["verdict"] == "proved") is proved


def test_too_many_orders_are_not_listed() -> None:
    text = "program P(x : private bool) : int { p :=$ Permutation(1000000); return if x then p[0] else 0; }\n"
    assert verify(text + "claim c : P satisfies dp(1) when any check;", "--no-find")["c"]["verdict"] == "unknown"


def test_an_order_is_no_number() -> None:
    """A loop that ends by luck asks for intervals of numbers only."""
    text = """
    program P(n : int) : int requires n > 0; {
      p :=$ Permutation(n) couple p{2} = p{1};
      while (p[0] != 0) invariant ={p} && size(p{1}) = n{1}; { p :=$ Permutation(n) couple p{2} = p{1}; }
      return p[0];
    }
    claim c : P satisfies dp(0) when any;
    """
    assert verify(text, "--no-find")["c"]["verdict"] == "unknown"


def test_numbers_of_choices_one_after_the_other_and_at_random() -> None:
    for n, k in [*[(9, k) for k in range(11)], (9, 4), (9, 5), (8, 6), (8, 5), (8, 7), (0, 0), (1, 1)]:
        assert choose(n, k) == comb(n, k)


@pytest.mark.parametrize(
    ("p", "step"), [("1 - exp(-1/2)", "1/2"), ("1 - exp(-2)", "2"), ("1 - exp(-ln(3))", "ln(3)"), ("3/4", "ln(4)")]
)
def test_a_step_of_geometric_noise_costs_the_logarithm_of_the_ratio(p: str, step: str) -> None:
    """And no less, also where p is written so that the logarithm is seen."""
    text = f"""
    program Moved(x : private int) : int {{
      z :=$ Geometric({p}) couple z{{2}} = z{{1}} + x{{1}} - x{{2}};
      return x + z;
    }}
    claim enough : Moved ~ Moved : x{{1}} = x{{2}} + 3 ==> ={{res}} within (3*{step});
    claim more : Moved ~ Moved : x{{1}} = x{{2}} + 3 ==> ={{res}} within (29/10*{step}) expect refuted;
    """
    report = prhl.verify(text=text, find=False)
    assert report.claims["enough"].verdict == "proved"
    assert report.claims["more"].verdict != "proved"
