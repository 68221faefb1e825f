"""zcdp(rho): zero-concentrated differential privacy, a bound on the divergences of all orders.

The conversions and their reasons are those of the rule `other-notion` (rules/following/conversions.py).
"""

from collections.abc import Sequence
from fractions import Fraction

from prhl.logic.build import plus, quotient, times
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL
from prhl.notions.base import TWO, Currency, DivergenceNotion
from prhl.numbers import Number
from prhl.numbers.orders import delta_of_all


class Zcdp(DivergenceNotion):
    def priced(self, counted: Currency, budget: Sequence[Term]) -> Term:
        return counted.of_rho(budget[0])

    def grown(self, steps: Term) -> tuple[Term, str] | None:
        """Bun and Steinke, TCC 2016, proposition 1.9: k steps make rho k^2 times as large."""
        return times(steps, steps), "k^2"

    def at_order(self, budget: Sequence[Term], order: Term) -> Term | None:
        return times(order, budget[0])

    def tail(self, budget: Sequence[Term], rare: Term) -> tuple[Term, str]:
        (rho,) = budget
        root = Apply("sqrt", (times(rho, rare),), REAL)
        return plus(rho, times(TWO, root)), "rho + 2*sqrt(rho*ln(1/delta))"

    def delta_at(self, budget: Sequence[Number], epsilon: Number) -> Fraction | None:
        return delta_of_all(budget[0], epsilon) if budget[0] > 0 else None

    def from_ratios(self, epsilon: Term, budget: Sequence[Term]) -> tuple[list[tuple[Term, Term]], str]:
        return [(quotient(times(epsilon, epsilon), TWO), budget[0])], "rho may be less than eps^2/2"


MEANING = "the Renyi divergence of every order alpha > 1 is at most rho*alpha"
ZCDP = Zcdp("zcdp", ("rho",), 1, MEANING, counted="rho", figure="rho")
