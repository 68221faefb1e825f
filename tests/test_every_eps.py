"""Instances decided for every eps at once: against theory, against the numbers at single values of eps, and traps."""

import operator
import os
import random
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flint import fmpz_poly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.checks import every_epsilon, open_checks, open_instances
from prhl.checks.instance_check import CheckResult, measure
from prhl.checks.laboratory import Laboratory
from prhl.checks.parameter_ranges import Range, Ranges
from prhl.checks.witness import Disagreement
from prhl.exact import Machine, channel
from prhl.numbers import Inexact, Log, Quotient, balls, enclosure, exp, ln, sign, sqrt
from prhl.numbers.algebraic import simplest
from prhl.numbers.opened import Scaled, left_open
from prhl.numbers.roots import constant_sign, isolated, line, rooted, sign_at, sign_on
from prhl.numbers.stretches import Open, Place, compare
from prhl.report.as_json import claim_json
from prhl.report.figure_text import figure_text
from prhl.search.open_parameter import at_example, parameter, ranges
from prhl.semantics.instances import Instance, instances
from prhl.source import Source

EXAMPLES = Path(__file__).parent.parent / "examples"
TIMES = int(os.environ.get("PRHL_EXAMPLES", "100"))
QUIET = settings(max_examples=TIMES, deadline=None, suppress_health_check=list(HealthCheck))

EPS = left_open(Open("eps"))
BELOW_1 = left_open(Open("eps", Fraction(0), Fraction(1), False, True))

# ---- roots -----------------------------------------------------------------------------------


def polynomial(*roots: Fraction, times: int = 1) -> fmpz_poly:
    found = fmpz_poly([times])
    for root in roots:
        found *= fmpz_poly([-root.numerator, root.denominator])
    return found


polynomials = st.lists(st.integers(-6, 6), min_size=2, max_size=12).map(fmpz_poly).filter(lambda p: p.degree() > 0)


@QUIET
@given(polynomials)
def test_every_root_between_0_and_1_is_found_once(p: fmpz_poly) -> None:
    cut = line([p])
    known: Any = p.complex_roots()
    near = [root.real for root, _ in known if root.imag.is_zero() and root.real > 0 and root.real < 1]
    assert len(cut.roots) == len(near)
    for root in cut.roots:
        assert 0 < root.low <= root.high < 1
        assert any([root.enclosure().overlaps(ball) for ball in near])


@QUIET
@given(st.lists(polynomials, min_size=1, max_size=4), st.integers(1, 99))
def test_signs_are_those_of_the_cells(several: list[fmpz_poly], at: int) -> None:
    cut, point = line(several), Fraction(at, 100)
    if any([root.low <= point <= root.high for root in cut.roots]):
        return
    cell = sum([root.high < point for root in cut.roots])
    for p in several:
        assert sign_at(p, point) == sign_at(p, cut.between[cell])


def test_a_touching_root_is_a_point_with_sign_zero() -> None:
    touching = polynomial(Fraction(1, 2), Fraction(1, 2)) * polynomial(Fraction(1, 3))
    cut = line([touching])
    assert [root.low for root in cut.roots] == [Fraction(1, 3), Fraction(1, 2)]
    assert [sign_on(touching, root) for root in cut.roots] == [0, 0]
    assert [sign_at(touching, point) for point in cut.between] == [-1, 1, 1]
    assert constant_sign(touching) is None
    other = polynomial(Fraction(1, 3))
    assert [sign_on(other, root) for root in line([touching, other]).roots] == [0, 1]


def test_roots_at_the_ends_and_outside_count_for_nothing() -> None:
    outside = polynomial(Fraction(1), Fraction(1), Fraction(0), Fraction(3), times=-2)
    assert rooted(outside) == ()
    assert constant_sign(outside) == 1
    assert constant_sign(fmpz_poly([0])) == 0


def test_close_roots_are_told_apart() -> None:
    """Mignotte: two roots that are very near to each other."""
    p = fmpz_poly([-2, 80, -800] + [0] * 17 + [1])
    assert len(isolated(p)) == 2


def test_roots_of_rationals_are_recognised() -> None:
    (root,) = line([fmpz_poly([-1, 0, 0, 0, 3])]).roots
    assert root.power == (4, Fraction(1, 3))
    assert Place(root, 1, 4).exact == ln(3)  # eps = 4 ln(3^(1/4))
    assert Place(root, -1, 4).exact == 1 / ln(3)
    (golden,) = line([fmpz_poly([-1, 1, 1])]).roots
    assert golden.power is None
    assert compare(Place(golden, 1, 1), Fraction(48121, 100000)) == 1
    assert compare(Place(golden, 1, 1), Fraction(48122, 100000)) == -1


def test_a_polynomial_of_very_high_degree_is_refused() -> None:
    with pytest.raises(Inexact):
        rooted(fmpz_poly([1, -3] + [0] * 700 + [1]))


# ---- numbers with eps left open --------------------------------------------------------------

At = Callable[[Any], Any]
leaves: st.SearchStrategy[At] = st.one_of(
    st.fractions(-2, 2, max_denominator=3).map(lambda c: lambda eps: c),
    st.builds(lambda c, d: lambda eps: c * eps**d, st.fractions(-2, 2, max_denominator=3), st.integers(-2, 2)),
)


def combined(inner: st.SearchStrategy[At]) -> st.SearchStrategy[At]:
    return st.one_of(
        st.builds(lambda f, g: lambda eps: f(eps) + g(eps), inner, inner),
        st.builds(lambda f, g: lambda eps: f(eps) * g(eps), inner, inner),
        st.builds(lambda f: lambda eps: -f(eps), inner),
        st.builds(lambda f: lambda eps: exp(f(eps)), inner),
    )


functions = st.recursive(leaves, combined, max_leaves=6)
allowed = st.sampled_from([EPS, BELOW_1, left_open(Open("eps", Fraction(1, 2), ln(3), True, False))])


@QUIET
@given(functions, functions, allowed, st.fractions(Fraction(1, 50), 5, max_denominator=50))
def test_what_is_decided_for_every_eps_is_decided_so_at_each(f: At, g: At, eps: Scaled, at: Fraction) -> None:
    if 0 not in eps.power.of.sides(1, at):
        return
    try:
        found = sign(f(eps) - g(eps))
    except (Inexact, ZeroDivisionError):
        return
    with suppress(Inexact):
        assert sign(f(at) - g(at)) == found


@QUIET
@given(functions, functions, st.fractions(Fraction(1, 50), 5, max_denominator=50))
def test_comparisons_are_never_taken_at_one_eps(f: At, g: At, at: Fraction) -> None:
    for compared in (operator.lt, operator.le, operator.gt, operator.ge):
        try:
            found = compared(f(EPS), g(EPS))
            assert compared(f(at), g(at)) == found
        except (Inexact, ZeroDivisionError):
            continue


def test_powers_of_eps() -> None:
    assert EPS / EPS == 1
    assert EPS - EPS == 0
    assert str(2 / (3 * EPS)) == "2/(3*eps)"
    assert str(exp(-3 * EPS / 4)) == "exp(-3*eps/4)"
    assert exp(EPS / 2) * exp(EPS / 2) == exp(EPS)
    assert ln(exp(2 * EPS)) == 2 * EPS
    assert exp(EPS + ln(2)) == 2 * exp(EPS)
    assert EPS > 0 > -EPS
    assert BELOW_1 <= 1
    assert BELOW_1 < 2
    assert 1 / BELOW_1 >= 1
    assert exp(BELOW_1) < 3
    assert 1 - exp(-EPS) < 1


def test_what_two_runs_leave_open_is_kept_apart() -> None:
    table = {EPS: 1, exp(EPS): 2}
    assert BELOW_1 not in table
    assert exp(BELOW_1) not in table
    assert EPS != BELOW_1
    assert exp(EPS) != exp(BELOW_1)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: EPS < 1,
        lambda: EPS == 1,
        lambda: BELOW_1 < 1,
        lambda: EPS < EPS**2,
        lambda: EPS + 1 < 2,
        lambda: exp(EPS) < 2,
        lambda: exp(BELOW_1) < 2,
        lambda: EPS // 1,
        lambda: (EPS + 1) // 1,
        lambda: exp(EPS) // 1,
        lambda: exp(EPS) * exp(1 / EPS),
        lambda: exp(EPS) * exp(Fraction(1)),
        lambda: exp(EPS) > EPS,
        lambda: EPS.enclosure(),
        lambda: exp(EPS).enclosure(),  # type: ignore[union-attr]
        lambda: sqrt(EPS) > 1,
    ],
)
def test_what_depends_on_eps_is_refused(asked: Callable[[], Any]) -> None:
    with pytest.raises(Inexact):
        asked()


# ---- programs --------------------------------------------------------------------------------

NOISY = "eta :=$ DiscreteLaplace({}); return eta + (if x then 1 else 0);"


def bit(body: str, claim: str, result: str = "bool", requires: str = "eps > 0", more: str = "") -> str:
    """A program on one secret bit, with a claim about it."""
    return f"""program P(x : private bool, eps : real{more}) : {result} requires {requires}; {{ {body} }}
    claim c : P satisfies {claim} when any check;"""


ABOVE_THRESHOLD = """program P(q : private list[int], eps : real) : list[bool] requires eps > 0; {
  rho :=$ DiscreteLaplace(2/eps); i := 0; hit := false; out := [];
  while (i < size(q) STOP) {
    eta :=$ DiscreteLaplace(QUERY/eps);
    hit := q[i] + eta >= rho; out := out ++ [hit]; i := i + 1;
  }
  return out;
}
claim c : P satisfies dp(eps) when all_within(q, 1) check CHECK;"""


def threshold(check: str, stop: str = "&& !hit", query: int = 4) -> str:
    return ABOVE_THRESHOLD.replace("STOP", stop).replace("QUERY", str(query)).replace("CHECK", check)


@cache
def laboratory(text: str) -> Laboratory:
    return Laboratory(pipeline.load(Source("every.wl", text)))


def checked(text: str) -> CheckResult:
    found = laboratory(text)
    (result,) = found.checks(found.file.claims[0])
    return result


def instance(text: str) -> Instance:
    """Of the `check`, at some eps that is allowed."""
    file = laboratory(text).file
    claim = file.claims[0]
    programs = file.programs[claim.left], file.programs[claim.right]
    of = open_instances.allowed("eps", programs)
    eps = Range(of.low, of.high, of.has_low, of.has_high).example
    return next(iter(instances(*programs, claim.checks[0], {"eps": eps})))


def found_ranges(text: str) -> Ranges | None:
    found = laboratory(text)
    return ranges(found, found.file.claims[0], instance(text))


def masses(text: str) -> list[dict[Any, Any]]:
    """The rows of the instance, as functions of eps."""
    file = laboratory(text).file
    one = open_instances.opened(instance(text), EPS.power.of, (file.programs["P"], file.programs["P"]))
    machine = Machine(laboratory(text).flat("P"))
    return [{seen: row.probability(seen) for seen in row.weights} for row in channel(machine, machine, one).left]


# ---- theory ----------------------------------------------------------------------------------

Q = exp(-EPS / 4)


def test_above_threshold_as_a_function_of_eps() -> None:
    for stop in ("&& !hit", ""):
        first, second = masses(threshold("q in {[0, 0], [1, -1]}", stop))
        seen = (("[]", "false", "true"),)
        expected = Q * (Q**4 + Q**3 + Q**2 + Q + 1) / ((Q + 1) ** 2 * (Q**2 + 1) * (Q**2 + Q + 1))
        assert first[seen] == expected
        assert len(first) == (4 if not stop else 3)
        assert sum(first.values()) == sum(second.values()) == 1


# instance or claim -> the ranges in which it is violated, and the smallest epsilon
TOLD = {
    "above threshold holds": (threshold("q in {[0, 0], [1, -1]}"), "holds for every eps > 0"),
    "above threshold, all of them": (threshold("size(q) = 3, q[_] in 0..1"), "holds for every eps > 0"),
    "Alg. 6, m = 2": (threshold("q in {[0, 0, 0, 0], [1, 1, -1, -1]}", "", 2), "violated for every eps > 0"),
    "Alg. 6, m = 1": (threshold("q in {[0, 0], [1, -1]}", "", 2), "holds for every eps > 0"),
    "scale eps": (bit(NOISY.format("eps"), "dp(eps)", "int"), "violated for eps < 1 only"),
    "scale eps, half the budget": (
        bit(NOISY.format("eps"), "dp(eps/2)", "int"), "violated for eps < exp(ln(2)/2) only",
    ),
    "scale eps, eps <= 2": (
        bit(NOISY.format("eps"), "dp(eps)", "int", "0 < eps && eps <= 2"), "violated for eps < 1 only",
    ),
    "scale eps, eps <= 1": (
        bit(NOISY.format("eps"), "dp(eps)", "int", "0 < eps && eps <= 1"), "violated for eps < 1 only",
    ),
    "scale eps, eps < 1": (
        bit(NOISY.format("eps"), "dp(eps)", "int", "0 < eps && eps < 1"),
        "violated for every eps with 0 < eps < 1",
    ),
    "scale eps, eps >= 1": (bit(NOISY.format("eps"), "dp(eps)", "int", "eps >= 1"), "holds for every eps >= 1"),
    "half noise": (bit(NOISY.format("1/(2*eps)"), "dp(eps)", "int"), "violated for every eps > 0"),
    "half noise, eps <= 1": (
        bit(NOISY.format("1/(2*eps)"), "dp(eps)", "int", "0 < eps && 2*eps <= 2"),
        "violated for every eps with 0 < eps <= 1",
    ),
    "half noise, 1 more": (bit(NOISY.format("1/(2*eps)"), "dp(eps + 1)", "int"), "violated for eps > 1 only"),
    "half noise, ln(2) more": (
        bit(NOISY.format("1/(2*eps)"), "dp(eps + ln(2))", "int"), "violated for eps > ln(2) only",
    ),
    "half noise, a constant": (bit(NOISY.format("1/(2*eps)"), "dp(1)", "int"), "violated for eps > 1/2 only"),
    "square": (bit(NOISY.format("1/eps"), "dp(eps^2)", "int"), "violated for eps < 1 only"),
    "square noise": (bit(NOISY.format("1/eps^2"), "dp(eps)", "int"), "violated for eps > 1 only"),
    "randomized response": (
        bit("b :=$ Flip(exp(eps)/(1 + exp(eps))); return b = x;", "dp(eps)"), "holds for every eps > 0",
    ),
    "randomized response, too tight": (
        bit("b :=$ Flip(exp(eps)/(1 + exp(eps))); return b = x;", "dp(eps/2)"), "violated for every eps > 0",
    ),
    "large eps": (
        bit("b :=$ Flip(1/(1 + exp(eps))); return b = x;", "dp(ln(3))"), "violated for eps > ln(3) only",
    ),
    "both sides of a range": (
        bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(ln(2))"),
        "violated for eps < ln(3/2) and for eps > ln(3) only",
    ),
    # with q = exp(-eps): p = 1/2 + q (1 - q), which is most at q = 1/2
    "a middle range": (
        bit("b :=$ Flip(1/2 + exp(-eps) - exp(-2*eps)); return b = x;", "dp(ln(11/5))"),
        "violated for ln(4/3) < eps < 2*ln(2) only",
    ),
    "touching": (
        bit("b :=$ Flip(1/2 + exp(-eps) - exp(-2*eps)); return b = x;", "dp(ln(3))"), "holds for every eps > 0",
    ),
    # p = 1/2 + (2q - 1)^2/4: nothing is leaked at q = 1/2 alone
    "all but one": (
        bit("b :=$ Flip(1/2 + (2*exp(-eps) - 1)^2/4); return b = x;", "dp(0)"),
        "violated for eps < ln(2) and for eps > ln(2) only",
    ),
    "no form": (bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(eps)"), "violated for eps < 0.4812118.. only"),
    "delta": (
        bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(0, 1/2)"),
        "violated for eps < ln(4/3) and for eps > 2*ln(2) only",
    ),
    "delta of eps": (
        bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(0, 1 - exp(-eps))"), "violated for eps < ln(3/2) only",
    ),
    "catastrophe": (
        bit("b :=$ Flip(exp(-eps)/4); return if b then x else true;", "dp(0, exp(-eps)/4)"), "holds for every eps > 0",
    ),
    "exponential mechanism": (
        bit("i :=$ ExpMech(eps, [if x then 1 else 0, 1/2, 0]); return i;", "dp(eps)", "int"), "holds for every eps > 0",
    ),
    "clamped": (
        bit("z :=$ Clamp(DiscreteLaplace(1/eps, if x then 1 else 0), 0, 1); return z;", "dp(eps)", "int"),
        "holds for every eps > 0",
    ),
    "truncated": (
        bit("z :=$ Truncate(DiscreteLaplace(1/eps, if x then 1 else 0), 0, 2); return z;", "dp(eps)", "int"),
        "violated for every eps > 0",
    ),
    "one-sided": (
        bit("z :=$ Geometric(1 - exp(-eps)); return z + (if x then 1 else 0);", "dp(eps)", "int"),
        "violated for every eps > 0",
    ),
    "legal for small eps": (
        bit("b :=$ Flip(exp(eps)/4); return b = x;", "dp(ln(2))", requires="0 < eps && eps <= 1"),
        "violated for eps < ln(4/3) and for ln(8/3) < eps <= 1 only",
    ),
    "nothing but data": (bit("return x;", "dp(eps)"), "violated for every eps > 0"),
    "scale 3/eps beside scale 2/eps": (
        bit(
            "a :=$ DiscreteLaplace(3/eps); b :=$ DiscreteLaplace(2/eps); return a <= b + (if x then 1 else 0);",
            "dp(eps/3)",
        ),
        "holds for every eps > 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_where_a_claim_is_broken(name: str) -> None:
    text, told = TOLD[name]
    result, found = checked(text), found_ranges(text)
    assert result.reason == told
    assert found is not None
    assert found.text == told
    assert result.instance["eps"] == "every"
    assert (result.status == "violated") == bool(found.broken) == told.startswith("violated")
    assert (result.witness is not None) == bool(found.broken)


SMALLEST = {
    "half noise": "2*eps", "scale eps": "1/eps", "square noise": "eps^2", "randomized response": "eps",
    "clamped": "eps", "one-sided": "inf", "nothing but data": "inf",
    "exponential mechanism": "ln((1 + 2*exp(-eps/4))/(exp(-eps/4) + exp(-eps/2) + exp(-3*eps/4)))",
}  # fmt: skip


@pytest.mark.parametrize("name", SMALLEST)
def test_the_smallest_epsilon_is_a_function_of_eps(name: str) -> None:
    result = checked(TOLD[name][0])
    assert result.epsilon is not None
    assert (result.epsilon.exact, result.epsilon.low, result.epsilon.high) == (SMALLEST[name], None, None)
    assert figure_text(result.epsilon) == ("infinite" if SMALLEST[name] == "inf" else SMALLEST[name])


@pytest.mark.parametrize(
    ("name", "status"), [("randomized response", "tight"), ("catastrophe", "tight"), ("touching", "loose")]
)
def test_tight_is_tight_at_every_eps(name: str, status: str) -> None:
    assert checked(TOLD[name][0]).status == status


# ---- against the numbers ---------------------------------------------------------------------


def at(text: str, eps: Any) -> CheckResult:
    """The ordinary road at one eps."""
    found = laboratory(text)
    claim = found.file.claims[0]
    machines = found.machines_of(claim, None)
    one = open_instances.given(instance(text), "eps", eps)
    return measure(claim, channel(*machines, one), one.label)


def random_eps(name: str) -> list[Fraction]:
    source = random.Random(name)
    near = [Fraction(source.randint(1, 60), source.randint(10, 40)) for _ in range(40)]
    return [*near, *[Fraction(source.randint(1, 12), source.choice([1, 100])) for _ in range(10)]]


@pytest.mark.parametrize("name", TOLD)
def test_single_values_agree(name: str) -> None:
    text = TOLD[name][0]
    found = found_ranges(text)
    assert found is not None
    values = random_eps(name)[: 6 if "threshold" in name or "Alg" in name else 50]
    for eps in values:
        if 0 in found.of.sides(1, eps):
            broken = any([one.contains(eps) for one in found.broken])
            assert (at(text, eps).status == "violated") == broken, eps


@pytest.mark.parametrize("name", [name for name, (_, told) in TOLD.items() if "only" in told])
def test_close_to_the_ends_the_numbers_agree(name: str) -> None:
    """A little below and above each end."""
    text = TOLD[name][0]
    found = found_ranges(text)
    assert found is not None
    for one in found.broken:
        for end in (one.low, one.high):
            if end is None or (not isinstance(end, Place) and end == 0):
                continue
            middle = balls.bracket(lambda end=end: enclosure(end), 15)[0]  # type: ignore[misc]  # called at once
            for eps in (middle - Fraction(1, 10**9), middle + Fraction(1, 10**9)):
                if 0 in found.of.sides(1, eps):
                    broken = any([part.contains(eps) for part in found.broken])
                    assert (at(text, eps).status == "violated") == broken


@pytest.mark.parametrize("name", ["all but one", "large eps", "a middle range"])
def test_at_the_end_itself_nothing_is_broken(name: str) -> None:
    text = TOLD[name][0]
    found = found_ranges(text)
    assert found is not None
    for one in found.broken:
        for end in (one.low, one.high):
            if isinstance(end, Place):
                assert isinstance(end.exact, Log)
                assert not any([part.contains(end.exact) for part in found.broken])
                assert at(text, end.exact).status != "violated"


# ---- random programs -------------------------------------------------------------------------

SCALES = ("1/eps", "2/eps", "1/(2*eps)", "3/(2*eps)", "eps", "2*eps", "1/eps^2", "2")
CHANCES = (
    "exp(-eps)",
    "1/(1 + exp(eps/2))",
    "1 - exp(-2*eps)",
    "1/2 + exp(-eps) - exp(-2*eps)",
    "1/3",
    "exp(-1/eps)",
    "eps/(1 + eps)",
)
BUDGETS = ("eps", "eps/2", "2*eps", "ln(2)", "0", "eps, 1/10", "0, 1/4", "eps, exp(-eps)/4", "1/eps", "eps^2", "1")
REQUIRES = ("eps > 0", "eps > 0", "0 < eps && eps <= 1", "eps >= 1/2", "ln(2) < eps && eps < 2")
DRAWN = (
    "DiscreteLaplace({})",
    "DiscreteLaplace({}, d)",
    "Clamp(DiscreteLaplace({}, d), 0, 2)",
    "Truncate(DiscreteLaplace({}), -1, 1)",
)
RETURNED = (
    "a + d",
    "if a + d > b then 1 else 0",
    "a",
    "if f then d else 0",
    "(if f then 1 else 0) + b",
    "if a < b + d then a else b",
)


def random_program(source: random.Random) -> str:
    scales = [source.choice(SCALES)] * 2 if source.random() < 0.7 else source.choices(SCALES, k=2)
    draws = [source.choice(DRAWN).format(scale) for scale in scales]
    body = f"d := if x then 1 else 0; a :=$ {draws[0]}; b :=$ {draws[1]}; f :=$ Flip({source.choice(CHANCES)});"
    if source.random() < 0.3:
        body += f" if ({source.choice(['a > 0', 'f', 'a + d >= b', 'eps > 1', 'a > eps'])}) {{ a := b + d; }}"
    budget, requires = source.choice(BUDGETS), source.choice(REQUIRES)
    return bit(f"{body} return {source.choice(RETURNED)};", f"dp({budget})", "int", requires)


def test_random_programs_agree_with_single_values() -> None:
    source, known = random.Random(8), 0
    for _ in range(2 * TIMES):
        text = random_program(source)
        found = found_ranges(text)
        laboratory.cache_clear()
        if found is None:
            continue
        known += 1
        for eps in [Fraction(source.randint(1, 50), source.choice([10, 20, 25])) for _ in range(4)]:
            if 0 in found.of.sides(1, eps):
                single = at(text, eps)
                if single.status != "undecided":
                    assert (single.status == "violated") == any([one.contains(eps) for one in found.broken]), (
                        text,
                        eps,
                    )
    assert known >= TIMES // 4


# ---- an eps to show it at --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (Fraction(0), None, 1),
        (Fraction(0), Fraction(1), Fraction(1, 2)),
        (Fraction(1), None, 2),
        (ln(2), Fraction(1), Fraction(3, 4)),
        (Fraction(2, 3), Fraction(7, 10), ln(2)),
        (Fraction(1, 3), Fraction(2, 5), Fraction(3, 8)),
        (Fraction(100), None, 101),
        (ln(3), ln(4), Fraction(4, 3)),
    ],
)
def test_the_example_is_well_known_or_simple(low: Any, high: Any, expected: Any) -> None:
    one = Range(low, high, False, False)
    assert one.example == expected
    assert one.contains(one.example)


def test_ends_belong_to_a_range_or_not() -> None:
    assert Range(Fraction(1), Fraction(1), True, True).example == 1
    assert not Range(Fraction(1), None, False, False).contains(1)
    assert simplest(Fraction(5, 7), Fraction(3, 4)) == Fraction(8, 11)


def test_the_witness_is_that_of_a_single_eps() -> None:
    text = TOLD["scale eps"][0]
    found, claim = laboratory(text), laboratory(text).file.claims[0]
    told = found_ranges(text)
    assert told is not None
    result = at_example(found, claim, instance(text), "eps", told.broken[0])
    assert result.status == "violated"
    assert result.instance["eps"] == "1/2"
    assert result.witness is not None
    assert result.witness.inputs[0]["eps"] == result.witness.inputs[1]["eps"] == "1/2"
    assert result.witness.ratio == "exp(2)"


# ---- what is not decided ---------------------------------------------------------------------

TRAPS = {
    "a probability that is no function of q": bit("b :=$ Flip(eps/4); return b = x;", "dp(eps)"),
    "a sum of degrees": bit("b :=$ Flip(1/(1 + eps)); return b = x;", "dp(eps)"),
    "noise compared with eps": bit("z :=$ DiscreteLaplace(1/eps); return z > eps;", "dp(eps)"),
    "noise added to eps": bit("z :=$ DiscreteLaplace(1/eps); return z + eps;", "dp(eps)", "real"),
    "floor": bit("z :=$ DiscreteLaplace(1/eps); return z + floor(eps);", "dp(eps)", "int"),
    "a branch on eps": bit("if (eps <= 4) { b :=$ Flip(1/2); } else { b := x; } return b;", "dp(eps)"),
    "a branch on exp(eps)": bit("if (exp(eps) <= 40) { b :=$ Flip(1/2); } else { b := x; } return b;", "dp(eps)"),
    # at eps = ln(2) the bit is shown, and nowhere else
    "an equality at one eps": bit("if (exp(eps) = 2) { b := x; } else { b :=$ Flip(1/2); } return b;", "dp(eps)"),
    "an equality of what was stored": bit(
        "p := exp(eps); q := [p]; b :=$ Flip(1/2); if (q = [2]) { b := x; } return b;", "dp(eps)"
    ),
    "an equality of what was drawn": bit(
        "p :=$ Choice({exp(eps) @ 1/2, 3 @ 1/2}); b :=$ Flip(1/2); if (p = 2) { b := x; } return b;", "dp(eps)"
    ),
    "an equality of eps": bit("if (eps = 2) { b := x; } else { b :=$ Flip(1/2); } return b;", "dp(eps)"),
    # at eps = 1 the two outputs are one
    "outputs that meet": bit("return if x then eps else 1;", "dp(eps)", "real"),
    "outputs of exp that meet": bit("return if x then exp(eps) else 2;", "dp(eps)", "real"),
    "drawn outputs that meet": bit(
        "z :=$ DiscreteLaplace(1); r :=$ Choice({eps @ 1/2, 1 @ 1/2}); return (z, r);", "dp(eps)", "(int, real)"
    ),
    "a leak": bit("leak (if x then eps else 1); return true;", "dp(eps)"),
    "different powers": bit(
        "a :=$ DiscreteLaplace(eps); b :=$ DiscreteLaplace(1/eps); return a + (if x then 1 else 0) <= b;", "dp(eps)"
    ),
    "exp of a number beside exp of eps": bit("b :=$ Flip(exp(-1 - eps)); return b = x;", "dp(eps)"),
    "a probability for some eps": bit("b :=$ Flip(exp(eps)/4); return b = x;", "dp(eps)"),
    "a window": bit(
        "a :=$ DiscreteLaplace(1/eps); b :=$ DiscreteLaplace(1/eps); return a*b + (if x then 1 else 0);",
        "dp(eps)",
        "int",
    ),
    "a loop that ends with luck": bit(
        "b := true; n := 0; while (b) { b :=$ Flip(exp(-eps)); n := 2*n + 1; } return n;", "dp(eps)", "int"
    ),
    "Gaussian noise": bit("z :=$ DiscreteGauss(1/eps); return z + (if x then 1 else 0);", "dp(eps)", "int"),
    "Gaussian noise of one width": bit("z :=$ DiscreteGauss(2); return z + (if x then 1 else 0);", "dp(eps)", "int"),
    "a delta of another form": bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(eps, eps/8)"),
    "a budget of another form": bit("b :=$ Flip(exp(-eps)); return b = x;", "dp(eps^2)"),
    "three powers": bit(NOISY.format("1/(2*eps)"), "dp(eps^2 + 1/8)", "int"),
    "an input that depends on eps": bit(NOISY.format("1/eps"), "dp(eps)", "int", "eps > 0 && (x || eps >= 1)"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAPS)
def test_what_looks_homogeneous_and_is_not(name: str) -> None:
    result = checked(TRAPS[name])
    assert result.status == "not enumerable"
    assert "the values of `eps` are not stated" in result.reason
    assert result.witness is None


@pytest.mark.parametrize("name", [name for name in TRAPS if name != "an input that depends on eps"])
def test_the_search_is_told_nothing_of_it(name: str) -> None:
    assert found_ranges(TRAPS[name]) is None


NO_PARAMETER = {
    "continuous noise": bit("z :=$ Laplace(1/eps); return z > 0;", "dp(eps)"),
    "truncated continuous noise": bit("z :=$ Truncate(Laplace(1/eps), -1, 1); return z > 0;", "dp(eps)"),
    "two parameters": bit(NOISY.format("1/(eps + mu)"), "dp(eps + mu)", "int", "eps > 0 && mu > 0", ", mu : real"),
    "zcdp": bit(NOISY.format("1/eps"), "zcdp(eps)", "int"),
    "rdp": bit(NOISY.format("1/eps"), "rdp(2, eps)", "int"),
}


@pytest.mark.parametrize("name", NO_PARAMETER)
def test_there_is_no_parameter(name: str) -> None:
    file = laboratory(NO_PARAMETER[name]).file
    assert parameter(file.claims[0], file.programs) is None


def test_the_parameter_is_that_of_the_budget_or_of_the_noise() -> None:
    for text in (TOLD["half noise"][0], TOLD["half noise, a constant"][0], TOLD["nothing but data"][0]):
        file = laboratory(text).file
        assert parameter(file.claims[0], file.programs) == "eps"


def test_quadruples_of_results() -> None:
    text = """program A(x : int, eps : real) : int requires eps > 0; { z :=$ DiscreteLaplace(1/eps); return x + z; }
    program B(x : int, eps : real) : int requires eps > 0; { z :=$ DiscreteLaplace(1/eps); return x + 1 + z; }
    claim c : A ~ B : ={eps, x} ==> ={res} within(BUDGET) check x in {0, 3};"""
    fine, broken = text.replace("BUDGET", "eps"), text.replace("BUDGET", "eps/2")
    assert [r.status for r in Laboratory(pipeline.load(Source("q", fine))).checks(_claim(fine))] == ["tight", "tight"]
    assert {r.reason for r in Laboratory(pipeline.load(Source("q", broken))).checks(_claim(broken))} == {
        "violated for every eps > 0"
    }
    leaking = fine.replace("{ z :=$", "{ leak x; z :=$")
    file = pipeline.load(Source("q", leaking))
    assert parameter(file.claims[0], file.programs) is None


def _claim(text: str) -> Any:
    return laboratory(text).file.claims[0]


# ---- each side condition is needed -----------------------------------------------------------


def test_without_plain_outputs_two_outputs_would_stay_two(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TRAPS["outputs of exp that meet"]
    monkeypatch.setattr(every_epsilon, "is_plain", lambda value: True)
    found = found_ranges(text)
    assert found is not None
    assert found.text == "violated for every eps > 0"  # and yet
    assert at(text, ln(2)).status != "violated"


def test_without_the_search_for_equalities_one_eps_would_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TRAPS["an equality at one eps"]
    monkeypatch.setattr(open_checks, "has_delicate_equality", lambda *given: False)
    found = found_ranges(text)
    assert found is not None
    assert not found.broken  # and yet
    assert at(text, ln(2)).status == "violated"


def test_without_points_at_roots_one_eps_too_many_would_be_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TOLD["all but one"][0]
    monkeypatch.setattr("prhl.numbers.stretches.sign_on", lambda poly, root: 1)
    found = found_ranges(text)
    assert found is not None
    assert found.text == "violated for every eps > 0"
    assert at(text, ln(2)).status == "tight"


def test_two_roads_that_disagree_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TOLD["scale eps"][0]
    found = laboratory(text)
    with pytest.raises(Disagreement):
        at_example(found, found.file.claims[0], instance(text), "eps", Range(Fraction(1), None, False, False))


# ---- the report ------------------------------------------------------------------------------


def test_the_report_of_an_open_check() -> None:
    report = pipeline.verify(Source("every.wl", TOLD["half noise"][0]))
    (claim,) = [claim_json(report.source, one) for one in report.claims]
    assert claim["verdict"] == "refuted"
    (check,) = claim["checks"]
    assert check["instance"] == {"eps": "every"}
    assert check["epsilon"] == {"exact": "2*eps", "low": None, "high": None}
    assert check["reason"] == "violated for every eps > 0"
    assert claim["witness"]["inputs"][0] == {"x": "false", "eps": "1"}


def test_a_named_parameter_is_not_left_open() -> None:
    text = TOLD["half noise"][0].replace("check;", "check eps in {1, 2};")
    found = laboratory(text)
    assert [r.instance["eps"] for r in found.checks(found.file.claims[0])] == ["1", "2"]


def test_values_of_roots_of_primes_are_refused() -> None:
    """exp(-eps) beside 2^(1/2): no polynomial in q with rational coefficients."""
    assert found_ranges(bit("b :=$ Flip(exp(-eps)/sqrt(2)); return b = x;", "dp(eps)")) is None
    assert isinstance(exp(-EPS) / sqrt(2), Quotient)
