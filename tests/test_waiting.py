"""What is found of a draw that is used later may wait: the draw is not cut into cells, and the bounds stay true."""

from fractions import Fraction
from pathlib import Path

import pytest

from prhl import pipeline
from prhl.exact.bounds.grids import Fineness, Fresh, Grid, State, fresh_name, merged, waiting
from prhl.exact.bounds.interval_events import enclosed
from prhl.exact.bounds.interval_run import run
from prhl.exact.closed.symbolic_values import Affine
from prhl.exact.columns.events import Span
from prhl.numbers.noise import Noise, laplace
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.limits import Meter
from prhl.syntax.reader import read

ATTACKS = Path(__file__).parent.parent / "examples" / "attacks"
ROUGH, FINE, FINER = [Fineness(steps, offset=Fraction(1, 3)) for steps in (4, 16, 64)]


def gap(size: int) -> tuple[FlatProgram, dict[str, object], tuple[object, ...]]:
    """Gap sparse vector that releases the noisy answer, all answers 0, and the event that the last one is at most 0."""
    file = pipeline.load(read(str(ATTACKS / "gap_svt_value.wl")))
    program = flatten(file.programs["GapValueReals"], file.programs)
    misses = [("()", "false", 0)] * (size - 1)
    event = ((("[]", *misses, ("()", "true", Span(None, Fraction(0))))),)
    return program, {"q": (0,) * size, "T": 0, "eps": 1}, event


# f = Laplace(4), g = Laplace(2): the integral of g(t) F(t)^(n-1) (F(0) - F(t)) over t <= 0, with F(t) = exp(t/4)/2
EXACT = {n: Fraction(1, 2) ** (n + 2) * (1 / Fraction(n + 1) - 1 / Fraction(n + 2)) * 4 for n in (1, 3, 5)}


@pytest.mark.parametrize("size", EXACT)
def test_the_bounds_close_in_on_the_truth(size: int) -> None:
    program, inputs, event = gap(size)
    widths = []
    for fineness in (ROUGH, FINE, FINER):
        ((low, high),) = enclosed(program, inputs, [[event]], lambda seen: seen, fineness, Meter(10_000_000))
        assert low <= EXACT[size] <= high
        widths.append(high - low)
    assert widths[2] < widths[1] / 3 < widths[0] / 6
    assert widths[2] < EXACT[size] / 3


def test_only_the_threshold_is_cut() -> None:
    program, inputs, _ = gap(3)
    for state in run(program, inputs, FINE, Meter(10_000_000)).states:
        assert len(state.axes) <= 1
        for form in state.pending:
            assert any([isinstance(state.draws[name], Fresh) for name, _ in form])


LAPLACE = Noise(laplace, 1)
CUT = Grid((None, Fraction(0), None))


@pytest.mark.parametrize(
    ("draws", "forms", "used", "late"),
    [
        ({1: Fresh(LAPLACE), 2: CUT}, [(1, 2)], {1}, [(1, 2)]),
        ({1: Fresh(LAPLACE), 2: CUT}, [(1, 2)], {2}, []),  # it is forgotten: now
        ({1: Fresh(LAPLACE), 2: Fresh(LAPLACE)}, [(1, 2)], {1, 2}, [(1, 2)]),
        ({1: Fresh(LAPLACE), 2: Fresh(LAPLACE)}, [(1, 2)], {1}, []),
        ({1: CUT, 2: CUT}, [(1, 2)], {1, 2}, []),  # nothing is gained
        # what meets a form that cannot wait does not wait, and neither does what meets that
        ({1: Fresh(LAPLACE), 2: Fresh(LAPLACE), 3: Fresh(LAPLACE)}, [(1, 2), (2, 3)], {2, 3}, []),
        ({1: Fresh(LAPLACE), 2: CUT, 3: Fresh(LAPLACE)}, [(1, 2), (2, 3)], {1}, [(1, 2)]),
    ],
)
def test_what_may_wait(draws: dict, forms: list, used: set, late: list) -> None:  # type: ignore[type-arg]
    several = {tuple([(name, 1) for name in form]): (None, Fraction(0)) for form in forms}
    found = waiting(State({}, (), draws), several, used)
    assert [tuple([name for name, _ in form]) for form in found] == late


def test_states_that_wait_for_different_things_are_two() -> None:
    """And those that wait for the same are one, whatever their draws are called and whichever comes first."""

    def state(above: bool, turned: bool) -> State:
        one, two = fresh_name(), fresh_name()
        mine, other = (two, one) if turned else (one, two)
        sign = 1 if above is not turned else -1  # of mine - other, written with the first name in front
        extent = (Fraction(0), None) if sign > 0 else (None, Fraction(0))
        return State(
            {"x": Affine(0, ((mine, Fraction(1)),)), "y": Affine(0, ((other, Fraction(1)),))},
            (),
            {mine: Fresh(LAPLACE), other: Fresh(Noise(laplace, 2))},
            pending={((one, 1), (two, -1)): extent},
        )

    assert len(merged([state(True, False), state(False, False)])) == 2
    assert len(merged([state(True, False), state(True, True)])) == 1
    assert len(merged([state(False, True), state(True, False)])) == 2
