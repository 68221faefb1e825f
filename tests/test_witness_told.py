"""A witness as it is shown: inequalities that show themselves, brackets, images, deltas."""

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.closeness.epsilon_delta import Delta
from prhl.frontends.cli import main
from prhl.numbers import Exponential


def witness(text: str) -> Any:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "-"], input=text)
    return json.loads(done.stdout)["files"][0]["claims"][0]["witness"]


@pytest.mark.parametrize("power", [3, 12, 25, 60])
def test_an_inequality_shows_itself(power: int) -> None:
    found = witness(f"""
    program P(x : private bool) : (bool, int) {{
      b :=$ Flip(1/2 + (if x then 1/(2*10^{power}) else 0));
      z :=$ ExpMech(1, [0, 1, 2]);
      return (b, z);
    }}
    claim c : P satisfies dp(0) when any check;
    """)
    left, right = found["inequality"].split(" > ")
    product, most = right.split(", which is at most ")
    assert Fraction(left) > Fraction(most) >= Fraction(product.removeprefix("1 * "))


@pytest.mark.parametrize(("close", "shown"), [("1/10^60", "[80 digits]"), ("1/10^64/10^64", "[160 digits]")])
def test_an_inequality_between_close_rationals_shows_itself(close: str, shown: str) -> None:
    text = f"""
    program P(x : private bool) : bool {{
      b :=$ Flip(if x then 1/3 + {close} else 1/3);
      return b;
    }}
    claim c : P satisfies dp(0) when any check;
    """
    left, right = witness(text)["inequality"].split(" > ")
    product, most = right.split(", which is at most ")
    assert Fraction(left) > Fraction(most) >= Fraction(product.removeprefix("1 * "))
    told = CliRunner().invoke(main, ["verify", "-"], input=text).stdout
    assert shown in told
    assert ": by 9.9e-" in told


def test_a_factor_that_is_a_sum_has_brackets() -> None:
    found = witness("""
    program P(x : private bool) : (bool, bool) {
      b :=$ Flip(1 - exp(-1));
      c :=$ Flip(if x then 1/2 else 1/3);
      return (b, c);
    }
    claim c : P satisfies dp(0) when any check;
    """)
    factors = [factor for ways in found["ways"] for way in ways["listed"] for factor in way["factors"]]
    assert "(1 - exp(-1))" in factors or "exp(-1)" in factors
    assert "1 - exp(-1)" not in factors


def test_an_empty_image_is_written() -> None:
    found = witness("""
    program P(x : private bool) : bool { return x; }
    claim c : P ~ P : x{1} && !x{2} ==> false check;
    """)
    assert found["image"] == []


def test_a_delta_is_at_most_one() -> None:
    """Also where exp(eps) is too large to be written out, and what is missing is added."""
    slack = (Fraction(1, 2), Fraction(1, 2))
    for eps in (Fraction(1), Fraction(10**9)):
        found = Delta(Fraction(9, 10), Fraction(0), Exponential(eps), (0, 1), ((1,),), slack=slack).figure
        assert found.high == 1
