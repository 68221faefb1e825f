"""Continuous noise in closed form: against known figures, numerical integration, certified bounds and a fine grid.

The closed forms integrate densities, the certified bounds know distribution functions alone: where both speak of one
event, the exact probability must lie between the bounds, whatever the program is.
"""

import json
import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.checks import sanity_instances, witness
from prhl.checks.decide import settled
from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory
from prhl.checks.witness import Disagreement
from prhl.closeness.epsilon_delta import delta_of, smallest_epsilon
from prhl.exact import Closed, Density
from prhl.exact.bounds.grids import Fineness, TooWide
from prhl.exact.bounds.interval_events import enclosed
from prhl.exact.closed import symbolic_run
from prhl.exact.closed.convolution import convolution
from prhl.exact.closed.exponential_polynomials import NotClosed, Terms, value
from prhl.exact.closed.real_densities import Curve, exponential, laplace
from prhl.exact.columns.boxes import Box, box_of, contains, halves
from prhl.exact.columns.cells import columns
from prhl.exact.columns.events import Span, united
from prhl.exact.ratios.density_ratio import excess, peak
from prhl.exact.ratios.signs import enclosed as value_at
from prhl.exact.ratios.signs import stretches
from prhl.found_proofs import Grounds, as_annotated
from prhl.frontends.cli import main
from prhl.numbers import Exponential, exp, ln, noise
from prhl.numbers.noise import UNIT, Noise
from prhl.numbers.rates import ONE, Rate, rate_of
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.limits import Limits, Meter
from prhl.source import Source
from prhl.typed.core import Check
from prhl.verdict import Evidence, Unknown, conclude

EXAMPLES = int(os.environ.get("PRHL_EXAMPLES", "150"))
ROOT = Path(__file__).parent.parent / "examples"
F = Fraction


def quiet(share: int = 1) -> Any:
    return settings(
        max_examples=max(10, EXAMPLES // share),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


def flat(text: str, name: str | None = None) -> FlatProgram:
    file = pipeline.load(Source("a.wl", text))
    return flatten(file.programs[name or next(iter(file.programs))], file.programs)


def example(path: str, name: str) -> FlatProgram:
    return flat((ROOT / path).read_text(encoding="utf-8"), name)


def masses(program: FlatProgram, **inputs: Any) -> dict[tuple[Any, ...], Any]:
    """The outputs of a program without real ones, in closed form."""
    found = symbolic_run.run(program, inputs)
    assert found.is_plain
    return {pattern.seen: sum([t.weight for t in terms], F(0)) for pattern, terms in found.terms.items()}


def number(found: Any) -> float:
    return float(found) if isinstance(found, int | Fraction) else float(found.enclosure())


# ---- known figures ---------------------------------------------------------------------------

MISSES = [F(1, 2), F(5, 24), F(5, 48), F(7, 120), F(17, 480)]


@pytest.mark.parametrize("n", range(1, 6))
def test_sparse_vector(n: int) -> None:
    found = masses(example("mechanisms/svt.wl", "Svt"), q=(0,) * n, T=0, N=1, eps=1)
    assert found[(("[]", *["false"] * (n - 1), "true"),)] == MISSES[n - 1]
    assert sum(found.values(), F(0)) == 1


def test_noisy_max() -> None:
    program = example("mechanisms/noisy_max.wl", "NoisyMax")
    assert masses(program, q=(1, 0), eps=1)[(0,)] == 1 - F(5, 8) * exp(F(-1, 2))
    assert masses(program, q=(1, 0, 0), eps=1)[(0,)] == 1 - F(5, 6) * exp(F(-1, 2)) - F(1, 12) * exp(F(-1))


def test_the_channel_shows_them() -> None:
    asked = ["channel", str(ROOT / "mechanisms/svt.wl"), "--program", "Svt", "--format", "json"]
    asked += ["--set", "q in {[0, 0, 0]}", "--set", "T = 0", "--set", "N = 1", "--set", "eps = 1"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    (found,) = json.loads(done.output)["channels"]
    assert dict(zip(found["outputs"], found["rows"][0], strict=True))["[false, false, true]"] == "5/48"


@pytest.mark.parametrize("eps", [F(1), F(1, 2), F(7, 3), ln(2), ln(3) / 2])
def test_the_laplace_mechanism(eps: Any) -> None:
    """Tight at eps; at a smaller epsilon e the delta is 1 - exp((e - eps)/2)."""
    left, right = rows("program P(x : real, eps : real) : real { z :=$ Laplace(1/eps); return x + z; }",
                       {"x": 0, "eps": eps}, {"x": 1, "eps": eps})  # fmt: skip
    found = peak(left.dense, right.dense)
    assert found.exact
    assert found.low == exp(eps)
    more = excess(left.dense, right.dense, exp(eps / 2))
    assert more.more == 0
    assert more.above - more.below * exp(eps / 2) == 1 - exp(-eps / 4)


def rows(text: str, *inputs: dict[str, Any]) -> list[Density]:
    program = flat(text)
    found = columns([symbolic_run.run(program, given_) for given_ in inputs])
    return [Density(weights, 1, dense=dense) for weights, dense in zip(found.rows, found.dense, strict=True)]


def results(path: str, claim: str, check: str, seconds: float = 30) -> list[CheckResult]:
    """A claim of an example with another check."""
    return judged((ROOT / path).read_text(encoding="utf-8"), claim, check, seconds)


def judged(text: str, claim: str, check: str, seconds: float = 30) -> list[CheckResult]:
    file = pipeline.load(Source("a.wl", text))
    chosen = next(c for c in file.claims if c.name == claim)
    probe = f"{text}\nclaim probe_ : {chosen.left} satisfies dp(1) when any {check} expect unknown;"
    asked = pipeline.load(Source("a.wl", probe)).claims[-1].checks[0]
    return list(Laboratory(file, Effort(Limits(seconds=seconds))).results(chosen, asked))


@pytest.mark.parametrize(
    ("path", "claim", "check"),
    [
        ("mechanisms/histogram.wl", "private", "check size(h) = 3, h[_] in {0, 1}, eps in {1, ln(2)}"),
        ("mechanisms/noisy_sum.wl", "private", "check size(d) = 2, d[_] in {0, 1}, eps = 1"),
        ("course/sequential_composition.wl", "budgets_add_up", "check size(d) = 1, d[_] in {0, 1}, eps1 = 1, eps2 = 2"),
        ("mechanisms/prefix_sums.wl", "one", "check size(q) = 2, n = 2, q[_] in {0, 1}, eps = 1"),
        ("mechanisms/smart_sum.wl", "private", "check size(q) = 3, q[_] in {0, 1}, M = 2, eps = 1"),
        ("mechanisms/noisy_running_sum.wl", "private", "check size(q) = 2, n = 2, q[_] in {0, 1}, eps = ln(2)"),
    ],
)
def test_released_noise_is_tight(path: str, claim: str, check: str) -> None:
    found = results(path, claim, check)
    assert found
    for result in found:
        assert (result.status, result.kind) == ("tight", "closed form"), result


def test_the_gap_of_sparse_vector_is_private() -> None:
    check = "check size(q) = 2, q[_] in {0, 1}, T = 0, N = 1, eps = 1"
    for result in results("mechanisms/gap_svt.wl", "private", check):
        assert result.status in ("tight", "loose")
        assert result.epsilon is not None
        assert result.epsilon.high is not None
        assert result.epsilon.high <= 1
        assert result.closed


# ---- curves ----------------------------------------------------------------------------------

SCALES = [F(1), F(2), F(1, 2), 2 / ln(2)]


@st.composite
def pieces(draw: Any) -> Curve:
    scale = draw(st.sampled_from(SCALES))
    found = draw(st.sampled_from([laplace, exponential]))(rate_of(exp(-1 / scale)))
    found = found.stretched(F(draw(st.sampled_from([1, -1, 2, F(-1, 3)]))))
    found = found.moved(F(draw(st.integers(-4, 4)), draw(st.sampled_from([1, 2]))))
    if draw(st.booleans()):
        found = found.within(F(draw(st.integers(-6, -1))), F(draw(st.integers(1, 6))))
    if draw(st.booleans()):
        found = found * laplace(rate_of(exp(-1 / draw(st.sampled_from(SCALES[:3]))))).up_to
    return found


def at(curve: Curve, t: Fraction) -> float:
    for piece in curve.parts:
        if (piece.low is None or piece.low <= t) and (piece.high is None or t < piece.high):
            return float(value_at(piece.terms, t))
    return 0.0


def test_masses_against_numerical_integration() -> None:
    mpmath = pytest.importorskip("mpmath")

    @quiet(4)
    @given(pieces(), st.integers(-3, 2), st.integers(1, 4))
    def each(curve: Curve, low: int, width: int) -> None:
        ends = sorted({F(low), F(low + width), *[e for p in curve.parts for e in (p.low, p.high) if e is not None]})
        inside = [float(e) for e in ends if low <= e <= low + width]
        found = mpmath.quad(lambda t: at(curve, F(float(t))), inside)
        assert abs(float(found) - number(curve.mass(F(low), F(low + width)))) < 1e-9

    each()


@quiet(3)
@given(pieces(), pieces())
def test_a_sum_has_the_mass_of_both(first: Curve, second: Curve) -> None:
    both = convolution(first, second)
    assert both.total == first.total * second.total
    assert convolution(second, first).mass(F(-1), F(2)) == both.mass(F(-1), F(2))


def test_sums_against_numerical_integration() -> None:
    mpmath = pytest.importorskip("mpmath")

    @quiet(10)
    @given(pieces(), pieces(), st.integers(-4, 4))
    def each(first: Curve, second: Curve, u: int) -> None:
        middle = F(u) + F(1, 7)
        cuts = {e for p in first.parts for e in (p.low, p.high) if e is not None}
        cuts |= {middle - e for p in second.parts for e in (p.low, p.high) if e is not None}
        ends = [-60.0, *[float(e) for e in sorted(cuts) if -60 < e < 60], 60.0]
        found = mpmath.quad(lambda t: at(first, F(float(t))) * at(second, middle - F(float(t))), ends)
        assert abs(float(found) - at(convolution(first, second), middle)) < 1e-7

    each()


@quiet(3)
@given(pieces())
def test_up_to_is_the_integral(curve: Curve) -> None:
    rising = curve.up_to
    for t in (F(-5), F(-1, 3), F(0), F(2), F(9, 2)):
        piece = next(p for p in rising.parts if (p.low is None or p.low <= t) and (p.high is None or t <= p.high))
        assert value(piece.terms, t) == curve.mass(None, t)


# ---- signs and suprema -----------------------------------------------------------------------


@st.composite
def sums(draw: Any) -> Terms:
    found: Terms = {}
    for _ in range(draw(st.integers(1, 5))):
        a = F(draw(st.integers(-3, 3)), 2)
        rate = ONE if a == 0 else Rate(a, ())
        c = F(draw(st.sampled_from([-3, -2, -1, 1, 2, 5]))) * exp(F(draw(st.integers(-1, 1)), 2))
        found[rate, draw(st.sampled_from([0, 0, 0, 1, 2]))] = c
    return found


@quiet(2)
@given(sums(), st.sampled_from([None, F(-3), F(0), F(1, 2)]), st.sampled_from([None, F(1), F(4)]))
def test_signs(terms: Terms, low: Any, high: Any) -> None:
    found = stretches(terms, low, high)
    assert found[0].low == low
    assert found[-1].high == high
    for before, after in pairwise(found):
        assert before.high == after.low
    for part in found:
        if part.sign is None:
            assert part.high - part.low <= F(1, 1 << 9)
            continue
        first = part.low if part.low is not None else F(-10) if part.high is None else part.high - 10
        last = part.high if part.high is not None else first + 10
        for k in range(1, 12):
            there = float(value_at(terms, first + (last - first) * F(k, 12)))
            assert abs(there) < 1e-9 or (there > 0) == (part.sign > 0)


@quiet(4)
@given(pieces(), pieces())
def test_no_point_exceeds_the_supremum(first: Curve, second: Curve) -> None:
    left, right = two_rows(first, second)
    found = peak(left, right)
    points = [F(k, 5) for k in range(-60, 61)]
    ratios = [at(first, t) / at(second, t) if at(second, t) else None for t in points if at(first, t) > 1e-12]
    if found.high is not None:
        assert all([ratio is not None and ratio <= number(found.high) * (1 + 1e-9) for ratio in ratios])
    if found.low is not None and found.box is not None and found.exact:
        assert max([r for r in ratios if r is not None], default=0) <= number(found.low) * (1 + 1e-9)


def two_rows(first: Curve, second: Curve) -> tuple[Any, Any]:
    from prhl.exact.closed.symbolic_states import Pattern, Summand
    from prhl.exact.closed.symbolic_values import Affine
    from prhl.exact.columns.boxes import Dense, Slice

    pattern = Pattern((Affine(0, ((0, F(1)),)),), ())
    one = Slice(0, pattern, pattern.seen, (0,))
    return tuple([Dense({0: (one, (Summand(F(1), (curve,)),))}) for curve in (first, second)])


@quiet(6)
@given(pieces(), pieces(), st.sampled_from([F(0), F(1, 2), F(1)]))
def test_the_excess_is_the_largest_difference(first: Curve, second: Curve, eps: Fraction) -> None:
    """On a fine partition no event exceeds it, and the event that it names attains it."""
    left, right = two_rows(first, second)
    factor = exp(eps)
    found = excess(left, right, factor)
    least = number(found.above) - number(factor) * number(found.below)
    cuts = [None, *[F(k, 2) for k in range(-12, 13)], None]
    parts = [(first.mass(a, b), second.mass(a, b)) for a, b in pairwise(cuts)]
    listed = sum([max(0.0, number(p) - number(factor) * number(q)) for p, q in parts])
    assert listed <= least + float(found.more) + 1e-9
    above = sum([left.mass(box) for box in found.boxes], F(0))
    below = sum([right.mass(box) for box in found.boxes], F(0))
    assert (above, below) == (found.above, found.below)


# ---- random programs -------------------------------------------------------------------------

REALS, BOOLS = ("a", "b", "c"), ("p", "q")
NOISE = [
    "Laplace(1)", "Laplace(2, {})", "Exponential(1)", "Laplace(1/ln(2))", "Truncate(Laplace(1), -1, 2)",
    "Clamp(Laplace(1), -1, 1)", "Laplace(1/2, {})", "Exponential(2)",
]  # fmt: skip


@st.composite
def numbers(draw: Any, depth: int = 2) -> str:
    kind = draw(st.integers(0, 10 if depth else 3))
    if kind == 0:
        return draw(st.sampled_from(["0", "1", "-1", "1/2", "2"]))
    if kind <= 3:
        return draw(st.sampled_from((*REALS, "x")))
    left, right = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if kind <= 6:
        return f"({left} + {right})"
    if kind == 7:
        return f"({left} - {right})"
    if kind == 8:
        return f"({draw(st.sampled_from(['2', '-1', '1/2']))} * {left})"
    if kind == 9:
        return f"{draw(st.sampled_from(['max', 'min']))}({left}, {right})"
    return draw(st.sampled_from([f"abs({left})", f"(if {draw(truths(depth - 1))} then {left} else {right})"]))


@st.composite
def truths(draw: Any, depth: int = 1) -> str:
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from(BOOLS))
    sign = draw(st.sampled_from(["<", "<=", ">", ">=", "=", "!="]))
    found = f"({draw(numbers(depth))} {sign} {draw(numbers(depth))})"
    return f"(!{found})" if draw(st.integers(0, 6)) == 0 else found


@st.composite
def programs(draw: Any) -> str:
    lines = ["a := 0; b := 1; c := x; p := false; q := true; l := [];"]
    for name in REALS[: draw(st.integers(1, 3))]:
        lines.append(f"{name} :=$ {draw(st.sampled_from(NOISE)).format(draw(st.sampled_from(['0', 'x', '1'])))};")
    left = draw(st.integers(0, 2))
    for _ in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from([0, 1, 2, 4, 5, 6, 7, 7, 7, 8]))
        if kind <= 3 and left:
            left -= 1
            where = draw(st.sampled_from(["0", "x", "a", "1"]))
            lines.append(f"{draw(st.sampled_from(REALS))} :=$ {draw(st.sampled_from(NOISE)).format(where)};")
        elif kind == 4:
            lines.append(f"{draw(st.sampled_from(REALS))} := {draw(numbers())};")
        elif kind == 5:
            lines.append(f"{draw(st.sampled_from(BOOLS))} := {draw(truths())};")
        elif kind == 6:
            lines.append("q :=$ Flip(1/3);")
        elif kind == 7:
            inner = draw(st.sampled_from(["a := b;", "l := l ++ [a];", "c := c + 1; p := true;", "b := a + c;"]))
            compared = f"{draw(st.sampled_from(REALS))} {draw(st.sampled_from(['<', '>=']))} {draw(numbers(1))}"
            lines.append(f"if ({draw(st.sampled_from([compared, draw(truths())]))}) {{ {inner} }}")
        else:
            lines.append(draw(st.sampled_from(["leak p;", "leak a > 0;", "leak q;", "leak a;"])))
    result = draw(st.sampled_from(["a", "p", "(p, a)", "(a > b)", "[a, b]", "a + b", "l", "(q, c)"]))
    return "program P(x : real) : TYPE { " + " ".join(lines) + f" return {result}; }}"


TYPES = {"a": "real", "p": "bool", "(p, a)": "(bool, real)", "(a > b)": "bool", "[a, b]": "list[real]",
         "a + b": "real", "l": "list[real]", "(q, c)": "(bool, real)"}  # fmt: skip


def test_closed_forms_lie_between_certified_bounds() -> None:
    shares: Counter[str] = Counter()

    @quiet(1)
    @given(programs())
    def each(text: str) -> None:
        result = text[text.rindex("return ") + 7 : text.rindex(";")]
        compare(flat(text.replace("TYPE", TYPES[result])), shares)

    each()
    assert shares["closed"] > shares["programs"] // 2, shares
    assert shares["compared"] > shares["closed"], shares
    assert shares["boxes"], shares


def compare(program: FlatProgram, shares: Counter[str]) -> None:
    """Every column of two rows, by both ways; masses add up to 1."""
    shares["programs"] += 1
    given_ = [{"x": 0}, {"x": 1}]
    try:
        found = columns([symbolic_run.run(program, one) for one in given_])
    except NotClosed:
        return
    shares["closed"] += 1
    for inputs, weights in zip(given_, found.rows, strict=True):
        assert sum(weights.values(), F(0)) == 1
        assert all([weight > 0 for weight in weights.values()])
        for seen, weight in list(weights.items())[:6]:
            try:
                fine, meter = Fineness(2, 10), Meter(2_000_000)
                ((low, high),) = enclosed(program, inputs, [[seen]], lambda s: s, fine, meter, found.classify)
            except TooWide:
                shares["too wide"] += 1
                continue
            assert low <= weight <= high, (seen, weight, low, high)
            shares["compared"] += 1
            shares["boxes"] += box_of(seen) is not None


def test_no_finer_event_exceeds_the_figures() -> None:
    """Boxes that are cut again show no more than epsilon, and together no more than delta."""
    shares: Counter[str] = Counter()

    @quiet(2)
    @given(programs(), st.sampled_from([F(0), F(1, 2), F(1)]))
    def each(text: str, eps: Fraction) -> None:
        result = text[text.rindex("return ") + 7 : text.rindex(";")]
        exceeded(flat(text.replace("TYPE", TYPES[result])), Exponential(eps), shares)

    each()
    assert shares["exact"] > shares["pairs"] // 2, shares


def exceeded(program: FlatProgram, growth: Exponential, shares: Counter[str]) -> None:
    try:
        found = columns([symbolic_run.run(program, {"x": x}) for x in (0, 1)])
    except NotClosed:
        return
    pairs = zip(found.rows, found.dense, strict=True)
    both = [Closed(w, 1) if d is None else Density(w, 1, dense=d) for w, d in pairs]
    for i, j in ((0, 1), (1, 0)):
        epsilon = smallest_epsilon(both, both, [(i, j)])
        delta = delta_of(both[i], both[j], growth, (i, j))
        shares["pairs"] += 1
        shares["exact"] += epsilon.exact and not any(delta.slack)
        parts = [part for seen in both[i].weights for part in finer(seen)]
        masses_ = [(number(both[i].mass([part])), number(both[j].mass([part]))) for part in parts]
        top = None if epsilon.ratio is None else epsilon.ratio if epsilon.exact else epsilon.most
        if top is not None:
            assert all([p <= number(top) * q * (1 + 1e-9) + 1e-12 for p, q in masses_])
        listed = sum([max(0.0, p - number(growth.value) * q) for p, q in masses_])
        least = number(delta.above) - number(growth.value) * number(delta.below)
        assert -1e-12 <= least <= 1 + 1e-12
        assert listed <= least + float(delta.slack[1]) + 1e-9
        assert both[i].mass(delta.event) == delta.above
        assert both[j].mass(delta.event) == delta.below


def finer(seen: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """A column that is a box in eight, along its first axis."""
    box = box_of(seen)
    if box is None:
        return [seen]
    parts = [box]
    for _ in range(3):
        parts = [part.replaced(0, half) for part in parts for half in halves(part.extents[0])]
    return [(part,) for part in parts]


@pytest.mark.parametrize("k", [4, 16])
def test_a_fine_grid_comes_close(k: int) -> None:
    """Laplace(b) is the limit of DiscreteLaplace(k*b)/k."""
    reals = flat("program P(q : list[real]) : int { a :=$ Laplace(2); b :=$ Laplace(1); c :=$ Laplace(1);"
                 " return if q[0] + b > a then 0 else if q[1] + c > a then 1 else 2; }")  # fmt: skip
    grid = flat(f"program P(q : list[real]) : int {{ a :=$ DiscreteLaplace({2 * k}); b :=$ DiscreteLaplace({k});"
                f" c :=$ DiscreteLaplace({k}); return if q[0] + b/{k} > a/{k} then 0"
                f" else if q[1] + c/{k} > a/{k} then 1 else 2; }}")  # fmt: skip
    first, second = masses(reals, q=(0, 1)), masses(grid, q=(0, 1))
    for seen, mass in first.items():
        assert abs(number(mass) - number(second[seen])) < 1 / k


# ---- bounds ----------------------------------------------------------------------------------


@quiet(2)
@given(
    st.sampled_from(
        [Noise(noise.laplace, F(2)), Noise(noise.laplace, 1 / ln(2), F(1, 3)), Noise(noise.exponential, F(3, 2))]
    ),
    st.fractions(-4, 4, max_denominator=8),
    st.fractions(0, 5, max_denominator=8),
)
def test_distribution_functions(drawn: Noise, low: Fraction, width: Fraction) -> None:
    curve = exponential if drawn.function is noise.exponential else laplace
    exact = curve(rate_of(exp(-1 / drawn.scale))).moved(F(drawn.place)).mass(low, low + width) if width else F(0)
    least, most = drawn.between(low, low + width)
    assert F(least, UNIT) <= exact <= F(most, UNIT)
    assert most - least < 1 << 20


GAUSS = """
program Sparse(q : private list[real]) : list[bool] {
  rho :=$ Gauss(1);
  out := [];
  i := 0;
  while (i < size(q)) {
    e :=$ Gauss(1);
    out := out ++ [q[i] + e >= rho];
    i := i + 1;
  }
  return out;
}
program Add(x : private real, s : real) : real requires s > 0; { z :=$ Gauss(s); return x + z; }
claim private : Sparse satisfies dp(1/2) when all_within(q, 1) expect unknown;
claim loose : Sparse satisfies dp(1/2, 9/10) when all_within(q, 1) expect unknown;
claim add : Add satisfies dp(1, 1/10) when within(x, 1) expect unknown;
"""


def test_compared_gaussian_noise_is_refuted_by_bounds() -> None:
    (found,) = judged(GAUSS, "private", "check q in {[0, 1], [1, 0]}", 60)
    assert (found.status, found.kind) == ("violated", "certified bounds")
    assert found.witness is not None
    assert not found.witness.exact
    above, below = [F(p) for p in found.witness.probabilities]
    assert Exponential(F(1, 2)).compare(above / below) > 0


def test_bounds_from_above_where_no_real_is_released() -> None:
    (found,) = judged(GAUSS, "loose", "check q in {[0, 1], [1, 0]}", 60)
    assert found.status == "loose"


def test_released_gaussian_noise_has_a_formula() -> None:
    """delta(1) of Gauss(1) is 0.1269, of Gauss(2) 0.0069 (Balle and Wang)."""
    (wrong,) = judged(GAUSS, "add", "check x in {0, 1}, s = 1")
    assert wrong.status == "violated"
    assert wrong.delta is not None
    assert F(1269, 10000) < wrong.delta.low <= wrong.delta.high < F(127, 1000)
    (right,) = judged(GAUSS, "add", "check x in {0, 1}, s = 2")
    assert (right.status, right.kind) == ("loose", "closed form")


def test_intervals_that_lie_side_by_side_are_one() -> None:
    parts = [(Span(None, F(0)),), (Span(F(1), F(2)),), (Span(F(0), F(1)),)]
    assert united(parts) == [(Span(None, F(2)),)]


def test_scales_that_depend_on_the_input_have_no_common_intervals() -> None:
    text = "program P(x : private real) : real { z :=$ Truncate(Gauss(1 + 7*abs(x)), -8, 8); return x + z; } " \
           "claim private : P satisfies dp(1) when within(x, 1) expect unknown;"  # fmt: skip
    (found,) = judged(text, "private", "check x in {0, 1}")
    assert found.status == "not enumerable"


# ---- events ----------------------------------------------------------------------------------

MIXED = """
program Mixed(x : private real) : real {
  b :=$ Flip(1/4);
  z :=$ Laplace(1);
  return if b then x + z else 0;
}
claim private : Mixed satisfies dp(1/2) when within(x, 1) expect unknown;
"""


def test_outputs_with_a_probability_of_their_own_are_no_part_of_a_box() -> None:
    (found,) = judged(MIXED, "private", "check x in {0, 1}")
    assert found.witness is not None
    assert found.witness.event == ("res <= 0, other than 0",)
    assert found.witness.probabilities == ("1/8", "exp(-1)/8")


def test_what_a_box_contains() -> None:
    text = "program P(x : real) : (real, real) { a :=$ Laplace(1); b :=$ Laplace(1); return (a, a + b); }"
    (row,) = rows(text, {"x": 0})
    box = next(box_of(seen) for seen in row.weights)
    assert isinstance(box, Box)
    assert contains(box.slice.whole, (("()", 1, 2),))
    half = box.slice.whole.replaced(1, (F(0), None))
    assert contains(half, (("()", 1, 2),))
    assert not contains(half, (("()", 2, 1),))
    assert str(half) == "res.1 - res.0 > 0"


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("if (b) { y := z + w; } else { y := w; }", "(z, y)"),
        ("if (b) { y := 2*z + w; } else { y := w; }", "[z, y]"),
    ],
)
def test_one_plane_in_two_ways_is_not_closed(body: str, result: str) -> None:
    kind = "(real, real)" if result[0] == "(" else "list[real]"
    drawn = "y := 0; b :=$ Flip(1/2); z :=$ Laplace(1); w :=$ Laplace(1);"
    text = f"program P(x : real) : {kind} {{ {drawn} {body} return {result}; }}"
    with pytest.raises(NotClosed):
        columns([symbolic_run.run(flat(text), {"x": 0})])


def test_smaller_flats_are_outputs_of_their_own() -> None:
    drawn = "y := x; b :=$ Flip(1/2); z :=$ Laplace(1); w :=$ Laplace(1);"
    text = f"program P(x : real) : list[real] {{ {drawn} if (b) {{ y := w; }} return [z, y]; }}"
    left, right = rows(text, {"x": 0}, {"x": 1})
    assert sum(left.weights.values(), F(0)) == 1
    assert peak(left.dense, right.dense).low is None  # on the line [z, 0], which run 2 never shows


# ---- what becomes of it ----------------------------------------------------------------------

WRONG = """
program Half(x : private real, eps : real) : real requires eps > 0; { z :=$ Laplace(1/(2*eps)); return x + z; }
claim private : Half satisfies dp(eps) when within(x, 1) expect unknown;
program Coin(x : private bool) : bool { z :=$ Laplace(1); return z + (if x then 1 else 0) > 0; }
claim coin : Coin satisfies dp(2) when any expect unknown;
"""


def test_a_check_with_continuous_noise_never_changes_the_verdict() -> None:
    (found,) = judged(WRONG, "private", "check x in {0, 1}, eps = 1")
    assert (found.status, found.continuous) == ("violated", True)
    assert found.witness is not None
    assert found.witness.event == ("res <= 0",)
    assert found.witness.probabilities == ("1/2", "exp(-2)/2")
    report = pipeline.load(Source("a.wl", WRONG))
    proof = as_annotated(report.claims[0], Grounds(Laboratory(report)))
    verdict, alarm = conclude(False, Evidence(proof, (found,)))
    assert isinstance(verdict, Unknown)
    assert not alarm
    verdict, _ = conclude(False, Evidence(proof, (replace(found, continuous=False),)))
    assert verdict.word == "refuted"


def test_continuous_noise_is_not_decided_by_enumeration() -> None:
    found = judged(WRONG, "coin", "check")
    assert [result.status for result in found] == ["loose"]
    assert not settled(found)
    assert settled([replace(result, continuous=False) for result in found])


def test_what_has_neither_closed_form_nor_bounds_is_not_enumerable() -> None:
    text = "program P(x : private real) : int { z :=$ Laplace(1); return floor(x + z); } " \
           "claim private : P satisfies dp(1) when within(x, 1) expect unknown;"  # fmt: skip
    (found,) = judged(text, "private", "check x in {0, 1}")
    assert found.status == "not enumerable"
    assert "without a closed form" in found.reason


def test_a_wrong_closed_form_is_a_disagreement() -> None:
    file = pipeline.load(Source("a.wl", WRONG))
    laboratory = Laboratory(file)
    (found,) = judged(WRONG, "private", "check x in {0, 1}, eps = 1")
    assert found.violation is not None
    wrong = replace(found.violation, probabilities=(F(2, 3), F(1, 100)))
    with pytest.raises(Disagreement):
        laboratory.witness(file.claims[0], wrong, None)


def test_a_violation_without_any_bounds_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "on_grids", lambda *_: None)
    (found,) = judged(WRONG, "private", "check x in {0, 1}, eps = 1")
    assert found.status == "violated"
    assert found.witness is None


# ---- the examples ----------------------------------------------------------------------------

NAMES = (" Laplace(", "Exponential(", " Gauss(")
CONTINUOUS = sorted(
    [path for path in ROOT.rglob("*.wl") if any([name in path.read_text(encoding="utf-8") for name in NAMES])]
)


@pytest.mark.parametrize("path", CONTINUOUS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_correct_mechanism_is_violated(path: Path) -> None:
    """On small instances; and none of them ends in a crash."""
    file = pipeline.load(Source(str(path), path.read_text(encoding="utf-8")))
    laboratory = Laboratory(file, Effort(Limits(steps=4_000_000)))
    for claim in file.claims:
        if not any([laboratory.is_continuous(name) for name in (claim.left, claim.right)]):
            continue
        parameters = {p.name: p for name in (claim.right, claim.left) for p in file.programs[name].parameters}
        items = [i for p in parameters.values() for i in sanity_instances._small(p.name, p.type, (), p.private, claim)]
        spent = 0
        for result in laboratory.results(claim, Check(tuple(items), claim.span)):
            assert claim.expect != "proved" or result.status != "violated", (claim.name, result)
            confirmed = result.witness is not None or result.violation is not None
            assert result.status != "violated" or confirmed or result.reason
            spent += result.steps
            if spent > 4_000_000:
                break
