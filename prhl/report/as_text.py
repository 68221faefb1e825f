"""The report for people: messages with the line they speak of, claims with their verdicts."""

from collections.abc import Sequence

from prhl.report import FileReport
from prhl.report.messages import diagnostic_text
from prhl.report.style import Style, plain


def as_text(report: FileReport, style: Style = plain) -> str:
    lines: list[str] = []
    if report.claims:
        from prhl.report.claim_text import claim_lines  # a file without claims needs neither road

        width = max([len(claim.name) for claim in report.claims])
        lines = [line for claim in report.claims for line in claim_lines(report.source, claim, width, style)]
    return laid_out(report, lines, style)


def laid_out(report: FileReport, claims: Sequence[str], style: Style = plain) -> str:
    """The report with the lines of its claims, which may have been written elsewhere."""
    parts = [diagnostic_text(report.source, d, style) for d in report.diagnostics]
    if report.fault is not None:
        parts.append(
            f"{report.source.title}  {style('fault', 'error')}: {report.fault}\n"
            "  this is a mistake of prhl itself, not of the file; please report it with the file"
        )
    if claims:
        parts.append("\n".join([style(report.source.title, "name"), *claims]))
    elif not parts:
        parts.append(f"{style(report.source.title, 'name')}\n  {report.summary or 'no claims'}")
    return "\n".join(parts)
