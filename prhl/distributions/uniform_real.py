"""UniformReal(a, b): continuous on a <= x < b, with density 1/(b - a)."""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Level, Parameter, Stretch
from prhl.distributions.conditions import below, given
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import at_most, both, equal, less, plus
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import REAL, Type
from prhl.numbers.noise import Noise, uniform


class UniformReal:
    name = "UniformReal"
    also = ("uniformcontinuous",)
    parameters = (Parameter("a", Kind.NUMBER), Parameter("b", Kind.NUMBER))
    continuous = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return REAL

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        low, high = given(arguments), given(arguments, 1)
        return (Condition(less(low, high), "empty-set", "UniformReal(a, b) needs a < b"),)

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        """Without its upper end, which has no mass: so that the interval can be rotated by an injective map."""
        return both([at_most(given(arguments), value), less(value, given(arguments, 1))])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return both([below(low, high), below(given(arguments), high), below(low, given(arguments, 1))])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [given(arguments), given(arguments, 1)]

    def as_many(self, arguments: Sequence[DistributionArgument], others: Sequence[DistributionArgument]) -> Term:
        return equal(self.stretch(arguments).size, self.stretch(others).size)

    def stretch(self, arguments: Sequence[DistributionArgument]) -> Stretch:
        low, high = given(arguments), given(arguments, 1)
        return Stretch(low, plus(high, low, -1))

    def noise(self, values: Sequence[Value]) -> Noise:
        return Noise(uniform, values[1] - values[0], values[0], support=(0, 1))

    def density(self, values: Sequence[Value]) -> Level:
        return Level(values[0], values[1])

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless(f"{self.name} is continuous, and has no discrete twin")
