"""Samplers against the exact masses of the very same distributions.

Pearson's chi-square with fixed seeds, so that a run is red or green forever; with fresh bits a right sampler would fail
one of these with probability 10^-6 at most. Ten thousand draws each; in the long share a million for
every family, and a hundred thousand for the other parameters.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from prhl import pipeline
from prhl.distributions import FAMILIES, Drawn, family_of
from prhl.logic.terms import Distribution
from prhl.numbers import balls, enclosure, over
from prhl.numbers.chi_square import chi_square
from prhl.running.laws_of_terms import NotRun, law_of
from prhl.sampling import bracketed
from prhl.sampling.coins import flip, flip_exp
from prhl.sampling.finite_laws import Law
from prhl.sampling.random_bits import RandomBits
from prhl.sampling.seeded_bits import seeded
from prhl.semantics.draw_tables import masses
from prhl.semantics.evaluate import evaluate
from prhl.semantics.program_walk import arguments_of
from prhl.source import Source
from prhl.typed import core

LEVEL = Fraction(1, 10**6)

EVERY = [
    "Each(Flip(1/3), 3)",
    "Flip(1/3)",
    "Flip(exp(-1/2))",
    "Flip(1 - 1/1000000007)",
    "Uniform({3, 1, 4})",
    "Uniform(-2..17)",
    "Uniform(bits(5))",
    "Choice({7 @ 1/2, 8 @ 1/3, 9 @ 1/6})",
    "Choice([1/7, 2/7, 0, 4/7])",
    "Choice({0 @ exp(-1), 1 @ 1 - exp(-1)})",
    "DiscreteLaplace(1)",
    "DiscreteLaplace(7/3, -5)",
    "DiscreteLaplace(1/1000)",
    "DiscreteLaplace(1/ln(2))",
    "DiscreteLaplace(sqrt(2))",
    "DiscreteGauss(1)",
    "DiscreteGauss(19/4, 3)",
    "DiscreteGauss(1/100)",
    "DiscreteGauss(sqrt(3))",
    "Geometric(1/2)",
    "Geometric(1/50)",
    "Geometric(1)",
    "Geometric(1 - exp(-1/3))",
    "Binomial(10, 1/3)",
    "Binomial(400, 999/1000)",
    "Binomial(0, 1/2)",
    "Binomial(12, 1/sqrt(2))",
    "Poisson(1/1000)",
    "Poisson(7/2)",
    "Poisson(60)",
    "Poisson(sqrt(5))",
    "Permutation(4)",
    "ExpMech(1, [0, 1, 2, 1/2])",
    "ExpMech(-2, [3, 1])",
    "ExpMech(ln(3), [0, 2, 1])",
    "ExpMech(ln(3), [1, 0, 1])",
    "ExpMech(-ln(3), [1, 0, 0])",
    "Truncate(DiscreteLaplace(2), -1, 3)",
    "Truncate(DiscreteLaplace(2), 1000, 1009)",
    "Truncate(DiscreteGauss(3), 40, 60)",
    "Truncate(DiscreteGauss(50), 1, 4)",
    "Truncate(Geometric(1/4), 6, 90)",
    "Truncate(Poisson(3), 30, 33)",
    "Truncate(Binomial(20, 1/4), 15, 20)",
    "Truncate(Uniform(1..100), 98, 200)",
    "Clamp(DiscreteLaplace(3), -2, 2)",
    "Clamp(Poisson(4), 2, 5)",
    "Truncate(Clamp(DiscreteLaplace(3), -2, 2), -1, 2)",
]


def drawn_from(text: str) -> tuple[Distribution, tuple[Any, ...]]:
    """A distribution with the values of its arguments."""
    source = Source("one.wl", f"program P() {{ x :=$ {text}; return x; }}")
    file = pipeline.load(source)
    (sample,) = file.programs["P"].body  # as it is written: where programs run, a list of draws is a loop
    assert isinstance(sample, core.Sample)
    return sample.distribution, arguments_of(sample.distribution, lambda term: evaluate(term, {}))


def law(text: str) -> Law:
    return law_of(*drawn_from(text))


def rational(value: Any) -> Fraction:
    return balls.enclose(lambda: enclosure(value), 200)[0]


def tail(cells: Sequence[tuple[Fraction, int]], draws: int) -> Fraction:
    test = chi_square(cells, draws)
    return Fraction(1) if test is None else test.tail[1]


def fits(text: str, draws: int) -> None:
    distribution, values = drawn_from(text)
    sampler, bits = law_of(distribution, values), seeded(text)
    counts = Counter([sampler.draw(bits) for _ in range(draws)])
    exact = masses(distribution, values, window=True)
    whole = exact.total
    cells = [(rational(over(weight, whole)), counts.pop(value, 0)) for value, weight in exact.pairs]
    assert not counts, f"outside of the support: {counts}"
    assert tail(cells, draws) > LEVEL


def test_every_discrete_family_is_here() -> None:
    named = {text.partition("(")[0] for text in EVERY}
    assert {family.name for family in FAMILIES if isinstance(family, Drawn)} == named
    assert all([family.continuous for family in FAMILIES if not isinstance(family, Drawn)])


@pytest.mark.parametrize("text", EVERY)
def test_ten_thousand_draws_have_the_exact_law(text: str) -> None:
    fits(text, 10_000 if "sqrt" not in text and "ln" not in text else 1_000)


FIRST = {text.partition("(")[0]: text for text in reversed(EVERY)}


@pytest.mark.long
@pytest.mark.parametrize("family", FIRST)
def test_a_million_draws_have_the_exact_law(family: str) -> None:
    """Of every family, with the first of its parameters."""
    fits(FIRST[family], 1_000_000)


@pytest.mark.long
@pytest.mark.parametrize("text", [one for one in EVERY if "sqrt" not in one and "ln" not in one])
def test_a_hundred_thousand_draws_have_the_exact_law(text: str) -> None:
    fits(text, 100_000)


@pytest.mark.long
@pytest.mark.parametrize("text", [text for text in EVERY if "sqrt" in text or "ln" in text])
def test_many_draws_with_irrational_parameters(text: str) -> None:
    fits(text, 20_000)


# ---- parameters that nobody would choose -----------------------------------------------------

LARGE = 10**40 + 7
FAR = Fraction(3**200, 2**310 + 1)  # about 1.3, with a long denominator


def by_ranges(sampler: Law, edges: Sequence[int], below: Callable[[int], arb], seed: str, draws: int = 10_000) -> None:
    """Counts between edges beside a distribution function that `arb` computes."""
    bits = seeded(seed)
    counts = Counter([sum([x > edge for edge in edges]) for x in [sampler.draw(bits) for _ in range(draws)]])
    ends = [Fraction(0), *[balls.enclose(lambda e=e: below(e), 400)[0] for e in edges], Fraction(1)]  # type: ignore[misc]
    cells = [(high - low, counts[at]) for at, (low, high) in enumerate(itertools.pairwise(ends))]
    assert tail(cells, draws) > LEVEL


@pytest.mark.parametrize("scale", [Fraction(LARGE), Fraction(LARGE, 3), FAR * 10**30], ids=["huge", "third", "long"])
def test_laplace_noise_of_a_huge_scale(scale: Fraction) -> None:
    def below(edge: int) -> arb:
        part = balls.rational(-abs(Fraction(edge)) / scale).exp() / 2
        return part if edge < 0 else 1 - part

    edges = [int(scale * Fraction(k, 2)) for k in range(-6, 7)]
    by_ranges(law(f"DiscreteLaplace({scale.numerator}/{scale.denominator})"), edges, below, "huge")


def test_gauss_noise_of_a_huge_scale() -> None:
    def below(edge: int) -> arb:
        return (1 + (balls.rational(Fraction(edge, LARGE)) / arb(2).sqrt()).erf()) / 2

    edges = [LARGE * k // 2 for k in range(-5, 6)]
    by_ranges(law(f"DiscreteGauss({LARGE})"), edges, below, "huge")


def test_a_coin_that_is_almost_never_true() -> None:
    p = Fraction(1, LARGE)

    def below(edge: int) -> arb:
        return 1 - ((edge + 1) * balls.rational(1 - p).log()).exp()

    by_ranges(law(f"Geometric(1/{LARGE})"), [LARGE * k // 4 for k in range(1, 16)], below, "rare")


def test_a_range_with_more_numbers_than_atoms_in_the_world() -> None:
    edges = [LARGE**3 * k // 8 for k in range(1, 8)]
    by_ranges(law(f"Uniform(1..{LARGE**3})"), edges, lambda e: balls.rational(Fraction(e, LARGE**3)), "range")


@pytest.mark.parametrize("text", ["Poisson(20000)", "Binomial(60000, 1/3)"])
def test_many_expected_events(text: str) -> None:
    """Mean and variance are 20,000 and 40,000/3: the sum of 300 draws lies within six standard deviations."""
    bits, sampler = seeded(text), law(text)
    total = sum([sampler.draw(bits) for _ in range(300)])
    assert abs(total - 300 * 20_000) <= 6 * 142 * 18


def test_noise_that_is_all_but_fixed() -> None:
    bits = seeded("fixed")
    for text in ("DiscreteLaplace(1/10^30)", "DiscreteGauss(1/10^30)", "Poisson(1/10^30)", "Geometric(1 - 1/10^30)"):
        assert {law(text).draw(bits) for _ in range(200)} == {0}


def test_a_coin_with_a_long_denominator_is_decided_by_few_bits() -> None:
    taken: list[int] = []
    inner = seeded("few")
    bits = RandomBits(lambda size: (taken.append(size), inner.read(size))[1])
    for _ in range(1000):
        flip(bits, Fraction(LARGE**50, 3 * LARGE**50 + 1))
    assert sum(taken) <= 4 * 1001


@pytest.mark.parametrize("text", ["Poisson(10^30)", "Binomial(10^40, 1/3)"])
def test_what_would_take_forever_is_refused(text: str) -> None:
    from prhl.sampling.finite_laws import NotDrawn

    with pytest.raises(NotDrawn, match="factors"):
        law(text).draw(seeded("never"))


@pytest.mark.parametrize("text", ["Laplace(1)", "Gauss(1)", "Exponential(2)", "Gumbel(1)", "UniformReal(0, 1)"])
def test_continuous_noise_is_refused(text: str) -> None:
    with pytest.raises(NotRun, match="Mironov"):
        law(text)


def test_a_wrong_sampler_is_noticed() -> None:
    """The tests can fail: noise of scale 1 is not noise of scale 6/5."""
    distribution, values = drawn_from("DiscreteLaplace(1)")
    bits, sampler = seeded("wrong"), law("DiscreteLaplace(6/5)")
    counts = Counter([sampler.draw(bits) for _ in range(10_000)])
    exact = masses(distribution, values, window=True)
    cells = [(rational(over(weight, exact.total)), counts[value]) for value, weight in exact.pairs]
    assert tail(cells, 10_000) < LEVEL


# ---- coins and brackets ----------------------------------------------------------------------


@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2), Fraction(17)])
def test_a_coin_of_exp(x: Fraction) -> None:
    bits = seeded(str(x))
    heads = sum([flip_exp(bits, x) for _ in range(10_000)])
    p = rational(bracketed_value(bracketed.exp(-x)))
    assert tail([(p, heads), (1 - p, 10_000 - heads)], 10_000) > LEVEL


def bracketed_value(value: Any) -> Fraction:
    return Fraction(value) if not isinstance(value, bracketed.Bracketed) else value.bracket(200)[0]


@pytest.mark.parametrize("name", ["exp", "ln", "sqrt"])
def test_brackets_hold_the_number_and_close_in_on_it(name: str) -> None:
    ours = {"exp": bracketed.exp, "ln": bracketed.ln, "sqrt": bracketed.sqrt}[name]
    theirs = {"exp": arb.exp, "ln": arb.log, "sqrt": arb.sqrt}[name]
    for above, below, bits in itertools.product((1, 2, 7, 10**6 + 3, 10**9), (1, 3, 97, 10**7 + 9), (8, 64, 300)):
        for x in (Fraction(above, below), -Fraction(above, below)):
            if (name != "exp" and x < 0) or x > 10_000:
                continue
            low, high = bracketed.bracket_of(ours(x), bits)
            true = balls.at(bits + 4000, lambda x=x: theirs(balls.rational(x)))  # type: ignore[misc]
            below_it = balls.at(bits + 4000, lambda low=low: balls.rational(low))  # type: ignore[misc]
            above_it = balls.at(bits + 4000, lambda high=high: balls.rational(high))  # type: ignore[misc]
            assert not below_it > true
            assert not above_it < true
            assert high - low <= Fraction(8, 1 << bits)


def test_numbers_by_brackets_are_ordered_or_nobody_knows() -> None:
    root = bracketed.sqrt(2)
    assert isinstance(root, bracketed.Bracketed)
    assert Fraction(1414, 1000) < root < Fraction(1415, 1000)
    assert root // 1 == 1
    assert (10 * root) // 1 == 14
    assert (1 / root - root / 2 + 1) > Fraction(1, 2)
    with pytest.raises(bracketed.Undecided):
        assert root * root < 2


def test_no_bits_are_kept_for_a_process_that_is_forked() -> None:
    asked: list[int] = []
    bits = RandomBits(lambda size: (asked.append(size), bytes(size))[1])
    bits.take(3)
    bits.take(3)
    assert asked == [1, 1]


def test_a_seed_gives_the_same_draws_on_every_machine() -> None:
    bits = seeded("1")
    assert [bits.take(8) for _ in range(6)] == [85, 246, 47, 53, 116, 229]


def test_every_family_offers_a_law_that_is_a_function_or_a_class() -> None:
    for text in EVERY:
        distribution, _ = drawn_from(text)
        family = family_of(distribution)
        assert isinstance(family, Drawn)
        assert family.law(distribution.arguments).__module__.startswith(("prhl.sampling.", "prhl.distributions."))
