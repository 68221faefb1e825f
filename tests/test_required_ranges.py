"""A `check` takes the ranges that `requires` states, where it names none itself."""

import pytest

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import NotComputed
from prhl.semantics.all_inputs import all_inputs
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


ENTRIES = """
program E(d : private list[int]) : bool
  requires size(d) = 2 && (forall j. 0 <= j < size(d) ==> 0 <= d[j] < 3);
{
  b :=$ Flip((d[0] + d[1])/4);
  return b;
}
program F(d : private list[int]) : bool
  requires size(d) = 2 && (forall j. 0 <= j < size(d) && j < 1 ==> 0 <= d[j] < 3);
{
  b :=$ Flip(1/2);
  return b && d[1] > 7;
}
"""


def test_entries_of_a_list_have_the_range_that_requires_states() -> None:
    file = pipeline.load(Source("p.wl", f"{ENTRIES}claim c : E satisfies dp(1) when any check;"))
    (found,) = Laboratory(file).checks(file.claims[0])
    assert found.instance == {"size(d)": "2"}
    assert found.violation is not None
    assert {given["d"] for given in found.violation.inputs} == {(0, 0), (2, 2)}


def test_a_range_of_some_entries_is_none_of_all() -> None:
    """The second entry of F may be anything: nobody decides by those between 0 and 2."""
    file = pipeline.load(Source("p.wl", f"{ENTRIES}claim c : F satisfies dp(0) when any check size(d) = 2;"))
    (found,) = Laboratory(file).checks(file.claims[0])
    assert found.status == "not enumerable"
    with pytest.raises(NotComputed):
        all_inputs(file.programs["F"])
    assert len(all_inputs(file.programs["E"])) == 9


def test_a_claim_over_lists_with_bounded_entries_is_decided() -> None:
    text = f"{ENTRIES}claim c : E ~ E : d{{1}} = d{{2}} ==> res{{1}} = res{{2}};"
    (claim,) = pipeline.verify(Source("p.wl", text)).claims
    assert claim.verdict.word == "proved"
