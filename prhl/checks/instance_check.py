"""One instance of a `check`: the channel's exact figures beside what the claim says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Literal, Protocol

from prhl.checks.divergence_check import NotMeasured, divergence, of_normal, witnessing
from prhl.checks.simple_events import chosen
from prhl.checks.single_outputs import shown_by_one
from prhl.checks.witness import Violation, Witness
from prhl.closeness.epsilon_delta import Delta, Epsilon, delta_below, smallest_delta, smallest_epsilon
from prhl.closeness.lifted_distance import Coupled, Related, lifted
from prhl.closeness.pair_kinds import are_all, one_of_each_kind
from prhl.diagnostics import NotComputed, counted
from prhl.exact import (
    Channel,
    Closed,
    Density,
    Enclosed,
    Gaussian,
    Listed,
    Row,
    Seen,
    all_normal,
    apart,
    both_runs,
    related_pairs,
    what_is_missing,
)
from prhl.logic.terms import Apply, Term, Variable, variables
from prhl.numbers import Exact, Exponential, Inexact, Number, Quotient, balls, enclosure, sign
from prhl.numbers.exp_epsilon import log_of
from prhl.numbers.figures import Figure, linear
from prhl.numbers.mixed import Mixed
from prhl.numbers.open_quotients import OpenQuotient
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.semantics.instances import Instance
from prhl.semantics.limits import Exploded, Stop
from prhl.source import Span
from prhl.typed.core import TypedClaim

COMPARED = 10  # steps for an output whose probabilities in two rows are compared
NOTHING_RELATED = "no two inputs of this instance are related"
LONGEST = 64  # parts of a coupling that are kept
ROUND = (4, 8, 16)  # digits of bounds

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
    share: Fraction | None = None  # of the claimed epsilon that is needed here
    violation: Violation | None = None
    witness: Witness | None = None  # a violation that was computed twice
    coupled: tuple[tuple[str, str, str], ...] | None = None
    complete: bool = True  # of every run it is known that it ends
    divergence: tuple[str, Figure] | None = None  # of a zcdp or rdp claim: `rho` or `renyi`
    closed: bool = False  # from closed forms
    twin: bool = False  # of the discrete twin, which decides nothing about the program itself
    continuous: bool = False  # of continuous noise: figures by a closed form, or bounds
    stopped: Stop | None = None  # what cut it short
    steps: int = 0  # that its channel took

    @property
    def kind(self) -> str:
        """What the figures of continuous noise are, if there are any."""
        if not self.continuous or (self.epsilon is None and self.delta is None):
            return ""
        return "closed form" if self.closed else "certified bounds"


@dataclass(frozen=True, slots=True)
class Budget:
    epsilon: Number
    delta: Exact


def budget_of(
    claim: TypedClaim, public: dict[str, Value], inputs: tuple[Mapping[str, Value], Mapping[str, Value]] = ({}, {})
) -> Budget:
    """The claim's epsilon and delta at the public parameters of an instance, and for the inputs of the two runs."""
    memory = {(name, run): value for name, value in public.items() for run in (0, 1, 2)}
    memory |= {(name, run): value for run, given in enumerate(inputs, 1) for name, value in given.items()}
    wanted = {key for term in claim.budget for key in variables(term)}
    given_names = {name for name, _ in memory}
    bare = {name for name, run in wanted if run == 0 and (name, 0) not in memory and name in given_names}
    if both_runs(memory, bare) is None or not wanted <= memory.keys():
        raise NotMeasured("the budget is another one for other inputs")
    values = [evaluate(term, memory) for term in claim.notion.spent(claim.budget)]
    epsilon: Number = values[0] if values else Fraction(0)
    delta = values[1] if len(values) > 1 else Fraction(0)
    if not isinstance(delta, int | Fraction | Quotient | OpenQuotient):
        raise NotMeasured(f"delta is {delta}, which is not of a form that is computed with exactly")
    return Budget(epsilon, delta)  # type: ignore[arg-type]  # for those who left parameters open it may be another number


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


def last(seen: Seen) -> Seen:
    """The result alone: a quadruple says nothing about leaks."""
    return seen[-1:]


def everything(seen: Seen) -> Seen:
    return seen


def measure(
    claim: TypedClaim,
    channel: Channel,
    label: dict[str, str],
    finals: "Finals | None" = None,
    most: int | None = None,
) -> CheckResult:
    """The figures of an instance over all related pairs, and how they compare with the claim; Exploded if comparing
    their rows would take more than `most` steps.

    Where the budget depends on the inputs, the pairs of each budget are measured by themselves, and the figures are
    those of the pairs that stand worst to the claim.
    """
    left, right = channel.left, channel.right
    if claim.post is not None:
        left, right = [row.results() for row in left], [row.results() for row in right]
    pairs = related_pairs(claim.relation, claim.relation_names, channel)
    if not pairs:
        return CheckResult(label, "undecided", reason=NOTHING_RELATED)
    if finals is not None or not all_normal([*left, *right]):
        left, right = [row.by_columns() for row in left], [row.by_columns() for row in right]
    if claim.post is None:  # privacy speaks for both directions
        pairs, right = sorted({*pairs, *[(j, i) for i, j in pairs]}), left
    if claim.notion.figure:
        few = one_of_each_kind(left, right, pairs)
        if most is not None and _comparing(left, few) > most:
            raise _too_long(left, few, most, claim)
        return concentrated(claim, channel, label, few)
    singles = None if claim.post is not None else channel.singles
    rows = replace(channel, left=left, right=right, singles=singles)
    groups = _by_budget(claim, channel, pairs)
    compared = [group if finals is not None else one_of_each_kind(left, right, group) for group in groups]
    every = [pair for group in compared for pair in group]
    too_long = None if most is None or _comparing(left, every) <= most else _too_long(left, every, most, claim)
    if too_long is not None and not (finals is None and all([are_all(left, right, group) for group in groups])):
        raise too_long
    results = [
        _measured(claim, rows, label, finals, group if too_long else few, too_long)
        for group, few in zip(groups, compared, strict=True)
    ]
    if len(results) == 1:
        return results[0]
    worst = max(results, key=lambda one: (_WORST.index(one.status), one.violation is not None, -(one.room or 0)))
    note = f"the worst of {len(results)} groups of pairs, which have budgets of their own"
    reason = f"{note}; {worst.reason}" if worst.reason else note
    return replace(worst, reason=reason, complete=all([result.complete for result in results]))


def of_one_law(claim: TypedClaim, public: dict[str, Value], label: dict[str, str]) -> CheckResult:
    """The figures where all inputs have one law, whatever it is: those of a row and itself."""
    row: Row = Listed({(): 1}, 1)
    channel = Channel(Instance(label, public, [public], [public]), [row], [row])
    if claim.notion.figure:
        return concentrated(claim, channel, label, [(0, 0)])
    return _measured(claim, channel, label, None, [(0, 0)])


def _comparing(rows: Sequence[Row], pairs: list[tuple[int, int]]) -> int:
    """Steps for comparing these pairs of rows."""
    return COMPARED * sum([len(rows[i].weights) for i, _ in pairs])


def _too_long(rows: Sequence[Row], pairs: list[tuple[int, int]], most: int, claim: TypedClaim) -> Exploded:
    """Where `most` is what its rows have left of the steps."""
    needed = f"comparing {counted(len(pairs), 'pair')} of rows takes {_comparing(rows, pairs):,} steps"
    return Exploded(f"{needed}, and {most:,} are left", "take a smaller instance", claim.span)


_WORST: tuple[Status, ...] = ("loose", "tight", "undecided", "violated")


def _by_budget(claim: TypedClaim, channel: Channel, pairs: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The pairs that agree in what the budget mentions and the instance does not fix."""
    instance = channel.instance
    mentioned = sorted(
        {(n, max(1, r)) for term in claim.budget for n, r in variables(term) if n not in instance.public}
    )
    groups: dict[tuple[Value, ...], list[tuple[int, int]]] = {}
    for i, j in pairs:
        sides = (instance.left[i], instance.right[j])
        groups.setdefault(tuple([sides[run - 1].get(name) for name, run in mentioned]), []).append((i, j))
    return list(groups.values())


def _measured(
    claim: TypedClaim,
    channel: Channel,
    label: dict[str, str],
    finals: "Finals | None",
    pairs: list[tuple[int, int]],
    too_long: Exploded | None = None,
) -> CheckResult:
    """The figures over pairs that have one budget; if comparing them takes too long, an epsilon that needs no delta
    will do."""
    left, right = channel.left, channel.right
    budget: Budget | None = None
    coupled = None
    i, j = pairs[0]
    try:
        budget = budget_of(claim, channel.instance.public, (channel.instance.left[i], channel.instance.right[j]))
        growth = Exponential(budget.epsilon)
    except (Fault, Undecidable) as reason:
        growth, why = Exponential(Fraction(0)), f"the budget: {reason.message}"
    except NotComputed as reason:
        growth, why = Exponential(Fraction(0)), reason.message
    if finals is None:
        epsilon = smallest_epsilon(left, right, pairs)
    else:
        epsilon, delta, coupled = lifted(left, right, pairs, finals.related(channel), growth, claim.span)
    if budget is None:
        return CheckResult(label, "undecided", epsilon.figure, None, why)
    try:
        if finals is None:
            found = delta_below(epsilon, growth)
            if found is None and too_long is not None:
                raise too_long
            delta = found or smallest_delta(left, right, pairs, growth)
        status = judge(epsilon, delta, budget)
    except Inexact as reason:
        return CheckResult(label, "undecided", epsilon.figure, None, str(reason))
    return CheckResult(
        label,
        status,
        epsilon.figure,
        delta.figure,
        "" if epsilon.exact and not any(delta.slack) else what_is_missing([*left, *right]),
        room=room(epsilon, delta, budget) if status == "loose" else None,
        share=share(epsilon, budget) if status in ("loose", "tight") else None,
        violation=violation(epsilon, delta, budget, channel, finals) if status == "violated" else None,
        coupled=None if coupled is None else table_of(coupled, channel, finals),
        complete=all([row.complete for row in (*left, *right)]),
        closed=all([row.exact for row in (*left, *right)]),
    )


def concentrated(
    claim: TypedClaim, channel: Channel, label: dict[str, str], pairs: list[tuple[int, int]]
) -> CheckResult:
    """An instance of a zcdp or rdp claim."""
    rows = channel.left
    normal = all_normal(rows)
    epsilon = smallest_epsilon(rows, rows, pairs)
    shown = epsilon.figure
    try:
        memory = {(name, 0): value for name, value in channel.instance.public.items()}
        budget = [evaluate(term, memory) for term in claim.budget]
        if all_normal(rows):
            found = of_normal(claim.notion, budget, rows, pairs)
        else:
            found = divergence(claim.notion, budget, rows, pairs)
    except (Fault, Undecidable) as reason:
        return CheckResult(label, "undecided", shown, reason=f"the budget: {reason.message}")
    except NotComputed as reason:
        return CheckResult(label, "undecided", shown, reason=reason.message)
    words: dict[int | None, Status] = {-1: "loose", 0: "tight", 1: "violated", None: "undecided"}
    status, shown_divergence = words[found.order], found.figure
    note, broken = what_is_missing(rows), None
    if not normal and any([row.has_reals for row in rows]):  # boxes tell less than what is in them
        note = "a bound from below: real outputs are told apart by boxes"
        shown_divergence = Figure(None, found.figure.low, None)
        status = "violated" if status == "violated" else "undecided"
    if status == "violated":
        broken = None if found.pair is None else witnessing(claim.notion, budget, channel, found.pair)
        note = note or ("" if broken else "no events that were tried show that the divergence is too large")
    return CheckResult(
        label,
        status,
        shown,
        reason=note,
        divergence=(found.name, shown_divergence),
        violation=broken,
        complete=all([row.complete for row in rows]),
        closed=all([row.exact for row in rows]),
    )


def violation(
    epsilon: Epsilon, delta: Delta, budget: Budget, channel: Channel, finals: "Finals | None" = None
) -> Violation | None:
    """The worst event; for pure epsilon a single output, which is easier to check.

    Under a postcondition that is the rule for an infinite epsilon only: then its output is related to none of run 2.
    """
    pair, event, image = delta.pair, delta.event, delta.image
    single = shown_by_one(epsilon, delta.exponential, channel) if budget.delta == 0 and finals is None else None
    if single is not None:
        assert epsilon.pair is not None
        seen, (i, j) = frozenset([single.seen]), epsilon.pair
        return Violation(
            (channel.instance.left[i], channel.instance.right[j]),
            seen,
            seen,
            (single.above, single.below),
            delta.exponential,
            budget.delta,
            closed=True,
        )
    reals = any([isinstance(row, Density | Enclosed) for row in (*channel.left, *channel.right)])
    if reals and image is None:
        found = chosen(epsilon, delta, budget.delta, lambda pair: (channel.left[pair[0]], channel.right[pair[1]]))
        if found is None:
            return None
        pair, event = found
    elif delta.pair is None or not delta.event:
        return None
    elif image is None and budget.delta == 0 and epsilon.pair is not None and epsilon.output is not None:
        pair, event = epsilon.pair, (epsilon.output,)
    elif budget.delta == 0 and epsilon.ratio is None and epsilon.pair is not None and epsilon.output is not None:
        pair, event, image = epsilon.pair, (epsilon.output,), ()
    assert pair is not None
    first, second = channel.left[pair[0]], channel.right[pair[1]]
    seen, other = frozenset(event), frozenset(event if image is None else image)
    # a run that had not ended might still show anything: in run 2 that counts against the violation
    above, below = first.mass(event), second.ceiling(event if image is None else image)
    if isinstance(first, Enclosed) or isinstance(second, Enclosed):
        above, below = rounded_out(above, below, lambda p, q: Mixed(p - budget.delta, -q, delta.exponential).sign() > 0)
    return Violation(
        (channel.instance.left[pair[0]], channel.instance.right[pair[1]]),
        seen,
        other,
        (above, below),
        delta.exponential,
        budget.delta,
        exact=not second.missing and not first.missing and not isinstance(first, Gaussian),
        classify=channel.classify,
        closed=isinstance(first, Closed) or isinstance(second, Closed),
        by_formula=isinstance(first, Gaussian) and isinstance(second, Gaussian),
        apart=apart(seen, [*first.weights, *second.weights]),
        related=None if finals is None else partial(finals.related(channel), *pair),
    )


def rounded_out(above: Exact, below: Exact, broken: Callable[[Exact, Exact], bool]) -> tuple[Exact, Exact]:
    """Bounds in decimals, a probability rounded down and another up, with as few digits as the inequality allows."""
    for digits in ROUND:
        low = balls.bracket(lambda: enclosure(above), digits)[0]
        high = balls.bracket(lambda: enclosure(below), digits)[1]
        if broken(low, high):
            return low, high
    return above, below


class Finals(Protocol):
    """The final states that a postcondition speaks of."""

    def related(self, channel: Channel) -> Related: ...

    def shown(self, seen: Seen, run: int) -> str: ...


def table_of(coupled: Coupled, channel: Channel, finals: Finals | None) -> tuple[tuple[str, str, str], ...]:
    """A coupling for people: outcome, outcome, probability."""
    assert finals is not None
    return tuple(
        [
            (finals.shown(seen, 1), finals.shown(other, 2), linear_text(amount))
            for seen, other, amount in coupled.parts[:LONGEST]
        ]
    )


def linear_text(amount: Mixed) -> str:
    return linear(amount.u, -amount.v, amount.exponential).exact or "?"


def share(epsilon: Epsilon, budget: Budget) -> Fraction | None:
    """How much of the claimed epsilon is needed here, rounded up; for people only."""
    if budget.delta or epsilon.ratio is None or not epsilon.exact:
        return None
    ratio = epsilon.ratio
    claimed = Exponential(budget.epsilon)
    if ratio == 1 or sign(budget.epsilon) == 0:
        return Fraction(0) if ratio == 1 and sign(budget.epsilon) != 0 else None
    return balls.bracket(lambda: log_of(ratio) / claimed.exponent(), 4)[1]


def room(epsilon: Epsilon, delta: Delta, budget: Budget) -> Fraction | None:
    """By how much a loose claim exceeds what is true: in delta if it has one, else in epsilon; rounded down."""
    if budget.delta > 0:
        highest = delta.figure.high
        if highest is None:
            return None
        return max(Fraction(0), balls.bracket(lambda: enclosure(budget.delta) - balls.rational(highest), 4)[0])
    ratio = epsilon.ratio if epsilon.exact else epsilon.most
    assert ratio is not None
    return balls.bracket(lambda: delta.exponential.exponent() - log_of(ratio), 4)[0]


def judge(epsilon: Epsilon, delta: Delta, budget: Budget) -> Status:
    """`tight` if no smaller claim is true here: the smallest epsilon where delta is 0, else the smallest delta."""
    order = delta.compare(budget.delta)
    if budget.delta == 0 and epsilon.ratio is None:
        return "violated"  # also where the event that shows it is too far out to be listed
    if order is not None and order > 0:
        return "violated"
    if budget.delta > 0:
        return "undecided" if order is None else "tight" if order == 0 else "loose"
    assert epsilon.ratio is not None
    if not epsilon.exact:
        return "loose" if epsilon.most is not None and delta.exponential.compare(epsilon.most) < 0 else "undecided"
    against = delta.exponential.compare(epsilon.ratio)
    return "violated" if against > 0 else "tight" if against == 0 else "loose"
