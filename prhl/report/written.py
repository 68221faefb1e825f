"""What was found, as edits of the file: claim by claim, laid out, as `prhl verify --write` writes it."""

import re
from collections.abc import Callable, Mapping, Sequence

from prhl.diagnostics import Rejected
from prhl.distributions import BY_NAME
from prhl.proof.restated import all_restated
from prhl.records import dataclass
from prhl.report import FileReport
from prhl.source import Edit, Source, edited
from prhl.syntax import ast
from prhl.syntax.fitting import fitted
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse
from prhl.verdict import ClaimResult

Found = Mapping[str, tuple[Edit, ...]]
"""The edits of each claim, in the order of the text. Claims may have the same one in common: a label."""


@dataclass(frozen=True)
class Written:
    """The file with what was found: the edits, the claims whose they are, and why those of others are left out."""

    edits: tuple[Edit, ...]
    claims: tuple[str, ...]
    left: Mapping[str, str]


def written(report: FileReport, again: Callable[[Source], FileReport]) -> Written:
    """What was found, as edits of the file: as much of it as makes no claim lose its verdict. `again` judges a text
    without finding: claims whose annotations are written must be proved then, and the others end as they did."""
    source = report.source
    found, loose = confined(source, found_in(report.claims))
    left = dict.fromkeys(loose, "a `joint` block would be one for the other claims on the program, too")

    def lost(names: Sequence[str]) -> str:
        edits = together(laid_out(source, {name: found[name] for name in names}))
        now = again(Source(source.name, edited(source.text, edits)))
        return _lost(report, names, now) and _lost(report, names, now, again(source))

    kept = tuple(found)
    if kept and lost(kept):
        kept = ()
        for name in found:
            if why := lost((*kept, name)):
                left[name] = why
            else:
                kept = (*kept, name)
    edits = together(laid_out(source, {name: found[name] for name in kept}))
    return Written(edits, kept, left)


def _lost(report: FileReport, names: Sequence[str], now: FileReport, before: FileReport | None = None) -> str:
    """What is worse than it was in a text with annotations for these claims; nothing if it is as good. For the others
    it is enough if they end as `before`, without finding: they may have rested on what is not written."""
    if any([one.severity == "error" for one in now.diagnostics]):
        return f"the file could not be read with it: {now.diagnostics[0].message}"
    if now.file is None or report.file is None or not all_restated(now.file, report.file):
        return "the file would say something else"
    verdicts = {one.name: one.verdict.word for one in now.claims}
    bare = {one.name: one.verdict.word for one in (before or report).claims if one.name not in names}
    for one in report.claims:
        word = bare.get(one.name, "proved")
        if one.name not in names and before is None and one.proof.found:
            continue  # it is not proved without, then or now
        if word != "unknown" and verdicts[one.name] != word:
            return f"without finding, `{one.name}` would be {verdicts[one.name]} then; it is {word} now"
    return ""


def found_in(claims: Sequence[ClaimResult]) -> Found:
    """What makes the proofs, as it was proved."""
    return {
        one.name: one.proof.found for one in claims if one.verdict.by in ("coupling", "theorem") and one.proof.found
    }


def confined(source: Source, found: Found) -> tuple[Found, tuple[str, ...]]:
    """What is found without what would be said for other claims as well, and the names of those that say such a thing:
    in a program that other claims speak of, only labels are added."""
    items = _items(source)
    about = [{one.text for one in _programs(item)} for item in items if isinstance(item, ast.Quadruple | ast.Satisfies)]
    shared = [item for item in items if isinstance(item, ast.Program) if sum(item.name.text in a for a in about) > 1]
    spans = [program.span for program in shared]
    loose = [
        name
        for name, edits in found.items()
        if any([not _is_label(edit) and any([s.start < edit.span.start < s.end for s in spans]) for edit in edits])
    ]
    return {name: edits for name, edits in found.items() if name not in loose}, tuple(loose)


def _is_label(edit: Edit) -> bool:
    return edit.span.start == edit.span.end and re.fullmatch(r"\s*\w+:\s*", edit.text) is not None


def laid_out(source: Source, found: Found) -> Found:
    """The edits of each claim as they are written; those of all claims together, each once, are what `--write` does."""
    if not found:
        return {}
    mine, loose = confined(source, found)
    out = {name: tuple([edit for edit, _ in _fitted(source, found[name])]) for name in loose}
    if mine:
        spans = [item.span for item in _items(source)]
        try:
            whole = _fitted(source, together(mine))
        except Rejected:  # two labels for one statement, say: then they cannot stand together, but each by itself
            return {name: tuple([edit for edit, _ in _fitted(source, edits)]) for name, edits in found.items()}
        for name, edits in mine.items():
            touched = [s for s in spans if any([s.start <= edit.span.start < s.end for edit in edits])]
            known = {(edit.span, edit.text) for edit in edits}
            out[name] = tuple(
                [
                    new
                    for new, old in whole
                    if (old is not None and (old.span, old.text) in known)
                    or (old is None and any([s.start <= new.span.start < s.end for s in touched]))
                ]
            )
    return {name: out[name] for name in found}


def together(found: Found) -> tuple[Edit, ...]:
    """The edits of all claims, in the order of the text, each once."""
    once = {(edit.span, edit.text): edit for edits in found.values() for edit in edits}
    return tuple(sorted(once.values(), key=lambda edit: (edit.span.start, edit.span.end)))


def _fitted(source: Source, edits: Sequence[Edit]) -> list[tuple[Edit, Edit | None]]:
    with deep(source):
        return fitted(source, edits, {name.lower(): name for name in BY_NAME})


def _items(source: Source) -> tuple[ast.Item, ...]:
    with deep(source):
        return parse(source).file.items


def _programs(claim: ast.Claim) -> tuple[ast.Name, ...]:
    return (claim.program,) if isinstance(claim, ast.Satisfies) else (claim.left, claim.right)
