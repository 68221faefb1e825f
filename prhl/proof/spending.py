"""Where the budget of a claim goes: which statements charge it, and what part of it each takes at most.

A part such as 1/3 is shown by the solver, from what is known after the statement: `cost` there minus `cost` before is
at most 1/3 of the budget. So it holds for all inputs and parameters, like the proof itself.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from prhl.logic.build import at_most, number, plus, times
from prhl.logic.terms import Apply, Term
from prhl.proof.prove import Proof, Solve
from prhl.records import dataclass
from prhl.rules.state import Fact, State
from prhl.rules.trace import Step
from prhl.solvers import Query

GhostName = Literal["cost", "slack"]

ENDS = ("equal-results", "one-output", "related-ends", "advanced-composition")
FINEST = 12  # denominators of the parts that are tried
PARTS = sorted({Fraction(n, d) for d in range(1, FINEST + 1) for n in range(d + 1)})


@dataclass(frozen=True, slots=True)
class Charge:
    """A statement that charges a ghost; inside of others it is charged each time that they come there."""

    step: Step
    ghost: GhostName
    part: Fraction | None  # of the budget, at most; None if no part of it was shown, or inside of others


@dataclass(frozen=True, slots=True)
class Spending:
    """The charges in the order of the program, and what the proof spends in all."""

    charges: tuple[Charge, ...]
    in_all: dict[GhostName, Fraction | None]  # of the budgets that the claim has


def spending(proof: Proof, budgets: Sequence[Term], solve: Solve) -> Spending:
    """`budgets` are the claim's epsilon and delta, as it states them; the steps of the proof must have been kept."""
    ghosts: list[tuple[GhostName, Term]] = list(zip(("cost", "slack"), budgets, strict=False))
    charges: dict[tuple[int, GhostName], Charge] = {}
    for step in proof.steps:
        if step.after is None or step.rule in ("start", *ENDS) or (step.rule == "branch" and step.depth):
            continue
        for ghost, budget in ghosts:
            if _spent(step.after, ghost) == _spent(step.before, ghost):
                continue
            part = None if step.depth else _part(step, ghost, budget, solve)
            key = (step.span.start, ghost)
            if key not in charges or (part or 0) > (charges[key].part or 0):  # the worse of two directions
                charges[key] = Charge(step, ghost, part)
    return Spending(tuple(charges.values()), {g: _total(proof, g, budget, solve) for g, budget in ghosts})


def _spent(state: State, ghost: GhostName) -> Term:
    return state.cost if ghost == "cost" else state.slack


def _part(step: Step, ghost: GhostName, budget: Term, solve: Solve) -> Fraction | None:
    assert step.after is not None
    charged = plus(_spent(step.after, ghost), _spent(step.before, ghost), -1)
    return _least_part(charged, step.before.formula(budget), step.after.facts, solve)


def _least_part(charged: Term, budget: Term, facts: tuple[Fact, ...], solve: Solve) -> Fraction | None:
    """What is at most one part of the budget is at most every larger one, as the budget is not negative."""
    known = tuple([fact.formula for fact in facts])

    def shown(bound: Term) -> bool:
        return solve(Query(known, at_most(charged, bound), list)).status == "valid"

    at = bisect_left(PARTS, True, key=lambda part: shown(times(number(part), budget)))
    return PARTS[at] if at < len(PARTS) else None


def _total(proof: Proof, ghost: GhostName, budget: Term, solve: Solve) -> Fraction | None:
    """At the end; of the cost where the claim itself is owed, since only the runs that count have to be within it."""
    parts: list[Fraction | None] = []
    if proof.theorem:
        for one in proof.judged:
            match one.obligation.goal:
                case Apply("le", (spent, bound)) if one.code == "from-budget" and bound == budget:
                    parts.append(_least_part(spent, bound, one.obligation.facts, solve))
                case _:
                    pass
    elif ghost == "cost":
        for one in proof.judged:
            match one.obligation.goal:
                case Apply("le", (spent, bound)) if one.code == "budget":
                    parts.append(_least_part(spent, bound, one.obligation.facts, solve))
                case _:
                    pass
    else:
        ends = [step.before for step in proof.steps if step.rule in ENDS]
        parts = [_least_part(end.slack, end.formula(budget), end.facts, solve) for end in ends]
    known = [part for part in parts if part is not None]
    return max(known) if known and len(known) == len(parts) else None
