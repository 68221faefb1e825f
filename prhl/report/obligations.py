"""A failed obligation, told to people: where, what was known, what had to be shown, a countermodel, and what to try."""

from prhl.logic.show import marked, show
from prhl.logic.terms import Variable
from prhl.proof import Judged
from prhl.rules.state import Obligation
from prhl.source import Source, Span

MOST_KNOWN = 8
WIDEST = 60  # characters of a value in a countermodel

_WORDS = {
    "requires": "requires",
    "relation": "the relation",
    "invariant": "invariant",
    "branch": "in the branch of",
    "guard": "the guard",
    "guard is false": "after the loop, not",
    "pointwise": "run 1 ends in the output of",
    "region": "the output lies in the region of",
}


def explained(source: Source, judged: Judged) -> list[str]:
    """The lines under the place and the message."""
    obligation, answer = judged.obligation, judged.answer
    if obligation.missing:
        return _tried(obligation)
    lines = [f"known: {text}" for text in known(source, obligation)[:MOST_KNOWN]]
    lines.append(f"owed:  {owed(source, obligation)}")
    if answer.status == "unknown":
        lines.append(f"the solver could not decide it{f' ({answer.reason})' if answer.reason else ''}")
    if answer.model:
        lines += countermodel(judged)
    if answer.status == "invalid" and obligation.blames == "annotation":
        lines.append("This breaks the annotation, not the claim: another one may still prove it.")
    elif answer.status == "invalid":
        lines.append("This is no counterexample to the claim: the values above may never come up.")
    return lines + _tried(obligation)


def _tried(obligation: Obligation) -> list[str]:
    return [f"try: {obligation.hint}"] if obligation.hint else []


def known(source: Source, obligation: Obligation) -> list[str]:
    """What the user said and what is known of it here, each once, latest last."""
    found: dict[str, None] = {}
    for fact in obligation.facts:
        if fact.span is None or fact.given not in _WORDS:
            continue
        text = " ".join(source.slice(fact.span).split())
        line, _ = source.position(fact.span.start)
        found[f"{_WORDS[fact.given]} {text if len(text) <= 90 else text[:87] + '...'} (line {line})"] = None
    return list(found)[-MOST_KNOWN:]


def owed(source: Source, obligation: Obligation) -> str:
    """The goal: as the user wrote it, where somebody did."""
    if obligation.code in ("invariant-entry", "invariant-kept", "assertion", "postcondition"):
        written = " ".join(source.slice(obligation.place).split())
        if written:
            return written
    current = {term.name: key for key, term in obligation.view if isinstance(term, Variable)}

    def name(variable: Variable) -> str:
        if variable.name in current or "@" not in variable.name or variable.name.endswith("@"):
            return marked(variable)
        base, run = variable.name.split("@")[0], variable.run
        if base in ("cost", "slack"):
            return base
        # another value of the variable than the one it has here
        return f"{base}'{{{run}}}" if not base.endswith("'") else f"{base}{{{run}}}"

    return show(obligation.goal, name)


def countermodel(judged: Judged) -> list[str]:
    """Two columns, one for each run; what both share stands in the middle."""
    model = judged.answer.model
    names = list(dict.fromkeys([name for name, _ in model if ".." not in name]))
    rows: list[tuple[str, str, str]] = []
    for name in names:
        shared = model.get((name, 0))
        first, second = model.get((name, 1), shared or ""), model.get((name, 2), shared or "")
        if shared is not None and (name, 1) not in model:
            first, second = shared, shared
        rows.append((name, _cut(first), _cut(second)))
    if not rows:
        return []
    width, column = max([len(name) for name, _, _ in rows]), max([5, *[len(first) for _, first, _ in rows]])
    lines = [f"countermodel  {'':<{width}}  {'run 1':<{column}}  run 2"]
    lines += [f"              {name:<{width}}  {first:<{column}}  {second}".rstrip() for name, first, second in rows]
    return lines


def _cut(text: str) -> str:
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."


def places(obligation: Obligation) -> list[Span]:
    """The place of an obligation and the one it connects with."""
    return [obligation.place, *([] if obligation.other is None else [obligation.other])]
