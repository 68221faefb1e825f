"""chain: two claims that meet in a program between two others lead from one of these to the other.

Rule.
    Q1 says: A ~ B : P1 ==> POST1 within (e1, d1), Q2 says: B ~ C : P2 ==> POST2 within (e2, d2); both proved or assumed
    PRE(a, c) ==> m exists: every expression after `via` has a value, and the lengths are those of B's types
    PRE(a, c) ==> what B requires of m, P1(a, m) and P2(m, c)
    PRE(a, c) ==> e1, d1 at (a, m) and e2, d2 at (m, c) exist and are not negative
    PRE(a, c) ==> e1 + e2 <= e  and  d1 + exp(e1) * d2 <= d
    for all final states x, y, z:  POST1(x, y) && POST2(y, z)  ==>  POST(x, z)
    ----------------------------------------------------------------------------------------------------------- [chain]
    A ~ C : PRE ==> POST within (e, d) from Q1, Q2 via (m)

If neither has `within`, this claim need not have it. Without `within` a claim may be read from run 2 to run 1, so that
Q1 may also be about `B ~ A`, and Q2 about `C ~ B`. A claim `P satisfies dp(e, d) when ADJ` is read as `P ~ P`, with ADJ
in one order or the other, equal public inputs, and equal results; `noninterference` is one without `within`.

Why. For every set S of final states of A, `Pr_A[S] <= exp(e1) * Pr_B[POST1(S)] + d1`, and the same for B and C. Put
together, `Pr_A[S] <= exp(e1 + e2) * Pr_C[POST2(POST1(S))] + d1 + exp(e1) * d2`, and POST2(POST1(S)) is within POST(S).
Without `within` these are couplings, and two couplings with a common marginal have one of all three.

Pitfall. `within (0, 0)` is no coupling: `while (true) { skip; } return 0;` is related so to `return 0;`, and the masses
are 0 and 1. To add deltas as they are: Flip(1/2), Flip(1/4) and `false` are within (ln(2), 0) and (0, 1/4), and the
first and the last need the delta 1/2 at ln(2). Inputs m that B does not take: there Q1 and Q2 say nothing. A variable
of B taken for one of A or of C. A claim that rests on itself.

Reference. Game hopping: Shoup, IACR ePrint 2004/332; Bellare and Rogaway, EUROCRYPT 2006; transitivity: Barthe,
Gregoire and Zanella Beguelin, POPL 2009; composition of liftings: Barthe, Koepf, Olmedo and Zanella Beguelin, POPL
2012.

Owes. `from-relation`, `from-budget`, `cited-claim`, `callee-requires`, `length-mismatch`, `same-arguments`,
`budget-negative`, `postcondition`, `not-supported`
"""

from collections.abc import Mapping

from prhl.logic.build import at_most, equal, number, plus, times, widen
from prhl.logic.constants import constant
from prhl.logic.definedness import needs
from prhl.logic.terms import Apply, Term, Variable, conjuncts
from prhl.logic.types import REAL
from prhl.records import dataclass
from prhl.rules.call import Citation
from prhl.rules.context import Context
from prhl.rules.following.base import ZERO, put, related
from prhl.rules.lengths import by_type
from prhl.rules.numeric_facts import know_at_most
from prhl.rules.state import Run, State
from prhl.typed import core

Values = Mapping[str, Term]


@dataclass(frozen=True, slots=True)
class End:
    """A program of the chain, with its inputs and a name for everything that it may end with."""

    program: core.TypedProgram
    inputs: Values
    final: Values


@dataclass(frozen=True, slots=True)
class Hop:
    """One of the two claims, at the inputs of its two programs."""

    cited: Citation
    left: End
    right: End

    @property
    def inputs(self) -> dict[int, Values]:
        return {1: self.left.inputs, 2: self.right.inputs}

    @property
    def budget(self) -> tuple[Term, Term]:
        """Its epsilon and its delta, there."""
        budget = [put(part, self.inputs) for part in self.cited.claim.budget]
        epsilon, delta = (*budget, ZERO, ZERO)[:2]
        return epsilon, delta

    def relation(self) -> Term:
        """That the claim speaks of these inputs; a quadruple in its own order, any other in both."""
        return related(self.cited.claim, {}, self.inputs, both_orders=self.cited.claim.post is None)

    def post(self) -> list[Term]:
        """What is known of the final states."""
        if self.cited.claim.post is None:
            ends = [one.final.get("res") for one in (self.left, self.right)]
            return [] if ends[0] is None or ends[1] is None else [equal(ends[0], ends[1])]
        finals = {1: self.left.final, 2: self.right.final}
        return [put(part, finals) for part in conjuncts(self.cited.claim.post)]


def chained(
    context: Context,
    claim: core.TypedClaim,
    ends: tuple[core.TypedProgram, core.TypedProgram],
    citations: Mapping[str, Citation],
    state: State,
) -> None:
    """What the chain owes, at the inputs of both runs."""
    chain = claim.following
    assert isinstance(chain, core.Chain)
    cited = [_directed(context, chain, at, citations[name], state) for at, name in enumerate(chain.claims)]
    if cited[0] is None or cited[1] is None:
        return
    left, right = [
        _end(context, program, 1 if at == 0 else 2, _given(program, at + 1, state)) for at, program in enumerate(ends)
    ]
    between = _between(context, chain, cited[0].right, state)
    hops = Hop(cited[0], left, between), Hop(cited[1], between, right)
    for hop in hops:
        _owe_hop(context, chain, hop, state)
    _owe_numbers(context, claim, chain, hops, state)
    _owe_post(context, claim, hops, state)


def _directed(context: Context, chain: core.Chain, at: int, cited: Citation, state: State) -> Citation | None:
    """A claim as the chain reads it, if it may rest on it."""
    name = cited.claim.name
    if cited.standing == "open":
        message = f"the claim `{name}`, from which this one is to follow, is neither proved nor assumed"
        context.lack(state, "cited-claim", chain.span, message, "prove it first, or mark it `assume`")
        return None
    if not chain.mirrored[at]:
        return cited
    if cited.exact:
        return cited.mirrored
    message = f"`{name}` has `within`, which speaks of the direction from its run 1 to its run 2 only"
    context.lack(
        state, "not-supported", chain.span, message, "cite a claim for this direction, or one without `within`"
    )
    return None


# ---- the three programs ----------------------------------------------------------------------


def _given(program: core.TypedProgram, run: int, state: State) -> Values:
    return {p.name: state.values[p.name, 1 if run == 1 else 2] for p in program.parameters}


def _end(context: Context, program: core.TypedProgram, run: Run, inputs: Values) -> End:
    """Parameters stay as they are; of locals and the result anything may have become."""
    types = {name: type_ for name, type_ in program.locals.items() if name in program.assigned}
    if program.result_type is not None:
        types["res"] = program.result_type
    return End(program, inputs, {**{name: context.names.fresh(name, run, types[name]) for name in types}, **inputs})


def _between(context: Context, chain: core.Chain, program: core.TypedProgram, state: State) -> End:
    """The program in the middle at the inputs that are stated; that they exist, and that it takes them, is owed."""
    given, values = dict(chain.via), {}
    for parameter in program.parameters:
        value = state.formula(given[parameter.name])
        for need in needs(value):
            message = f"the input `{parameter.name}` of `{program.name}` may not exist: {need.message}"
            context.owe(state, need.code, need.formula, chain.span, message, "add a `requires`", blames="claim")
        values[parameter.name] = context.names.define(state, (parameter.name, 1), widen(value, parameter.type))
    inputs = {1: values, 2: values}
    for formula in program.requires:
        for part in conjuncts(formula):
            message = f"an input of `{program.name}`, in the middle, may break what it requires"
            hint = "state other inputs after `via`, or claim it of fewer inputs"
            context.owe(state, "callee-requires", put(part, inputs), chain.span, message, hint, part.span, "claim")
    for parameter in program.parameters:
        for part in by_type(Variable(parameter.name, 1, parameter.type), parameter.type, 1):
            message = f"`{parameter.name}` of `{program.name}`, in the middle, may have another length"
            hint = "the lengths must be those of its type, at these inputs"
            context.owe(state, "length-mismatch", put(part, inputs), chain.span, message, hint, parameter.span, "claim")
    return _end(context, program, 1, values)


# ---- what is owed ----------------------------------------------------------------------------


def _owe_hop(context: Context, chain: core.Chain, hop: Hop, state: State) -> None:
    """The claim speaks of these inputs, and its budget exists there."""
    claim = hop.cited.claim
    if claim.post is None:
        for parameter in hop.cited.callee.parameters:
            if not parameter.private:
                message = f"the public input `{parameter.name}` of `{hop.cited.callee.name}` may differ"
                goal = equal(hop.inputs[1][parameter.name], hop.inputs[2][parameter.name])
                hint = f"`{claim.name}` speaks of equal public inputs only"
                context.owe(state, "same-arguments", goal, chain.span, message, hint, parameter.span, "claim")
    message = f"the inputs may not be related as `{claim.name}` asks"
    hint = "state other inputs after `via`, or claim it of fewer inputs"
    context.owe(state, "from-relation", hop.relation(), chain.span, message, hint, claim.relation.span, "claim")
    for amount in hop.budget:
        for need in needs(amount):
            message = f"the budget of `{claim.name}` may not exist: {need.message}"
            context.owe(state, need.code, need.formula, chain.span, message, "add a `requires`", blames="claim")
        message = f"the budget of `{claim.name}` may be negative at these inputs"
        context.owe(state, "budget-negative", at_most(ZERO, amount), chain.span, message, "", claim.span, "claim")


def _owe_numbers(
    context: Context, claim: core.TypedClaim, chain: core.Chain, hops: tuple[Hop, Hop], state: State
) -> None:
    """Epsilons add up, and the second delta grows by the first epsilon."""
    inexact = next((hop.cited.claim.name for hop in hops if not hop.cited.exact), None)
    if inexact is None:
        return
    if not claim.budget:
        message = f"`{inexact}` has a budget, so that this claim needs one: a budget of 0 is no coupling, either"
        context.lack(state, "from-budget", chain.span, message, "add `within (eps, delta)` to this claim")
        return
    (epsilon, delta), (second, late) = hops[0].budget, hops[1].budget
    grown = late if constant(epsilon) == 0 or constant(late) == 0 else times(Apply("exp", (epsilon,), REAL), late)
    most = [state.formula(part) for part in (*claim.budget, number(0))[:2]]
    shown = f"`{hops[0].cited.claim.name}` and `{hops[1].cited.claim.name}`"
    for amount, bound, message in (
        (plus(epsilon, second), most[0], f"epsilon may be less than those of {shown} together"),
        (plus(delta, grown), most[1], f"delta may be less than d1 + exp(e1)*d2, with those of {shown}"),
    ):
        know_at_most(state, amount, bound)
        context.owe(state, "from-budget", at_most(amount, bound), chain.span, message, "", claim.span, "claim")


def _owe_post(context: Context, claim: core.TypedClaim, hops: tuple[Hop, Hop], state: State) -> None:
    """What both claims say of the three final states leads to what this one says of two."""
    assert claim.post is not None
    here = state.copy()
    for hop in hops:
        for part in hop.post():
            here.know(part)
    finals = {1: hops[0].left.final, 2: hops[1].right.final}
    for run, values in ((1, finals[1]), (2, finals[2])):
        here.values.update({(name, run): value for name, value in values.items()})  # type: ignore[misc]  # 1 or 2
    for part in conjuncts(claim.post):
        message = "the postcondition may be false, though both claims hold"
        hint = "it has to follow from the two postconditions, for all final states in the middle"
        context.owe(here, "postcondition", put(part, finals), part.span, message, hint, claim.span, "claim")
