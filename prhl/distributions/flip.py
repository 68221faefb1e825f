"""Flip(p): true with probability p, false with probability 1 - p."""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import probability
from prhl.distributions.masses import Masses, Value, merged
from prhl.logic.build import FALSE, both, either, less, negation, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import BOOL, Type


class Flip:
    name = "Flip"
    also = ("bernoulli", "coin")
    parameters = (Parameter("p", Kind.NUMBER),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return BOOL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        p = arguments[0]
        assert isinstance(p, Term)
        return probability(p, "the probability of Flip")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        p = arguments[0]
        assert isinstance(p, Term)
        return either([both([value, less(number(0), p)]), both([negation(value), less(p, number(1))])])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return FALSE

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return merged([(True, values[0]), (False, 1 - values[0])])
