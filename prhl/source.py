"""Source text and the places in it."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of the text, in characters."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        return Span(self.start, other.end)


NOWHERE = Span(0, 0)


def here() -> Span:
    """The place of a node, as a dataclass field: two nodes are equal wherever they stand."""
    return field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Source:
    """A named text; positions shown to people count lines and columns from 1."""

    name: str
    text: str
    plain: bool = True  # False: the file had a byte order mark or other line ends, which are gone here

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
