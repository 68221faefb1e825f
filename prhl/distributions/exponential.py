"""Exponential(scale): continuous on x >= 0, with density exp(-x/scale) / scale."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import below, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import at_most, both, number, plus
from prhl.logic.terms import Apply, Distribution, DistributionArgument, Term
from prhl.logic.types import REAL, Type
from prhl.numbers import Number, tails


class Exponential:
    name = "Exponential"
    also = ()
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

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def tail(self, scale: Number, end: Number, upper: bool, strict: bool) -> Fraction | None:
        return tails.exponential(end, scale, upper)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return Apply("exp", (fall,), REAL) if upper else None

    def twin(self, distribution: Distribution) -> tuple[Distribution, Term | None]:
        """Geometric(1 - exp(-1/scale)), which falls by the same factor from one integer to the next."""
        scale = distribution.arguments[0]
        assert isinstance(scale, Term)
        falling = Apply("exp", (Apply("div", (number(-1), scale), REAL),), REAL)
        return replace(distribution, name="Geometric", arguments=(plus(number(1), falling, -1),)), None

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
