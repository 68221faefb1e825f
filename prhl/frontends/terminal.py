"""What is written to a terminal or a pipe: colour where it is wanted, and nothing that a terminal would obey."""

import errno
import os
import re
import sys
import time
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

import click

from prhl.source import visible

if TYPE_CHECKING:
    from prhl.jobs import Show
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


_wanted = ["auto"]  # what `--color` says


def _want(_: click.Context, __: click.Parameter, value: str) -> None:
    _wanted[0] = value


COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    callback=_want,
    expose_value=False,
    help="Colours: on a terminal, unless NO_COLOR is set or TERM is dumb; FORCE_COLOR has them everywhere.",
)


def coloured(stream: object) -> bool:
    """`--color`, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal that can."""
    if _wanted[0] != "auto":
        return _wanted[0] == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return _moving(stream)


def _moving(stream: object) -> bool:
    """Whether it is a terminal that obeys."""
    return getattr(stream, "isatty", lambda: False)() and os.environ.get("TERM") != "dumb"


def status_line() -> "Show | None":
    """Writes how far it is over the last line of standard error, where somebody looks at it; with PRHL_PROGRESS=lines
    each time as a line of its own, for programs."""
    if os.environ.get("PRHL_PROGRESS") == "lines":
        return lambda text: say(text, err=True) if text else None
    if not _moving(sys.stderr):
        return None
    last = [0.0]

    def show(text: str) -> None:
        now = time.monotonic()
        if not text or now - last[0] > 0.1:
            last[0] = now if text else 0.0
            from shutil import get_terminal_size  # which loads what reads archives

            line = visible(text)[: get_terminal_size().columns - 3]  # what wraps would stay
            say(f"\r\033[K  {line}" if text else "\r\033[K", err=True, nl=False, raw=True)

    return show


def style_for(stream: object) -> "Style":
    return (lambda text, kind: click.style(text, **COLOURS[kind])) if coloured(stream) else (lambda text, kind: text)  # type: ignore[arg-type]  # click's keywords


def say(text: str = "", nl: bool = True, err: bool = False, raw: bool = False) -> None:
    """To standard output, or to standard error; what cannot be written ends the command. `raw`: data, as it is."""
    try:
        shown = text if raw else _harmless(text, sys.stderr if err else sys.stdout)
        always = raw or coloured(sys.stderr if err else sys.stdout)
        click.echo(shown, nl=nl, err=err, color=True if always else None)  # click takes colours out of other streams
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


class Seconds(click.FloatRange):
    """A time limit. What is no number, or has no end, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not isfinite(found):
            self.fail(f"{value!r} is no number of seconds; without the option there is no limit.", param, ctx)
        return found


class Commands(click.Group):
    """Help and the like are written by click itself."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            lost(error)
