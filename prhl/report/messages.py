"""A message with the line that it speaks of."""

from prhl.diagnostics import Diagnostic
from prhl.report.style import Style, plain
from prhl.source import Source, Span

WIDEST = 100  # columns of source shown around a place


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
            lines += excerpt(source, span, mark, label, gutter, style)
    if diagnostic.hint:
        lines.append(f"  {style('try:', 'dim')} {diagnostic.hint}")
    return "\n".join(lines)


def excerpt(source: Source, span: Span, mark: str, label: str, gutter: int, style: Style) -> list[str]:
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
