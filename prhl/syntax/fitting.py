"""Edits of a text, laid out as the formatter would, with what was there before left as it was.

Whitespace between two tokens that were there stays, unless it was the formatter's own and the formatter would now lay
it out otherwise: so a text in canonical layout stays in it. Around what is new stands what the formatter writes there,
indented as the lines around are.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from lark import Token

from prhl.records import dataclass
from prhl.source import Edit, Source, Span, edited
from prhl.syntax.parser import Parsed, parse
from prhl.syntax.printer import format_file

STEP = 2  # columns by which the formatter indents


@dataclass(frozen=True)
class _Laid:
    """A parsed text beside the same tokens in canonical layout."""

    parsed: Parsed
    canonical: str
    tokens: tuple[Token, ...]

    def gap(self, index: int) -> str:
        """What the formatter writes before a token."""
        start = 0 if index == 0 else self.tokens[index - 1].end_pos or 0
        return self.canonical[start : self.tokens[index].start_pos]


def _laid(source: Source, spelling: Mapping[str, str]) -> _Laid:
    parsed = parse(source)
    canonical = format_file(parsed, spelling)
    return _Laid(parsed, canonical, parse(Source(source.name, canonical)).tokens)


def fitted(source: Source, edits: Sequence[Edit], spelling: Mapping[str, str]) -> list[tuple[Edit, Edit | None]]:
    """The edits as they are written, in the order of the text, each with the one that it was made of; None for
    whitespace that the formatter now lays out otherwise. All together give the new text."""
    before = _laid(source, spelling)
    after = _laid(Source(source.name, edited(source.text, edits)), spelling)
    return _Fitting(before, after, edits).edits()


class _Fitting:
    def __init__(self, before: _Laid, after: _Laid, edits: Sequence[Edit]) -> None:
        self.before, self.after = before, after
        self.text = before.parsed.source.text
        self.plain = before.canonical == self.text
        self.unit = _unit(self.text)
        self.raw = edits
        self.origin = self._origins()  # of every token: a number of a token before, or the edit that it comes from
        self.out: list[tuple[Edit, Edit | None]] = []

    def _origins(self) -> list[int | Edit]:
        ends: list[tuple[int, int, Edit]] = []  # where the edits are in the edited text
        longer = 0
        for edit in self.raw:
            start = edit.span.start + longer
            longer += len(edit.text) - (edit.span.end - edit.span.start)
            ends.append((start, start + len(edit.text), edit))
        kept = [
            number
            for number, token in enumerate(self.before.parsed.tokens)
            if not any([e.span.start <= (token.start_pos or 0) < e.span.end for e in self.raw])
        ]
        old, todo = iter(kept), iter(ends)
        found: list[int | Edit] = []
        here = next(todo, None)
        for token in self.after.parsed.tokens:
            at = token.start_pos or 0
            while here is not None and at >= here[1]:
                here = next(todo, None)
            found.append(here[2] if here is not None and at >= here[0] else next(old))
        return found

    def edits(self) -> list[tuple[Edit, Edit | None]]:
        kept = [at for at, origin in enumerate(self.origin) if isinstance(origin, int)]
        for one, other in pairwise(kept):
            if other == one + 1 and self._number(other) == self._number(one) + 1:
                self._untouched(other)
            else:
                self._between(one, other)
        return self.out

    def _number(self, at: int) -> int:
        origin = self.origin[at]
        assert isinstance(origin, int)
        return origin

    def _place(self, at: int) -> tuple[int, int]:
        token = self.before.parsed.tokens[self._number(at)]
        return token.start_pos or 0, token.end_pos or 0

    def _untouched(self, at: int) -> None:
        """Between two tokens that were neighbours before."""
        span = Span(self._place(at - 1)[1], self._place(at)[0])
        old, new = self.before.gap(self._number(at)), self.after.gap(at)
        if old != new and self.text[span.start : span.end] == old:
            self._write(span, new, None)

    def _between(self, one: int, other: int) -> None:
        """What is new between two tokens, edit by edit."""
        start, end = self._place(one)[1], self._place(other)[0]
        new = list(range(one + 1, other))
        edits = list(dict.fromkeys([edit for at in new if isinstance(edit := self.origin[at], Edit)]))
        for edit in edits:
            mine = [at for at in new if self.origin[at] is edit]
            piece = Span(start, edit.span.start)
            whole = edit is edits[0] and edit.span == Span(end, end)
            text, span = self._gap(mine[0], piece, other if whole else None), Span(start, edit.span.end)
            text += str(self.after.tokens[mine[0]])
            for at in mine[1:]:
                text += self._indented(at, self.after.gap(at)) + str(self.after.tokens[at])
            start = edit.span.end
            if edit is edits[-1]:
                whole = edit is edits[0] and edit.span == Span(self._place(one)[1], self._place(one)[1])
                text += self._gap(other, Span(start, end), other if whole else None)
                span = Span(span.start, end)
            self._write(span, text, edit)

    def _gap(self, at: int, piece: Span, instead: int | None) -> str:
        """What stands before a token, where `piece` stood; it stays if the token takes the place of `instead`, and the
        formatter lays it out just as that."""
        text, laid = self.text[piece.start : piece.end], self.after.gap(at)
        if self.plain:
            return laid
        if instead is not None and laid == self.before.gap(self._number(instead)):
            return text
        if "//" in text:
            kept, _, _ = text.rpartition("\n")
            _, broken, indent = laid.rpartition("\n")
            return f"{kept}\n{self._indent(at, len(indent))}" if broken else text
        return self._indented(at, laid)

    def _indented(self, at: int, laid: str) -> str:
        """Whitespace of the formatter, indented as the text is."""
        head, broken, indent = laid.rpartition("\n")
        return f"{head}\n{self._indent(at, len(indent))}" if broken and not self.plain else laid

    def _indent(self, at: int, columns: int) -> str:
        """As a line above is that is not indented more, and further if this one is."""
        for above in range(at - 1, -1, -1):
            if not isinstance(self.origin[above], int):
                continue
            place = self._place(above)[0]
            line = self.text.rfind("\n", 0, place) + 1
            gap = self.after.gap(above)
            here = len(gap) - gap.rfind("\n") - 1
            if self.text[line:place].strip() or ("\n" not in gap and above) or here > columns:
                continue
            return self.text[line:place] + self.unit * ((columns - here) // STEP)
        return " " * columns

    def _write(self, span: Span, text: str, edit: Edit | None) -> None:
        """Without what is the same before and after."""
        old = self.text[span.start : span.end]
        same = 0
        while same < min(len(old), len(text)) and old[same] == text[same]:
            same += 1
        start, old, text = span.start + same, old[same:], text[same:]
        same = 0
        while same < min(len(old), len(text)) and old[-1 - same] == text[-1 - same]:
            same += 1
        if old != text:
            new = text[: len(text) - same]
            told = None if edit is None else edit.told
            self.out.append((Edit(Span(start, span.end - same), new, told), edit))


def _unit(text: str) -> str:
    """By what the text indents: a tab, or the fewest spaces that a line has."""
    lines = [line for line in text.split("\n") if line.strip()]
    if any([line.startswith("\t") for line in lines]):
        return "\t"
    spaces = [len(line) - len(line.lstrip(" ")) for line in lines]
    return " " * min([n for n in spaces if n] or [STEP])
