"""Places as editors count them: lines from 0, and in a line units of the encoding that was agreed on."""

from collections.abc import Callable
from typing import Any, Literal

from prhl.records import dataclass
from prhl.source import Edit, Source, Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
Json = dict[str, Any]

_UNITS: dict[Encoding, Callable[[str], int]] = {
    "utf-8": lambda c: 1 if c < "\x80" else 2 if c < "\u0800" else 3 if c < "\U00010000" else 4,
    "utf-16": lambda c: 1 if c < "\U00010000" else 2,
    "utf-32": lambda c: 1,
}


@dataclass(frozen=True, slots=True)
class Positions:
    """Between offsets of a text, in code points, and places in it as the editor counts."""

    source: Source
    encoding: Encoding = "utf-16"

    def position(self, offset: int) -> Json:
        line, column = self.source.position(min(max(offset, 0), len(self.source.text)))
        before = self.source.line(line)[: column - 1]
        return {"line": line - 1, "character": sum([_UNITS[self.encoding](c) for c in before])}

    def range(self, span: Span) -> Json:
        return {"start": self.position(span.start), "end": self.position(span.end)}

    def offset(self, position: Json) -> int:
        """The offset of a place; one beyond the end of a line or of the text is that end."""
        starts = self.source.line_starts
        if position["line"] >= len(starts):
            return len(self.source.text)
        text, units = self.source.line(position["line"] + 1), _UNITS[self.encoding]
        left, at = position["character"], 0
        while at < len(text) and left >= units(text[at]):
            left -= units(text[at])
            at += 1
        return int(starts[position["line"]]) + at

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
