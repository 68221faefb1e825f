"""What the page shows beside the tool: the examples, the exercises as HTML, and the rules by which `.wl` is coloured.

    python playground/content.py build/site/playground/content.json

With `--tokens`, the tokens of all examples instead, as our lexer has them: what the page is compared with.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import markdown

from prhl.frontends.highlight import WlLexer
from prhl.teaching.exercise import HINTS, course

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*?)(?:README)?(?:\.md)?(#[^)\s]*)?\)")


def examples() -> list[dict[str, str]]:
    found = []
    for path in sorted((ROOT / "examples").glob("*/*.wl")):
        text = path.read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        title = first.removeprefix("//").strip() if first.startswith("//") else path.stem
        found.append({"name": f"{path.parent.name}/{path.stem}", "title": title, "text": text})
    return found


def page(text: str, folder: str) -> str:
    """Markdown as HTML; links go to the pages of the site."""

    def moved(link: re.Match[str]) -> str:
        return f"](../exercises/{folder}/{link[1] or 'index'}.html{link[2] or ''})"

    return markdown.markdown(LINK.sub(moved, text), extensions=["tables", "fenced_code"])


def exercises() -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "number": one.number,
            "title": one.title,
            "world": one.world,
            "statement": page(one.statement.partition("\n")[2], one.folder),
            "hints": [
                {"title": head, "html": page(hint, one.folder)} for head, hint in zip(HINTS, one.hints, strict=True)
            ],
            "start": one.start.text,
        }
        for one in course()
    ]


def colours() -> list[list[str]]:
    """The rules of the lexer, in the regular expressions of a browser: there `\\w` and `\\b` know only ASCII."""
    found = []
    for rule, kind in WlLexer.tokens["root"]:
        pattern = rule.get() if hasattr(rule, "get") else rule
        assert isinstance(pattern, str)
        pattern = pattern.replace(r"[^\W\d]", r"[\p{L}_]").replace(r"\w", r"[\p{L}\p{N}_]")
        found.append([pattern.replace(r"\b", r"(?![\p{L}\p{N}_])"), str(kind).removeprefix("Token.")])
    return found


def tokens(text: str) -> list[tuple[str, str]]:
    """As Pygments has them, for the comparison with the page."""
    lexer = WlLexer(stripnl=False, ensurenl=False)
    return [(str(kind).removeprefix("Token."), value) for kind, value in lexer.get_tokens(text)]


def main() -> None:
    if sys.argv[1] == "--tokens":
        print(json.dumps({one["name"]: tokens(one["text"]) for one in examples()}))
        return
    content = {"examples": examples(), "exercises": exercises(), "colours": colours()}
    Path(sys.argv[1]).write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
