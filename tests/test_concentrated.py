"""zcdp and rdp by couplings: what is proved, what is refused, and that no proved figure is below the measured one."""

from fractions import Fraction
from random import Random

import pytest

from prhl import pipeline
from prhl.couplings.base import Draw
from prhl.couplings.concentrated import Currency, price
from prhl.couplings.known_numbers import closed_value
from prhl.couplings.lifting import Unpriced
from prhl.logic.build import TRUE, choose, number, plus
from prhl.logic.constants import constant
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Distribution, Term, Variable
from prhl.logic.types import BOOL, INT, REAL
from prhl.numbers.figures import figure
from prhl.solvers import Limits
from prhl.source import Source
from prhl.verdict import ClaimResult

BRIEF = Limits()


def judged(text: str) -> dict[str, ClaimResult]:
    report = pipeline.verify(Source("test.wl", text), limits=BRIEF, search=None)
    assert not [d for d in report.diagnostics if d.severity == "error"], report.diagnostics
    assert not any([claim.alarm for claim in report.claims])
    return {claim.name: claim for claim in report.claims}


def failed(text: str, claim: str = "c") -> dict[str, str]:
    """What was owed and not shown, by code, with its message."""
    return {one.code: one.obligation.message for one in judged(text)[claim].proof.judged if not one.valid}


def proved(text: str, claim: str = "c") -> bool:
    return judged(text)[claim].proof.complete


def complete(text: str) -> bool:
    """Whether the proof of the only claim is complete; the exact road is not asked."""
    ((_, proof),) = pipeline.proofs(Source("test.wl", text), limits=BRIEF)
    return proof.complete


# ---- the proved figure against the measured one ----------------------------------------------

RESPONSE = """program P(x : private bool) : bool {
  y :=$ Flip(3/4) couple y{2} = (if x{1} = x{2} then y{1} else !y{1});
  return y = x;
}
"""

BIASED = """program P(x : private bool) : bool {
  y :=$ Flip(if x then 1/2 else 1/5) couple y{2} = y{1};
  return y;
}
"""

BLOCK = """program P(x : private bool) : bool {
  joint {
    c :=$ Flip(1/2);
    if (c) { y := x; } else { y :=$ Flip(1/2); }
  } couple y{2} = y{1};
  return y;
}
"""

CHOICE = """program P(x : private bool) : int {
  y :=$ Choice({0 @ (if x then 1/2 else 1/3), 1 @ 1/6, 2 @ (if x then 1/3 else 1/2)}) couple y{2} = y{1};
  return y;
}
"""

PAD = """program P(x : private bool) : int {
  k :=$ Uniform(0..3) couple k{2} = (k{1} + (if x{1} then 1 else 0) - (if x{2} then 1 else 0)) mod 4;
  return (k + (if x then 1 else 0)) mod 4;
}
"""

TWICE = """program P(x : private bool) : (bool, bool) {
  y :=$ Flip(if x then 1/2 else 1/3) couple y{2} = y{1};
  z := false;
  if (y) {
    z :=$ Flip(if x then 1/4 else 1/3) couple z{2} = z{1};
  }
  return (y, z);
}
"""

SCORES = """program P(x : private bool) : int {
  r :=$ ExpMech(1, if x then [1, 0, 0] else [0, 0, 1]) couple r{2} = r{1};
  return r;
}
"""

CLAMPED = """program P(x : private bool) : int {
  y :=$ Clamp(DiscreteLaplace(2, if x then 1 else 0), 0, 2) couple y{2} = y{1};
  return y;
}
"""

TABLE = {
    "response": (RESPONSE, "zcdp({})", "ln(3)^2/2"),
    "response of order 2": (RESPONSE, "rdp(2, {})", "ln(3)"),
    "response of order 3/2": (RESPONSE, "rdp(3/2, {})", "3/4*ln(3)^2"),
    "biased": (BIASED, "zcdp({})", "ln(5/2)^2/2"),
    "block": (BLOCK, "zcdp({})", "ln(3)^2/2"),
    "choice": (CHOICE, "zcdp({})", "ln(3/2)^2/2"),
    "pad": (PAD, "zcdp({})", "0"),
    "twice": (TWICE, "zcdp({})", "ln(3/2)^2/2 + ln(4/3)^2/2"),
    "scores": (SCORES, "zcdp({})", "1/2"),
    "clamped": (CLAMPED, "zcdp({})", "1/8"),
    "clamped of order 4": (CLAMPED, "rdp(4, {})", "1/2"),
}


@pytest.mark.parametrize("name", TABLE)
def test_price_is_enough_and_is_what_is_charged(name: str) -> None:
    text, notion, amount = TABLE[name]
    claim = judged(f"{text}\nclaim c : P satisfies {notion.format(amount)} when true check;")["c"]
    assert claim.proof.complete, [(one.code, one.status) for one in claim.proof.judged if not one.valid]
    assert [check.status for check in claim.checks] in (["tight"], ["loose"])
    assert claim.checks[0].divergence is not None
    if amount != "0":
        smaller = notion.format(f"98/100*({amount})")
        assert not complete(f"{text}\nclaim c : P satisfies {smaller} when true;")


def draws(random: Random) -> str:
    """A small program whose results are equal under its couplings; often it tells much about x."""
    lines, results = [], []
    for at in range(random.randint(1, 2)):
        low, high = [Fraction(random.randint(1, 7), 8) for _ in range(2)]
        match random.randrange(3):
            case 0:
                chance, image, shown = f"if x then {low} else {high}", f"y{at}{{1}}", f"y{at}"
            case 1:
                chance = str(low)
                image, shown = f"(if x{{1}} = x{{2}} then y{at}{{1}} else !y{at}{{1}})", f"(y{at} = x)"
            case _:
                chance, image = f"if x then {low} else {high}", f"(if x{{1}} = x{{2}} then y{at}{{1}} else !y{at}{{1}})"
                shown = f"(y{at} = x)"
        draw = f"y{at} :=$ Flip({chance}) couple y{at}{{2}} = {image};"
        if at and random.random() < 0.5:
            lines += [f"y{at} := x;", f"if ({results[0]}) {{ {draw} }}"]
            shown = f"({results[0]} && {shown})"
        else:
            lines.append(draw)
        results.append(shown)
    body = "\n  ".join(lines)
    return f"program P(x : private bool) : list[bool] {{\n  {body}\n  return [{', '.join(results)}];\n}}\n"


def smallest(text: str, notion: str, steps: int = 32) -> Fraction | None:
    """The smallest budget that is proved, among multiples of 1/8."""
    low, high = 0, steps
    while low < high:
        middle = (low + high) // 2
        if complete(f"{text}claim c : P satisfies {notion.format(Fraction(middle, 8))} when true;"):
            high = middle
        else:
            low = middle + 1
    return Fraction(low, 8) if low < steps else None


@pytest.mark.parametrize("seed", range(16))
def test_no_proved_figure_is_below_the_measured_one(seed: int) -> None:
    random = Random(seed)
    text = draws(random)
    notion = random.choice(["zcdp({})", "rdp(2, {})", "rdp(5/4, {})"])
    least = smallest(text, notion)
    assert least is not None, text
    claim = judged(f"{text}claim c : P satisfies {notion.format(least)} when true check;")["c"]
    assert claim.checks[0].status in ("tight", "loose"), text


# ---- symbolic prices -------------------------------------------------------------------------

NOISY = """program P(x : private real, sigma : real, alpha : real) : real
  requires sigma > 0;
  requires alpha > 1;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
"""


@pytest.mark.parametrize(
    "claim",
    [
        "zcdp(1/(2*sigma^2)) when within(x, 1)",
        "zcdp(9/(2*sigma^2)) when within(x, 3)",
        "rdp(4, 2/sigma^2) when within(x, 1)",
        "rdp(alpha, alpha/(2*sigma^2)) when within(x, 1)",
    ],
)
def test_gaussian_noise_for_every_sigma(claim: str) -> None:
    assert complete(f"{NOISY}claim c : P satisfies {claim};")


@pytest.mark.parametrize(
    "claim", ["zcdp(1/(3*sigma^2)) when within(x, 1)", "rdp(4, 1/sigma^2) when within(x, 1)", "zcdp(1) when any"]
)
def test_gaussian_noise_for_too_little(claim: str) -> None:
    assert not complete(f"{NOISY}claim c : P satisfies {claim};")


def test_order_must_be_above_one() -> None:
    text = NOISY.replace("alpha > 1", "alpha > 0")
    assert "budget-negative" in failed(f"{text}claim c : P satisfies rdp(alpha, alpha/(2*sigma^2)) when within(x, 1);")


LAPLACE = """program P(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
"""


def test_laplace_noise_by_its_pure_price() -> None:
    for notion in ("zcdp(eps^2/2)", "rdp(2, eps^2)", "rdp(2, eps)"):
        assert complete(f"{LAPLACE}claim c : P satisfies {notion} when within(x, 1);"), notion
    assert not complete(f"{LAPLACE}claim c : P satisfies zcdp(eps^2/3) when within(x, 1);")


def test_symbolic_response_at_a_stated_cost() -> None:
    text = """program P(x : private bool, eps : real) : bool
  requires eps > 0;
{
  y :=$ Flip(exp(eps)/(1 + exp(eps))) couple y{2} = (if x{1} = x{2} then y{1} else !y{1}) cost COST;
  return y = x;
}
claim c : P satisfies zcdp(COST) when true;"""
    assert complete(text.replace("COST", "eps^2/2"))
    assert not complete(text.replace("COST", "eps^2/4"))


# ---- the price itself: both sides count ------------------------------------------------------


def flips(first: Term, second: Term, image: Term | None = None) -> Draw:
    sample = Variable("y@1", 1, BOOL)
    one, two = [Distribution("Flip", (p,), BOOL) for p in (first, second)]
    return Draw(one, two, sample, image or sample, lambda name, type_: Variable(name, 1, type_))


@pytest.mark.parametrize(
    ("p", "q", "ratio"),
    [("9/10", "1/2", 5), ("1/2", "9/10", 5), ("1/2", "1/10", 5), ("1/2", "1/2", 1), ("1/3", "1/4", Fraction(4, 3))],
)
def test_ratio_of_the_unlikely_side_counts(p: str, q: str, ratio: Fraction) -> None:
    found = price(flips(number(Fraction(p)), number(Fraction(q))), Currency()).cost
    # the conditions are the two values of the coin; both are true of one of them, so the largest is taken
    value = closed_value(_decided(found))
    logarithm = closed_value(Apply("ln", (number(Fraction(ratio)),), REAL))
    assert value is not None
    assert logarithm is not None
    assert figure(value).low == figure(logarithm * logarithm / 2).low


def _decided(term: Term) -> Term:
    """The term with every `if` taken whose condition is decided by constants."""
    while isinstance(term, Apply) and term.operator == "ite":
        condition, yes, no = term.arguments
        decided = constant(condition)
        assert isinstance(decided, bool)
        term = yes if decided else no
    return term


def test_price_of_flips_does_not_mention_the_sample() -> None:
    draw = flips(number(Fraction(3, 4)), number(Fraction(1, 4)))
    marked = substitute(price(draw, Currency()).cost, lambda leaf: TRUE if leaf == draw.sample else None)
    assert marked == price(draw, Currency()).cost


def test_shift_by_the_sample_has_no_price() -> None:
    sample = Variable("z@1", 1, INT)
    noise = Distribution("DiscreteLaplace", (number(1),), INT)
    up = choose(Apply("lt", (sample, number(0)), BOOL), number(1), number(-1))
    draw = Draw(noise, noise, sample, plus(sample, up), lambda name, type_: Variable(name, 1, type_))
    with pytest.raises(Unpriced, match="does not mention the sample"):
        price(draw, Currency())


def test_run_2_must_draw_nothing_but_images() -> None:
    text = """program P(x : private bool) : bool {
  y :=$ Flip(if x then 1 else 1/2) couple y{2} = y{1};
  return y;
}
claim c : P satisfies zcdp(10) when x{1} && !x{2};"""
    owed = [one for one in judged(text)["c"].proof.judged if one.code == "support" and not one.valid]
    written = [one for one in owed if one.obligation.direction == "in the direction as written"]
    assert [one.obligation.message for one in written] == [
        "run 2 may draw what is the image of nothing, and then the ratios are bounded from one side only"
    ]


# ---- what is refused -------------------------------------------------------------------------

REFUSED = {
    "a draw without a partner": (
        "y :=$ Flip(1/2) couple none;\n  return true;",
        "not-supported",
        "together",
    ),
    "a draw in one of two branches": (
        "y := true;\n  if (x) { y :=$ Flip(1/2) couple y{2} = y{1}; }\n  return true;",
        "not-supported",
        "together",
    ),
    "a slack": ("y :=$ Flip(1/2) couple y{2} = y{1} cost 0 slack 1/2;\n  return true;", "no-price", "delta"),
    "a charge by the sample": (
        "y :=$ Flip(1/2) couple y{2} = y{1} cost (if y{1} then 0 else 1);\n  return y;",
        "no-price",
        "must not mention the sample",
    ),
    "a slack of a block": (
        "joint { y :=$ Flip(1/2); } couple y{2} = y{1} cost 0 slack 1/2;\n  return y;",
        "not-supported",
        "delta",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    body, code, word = REFUSED[name]
    found = failed(f"program P(x : private bool) : bool {{\n  {body}\n}}\nclaim c : P satisfies zcdp(9) when true;")
    assert word in found[code]


def test_branch_of_one_run_that_nobody_takes_is_accepted() -> None:
    text = """program P(x : private bool, b : bool) : bool {
  y := true;
  if (b) { y :=$ Flip(1/2) couple y{2} = y{1}; }
  return y;
}
claim c : P satisfies zcdp(0) when true;"""
    assert proved(text)


# ---- calls -----------------------------------------------------------------------------------

CALLED = """program G(x : private real, sigma : real) : real
  requires sigma > 0;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program L(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim rho : G satisfies zcdp(1/(2*sigma^2)) when within(x, 1);
claim second : G satisfies rdp(2, 1/sigma^2) when within(x, 1);
claim pure : L satisfies dp(eps) when within(x, 1);
claim quadruple : L ~ L : within(x, 1) && eps{1} = eps{2} ==> res{1} = res{2} within (eps{1}, 0);
"""

CITED = [
    ("G(x, 1/2) couple by rho", "zcdp(2)", True),
    ("G(x, 1/2) couple by rho", "zcdp(1)", False),
    ("G(x, 1/2) couple by rho", "rdp(3, 6)", True),
    ("G(x, 1/2) couple by rho", "rdp(3, 5)", False),
    ("G(x, 1/2) couple by second", "rdp(2, 4)", True),
    ("G(x, 1/2) couple by second", "rdp(3, 100)", False),
    ("G(x, 1/2) couple by second", "zcdp(100)", False),
    ("L(x, 1/2) couple by pure", "zcdp(1/8)", True),
    ("L(x, 1/2) couple by pure", "zcdp(1/9)", False),
    ("L(x, 1/2) couple by pure", "rdp(2, 1/4)", True),
    ("L(x, 1/2) couple by pure", "rdp(100, 1/2)", True),
    ("G(x, 1/2) couple by rho", "dp(100)", False),
]


@pytest.mark.parametrize(("call", "notion", "expected"), CITED)
def test_calls_charge_in_the_currency_of_the_claim(call: str, notion: str, expected: bool) -> None:
    text = f"{CALLED}program P(x : private real) : real {{\n  y :=$ {call};\n  return y;\n}}\n"
    assert proved(f"{text}claim c : P satisfies {notion} when within(x, 1);") == expected


def test_many_symbolic_ratios_are_written_down_once() -> None:
    """Else each doubles the price of those before it."""
    text = """
program P(x : private bool) {
  u :=$ Choice({(if x then 0 else 1) @ (if x then 11/20 else 3/4), 1 @ (if x then 9/20 else 1/4)})
    couple u{2} = if u{1} = 0 then 1 else 0;
  return u;
}
claim c : P satisfies zcdp(1) when any;
"""
    assert not proved(text)
