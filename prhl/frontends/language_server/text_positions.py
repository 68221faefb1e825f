"""Places as editors count them: lines from 0, and in a line units of the encoding that was agreed on."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Any, Literal

from prhl.records import dataclass
from prhl.source import Edit, Source, Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
Json = dict[str, Any]

_LAST: dict[Encoding, tuple[str, ...]] = {"utf-8": ("\x7f", "\u07ff", "\uffff"), "utf-16": ("\uffff",), "utf-32": ()}
"""The last character of one unit, of two, and of three."""


@dataclass(frozen=True)
class Positions:
    """Between offsets of a text, in code points, and places in it as the editor counts."""

    source: Source
    encoding: Encoding = "utf-16"

    @cached_property
    def wide(self) -> list[int]:
        """The offsets of characters of more than one unit, each once for each unit more."""
        text, last = self.source.text, _LAST[self.encoding]
        return [] if text.isascii() else [at for at, c in enumerate(text) for end in last if c > end]

    def units(self, start: int, end: int) -> int:
        return end - start + bisect_left(self.wide, end) - bisect_left(self.wide, start)

    def position(self, offset: int) -> Json:
        offset = min(max(offset, 0), len(self.source.text))
        line, column = self.source.position(offset)
        return {"line": line - 1, "character": self.units(offset - column + 1, offset)}

    def range(self, span: Span) -> Json:
        return {"start": self.position(span.start), "end": self.position(span.end)}

    def offset(self, position: Json) -> int:
        """The offset of a place; one beyond the end of a line or of the text is that end."""
        starts = self.source.line_starts
        if position["line"] >= len(starts):
            return len(self.source.text)
        start = starts[position["line"]]
        end = self.source.text.find("\n", start)
        places = range(start, (end if end >= 0 else len(self.source.text)) + 1)
        return start + bisect_right(places, position["character"], key=lambda at: self.units(start, at)) - 1

    def span(self, found: Json) -> Span:
        """Of a range of the editor's."""
        return Span(self.offset(found["start"]), self.offset(found["end"]))

    def extent(self, place: Json) -> Json:
        """Of `line, column, end_line, end_column` of a report: from 1, in code points."""
        return self.range(self.reported(place))

    def reported(self, place: Json) -> Span:
        """The same as a span."""
        starts = self.source.line_starts
        ends = [(place["line"], place["column"]), (place["end_line"], place["end_column"])]
        return Span(
            *[min(starts[min(line, len(starts)) - 1] + column - 1, len(self.source.text)) for line, column in ends]
        )

    def edits(self, edits: "tuple[Edit, ...] | list[Edit]") -> list[Json]:
        return [{"range": self.range(edit.span), "newText": edit.text} for edit in edits]
