"""advanced-composition: many calls, each of them private, cost about the square root of their number.

Rule.
    all that is drawn is drawn by calls; each cites a claim: P satisfies dp(e, d) when ADJ, proved or assumed
    { ADJ && cost = 0 }  s  ~  s  { res{1} = res{2} && cost <= k }        in both directions
    e <= e0 and d <= d0 at every call, with e0 and d0 over public parameters;  0 < d' < 1
    e0*sqrt(2*k*ln(1/d')) + k*e0*(exp(e0) - 1) <= eps;  k*d0 + d' <= delta
    --------------------------------------------------------------------------------------- [advanced-composition]
    s satisfies dp(eps, delta) when ADJ composed advanced(k, d')

`cost` counts the calls. e0 and d0 are the largest budgets of the claims that are cited. Which program is called, on
what and how often may depend on earlier results. Equal arguments are not counted where that is needed, as by
`call-by-claim`.

Why. What is not drawn by calls is computed from the inputs and the results so far, which are equal in both runs; so
given these results the next one is drawn from one of two distributions that are (e0, d0)-close in both directions. Up
to k*d0 the loss of each call lies between -e0 and e0, with a mean of at most e0*(exp(e0) - 1), whatever came before;
by Azuma's inequality the sum of k of them exceeds eps with probability d' at most. Fewer than k calls are k of which
the last ones show nothing.

Pitfall. Hidden state. A threshold that is drawn once, and compared with by all calls, is coupled, but not equal in both
runs: given the results, the next call is then no private mechanism, and its losses are not those of its claim. So the
program must not draw by itself, a `joint` block or a call under `couple none` included. A claim in one direction: the
mean of the loss is small only if both ratios are bounded. Budgets that results decide: they need a bound that is fixed.

Reference. Dwork, Rothblum and Vadhan, FOCS 2010, theorem III.3.

Owes. `budget`, `composed-budget`, `not-supported`
"""

from collections.abc import Sequence

from prhl.logic.build import at_most, both, less, number, plus, quotient, times
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.logic.types import REAL
from prhl.records import dataclass
from prhl.rules.context import Context
from prhl.rules.numeric_facts import know_at_most
from prhl.rules.state import State
from prhl.rules.steady import resolved
from prhl.source import Span
from prhl.typed import core

ZERO, ONE = number(0), number(1)


@dataclass(frozen=True, slots=True)
class Use:
    """A call that is counted: what its claim says at the arguments, and the state before it."""

    claim: str
    place: Span
    budget: tuple[Term, Term]
    before: State


def refuse(context: Context, state: State, place: Span, what: str) -> None:
    """Owes that the place is unreachable: the theorem counts calls, and nothing else may draw."""
    if not context.reading.uses or context.broken:
        return
    message = f"advanced composition counts calls, and {what}: what the observer does not see of it is hidden state"
    hint = "let a program of its own draw it, and call that with `couple by CLAIM`"
    context.owe_unreachable(state, "not-supported", place, message, hint)


def used(context: Context, claim: core.TypedClaim, place: Span, budget: Sequence[Term], state: State) -> Term:
    """One more call; its budget is compared at the end."""
    epsilon, delta = (*budget, ZERO, ZERO)[:2]
    context.used.append(Use(claim.name, place, (epsilon, delta), state.copy()))
    return ONE


def owe_end(context: Context, claim: core.TypedClaim, state: State) -> None:
    """That the calls are as few as stated, and that the theorem gives the budget of the claim."""
    composed = claim.composed
    assert composed is not None
    place = composed.span
    uses, failure = state.formula(composed.uses), state.formula(composed.failure)
    message = "more calls may be made than `composed` states"
    hint = "an invariant that bounds `cost`, which counts calls here, or a larger number"
    context.owe(state, "budget", at_most(state.cost, uses), composed.uses.span, message, hint, claim.span, "claim")
    message, hint = "the failure probability may not lie between 0 and 1", "write a small number, such as 1e-6"
    between = both([less(ZERO, failure), less(failure, ONE)])
    context.owe(state, "composed-budget", between, composed.failure.span, message, hint, claim.span, "claim")
    message = "the number of calls may be negative"
    goal = at_most(ZERO, uses)
    context.owe(state, "composed-budget", goal, composed.uses.span, message, "add a `requires`", claim.span, "claim")
    worst = []
    for at, what in enumerate(("epsilon", "delta")):
        largest = _largest(context, at)
        _owe_below(context, at, what, largest)
        worst.append(largest)
    rare = Apply("ln", (quotient(ONE, failure),), REAL)
    root = Apply("sqrt", (times(times(number(2), uses), rare),), REAL)
    drift = times(times(uses, worst[0]), plus(Apply("exp", (worst[0],), REAL), ONE, -1))
    epsilon, delta = (*[state.formula(part) for part in claim.budget], ZERO)[:2]
    _owe_within(context, claim, state, plus(times(worst[0], root), drift), epsilon, "epsilon", place)
    _owe_within(context, claim, state, plus(times(uses, worst[1]), failure), delta, "delta", place)


def _owe_within(
    context: Context, claim: core.TypedClaim, state: State, amount: Term, budget: Term, what: str, place: Span
) -> None:
    """Numbers are compared exactly; the rest is up to the solver."""
    know_at_most(state, amount, budget)
    formula = "e0*sqrt(2*k*ln(1/d')) + k*e0*(exp(e0) - 1)" if what == "epsilon" else "k*d0 + d'"
    message = f"the {what} of the claim may be less than {formula}, which the calls add up to"
    hint = f"a larger {what}, fewer calls, or calls at a smaller budget"
    context.owe(state, "composed-budget", at_most(amount, budget), place, message, hint, claim.span, "claim")


def _largest(context: Context, at: int) -> Term:
    """The largest of the budgets of the calls, if there is one that is a term over public parameters."""
    found = [resolved(use.budget[at], use.before.facts, _is_input) for use in context.used]
    public = [term for term in dict.fromkeys(found) if _is_public(term)]
    for term in public:
        if all([context.ask(use.before.facts, at_most(use.budget[at], term)) for use in context.used]):
            return term
    return public[0] if public else ZERO


def _is_public(term: Term) -> bool:
    """Fixed before anything is drawn, and the same in both runs."""
    return all([part.run == 0 and _is_input(part) for part in subterms(term) if isinstance(part, Variable)])


def _is_input(variable: Variable) -> bool:
    return "@" not in variable.name


def _owe_below(context: Context, at: int, what: str, largest: Term) -> None:
    for use in context.used:
        message = f"the {what} of `{use.claim}` at this call may be larger than any that is fixed before"
        hint = "call it with a budget made of constants and public parameters"
        goal = at_most(use.budget[at], largest)
        context.owe(use.before, "composed-budget", goal, use.place, message, hint, blames="program", keep=False)
