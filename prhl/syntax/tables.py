"""The parser's tables, made from the grammar by lark and kept in `tables.json`: making them takes longer than reading
most files does.

The first line of `tables.json` says what they were made from, and by which lark. If that is not the grammar and the
lark at hand, they are not used: the tables are then made anew, which is slower and never wrong. `make tables` writes
the file.
"""

import hashlib
import json
import pkgutil
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from prhl.syntax.words import Entailment, whole_words

KEPT = "tables.json"
SOURCES = ("grammar.lark", "words.py")
OPTIONS = {"parser": "lalr", "lexer": "contextual", "keep_all_tokens": True, "maybe_placeholders": False}


def parser(builder: object, entailment: Entailment) -> Lark:
    """The parser of the language, with what it does at each rule and with the tokens."""
    tables = kept()
    if tables is None:
        return made(transformer=builder, postlex=entailment)
    loaded: Lark = Lark._load_from_dict(**tables, transformer=builder, postlex=entailment)  # type: ignore[no-untyped-call]  # lark's
    return loaded


def made(**actions: Any) -> Lark:
    """From the grammar."""
    return Lark(_file("grammar.lark").decode("utf-8"), edit_terminals=whole_words, **OPTIONS, **actions)


def kept() -> dict[str, Any] | None:
    """The tables as lark reads them back, if they are those of this grammar and this lark."""
    try:
        written, _, text = _file(KEPT).partition(b"\n")
        if written != origin():
            return None
        tables: dict[str, Any] = json.loads(text)
        # JSON has no keys that are numbers
        tables["memo"] = _numbered(tables["memo"])
        table = tables["data"]["parser"]["parser"]
        table["tokens"] = _numbered(table["tokens"])
        table["states"] = {int(state): _numbered(actions) for state, actions in table["states"].items()}
    except (OSError, ValueError, KeyError, TypeError):  # there is no such file, or it is damaged
        return None
    return tables


def write() -> None:
    """Into the source tree; `make tables`."""
    data, memo = made().memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name in OPTIONS or name == "start"}
    text = json.dumps({"data": data, "memo": memo}, separators=(",", ":"))
    Path(__file__).with_name(KEPT).write_bytes(origin() + b"\n" + text.encode("ascii") + b"\n")


def kept_from() -> bytes:
    """What the file says that it was made from."""
    return _file(KEPT).partition(b"\n")[0]


def origin() -> bytes:
    """The lark and the hash of all that the tables depend on."""
    parts = [_file(name) for name in SOURCES] + [repr(OPTIONS).encode()]
    return f"lark {lark.__version__} {hashlib.sha256(b'|'.join(parts)).hexdigest()}".encode()


def _file(name: str) -> bytes:
    data = pkgutil.get_data("prhl.syntax", name)
    if data is None:
        raise OSError(f"{name} cannot be read by this loader")
    return data


def _numbered(given: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in given.items()}


if __name__ == "__main__":
    write()
