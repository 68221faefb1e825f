"""Counts whose masses are no sums of powers: sequences that follow a recurrence, compared with what they stand for."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.exact import Machine
from prhl.exact.closed.exponential_polynomials import moved, value
from prhl.exact.closed.integer_convolution import convolution
from prhl.exact.closed.integer_densities import Density, Part, antidifference, listed
from prhl.exact.rows import Closed
from prhl.numbers import Inexact
from prhl.numbers.generating_functions import Z, progressions
from prhl.numbers.recurrences import Recurrent, series
from prhl.semantics import oracle
from prhl.semantics.flat import flatten
from prhl.source import Source

FACTORS = [(4, -2, -1), (8, -4, -2, -1), (9, 0, 2), (2, 1), (25, -6, 1, 3)]  # whose roots lie outside the unit circle
functions = st.tuples(
    st.lists(st.integers(-4, 4), min_size=1, max_size=6).filter(any),
    st.lists(st.tuples(st.sampled_from(FACTORS), st.integers(1, 2)), min_size=1, max_size=2),
)


def multiplied(left: list[int], right: list[int]) -> list[int]:
    out = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] += a * b
    return out


def polynomial(coefficients: list[int]) -> Any:
    return sum([c * Z**k for k, c in enumerate(coefficients)], Fraction(0))


def under_of(powers: list[tuple[tuple[int, ...], int]]) -> list[int]:
    under = [1]
    for factor, m in powers:
        for _ in range(m):
            under = multiplied(under, list(factor))
    return under


def wrong(above: list[int], powers: list[tuple[tuple[int, ...], int]]) -> bool:
    """Whether masses, moved masses or sums are not those of the series."""
    under = under_of(powers)
    truth = series([Fraction(c) for c in above], [Fraction(c) for c in under], 40)
    for found in progressions(polynomial(above) / polynomial(under)):
        start = len(found.heads)
        density = Density((Part(start, None, found.terms),)) if found.terms else Density(())
        for t in range(30):
            n = found.first + found.step * t
            mass = found.heads[t] if t < start else density.at(t)
            if n < len(truth) and mass != truth[n]:
                return True
        if not found.terms:
            continue
        for t in range(start, 12):
            if any([value(moved(found.terms, by), t + by) != density.at(t) for by in (3, -2)]):
                return True
            rising = antidifference(found.terms)
            if value(rising, t) - value(rising, t - 1) != density.at(t):
                return True
        both = convolution(density, listed([(0, Fraction(1, 3)), (2, Fraction(2, 3))]))
        if any([both.at(t) != (density.at(t) + 2 * density.at(t - 2)) / 3 for t in range(start - 1, start + 9)]):
            return True
        if found.step == 1 and sum(found.heads, density.total) != Fraction(sum(above), sum(under)):
            return True
    return False


@settings(max_examples=60, deadline=None)
@given(functions)
def test_masses_are_those_of_the_series(given: Any) -> None:
    assert not wrong(*given)


CARELESS: dict[str, Any] = {
    "key": property(lambda self: (self.factor, self.m, 0)),
    "moved": lambda self, by: [(self, Fraction(1))],
    "summed": lambda self: self.following([self.at(t) for t in range(len(self.law) - 1)]),
    "at": lambda self, t: self.after[t % len(self.after)],
}


@pytest.mark.parametrize("name", CARELESS)
def test_each_careless_version_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = ([1, 3], [((4, -2, -1), 2)])
    assert not wrong(*case)
    monkeypatch.setattr(Recurrent, name, CARELESS[name])
    assert wrong(*case)


def test_there_are_no_powers_of_such_a_sequence() -> None:
    one, other = Recurrent((4, -2, -1), 1, 0), Recurrent((4, -2, -1), 1, 1)
    assert one != other
    for asked in (lambda: one.power(1), lambda: one * other, lambda: one.inverse(), lambda: one.root(Fraction(2))):
        with pytest.raises(Inexact):
            asked()
    for name in ("a", "roots", "unit", "bases", "logarithm"):
        with pytest.raises(Inexact):
            getattr(one, name)


# ---- in programs -----------------------------------------------------------------------------

PATTERNS = {"HH": "if c then h + 1 else 0", "HHH": "if c then h + 1 else 0", "HTH": "if (h = 1) = c then 1 else h + 1"}
RESULTS = ["n >= 7", "n = 4", "n <= 3 || n > 9", "(if n < 4 then 0 else if n < 9 then 1 else 2)", "max(n, 5) <= 8"]


def tosses(pattern: str, p: str, result: str) -> str:
    """Tosses until a pattern comes, or something like it: what matters is that the poles are no rationals."""
    step = PATTERNS[pattern]
    loop = f"while (h < {len(pattern)}) {{ c :=$ Flip({p}); h := {step}; n := n + 1; }}"
    return f"program P() {{ n := 0; h := 0; {loop} return {result}; }}"


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize(("pattern", "p"), [("HH", "1/2"), ("HHH", "2/3"), ("HTH", "1/3")])
def test_what_is_told_of_a_count_is_what_the_rounds_tell(pattern: str, p: str, result: str) -> None:
    file = pipeline.load(Source("x.wl", tosses(pattern, p, result)))
    program = flatten(file.programs["P"], file.programs)
    row = Machine(program).run({})
    assert isinstance(row, Closed)
    assert row.missing == 0
    found = oracle.run(program, {})
    assert found.missing < Fraction(1, 10**20)
    assert set(found.masses) == set(row.weights)
    for seen, mass in found.masses.items():
        assert mass <= row.probability(seen) <= mass + found.missing


LOOP = "while (h < 2) { c :=$ Flip(1/2); h := if c then h + 1 else 0; n := n + 1; }"
CLAIMS = {
    "same": (f"n := 0; h := 0; {LOOP} return n;", "dp(0)", "proved"),
    "multiples": (f"n := 0; h := 0; {LOOP} b :=$ Flip(if x then 3/4 else 1/4); return (b, n);", "dp(ln(3))", "proved"),
    "too little": (f"n := 0; h := 0; {LOOP} b :=$ Flip(if x then 3/4 else 1/4); return (b, n);", "dp(1)", "refuted"),
    "a head ahead": (f"n := 0; h := if x then 1 else 0; {LOOP} return n;", "dp(1)", "refuted"),
    "with a delta": (f"n := 0; h := if x then 1 else 0; {LOOP} return n;", "dp(1, 6/10)", "proved"),
    "moved": (f"n := if x then 1 else 0; h := 0; {LOOP} return n;", "dp(1, 1/2)", "proved"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims_about_such_counts_are_decided(name: str) -> None:
    body, budget, word = CLAIMS[name]
    text = f"program P(x : private bool) {{ {body} }} claim c : P satisfies {budget} when any;"
    (judged,) = pipeline.verify(Source("x.wl", text), search=None).claims
    assert judged.verdict.word == word


def test_two_loops_of_one_law_are_seen_to_have_one() -> None:
    other = "while (!d) { n := n + 1; c :=$ Flip(1/2); d := c && last; last := c; }"
    text = (
        f"program P() : int {{ n := 0; h := 0; {LOOP} return n; }}"
        f"program Q() : int {{ n := 0; last := false; d := false; {other} return n; }}"
        "claim same : P ~ Q : true ==> res{1} = res{2};"
    )
    (judged,) = pipeline.verify(Source("x.wl", text), search=None).claims
    assert (judged.verdict.word, judged.verdict.by) == ("proved", "enumeration")
