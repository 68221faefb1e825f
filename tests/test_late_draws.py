"""Draws that are moved behind what does not touch them: the same distribution, of fewer states."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from prhl import pipeline
from prhl.semantics import oracle
from prhl.semantics.flat import FlatProgram, Sample, flatten
from prhl.semantics.limits import Meter
from prhl.semantics.liveness import drawn_late
from prhl.source import Source
from tests.finite import programs

EXAMPLES = int(os.environ.get("PRHL_EXAMPLES", "200"))


def flat(text: str, name: str = "P") -> FlatProgram:
    file = pipeline.load(Source("p.wl", text))
    return flatten(file.programs[name], file.programs)


def late(program: FlatProgram) -> FlatProgram:
    return replace(program, body=drawn_late(program.body))


NOISY_MAX = """
program P(a : int, b : int, c : int) : int {
  x :=$ Truncate(Geometric(1/4), 0, 40);
  y :=$ Truncate(Geometric(1/4), 0, 40);
  z :=$ Truncate(Geometric(1/4), 0, 40);
  best := 0; m := a + x;
  if (b + y > m) { m := b + y; best := 1; }
  if (c + z > m) { m := c + z; best := 2; }
  return best;
}
"""


def test_a_noisy_maximum_takes_few_steps() -> None:
    meter = Meter(1_000_000)
    found = oracle.run(late(flat(NOISY_MAX)), {"a": 0, "b": 1, "c": 2}, meter=meter, forget=True)
    assert sum(found.masses.values()) == 1
    with pytest.raises(oracle.TooLong):
        oracle.run(flat(NOISY_MAX), {"a": 0, "b": 1, "c": 2}, meter=Meter(1_000_000), forget=True)


@pytest.mark.parametrize(
    ("body", "order"),
    [
        ("x :=$ Uniform(0..1); y := 3; return x + y;", "y x"),
        ("y := 1; x :=$ Uniform(0..y); y := 3; return x + y;", "y x y"),  # the set is that of the old y
        ("x :=$ Uniform(0..1); y := x; x := 2; return x + y;", "x y x"),
        ("x :=$ Uniform(0..1); x := 2; return x;", "x x"),
        ("x :=$ Uniform(0..1); y :=$ Uniform(0..x); return x + y;", "x y"),
        ("x :=$ Uniform(0..1); y :=$ Uniform(0..1); z := y; return x + z;", "y z x"),
    ],
)
def test_a_draw_passes_only_what_does_not_touch_it(body: str, order: str) -> None:
    program = flat(f"program P() : int {{ {body} }}")
    assert " ".join([s.target for s in drawn_late(program.body)]) == order  # type: ignore[union-attr]  # draws and assignments
    assert oracle.run(late(program), {}).masses == oracle.run(program, {}).masses


def test_a_draw_stays_before_the_loop_that_reads_it_and_before_what_leaks_it() -> None:
    text = "program P() : int { x :=$ Uniform(0..3); i := 0; while (i < x) { i := i + 1; } leak x; return i; }"
    program = flat(text)
    assert isinstance(drawn_late(program.body)[1], Sample)
    assert oracle.run(late(program), {}).masses == oracle.run(program, {}).masses


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_late_draws_agree_with_early_ones(text: str) -> None:
    program = flat(text)
    for inputs in ({"x": True, "n": 0}, {"x": False, "n": 2}):
        early = oracle.run(program, inputs)
        assert oracle.run(late(program), inputs, forget=True).masses == early.masses
