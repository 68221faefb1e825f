"""Open parameters: claims decided for all of their values, and channels with them in it."""

import json
import random
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sympy
from click.testing import CliRunner
from flint import fmpz_poly

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.checks.open_claims import decided_for_all
from prhl.frontends.cli import main
from prhl.numbers import balls, enclosure
from prhl.numbers.algebraic import Point, integer_between, order, real_roots
from prhl.numbers.piecewise import Interval, at
from prhl.numbers.polynomial_regions import facts
from prhl.numbers.polynomials import sign_at
from prhl.numbers.varying import Symbols
from prhl.report.open_channels import OpenStudy
from prhl.solvers.real_arithmetic import Arithmetic
from prhl.source import Source
from prhl.syntax.reader import read
from tests.open_mutations import TABLE, Mutation

ROOT = Path(__file__).parent.parent
TRAPS = sorted((ROOT / "tests/traps/open").glob("*.wl"))
K_ARY, TWO_COINS, TWO_ROUNDS = [
    ROOT / f"examples/open/{name}.wl" for name in ("k_ary_response", "two_coins", "two_rounds")
]


def verdicts(path: Path) -> dict[str, tuple[str, str]]:
    """By the exact road alone: what is found, and what is expected."""
    report = pipeline.verify(read(str(path)), search=None)
    assert report.claims, report.diagnostics
    return {claim.name: (claim.verdict.word, claim.expected) for claim in report.claims}


# ---- traps and mutations ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_nobody_falls_into_the_trap(path: Path) -> None:
    assert "// truth: " in path.read_text(encoding="utf-8")
    found = verdicts(path)
    assert found["trap"][1] in ("refuted", "unknown")
    assert all([word == expected for word, expected in found.values()]), found


@pytest.mark.parametrize("mutation", TABLE, ids=lambda one: one.name)
def test_without_the_condition_something_false_is_said(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / f"tests/traps/open/{mutation.trap}.wl"
    mutation.patch(monkeypatch)
    assert verdicts(path)[mutation.claim][0] == mutation.then


def test_every_trap_has_a_mutation() -> None:
    """But those whose mistake would be one of the ordinary road."""
    left = {path.stem for path in TRAPS} - {mutation.trap for mutation in TABLE}
    assert left == {"error_somewhere", "luck_runs_out"}


# ---- random programs against single values -----------------------------------------------------------

PROBABILITIES = ("p", "1 - p", "p/2", "p^2", "(1 + p)/3", "p*(1 - p)", "1/2", "1/3", "(if p < 1/2 then p else 1 - p)")
PROBABILITIES += (
    "(if x then p else 1 - p)",
    "(if x then (1 + p)/2 else 1/2)",
    "(if p = 1/2 then 1/4 else p)",
    "exp(-p)",
    "(if x then exp(-p)/2 else 1/2)",
)
GUARDS = ("b", "x", "p < 1/3", "p = 1/4", "p^2 > 1/2", "b && p >= 3/4", "x || p > 2/3")
VALUES = ("x", "b", "!x", "x xor b", "true", "x && b")
BUDGETS = ("0", "ln(2)", "ln(3)", "1", "ln((2 - p)/(1 - p))", "max(ln(2), ln(1/p))", "2*p", "p", "ln(1 + p)", "ln(4)/2")
BUDGETS += ("0, p", "0, 1/2", "ln(2), p/2", "p, 1/4", "ln(1 + p), p^2")
RANGES = ("0 < p && p < 1", "0 <= p && p <= 1", "1/4 <= p && p < 3/4", "0 < p && p <= 1/2")
GRID = [Fraction(n, 12) for n in range(13)] + [Fraction(1, 100), Fraction(71, 100), Fraction(99, 100)]


def program(seed: int) -> str:
    choose = random.Random(seed)
    first, second = choose.choice(PROBABILITIES), choose.choice(PROBABILITIES)
    guard, then, otherwise = choose.choice(GUARDS), choose.choice(VALUES), choose.choice(VALUES)
    redrawn = f"c :=$ Flip({second}); r := {otherwise} xor c;" if choose.random() < 0.6 else f"r := {otherwise};"
    relation = choose.choice(("any", "any", "x{1} != x{2}", "x{1} = x{2} || p < 1/2"))
    return f"""program P(x : private bool, p : real) : bool requires {choose.choice(RANGES)}; {{
      b :=$ Flip({first});
      if ({guard}) {{ r := {then}; }} else {{ {redrawn} }}
      return r;
    }}
    claim c : P satisfies dp({choose.choice(BUDGETS)}) when {relation} """


def agrees(seed: int) -> str:
    """What is said of all values, which single values do not contradict."""
    text = program(seed)
    laboratory = Laboratory(pipeline.load(Source("open.wl", text + ";")))
    found = decided_for_all(laboratory, laboratory.file.claims[0], Arithmetic())
    if found is None:
        return "undecided"
    (result,) = found
    listed = ", ".join([str(value) for value in GRID])
    single = Laboratory(pipeline.load(Source("single.wl", f"{text} check p in {{{listed}}};")))
    singles = list(single.checks(single.file.claims[0]))
    broken = [one.instance for one in singles if one.status == "violated"]
    if result.status in ("tight", "loose"):
        assert not broken, (text, broken)
        assert not [one for one in singles if one.status == "error"], text
        if result.status == "tight":
            assert not [one for one in singles if one.status == "loose"], text
    elif broken:
        assert result.status in ("violated", "error") or "the budget" in result.reason, (text, broken, result)
    if result.status == "violated":
        assert result.witness is not None, text
    return result.status


@pytest.mark.parametrize("start", range(6))
def test_single_values_agree(start: int) -> None:
    told = [agrees(seed) for seed in range(10 * start, 10 * start + 10)]
    assert told.count("undecided") <= 4, told


@pytest.mark.long
def test_more_single_values_agree() -> None:
    told = [agrees(seed) for seed in range(1_000, 1_600)]
    assert {"tight", "loose", "violated"} <= set(told)


# ---- channels ----------------------------------------------------------------------------------------


def channel(path: str, *names: str, program: str | None = None, claim: str | None = None) -> OpenStudy:
    (study,) = pipeline.open_channels(read(str(ROOT / path)), program, claim, (), names)
    return study


@pytest.mark.parametrize(
    ("path", "program", "name"),
    [
        ("examples/open/two_coins.wl", "RandResp", "p"),
        ("examples/open/k_ary_response.wl", "Four", "p"),
        ("examples/open/truncated_geometric.wl", "Cut", "eps"),
        ("examples/open/truncated_geometric.wl", "Moved", "eps"),
    ],
)
def test_pieces_are_what_single_values_are(path: str, program: str, name: str) -> None:
    study = channel(path, name, program=program)
    for x in (Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(99, 100)):
        (ordinary,) = pipeline.channels(read(str(ROOT / path)), program, None, (f"{name}={x}",))
        rows = ordinary.channel.left
        assert ordinary.epsilon is not None
        for figure in study.figures:
            (value,) = [at(p.value, [x]) for p in figure.function.pieces if contains(p.where, x)]
            if figure.name == "epsilon":
                assert value == ordinary.epsilon.ratio
        (matrix,) = [p.value for p in study.matrix.pieces if contains(p.where, x)]
        for given, row in zip(matrix[1], rows, strict=True):
            assert [at(mass, [x]) for mass in given] == [row.probability(seen) for seen in study.outputs]


def contains(where: object, x: Fraction) -> bool:
    assert isinstance(where, Interval)

    def side(end: Point | None, has: bool, sign: int) -> bool:
        if end is None:
            return True
        apart = balls.sign_of(lambda: enclosure(x) - end.enclosure()) or 0
        return apart == sign or (apart == 0 and has)

    return side(where.low, where.has_low, 1) and side(where.high, where.has_high, -1)


def test_the_lecture_for_every_p() -> None:
    run = CliRunner().invoke(main, ["channel", str(TWO_COINS), "--open", "p"])
    assert run.exit_code == 0, run.output
    assert (
        run.output
        == """RandResp for every p
                     false       true
  x = false    p^2 - p + 1    p - p^2
  x = true   p^2 - 2*p + 1  2*p - p^2

  epsilon             ln((2 - p)/(1 - p))          for 0 < p <= 1/2
                      ln((p^2 - p + 1)/(1 - p)^2)  for 1/2 < p < 1
  total variation     p  for 0 < p < 1
  Bayes after         (p + 1)/2  for 0 < p < 1
"""
    )


def test_two_numbers_and_json() -> None:
    run = CliRunner().invoke(main, ["channel", str(TWO_ROUNDS), "--open", "p", "--open", "q", "--format", "json"])
    (study,) = json.loads(run.output)["channels"]
    assert study["open"] == ["p", "q"]
    assert [piece["exact"] for piece in study["figures"]["total-variation"]["pieces"]] == ["1 - 2*p", "1 - 2*q"]
    assert study["figures"]["epsilon"]["pieces"][0]["exact"] == "ln((1 - q)*(1 - p)/(q*p))"


CUBE = """program P(x : private bool, p : real) : bool requires 0 <= p && p <= 1; {
  b :=$ Flip(if x then p^3 else 1 - p);
  return b;
}"""


def test_cuts_are_algebraic_numbers(tmp_path: Path) -> None:
    file = tmp_path / "cube.wl"
    file.write_text(CUBE)
    run = CliRunner().invoke(main, ["channel", str(file), "--open", "p", "--measure", "total-variation"])
    assert (
        run.output
        == """P for every p
  total variation     1 - p - p^3  for 0 <= p <= 0.682327..
                      p^3 + p - 1  for 0.682327.. < p <= 1
  0.682327.. is a root of p^3 + p - 1 = 0
"""
    )
    run = CliRunner().invoke(main, ["channel", str(file), "--open", "p", "--format", "json"])
    pieces = json.loads(run.output)["channels"][0]["figures"]["epsilon"]["pieces"]
    assert [piece["exact"] for piece in pieces] == ["inf", "ln((1 - p)/p^3)", "ln(p^3/(1 - p))", "inf"]
    cut = pieces[1]["where"]["high"]
    assert cut == {"exact": None, "low": 0.6823278, "high": 0.6823279, "root_of": "x^3 + x - 1 = 0"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--open", "r"],
        ["--open", "x"],
        ["--open", "p", "--set", "p=1/2"],
        ["--open", "p", "--measure", "reny=2"],
        ["--open", "p", "--format", "csv"],
        ["--open", "p", "--prior", "1/2,1/4,1/4"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_asked_is_said(arguments: list[str]) -> None:
    run = CliRunner().invoke(main, ["channel", str(TWO_COINS), *arguments])
    assert run.exit_code == 2, run.output
    assert "try:" in run.output


MEASURES = ["epsilon", "local-epsilon", "epsilon-at=1/5", "delta-at=ln(2)", "total-variation", "dp-loss=ln(2)"]
MEASURES += ["renyi=2", "renyi=5", "renyi=inf", "bayes", "g-leakage", "min-entropy", "min-capacity"]
PRIOR, GAIN = ("--prior", "1/2,1/4,1/8,1/8"), ("--gain", "1,0,0,1/2;0,1,1/3,0;1/5,1/5,1/5,1/5")


def told(path: Path, *arguments: str) -> dict[str, Any]:
    run = CliRunner().invoke(main, ["channel", str(path), *arguments, "--format", "json"])
    assert run.exit_code == 0, run.output
    found: dict[str, Any] = json.loads(run.output)["channels"][0]
    return found


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("more", [(), PRIOR], ids=["uniform", "prior"])
def test_measures_are_what_they_are_at_single_values(measure: str, more: tuple[str, ...]) -> None:
    path, asked = K_ARY, ["--measure", measure, *more, *(GAIN if measure == "g-leakage" else ())]
    figures = list(told(path, "--open", "p", *asked)["figures"].values())
    assert all([figure["pieces"] for figure in figures]), figures
    for p in (Fraction(1, 4), Fraction(2, 5), Fraction(9, 11)):
        single = told(path, "--set", f"p={p}", *asked)["measures"][measure]
        readings = [reading for key, reading in single.items() if key != "worst"]
        assert len(figures) == len(readings)
        for figure, reading in zip(figures, readings, strict=True):
            (piece,) = [one for one in figure["pieces"] if holds(one["where"], p)]
            assert written(piece["exact"], p) == written(reading["exact"], p), (measure, p)


def holds(where: dict[str, Any], p: Fraction) -> bool:
    low, high = [Fraction(where[end]["exact"]) for end in ("low", "high")]
    return low < p < high or (p == low and where["has_low"]) or (p == high and where["has_high"])


def written(text: str, p: Fraction) -> str:
    """A number, to 40 digits."""
    names = {"ln": sympy.log, "log2": lambda x: sympy.log(x, 2), "p": sympy.Rational(p.numerator, p.denominator)}
    return str(sympy.N(sympy.sympify(text.replace("^", "**"), locals=names, rational=True), 40))


def test_what_is_no_quotient_says_so_by_its_name() -> None:
    run = CliRunner().invoke(main, ["channel", str(K_ARY), "--open", "p", "--measure", "all", "--measure", "renyi=3/2"])
    left = [line.split()[0] for line in run.output.splitlines() if "not computed" in line]
    assert left == ["zcdp", "shannon", "capacity", "renyi=3/2"]


LUCK = """program Luck(x : private bool, p : real) : int requires 0 < p && p < 1; {
  b := false;
  n := 0;
  while (!b) { b :=$ Flip(p); ROUND }
  return n;
}"""


def test_a_loop_that_ends_by_luck_is_solved_unless_a_number_grows_in_it(tmp_path: Path) -> None:
    path = tmp_path / "luck.wl"
    path.write_text(LUCK.replace("ROUND", ""), encoding="utf-8")
    run = CliRunner().invoke(main, ["channel", str(path), "--open", "p"])
    assert run.exit_code == 0
    assert "epsilon             0  for 0 < p < 1" in run.output
    path.write_text(LUCK.replace("ROUND", "n := n + 1;"), encoding="utf-8")
    run = CliRunner().invoke(main, ["channel", str(path), "--open", "p"])
    assert run.exit_code == 1
    assert "luck.wl:4:3  error[not-enumerable]: `n` grows in a loop that ends by luck" in run.output
    assert "try: give the open numbers values" in run.output


@pytest.mark.search
def test_an_error_is_told_once_for_each_place(tmp_path: Path) -> None:
    path = tmp_path / "error.wl"
    path.write_text(
        """program P(x : private bool, p : real, q : real) : (bool, bool)
          requires 0 <= p && p <= 1 && 0 <= q && q <= 1; {
          a :=$ Flip(p + q);
          b :=$ Flip(1/2);
          return (a, b xor a);
        }
        claim c : P satisfies dp(ln(2)) when any;""",
        encoding="utf-8",
    )
    run = CliRunner().invoke(main, ["refute", str(path)])
    assert run.output.count("stops with an error") == 1


def test_one_number_needs_no_solver() -> None:
    code = "import sys; from prhl.frontends.cli import main; main(sys.argv[1:], standalone_mode=False)"
    code += "; assert 'z3' not in sys.modules"
    subprocess.run([sys.executable, "-c", code, "channel", str(TWO_COINS), "--open", "p"], check=True)


# ---- checks and search that leave numbers open ---------------------------------------------------------

FOUR = """program Kary(x : private int, p : real, k : int) : int requires 0 <= x && x < k; requires 1/4 <= p && p < 1; {
  keep :=$ Flip((4*p - 1)/3);
  r :=$ Uniform(0..k - 1);
  return if keep then x else r;
}
claim four : Kary satisfies dp(ln(BUDGET*p/(1 - p))) when any check x in 0..3, k = 4;"""


def test_a_check_may_leave_numbers_open() -> None:
    (claim,) = pipeline.verify(Source("four.wl", FOUR.replace("BUDGET", "3")), search=None).claims
    assert [(check.instance, check.status) for check in claim.checks] == [({"p": "every"}, "tight")]
    (claim,) = pipeline.verify(Source("four.wl", FOUR.replace("BUDGET", "2")), search=None).claims
    assert claim.verdict.word == "refuted"


def test_quadruples() -> None:
    text = """program A(p : real) : bool requires 0 <= p && p <= 1; { a :=$ Flip(p); b :=$ Flip(p); return a && b; }
    program B(p : real) : bool requires 0 <= p && p <= 1; { a :=$ Flip(p^2); return a; }
    claim same : A ~ B : p{1} = p{2} ==> res{1} = res{2};
    claim other : A ~ B : p{1} = p{2} && p{1} > 1/2 ==> res{1} = res{2} within (ln(2), 0);
    claim unequal : A ~ B : true ==> res{1} = res{2};"""
    report = pipeline.verify(Source("two.wl", text), search=None)
    assert [claim.verdict.word for claim in report.claims] == ["proved", "proved", "unknown"]


# ---- numbers -------------------------------------------------------------------------------------------


def test_real_roots() -> None:
    found = real_roots(fmpz_poly([-2, 0, 1]))
    assert [str(Point(root)) for root in found] == ["-sqrt(2)", "sqrt(2)"]
    assert [str(Point(root)) for root in real_roots(fmpz_poly([1, -3, 1]))] == ["(3 - sqrt(5))/2", "(3 + sqrt(5))/2"]
    assert [str(Point(root)) for root in real_roots(fmpz_poly([-3, 2]))] == ["3/2"]
    assert real_roots(fmpz_poly([1, 0, 1])) == []
    quintic = [Point(root) for root in real_roots(fmpz_poly([1, -5, 0, 0, 0, 1]))]
    assert [order(one, other) for one, other in pairwise(quintic)] == [-1, -1]
    assert len(quintic) == 3


def test_integers_between_points() -> None:
    low, high = [Point(root) for root in real_roots(fmpz_poly([-7, 0, 1]))]
    assert integer_between(low, high) == 0
    assert integer_between(high, None) == 3
    assert integer_between(None, low) == -3
    half, one = Point(real_roots(fmpz_poly([-1, 2]))[0]), Point(real_roots(fmpz_poly([-1, 1]))[0])
    assert integer_between(half, one) is None
    assert integer_between(half, high) == 1


def test_what_is_told_of_exponentials_is_true() -> None:
    """The polynomials are compared with exp at many rationals."""
    signs = {"gt": {1}, "le": {-1, 0}, "ge": {0, 1}}
    for steps in (1, 3, 7):
        symbols = Symbols(("x",), (steps,), (False,))
        for poly, relation in facts(symbols):
            for n in range(-60, 61):
                assert sign_at(poly, symbols, [Fraction(n, 4)]) in signs[relation], (str(poly), n)


def test_no_claim_uses_up_the_questions_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where attacks alone are asked for: what is refuted by itself is refuted behind others."""
    monkeypatch.setattr("prhl.solvers.real_arithmetic.MOST", 40)
    text = "".join(
        [
            f"""
    program P{n}(x : private bool, p : real, q : real) : bool
      requires 0 < p && p < 1 && 0 < q && q < 1;
    {{
      b :=$ Flip(if p^3 + q^2 = 1/64 + 1/49 then (if x then p*q else q^2) else 1/2);
      return b;
    }}
    claim c{n} : P{n} satisfies dp(0) when any;
    """
            for n in range(4)
        ]
    )
    report = pipeline.refute(Source("order.wl", text), pipeline.SEARCH)
    assert [one.verdict.word for one in report.claims] == ["refuted"] * 4
