"""SymPy is given exact numbers, agrees with them, and is loaded by nobody who does not ask for it."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import sympy

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import Rejected, Stopped
from prhl.measures.asked import questions
from prhl.measures.logsums import logsum
from prhl.numbers import Exponential, Log, Number, Real, balls, enclosure, exp, ln, sqrt
from prhl.numbers.as_sympy import to_sympy
from prhl.numbers.figures import INFINITE, Figure, figure, linear, logarithm
from prhl.numbers.opened import left_open
from prhl.numbers.piecewise import at
from prhl.numbers.quotients import logarithm as named_logarithm
from prhl.numbers.stretches import Open
from prhl.numbers.theta import theta
from prhl.source import Source

ROOT = Path(__file__).parent.parent
FILES = sorted([path for folder in ("course", "mechanisms") for path in (ROOT / "examples" / folder).glob("*.wl")])
HALF = Fraction(1, 2)

NUMBERS: list[Number] = [
    3,
    Fraction(-7, 3),
    ln(3),
    ln(Fraction(2, 3)) * Fraction(5, 7),
    Log(Fraction(3), ((2, 1),), -2),
    ln(2**20_001) + ln(3),  # too long to be the logarithm of one rational
    sqrt(Fraction(2)),
    exp(ln(2) / 3) * 5,
    exp(HALF),
    (exp(1) - 1) / (exp(1) + 1),
    (exp(HALF) + sqrt(Fraction(3))) / (exp(Fraction(1, 3)) + 7),
    named_logarithm(3) * exp(-HALF) + 2,
    1 / theta(HALF),
    Real("ln", (exp(1) + 1,)),
    Real("log2", (Fraction(3, 4),)),
    Real("pow", (ln(3) + ln(5) * ln(7), 3)),
    Real("div", (ln(3), sqrt(Fraction(2)))),
    Real("sqrt", (exp(1),)),
    Real("exp", (ln(2) * ln(3),)),
    Real("add", (Fraction(1), Real("mul", (Fraction(-1, 4), Real("exp", (Fraction(1, 3),)))))),
]


def between(expression: sympy.Expr, low: Fraction, high: Fraction) -> bool:
    """Decided by SymPy; what it does not decide is an error."""
    ends = [sympy.Rational(end.numerator, end.denominator) for end in (low, high)]
    return bool(expression - ends[0] >= 0) and bool(ends[1] - expression >= 0)


@pytest.mark.parametrize("value", NUMBERS, ids=str)
def test_a_number_lies_in_its_enclosure(value: Number) -> None:
    low, high = balls.bracket(lambda: enclosure(value), 12)
    found = to_sympy(value)
    assert between(found, low, high)
    assert not between(found, low + 1, high + 1)


def test_a_parameter_that_is_left_open_is_a_symbol() -> None:
    eps = left_open(Open("eps"))
    symbol = sympy.Symbol("eps", positive=True)
    assert to_sympy(2 * eps**2) == 2 * symbol**2
    assert sympy.simplify(to_sympy(1 / (exp(eps) + 1)) - 1 / (sympy.exp(symbol) + 1)) == 0


def test_open_numbers_are_what_they_are_at_each_value() -> None:
    source = Source("coins.wl", (ROOT / "examples/open/two_coins.wl").read_text(encoding="utf-8"))
    (study,) = pipeline.open_channels(source, None, None, (), ("p",), None, questions((), None, None))
    epsilon = study.figures[0]
    p = sympy.Symbol("p", real=True)
    cells = [mass for row in study.matrix.pieces[0].value[1] for mass in row]
    for value in [*cells, *[piece.value for piece in epsilon.function.pieces]]:
        for x in (Fraction(1, 3), Fraction(5, 7)):
            there = at(value, [x])
            assert to_sympy(value).subs(p, sympy.Rational(x.numerator, x.denominator)) == sympy.Rational(
                there.numerator, there.denominator
            )
    assert len(epsilon.function.pieces) == 2


def test_figures_keep_their_numbers() -> None:
    shown: list[Figure] = [
        figure(ln(3)),
        logarithm(Fraction(5, 3)),
        linear(HALF, Fraction(1, 4), Exponential(Fraction(1, 3))),
        logsum([(HALF, Fraction(3, 2)), (Fraction(1, 3), Fraction(5))]).shown(),
    ]
    for one in shown:
        assert one.low is not None
        assert one.high is not None
        assert between(one.to_sympy(), one.low, one.high)
    assert INFINITE.to_sympy() == sympy.oo
    assert Figure(None, Fraction(0), Fraction(1)).to_sympy() is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_figures_of_the_examples(path: Path) -> None:
    """Every exact figure of a check has its number, and SymPy finds it within the bounds."""
    source = Source(str(path), path.read_text(encoding="utf-8"))
    file = pipeline.load(source)
    laboratory = Laboratory(file, None)
    found: list[Figure | None] = []
    for claim in file.claims:
        for check in laboratory.checks(claim):
            found += [check.epsilon, check.delta, None if check.divergence is None else check.divergence[1]]
    for one in found:
        agrees(one)


def agrees(one: Figure | None) -> None:
    if one is None or one.exact is None:
        assert one is None or one.to_sympy() is None
    elif one.low is None or one.high is None:
        assert one.to_sympy() is not None  # infinite, or a function of a parameter
    else:
        assert between(one.to_sympy(), one.low, one.high), one


def test_there_are_many_figures() -> None:
    assert len(FILES) > 50


def test_the_matrix_of_a_channel_and_all_its_measures() -> None:
    source = Source("coins.wl", (ROOT / "examples/course/rand_resp.wl").read_text(encoding="utf-8"))
    (study,) = pipeline.channels(
        source,
        None,
        None,
        (),
        None,
        questions(("all", "renyi=2", "renyi=3", "delta-at=1/3", "epsilon-at=1/8"), None, None),
    )
    quarter = sympy.Rational(1, 4)
    assert study.to_sympy() == sympy.Matrix([[3 * quarter, quarter], [quarter, 3 * quarter]])
    assert len(study.measures) > 12
    for measured in study.measures:
        for reading in measured.readings:
            agrees(reading.figure)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_matrices_of_the_examples(path: Path) -> None:
    """Rows add up to what is listed of them."""
    source = Source(str(path), path.read_text(encoding="utf-8"))
    for claim in pipeline.load(source).claims:
        try:
            studies = pipeline.channels(source, None, claim.name, (), None, None)
        except (Rejected, Stopped):
            continue
        for study in studies[:2]:
            if len(study.channel.left) * len(study.channel.outputs) > 400:
                continue
            matrix = study.to_sympy()
            for number, row in enumerate(study.channel.left):
                total = sum([row.probability(seen) for seen in study.channel.outputs], Fraction(0))
                low, high = balls.bracket(lambda: enclosure(total), 9)  # noqa: B023  # called at once
                assert low <= Fraction(str(sum(matrix.row(number)).evalf(30))) + Fraction(1, 10**9)
                assert Fraction(str(sum(matrix.row(number)).evalf(30))) - Fraction(1, 10**9) <= high


LOADING = """
import sys
from click.testing import CliRunner
from prhl.frontends.cli import main

for words in {lines}:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "sympy" not in sys.modules, words
"""


def test_nobody_else_loads_it() -> None:
    names = ("course/rand_resp.wl", "mechanisms/noisy_sum.wl", "open/two_coins.wl", "open/surveys.wl")
    coins, total, two, surveys = [str(ROOT / "examples" / name) for name in names]
    lines = [
        ["--help"],
        ["check", coins],
        ["verify", coins, total],
        ["verify", "--explain", "--format", "latex", coins, total],
        ["channel", coins],
        ["channel", coins, "--measure", "all"],
        ["channel", coins, "--format", "latex"],
        ["channel", coins, "--format", "json"],
        ["verify", two, surveys],
        ["channel", two, "--open", "p", "--measure", "all"],
        ["channel", two, "--open", "p", "--format", "latex"],
    ]
    done = subprocess.run([sys.executable, "-c", LOADING.format(lines=lines)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
