"""Claims with their verdicts, for people."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.checks.instance_check import CheckResult
from prhl.checks.witness import Witness
from prhl.diagnostics import counted
from prhl.numbers import balls
from prhl.numbers.figures import abridged, decimal
from prhl.report.attempts import attempt_lines
from prhl.report.figure_text import LONGEST, figure_text
from prhl.report.messages import excerpt
from prhl.report.obligations import explained
from prhl.report.proofs import annotation_lines, proof_lines
from prhl.report.search import found_lines, nothing_found
from prhl.report.style import Style
from prhl.report.ways import ways_lines
from prhl.source import Source
from prhl.verdict import ClaimResult, Proved, Refuted, Unknown, instance_text

MOST_COUPLED = 8  # parts of a coupling
MOST_FAILED = 5  # obligations that are told one by one
MOST_OUTCOMES = 16  # of an event
FEW, DIGITS = 6, 6  # events that are told with their probabilities, and digits of these


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
            if claim.proof.attempt is not None:
                lines += [f"    {text}" for text in attempt_lines(source, claim.proof.attempt)]
            lines += [f"    {text}" for text in nothing_found(source, claim)]
        case Refuted(witness):
            lines += witness_lines(witness)
            lines += [f"    {text}" for text in found_lines(claim)]
        case Proved():
            pass
    if verdict.by in ("coupling", "theorem"):
        lines += [f"    {text}" for text in annotation_lines(source, claim.proof)]
    if claim.assumptions:
        lines.append(f"    rests on what is assumed: {', '.join(claim.assumptions)}")
    if claim.alarm:
        lines += alarm_lines(claim.alarm, style)
    if claim.proof.steps:
        told = isinstance(verdict, Unknown) and verdict.by is None  # what fails stands above already
        lines += [
            f"    {text}"
            for text in ("the proof:", *proof_lines(claim.proof.text(source), claim.proof, failure=not told))
        ]
    for check in claim.checks:
        lines += check_lines(source, check, width, style)
    if claim.stopped == "time":
        lines.append("    a time limit cut this short: with another one, or on another machine, it may end otherwise")
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
    first, second = witness.probabilities
    least, most = ("", "") if witness.exact else ("at least ", "at most ")
    if max(len(first), len(second)) > LONGEST or any([abridged(one) != one for one in (first, second)]):
        first, second = [one if len(one) <= LONGEST else abridged(one) for one in witness.decimals]
        least, most = "at least ", "at most "
    event = abridged(_listed(runs_of(witness.event)))
    lines = [f"    run 1  {inputs[0]}", f"    run 2  {inputs[1]}"]
    if witness.order is not None:
        lines += [f"    events {event}: to see which of them happened tells the runs apart", *_each(witness)]
    elif witness.image is None:
        lines += [f"    event  {event}", f"    has probability {least}{first} in run 1, {most}{second} in run 2"]
    else:
        image = abridged(_listed(witness.image)) or "nothing"
        lines.append(f"    event  {event}, of probability {least}{first} in run 1")
        lines.append(f"    is related only to {image}, of probability {most}{second} in run 2")
    lines.append(f"    and {abridged(witness.inequality)}{_margin(witness)}")
    return lines + [f"    {text}" for text in ways_lines(witness.ways)]


def _each(witness: Witness) -> list[str]:
    """The probabilities of few events, one by one, rounded down in run 1 and up in run 2."""
    if len(witness.each) > FEW:
        return []
    first, second = [
        ", ".join([decimal(balls.rounded(Fraction(pair[side]), DIGITS)[side]) for pair in witness.each])
        for side in (0, 1)
    ]
    return [f"    probabilities at least {first} in run 1, at most {second} in run 2"]


def _margin(witness: Witness) -> str:
    """By how much an inequality is broken, where the digits that show it are left out."""
    found = witness.broken
    if found is None or found.allowed is None or abridged(witness.inequality) == witness.inequality:
        return ""
    return f": by {decimal(balls.rounded(found.above - found.allowed, 2)[0])} or more"


def _listed(outcomes: Sequence[str]) -> str:
    """As many as can be read at a glance."""
    more = len(outcomes) - MOST_OUTCOMES
    return ", ".join(outcomes[:MOST_OUTCOMES]) + (f" and {more} more" if more > 0 else "")


def runs_of(outcomes: Sequence[str]) -> list[str]:
    """Three and more integers in a row as `-22..-4`."""
    out: list[list[str]] = []
    for text in outcomes:
        if out and _is_int(text) and _is_int(out[-1][-1]) and int(text) == int(out[-1][-1]) + 1:
            out[-1].append(text)
        else:
            out.append([text])
    return [part for run in out for part in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]


def _is_int(text: str) -> bool:
    return len(text) < 19 and text.removeprefix("-").isdigit()


def tightness(claim: ClaimResult) -> list[str]:
    """How much of the claimed epsilon was needed where it could be measured exactly."""
    evidence = claim.evidence
    measured = evidence.checks or evidence.own or evidence.whole or ()
    shares = [(check.share, check) for check in measured if check.share is not None and not check.twin]
    whole = evidence.whole or () if evidence.settled else ()
    if for_all := [check.reason for check in whole if "every" in check.instance.values()]:
        return for_all
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
            lines += [f"  {text}" for text in excerpt(source, obligation.place, "^", "", 6, style)]
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
    instance += " (discrete twin)" if check.twin else ""
    instance += f" ({check.kind})" if check.kind else ""
    room = f" by {decimal(check.room)}" if check.room else ""
    parts = [f"  {'':<{width}}  {style('check', 'dim')} {instance}: {style(check.status, kind)}{room}"]
    named = [("epsilon", check.epsilon), ("delta", check.delta), check.divergence or ("", None)]
    figures = [f"{name} {figure_text(f)}" for name, f in named if f]
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
