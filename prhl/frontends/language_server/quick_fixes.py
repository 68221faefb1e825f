"""Code actions: what a message says to try where that is an edit, annotations that were found, holes, and the layout.

What a message quotes is tried in its place, and offered only where the text with it is checked and found to be better.
"""

import re
from collections.abc import Iterator

from prhl import pipeline
from prhl.diagnostics import Diagnostic, Rejected
from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.language_server.text_positions import Json
from prhl.source import Edit, Source, Span, edited
from prhl.syntax.trees import open_holes

BRACKETS = tuple("()[]{}")
_QUOTED = re.compile(r"`([^`]+)`")


def actions(document: Document, uri: str, span: Span) -> list[Json]:
    """At a stretch of the text, the most particular first."""
    found = [*_tries(document, uri, span), *_fillings(document, uri, span), *_findings(document, uri, span)]
    return [*found, *_layout(document, uri)]


def _action(document: Document, uri: str, title: str, kind: str, edits: list[Edit]) -> Json:
    return {"title": title, "kind": kind, "edit": {"changes": {uri: document.positions.edits(edits)}}}


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


# ---- what messages say to try ----------------------------------------------------------------


def _tries(document: Document, uri: str, span: Span) -> Iterator[Json]:
    for one in document.checked.diagnostics:
        if one.severity == "error" and _touch(one.span, span):
            for edit in tried(document, one):
                old, new = document.source.slice(edit.span), edit.text.strip()
                title = f"remove `{old.strip()}`" if not new else f"write `{new}`" if old else f"write `{new}` here"
                yield {**_action(document, uri, title, "quickfix", [edit]), "isPreferred": True}


def tried(document: Document, one: Diagnostic) -> list[Edit]:
    """The edits that a message's hint says, and that make the text better."""
    found: list[Edit] = []
    if one.hint.startswith("remove") and not re.search(r"\w", document.source.slice(one.span)):
        end = one.span.end + (document.source.text[one.span.end :][:1] == " ")
        found += [edit for edit in (Edit(Span(one.span.start, end), ""),) if _better(document, edit)]
    for quoted in dict.fromkeys(_QUOTED.findall(one.hint)):
        for edit in _candidates(document.source, one.span, quoted):
            if edit not in found and _better(document, edit):
                found.append(edit)
                break
    return found


def _candidates(source: Source, span: Span, quoted: str) -> list[Edit]:
    """In place of the span, behind it, before it; of a word, at the end of what stands before."""
    if "..." in quoted:
        return []
    before = len(source.text[: span.start].rstrip())
    word = " " if re.match(r"\w", quoted) else ""
    return [
        Edit(span, quoted),
        Edit(Span(span.end, span.end), word + quoted),
        Edit(Span(span.start, span.start), quoted + word),
        Edit(Span(before, before), word + quoted),
    ]


def _better(document: Document, edit: Edit) -> bool:
    """Whether nothing is wrong with the text then; or less is; or, where a sign is put right, what is comes later."""
    old = document.source.slice(edit.span)
    if old == edit.text:
        return False
    after = Document(document.name, edited(document.source.text, [edit]), document.encoding)
    now = [one for one in document.checked.diagnostics if one.severity == "error"]
    then = [one for one in after.checked.diagnostics if one.severity == "error"]
    if not then:
        return True
    if document.parsed is not None:
        return after.parsed is not None and len(then) < len(now)
    if re.search(r"\w", edit.text) or (re.search(r"\w", old) and edit.text in BRACKETS):
        return False
    longer = len(edit.text) - (edit.span.end - edit.span.start)
    return after.parsed is not None or then[0].span.start > now[0].span.end + longer


# ---- what was found --------------------------------------------------------------------------


def _edits(document: Document, found: list[Json]) -> list[Edit]:
    return [Edit(document.positions.reported(one), one["text"]) for one in found]


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:57] + "..."


def holes(document: Document, span: Span) -> list[Span]:
    """The holes that a stretch of the text touches."""
    tree = () if document.parsed is None else document.parsed.file
    return [one.span for one in open_holes(tree) if _touch(one.span, span)]


def _claims(document: Document) -> list[Json]:
    return [] if document.verdicts is None else list(document.verdicts["claims"])


def _fillings(document: Document, uri: str, span: Span) -> Iterator[Json]:
    """What was found for a hole; where that stands in a claim's `proof` block, all that this claim needs."""
    for hole in holes(document, span):
        for claim in _claims(document):
            found = _edits(document, claim["found"])
            here = _in_place(found, hole)
            if here:
                title = f"fill the hole: {_short(here[0].text)}"
                yield {**_action(document, uri, title, "quickfix", here), "isPreferred": True}
            elif found and _speaks_of(document, claim, hole):
                yield _action(document, uri, f"fill the hole for claim {claim['name']} alone", "quickfix", found)
            tried = [] if claim["attempt"] is None else _in_place(_edits(document, claim["attempt"]["found"]), hole)
            if tried:
                title = f"try in the hole, though it proves nothing yet: {_short(tried[0].text)}"
                yield _action(document, uri, title, "quickfix", tried)


def _in_place(edits: list[Edit], hole: Span) -> list[Edit]:
    return [edit for edit in edits if edit.span.start < edit.span.end and _touch(edit.span, hole)]


def _speaks_of(document: Document, claim: Json, hole: Span) -> bool:
    """Whether the hole is in a program of the claim."""
    items = () if document.parsed is None else document.parsed.file.items
    around = [item.name.text for item in items if item.span.start <= hole.start < item.span.end]
    return any([name in claim["program"].split(" ~ ") for name in around])


def _findings(document: Document, uri: str, span: Span) -> Iterator[Json]:
    together: dict[Edit, None] = {}
    claims = [claim for claim in _claims(document) if claim["found"]]
    for claim in claims:
        edits = _edits(document, claim["found"])
        together |= dict.fromkeys(edits)
        whole = document.positions.reported(claim)
        if _touch(whole, span) or any([_touch(edit.span, span) for edit in edits]):
            yield _action(document, uri, f"put in what was found for claim {claim['name']}", "refactor.rewrite", edits)
    if len(claims) > 1:
        edits = sorted(together, key=lambda edit: (edit.span.start, edit.span.end))
        yield _action(document, uri, "put in all that was found", "refactor.rewrite", edits)


# ---- the layout ------------------------------------------------------------------------------


def formatted(document: Document) -> list[Edit]:
    """The whole text as `prhl fmt` writes it; nothing where it is that already, or is no program."""
    try:
        text = pipeline.reformat(document.source)
    except Rejected:
        return []
    return [] if text == document.source.text else [Edit(Span(0, len(document.source.text)), text)]


def _layout(document: Document, uri: str) -> Iterator[Json]:
    edits = formatted(document)
    if edits:
        yield _action(document, uri, "lay the file out as `prhl fmt` does", "source.format", edits)
