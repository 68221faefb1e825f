"""Compared Gaussian noise by certified integrals: beside arb's own quadrature, beside runs on cells, and with coarse
polynomials, whose enclosures must hold as well. Each row of MUTATIONS gets a bound wrong, and then a comparison fails.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb, ctx

from prhl import pipeline
from prhl.exact import Enclosed, Machine
from prhl.exact.bounds import quadrature, taylor_curves
from prhl.exact.bounds.enclosed_rows import _columns
from prhl.exact.bounds.grids import Fineness
from prhl.exact.bounds.interval_run import run
from prhl.exact.rows import Row
from prhl.numbers import balls
from prhl.numbers.noise import UNIT
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.limits import Meter
from prhl.source import Source

F = Fraction
Bounds = dict[Any, tuple[Fraction, Fraction]]

LARGEST = """program P(q : private list[real]) : int {
  best := 0;
  k := 0;
  for i in 0 .. size(q) {
    z :=$ Gauss(SIGMA);
    if (i = 0 || q[i] + z > best) { best := q[i] + z; k := i; }
  }
  return k;
}"""
BODIES = {
    "cut": "a :=$ Gauss(1); b :=$ Gauss(2);"
    " return if a > 1/2 then (if a > b then 2 else 1) else (if a > 1/2 then 3 else 0);",
    "multiples": "a :=$ Gauss(1); b :=$ Gauss(sqrt(2)); return if 2*a + 1/3 > b then 1 else 0;",
    "turned": "a :=$ Gauss(1); b :=$ Gauss(1); c :=$ Gauss(3);"
    " m := min(a, b); return if m > c then (if abs(m) > 1 then 2 else 1) else 0;",
    "beside a coin": "a :=$ Gauss(1); b :=$ Gauss(1); c :=$ Flip(1/3);"
    " return if (if c then a else a + 1) > b then 1 else 0;",
}


def flat(text: str) -> FlatProgram:
    file = pipeline.load(Source("p.wl", text))
    return flatten(file.programs["P"], file.programs)


def integrated(program: FlatProgram, **inputs: Any) -> Bounds:
    low, high = quadrature.integrated(program, inputs, Meter(100_000))
    return {seen: (F(low[seen], UNIT), F(high[seen], UNIT)) for seen in low}


def by_arb(q: list[Fraction], sigma: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Pr[q_k + z_k is the largest]: the integral of phi(t) and the distribution functions of the others at
    t + (q_k - q_i)/sigma, by arb; what lies 20 widths out is less than 10^-88."""

    def one(k: int) -> tuple[Fraction, Fraction]:
        def integrand(t: Any, _: bool) -> Any:
            found = (-t * t / 2).exp() / (2 * acb.pi()).sqrt()
            for i, other in enumerate(q):
                if i != k:
                    found *= (-(t + acb(balls.rational((q[k] - other) / sigma))) / acb(2).sqrt()).erfc() / 2
            return found

        before, ctx.prec = ctx.prec, 160
        try:
            ball = acb.integral(integrand, acb(-20), acb(20)).real
        finally:
            ctx.prec = before
        low, high = balls.enclose(lambda: ball, 160)
        return low - F(1, 10**80), high + F(1, 10**80)

    return [one(k) for k in range(len(q))]


QUERIES = [([F(0), F(1)], F(1)), ([F(0), F(1), F(2)], F(1)), ([F(0), F(1, 3), F(-1), F(5, 7)], F(3, 2))]


def beside_arb(digits: int = 25, queries: Any = QUERIES) -> None:
    for q, sigma in queries:
        found = integrated(flat(LARGEST.replace("SIGMA", str(sigma))), q=tuple(q))
        for k, (least, most) in enumerate(by_arb(q, sigma)):
            low, high = found[k,]
            assert low <= most
            assert least <= high
            assert (high - low) * 10**digits <= 1


def test_the_largest_of_some_is_that_of_arb() -> None:
    beside_arb()


def coarse() -> None:
    """Polynomials of low degrees: balls are wide, and hold what is true all the same."""
    before = taylor_curves.DEGREE
    try:
        for taylor_curves.DEGREE in (2, 3, 4, 5):
            beside_arb(1, QUERIES[:2])
    finally:
        taylor_curves.DEGREE = before


def test_coarse_polynomials_enclose() -> None:
    coarse()


def test_the_larger_of_two() -> None:
    """z_1 - z_0 has the variance 2, so that 1 + z_1 > z_0 has the probability erfc(-1/2)/2."""
    low, high = integrated(flat(LARGEST.replace("SIGMA", "1")), q=(0, 1))[1,]
    least, most = balls.enclose(lambda: (arb(-1) / 2).erfc() / 2, 160)
    assert low <= least <= most <= high < low + F(1, 10**28)


def multiples() -> None:
    """2 a - b has the variance 4 + 2, so that 2 a + 1/3 > b has the probability erfc(-1/(3 sqrt(12)))/2."""
    low, high = integrated(flat(f"program P() : int {{ {BODIES['multiples']} }}"))[1,]
    least, most = balls.enclose(lambda: (arb(-1) / (3 * arb(12).sqrt())).erfc() / 2, 160)
    assert low <= least <= most <= high < low + F(1, 10**25)


def test_multiples_of_two_widths() -> None:
    multiples()


def beside_cells() -> None:
    """Runs on cells know nothing of densities: what they leave open is wide, and must hold all of it."""
    for body in BODIES.values():
        program = flat(f"program P() : int {{ {body} }}")
        found, cells = (
            integrated(program),
            _columns(run(program, {}, Fineness(4), Meter(10_000_000)), program.result_type),
        )
        assert set(found) <= set(cells.high)
        for seen, (low, high) in found.items():
            assert F(cells.low.get(seen, 0), UNIT) <= high
            assert low <= F(cells.high[seen], UNIT)
        assert sum([low for low, _ in found.values()]) > 1 - F(1, 10**20)


def test_bounds_on_cells_agree() -> None:
    beside_cells()


def row_of(text: str, **inputs: Any) -> Row:
    found = Machine(flat(text)).run(inputs)
    assert isinstance(found, Row)
    return found


def figures() -> None:
    """Of two queries that change by one against each other the ratio is (1 - c)/c, c = erfc(1)/2, since 2/sqrt(2) is
    sqrt(2): enclosed to more than ten digits on both sides."""
    text = LARGEST.replace("SIGMA", "1")
    first, second = row_of(text, q=(0, 0)), row_of(text, q=(1, -1))
    found = second.ratio(first)
    assert isinstance(first, Enclosed)
    assert found.value is not None
    assert found.most is not None
    least, most = balls.enclose(lambda: 2 * (1 - arb(1).erfc() / 2), 160)
    assert found.value <= least <= most <= found.most < found.value + F(1, 10**10)  # type: ignore[operator]


def test_the_ratio_is_a_bracket_of_ten_digits() -> None:
    figures()


def far_out() -> None:
    """That 40 widths are exceeded has a probability, however small: nothing is known of it here."""
    text = "program P(c : private int) : int { z :=$ Gauss(1); return if z > c then 1 else 0; }"
    rows = [row_of(text, c=40), row_of(text, c=41)]
    assert rows[0].ratio(rows[1]).top is None


def test_what_lies_far_out_is_not_impossible() -> None:
    far_out()


def dropped(self: Any, low: Any, high: Any) -> Any:
    try:
        return WITHIN(self, low, high)
    except Exception:
        return taylor_curves.Smooth(())


WITHIN = taylor_curves.Smooth.within
MOVED = taylor_curves.Smooth.moved
BELL = taylor_curves._bell_on
MUTATIONS: dict[str, tuple[list[tuple[Any, str, Any]], Callable[[], object]]] = {
    "remainders are forgotten": (
        [
            (taylor_curves, "folded", lambda found, r: found[: taylor_curves.DEGREE] or [arb(0)]),
            (taylor_curves, "_bell_on", lambda noise, centre, r: BELL(noise, centre, F(0))),
        ],
        coarse,
    ),
    "moved too far": ([(taylor_curves.Smooth, "moved", lambda self, by: MOVED(self, by + F(1, 100)))], beside_arb),
    "what is far out is impossible": ([(taylor_curves.Smooth, "within", dropped)], far_out),
    "widths are not divided by": ([(taylor_curves.Smooth, "stretched", lambda self, c: self)], multiples),
    "upper bounds are forgotten": ([(Enclosed, "ratio", Row.ratio)], figures),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_bound_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patches, check = MUTATIONS[name]
    for where, what, wrong in patches:
        monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()
