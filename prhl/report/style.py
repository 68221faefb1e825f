"""Colour, where somebody wants it."""

from collections.abc import Callable

Style = Callable[[str, str], str]
"""A text and what it is ("error", "warning", "good", "bad", "dim", "name"): the text, perhaps in colour."""


def plain(text: str, _: str) -> str:
    return text
