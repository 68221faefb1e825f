"""The identity coupling: free between equal distributions of every family, in every currency, and nowhere else."""

import re

import pytest
from click.testing import CliRunner

from prhl.distributions import FAMILIES
from prhl.frontends.cli import main
from tests.test_two_programs import verify

# A distribution of each family whose arguments are the public `a` and `p` and the list `w`, and what makes it exist.
NOISE = {
    "Flip": "Flip(p)",
    "Uniform": "Uniform(n..n + 3)",
    "Choice": "Choice({0 @ p, 1 @ 1 - p})",
    "Laplace": "Laplace(a)",
    "DiscreteLaplace": "DiscreteLaplace(a, n)",
    "Gauss": "Gauss(a)",
    "DiscreteGauss": "DiscreteGauss(a, n)",
    "Geometric": "Geometric(p)",
    "Exponential": "Exponential(a)",
    "Gumbel": "Gumbel(a, p)",
    "UniformReal": "UniformReal(p, p + a)",
    "Binomial": "Binomial(n, p)",
    "Poisson": "Poisson(a)",
    "Permutation": "Permutation(n)",
    "ExpMech": "ExpMech(a, w)",
    "Truncate": "Truncate(Gauss(a), -1, 1)",
    "Clamp": "Clamp(Exponential(a), 0, 1)",
    "Each": "Each(Laplace(a), n)",
}
REALS = ("Laplace", "Gauss", "Exponential", "Gumbel", "UniformReal", "Truncate", "Clamp")
TYPES = {"Flip": "bool", "Permutation": "list[int]", "Each": "list[real]", **dict.fromkeys(REALS, "real")}
MORE = (
    "Choice([p, 1 - p])",
    "Truncate(Gumbel(a), -n, n)",
    "Clamp(UniformReal(p, p + a), 0, 1)",
    "Truncate(DiscreteGauss(a), -n, n)",
    "Clamp(Gauss(a), -1, 1)",
    "Truncate(Clamp(Laplace(a), -2, 2), -1, 1)",
)
WORDS = {
    "dp": ("", "satisfies dp(0) when true"),
    "dp with a delta": ("", "satisfies dp(0, 1/10) when true"),
    "at a slack": (" slack 1/10", "satisfies dp(0, 1/10) when true"),
    "at a cost": (" cost 1/2", "satisfies dp(1/2) when true"),
    "at a cost and a slack": (" cost 1/2 slack 1/10", "satisfies dp(1/2, 1/10) when true"),
    "zcdp": ("", "satisfies zcdp(0) when true"),
    "rdp": ("", "satisfies rdp(2, 0) when true"),
    "noninterference": ("", "satisfies noninterference when true"),
    "quadruple": ("", "~ P : ={a, p, n, w} ==> ={res}"),
    "quadruple within": ("", "~ P : ={a, p, n, w} ==> ={res} within (0, 0)"),
}


def program(noise: str, type_: str, price: str, says: str) -> str:
    return f"""
program P(x : private bool, a : real, p : real, n : int, w : list[real]) : {type_}
  requires a > 0 && 0 < p && p < 1 && n > 0 && size(w) > 0;
{{
  z :=$ {noise} couple z{{2}} = z{{1}}{price};
  return z;
}}
claim same : P {says};
"""


def verdict(text: str) -> str:
    return str(verify(text)["same"]["verdict"])


def test_every_family_is_here() -> None:
    assert list(NOISE) == [family.name for family in FAMILIES]


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("noise", [*NOISE.values(), *MORE])
def test_equal_distributions_are_equal_for_nothing(noise: str, words: str) -> None:
    type_ = TYPES.get(noise.split("(")[0], "int") if "Discrete" not in noise else "int"
    assert verdict(program(noise, type_, *WORDS[words])) == "proved"


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("noise", [*NOISE.values(), *MORE])
def test_a_secret_in_an_argument_is_not_free(noise: str, words: str) -> None:
    """Every argument in turn is another one where x holds."""
    type_ = TYPES.get(noise.split("(")[0], "int") if "Discrete" not in noise else "int"
    for name, other in (("a", "a + 1"), ("p", "p/2"), ("n", "n + 1"), ("w", "w ++ w")):
        secret = re.sub(rf"\b{name}\b", f"(if x then {other} else {name})", noise)
        if secret != noise:
            assert verdict(program(secret, type_, *WORDS[words])) != "proved", secret


def test_equal_values_are_enough() -> None:
    text = program("Gauss(b)", "real", "", "satisfies dp(0) when true").replace(
        "  z :=", "  b := if x then 2*a else a + a;\n  z :="
    )
    assert verdict(text) == "proved"
    assert verdict(text.replace("a + a", "a + n")) != "proved"


def test_an_image_that_is_the_sample() -> None:
    text = program("Gauss(a)", "real", "", "satisfies zcdp(0) when true")
    assert verdict(text.replace("= z{1}", "= z{1} + n{1} - n{2}")) == "proved"
    assert verdict(text.replace("= z{1}", "= -z{1}")) != "proved"
    assert verdict(text.replace("= z{1}", "= z{1} + (if x{1} then 1 else 0)")) != "proved"


@pytest.mark.parametrize("price", ["cost -1", "slack -1/10"])
def test_a_stated_price_is_not_negative(price: str) -> None:
    assert verdict(program("Gauss(a)", "real", f" {price}", "satisfies dp(1, 1/2) when true")) != "proved"


def test_what_is_charged_is_what_is_stated() -> None:
    text = program("Gauss(a)", "real", " cost 1/2 slack 1/4", "satisfies dp(1/2, 1/4) when true")
    assert verdict(text) == "proved"
    assert verdict(text.replace("dp(1/2,", "dp(1/3,")) != "proved"
    assert verdict(text.replace(", 1/4)", ", 1/5)")) != "proved"


def test_the_excepted_is_paid_for() -> None:
    """Equal noise leaves nothing over, but what is excepted is lost: Pr[z > 0] is 1/2."""
    text = program("Laplace(a)", "real", " except z{1} > 0 slack 1/2", "satisfies dp(0, 1/2) when true")
    assert verdict(text) == "proved"
    assert verdict(text.replace("slack 1/2", "slack 1/3")) != "proved"
    text = program("Flip(p)", "bool", " except z{1} slack p{1}", "satisfies dp(0, p) when true")
    assert verdict(text) == "proved"
    assert verdict(text.replace("slack p{1}", "slack p{1}/2")) != "proved"


CALL = """
program Inner(s : private int, n : int) : int
  requires n > 0;
{
  leak n;
  z :=$ Uniform(1..n) couple none;
  return z + s;
}
program Outer(x : private bool, s : private int, n : int) : int
  requires n > 0;
{
  y :=$ Inner(s, n) couple y{2} = y{1};
  return y;
}
"""


@pytest.mark.parametrize(
    "says",
    [
        "satisfies dp(0) when ={s}",
        "satisfies zcdp(0) when ={s}",
        "satisfies rdp(3, 0) when ={s}",
        "satisfies noninterference when ={s}",
        "~ Outer : ={s, n} ==> ={res}",
    ],
)
def test_a_call_with_equal_arguments(says: str) -> None:
    """No claim about the callee is cited, and it may leak."""
    text = CALL + f"claim same : Outer {says};"
    assert verdict(text) == "proved"
    assert verdict(text.replace("={s", "={x")) != "proved"
    assert verdict(text.replace("return z + s", "return z div (s - s)")) != "proved"
    assert verdict(text.replace("  return z + s", "  while (true) { skip; }\n  return z + s")) != "proved"
    assert verdict(text.replace("Inner(s, n)", "Inner(s, if x then n else n + 1)")) != "proved"
    assert verdict(text.replace("Inner(s, n)", "Inner(s, n - 1)")) != "proved"


@pytest.mark.parametrize("image", ["y{1} + 1", "y{1} cost 1", "y{1} slack 1/2"])
def test_a_call_has_no_other_map(image: str) -> None:
    text = CALL.replace("= y{1}", f"= {image}") + "claim same : Outer satisfies dp(1, 1/2) when ={s};"
    done = CliRunner().invoke(main, ["verify", "-"], input=text)
    assert done.exit_code == 2
    assert "couple-by-claim" in done.output
    assert "couple y{2} = y{1}" in done.output
