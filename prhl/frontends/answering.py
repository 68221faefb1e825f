"""What commands share that answer a question about one file: their exit status, and where the answer goes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from prhl.frontends.terminal import say, status_line, style_for, unwritable

if TYPE_CHECKING:
    from prhl.checks.laboratory import Effort
    from prhl.diagnostics import Rejected


@contextmanager
def answering(file: str) -> Iterator[None]:
    """Status 2 for what is wrong with the input, 1 for what could not be computed of it, 3 for a fault of the tool."""
    from prhl.diagnostics import Rejected, Stopped
    from prhl.syntax.nesting import room

    try:
        with room():
            yield
    except Stopped as stopped:
        complain(stopped.rejected)
        sys.exit(1)
    except Rejected as rejected:
        complain(rejected)
        sys.exit(2)
    except Exception as error:
        say(f"{file}  fault: {fault(error)}", err=True)
        sys.exit(3)


def complain(rejected: "Rejected") -> None:
    from prhl.report.messages import diagnostic_text

    for diagnostic in rejected.diagnostics:
        say(diagnostic_text(rejected.source, diagnostic, style_for(sys.stderr)), err=True)


def fault(error: Exception) -> str:
    from prhl.jobs import fault_text

    return fault_text(error)


def deliver(text: str, out: str | None, file: str) -> None:
    """The text to a file, or to standard output; status 2 if it cannot be written there."""
    if out is None or out == "-":
        say(text, nl=False)
        return
    path = Path(out)
    try:
        if file != "-" and path.exists() and path.samefile(file):
            say(f"{out}  is the program itself and is not written over", err=True)
            sys.exit(2)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        sys.exit(unwritable(out, error))


def json_text(value: object) -> str:
    import json

    return json.dumps(value, indent=2) + "\n"


def effort(jobs: int, seconds: float | None, twin: bool) -> "Effort":
    """What may be spent, with a line of progress on stderr when somebody looks at it."""
    from prhl.jobs import Asked

    return Asked("verify", seconds=seconds, twin=twin).effort(jobs, status_line())
