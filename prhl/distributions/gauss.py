"""Gauss(sigma, loc): the normal distribution with standard deviation sigma; loc is 0 unless given."""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import below, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import REAL, Type


class Gauss:
    name = "Gauss"
    parameters = (Parameter("sigma", Kind.NUMBER), Parameter("loc", Kind.NUMBER, optional=True))
    continuous = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        scale = arguments[0]
        assert isinstance(scale, Term)
        return positive(scale, "the sigma of Gauss")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return below(low, high)

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
