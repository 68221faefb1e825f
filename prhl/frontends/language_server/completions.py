"""What may be written at a place: by what stands before it, and by the names that are known there."""

import re

from prhl.distributions import FAMILIES, signature
from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.text_positions import Json
from prhl.frontends.word_lists import ASIDE, OPERATORS, TYPES
from prhl.logic.operators import FUNCTIONS
from prhl.notions import NOTIONS
from prhl.source import Span
from prhl.syntax.words import RESERVED
from prhl.typed.adjacency import RELATIONS

KEYWORD, FUNCTION, VARIABLE, CLASS, EVENT, VALUE = 14, 3, 6, 7, 23, 12

_PROGRAM = re.compile(r"\bprogram\s+(\w+)")
_CLAIM = re.compile(r"\bclaim\s+(\w+)")
_ASSIGNED = re.compile(
    r"(\w+)\s*(?:\[[^\]\n]*\]\s*)*:=|\bfor\s+(\w+)|(\w+)\s*:\s*(?:private\s|public\s)?\s*(?:bool|int|real|bits|list|\()"
)
_CONTEXTS = (
    (re.compile(r"\bcouple\s+by\s+\w*$|\bfrom\s+\w*$"), ("claims",)),
    (re.compile(r":=\$\s*\w*$"), ("distributions", "programs")),
    (re.compile(r"\bsatisfies\s+\w*$"), ("notions",)),
    (re.compile(r"\bclaim\s+\w+\s*:\s*\w*$|~\s*\w*$"), ("programs",)),
    (re.compile(r"\bwhen\s+\w*$"), ("relations", "variables")),
    (re.compile(r"\bexpect\s+\w*$"), ("verdicts",)),
    (re.compile(r"\w\{$"), ("runs",)),
    (re.compile(r":\s*(?:private|public)\s+\w*$"), ("types",)),
    (re.compile(r":\s*\w*$"), ("types", "distributions", "programs", "words")),
)
_ELSEWHERE = ("variables", "functions", "words", "relations", "programs")


def completions(document: Document, offset: int) -> list[Json]:
    """It works by the text alone, since what is being written is seldom a program yet."""
    before = document.source.text[:offset]
    line = before[before.rfind("\n") + 1 :]
    if "//" in line:
        return []
    wanted = next((kinds for pattern, kinds in _CONTEXTS if pattern.search(before[-200:])), _ELSEWHERE)
    start = offset - len(re.search(r"\w*$", line)[0])  # type: ignore[index]  # it always matches
    found: dict[str, Json] = {}
    for kind in wanted:
        for label, detail, number in _offered(document, kind, offset):
            place = document.positions.range(Span(start, offset))
            edit = {"range": place, "newText": label}
            found.setdefault(label, {"label": label, "kind": number, "detail": detail, "textEdit": edit})
    return list(found.values())


def _offered(document: Document, kind: str, offset: int) -> list[tuple[str, str, int]]:
    text = document.source.text
    match kind:
        case "claims":
            return [(name, "claim", EVENT) for name in _CLAIM.findall(text)]
        case "programs":
            return [(name, "program", FUNCTION) for name in _PROGRAM.findall(text)]
        case "distributions":
            return [(family.name, signature(family), CLASS) for family in FAMILIES]
        case "notions":
            return [(notion.name, "notion", CLASS) for notion in NOTIONS]
        case "relations":
            return [(name, "relation", FUNCTION) for name in RELATIONS]
        case "functions":
            return [(name, "function", FUNCTION) for name in FUNCTIONS]
        case "verdicts":
            return [(word, "verdict", KEYWORD) for word in ("proved", "refuted", "unknown")]
        case "runs":
            return [("1}", "in run 1", VALUE), ("2}", "in run 2", VALUE)]
        case "types":
            return [(name, "type", KEYWORD) for name in (*TYPES, "private", "public")]
        case "words":
            return [(word, "", KEYWORD) for word in (*RESERVED, *ASIDE, *OPERATORS)]
        case _:
            return [(name, _type(document, name), VARIABLE) for name in _variables(text, offset)]


def _variables(text: str, offset: int) -> list[str]:
    """Those of the program around the place; in a claim, of the programs that it names."""
    items = [found.start() for found in re.finditer(r"\b(?:program|claim)\b", text)]
    start = max([at for at in items if at < offset], default=0)
    end = min([at for at in items if at >= offset], default=len(text))
    own = text[start:end]
    if own.startswith("claim"):
        spoken = [name for name in _PROGRAM.findall(text) if re.search(rf"\b{name}\b", own)]
        bodies = re.split(r"(?=\bprogram\b|\bclaim\b)", text)
        own += "".join([body for body in bodies if (m := _PROGRAM.match(body)) and m[1] in spoken])
    names = [name for found in _ASSIGNED.findall(own) for name in found if name]
    return [*dict.fromkeys(names), "cost", "slack", "res"]


def _type(document: Document, name: str) -> str:
    programs = [] if document.typed is None else list(document.typed.programs.values())
    return next((str(program.types[name]) for program in programs if name in program.types), "")
