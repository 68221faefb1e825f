"""A claim that follows from others by a theorem: what the theorem asks for, as obligations."""

from prhl.proof.claim_formulas import Prepared
from prhl.rules.call import Citations
from prhl.rules.context import Context
from prhl.rules.following import chain, conversions, groups, sampling
from prhl.rules.following.base import Case
from prhl.rules.state import State
from prhl.rules.trace import Step
from prhl.typed import core


def theorem(context: Context, prepared: Prepared, citations: Citations, state: State) -> str:
    """The obligations of the theorem, which are handed to the context, and its name in the list of rules."""
    claim, following = prepared.claim, prepared.claim.following
    assert following is not None
    before, first = state.copy(), len(context.obligations)
    if isinstance(following, core.Chain):
        name = "chain"
        chain.chained(context, claim, (prepared.left, prepared.right), citations, state)
    else:
        name = _apply(Case(context, state, claim, prepared.left, citations[following.claim]))
    if context.trace is not None:
        owed = tuple(context.obligations[first:])
        context.trace.steps.append(Step(name, following.span, 0, 0, "", before, state.copy(), owed))
    return name


def _apply(case: Case) -> str:
    name = _name(case)
    if case.cited.standing == "open":
        message = (
            f"the claim `{case.cited.claim.name}`, from which this one is to follow, is neither proved nor assumed"
        )
        case.context.lack(case.state, "cited-claim", case.place, message, "prove it first, or mark it `assume`")
        return name
    if case.following.steps is not None:
        groups.group(case)
    elif case.following.rate is not None:
        sampling.sampled(case)
    else:
        conversions.weaker(case)
    return name


def _name(case: Case) -> str:
    if case.following.steps is not None:
        return "group-privacy"
    return "secret-sample" if case.following.rate is not None else conversions.theorem_of(case)
