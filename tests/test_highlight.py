"""Colours for `.wl`: every file has them, none loses a letter, and Pygments finds them."""

import re
from pathlib import Path

import pytest

pytest.importorskip("pygments")

from pygments import highlight
from pygments.formatters import HtmlFormatter, LatexFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, Operator

from prhl.frontends.highlight import WlLexer
from prhl.source import Source
from prhl.syntax.parser import parse

ROOT = Path(__file__).parent.parent
FILES = [
    *sorted((ROOT / "examples").rglob("*.wl")),
    *sorted((ROOT / "prhl" / "exercises").rglob("*.wl")),
    *sorted((ROOT / "tests" / "traps").rglob("*.wl")),
]


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, value) for _, kind, value in WlLexer().get_tokens_unprocessed(text)]


def test_every_file_is_coloured_and_kept() -> None:
    assert len(FILES) > 200
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        found = tokens(text)
        assert "".join([value for _, value in found]) == text, path.name
        assert not [value for kind, value in found if kind is Error], path.name


def test_words_are_cut_as_the_parser_cuts_them() -> None:
    """No token of ours joins two of the parser's, but for run marks and what Pygments puts together."""
    for path in FILES[::3]:
        text = path.read_text(encoding="utf-8")
        words = [str(token) for token in parse(Source(path.name, text)).tokens if re.fullmatch(r"\w+", str(token))]
        coloured = [value for kind, value in tokens(text) if re.fullmatch(r"\w+", value) and kind not in Comment]
        assert [word for word in words if word not in coloured and word not in ("1", "2")] == [], path.name


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("program", Keyword),
        ("couple", Keyword.Pseudo),
        ("real", Keyword.Type),
        ("Laplace(1)", Name.Builtin),
        ("true", Keyword.Constant),
        ("// a ? b", Comment.Single),
        ("?", Name.Exception),
        ("{1}", Name.Decorator),
        ("3/4", Number),
        (":=$ x", Operator),
        ("programs", Name),
        ("epsilon", Name),
    ],
)
def test_kinds(text: str, kind: object) -> None:
    assert tokens(text)[0][0] is kind


def test_the_words_of_the_grammar_are_words() -> None:
    grammar = (ROOT / "prhl" / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar))
    assert {"program", "answer", "slack"} <= words
    assert not {word for word in words if tokens(word)[0][0] is Name}


def test_pygments_finds_it() -> None:
    assert get_lexer_by_name("prhl").name == WlLexer.name
    assert get_lexer_for_filename("sum.wl").name == WlLexer.name


def test_formats() -> None:
    text = (ROOT / "examples" / "course" / "rand_resp.wl").read_text(encoding="utf-8")
    assert '<span class="k">program</span>' in highlight(text, WlLexer(), HtmlFormatter())
    assert r"\PY{k}{program}" in highlight(text, WlLexer(), LatexFormatter())
