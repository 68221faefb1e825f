"""What a notion of closeness answers: what it is given, what a walk counts, how it composes and what follows from it.

A budget is a claim's tuple of numbers. A walk compares what it has spent with `spent(budget)`, epsilon and delta unless
the notion has a `currency`. Two claims are compared in one notion by `compared`, and over several steps by `grown`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from prhl.logic.build import at_most, choose, number, quotient, times
from prhl.logic.constants import constant, refuted
from prhl.logic.terms import Term
from prhl.numbers import Number
from prhl.records import dataclass

ZERO, TWO = number(0), number(2)

Amount = TypeVar("Amount", Term, Number)


@dataclass(frozen=True, slots=True)
class Currency:
    """What `cost` counts where it counts divergences: rho, or the divergence of one order."""

    order: Term | None = None

    def of_square(self, square: Term, below: Term) -> Term:
        """rho = square/below, in this currency."""
        return quotient(square if self.order is None else times(self.order, square), below)

    def of_rho(self, rho: Term) -> Term:
        return rho if self.order is None else times(self.order, rho)

    def of_epsilon(self, e: Term) -> Term:
        """The price of a bound e >= 0 on both sides."""
        if constant(e) == 0:
            return number(0)
        squared = self.of_square(times(e, e), TWO)
        return squared if self.order is None else choose(at_most(times(self.order, e), TWO), squared, e)


class WrongBudget(NamedTuple):
    """A mistake in a budget that constants alone show: in which part, and what is said."""

    part: int
    code: str
    message: str
    hint: str = ""


class Compared(NamedTuple):
    """A part of two budgets: `amount` must be at most `bound` for the one claim to follow from the other."""

    name: str
    amount: Term
    bound: Term


@dataclass(frozen=True)
class Notion:
    """A notion that bounds probabilities by a factor exp(epsilon) and a rest delta; `least` of the parameters must be
    given."""

    name: str
    parameters: tuple[str, ...]
    least: int
    meaning: str
    counted: str = "epsilon"  # what `cost` is
    figure: str = ""  # the divergence that is measured, if the promise is one

    @property
    def names(self) -> tuple[str, ...]:
        """The parts of a budget, in words."""
        return tuple(["epsilon" if name == "eps" else name for name in self.parameters])

    def shown(self, budget: str) -> str:
        return f"{self.name}({budget})"

    def mistakes(self, budget: Sequence[Term]) -> Iterable[WrongBudget]:
        """With a negative budget no program meets the claim."""
        if budget and refuted(at_most(ZERO, budget[-1])):
            message = f"the budget of `{self.name}` is negative, and no program is that private"
            yield WrongBudget(len(budget) - 1, "impossible-budget", message, "state one that is at least 0")

    def order(self, budget: Sequence[Amount]) -> Amount | None:
        """The one order that the promise is about, if it is a divergence of one."""
        return None

    def spent(self, budget: tuple[Term, ...]) -> tuple[Term, ...]:
        """What `cost` and `slack` may come to."""
        return budget[:2]

    def currency(self, budget: tuple[Term, ...]) -> Currency | None:
        """What a walk counts, if that is no epsilon."""
        return None

    def priced(self, counted: Currency, budget: Sequence[Term]) -> Term:
        """What a promise of this notion costs in a currency."""
        return counted.of_epsilon(budget[0])

    def not_priced(self, counted: Currency, budget: Sequence[Term]) -> str:
        """Why it has no price there."""
        if len(budget) > 1 and constant(budget[1]) != 0:
            return "has a delta, and a claim of zcdp or rdp has none"
        return ""

    def compared(self, given: tuple[Term, ...], wanted: tuple[Term, ...]) -> list[Compared]:
        """When a promise with the one budget is at most one with the other."""
        parts = [(*budget, ZERO, ZERO)[: len(self.names)] for budget in (given, wanted)]
        return [Compared(*each) for each in zip(self.names, *parts, strict=True)]

    def grown(self, steps: Term) -> tuple[Term, str] | None:
        """What several steps between inputs multiply the first part of the budget by; None without a theorem."""
        return steps, "k"


@dataclass(frozen=True)
class DivergenceNotion(Notion, ABC):
    """A notion that bounds Renyi divergences."""

    def spent(self, budget: tuple[Term, ...]) -> tuple[Term, ...]:
        return budget[-1:]

    def currency(self, budget: tuple[Term, ...]) -> Currency | None:
        return Currency(self.order(budget))

    @abstractmethod
    def at_order(self, budget: Sequence[Term], order: Term) -> Term | None:
        """The divergence of an order that follows; None if nothing does."""

    @abstractmethod
    def tail(self, budget: Sequence[Term], rare: Term) -> tuple[Term, str]:
        """The epsilon that is exceeded with probability delta at most, for rare = ln(1/delta), and its formula."""

    @abstractmethod
    def delta_at(self, budget: Sequence[Number], epsilon: Number) -> Fraction | None:
        """A delta, for numbers: sharper than what `tail` says."""

    @abstractmethod
    def from_ratios(self, epsilon: Term, budget: Sequence[Term]) -> tuple[list[tuple[Term, Term]], str]:
        """Amounts with their bounds, one of which is enough for the budget to follow from bounds exp(epsilon) on both
        ratios; and what is said if none is."""
