"""The report as one JSON object, as the contract fixes it."""

from typing import Any

from prhl.diagnostics import Diagnostic
from prhl.report import FileReport
from prhl.source import Source
from prhl.verdict import ClaimResult, Refuted, Witness

Json = dict[str, Any]


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
        "claims": [_claim(claim) for claim in report.claims],
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


def _claim(claim: ClaimResult) -> Json:
    verdict = claim.verdict
    return {
        "name": claim.name,
        "program": claim.program,
        "verdict": verdict.word,
        "expected": claim.expected,
        "by": verdict.by,
        "seconds": round(claim.seconds, 6),
        "obligations": [],
        "checks": [],
        "witness": _witness(verdict.witness) if isinstance(verdict, Refuted) else None,
        "annotations": [],
        "assumptions": [],
    }


def _witness(witness: Witness) -> Json:
    return {
        "inputs": list(witness.inputs),
        "event": list(witness.event),
        "probabilities": list(witness.probabilities),
        "ratio": witness.ratio,
    }
