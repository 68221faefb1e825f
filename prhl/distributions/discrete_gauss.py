"""DiscreteGauss(sigma, loc): on the integers, P(x) proportional to exp(-(x - loc)^2 / (2 sigma^2))."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter
from prhl.distributions.conditions import centre, given, halves, positive
from prhl.distributions.masses import Boundless, Masses, Value
from prhl.logic.build import TRUE
from prhl.logic.terms import DistributionArgument, Term, Variable
from prhl.logic.types import INT, Type
from prhl.numbers import Inexact, Number, divide, exp, tails
from prhl.numbers.gaussian import discrete_delta
from prhl.numbers.theta import theta
from prhl.sampling.bracketed import Real, bracket_of
from prhl.sampling.finite_laws import Law, quotient
from prhl.sampling.log_concave import ByExponent

MOST = 5_000  # terms of a sum
WIDEST = 1 << 40  # window; far more than is ever listed


def discrete_gauss(sigma: Real, loc: int = 0) -> Law:
    """On the integers, with probabilities proportional to exp(-(x - loc)^2/(2 sigma^2))."""
    rate = quotient(1, 2 * sigma * sigma)
    return ByExponent(lambda x: (x - loc) ** 2 * rate, int(loc), (bracket_of(sigma, 64)[1] * 3 / 2).__ceil__())


class DiscreteGauss:
    name = "DiscreteGauss"
    also = ()
    parameters = (Parameter("sigma", Kind.NUMBER), Parameter("loc", Kind.INTEGER, optional=True))
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the sigma of DiscreteGauss")

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        return TRUE

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return TRUE  # the ends are integers

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [centre(arguments)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return centre(arguments)

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        return halves(arguments, sample)

    def delta(self, sigma: Number, bound: Fraction, epsilon: Number) -> Fraction:
        return discrete_delta(bound.numerator // bound.denominator, sigma, epsilon)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        first = tails.first(end if upper else -end, strict)
        return None if first is None or values[0] is None else tails.discrete_gauss(first, values[0])

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return discrete_gauss

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless("DiscreteGauss has infinite support")

    def weight(self, values: Sequence[Value], at: int) -> Number:
        return exp(-((at - _loc(values)) ** 2) * _falling(values))

    def whole(self, values: Sequence[Value]) -> Number:
        """theta, the sum of exp(-x^2 / (2 sigma^2)) over all integers: no closed form, but certified enclosures."""
        return theta(_falling(values))

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        steps = bound - _loc(values)
        return self._from(values, -steps) if steps < 0 else self.whole(values) - self._from(values, steps + 1)

    def _from(self, values: Sequence[Value], first: int) -> Number:
        """The weights of loc + x for x >= first >= 1: by symmetry half of theta - 1, less the first ones."""
        if first > MOST:
            raise Inexact(f"a sum of more than {MOST:,} exponentials")
        falling = _falling(values)
        total = divide(self.whole(values) - 1, 2)
        for x in range(1, first):
            total = total - exp(-(x * x) * falling)
        return total

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        """The mass of |x| >= m is at most 2 exp(-m^2 / (2 sigma^2)) (Canonne, Kamath, Steinke 2020, proposition 25)."""
        variance, reach = values[0] ** 2, 1
        while not 10 * reach * reach >= 14 * (bits + 1) * variance:  # ln(2) < 7/10
            reach = reach + max(1, reach // 8)
            if reach > WIDEST:
                raise Boundless("noise so wide has too many values")
        return _loc(values) - reach, _loc(values) + reach


def _falling(values: Sequence[Value]) -> Number:
    """1/(2 sigma^2)."""
    return divide(1, 2 * values[0] ** 2)


def _loc(values: Sequence[Value]) -> int:
    return int(values[1]) if len(values) > 1 else 0
