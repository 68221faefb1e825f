"""Edits of a text, for people: each with the line that it is about."""

from collections.abc import Sequence

from prhl.source import Edit, Source, Span


def told(edits: Sequence[Edit]) -> list[tuple[Span, str]]:
    """What they say of which places, in the order of these."""
    said = [one for edit in edits for one in (((edit.span, edit.text),) if edit.told is None else edit.told)]
    return sorted([(span, text.strip()) for span, text in said], key=lambda one: one[0].start)


def edit_lines(source: Source, edits: Sequence[Edit]) -> list[str]:
    return [f"line {source.position(span.start)[0]}: {text}" for span, text in told(edits)]
