"""The weights of states: integers, polynomials, rounded integers and generating functions tell the same story."""

import os
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.closeness.epsilon_delta import delta_of, smallest_epsilon
from prhl.diagnostics import Rejected
from prhl.exact.listing.engine import LONGEST, Machine, Row
from prhl.exact.listing.weights import Integers, Rounded, Symbols, Weights
from prhl.numbers import Exponential, Quotient
from prhl.numbers.quotients import basis
from prhl.semantics.draw_tables import FAR
from prhl.semantics.evaluate import Fault
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.liveness import counter, uniform
from prhl.semantics.oracle import run as interpret
from prhl.source import Source
from tests import finite

EXAMPLES = int(os.environ.get("PRHL_EXAMPLES", "150"))


def quiet(share: int = 1) -> Any:
    return settings(
        max_examples=max(10, EXAMPLES // share),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


def flat_of(text: str) -> FlatProgram:
    file = pipeline.load(Source("x.wl", text))
    return flatten(file.programs["P"], file.programs)


def listed(
    flat: FlatProgram, inputs: dict[str, Any], weights: Weights | None = None, counting: bool = True, far: int = FAR
) -> Row:
    """Every outcome by itself, on weights of this kind, with or without a counter."""
    machine = Machine(flat, far=far, listed=True)
    assert machine.function(counting) is not None
    return machine.listed(inputs, weights, counting)


def probabilities(row: Row) -> dict[Any, Any]:
    return {seen: row.probability(seen) for seen in row.weights}


# ---- masses that are rational, on all kinds of weights ---------------------------------------

INPUTS = [{"x": x, "n": n} for x in (False, True) for n in (0, 2)]
ONE_ROOT, TWO_ROOTS = Symbols(basis(0, ((2, 2),), ())), Symbols(basis(6, ((2, 3), (3, 2)), ()))


@quiet(6)
@given(finite.programs())
def test_rational_masses_agree_on_all_weights(text: str) -> None:
    flat = flat_of(text)
    for inputs in INPUTS:
        exact = interpret(flat, inputs).masses
        for weights in (Integers(), Rounded(), Symbols(basis(1, (), ())), ONE_ROOT, TWO_ROOTS):
            for counting in (True, False):
                if counting and isinstance(weights, Symbols):
                    continue  # the machine never does both
                row = listed(flat, inputs, weights, counting)
                assert row.missing == 0
                assert probabilities(row) == exact


# ---- masses that are not: exp(-1/2) as an unknown, and as 1/3 --------------------------------

DRAWN = [
    "p :=$ Flip(exp(-U));", "q :=$ Flip(1/(exp(U) + 1));", "p :=$ Flip(if q then exp(-U) else 1/(exp(2*U) - 1));",
    "q :=$ Flip(if p then 1/(exp(4*U) - 1) else 1/(exp(2*U) - 1));", "a :=$ Truncate(DiscreteLaplace(1/(U)), -1, 2);",
    "b :=$ ExpMech(2*(U), [0, b, 1]);", "c :=$ Choice({0 @ exp(-U), a @ 1 - exp(-U)});", "a :=$ Uniform(0..2);",
    "b :=$ Clamp(DiscreteLaplace(1/(2*(U)), a), -1, 1);", "p :=$ Flip(1/3);",
    "c :=$ Truncate(Geometric(1 - exp(-U)), 1, 3);",
    "a :=$ Truncate(DiscreteLaplace(if p then 1/(U) else 1/(3*(U))), 0, 1);",
    "c :=$ ExpMech(if q then U else 2*(U), [2, 0]);",
]  # fmt: skip


@st.composite
def irrational(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.integers(0, 7 if depth else 4))
    if kind <= 3:
        return draw(st.sampled_from(DRAWN))
    if kind == 4:
        return draw(
            st.sampled_from(["leak p;", "a := a + b;", "b := b - c;", "leak [a, c];", "q := p xor q;", "c := 0;"])
        )
    inner = [" ".join(draw(st.lists(irrational(depth - 1), max_size=2))) for _ in range(2)]
    if kind == 7:
        return f"for i{depth} in 0 .. 2 {{ {inner[0]} }}"
    return f"if ({draw(st.sampled_from(['p', 'q', 'a > 0', 'b = c', 'x']))}) {{ {inner[0]} }} else {{ {inner[1]} }}"


bodies = st.lists(irrational(), min_size=1, max_size=4).map(" ".join)


def program(body: str, unit: str) -> FlatProgram:
    start = "a := 0; b := 1; c := n; p := x; q := false;"
    body = re.sub(r"\bU\b", unit, body)
    return flat_of(f"program P(x : private bool, n : int) {{ {start} {body} return [a, b, c]; }}")


def at_a_third(value: Any) -> Fraction:
    """The number with 1/3 in the place of exp(-1/2)."""
    if not isinstance(value, Quotient):
        return Fraction(value)
    assert value.basis.steps in (1, 2)
    assert not value.basis.roots
    third = Fraction(1, 3) ** (2 // value.basis.steps)
    sides = [sum([int(c) * third ** int(e[0]) for e, c in p.to_dict().items()]) for p in (value.over, value.under)]
    return sides[0] / sides[1]


@quiet()
@given(bodies)
def test_polynomials_are_right_at_any_value(body: str) -> None:
    """What is computed with exp(-1/2) is computed with an unknown: with exp(-ln(3)) in its place all is rational."""
    formal, known = program(body, "1/2"), program(body, "ln(3)")
    for x in (False, True):
        inputs = {"x": x, "n": 2}
        try:
            row = listed(formal, inputs)
        except Fault:  # a probability above 1
            continue
        assert row.missing == 0
        try:
            expected = interpret(known, inputs).masses
        except Fault:
            continue
        found = probabilities(row)
        assert {seen: at_a_third(p) for seen, p in found.items()} == expected
        assert sum(found.values(), Fraction(0)) == 1
        assert all([p > 0 for p in found.values()])
        assert row.total > 0
        within(found, listed(formal, inputs, Rounded()))
        lower = interpret(formal, inputs)
        within(found, Row(dict(lower.masses), 1, lower.missing))


def within(exact: dict[Any, Any], bounds: Row) -> None:
    assert set(bounds.weights) == set(exact)
    assert bounds.missing < Fraction(1, 2**200)
    for seen, p in exact.items():
        assert bounds.probability(seen) <= p <= bounds.probability(seen) + bounds.missing


@quiet(2)
@given(bodies, st.sampled_from(["ln(2)/2", "ln(6)/3", "1/2 + ln(3)/2", "ln(2)/4"]))
def test_roots_agree_with_what_is_rounded(body: str, unit: str) -> None:
    try:
        flat = program(body, unit)
    except Rejected:  # a constant that is no probability
        return
    rows = []
    for x in (False, True):
        inputs = {"x": x, "n": 2}
        try:
            row = listed(flat, inputs)
        except Fault:
            return
        assert row.missing == 0 or row.missing < Fraction(1, 2**200)
        if row.missing == 0:
            assert sum(probabilities(row).values(), Fraction(0)) == 1
            within(probabilities(row), listed(flat, inputs, Rounded()))
        rows.append(row)
    if all([row.missing == 0 for row in rows]):
        same_figures(rows, [listed(flat, {"x": x, "n": 2}, Rounded()) for x in (False, True)])


def same_figures(exact: list[Row], bounds: list[Row]) -> None:
    for pair in ((0, 1), (1, 0)):
        precise, low = smallest_epsilon(exact, exact, [pair]), smallest_epsilon(bounds, bounds, [pair])
        assert precise.exact
        if low.ratio is None:
            assert precise.ratio is None
        elif precise.ratio is not None:
            assert low.ratio <= precise.ratio
        for eps in (Fraction(0), Fraction(1, 2)):
            growth = Exponential(eps)
            found = delta_of(exact[pair[0]], exact[pair[1]], growth, pair)
            assert delta_of(bounds[pair[0]], bounds[pair[1]], growth, pair).compare(
                found.above - found.below * growth.value
            ) in (None, 0)


def test_a_common_denominator_is_positive() -> None:
    """1 - exp(-1) and 1 - exp(-2) are positive, their divisor exp(-1) - 1 is not."""
    text = """
    program P(x : private bool) : bool {
      c :=$ Flip(if x then 1/2 else 1/4);
      b :=$ Flip(if c then 1/(exp(1) - 1) else 1/(exp(2) - 1));
      return b;
    }
    claim c : P satisfies dp(ln(2)) when any check;
    """
    rows = [listed(flat_of(text), {"x": x}) for x in (False, True)]
    assert all([row.total > 0 and all([w > 0 for w in row.weights.values()]) for row in rows])
    ratio = smallest_epsilon(rows, rows, [(1, 0)]).ratio
    assert ratio is not None
    assert Fraction(3, 2) > ratio > Fraction(5, 4)  # (2 + 4/e)/(1 + 4/e) = 1.4046...
    check = pipeline.verify(Source("x.wl", text)).claims[0].checks[0]
    assert check.epsilon is not None
    assert check.epsilon.low is not None
    assert 0.339 < float(check.epsilon.low) < 0.341


def test_what_roots_lose_is_nothing() -> None:
    """The weights of the noise add up to its total only if 2^(1/2) * 2^(1/2) is 2."""
    text = """
    program P(x : private bool) : int {
      c :=$ Flip(1/(1 + exp(ln(2)/2)));
      z :=$ Clamp(DiscreteLaplace(if c then 2/ln(2) else 2/ln(3)), -1, 2);
      y :=$ Truncate(DiscreteLaplace(2/ln(6)), -1, 1);
      return z + y + (if x then 1 else 0);
    }
    """
    row = listed(flat_of(text), {"x": True})
    assert row.missing == 0
    assert sum(probabilities(row).values(), Fraction(0)) == 1


# ---- counters --------------------------------------------------------------------------------

STEPS = [
    "t := t + 1;", "t := t + a;", "if (p) { t := t + 2; }", "if (a > 1) { t := t + i; } else { t := 0; }",
    "t := 3 + t + b;", "if (p && x) { t := b; }", "t := t - a;", "t := t - 1;", "b := a; t := t + b;",
    "t := a + t + 1 + i;", "t := n;", "if (p) { t := t + 1; } else { if (a = 0) { t := 7; } }",
    "j := 0; while (j < a) { t := t + 2; j := j + 1; }",
]  # fmt: skip
TOSSES = [
    "p :=$ Flip(1/3);", "a :=$ Uniform(0..2);", "a :=$ Choice({0 @ 1/4, 3 @ 3/4});",
    "p :=$ Flip(if a = 0 then 1/2 else 1/5);", "a :=$ Uniform(0..b mod 3);", "skip;",
]  # fmt: skip
ENDS = ["t", "t * t - 3 * t", "(t, a)", "t mod 3", "if p then t else -1", "[t, t + b]", "t > 4", "a + t"]


@st.composite
def counting(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.sampled_from([*STEPS, *TOSSES, "leak p;"]), min_size=2, max_size=5))
    before = draw(st.lists(st.sampled_from(TOSSES), max_size=1))
    after = draw(st.lists(st.sampled_from([*STEPS, *TOSSES]), max_size=2))
    guards = ["i < 3", "i < 3", "i < 3 && !(p && a = 2)", "i < 2 + n", "i < 3 && b < 2", "i < 3 && t < 6"]
    guard = draw(st.sampled_from(guards))
    loop = f"i := 0; while ({guard}) {{ {draw(st.sampled_from(TOSSES[:5]))} {' '.join(parts)} i := i + 1; }}"
    first = draw(st.sampled_from(["t := 0;", "t := 4;", "t := n;"]))
    start = f"{first} a := 1; b := 1; i := 0; p := x; j := 0;"
    body = f"{start} {' '.join(before)} {loop} {' '.join(after)}"
    return f"program P(x : private bool, n : int) {{ {body} return {draw(st.sampled_from(ENDS))}; }}"


counted: Counter[str] = Counter()


@quiet(2)
@given(counting())
def test_a_counter_is_the_variable_that_it_stands_for(text: str) -> None:
    flat = flat_of(text)
    fixed = uniform(flat.body, frozenset(["x", "n"]))
    counted["programs"] += 1
    counted["counters"] += counter(flat.body, flat.result, fixed) is not None
    for inputs in ({"x": False, "n": 0}, {"x": True, "n": 1}):
        with_it, without = listed(flat, inputs), listed(flat, inputs, counting=False)
        exact = interpret(flat, inputs).masses
        assert probabilities(with_it) == exact
        assert probabilities(without) == exact
        assert probabilities(listed(flat, inputs, Rounded())) == exact
        assert with_it.missing == without.missing == 0


def test_there_were_counters() -> None:
    """After the test above, in the same process."""
    if not counted["programs"]:
        test_a_counter_is_the_variable_that_it_stands_for()
    assert counted["counters"] > counted["programs"] / 4


@quiet(5)
@given(counting())
def test_counters_beside_infinite_noise_miss_as_much(text: str) -> None:
    noisy = text.replace("Choice({0 @ 1/4, 3 @ 3/4})", "Geometric(3/4)").replace("Uniform(0..2)", "Geometric(1/2)")
    flat = flat_of(noisy)
    with_it, without = [listed(flat, {"x": True, "n": 0}, counting=counting, far=4) for counting in (True, False)]
    assert probabilities(with_it) == probabilities(without)
    assert with_it.missing == without.missing
    assert sum(probabilities(with_it).values()) + with_it.missing == 1


def test_counters_that_end_with_probability_one() -> None:
    text = "program P() : int { t := 0; c := false; while (!c) { c :=$ Flip(1/2); t := t + 1; } return t; }"
    with_it, without = [listed(flat_of(text), {}, counting=counting) for counting in (True, False)]
    assert probabilities(with_it) == probabilities(without)
    assert with_it.missing == without.missing > 0
    assert not with_it.ended
    assert with_it.probability((3,)) == Fraction(1, 8)


@pytest.mark.parametrize("step", [10**9, 10**30, LONGEST, LONGEST - 1, 40_000])
def test_large_steps_are_no_exponents(step: int) -> None:
    """A generating function of degree 10^9 would need all the memory there is."""
    text = f"""program P(x : private bool) : int {{
      t := 0; i := 0;
      while (i < 3) {{
        b :=$ Flip(1/2); j := 0;
        while (j < 2) {{ if (b) {{ t := t + {step}; }} j := j + 1; }}
        i := i + 1;
      }}
      return t;
    }}"""
    assert probabilities(listed(flat_of(text), {"x": True})) == {
        (2 * k * step,): Fraction(ways, 8) for k, ways in enumerate((1, 3, 3, 1))
    }
