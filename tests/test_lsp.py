"""`prhl lsp`, spoken to over its standard input and output as an editor does."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prhl.frontends.language_server.editor_document import Document
from prhl.source import Edit, edited
from tests.editor import PATIENCE, Editor
from tests.test_language_server import LAP

SLOW = (Path(__file__).parent.parent / "examples/attacks/gap_svt_value.wl").read_text(encoding="utf-8")
SLIP = LAP.replace("eps > 0", "ep > 0")


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    found = Editor(encodings=())  # then it is utf-16
    yield found
    assert found.close() == 0


def place(text: str, words: str) -> tuple[int, int]:
    before = text[: text.index(words)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def changed(text: str, uri: str, edit: dict[str, Any]) -> str:
    document = Document("", text)
    found = [Edit(document.positions.span(one["range"]), one["newText"]) for one in edit["changes"][uri]]
    return edited(text, found)


def test_a_session(editor: Editor, tmp_path: Path) -> None:
    """A message while typing, its cure, hover, the goal at a hole, an action that fills it, the verdict on saving."""
    uri = editor.open(tmp_path / "lap.wl", SLIP)
    mine = {"textDocument": {"uri": uri}}
    (slip,) = editor.note("textDocument/publishDiagnostics")["diagnostics"]
    assert slip["code"] == "unknown-name"
    fixes = editor.ask("textDocument/codeAction", **mine, range=slip["range"], context={"diagnostics": [slip]})
    text = changed(SLIP, uri, fixes[0]["edit"])
    assert text == LAP
    editor.change(uri, text)
    assert editor.note("textDocument/publishDiagnostics", lambda p: not p["diagnostics"])

    assert "x : private real" in editor.at("textDocument/hover", uri, *place(text, "x + z"))["contents"]["value"]
    goals = editor.at("prhl/goals", uri, *place(text, "?"))
    assert "found for this line: couple z{2} = z{1} + x{1} - x{2}" in goals["text"]
    assert [claim["name"] for claim in goals["claims"]] == ["private"]

    line, character = place(text, "?")
    here = {"line": line, "character": character}
    around = {"start": here, "end": here}
    fills = editor.ask("textDocument/codeAction", **mine, range=around, context={"diagnostics": [], "triggerKind": 1})
    (fill,) = [one for one in fills if one["title"].startswith("fill the hole")]
    text = changed(text, uri, fill["edit"])
    editor.change(uri, text, 3)
    editor.save(uri)
    verdicts = editor.note("prhl/verdicts", lambda p: p["current"] and not p["claims"][0]["found"])
    assert [claim["verdict"] for claim in verdicts["claims"]] == ["proved"]
    (lens,) = editor.ask("textDocument/codeLens", **mine)
    assert lens["command"]["title"].startswith("proved by coupling")
    kinds = [note["params"]["value"]["kind"] for note in editor.notes if note["method"] == "$/progress"]
    assert {"begin", "report", "end"} <= set(kinds)
    editor.tell("textDocument/didClose", **mine)


def command_line(process: str) -> str:
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")


def children(editor: Editor) -> list[str]:
    """The server's processes that judge."""
    found = Path(f"/proc/{editor.server.pid}/task/{editor.server.pid}/children").read_text().split()
    return [one for one in found if "judge_process" in command_line(one)]


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes there are")
def test_the_next_save_ends_the_last_judgement(editor: Editor, tmp_path: Path) -> None:
    """A first one that takes ten times as long as the second, so that it would be there still."""
    editor.notes.clear()
    uri = editor.open(tmp_path / "slow.wl", SLOW)
    editor.note("$/progress", lambda p: p["value"]["kind"] == "report")
    assert children(editor)
    editor.change(uri, LAP)
    editor.save(uri)
    verdicts = editor.note("prhl/verdicts", lambda p: p["uri"] == uri)
    assert [claim["program"] for claim in verdicts["claims"]] == ["Lap"]
    assert not children(editor)
    editor.tell("textDocument/didClose", textDocument={"uri": uri})


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes there are")
def test_an_editor_that_dies_leaves_no_process(tmp_path: Path) -> None:
    found = Editor(encodings=())
    found.open(tmp_path / "slow.wl", SLOW)
    found.note("$/progress", lambda p: p["value"]["kind"] == "report")
    (child,) = children(found)
    assert found.server.stdin is not None
    found.server.stdin.close()
    found.server.wait(PATIENCE)
    assert not Path(f"/proc/{child}").exists() or "judge_process" not in command_line(child)


def test_everything_else_is_answered(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open(tmp_path / "other.wl", LAP)
    mine = {"textDocument": {"uri": uri}}
    at = place(LAP, "z :=$")
    assert editor.at("textDocument/definition", uri, *place(LAP, "z;\n}"))[0]["range"]["start"]["line"] == at[0]
    assert len(editor.at("textDocument/references", uri, *at, context={"includeDeclaration": True})) == 2
    assert len(editor.at("textDocument/documentHighlight", uri, *at)) == 2
    assert changed(LAP, uri, editor.at("textDocument/rename", uri, *at, newName="noise")).count("noise") == 2
    refused = editor.answer("textDocument/rename", **mine, position={"line": at[0], "character": at[1]}, newName="x")
    assert "parameter" in refused["error"]["message"]
    labels = [one["label"] for one in editor.at("textDocument/completion", uri, *place(LAP, "Laplace"))["items"]]
    assert "DiscreteLaplace" in labels
    assert [one["name"] for one in editor.ask("textDocument/documentSymbol", **mine)] == ["Lap", "private"]
    assert editor.ask("textDocument/semanticTokens/full", **mine)["data"]
    layout = {"tabSize": 2, "insertSpaces": True}
    assert editor.ask("textDocument/formatting", **mine, options=layout) == []
    editor.change(uri, LAP.replace("  return", " return"))
    (edit,) = editor.ask("textDocument/formatting", **mine, options=layout)
    assert edit["newText"] == LAP
    editor.ask("workspace/executeCommand", command="prhl.verify", arguments=[uri])
    assert "proved" in editor.ask("textDocument/codeLens", **mine)[0]["command"]["title"]
    nowhere = {"textDocument": {"uri": "file:///no"}, "position": {"line": 0, "character": 0}}
    assert "not open" in editor.answer("textDocument/hover", **nowhere)["error"]["message"]
    editor.tell("textDocument/didClose", **mine)


def test_places_as_agreed(tmp_path: Path) -> None:
    found = Editor(encodings=("utf-8", "utf-16"))
    assert found.abilities["positionEncoding"] in ("utf-8", "utf-16")
    uri = found.open(tmp_path / "a.wl", "program P(ε : real, δ : real) : real { return x; }")
    (one,) = found.note("textDocument/publishDiagnostics")["diagnostics"]
    wide = 2 if found.abilities["positionEncoding"] == "utf-8" else 0
    assert one["range"]["start"]["character"] == 46 + wide
    (defined,) = found.at("textDocument/definition", uri, 0, 20 + wide // 2)
    assert defined["range"]["start"]["character"] == 20 + wide // 2
    assert found.close() == 0


def test_without_the_extra_it_says_what_to_install() -> None:
    code = (
        "import sys\nsys.modules['pygls'] = None\n"
        "from prhl.frontends.cli import main\nmain(['lsp'])\n"
    )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stderr == "prhl lsp needs pygls, version 2 or later: python -m pip install 'prhl[lsp]'\n"
