"""Colour on a terminal, unless NO_COLOR is set."""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from prhl.report.style import Style

COLOURS = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "dim": {"dim": True},
    "name": {"bold": True},
}


def coloured(stream: object) -> bool:
    return getattr(stream, "isatty", lambda: False)() and not os.environ.get("NO_COLOR")


def style_for(stream: object) -> "Style":
    return (lambda text, kind: click.style(text, **COLOURS[kind])) if coloured(stream) else (lambda text, kind: text)  # type: ignore[arg-type]  # click's keywords
