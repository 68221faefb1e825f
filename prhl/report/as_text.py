"""The report for people: messages with the line they speak of, claims with their verdicts."""

from collections.abc import Callable

from prhl.diagnostics import Diagnostic
from prhl.report import FileReport
from prhl.source import Source, Span
from prhl.verdict import ClaimResult, Proved, Refuted, Unknown

WIDEST = 100  # columns of source shown around a place

Style = Callable[[str, str], str]
"""A text and what it is ("error", "warning", "good", "bad", "dim", "name"): the text, perhaps in colour."""


def plain(text: str, _: str) -> str:
    return text


def as_text(report: FileReport, style: Style = plain) -> str:
    parts = [diagnostic_text(report.source, d, style) for d in report.diagnostics]
    if report.fault is not None:
        parts.append(
            f"{report.source.name}  {style('fault', 'error')}: {report.fault}\n"
            "  this is a mistake of prhl itself, not of the file; please report it with the file"
        )
    if report.claims:
        width = max([len(claim.name) for claim in report.claims])
        lines = [style(report.source.name, "name")]
        for claim in report.claims:
            lines += claim_lines(report.source, claim, width, style)
        parts.append("\n".join(lines))
    elif not parts:
        parts.append(f"{style(report.source.name, 'name')}\n  {report.summary or 'no claims'}")
    return "\n".join(parts)


def claim_lines(source: Source, claim: ClaimResult, width: int, style: Style) -> list[str]:
    verdict = claim.verdict
    word = style(verdict.word, "good" if claim.as_expected else "bad")
    by = f" by {verdict.by}" if verdict.by else ""
    aside = "" if claim.as_expected else f", expected {claim.expected}"
    lines = [f"  {claim.name:<{width}}  {claim.program}  {word}{by}{aside}"]
    match verdict:
        case Unknown(reasons):
            for span, reason in reasons:
                line, _ = source.position(span.start)
                lines.append(f"  {'':<{width}}  {style(f'line {line}:', 'dim')} {reason}")
        case Refuted(witness):
            lines.append(f"  {'':<{width}}  {witness.probabilities[0]} against {witness.probabilities[1]}")
        case Proved():
            pass
    return lines


def diagnostic_text(source: Source, diagnostic: Diagnostic, style: Style = plain) -> str:
    """`file:line:column  error[code]: message`, the line with a caret under it, and what to try."""
    head = style(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    if not source.text:
        lines = [f"{source.name}  {head}: {diagnostic.message}"]
    else:
        line, column = source.position(diagnostic.span.start)
        lines = [f"{source.name}:{line}:{column}  {head}: {diagnostic.message}"]
        places = [(diagnostic.span, "^", diagnostic.label), *[(r.span, "-", r.label) for r in diagnostic.related]]
        gutter = max([len(str(source.position(span.start)[0])) for span, _, _ in places]) + 4
        for span, mark, label in places:
            lines += _excerpt(source, span, mark, label, gutter, style)
    if diagnostic.hint:
        lines.append(f"  {style('try:', 'dim')} {diagnostic.hint}")
    return "\n".join(lines)


def _excerpt(source: Source, span: Span, mark: str, label: str, gutter: int, style: Style) -> list[str]:
    number, column = source.position(span.start)
    text = source.line(number).replace("\t", " ")
    start = column - 1
    end = min(len(text), max(start + 1, start + span.end - span.start))
    first = max(0, start - WIDEST // 2) if len(text) > WIDEST else 0
    shown = text[first : first + WIDEST]
    shown = ("..." if first else "") + shown + ("..." if first + WIDEST < len(text) else "")
    indent = start - first + (3 if first else 0)
    carets = mark * max(1, min(end - start, first + WIDEST - start))
    bar = style("|", "dim")
    return [
        f"{number:>{gutter}} {bar} {shown}".rstrip(),
        f"{'':>{gutter}} {bar} {' ' * indent}{style(carets, 'error' if mark == '^' else 'dim')} {label}".rstrip(),
    ]
