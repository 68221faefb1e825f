"""Geometric(p): on 0, 1, 2, ..., P(x) = p (1 - p)^x: how many failures come before the first success."""

from collections.abc import Sequence

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import positive, probability
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type


class Geometric:
    name = "Geometric"
    parameters = (Parameter("p", Kind.NUMBER),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        p = arguments[0]
        assert isinstance(p, Term)
        legal = positive(p, "the probability of Geometric")
        return (*legal, *probability(p, "the probability of Geometric")[1:])
