"""Leaks and assertions.

leak: what is shown must be the same in both runs.

Rule.
    P ==> e{1} = e{2}
    ---------------------------------- [leak]
    { P }  leak e  ~[0]  leak e  { P }

With `pointwise o` only runs of this output count, so outside of loops the equality is remembered and owed at the end.
Where the claim compares no leaks, as in a quadruple, nothing is owed but that `e` has a value.

Why. An observer sees all leaks, in order, and the result. Equal leaks step by step make equal lists of leaks.

Pitfall. A run that leaks while the other waits shows something that the other does not: `if (x) { leak 1; }` leaks `x`,
though every value that is ever leaked is 1. So a leak of one run alone is refused, unless it cannot be reached.

Reference. The observations of Barthe, Gregoire and Laporte, CSF 2018, who treat leakage traces in this way.

Owes. `leaks-equal`

assert-cut: what is asserted is shown here, and known from here on.

Rule.
    P ==> F
    ------------------------------------------- [assert-cut]
    { P }  assert F  ~[0]  assert F  { P && F }

Why. It is a cut of the proof: nothing is assumed that was not shown, and the program does nothing.

Pitfall. The formula speaks of both runs. Where only one run can come, `x{1} = x{2}` would be read in a memory that the
other run has left or not yet reached; so there it is owed that the place is unreachable.

Reference. Floyd, 1967; over two runs: Benton, POPL 2004.

Owes. `assertion`
"""

from prhl.logic.build import FALSE, both, equal
from prhl.logic.terms import conjuncts
from prhl.rules.context import Context
from prhl.rules.state import Run, State
from prhl.typed import core


def leak_paired(context: Context, left: core.Leak, right: core.Leak, state: State) -> State:
    first, second = context.evaluate(state, left.value, 1), context.evaluate(state, right.value, 2)
    if not context.reading.compares_leaks:
        return state
    same = equal(first, second) if first.type == second.type else FALSE
    if state.alike is not None and not context.reading.inside_loop:
        state.alike = context.names.define(state, ("leaks", 1), both([state.alike, same]))
        return state
    hint = "what is leaked must be equal in both runs; couple the noise in it, or leak it after noise"
    message = "the two runs may leak different values here"
    context.owe(state, "leaks-equal", same, left.value.span, message, hint, blames="program")
    return state


def leak_alone(context: Context, node: core.Leak, run: Run, state: State) -> State:
    context.evaluate(state, node.value, run)
    if context.reading.compares_leaks:
        message = "one run may leak here while the other does not"
        hint = "both runs must take the same branch where one of them leaks"
        context.owe(state, "leaks-equal", FALSE, node.value.span, message, hint, blames="program")
    return state


def assertion_paired(context: Context, left: core.Assert, right: core.Assert, state: State) -> State:
    for said in context.annotations(left.site, right.site):
        if said.formula is None:
            return assertion_alone(context, left, state)
        for part in conjuncts(said.formula):
            message = "this assertion may be false here"
            hint = "strengthen what is known before it: an invariant, an earlier assertion, `requires`"
            context.owe(state, "assertion", state.formula(part), part.span, message, hint)
    return state


def assertion_alone(context: Context, node: core.Assert, state: State) -> State:
    message = "only one of the two runs may come to this assertion"
    context.owe(state, "assertion", FALSE, node.span, message, "assert it where both runs come")
    return state
