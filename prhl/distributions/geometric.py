"""Geometric(p): on 0, 1, 2, ..., P(x) = p (1 - p)^x: how many failures come before the first success."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import up_to
from prhl.distributions.masses import Boundless, Masses, Piece, Value
from prhl.logic.build import at_most, both, either, equal, less, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type
from prhl.numbers import Number, divide, tails
from prhl.numbers.magnitude import power


class Geometric:
    name = "Geometric"
    also = ()
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

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        p = arguments[0]
        assert isinstance(p, Term)
        return both([up_to(number(0), high), either([less(p, number(1)), up_to(low, number(0))])])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def tail(self, scale: Number, end: Number, upper: bool, strict: bool) -> Fraction | None:
        first = tails.first(end if upper else -end, strict)
        return None if first is None else tails.geometric(first if upper else 1 - first, scale, upper)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        if values[0] == 1:
            return Masses([(0, 1)], 1)
        raise Boundless("Geometric has infinite support")

    def weight(self, values: Sequence[Value], at: int) -> Number:
        return power(1 - values[0], at) if at >= 0 else 0

    def whole(self, values: Sequence[Value]) -> Number:
        return divide(1, values[0])

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        return divide(1 - power(1 - values[0], bound + 1), values[0]) if bound >= 0 else 0

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        """The mass from m on is (1 - p)^m <= exp(-p m)."""
        return 0, -(-divide(Fraction(7 * bits, 10), values[0]) // 1)  # ln(2) < 7/10

    def pieces(self, values: Sequence[Value]) -> tuple[Piece, ...]:
        return (Piece(0, 0, 1, 1),) if values[0] == 1 else (Piece(0, None, 1, 1 - values[0]),)
