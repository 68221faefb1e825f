"""The measures of a channel: known figures, what post-processing does, how measures stand to each other, and brackets.

A random channel has small rational entries. A post-processing is the channel times a random stochastic matrix. A
channel of which part is missing is made by taking mass away from a true one, which is then one of its completions.
"""

import json
import math
import os
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from prhl.diagnostics import Rejected
from prhl.frontends.cli import main
from prhl.measures.asked import Questions, questions
from prhl.measures.bounds import Between, log2_shown
from prhl.measures.capacity import capacity
from prhl.measures.delta_at import between, delta, largest_delta, total_variation
from prhl.measures.dp_loss import dp_loss, smallest_loss
from prhl.measures.epsilon_at import ratio_at
from prhl.measures.gains import identity, vulnerability
from prhl.measures.knowledge import hyper_distribution
from prhl.measures.matrix import Matrix, all_orders, matrix, uniform_prior
from prhl.measures.min_capacity import min_capacity
from prhl.measures.min_entropy import guessing
from prhl.measures.pairs import pair
from prhl.measures.priors_and_gains import rational
from prhl.measures.ratio import largest_ratio, ratio
from prhl.measures.renyi import power_sum, renyi, renyi_shown
from prhl.measures.shannon import shannon
from prhl.measures.shelf import BY_NAME, SHELF, Asked, Measured, Subject, measured
from prhl.measures.zcdp import largest_rho, rho, under_chord
from prhl.numbers import Exponential, exp, ln
from prhl.numbers.figures import Figure, figure, logarithm

QUIET = settings(
    max_examples=int(os.environ.get("PRHL_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ZERO, ONE = Fraction(0), Fraction(1)
ZERO_EPS = Exponential(ZERO)
RESPONSE = matrix([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
IDENTITY = matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
CONSTANT = matrix([[HALF, THIRD, Fraction(1, 6)]] * 3)

# ---- random channels -------------------------------------------------------------------------


def shares(size: int, least: int = 0) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """A distribution over so many points."""
    weights = st.lists(st.integers(least, 6), min_size=size, max_size=size).filter(any)
    return weights.map(lambda w: tuple([Fraction(x, sum(w)) for x in w]))


@st.composite
def channels(draw: st.DrawFn, most: int = 3, least: int = 0) -> Matrix:
    inputs, outputs = draw(st.integers(2, most)), draw(st.integers(2, 4))
    return matrix([draw(shares(outputs, least)) for _ in range(inputs)])


@st.composite
def processed(draw: st.DrawFn) -> tuple[Matrix, Matrix]:
    """A channel, and the same with its output run through another."""
    channel = draw(channels())
    after = [draw(shares(3)) for _ in channel.columns]
    rows = [
        [sum([c * step[z] for c, step in zip(row, after, strict=True)], ZERO) for z in range(3)] for row in channel.rows
    ]
    return channel, matrix(rows)


@st.composite
def completed(draw: st.DrawFn) -> tuple[Matrix, Matrix]:
    """A channel that lacks something, and one of its completions."""
    true = draw(channels())
    kept = draw(st.integers(1, len(true.columns)))
    lost = st.sampled_from([ZERO, ZERO, Fraction(1, 1000), Fraction(1, 4), ONE])
    listed = [[c * (1 - draw(lost)) for c in row[:kept]] for row in true.rows]
    return matrix(listed), true


def subject(channel: Matrix, prior: Sequence[Fraction] | None = None, gain: object = None) -> Subject:
    size = len(channel.rows)
    return Subject(channel, all_orders(size), tuple(prior or uniform_prior(size)), gain)  # type: ignore[arg-type]


# One question for each measure; the keys that post-processing never increases, and never decreases.
QUESTIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "epsilon": ("epsilon", ("epsilon",), ()),
    "local-epsilon": ("local-epsilon", ("local_epsilon",), ()),
    "epsilon-at": ("epsilon-at=1/10", ("epsilon",), ()),
    "delta-at": ("delta-at=1/2", ("delta",), ()),
    "total-variation": ("total-variation", ("total_variation",), ()),
    "dp-loss": ("dp-loss=ln(2)", ("delta",), ("loss",)),
    "renyi": ("renyi=2", ("renyi",), ()),
    "zcdp": ("zcdp", ("rho",), ()),
    "bayes": ("bayes", ("prior", "posterior"), ()),
    "g-leakage": ("g-leakage", ("prior", "posterior", "additive", "multiplicative"), ()),
    "min-entropy": ("min-entropy", ("leakage",), ()),
    "shannon": ("shannon", ("prior", "information"), ("posterior",)),
    "min-capacity": ("min-capacity", ("capacity",), ()),
    "capacity": ("capacity", ("capacity",), ()),
}
MORE = ["renyi=3/2", "renyi=inf", "delta-at=0", "epsilon-at=0", "dp-loss=1/2"]
ASKED = [text for text, _, _ in QUESTIONS.values()] + MORE


def ask(text: str) -> Asked:
    return questions([text]).measures[0]


def keys(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    name = text.partition("=")[0]
    return QUESTIONS[name][1:]


def read(found: Measured) -> dict[str, Figure]:
    assert not found.why, found
    return {reading.key: reading.figure for reading in found.readings}


def may_exceed(first: Figure, second: Figure) -> bool:
    """Whether it is certain that the first is larger than the second."""
    if second.exact == "inf" or second.high is None:
        return False
    return first.exact == "inf" or (first.low is not None and first.low > second.high)


def test_every_measure_is_asked_here() -> None:
    assert set(QUESTIONS) == set(BY_NAME)
    assert len(BY_NAME) == len(SHELF)
    for text in ASKED:
        found = read(measured(ask(text), subject(RESPONSE)))
        down, up = keys(text)
        assert set(found) == {*down, *up}


@pytest.mark.parametrize("text", ASKED)
@QUIET
@given(processed(), st.data())
def test_post_processing_never_helps_the_observer(text: str, both: tuple[Matrix, Matrix], data: st.DataObject) -> None:
    before, after = both
    size = len(before.rows)
    prior = data.draw(shares(size, least=1))
    gain = data.draw(st.lists(shares(size), min_size=1, max_size=3).map(tuple))
    first, second = [read(measured(ask(text), subject(channel, prior, gain))) for channel in both]
    down, up = keys(text)
    for key in down:
        assert not may_exceed(second[key], first[key]), (key, before, after)
    for key in up:
        assert not may_exceed(first[key], second[key]), (key, before, after)


@pytest.mark.parametrize("text", ASKED)
@QUIET
@given(completed(), st.data())
def test_brackets_hold_for_every_completion(text: str, both: tuple[Matrix, Matrix], data: st.DataObject) -> None:
    size = len(both[0].rows)
    prior = data.draw(shares(size, least=1))
    row = st.lists(st.integers(-2, 3).map(Fraction), min_size=size, max_size=size).map(tuple)
    gain = data.draw(st.lists(row, min_size=1, max_size=3).map(tuple))
    bounds, figures = [read(measured(ask(text), subject(channel, prior, gain))) for channel in both]
    for key, exact in figures.items():
        if key in bounds:
            assert not may_exceed(exact, bounds[key]), (key, exact, bounds[key])
            assert not may_exceed(bounds[key], exact), (key, exact, bounds[key])
            assert bounds[key].exact in (None, exact.exact)


@QUIET
@given(completed())
def test_the_channel_that_tells_the_most_is_a_completion(both: tuple[Matrix, Matrix]) -> None:
    revealed = both[0].revealed()
    assert revealed.complete
    assert all([sum(row, ZERO) == 1 for row in revealed.rows])
    assert [row[: len(both[0].columns)] for row in revealed.rows] == list(both[0].rows)


def test_the_closest_completion_is_the_closest() -> None:
    """Against all ways to spread what q lacks over the outputs, on a grid."""
    p, q = [HALF, Fraction(3, 10), Fraction(1, 5)], [Fraction(1, 20), Fraction(1, 10), Fraction(3, 10)]
    spare = 1 - sum(q)
    step = spare / 22
    spreads = [(i, j, 22 - i - j) for i in range(23) for j in range(23 - i)]
    true = [[y + step * n for y, n in zip(q, spread, strict=True)] for spread in spreads]
    sums = [power_sum(pair(p, other), Fraction(2)).low for other in true]
    ratios = [ratio(p, other).low for other in true]
    least = power_sum(pair(p, q, (ZERO, spare)), Fraction(2))
    assert isinstance(least.low, Fraction)
    assert least.low <= min(sums) <= least.low * Fraction(101, 100)  # type: ignore[type-var]
    level = ratio(p, q, (ZERO, spare))
    assert level.low <= min(ratios) <= level.low * Fraction(21, 20)  # type: ignore[operator, type-var]
    assert level.high == ratio(p, q).high == 10
    bound = rho(p, q, (ZERO, spare))
    assert all([not bound.low > rho(p, other).high for other in true[::20]])  # type: ignore[operator]
    assert all([not rho(p, other).low > bound.high for other in true[::20]])  # type: ignore[operator]


@QUIET
@given(channels(), st.data())
def test_the_hyper_distribution_averages_to_the_prior(channel: Matrix, data: st.DataObject) -> None:
    prior = data.draw(shares(len(channel.rows)))
    doubled = matrix([[c / 2 for c in row] * 2 for row in channel.rows])
    hyper = hyper_distribution(doubled, prior)
    assert [inner.posterior for inner in hyper] == [i.posterior for i in hyper_distribution(channel, prior)]
    assert len({inner.posterior for inner in hyper}) == len(hyper)
    assert sum([inner.probability for inner in hyper]) == 1
    for x, share in enumerate(prior):
        assert sum([inner.probability * inner.posterior[x] for inner in hyper]) == share
    likely = sum([inner.probability * max(inner.posterior) for inner in hyper])
    assert likely == guessing(channel, prior).after.low


# ---- known figures ---------------------------------------------------------------------------


def test_randomized_response() -> None:
    p, q = RESPONSE.rows
    orders = all_orders(2)
    assert largest_ratio(RESPONSE, orders)[0].shown(logarithm).exact == "ln(3)"
    assert between(total_variation(RESPONSE, orders)).low == HALF
    found = guessing(RESPONSE, uniform_prior(2))
    assert (found.before, found.after.low, found.leakage.exact) == (HALF, Fraction(3, 4), "log2(3/2)")
    assert renyi(p, q, 2).low == ln(Fraction(7, 3))  # 9/4 + 1/12
    assert read(measured(ask("renyi=2"), subject(RESPONSE)))["renyi"].exact == "ln(7/3)"
    assert read(measured(ask("renyi=3"), subject(RESPONSE)))["renyi"].exact == "ln(61/9)/2"  # 27/4 + 1/36
    # the limit at alpha -> 1: KL = 3/4 ln 3 - 1/4 ln 3
    assert rho(p, q).low == ln(3) / 2
    assert min_capacity(RESPONSE).shown(log2_shown).exact == "log2(3/2)"
    # 1 - h(1/4) = 1 - 2/4 - 3/4 log2(4/3)
    expected = 1 + 0.25 * math.log2(0.25) + 0.75 * math.log2(0.75)
    for shown in (capacity(RESPONSE), shannon(RESPONSE, uniform_prior(2)).information):
        assert shown.exact == "3/4*log2(3/2) - 1/4"
        assert shown.low is not None
        assert shown.high is not None
        assert float(shown.low) <= expected <= float(shown.high)
        assert shown.high - shown.low <= Fraction(1, 10**6)


def test_a_channel_that_says_everything() -> None:
    orders, prior = all_orders(3), uniform_prior(3)
    for text, key in [("epsilon", "epsilon"), ("renyi=2", "renyi"), ("zcdp", "rho"), ("epsilon-at=1/2", "epsilon")]:
        assert read(measured(ask(text), subject(IDENTITY)))[key].exact == "inf"
    assert between(largest_delta(IDENTITY, orders, ZERO_EPS)).low == 1
    assert read(measured(ask("epsilon-at=1"), subject(IDENTITY)))["epsilon"].exact == "0"
    assert guessing(IDENTITY, prior).leakage.exact == "log2(3)"
    assert shannon(IDENTITY, prior).information.exact == "log2(3)"
    assert shannon(IDENTITY, prior).posterior.exact == "0"
    assert capacity(IDENTITY).exact == "log2(3)"
    assert min_capacity(IDENTITY).low == 3


def test_a_channel_that_says_nothing() -> None:
    prior = (HALF, THIRD, Fraction(1, 6))
    for text in ("epsilon", "local-epsilon", "epsilon-at=0", "delta-at=0", "total-variation", "dp-loss=0", "renyi=2"):
        assert all([f.exact == "0" for f in read(measured(ask(text), subject(CONSTANT, prior))).values()]), text
    for text in ("renyi=5/2", "renyi=inf", "zcdp", "min-entropy", "min-capacity", "capacity"):
        assert all([f.exact == "0" for f in read(measured(ask(text), subject(CONSTANT, prior))).values()]), text
    assert shannon(CONSTANT, prior).information.exact == "0"
    found = vulnerability(CONSTANT, prior, identity(3))
    assert (found.before, found.after.low, found.additive.low) == (HALF, HALF, 0)


def test_a_capacity_that_is_found_by_search() -> None:
    """The Z channel with crossing 1/2 has capacity log2(5/4); the best prior, 2/5, is not uniform."""
    found = capacity(matrix([[1, 0], [HALF, HALF]]))
    assert found.exact is None
    assert found.low is not None
    assert found.high is not None
    assert float(found.low) <= math.log2(1.25) <= float(found.high)
    assert found.high - found.low < Fraction(1, 10**6)
    assert guessing(matrix([[1, 0], [HALF, HALF]]), (Fraction(3, 5), Fraction(2, 5))).leakage.exact == "log2(4/3)"


def test_an_input_that_is_best_left_out() -> None:
    """The third row is the mean of the others: the best prior gives it nothing, and the bracket is still near."""
    found = capacity(matrix([[1, 0], [0, 1], [HALF, HALF]]))
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 1 <= found.high
    assert found.high - found.low < Fraction(1, 10**6)


def test_numbers_that_are_not_rational() -> None:
    """Randomized response at eps = 1/2 exactly: the probabilities are E/(1 + E) and 1/(1 + E)."""
    big = exp(HALF)
    high, low = big / (1 + big), 1 / (1 + big)
    channel = matrix([[high, low], [low, high]])
    assert channel.complete
    assert largest_ratio(channel, all_orders(2))[0].shown(logarithm).exact == "1/2"
    assert between(largest_delta(channel, all_orders(2), Exponential(HALF))).low == 0
    assert smallest_loss(channel, uniform_prior(2), all_orders(2), Exponential(HALF))[0].low == 0
    assert between(total_variation(channel, all_orders(2))).low == high - low
    assert guessing(channel, uniform_prior(2)).after.low == high
    # the limit at 1: KL = (high - low)/2
    assert rho([high, low], [low, high]).low == (high - low) / 2
    total = high**2 / low + low**2 / high
    assert not may_exceed(figure(ln(total)), read(measured(ask("renyi=2"), subject(channel)))["renyi"])
    wanted = 1 + float(figure(high).high or 0) * math.log2(float(figure(high).high or 0))
    wanted += float(figure(low).high or 0) * math.log2(float(figure(low).high or 0))
    found = shannon(channel, uniform_prior(2)).information
    assert abs(float(found.low or 0) - wanted) < 1e-5
    assert abs(float(capacity(channel).high or 0) - wanted) < 1e-5


ERRATA = matrix([[1, 0], [0, 1], [HALF, HALF]])


def test_lemma_1_with_three_inputs() -> None:
    """Erratum 6: with the prior 1/2 hard-coded the lemma would certify (0, 2/3) for the first two inputs."""
    prior = uniform_prior(3)
    printed = ZERO
    for inner in hyper_distribution(ERRATA, prior):
        printed += inner.probability * min(inner.posterior[1] - inner.posterior[0], ZERO)
    assert -2 * printed == Fraction(2, 3)
    assert dp_loss(ERRATA, prior, (0, 1), ZERO_EPS).low == -1
    assert delta(*ERRATA.rows[:2], ZERO_EPS).low == 1


def test_lemma_1_needs_both_directions() -> None:
    """Erratum 7: at eps = ln 2 one direction gives 0, the other 1/2."""
    two, prior = Exponential(ln(2)), uniform_prior(3)
    assert dp_loss(ERRATA, prior, (0, 2), two).low == 0
    assert dp_loss(ERRATA, prior, (2, 0), two).low == -HALF
    found, at = smallest_loss(ERRATA, prior, [(0, 2), (2, 0)], two)
    assert (found.low, at) == (-HALF, (2, 0))


def test_pairs_are_not_added_up() -> None:
    """One minimum over the guesses of all pairs at once would lose more than the worst pair does."""
    found, _ = smallest_loss(IDENTITY, uniform_prior(3), all_orders(3), ZERO_EPS)
    assert found.low == -1


def test_the_curve_is_read_the_other_way() -> None:
    p, q = [Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(3, 10), Fraction(6, 10)]
    assert ratio_at(p, q, 0).low == 6
    assert ratio_at(p, q, Fraction(3, 10)).low == 3  # (6/10 - 3/10) / (1/10)
    assert ratio_at(p, q, HALF).low == 1
    assert ratio_at([HALF, HALF], [0, 1], Fraction(1, 4)).low is None
    assert ratio_at([HALF, HALF], [0, 1], HALF).low == 1


def test_a_gain_table() -> None:
    """Betting: a right guess of the first input earns 2, of the second 1; a wrong one loses 1."""
    gain = ((Fraction(2), Fraction(-1)), (Fraction(-1), Fraction(1)), (ZERO, ZERO))
    found = vulnerability(RESPONSE, uniform_prior(2), gain)
    assert found.before == HALF
    # output 1: (2*3/4 - 1/4)/2 = 5/8; output 2: (3/4 - 1/4)/2 = 1/4
    assert found.after.low == Fraction(7, 8)
    assert found.additive.low == Fraction(3, 8)
    assert found.multiplicative is not None
    assert found.multiplicative.low == Fraction(7, 4)
    assert vulnerability(RESPONSE, uniform_prior(2), ((ZERO, ZERO),)).multiplicative is None


# ---- how measures stand to each other --------------------------------------------------------


@QUIET
@given(channels(), st.data(), st.sampled_from(["0", "ln(2)", "1/2", "ln(3)/2", "ln(7/5)"]))
def test_lemma_1_is_the_hockey_stick(channel: Matrix, data: st.DataObject, eps: str) -> None:
    prior = data.draw(shares(len(channel.rows), least=1))
    number = ask(f"delta-at={eps}").number
    assert number is not None
    growth = Exponential(number)
    for i, j in all_orders(len(channel.rows)):
        loss = dp_loss(channel, prior, (i, j), growth)
        assert loss.exact
        assert loss.low is not None
        assert -loss.low == delta(channel.rows[i], channel.rows[j], growth).low
    least, _ = smallest_loss(channel, prior, all_orders(len(channel.rows)), growth)
    assert least.low is not None
    assert -least.low == between(largest_delta(channel, all_orders(len(channel.rows)), growth)).low


@QUIET
@given(channels(2), st.fractions(0, 1, max_denominator=40))
def test_epsilon_at_is_the_inverse_of_delta_at(channel: Matrix, spent: Fraction) -> None:
    p, q = channel.rows
    found = ratio_at(p, q, spent).low
    if found is None:
        assert sum([x for x, y in zip(p, q, strict=True) if y == 0], ZERO) > spent
    elif found == 1:
        assert delta(p, q, ZERO_EPS).low <= spent  # type: ignore[operator]
    else:
        assert isinstance(found, Fraction)
        assert delta(p, q, Exponential(ln(found))).low == spent
        less = (found + 1) / 2
        assert delta(p, q, Exponential(ln(less))).low > spent  # type: ignore[operator]
    if spent == 0:
        assert found == ratio(p, q).low


@QUIET
@given(channels(2), st.fractions(1, 4, max_denominator=12))
def test_delta_is_the_worst_event(channel: Matrix, growth: Fraction) -> None:
    """By trying every event."""
    p, q = channel.rows
    events = [
        sum([x - growth * y for at, (x, y) in enumerate(zip(p, q, strict=True)) if chosen >> at & 1], ZERO)
        for chosen in range(1 << len(p))
    ]
    assert delta(p, q, Exponential(ln(growth))).low == max(events)


@QUIET
@given(channels(), st.data())
def test_leakages_are_ordered(channel: Matrix, data: st.DataObject) -> None:
    size = len(channel.rows)
    prior = data.draw(shares(size))
    most = min_capacity(channel).shown(log2_shown)
    found, spoken = guessing(channel, prior), shannon(channel, prior)
    limit = capacity(channel)
    assert not may_exceed(found.leakage, most)
    assert not may_exceed(spoken.information, limit)
    assert not may_exceed(limit, most)
    assert not may_exceed(most, log2_shown(size))
    assert guessing(channel, uniform_prior(size)).leakage == most
    assert vulnerability(channel, prior, identity(size)).after == found.after
    for one, other in ((spoken.posterior, spoken.prior), (spoken.information, spoken.prior)):
        assert not may_exceed(one, other)


@QUIET
@given(channels(2))
def test_guessing_between_two_under_privacy(channel: Matrix) -> None:
    """Two inputs, uniform prior: V = (1 + TV)/2 <= E/(1 + E), E = exp(epsilon)."""
    after = guessing(channel, uniform_prior(2)).after.low
    assert after == (1 + between(total_variation(channel, all_orders(2))).low) / 2  # type: ignore[operator]
    growth = largest_ratio(channel, all_orders(2))[0].low
    assert growth is None or after <= growth / (1 + growth)  # type: ignore[operator]


@QUIET
@given(channels(2, least=1), st.lists(st.fractions("11/10", 9, max_denominator=10), min_size=2, max_size=3))
def test_renyi_divergences_are_ordered(channel: Matrix, orders: list[Fraction]) -> None:
    p, q = channel.rows
    assume(p != q)
    apart = sum([float(x) * math.log(x / y) for x, y in zip(p, q, strict=True)])
    limit = logarithm(ratio(p, q).low)  # type: ignore[arg-type]
    found = [renyi_shown(power_sum(pair(p, q), order), order) for order in sorted(orders)]
    for smaller, larger in pairwise(found):
        assert not may_exceed(smaller, larger)
    assert apart <= float(found[0].high or 0) + 1e-9
    assert not may_exceed(found[-1], limit)
    for order, value in zip(sorted(orders), found, strict=True):
        total = sum([float(x) ** float(order) * float(y) ** (1 - float(order)) for x, y in zip(p, q, strict=True)])
        assert abs(math.log(total) / float(order - 1) - float(value.high or 0)) < 1e-5


ALPHAS = [1 + Fraction(k * k, 64) for k in range(1, 9)] + [Fraction(n) for n in (3, 4, 6, 9, 14, 30, 100)]


@QUIET
@given(channels(2, least=1))
def test_rho_bounds_every_order_and_no_more(channel: Matrix) -> None:
    p, q = channel.rows
    assume(p != q)
    found = rho(p, q)
    assert found.low is not None
    assert found.high is not None
    for alpha in ALPHAS:
        value = renyi(p, q, alpha).low
        assert value is not None
        assert not value > found.high * alpha, (alpha, found)
    shown = found.shown()
    assert shown.low is not None
    assert shown.high is not None
    assert shown.high - shown.low <= shown.high / 10**5
    epsilon = max([math.log(max(x / y, y / x)) for x, y in zip(p, q, strict=True)])
    assert float(shown.low) <= epsilon**2 / 2 + 1e-9
    # the lower bound is attained, as far as floats can see
    parts = [(float(x), math.log(x / y)) for x, y in zip(p, q, strict=True)]

    def value_at(alpha: float) -> float:
        top = max([d for _, d in parts])
        total = math.log(sum([x * math.exp((alpha - 1) * (d - top)) for x, d in parts])) + (alpha - 1) * top
        return total / (alpha * (alpha - 1))

    grid = [1 + math.exp(k / 40) for k in range(-300, 300)]
    seen = max([sum([x * d for x, d in parts]), *[value_at(alpha) for alpha in grid]])
    assert abs(seen - float(shown.low)) < 1e-3 * seen + 1e-9


@QUIET
@given(channels(2, least=1))
def test_a_claimed_rho_is_decided(channel: Matrix) -> None:
    p, q = channel.rows
    assume(p != q)
    shown = rho(p, q).shown()
    assert shown.low is not None
    assert shown.high is not None
    above, below = shown.high * Fraction(101, 100), shown.low * Fraction(99, 100)
    assert rho(p, q, claimed=above).compare(above) == -1
    assert rho(p, q, claimed=below).compare(below) == 1


def test_rho_of_rows_that_are_nearly_gaussian() -> None:
    """Where f is flat the search has the most to do; and where a rare output decides, the least obvious place."""
    weights = [Fraction(1, 2 ** (k * k)) + Fraction(1, 10**30) for k in range(-6, 7)]
    total = sum(weights) + Fraction(1, 10**30)
    p, q = [[w / total for w in row] for row in ([*weights, Fraction(1, 10**30)], [Fraction(1, 10**30), *weights])]
    for first, second in (
        (p, q),
        ([Fraction(1, 10**9), 1 - Fraction(1, 10**9)], [Fraction(1, 10**11), 1 - Fraction(1, 10**11)]),
    ):
        found = rho(first, second).shown()
        assert found.exact is None
        assert found.low is not None
        assert found.high is not None
        assert found.high - found.low <= found.high / 10**6
        for alpha in ALPHAS:
            assert not renyi(first, second, alpha).low > found.high * alpha  # type: ignore[operator]


@QUIET
@given(
    st.fractions("21/20", 8, max_denominator=20),
    st.fractions("1/20", 4, max_denominator=20),
    st.fractions(0, 3, max_denominator=10),
    st.fractions(0, 3, max_denominator=10),
)
def test_the_bound_under_a_chord(a: Fraction, width: Fraction, at_a: Fraction, rise: Fraction) -> None:
    b = a + width
    bound = under_chord(a, b, at_a, at_a + rise)
    points = [a + width * Fraction(k, 40) for k in range(41)]
    values = [(at_a + rise * (x - a) / width) / (x * (x - 1)) for x in points]
    assert max(values) <= bound
    assert at_a * (b - 1) > (at_a + rise) * (a - 1) or bound <= max(values) * Fraction(11, 10) + Fraction(1, 100)


def test_equal_inputs_speak_for_each_other() -> None:
    channel = matrix([[HALF, HALF], [HALF, HALF], [1, 0], [HALF, HALF]])
    found, at = largest_rho(channel, all_orders(4))
    assert found.low is None
    assert at is not None
    assert 2 not in (at[1],) or at[0] == 2 or at == (0, 2)
    assert largest_ratio(channel, [(0, 1), (1, 3)])[0].low == 1
    assert largest_ratio(channel, [(2, 3), (1, 3)]) == (Between(Fraction(2), Fraction(2)), (2, 3))


# ---- the command line ------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent
FILE = str(ROOT / "examples" / "course" / "rand_resp.wl")
THREE = """program P(x : private int) : bool { b :=$ Flip((x + 1) / 4); return b; }
claim c : P satisfies dp(1) when within(x, 1) check x in 0..2;
"""
ENDLESS = """program P(x : private bool) : bool {
  c := false; y := x; n := 0;
  while (!c && n >= 0) { c :=$ Flip(1/2); y :=$ Flip(if x then 3/4 else 1/4); n := n + 1; }
  return y;
}
claim c : P satisfies dp(ln(3)) when any check;
"""


def run(*arguments: str, text: str | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["channel", FILE if text is None else "-", *arguments], input=text)
    assert "Traceback" not in done.output
    return done.exit_code, done.output


def as_json(*arguments: str, text: str | None = None) -> dict[str, object]:
    status, output = run("--format", "json", *arguments, text=text)
    assert status == 0, output
    (found,) = json.loads(output)["channels"]
    return found


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["--measure", "renyi=2"], ["Renyi of order 2  ln(7/3) <= 0.8472979"]),
        (["--measure", "epsilon-at=1/100"], ["epsilon at delta 1/100  ln(74/25) <= 1.08519"]),
        (["--measure", "delta-at=ln(2)"], ["delta at eps ln(2)  1/4 = 0.25"]),
        (["--measure", " delta-at = ln( 2 ) "], ["delta at eps ln(2)  1/4 = 0.25"]),
        (["--measure", "delta-at=1/2"], ["delta at eps 1/2  3/4 - 1/4*exp(1/2) <= 0.3378197"]),
        (["--measure", "dp-loss=0"], ["dp loss at eps 0  -1/2 = -0.5", "so delta is       1/2 = 0.5"]),
        (
            ["--measure", "zcdp", "--measure", "min-capacity"],
            ["zCDP rho      ln(3)/2 <= 0.5493062", "min-capacity  log2"],
        ),
        (["--measure", "bayes", "--prior", "1/4,3/4"], ["Bayes before  3/4 = 0.75", "Bayes after   3/4 = 0.75"]),
        (["--measure", "bayes", "--prior", "0.5, 5e-1"], ["Bayes after   3/4 = 0.75"]),
        (["--measure", "bayes", "--prior", "uniform"], ["Bayes after   3/4 = 0.75"]),
        (["--measure", "dp-loss=0", "--prior", "1,0"], ["dp-loss=0  the prior rules out an input"]),
        (["--gain", "1,0;0,1"], ["gain after              3/4 = 0.75"]),
        (["--gain", "[[1, 0], [0, 0.50]]"], ["gain before             1/2 = 0.5"]),
        (["--gain", '[["1/2", "-1"]]'], ["gain after        -1/4 = -0.25"]),
        (["--measure", "all"], ["local epsilon", "mutual information", "entropy before       1 bit\n"]),
    ],
)
def test_measures_are_shown(arguments: list[str], lines: list[str]) -> None:
    status, output = run(*arguments)
    assert status == 0, output
    for line in lines:
        assert line in output, output


def test_measures_for_machines() -> None:
    found = as_json("--measure", "renyi=2", "--measure", "zcdp", "--measure", "shannon", "--prior", "1/4,3/4")
    assert found["prior"] == ["1/4", "3/4"]
    assert found["epsilon"]["exact"] == "ln(3)"  # type: ignore[index]
    measures = found["measures"]
    assert isinstance(measures, dict)
    assert list(measures) == ["min-entropy", "min-capacity", "renyi=2", "zcdp", "shannon"]
    assert measures["renyi=2"]["renyi"] == {"exact": "ln(7/3)", "low": 0.8472978, "high": 0.8472979}
    assert measures["renyi=2"]["worst"] == {"inputs": [{"x": "false"}, {"x": "true"}]}
    assert measures["min-entropy"]["leakage"]["exact"] == "0"
    assert measures["min-capacity"]["capacity"]["exact"] == "log2(3/2)"
    assert set(measures["shannon"]) == {"information", "prior", "posterior"}


def test_the_relation_of_the_claim_counts_and_local_privacy_ignores_it() -> None:
    measures = as_json("--measure", "epsilon", "--measure", "local-epsilon", text=THREE)["measures"]
    assert isinstance(measures, dict)
    assert measures["epsilon"]["epsilon"]["exact"] == "ln(2)"
    assert measures["local-epsilon"]["local_epsilon"]["exact"] == "ln(3)"


def test_a_figure_that_is_longer_than_python_writes() -> None:
    big = Fraction(7**6000, 7**6000 + 3)
    channel = matrix([[big, 1 - big], [HALF, HALF]])
    for text in ("epsilon", "delta-at=1/2", "dp-loss=1/2", "renyi=2", "zcdp", "shannon", "capacity", "bayes"):
        for figure_ in read(measured(ask(text), subject(channel))).values():
            assert figure_.low is not None
            assert figure_.high is not None
            assert figure_.low <= figure_.high


def test_a_gain_table_from_a_file(tmp_path: Path) -> None:
    for name, held in (("g.csv", '1, 0\n0, "1/2"\n\n'), ("g.json", '[[1, 0], [0, "1/2"]]'), ("1,0", "1,0\n0,0.5\n")):
        path = tmp_path / name
        path.write_text(held)
        status, output = run("--gain", str(path))
        assert status == 0, output
        assert "gain before             1/2 = 0.5" in output


def test_missing_mass_gives_brackets() -> None:
    found = as_json("--measure", "all", "--measure", "renyi=2", text=ENDLESS)
    measures = found["measures"]
    assert isinstance(measures, dict)
    assert measures["zcdp"]["rho"]["high"] is None
    assert measures["renyi=2"]["renyi"]["exact"] is None
    assert measures["capacity"]["capacity"]["low"] <= 0.1887218 <= measures["capacity"]["capacity"]["high"] + 1e-6
    for key in ("total_variation", "posterior_vulnerability"):
        assert found[key]["exact"] is None  # type: ignore[index]
    assert all([corner["delta"]["exact"] is None for corner in found["delta_curve"]])  # type: ignore[attr-defined]
    status, output = run("--measure", "zcdp", text=ENDLESS)
    assert status == 0
    assert "had not ended" in output
    assert "zCDP rho  at least 0.549306" in output


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--measure", "reny=2"], "unknown-measure", "did you mean `renyi`?"),
        (["--measure", "nonsense"], "unknown-measure", "the measures are epsilon"),
        (["--measure", ""], "unknown-measure", "the measures are"),
        (["--measure", "zcdp=2"], "measure-value", "`zcdp` is given no number"),
        (["--measure", "renyi"], "measure-value", "an order is missing"),
        (["--measure", "renyi="], "measure-value", "renyi=2"),
        (["--measure", "renyi=1"], "measure-value", "greater than 1"),
        (["--measure", "renyi=ln(9)"], "measure-value", "a rational number"),
        (["--measure", "epsilon-at=2"], "measure-value", "from 0 to 1"),
        (["--measure", "epsilon-at=-1/2"], "measure-value", "from 0 to 1"),
        (["--measure", "delta-at=-1"], "measure-value", "not negative"),
        (["--measure", "delta-at=ln(1/2)"], "measure-value", "not negative"),
        (["--measure", "delta-at=x"], "unknown-name", "`x` is not known here"),
        (["--measure", "delta-at=1/0"], "division-by-zero", "divides by zero"),
        (["--measure", "delta-at=true"], "type-mismatch", "a number must be a real"),
        (["--measure", "delta-at=1 1"], "", "error["),
        (["--measure", "delta-at=1, 2"], "measure-value", "is not a number"),
        (["--measure", "delta-at=1) when any; claim d : P satisfies dp(1"], "measure-value", "is not a number"),
        (["--measure", "delta-at=__import__('os')"], "", "error["),
        (["--measure", f"delta-at={'(' * 450}1{')' * 450}"], "", "error["),
        (["--measure", f"delta-at={'(' * 600}1{')' * 600}"], "too-deep", "error["),
        (["--prior", "1/2,1/4"], "bad-prior", "adds up to 3/4, not to 1"),
        (["--prior", "1"], "bad-prior", "the prior has 1 entry, and the channel has 2 inputs"),
        (["--prior", "1/3,1/3,1/3"], "bad-prior", "the prior has 3 entries, and the channel has 2 inputs"),
        (["--prior", "3/2,-1/2"], "bad-prior", "entry 2 of the prior is negative"),
        (["--prior", "half,half"], "bad-prior", "entry 1 of the prior, `half`, is not a number"),
        (["--prior", "1/2,1/0"], "bad-prior", "entry 2 of the prior, `1/0`, is not a number"),
        (["--prior", "1/2,,1/2"], "bad-prior", "entry 2 of the prior, ``, is not a number"),
        (["--prior", ""], "bad-prior", "entry 1"),
        (["--prior", "nan,1"], "bad-prior", "`nan`, is not a number"),
        (["--prior", "1e9999,0"], "bad-prior", "entry 1"),
        (["--gain", "1,0,0;0,1,0"], "bad-gain", "the table has 3 columns, and the channel has 2 inputs"),
        (["--gain", "1,0;1"], "bad-gain", "row 2 is 1 long and row 1 is 2"),
        (["--gain", "1,x"], "bad-gain", "row 1, entry 2: `x` is not an exact number"),
        (["--gain", "[[1, NaN]]"], "bad-gain", "`NaN` is not an exact number"),
        (["--gain", "[[1, [2]]]"], "bad-gain", "row 1, entry 2"),
        (["--gain", "[[1, 0]"], "bad-gain", "not JSON"),
        (["--gain", "[" * 5000], "bad-gain", "not JSON"),
        (["--gain", "[]"], "bad-gain", "not a list of rows"),
        (["--gain", "[[], []]"], "bad-gain", "not a list of rows"),
        (["--gain", "no/such/table.csv"], "unreadable", "no such file"),
    ],
)
def test_bad_questions(arguments: list[str], code: str, words: str) -> None:
    status, output = run(*arguments)
    if code == "" and status == 0:  # nesting that the parser allows
        assert "(" * 400 in arguments[1]
        return
    assert status == 2, output
    assert f"error[{code}" in output
    assert words in output


def test_tables_that_are_no_tables(tmp_path: Path) -> None:
    for held, words in (
        ('{"a": [1]}', "not a list of rows"),
        ("", "not a list of rows"),
        ("1;0\n", "`1;0`"),
        ("a,b\n", "`a`"),
    ):
        path = tmp_path / "table"
        path.write_text(held)
        status, output = run("--gain", str(path))
        assert status == 2, output
        assert "error[bad-gain]" in output
        assert words in output


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", Fraction(3)),
        (" -1/2 ", Fraction(-1, 2)),
        ("0.250", Fraction(1, 4)),
        ("1e-3", Fraction(1, 1000)),
        ("1.5E2", Fraction(150)),
        ("1.5/3", HALF),
        ("+7", Fraction(7)),
        ("", None),
        ("1/0", None),
        ("1/2/3", None),
        (".5", None),
        ("0x10", None),
        ("1e99999", None),
        ("١", None),
        ("inf", None),
        ("9" * 5000, None),
    ],
)
def test_rational_numbers_are_read_exactly(text: str, value: Fraction | None) -> None:
    assert rational(text) == value


def test_questions_may_be_asked_twice() -> None:
    assert questions() == Questions()
    found = questions(["zcdp", "zcdp", "all"])
    texts = [asked.text for asked in found.measures]
    assert len(texts) == len(set(texts))
    with pytest.raises(Rejected):
        questions(["all=1"])


def test_every_measure_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "measures.md").read_text(encoding="utf-8")
    for measure in SHELF:
        assert f"`{measure.name}" in manual, measure.name
        assert (
            f"--measure {measure.name}" in manual or f"--measure '{measure.name}" in manual or "gain" in measure.needs
        )
