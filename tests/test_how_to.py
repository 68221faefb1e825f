"""The recipes that are no commands of `prhl`: scripts, a workflow, a notebook."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from tests.test_docs import ROOT, Block, blocks_of

BLOCKS = blocks_of(ROOT / "docs" / "how-to.md")


def containing(text: str) -> Block:
    """The one block that has this text."""
    (found,) = [block for block in BLOCKS if text in block.text]
    return found


def run(script: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_workflow() -> None:
    yaml = pytest.importorskip("yaml")
    told = yaml.safe_load(containing("runs-on").text)
    steps = told["jobs"]["verify"]["steps"]
    commands = [shlex.split(step["run"].partition(">")[0]) for step in steps if "prhl " in step.get("run", "")]
    assert [words[:2] for words in commands] == [["prhl", "fmt"], ["prhl", "verify"]]
    for words in commands:
        files = [str(ROOT / "examples/course/rand_resp.wl") if "*" in word else word for word in words[1:]]
        result = CliRunner().invoke(main, files)
        assert result.exit_code == 0
    assert json.loads(result.output)["files"]


def test_surprises_are_printed(tmp_path: Path) -> None:
    text = "program P(x : private bool) : bool {\n  return x;\n}\n\nclaim c : P satisfies dp(1) when any"
    (tmp_path / "as_said.wl").write_text(text + " expect refuted;\n")
    (tmp_path / "other.wl").write_text(text + ";\n")
    command = ["verify", "--format", "json", str(tmp_path / "as_said.wl"), str(tmp_path / "other.wl")]
    (tmp_path / "verdicts.json").write_text(CliRunner().invoke(main, command).output)
    printed = run(containing('claim["expected"]').text, tmp_path).splitlines()
    assert len(printed) == 1
    assert re.search(r"other\.wl c refuted", printed[0])


def test_found_proofs_are_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / "bare.wl").write_text(containing("Laplace(1/eps);\n  return s + z").text)
    command = ["verify", "--format", "json", str(tmp_path / "bare.wl")]
    (tmp_path / "verdicts.json").write_text(CliRunner().invoke(main, command).output)
    printed = run(containing("annotations found").text, tmp_path)
    assert printed.endswith("bare.wl private 3 annotations found\n")
    run(containing('claim for claim in file["claims"]').text, tmp_path)
    kept = str(tmp_path / "kept.wl")
    assert CliRunner().invoke(main, ["verify", "--no-find", str(tmp_path / "bare.wl")]).exit_code == 1
    assert CliRunner().invoke(main, ["fmt", kept]).exit_code == 0
    assert CliRunner().invoke(main, ["verify", "--no-find", kept]).exit_code == 0


def test_another_solver(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    (tmp_path / "chosen.wl").write_text(containing("Gauss(15/4)").text)
    command = ["verify", str(tmp_path / "chosen.wl"), "--dump-smt", str(tmp_path / "questions")]
    assert CliRunner().invoke(main, command).exit_code == 0
    printed = run(containing("import cvc5").text, tmp_path).splitlines()
    assert len(printed) > 4
    assert "unsat" in {line.split()[1] for line in printed}
    assert not [line for line in printed if line.endswith((" sat", " unknown"))]


def test_the_notebook() -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell")
    from IPython.utils.capture import capture_output

    shells.InteractiveShell.clear_instance()
    shell = shells.InteractiveShell.instance()
    cell = containing("%%prhl\n").text
    with capture_output() as told:
        for text in (containing("%load_ext").text, cell, cell.replace("%%prhl", "%%prhl --claim log_odds --set p=1/3")):
            assert shell.run_cell(text).success
    shells.InteractiveShell.clear_instance()
    pages = [one.data["text/html"] for one in told.outputs if "text/html" in one.data]
    assert len(pages) == 2
    assert all(["proved by coupling" in re.sub(r"<[^>]*>", "", page) for page in pages])
    assert [one for one in told.outputs if "image/svg+xml" in one.data]


def test_the_lexer_of_a_sphinx_project() -> None:
    pytest.importorskip("pygments")
    added = {}

    class App:
        def add_lexer(self, name: str, lexer: type) -> None:
            added[name] = lexer

    scope: dict[str, object] = {}
    exec(containing("def setup(app)").text, scope)
    setup = scope["setup"]
    assert callable(setup)
    setup(App())
    assert [*added] == ["wl"]
