"""What is only proposed (an order, a prior) is the same on every machine, and good."""

from fractions import Fraction

import pytest
from flint import ctx

from prhl.measures.capacity import capacity
from prhl.measures.matrix import matrix
from prhl.numbers.fixed_point import BITS, ONE, log2, power_of_2
from prhl.numbers.orders import best_order, delta_of, delta_of_all


@pytest.mark.parametrize(
    ("rho", "epsilon"),
    [(Fraction(1, 2), Fraction(1)), (Fraction(1, 100), Fraction(1, 2)), (Fraction(5), Fraction(1))],
)
def test_the_best_order_is_between_its_neighbours(rho: Fraction, epsilon: Fraction) -> None:
    order = best_order(rho, epsilon)
    least = delta_of_all(rho, epsilon)
    for near in (1 + (order - 1) * 99 / 100, 1 + (order - 1) * 101 / 100):
        assert least <= delta_of(near, rho * near, epsilon)


def test_an_order_does_not_depend_on_the_precision_that_is_set() -> None:
    before, found = ctx.prec, set()
    try:
        for ctx.prec in (20, 53, 200):
            found.add(best_order(Fraction(1, 7), Fraction(2, 3)))
    finally:
        ctx.prec = before
    assert len(found) == 1


def test_without_a_divergence_the_order_is_as_large_as_it_may_be() -> None:
    assert best_order(Fraction(0), Fraction(1)) > 2**40


def test_logarithms_and_powers_are_rounded_to_the_nearest() -> None:
    assert log2(ONE) == 0
    assert log2(ONE >> 3) == -3 * ONE
    assert log2(1) == -BITS * ONE
    assert power_of_2(0) == ONE
    assert power_of_2(-2 * ONE) == ONE >> 2
    assert power_of_2(-1000 * ONE) == 0
    assert abs(power_of_2(log2(ONE // 5)) - ONE // 5) <= 2


def test_a_capacity_within_its_last_digit() -> None:
    """Of a Z channel with crossing 1/3: log2(1 + (1-p)*p^(p/(1-p)))."""
    found = capacity(matrix([[1, 0], [Fraction(1, 3), Fraction(2, 3)]]))
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.high <= found.low + Fraction(1, 10**7)
    assert abs(float(found.low) - 0.4695) < 1e-3
