"""Gumbel(scale, loc): continuous, P(X <= x) = exp(-exp(-z)) with z = (x - loc)/scale; loc is 0 unless given.

The index of the largest of `q[i] + X[i]`, for independent X[i] of one scale b, is i with probability proportional to
exp(q[i]/b): Gumbel noise makes report noisy max the exponential mechanism.
"""

from collections.abc import Sequence
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter
from prhl.distributions.conditions import below, centre, given, halves, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import TRUE, quotient
from prhl.logic.terms import Apply, DistributionArgument, Term, Variable
from prhl.logic.types import REAL, Type
from prhl.numbers import Number, tails
from prhl.numbers.noise import Noise, gumbel


class Gumbel:
    name = "Gumbel"
    also = ("extremevalue",)
    parameters = (Parameter("scale", Kind.NUMBER), Parameter("loc", Kind.NUMBER, optional=True))
    continuous = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the scale of Gumbel")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return below(low, high)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [centre(arguments)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return centre(arguments)

    def loss_to_the_right(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        """ln(density(x)/density(x + s)) is s/scale - exp(-z)*(1 - exp(-s/scale)), at most s/scale for s >= 0."""
        return quotient(distance, given(arguments))

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        """Below the centre it is with probability 1/e, whatever the scale."""
        return halves(arguments, sample)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return None if values[0] is None else tails.gumbel(end, values[0], upper)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        """Above the centre 1 - exp(-exp(fall)) <= exp(fall)."""
        return Apply("exp", (fall,), REAL) if upper else None

    def noise(self, values: Sequence[Value]) -> Noise:
        return Noise(gumbel, *values)

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous, and has no discrete twin")
