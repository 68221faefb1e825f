"""Exponential(scale): continuous on x >= 0, with density exp(-x/scale) / scale."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Fixed, Kind, Parameter, Slope
from prhl.distributions.conditions import below, given, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import at_most, both, number, plus, quotient
from prhl.logic.terms import Apply, Distribution, DistributionArgument, Term
from prhl.logic.types import REAL, Type
from prhl.numbers import Number, excess, tails
from prhl.numbers.noise import Noise, exponential


class Exponential:
    name = "Exponential"
    also = ()
    parameters = (Parameter("scale", Kind.NUMBER),)
    continuous = True
    two_sided = False
    spread = "scale"

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the scale of Exponential")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return at_most(number(0), value)

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return both([below(low, high), below(number(0), high)])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return number(0)

    def loss(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        return quotient(distance, given(arguments))

    def fixed(self, arguments: Sequence[DistributionArgument]) -> Fixed | None:
        return None

    def excess(self, spread: Number, shift: Fraction, epsilon: Number) -> Fraction:
        return excess.exponential(shift, spread, epsilon)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return None if values[0] is None else tails.exponential(end, values[0], upper)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return Apply("exp", (fall,), REAL) if upper else None

    def twin(self, distribution: Distribution) -> tuple[Distribution, Term | None]:
        """Geometric(1 - exp(-1/scale)), which falls by the same factor from one integer to the next."""
        falling = Apply("exp", (Apply("div", (number(-1), given(distribution.arguments)), REAL),), REAL)
        return replace(distribution, name="Geometric", arguments=(plus(number(1), falling, -1),)), None

    def noise(self, values: Sequence[Value]) -> Noise:
        return Noise(exponential, values[0], support=(0, None))

    def density(self, values: Sequence[Value]) -> Slope:
        return Slope(values[0], 0, two_sided=False)

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
