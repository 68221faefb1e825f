"""Conditions that several distributions share."""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition
from prhl.logic.build import TRUE, at_most, both, less, number
from prhl.logic.terms import Apply, DistributionArgument, Term


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


def centre(arguments: Sequence[DistributionArgument]) -> Term:
    """The second argument of noise, which is 0 unless given."""
    given = arguments[1] if len(arguments) > 1 else number(0)
    assert isinstance(given, Term)
    return given


def below(low: Bound, high: Bound) -> Term:
    """low < high."""
    return TRUE if low is None or high is None else less(low, high)


def up_to(low: Bound, high: Bound) -> Term:
    """low <= high."""
    return TRUE if low is None or high is None else at_most(low, high)


def between(low: Bound, value: Term, high: Bound) -> Term:
    """low <= value <= high."""
    return both([up_to(low, value), up_to(value, high)])


def larger(low: Bound, other: Term) -> Term:
    return other if low is None else Apply("max", (low, other), other.type)


def smaller(high: Bound, other: Term) -> Term:
    return other if high is None else Apply("min", (high, other), other.type)
