"""`%%prhl` in a notebook: verdicts, heat maps and curves under the cell.

    %load_ext prhl

    %%prhl
    program ...
    claim ...

`%%prhl --claim c --set eps=1` draws the channel of one claim on an instance of your choice, `--no-pictures` none;
`--no-find` proves claims as they are annotated. The value of the cell, `_`, is the report (`prhl.Report`).
"""

import argparse
import shlex
from collections.abc import Sequence
from typing import Any, NoReturn

from IPython.core.error import UsageError
from IPython.display import SVG, display

from prhl import pipeline
from prhl.diagnostics import Rejected, Stopped
from prhl.jobs import Asked, reports
from prhl.report.svg import as_svg
from prhl.results import Report
from prhl.source import Source

MOST = 4  # pictures under a cell


class _Words(argparse.ArgumentParser):
    """The words after `%%prhl`."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"%%prhl: {message}")


def _read(line: str) -> argparse.Namespace:
    words = _Words("%%prhl", add_help=False)
    words.add_argument("--claim")
    words.add_argument("--set", dest="settings", action="append", default=[])
    words.add_argument("--no-find", dest="find", action="store_false")
    words.add_argument("--no-pictures", dest="pictures", action="store_false")
    try:
        return words.parse_args(shlex.split(line))
    except ValueError as error:
        raise UsageError(f"%%prhl: {error}") from None


def magic(line: str, cell: str) -> Report:
    """Judge the claims of the cell, draw what is finite, and hand out the report, which shows itself."""
    asked = _read(line)
    source = Source("cell", cell)
    report = Report(tuple(reports([source], Asked("verify", find=asked.find))))
    if asked.pictures:
        for picture in pictures(source, report, asked.claim, asked.settings):
            display(SVG(picture))  # type: ignore[no-untyped-call]  # IPython has few types
    return report


def pictures(source: Source, report: Report, claim: str | None, settings: Sequence[str]) -> list[str]:
    """The channels of the claims that have instances; one that was asked for and cannot be drawn is said."""
    drawn = []
    names = list(report.claims) if claim is None else [claim]
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
