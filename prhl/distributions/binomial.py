"""Binomial(n, p): on 0..n, P(x) = C(n, x) p^x (1 - p)^(n - x): how many of n coins with probability p show true."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, isqrt

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import given, probability, up_to
from prhl.distributions.masses import MOST, Masses, Value, added, listed, mass_beyond, merged
from prhl.logic.build import at_most, both, either, equal, less, number
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type
from prhl.numbers import Number
from prhl.numbers.magnitude import power
from prhl.sampling.bracketed import Real, bracket_of
from prhl.sampling.finite_laws import Law, Span, quotient
from prhl.sampling.log_concave import ByRatio, product_ratio


def binomial(n: int, p: Real) -> Law:
    """On 0..n, with probabilities C(n, x) p^x (1 - p)^(n - x): how many of n coins with probability p show true."""
    if n == 0 or p == 0 or p == 1:
        return Span(n, n) if p == 1 else Span(0, 0)
    odds = quotient(p, 1 - p)
    low, high = bracket_of(p, 64)
    width = isqrt((2 * n * high * (1 - low)).__ceil__()) + 1
    return ByRatio(product_ratio(odds, lambda x: (n - x + 1, x)), (n + 1) * p // 1, width, 0, n)


class Binomial:
    name = "Binomial"
    also = ("bin",)
    parameters = (Parameter("n", Kind.INTEGER), Parameter("p", Kind.NUMBER))
    continuous = False
    orders = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        n, p = given(arguments), given(arguments, 1)
        some = Condition(at_most(number(0), n), "empty-set", "the number of coins of Binomial must not be negative")
        return (some, *probability(p, "the probability of Binomial"))

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        n, p = given(arguments), given(arguments, 1)
        some = either([less(number(0), p), equal(value, number(0))])
        not_all = either([less(p, number(1)), equal(value, n)])
        return both([at_most(number(0), value), at_most(value, n), some, not_all])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        n, p = given(arguments), given(arguments, 1)
        some = either([less(number(0), p), up_to(low, number(0))])
        not_all = either([less(p, number(1)), up_to(n, high)])
        return both([up_to(number(0), high), up_to(low, n), some, not_all])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0), given(arguments)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return number(0)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        return mass_beyond(self, values, end, upper, strict)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return binomial

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return merged(listed(self, values, 0, int(values[0]), limit), self.whole(values))

    def weight(self, values: Sequence[Value], at: int) -> Number:
        """C(n, at) u^at (v - u)^(n - at), with p = u/v; v is 1 unless p is rational."""
        n, u, v = _coins(values)
        if not 0 <= at <= n:
            return 0
        each: Number = power(u, at) * power(v - u, n - at)
        return each if each == 0 else choose(n, at) * each

    def whole(self, values: Sequence[Value]) -> Number:
        n, _, v = _coins(values)
        whole: Number = power(v, n)
        return whole

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        n, u, v = _coins(values)
        if bound < 0 or bound >= n:
            return self.whole(values) if bound >= 0 else 0
        if u in (0, v):
            return self.whole(values) if u == 0 else 0
        return added([weight for _, weight in listed(self, values, 0, bound, MOST)])

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        return 0, int(values[0])


_latest = [(0, 0, 1)]  # n, k and C(n, k), read and written as one


def choose(n: int, k: int) -> int:
    """C(n, k). One after the other they cost a product each: C(n, k) = C(n, k - 1) (n - k + 1) / k."""
    before, last, found = _latest[0]
    found = found * (n - k + 1) // k if (before, last) == (n, k - 1) else comb(n, k)
    _latest[0] = n, k, found
    return found


def _coins(values: Sequence[Value]) -> tuple[int, Number, int]:
    n, p = values
    return (int(n), Fraction(p).numerator, Fraction(p).denominator) if isinstance(p, int | Fraction) else (int(n), p, 1)
