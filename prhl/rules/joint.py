"""joint-step: a block of finite support is one sampling, priced by its exact channel.

Rule.
    P ==> what the block reads lies in a finite range
    P && read{1} = u && read{2} = v ==> ln(largest ratio of row u to row v) <= e     for all u, v
    --------------------------------------------------------------------------------------------- [joint-step]
    { P }  joint { s }  ~[e]  joint { s }  { y{1} = y{2} }

A row of the channel is the distribution of `y` after the block for one choice of what the block reads, computed
exactly. What counts as read includes variables whose old values may come out again. Known afterwards is the equation
and nothing else: whatever else the block assigns is arbitrary from then on, in both runs. With `slack d` the second
premise is that of `excess`: sum over y of max(0, row u at y - exp(e) * row v at y) <= d, with e and d not negative.
Where zcdp or rdp is claimed, the ratios of row v to row u count as well, and `two-sided` makes a price of their e.

Why. The block is one draw of `y`. Two distributions with ratios of at most `exp(e)` are related by equality at the
price `e`, by Strassen's theorem for such liftings; and `e` is fixed before the draw. So is `d`, and then it is one
step of `lifted-draw`.

Pitfall. To use other results of the block as if they were coupled: in randomized response the answers are made equal,
the first coins are not. And a price that is taken over equal inputs only, where it is 0.

Reference. Strassen, Annals of Mathematical Statistics 1965, for exact couplings; approximate ones: Barthe, Espitau,
Hsu, Sato and Strub, ICALP 2017.

Owes. `joint-block`, `support`, `price`, `slack`, `missing-coupling`, `missing-cost`, `not-supported`
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any, Protocol

from prhl.couplings.finite_excess import positive
from prhl.logic.build import FALSE, at_most, both, choose, either, equal, follows, number, plus, times, total
from prhl.logic.terms import Apply, Constant, Hole, Term, Variable, subterms
from prhl.logic.types import BOOL, INT, REAL, Bits, Tuple, Type
from prhl.rules import draw_by_divergence
from prhl.rules.context import Context
from prhl.rules.draw_with_slack import owe_slack
from prhl.rules.lengths import by_type
from prhl.rules.state import Run, State
from prhl.typed import core

WIDEST = 64  # values of one variable
MOST = 4096  # pairs of values that are read in the two runs

Read = tuple[Any, ...]


class NotPriced(Exception):
    """The block has no price, and why."""


@dataclass(frozen=True)
class Prices:
    """For the values read in run 1 and in run 2: the largest ratio of the two rows; None is infinite."""

    ratios: Mapping[tuple[Read, Read], Fraction | None]
    faults: Mapping[Read, str]  # run-time errors of the block


@dataclass(frozen=True)
class Masses:
    """For the values read: how likely each outcome is."""

    rows: Mapping[Read, Mapping[Any, Fraction]]
    faults: Mapping[Read, str]


class Blocks(Protocol):
    """The exact road, as far as joint blocks need it; it is handed in, so that the two roads do not meet here."""

    def reads(self, program: core.TypedProgram, block: core.Joint, target: str) -> list[str]: ...

    def prices(
        self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str], values: list[Read]
    ) -> Prices: ...

    def masses(
        self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str], values: list[Read]
    ) -> Masses: ...


def paired(context: Context, left: core.Joint, right: core.Joint, assigned: list[str], state: State) -> State:
    couple = context.annotation(1, left.site).couple
    if (
        not isinstance(couple, core.CoupleMap)
        or not isinstance(couple.image, Variable)
        or isinstance(couple.cost, Hole)
        or left is not right
    ):
        message = "a joint block is coupled by the equality of one of its results, at a cost"
        context.lack(state, "missing-coupling", left.span, message, "write `couple y{2} = y{1} cost e`")
        return _havocked(context, assigned, None, state)
    target = couple.image.name
    if isinstance(couple.slack, Hole):
        message, hint = "the slack of this block is missing", "state how much mass may be left over"
        context.lack(state, "missing-cost", couple.slack.span, message, hint)
        return _havocked(context, assigned, target, state)
    if couple.slack is not None and context.reading.currency is not None:
        message = "a claim of zcdp or rdp has no delta, so that nothing can be left over"
        context.lack(state, "not-supported", couple.slack.span, message, "leave `slack` out")
        return _havocked(context, assigned, target, state)
    try:
        _charge(context, left, couple, target, state)
    except NotPriced as stopped:
        hint = "copy what the block needs into variables of finite type or range before it"
        context.lack(state, "joint-block", left.span, str(stopped), hint)
    return _havocked(context, assigned, target, state)


def _charge(context: Context, node: core.Joint, couple: core.CoupleMap, target: str, state: State) -> None:
    program = context.program(1)
    if context.blocks is None:
        raise NotPriced("joint blocks are not priced here")
    names = context.blocks.reads(program, node, target)
    for name in names:
        if (name, 1) not in state.values or (name, 2) not in state.values:
            raise NotPriced(f"`{name}` may keep the value that it has before the block, and it may have none")
    domains = [_domain(context, node, name, program.types[name], state) for name in names]
    values = list(product(*domains))
    if len(values) ** 2 > MOST:
        raise NotPriced(f"what the block reads has {len(values)} values; at most {isqrt(MOST)} are priced")
    if couple.slack is not None:
        masses = context.blocks.masses(program, node, target, names, values)
        _owe_no_fault(context, node, couple, names, masses.faults, state)
        _lift(context, node, couple, names, masses, state)
        return
    prices = context.blocks.prices(program, node, target, names, values)
    _owe_no_fault(context, node, couple, names, prices.faults, state)
    counted = draw_by_divergence.currency(context, state)
    grouped: dict[Fraction | None, list[Term]] = {}
    for (first, second), ratio in prices.ratios.items():
        if counted is not None:
            ratio = _of_both_sides(ratio, prices.ratios[second, first])
        condition = both([_is(state, names, first, 1), _is(state, names, second, 2)])
        grouped.setdefault(ratio, []).append(condition)
    never = grouped.pop(None, [])
    if never:
        message = "some outcome of the block in run 1 may be impossible in run 2"
        context.owe(state, "support", follows(either(never), FALSE), couple.span, message, "", node.span)
    price: Term = number(0)
    for ratio, conditions in sorted(grouped.items(), key=lambda item: item[0] or 0):
        assert ratio is not None
        amount: Term = number(0) if ratio == 1 else Apply("ln", (Constant(ratio, REAL),), REAL)
        if counted is not None:
            amount = counted.of_epsilon(amount)
        if couple.cost is not None:
            cost = state.formula(couple.cost)
            message = "the stated cost may be smaller than the price of this block"
            goal = follows(either(conditions), at_most(amount, cost))
            context.owe(state, "price", goal, couple.cost.span, message, "state a larger cost", node.span)
        price = choose(either(conditions), amount, price)
    charge = price if couple.cost is None else state.formula(couple.cost)
    state.cost = context.names.define(state, ("cost", 1), plus(state.cost, charge))


def _of_both_sides(ratio: Fraction | None, back: Fraction | None) -> Fraction | None:
    return None if ratio is None or back is None else max(ratio, back)


def _owe_no_fault(
    context: Context,
    node: core.Joint,
    couple: core.CoupleMap,
    names: list[str],
    faults: Mapping[Read, str],
    state: State,
) -> None:
    for read, fault in faults.items():
        for run in (1, 2):
            message = f"the block may end in a run-time error: {fault}"
            goal = follows(_is(state, names, read, run), FALSE)
            context.owe(state, "joint-block", goal, node.span, message, "", couple.span, "program")


def _lift(
    context: Context, node: core.Joint, couple: core.CoupleMap, names: list[str], masses: Masses, state: State
) -> None:
    """At an epsilon and a delta, both fixed before the block."""
    assert couple.slack is not None
    cost = state.formula(context.reading.epsilon if couple.cost is None else couple.cost)
    slack = state.formula(couple.slack)
    for amount, what, given in ((cost, "cost", couple.cost), (slack, "slack", couple.slack)):
        if given is not None:
            message = f"the {what} of this block may be negative"
            hint = "state a number that is not negative"
            context.owe(state, "price", at_most(number(0), amount), given.span, message, hint, node.span)
    pairs: dict[tuple[tuple[Fraction, Fraction], ...], list[Term]] = {}
    for first, one in masses.rows.items():
        for second, two in masses.rows.items():
            # where run 1 has no more than run 2 there is no excess, as the cost is not negative
            more = tuple(sorted([(p, two.get(y, Fraction(0))) for y, p in one.items() if p > two.get(y, Fraction(0))]))
            if more:
                condition = both([_is(state, names, first, 1), _is(state, names, second, 2)])
                pairs.setdefault(more, []).append(condition)
    factor = Apply("exp", (cost,), REAL)
    for more, conditions in pairs.items():
        excess = total([positive(plus(number(p), times(factor, number(q)), -1)) for p, q in more])
        message = "the stated slack may be less than what this block leaves over at its cost"
        goal = follows(either(conditions), at_most(excess, slack))
        context.owe(state, "price", goal, couple.slack.span, message, "a larger slack, or a larger cost", node.span)
    state.cost = context.names.define(state, ("cost", 1), plus(state.cost, cost))
    state.slack = context.names.define(state, ("slack", 1), plus(state.slack, slack))
    owe_slack(context, state, node, "by the slack of this block")


def _havocked(context: Context, assigned: list[str], target: str | None, state: State) -> State:
    """What the block assigns is arbitrary; only the coupled variable is the same in both runs."""
    for name in assigned:
        for run in (1, 2):
            type_ = context.program(run).types[name]
            same = run == 2 and name == target
            fresh = context.names.fresh(name, run, type_)
            state.values[name, run] = state.values[name, 1] if same else fresh
    return state


def _is(state: State, names: list[str], read: Read, run: int) -> Term:
    """That the variables have these values in a run."""
    terms = [state.values[name, run] for name in names]  # type: ignore[index]  # run is 1 or 2
    return both([equal(term, literal(value, term.type)) for term, value in zip(terms, read, strict=True)])


def literal(value: Any, type_: Type) -> Term:
    """A value of a finite type as a term."""
    match type_:
        case Tuple(items):
            parts = tuple([literal(v, t) for v, t in zip(value, items, strict=True)])
            return Apply("tuple", parts, type_)
        case _ if type_ == INT:
            return number(value)
        case _:
            return Constant(value, type_)


# ---- what may be read ------------------------------------------------------------------------


def _domain(context: Context, node: core.Joint, name: str, type_: Type, state: State) -> list[Any]:
    """The values that a variable may have before the block, in either run."""
    found = _finite(type_)
    if found is not None:
        _owe_lengths(context, node, name, type_, state)
        return found
    if type_ != INT:
        raise NotPriced(f"the block reads `{name}`, whose type {type_} has infinitely many values")
    ends = [_range(context, state.values[name, run], state) for run in (1, 2)]
    low, high = min([end[0] for end in ends]), max([end[1] for end in ends])
    if high - low >= WIDEST:
        raise NotPriced(f"the block reads `{name}`, which has {high - low + 1} values; at most {WIDEST} are priced")
    run: Run
    for run in (1, 2):
        value = state.values[name, run]
        goal = both([at_most(number(low), value), at_most(value, number(high))])
        message = f"`{name}`, which the block reads, may lie outside of {low}..{high}"
        context.owe(state, "joint-block", goal, node.span, message, "", None, "program")
    return list(range(low, high + 1))


def _owe_lengths(context: Context, node: core.Joint, name: str, type_: Type, state: State) -> None:
    """That bit strings are as long as the type says: a callee may have returned others."""
    run: Run
    for run in (1, 2):
        for goal in by_type(state.values[name, run], type_, run):
            message = f"`{name}`, which the block reads, may hold bit strings of another length than its type says"
            context.owe(state, "joint-block", goal, node.span, message, "", None, "program")


def _finite(type_: Type) -> list[Any] | None:
    match type_:
        case Bits(size) if size is not None and (length := size.number()) is not None and 0 <= length <= 5:
            return [format(n, f"0{length}b") if length else "" for n in range(2**length)]
        case Tuple(items):
            parts = [_finite(item) for item in items]
            return None if None in parts else list(product(*[p for p in parts if p is not None]))
        case _ if type_ == BOOL:
            return [False, True]
        case _:
            return None


def _range(context: Context, value: Term, state: State) -> tuple[int, int]:
    """Constant bounds of a number that follow from what is known; the candidates are the numbers in the facts."""
    numbers = {
        int(part.value)
        for fact in state.facts
        for part in subterms(fact.formula)
        if isinstance(part, Constant) and isinstance(part.value, Fraction) and part.value.denominator == 1
    }
    near = sorted({n + d for n in numbers for d in (-1, 0, 1) if abs(n) < 10**6})
    low = next((n for n in reversed(near) if context.ask(state.facts, at_most(number(n), value))), None)
    high = next((n for n in near if context.ask(state.facts, at_most(value, number(n)))), None)
    if low is None or high is None:
        raise NotPriced("what the block reads has no range that could be shown; `requires 0 <= x && x <= 3;` gives one")
    return low, max(low, high)
