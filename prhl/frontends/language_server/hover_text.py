"""What is said of the place under the pointer: messages explained, types and signatures, and what a rule says."""

import re
import sys

from prhl import manual
from prhl.distributions import family_called, signature
from prhl.explanations import all_explanations
from prhl.frontends.language_server.editor_diagnostics import diagnostics
from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.resolved_names import Occurrence
from prhl.frontends.language_server.text_positions import Json
from prhl.frontends.language_server.verdict_lenses import verdict_line
from prhl.notions import BY_NAME as NOTIONS
from prhl.source import Span
from prhl.syntax import ast

# Which rule takes what is written so.
RULES = {
    ":=": "assignment",
    ":=$": "coupled-draw",
    "couple": "coupled-draw",
    "if": "branch",
    "else": "branch",
    "while": "loop-in-step",
    "for": "loop-in-step",
    "invariant": "loop-in-step",
    "decreases": "loop-ends",
    "alone": "loop-out-of-step",
    "joint": "joint-step",
    "assert": "assert-cut",
    "leak": "leak",
    "by": "call-by-claim",
    "none": "draw-alone",
    "except": "up-to-bad",
    "slack": "lifted-draw",
    "return": "equal-results",
    "pointwise": "one-output",
    "composed": "advanced-composition",
    "sampled": "secret-sample",
    "steps": "group-privacy",
    "from": "weaker-claim",
    "via": "chain",
}
GHOSTS = {
    "cost": "the privacy spent so far, in the currency of the claim's notion",
    "slack": "the delta spent so far",
    "res": "the result of the run",
    "any": "relates any two inputs",
}
HOLE = "A hole. `prhl verify` says what is owed here and, where it can, fills it: see the code actions."
_WORD = re.compile(r":=\$|:=|\?|\w+")


def hover(document: Document, offset: int) -> Json | None:
    """Markdown, and the stretch that it is about."""
    parts = [_explained(one["code"]) for one in _here(document, offset)]
    name = document.names.at(offset)
    if name is not None:
        parts.append(_named(document, name))
    span = None if name is None else name.span
    word = next((w for w in _WORD.finditer(document.source.text) if w.start() <= offset <= w.end()), None)
    if name is None and word is not None:
        span = Span(word.start(), word.end())
        if word[0] == "?":
            parts.append(HOLE)
        elif word[0] in RULES:
            parts.append(_page(RULES[word[0]]))
    said = [part for part in dict.fromkeys(parts) if part]
    if not said:
        return None
    place = {} if span is None else {"range": document.positions.range(span)}
    return {"contents": {"kind": "markdown", "value": "\n\n---\n\n".join(said)}, **place}


def _here(document: Document, offset: int) -> list[Json]:
    return [one for one in diagnostics(document) if one["data"]["start"] <= offset <= one["data"]["end"]]


def _explained(code: str) -> str:
    """As `prhl explain` has it."""
    entry = all_explanations().get(code)
    if entry is None:
        return ""
    shown = [(label, text) for label, text in (("wrong", entry.wrong), ("right", entry.right)) if text]
    examples = [f"{label}:\n```wl\n{text.rstrip()}\n```" for label, text in shown]
    return "\n\n".join([f"**{entry.code}**: {entry.title}", *([entry.text] if entry.text else []), *examples])


def _page(name: str) -> str:
    page = manual.all_pages()[name]
    return "\n\n".join([f"**{page.name}**: {page.title}", f"```\n{page.parts['Rule']}\n```", page.parts["Why"]])


def _named(document: Document, one: Occurrence) -> str:
    kind, owner, name = one.key
    match kind:
        case "builtin":
            return _builtin(name)
        case "program":
            return _code(_header(document, name))
        case "claim":
            return _claim(document, name)
        case "label":
            return f"a label of `{owner}`"
        case "answer":
            return _code(_item_text(document, name))
        case _:
            return _typed(document, one)


def _builtin(name: str) -> str:
    family = family_called(name)
    if family is not None:
        words = sys.modules[type(family).__module__].__doc__ or ""
        return f"{_code(signature(family))}\n\n{words.strip().splitlines()[0]}"
    if name in NOTIONS:
        words = sys.modules[type(NOTIONS[name]).__module__].__doc__ or ""
        return f"`{name}`: {words.strip().splitlines()[0]}"
    return f"`{name}`: {GHOSTS[name]}" if name in GHOSTS else ""


def _typed(document: Document, one: Occurrence) -> str:
    kind, owner, name = one.key
    if document.typed is None:
        return ""
    if kind == "logical":
        found = [(claim, bound) for claim in document.typed.claims for bound in claim.names if bound.name == name]
        said = [f"{_code(f'{name} : {one.type}')}\n\nbound by claim `{claim.name}`" for claim, one in found[:3]]
        return "\n\n".join(said)
    program = document.typed.programs.get(owner)
    if program is None or name not in program.types:
        return ""
    given = {p.name: "private " if p.private else "public " for p in program.parameters}
    role = "a parameter" if name in given else "a local"
    declared = _code(f"{name} : {given.get(name, '')}{program.types[name]}")
    return f"{declared}\n\n{role} of `{owner}`"


def _claim(document: Document, name: str) -> str:
    judged = [] if document.verdicts is None else [c for c in document.verdicts["claims"] if c["name"] == name]
    return "\n\n".join([_code(_item_text(document, name)), *[verdict_line(claim) for claim in judged]])


def _items(document: Document, name: str) -> list[ast.Item]:
    items = () if document.parsed is None else document.parsed.file.items
    return [item for item in items if item.name.text == name]


def _item_text(document: Document, name: str) -> str:
    found = [item for item in _items(document, name) if not isinstance(item, ast.Program)]
    return document.source.slice(found[0].span) if found else ""


def _header(document: Document, name: str) -> str:
    found = [item for item in _items(document, name) if isinstance(item, ast.Program)]
    return document.source.slice(Span(found[0].span.start, found[0].body.span.start)).rstrip() if found else ""


def _code(text: str) -> str:
    return f"```wl\n{text}\n```"
