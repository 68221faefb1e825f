"""What a proof knows at a line of the source: the states in which the line is reached, and what is owed there."""

from collections.abc import Iterable, Iterator

from prhl.diagnostics import misasked
from prhl.proof.prove import Judged, Proof
from prhl.records import dataclass
from prhl.rules.state import State
from prhl.rules.trace import Runs, Step
from prhl.source import Source, Span
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class Visit:
    """A statement that is reached, by both runs or by one while the other waits, and the states around it."""

    span: Span
    runs: Runs
    direction: str
    rule: str
    before: State
    after: State | None  # None: an annotation spoke of what has no value there


@dataclass(frozen=True, slots=True)
class Reached:
    """One claim at one line."""

    claim: core.TypedClaim
    visits: tuple[Visit, ...]
    judged: tuple[Judged, ...]  # whose place is on the line


def reached(
    source: Source, line: int, claim: core.TypedClaim, programs: tuple[core.TypedProgram, ...], proof: Proof
) -> Reached:
    """The claim at the line, if it gets there; `programs` are those that it speaks of."""
    judged = tuple([one for one in proof.judged if source.position(one.obligation.place.start)[0] == line])
    span = _statement(source, line, claim, [program.span for program in programs], proof.steps)
    visits = () if span is None else tuple(_visits(span, proof.steps))
    return Reached(claim, visits, judged)


def goals(
    file: core.TypedFile, proofs: Iterable[tuple[core.TypedClaim, Proof]], line: int | None, claim: str | None
) -> dict[int, list[tuple[Reached, Proof]]]:
    """What the proofs know and owe at the line, or at every line that they come to, or Rejected."""
    source = file.source
    if line is not None and not 1 <= line <= len(source.line_starts):
        message = f"there is no line {line}: the file has {len(source.line_starts)}"
        raise misasked(source, "no-such-line", message)
    file.called(claim)
    found: dict[int, list[tuple[Reached, Proof]]] = {}
    for one, proof in proofs:
        text = proof.text(source)
        programs = (proof.file or file).programs
        for at in lines(text, proof) if line is None else [line]:
            there = reached(text, at, one, (programs[one.left], programs[one.right]), proof)
            if there.visits or there.judged:
                found.setdefault(at, []).append((there, proof))
    if not found:
        who = "no claim" if claim is None else f"the claim `{claim}` never"
        hint = "ask about a line of a program that the claim speaks of, or of the claim"
        where = "a line" if line is None else f"line {line}"
        raise misasked(source, "not-reached", f"{who} comes to {where}", hint)
    return dict(sorted(found.items()))


def lines(source: Source, proof: Proof) -> list[int]:
    """Those on which a statement of the proof starts, or on which something is owed."""
    starts = [span.start for step in proof.steps if step.rule != "start" for span in step.spans]
    owed = [one.obligation.place.start for one in proof.judged]
    return sorted({source.position(at)[0] for at in (*starts, *owed)})


def _statement(
    source: Source, line: int, claim: core.TypedClaim, programs: list[Span], steps: tuple[Step, ...]
) -> Span | None:
    """The statement that starts on the line; else the innermost one around it, or what comes after an empty line."""
    found = {span for step in steps if step.rule != "start" for span in step.spans}
    spans = sorted(found, key=lambda span: (span.start, -span.end))

    def lines(span: Span) -> tuple[int, int]:
        return source.position(span.start)[0], source.position(max(span.start, span.end - 1))[0]

    starting = [span for span in spans if lines(span)[0] == line]
    if starting:
        return starting[0]
    around = [span for span in (*spans, claim.span, *programs) if lines(span)[0] <= line <= lines(span)[1]]
    if not around:
        return None
    inner = min(around, key=lambda span: span.end - span.start)
    text = source.line(line).strip()
    after = [span for span in spans if inner.start <= span.start < inner.end and lines(span)[0] > line]
    if after and (not text or text.startswith("//")):
        return after[0]
    if inner in programs:  # before the first statement the inputs are all there is
        return claim.span if after or not spans else spans[-1]
    return inner


def _visits(span: Span, steps: tuple[Step, ...]) -> Iterator[Visit]:
    """Every way in which the statement is reached. An assignment of both runs is one, though each takes it alone."""
    waiting: Step | None = None
    for step in steps:
        if span not in step.spans:
            continue
        if step.partner and step.runs == 1:
            waiting = step
        elif step.partner and waiting is not None:
            after = None if waiting.after is None or step.after is None else _together(waiting.after, step.after)
            yield Visit(span, 0, step.direction, step.rule, _together(waiting.before, step.before), after)
            waiting = None
        else:
            yield Visit(span, step.runs, step.direction, step.rule, step.before, step.after)
    if waiting is not None:
        yield Visit(span, 1, waiting.direction, waiting.rule, waiting.before, waiting.after)


def _together(first: State, second: State) -> State:
    """Run 1 in the first state and run 2 in the second; facts speak of values, which no statement changes."""
    values = {key: term for key, term in first.values.items() if key[1] == 1}
    values |= {key: term for key, term in second.values.items() if key[1] == 2}
    return State(values, first.cost, first.slack, first.alike, second.facts)
