"""A report as SARIF 2.1.0, which code-scanning servers read: a result for each error, warning and surprise."""

import sys
from urllib.parse import quote

from prhl.report.figure_text import Json
from prhl.report.github import told

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = {
    "claim-refuted": "A claim is refuted, and was not expected to be.",
    "claim-unknown": "A claim is neither proved nor refuted, and was expected to be.",
    "claim-proved": "A claim is proved, and was not expected to be.",
}


def as_sarif(report: Json) -> Json:
    """None for claims that ended as expected; a refuted claim carries its witness in `properties`."""
    results = [result for file in report["files"] for result in _results(file)]
    codes = list(dict.fromkeys([result["ruleId"] for result in results]))
    for result in results:
        result["ruleIndex"] = codes.index(result["ruleId"])
    faults = any([d["code"] == "fault" for file in report["files"] for d in file["diagnostics"]])
    run = {
        "tool": {
            "driver": {
                "name": "prhl",
                "version": report["version"]["prhl"],
                "semanticVersion": report["version"]["prhl"],
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not faults}],
        "results": results,
        "properties": {"versions": report["version"], "summary": report["summary"]},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> Json:
    from prhl.explanations import all_explanations

    entry = all_explanations().get(code)
    text = RULES.get(code) or (entry.title if entry is not None else code)
    more = {} if entry is None or not entry.text else {"fullDescription": {"text": entry.text}}
    return {"id": code, "shortDescription": {"text": text}, **more}


def _results(file: Json) -> list[Json]:
    found = []
    for one in file["diagnostics"]:
        message = one["message"] + (f"\ntry: {one['hint']}" if one["hint"] else "")
        found.append(_found(file["file"], one["code"], one["severity"], message, one))
    for claim in file["claims"]:
        if claim["as_expected"]:
            continue
        result = _found(file["file"], f"claim-{claim['verdict']}", "error", told(claim), claim)
        about = {"claim": claim["name"], "program": claim["program"], "expected": claim["expected"]}
        result["properties"] = about | ({} if claim["witness"] is None else {"witness": claim["witness"]})
        failed = [one for one in claim["obligations"] if one["status"] != "valid"]
        if failed and claim["verdict"] == "unknown":
            result["relatedLocations"] = [
                {**_location(file["file"], one), "id": at, "message": {"text": f"{one['code']}: {one['message']}"}}
                for at, one in enumerate(failed)
            ]
        found.append(result)
    return found


def _found(file: str, rule: str, level: str, message: str, place: Json) -> Json:
    return {"ruleId": rule, "level": level, "message": {"text": message}, "locations": [_location(file, place)]}


def _location(file: str, place: Json) -> Json:
    region = {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": region}}


def _uri(file: str) -> str:
    """A relative path as it is; others by their scheme."""
    path = file.replace("\\", "/") if sys.platform == "win32" else file
    return ("file://" if path.startswith("/") else "") + quote(path)
