"""Numbers that are compared exactly, before the solver is asked."""

from prhl.couplings.known_numbers import Known
from prhl.logic.build import at_most
from prhl.logic.terms import Term
from prhl.rules.state import State


def know_at_most(state: State, amount: Term, budget: Term) -> None:
    """That the amount is within the budget is known, if both are numbers and that is so."""
    known = Known([fact.formula for fact in state.facts])
    left, right = known.value(amount), known.value(budget)
    try:
        if left is not None and right is not None and left <= right:
            state.know(at_most(amount, budget))
    except ArithmeticError:  # not decided by exact numbers
        pass
