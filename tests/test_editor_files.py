"""The files of `editors/`: the page shows them as they are, and the grammar of VS Code has the language's words."""

import json
import re
from pathlib import Path

import pytest

from prhl.distributions import BY_NAME
from prhl.frontends.word_lists import ASIDE, OPERATORS, TYPES
from prhl.logic.operators import FUNCTIONS
from prhl.syntax.words import RESERVED
from prhl.typed.adjacency import RELATIONS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"<!-- (editors/\S+) -->\n\n```\w+\n(.*?)```\n", PAGE, re.DOTALL)
VSCODE = ROOT / "editors/vscode"


@pytest.mark.parametrize(("name", "text"), SHOWN, ids=[name for name, _ in SHOWN])
def test_the_page_shows_the_file(name: str, text: str) -> None:
    assert text == (ROOT / name).read_text(encoding="utf-8")


def test_every_set_up_is_shown() -> None:
    assert {"editors/neovim/prhl.lua", "editors/emacs/prhl.el"} <= {name for name, _ in SHOWN}


def test_the_grammar_has_the_words_of_the_language() -> None:
    grammar = json.loads((VSCODE / "syntaxes/wl.tmLanguage.json").read_text(encoding="utf-8"))
    words = {rule["name"]: re.search(r"\\b\((.*?)\)", rule["match"]) for rule in grammar["patterns"] if "name" in rule}
    found = {name: set(match[1].split("|")) for name, match in words.items() if match}
    assert found["keyword.control.wl"] == {*RESERVED} - {"true", "false"}
    assert found["keyword.other.wl"] == {*ASIDE}
    assert found["storage.type.wl"] == {*TYPES}
    assert found["keyword.operator.word.wl"] == {*OPERATORS}
    assert found["support.class.distribution.wl"] == {*BY_NAME}
    assert found["support.function.wl"] == {*FUNCTIONS, *RELATIONS}


def test_every_reserved_word_has_a_colour_in_emacs() -> None:
    text = (ROOT / "editors/emacs/prhl.el").read_text(encoding="utf-8")
    assert {*RESERVED} <= set(re.findall(r'"(\w+)"', text))


def test_the_extension_has_what_it_names() -> None:
    about = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    named = [about["contributes"]["languages"][0]["configuration"], about["contributes"]["grammars"][0]["path"]]
    assert all([(VSCODE / name).is_file() for name in named])
    assert (VSCODE / "src/extension.js").is_file()
    commands = {one["command"] for one in about["contributes"]["commands"]}
    registered = set(
        re.findall(r'registerCommand\("([\w.]+)"', (VSCODE / "src/extension.js").read_text(encoding="utf-8"))
    )
    assert commands == registered
