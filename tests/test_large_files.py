"""What large files cost, counted in steps: types that grow, positions that multiply, thousands of claims."""

import sys
from collections.abc import Callable
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

import pytest

from benchmarks import once_slow
from prhl import pipeline
from prhl.diagnostics import Diagnostic, Rejected
from prhl.logic.build import FALSE, TRUE
from prhl.logic.terms import Apply
from prhl.logic.types import INT, UNKNOWN, List, Tuple, Type
from prhl.solvers import Query
from prhl.solvers.by_z3 import Session
from prhl.solvers.encoding import degree
from prhl.solvers.quantifying import MOST_TUPLES, _tuples
from prhl.source import NOWHERE, Source
from prhl.typed import core
from prhl.typed.inference import Source as Given
from prhl.typed.inference import infer


def load(text: str) -> core.TypedFile:
    return pipeline.load(Source("a.wl", text))


# ---- types that grow -----------------------------------------------------------------------------


def cycle(size: int, wrap: Callable[[Type], Type], calls: list[str]) -> list[Given]:
    """x0 := []; .. and then x0 := wrap(x1); x1 := wrap(x2); .. and the last of the first."""
    names = [f"x{at}" for at in range(size)]

    def given(name: str, other: str) -> Given:
        def type_of(types: dict[str, Type]) -> Type:
            calls.append(name)
            return wrap(types[other])

        return Given(name, frozenset({other}), type_of, NOWHERE)

    start = [Given(name, frozenset(), lambda _: List(UNKNOWN), NOWHERE) for name in names]
    return start + [given(name, names[(at + 1) % size]) for at, name in enumerate(names)]


@pytest.mark.parametrize("size", [1, 2, 30, 300])
@pytest.mark.parametrize("wrap", [List, lambda t: List(Tuple((t, t)))], ids=["list", "pairs"])
def test_types_that_grow_for_ever_are_refused_after_few_looks(size: int, wrap: Callable[[Type], Type]) -> None:
    calls: list[str] = []
    found: list[Diagnostic] = []
    infer(cycle(size, wrap, calls), found.append)
    assert found[0].code == "type-too-deep"
    assert len(calls) <= 40 * max(size, 10)


def test_types_may_change_often_where_that_ends() -> None:
    """A tuple whose parts become known one after the other."""
    parts = 60
    names = [f"x{at}" for at in range(parts)]
    sources = [Given("x0", frozenset(), lambda _: INT, NOWHERE)]
    for before, name in pairwise(names):
        sources.insert(0, Given(name, frozenset({before}), itemgetter(before), NOWHERE))
    sources.insert(0, Given("t", frozenset(names), lambda types: Tuple(tuple([types[n] for n in names])), NOWHERE))
    found: list[Diagnostic] = []
    assert infer(sources, found.append)["t"] == Tuple((INT,) * parts)
    assert not found


def test_a_cycle_of_locals_is_refused_with_its_place() -> None:
    text = "program P() : int {\n  a := [];\n  b := [];\n  for i in 0 .. 3 { a := [b]; b := [a]; }\n  return 0;\n}\n"
    with pytest.raises(Rejected) as refused:
        load(text)
    first = refused.value.diagnostics[0]
    assert first.code == "type-too-deep"
    assert refused.value.source.position(first.span.start)[0] == 4


# ---- positions -----------------------------------------------------------------------------------

DIFFER = """program P(b : private list[bool]) : int {{
  s := 0;
  for i in 0 .. size(b) {{ if (b[i]) {{ s := s + 1; }} }}
  z :=$ DiscreteLaplace(2);
  return s + z;
}}
claim c : P satisfies dp(8) when some_differ(b, {n}) check size(b) = 2;
"""


@pytest.mark.parametrize("n", [1, 3, 4, 16])
def test_some_differ_is_seen_to_be_symmetric(n: int) -> None:
    """So that one direction is walked; the positions of one are the positions of the other."""
    ((_, proof),) = pipeline.proofs(Source("a.wl", DIFFER.format(n=n)))
    assert proof.directions == 1


def test_more_positions_are_an_error() -> None:
    with pytest.raises(Rejected) as refused:
        load(DIFFER.format(n=17))
    assert [one.code for one in refused.value.diagnostics] == ["some-positions"]


def test_the_product_of_ranges_is_never_built() -> None:
    ranges = [list(range(1000))] * 16
    found = _tuples(ranges)
    assert (0, *range(1, 16)) in found
    assert len(found) <= 1000
    assert len(_tuples([list(range(1000))] * 3)) == MOST_TUPLES
    assert _tuples([[], [1]]) == _tuples([[]] * 16) == []
    assert _tuples([[7]] * 5) == [(7,) * 5]


def test_powers_of_powers_are_not_multiplied_out() -> None:
    file = load("program P(x : int) : int\n  requires (((x^64)^64)^64)^64 >= 0;\n{ return x; }\n")
    goal = file.programs["P"].requires[0]
    assert isinstance(goal, Apply)
    assert degree(goal.arguments[0]) == 64**4
    answer = Session().answer(Query((), goal, list))
    assert answer.status == "unknown"
    assert "so high a degree" in answer.reason


# ---- many programs and claims --------------------------------------------------------------------


def test_claims_find_their_programs_without_comparing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    equal = core.TypedProgram.__eq__

    def counting(self: core.TypedProgram, other: object) -> bool:
        compared.append(1)
        return equal(self, other)

    monkeypatch.setattr(core.TypedProgram, "__eq__", counting)
    count = 30
    programs = [f"program P{n}(x : private bool) : bool {{ b :=$ Flip(1/2); return b; }}\n" for n in range(count)]
    claims = [f"claim c{n} : P{n} satisfies dp(0) when any;\n" for n in range(count)]
    file = load("".join(programs + claims))
    assert len(file.claims) == count
    assert len(compared) <= 2 * count


def test_the_solver_is_started_when_it_is_asked() -> None:
    session = Session()
    assert session.answer(Query((TRUE,), FALSE, list)).status == "invalid"
    assert session.answer(Query((), TRUE, list)).status == "valid"
    assert "context" not in vars(session)


# ---- the benchmark -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", once_slow.cases(), ids=lambda case: case.name)
def test_cases_of_the_benchmark_are_files_as_they_are_meant(case: once_slow.Case) -> None:
    """Each is read as a program with a claim, or refused for the type that grows."""
    if len(case.text) > 50_000:  # read by the benchmark; here its shape is enough
        assert case.text.endswith("}\n") or "claim c9999" in case.text
        return
    if case.command != ("check",):
        assert [claim.name for claim in load(case.text).claims] == ["c"]
        return
    with pytest.raises(Rejected) as refused:
        load(case.text)
    assert {one.code for one in refused.value.diagnostics} == {"type-too-deep"}


def test_the_benchmark_measures_a_command(tmp_path: Path) -> None:
    prhl = Path(sys.executable).with_name("prhl")
    grows = next(case for case in once_slow.cases() if case.name == "x := [x]")
    found = once_slow.measured(prhl, grows, tmp_path)
    assert found.said == "2 error[type-too-deep]"
    assert found.megabytes > 1
