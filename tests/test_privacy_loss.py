"""Several Laplace values that are released: delta by the law of the privacy loss, beside integrals and boxes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from flint import acb, arb

from prhl.exact.ratios import density_ratio, privacy_loss
from prhl.numbers import Exponential, balls, enclosure, exp, ln
from tests.test_released_gaussians import deltas, rows

F = Fraction


def test_two_laplace_values() -> None:
    """By hand. The loss of the first, l = (|a - 1| - |a|)/2, is 1/2 with probability 1/2 and 1/2 - a between 0 and 1;
    the second alone has delta 1 - exp((e - 1/3)/2) at e from -1/3 to 1/3, and 0 above. At 1/2 that is
    (1 - exp(-1/6))/2 + the integral of exp(-a/2)/4 (1 - exp((a - 1/3)/2)) from 0 to 1/3, so 1 - 13/12 exp(-1/6)."""
    first, second = rows("(real, real) { a :=$ Laplace(2); b :=$ Laplace(3); return (a + x, b + x); }")
    found: Any = first.excess(second, Exponential(F(1, 2)))
    assert found.slack == (0, 0)
    assert found.above - found.below * exp(F(1, 2)) == 1 - F(13, 12) * exp(F(-1, 6))  # type: ignore[operator]


def one_alone(e: Any, reach: Fraction) -> Any:
    """delta of one Laplace value whose loss is between -reach and reach; e is a ball, or a number on one side."""
    return 1 - ((e - balls.rational(reach)) / 2).exp()


def both(scales: tuple[int, int], shifts: tuple[int, int], eps: Fraction) -> arb:
    """The first value is integrated over, piece by piece; the second by its formula."""
    (b, c), (d, g) = scales, shifts
    first, second = F(d, b), F(g, c)

    def at(e: Fraction) -> arb:
        """delta of the second value alone, at a number."""
        if e >= second:
            return arb(0)
        return 1 - balls.rational(e).exp() if e <= -second else arb(one_alone(balls.rational(e), second))

    total = at(eps - first) / 2 + at(eps + first) * (-balls.rational(first)).exp() / 2
    # between, the loss is first - 2 t/b, for t from 0 to d: e = eps - first + 2 t/b
    ends = sorted({F(0), F(d), *[t for e in (-second, second) if 0 < (t := (e - eps + first) * b / 2) < d]})
    for low, high in pairwise(ends):
        middle = eps - first + (low + high) / b

        def part(t: Any, _: Any, middle: Fraction = middle) -> Any:
            e = balls.rational(eps - first) + 2 * t / b
            if middle >= second:
                return acb(0)
            return (1 - e.exp() if middle <= -second else one_alone(e, second)) * (-t / b).exp() / (2 * b)

        total += acb.integral(part, acb(balls.rational(low)), acb(balls.rational(high))).real
    return total


CASES = [
    ((2, 3), (1, 1), F(1, 2)),
    ((2, 3), (1, 2), F(1, 5)),
    ((1, 4), (2, 1), F(1)),
    ((3, 1), (1, 1), F(0)),
    ((1, 1), (1, 1), F(3, 2)),
]


def compared() -> None:
    for (b, c), (d, g), eps in CASES:
        body = f"(real, real) {{ a :=$ Laplace({b}); b :=$ Laplace({c}); return (a + {d}*x, b - {g}*x); }}"
        for back in (False, True):
            low, high = deltas(body, eps, back)
            least, most = balls.enclose(lambda: both((b, c), (d, g), eps), 128)  # noqa: B023  # called at once
            assert least - F(1, 10**20) <= low <= high <= most + F(1, 10**20)
            assert high - low < F(1, 10**20)


def test_delta_is_that_of_integrals() -> None:
    compared()


THREE = "(real, real, real) { a :=$ Laplace(2); b :=$ Laplace(2); c :=$ Laplace(1); return (a + x, b + x, c + x); }"


def between_boxes() -> None:
    """Three values, beside the bounds that boxes give."""
    found = deltas(THREE, F(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(density_ratio, "_by_loss", lambda pair, factor: None)
        low, high = deltas(THREE, F(1))
    assert low < high - F(1, 1000)
    assert low <= found[0] <= found[1] <= high
    assert found[1] - found[0] < F(1, 10**20)


def test_three_values_lie_between_the_bounds_of_boxes() -> None:
    between_boxes()


def test_a_factor_that_is_no_exponential_of_a_rational_is_bracketed() -> None:
    first, second = rows("(real, real) { a :=$ Laplace(2); b :=$ Laplace(3); return (a + x, b + x); }")
    found = first.excess(second, Exponential(ln(F(3, 2))))
    assert found.slack[1] > 0


def test_other_scales_are_bracketed() -> None:
    """There the loss has no bound."""
    first, second = rows("(real, real) { a :=$ Laplace(2 + x); b :=$ Laplace(3); return (a, b + x); }")
    found = first.excess(second, Exponential(F(1, 2)))
    low = balls.enclose(lambda: enclosure(found.above) - enclosure(found.below) * exp_half(), 128)[0]
    assert low > 0
    assert found.slack[1] > 0


def exp_half() -> arb:
    return balls.rational(F(1, 2)).exp()


RIGHT = {"plus": privacy_loss.Loss.plus, "above": privacy_loss.Loss.above}


def _atoms_alone(self: Any, other: Any) -> Any:
    found = RIGHT["plus"](self, other)
    return privacy_loss.Loss(found.atoms, self.curve)


MUTATIONS: dict[str, tuple[tuple[Any, str, Any], Callable[[], object]]] = {
    "atoms alone are added": ((privacy_loss.Loss, "plus", _atoms_alone), compared),
    "from a little further on": (
        (privacy_loss.Loss, "above", lambda self, least: RIGHT["above"](self, least + F(1, 100))),
        compared,
    ),
    "the second row as likely as the first": (
        (privacy_loss.Loss, "above", lambda self, least: (RIGHT["above"](self, least)[0],) * 2),
        between_boxes,
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_law_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (where, what, wrong), check = MUTATIONS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()
