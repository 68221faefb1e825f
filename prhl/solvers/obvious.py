"""Questions that need no solver: constants decide them, or what is asked stands among the facts."""

from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term
from prhl.solvers.query import Answer, Query


def obvious(query: Query) -> Answer | None:
    """The answer, or None where a solver must be asked."""
    if _plain(query.goal) or query.goal in query.facts:
        return Answer("valid")
    if constant(query.goal) is False and all([constant(fact) is True for fact in query.facts]):
        return Answer("invalid")  # from what is always true nothing false follows
    return None


def _plain(goal: Term) -> bool:
    """Whether the goal is true whatever its names stand for."""
    if constant(goal) is True:
        return True
    return isinstance(goal, Apply) and goal.operator == "eq" and goal.arguments[0] == goal.arguments[1]
