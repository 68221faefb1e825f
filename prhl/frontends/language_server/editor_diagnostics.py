"""What is wrong, as an editor shows it: the messages of `prhl check`, and the verdicts where the text was judged."""

from prhl.diagnostics import Diagnostic
from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.text_positions import Json
from prhl.report.github import told
from prhl.source import Span

ERROR, WARNING = 1, 2


def diagnostics(document: Document, uri: str = "") -> list[Json]:
    """Of the text as it is now. A judgement of an earlier text says nothing here."""
    found = [_shown(document, one, uri) for one in document.checked.diagnostics]
    verdicts = document.verdicts
    if verdicts is not None:
        known = {(str(one["range"]), one["code"], one["message"]) for one in found}
        more = [_told(document, one) for one in verdicts["diagnostics"]]
        found += [one for one in more if (str(one["range"]), one["code"], one["message"]) not in known]
        found += [one for claim in verdicts["claims"] if not claim["as_expected"] for one in _failed(document, claim)]
    if document.judged is not None and document.judged.failure and document.judged.text == document.text:
        found.append(_diagnostic(document, Span(0, 0), ERROR, "fault", document.judged.failure, ""))
    return found


def _diagnostic(document: Document, span: Span, severity: int, code: str, message: str, hint: str) -> Json:
    return {
        "range": document.positions.range(span),
        "severity": severity,
        "code": code,
        "source": "prhl",
        "message": message + (f"\ntry: {hint}" if hint else ""),
        "data": {"hint": hint, "start": span.start, "end": span.end},
    }


def _shown(document: Document, one: Diagnostic, uri: str) -> Json:
    severity = ERROR if one.severity == "error" else WARNING
    found = _diagnostic(document, one.span, severity, one.code, one.message, one.hint)
    if one.related and uri:
        found["relatedInformation"] = [
            {"location": {"uri": uri, "range": document.positions.range(other.span)}, "message": other.label}
            for other in one.related
        ]
    return found


def _told(document: Document, one: Json) -> Json:
    span = document.positions.reported(one)
    severity = ERROR if one["severity"] == "error" else WARNING
    return _diagnostic(document, span, severity, one["code"], one["message"], one["hint"] or "")


def _failed(document: Document, claim: Json) -> list[Json]:
    """A claim that did not end as expected: at its first line, and at what it owes and was not shown."""
    whole = document.positions.reported(claim)
    line = document.source.text.find("\n", whole.start, whole.end)
    head = Span(whole.start, whole.end if line < 0 else line)
    found = [_diagnostic(document, head, ERROR, claim["verdict"], told(claim), "")]
    if claim["verdict"] == "unknown":
        for one in claim["obligations"]:
            if one["status"] != "valid":
                span = document.positions.reported(one)
                message = f"{one['message']} (claim {claim['name']})"
                found.append(_diagnostic(document, span, ERROR, one["code"], message, one["hint"] or ""))
    return found
