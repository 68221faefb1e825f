"""Above each claim: how it ended and the figures of its instances, or that it is to be judged."""

from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.text_positions import Json
from prhl.syntax import ast

JUDGE = "prhl.verify"


def lenses(document: Document, uri: str) -> list[Json]:
    claims = {} if document.verdicts is None else {claim["name"]: claim for claim in document.verdicts["claims"]}
    items = () if document.parsed is None else document.parsed.file.items
    found = []
    for item in items:
        if isinstance(item, ast.Quadruple | ast.Satisfies):
            told = verdict_line(claims[item.name.text]) if item.name.text in claims else _unjudged(document)
            command = {"title": told, "command": JUDGE, "arguments": [uri]}
            found.append({"range": document.positions.range(item.name.span), "command": command})
    return found


def _unjudged(document: Document) -> str:
    if document.judged is None:
        return "not judged yet"
    return "not judged since the text changed: save it, or click"


def verdict_line(claim: Json) -> str:
    """`proved by coupling`, and what the channels of its instances say."""
    by = f" by {claim['by']}" if claim["by"] else ""
    said = [f"{claim['verdict']}{by}" + ("" if claim["as_expected"] else f", expected {claim['expected']}")]
    if claim["witness"] is not None:
        said.append(claim["witness"]["inequality"])
    elif claim["verdict"] == "unknown":
        failed = [one["message"] for one in claim["obligations"] if one["status"] != "valid"]
        said += failed[:1]
    said += [_figures(check) for check in claim["checks"][:3]]
    if len(claim["checks"]) > 3:
        said.append(f"{len(claim['checks']) - 3} more instances")
    if claim["found"]:
        said.append("annotations were found")
    return "; ".join(said)


def _figures(check: Json) -> str:
    instance = ", ".join([f"{name} = {value}" for name, value in check["instance"].items()])
    shown = [f"{name} {_number(check[name])}" for name in ("epsilon", "delta", "rho", "renyi") if _tells(check, name)]
    return f"{instance or 'measured'}: {', '.join([*shown, check['status']])}"


def _tells(check: Json, name: str) -> bool:
    found = check.get(name)
    return found is not None and not (name == "delta" and found["exact"] == "0")


def _number(figure: Json) -> str:
    exact = figure["exact"]
    if exact is not None and len(exact) <= 24:
        return str(exact)
    return f"{figure['low']}..{figure['high']}"
