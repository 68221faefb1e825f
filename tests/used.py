"""Which rules a proof used, read off its steps: for counting what the random files reach."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import prhl.proof
from prhl.proof import Proof
from prhl.rules import motion
from prhl.rules.trace import Step
from prhl.rules.walk import Walk
from prhl.source import Source, Span
from prhl.syntax import ast

COUPLINGS = {
    "laplace": "shift",
    "discretelaplace": "shift",
    "exponential": "shift",
    "geometric": "geometric-shift",
    "uniform": "bijection",
    "flip": "cases",
    "choice": "cases",
    "clamp": "clamp-identity",
    "truncate": "truncate-shift",
    "expmech": "score-identity",
    "gauss": "gauss-shift",
    "discretegauss": "gauss-shift",
}
CONTINUOUS = ("laplace", "exponential")
AGGREGATES = ("sum", "count", "min", "max")
RELATIONS = ("one_differs", "all_within", "add_remove", "within")

Moves = dict[str, set[str]]


@contextmanager
def watched() -> Iterator[Moves]:
    """For each claim that is proved meanwhile: the kinds of code motion that were done."""
    found: Moves = {}
    current: set[str] = set()
    prove = prhl.proof.prove

    def proving(claim: Any, *rest: Any, **more: Any) -> Proof:
        current.clear()
        proof = prove(claim, *rest, **more)
        found[claim.name] = set(current)
        return proof

    def noted(name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        def moved(*given: Any) -> Any:
            result = inner(*given)
            if result is not None:
                current.add(f"motion: {name}")
            return result

        return moved

    with ExitStack() as patches:
        patches.enter_context(patch.object(prhl.proof, "prove", proving))
        patches.enter_context(patch.object(motion, "brought", noted("brought", motion.brought)))
        patches.enter_context(patch.object(motion, "sunk", noted("sunk", motion.sunk)))
        patches.enter_context(patch.object(Walk, "one_round", noted("unrolled", Walk.one_round)))
        yield found


def used(source: Source, file: ast.File, claim: ast.Claim, proof: Proof, moves: set[str]) -> frozenset[str]:
    """The names of the rules that the proof took, and of some special cases of them."""
    found = set(moves)
    claims = {item.name.text: item for item in file.items if not isinstance(item, ast.Program)}
    around: list[Step] = []
    for step in proof.steps:
        if step.direction.endswith("by itself"):
            continue
        del around[step.depth :]
        found |= set(_of_step(source, claims, step, [outer.rule for outer in around]))
        around.append(step)
    ends = [one.obligation.message for one in proof.judged if one.code == "terminates"]
    if ends:
        found.add("lucky-rounds" if any(["lucky" in message for message in ends]) else "loop-ends")
    found |= set(_of_claim(file, claim, found))
    return frozenset(found - {"start"})


def _text(source: Source, span: Span | None) -> str:
    return "" if span is None else source.text[span.start : span.end]


def _of_step(source: Source, claims: dict[str, ast.Claim], step: Step, around: list[str]) -> Iterator[str]:
    rule, text = step.rule, _text(source, step.span)
    yield rule
    if rule in ("coupled-draw", "lifted-draw"):
        family = re.search(r":=\$\s*(\w+)", text)
        name = "" if family is None else family[1].lower()
        coupling = COUPLINGS.get(name, f"draw from {name}")
        yield coupling
        if rule == "lifted-draw" and coupling != "gauss-shift":
            yield f"slack: {coupling}"
        if name in CONTINUOUS and "if" in _text(source, step.said):
            yield "pieces"
    if rule in ("call-by-claim", "call-by-quadruple"):
        cited = claims[_text(source, step.said).split()[-1]]
        yield from [f"call: {kind}" for kind in _kinds(cited)]
    if rule == "joint-step" and "slack" in _text(source, step.said):
        yield "slack: joint-step"
    if rule in ("call-by-claim", "joint-step", "lifted-draw", "leak", "assert-cut"):
        yield from [f"{rule} in {outer}" for outer in {"branch", "loop-in-step", "loop-alone"} & set(around)]
    if step.runs and not step.partner and "branch" in around:
        yield "branch: apart"
    if step.runs and rule == "draw-alone" and not around:
        yield "draw-alone: one run"


def _kinds(cited: ast.Claim) -> Iterator[str]:
    if isinstance(cited, ast.Quadruple):
        yield "quadruple" if cited.within is None else "quadruple within"
    else:
        arguments = cited.notion.arguments
        delta = cited.notion.name.text == "dp" and len(arguments) > 1 and ast.strip(arguments[1]) != ast.Number("0")
        yield "dp with a delta" if delta else cited.notion.name.text
    if any([isinstance(option, ast.Pointwise) for option in cited.options]):
        yield "proved one output at a time"


def _of_claim(file: ast.File, claim: ast.Claim, found: set[str]) -> Iterator[str]:
    pointwise = next((option for option in claim.options if isinstance(option, ast.Pointwise)), None)
    if pointwise is not None:
        kind = "o = e" if pointwise.equals is not None else "o in S" if pointwise.region is not None else "o"
        yield f"pointwise {kind}"
        yield from [f"pointwise: {rule}" for rule in ("call-by-claim", "joint-step", "leak") if rule in found]
    names = [claim.left, claim.right] if isinstance(claim, ast.Quadruple) else [claim.program]
    programs = [p for p in file.items if isinstance(p, ast.Program) and p.name.text in [name.text for name in names]]
    called = {call for program in programs for call in _aggregates(program)}
    relation = claim.pre if isinstance(claim, ast.Quadruple) else claim.relation
    related = {node.function.text for node in _nodes(relation) if isinstance(node, ast.Call)} & set(RELATIONS)
    yield from [f"{function} under {name}" for function in called for name in related]


def _aggregates(program: ast.Program) -> Iterator[str]:
    """The functions of a whole list; `min` and `max` have other meanings, too."""
    for node in _nodes(program.body):
        if not isinstance(node, ast.Call) or node.function.text not in AGGREGATES:
            continue
        if node.function.text in ("sum", "count") or len(node.arguments) == 1:
            yield node.function.text


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif hasattr(node, "__dataclass_fields__"):
        yield node
        for name in node.__dataclass_fields__:
            yield from _nodes(getattr(node, name))
