"""Which words are names, and which sign a ==> is: the lexer's side of the grammar."""

from collections.abc import Iterator

from lark import Token
from lark.lexer import PatternRE, PatternStr, TerminalDef

# The words that start statements, items and formulas; every other word is a name where no rule asks for it.
RESERVED = (
    "program", "claim", "if", "else", "then", "while", "for", "joint", "assert", "leak", "return", "skip",
    "true", "false", "forall", "exists",
)  # fmt: skip


def whole_words(terminal: TerminalDef) -> None:
    """Words of the language end where the word ends, win over names, and the reserved ones are never names."""
    if terminal.name == "NAME":
        terminal.pattern = PatternRE(rf"(?!(?:{'|'.join(RESERVED)})\b){terminal.pattern.value}")
    elif isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(rf"{terminal.pattern.value}\b")
        terminal.priority = 1
    elif terminal.name in ("IN", "FORALL", "EXISTS", "BITS"):
        terminal.priority = 1


class Entailment:
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
