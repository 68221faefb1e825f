"""The recipes of `docs/architecture.md`, followed in a copy of the house: what is added is its file and its line."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

HAT = '''"""Hat(n): on -n..n, P(x) proportional to n + 1 - |x|."""

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import given, up_to
from prhl.distributions.masses import merged
from prhl.logic.build import at_most, both, number, plus
from prhl.logic.types import INT


class Hat:
    name = "Hat"
    also = ()
    parameters = (Parameter("n", Kind.INTEGER),)
    continuous = False

    def sample_type(self, arguments):
        return INT

    def conditions(self, arguments):
        return (Condition(at_most(number(0), given(arguments)), "empty-set", "the width of Hat must not be negative"),)

    def support(self, arguments, value):
        n = given(arguments)
        return both([at_most(plus(number(0), n, -1), value), at_most(value, n)])

    def reached(self, arguments, low, high):
        n = given(arguments)
        return both([up_to(low, n), up_to(plus(number(0), n, -1), high)])

    def ends(self, arguments):
        return [number(0)]

    def masses(self, values, limit):
        n = int(values[0])
        return merged([(x, n + 1 - abs(x)) for x in range(-n, n + 1)], (n + 1) ** 2)
'''

MIRROR = '''"""Symmetric noise on the integers, mirrored for nothing."""

from prhl.couplings.base import Owed, priced
from prhl.distributions.hat import Hat
from prhl.logic.build import equal, number, plus


class Mirrored:
    def offered(self, family):
        return isinstance(family, Hat)

    def align(self, draw):
        mirrored = Owed("not-a-shift", equal(draw.image, plus(number(0), draw.sample, -1)), "it is mirrored only")
        alike = Owed("same-noise", equal(*draw.argument(0)), "the widths may differ")
        return priced((mirrored, alike), number(0))
'''

FILE = """
program Same(x : private bool, n : int) : int requires n >= 1; {
  a :=$ Hat(n) couple a{2} = a{1};
  b :=$ Truncate(Hat(n), -1, 1) couple b{2} = b{1};
  c :=$ Clamp(Hat(n), 0, 1) couple c{2} = c{1};
  return a + b + c;
}
claim same : Same satisfies dp(0) when any check n in 1..2;
program Secret(x : private bool) : int { a :=$ Hat(if x then 1 else 2) couple a{2} = a{1}; return a; }
claim secret : Secret satisfies dp(1) when any check expect refuted;
"""
TURNED = """
program Turned(n : int) : int requires n >= 1; { a :=$ Hat(n) couple a{2} = -a{1}; return a; }
claim turned : Turned ~ Turned : ={n} ==> res{1} = -res{2} check n in 1..2 expect EXPECTED;
"""


def copied(folder: Path) -> Path:
    house = folder / "house"
    shutil.copytree(ROOT / "prhl", house / "prhl", ignore=shutil.ignore_patterns("__pycache__"))
    (house / "prhl" / "distributions" / "hat.py").write_text(HAT, encoding="utf-8")
    line(house / "prhl/distributions/__init__.py", "    Poisson(),\n", "    Hat(),\n")
    line(house / "prhl/distributions/__init__.py", "from prhl.logic", "from prhl.distributions.hat import Hat\n")
    return house


def line(path: Path, before: str, added: str) -> None:
    """One more line in a table of contents."""
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, added + before, 1), encoding="utf-8")


def run(house: Path, text: str, *words: str) -> str:
    file = house / "a.wl"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", "from prhl.frontends.cli import main; main()", *words, str(file)]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def verified(house: Path, text: str) -> str:
    return run(house, text, "verify", "--budget", "0", "--no-find")


def test_a_distribution_is_a_file_and_a_line(tmp_path: Path) -> None:
    """It is drawn, enumerated, refuted, truncated, clamped, and coupled by the identity."""
    house = copied(tmp_path)
    told = verified(house, FILE)
    assert "same    Same  proved by coupling" in told
    assert "secret  Secret  refuted" in told
    verified(house, TURNED.replace("EXPECTED", "unknown"))


def test_a_coupling_is_a_file_and_a_line(tmp_path: Path) -> None:
    house = copied(tmp_path)
    (house / "prhl/couplings/mirror.py").write_text(MIRROR, encoding="utf-8")
    table = house / "prhl/couplings/__init__.py"
    line(table, "\nALIGNMENTS", "from prhl.couplings.mirror import Mirrored\n")
    line(table, "    Shifted(),\n", "    Mirrored(),\n")
    assert "turned  Turned  proved by coupling" in verified(house, TURNED.replace("EXPECTED", "proved"))


SPREAD = '''"""Spread: how many outputs are possible at all."""

from fractions import Fraction

from prhl.numbers.figures import figure


def spread(subject, _):
    from prhl.measures.shelf import Measured, Reading

    shown = sum([1 for column in subject.matrix.columns if max(column)])
    return Measured("", (Reading("outputs", "possible outputs", figure(Fraction(shown))),))
'''


def test_a_measure_is_a_file_and_a_line(tmp_path: Path) -> None:
    house = copied(tmp_path)
    (house / "prhl/measures/spread.py").write_text(SPREAD, encoding="utf-8")
    shelf = house / "prhl/measures/shelf.py"
    line(shelf, "from prhl.measures.zcdp", "from prhl.measures.spread import spread\n")
    line(shelf, '    Measure("epsilon",', '    Measure("spread", "how many outputs are possible", "", (), spread),\n')
    told = run(house, "program Two(x : bool) : bool { y :=$ Flip(1/3); return y; }", "channel", "--measure", "spread")
    assert "possible outputs" in told
    assert "2" in told.split("possible outputs")[1].splitlines()[0]


DOUBLED = '''"""doubled(e): differential privacy for 2*e."""

from prhl.logic.build import number, times
from prhl.notions.base import ZERO, Notion


class Doubled(Notion):
    def spent(self, budget):
        return times(number(2), budget[0]), ZERO


DOUBLED = Doubled("doubled", ("e",), 1, "Pr1[S] <= exp(2*e) Pr2[S] for every event S, in both directions")
'''

NOISE = """
program P(x : private int, e : real) : int requires e > 0; {
  z :=$ DiscreteLaplace(1/(2*e)) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}
claim private : P satisfies doubled(e) when within(x, 1);
"""


def test_a_notion_is_a_file_and_a_line(tmp_path: Path) -> None:
    house = copied(tmp_path)
    (house / "prhl/notions/doubled.py").write_text(DOUBLED, encoding="utf-8")
    table = house / "prhl/notions/__init__.py"
    line(table, "from prhl.notions.noninterference", "from prhl.notions.doubled import DOUBLED\n")
    line(table, "NONINTERFERENCE)\n", "DOUBLED, ")
    assert "private  P  proved by coupling" in verified(house, NOISE)
