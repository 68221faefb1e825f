"""Poisson(rate): on 0, 1, 2, ..., P(x) = exp(-rate) rate^x / x!."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial, isqrt

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import given, positive, up_to
from prhl.distributions.masses import MOST, Boundless, Masses, Value, added, listed, mass_beyond
from prhl.logic.build import at_most, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type
from prhl.numbers import Number, exp
from prhl.numbers.magnitude import power, too_long
from prhl.sampling.bracketed import Real, bracket_of
from prhl.sampling.finite_laws import Law
from prhl.sampling.log_concave import ByRatio, product_ratio


def poisson(rate: Real) -> Law:
    """On 0, 1, 2, ..., with probabilities exp(-rate) rate^x/x!."""
    width = isqrt(2 * bracket_of(rate, 64)[1].__ceil__()) + 1
    return ByRatio(product_ratio(rate, lambda x: (1, x)), rate // 1, width, low=0)


class Poisson:
    name = "Poisson"
    also = ()
    parameters = (Parameter("rate", Kind.NUMBER),)
    continuous = False
    orders = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        rate = given(arguments)
        return positive(rate, "the rate of Poisson")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return at_most(number(0), value)

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return up_to(number(0), high)

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return number(0)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return mass_beyond(self, values, end, upper, strict)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return poisson

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless("Poisson has infinite support")

    def weight(self, values: Sequence[Value], at: int) -> Number:
        if at > MOST:
            raise too_long()
        return power(values[0], at) * Fraction(1, factorial(at)) if at >= 0 else 0

    def whole(self, values: Sequence[Value]) -> Number:
        return exp(values[0])

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        return added([weight for _, weight in listed(self, values, 0, bound, MOST)]) if bound >= 0 else 0

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        """The mass from m on is at most (e*rate/m)^m, and so (e/6)^m < 2^-m where m >= 6*rate."""
        return 0, max(bits, -(-6 * values[0] // 1)) + 1
