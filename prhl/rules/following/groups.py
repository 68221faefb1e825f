"""group-privacy: inputs that are several steps apart.

Rule.
    the claim `R` says: P satisfies N1 when ADJ1, and it is proved or assumed
    every x{1}, x{2} with ADJ are joined by x{1} = z0, z1, ..., zk = x{2}, with ADJ1 between neighbours
    every zi meets what P requires, and what its types say of lengths
    dp(e1, d1):  k*e1 <= e  and  d1*(1 + exp(e1) + ... + exp((k - 1)*e1)) <= d
    zcdp(r1):    k^2*r1 <= r
    --------------------------------------------------------------------------- [group-privacy]
    P satisfies N when ADJ from R by k steps

Why. `Pr0[S] <= exp(e1)*Pr1[S] + d1 <= exp(e1)*(exp(e1)*Pr2[S] + d1) + d1`, and so on: every step multiplies the deltas
of those after it. For zcdp the triangle inequality of Renyi divergences, along orders that change from step to step,
gives k^2. A claim speaks for both orders of its inputs, so the way back is as good. An entry that changes is two steps
of `add_remove`: it goes, and another one comes.

Pitfall. To add the deltas: for `dp(0.7, d)` two steps cost 3.01*d and not 2*d. Steps through inputs that P does not
take: with `requires x = 0 || x = 2`, `return x` satisfies dp(0) when within(x, 1), for no two different inputs are that
close; yet 0 and 2 are not two steps apart, there is nothing between them. So it is with `m : bits[n]` for a private n:
where n moves, m is to move along. Divergences of one order have no such inequality, so there is no rule for rdp.

Reference. Vadhan, The Complexity of Differential Privacy, 2017, lemma 2.2; for zcdp Bun and Steinke, TCC 2016,
proposition 1.9.

Owes. `from-chain`, `from-budget`, `cited-claim`, `not-supported`
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeGuard

from prhl.logic.build import (
    absolute,
    at_most,
    both,
    choose,
    equal,
    follows,
    index,
    less,
    number,
    plus,
    quotient,
    size,
    times,
    total,
)
from prhl.logic.constants import constant
from prhl.logic.relations import at_positions, unfold
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import INT, REAL, List, is_number
from prhl.records import dataclass
from prhl.rules.following.base import ZERO, Case, positioned, positions_of, put, related
from prhl.rules.lengths import by_type
from prhl.typed import core

ONE = number(1)
MOST = 64  # steps that are written down one by one

Values = Mapping[str, Term]


def group(case: Case) -> None:
    """The chain first, then the numbers."""
    steps = case.following.steps
    assert steps is not None
    count = case.state.formula(steps)
    message = "the number of steps may be less than 1"
    case.context.owe(case.state, "from-chain", at_most(ONE, count), steps.span, message, "", None, "claim")
    given, wanted = case.cited.claim.notion, case.claim.notion
    grown = wanted.grown(count)
    if given != wanted or grown is None:
        hint = "take the steps in the notion of the claim that it follows from; `rdp` has none"
        case.context.lack(
            case.state,
            "not-supported",
            case.place,
            f"no theorem leads from `{given.name}` over several steps to `{wanted.name}`",
            hint,
        )
        return
    _owe_chain(case, count)
    _owe_numbers(case, count, *grown)


# ---- numbers ---------------------------------------------------------------------------------


def _owe_numbers(case: Case, count: Term, factor: Term, shown: str) -> None:
    if not case.given:
        return
    notion = case.claim.notion
    amount, delta = (*notion.spent(case.given), ZERO)[:2]
    budget, slack = (*notion.spent(case.budget), ZERO)[:2]
    message = f"{notion.counted} may be less than {shown} times that of `{case.cited.claim.name}`"
    case.owe_budget(times(factor, amount), budget, message)
    if constant(delta) != 0:
        _owe_delta(case, count, amount, delta, slack)


def _owe_delta(case: Case, count: Term, epsilon: Term, delta: Term, slack: Term) -> None:
    """Every step multiplies the deltas of those after it by exp(epsilon)."""
    known = constant(count)
    if isinstance(known, Fraction) and known <= MOST:
        multiples = [epsilon, *[times(number(i), epsilon) for i in range(2, int(known))]]
        powers: list[Term] = [ONE, *[Apply("exp", (multiple,), REAL) for multiple in multiples[: int(known) - 1]]]
        amount: Term = times(delta, total(powers))
    else:
        grown = plus(Apply("exp", (times(count, epsilon),), REAL), ONE, -1)
        once = plus(Apply("exp", (epsilon,), REAL), ONE, -1)
        amount = choose(equal(epsilon, ZERO), times(count, delta), times(delta, quotient(grown, once)))
    message = (
        "the deltas of the steps do not add up: delta may be less than delta*(1 + exp(eps) + ... + exp((k - 1)*eps))"
    )
    case.owe_budget(amount, slack, message, "each step multiplies the deltas after it by exp(eps)")


# ---- chains ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Move:
    """How a parameter gets from one run to the other."""

    parameter: str
    first: Term
    last: Term
    bound: Term | None = None  # of every step, for numbers
    positions: tuple[Term, ...] = ()  # that change, one at a step, for lists
    between: tuple[Term, ...] = ()  # the lists after each of these steps but the last

    def at(self, step: Term) -> Term:
        """The value after so many steps; what is said to change freely changes in the first."""
        if self.bound is None:
            return choose(at_most(step, ZERO), self.first, self.last)
        return _towards(self.first, self.last, _multiple(step, self.bound))

    def after(self, step: int) -> Term:
        """The same where the steps are written down one by one."""
        return (self.first, *self.between, self.last)[step] if self.positions else self.at(number(step))


def _multiple(step: Term, bound: Term) -> Term:
    """As often the bound; numbers are multiplied at once."""
    product = times(step, bound)
    known = constant(product)
    return number(known) if isinstance(known, Fraction) else step if bound == ONE else product


def _towards(first: Term, last: Term, most: Term) -> Term:
    """From the first number towards the last, by no more than that."""
    apart = plus(last, first, -1)
    back = Apply("neg", (most,), most.type)
    moved = choose(less(apart, back), back, choose(less(most, apart), most, apart))
    return plus(first, moved)


def _owe_chain(case: Case, count: Term) -> None:
    moves = [_move(case, parameter, count) for parameter in case.program.parameters if parameter.private]
    if any([move.positions for move in moves]):
        _owe_written(case, moves, count)
        return
    entrywise = [m for m in moves if isinstance(m.first.type, List) and m.bound is not None]
    step = case.context.names.fresh("step", 1, INT)
    before = case.state.facts
    case.state.know(both([at_most(ZERO, step), less(step, count)]))
    here, there = [{m.parameter: _along(case, m, i) for m in moves} for i in (step, plus(step, ONE))]
    _owe_required(case, there)
    _owe_step(case, here, there, {})
    case.state.facts = before
    for move in moves:
        if move not in entrywise:
            _owe_ends(case, equal(move.at(ZERO), move.first), move)
            _owe_ends(case, equal(move.at(count), move.last), move)
        else:
            _owe_ends(case, _each_arrives(move, count), move)


def _along(case: Case, move: _Move, step: Term) -> Term:
    """The value after so many steps; of a list that moves in all entries, a list of which this is known."""
    if not isinstance(move.first.type, List) or move.bound is None:
        return case.context.names.define(case.state, (move.parameter, 1), move.at(step))
    moved = case.context.names.fresh(move.parameter, 1, move.first.type)
    j = Logical("j'", INT)
    entry = _towards(index(move.first, j), index(move.last, j), _multiple(step, move.bound))
    inside = both([at_most(ZERO, j), less(j, size(move.first))])
    case.state.know(equal(size(moved), size(move.first)))
    case.state.know(Quantified("forall", (j,), follows(inside, equal(index(moved, j), entry))))
    return moved


def _each_arrives(move: _Move, count: Term) -> Term:
    """That all entries are within reach, so that the last list is the one of run 2."""
    assert move.bound is not None
    j = Logical("j'", INT)
    inside = both([at_most(ZERO, j), less(j, size(move.first))])
    apart = absolute(plus(index(move.last, j), index(move.first, j), -1))
    near = Quantified("forall", (j,), follows(inside, at_most(apart, _multiple(count, move.bound))))
    return both([at_most(ZERO, move.bound), equal(size(move.first), size(move.last)), near])


def _owe_ends(case: Case, goal: Term, move: _Move) -> None:
    message = f"`{move.parameter}` may be further apart in the two runs than k steps of `{case.cited.claim.name}` lead"
    hint = "take more steps, or relate inputs that are closer"
    place, other = case.claim.relation.span, case.place
    case.context.owe(case.state, "from-chain", goal, place, message, hint, other, "claim")


def _owe_written(case: Case, moves: list[_Move], count: Term) -> None:
    """Step by step, with a position of a list for each."""
    steps = next(len(move.positions) for move in moves if move.positions)
    values = [{m.parameter: m.after(i) for m in moves} for i in range(steps + 1)]
    values[0] = {m.parameter: m.first for m in moves}
    values[-1] = {m.parameter: m.last for m in moves}
    for i in range(steps):
        if i + 1 < steps:
            _owe_required(case, values[i + 1])
        _owe_step(case, values[i], values[i + 1], {m.parameter: m.positions[i] for m in moves if m.positions})


def _owe_required(case: Case, values: Values) -> None:
    """What the program requires, of inputs between the two; of what is public it is known."""
    inputs = _inputs(case, values)
    for part in [*_lengths(case), *[part for formula in case.program.requires for part in conjuncts(formula)]]:
        if {name for name, _ in variables(unfold(part))} & values.keys():
            message = "an input between the two may break what the program requires, and then it is no step"
            goal = put(part, {1: inputs, 2: inputs})
            hint = "the claim may still hold; prove it by couplings"
            case.context.owe(case.state, "from-chain", goal, case.place, message, hint, part.span, "claim")


def _lengths(case: Case) -> list[Term]:
    """The lengths of bit strings that types state over private numbers; others are the same all the way."""
    private = {p.name for p in case.program.parameters if p.private}
    found = []
    for parameter in case.program.parameters:
        for part in by_type(Variable(parameter.name, 1, parameter.type), parameter.type, 1):
            if {name for name, _ in variables(part)} & private - {parameter.name}:
                found.append(part)
    return found


def _owe_step(case: Case, here: Values, there: Values, at: Values) -> None:
    """Neighbours are related; `at` is where their lists differ."""
    claim = case.cited.claim
    inputs = {1: _inputs(case, here), 2: _inputs(case, there)}
    goal = related(*positioned(claim, at), inputs)
    message = f"neighbours on the way from one input to the other may not be related as `{claim.name}` asks"
    hint = "is the number of steps too small, or do these inputs differ in another way?"
    place, other = case.claim.relation.span, claim.relation.span
    case.context.owe(case.state, "from-chain", goal, place, message, hint, other, "claim")


def _inputs(case: Case, private: Values) -> dict[str, Term]:
    shared = {p.name: case.state.values[p.name, 1] for p in case.program.parameters}
    return {**shared, **private}


def _move(case: Case, parameter: core.Parameter, count: Term) -> _Move:
    """What the relations say of a parameter; a guess, of which everything is owed."""
    first, last = case.state.values[parameter.name, 1], case.state.values[parameter.name, 2]
    bound = _bound(case, parameter.name)
    known = constant(count)
    if isinstance(first.type, List) and bound is None and isinstance(known, Fraction) and known <= MOST:
        if known == 2 and _removes(case, parameter.name):
            return _replaced(case, parameter.name, first, last)
        positions = _positions(case, parameter.name, int(known))
        if positions and len(positions) == known:
            return _Move(parameter.name, first, last, None, positions, _mixtures(first, last, positions))
    return _Move(parameter.name, first, last, bound)


def _mixtures(first: Term, last: Term, positions: Sequence[Term]) -> tuple[Term, ...]:
    """The list of run 1 with the entries of run 2 at the first positions: one, two, and so on."""
    found: list[Term] = [first]
    for position in positions[:-1]:
        found.append(Apply("store", (found[-1], position, index(last, position)), first.type))
    return tuple(found[1:])


def _removes(case: Case, name: str) -> bool:
    """Whether a step is an entry more or less, and this claim is about one that changes."""
    given, wanted = [
        {part.relation for part in conjuncts(claim.relation) if _is_about(part, name)}
        for claim in (case.cited.claim, case.claim)
    ]
    return "add_remove" in given and "one_differs" in wanted


def _is_about(part: Term, name: str) -> TypeGuard[Related]:
    return isinstance(part, Related) and part.left is not None and part.left.name == name


def _replaced(case: Case, name: str, first: Term, last: Term) -> _Move:
    """An entry goes and another one comes, in its place; a list that is empty has none to go."""
    at = positions_of(case)[name]
    shorter = case.context.names.fresh(name, 1, first.type)
    j = Logical("j'", INT)
    before = follows(both([at_most(ZERO, j), less(j, at)]), equal(index(shorter, j), index(first, j)))
    behind = both([at_most(at, j), less(j, size(shorter))])
    after = follows(behind, equal(index(shorter, j), index(first, plus(j, ONE))))
    removed = both(
        [equal(plus(size(shorter), ONE), size(first)), *[Quantified("forall", (j,), p) for p in (before, after)]]
    )
    case.state.know(follows(less(ZERO, size(first)), removed))
    return _Move(name, first, last, None, (at, at), (shorter,))


def _bound(case: Case, name: str) -> Term | None:
    """How far a number, or every entry of a list, may move in a step."""
    type_ = case.state.values[name, 1].type
    for part in conjuncts(case.cited.claim.relation):
        match part:
            case Related("within" | "all_within", Variable(subject), _, bound) if subject == name and bound is not None:
                pass
            case Apply("le", (Apply("abs", (apart,)), bound)) if is_number(type_):
                if {subject for subject, _ in variables(apart)} != {name}:
                    continue
            case _:
                continue
        if any([run != 0 for _, run in variables(bound)]) or any([isinstance(t, Logical) for t in subterms(bound)]):
            continue  # another one for each step
        most = case.state.formula(bound)
        item = type_.item if isinstance(type_, List) else type_
        return Apply("floor", (most,), INT) if item == INT and most.type != INT else most
    return None


def _positions(case: Case, name: str, steps: int) -> tuple[Term, ...]:
    """Where the two lists may differ, one position for each step."""
    for part in conjuncts(case.claim.relation):
        match part:
            case Related("some_differ", Variable(subject) as left, Variable() as right) if subject == name:
                places = [case.context.names.fresh("at", 1, INT) for _ in range(part.most)]
                case.know(at_positions(part, left, right, places), {})
                return _padded(places, steps)
            case _:
                pass
    return _padded([name for name in case.names.values() if name.type == INT], steps)


def _padded(places: Sequence[Term], steps: int) -> tuple[Term, ...]:
    """One for each step; steps at a position that was taken before change nothing."""
    return (*places, *[places[-1]] * (steps - len(places))) if places else ()
