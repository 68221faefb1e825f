"""What the couplings at an epsilon and a delta are given, and what they answer."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Protocol

from prhl.couplings.base import Draw, Owed
from prhl.couplings.known_numbers import Known
from prhl.logic.build import at_most, number
from prhl.logic.terms import Term, subterms
from prhl.numbers import Inexact, Number, sign


class Unpriced(Exception):
    """There is no price; says why and what to try."""

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


@dataclass(frozen=True, slots=True)
class Lifted:
    """What is owed for the coupling, and which slack is enough for it.

    That is: the sum of max(0, mass1(a) - exp(cost) * mass2(f(a))), over all samples a, is at most this much. Of bad
    samples the whole of mass1(a) counts.
    """

    owed: tuple[Owed, ...]
    enough: Callable[[Term], Term]  # that a stated slack is
    least: Fraction | None = None  # a number that is; the smallest one, or the next above in the last of many digits
    known: tuple[Term, ...] = ()  # what defines the fresh names in it


class Lifting(Protocol):
    """How samples go together up to some mass; that the map is injective is owed by the rule.

    The image need not lie in the support of run 2: such samples of run 1 count in full.
    """

    def lift(self, step: Step) -> Lifted: ...


def of_number(least: Fraction, *owed: Owed) -> Lifted:
    return Lifted(owed, lambda slack: at_most(number(least), slack), least)


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
