"""The recipes that are no commands of `prhl`: scripts, a workflow, a notebook."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from tests.editor import Editor
from tests.loopback_cluster import loopback
from tests.test_docs import ROOT, Block, blocks_of

BLOCKS = blocks_of(ROOT / "docs" / "how-to.md")


def containing(text: str) -> Block:
    """The one block that has this text."""
    (found,) = [block for block in BLOCKS if text in block.text]
    return found


def run(script: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_five_lines_for_ci(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    yaml = pytest.importorskip("yaml")
    steps = yaml.safe_load(containing("actions/checkout").text)
    assert len(steps) == 5
    workflow = {"on": ["push"], "jobs": {"verify": {"runs-on": "ubuntu-latest", "steps": steps}}}
    (tmp_path / "workflow.yml").write_text(json.dumps(workflow))
    words = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", "workflow.yml"]
    subprocess.run([sys.executable, *words], cwd=tmp_path, check=True)
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms/coin.wl").write_text(containing("program Coin").text)
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(step["run"]) for step in steps if step.get("run", "").startswith("prhl ")]
    assert [words[:2] for words in commands] == [["prhl", "fmt"], ["prhl", "verify"]]
    for words in commands:
        assert CliRunner().invoke(main, words[1:]).exit_code == 0


def test_hooks_before_a_commit(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    (tmp_path / "config.yaml").write_text(containing("repo: ").text)
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", "config.yaml"], cwd=tmp_path, check=True)
    (repo,) = yaml.safe_load(containing("repo: ").text)["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in repo["hooks"]] == [hook["id"] for hook in hooks]


@pytest.mark.long
def test_hooks_in_a_repository(tmp_path: Path) -> None:
    """pre-commit itself, with the hooks of this repository, in one where a claim does not end as expected."""
    (tmp_path / "coin.wl").write_text(containing("program Coin").text)
    (tmp_path / "wrong.wl").write_text(containing("program Coin").text.replace(" expect refuted", ""))
    for words in (["init", "--quiet"], ["add", "coin.wl", "wrong.wl"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "--all-files"]
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home"), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"prhl fmt\.+Passed", done.stdout)
    assert re.search(r"prhl verify\.+Failed", done.stdout)
    assert "refuted by enumeration, expected proved" in done.stdout


def test_python(tmp_path: Path) -> None:
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms/coin.wl").write_text(containing("program Coin").text)
    assert run(containing("import prhl").text, tmp_path).splitlines() == [
        "mechanisms/coin.wl ln3 proved enumeration",
        "mechanisms/coin.wl ln2 refuted enumeration",
        "ln(3) 3/4",
    ]


def test_an_editor(tmp_path: Path) -> None:
    """What the recipe starts is a server, and says of the first recipe's file what the command line does."""
    given = tomllib.loads(containing("[language-server.prhl]").text)
    server = given["language-server"][given["language"][0]["language-servers"][0]]
    editor = Editor([server["command"], *server["args"]])
    try:
        uri = editor.open(tmp_path / "coin.wl", containing("program Coin").text)
        claims = editor.note("prhl/verdicts", lambda told: told["uri"] == uri)["claims"]
    finally:
        editor.close()
    assert {claim["name"]: claim["verdict"] for claim in claims} == {"ln3": "proved", "ln2": "refuted"}


@pytest.mark.long
@pytest.mark.search
def test_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the recipe, at another address; workers that a nanny has started, as those are."""
    pytest.importorskip("distributed")
    block = containing("dask scheduler").text
    lines = [shlex.split(line) for line in block.strip().splitlines()]
    assert [words[:2] for words in lines[:3]] == [["pip", "install"], ["dask", "scheduler"], ["dask", "worker"]]
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms/coin.wl").write_text(containing("program Coin").text)
    (tmp_path / "class/anna").mkdir(parents=True)
    (tmp_path / "class/anna/fair-coins.wl").write_text("program P() : int { return 1; }")
    monkeypatch.chdir(tmp_path)
    with loopback(tmp_path / "cluster", workers=0) as there:
        there.workers(int(lines[2][-1]), *lines[2][3:])
        for words in lines[3:]:
            assert words[-2] == "--cluster"
            done = CliRunner().invoke(main, [*words[1:-1], there.address])
            assert done.exit_code == 0, done.output
            assert done.output == CliRunner().invoke(main, words[1:-2]).output


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
        assert shell.run_cell(containing("%load_ext").text).success
        cells = [cell, cell.replace("%%prhl", "%%prhl --claim log_odds --set p=1/3")]
        pages = [shell.run_cell(text).result._repr_html_() for text in cells]
    shells.InteractiveShell.clear_instance()
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
