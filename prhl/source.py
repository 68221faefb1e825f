"""Source text and the places in it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from unicodedata import category

from prhl.records import dataclass


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
    """`text` in place of a span; the span is empty where something is inserted.

    `told` is for people, where they are better told something else than the text: what it says of which places.
    """

    span: Span
    text: str
    told: "tuple[tuple[Span, str], ...] | None" = None


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with edits, which are given in its order and do not overlap."""
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def in_one(edits: Sequence[Edit], later: Sequence[Edit]) -> tuple[Edit, ...]:
    """Edits, and edits of the text that they make, as edits of the text before; none replaces what another inserted."""
    texts = [edit.text for edit in edits]
    added: list[tuple[int, int, Edit]] = []  # by the place, and by how many of the edits stand before it there
    for edit in reversed(later):
        offset, longer = edit.span.start, 0
        for at, first in enumerate(edits):
            start = first.span.start + longer
            if start < offset and edit.span.end < start + len(first.text):
                own = texts[at]
                texts[at] = own[: offset - start] + edit.text + own[edit.span.end - start :]
                break
            if offset <= start:
                added.insert(0, (offset - longer, at, _moved(edit, -longer, edits)))
                break
            longer += len(first.text) - (first.span.end - first.span.start)
        else:
            added.insert(0, (offset - longer, len(edits), _moved(edit, -longer, edits)))
    mine = [
        (edit.span.start, at + 0.5, edit if texts[at] == edit.text else Edit(edit.span, texts[at]))
        for at, edit in enumerate(edits)
    ]
    return tuple([edit for _, _, edit in sorted([*mine, *added], key=lambda one: one[:2])])


def _moved(edit: Edit, by: int, edits: Sequence[Edit]) -> Edit:
    told = edit.told
    if told is not None:
        told = tuple([(Span(unedited(at.start, edits), unedited(at.end, edits)), text) for at, text in told])
    return Edit(Span(edit.span.start + by, edit.span.end + by), edit.text, told)


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
    raw: bytes | None = field(default=None, compare=False, repr=False)  # the file, if it is not plain

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

    def extent(self, span: Span) -> dict[str, int]:
        """The place of a span for machines: from 1, in code points, the end exclusive."""
        (line, column), (end_line, end_column) = self.position(span.start), self.position(span.end)
        return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}

    def line(self, number: int) -> str:
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]
