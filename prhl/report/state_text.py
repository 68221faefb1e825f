"""A state of the product, told to people: what is known there, what the variables are, what has been spent."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from prhl.logic.build import number
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Term, Variable, spelled_out, subterms
from prhl.proof import Judged
from prhl.records import dataclass
from prhl.report.obligations import known, readable
from prhl.rules.state import Fact, Key, State
from prhl.source import Source

EVERYTHING = 10_000  # facts

Ghost = Literal["cost", "slack"]


@dataclass(frozen=True, slots=True)
class Here:
    """A state as a place where something is known."""

    facts: tuple[Fact, ...]
    view: tuple[tuple[Key, Term], ...]
    cost: Term
    slack: Term
    direction: str


def here(state: State, direction: str, judged: Iterable[Judged]) -> Here:
    """`judged` are the obligations of the proof: an assertion among them is known by its place from then on."""
    said = {id(one.obligation.goal): one.obligation.place for one in judged if one.code == "assertion"}
    facts = [
        replace(fact, span=said[id(fact.formula)], given="asserted") if id(fact.formula) in said else fact
        for fact in state.facts
    ]
    return Here(tuple(facts), state.view, state.cost, state.slack, direction)


def known_here(source: Source, place: Here) -> list[str]:
    return known(source, place, EVERYTHING)


def variables(place: Here) -> list[str]:
    """What is known of each variable by how it came about; inputs are what they are."""
    view = dict(place.view)
    lines = []
    for name in dict.fromkeys([name for name, _ in view if ".." not in name]):
        first, second = view.get((name, 1)), view.get((name, 2))
        if all([term is None or _input(term) for term in (first, second)]):
            continue
        if first == second and first is not None:
            value = worth(first, place)
            lines.append(f"{name}{{1}} = {name}{{2}}" + (f" = {value}" if value else ""))
            continue
        for run, term in ((1, first), (2, second)):
            if term is not None:
                value = worth(term, place)
                lines.append(
                    f"{name}{{{run}}} = {value}" if value else f"{name}{{{run}}} is arbitrary but for what is known"
                )
    return lines


def spent(place: Here) -> str:
    """The cost so far, and the slack if there is any."""
    parts = [ghost_text(place.cost, "cost", place)]
    if place.slack != number(0):
        parts.append(f"and of delta {ghost_text(place.slack, 'slack', place)}")
    return " ".join(parts)


def ghost_text(term: Term, name: Ghost, place: Here) -> str:
    """What was spent: its value, or what is said of it, as by an invariant."""
    value = worth(term, place)
    if value:
        return value
    found = dict.fromkeys([readable(fact.formula, place) for fact in said_of(term, place)])
    return f"`{name}`, of which is known {' and '.join(found)}" if found else f"`{name}`, of which nothing is known"


def said_of(term: Term, place: Here) -> list[Fact]:
    """The facts that somebody wrote down and that mention a term."""
    return [fact for fact in place.facts if fact.span is not None and term in subterms(fact.formula)]


def worth(term: Term, place: Here) -> str:
    """A value in terms of the others, or nothing if it is only named."""
    found = value_of(term, place)
    return "" if found is None else readable(found, place)


def value_of(term: Term, place: Here) -> Term | None:
    """The term that a value is, None if it is only named."""
    term = spelled_out(term)
    if not isinstance(term, Variable) or "@" not in term.name:
        return tidy(term)
    for fact in place.facts:
        match fact.formula:
            case Apply("eq", (Variable(name), Variable(other))) if name == other:
                continue  # of one name for both runs: that says nothing
            case Apply("eq", (Variable(name), value)) if name == term.name and fact.span is None:
                return tidy(value)
    return None


def _input(term: Term) -> bool:
    return isinstance(term, Variable) and "@" not in term.name


def tidy(term: Term) -> Term:
    """Without zeros that are added and ones that are multiplied, for the eye."""
    if not isinstance(term, Apply):
        return term
    parts = [tidy(part) for part in term.arguments]
    found = constant(term) if term.operator == "abs" else None
    if isinstance(found, Fraction):
        return Constant(found, term.type)
    unit = {"add": 0, "mul": 1}.get(term.operator)
    if unit is not None:
        kept = [part for part in parts if constant(part) != unit]
        if len(kept) < 2:
            return kept[0] if kept else number(unit)
        parts = kept
    return replace(term, arguments=tuple(parts))
