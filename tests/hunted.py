"""Witnesses of the search, checked by brute force: what the event of a witness weighs at least and at most.

An event is read off the text that people see, and nothing else of the tool is asked: `(true, <= -1)` holds the outcomes
of tests/brute.py that lie in it. Outcomes that are whole intervals may lie in it in part, and runs outside of a window
may end anywhere, so that a witness is `broken` for sure, `false`, or left `open`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from prhl import pipeline
from prhl.checks.witness import Witness
from prhl.search.search_budget import Budget
from prhl.syntax import ast
from prhl.verdict import Refuted
from tests import agreement, truth
from tests.agreement import Case, Disagreement
from tests.brute import Beyond
from tests.test_traps import without_checks

Found = Literal["broken", "false", "open"]
Both = tuple[bool, bool]  # surely in, possibly in
NUMBER = r"(-?[0-9]+(?:/[0-9]+)?)"
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": lambda x, n: x <= n,
    "<": lambda x, n: x < n,
    ">=": lambda x, n: x >= n,
    ">": lambda x, n: x > n,
}


class Unreadable(Exception):
    """A text that stands for outcomes which it does not tell."""


def searched(case: Case, budget: Budget) -> Iterator[tuple[str, str, Found | None]]:
    """Each claim of a case by the search alone: its name, its word, and of a refutation what brute force finds."""
    case = replace(case, text=without_checks(case.source).text)
    report = pipeline.refute(case.source, budget, effort=agreement.EFFORT)
    assert not [d for d in report.diagnostics if d.severity == "error"], case.text
    world = case.world
    claims = {item.name.text: item for item in world.file.items if not isinstance(item, ast.Program)}
    for result in report.claims:
        found: Found | None = None
        if isinstance(result.verdict, Refuted):
            _confirmed(case, world, claims[result.name], result.verdict)
            found = judged(world, claims[result.name], result.verdict.witness)
            if found == "false":
                raise Disagreement(f"{result.name}: {result.verdict.witness}\n{case.origin}\n{case.text}")
        yield result.name, result.verdict.word, found


def _confirmed(case: Case, world: truth.World, claim: ast.Claim, verdict: Refuted) -> None:
    """The inputs are related and meet `requires`, and the like."""

    def owe(condition: bool, message: str) -> None:
        if not condition:
            raise Disagreement(f"{claim.name.text}: {message}\n{case.origin}\n{case.text}")

    agreement.confirm(case, world, claim, verdict, owe)


def judged(world: truth.World, claim: ast.Claim, witness: Witness) -> Found:
    """Whether the event of a witness breaks the claim, wherever the missing mass may be."""
    one, other = [{name: agreement.read(text) for name, text in given.items()} for given in witness.inputs]
    memory = truth.memory_of(one, other)
    try:
        kinds = truth.outcomes_of(claim)
        sides = truth.sides_of(claim)
        rows = world.row(sides[0], one, kinds[0]), world.row(sides[1], other, kinds[1])
        reach = truth.reach_of(claim, memory, rows, kinds)
        eps, delta = truth.budget_of(claim, memory)
        above = _weighed(rows[0], [_in_event(witness.event, kinds[0], seen, rows) for seen in rows[0].masses])
        if reach is None:
            image = [_in_event(witness.event, kinds[1], seen, rows) for seen in rows[1].masses]
        else:
            event = [_in_event(witness.event, kinds[0], seen, rows) for seen in rows[0].masses]
            reached = [
                frozenset().union(*[reach[seen] for seen, both in zip(rows[0].masses, event, strict=True) if both[at]])
                for at in (0, 1)
            ]
            image = [(seen in reached[0], seen in reached[1]) for seen in rows[1].masses]
        below = _weighed(rows[1], image)
        if not truth.exceeds(above[1], eps, below[0], delta):
            return "false"
        return "broken" if truth.exceeds(above[0], eps, below[1], delta) else "open"
    except (Beyond, Unreadable):
        return "open"


def _weighed(row: truth.Row, inside: list[Both]) -> tuple[Fraction, Fraction]:
    masses = list(zip(row.masses.values(), inside, strict=True))
    missing = 1 - sum(row.masses.values(), Fraction(0)) - row.hanging
    least = sum([p for p, (sure, _) in masses if sure], Fraction(0))
    return least, min(Fraction(1), missing + sum([p for p, (_, some) in masses if some], Fraction(0)))


def _in_event(event: tuple[str, ...], kind: truth.Outcome, seen: Any, rows: tuple[truth.Row, truth.Row]) -> Both:
    reals = rows[0].coarse or rows[1].coarse
    found = [matched(text, kind, seen, reals) for text in event]
    return any([sure for sure, _ in found]), any([some for _, some in found])


def matched(text: str, kind: truth.Outcome, seen: Any, reals: bool = False) -> Both:
    """Whether an outcome lies in what a text says; `reals`: a point that has a probability of its own need not."""
    if isinstance(kind, truth.Finals):
        parts = _split(text[1:-1], ", ") if len(seen) > 1 else [text] if seen else []
    else:
        parts = [text] if len(seen) == 1 else _split(text, "; ") if seen else []
    if len(parts) != len(seen):
        return False, False
    return _all([_part(part, value, reals) for part, value in zip(parts, seen, strict=True)])


def _part(text: str, value: Any, reals: bool) -> Both:
    if "like it" in text or "other than" in text or " and " in text:
        raise Unreadable(text)
    if text.split()[0] == "any":
        return True, True
    if isinstance(value, tuple) and value[0] in ("[]", "()"):
        if not text or text[0] != value[0][0]:
            return False, False
        parts = _split(text[1:-1], ", ")
        if len(parts) != len(value) - 1:
            return False, False
        return _all([_part(part, inner, reals) for part, inner in zip(parts, value[1:], strict=True)])
    tests = _tests(text)
    if tests is None:
        same = str(value) == text.rsplit(" = ", 1)[-1]
        return same, same
    if isinstance(value, str | bool):
        return False, False
    if isinstance(value, tuple):
        _, low, high = value  # its ends have no mass
        sure = all([high <= number if "<" in sign else low >= number for sign, number in tests])
        return sure, all([low < number if "<" in sign else high > number for sign, number in tests])
    holds = all([HOLDS[sign](value, number) for sign, number in tests])
    return holds and (not reals or ".." in text), holds


def _tests(text: str) -> list[tuple[str, Fraction]] | None:
    """What is asked of a number; None if the text is no interval."""
    if found := re.fullmatch(rf"(?:[a-z_0-9 ]+ )?([<>]=?) {NUMBER}", text):
        return [(found[1], Fraction(found[2]))]
    if found := re.fullmatch(f"{NUMBER} to {NUMBER}", text):
        return [(">", Fraction(found[1])), ("<=", Fraction(found[2]))]
    if found := re.fullmatch(rf"{NUMBER} < [a-z_0-9 ]+ <= {NUMBER}", text):
        return [(">", Fraction(found[1])), ("<=", Fraction(found[2]))]
    if found := re.fullmatch(rf"{NUMBER}\.\.{NUMBER}", text):
        return [(">=", Fraction(found[1])), ("<=", Fraction(found[2]))]
    return None


def _all(found: list[Both]) -> Both:
    return all([sure for sure, _ in found]), all([some for _, some in found])


def _split(text: str, at: str) -> list[str]:
    """At the top level of brackets."""
    parts, depth, start = [], 0, 0
    for here in range(len(text)):
        depth += (text[here] in "[(") - (text[here] in "])")
        if depth == 0 and text.startswith(at, here):
            parts.append(text[start:here])
            start = here + len(at)
    return [*parts, text[start:]] if text else []
