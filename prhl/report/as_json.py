"""Diagnostics, claims and obligations as JSON, as the contract fixes it; `results` puts the report together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from prhl.diagnostics import Diagnostic
from prhl.report.figure_text import Json, figure_json
from prhl.report.ways import ways_json
from prhl.source import Edit, Source, Span, unedited

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.checks.witness import Witness
    from prhl.proof import Judged
    from prhl.verdict import ClaimResult


def diagnostic_json(source: Source, diagnostic: Diagnostic) -> Json:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        **source.extent(diagnostic.span),
        "message": diagnostic.message,
        "hint": diagnostic.hint or None,
    }


def claim_json(source: Source, claim: "ClaimResult", found: Sequence[Edit] = ()) -> Json:
    """`found` are the edits as they are laid out with those of the other claims of the file."""
    from prhl.report.attempts import attempt_json
    from prhl.report.proofs import proof_json
    from prhl.report.search import search_json
    from prhl.verdict import Refuted, Unknown

    verdict, text = claim.verdict, claim.proof.text(source)
    return {
        "name": claim.name,
        "program": claim.program,
        "verdict": verdict.word,
        "expected": claim.expected,
        "as_expected": claim.as_expected,
        "by": verdict.by,
        **source.extent(claim.span),
        "stopped": claim.stopped,
        "cached": False,
        "seconds": round(claim.seconds, 6),
        "obligations": [obligation_json(source, one, claim.proof.found, text) for one in claim.obligations],
        "checks": [_check(check) for check in claim.checks],
        "witness": witness_json(verdict.witness) if isinstance(verdict, Refuted) else None,
        **found_json(source, claim.proof.proposed, found),
        "attempt": attempt_json(source, claim.name, claim.proof.attempt),
        "assumptions": list(claim.assumptions),
        **_said(alarm=claim.alarm, reason=verdict.reason if isinstance(verdict, Unknown) else ""),
        **_said(proof=proof_json(text, claim.proof) if claim.proof.steps else None),
        **_said(search=None if claim.evidence.hunt is None else search_json(claim.evidence.hunt)),
    }


def _said(**extra: Any) -> Json:
    """Keys beyond those of the contract, where there is something to say."""
    return {name: value for name, value in extra.items() if value}


def found_json(source: Source, proposed: Sequence[tuple[Span, str]], found: Sequence[Edit]) -> Json:
    """What the tool added to the text: `found` or proposed, in the order of the text, and the edits that were found."""
    texts = [(edit.span, edit.text.strip()) for edit in found if edit.text.strip()]
    added = sorted([*proposed, *texts], key=lambda one: one[0].start)
    return {
        "annotations": [{"line": source.position(span.start)[0], "text": text} for span, text in added],
        "found": [edit_json(source, edit) for edit in found],
    }


def edit_json(source: Source, edit: Edit) -> Json:
    return {**source.extent(edit.span), "text": edit.text}


def obligation_json(
    source: Source, judged: "Judged", edits: Sequence[Edit] = (), written: Source | None = None
) -> Json:
    """The place is that of the text before the edits; what is known and owed is told of the one with them."""
    from prhl.logic.build import FALSE
    from prhl.report.obligations import known, owed, unsaid
    from prhl.report.proofs import SENTENCES

    obligation, answer, text = judged.obligation, judged.answer, written or source
    place = Span(*[unedited(at, edits) for at in (obligation.place.start, obligation.place.end)])
    message = SENTENCES.get(obligation.code, obligation.code) if judged.valid else obligation.message
    return {
        "code": obligation.code,
        **source.extent(place),
        "status": answer.status,
        "stopped": answer.stopped,
        "seconds": round(answer.seconds, 6),
        "message": message + (f", {obligation.direction}" if obligation.direction else ""),
        "owed": None if obligation.missing or obligation.goal == FALSE else owed(text, obligation),
        "known": known(text, obligation),
        "hint": None if judged.valid else obligation.hint or None,
        **_said(countermodel=_countermodel(judged), unsaid=unsaid(text, judged), steps=list(answer.steps)),
    }


def _countermodel(judged: "Judged") -> Json | None:
    """The values of each run, and those that both share; after a round of a loop, those at its head too."""
    from prhl.proof.prove import AT_HEAD

    if not judged.answer.model:
        return None
    runs: dict[str, dict[str, str]] = {"shared": {}, "run 1": {}, "run 2": {}}
    head: dict[str, dict[str, str]] = {"shared": {}, "run 1": {}, "run 2": {}}
    for (name, run), value in judged.answer.model.items():
        if ".." in name:  # the tool's own, as the end of a `for`
            continue
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
        **_said(bounds=not witness.exact, order=witness.order, each=[list(pair) for pair in witness.each]),
        **_said(ways=None if witness.ways is None else [ways_json(ways) for ways in witness.ways]),
    }
