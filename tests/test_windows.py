"""Windows on infinite support: what is left out is missing, and must end without an error for a claim to be proved."""

from collections.abc import Callable
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks.decide import decided, settled
from prhl.checks.laboratory import Laboratory
from prhl.semantics import runs_alike as windows
from prhl.semantics.flat import If, Sample, While, flatten
from prhl.source import Source
from tests.test_traps import source_of

GOES, SAFE = windows._goes_alike, windows._safe
NOISE = "a :=$ DiscreteLaplace(1/4); b :=$ DiscreteLaplace(1/4);"


def everyone_comes(statement: Any, fixed: Any) -> bool:
    """A branch is where all runs come."""
    if isinstance(statement, If):
        return bool(SAFE(statement.condition, fixed) and windows._alike((*statement.then, *statement.otherwise), fixed))
    return GOES(statement, fixed)


def without(kind: type) -> Callable[[Any, Any], bool]:
    """Nothing is asked of loops, or of draws."""
    return lambda statement, fixed: isinstance(statement, kind) or GOES(statement, fixed)


def in_part(term: Any, fixed: Any) -> bool:
    """Only the operations that may fail must read what all runs have in common."""
    parts = [part for part in windows.subterms(term) if not SAFE(part, None)]
    return all([not isinstance(part, windows.Apply) or part.operator == "and" or SAFE(part, fixed) for part in parts])


MUTATIONS = {
    "loops anywhere": ("forever", "_goes_alike", without(While)),
    "loops that read draws": ("lost", "_goes_alike", without(While)),
    "operations that may fail": ("divides", "_safe", lambda term, fixed: True),
    "branches that all runs take": ("sometimes", "_goes_alike", everyone_comes),
    "conditions that all runs look at": ("shortly", "_safe", in_part),
    "draws anywhere": ("draws", "_goes_alike", without(Sample)),
    "draws by draws": ("scaled", "_goes_alike", without(Sample)),
}


def is_decided(source: Source, name: str) -> bool:
    file = pipeline.load(source)
    claim = next(claim for claim in file.claims if claim.name == name)
    found = decided(Laboratory(file), claim)
    return found is not None and settled(found)


@pytest.mark.parametrize("name", MUTATIONS)
def test_what_a_window_leaves_out_may_go_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trap, where, careless = MUTATIONS[name]
    source = source_of("r34_outside_a_window.wl")
    assert not is_decided(source, trap)
    monkeypatch.setattr(windows, where, careless)
    assert is_decided(source, trap)


def test_a_window_decides_where_nothing_can_go_wrong_outside() -> None:
    body = f"{NOISE} for i in 0 .. 2 {{ c :=$ Flip(1/n); if (c) {{ a := a + 1; }} }}"
    text = f"program P(x : private bool, n : int) : int requires n = 2; {{ {body} return (if x then 1 else 0) + a*b; }}"
    claims = "claim true_ : P satisfies dp(1, 999/1000) when any; claim false_ : P satisfies dp(1, 1/2) when any;"
    source = Source("x.wl", f"{text} {claims}")
    assert is_decided(source, "true_")
    assert not is_decided(source, "false_")


@pytest.mark.parametrize(
    ("body", "alike"),
    [
        ("y := 5 div n;", True),
        ("y := 5 div a;", False),
        ("if (n > 1) { y := 5 div n; }", True),
        ("if (a > 1) { y := 5 div n; }", False),
        ("if (a > 1) { y := 5*n; }", True),
        ("if (a > 1) { c :=$ Flip(1/2); }", False),
        ("c :=$ Flip(if a > 1 then 1 else 0);", False),
        ("i := n; while (i > 0) { i := i - 1; }", True),
        ("i := a; while (i > 0) { i := i - 1; }", False),
        ("for i in 0 .. n { z :=$ DiscreteLaplace(n); a := a + z; }", True),
        ("for i in 0 .. n { if (a > i) { while (true) { skip; } } }", False),
        ("leak [1, 2][n];", True),
        ("leak [1, 2][a];", False),
    ],
)
def test_runs_go_alike_where_draws_decide_nothing(body: str, alike: bool) -> None:
    file = pipeline.load(Source("x.wl", f"program P(n : int) : int {{ y := 0; {NOISE} {body} return y; }}"))
    assert windows.runs_alike(flatten(file.programs["P"], file.programs)) == alike
