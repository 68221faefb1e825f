"""DiscreteGauss(sigma, loc): on the integers, P(x) proportional to exp(-(x - loc)^2 / (2 sigma^2))."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import positive
from prhl.distributions.masses import Masses, NotEnumerable, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type


class DiscreteGauss:
    name = "DiscreteGauss"
    parameters = (Parameter("sigma", Kind.NUMBER), Parameter("loc", Kind.INTEGER, optional=True))
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        scale = arguments[0]
        assert isinstance(scale, Term)
        return positive(scale, "the sigma of DiscreteGauss")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise NotEnumerable("DiscreteGauss has infinite support")

    def mass(self, values: Sequence[Value], at: int) -> Fraction:
        raise NotEnumerable("the masses of DiscreteGauss are not rational")

    def at_most(self, values: Sequence[Value], bound: int) -> Fraction:
        raise NotEnumerable("the masses of DiscreteGauss are not rational")
