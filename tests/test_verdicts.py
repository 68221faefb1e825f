"""The scripts of docs/verdicts.md: they find every witness of the examples right, and a forged one wrong."""

import copy
import importlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from tests.test_docs import blocks_of

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
FOLDERS = ("wrong", "attacks", "quadruples")
COINS = ROOT / "examples" / "course" / "rand_resp.wl"

Json = Any


BLOCKS = blocks_of(ROOT / "docs" / "verdicts.md")
RECHECK, RECOUNT = [block.text for block in BLOCKS if block.tag == "python"]


def refuted() -> list[str]:
    """The examples of these folders with a claim that is false."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / "examples" / folder).glob("*.wl"))]
    found = [path for path in paths if re.search(r"\bexpect refuted\b", path.read_text(encoding="utf-8"))]
    return [str(path.relative_to(ROOT)) for path in found]


REFUTED = refuted()


@cache
def report(name: str) -> str:
    done = CliRunner().invoke(main, ["verify", "--format", "json", str(ROOT / name)])
    assert done.exit_code in (0, 1), done.output
    return done.stdout


def witnesses(text: str) -> Iterator[tuple[Json, Json]]:
    for file in json.loads(text)["files"]:
        for claim in file["claims"]:
            if claim["witness"]:
                yield claim, claim["witness"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both scripts, where Python finds them."""
    (tmp_path / "recheck.py").write_text(RECHECK, encoding="utf-8")
    (tmp_path / "recount.py").write_text(RECOUNT, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "recheck", raising=False)
    return tmp_path


@pytest.fixture
def recheck(folder: Path) -> ModuleType:
    return importlib.import_module("recheck")


def told(folder: Path, script: str, text: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a script prints, run in this process; `prhl` answers in it too."""

    def answer(command: list[str], **_: Any) -> Any:
        assert command[0] == "prhl"
        done = CliRunner().invoke(main, command[1:])
        assert done.exit_code == 0, done.output
        return subprocess.CompletedProcess(command, 0, done.stdout)

    monkeypatch.setattr(subprocess, "run", answer)
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    capsys.readouterr()
    code = compile((folder / script).read_text(encoding="utf-8"), script, "exec")
    exec(code, {"__name__": "__main__"})  # the document's own script
    return capsys.readouterr().out.splitlines()


def test_there_are_two_scripts_and_they_are_short() -> None:
    for script, most in ((RECHECK, 20), (RECOUNT, 24)):
        lines = [line for line in script.splitlines() if line.strip()]
        assert len(lines) <= most
        assert "eval(" not in script
        assert "exec(" not in script


@pytest.mark.parametrize("name", REFUTED)
def test_every_witness_is_right(name: str, folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It breaks its claim, and its probabilities are found again, unless tails are cut off elsewhere."""
    found = list(witnesses(report(name)))
    assert found
    broken = told(folder, "recheck.py", report(name), capsys, monkeypatch)
    assert [line.split(": ")[0] for line in broken] == [
        claim["name"] for claim, one in found if "delta" in one["budget"]
    ]
    assert all([line.endswith(" is claimed: broken") for line in broken])
    counted = told(folder, "recount.py", report(name), capsys, monkeypatch)
    lines = iter(counted)
    for claim, witness in found:
        if "each" in witness or any(["->" in value for given in witness["inputs"] for value in given.values()]):
            assert next(lines) == f"{claim['name']}: by several events, or with functions"
            continue
        tails = any(["<" in seen or ">" in seen for seen in witness["event"]])
        for run in (1, 2):
            words = ["the same", *(["the outputs are listed in other parts"] if tails else [])]
            words += ["within the bound"] if witness.get("bounds") else []
            assert next(lines) in [f"{claim['name']}: run {run}: {word}" for word in words]


def test_every_wrong_example_is_among_them() -> None:
    wrong = list((ROOT / "examples" / "wrong").glob("*.wl"))
    assert len([name for name in REFUTED if name.startswith("examples/wrong/")]) == len(wrong) >= 18


def test_concentrated_claims_are_left_out(folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = forged(report(str(COINS.relative_to(ROOT))), budget={"rho": "1/10"})
    assert told(folder, "recheck.py", text, capsys, monkeypatch) == []


def forged(text: str, **changes: Any) -> str:
    found = copy.deepcopy(json.loads(text))
    for file in found["files"]:
        for claim in file["claims"]:
            if claim["witness"]:
                claim["witness"] |= changes
    return json.dumps(found)


def test_a_forged_witness_is_found_out(folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = report(str(COINS.relative_to(ROOT)))
    mild = forged(text, budget={"epsilon": "ln(3)", "delta": "0"})
    assert told(folder, "recheck.py", mild, capsys, monkeypatch) == [
        "ln2: 0.75, at most 0.75 is claimed: NOT SHOWN TO BE BROKEN"
    ]
    more = forged(text, probabilities=["7/8", "1/4"])
    assert told(folder, "recount.py", more, capsys, monkeypatch) == ["ln2: run 1: ANOTHER ONE", "ln2: run 2: the same"]
    other = forged(text, event=["true"])
    assert told(folder, "recount.py", other, capsys, monkeypatch) == [f"ln2: run {run}: ANOTHER ONE" for run in (1, 2)]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("3/4", 0.75),
        ("exp(-1/2)/2", 0.3032653298563167),
        ("ln(2)", 0.6931471805599453),
        ("-3*ln(2)/4", -0.5198603854199590),
        ("(1 - exp(-1))/(1 + 3*exp(-1/2))", 0.224188664),
        ("exp(3*ln(2)/4)", 1.681792830507429),
        ("0.06249999999", 0.06249999999),
        ("1.5e-30", 1.5e-30),
        ("9" * 5000 + "/" + "9" * 5000, 1.0),
    ],
)
def test_numbers_are_read(recheck: ModuleType, text: str, size: float) -> None:
    assert abs(float(recheck.number(text)) - size) < 1e-7 * max(abs(size), 1e-30)


@pytest.mark.parametrize("text", ["__import__('os')", "x", "[1]", "(lambda: 1)()", "exp", "1 if 1 else 2", "2 ** 3"])
def test_nothing_else_is_run(recheck: ModuleType, text: str) -> None:
    with suppress(KeyError, TypeError, AttributeError):
        assert recheck.number(text) is None


def test_as_the_document_says(folder: Path) -> None:
    """From a shell, with the installed commands."""
    (program,) = [block.text for block in BLOCKS if block.file == "coins.wl"]
    (folder / "coins.wl").write_text(program, encoding="utf-8")
    shown = [block.text for block in BLOCKS if block.text.startswith("ln2: ")]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for script in ("recheck.py", "recount.py"):
        told = f"prhl verify --format json coins.wl | {sys.executable} {script}"
        done = subprocess.run(
            told, shell=True, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        )
        assert done.stdout in shown, (done.stdout, done.stderr)
        assert done.stdout.startswith("ln2: run 1" if script == "recount.py" else "ln2: 0.75")
