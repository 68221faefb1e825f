"""One output of many shows a loss: of a class of proportional outputs, or far out on a tail that is not listed.

Its masses are compared with those of an enumeration that knows nothing of columns. Each row of MUTATIONS gets an output
or a mass wrong, and then a comparison fails.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks import single_outputs
from prhl.checks.laboratory import Laboratory
from prhl.checks.witness import Disagreement
from prhl.exact import enumerated
from prhl.exact.closed import symbolic_run
from prhl.exact.columns import cells, one_of_many
from prhl.numbers import enclosure, exp
from prhl.semantics.flat import flatten
from prhl.semantics.limits import Limits, Meter
from prhl.source import Source

NOISE = "Truncate(DiscreteLaplace(1/ln(2)), -5, 5)"
SUMS = f"""program P(d : private list[int]) : list[int] {{
  s := 0;
  r := [];
  for i in 0 .. size(d) {{ z :=$ {NOISE}; s := s + d[i]; r := r ++ [s + z]; }}
  return r;
}}
"""
FAR = """program P(x : private int) : int {
  a :=$ DiscreteLaplace(1);
  b :=$ DiscreteLaplace(1);
  return x + a + b;
}
"""


def checked(text: str) -> Any:
    file = pipeline.load(Source("p.wl", text))
    return next(Laboratory(file).checks(file.claims[0]))


def prefix_sums(size: int) -> Any:
    zeros = ", ".join(["0"] * (size - 1))
    return checked(f"{SUMS}claim c : P satisfies dp(1) when any check d in {{[{zeros}, 0], [{zeros}, 1]}};")


def test_one_of_a_million_outputs() -> None:
    """Six prefix sums have 11^6 outputs; the least of each noise has mass 1/94."""
    found = prefix_sums(6)
    assert found.status == "violated"
    assert found.witness is not None
    assert found.witness.event == ("[-5, -5, -5, -5, -5, -5]",)
    assert found.witness.probabilities == (f"1/{94**6}", "0")


def compare_outputs() -> None:
    """Of every class of proportional outputs one, with its masses by enumeration."""
    file = pipeline.load(Source("p.wl", SUMS))
    program = flatten(file.programs["P"], file.programs)
    given = [{"d": (0, 0)}, {"d": (0, 1)}]
    found = cells.columns([symbolic_run.run(program, one) for one in given])
    rows = [enumerated(program, one, Limits(), 80, Meter(10**8)) for one in given]
    assert found.singles.several
    for column in found.singles.several:
        one = found.singles.of(column)
        assert one is not None
        assert found.classify(one.seen) == column
        assert list(one.masses) == [row.probability(one.seen) for row in rows]


def test_one_output_of_every_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_COLUMNS", 16)
    compare_outputs()


@pytest.mark.parametrize(("budget", "shown"), [("9/10", True), ("99/100", True), ("999/1000", False), ("1", None)])
def test_far_out_on_a_tail(budget: str, shown: bool | None) -> None:
    """The sum of two DiscreteLaplace(1) has epsilon 1, which no output attains: how far out one must look."""
    found = checked(f"{FAR}claim c : P satisfies dp({budget}) when within(x, 1) check x in 0..1;")
    assert found.status == ("tight" if shown is None else "violated")
    assert (found.witness is not None) == bool(shown)


def test_its_masses_are_those_of_the_sum() -> None:
    """By the sum over all ways to come to it: with q = exp(-1) and c = (1 - q)/(1 + q), at n >= 0 it is
    c^2 q^n (n + 1 + 2 q^2/(1 - q^2))."""
    found = checked(f"{FAR}claim c : P satisfies dp(99/100) when within(x, 1) check x in 0..1;").violation
    ((t,),) = found.event
    for x, mass in zip((one["x"] for one in found.inputs), found.probabilities, strict=True):
        n = abs(t - x)
        q = enclosure(exp(Fraction(-1)))
        c = (1 - q) / (1 + q)
        assert abs(enclosure(mass) / (c**2 * q ** int(n) * (int(n) + 1 + 2 * q**2 / (1 - q**2))) - 1) < 1e-12


RIGHT = {"single": one_of_many.Singles.at, "filled": one_of_many._filled}


def _next_door(seen: Any, draws: Any, types: Any) -> Any:
    return RIGHT["filled"](seen, [d + 1 if isinstance(d, int) else d for d in draws], types)


def _double(self: Any, number: int, draws: Any) -> Any:
    found = RIGHT["single"](self, number, draws)
    return replace(found, masses=tuple([2 * mass for mass in found.masses]))


def _refuted() -> None:
    assert prefix_sums(6).witness is not None


MUTATIONS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "the output beside it": (one_of_many, "_filled", _next_door),
    "twice the mass": (one_of_many.Singles, "at", _double),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_output_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, wrong = MUTATIONS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises((AssertionError, Disagreement)):
        _refuted()


def test_an_output_that_shows_nothing_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the masses of the single output do not break the claim, the class of all is shown."""
    monkeypatch.setattr(single_outputs, "shown_by_one", lambda *_: None)
    monkeypatch.setattr("prhl.checks.instance_check.shown_by_one", lambda *_: None)
    assert prefix_sums(3).witness is not None
