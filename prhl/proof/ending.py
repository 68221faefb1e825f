"""What a claim owes where both runs have ended.

By the master theorem it is enough that at the end, wherever run 1 counts, run 2 counts as much and the cost is within
the budget. For equality every run counts; one output at a time only those of run 1 that end in it.

equal-results: the two runs end with the same result, within the budget.

Rule.
    { ADJ && cost = 0 }  s  ~  s  { res{1} = res{2} && cost <= eps }        in both directions
    ------------------------------------------------------------------------------------------ [equal-results]
    s satisfies dp(eps) when ADJ

Why. For an event S count the runs whose result lies in S. If run 1 counts, so does run 2, since its result is the same;
the theorem then gives `Pr1[S] <= exp(eps) * Pr2[S]`, for every S.

Pitfall. One direction is not enough. A program that returns 0 on one input and a fair bit on the other satisfies the
inequality with `ln(2)` from the first to the second; from the second to the first no epsilon will do. If the relation
is not its own mirror image, both directions are walked, each with the same annotations.

Reference. Barthe, Gaboardi, Gregoire, Hsu and Strub, LICS 2016: equality of results under an approximate lifting is
differential privacy.

Owes. `results-equal`, `budget`

one-output: the claim is proved for one output at a time, and the proof may depend on it.

Rule.
    the results are countably many; for every o, in both directions:
    { ADJ && cost = 0 }  s  ~  s  { res{1} = o ==> res{2} = o && cost <= eps }
    -------------------------------------------------------------------------- [one-output]
    s satisfies dp(eps) when ADJ

With `pointwise o in S` it is also owed that S is not empty and that the result of run 1 lies in S, without assuming
that `o` does. With `pointwise o = e` the final values of `e` take the place of the results, and for runs with
`e{1} = o` everything that is observed must be equal too. Leaks are compared where run 1 ends in `o`.

Why. Count the runs that end in `o`. The theorem gives `Pr1[o] <= exp(eps) * Pr2[o]` for each `o`; add up over the
outputs in S.

Pitfall. Outputs that cannot be added up. Let run 1 return `u/2` and run 2 return `u`, where `u` is uniform between 0
and 1. For each `o` a rotation of the draws sends `2*o` to `o`, for nothing; but events below 1/2 are twice as likely in
run 1. So the type of `o` has no reals in it. And deltas would add up: k outputs with a delta of 1/k each make 1, so
here the delta is 0.

Reference. Barthe, Gaboardi, Gregoire, Hsu and Strub, LICS 2016, the rule for pointwise equality; Albarghouthi and Hsu,
POPL 2018.

Owes. `output-equal`, `output-region`, `results-equal`, `leaks-equal`, `budget`

related-ends: the two runs of a quadruple end in related memories.

Rule.
    { PRE && cost = 0 }  s1  ~  s2  { POST && cost <= eps }
    ------------------------------------------------------- [related-ends]
    s1 ~ s2 : PRE ==> POST within (eps)

Without `within` the budget is 0 and run 1 ends with probability 1. Under `pointwise` the postcondition must follow from
equal results alone.

Why. For a set S of results of run 1 count in run 2 whatever POST relates to something in S. At budget 0, and with no
mass lost, the inequality for all S is the existence of a coupling, by Strassen's theorem.

Pitfall. It speaks for the direction from run 1 to run 2 only, and nothing is equal except by PRE, public parameters
included. Under `pointwise`, a postcondition over other variables than the results: equal results say nothing of those.

Reference. Strassen, Annals of Mathematical Statistics 1965; Barthe, Gregoire and Zanella Beguelin, POPL 2009.

Owes. `postcondition`, `budget`, `not-supported`
"""

from prhl.logic.build import at_most, equal
from prhl.logic.sets import member
from prhl.logic.terms import Term, Variable, conjuncts, variables
from prhl.logic.types import is_countable
from prhl.proof.claim_formulas import Prepared, region
from prhl.rules import advanced
from prhl.rules.context import Context
from prhl.rules.state import Fact, State
from prhl.source import Span

HINTS = {
    (True, True): "strengthen the invariants, or change a coupling",
    (True, False): "strengthen the invariants",
    (False, True): "change a coupling",
    (False, False): "nothing is drawn and there is no loop: look at the claim",
}


def _kinds(prepared: Prepared) -> tuple[bool, bool]:
    """Whether there are loops, and whether there are draws."""
    kinds = {site.kind for program in (prepared.left, prepared.right) for site in program.sites}
    return "loop" in kinds, bool(kinds & {"sample", "call", "joint"})


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
            hint = HINTS[kinds := _kinds(prepared)]
            if kinds[1] and prepared.left is not prepared.right:
                hint += "; draws of the two programs go together where they have the same label"
            goal = state.formula(part)
            context.owe(state, "postcondition", goal, part.span, message, hint, prepared.claim.span, "claim")
        _within_budget(context, prepared, state)
    else:
        _equal_results(context, prepared, state)
        if prepared.claim.composed is not None:
            advanced.owe_end(context, prepared.claim, state)
        else:
            _within_budget(context, prepared, state)


def _result_place(prepared: Prepared) -> Span:
    return prepared.claim.span if prepared.left.result is None else prepared.left.result.span


def _equal_results(context: Context, prepared: Prepared, state: State) -> None:
    if ("res", 1) not in state.values:
        return
    message = "the two runs may return different values"
    hint = "the couplings must cancel what differs between the runs, and invariants carry that through loops"
    if prepared.left.result_type is not None and is_countable(prepared.left.result_type):
        hint += "; or go by one output at a time, `pointwise o`"
    goal = equal(state.values["res", 1], state.values["res", 2])
    context.owe(state, "results-equal", goal, _result_place(prepared), message, hint, prepared.claim.span, "claim")


def _within_budget(context: Context, prepared: Prepared, state: State) -> None:
    epsilon = state.formula(prepared.budget[0])
    place = prepared.budget[0].span if prepared.claim.budget else prepared.claim.span
    message = "more may be spent than the budget of the claim"
    hint = "cheaper couplings, a larger budget, or a relation that brings the inputs closer together"
    heads = [fact.formula for fact in state.facts if fact.given == "invariant"]
    if any([name.startswith("cost@") for formula in heads for name, _ in variables(formula)]):
        hint = f"an invariant that bounds `cost` more tightly, {hint}"
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
