"""Laplace(scale, loc): continuous, with density exp(-|x - loc|/scale) / (2 scale); loc is 0 unless given."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Fixed, Kind, Likely, Parameter, Slope
from prhl.distributions.conditions import below, centre, given, halves, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import TRUE, number, quotient, times
from prhl.logic.terms import Apply, Distribution, DistributionArgument, Term, Variable
from prhl.logic.types import REAL, Type
from prhl.numbers import Number, excess, laplace_divergence, tails
from prhl.numbers.noise import Noise, laplace


class Laplace:
    name = "Laplace"
    also = ("lap",)
    parameters = (Parameter("scale", Kind.NUMBER), Parameter("loc", Kind.NUMBER, optional=True))
    continuous = True
    two_sided = True
    spread = "scale"

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the scale of Laplace")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return below(low, high)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [centre(arguments)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return centre(arguments)

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        return halves(arguments, sample)

    def loss(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        return quotient(distance, given(arguments))

    def fixed(self, arguments: Sequence[DistributionArgument]) -> Fixed | None:
        return None

    def excess(self, spread: Number, shift: Fraction, epsilon: Number) -> Fraction:
        return excess.laplace(shift, spread, epsilon)

    def truncated_excess(
        self, scale: Number, shift: Fraction, ends: tuple[Number, Number], epsilon: Number
    ) -> Fraction:
        return excess.truncated_laplace(shift, ends, scale, epsilon)

    def divergence(self, scale: Number, shift: Fraction, order: Number) -> Fraction:
        return laplace_divergence.divergence(shift, scale, order)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return None if values[0] is None else tails.laplace(end if upper else -end, values[0])

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return times(number(Fraction(1, 2)), Apply("exp", (fall,), REAL))

    def twin(self, distribution: Distribution) -> tuple[Distribution, Term | None]:
        scale, *rest = distribution.arguments
        given = rest[0] if rest else None
        assert given is None or isinstance(given, Term)
        return replace(distribution, name="DiscreteLaplace", arguments=(scale,)), given

    def noise(self, values: Sequence[Value]) -> Noise:
        return Noise(laplace, *values)

    def density(self, values: Sequence[Value]) -> Slope:
        return Slope(values[0], values[1] if len(values) > 1 else 0, two_sided=True)

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
