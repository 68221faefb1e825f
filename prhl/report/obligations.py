"""A failed obligation, told to people: where, what was known, what had to be shown, a countermodel, and what to try."""

from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Protocol

from prhl.logic.build import FALSE
from prhl.logic.show import marked, show
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Ghost, Logical, Term, Variable, written
from prhl.proof import Judged
from prhl.proof.prove import AT_HEAD, OTHER
from prhl.rules.state import Fact, Key, Obligation
from prhl.source import Source, Span

MOST_KNOWN = 8  # unless more is asked for
WIDEST = 60  # characters of a value in a countermodel
LONG_FRACTION = 15  # characters
DIGITS = 7  # of a fraction that is cut
WRITTEN_BY_USERS = ("invariant-entry", "invariant-kept", "assertion", "postcondition")  # what is owed there
DEEPEST = 4  # definitions that are written out inside each other, and
MOST_WRITTEN = 200  # in all

_WORDS = {
    "requires": "requires",
    "relation": "the relation",
    "invariant": "invariant",
    "branch": "in the branch of",
    "guard": "the guard",
    "guard is false": "after the loop, not",
    "pointwise": "run 1 ends in the output of",
    "region": "the output lies in the region of",
    "asserted": "asserted",
    "except": "not excepted:",
}

_BLAMED = {
    "annotation": "This breaks the annotation, not the claim: another one may still prove it.",
    "program": "This is no counterexample to the claim: the values above may never come up.",
    "claim": "This is no counterexample to the claim: with other couplings and invariants it may still be true.",
}
_AFTER_LOOP = "After a loop only its invariants are known: if no two runs reach these values, an invariant is missing."


def explained(source: Source, judged: Judged) -> list[str]:
    """The lines under the place and the message."""
    obligation, answer = judged.obligation, judged.answer
    if obligation.missing:
        return _tried(obligation)
    lines = [f"known: {text}" for text in known(source, obligation)]
    more = len(known(source, obligation, len(obligation.facts) or 1)) - len(lines)
    if more > 0:
        lines.insert(0, f"known: {more} more before these, which `prhl goals` lists")
    if obligation.goal != FALSE:
        lines.append(f"owed:  {owed(source, obligation)}")
    shown = countermodel(judged) if answer.model and obligation.code not in ("not-a-shift",) else []
    lines += [f"not given to the solver: {text}" for text in unsaid(source, judged)]
    if answer.status == "unknown" and not shown:
        lines.append(f"the solver could not decide it{f': {answer.reason}' if answer.reason else ''}")
    lines += shown
    if answer.status == "unknown" and shown:
        lines.append(f"The solver is not certain of these values{f': {answer.reason}' if answer.reason else ''}.")
    lines.append(_BLAMED[obligation.blames])
    if answer.model and obligation.blames != "annotation" and "guard is false" in [f.given for f in obligation.facts]:
        lines.append(_AFTER_LOOP)
    return lines + _tried(obligation)


def unsaid(source: Source, judged: Judged) -> list[str]:
    """The facts that the solver does not have, in the words of the list of what is known."""
    left = {id(term) for term in judged.answer.unsaid}
    facts = tuple([fact for fact in judged.obligation.facts if id(fact.formula) in left])
    return known(source, replace(judged.obligation, facts=facts), len(facts) or 1)


def _tried(obligation: Obligation) -> list[str]:
    return [f"try: {obligation.hint}"] if obligation.hint else []


class Place(Protocol):
    """Where something is known: the facts, what every variable is, what has been spent."""

    @property
    def facts(self) -> tuple[Fact, ...]: ...

    @property
    def view(self) -> tuple[tuple[Key, Term], ...]: ...

    @property
    def cost(self) -> Term | None: ...

    @property
    def direction(self) -> str: ...


def known(source: Source, place: Place, most: int = MOST_KNOWN) -> list[str]:
    """What the user said and what is known of it here, each once, latest last."""
    return list(known_facts(source, place, most))


def known_facts(source: Source, place: Place, most: int) -> dict[str, Fact]:
    """The facts behind what is told of them."""
    found: dict[str, Fact] = {}
    for fact in place.facts:
        if fact.span is None or fact.given not in _WORDS:
            continue
        text = _written(_closed(source, fact.span), fact.formula, place)
        line, _ = source.position(fact.span.start)
        if fact.given.startswith("guard") and " in " in text and ".." in text:
            continue  # of a `for`
        if fact.given == "relation" and place.direction == OTHER:
            text = f"{text}, with the runs swapped"
        then = _when(fact, place)
        found[f"{then}{_WORDS[fact.given]} {text if len(text) <= 90 else text[:87] + '...'} (line {line})"] = fact
    return dict(list(found.items())[-most:])


def _when(fact: Fact, place: Place) -> str:
    """That a fact speaks of values which variables had, and have no longer: at the head, or before an assignment."""
    if not _past(fact.formula, place):
        return ""
    return "at the head of the loop, " if fact.given in ("invariant", "guard") else "of earlier values, "


def _past(formula: Term, place: Place) -> bool:
    """Whether a formula speaks of values that no variable has here; those of parameters never change."""
    now = _current(place)
    named = [part.name for part in written(formula) if isinstance(part, Variable)]
    return any(["@" in name and not name.endswith("@") and name not in now for name in named])


def _current(place: Place) -> set[str]:
    """The names of the values that the variables have here."""
    terms = [*[term for _, term in place.view], place.cost]
    return {term.name for term in terms if isinstance(term, Variable)}


def _closed(source: Source, span: Span) -> str:
    """What was written there, with the brackets that are closed right behind it."""
    text = source.slice(span)
    missing = text.count("(") - text.count(")")
    return text + ")" * missing if missing > 0 and source.text[span.end :].startswith(")" * missing) else text


def _written(text: str, formula: Term, place: Place) -> str:
    """As the user wrote it; a name alone stands for an equation, in `={x}`."""
    text = " ".join(text.split())
    if text.isidentifier() and isinstance(formula, Apply) and formula.operator == "eq":
        return f"={{{text}}}"
    whole = all([text.count(a) == text.count(b) for a, b in ("()", "[]", "{}")])
    return text if text and whole else readable(formula, place)


def owed(source: Source, obligation: Obligation) -> str:
    """The goal: as the user wrote it, where somebody did."""
    if obligation.code in WRITTEN_BY_USERS:
        text = _closed(source, obligation.place)
        if " in " not in text:
            return _written(text, obligation.goal, obligation)
    return readable(obligation.goal, obligation)


def readable(formula: Term, place: Place) -> str:
    """A formula in terms of the variables as they are here, as text."""
    return show(rewritten(formula, place), lambda variable: _plain(marked(variable)))


def rewritten(formula: Term, place: Place) -> Term:
    """A formula in terms of the variables as they are here; what the tool has named itself is written out, and what a
    variable was before has a prime."""
    current = _current(place)
    held_by: dict[str, list[Key]] = {}  # one name may stand for the values of both runs
    for key, value in place.view:
        if isinstance(value, Variable) and "@" in value.name:
            held_by.setdefault(value.name, []).append(key)
    defined: dict[str, Term] = {}
    for fact in place.facts:
        match fact.formula:
            case Apply("eq", (Variable(name), value)) if fact.span is None and "@" in name and name not in current:
                defined.setdefault(name, value)

    expansions = count(1)

    def expanded(term: Term, depth: int) -> Term:
        def leaf(given: Variable | Logical | Ghost) -> Term | None:
            if not isinstance(given, Variable):
                return None
            meant = defined.get(given.name) or (None if given.name in current else given.means)
            if meant is not None and depth < DEEPEST and next(expansions) <= MOST_WRITTEN:
                return expanded(meant, depth + 1)
            return called(given)

        return substitute(term, leaf)

    def called(variable: Variable) -> Variable:
        base = variable.name.split("@")[0]
        if base in ("cost", "slack"):
            old = base == "cost" and variable.name not in current
            return replace(variable, name=f"{base}'" if old else base, run=0)
        if variable.name in current or "@" not in variable.name or variable.name.endswith("@"):
            held = held_by.get(variable.name, [])
            own = [key for key in held if key == (base, variable.run)] or held
            return replace(variable, name=own[0][0], run=own[0][1]) if own else replace(variable, name=base)
        # another value of the variable than the one it has here
        return replace(variable, name=f"{base.rstrip(chr(39))}'")

    return expanded(formula, 0)


def _plain(name: str) -> str:
    """`i..end` is what a `for` counts up to."""
    return name.replace("..end", "'s end") if "..end" in name else name


def countermodel(judged: Judged) -> list[str]:
    """Two columns, one for each run; what both share stands in both."""
    model = judged.answer.model
    rows: list[tuple[str, str, str]] = []
    for name in dict.fromkeys([name for name, _ in model if ".." not in name]):
        shared = model.get((name, 0), "")
        rows.append((name, _cut(model.get((name, 1), shared)), _cut(model.get((name, 2), shared))))
    rows = _by_round(rows)
    if not rows:
        return []
    width, column = max([len(name) for name, _, _ in rows]), max([5, *[len(first) for _, first, _ in rows]])
    lines = [f"countermodel  {'':<{width}}  {'run 1':<{column}}  run 2"]
    lines += [f"              {name:<{width}}  {first:<{column}}  {second}".rstrip() for name, first, second in rows]
    return lines


def _by_round(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """What a round changes one above the other: at the head, and after the round."""
    head = {row[0].removesuffix(AT_HEAD): row for row in rows if row[0].endswith(AT_HEAD)}
    found: list[tuple[str, str, str]] = []
    for name, first, second in rows:
        if name in head:
            found += [head[name], (f"{name} after the round", first, second)]
        elif not name.endswith(AT_HEAD):
            found.append((name, first, second))
    return found


def decimal_start(value: Fraction) -> str:
    """The first digits of a number: `0.6931471...`."""
    whole, rest = divmod(abs(value), 1)
    places = max(1, DIGITS - len(str(whole)) + 1)
    return f"{'-' if value < 0 else ''}{whole}.{int(rest * 10**places):0{places}}..."


def _cut(text: str) -> str:
    """A long fraction as a decimal; it is what a solver took for an irrational number, or any number that will do."""
    above, slash, below = text.partition("/")
    if slash and len(text) > LONG_FRACTION and below.isdecimal() and above.removeprefix("-").isdecimal():
        return _cut(decimal_start(Fraction(int(above), int(below))))
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."
