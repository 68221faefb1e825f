"""Numbers that are too long are not made: every command answers, or says what it does not compute.

No test here asks the clock. A bound that is missing shows as a number that is longer than the bounds allow, as a table
that is built, or as a verdict that should have been given up.
"""

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from flint import arb, ctx

from prhl import pipeline
from prhl.distributions.discrete_gauss import DiscreteGauss
from prhl.distributions.discrete_laplace import DiscreteLaplace
from prhl.distributions.geometric import Geometric
from prhl.distributions.masses import listed
from prhl.exact.closed import symbolic_run
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.listing.weights import Integers, Symbols
from prhl.frontends.cli import main
from prhl.logic.build import at_most, both, less, number
from prhl.logic.evaluator import Undecidable
from prhl.logic.operators import LONGEST, apply
from prhl.logic.terms import Apply, Logical, Quantified
from prhl.logic.types import BOOL, INT
from prhl.numbers import Inexact, Log, Quotient, Real, balls, enclosure, exp, ln, sqrt
from prhl.numbers.magnitude import BITS, FARTHEST, fitting, length, power
from prhl.numbers.quotients import basis
from prhl.numbers.reals import MOST_PARTS
from prhl.numbers.theta import theta
from prhl.semantics.evaluate import evaluate
from prhl.semantics.flat import flatten
from prhl.semantics.limits import Meter
from prhl.source import Source
from prhl.syntax.nesting import deep

TOWER = exp(exp(exp(Fraction(10))))


# ---- enclosures ----------------------------------------------------------------------------------


def test_a_tiny_number_is_rounded_outward() -> None:
    least = Fraction(1, 1 << FARTHEST)
    assert balls.enclose(lambda: arb(-(10**9)).exp(), 64) == (Fraction(0), least)
    assert balls.enclose(lambda: -(arb(-(10**9)).exp()), 64) == (-least, Fraction(0))


def test_a_number_within_the_bound_is_not_rounded_to_zero() -> None:
    low, high = balls.enclose(lambda: arb(2) ** -(FARTHEST - 100), 64)
    assert low == high == Fraction(1, 1 << (FARTHEST - 100))


def test_a_huge_number_is_not_written_out() -> None:
    with pytest.raises(Inexact):
        balls.enclose(lambda: arb(10**9).exp(), 64)
    with pytest.raises(Inexact):
        balls.bracket(lambda: enclosure(TOWER))


@pytest.mark.parametrize("c", [Fraction(1, 50), Fraction(1, 2), Fraction(3), Fraction(7, 2)])
def test_theta_by_poissons_formula_is_the_sum(c: Fraction) -> None:
    """The terms with |x| <= 60 leave out less than 2^-90 for these c."""
    before = ctx.prec
    ctx.prec = 80
    try:
        plain = sum([(-balls.rational(c) * x * x).exp() for x in range(-60, 61)], arb(0))
        found = enclosure(theta(c))
        assert found.overlaps(plain)
        assert found.rad() < arb(2) ** -60
    finally:
        ctx.prec = before


def test_theta_of_very_wide_noise_has_few_terms() -> None:
    sigma = Fraction(10) ** 1000
    wide = enclosure(theta(1 / (2 * sigma**2)))  # sigma sqrt(2 pi)
    ratio = wide / (balls.rational(sigma) * (2 * arb.pi()).sqrt())
    assert ratio.overlaps(arb(1))
    assert ratio.rad() < arb(2) ** -20


# ---- arithmetic ----------------------------------------------------------------------------------


def test_powers_and_products_have_a_bound() -> None:
    long = 1 << (BITS // 2)
    assert fitting(long) == long
    assert power(1, 10**18) == power(-1, 10**18) == 1
    with pytest.raises(Inexact):
        power(long, 3)
    with pytest.raises(Inexact):
        power(Fraction(1, 3), 10**9)
    with pytest.raises(Inexact):
        apply("mul", [long, long])
    with pytest.raises(Inexact):
        apply("div", [long + 1, long - 1])
    with pytest.raises(Inexact):
        apply("concat", [(0,) * LONGEST, (0,)])


def squared(value: Any) -> int:
    """How often it is squared before that is given up."""
    for times in range(200):
        try:
            value = apply("mul", [value, value])
        except Inexact:
            return times
    raise AssertionError("squared for ever")


@pytest.mark.parametrize(
    "start",
    [3, Fraction(3, 7), 1 + exp(1), sqrt(2) + sqrt(3) + sqrt(5), ln(3), ln(3) + exp(1)],
    ids=["int", "rational", "exponentials", "roots", "logarithm", "real"],
)
def test_nothing_is_squared_for_ever(start: Any) -> None:
    assert 2 <= squared(start) <= 20


def rooted(value: Any, times: int) -> Any:
    for _ in range(times):
        value = sqrt(value + 1)
    return value


def test_a_number_made_of_many_operators_is_given_up() -> None:
    value: Any = ln(3) + exp(1)
    value = rooted(value, 100)
    assert 1 < value < 2
    with deep(Source("a.wl", "")), pytest.raises(Inexact):
        rooted(value, MOST_PARTS)


def test_exponentials_that_are_too_long_are_known_by_enclosures() -> None:
    assert exp(ln(3) * 100) == 3**100
    assert isinstance(exp(ln(3) * 10**6), Real)
    assert isinstance(exp(Fraction(1, 10**1000)), Real)
    assert isinstance(exp(Fraction(1, 10**30)), Quotient)


def test_powers_of_exponentials_stay_short() -> None:
    assert exp(Fraction(-1, 3)) ** (3 * 10**6) == exp(-(10**6))
    assert power(-exp(Fraction(-1, 3)), 10**30) > 0
    with pytest.raises(Inexact):
        power(2 * exp(1), 10**6)


def test_a_logarithm_of_a_long_number_is_written_as_a_sum() -> None:
    value = ln(2) * 10**30 + ln(3)
    assert isinstance(value, Log)
    assert str(value) == f"({10**30}*ln(2) + 1*ln(3))"
    assert str(ln(2) * 2 + ln(3)) == "ln(12)"


# ---- distributions -------------------------------------------------------------------------------


def test_masses_far_out_are_not_computed() -> None:
    far = 10**1000
    half = ln(2)  # DiscreteLaplace(1/ln(2)) has masses 2^-|x|
    for family, values in ((DiscreteLaplace(), [1 / half]), (Geometric(), [Fraction(1, 2)])):
        assert family.weight(values, 10) == Fraction(1, 1024)
        with pytest.raises(Inexact):
            family.weight(values, far)
        with pytest.raises(Inexact):
            family.up_to(values, far)
    with pytest.raises(Inexact):
        DiscreteGauss().up_to([3], far)


def test_tables_of_long_masses_are_not_listed() -> None:
    assert len(listed(Geometric(), [Fraction(1, 100)], 0, 1000, 10**6)) == 1001
    with pytest.raises(Inexact):
        listed(Geometric(), [Fraction(1, 100)], 0, 10**5, 10**6)


def test_a_share_of_long_weights_is_a_close_bound_above() -> None:
    weight, total = 3**40_000, 3**40_001 + 1
    share = Integers().share(weight, total)
    assert Fraction(weight, total) <= share < Fraction(weight, total) * (1 + Fraction(1, 2**4000))
    assert length(share) < 10_000
    assert Integers().share(1, 3) == Fraction(1, 3)
    assert Integers().share(0, total) == 0


def test_a_share_of_polynomials_is_a_close_bound_above(monkeypatch: pytest.MonkeyPatch) -> None:
    b = basis(1, (), ())  # of q = exp(-1)
    (q, *_) = b.context.gens()
    weight, total = (1 - q) ** 30 * (1 + q) ** 9, (1 - q) * (1 + q) ** 80  # the first is far less than its terms
    low, high = balls.enclose(lambda: enclosure(Quotient(b, weight, total)), 1024)
    exact = Symbols(b)
    assert exact.share(0, total) == 0
    monkeypatch.setattr("prhl.exact.listing.weights.over", None)  # no quotient is reduced for it
    assert low <= exact.share(weight, total) <= high * (1 + Fraction(1, 2**99))


def test_long_weights_of_a_closed_form_are_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance that a loop is left fades, and each round makes the weights longer."""
    text = """program Fades() : int {
      i := 0; c := false;
      while (!c) { z :=$ Flip(1/2); k :=$ Geometric(1/2); c := k > i && z; i := i + 1; }
      return 0; }"""
    programs = pipeline.load(Source("fades.wl", text)).programs
    longest, count = [0], symbolic_run.Symbolic.count

    def watched(self: Any, states: list[Any]) -> None:
        longest[0] = max([longest[0], *[state.weight.denominator.bit_length() for state in states]])
        count(self, states)

    monkeypatch.setattr(symbolic_run.Symbolic, "count", watched)
    with pytest.raises(NotClosed, match="too many cases"):
        symbolic_run.run(flatten(programs["Fades"], programs), {}, Meter(3_000))
    assert 500 < longest[0] < 10_000


def test_denominators_of_states_have_a_bound() -> None:
    Integers().cost({}, 1 << BITS)
    with pytest.raises(Inexact):
        Integers().cost({}, 1 << (3 * BITS))


def test_quantifiers_over_many_names_are_not_multiplied_out() -> None:
    names = tuple([Logical(f"i{n}", INT) for n in range(4)])
    inside = both([part for name in names for part in (at_most(number(0), name), less(name, number(1000)))])
    formula = Quantified("exists", names, both([inside, Apply("ne", (names[0], names[0]), BOOL)]))
    with pytest.raises(Undecidable):
        evaluate(formula, {})


# ---- whole files ---------------------------------------------------------------------------------

NOISE = """program P(x : private int) : {type} {{
  z :=$ {noise};
  return x + z;
}}
claim c : P satisfies {budget} when within(x, 1) check x in 0..1;
"""
LONG = "1" + "0" * 1000
FILES = {
    "tiny scale": NOISE.format(type="real", noise="Laplace(0.000000001)", budget="dp(1)"),
    "tiny scale, integers": NOISE.format(type="int", noise="DiscreteLaplace(0.000000001)", budget="dp(1)"),
    "scale with 300 zeros": NOISE.format(type="int", noise=f"DiscreteLaplace(1/{LONG})", budget="dp(1)"),
    "huge scale": NOISE.format(type="real", noise="Laplace(exp(1000000))", budget="dp(1)"),
    "tower as a scale": NOISE.format(type="int", noise="DiscreteGauss(exp(exp(50)))", budget="dp(1)"),
    "wide Gaussian": NOISE.format(type="real", noise=f"Gauss({LONG})", budget="dp(1)"),
    "tower as a budget": NOISE.format(type="int", noise="DiscreteLaplace(1)", budget="dp(exp(exp(exp(exp(10)))))"),
    "power of powers": NOISE.format(type="real", noise="Laplace(1)", budget="dp((((10^64)^64)^64)^64)"),
    "tiny tower": NOISE.format(type="int", noise="DiscreteLaplace(ln(2))", budget="dp(exp(-exp(exp(exp(10)))))"),
    "far truncation": NOISE.format(
        type="int", noise=f"Truncate(DiscreteLaplace(1), {LONG}, {LONG} + 9)", budget="dp(1)"
    ),
    "far clamp": NOISE.format(type="int", noise="Clamp(DiscreteGauss(3), 1000000, 1000010)", budget="dp(1)"),
    "long range": NOISE.format(type="int", noise=f"Uniform(1..{LONG})", budget="dp(1)"),
    "squares": """program P(x : private int) : int {
  y := 3;
  for i in 0 .. 60 { y := y * y; }
  z :=$ Uniform(0..1);
  return if y > x then z else 1 - z;
}
claim c : P satisfies dp(1) when within(x, 1) check x in 0..1;
""",
    "unlikely end": """program P(x : private int) : int {
  b := true;
  while (b) { b :=$ Flip(1 - 1/10^30); }
  return x;
}
claim c : P satisfies dp(1) when within(x, 1) check x in 0..1;
""",
}


@pytest.mark.parametrize("name", FILES)
def test_every_command_answers(name: str, tmp_path: Any) -> None:
    """With an answer or a refusal, and no fault of its own."""
    path = tmp_path / "a.wl"
    path.write_text(FILES[name])
    commands = [["verify", "--budget", "0"], ["channel"], ["couple"], ["check"]]
    for command in commands:
        result = CliRunner().invoke(main, [*command, str(path)])
        assert result.exit_code in (0, 1, 2), (command, result.output)
        assert "fault" not in result.output


def figures(text: str, tmp_path: Any) -> dict[str, Any]:
    path = tmp_path / "a.wl"
    path.write_text(text)
    result = CliRunner().invoke(main, ["verify", "--no-find", "--budget", "0", "--format", "json", str(path)])
    return dict(json.loads(result.stdout)["files"][0]["claims"][0])


def test_what_is_not_computed_is_not_decided(tmp_path: Any) -> None:
    """Noise of scale 10^-9 moved by 1 is not dp(1), and squares without end are no number."""
    assert figures(FILES["tiny scale"], tmp_path)["verdict"] != "proved"
    assert figures(FILES["tiny scale, integers"], tmp_path)["verdict"] != "proved"
    squares = figures(FILES["squares"], tmp_path)
    assert squares["verdict"] == "unknown"
    assert [check["status"] for check in squares["checks"]] == ["not enumerable"]


def test_huge_budgets_that_hold_are_still_measured(tmp_path: Any) -> None:
    found = figures(FILES["tower as a budget"], tmp_path)
    assert found["checks"][0]["epsilon"]["exact"] == "1"


# ---- all digits ------------------------------------------------------------------------------

LONG = """program P(x : private int) : int {
  z :=$ DiscreteLaplace(1e5000);
  w := floor(1e5000);
  assert w{1} > floor(1e5000);
  return x + z + w;
}
claim c : P satisfies dp(1e-5000) when within(x, 1) check x in 0..1 expect unknown;
"""


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "-"],
        ["verify", "--format", "json", "-"],
        ["goals", "-"],
        ["budget", "-"],
        ["run", "--set", "x=1", "--json", "-"],
        ["channel", "-"],
    ],
)
def test_numbers_that_python_does_not_write_are_no_fault(words: list[str]) -> None:
    """5,001 digits: the language has 10,000, and Python writes 4,300 unless it is told otherwise."""
    done = CliRunner().invoke(main, words, input=LONG)
    assert done.exit_code in (0, 1), done.output[-300:]
    assert len(max(done.output.split(), key=len)) < 30_000


def test_a_grid_with_a_step_of_five_thousand_digits() -> None:
    text = "program P(x : private int) : real { z :=$ Laplace(1); return x + z; }"
    done = CliRunner().invoke(main, ["run", "--set", "x=1", "--grid", "1e-5000", "--json", "-"], input=text)
    assert done.exit_code == 0, done.output[-300:]


def test_curves_of_coefficients_that_are_no_floats() -> None:
    text = """program P(x : private bool, p : real) : bool requires 0 < p < 1; {
      b :=$ Flip(if x then p else p*1e-900);
      return b;
    }"""
    done = CliRunner().invoke(main, ["channel", "--open", "p", "--format", "svg", "-"], input=text)
    assert done.exit_code == 0, done.output[-300:]


NESTED = f"""program P(x : private int) : real {{
  z :=$ Laplace(1, {"(-(1 + 2*" * 100}x{"))" * 100});
  return z;
}}
claim c : P satisfies dp(1) when within(x, 1) expect unknown;
"""


@pytest.mark.parametrize("words", ["goals", "run --set x=1 --twin", "run --set x=1 --grid 2"])
def test_deep_terms_are_told_and_made_into_texts(words: str) -> None:
    """Legal nesting needs more recursion than Python has, after the proof as well as in it."""
    done = CliRunner().invoke(main, [*words.split(), "-"], input=NESTED)
    assert done.exit_code == 0, done.output[-300:]
