"""What a claim owes where both runs have ended.

By the master theorem it is enough that at the end, wherever run 1 counts, run 2 counts as much and the cost is within
the budget. For equality every run counts; one output at a time only those of run 1 that end in it.
PITFALL: one output at a time is for countable outputs, with delta 0, and the output of run 2 must be that same one.
"""

from prhl.logic.build import at_most, equal
from prhl.logic.sets import member
from prhl.logic.terms import Term, Variable, conjuncts, variables
from prhl.proof.claims import Prepared, region
from prhl.rules.context import Context
from prhl.rules.state import Fact, State
from prhl.source import Span


def finish(context: Context, prepared: Prepared, state: State, before: State) -> None:
    """`before` is the state at the inputs, with what is known there."""
    for run, program in ((1, prepared.left), (2, prepared.right)):
        if program.result is not None:
            state.values["res", run] = context.evaluate(state, program.result, run)  # type: ignore[index, arg-type]
    if prepared.output is not None:
        _one_output(context, prepared, state, before)
    elif prepared.post is not None:
        for part in conjuncts(prepared.post):
            message = "the postcondition may be false at the end"
            hint = "strengthen the invariants, or change a coupling"
            goal = state.formula(part)
            context.owe(state, "postcondition", goal, part.span, message, hint, prepared.claim.span, "claim")
        _within_budget(context, prepared, state)
    else:
        _equal_results(context, prepared, state)
        _within_budget(context, prepared, state)


def _result_place(prepared: Prepared) -> Span:
    return prepared.claim.span if prepared.left.result is None else prepared.left.result.span


def _equal_results(context: Context, prepared: Prepared, state: State) -> None:
    if ("res", 1) not in state.values:
        return
    message = "the two runs may return different values"
    hint = "the couplings and invariants must make the results equal; or go by one output at a time, `pointwise o`"
    goal = equal(state.values["res", 1], state.values["res", 2])
    context.owe(state, "results-equal", goal, _result_place(prepared), message, hint, prepared.claim.span, "claim")


def _within_budget(context: Context, prepared: Prepared, state: State) -> None:
    epsilon = state.formula(prepared.budget[0])
    place = prepared.budget[0].span if prepared.claim.budget else prepared.claim.span
    message = "more may be spent than the budget of the claim"
    hint = "an invariant that bounds `cost` more tightly, cheaper couplings, or a larger budget"
    context.owe(state, "budget", at_most(state.cost, epsilon), place, message, hint, prepared.claim.span, "claim")


def _one_output(context: Context, prepared: Prepared, state: State, before: State) -> None:
    output, claim = prepared.output, prepared.claim
    assert output is not None
    assert claim.pointwise is not None
    place = claim.pointwise.span
    values = state.values
    first, second = values.get(("res", 1)), values.get(("res", 2))
    if prepared.equals is not None:
        first = context.evaluate(state, prepared.equals[0], 1)
        second = context.evaluate(state, prepared.equals[1], 2)
    assert first is not None
    assert second is not None
    domain = region(prepared, state)
    if domain is not None:
        inside = state.copy()
        restricted = Fact(member(output, domain), place, "region")
        inside.facts = tuple([fact for fact in state.facts if fact != restricted])
        message = "the output may lie outside of the stated region"
        goal = member(first, domain)
        context.owe(inside, "output-region", goal, place, message, "widen the region", _result_place(prepared))
    end = state.copy()
    end.know(equal(first, output), place, "pointwise")
    message = "run 2 may end with another output than run 1"
    hint = "the couplings and invariants must see to it that run 2 ends in o whenever run 1 does"
    context.owe(end, "output-equal", equal(second, output), place, message, hint, _result_place(prepared), "claim")
    if prepared.equals is not None:
        _equal_results(context, prepared, end)
    if end.alike is not None and context.reading.compares_leaks:
        message = "the two runs may leak different values"
        hint = "what is leaked must be equal in both runs, where run 1 ends in o"
        context.owe(end, "leaks-equal", end.alike, place, message, hint, prepared.left.span, "claim")
    _within_budget(context, prepared, end)
    if prepared.post is not None:
        _on_equal_results(context, prepared, before)


def _on_equal_results(context: Context, prepared: Prepared, before: State) -> None:
    """One output at a time relates equal results; the postcondition must follow from that, for every value."""
    post = prepared.post
    assert post is not None
    others = {name for name, run in variables(post) if run != 0 and name != "res"}
    if others:
        message = f"under `pointwise` a postcondition speaks of the results alone, not of `{sorted(others)[0]}`"
        context.lack(before, "not-supported", post.span, message)
        return
    state = before.copy()
    result: Variable = context.names.fresh("res", 1, prepared.left.result.type)  # type: ignore[union-attr]
    state.values["res", 1] = state.values["res", 2] = result
    for part in conjuncts(post):
        message = "equal results may not meet the postcondition"
        goal: Term = state.formula(part)
        context.owe(state, "postcondition", goal, part.span, message, "", prepared.claim.span, "claim")
