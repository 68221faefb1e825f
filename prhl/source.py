"""Source text and the places in it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import category


def visible(text: str) -> str:
    """The text with what a terminal would obey, or would not show, as \\x1b; line ends and tabs stay."""
    if text.isascii() and _CONTROL.search(text) is None:
        return text
    return "".join([c if c in "\n\t" or category(c) not in _UNSEEN else _escaped(c) for c in text])


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, marks that turn the direction of writing, half characters


def _escaped(c: str) -> str:
    code = ord(c)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of the text, in characters."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        return Span(self.start, other.end)


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` in place of a span; the span is empty where something is inserted."""

    span: Span
    text: str


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with edits, which are given in its order and do not overlap."""
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def unedited(offset: int, edits: Sequence[Edit]) -> int:
    """Where a place of the edited text was before; of what was inserted, the place where that was."""
    for edit in edits:
        if offset < edit.span.start:
            break
        longer = len(edit.text) - (edit.span.end - edit.span.start)
        inside = offset < edit.span.end + longer
        offset = max(edit.span.start, offset - max(0, longer)) if inside else offset - longer
    return offset


def here() -> Span:
    """The place of a node, as a dataclass field: two nodes are equal wherever they stand."""
    return field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Source:
    """A named text; positions shown to people count lines and columns from 1."""

    name: str
    text: str
    plain: bool = True  # False: the file had a byte order mark or other line ends, which are gone here

    @property
    def title(self) -> str:
        """The name as people are shown it."""
        return visible(self.name)

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]
