"""Truncate(D, lo, hi): the distribution D conditioned on the numbers from lo to hi."""

from collections.abc import Sequence

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import ordered
from prhl.distributions.masses import Masses, Value, restricted
from prhl.logic.build import at_most, both
from prhl.logic.terms import Distribution, DistributionArgument, Term
from prhl.logic.types import Type


class Truncate:
    name = "Truncate"
    parameters = (Parameter("D", Kind.INNER), Parameter("lo", Kind.END), Parameter("hi", Kind.END))
    continuous = False  # as D is; see `is_continuous`

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        inner = arguments[0]
        assert isinstance(inner, Distribution)
        return inner.type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return ordered(arguments[1], arguments[2], "Truncate")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        _, low, high = arguments
        assert isinstance(low, Term)
        assert isinstance(high, Term)
        return both([at_most(low, value), at_most(value, high)])

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        inner, low, high = values
        return restricted(inner, low, high, limit, clamp=False)
