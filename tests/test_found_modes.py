"""Every mode of the search, way and family of atoms has a claim that is found with it, as text that is proved without
the finder; a false claim beside it that stays unproved; and without the mode nothing is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import prhl.finding as finding
from prhl import pipeline
from prhl.finding import atoms, plans, ways
from prhl.finding.atoms import afforded, agreeing, counting, guarded, leaving, mirrored
from prhl.finding.prices import price
from prhl.finding.ways import answered, cited, demanded, excepted, hit, joint_result, mirror, turn, up_to_delta
from prhl.proof import Proof
from prhl.source import Source, edited
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent


def example(name: str, claim: str) -> tuple[str, str]:
    """A file of the examples that have no annotations, and one of its claims."""
    return read(str(ROOT / "examples" / "unannotated" / f"{name}.wl")).text, claim


def proof_of(text: str, claim: str, find: bool = True) -> Proof:
    report = pipeline.verify(Source("t.wl", text), search=None, find=find)
    assert report.claims, report.diagnostics
    return next(one.proof for one in report.claims if one.name == claim)


def spinner() -> tuple[str, str]:
    """One of the examples, with an input that is none of finitely many: else its channel decides."""
    text, claim = example("spinner", "private")
    return text.replace("x : private bool", "x : private bool, w : private real"), claim


Without = Callable[[pytest.MonkeyPatch], None]


def off_the_shelf(room: Any, *entries: Any) -> Without:
    return lambda patch: patch.setattr(room, "SHELF", tuple([one for one in room.SHELF if one not in entries]))


def nothing(room: Any, name: str) -> Without:
    return lambda patch: patch.setattr(room, name, lambda *_: iter(()))


CALLS = """program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}

program Twice(x : private real, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ Noisy(x, eps);
  b :=$ Noisy(x, eps);
  return (a, b);
}

claim private : Twice satisfies dp(2*eps) when within(x, 1);
"""
CACHED = """program Cached(x : private real, n : int, eps : real) : list[real]
  requires eps > 0;
{
  shown := x;
  done := false;
  out := [];
  for i in 0 .. n {
    if (!done) {
      z :=$ Laplace(1/eps);
      shown := x + z;
      done := true;
    }
    out := out ++ [shown];
  }
  return out;
}

claim private : Cached satisfies dp(eps) when within(x, 1);
"""
SEVERAL = """program Visitors(x : private real, eps : real) : int
  requires eps > 0;
  requires x > 0;
{
  n :=$ Poisson(x);
  return n;
}

claim one : Visitors satisfies dp(eps) when within(x, 1) assume;

claim three : Visitors satisfies dp(3*eps) when within(x, 3);
"""
SURVEY = """program Respond(x : private bool) : bool {
  b :=$ Flip(3/4);
  return if b then x else !x;
}

claim local : Respond satisfies dp(ln(3)) when any;

program Survey(x : private list[bool]) : list[bool] {
  r := [];
  for i in 0 .. size(x) {
    y :=$ Respond(x[i]);
    r := r ++ [y];
  }
  return r;
}

claim one_user : Survey satisfies dp(ln(3)) when one_differs(x);
"""
TWO_COINS = """program Survey(x : private list[bool]) : list[bool] {
  r := [];
  for i in 0 .. size(x) {
    b :=$ Flip(1/2);
    if (b) { y := x[i]; } else { y :=$ Flip(1/2); }
    r := r ++ [y];
  }
  return r;
}

claim one_user : Survey satisfies dp(ln(3)) when one_differs(x);
"""
IN_PLACE = TWO_COINS.replace("{ y := x[i]; } else", "{ skip; } else").replace("    b :=$", "    y := x[i];\n    b :=$")
PRICE_LEFT_OPEN = TWO_COINS.replace("b :=$ Flip(1/2);", "joint { b :=$ Flip(1/2);").replace(
    "Flip(1/2); }\n", "Flip(1/2); } } couple y{2} = y{1} cost ?;\n"
)
CIRCLE = """program Circle(x : private real) : real
  requires 0 <= x && x < 1;
{
  u :=$ UniformReal(0, 1);
  y := x + u;
  if (y >= 1) { y := y - 1; }
  return y;
}

claim secret : Circle satisfies noninterference when any;
"""
VON_NEUMANN = """program Fair(p : real) : bool
  requires 0 < p && p < 1;
{
  a := true;
  b := true;
  Toss: while (a = b) {
    First: a :=$ Flip(p);
    Second: b :=$ Flip(p);
  }
  return a;
}

program Mirrored(p : real) : bool
  requires 0 < p && p < 1;
{
  a := true;
  b := true;
  Toss: while (a = b) {
    Second: a :=$ Flip(p);
    First: b :=$ Flip(p);
  }
  return a;
}

claim fair : Fair ~ Mirrored : p{1} = p{2} ==> res{1} != res{2};
"""
INVERSE = """program Share(s : private int, u : int, m : int) : int
  requires m >= 2;
  requires 2*u mod m = 1;
{
  a :=$ Uniform(0 .. m - 1);
  return (s - 2*a) mod m;
}

claim secret : Share satisfies noninterference when any;
"""
KEPT = """program Ages(d : private list[int], eps : real) : list[int]
  requires forall i : int. 0 <= i && i < size(d) ==> 0 <= d[i] && d[i] <= 1;
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(d) {
    age := d[i];
    z :=$ Truncate(DiscreteLaplace(1/eps, age), 0, 1);
    out := out ++ [z];
  }
  return out;
}

claim ages : Ages satisfies dp(2*eps) when one_differs(d, 1);
"""
# what is needed, the text and its claim, and what makes it false
CASES: dict[str, tuple[Without, tuple[str, str], tuple[str, str]]] = {
    "demanded": (off_the_shelf(ways, demanded.ways), example("opposite_walks", "next"), ("res{1} + 1", "res{1} + 2")),
    "demanded modulo q": (
        off_the_shelf(ways, demanded.ways),
        example("shares_by_remainder", "sum"),
        ("Uniform(0 .. q - 1);\n  return", "Uniform(0 .. q);\n  return"),
    ),
    "kept between two numbers": (
        lambda patch: patch.setattr("prhl.finding.joining._bounded", lambda _: False),
        (KEPT, "ages"),
        ("dp(2*eps)", "dp(eps/2)"),
    ),
    "mirror": (off_the_shelf(ways, mirror.ways), example("opposite_walks", "mirrored"), ("Flip(1/2)", "Flip(1/3)")),
    "mirrored": (off_the_shelf(atoms, mirrored.atoms), example("opposite_walks", "mirrored"), ("= -res", "= 1 - res")),
    "answered": (off_the_shelf(ways, answered.ways), spinner(), ("ln(3)", "ln(2)")),
    "leaving": (off_the_shelf(atoms, leaving.atoms), spinner(), ("2 @ 1/3", "2 @ 0, 3 @ 1/3")),
    "up to delta": (off_the_shelf(ways, up_to_delta.ways), example("leaky_counter", "each_time"), ("n/10", "n/11")),
    "excepted": (off_the_shelf(ways, excepted.ways), example("leaky_counter", "unsealed"), ("eps, p)", "eps, p/2)")),
    "excepted in a loop": (off_the_shelf(ways, excepted.ways), example("leaky_answers", "one"), ("(0, p)", "(0, p/2)")),
    "hit either": (off_the_shelf(ways, hit.ways), example("out_of_range", "private"), ("Laplace(4/", "Laplace(3/")),
    "turn": (off_the_shelf(ways, turn.ways), example("two_of_three_shares", "secret"), ("- a - b", "- a")),
    "turn by an inverse": (off_the_shelf(ways, turn.ways), (INVERSE, "secret"), ("2*u mod", "3*u mod")),
    "a circle": (off_the_shelf(ways, turn.ways), (CIRCLE, "secret"), ("(0, 1)", "(0, 1/2)")),
    "unless shown": (
        nothing(turn, "_unless_shown"),
        example("two_shares_by_choice", "secret"),
        ("(secret[i] xor a) xor b", "secret[i] xor a"),
    ),
    "a relation carried over": (
        lambda patch: patch.setattr("prhl.finding.unwritten._carried_over", lambda *_: ([], set())),
        example("models_compared", "private"),
        ("Laplace(1/eps)", "Laplace(1/2/eps)"),
    ),
    "beside the counter": (
        lambda patch: patch.setattr("prhl.finding.atoms.payments.gone_by_index", lambda *_: []),
        example("counted_from_one", "running"),
        ("Laplace(1/eps)", "Laplace(1/2/eps)"),
    ),
    "the first round": (
        nothing(counting, "_first_round"),
        example("flags_and_exits", "cheapest"),
        ("Exponential(2/", "Exponential(1/2/"),
    ),
    "where a price is defined": (
        lambda patch: patch.setattr("prhl.finding.prices._where_defined", lambda *given: given[-1]),
        example("shares_below_cuts", "cuts"),
        ("Laplace(m/", "Laplace(1/"),
    ),
    "pairing": (nothing(plans, "pairings"), example("hidden_coin", "ideal"), ("+ key) mod n", "+ 2*key) mod n")),
    "other names": (off_the_shelf(atoms, agreeing.atoms), (VON_NEUMANN, "fair"), ("res{1} != res", "res{1} = res")),
    "several outputs": (nothing(plans, "_outputs"), example("two_winners", "even"), ("Laplace(2/", "Laplace(1/")),
    "calls": (off_the_shelf(ways, cited.ways), (SURVEY, "one_user"), ("one_differs(x)", "size(x{1}) = size(x{2})")),
    "entries in blocks": (off_the_shelf(ways, joint_result.ways), (TWO_COINS, "one_user"), ("ln(3)", "ln(2)")),
    "kept in blocks": (off_the_shelf(ways, joint_result.ways), (IN_PLACE, "one_user"), ("ln(3)", "ln(2)")),
    "a price left open in a loop": (
        lambda patch: patch.setattr("prhl.finding.writing._stated", lambda scout, site, _: price(scout, site)),
        (PRICE_LEFT_OPEN, "one_user"),
        ("ln(3)", "ln(2)"),
    ),
    "conclusions": (nothing(plans, "conclusions"), (SEVERAL, "three"), ("3*eps", "2*eps")),
    "lemmas": (nothing(finding, "lemmas"), (CALLS, "private"), ("dp(2*eps)", "dp(eps)")),
    "steps": (nothing(finding, "lemmas"), example("household", "private"), ("dp(3*eps)", "dp(2*eps)")),
    "guarded": (off_the_shelf(atoms, guarded.atoms), (CACHED, "private"), ("done := true", "done := i > 0")),
    "guarded and counted": (
        off_the_shelf(atoms, guarded.atoms),
        example("drawn_when_needed", "refreshed"),
        ("Laplace(N/eps)", "Laplace(1/eps)"),
    ),
    "afforded": (off_the_shelf(atoms, afforded.atoms), example("by_turns", "private"), ("Laplace(1/", "Laplace(1/2/")),
    "deeper": (nothing(plans, "_deeper"), example("two_largest", "private"), ("x :=$ Laplace(2/", "x :=$ Laplace(1/")),
    "offsets": (
        lambda patch: patch.setattr("prhl.finding.atoms.payments.offsets", lambda *_: []),
        example("row_sums", "private"),
        ("cells[r*columns + c]", "cells[c]"),
    ),
}
# Those that take long, or that an example shows already
LONG = {"hit either", "kept between two numbers", "offsets", "several outputs", "steps", "turn"}


def cases(names: Any) -> Any:
    return pytest.mark.parametrize("name", sorted(names))


@cases(CASES.keys() - LONG)
def test_it_is_found_and_proved_as_it_is_written(name: str) -> None:
    _, (text, claim), _ = CASES[name]
    proof = proof_of(text, claim)
    assert proof.complete
    assert proof.found
    written = edited(text, proof.found)
    assert proof.file is not None
    assert written == proof.file.source.text
    lacking = name in ("calls", "conclusions")  # the claims that it rests on are those of the file, without a proof
    assert lacking or proof_of(written, claim, find=False).complete


@cases(CASES.keys() - LONG)
def test_a_false_claim_beside_it_stays_unproved(name: str) -> None:
    _, (text, claim), (old, new) = CASES[name]
    assert old in text
    assert not proof_of(text.replace(old, new), claim).complete


@pytest.mark.long
@cases(LONG)
def test_long_ones_too(name: str) -> None:
    test_it_is_found_and_proved_as_it_is_written(name)
    test_a_false_claim_beside_it_stays_unproved(name)


@pytest.mark.long
@cases(CASES)
def test_without_it_nothing_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without, (text, claim), _ = CASES[name]
    without(monkeypatch)
    assert not proof_of(text, claim).complete
