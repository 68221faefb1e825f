"""What the tool says about an input: a code, a place, what is wrong, what to try."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from prhl.records import dataclass
from prhl.source import NOWHERE, Source, Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that a message speaks of, with the words to put beside it."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    code: str
    span: Span
    message: str
    hint: str = ""
    label: str = ""
    related: tuple[Related, ...] = ()
    severity: Severity = "error"


class Rejected(Exception):
    """The input is not a valid program: the user's mistake, never ours."""

    def __init__(self, source: Source, diagnostics: Iterable[Diagnostic]) -> None:
        self.source = source
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join([d.message for d in self.diagnostics]))


Stop = Literal["time", "steps"]
"""What cut a computation short: the user's clock, or a limit on steps."""


class NotComputed(Exception):
    """Something exists and is not computed here: why, what to try, where, and what cut it short, if a limit did.

    Its subclasses tell those who have another way to try which one failed. Whoever has none catches this one: what is
    not computed is undecided, and never a verdict.
    """

    def __init__(self, message: str = "", hint: str = "", span: Span = NOWHERE, stopped: Stop | None = None) -> None:
        self.message, self.hint, self.span, self.stopped = message, hint, span, stopped
        super().__init__(message, hint, span, stopped)

    def __str__(self) -> str:
        return self.message


class Stopped(Exception):
    """A channel could not be computed: the program fails, or is too large; not a mistake in the input."""

    def __init__(self, rejected: Rejected) -> None:
        self.rejected = rejected
        super().__init__(rejected)


def misasked(source: Source, code: str, message: str, hint: str = "") -> Rejected:
    """What was asked about a file does not fit it; nothing in its text is wrong."""
    return Rejected(Source(source.name, ""), [Diagnostic(code, NOWHERE, message, hint)])


def of_a_part(diagnostic: Diagnostic, start: int, size: int) -> Diagnostic:
    """A message about a text that was read between other words, which nobody typed: `start` characters stood before
    it, and something behind its `size`."""
    span, message = diagnostic.span, diagnostic.message
    if span.start >= start + size:
        message = re.sub(r"found `[^`]*`$", "found the end", message)
    places = [min(max(0, at - start), size) for at in (span.start, span.end)]
    return Diagnostic(diagnostic.code, Span(*places), message, diagnostic.hint)


def closest(word: str, known: Iterable[str], alike: int = 60) -> str | None:
    """The known name that `word` was probably meant to be, or None; `alike` in percent."""
    import difflib  # for messages only

    by_lower = {name.lower(): name for name in known}
    if word.lower() in by_lower:
        return by_lower[word.lower()]
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=alike / 100)
    return by_lower[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that proposes the closest known name, or `otherwise`."""
    found = closest(word, known)
    return f"did you mean `{found}`?" if found else otherwise


def written_calls(name: str, parameters: Sequence[str], least: int) -> str:
    """`Laplace(scale)` or `Laplace(scale, loc)`: how something is called whose last parameters may be left out."""
    shown = [", ".join(parameters[:count]) for count in range(least, len(parameters) + 1)]
    return " or ".join([f"`{name}({one})`" if parameters else f"`{name}`" for one in shown])


def counted(number: int, noun: str) -> str:
    """`1 argument`, `2 arguments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shorten(text: str, limit: int = 60) -> str:
    """User text made fit for a message: one line, never long."""
    text = " ".join(text[: 4 * limit].split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
