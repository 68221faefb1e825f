"""Geometric(p): on 0, 1, 2, ..., P(x) = p (1 - p)^x: how many failures come before the first success."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.distributions.base import Condition, Kind, Parameter
from prhl.distributions.masses import Masses, NotEnumerable, Value, fraction
from prhl.logic.build import at_most, both, either, equal, less, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type


class Geometric:
    name = "Geometric"
    parameters = (Parameter("p", Kind.NUMBER),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        p = arguments[0]
        assert isinstance(p, Term)
        message = "the probability of Geometric must lie above 0, up to 1"
        return tuple([Condition(f, "not-a-probability", message) for f in (less(number(0), p), at_most(p, number(1)))])

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        p = arguments[0]
        assert isinstance(p, Term)
        return both([at_most(number(0), value), either([less(p, number(1)), equal(value, number(0))])])

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        if values[0] == 1:
            return [(0, Fraction(1))]
        raise NotEnumerable("Geometric has infinite support")

    def mass(self, values: Sequence[Value], at: int) -> Fraction:
        p = fraction(values[0], "the probability of Geometric")
        return p * (1 - p) ** at if at >= 0 else Fraction(0)

    def at_most(self, values: Sequence[Value], bound: int) -> Fraction:
        p = fraction(values[0], "the probability of Geometric")
        return 1 - (1 - p) ** (bound + 1) if bound >= 0 else Fraction(0)
