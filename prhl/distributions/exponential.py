"""Exponential(scale): continuous on x >= 0, with density exp(-x/scale) / scale."""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import below, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import at_most, both, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import REAL, Type


class Exponential:
    name = "Exponential"
    parameters = (Parameter("scale", Kind.NUMBER),)
    continuous = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        scale = arguments[0]
        assert isinstance(scale, Term)
        return positive(scale, "the scale of Exponential")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return at_most(number(0), value)

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return both([below(low, high), below(number(0), high)])

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
