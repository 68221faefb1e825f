"""A message with the line that it speaks of."""

from prhl.diagnostics import Diagnostic
from prhl.report.style import Style, plain
from prhl.source import Source, Span, visible

WIDEST = 100  # columns of source shown around a place


def diagnostic_text(source: Source, diagnostic: Diagnostic, style: Style = plain) -> str:
    """`file:line:column  error[code]: message`, the line with a caret under it, and what to try."""
    head = style(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    message = visible(diagnostic.message)
    if not source.text:
        lines = [f"{source.title}  {head}: {message}"]
    else:
        line, column = source.position(diagnostic.span.start)
        lines = [f"{source.title}:{line}:{column}  {head}: {message}"]
        places = [(diagnostic.span, "^", diagnostic.label), *[(r.span, "-", r.label) for r in diagnostic.related]]
        gutter = max([len(str(source.position(span.start)[0])) for span, _, _ in places]) + 4
        for span, mark, label in places:
            lines += excerpt(source, span, mark, label, gutter, style)
    if diagnostic.hint:
        lines.append(f"  {style('try:', 'dim')} {visible(diagnostic.hint)}")
    return "\n".join(lines)


def excerpt(source: Source, span: Span, mark: str, label: str, gutter: int, style: Style) -> list[str]:
    number, column = source.position(span.start)
    text = source.line(number).replace("\t", " ")
    start = column - 1
    end = min(len(text), max(start + 1, start + span.end - span.start))
    first = max(0, start - WIDEST // 2) if len(text) > WIDEST else 0
    last = first + WIDEST
    shown = ("..." if first else "") + visible(text[first:last]) + ("..." if last < len(text) else "")
    indent = len(visible(text[first:start])) + (3 if first else 0)
    carets = mark * max(1, len(visible(text[start : min(end, last)])))  # under what is shown, escapes and all
    bar, marks = style("|", "dim"), style(carets, "error" if mark == "^" else "dim")
    return [
        f"{number:>{gutter}} {bar} {shown}".rstrip(),
        f"{'':>{gutter}} {bar} {' ' * indent}{marks} {visible(label)}".rstrip(),
    ]
