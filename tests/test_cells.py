"""Arrays as flat lists, and the bounds that draws on grids have after they were compared."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from prhl.exact.bounds.arrays import marginal, spread, transposed
from prhl.exact.bounds.grids import Fineness, Fresh, State, fitting, gridded
from prhl.numbers.noise import UNIT, Noise

F = Fraction
SHAPES = [[], [3], [1, 4], [3, 2], [2, 3, 4], [1, 2, 1, 3]]


def entries(sizes: list[int]) -> dict[tuple[int, ...], int]:
    """An array as a table from indices to entries, all different."""
    return {index: 7 * at**2 + at for at, index in enumerate(product(*[range(size) for size in sizes]))}


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_marginals_are_sums_along_an_axis(sizes: list[int]) -> None:
    table = entries(sizes)
    for axis in range(len(sizes)):
        left = sizes[:axis] + sizes[axis + 1 :]
        expected = dict.fromkeys(entries(left), 0)
        for index, entry in table.items():
            expected[index[:axis] + index[axis + 1 :]] += entry
        assert marginal(list(table.values()), sizes, axis) == list(expected.values())


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_axes_change_places(sizes: list[int]) -> None:
    table = entries(sizes)
    for order in product(range(len(sizes)), repeat=len(sizes)):
        if len(set(order)) == len(sizes):
            found = transposed(list(table.values()), sizes, order)
            turned = product(*[range(sizes[axis]) for axis in order])
            assert list(found) == [table[tuple([at[order.index(i)] for i in range(len(sizes))])] for at in turned]


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_an_array_of_some_axes_is_spread_over_all(sizes: list[int]) -> None:
    for chosen in product([False, True], repeat=len(sizes)):
        axes = [axis for axis, kept in enumerate(chosen) if kept]
        part = list(product(*[range(sizes[axis]) for axis in axes]))
        found = spread(sizes, axes)
        assert len(found) == prod(sizes)
        assert [part[at] for at in found] == [tuple([index[axis] for axis in axes]) for index in entries(sizes)]


LAPLACE = Noise("Laplace", 1)
WIDE = Fineness(1, 2)


def cut(*names: int) -> State:
    state = State({}, (), {name: Fresh(LAPLACE) for name in (1, 2, 3)})
    for name in names:
        state = gridded(state, name, WIDE)
    return state


def test_ends_may_be_of_any_size() -> None:
    """Numbers beyond 64 bits, and coefficients of the same kind."""
    huge = 10**30
    found = fitting(cut(1, 2), {((1, huge), (2, -huge)): (None, F(1, 3**50))}, set())
    exactly_half = fitting(cut(1, 2), {((1, 1), (2, -1)): (None, F(0))}, set())
    assert sum(found.low) == sum(exactly_half.low)
    assert sum(found.low) < UNIT // 2 < sum(found.high) < UNIT
    gone = fitting(cut(1), {((1, huge), (2, -huge)): (None, F(1, 3**50))}, {2})
    assert sum(gone.low) < UNIT // 2 < sum(gone.high) < UNIT


def test_a_side_without_an_end_asks_nothing_of_the_last_cells() -> None:
    """x + y <= 40, with y integrated out: the cell of all small x has nearly all of its mass for sure."""
    start = cut(1)
    found = fitting(start, {((1, 1), (2, 1)): (None, F(40))}, {2})
    assert found.low[0] > start.low[0] * 999 // 1000
    assert found.low[-1] == 0
    turned = fitting(start, {((1, -1), (2, 1)): (F(-40), None)}, {2})
    assert list(turned.low) == list(found.low)
    assert list(turned.high) == list(found.high)


def test_what_cannot_be_has_no_mass_at_all() -> None:
    """y <= x and y >= x + 10, with x in a cell of 1: not even by rounding."""
    found = fitting(cut(1), {((1, 1), (2, -1)): (F(0), None), ((1, 2), (2, -2)): (None, F(-20))}, {2})
    assert set(found.high[1:-1]) == {0}


def test_the_order_of_names_is_not_that_of_a_set() -> None:
    """Products are rounded in the order in which the draws were made, whatever numbers their names are."""

    def shifted(by: int) -> State:
        names = [by + 1, by + 2, by + 3]
        state = State({}, (), {name: Fresh(Noise("Laplace", at + 1)) for at, name in enumerate(names)})
        state = gridded(state, names[0], Fineness(4, 4))
        asked = {((names[0], 1), (name, -1)): (F(at), None) for at, name in enumerate(names[1:])}
        return fitting(state, asked, set(names[1:]))

    assert len({tuple(shifted(by).low) for by in range(40)}) == 1
