"""The roads from a text to a verdict, told on one page."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from prhl.diagnostics import Diagnostic, Rejected, counted
from prhl.measures.claims import Effort, Laboratory
from prhl.report import FileReport
from prhl.source import NOWHERE, Source
from prhl.syntax.parser import parse
from prhl.syntax.printer import format_file
from prhl.typed import TypedClaim, TypedFile, check
from prhl.verdict import ClaimResult, Unknown

T = TypeVar("T")

# Nesting is bounded by the parser, and each level costs a few Python frames in each pass.
FRAMES = 30_000


def load(source: Source) -> TypedFile:
    """Text in, checked programs and claims out, or Rejected."""
    with _deep(source):
        return check(parse(source))


def reformat(source: Source) -> str:
    """Text in, the same text in canonical layout out, or Rejected."""
    with _deep(source):
        return format_file(parse(source))


def verify(source: Source, effort: Effort | None = None) -> FileReport:
    """Text in, verdicts out."""
    return _reported(source, lambda: _verified(load(source), effort))


def checked(source: Source) -> FileReport:
    """Text in, what is wrong with it out."""
    return _reported(source, lambda: _checked(load(source)))


def _reported(source: Source, work: Callable[[], FileReport]) -> FileReport:
    try:
        return work()
    except Rejected as rejected:
        return FileReport(rejected.source, rejected.diagnostics)


def _checked(file: TypedFile) -> FileReport:
    summary = f"good: {counted(len(file.programs), 'program')}, {counted(len(file.claims), 'claim')}"
    return FileReport(file.source, file.warnings, summary=summary)


def _verified(file: TypedFile, effort: Effort | None) -> FileReport:
    laboratory = Laboratory(file, effort)
    return FileReport(file.source, file.warnings, tuple([judge(claim, laboratory) for claim in file.claims]))


def judge(claim: TypedClaim, laboratory: Laboratory) -> ClaimResult:
    """One claim. Its instances are measured; until the proof road is built it ends as unknown, and says so."""
    started = time.perf_counter()
    checks = tuple(laboratory.checks(claim))
    reasons = [(lack.span, f"this annotation cannot be read under the claim: {lack.message}") for lack in claim.lacks]
    if claim.assume:
        verdict = Unknown(((claim.span, "taken as given"),), by="assumption")
    else:
        verdict = Unknown((*reasons, (claim.span, "the proof road is not built yet")))
    return ClaimResult(
        claim.name, claim.program, verdict, claim.expect, time.perf_counter() - started, claim.span, checks
    )


@contextmanager
def _deep(source: Source) -> Iterator[None]:
    """Room for the recursion that legal nesting needs; what needs more is refused, never a crash."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    except RecursionError:
        message = "this is nested too deeply"
        raise Rejected(source, [Diagnostic("too-deep", NOWHERE, message, "name the inner parts")]) from None
    finally:
        sys.setrecursionlimit(before)
