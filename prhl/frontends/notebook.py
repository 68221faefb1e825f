"""`%%prhl` in a notebook: verdicts, heat maps and curves under the cell.

    %load_ext prhl

    %%prhl
    program ...
    claim ...

`%%prhl --claim c --set eps=1` draws the channel of one claim on an instance of your choice, `--no-pictures` none.
"""

import argparse
import html
import shlex
from collections.abc import Sequence
from typing import Any, NoReturn

from IPython.core.error import UsageError
from IPython.display import HTML, SVG, display

from prhl import pipeline
from prhl.diagnostics import Rejected, Stopped
from prhl.report import FileReport
from prhl.report.as_text import as_text
from prhl.report.svg import as_svg
from prhl.source import Source

COLOURS = {"error": "#b00020", "warning": "#8a6d00", "good": "#1b7f3b", "bad": "#b00020", "dim": "#777"}
MOST = 4  # pictures under a cell


class _Words(argparse.ArgumentParser):
    """The words after `%%prhl`."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"%%prhl: {message}")


def _read(line: str) -> argparse.Namespace:
    words = _Words("%%prhl", add_help=False)
    words.add_argument("--claim")
    words.add_argument("--set", dest="settings", action="append", default=[])
    words.add_argument("--no-pictures", dest="pictures", action="store_false")
    try:
        return words.parse_args(shlex.split(line))
    except ValueError as error:
        raise UsageError(f"%%prhl: {error}") from None


def magic(line: str, cell: str) -> None:
    """Judge the claims of the cell, and draw what is finite."""
    asked = _read(line)
    source = Source("cell", cell)
    report = pipeline.verify(source)
    display(HTML(_page(report)))  # type: ignore[no-untyped-call]  # IPython has few types
    if asked.pictures:
        for picture in pictures(source, report, asked.claim, asked.settings):
            display(SVG(picture))  # type: ignore[no-untyped-call]


def _page(report: FileReport) -> str:
    """The report in colour; what users wrote is escaped, and only the marks around it are not."""
    text = html.escape(as_text(report, lambda text, kind: f"\x01{kind}\x02{text}\x03"))
    for kind in ("error", "warning", "good", "bad", "dim", "name"):
        style = f"color:{COLOURS[kind]}" if kind in COLOURS else "font-weight:bold"
        text = text.replace(f"\x01{kind}\x02", f'<span style="{style}">')
    return f"<pre>{text.replace(chr(3), '</span>')}</pre>"


def pictures(source: Source, report: FileReport, claim: str | None, settings: Sequence[str]) -> list[str]:
    """The channels of the claims that have instances; one that was asked for and cannot be drawn is said."""
    drawn = []
    names = [one.name for one in report.claims] if claim is None else [claim]
    for name in names[:MOST]:
        try:
            drawn.append(as_svg(pipeline.channels(source, None, name, settings)))
        except (Rejected, Stopped) as stopped:
            if claim is not None or settings:
                rejected = stopped.rejected if isinstance(stopped, Stopped) else stopped
                raise UsageError(f"%%prhl: {rejected.diagnostics[0].message}") from None
    return list(dict.fromkeys(drawn))


def register(shell: Any) -> None:
    shell.register_magic_function(magic, "cell", "prhl")
