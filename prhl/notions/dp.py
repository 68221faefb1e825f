"""dp(eps, delta): differential privacy, pure if delta is 0 or not given."""

from collections.abc import Iterable, Sequence

from prhl.logic.build import at_most, number
from prhl.logic.constants import refuted
from prhl.logic.terms import Term
from prhl.notions.base import ZERO, Notion, WrongBudget


class Dp(Notion):
    def mistakes(self, budget: Sequence[Term]) -> Iterable[WrongBudget]:
        """A negative eps is met by some programs where delta makes up for it."""
        if len(budget) < 2:
            yield from super().mistakes(budget)
        elif refuted(at_most(ZERO, budget[1])) or refuted(at_most(budget[1], number(1))):
            said = "delta is a probability: it lies between 0 and 1"
            yield WrongBudget(1, "impossible-budget", said, "`dp(eps, 1/1000)`")


DP = Dp("dp", ("eps", "delta"), 1, "Pr1[S] <= exp(eps) Pr2[S] + delta for every event S, in both directions")
