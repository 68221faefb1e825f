"""Clamp(D, lo, hi): the distribution D with the mass outside lo..hi moved to the ends."""

from collections.abc import Callable, Sequence

from prhl.distributions.base import Bound, Condition, Family, Kind, Parameter
from prhl.distributions.conditions import between, given, larger, ordered, smaller, up_to
from prhl.distributions.masses import Masses, Value, restricted
from prhl.logic.build import at_most, both, either
from prhl.logic.terms import Distribution, DistributionArgument, Term
from prhl.logic.types import Type
from prhl.records import dataclass
from prhl.sampling.finite_laws import Clamped, Law


@dataclass(frozen=True)
class Clamp:
    inner: Callable[[str], Family]  # the shelf

    name = "Clamp"
    also = ()
    parameters = (Parameter("D", Kind.INNER), Parameter("lo", Kind.END), Parameter("hi", Kind.END))
    continuous = False  # as D is; see `is_continuous`
    clamps = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        inner = arguments[0]
        assert isinstance(inner, Distribution)
        return inner.type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return ordered(arguments[1], arguments[2], "Clamp")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        low, high = given(arguments, 1), given(arguments, 2)
        return both([at_most(low, value), at_most(value, high)])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        inner, least, most = arguments[0], given(arguments, 1), given(arguments, 2)
        assert isinstance(inner, Distribution)
        family = self.inner(inner.name)
        inside = both([up_to(low, most), up_to(least, high)])
        ways = [
            both([inside, family.reached(inner.arguments, larger(low, least), smaller(high, most))]),
            both([between(low, least, high), family.reached(inner.arguments, None, least)]),
            both([between(low, most, high), family.reached(inner.arguments, most, None)]),
        ]
        return either(ways)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        low, high = given(arguments, 1), given(arguments, 2)
        return [low, high]

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return Clamped

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        inner, low, high = values
        return restricted(inner, low, high, limit, clamp=True)
