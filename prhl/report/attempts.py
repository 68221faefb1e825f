"""The attempt at a proof that came furthest: what it would write, what it lacks, and what would be enough."""

import re
from dataclasses import replace

from prhl.logic.build import FALSE
from prhl.proof import Attempt
from prhl.report.as_json import edit_json, obligation_json
from prhl.report.edits import edit_lines
from prhl.report.figure_text import Json
from prhl.report.obligations import owed, readable
from prhl.report.written import laid_out
from prhl.rules.state import Obligation
from prhl.source import Source, Span
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.trees import nodes


def attempt_lines(source: Source, attempt: Attempt) -> list[str]:
    """For people; where nothing was found, only what would help."""
    lacking = lacks(source, attempt)
    if not attempt.proof.found:
        return [lacking] if attempt.proof.short or "needs to know" in lacking else []
    lines = [f"  {text}" for text in edit_lines(source, attempt.proof.found)]
    return ["no proof was found; the attempt that came furthest:", *lines, lacking]


def lacks(source: Source, attempt: Attempt) -> str:
    """What would make it a proof."""
    text, obligation = attempt.proof.text(source), attempt.failed.obligation
    short = "with these couplings everything holds but the budget" if attempt.proof.short else ""
    if attempt.enough is not None:
        return f"{short}: {attempt.enough} would do"
    loop = _loop(text, obligation)
    if loop is not None:
        needs = f"the loop in line {text.position(loop.start)[0]} needs to know that {_wanted(text, obligation)}"
        return f"{short}; {needs}" if short else needs
    line, _ = text.position(obligation.place.start)
    if not short:
        return f"it fails in line {line}: {obligation.message}"
    wanted = _wanted(text, obligation)
    if "cost'" in wanted:  # what a loop has charged, of which too little is known
        wanted = f"that they cost no more than {wanted.rsplit('<=', 1)[-1].strip()} is not shown"
    return f"{short}: {wanted}"


def _wanted(source: Source, obligation: Obligation) -> str:
    """What is owed; of the budget, with what the cost is."""
    if obligation.code == "budget":
        return readable(obligation.goal, replace(obligation, cost=None)).removeprefix("0 + ")
    return owed(source, obligation)


def _loop(source: Source, obligation: Obligation) -> Span | None:
    """The last loop that was left before this is owed, if what it assigns is spoken of."""
    guards = [fact.span for fact in obligation.facts if fact.given == "guard is false" and fact.span is not None]
    if not guards or obligation.missing or obligation.goal == FALSE:
        return None
    loops = [one.span for one in nodes(parse(source).file) if isinstance(one, ast.While | ast.For)]
    loops = [span for span in loops if span.start <= guards[-1].start < span.end]
    if not loops:
        return None
    inner = min(loops, key=lambda span: span.end - span.start)
    assigned = re.findall(r"(\w+)(?:\[[^;]*\])?\s*:=", source.slice(inner))
    spoken = re.findall(r"\w+", _wanted(source, obligation))
    return inner if set(assigned) & set(spoken) else None


def attempt_json(source: Source, name: str, attempt: Attempt | None) -> Json | None:
    if attempt is None:
        return None
    found = laid_out(source, {name: attempt.proof.found})[name] if attempt.proof.found else ()
    failed = obligation_json(source, attempt.failed, attempt.proof.found, attempt.proof.text(source))
    return {"found": [edit_json(source, edit) for edit in found], "failed": failed, "enough": attempt.enough}
