"""Terms that several distributions share: conditions, events and masses."""

from collections.abc import Iterator, Sequence

from prhl.distributions.base import Bound, Condition, Likely
from prhl.logic.build import FALSE, TRUE, at_most, both, choose, either, equal, less, number, unequal
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, DistributionArgument, Term, Variable
from prhl.logic.types import INT, REAL


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


def given(arguments: Sequence[DistributionArgument], at: int = 0) -> Term:
    """An argument that is a term."""
    found = arguments[at]
    assert isinstance(found, Term)
    return found


def centre(arguments: Sequence[DistributionArgument]) -> Term:
    """The second argument of noise, which is 0 unless given."""
    return given(arguments, 1) if len(arguments) > 1 else number(0)


def halves(arguments: Sequence[DistributionArgument], sample: Variable) -> list[Likely]:
    """Above the centre, and below it: of noise where each has one probability above 0, whatever the scale."""
    middle = centre(arguments)
    return [Likely("above", at_most(middle, sample)), Likely("below", at_most(sample, middle))]


def is_one_of(sample: Variable, values: Sequence[Term], owed: Sequence[Term], size: Term | None) -> list[Likely]:
    """The values, where each is owed to be in the set."""
    pairs = enumerate(zip(values, owed, strict=True))
    return [Likely(f"edge {n}", equal(sample, t), size=size, owed=o) for n, (t, o) in pairs]


def differs(sample: Variable, others: Sequence[Term], two: Term) -> list[Likely]:
    """Of two elements or more, another one: half of the time or more."""
    return [Likely(f"not edge {n}", unequal(sample, t), owed=two) for n, t in enumerate(others)]


def integers(edges: Sequence[Term]) -> Iterator[Term]:
    """The numbers among these, rounded down."""
    for term in edges:
        if term.type in (INT, REAL):
            yield term if term.type == INT else Apply("floor", (term,), INT)


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


# ---- masses of values, with what is constant decided -------------------------------------------


def chosen(condition: Term, yes: Term, no: Term) -> Term:
    decided = settled(condition)
    return yes if decided == TRUE else no if decided == FALSE else choose(decided, yes, no)


def same(one: Term, other: Term) -> Term:
    return settled(equal(one, other))


def settled(condition: Term) -> Term:
    known = constant(condition)
    return condition if known is None else TRUE if known is True else FALSE


def met(value: Term, others: Sequence[Term]) -> Term:
    """That the value is one of the others."""
    found = [alike for alike in [same(value, other) for other in others] if alike != FALSE]
    return TRUE if TRUE in found else either(found)


FEW = 64  # values that are taken one by one, as terms
ENTRIES = 6  # of a set, that are likely events
