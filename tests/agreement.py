"""Random small files on which the proof road, the exact road and brute force must agree.

A file is made from a sketch (tests/sketches*.py), a mechanism with its proof and random parameters, or is put together
from small parts that each release something at a known price. Its budgets are drawn near what is true, and most files
are then edited (tests/edits.py), so that what was proved becomes wrong in all the ways in which people get it wrong.

`generate(seed)` makes a case, the same for the same seed; `examine(case)` verifies it and compares everything with
tests/truth.py, and `Disagreement` is raised where two of them contradict each other.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from math import inf
from random import Random
from typing import Any

from prhl import pipeline
from prhl.checks.laboratory import Effort
from prhl.checks.witness import Witness
from prhl.diagnostics import Rejected
from prhl.search.search_budget import Budget
from prhl.semantics.limits import Limits as ExactLimits
from prhl.solvers import Limits
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.printer import print_file
from prhl.verdict import ClaimResult, Proved, Refuted
from tests import brute, truth
from tests.brute import Beyond
from tests.edits import edited
from tests.sketches import SKETCHES, Maker, Promise, Sketch, put_together
from tests.truth import World
from tests.used import used, watched

LIMITS = Limits(rlimit=3_000_000, seconds=4.0)
EFFORT = Effort(ExactLimits(states=100_000, steps=1_500_000, rounds=2_000, outcomes=20_000))
SEARCH = Budget(steps=1_000_000, pairs=12)


# ---- cases -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A file, the values of its parameters, and where it comes from."""

    text: str
    domains: dict[str, tuple[Any, ...]]
    sized: frozenset[str]  # lists whose size is part of what an instance fixes
    origin: str

    @property
    def source(self) -> Source:
        return Source("agreement.wl", self.text)

    @property
    def world(self) -> World:
        return World(parse(self.source).file, self.domains)


# ---- from a sketch to a case -----------------------------------------------------------------

KINDS = ("noise", "calls", "motion", "walk", "lists", "slack", "luck", "following", "divergences")
BY_KIND: dict[str, list[Maker]] = {}
for kind in KINDS:
    module = import_module(f"tests.sketches_{kind}")
    BY_KIND[kind] = [make for make in SKETCHES if make.__module__ == module.__name__]
NEWER = [make for makers in BY_KIND.values() for make in makers]
WEIGHTED = [*SKETCHES, *NEWER, *[put_together] * 8]
MAKERS = Random("makers").sample(WEIGHTED, len(WEIGHTED))  # in turn, so that a short run has some of each
LATER = ("steps",)  # asked for by their name alone, so that each seed keeps its file
for kind in LATER:
    module = import_module(f"tests.sketches_{kind}")
    BY_KIND[kind] = [make for make in SKETCHES if make.__module__ == module.__name__]


def unspoiled(kind: str, at: int) -> Case:
    """A case of one kind as it was sketched: true, or wrong by little."""
    random, makers = Random(f"{kind} {at}"), BY_KIND[kind]
    while True:
        case = _edited(unedited(makers[at % len(makers)], random), 0, random)
        if case is not None:
            return case


def generate(seed: int | str) -> Case:
    """A case, the same for the same seed."""
    random = Random(f"agreement {seed}")
    make = MAKERS[seed % len(MAKERS)] if isinstance(seed, int) else random.choice(MAKERS)
    while True:
        case = _edited(unedited(make, random), random.choice([0, 0, 0, 1, 1, 1, 2]), random)
        if case is not None:
            return case


def unedited(make: Maker, random: Random) -> Case:
    """A sketch with its budgets filled in."""
    made = make(random)
    domains = {parameter.name: parameter.values for parameter in made.parameters}
    sized = frozenset([parameter.name for parameter in made.parameters if parameter.sized])
    known = _parameters(made)
    claims = []
    measured = not made.unbounded or random.random() < 0.3
    for at, promise in enumerate(made.promises):
        about = promise.about
        if "%s" in about:
            about = about.replace("%s", _budget(made, promise, domains, random))
        mine = known[about.split()[0]]
        check = "check " + ", ".join([given.check for given in made.parameters if given.check and given.name in mine])
        option = check if measured and random.random() < 0.8 else ""
        claims.append(f"claim {promise.name or f'c{at}'} : {about} {promise.options} {option};")
    text = print_file(parse(Source("sketch.wl", f"{made.programs}\n{' '.join(claims)}")).file)
    return Case(text, domains, sized, make.__name__)


def _parameters(made: Sketch) -> dict[str, set[str]]:
    """The parameters of each program."""
    programs = [item for item in parse(Source("sketch.wl", made.programs)).file.items if isinstance(item, ast.Program)]
    return {program.name.text: {given.name.text for given in program.parameters} for program in programs}


def _budget(made: Sketch, promise: Promise, domains: dict[str, tuple[Any, ...]], random: Random) -> str:
    """A budget from the list, or one below, at or above what is true."""
    if promise.budgets:
        return random.choice(promise.budgets)
    about = promise.about.replace("%s", "0")
    file = parse(Source("sketch.wl", f"{made.programs}\nclaim c : {about};")).file
    claim = file.items[-1]
    assert not isinstance(claim, ast.Program)
    try:
        ratio = truth.needed(World(file, domains), claim)
    except (Beyond, KeyError):  # or a variable has no value: whoever reads the file will say so
        ratio = Fraction(2)
    if ratio is None:
        return random.choice(["0", "ln(2)", "1", "ln(10)"])
    near = [f"ln({ratio})", f"ln({ratio})", f"ln({ratio})", f"ln({ratio * Fraction(21, 20)})", f"2*ln({ratio})"]
    if ratio > 1:
        near += [f"ln({1 + (ratio - 1) * Fraction(19, 20)})", f"ln({ratio})/2", f"ln({ratio}) - 1/1000", "0"]
    if "dp(%s)" in promise.about:
        near += [f"ln({ratio})/2, 1/{random.choice([10, 4, 3, 2])}", f"0, {1 - 1 / ratio}"]
    return random.choice(near)


def _edited(case: Case, count: int, random: Random) -> Case | None:
    """The case after some edits that leave a valid file."""
    for _ in range(count):
        for _ in range(12):
            tree, name = edited(parse(case.source).file, random)
            text = print_file(tree)
            if text != case.text and _valid(text):
                case = replace(case, text=text, origin=f"{case.origin}; {name}")
                break
    return case if _valid(case.text) else None


def _valid(text: str) -> bool:
    try:
        pipeline.load(Source("agreement.wl", text))
    except Rejected:
        return False
    return True


# ---- from a case to what was found -----------------------------------------------------------


class Disagreement(AssertionError):
    """Two ways to the same truth contradict each other."""


@dataclass(frozen=True)
class Outcome:
    """How a claim ended, and whether brute force had a say."""

    claim: str
    word: str
    by: str
    compared: bool
    seconds: float
    failed: tuple[str, ...] = ()
    holds: bool | None = None  # by brute force; None where it is left open
    rules: frozenset[str] = frozenset()  # that a proof by coupling used, or the theorem


def examine(case: Case) -> list[Outcome]:
    """Verifies a case, and compares every answer with brute force."""
    try:
        with watched() as moves:
            report = pipeline.verify(case.source, EFFORT, LIMITS, pipeline.Keep(steps=True), SEARCH)
    except Exception as fault:
        raise Disagreement(f"{type(fault).__name__}: {fault}\n{case.origin}\n{case.text}") from fault
    world = case.world
    claims = {item.name.text: item for item in world.file.items if not isinstance(item, ast.Program)}
    if report.fault is not None or [d for d in report.diagnostics if d.severity == "error"]:
        raise Disagreement(f"{report.fault} {report.diagnostics}\n{case.origin}\n{case.text}")
    return [_examined(case, world, claims[one.name], one, moves.get(one.name, set())) for one in report.claims]


def _examined(case: Case, world: World, claim: ast.Claim, result: ClaimResult, moves: set[str]) -> Outcome:
    def owe(condition: bool, message: str) -> None:
        if not condition:
            raise Disagreement(f"{result.name}: {message}\n{case.origin}\n{case.text}")

    owe(not result.alarm, result.alarm)
    violated = [check for check in result.evidence.measured if check.status == "violated"]
    if result.proof.complete or isinstance(result.verdict, Proved):
        owe(not violated, f"proved, and violated at {violated}")
    if isinstance(result.verdict, Refuted):
        confirm(case, world, claim, result.verdict, owe)
    finding: truth.Finding | None = None
    with suppress(Beyond):
        finding = truth.judge(world, claim)
    said = None if finding is None else finding.fault if finding.broken is None else finding.broken
    if finding is not None:
        if result.proof.complete:
            owe(said is None, f"the proof is complete, and brute force finds {said}")
        if isinstance(result.verdict, Proved):
            owe(said is None, f"proved by {result.verdict.by}, and brute force finds {said}")
        _compare_checks(case, world, claim, result, owe)
    return Outcome(
        result.name,
        result.verdict.word,
        result.verdict.by or "",
        finding is not None,
        result.seconds,
        tuple(sorted({one.code for one in result.failed})),
        None if finding is None else True if finding.holds else False if said is not None else None,
        _rules(case, world, claim, result, moves),
    )


def _rules(case: Case, world: World, claim: ast.Claim, result: ClaimResult, moves: set[str]) -> frozenset[str]:
    """What a proof rests on: the rules of its walk, or a theorem."""
    if result.verdict.by == "theorem":
        return frozenset([result.proof.theorem])
    return used(case.source, world.file, claim, result.proof, moves) if result.verdict.by == "coupling" else frozenset()


def _compare_checks(case: Case, world: World, claim: ast.Claim, result: ClaimResult, owe: Any) -> None:
    """The instances of `check` are violated if and only if brute force finds them so."""
    known = {"tight", "loose", "violated"}
    if not result.checks or any([check.status not in known for check in result.checks]):
        return
    programs = world.programs
    parameters = [p for side in truth.sides_of(claim) for p in programs[side].parameters]
    public = {p.name.text for p in parameters if p.visibility != "private"}

    def instance(row: dict[str, Any]) -> Any:
        fixed = {name: value for name, value in row.items() if name in public}
        return repr(sorted(fixed.items())), sorted([(n, len(v)) for n, v in row.items() if n in case.sized])

    pairs = truth.pairs_of(world, claim)
    if not isinstance(claim, ast.Quadruple):  # in which nothing is equal but by its precondition
        pairs = [(a, b) for a, b in pairs if instance(a) == instance(b)]
    finding = truth.judge(world, claim, pairs)
    owe(finding.fault is None, f"brute force stops at {finding.fault}, the channel does not")
    broken = any([check.status == "violated" for check in result.checks])
    if finding.broken is not None or finding.holds:
        owe(broken == (finding.broken is not None), f"the channel says {broken}, brute force {finding.broken}")


def confirm(case: Case, world: World, claim: ast.Claim, verdict: Refuted, owe: Any) -> None:
    """The witness breaks the inequality, by brute force: its inputs are related, its probabilities are right."""
    witness = verdict.witness
    left, right = truth.sides_of(claim)
    one, other = [{name: read(text) for name, text in given.items()} for given in witness.inputs]
    memory = truth.memory_of(one, other)
    try:
        related = truth.relates(claim.pre if isinstance(claim, ast.Quadruple) else claim.relation, memory)
        if isinstance(claim, ast.Satisfies) and not related:  # the other direction
            related = truth.relates(claim.relation, truth.memory_of(other, one))
        owe(related, f"the inputs of the witness are not related: {witness}")
        for name, inputs in ((left, one), (right, other)):
            met = [brute.value_of(r.formula, inputs) for r in world.programs[name].requires]
            owe(all(met), f"the inputs of the witness break `requires`: {witness}")
        if isinstance(claim, ast.Satisfies):
            public = [p.name.text for p in world.programs[left].parameters if p.visibility != "private"]
            owe(all([one[n] == other[n] for n in public]), f"public inputs differ: {witness}")
        kinds = truth.outcomes_of(claim)
        rows = world.row(left, one, kinds[0]), world.row(right, other, kinds[1])
        reach = truth.reach_of(claim, memory, rows, kinds)
        eps, delta = truth.budget_of(claim, memory)
        owe(not truth.surely_holds(*rows, reach, eps, delta), f"no event of these inputs breaks it: {witness}")
        shown = [{said(kind, seen): seen for seen in row.masses} for kind, row in zip(kinds, rows, strict=True)]
        others = [text for text in witness.event if text not in shown[0]]
        if any([sign in text for text in others for sign in ("<", ">", " to ", "like it", "any")]):
            _confirm_many(witness, rows, eps, delta, owe)
            return
        event = [shown[0][text] for text in witness.event if text in shown[0]]
        image = frozenset(event) if reach is None else frozenset().union(*[reach[seen] for seen in event])
        above = sum([rows[0].masses[seen] for seen in event], Fraction(0))
        below = sum([rows[1].masses.get(seen, Fraction(0)) for seen in image], Fraction(0))
        if reach is not None:
            owe(witness.image == tuple(sorted([said(kinds[1], seen) for seen in image])), f"the image: {witness}")
        missing = rows[0].missing + rows[0].hanging
        if not missing and not rows[1].missing:
            stated = [Fraction(text) for text in witness.probabilities]
            bounds = stated[0] <= above and below <= stated[1]
            owe(
                stated == [above, below] or (bounds and not witness.exact),
                f"brute force has {above}, {below}: {witness}",
            )
            owe(truth.exceeds(above, eps, below, delta), f"the inequality holds: {witness}")
        else:
            owe(truth.exceeds(above + missing, eps, below, delta), f"the inequality holds: {witness}")
    except Beyond:
        pass


def _confirm_many(witness: Witness, rows: tuple[truth.Row, truth.Row], eps: Any, delta: Fraction, owe: Any) -> None:
    """Outputs that stand for many: intervals of the line are looked at, others are not."""
    intervals = [_interval(text) for text in witness.event]
    outcomes = [seen for row in rows for seen in row.masses]
    if None in intervals or not all(
        [len(seen) == 1 and isinstance(seen[0], int | Fraction | tuple) for seen in outcomes]
    ):
        return
    first, second = rows
    above = sum([p for seen, p in first.masses.items() if _meets(seen[0], intervals, touching=True)], first.missing)
    below = sum([p for seen, p in second.masses.items() if _meets(seen[0], intervals)], Fraction(0))
    owe(truth.exceeds(above, eps, below, delta), f"the inequality holds: {witness}")


def _interval(text: str) -> tuple[Fraction | float, Fraction | float] | None:
    """`-3/2 to 1`, `<= 2` and the like."""
    number = r"(-?[0-9]+(?:/[0-9]+)?)"
    if found := re.fullmatch(f"{number} to {number}", text):
        return Fraction(found[1]), Fraction(found[2])
    if found := re.fullmatch(f"([<>]=?) {number}", text):
        end = Fraction(found[2])
        return (-inf, end) if found[1][0] == "<" else (end, inf)
    return None


def _meets(seen: Any, intervals: Sequence[Any], touching: bool = False) -> bool:
    """Whether a number, or all of a cell (`touching`: some of it), lies in one of the intervals."""
    low, high = (seen[1], seen[2]) if isinstance(seen, tuple) else (seen, seen)
    if touching:
        return any([low <= end and high >= start for start, end in intervals])
    return any([start <= low < high <= end or start < low == high < end for start, end in intervals])


def read(text: str) -> Any:
    """A value as a witness writes it."""
    if text == "0b":  # no bits at all, which nobody can write down
        return ""
    file = parse(Source("value.wl", f"program V() {{ return {text}; }}")).file
    statement = file.items[0].body.statements[0]  # type: ignore[union-attr]
    return brute.value_of(statement.value, {})


def said(kind: truth.Outcome, seen: Any) -> str:
    """An outcome as a witness writes it."""
    if isinstance(kind, truth.Finals):
        parts = [f"{name} = {_shown(v)}" for name, v in zip(kind.names, seen, strict=True)]
        return f"({', '.join(parts)})" if len(parts) > 1 else parts[0] if parts else "any"
    return "; ".join([_shown(value) for value in seen]) or "nothing"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        inside = ", ".join([_shown(v) for v in value[1:]])
        return f"[{inside}]" if value[0] == "[]" else f"({inside})"
    return str(value)
