"""The report for people: messages with the line they speak of, claims with their verdicts."""

from collections.abc import Callable

from prhl.diagnostics import Diagnostic, counted
from prhl.measures.check import CheckResult
from prhl.measures.witness import Witness
from prhl.numbers.figures import Figure, abridged, decimal
from prhl.report import FileReport
from prhl.report.obligations import explained
from prhl.source import Source, Span
from prhl.verdict import ClaimResult, Proved, Refuted, Unknown, instance_text

WIDEST = 100  # columns of source shown around a place
MOST_COUPLED = 8  # parts of a coupling
MOST_FAILED = 5  # obligations that are told one by one

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
        case Unknown(reason):
            if reason:
                lines.append(f"    {reason}")
            if verdict.by is None:
                lines += failed_lines(source, claim, style)
        case Refuted(witness):
            lines += witness_lines(witness)
        case Proved():
            pass
    if claim.assumptions:
        lines.append(f"    rests on what is assumed: {', '.join(claim.assumptions)}")
    if claim.alarm:
        lines += alarm_lines(claim.alarm, style)
    for check in claim.checks:
        lines += check_lines(source, check, width, style)
    return lines + [f"    {style(text, 'dim')}" for text in tightness(claim)]


def alarm_lines(alarm: str, style: Style) -> list[str]:
    """The two roads contradict each other: nobody should overlook that."""
    bar = style("!" * 78, "error")
    return [
        f"    {bar}",
        f"    {style('THE TWO ROADS CONTRADICT EACH OTHER', 'error')}: {alarm}.",
        "    One of them is wrong. This is a mistake of prhl itself: believe neither, and please report the file.",
        f"    {bar}",
    ]


def witness_lines(witness: Witness) -> list[str]:
    """Enough to check it by hand."""
    inputs = [", ".join([f"{name} = {v}" for name, v in given.items()]) or "no input" for given in witness.inputs]
    least, most = ("", "") if witness.exact else ("at least ", "at most ")
    first, second = [abridged(p) for p in witness.probabilities]
    event = abridged(", ".join(witness.event))
    lines = [f"    run 1  {inputs[0]}", f"    run 2  {inputs[1]}"]
    if witness.image is None:
        lines += [f"    event  {event}", f"    has probability {least}{first} in run 1, {most}{second} in run 2"]
    else:
        image = abridged(", ".join(witness.image)) or "nothing"
        lines.append(f"    event  {event}, of probability {least}{first} in run 1")
        lines.append(f"    is related only to {image}, of probability {most}{second} in run 2")
    return [*lines, f"    and {abridged(witness.inequality)}"]


def tightness(claim: ClaimResult) -> list[str]:
    """How much of the claimed epsilon was needed where it could be measured exactly."""
    evidence = claim.evidence
    measured = evidence.checks or evidence.own or evidence.whole or ()
    shares = [(check.share, check) for check in measured if check.share is not None]
    if claim.verdict.word != "proved" or not shares:
        return []
    most, where = max(shares, key=lambda pair: pair[0])
    chosen = " of its own choosing" if not evidence.checks and evidence.own else ""
    if where.status == "tight":
        return [f"exact on {counted(len(shares), 'instance')}{chosen}: tight at {instance_text(where.instance)}"]
    part = f"at most {decimal(most)}" if most < 1 else "nearly all"
    least = f"{part} of the claimed epsilon is needed, at {instance_text(where.instance)}"
    return [f"exact on {counted(len(shares), 'instance')}{chosen}: {least}"]


def failed_lines(source: Source, claim: ClaimResult, style: Style) -> list[str]:
    """The first thing that fails in full, the others in a line each."""
    lines: list[str] = []
    for at, judged in enumerate(claim.failed):
        obligation = judged.obligation
        line, column = source.position(obligation.place.start)
        direction = f" ({obligation.direction})" if obligation.direction else ""
        head = style(f"{line}:{column}", "dim")
        lines.append(f"    {head}  {style(judged.code, 'bad')}: {obligation.message}{direction}")
        if at == 0:
            lines += [f"  {text}" for text in _excerpt(source, obligation.place, "^", "", 6, style)]
            lines += [f"      {text}" for text in explained(source, judged)]
        if at == MOST_FAILED and len(claim.failed) > at + 1:
            lines.append(f"    and {counted(len(claim.failed) - at - 1, 'more obligation')}")
            break
    for judged in claim.proof.notes:
        if not judged.valid and claim.failed and not claim.failed[0].obligation.missing:
            line, column = source.position(judged.obligation.place.start)
            lines.append(f"    {style(f'{line}:{column}', 'dim')}  note: {judged.obligation.message}")
    return lines


def check_lines(source: Source, check: CheckResult, width: int, style: Style) -> list[str]:
    """An instance, its figures (decimals rounded up) and how they stand to the claim."""
    kind = {"tight": "good", "loose": "good", "violated": "bad", "error": "bad"}.get(check.status, "dim")
    instance = ", ".join([f"{name} = {value}" for name, value in check.instance.items()]) or "all inputs"
    room = f" by {decimal(check.room)}" if check.room else ""
    parts = [f"  {'':<{width}}  {style('check', 'dim')} {instance}: {style(check.status, kind)}{room}"]
    figures = [f"{name} {figure_text(f)}" for name, f in (("epsilon", check.epsilon), ("delta", check.delta)) if f]
    if figures:
        parts[0] += f"  {', '.join(figures)}"
    if check.coupled and check.status != "violated":
        shown = [f"{one} ~ {two}: {mass}" for one, two, mass in check.coupled[:MOST_COUPLED]]
        more = " ..." if len(check.coupled) > MOST_COUPLED else ""
        parts.append(f"  {'':<{width}}    {style('coupling', 'dim')} {'; '.join(shown)}{more}")
    if check.reason:
        where = "" if check.span is None else f"line {source.position(check.span.start)[0]}: "
        parts.append(f"  {'':<{width}}    {style(where, 'dim')}{check.reason}")
    return parts


def figure_text(figure: Figure) -> str:
    """`ln(3) <= 1.098613`: exactly, and in decimals rounded up; a bound says that it is one."""
    if figure.exact == "inf":
        return "infinite"
    if figure.exact is None:
        low, high = decimal(figure.low), decimal(figure.high)
        return f"between {low} and {high}" if figure.high is not None else f"at least {low}"
    high = decimal(figure.high)
    sign = "=" if figure.low == figure.high else "<="
    return figure.exact if figure.exact == high else f"{abridged(figure.exact)} {sign} {high}"


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
