"""Gaussian noise that is released: sums, several numbers, two widths. Figures against computations of their own."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb, ctx

from prhl import pipeline
from prhl.exact import Machine, Row, channel
from prhl.exact.bounds import gaussian_vector, two_widths
from prhl.numbers import Exponential, balls, enclosure
from prhl.semantics.flat import flatten
from prhl.semantics.instances import Instance
from prhl.source import Source
from tests.test_infinite import verify

F = Fraction
TEN_DIGITS = F(1, 10**11)


def rows(body: str) -> list[Row]:
    text = f"program P(x : private int) : {body}"
    file = pipeline.load(Source("x.wl", text))
    machine = Machine(flatten(file.programs["P"], file.programs))
    given = [{"x": 0}, {"x": 1}]
    return channel(machine, machine, Instance({}, {}, given, given)).left


def deltas(body: str, eps: Fraction, back: bool = False) -> tuple[Fraction, Fraction]:
    """Bounds on delta, of the input 0 against 1, or back."""
    first, second = rows(body)[::-1] if back else rows(body)
    growth = Exponential(eps)
    found = first.excess(second, growth)
    low, high = balls.enclose(lambda: enclosure(found.above) - enclosure(found.below) * growth.enclosure(), 256)
    return low - found.slack[0] * growth.enclosing[1], high + found.slack[1]


def agree(body: str, eps: Fraction, delta: Callable[[], arb], back: bool = False) -> None:
    """The bounds and what is computed otherwise have a number in common, and are ten digits apart at most."""
    low, high = deltas(body, eps, back)
    least, most = balls.enclose(delta, 256)
    assert most - least < TEN_DIGITS
    assert high - low < TEN_DIGITS
    assert low <= most
    assert least <= high
    assert low > 0


# ---- by integrals ------------------------------------------------------------------------------


def density(t: Any, centre: Any, sigma: Any) -> Any:
    return (-((t - centre) ** 2) / (2 * sigma**2)).exp() / (sigma * (2 * acb.pi()).sqrt())


def integral(of: Callable[[Any], Any], low: Any, high: Any) -> arb:
    """Certified, of an analytic function."""
    found = acb.integral(lambda t, _: of(t), acb(low), acb(high))
    return found.real


def convolved(sigma: int, other: int, gap: int, eps: Fraction) -> arb:
    """delta of a sum of two Gaussians that is moved, by its definition: the noise of the second is integrated over, and
    nothing is known of the width of a sum but where its worst half-line ends."""
    end = arb(gap) / 2 - balls.rational(eps) * (sigma**2 + other**2) / gap

    def up_to(t: Any, place: int) -> Any:
        return ((place - end + t) / (sigma * acb(2).sqrt())).erfc() / 2

    def part(t: Any) -> Any:
        return density(t, 0, other) * (up_to(t, 0) - balls.rational(eps).exp() * up_to(t, gap))

    return integral(part, -16 * other, 16 * other) + arb(0, "1e-50")  # exp(-16^2/2) = 10^-55.6


def test_a_sum_has_the_variance_of_both() -> None:
    body = "real { a :=$ Gauss(3); b :=$ Gauss(4); return a + b + x; }"
    for eps in (F(1, 10), F(1, 3)):
        agree(body, eps, lambda eps=eps: convolved(3, 4, 1, eps))  # type: ignore[misc]  # called at once


def both_released(shifts: tuple[int, int], sigmas: tuple[int, int], eps: Fraction) -> arb:
    """delta of a released pair by its definition: for each value of the first number the half-line of the second where
    the two densities have the ratio exp(eps)."""
    (m, n), (s, r) = shifts, sigmas
    factor = balls.rational(eps).exp()

    def part(t: Any) -> Any:
        # t m/s^2 + u n/r^2 <= (m^2/s^2 + n^2/r^2)/2 - eps
        room = acb(m) ** 2 / (2 * s**2) + acb(n) ** 2 / (2 * r**2) - balls.rational(eps) - t * m / acb(s) ** 2
        end = room * acb(r) ** 2 / n
        mine = density(t, 0, s) * ((0 - end) / (r * acb(2).sqrt())).erfc() / 2
        other = density(t, m, s) * ((n - end) / (r * acb(2).sqrt())).erfc() / 2
        return mine - factor * other

    return integral(part, -16 * s - 2, 16 * s + 2) + arb(0, "1e-50")


PAIR = "(real, real) { a :=$ Gauss(3); b :=$ Gauss(4); return (a + x, b + 2*x); }"


def test_a_released_pair_is_one_gaussian_in_the_direction_of_the_difference() -> None:
    for eps in (F(1, 10), F(1)):
        agree(PAIR, eps, lambda eps=eps: both_released((1, 2), (3, 4), eps))  # type: ignore[misc]  # called at once


def two_sigmas(eps: Fraction) -> arb:
    """delta of Gauss(2) against Gauss(1): the integral of what exceeds, over pieces between the roots."""
    root = ((2 * (balls.rational(eps) + arb(2).log())) / (1 - arb(1) / 4)).sqrt()
    low, high = balls.rational(0), root
    inside = integral(lambda t: density(t, 0, 2) - balls.rational(eps).exp() * density(t, 0, 1), low, high)
    return (1 - balls.rational(eps).exp()) - 2 * inside


def test_two_widths() -> None:
    body = "real { z :=$ Gauss(1 + x); return z; }"
    first, second = rows(body)
    assert second.ratio(first).value is None
    assert first.ratio(second).value == 2  # at 0
    for eps in (F(1, 2), F(1)):
        agree(body, eps, lambda eps=eps: two_sigmas(eps), back=True)  # type: ignore[misc]  # called at once
    assert deltas(body, F(1)) == (0, 0)  # ln(2) is enough where the narrower one comes first


def test_no_half_line_or_interval_exceeds_the_figures_of_two_widths() -> None:
    first, second = rows("real { z :=$ Gauss(1 + x); return z + x/3; }")
    for p, q in ((first, second), (second, first)):
        found = p.excess(q, Exponential(F(1, 2)))
        most = found.above - found.below * Exponential(F(1, 2)).enclosing[0] + found.slack[1]
        for low in (None, *[F(k, 4) for k in range(-12, 12)]):
            for high in (None, *[F(k, 4) for k in range(-12, 12)]):
                if low is None or high is None or low < high:
                    event = [tuple(two_widths.filled(p.normal.seen, two_widths.Span(low, high)))]  # type: ignore[attr-defined]
                    assert p.mass(event) - Exponential(F(1, 2)).enclosing[1] * q.ceiling(event) <= most


# ---- covariance --------------------------------------------------------------------------------


def test_what_is_said_twice_counts_once() -> None:
    once = deltas("real { z :=$ Gauss(2); return x + z; }", F(1, 2))
    for body in (
        "(real, real) { z :=$ Gauss(2); return (x + z, 2*x + 2*z); }",
        "(real, real) { z :=$ Gauss(2); w :=$ Gauss(3); return (x + z, x + z + w); }",
        "(real, real, real) { z :=$ Gauss(2); w :=$ Gauss(1); return (x + z, w, x + z - w); }",
    ):
        low, high = deltas(body, F(1, 2))
        assert low <= once[1]
        assert once[0] <= high
        assert high - low < TEN_DIGITS


def test_noise_that_cancels_hides_nothing() -> None:
    first, second = rows("(real, real) { z :=$ Gauss(2); return (x + z, z); }")
    assert first.ratio(second).value is None
    found = first.excess(second, Exponential(F(3)))
    assert (found.above, found.below, found.slack) == (1, 0, (0, 0))


def test_other_noise_is_not_taken_for_a_vector() -> None:
    """Compared noise is no longer normal, and neither is a mixture."""
    for body in (
        "(real, real) { z :=$ Gauss(2); w :=$ Gauss(2); y := 0; if (z <= w) { y := 1; } return (x + z + y, w); }",
        "(real, real) { z :=$ Gauss(2); w :=$ Laplace(2); return (x + z, w); }",
        "(real, real) { z :=$ Truncate(Gauss(2), -1, 1); w :=$ Gauss(2); return (x + z, w); }",
    ):
        assert type(rows(body)[0]).__name__ == "Enclosed"


# ---- claims ------------------------------------------------------------------------------------

CLAIMS = """
program Pair(x : private bool) : (real, real) {
  a :=$ Gauss(3);
  b :=$ Gauss(4);
  return (a + (if x then 1 else 0), b + (if x then 2 else 0));
}
claim rho : Pair satisfies zcdp(13/72) when any check;
claim less : Pair satisfies zcdp(1/8) when any check;
claim delta : Pair satisfies dp(1, 0.0191) when any check;
program Widths(x : private bool) : real { z :=$ Gauss(if x then 2 else 1); return z; }
claim pure : Widths satisfies dp(50) when any check;
claim high : Widths satisfies zcdp(10) when any check;
"""


def test_claims() -> None:
    found = verify(CLAIMS)
    assert found["rho"]["checks"][0]["status"] == "tight"
    assert found["rho"]["checks"][0]["rho"]["exact"] == "13/72"  # (1/9 + 4/16)/2
    assert [found[name]["verdict"] for name in ("less", "delta", "pure", "high")] == ["refuted"] * 4
    assert found["pure"]["checks"][0]["epsilon"]["exact"] == "inf"
    assert found["high"]["checks"][0]["rho"]["exact"] == "inf"


# ---- mutations ---------------------------------------------------------------------------------

RIGHT = {"solved": gaussian_vector.solved, "common": gaussian_vector._common, "wider": two_widths.is_wider}

MUTATIONS: dict[str, tuple[tuple[Any, str, Any], Callable[[], object]]] = {
    "widths add": (
        (gaussian_vector, "_width", lambda scales: sum(scales.values())),
        test_a_sum_has_the_variance_of_both,
    ),
    "outputs as if independent": (
        (gaussian_vector, "_common", lambda one, other: RIGHT["common"](one, other) if one == other else F(0)),
        test_what_is_said_twice_counts_once,
    ),
    "another direction": (
        (gaussian_vector, "solved", lambda matrix, right: tuple(right)),
        test_a_released_pair_is_one_gaussian_in_the_direction_of_the_difference,
    ),
    "a solution where there is none": (
        (gaussian_vector, "solved", lambda matrix, right: RIGHT["solved"](matrix, right) or tuple(right)),
        test_noise_that_cancels_hides_nothing,
    ),
    "the narrow one taken for the wide one": (
        (two_widths, "is_wider", lambda p, q: not RIGHT["wider"](p, q)),
        test_two_widths,
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (where, what, wrong), check = MUTATIONS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()


def test_precision_is_left_as_it_was() -> None:
    before = ctx.prec
    deltas(PAIR, F(1))
    assert ctx.prec == before
