"""DiscreteLaplace(scale, loc): on the integers, P(x) proportional to exp(-|x - loc|/scale); loc is 0 unless given."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from prhl.distributions.base import Bound, Condition, Fixed, Kind, Likely, Parameter
from prhl.distributions.conditions import centre, given, halves, positive
from prhl.distributions.masses import Boundless, Masses, Piece, Value
from prhl.logic.build import TRUE, number, plus, quotient
from prhl.logic.terms import Apply, DistributionArgument, Term, Variable
from prhl.logic.types import INT, REAL, Type
from prhl.numbers import Log, Number, divide, excess, exp, tails
from prhl.numbers.magnitude import power
from prhl.sampling.bracketed import Real, bracket_of
from prhl.sampling.finite_laws import Law
from prhl.sampling.log_concave import ByExponent


def discrete_laplace(scale: Real, loc: int = 0) -> Law:
    """On the integers, with probabilities proportional to exp(-|x - loc|/scale)."""
    rate = 1 / Fraction(scale) if isinstance(scale, int) else 1 / scale
    return ByExponent(lambda x: abs(x - loc) * rate, int(loc), bracket_of(scale, 64)[1].__ceil__())


class DiscreteLaplace:
    name = "DiscreteLaplace"
    also = ("twosidedgeometric",)
    parameters = (Parameter("scale", Kind.NUMBER), Parameter("loc", Kind.INTEGER, optional=True))
    continuous = False
    two_sided = True
    spread = "scale"

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return positive(given(arguments), "the scale of DiscreteLaplace")

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

    def loss(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        return quotient(distance, given(arguments))

    def fixed(self, arguments: Sequence[DistributionArgument]) -> Fixed | None:
        return None

    def excess(self, spread: Number, shift: Fraction, epsilon: Number) -> Fraction:
        return excess.discrete_laplace(int(shift), spread, epsilon)

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        first = tails.first(end if upper else -end, strict)
        return None if first is None or values[0] is None else tails.discrete_laplace(first, values[0])

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        if distance.type != INT:
            return None
        step = Apply("exp", (Apply("neg", (quotient(number(1), scale),), REAL),), REAL)
        return quotient(Apply("exp", (fall,), REAL), plus(number(1), step))

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return discrete_laplace

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        raise Boundless("DiscreteLaplace has infinite support")

    def ratio(self, values: Sequence[Value]) -> Number:
        """r = exp(-1/scale): each step away from loc is r times as likely."""
        return exp(divide(-1, values[0]))

    def weight(self, values: Sequence[Value], at: int) -> Number:
        scale, steps = values[0], abs(at - _loc(values))
        return _kept(scale, steps) if isinstance(scale, int | Fraction | Log) else _weight(scale, steps)

    def whole(self, values: Sequence[Value]) -> Number:
        r = self.ratio(values)
        return divide(1 + r, 1 - r)

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        r, steps = self.ratio(values), bound - _loc(values)
        # the sum of r^k over k >= m is r^m/(1 - r); up to 0 these are the weights of -k
        if steps <= 0:
            return divide(power(r, -steps), 1 - r)
        return self.whole(values) - divide(power(r, steps + 1), 1 - r)

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        """The mass of |x| > m is 2 r^(m+1)/(1 + r) <= 2 exp(-m/scale)."""
        reach = -(-(values[0] * Fraction(7 * (bits + 1), 10)) // 1)  # ln(2) < 7/10
        return _loc(values) - reach, _loc(values) + reach

    def pieces(self, values: Sequence[Value]) -> tuple[Piece, ...]:
        r, loc = self.ratio(values), _loc(values)
        # r^(loc - t) below loc, r^(t - loc) from it on
        return Piece(None, loc - 1, power(r, loc), divide(1, r)), Piece(loc, None, power(r, -loc), r)


def _loc(values: Sequence[Value]) -> int:
    return int(values[1]) if len(values) > 1 else 0


def _weight(scale: Number, steps: int) -> Number:
    """exp(-steps/scale)."""
    weight: Number = power(exp(divide(-1, scale)), steps)
    return weight


_kept = lru_cache(maxsize=16_384)(_weight)
"""The same, once for all centres."""
