"""Choice({a @ p, b @ r}): a with probability p, b with probability r.

The probabilities are not negative and add up to 1; an element that is listed twice has the sum of its weights.
"""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter, Valuation
from prhl.distributions.conditions import ENTRIES, between, chosen, probability, same
from prhl.distributions.masses import Masses, Value, merged
from prhl.logic.build import both, either, equal, less, number, total
from prhl.logic.terms import DistributionArgument, Term, Variable, Weighted
from prhl.logic.types import Type


class Choice:
    name = "Choice"
    also = ("categorical",)
    parameters = (Parameter("S", Kind.WEIGHTS),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        return weighted.item_type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        weights = [weight for _, weight in weighted.items]
        each = [c for weight in weights for c in probability(weight, "a probability of Choice")]
        message = "the probabilities of Choice must add up to 1"
        return (*each, Condition(equal(total(weights), number(1)), "weights-not-one", message))

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        return either([both([equal(value, item), less(number(0), weight)]) for item, weight in weighted.items])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        parts = [both([between(low, item, high), less(number(0), weight)]) for item, weight in weighted.items]
        return either(parts)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def value_terms(self, arguments: Sequence[DistributionArgument], known: Valuation) -> list[Term]:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        return [value for value, _ in weighted.items]

    def mass_term(self, arguments: Sequence[DistributionArgument], value: Term, known: Valuation) -> Term:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        parts = [chosen(same(value, item), weight, number(0)) for item, weight in weighted.items]
        return total([part for part in parts if part != number(0)])

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        weighted = arguments[0]
        assert isinstance(weighted, Weighted)
        pairs = enumerate(weighted.items[:ENTRIES])
        return [Likely(f"entry {n}", equal(sample, item), mass=weight) for n, (item, weight) in pairs]

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return merged(values[0])
