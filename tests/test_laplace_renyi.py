"""Laplace noise under rdp: the charge is the divergence of its order, from above, and the smaller of two bounds."""

from fractions import Fraction
from math import exp, log

import pytest

from prhl import pipeline
from prhl.numbers import ln
from prhl.numbers.laplace_divergence import divergence
from prhl.source import Source


def integrated(shift: float, scale: float, alpha: float) -> float:
    """By the trapezoidal rule over both tails, from the densities: good to five digits."""
    far, steps = 60 * scale, 200_000
    wide = (2 * far + shift) / steps
    total = 0.0
    for k in range(steps + 1):
        x = -far + k * wide
        p, q = [exp(-abs(x - m) / scale) / (2 * scale) for m in (0.0, shift)]
        total += p**alpha * q ** (1 - alpha) * wide * (0.5 if k in (0, steps) else 1)
    return log(total) / (alpha - 1)


@pytest.mark.parametrize(("shift", "scale", "alpha"), [("1", "2", "2"), ("2", "1", "3/2"), ("1/2", "3", "8")])
def test_the_charge_is_the_integral(shift: str, scale: str, alpha: str) -> None:
    numbers = [Fraction(text) for text in (shift, scale, alpha)]
    found = divergence(*numbers)
    assert float(found) == pytest.approx(integrated(*[float(n) for n in numbers]), rel=1e-5)


def test_it_grows_with_the_shift_and_is_less_than_both_bounds() -> None:
    before = Fraction(0)
    for n in range(1, 12):
        e = Fraction(n, 4)
        found = divergence(e, 1, 3)
        assert before < found < min(e, 3 * e * e / 2)
        before = found
    assert divergence(Fraction(0), 1, 3) == 0


def test_irrational_scales_and_what_is_too_large() -> None:
    assert divergence(Fraction(1), ln(2), 2) > divergence(Fraction(1), Fraction(7, 10), 2)
    with pytest.raises(ArithmeticError):
        divergence(Fraction(1000), Fraction(1, 1000), 2)


TEXT = """program Noisy(x : private real, b : real) : real requires {requires}; {{
  z :=$ Laplace(b) couple z{{2}} = z{{1}} + x{{1}} - x{{2}}{cost};
  return x + z;
}}
claim c : Noisy satisfies rdp({alpha}, {e}) when {relation};
"""


def proved(alpha: str, e: str, requires: str = "b = 2", relation: str = "within(x, 1)", cost: str = "") -> bool:
    text = TEXT.format(alpha=alpha, e=e, requires=requires, relation=relation, cost=cost)
    ((_, proof),) = pipeline.proofs(Source("test.wl", text))
    return proof.complete


@pytest.mark.parametrize(
    ("alpha", "e", "good"),
    [
        # ln(2/3*exp(1/2) + 1/3*exp(-1)) = 0.20030389617..
        ("2", "0.200303897", True),
        ("2", "0.200303896", False),
        ("3", "0.27122644", True),
        ("3", "0.27122642", False),
        ("2", "1/4", True),
    ],
)
def test_the_last_digit(alpha: str, e: str, good: bool) -> None:
    assert proved(alpha, e) == good


def test_without_numbers_the_bound_on_both_sides_is_charged() -> None:
    assert proved("2", "1/4", "b >= 2")
    assert not proved("2", "0.21", "b >= 2")
    assert proved("2", "1/b^2", "b > 0")


def test_a_bound_on_the_shift_stands_for_it() -> None:
    assert proved("2", "0.7", relation="within(x, 2)")  # 0.6191
    assert not proved("2", "0.61", relation="within(x, 2)")
    assert proved("2", "0", relation="x{1} = x{2}")


def test_a_stated_cost_is_compared_with_it() -> None:
    assert proved("2", "0.3", cost=" cost 0.2004")
    assert not proved("2", "0.3", cost=" cost 0.2003")
