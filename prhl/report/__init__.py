"""Reports of a run, for people and for machines. They lay out what others have said."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from prhl.diagnostics import Diagnostic
from prhl.source import Source

if TYPE_CHECKING:
    from prhl.verdict import ClaimResult


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: what is wrong with it, and how its claims ended."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    claims: tuple["ClaimResult", ...] = ()
    fault: str | None = None  # of the tool itself
    summary: str = ""  # for people, where there are no claims to report

    @property
    def status(self) -> int:
        """The contract's exit status for this file."""
        if self.fault is not None or any([claim.alarm for claim in self.claims]):
            return 3
        if any([d.severity == "error" for d in self.diagnostics]):
            return 2
        return 0 if all([claim.as_expected for claim in self.claims]) else 1


def overall(reports: list[FileReport]) -> int:
    """With several files the worst status wins: 3, then 2, then 1."""
    return max([report.status for report in reports], default=0)
