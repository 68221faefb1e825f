"""The divergences of discrete Gaussians that are moved by integers: exact, and beside sums over a long range."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from prhl.checks import divergence_check
from prhl.exact.columns import cells
from prhl.notions import BY_NAME
from prhl.numbers import balls
from prhl.numbers.theta import moved_sum
from tests.test_infinite import verify
from tests.test_released_gaussians import deltas, rows

F = Fraction
Moved = tuple[tuple[int, Fraction], ...]


def by_sums(moved: Moved, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """D_alpha, from masses at the integers of a long range, one by one; what lies outside is far below 10^-30."""

    def ball() -> arb:
        total = balls.rational(0)
        for k, c in moved:
            reach = range(-120, 121)
            norm = sum([(-balls.rational(c * t * t)).exp() for t in reach], balls.rational(0))
            part = balls.rational(0)
            for t in reach:
                p, q = -balls.rational(c * t * t), -balls.rational(c * (t - k) ** 2)
                part += (balls.rational(alpha) * p + balls.rational(1 - alpha) * q).exp() / norm
            total += part.log() / balls.rational(alpha - 1)
        return total

    low, high = balls.enclose(ball, 256)
    return low - F(1, 10**20), high + F(1, 10**20)


CASES: list[Moved] = [((1, F(1, 8)),), ((3, F(1, 8)),), ((1, F(1, 2)), (2, F(1, 18))), ((-2, F(2)),), ((0, F(1)),)]
ALPHAS = (F(2), F(3), F(3, 2), F(5, 4), F(17, 5))


def compared() -> None:
    for moved in CASES:
        for alpha in ALPHAS:
            found = divergence_check._shifted_divergence(list(moved), alpha)
            assert found.low is not None
            assert found.high is not None
            low, high = by_sums(moved, alpha)
            assert low <= found.high <= found.low + F(1, 10**9)
            assert found.low <= high


def test_divergences_are_those_of_long_sums() -> None:
    compared()


def test_order_two_is_attained_and_no_other_exceeds_rho() -> None:
    """rho is the supremum of D_alpha/alpha, c k^2: what D_2/2 is, and every other is at most that."""
    for moved in CASES:
        rho = sum([c * k * k for k, c in moved], F(0))
        assert divergence_check._shifted_divergence(list(moved), F(2)).low == 2 * rho
        for alpha in ALPHAS:
            assert by_sums(moved, alpha)[0] <= alpha * rho


def test_between_the_integers_the_sum_is_smaller() -> None:
    """Strictly, so that a claim of alpha c k^2 at a fraction is loose and not tight."""
    found = divergence_check._shifted_divergence([(1, F(2))], F(3, 2))
    assert found.high is not None
    assert found.high < F(3)
    assert balls.at(128, lambda: moved_sum(F(2), F(1, 2)) - moved_sum(F(2), F(0))) < 0


CLAIMS = """
program Count(c : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}
claim rho : Count satisfies zcdp(1/2) when within(c, 2) check c in 0 .. 2;
claim less : Count satisfies zcdp(1/5) when within(c, 2) check c in 0 .. 2;
claim order_two : Count satisfies rdp(2, 1/4) when within(c, 1) check c in 0 .. 1;
claim between : Count satisfies rdp(5/4, 5/32) when within(c, 1) check c in 0 .. 1;
"""


def test_claims() -> None:
    found = verify(CLAIMS)
    statuses = {name: claim["checks"][0]["status"] for name, claim in found.items()}
    assert statuses == {"rho": "tight", "less": "violated", "order_two": "tight", "between": "loose"}
    assert found["rho"]["checks"][0]["rho"]["exact"] == "1/2"
    assert found["less"]["verdict"] == "refuted"
    assert found["order_two"]["checks"][0]["renyi"]["exact"] == "1/4"


def two_widths() -> None:
    """The wider one falls slower on both sides, so that no epsilon is enough; delta by sums over a long range."""
    first, second = rows("int { z :=$ DiscreteGauss(1 + x); return z + 3*x; }")
    assert second.ratio(first).value is None
    assert first.ratio(second).value is not None

    def delta() -> arb:
        norms = [sum([(-balls.rational(F(t * t, 2 * s * s))).exp() for t in range(-60, 61)], arb(0)) for s in (1, 2)]
        total = arb(0)
        for t in range(-50, 51):
            mine = (-balls.rational(F((t - 3) ** 2, 8))).exp() / norms[1]
            other = (-balls.rational(F(t * t, 2))).exp() / norms[0] * balls.rational(F(1)).exp()
            total += mine - other if mine > other else arb(0)
        return total

    low, high = deltas("int { z :=$ DiscreteGauss(1 + x); return z + 3*x; }", F(1), back=True)
    least, most = balls.enclose(delta, 256)
    assert low <= most
    assert least <= high
    assert high - low < F(1, 10**12)


def test_two_widths() -> None:
    two_widths()


MIXED = """
program Mixed(c : private bool) : int {
  b :=$ Flip(1/2);
  z :=$ DiscreteGauss(2);
  return (if c then 1 else 0) + z + (if b then 3 else 0);
}
claim rho : Mixed satisfies zcdp(1/8) when any check;
"""


def test_a_mixture_is_not_taken_for_one_gaussian() -> None:
    """Its rho is less than 1/8; the masses outside a window leave it open."""
    assert verify(MIXED)["rho"]["checks"][0]["status"] == "undecided"


MUTATIONS: dict[str, tuple[tuple[Any, str, Any], Callable[[], object]]] = {
    "at the integers everywhere": ((divergence_check, "moved_sum", lambda c, s: moved_sum(c, F(0))), compared),
    "twice as far from the integers": ((divergence_check, "moved_sum", lambda c, s: moved_sum(c, 2 * s % 1)), compared),
    "centres alone": ((cells, "_tails", lambda terms: ((F(1), -9, 9),)), two_widths),
    "exactly, whatever the order": ((divergence_check, "enclosed", lambda ball: (F(0), F(0))), compared),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (where, what, wrong), check = MUTATIONS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()


def test_an_exact_divergence_is_not_the_largest_where_bounds_of_another_reach_above_it() -> None:
    """The second is 3/2*c minus something below 1e-400, and the first a little less than that, though it is above the
    bound of the second from below: a claim of as much as the first is not true."""
    c = F(1, 98)
    near = c / 4 - F(1, 10**37)
    budget, moved = (F(3, 2), 6 * near), {(0, 1): [(2, near)], (1, 2): [(1, c)]}
    found = divergence_check.of_discrete_gaussians(BY_NAME["rdp"], budget, moved)
    assert found.order is None
