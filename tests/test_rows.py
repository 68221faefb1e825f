"""Rows answer for themselves: what each kind knows of its probabilities, and what is only a bound."""

from fractions import Fraction

import pytest

from prhl import pipeline
from prhl.closeness.epsilon_delta import smallest_epsilon
from prhl.exact import Closed, Density, Enclosed, Listed, Machine, Normal, Row, channel, what_is_missing
from prhl.numbers import Exponential
from prhl.semantics.flat import flatten
from prhl.semantics.instances import Instance
from prhl.source import Source

F = Fraction
A, B = ("a",), ("b",)


def rows(body: str, *inputs: int) -> list[Row]:
    text = f"program P(x : private int) : {body}"
    file = pipeline.load(Source("x.wl", text))
    machine = Machine(flatten(file.programs["P"], file.programs))
    given = [{"x": x} for x in inputs]
    return channel(machine, machine, Instance({}, {}, given, given)).left


KINDS = {
    "int { y :=$ Uniform(0 .. 3); return x + y; }": Listed,
    "int { y :=$ DiscreteLaplace(2); return x + y; }": Closed,
    "real { y :=$ Laplace(2); return x + y; }": Density,
    "bool { y :=$ Gauss(2); z :=$ Gauss(1); return x + y > z; }": Enclosed,
    "real { y :=$ Gauss(2); return x + y; }": Normal,
}


@pytest.mark.parametrize("body", KINDS)
def test_the_first_way_that_leads_to_a_row_says_what_kind_it_is(body: str) -> None:
    found = rows(body, 0, 1)
    assert [type(row) for row in found] == [KINDS[body]] * 2
    for row in found:
        everything = list(row.weights)
        assert row.mass(everything) <= 1 <= row.ceiling(everything) + F(1, 2**60)
        assert row.ratio(row).value == 1
        assert row.excess(row, Exponential(F(0))).above >= 0
    assert (what_is_missing(found) == "") == (KINDS[body] is not Enclosed)


def test_what_run_2_lacks_lowers_the_ratio_as_little_as_it_can() -> None:
    """a and b together against all that is missing, not each of them alone."""
    known = Listed({A: F(1, 2), B: F(1, 2)}, 1)
    short = Listed({A: F(1, 8), B: F(1, 8)}, 1, F(1, 8))
    found = known.ratio(short)
    assert (found.value, found.exact, found.most) == (F(8, 3), False, 4)
    assert short.ratio(known).most is None  # what is missing may be at an output that the other never shows


def test_intervals_of_reals_are_bounds_even_if_nothing_is_missing() -> None:
    p = Enclosed({A: 3, B: 1}, 4, most={A: 3, B: 1}, unit=F(1))
    q = Enclosed({A: 1, B: 3}, 4, most={A: 1, B: 3}, unit=F(1))
    found = smallest_epsilon([p], [q], [(0, 0)])
    assert (found.ratio, found.exact, found.most) == (3, False, None)
    assert p.excess(q, Exponential(F(0))).slack[1] == 1


def test_the_marginal_on_the_result_adds_up_what_was_leaked() -> None:
    row = Listed({("l", "a"): F(1, 4), ("m", "a"): F(1, 4), ("l", "b"): F(1, 4)}, 1, F(1, 4), ended=False)
    found = row.results()
    assert found.weights == {A: F(1, 2), B: F(1, 4)}
    assert (found.missing, found.complete) == (F(1, 4), False)
