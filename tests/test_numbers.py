"""Exact numbers: normal forms, order, and decimals that really lie below and above."""

from fractions import Fraction
from math import exp as float_exp
from math import log as float_log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prhl.numbers import Exponential, Inexact, Log, Quotient, Real, balls, divide, exp, ln, sqrt
from prhl.numbers.figures import abridged, decimal, figure, linear, logarithm, written
from prhl.numbers.products import order
from prhl.numbers.rates import rate_of

near_powers = st.builds(lambda bits, more: max(0, (1 << bits) + more), st.integers(0, 2_500), st.integers(-3, 3))
positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50)


@given(positive, positive)
def test_logarithms_add_up(a: Fraction, b: Fraction) -> None:
    assert ln(a) + ln(b) == ln(a * b)
    assert ln(a) - ln(b) == ln(a / b)
    assert (ln(a) < ln(b)) == (a < b)
    assert exp(ln(a) + ln(b)) == a * b


@given(near_powers, near_powers, near_powers, near_powers)
def test_products_of_long_integers_are_compared_as_they_are(a: int, b: int, c: int, d: int) -> None:
    """By their first bits or in full; numbers next to powers of 2 differ in their last ones."""
    for left, right in (((a, b), (c, d)), ((a, b), (b, a)), ((a, b + 1), (b, a)), ((a * c, b), (a, b * c))):
        difference = left[0] * left[1] - right[0] * right[1]
        assert order(*left, *right) == (difference > 0) - (difference < 0)


@given(positive, st.fractions(min_value=-3, max_value=3, max_denominator=20))
def test_order_agrees_with_floats(a: Fraction, b: Fraction) -> None:
    difference = float_log(a) - float(b)
    if abs(difference) > 1e-9:
        assert (ln(a) > b) == (difference > 0)
        assert (Exponential(b).compare(a) > 0) == (difference > 0)


@given(positive)
def test_decimals_enclose(a: Fraction) -> None:
    for found, value in ((logarithm(a), float_log(a)), (figure(a), float(a))):
        assert found.low is not None
        assert found.high is not None
        assert float(found.low) - 1e-12 <= value <= float(found.high) + 1e-12
        assert found.high - found.low <= max(abs(found.low), abs(found.high), Fraction(1, 10**6)) / 10**5


def test_what_leaves_the_form_is_known_by_enclosures() -> None:
    for number, value in (
        (ln(2) + 1, float_log(2) + 1),
        (ln(2) * ln(3), float_log(2) * float_log(3)),
        (ln(ln(3)), float_log(float_log(3))),
        (exp(ln(2) * ln(3)), float_exp(float_log(2) * float_log(3))),
        (exp(Fraction(1, 2)) + ln(2), float_exp(0.5) + float_log(2)),
        (sqrt(exp(1)), float_exp(0.5)),
    ):
        assert isinstance(number, Real)
        found = figure(number)
        assert found.low is not None
        assert found.high is not None
        assert float(found.low) - 1e-9 <= value <= float(found.high) + 1e-9
        assert number > Fraction(value) - Fraction(1, 10**9)
        assert number < Fraction(value) + Fraction(1, 10**9)
        assert number == number  # made in the same way
    with pytest.raises(Inexact):  # both are 1 + ln(2), and nobody can see it
        assert (ln(2) + exp(1)) + (1 - exp(1)) == ln(2) + 1


def test_quotients_of_logarithms() -> None:
    assert divide(1, ln(3)) * ln(3) == 1
    assert ln(9) / ln(3) == 2
    assert divide(7, 2) == Fraction(7, 2)
    assert isinstance(divide(6, 2), int)
    assert isinstance(2 / ln(3), Log)


def test_equality_with_a_root_is_decided() -> None:
    half = Exponential(ln(4) / 2)
    assert half.rational == 2
    root = Exponential(ln(2) / 2)
    assert root.rational is None
    assert root.compare(Fraction(141421356, 100000000)) < 0
    assert root.compare(Fraction(141421357, 100000000)) > 0
    third = Exponential(ln(8) / 3)
    assert third.compare(Fraction(2)) == 0


def test_texts() -> None:
    assert str(ln(Fraction(9, 8))) == "ln(9/8)"
    assert str(ln(3) / 2) == "ln(3)/2"
    assert str(2 / ln(3)) == "2/ln(3)"
    assert decimal(Fraction(-5, 4)) == "-1.25"
    assert written(Fraction(10**5000 + 1, 3)).endswith("/3")
    assert abridged("1" * 100) == "11111111...1111[100 digits]"
    assert linear(Fraction(1, 2), Fraction(1, 8), Exponential(Fraction(1))).exact == "1/2 - 1/8*exp(1)"
    low = linear(Fraction(1, 2), Fraction(1, 8), Exponential(Fraction(1))).low
    assert low is not None
    assert abs(float(low) - (0.5 - float_exp(1) / 8)) < 1e-6


def test_exponentials_of_roots_and_of_powers_of_logarithms_are_generators() -> None:
    """exp(c*u) is a power of exp(-u/d): its products, quotients and logarithm are exact, and its order is decided."""
    given: list[tuple[Any, float]] = [
        (sqrt(2), 2**0.5),
        (divide(sqrt(6), 3), 6**0.5 / 3),
        (divide(1, ln(2)), 1 / float_log(2)),
        (ln(3) ** 2, float_log(3) ** 2),
    ]
    for u, value in given:
        r = exp(-u)
        assert isinstance(r, Quotient)
        assert r * exp(u) == 1
        assert ln(r) == -u
        assert ln(r**3 * 2) == ln(2) - 3 * u
        assert (1 - r) * (1 + r) == 1 - r * r
        assert r * r < r < 1
        assert r != r * r
        low, high = balls.bracket(r.enclosure, 5)
        assert low <= Fraction(float_exp(-value)) + Fraction(1, 1000)
        assert high >= Fraction(float_exp(-value)) - Fraction(1, 1000)
        assert rate_of(r).power(2) == r * r
        assert rate_of(r).inverse().power(1) == exp(u)
    root: Any = exp(-sqrt(2))
    with pytest.raises(Inexact):
        rate_of(root).power(Fraction(1, 2))


def test_only_exponentials_of_algebraic_numbers_are_known_to_be_independent() -> None:
    root, other = exp(-sqrt(2)), exp(divide(-1, ln(2)))
    assert isinstance(root, Quotient)
    assert isinstance(other, Quotient)
    assert root.basis.is_free
    assert (root + exp(Fraction(1, 2))).basis.is_free
    assert not other.basis.is_free
    assert not (root * exp(-sqrt(3))).basis.is_free
