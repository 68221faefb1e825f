"""What the couplings at an epsilon and a delta are given, and what they answer."""

from collections.abc import Callable
from typing import NoReturn, Protocol

from prhl.couplings.base import Draw, Price
from prhl.couplings.known_numbers import Known
from prhl.logic.terms import Term, subterms
from prhl.numbers import Inexact, Number, sign
from prhl.records import dataclass


class Unpriced(Exception):
    """The coupling has no price here; says why and what to try."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Step:
    """A draw at an epsilon that is fixed before it, and what is known there."""

    draw: Draw
    cost: Term
    known: Known
    follows: Callable[[Term], bool]  # whether a goal can be shown there
    bad: Term | None = None  # of the sample: what counts in full, wherever it goes

    def epsilon(self) -> Number:
        """As a number, for those who compute with it."""
        found = self.known.value(self.cost)
        if found is None:
            message = "the epsilon of this step must be a constant, for this noise"
            raise Unpriced(message, "write `cost e` with a number e")
        return not_negative(found, "the epsilon of a step")


class Lifting(Protocol):
    """How samples go together up to some mass; that the map is injective is owed by the rule.

    The image need not lie in the support of run 2: such samples of run 1 count in full.
    """

    @property
    def by_value(self) -> bool:
        """Whether it takes what is bad into account, value by value; else that is added to what it leaves over."""
        ...

    def lift(self, step: Step) -> Price:
        """The slack at this cost: the smallest, or the next above in the last of many digits, where it is a number."""
        ...


def mentions(term: Term, sample: Term) -> bool:
    return any([part == sample for part in subterms(term)])


def not_negative(value: Number, what: str) -> Number:
    try:
        if sign(value) >= 0:
            return value
    except Inexact:
        pass
    raise Unpriced(f"{what} must not be negative")


def stopped(reason: Exception) -> NoReturn:
    raise Unpriced(f"the delta of this step could not be computed: {reason}") from None
