"""rdp(alpha, eps): a bound on the Renyi divergence of one order.

The conversions and their reasons are those of the rule `other-notion` (rules/following/conversions.py).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.logic.build import number, plus, quotient, times
from prhl.logic.constants import constant
from prhl.logic.terms import Term
from prhl.notions.base import TWO, Amount, Compared, Currency, DivergenceNotion, WrongBudget
from prhl.numbers import Number
from prhl.numbers.orders import delta_of


class Rdp(DivergenceNotion):
    def mistakes(self, budget: Sequence[Term]) -> Iterable[WrongBudget]:
        order = constant(budget[0])
        if isinstance(order, Fraction) and order <= 1:
            yield WrongBudget(0, "renyi-order", "the order of `rdp` must be greater than 1")
        yield from super().mistakes(budget)

    def order(self, budget: Sequence[Amount]) -> Amount | None:
        return budget[0]

    def priced(self, counted: Currency, budget: Sequence[Term]) -> Term:
        """Of the same order."""
        return budget[1]

    def not_priced(self, counted: Currency, budget: Sequence[Term]) -> str:
        return "speaks of one order, and a claim of zcdp of all" if counted.order is None else ""

    def compared(self, given: tuple[Term, ...], wanted: tuple[Term, ...]) -> list[Compared]:
        """Divergences grow with their order."""
        return [Compared("order", wanted[0], given[0]), Compared("divergence", given[1], wanted[1])]

    def grown(self, steps: Term) -> tuple[Term, str] | None:
        return None

    def at_order(self, budget: Sequence[Term], order: Term) -> Term | None:
        return None

    def tail(self, budget: Sequence[Term], rare: Term) -> tuple[Term, str]:
        order, divergence = budget
        beyond = quotient(rare, plus(order, number(1), -1))
        return plus(divergence, beyond), "divergence + ln(1/delta)/(order - 1)"

    def delta_at(self, budget: Sequence[Number], epsilon: Number) -> Fraction | None:
        order, divergence = budget
        return delta_of(order, divergence, epsilon) if isinstance(order, Fraction) and order > 1 else None

    def from_ratios(self, epsilon: Term, budget: Sequence[Term]) -> tuple[list[tuple[Term, Term]], str]:
        order, divergence = budget
        half = quotient(times(epsilon, epsilon), TWO)
        ways = [(epsilon, divergence), (times(order, half), divergence)]
        return ways, "the divergence of this claim may be less than eps and alpha*eps^2/2"


MEANING = "the Renyi divergence of order alpha is at most eps"
RDP = Rdp("rdp", ("alpha", "eps"), 2, MEANING, counted="divergence", figure="renyi")
