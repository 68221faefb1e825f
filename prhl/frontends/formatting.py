"""`prhl fmt`: files in canonical layout."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from prhl.frontends.answering import complain, fault
from prhl.frontends.command_files import given, rewrite
from prhl.frontends.options import FILES
from prhl.frontends.terminal import COLOR, say, style_for, unwritable

if TYPE_CHECKING:
    from prhl.source import Source


@click.command()
@FILES
@click.option("--check", "only_check", is_flag=True, help="Write nothing; status 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
@COLOR
def fmt(files: tuple[str, ...], only_check: bool, show_diff: bool) -> None:
    """Rewrite the files in canonical layout. Every comment is kept."""
    from prhl import pipeline
    from prhl.diagnostics import Rejected
    from prhl.report import FileReport
    from prhl.report.as_text import as_text
    from prhl.source import Source
    from prhl.syntax.reader import listed, read

    status = 0
    for path in listed(given(files)):
        try:
            source = read(path)
            text = pipeline.reformat(source)
        except Rejected as rejected:
            complain(rejected)
            status = max(status, 2)
            continue
        except Exception as error:
            say(as_text(FileReport(Source(path, ""), (), fault=fault(error)), style_for(sys.stderr)), err=True)
            status = 3
            continue
        changed = text != source.text or not source.plain
        if show_diff:
            _show_diff(source, text)
        if only_check or show_diff:
            if changed and only_check:
                say(f"{source.name} would change", err=True)
            status = max(status, int(changed))
        elif path == "-":
            say(text, nl=False, raw=True)
        elif changed:
            try:
                rewrite(Path(path), text.encode("utf-8"))
                say(f"{source.name} rewritten", err=True)
            except OSError as error:
                status = max(status, unwritable(source.name, error))
    sys.exit(status)


def _show_diff(source: "Source", text: str) -> None:
    import difflib
    import io

    before, after = list(io.StringIO(source.text)), list(io.StringIO(text))  # other ends of lines are characters here
    lines = difflib.unified_diff(before, after, source.name, f"{source.name} (formatted)")
    ended = [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    say("".join(ended), nl=False, raw=not sys.stdout.isatty())
