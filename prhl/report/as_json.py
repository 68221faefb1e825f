"""The report as one JSON object, as the contract fixes it."""

from typing import TYPE_CHECKING, Any

from prhl.diagnostics import Diagnostic
from prhl.report import FileReport
from prhl.report.figure_text import Json, figure_json
from prhl.report.ways import ways_json
from prhl.source import Source

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.checks.witness import Witness
    from prhl.proof import Judged
    from prhl.verdict import ClaimResult


def as_json(reports: list[FileReport]) -> Json:
    return {"files": [_file(report) for report in reports]}


def _file(report: FileReport) -> Json:
    diagnostics = [diagnostic_json(report.source, d) for d in report.diagnostics]
    if report.fault is not None:
        fault = {"code": "fault", "severity": "error", "line": 1, "column": 1, "message": report.fault, "hint": None}
        diagnostics.append(fault)
    return {
        "file": report.source.name,
        "diagnostics": diagnostics,
        "claims": [_claim(report.source, claim) for claim in report.claims],
    }


def diagnostic_json(source: Source, diagnostic: Diagnostic) -> Json:
    line, column = source.position(diagnostic.span.start)
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "line": line,
        "column": column,
        "message": diagnostic.message,
        "hint": diagnostic.hint or None,
    }


def _claim(source: Source, claim: "ClaimResult") -> Json:
    from prhl.report.proofs import proof_json
    from prhl.report.search import search_json
    from prhl.verdict import Refuted, Unknown

    verdict = claim.verdict
    return {
        "name": claim.name,
        "program": claim.program,
        "verdict": verdict.word,
        "expected": claim.expected,
        "by": verdict.by,
        "stopped": claim.stopped,
        "seconds": round(claim.seconds, 6),
        "obligations": [obligation_json(source, judged) for judged in claim.obligations],
        "checks": [_check(check) for check in claim.checks],
        "witness": witness_json(verdict.witness) if isinstance(verdict, Refuted) else None,
        "annotations": [{"line": source.position(span.start)[0], "text": text} for span, text in claim.proof.proposed],
        "assumptions": list(claim.assumptions),
        **_said(alarm=claim.alarm, reason=verdict.reason if isinstance(verdict, Unknown) else ""),
        **_said(proof=proof_json(source, claim.proof) if claim.proof.steps else None),
        **_said(search=None if claim.evidence.hunt is None else search_json(claim.evidence.hunt)),
    }


def _said(**extra: Any) -> Json:
    """Keys beyond those of the contract, where there is something to say."""
    return {name: value for name, value in extra.items() if value}


def obligation_json(source: Source, judged: "Judged") -> Json:
    from prhl.report.obligations import unsaid

    obligation, answer = judged.obligation, judged.answer
    line, column = source.position(obligation.place.start)
    return {
        "code": obligation.code,
        "line": line,
        "column": column,
        "status": answer.status,
        "stopped": answer.stopped,
        "seconds": round(answer.seconds, 6),
        "message": obligation.message + (f", {obligation.direction}" if obligation.direction else ""),
        **_said(countermodel=_countermodel(judged), unsaid=unsaid(source, judged)),
    }


def _countermodel(judged: "Judged") -> Json | None:
    """The values of each run, and those that both share; after a round of a loop, those at its head too."""
    from prhl.proof.prove import AT_HEAD

    if not judged.answer.model:
        return None
    runs: dict[str, dict[str, str]] = {"shared": {}, "run 1": {}, "run 2": {}}
    head: dict[str, dict[str, str]] = {"shared": {}, "run 1": {}, "run 2": {}}
    for (name, run), value in judged.answer.model.items():
        where = head if name.endswith(AT_HEAD) else runs
        where[("shared", "run 1", "run 2")[run]][name.removesuffix(AT_HEAD)] = value
    return {**runs, "head": head} if any(head.values()) else runs


def _check(check: "CheckResult") -> Json:
    return {
        "instance": check.instance,
        "epsilon": figure_json(check.epsilon),
        "delta": figure_json(check.delta),
        **({} if check.divergence is None else {check.divergence[0]: figure_json(check.divergence[1])}),
        "status": check.status,
        **_said(stopped=check.stopped, kind=check.kind, twin=check.twin, reason=check.reason),
        **_said(coupling=[list(part) for part in check.coupled or ()]),
    }


def witness_json(witness: "Witness") -> Json:
    return {
        "inputs": list(witness.inputs),
        "event": list(witness.event),
        "probabilities": list(witness.probabilities),
        "ratio": witness.ratio,
        "budget": dict(witness.budget),
        "inequality": witness.inequality,
        **({} if witness.image is None else {"image": list(witness.image)}),
        **_said(bounds=not witness.exact),
        **_said(ways=None if witness.ways is None else [ways_json(ways) for ways in witness.ways]),
    }
