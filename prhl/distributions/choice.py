"""Choice({a @ p, b @ r}): a with probability p, b with probability r. Choice(w): the index i with probability w[i].

The probabilities are not negative and add up to 1; an element that is listed twice has the sum of its weights. The list
w may have any length.
"""

from collections.abc import Callable, Sequence

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter, Valuation
from prhl.distributions.conditions import ENTRIES, between, chosen, given, probability, same, up_to
from prhl.distributions.masses import Masses, NotEnumerable, Value, merged
from prhl.logic.build import at_most, both, choose, either, equal, follows, index, less, number, plus, size, total
from prhl.logic.terms import Apply, DistributionArgument, Logical, Quantified, Term, Variable, Weighted
from prhl.logic.types import INT, REAL, Type
from prhl.sampling.bracketed import Real
from prhl.sampling.finite_laws import Law, Shares


def indexed(weights: Sequence[Real]) -> Law:
    """The index i with probability weights[i]."""
    return Shares(list(enumerate(weights)))


class Choice:
    name = "Choice"
    also = ("categorical",)
    parameters = (Parameter("S", Kind.WEIGHTS),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        weighted = arguments[0]
        return weighted.item_type if isinstance(weighted, Weighted) else INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        message = "the probabilities of Choice must add up to 1"
        if isinstance(weighted := arguments[0], Weighted):
            weights = [weight for _, weight in weighted.items]
            each = [c for weight in weights for c in probability(weight, "a probability of Choice")]
            return (*each, Condition(equal(total(weights), number(1)), "weights-not-one", message))
        listed, i = given(arguments), Logical("i'", INT)
        legal = Quantified("forall", (i,), follows(_inside(i, listed), at_most(number(0), index(listed, i))))
        return (
            Condition(legal, "not-a-probability", "a probability of Choice must lie between 0 and 1"),
            Condition(equal(Apply("sum", (listed,), REAL), number(1)), "weights-not-one", message),
        )

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        if (items := _items(arguments)) is not None:
            return either([both([equal(value, item), less(number(0), weight)]) for item, weight in items])
        listed = given(arguments)
        return both([_inside(value, listed), less(number(0), index(listed, value))])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        if (items := _items(arguments)) is not None:
            return either([both([between(low, item, high), less(number(0), weight)]) for item, weight in items])
        listed, i = given(arguments), Logical("i'", INT)
        met = both([_inside(i, listed), up_to(low, i), up_to(i, high), less(number(0), index(listed, i))])
        return Quantified("exists", (i,), met)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        if isinstance(arguments[0], Weighted):
            return [number(0)]
        return [number(0), plus(size(given(arguments)), number(1), -1)]

    def value_terms(self, arguments: Sequence[DistributionArgument], known: Valuation) -> list[Term]:
        if (items := _items(arguments)) is None:
            raise NotEnumerable("a list of probabilities is taken value by value if its entries are written out")
        return [value for value, _ in items]

    def mass_term(self, arguments: Sequence[DistributionArgument], value: Term, known: Valuation) -> Term:
        if (items := _items(arguments)) is None:
            return choose(_inside(value, given(arguments)), index(given(arguments), value), number(0))
        parts = [chosen(same(value, item), weight, number(0)) for item, weight in items]
        return total([part for part in parts if part != number(0)])

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        pairs = enumerate((_items(arguments) or [])[:ENTRIES])
        return [Likely(f"entry {n}", equal(sample, item), mass=weight) for n, (item, weight) in pairs]

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return Shares if isinstance(arguments[0], Weighted) else indexed

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        pairs = values[0] if all([isinstance(entry, tuple) for entry in values[0]]) else enumerate(values[0])
        return merged(pairs)


def _items(arguments: Sequence[DistributionArgument]) -> list[tuple[Term, Term]] | None:
    """The values and their probabilities, where they are written out."""
    match arguments[0]:
        case Weighted(items):
            return list(items)
        case Apply("list", weights):
            return [(number(i), weight) for i, weight in enumerate(weights)]
        case _:
            return None


def _inside(value: Term, listed: Term) -> Term:
    return both([at_most(number(0), value), less(value, size(listed))])
