"""Semantic tokens: words by what they are in the language, names by what they stand for."""

import re

from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.resolved_names import Occurrence
from prhl.frontends.word_lists import ASIDE, OPERATORS, TYPES
from prhl.source import Span
from prhl.syntax.words import RESERVED

LEGEND = (
    *("comment", "keyword", "type", "number", "operator", "decorator", "macro"),
    *("function", "class", "parameter", "variable", "property", "typeParameter"),
)
MODIFIERS = ("declaration", "readonly", "defaultLibrary")

_LEXEME = re.compile(
    r"(?P<comment>//[^\n]*)"
    r"|(?P<decorator>\{\s*[12]\s*\}|⟨\s*[12]\s*⟩)"
    r"|(?P<number>0b[01]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<macro>\?)"
    r"|(?P<operator>:=\$|:=|==>|<=>|\+\+|\|\||&&|!=|<=|>=|\.\.|[-+*/^<>=!~@|≠≤≥⇒∧∨¬∈∀∃])"
)
_WORDS = {
    **dict.fromkeys((*RESERVED, *ASIDE), "keyword"),
    **dict.fromkeys(OPERATORS, "operator"),
    **dict.fromkeys(TYPES, "type"),
}
_KINDS = {
    "program": "function",
    "claim": "class",
    "label": "property",
    "logical": "typeParameter",
    "bound": "typeParameter",
    "answer": "variable",
    "variable": "variable",
    "builtin": "function",
}

Token = tuple[Span, str, tuple[str, ...]]


def tokens(document: Document) -> list[Token]:
    """In the order of the text. Without a syntax tree there are words only."""
    names = {one.span.start: one for one in document.names.all}
    found: list[Token] = []
    for lexeme in _LEXEME.finditer(document.source.text):
        span, kind = Span(lexeme.start(), lexeme.end()), lexeme.lastgroup or ""
        if kind == "word":
            name = names.get(span.start)
            if name is not None:
                found.append((name.span, *_named(document, name)))
            elif lexeme[0] in _WORDS:
                found.append((span, _WORDS[lexeme[0]], ()))
        elif "\n" not in lexeme[0]:  # a mark may be broken over lines, a token may not
            found.append((span, kind, ()))
    return found


def _named(document: Document, one: Occurrence) -> tuple[str, tuple[str, ...]]:
    kind, owner, name = one.key
    declared = ("declaration",) if one.defines else ()
    if kind == "builtin":
        return ("variable" if name in ("cost", "slack", "res") else "function"), ("defaultLibrary",)
    typed = document.typed
    program = None if typed is None or kind != "variable" else typed.programs.get(owner)
    if program is not None and name in [parameter.name for parameter in program.parameters]:
        return "parameter", (*declared, "readonly")
    return _KINDS[kind], declared


def encoded_tokens(document: Document) -> list[int]:
    """As the protocol has them: five numbers each, relative to the one before."""
    data: list[int] = []
    line = character = 0
    for span, kind, modifiers in tokens(document):
        place = document.positions.range(span)
        start = place["start"]
        if start["line"] != line:
            character = 0
        flags = sum([1 << MODIFIERS.index(one) for one in modifiers])
        length = place["end"]["character"] - start["character"]
        data += [start["line"] - line, start["character"] - character, length, LEGEND.index(kind), flags]
        line, character = start["line"], start["character"]
    return data
