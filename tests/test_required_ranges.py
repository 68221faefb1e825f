"""A `check` takes the ranges that `requires` states, where it names none itself."""

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.source import Source

PROGRAM = """
program P(x : private int, n : int) : bool
  requires 0 <= x && x <= 3 && n >= 1 && n < 3;
{
  b :=$ Flip(x/(4*n));
  return b;
}
program L(d : private list[bool], e : private list[bool]) : bool
  requires size(d) <= 2 && size(e) = 1;
{
  return size(d) > 2;
}
"""


@pytest.mark.parametrize(
    ("claim", "instances"),
    [
        ("P satisfies dp(1) when any check", [{"n": "1"}, {"n": "2"}]),
        ("P satisfies dp(1) when any check n = 2", [{"n": "2"}]),
        ("P satisfies dp(1) when any check n = 3", [{"n": "3"}]),
        ("P ~ P : true ==> true check", [{"n": "1 or 2"}]),
        ("L satisfies dp(1) when any check", [{"size(d)": str(n), "size(e)": "1"} for n in range(3)]),
        ("L satisfies dp(1) when any check size(d) = 1", [{"size(d)": "1", "size(e)": "1"}]),
        ("L satisfies dp(1) when any check d in {[true], [false, true]}", [{"size(e)": "1"}]),
    ],
)
def test_instances(claim: str, instances: list[dict[str, str]]) -> None:
    file = pipeline.load(Source("p.wl", f"{PROGRAM}claim c : {claim};"))
    results = list(Laboratory(file).checks(file.claims[0]))
    assert [result.instance for result in results] == instances
    assert "not enumerable" not in {result.status for result in results}


def test_a_range_has_all_its_values() -> None:
    """Broken for 0 and 3 alone: both ends are there."""
    file = pipeline.load(Source("p.wl", f"{PROGRAM}claim c : P satisfies dp(9) when within(x, 1) check n = 1;"))
    (found,) = Laboratory(file).checks(file.claims[0])
    assert found.violation is not None
    assert {given["x"] for given in found.violation.inputs} == {0, 1}
