"""Loops, by invariants over both runs and the ghosts.

loop-in-step: both runs go round together, by an invariant.

Rule.
    P ==> I                             on entry, with what has been spent so far as `cost`
    I ==> (b{1} <=> b{2})               at the head
    { I && b{1} && b{2} }  s1  ~[c]  s2  { I with cost + c for cost }
    --------------------------------------------------------------------------------------- [loop-in-step]
    { P }  while (b) s1  ~  while (b) s2  { I && !b{1} && !b{2} }

At the head whatever the body may change is arbitrary but for the invariant: the variables of both runs, and `cost` if
the body draws. The rest keeps its value. Of a `for` with equal bounds the tool adds `={i}` and the bounds of `i`, and
shows them like any other invariant. If no invariant speaks of `cost` and the body draws, it adds that `cost` stays as
it is. The same goes for `slack`, the delta spent, if the body may charge it; and at the head it must be within the
claim's delta.

Why. By induction on the rounds of run 1: the inequality holds for the runs that leave within n rounds, since both leave
together, and then n grows. What the loop spends is whatever the invariant says of `cost` when it is left.

Pitfall. To multiply the cost of a round by a number of rounds that is random.
`c :=$ Flip(1/2); while (c) { release the data with noise; c :=$ Flip(1/2); }` goes round once on average, and is
private for no epsilon at all. An invariant cannot make this mistake: none bounds `cost` there. Others: to keep the old
`cost` at the head; to assume that the guards agree.

Reference. Barthe, Gregoire and Zanella Beguelin, POPL 2009; with costs that depend on the state: Zhang and Kifer, POPL
2017, and Albarghouthi and Hsu, POPL 2018.

Owes. `invariant-entry`, `invariant-kept`, `guards-agree`, `missing-invariant`, `slack`

loop-alone: one run goes round while the other waits.

Rule.
    P ==> I        { I && b{1} }  s1  ~[0]  -  { I }
    ------------------------------------------------ [loop-alone]
    { P }  while (b) s1  ~[0]  -  { I && !b{1} }

and in the same way for run 2, which then must end.

Why. Run 1 alone: the inequality holds whatever its rounds come to, so it holds of their average, and mass that is lost
makes the left side smaller. Run 2 alone: the same, but lost mass makes the right side smaller, so there must be none.

Pitfall. Run 2 that does not end: `skip` in run 1 against `while (true) { skip; }` in run 2 would give
`1 <= exp(eps) * 0`.

Reference. Benton, POPL 2004; for probabilities, with the condition that the loop ends: Barthe et al., LICS 2016.

Owes. `invariant-entry`, `invariant-kept`, `missing-invariant`
"""

from collections.abc import Callable, Sequence

from prhl.logic.build import FALSE, at_most, both, equal, iff, negation, number, size
from prhl.logic.terms import Apply, Ghost, Hole, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import INT, REAL, Bits
from prhl.records import dataclass
from prhl.rules.context import Context, Drawn
from prhl.rules.draw_with_slack import may_slacken, owe_slack
from prhl.rules.lengths import length
from prhl.rules.state import Key, Run, State
from prhl.rules.termination_by_luck import Round
from prhl.rules.termination_by_variant import owe_end
from prhl.source import Span
from prhl.typed import core


def paired(context: Context, left: core.While, right: core.While, state: State) -> State:
    return by_invariants(context, left, right, state, invariants(context, left, right, state))


def by_invariants(
    context: Context, left: core.While, right: core.While, state: State, parts: "list[Invariant]"
) -> State:
    """loop-in-step with these invariants, wherever they come from: each is owed on entry and after a round."""
    owe_each(context, state, parts, "invariant-entry")
    since = context.names.serial
    charged = spent(context, left, right)
    head = at_head(context, state, changed(left, right), charged, parts)
    if "slack" in charged:
        owe_slack(context, head, left, "at the head of this loop")
    guards = agreed(context, left, right, head)
    start = entered(head, guards, left)
    if context.ask(start.facts, FALSE):
        message = "this loop is never entered: what is known at its head, by its invariants too, contradicts its guard"
        context.idle.append((left.guard.span, message))
    end, drawn = gone_round(context, lambda: context.pair(left.body, right.body, start.copy()))
    if context.reading.terminating:
        owe_end(context, Round(left, 1, since, state, start, end, drawn))
    owe_each(context, end, parts, "invariant-kept", start=start)
    return left_behind(head, guards, left)


def alone(context: Context, node: core.While, run: Run, state: State) -> State:
    return alone_by_invariants(context, node, run, state, invariants_alone(context, node, run, state))


def alone_by_invariants(context: Context, node: core.While, run: Run, state: State, parts: "list[Invariant]") -> State:
    """loop-alone with these invariants, wherever they come from."""
    owe_each(context, state, parts, "invariant-entry")
    since = context.names.serial
    head = at_head(context, state, [(n, run) for n in assigned(node.body)], [], parts)
    guards = (context.evaluate(head, node.guard, run),)
    start = entered(head, guards, node)
    end, drawn = gone_round(context, lambda: context.alone(node.body, run, start.copy()))
    if context.reading.must_end(run):
        owe_end(context, Round(node, run, since, state, start, end, drawn))
    owe_each(context, end, parts, "invariant-kept", start=start)
    return left_behind(head, guards, node)


# ---- the steps of the rule, also for invariants that are sought ------------------------------


def changed(left: core.While, right: core.While) -> list[Key]:
    """The variables that a round may assign, in either run."""
    return [(n, 1) for n in assigned(left.body)] + [(n, 2) for n in assigned(right.body)]


def spent(context: Context, left: core.While, right: core.While) -> list[str]:
    """The ghosts that a round may charge: `cost`, `slack`."""
    spends = {
        "cost": charges((*left.body, *right.body)),
        "slack": slackens(context, left.body, 1) or slackens(context, right.body, 2),
    }
    return [ghost for ghost, may in spends.items() if may]


def at_head(
    context: Context, state: State, moved: list[Key], charged: list[str], parts: "Sequence[Invariant]"
) -> State:
    """The state at the head of any round: what the body changes is arbitrary but for the invariants."""
    head = state.copy()
    twins = {name for name in [twin(part.formula) for part in parts] if name is not None}
    for name, run in moved:
        if (name, run) not in state.values:
            continue  # it has no value yet when the loop is reached, so it is not read at the head
        other = head.values.get((name, 1)) if run == 2 and name in twins and (name, 1) in moved else None
        type_ = context.program(run).types[name]
        # x{1} = x{2} is an invariant: one name stands for both
        head.values[name, run] = other or context.names.fresh(name, run, type_)
    if "cost" in charged:
        head.cost = context.names.fresh("cost", 1, REAL)
    if "slack" in charged:
        head.slack = context.names.fresh("slack", 1, REAL)
        head.know(at_most(number(0), head.slack))  # charges are not negative
    for part in parts:
        head.know(head.formula(part.formula), part.place if part.said else None, "invariant")
    return head


def agreed(context: Context, left: core.While, right: core.While, head: State) -> tuple[Term, Term]:
    """The guards at the head, in run 1 and in run 2; that they agree is owed, and known at the head from here on."""
    first, second = context.evaluate(head, left.guard, 1), context.evaluate(head, right.guard, 2)
    message = "one run may stay in the loop while the other leaves it"
    apart = _apart(context, left.guard, head) or ["i"]
    hint = f"add an invariant from which the two guards are equal, such as `={{{', '.join(apart)}}}`"
    context.owe(head, "guards-agree", iff(first, second), left.guard.span, message, hint, left.span, "program")
    return first, second


def entered(head: State, guards: Sequence[Term], node: core.While) -> State:
    """The state before a round."""
    start = head.copy()
    start.know(both(list(guards)), node.guard.span, "guard")
    return start


def gone_round(context: Context, walk: Callable[[], State]) -> tuple[State, tuple[Drawn, ...]]:
    """The state after the body, and what is drawn in it, but for the loops inside."""
    outside, context.drawn = context.drawn, []
    context.reading.inside_loop += 1
    end = walk()
    context.reading.inside_loop -= 1
    inside, context.drawn = context.drawn, outside
    return end, tuple(inside)


def left_behind(head: State, guards: Sequence[Term], node: core.While) -> State:
    """The state after the loop."""
    after = head.copy()
    after.know(both([negation(guard) for guard in guards]), node.guard.span, "guard is false")
    return after


_MEANS = {
    "invariant-entry": "the invariant may not hold when the loop is reached",
    "invariant-kept": "one round of the loop may break the invariant",
}

_HINTS = {
    "invariant-entry": "a weaker invariant, or more that is known before the loop",
    "invariant-kept": "if no two runs come to the head with such values, one more invariant that says so; "
    "else a weaker invariant, or other couplings in the loop",
}

_SPENT = {
    "cost": "`cost <= i{1}*e` if every round may cost e, `cost <= (if i{1} > k then e else 0)` if only round k does",
    "slack": "`slack <= i{1}*d` if every round may charge d",
}


# ---- what is known at the head ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invariant:
    """A part of what holds at the head; `said` by the user, or added by the tool and shown all the same."""

    formula: Term
    place: Span
    said: bool = True
    broken: str = ""  # what it means that a round breaks it, if that can be said better than in general
    hint: str = ""  # and what to try then


def invariants(
    context: Context, left: core.While, right: core.While, state: State, in_step: bool = True
) -> list[Invariant]:
    """Those of the annotations and those of the tool's own."""
    given = [i for said in context.annotations(left.site, right.site) for i in said.invariants]
    found = _said(context, given, state)
    found += counted(context, left, right, state) if in_step else counted_apart(left, right, state)
    found += typed(context, left, changed(left, right), state)
    for ghost in spent(context, left, right):
        bounded = [t for part in found for t in subterms(part.formula) if isinstance(t, Ghost) and t.name == ghost]
        if not bounded:  # without a bound it is shown to stay what it is
            message = f"no invariant of this loop bounds `{ghost}`, and a round may charge something"
            before = state.cost if ghost == "cost" else state.slack
            formula = equal(Ghost("cost" if ghost == "cost" else "slack", REAL), before)
            hint = f"add an invariant that says what has been spent when this loop is reached again: {_SPENT[ghost]}"
            found.append(Invariant(formula, left.guard.span, said=False, broken=message, hint=hint))
    return found


def invariants_alone(context: Context, node: core.While, run: Run, state: State) -> list[Invariant]:
    given = context.annotation(run, node.site).invariants
    moved: list[Key] = [(n, run) for n in assigned(node.body)]
    return _said(context, given, state) + _counted_alone(node, run, state) + typed(context, node, moved, state)


def _said(context: Context, given: Sequence[Term], state: State) -> list[Invariant]:
    for invariant in given:
        if isinstance(invariant, Hole):
            hint = "write what stays true from round to round, of both runs and of `cost`"
            context.lack(state, "missing-invariant", invariant.span, "an invariant is missing here", hint)
    return [Invariant(part, part.span) for i in given if not isinstance(i, Hole) for part in conjuncts(i)]


def counted(context: Context, left: core.While, right: core.While, state: State) -> list[Invariant]:
    """For `for i in a .. b` in step with equal bounds: `={i}` and a <= i <= max(a, b), to be shown like any other."""
    if left.counter is None or right.counter is None:
        return []
    one, two = left.counter.variable, right.counter.variable
    starts = state.values.get((one, 1)), state.values.get((two, 2))
    ends = state.values.get((left.counter.bound, 1)), state.values.get((right.counter.bound, 2))
    if starts[0] is None or starts[1] is None or ends[0] is None or ends[1] is None:
        return []
    in_step = both([equal(starts[0], starts[1]), equal(ends[0], ends[1])])
    if not context.ask(state.facts, in_step):
        message = "the bounds of this `for` may differ between the two runs"
        context.note(state, "guards-agree", in_step, left.guard.span, message)
        return []
    i = Variable(one, 1, INT)
    last = Apply("max", (starts[0], ends[0]), INT)
    parts = [equal(i, Variable(two, 2, INT)), at_most(starts[0], i), at_most(i, last)]
    return [Invariant(part, left.guard.span, said=False) for part in parts]


def counted_apart(left: core.While, right: core.While, state: State) -> list[Invariant]:
    """The same for two runs that are not in step: the bounds of `i` in each of them."""
    return _counted_alone(left, 1, state) + _counted_alone(right, 2, state)


def _counted_alone(node: core.While, run: Run, state: State) -> list[Invariant]:
    """For `for i in a .. b` of one run: a <= i <= max(a, b), to be shown like any other."""
    if node.counter is None:
        return []
    start, end = state.values.get((node.counter.variable, run)), state.values.get((node.counter.bound, run))
    if start is None or end is None:
        return []
    i = Variable(node.counter.variable, run, INT)
    parts = [at_most(start, i), at_most(i, Apply("max", (start, end), INT))]
    return [Invariant(part, node.guard.span, said=False) for part in parts]


def typed(context: Context, node: core.While, moved: list[Key], state: State) -> list[Invariant]:
    """The lengths that the types of bit strings state, to be shown like any other invariant."""
    out: list[Invariant] = []
    for name, run in moved:
        type_ = context.program(run).types[name]
        if (name, run) in state.values and isinstance(type_, Bits) and type_.size is not None:
            formula = equal(size(Variable(name, run, type_)), length(type_.size, run))
            out.append(Invariant(formula, node.guard.span, said=False))
    return out


def _apart(context: Context, guard: Term, head: State) -> list[str]:
    """The variables of the guard that are not one and the same in both runs at the head; for a hint."""
    names = sorted({name for name, _ in variables(guard)})
    known = [name for name in names if ".." not in name and name in context.program(1).locals]
    return [name for name in known if (name, 2) in head.values and head.values.get((name, 1)) != head.values[name, 2]]


def twin(part: Term) -> str | None:
    """The variable that this says to be the same in both runs, if that is what it says."""
    match part:
        case Apply("eq", (Variable(one, 1, first), Variable(two, 2, second))) if one == two and first == second:
            return one
        case _:
            return None


def owe_each(context: Context, state: State, parts: list[Invariant], code: str, *, start: State | None = None) -> None:
    """Each part, with those before it known; on a state of its own, since what holds here need not hold later.

    `start` is the state before the round that ends here: a countermodel tells both.
    """
    seen = state.copy()
    head = () if start is None else _changed(start, state)
    for part in parts:
        said = part.broken or _MEANS[code]
        context.owe(seen, code, seen.formula(part.formula), part.place, said, part.hint or _HINTS[code], head=head)


def _changed(start: State, end: State) -> tuple[tuple[tuple[str, int], Term], ...]:
    """What the variables were at the head, and what had been spent, where a round changes it."""
    now = dict(end.view)
    found = [(key, term) for key, term in start.view if key in now and now[key] != term]
    ghosts = [("cost", start.cost, end.cost), ("slack", start.slack, end.slack)]
    return (*found, *[((name, 0), before) for name, before, after in ghosts if before != after])


# ---- what the body does ----------------------------------------------------------------------


def assigned(statements: Sequence[core.Statement]) -> list[str]:
    """The variables that statements may change, each once."""
    found: dict[str, None] = {}
    for statement in statements:
        match statement:
            case core.Assign(target) | core.Sample(target) | core.Call(target):
                found[target] = None
            case core.If(_, then, otherwise):
                found.update(dict.fromkeys([*assigned(then), *assigned(otherwise)]))
            case core.While(body=body) | core.Joint(body=body):
                found.update(dict.fromkeys(assigned(body)))
            case _:
                pass
    return list(found)


def charges(statements: Sequence[core.Statement]) -> bool:
    """Whether something is drawn in these statements for which something may be charged."""
    return _some(statements, lambda one: isinstance(one, core.Sample | core.Call | core.Joint))


def slackens(context: Context, statements: Sequence[core.Statement], run: Run) -> bool:
    """Whether something is drawn in these statements for which some delta may be charged."""
    return _some(statements, lambda one: may_slacken(context, one, run))


def _some(statements: Sequence[core.Statement], test: Callable[[core.Statement], bool]) -> bool:
    """Whether one of the statements, or of those inside them, is such."""
    for statement in statements:
        if test(statement):
            return True
        match statement:
            case core.If(_, then, otherwise):
                if _some((*then, *otherwise), test):
                    return True
            case core.While(body=body):
                if _some(body, test):
                    return True
            case _:
                pass
    return False
