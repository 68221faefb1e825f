"""Conditions that several distributions share."""

from prhl.distributions.base import Condition
from prhl.logic.build import at_most, less, number
from prhl.logic.terms import DistributionArgument, Term


def positive(term: Term, what: str) -> tuple[Condition, ...]:
    return (Condition(less(number(0), term), "scale-not-positive", f"{what} must be positive"),)


def probability(term: Term, what: str) -> tuple[Condition, ...]:
    message = f"{what} must lie between 0 and 1"
    return (
        Condition(at_most(number(0), term), "not-a-probability", message),
        Condition(at_most(term, number(1)), "not-a-probability", message),
    )


def ordered(low: DistributionArgument, high: DistributionArgument, name: str) -> tuple[Condition, ...]:
    assert isinstance(low, Term)
    assert isinstance(high, Term)
    return (Condition(at_most(low, high), "empty-set", f"{name} needs lo <= hi"),)
