"""The wheel, in an environment with nothing but what it declares: every command, every format, the examples.

Whatever is imported there without being declared is missing there. One process runs all commands, to be quick.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from prhl.frontends.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
FOLDERS = sorted([folder.name for folder in EXAMPLES.iterdir() if folder.is_dir()])

# Run there: command lines on standard input, what became of them on standard output.
DRIVER = """
import json, sys
from click.testing import CliRunner
from prhl.frontends.cli import main

if __name__ == "__main__":
    out = []
    for words, text in json.load(sys.stdin):
        done = CliRunner().invoke(main, words, input=text)
        fault = done.exception if not isinstance(done.exception, SystemExit) else None
        out.append([done.exit_code, done.output, None if fault is None else repr(fault)])
    json.dump(out, sys.stdout)
"""


@dataclass(frozen=True)
class Installed:
    """The environment, and a folder to work in."""

    binaries: Path
    home: Path

    def run(self, *words: str, status: int = 0) -> str:
        done = subprocess.run([self.binaries / words[0], *words[1:]], capture_output=True, text=True, cwd=self.home)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def outcomes(self, lines: list[list[str]], text: str = "") -> list[tuple[int, str, str | None]]:
        driver = self.home / "driver.py"
        driver.write_text(DRIVER, encoding="utf-8")
        given = json.dumps([(words, text) for words in lines])
        done = subprocess.run(
            [self.binaries / "python", "-P", str(driver)], input=given, capture_output=True, text=True, cwd=self.home
        )
        assert done.returncode == 0, done.stderr
        return [tuple(found) for found in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(home), str(ROOT)], check=True)
    (wheel,) = home.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "venv")], check=True)
    there = home / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", str(there), "install", "--no-compile", str(wheel)], check=True)
    return Installed(there.parent, home)


COIN = str(EXAMPLES / "course/rand_resp.wl")
SUM = str(EXAMPLES / "mechanisms/noisy_sum.wl")
RELEASE = str(EXAMPLES / "releases/count.wl")
LAPLACE = str(EXAMPLES / "attacks/svt_no_query_noise.wl")
EXERCISE = "1-couplings/1-fair-coins"

# Command lines, their status, and a part of what they print. The folder `work` is made by the first of `learn`,
# `course` is there: one of a single exercise.
LINES: list[tuple[list[str], int, str]] = [
    (["--version"], 0, "prhl"),
    (["--help"], 0, "verify"),
    (["verify", COIN], 0, "3/4 > exp(ln(2)) * 1/4"),
    (["verify", "--format", "json", "--jobs", "2", COIN], 0, '"refuted"'),
    (["verify", "--explain", "--dump-smt", "smt", SUM], 0, "proved by coupling"),
    (["verify", "--explain", "--format", "latex", SUM], 0, "\\begin{prhllines}"),
    (["verify", "--format", "sarif", COIN], 0, '"2.1.0"'),
    (["verify", "--format", "junit", COIN], 0, "<testsuite"),
    (["verify", "--format", "github", "--color", "always", "-"], 2, "::error "),
    (["verify", "--color", "never", LAPLACE], 0, "refuted"),
    (["verify", "--twin", str(EXAMPLES / "mechanisms/laplace_mechanism.wl")], 0, "proved"),
    (["refute", LAPLACE], 0, "refuted"),
    (["refute", "--format", "json", COIN], 0, '"refuted"'),
    (["refute", "--format", "sarif", COIN], 0, '"2.1.0"'),
    (["refute", "--format", "junit", COIN], 0, "<testsuite"),
    (["refute", "--format", "github", "-"], 2, "::error "),
    (["goals", f"{SUM}:13", "--claim", "private"], 0, "eps > 0"),
    (["goals", f"{SUM}:13", "--claim", "private", "--format", "json"], 0, "{"),
    (["budget", SUM, "--claim", "private"], 0, "eps"),
    (["budget", SUM, "--claim", "private", "--format", "json"], 0, "{"),
    (["budget", SUM, "--claim", "private", "--format", "svg", "--out", "budget.svg"], 0, ""),
    (["channel", COIN, "--measure", "all"], 0, "min-entropy leakage"),
    (["channel", COIN, "--format", "json"], 0, '"3/4"'),
    (["channel", COIN, "--format", "csv"], 0, "3/4"),
    (["channel", COIN, "--format", "svg"], 0, "<svg"),
    (["channel", COIN, "--format", "latex"], 0, "\\begin{array}"),
    (["couple", COIN, "--claim", "ln2", "--svg", "couple.svg"], 0, "1/4"),
    (["couple", COIN, "--claim", "ln2", "--format", "json"], 0, "{"),
    (["couple", COIN, "--claim", "ln2", "--format", "csv"], 0, ","),
    (["couple", COIN, "--claim", "ln2", "--format", "svg"], 0, "<svg"),
    (["check", COIN], 0, ""),
    (["check", "--format", "json", COIN], 0, "{"),
    (["check", "--format", "sarif", COIN], 0, '"2.1.0"'),
    (["check", "--format", "junit", COIN], 0, "<testsuite"),
    (["check", "--format", "github", "-"], 2, "::error "),
    (["check", "-"], 2, "assign-with-equals"),
    (["fmt", "--check", COIN], 0, ""),
    (["fmt", "--diff", COIN], 0, ""),
    (["explain"], 0, "results-equal"),
    (["explain", "loop-in-step"], 0, "loop"),
    (["learn", "start", "work"], 0, "exercises in"),
    (["learn", "list", "--dir", "work"], 0, "fair-coins"),
    (["learn", "next", "--dir", "work"], 0, "work"),
    (["learn", "check", "fair-coins", "--dir", "work"], 1, ""),
    (["learn", "hint", "fair-coins", "--dir", "work"], 0, ""),
    (["learn", "solution", "fair-coins", "--dir", "work"], 2, "not solved yet"),
    (["learn", "reset", "fair-coins", "--dir", "work"], 0, ""),
    (["learn", "watch", "--help"], 0, "saved"),
    (["learn", "proofread", "course"], 0, ""),
    (["learn", "new", "mine/1-own/coins"], 0, ""),
    (["learn", "export", "hand.md"], 0, ""),
    (["learn", "export", "hand.html"], 2, "prhl[docs]"),
    (["lsp"], 2, "prhl[lsp]"),
    (["run", COIN, "--input", "x=true", "-n", "100", "--seed", "1", "--compare"], 0, "chi-square"),
    (["run", COIN, "--input", "x=true", "--format", "json"], 0, "{"),
    (["run", COIN, "--input", "x=true", "-n", "10", "--format", "svg"], 0, "<svg"),
    (["export", RELEASE], 0, "def count("),
    (["export", RELEASE, "--to", "opendp", "--out", "count_dp.py"], 0, ""),
    (["grade", "work", "--single", "--exercise", "fair-coins", "--csv", "a.csv", "--json", "a.json"], 0, ""),
]
SLIP = "program P(x : private bool) : bool {\n  y = x;\n  return y;\n}\n"


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def test_every_command_and_format_is_tried() -> None:
    for path, command in commands(main):
        mine = [words for words, _, _ in LINES if tuple(words[: len(path)]) == path]
        assert mine, path
        for option in command.params:
            if isinstance(option.type, click.Choice) and "--color" not in option.opts:
                (flag,) = option.opts
                tried = {words[words.index(flag) + 1] if flag in words else option.default for words in mine}
                assert tried == set(option.type.choices), path


def test_every_command_runs(installed: Installed) -> None:
    assert "prhl" in installed.run("prhl", "--version")
    world = installed.home / "course" / Path(EXERCISE).parent
    shutil.copytree(ROOT / "prhl/exercises" / EXERCISE, installed.home / "course" / EXERCISE)
    shutil.copy(ROOT / "prhl/exercises" / Path(EXERCISE).parent / "README.md", world)
    worlds = '[[world]]\nfolder = "1-couplings"\ntitle = "Couplings"\n'
    (installed.home / "course" / "worlds.toml").write_text(worlds, encoding="utf-8")
    found = installed.outcomes([words for words, _, _ in LINES], SLIP)
    wrong = [
        (" ".join(words), got)
        for (words, status, part), got in zip(LINES, found, strict=True)
        if got[0] != status or part not in got[1] or got[2] is not None
    ]
    assert not wrong
    for name in ("budget.svg", "couple.svg"):
        assert "<svg" in (installed.home / name).read_text(encoding="utf-8")
    assert list((installed.home / "smt").rglob("*.smt2"))


def test_a_file_of_each_folder(installed: Installed) -> None:
    chosen = [min((EXAMPLES / folder).glob("*.wl"), key=lambda path: path.stat().st_size) for folder in FOLDERS]
    check_all(installed, chosen)


@pytest.mark.long
def test_all_examples(installed: Installed) -> None:
    check_all(installed, sorted(EXAMPLES.glob("*/*.wl")))


def check_all(installed: Installed, paths: list[Path]) -> None:
    found = installed.outcomes([["verify", str(path)] for path in paths])
    assert not [(path.name, got) for path, got in zip(paths, found, strict=True) if got[0] != 0 or got[2] is not None]
