"""One instance of a `check`: the channel's exact figures beside what the claim says."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from prhl.exact.channel import Channel, related_pairs
from prhl.exact.engine import Row
from prhl.exact.evaluate import Fault, Undecidable, Value, evaluate
from prhl.logic.terms import Apply, Term, Variable
from prhl.measures.closeness import Delta, Epsilon, smallest_delta, smallest_epsilon
from prhl.numbers import Exponential, Inexact, Number, balls
from prhl.numbers.figures import INFINITE, Figure, decimal, linear, logarithm
from prhl.source import Span
from prhl.typed.core import TypedClaim

Status = Literal["tight", "loose", "violated", "undecided", "not enumerable", "error"]


@dataclass(frozen=True)
class CheckResult:
    """`reason` says why there are no figures, or what qualifies them; `span` is where it lies, if anywhere."""

    instance: dict[str, str]
    status: Status
    epsilon: Figure | None = None
    delta: Figure | None = None
    reason: str = ""
    span: Span | None = None
    room: Fraction | None = None  # a loose claim could be smaller by at least this


@dataclass(frozen=True, slots=True)
class Budget:
    epsilon: Number
    delta: Fraction


class NotMeasured(Exception):
    """The claim is of a kind that has no figures yet."""


def budget_of(claim: TypedClaim, public: dict[str, Value]) -> Budget:
    """The claim's epsilon and delta at the public parameters of an instance."""
    memory = {(name, run): value for name, value in public.items() for run in (0, 1, 2)}
    values = [evaluate(term, memory) for term in claim.budget]
    if claim.notion in ("zcdp", "rdp"):
        raise NotMeasured(f"the figure of {claim.notion} is not measured yet")
    epsilon: Number = values[0] if values else Fraction(0)
    delta = values[1] if len(values) > 1 else Fraction(0)
    if not isinstance(delta, int | Fraction):
        raise NotMeasured(f"delta is {delta}, which is not rational")
    return Budget(epsilon, Fraction(delta))


def compares_results(post: Term) -> bool:
    """Whether a postcondition is `res{1} = res{2}`."""
    match post:
        case Apply("eq", (left, right)):
            sides = [t.arguments[0] if isinstance(t, Apply) and t.operator == "widen" else t for t in (left, right)]
            return [(t.name, t.run) if isinstance(t, Variable) else None for t in sides] in (
                [("res", 1), ("res", 2)],
                [("res", 2), ("res", 1)],
            )
        case _:
            return False


def results_only(row: Row) -> Row:
    """The row of the result alone: a quadruple says nothing about leaks."""
    weights: dict[tuple[object, ...], int] = {}
    for seen, weight in row.weights.items():
        weights[seen[-1:]] = weights.get(seen[-1:], 0) + weight
    return Row(weights, row.total, row.missing)


def measure(claim: TypedClaim, channel: Channel, label: dict[str, str]) -> CheckResult:
    """The figures of an instance over all related pairs, and how they compare with the claim."""
    left, right = channel.left, channel.right
    if claim.post is not None:
        if not compares_results(claim.post):
            reason = "postconditions other than `res{1} = res{2}` are not measured yet"
            return CheckResult(label, "undecided", reason=reason)
        left, right = [results_only(row) for row in left], [results_only(row) for row in right]
    pairs = related_pairs(claim.relation, claim.relation_names, channel)
    if not pairs:
        return CheckResult(label, "undecided", reason="no two inputs of this instance are related")
    if claim.post is None:  # privacy speaks for both directions
        pairs = sorted({*pairs, *[(j, i) for i, j in pairs]})
    epsilon = smallest_epsilon(left, right, pairs)
    shown = epsilon_figure(epsilon)
    try:
        budget = budget_of(claim, channel.instance.public)
        delta = smallest_delta(left, right, pairs, Exponential(budget.epsilon))
        status = judge(epsilon, delta, budget)
    except (NotMeasured, Inexact) as reason:
        return CheckResult(label, "undecided", shown, None, str(reason))
    except (Fault, Undecidable) as reason:
        return CheckResult(label, "undecided", shown, None, f"the budget: {reason.message}")
    missing = max([row.missing for row in (*left, *right)])
    note = f"runs of probability up to {figure_up(missing)} had not ended" if missing else ""
    spare = room(epsilon, delta, budget) if status == "loose" else None
    return CheckResult(label, status, shown, delta_figure(delta), note, room=spare)


def room(epsilon: Epsilon, delta: Delta, budget: Budget) -> Fraction | None:
    """By how much a loose claim exceeds what is true: in delta if it has one, else in epsilon; rounded down."""
    if budget.delta > 0:
        highest = delta_figure(delta).high
        return None if highest is None else max(Fraction(0), balls.rounded(budget.delta - highest, 4)[0])
    ratio = epsilon.ratio
    assert ratio is not None
    return balls.bracket(lambda: delta.exponential.exponent() - balls.ln_of(ratio), 4)[0]


def epsilon_figure(epsilon: Epsilon) -> Figure:
    if epsilon.ratio is None:
        return INFINITE
    found = logarithm(epsilon.ratio)
    return found if epsilon.exact else Figure(None, found.low, None)


def delta_figure(delta: Delta) -> Figure:
    found = linear(delta.above, delta.below, delta.exponential)
    if not any(delta.slack):
        return found
    spare = balls.rounded(delta.slack[0] * delta.exponential.enclosing[1])[1]
    assert found.low is not None
    assert found.high is not None
    return Figure(None, max(Fraction(0), found.low - spare), found.high + balls.rounded(delta.slack[1])[1])


def figure_up(value: Fraction) -> str:
    return decimal(balls.rounded(Fraction(value), 2)[1])


def judge(epsilon: Epsilon, delta: Delta, budget: Budget) -> Status:
    """`tight` if no smaller claim is true here: the smallest epsilon where delta is 0, else the smallest delta."""
    order = delta.compare(budget.delta)
    if order is None:
        return "undecided"
    if order > 0:
        return "violated"
    if budget.delta > 0:
        return "tight" if order == 0 else "loose"
    if not epsilon.exact:
        return "undecided"
    assert epsilon.ratio is not None
    return "tight" if delta.exponential.compare(epsilon.ratio) == 0 else "loose"
