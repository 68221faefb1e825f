"""Colours for `.wl` text wherever Pygments is: the documentation, notebooks, LaTeX."""

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Text

from prhl.distributions import BY_NAME
from prhl.frontends.word_lists import ASIDE, OPERATORS, TYPES
from prhl.syntax.words import RESERVED


class WlLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Programs and claims of prhl."""

    name = "prhl"
    aliases: ClassVar[list[str]] = ["wl", "prhl"]
    filenames: ClassVar[list[str]] = ["*.wl"]
    url = ""

    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"//[^\n]*", Comment.Single),
            (r"\s+", Text.Whitespace),
            (r"\{\s*[12]\s*\}|⟨\s*[12]\s*⟩", Name.Decorator),  # a run mark
            (r"0b[01]+", Number.Bin),
            (r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", Number),
            (words(("true", "false"), suffix=r"\b"), Keyword.Constant),
            (words(RESERVED, suffix=r"\b"), Keyword),
            (words(ASIDE, suffix=r"\b"), Keyword.Pseudo),
            (words(TYPES, suffix=r"\b"), Keyword.Type),
            (words(tuple(BY_NAME), suffix=r"(?=\s*\()"), Name.Builtin),
            (words(OPERATORS, suffix=r"\b"), Operator.Word),
            (r"\?", Name.Exception),  # a hole
            (r":=\$|:=|==>|<=>|\+\+|\|\||&&|!=|<=|>=|\.\.|[-+*/^<>=!~@|≠≤≥⇒∧∨¬∈∀∃]", Operator),
            (r"[^\W\d]\w*(?=\s*\()", Name.Function),
            (r"[^\W\d]\w*", Name),
            (r"[\[\](){},;:.]", Punctuation),
        ]
    }
