"""Nesting above the contract's 500 levels is refused before anything recurses over it.

Brackets and blocks nest by counting. The prefix forms nest to the right: `forall`, `exists`
and `if` until the bracket, statement or argument ends, `!` and `-` while they follow each other.
An `else if` goes on with the chain that it stands in and nests nothing.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from prhl.diagnostics import Diagnostic, Rejected
from prhl.source import NOWHERE, Source, Span

# In a browser the stack is small: 400 levels went through there and 500 did not.
DEEPEST = 200 if sys.platform == "emscripten" else 500
FRAMES = 30_000  # of Python: each level costs a few in each pass

_PIECES = re.compile(
    r"//[^\n]*|\s+"
    r"|(?P<mark>\{\s*[12]\s*\}|=\s*\{[^{}]*\})"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<end>[;,])"
    r"|(?P<far>forall\b|exists\b|if\b|[∀∃]|->)"
    r"|(?P<near>!(?!=)|-|¬)"
    r"|\|\||(?P<bar>\|)"
    r"|\w+|."
)


_CLOSING = ("_", ")", "]", "}", "⟩")
_WORDS = (
    "then",
    "else",
    "in",
    "xor",
    "div",
    "mod",
    "cost",
    "assert",
    "leak",
    "return",
    "invariant",
    "requires",
    "when",
)


def too_deep(source: Source) -> Diagnostic | None:
    """The place where the text nests too deeply, or None."""
    far = [0]  # open prefix forms, for each open bracket
    total = near = 0
    last = ""  # what came before
    for piece in _PIECES.finditer(source.text):
        kind, text = piece.lastgroup, piece[0]
        if kind is None and (text.isspace() or text.startswith("//")):
            continue
        operand = last[-1:] in _CLOSING or (last[-1:].isalnum() and last not in _WORDS)  # what came before is one
        if kind == "bar":  # a bar behind an operand closes, any other opens
            kind = "close" if operand else "open"
            text = ")" if operand else "("
        elif (kind == "near" and operand) or (kind == "far" and last in ("", "{", "}", ";", "else")):
            kind = None  # a minus between two operands; the `if` of a statement, or one that goes on with a chain
        match kind:
            case "near":
                near += 1
            case "far":
                far[-1] += 1
                total += 1
            case "open":
                if text == "{" and (last == ")" or last == "else"):  # a block: its `if` is no prefix form
                    total -= far[-1]
                    far[-1] = 0
                far.append(near)  # a bracket under prefix operators is nested in them too
                total += 1 + near
                near = 0
            case "close" if len(far) > 1:
                total -= 1 + far.pop()
                if text == "}":  # a block or a set has ended; so has what stood before it
                    total -= far[-1]
                    far[-1] = 0
                near = 0
            case "end":
                total -= far[-1]
                far[-1] = near = 0
            case _:
                near = 0
        last = text
        if total + near > DEEPEST:
            return Diagnostic(
                "too-deep",
                Span(piece.start(), piece.end()),
                f"this is nested more than {DEEPEST} levels deep",
                "name the inner parts with assignments of their own",
            )
    return None


@contextmanager
def room() -> Iterator[None]:
    """Room for the recursion that legal nesting needs, and for all digits of legal numbers, of which Python writes only
    a few thousand. How long a number may be is bounded where it is made."""
    before, digits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    sys.setrecursionlimit(max(before, FRAMES))
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        sys.set_int_max_str_digits(digits)


@contextmanager
def deep(source: Source) -> Iterator[None]:
    """The room that legal texts need; what needs more is refused, never a crash."""
    try:
        with room():
            yield
    except RecursionError:
        message = "this is nested too deeply"
        raise Rejected(source, [Diagnostic("too-deep", NOWHERE, message, "name the inner parts")]) from None
