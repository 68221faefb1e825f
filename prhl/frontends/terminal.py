"""What is written to a terminal or a pipe: colour, unless NO_COLOR is set, and nothing that a terminal would obey."""

import errno
import os
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from prhl.source import visible

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
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # not the fault of who named the file


def coloured(stream: object) -> bool:
    return getattr(stream, "isatty", lambda: False)() and not os.environ.get("NO_COLOR")


def style_for(stream: object) -> "Style":
    return (lambda text, kind: click.style(text, **COLOURS[kind])) if coloured(stream) else (lambda text, kind: text)  # type: ignore[arg-type]  # click's keywords


def say(text: str = "", nl: bool = True, err: bool = False, raw: bool = False) -> None:
    """To standard output, or to standard error; what cannot be written ends the command. `raw`: data, as it is."""
    try:
        shown = text if raw else _harmless(text, sys.stderr if err else sys.stdout)
        click.echo(shown, nl=nl, err=err, color=True if raw else None)  # click takes colours out of what is no terminal
    except OSError as error:
        lost(error)


def _harmless(text: str, stream: object) -> str:
    """Colours are ours where there are any."""
    if not coloured(stream):
        return visible(text)
    return "".join([part if at % 2 else visible(part) for at, part in enumerate(_COLOUR.split(text))])


def lost(error: OSError) -> NoReturn:
    """The end, where output cannot be written: without a word if nobody reads it any more, else with status 3."""
    closed = error.errno == errno.EPIPE
    try:
        # what is left in buffers is not tried again when Python ends
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        if not closed:
            click.echo(f"prhl: the output cannot be written: {error.strerror}", err=True)
    except (OSError, ValueError, AttributeError):
        pass  # nor can that be said
    sys.exit(1 if closed else 3)


def unwritable(name: str, error: OSError) -> int:
    """Says that a file cannot be written; the status of that."""
    say(f"{name}  cannot be written: {error.strerror}", err=True)
    return 3 if error.errno in FULL else 2


class Commands(click.Group):
    """Help and the like are written by click itself."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            lost(error)
