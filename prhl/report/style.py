"""Colour, where somebody wants it."""

import re
from collections.abc import Callable

Style = Callable[[str, str], str]
"""A text and what it is ("error", "warning", "good", "bad", "dim", "name"): the text, perhaps in colour."""


def plain(text: str, _: str) -> str:
    return text


def marked(text: str, kind: str) -> str:
    """The text with what it is, for a style that is chosen later (`restyled`), perhaps in another process."""
    return f"\x01{kind}\x02{text}\x03"


def restyled(text: str, style: Style) -> str:
    return _MARK.sub(lambda found: style(found[2], found[1]), text)


_MARK = re.compile("\x01([a-z]+)\x02([^\x03]*)\x03")
