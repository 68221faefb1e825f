"""What is known and what is owed at a line, for people and for machines."""

from collections.abc import Sequence

from prhl.diagnostics import shorten
from prhl.proof import Proof
from prhl.proof.places import Reached, Visit
from prhl.report.as_json import obligation_json
from prhl.report.attempts import lacks
from prhl.report.edits import told
from prhl.report.figure_text import Json
from prhl.report.obligations import explained, owed
from prhl.report.proofs import annotation_lines
from prhl.report.state_text import here, known_here, spent, variables
from prhl.report.style import Style, plain
from prhl.rules.state import State
from prhl.source import Source, visible

Found = tuple[Reached, Proof]


def as_text(source: Source, line: int, found: Sequence[Found], style: Style = plain) -> str:
    lines = [style(f"{source.title}:{line}", "name") + f"  {visible(source.line(line).strip())}"]
    for reached, proof in found:
        lines += ["", f"claim {style(reached.claim.name, 'name')} of {reached.claim.program}"]
        lines += [f"  {text}" for text in annotation_lines(source, proof) if proof.complete]
        for visit in reached.visits:
            lines += [f"  {text}" for text in _visit_lines(proof.text(source), visit, proof)]
        lines += [f"  {text}" for text in _solved_lines(source, line, proof)]
        lines += [f"  {text}" for text in _owed_lines(proof.text(source), reached, style)]
    return "\n".join(lines) + "\n"


def _here(source: Source, line: int, proof: Proof) -> list[str]:
    """What was found for the line."""
    return [text for span, text in told(proof.found) if source.position(span.start)[0] == line]


def _solved_lines(source: Source, line: int, proof: Proof) -> list[str]:
    """What solves the line, by a proof or by the attempt that came furthest, and what that attempt lacks."""
    lines = [f"found for this line: {text}" for text in _here(source, line, proof)]
    if proof.attempt is not None:
        tried = _here(source, line, proof.attempt.proof)
        lines += [f"tried for this line: {text}" for text in tried]
        lines += [lacks(source, proof.attempt)] if tried else []
    return lines


def _visit_lines(source: Source, visit: Visit, proof: Proof) -> list[str]:
    place = here(visit.before, visit.direction, proof.judged)
    lines = [f"{_before(source, visit)}{_who(visit)}:"]
    lines += [f"  known  {text}" for text in known_here(source, place)]
    lines += [f"  value  {text}" for text in variables(place)]
    return [*lines, f"  cost   {spent(place)}"]


def _before(source: Source, visit: Visit) -> str:
    if visit.rule == "start":
        return "at the start"
    line, _ = source.position(visit.span.start)
    if visit.rule in ("equal-results", "one-output", "related-ends"):
        return f"at the end, line {line}"
    return f"before line {line}, `{shorten(source.slice(visit.span).split(chr(10))[0], 50)}`"


def _who(visit: Visit) -> str:
    who = "" if visit.runs == 0 else f", in run {visit.runs} while run {3 - visit.runs} waits"
    return who + (f", {visit.direction}" if visit.direction else "")


def _owed_lines(source: Source, reached: Reached, style: Style) -> list[str]:
    if not reached.judged:
        return ["nothing is owed on this line"]
    lines = ["owed on this line:"]
    for one in reached.judged:
        obligation = one.obligation
        aside = f" ({obligation.direction})" if obligation.direction else ""
        status = style(f"{one.status:<7}", "good" if one.valid else "bad")
        if one.valid:
            lines.append(f"  {status}  {one.code}: {owed(source, obligation)}{aside}")
            continue
        lines.append(f"  {status}  {one.code}: {obligation.message}{aside}")
        lines += [f"      {text}" for text in explained(source, one)]
    return lines


def as_json(source: Source, line: int, found: Sequence[Found]) -> Json:
    return {
        "file": source.name,
        "line": line,
        "claims": [
            {**_claim(source, reached, proof), "found": _here(source, line, proof)} | _tried(source, line, proof)
            for reached, proof in found
        ],
    }


def _tried(source: Source, line: int, proof: Proof) -> Json:
    """The attempt that came furthest, where no proof was found."""
    if proof.attempt is None:
        return {"attempt": None}
    attempt = proof.attempt
    here = _here(source, line, attempt.proof)
    return {"attempt": {"found": here, "lacks": lacks(source, attempt), "enough": attempt.enough}}


def _claim(source: Source, reached: Reached, proof: Proof) -> Json:
    text = proof.text(source)
    return {
        "name": reached.claim.name,
        "program": reached.claim.program,
        "found": bool(proof.found),
        "places": [_place(text, visit, proof) for visit in reached.visits],
        "obligations": [obligation_json(source, one, proof.found, text) for one in reached.judged],
    }


def _place(source: Source, visit: Visit, proof: Proof) -> Json:
    return {
        "line": source.position(visit.span.start)[0],
        "runs": [1, 2] if visit.runs == 0 else [visit.runs],
        "direction": visit.direction or None,
        "rule": visit.rule,
        **_state(source, visit.before, visit.direction, proof),
        "after": None if visit.after is None else _state(source, visit.after, visit.direction, proof),
    }


def _state(source: Source, state: State, direction: str, proof: Proof) -> Json:
    place = here(state, direction, proof.judged)
    return {"known": known_here(source, place), "values": variables(place), "cost": spent(place)}
