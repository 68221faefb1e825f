"""Quotients of exponentials and roots: the laws of a field, equality, order, texts; and what nobody can decide."""

import os
import pickle
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.numbers import Exponential, Inexact, Quotient, Real, enclosure, exp, ln, sqrt
from prhl.numbers.figures import figure, linear, logarithm
from prhl.numbers.quotients import exponential, root
from prhl.numbers.rates import ONE, rate_of
from prhl.numbers.theta import theta
from prhl.semantics.flat import flatten
from prhl.semantics.oracle import run
from prhl.source import Source

EXAMPLES = int(os.environ.get("PRHL_EXAMPLES", "150"))
QUIET = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
PRECISE = 3000

# ---- random numbers of the field, with an enclosure that was computed beside them ------------

Pair = tuple[Any, arb]


def precisely(work: Any) -> Any:
    before = ctx.prec
    ctx.prec = PRECISE
    try:
        return work()
    finally:
        ctx.prec = before


def ball(value: Fraction | int) -> arb:
    value = Fraction(value)
    return arb(value.numerator) / arb(value.denominator)


small = st.fractions(min_value=-3, max_value=3, max_denominator=6)
powers = st.fractions(min_value=-2, max_value=2, max_denominator=4)


@st.composite
def leaves(draw: st.DrawFn, with_roots: bool = True) -> Pair:
    kind = draw(st.integers(0, 2 if with_roots else 1))
    if kind == 0:
        value = draw(small)
        return value, precisely(lambda: ball(value))
    if kind == 1:
        a = draw(small)
        return exponential(a), precisely(lambda: ball(a).exp())
    p, r = draw(st.sampled_from([2, 3, 5])), draw(powers)
    return root(p, r), precisely(lambda: (arb(p).log() * ball(r)).exp())


@st.composite
def numbers(draw: st.DrawFn, depth: int = 3, with_roots: bool = True) -> Pair:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(leaves(with_roots))
    (x, near), (y, close) = draw(numbers(depth - 1, with_roots)), draw(numbers(depth - 1, with_roots))
    match draw(st.integers(0, 5)):
        case 0 | 1:
            return x + y, precisely(lambda: near + close)
        case 2:
            return x - y, precisely(lambda: near - close)
        case 3 | 4:
            return x * y, precisely(lambda: near * close)
        case _:
            return (
                (x, near)
                if y == 0
                else (Fraction(x) / y if isinstance(x, int) else x / y, precisely(lambda: near / close))
            )


def sign_of(value: arb) -> int:
    """Far from zero, or zero: nothing here is as small as the precision."""
    return 1 if value > 0 else -1 if value < 0 else 0


@QUIET
@given(numbers(), numbers())
def test_order_and_equality_agree_with_three_thousand_bits(first: Pair, second: Pair) -> None:
    (x, near), (y, close) = first, second
    assert precisely(lambda: enclosure(x).overlaps(near))
    order = precisely(lambda: sign_of(near - close))
    assert (x == y) == (order == 0)
    assert (x < y, x <= y, x > y, x >= y) == (order < 0, order <= 0, order > 0, order >= 0)
    assert isinstance(x, Fraction | Quotient)
    if isinstance(x, Quotient):
        assert x.sign() == precisely(lambda: sign_of(near)) != 0


@QUIET
@given(numbers(2), numbers(2), numbers(2))
def test_the_laws_of_a_field(first: Pair, second: Pair, third: Pair) -> None:
    x, y, z = first[0], second[0], third[0]
    same = [
        (x + y, y + x),
        (x * y, y * x),
        ((x + y) + z, x + (y + z)),
        ((x * y) * z, x * (y * z)),
        (x * (y + z), x * y + x * z),
        (x - y, -(y - x)),
        (x + y - y, x),
        ((x + y) * (x - y), x * x - y * y),
    ]
    if z != 0:
        same += [(x * z / z, x), ((x + y) / z, x / z + y / z), (x / z * z, x), (1 / (1 / z), z), (z**-2, 1 / (z * z))]
    for left, right in same:
        assert left == right
        assert (left != right) is False
        assert hash(left) == hash(right)
        assert left <= right <= left
    if z != 0:
        assert (x / z == y / z) == (x == y)


@QUIET
@given(numbers(2), st.integers(0, 4))
def test_powers_are_products(first: Pair, n: int) -> None:
    x, product = first[0], Fraction(1)
    for _ in range(n):
        product = product * x
    assert x**n == product


@QUIET
@given(st.lists(numbers(2), min_size=2, max_size=5))
def test_numbers_can_be_told_apart_by_their_hashes(found: list[Pair]) -> None:
    """Columns of a channel and values of variables are looked up by them."""
    values = [x for x, _ in found] + [x * 3 / 3 for x, _ in found] + [x + exp(1) - exp(1) for x, _ in found]
    values += [x * sqrt(7) / sqrt(7) for x, _ in found]
    distinct: list[Any] = []
    for value in values:
        if not any([value == other for other in distinct]):
            distinct.append(value)
    assert len(set(values)) == len(distinct)


ROOTS = [
    (lambda: (1 + sqrt(2)) * (1 - sqrt(2)), -1),
    (lambda: sqrt(2) * sqrt(3), sqrt(6)),
    (lambda: sqrt(6) / sqrt(2) / sqrt(3), 1),
    (lambda: (sqrt(2) + sqrt(3)) ** 2, 5 + 2 * sqrt(6)),
    (lambda: 1 / (sqrt(3) - sqrt(2)), sqrt(3) + sqrt(2)),
    (lambda: (sqrt(5) + sqrt(3)) / (sqrt(5) - sqrt(3)), 4 + sqrt(15)),
    (lambda: exp(Fraction(1, 2)) * exp(Fraction(1, 3)), exp(Fraction(5, 6))),
    (lambda: root(2, Fraction(1, 3)) ** 3, 2),
    (lambda: root(2, Fraction(1, 3)) * root(2, Fraction(1, 6)), sqrt(2)),
    (lambda: root(12 // 4, Fraction(3, 2)), 3 * sqrt(3)),
    (lambda: exp(ln(12) / 2), 2 * sqrt(3)),
    (lambda: exp(ln(Fraction(8, 27)) / 3), Fraction(2, 3)),
    (lambda: exp(1 + ln(2)) / exp(1), 2),
    (lambda: (exp(1) ** 2 - 1) / (exp(1) - 1), exp(1) + 1),
    (lambda: exp(1) * sqrt(2) / (sqrt(2) + 1) + exp(1) / (sqrt(2) + 1), exp(1)),
    (lambda: (1 + root(2, Fraction(1, 4)) + sqrt(2) + root(2, Fraction(3, 4))) * (root(2, Fraction(1, 4)) - 1), 1),
    (lambda: sqrt(Fraction(1, 2)) + sqrt(Fraction(1, 2)), sqrt(2)),
    (lambda: (sqrt(2) + sqrt(3) + sqrt(5)) * (sqrt(2) + sqrt(3) - sqrt(5)), 2 * sqrt(6)),
]


@pytest.mark.parametrize("at", range(len(ROOTS)))
def test_equal_by_roots(at: int) -> None:
    work, expected = ROOTS[at]
    found = work()
    assert found == expected
    assert expected == found
    assert hash(found) == hash(expected)
    assert found - expected == 0
    assert not isinstance(found - expected, Quotient)
    assert type(found + 0) is type(expected + Fraction(0))
    assert found != expected + Fraction(1, 10**200)
    assert found < expected + Fraction(1, 10**200)


def test_close_numbers_are_told_apart() -> None:
    """sqrt(2) and its convergents, e and its series."""
    above, below, fraction, term = 1, 1, Fraction(1), Fraction(1)
    for n in range(1, 200):
        above, below = above + 2 * below, above + below
        assert (sqrt(2) > Fraction(above, below)) == (above * above < 2 * below * below)
        term = term / n
        fraction += term
        assert fraction < exp(1) < fraction + 2 * term / n
        assert Exponential(Fraction(1)).compare(fraction) == -1


# ---- texts -----------------------------------------------------------------------------------


def read_back(text: str) -> Any:
    file = pipeline.load(Source("x.wl", f"program P() : real {{ return {text}; }}"))
    ((seen,),) = run(flatten(file.programs["P"], file.programs), {}).masses
    return seen


@settings(QUIET, max_examples=max(10, EXAMPLES // 2))
@given(numbers())
def test_a_text_is_the_number(found: Pair) -> None:
    value = found[0]
    assert read_back(str(value)) == value
    shown = figure(value)
    assert shown.exact is not None
    assert read_back(shown.exact) == value
    assert shown.low is not None
    assert shown.high is not None
    assert shown.low <= value <= shown.high
    assert shown.high - shown.low <= max(abs(shown.low), abs(shown.high)) / 10**5
    if value > 0:
        ratio = logarithm(value)
        assert ratio.exact is not None
        again = read_back(ratio.exact)
        assert exp(again) == value
        assert ratio.low is not None
        assert ratio.high is not None
        assert precisely(
            lambda: not enclosure(value).log() < ball(ratio.low) and not enclosure(value).log() > ball(ratio.high)
        )


@settings(QUIET, max_examples=max(10, EXAMPLES // 2))
@given(numbers(2), numbers(2), small)
def test_a_linear_figure_is_right(first: Pair, second: Pair, eps: Fraction) -> None:
    (above, near), (below, close) = first, second
    shown = linear(above, below, Exponential(eps))
    assert shown.low is not None
    assert shown.high is not None
    true = precisely(lambda: near - close * ball(eps).exp())
    assert precisely(lambda: not true < ball(shown.low) and not true > ball(shown.high))
    assert shown.exact is not None
    again = read_back(shown.exact)
    assert precisely(lambda: enclosure(again).overlaps(true))


def test_quotients_go_to_other_processes() -> None:
    for value in (exp(1), sqrt(2) + exp(Fraction(-1, 3)), theta(Fraction(1, 2)), theta(1 / ln(2)) * exp(2) + 1):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert type(again) is type(value)
        assert again.basis == value.basis
        assert (again - value) == 0
    assert pickle.loads(pickle.dumps(ONE)) is ONE
    assert pickle.loads(pickle.dumps(rate_of(exp(1)))) == rate_of(exp(1))


# ---- what is not decided ---------------------------------------------------------------------

SAME = [
    (lambda: ln(2) * ln(3), lambda: ln(3) * ln(2)),
    (lambda: ln(2) + exp(1), lambda: exp(1) + ln(2)),
    (lambda: ln(2) * ln(3) / ln(3), lambda: ln(2)),
    (lambda: sqrt(ln(2)) ** 2, lambda: ln(2)),
    (lambda: sqrt(exp(1)), lambda: exp(Fraction(1, 2))),
    (lambda: exp(1 / ln(2)) ** 2, lambda: exp(2 / ln(2))),
    (lambda: (1 + ln(2)) * (1 - ln(2)), lambda: 1 - ln(2) ** 2),
    (lambda: ln(exp(1) + 1), lambda: 1 + ln(1 + exp(-1))),
    (lambda: theta(1) * theta(1) - theta(1) ** 2 + exp(1), lambda: exp(1)),
]


@pytest.mark.parametrize("at", range(len(SAME)))
def test_equal_numbers_are_never_told_apart(at: int) -> None:
    """They are known to be equal, or nobody says anything."""
    first, second = [make() for make in SAME[at]]
    for work, truth in (
        (lambda: first == second, True),
        (lambda: second == first, True),
        (lambda: first != second, False),
        (lambda: first < second, False),
        (lambda: first > second, False),
        (lambda: first <= second, True),
        (lambda: second >= first, True),
    ):
        try:
            found = work()
        except Inexact:
            continue
        assert found is truth


def test_what_may_be_zero_does_not_divide() -> None:
    zero = ln(2) * ln(3) - ln(3) * ln(2)
    assert isinstance(zero, Real)
    for above in (1, Fraction(1, 2), exp(1), ln(2), sqrt(2), ln(2) + exp(1), zero):
        with pytest.raises((Inexact, ZeroDivisionError)):
            above / zero
    for work in (ln, sqrt, abs):
        with pytest.raises(Inexact):
            work(zero)
    for above in (Fraction(1), exp(1), ln(2), ln(2) + exp(1)):
        with pytest.raises(ZeroDivisionError):
            above / (exp(1) - exp(1))


def test_a_quotient_is_no_logarithm() -> None:
    for value in (exp(1), sqrt(2), exp(Fraction(1, 7)) / 3):
        for other in (ln(2), ln(3) ** 2, 1 / ln(2), ln(2) + 1):
            assert value != other
            assert other != value
            assert (value < other) != (other < value)


def test_theta_is_the_sum_of_its_series() -> None:
    for c in (Fraction(1, 2), Fraction(1, 200), Fraction(7), 1 / ln(2), exp(-1)):
        value = theta(c)
        found = precisely(lambda value=value: enclosure(value))
        near = precisely(lambda c=c: sum([2 * (-enclosure(c) * n * n).exp() for n in range(1, 900)], arb(1)))
        assert found.overlaps(near)
        assert precisely(lambda found=found: found.rad() < ball(Fraction(1, 2**1000)))
        assert value > 1
        assert not value.is_exact
        assert figure(value).exact is None
        low, high = figure(value).low, figure(value).high
        assert low is not None
        assert high is not None
        assert low < value < high


# ---- sizes -----------------------------------------------------------------------------------


def test_long_decimals_do_no_harm() -> None:
    """Their exponents have common divisors that fit nowhere."""
    long, longer = Fraction("1.0986122886681098"), Fraction("0.12345678901234567890123456789")
    x, y = exp(long), exp(-longer)
    assert x > 3
    assert x != y
    with pytest.raises(Inexact):
        x / (x + y + 1) - y
    assert x * y == exp(long - longer)
    assert (x * x - 1) / (x - 1) == x + 1
    assert exp(ln(2) * longer) < exp(ln(2) * longer + Fraction(1, 10**30))
    assert (exp(ln(2) * longer) ** 2 - 1) / (exp(ln(2) * longer) - 1) == exp(ln(2) * longer) + 1
    shown = linear(1 / (1 + exp(1)), exp(1) / (1 + exp(1)), Exponential(-long))
    assert shown.low is not None
    assert shown.high is not None
    assert 0 < shown.low < shown.high < 1
    true = precisely(lambda: (1 - (1 - ball(long)).exp()) / (1 + arb(1).exp()))
    assert precisely(lambda: not true < ball(shown.low) and not true > ball(shown.high))


def test_lowest_terms_may_be_long() -> None:
    x = exp(Fraction(-1, 3))
    short, sum_ = (1 - x**5000) / (1 - x), Fraction(0)
    for n in range(200):
        sum_ = sum_ + x**n
    assert short > sum_
    assert short * (1 - x) == 1 - x**5000
    assert (1 - x**200) / (1 - x) == sum_
    assert hash((1 - x**200) / (1 - x)) == hash(sum_)
    assert (1 - x**5000) / (1 - x) - short == 0
    assert (1 - x**5000) / (1 - x) / short == 1
