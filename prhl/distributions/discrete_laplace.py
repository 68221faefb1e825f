"""DiscreteLaplace(scale, loc): on the integers, P(x) proportional to exp(-|x - loc|/scale); loc is 0 unless given."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.conditions import positive
from prhl.distributions.masses import Masses, NotEnumerable, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type
from prhl.numbers import Inexact, divide, exp


class DiscreteLaplace:
    name = "DiscreteLaplace"
    parameters = (Parameter("scale", Kind.NUMBER), Parameter("loc", Kind.INTEGER, optional=True))
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        scale = arguments[0]
        assert isinstance(scale, Term)
        return positive(scale, "the scale of DiscreteLaplace")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise NotEnumerable("DiscreteLaplace has infinite support")

    def ratio(self, values: Sequence[Value]) -> Fraction:
        """r = exp(-1/scale): each step away from loc is r times as likely."""
        try:
            return exp(divide(-1, values[0]))
        except Inexact as reason:
            raise NotEnumerable(f"the ratio {reason} of DiscreteLaplace is not rational") from None

    def mass(self, values: Sequence[Value], at: int) -> Fraction:
        r = self.ratio(values)
        # the masses are proportional to r^|x|, and sum over x of r^|x| = (1 + r)/(1 - r)
        return (1 - r) / (1 + r) * r ** abs(at - _loc(values))

    def at_most(self, values: Sequence[Value], bound: int) -> Fraction:
        r, steps = self.ratio(values), bound - _loc(values)
        # P(X <= -m) = r^m/(1 + r) for m >= 0, and by symmetry P(X <= m) = 1 - r^(m+1)/(1 + r)
        return r**-steps / (1 + r) if steps <= 0 else 1 - r ** (steps + 1) / (1 + r)


def _loc(values: Sequence[Value]) -> int:
    return int(values[1]) if len(values) > 1 else 0
