"""Truncate(D, lo, hi): the distribution D conditioned on the numbers from lo to hi, which have positive mass."""

from collections.abc import Sequence

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import ordered
from prhl.distributions.masses import Masses, Value, restricted
from prhl.distributions.reach import reached, supported
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
        inner, low, high = arguments
        assert isinstance(inner, Distribution)
        assert isinstance(low, Term)
        assert isinstance(high, Term)
        message = "the range of Truncate must have positive mass"
        return (*ordered(low, high, "Truncate"), Condition(reached(inner, low, high), "empty-set", message))

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        inner, low, high = arguments
        assert isinstance(inner, Distribution)
        assert isinstance(low, Term)
        assert isinstance(high, Term)
        return both([at_most(low, value), at_most(value, high), supported(inner, value)])

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        inner, low, high = values
        return restricted(inner, low, high, limit, clamp=False)
