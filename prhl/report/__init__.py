"""Reports of a run, for people and for machines. They lay out what others have said."""

from typing import TYPE_CHECKING

from prhl.diagnostics import Diagnostic
from prhl.records import dataclass
from prhl.source import Source

if TYPE_CHECKING:
    from prhl.typed import TypedFile
    from prhl.verdict import ClaimResult


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file: what is wrong with it, and how its claims ended."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    claims: tuple["ClaimResult", ...] = ()
    fault: str | None = None  # of the tool itself
    summary: str = ""  # for people, where there are no claims to report
    file: "TypedFile | None" = None  # what was judged, if it could be read
    names: tuple[str, ...] = ()  # of all claims of the file, in its order
    clocked: bool = False  # a time limit cut short one of the claims, or one that they rest on

    @property
    def status(self) -> int:
        """The contract's exit status for this file."""
        if self.fault is not None or any([claim.alarm for claim in self.claims]):
            return 3
        if any([d.severity == "error" for d in self.diagnostics]):
            return 2
        return 0 if all([claim.as_expected for claim in self.claims]) else 1
