"""A call coupled by a claim about the program that is called.

Owed: that claim is proved or assumed; the callee's `requires` hold of the arguments in both runs; public arguments are
equal; the arguments are related as the claim asks (or the other way round, for a privacy claim, which speaks for both
directions). Charged: the claim's epsilon at these arguments. Known: the results are equal, or related by its POST.
Why: the claim says that the two distributions of what the callee shows are that close, so the call is one lifted
sampling, whose price is fixed before it.
PITFALL: leaks of the callee are the caller's, and a quadruple says nothing of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from prhl.logic.build import FALSE, either, equal, plus, widen
from prhl.logic.constants import constant
from prhl.logic.relations import unfold
from prhl.logic.substitution import substitute
from prhl.logic.terms import Ghost, Logical, Quantified, Term, Variable, conjuncts, variables
from prhl.rules.context import Context
from prhl.rules.state import Run, State
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class Citation:
    """A claim that a call may rest on."""

    claim: core.TypedClaim
    callee: core.TypedProgram
    standing: Literal["proved", "assumed", "open"]


Citations = Mapping[str, Citation]


def paired(context: Context, left: core.Call, right: core.Call, state: State) -> State:
    said = [a.couple for a in context.annotations(left.site, right.site) if a.couple is not None]
    couple = said[0] if said else None
    if isinstance(couple, core.CoupleNone):
        message = "there is no rule yet for a call that the two runs make independently"
        context.lack(state, "not-supported", left.span, message, "write `couple by CLAIM`")
        return _arbitrary(context, left, right, state)
    if not isinstance(couple, core.CoupleBy) or left.program != right.program or len(said) > 1:
        message = f"there is no coupling for this call of `{left.program}`"
        context.lack(state, "missing-coupling", left.span, message, "write `couple by CLAIM`, a claim about the callee")
        return _arbitrary(context, left, right, state)
    cited = context.citations[couple.claim]
    if not _usable(context, cited, left, couple, state):
        return _arbitrary(context, left, right, state)
    arguments = {run: _arguments(context, node, cited.callee, run, state) for run, node in ((1, left), (2, right))}
    _owe_all(context, cited, left, couple, arguments, state)
    state.cost = context.names.define(state, ("cost", 1), plus(state.cost, _put(cited.claim.budget[0], arguments)))
    return _known(context, cited, left, right, arguments, state)


Arguments = dict[int, dict[str, Term]]


def _usable(context: Context, cited: Citation, node: core.Call, couple: core.CoupleBy, state: State) -> bool:
    claim = cited.claim
    if cited.standing == "open":
        message = f"the claim `{claim.name}`, which this call rests on, is neither proved nor assumed"
        context.lack(state, "cited-claim", couple.span, message, "prove it first, or mark it `assume`")
        return False
    exact_or_dp = claim.notion in ("dp", None)
    no_delta = len(claim.budget) < 2 or constant(claim.budget[1]) == 0
    if claim.notion == "noninterference" or (claim.post is not None and not claim.budget):
        message = f"`{claim.name}` has no budget; there is no rule yet that cites such a claim"
    elif not exact_or_dp or not no_delta:
        message = f"there is no rule yet that cites a claim such as `{claim.name}`, with a delta or in another currency"
    elif claim.post is not None and context.reading.terminating:
        message = f"`{claim.name}` does not say that `{cited.callee.name}` ends with probability 1"
    else:
        return True
    context.lack(state, "not-supported", node.span, message, "cite a claim `P satisfies dp(eps) when ...`")
    return False


def _arguments(context: Context, node: core.Call, callee: core.TypedProgram, run: int, state: State) -> dict[str, Term]:
    out: dict[str, Term] = {}
    for parameter, given in zip(callee.parameters, node.arguments, strict=True):
        value = context.evaluate(state, given, run)  # type: ignore[arg-type]  # 1 or 2
        out[parameter.name] = context.names.define(
            state,
            (parameter.name, run),  # type: ignore[arg-type]
            widen(value, parameter.type),
        )
    return out


def _put(term: Term, arguments: Arguments, run: int = 1) -> Term:
    """A term over the callee's parameters at the arguments; what carries no mark is read in one run."""

    def leaf(given: Variable | Logical | Ghost) -> Term | None:
        if isinstance(given, Variable):
            return arguments[given.run or run].get(given.name)
        return None

    return substitute(unfold(term), leaf)


def _owe_all(
    context: Context, cited: Citation, node: core.Call, couple: core.CoupleBy, arguments: Arguments, state: State
) -> None:
    claim, callee = cited.claim, cited.callee
    for run in (1, 2):
        for formula in callee.requires:
            for part in conjuncts(formula):
                message = f"an argument of run {run} may break what `{callee.name}` requires"
                goal = _put(part, arguments, run)
                context.owe(state, "callee-requires", goal, node.span, message, "", part.span, "program")
    if claim.post is None:
        for parameter in callee.parameters:
            if not parameter.private:
                message = f"the public argument `{parameter.name}` may differ between the two runs"
                goal = equal(arguments[1][parameter.name], arguments[2][parameter.name])
                hint = "a public argument must be equal in both runs: computed from equal values"
                context.owe(state, "same-arguments", goal, node.span, message, hint, parameter.span)
    relation = claim.relation
    if claim.relation_names:
        relation = Quantified("exists", claim.relation_names, relation, relation.span)
    ways = [_put(relation, arguments)]
    if claim.post is None:
        ways.append(_put(relation, {1: arguments[2], 2: arguments[1]}))
    message = f"the arguments may not be related as `{claim.name}` asks"
    context.owe(state, "callee-relation", either(ways), couple.span, message, "", relation.span)
    if callee.leaks and claim.post is not None and context.reading.compares_leaks:
        message = f"`{callee.name}` leaks, and a quadruple says nothing of its leaks"
        context.owe(state, "leaks-equal", FALSE, node.span, message, "cite a claim `P satisfies ...`")


def _known(
    context: Context, cited: Citation, left: core.Call, right: core.Call, arguments: Arguments, state: State
) -> State:
    type_ = cited.callee.result_type
    assert type_ is not None
    first = context.names.fresh(left.target, 1, type_)
    post = cited.claim.post
    second = first if post is None else context.names.fresh(right.target, 2, type_)
    if post is not None:
        results = {1: {**arguments[1], "res": first}, 2: {**arguments[2], "res": second}}
        for part in conjuncts(post):
            if {name for name, _ in variables(part)} <= {"res", *arguments[1]}:
                state.know(_put(part, results))
    context.assign(state, left.target, 1, first)
    context.assign(state, right.target, 2, second)
    return state


def _arbitrary(context: Context, left: core.Call, right: core.Call, state: State) -> State:
    run: Run
    for run, node in ((1, left), (2, right)):
        state.values[node.target, run] = context.names.fresh(node.target, run, context.program(run).types[node.target])
    return state
