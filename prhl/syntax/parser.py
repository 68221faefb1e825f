"""Text to syntax tree: lark does the parsing; this file says which words are names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef

from prhl.diagnostics import Diagnostic, Rejected
from prhl.source import Source
from prhl.syntax import ast, nesting
from prhl.syntax.builder import Builder, Refused
from prhl.syntax.mistakes import Slip, displayed, explain

# The words that start statements, items and formulas; every other word is a name where no rule asks for it.
RESERVED = (
    "program", "claim", "if", "else", "then", "while", "for", "joint", "assert", "leak", "return", "skip",
    "true", "false", "forall", "exists",
)  # fmt: skip


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


# ---- the lexer's side of the grammar ---------------------------------------------------------


def _whole_words(terminal: TerminalDef) -> None:
    """Words of the language end where the word ends, win over names, and the reserved ones are never names."""
    if terminal.name == "NAME":
        terminal.pattern = PatternRE(rf"(?!(?:{'|'.join(RESERVED)})\b){terminal.pattern.value}")
    elif isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{terminal.pattern.value}\b")
        terminal.priority = 1
    elif terminal.name in ("IN", "FORALL", "EXISTS", "BITS"):
        terminal.priority = 1


class _Entailment:
    """In `A ~ B : PRE ==> POST` the first ==> outside brackets becomes the token ENTAILS."""

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        seeking, depth, bars = False, 0, False
        for token in stream:
            if token.type == "TILDE":
                seeking, depth, bars = True, 0, False
            elif seeking:
                if token.type == "IMPLIES" and depth == 0 and not bars:
                    seeking = False
                    token = Token.new_borrow_pos("ENTAILS", token.value, token)
                elif token.value in "([{" or token.type == "SAME":
                    depth += 1
                elif token.value in ")]}":
                    depth -= 1
                elif token.value == "|":
                    bars = not bars
                elif token.type == "SEMICOLON":
                    seeking = False
            yield token


@cache
def _parser() -> Lark:
    grammar = files("prhl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        keep_all_tokens=True,
        maybe_placeholders=False,
        edit_terminals=_whole_words,
        postlex=_Entailment(),
        transformer=Builder(),
    )
