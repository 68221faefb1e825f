"""Text to syntax tree: lark does the parsing, and `mistakes` says what went wrong where it stops."""

import re
from functools import cache

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.lexer import PatternStr

from prhl.diagnostics import Diagnostic, Rejected
from prhl.records import dataclass
from prhl.source import Source
from prhl.syntax import ast, nesting, tables
from prhl.syntax.builder import Builder, Refused
from prhl.syntax.words import RESERVED, Entailment


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree with the tokens that it was read from."""

    source: Source
    file: ast.File
    tokens: tuple[Token, ...]


def parse(source: Source) -> Parsed:
    """The tree of a text, or Rejected with the first place that is not in the language."""
    if deep := nesting.too_deep(source):
        raise Rejected(source, [deep])
    reading = _parser().parse_interactive(source.text)
    tokens: list[Token] = []
    try:
        for token in reading.iter_parse():
            tokens.append(token)
        tree = reading.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]  # lark's
    except UnexpectedInput as error:
        expected = reading.accepts()  # type: ignore[no-untyped-call]  # lark's
        raise Rejected(source, [_complain(source, tokens, error, expected)]) from None
    except Refused as refused:
        raise Rejected(source, [refused.diagnostic]) from None
    return Parsed(source, tree, tuple(tokens))


def _complain(source: Source, tokens: list[Token], error: UnexpectedInput, expected: set[str]) -> Diagnostic:
    from prhl.syntax.mistakes import Slip, displayed, explain  # most files have none

    if isinstance(error, UnexpectedCharacters):
        start = error.pos_in_stream or 0
        end = start + 1
    else:
        found: Token = error.token  # type: ignore[attr-defined]  # every other UnexpectedInput has one
        start, end = found.start_pos or 0, found.end_pos or 0
        if found.type == "$END":
            start = end = len(source.text.rstrip())
        if tokens and tokens[-1] is found:
            tokens = tokens[:-1]
    if word := _WORD.match(source.text, start):
        end = max(end, word.end())
    return explain(Slip(source, start, end, tokens, displayed(expected, _words()), RESERVED))


_WORD = re.compile(r"\w+")


@cache
def _words() -> dict[str, str]:
    """The terminals that are one fixed text, and that text."""
    fixed = {}
    for terminal in _parser().terminals:
        text = terminal.pattern.value.removesuffix(r"\b")
        if isinstance(terminal.pattern, PatternStr) or text.isalpha():
            fixed[terminal.name] = text
    for operator in ("PLUS", "MINUS", "TIMES", "DIVIDE", "DIV", "MOD", "XOR", "CONCAT"):
        fixed.pop(operator, None)  # said together, as "an operator"
    return fixed


@cache
def _parser() -> Lark:
    return tables.parser(Builder(), Entailment())
