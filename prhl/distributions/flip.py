"""Flip(p): true with probability p, false with probability 1 - p."""

from collections.abc import Callable, Sequence

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter, Valuation
from prhl.distributions.conditions import chosen, given, probability
from prhl.distributions.masses import Masses, Value, merged
from prhl.logic.build import FALSE, TRUE, both, either, less, negation, number, plus
from prhl.logic.terms import DistributionArgument, Term, Variable
from prhl.logic.types import BOOL, Type
from prhl.sampling.finite_laws import Coin, Law


class Flip:
    name = "Flip"
    also = ("bernoulli", "coin")
    parameters = (Parameter("p", Kind.NUMBER),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return BOOL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return probability(given(arguments), "the probability of Flip")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        p = given(arguments)
        return either([both([value, less(number(0), p)]), both([negation(value), less(p, number(1))])])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return FALSE

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def value_terms(self, arguments: Sequence[DistributionArgument], known: Valuation) -> list[Term]:
        return [TRUE, FALSE]

    def mass_term(self, arguments: Sequence[DistributionArgument], value: Term, known: Valuation) -> Term:
        p = given(arguments)
        return chosen(value, p, plus(number(1), p, -1))

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        p = given(arguments)
        return [Likely("true", sample, mass=p), Likely("false", negation(sample), mass=plus(number(1), p, -1))]

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return Coin

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return merged([(True, values[0]), (False, 1 - values[0])])
