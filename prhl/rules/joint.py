"""joint-step: a block of finite support is one sampling, priced by its exact channel.

Rule.
    P ==> what the block reads lies in a finite range, but for numbers x, and x{1} = x{2}
    P && C(x{1}) && read{1} = u && read{2} = v ==> ln(largest ratio of row u to row v at x{1}) <= e     for all C, u, v
    ------------------------------------------------------------------------------------------------------ [joint-step]
    { P }  joint { s }  ~[e]  joint { s }  { y{1} = y{2} }

A row of the channel is the distribution of `y` after the block for one choice of what the block reads, computed
exactly. What counts as read includes variables whose old values may come out again. An expression over lists, such as
`d[i]`, counts as a variable that is assigned before the block, if the block assigns neither `d` nor `i`. Numbers x
without a finite range are left open: where a condition C holds, the block takes one course, and its masses are
quotients of polynomials in x and exp(-x/n). The conditions C, some of which are equations, leave out no value of x but
such as P excludes. Known afterwards is the equation and nothing else: whatever else the block assigns is arbitrary from
then on, in both runs. With `slack d`, where e and d are not negative, the second premise is
that of `excess`: sum over y of max(0, row u at y - exp(e) * row v at y) <= d. Where zcdp or rdp is claimed, the ratios
of row v to row u count as well, and `two-sided` makes a price of their e.

Why. The block is one draw of `y`. Two distributions with ratios of at most `exp(e)` are related by equality at the
price `e`, by Strassen's theorem for such liftings; and `e` is fixed before the draw. So is `d`, and then it is one
step of `lifted-draw`. An open number has one value in both runs, and one C holds of it. `d[i]` has one value before the
block and all through it, and that it has one is owed by `evaluation`.

Pitfall. To use other results of the block as if they were coupled: in randomized response the answers are made equal,
the first coins are not. A price that is taken over equal inputs only, where it is 0. A price that is one only for most
values of an open number: for a lie of probability p there is none at p = 0. To read `d[i]` before a
block that assigns `i`: there it may be another entry.

Reference. Strassen, Annals of Mathematical Statistics 1965, for exact couplings; approximate ones: Barthe, Espitau,
Hsu, Sato and Strub, ICALP 2017.

Owes. `joint-block`, `support`, `price`, `slack`, `missing-coupling`, `missing-cost`, `not-supported`
"""

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from prhl.couplings.finite_excess import positive
from prhl.logic.build import FALSE, TRUE, at_most, both, choose, either, equal, follows, number, plus, times, total
from prhl.logic.terms import Apply, Constant, Hole, Term, Variable, conjuncts
from prhl.logic.types import INT, REAL, Tuple, Type
from prhl.records import dataclass
from prhl.rules import draw_by_divergence
from prhl.rules.block_cases import Case, NotPriced, Ratios, Read, Wanted
from prhl.rules.block_reads import RUNS, copied, domain, opened_numbers, owe_shared
from prhl.rules.context import Context
from prhl.rules.draw_with_slack import owe_slack
from prhl.rules.loop import assigned
from prhl.rules.state import State
from prhl.typed import core

MOST = 4096  # pairs of values that are read in the two runs


def paired(context: Context, left: core.Joint, right: core.Joint, state: State) -> State:
    couple = context.annotation(1, left.site).couple
    if (
        not isinstance(couple, core.CoupleMap)
        or not isinstance(couple.image, Variable)
        or isinstance(couple.cost, Hole)
        or left is not right
    ):
        message = "a joint block is coupled by the equality of one of its results, at a cost"
        context.lack(state, "missing-coupling", left.span, message, "write `couple y{2} = y{1} cost e`")
        return _havocked(context, left, right, None, state)
    target = couple.image.name
    if isinstance(couple.slack, Hole):
        message, hint = "the slack of this block is missing", "state how much mass may be left over"
        context.lack(state, "missing-cost", couple.slack.span, message, hint)
        return _havocked(context, left, right, target, state)
    if couple.slack is not None and context.reading.currency is not None:
        message = "a claim of zcdp or rdp has no delta, so that nothing can be left over"
        context.lack(state, "not-supported", couple.slack.span, message, "leave `slack` out")
        return _havocked(context, left, right, target, state)
    try:
        _charge(context, left, couple, target, state)
    except NotPriced as stopped:
        hint = "copy what the block needs into variables of finite type or range before it"
        context.lack(state, "joint-block", left.span, str(stopped), hint)
    return _havocked(context, left, right, target, state)


def _charge(context: Context, node: core.Joint, couple: core.CoupleMap, target: str, state: State) -> None:
    program, node, copies = copied(context.program(1), node)
    keys = [(name, run) for name in copies for run in RUNS]
    for name, run in keys:
        value = context.evaluate(state, copies[name], run)
        state.values[name, run] = context.names.define(state, (name, run), value)
    try:
        _priced(context, program, node, couple, target, state)
    finally:
        for key in keys:
            del state.values[key]


def _priced(
    context: Context, program: core.TypedProgram, node: core.Joint, couple: core.CoupleMap, target: str, state: State
) -> None:
    if context.blocks is None:
        raise NotPriced("joint blocks are not priced here")
    names = context.blocks.reads(program, node, target)
    for name in names:
        if (name, 1) not in state.values or (name, 2) not in state.values:
            raise NotPriced(f"`{name}` may keep the value that it has before the block, and it may have none")
    domains = {name: domain(context, node, name, program.types[name], state) for name in names}
    finite = {name: domain for name, domain in domains.items() if domain is not None}
    rest = [name for name in names if name not in finite]
    owe_shared(context, node, rest, state)
    opened = opened_numbers(context, program.types, couple, rest, state)
    values = list(product(*finite.values()))
    if len(values) ** 2 > MOST:
        raise NotPriced(f"what the block reads has {len(values)} values; at most {isqrt(MOST)} are priced")
    wanted: Wanted = "ratios" if couple.slack is None else "masses"
    cases = context.blocks.cases(program, node, target, list(finite), values, opened, wanted)
    block = _Block(context, node, couple, list(finite), [_Case(case, state) for case in cases], state)
    block.owe_no_fault()
    block.know_budgets()
    if couple.slack is not None:
        block.lift(couple.slack)
    else:
        block.pay()


class _Case:
    """A case at a state."""

    def __init__(self, case: Case, state: State) -> None:
        self.case, self.state = case, state
        self.condition = state.read(case.condition, 1)

    def where(self, names: list[str], first: Read | None, second: Read | None) -> Term:
        """That the open numbers are those of this case, and what is read in the two runs; None is anything."""
        reads = [_is(self.state, names, read, run) for run, read in ((1, first), (2, second)) if read is not None]
        return both([part for part in (*conjuncts(self.condition), *reads) if part != TRUE])

    def ratios(self, first: Read, second: Read, back: bool) -> Ratios:
        """In run 1 to run 2, and the other way round if that counts as well."""
        ways = [self.case.ratios[first, second], *([self.case.ratios[second, first]] if back else [])]
        found = [ratio for way in ways if way is not None for ratio in way]
        constants = [ratio for ratio in found if isinstance(ratio, Constant)]
        if len(constants) > 1:
            largest = max(constants, key=lambda ratio: Fraction(ratio.value))
            found = [ratio for ratio in found if ratio is largest or ratio not in constants]
        return None if None in ways else tuple([self.state.read(ratio, 1) for ratio in found])

    def masses(self, first: Read, second: Read) -> list[tuple[Term, Term]]:
        """Of each outcome that may be more likely in run 1 than in run 2."""
        one, two = self.case.rows[first], self.case.rows[second]
        pairs = [(mass, two.get(outcome, number(0))) for outcome, mass in one.items()]
        return [(self.state.read(p, 1), self.state.read(q, 1)) for p, q in pairs if _may_exceed(p, q)]


@dataclass(frozen=True)
class _Block:
    """A block at a state, with its cases."""

    context: Context
    node: core.Joint
    couple: core.CoupleMap
    names: list[str]
    cases: list[_Case]
    state: State

    def owe_no_fault(self) -> None:
        for case in self.cases:
            for read, fault in case.case.faults.items():
                for given in ((read, None), (None, read)):
                    message = f"the block may end in a run-time error: {fault}"
                    goal = follows(case.where(self.names, *given), FALSE)
                    place, other = self.node.span, self.couple.span
                    self.context.owe(self.state, "joint-block", goal, place, message, "", other, "program")

    def know_budgets(self) -> None:
        """What was computed of prices for all values of the open numbers."""
        for case in self.cases:
            for ratio, budgets in case.case.within.items():
                for budget in budgets:
                    formula = self.state.read(at_most(Apply("ln", (ratio,), REAL), budget), 1)
                    told = formula if case.condition == TRUE else follows(case.condition, formula)
                    self.state.know(told, self.couple.span, "computed")

    def pay(self) -> None:
        """The price of each pair of rows: what is stated, if that is enough."""
        context, node, couple, state = self.context, self.node, self.couple, self.state
        counted = draw_by_divergence.currency(context, state)
        grouped: dict[Ratios, list[Term]] = {}
        for case in self.cases:
            for first, second in case.case.ratios:
                ratios = case.ratios(first, second, counted is not None)
                grouped.setdefault(ratios, []).append(case.where(self.names, first, second))
        never = grouped.pop(None, [])
        if never:
            message = "some outcome of the block in run 1 may be impossible in run 2"
            context.owe(state, "support", follows(either(never), FALSE), couple.span, message, "", node.span)
        price: Term = number(0)
        for ratios, conditions in sorted(grouped.items(), key=lambda item: _rank(item[0])):
            amounts: list[Term] = [Apply("ln", (ratio,), REAL) for ratio in ratios or ()] or [number(0)]
            if counted is not None:
                amounts = [counted.of_epsilon(amount) for amount in amounts]
            if couple.cost is not None:
                cost = state.formula(couple.cost)
                message = "the stated cost may be smaller than the price of this block"
                for amount in amounts:
                    goal = follows(either(conditions), at_most(amount, cost))
                    context.owe(state, "price", goal, couple.cost.span, message, "state a larger cost", node.span)
            amount = amounts[0] if len(amounts) == 1 else Apply("max", tuple(amounts), REAL)
            price = choose(either(conditions), amount, price)
        charge = price if couple.cost is None else state.formula(couple.cost)
        state.cost = context.names.define(state, ("cost", 1), plus(state.cost, charge))

    def lift(self, stated: Term) -> None:
        """At an epsilon and a delta, both fixed before the block."""
        context, node, couple, state = self.context, self.node, self.couple, self.state
        cost = state.formula(context.reading.epsilon if couple.cost is None else couple.cost)
        slack = state.formula(stated)
        for amount, what, given in ((cost, "cost", couple.cost), (slack, "slack", stated)):
            if given is not None:
                message = f"the {what} of this block may be negative"
                hint = "state a number that is not negative"
                context.owe(state, "price", at_most(number(0), amount), given.span, message, hint, node.span)
        pairs: dict[tuple[tuple[Term, Term], ...], list[Term]] = {}
        for case in self.cases:
            for first, second in product(case.case.rows, repeat=2):
                # where run 1 has no more than run 2 there is no excess, as the cost is not negative
                more = tuple(sorted(case.masses(first, second), key=lambda pair: (_rank(pair[:1]), _rank(pair[1:]))))
                if more:
                    pairs.setdefault(more, []).append(case.where(self.names, first, second))
        factor = Apply("exp", (cost,), REAL)
        for more, conditions in pairs.items():
            excess = total([positive(plus(p, times(factor, q), -1)) for p, q in more])
            message = "the stated slack may be less than what this block leaves over at its cost"
            goal = follows(either(conditions), at_most(excess, slack))
            context.owe(state, "price", goal, stated.span, message, "a larger slack, or a larger cost", node.span)
        state.cost = context.names.define(state, ("cost", 1), plus(state.cost, cost))
        state.slack = context.names.define(state, ("slack", 1), plus(state.slack, slack))
        owe_slack(context, state, node, "by the slack of this block")


def _may_exceed(p: Term, q: Term) -> bool:
    if isinstance(p, Constant) and isinstance(q, Constant):
        return Fraction(p.value) > Fraction(q.value)
    return p != q


def _rank(ratios: Ratios) -> Fraction:
    """Constants in their order, and then all others."""
    known = [Fraction(ratio.value) for ratio in ratios or () if isinstance(ratio, Constant)]
    return Fraction(0) if not ratios else max(known) if len(known) == len(ratios) else Fraction(10**9)


def _havocked(context: Context, left: core.Joint, right: core.Joint, target: str | None, state: State) -> State:
    """After the blocks: new names for what they assign, and one name for the coupled variable of both runs."""
    first, second = assigned([left]), assigned([right])
    for name in dict.fromkeys([*first, *second]):
        if name in first:
            state.values[name, 1] = context.names.fresh(name, 1, context.program(1).types[name])
        if name in second:
            fresh = context.names.fresh(name, 2, context.program(2).types[name])
            state.values[name, 2] = state.values[name, 1] if name == target else fresh
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
