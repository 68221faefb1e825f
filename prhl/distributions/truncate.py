"""Truncate(D, lo, hi): the distribution D conditioned on the numbers from lo to hi, which have positive mass."""

from collections.abc import Callable, Sequence

from prhl.distributions.base import Bound, Condition, Family, Kind, Parameter
from prhl.distributions.conditions import given, larger, ordered, smaller, up_to
from prhl.distributions.masses import Masses, Value, restricted
from prhl.logic.build import at_most, both
from prhl.logic.terms import Distribution, DistributionArgument, Term
from prhl.logic.types import Type
from prhl.records import dataclass
from prhl.sampling.bracketed import Real
from prhl.sampling.finite_laws import Law


def truncated(law: Law, low: Real, high: Real) -> Law:
    """The law on condition that the number lies in low..high."""
    return law.between(low, high)


@dataclass(frozen=True)
class Truncate:
    inner: Callable[[str], Family]  # the shelf

    name = "Truncate"
    also = ()
    parameters = (Parameter("D", Kind.INNER), Parameter("lo", Kind.END), Parameter("hi", Kind.END))
    continuous = False  # as D is; see `is_continuous`
    clamps = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        inner = arguments[0]
        assert isinstance(inner, Distribution)
        return inner.type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        inner, low, high = arguments[0], given(arguments, 1), given(arguments, 2)
        assert isinstance(inner, Distribution)
        message = "the range of Truncate must have positive mass"
        reached = self.inner(inner.name).reached(inner.arguments, low, high)
        return (*ordered(low, high, "Truncate"), Condition(reached, "empty-set", message))

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        inner, low, high = arguments[0], given(arguments, 1), given(arguments, 2)
        assert isinstance(inner, Distribution)
        return both([at_most(low, value), at_most(value, high), self.inner(inner.name).support(inner.arguments, value)])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        inner, least, most = arguments[0], given(arguments, 1), given(arguments, 2)
        assert isinstance(inner, Distribution)
        inside = both([up_to(low, most), up_to(least, high)])
        family = self.inner(inner.name)
        return both([inside, family.reached(inner.arguments, larger(low, least), smaller(high, most))])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        low, high = given(arguments, 1), given(arguments, 2)
        return [low, high]

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return truncated

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        inner, low, high = values
        return restricted(inner, low, high, limit, clamp=False)
