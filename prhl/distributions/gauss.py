"""Gauss(sigma, loc): the normal distribution with standard deviation sigma; loc is 0 unless given."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter
from prhl.distributions.conditions import below, centre, given, halves, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import Distribution, DistributionArgument, Term, Variable
from prhl.logic.types import REAL, Type
from prhl.numbers import Number, tails
from prhl.numbers.gaussian import continuous_delta
from prhl.numbers.noise import Noise, gauss


class Gauss:
    name = "Gauss"
    also = ("normal", "gaussian")
    parameters = (Parameter("sigma", Kind.NUMBER), Parameter("loc", Kind.NUMBER, optional=True))
    continuous = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the sigma of Gauss")

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

    def delta(self, sigma: Number, bound: Fraction, epsilon: Number) -> Fraction:
        return continuous_delta(bound, sigma, epsilon)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return None if values[0] is None else tails.gauss(end if upper else -end, values[0])

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def twin(self, distribution: Distribution) -> tuple[Distribution, Term | None]:
        scale, *rest = distribution.arguments
        given = rest[0] if rest else None
        assert given is None or isinstance(given, Term)
        return replace(distribution, name="DiscreteGauss", arguments=(scale,)), given

    def noise(self, values: Sequence[Value]) -> Noise:
        return Noise(gauss, *values)

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous; `--twin` measures the discrete twin")
