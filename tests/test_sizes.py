"""Memory is bounded in bytes: by an estimate from shapes, said before it is reached, and the same everywhere."""

import sys
from fractions import Fraction
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Effort, Laboratory
from prhl.semantics import sizes
from prhl.semantics.limits import Limits
from prhl.semantics.sizes import bytes_of, bytes_of_all, bytes_of_table
from prhl.source import Source

TEXT = """program P(x : private bool) : list[int] {
  r := [];
  for i in 0 .. 4 { y :=$ Uniform(0..11); r := r ++ [if x then y else 11 - y]; }
  return r;
}
claim c : P satisfies dp(1) when any check;
"""


def held(value: Any) -> int:
    """What Python says of a value and its parts."""
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return sys.getsizeof(value) + sum([held(part) for part in parts])


@pytest.mark.parametrize(
    "value", [(1, 2, 3), "0" * 200, 2**4000, (("[]", *range(50)), 7), {(n, str(n)): 3**n for n in range(300)}]
)
def test_it_is_about_what_python_takes(value: Any) -> None:
    """Not less, but for entries that are longer than the first ones; and not much more."""
    found = bytes_of_table(value) if isinstance(value, dict) else bytes_of(value)
    assert held(value) * 3 // 4 <= found <= 3 * held(value)


def test_nothing_takes_no_room() -> None:
    assert bytes_of_all([]) == bytes_of_table({}) == 0
    assert bytes_of(Fraction(1, 3)) > 0


def checked(limit: int) -> Any:
    file = pipeline.load(Source("<test>", TEXT))
    (found,) = Laboratory(file, Effort(Limits(bytes=limit))).checks(file.claims[0])
    return found


def test_states_that_do_not_fit_are_refused_with_their_place() -> None:
    found = checked(2_000_000)
    assert found.status == "not enumerable"
    assert "states after this statement would take about" in found.reason
    assert "more than 2 MB" in found.reason
    assert found.span is not None


def test_rows_that_do_not_fit_are_refused() -> None:
    file = pipeline.load(Source("<test>", TEXT.replace("0 .. 4", "0 .. 3")))
    (found,) = Laboratory(file, Effort(Limits(bytes=700_000))).checks(file.claims[0])
    assert found.status == "not enumerable"
    assert "rows take about" in found.reason


def test_with_room_it_is_measured() -> None:
    assert checked(2_000_000_000).status == "loose"


def test_without_the_estimate_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "bytes_of", lambda _: 0)
    monkeypatch.setattr(sizes, "ENTRY", 0)
    assert checked(2_000_000).status == "loose"
