"""Geometric(p): on 0, 1, 2, ..., P(x) = p (1 - p)^x: how many failures come before the first success."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Fixed, Kind, Likely, Parameter
from prhl.distributions.conditions import given, up_to
from prhl.distributions.masses import Boundless, Masses, Piece, Value
from prhl.logic.build import at_most, both, either, equal, less, number, plus, quotient, times
from prhl.logic.linear import form
from prhl.logic.terms import Apply, DistributionArgument, Term, Variable
from prhl.logic.types import INT, REAL, Type
from prhl.numbers import Number, divide, excess, tails
from prhl.numbers.magnitude import power
from prhl.sampling.bracketed import Real, bracket_of
from prhl.sampling.finite_laws import Law
from prhl.sampling.log_concave import ByRatio, power_ratio


def geometric(p: Real) -> Law:
    """On 0, 1, 2, ..., with probabilities p (1 - p)^x: how many failures come before the first success."""
    bits = 64
    while bracket_of(p, bits)[0] <= 0:
        bits *= 2
    return ByRatio(power_ratio(1 - p), 0, (1 / bracket_of(p, bits)[0]).__ceil__(), low=0)


class Geometric:
    name = "Geometric"
    also = ()
    parameters = (Parameter("p", Kind.NUMBER),)
    continuous = False
    two_sided = False
    spread = "probability"

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        p = given(arguments)
        message = "the probability of Geometric must lie above 0, up to 1"
        return tuple([Condition(f, "not-a-probability", message) for f in (less(number(0), p), at_most(p, number(1)))])

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        p = given(arguments)
        return both([at_most(number(0), value), either([less(p, number(1)), equal(value, number(0))])])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        p = given(arguments)
        return both([up_to(number(0), high), either([less(p, number(1)), up_to(low, number(0))])])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def centre(self, arguments: Sequence[DistributionArgument]) -> Term:
        return number(0)

    def loss(self, arguments: Sequence[DistributionArgument], distance: Term) -> Term:
        """A step costs ln(1/(1 - p)); where p is written as 1 - exp(u), that is -u."""
        match (form(number(1)) - form(given(arguments))).term:
            case Apply("exp", (exponent,)):
                return times(distance, (form(exponent) * Fraction(-1)).term)
            case _:
                return times(distance, Apply("ln", (quotient(number(1), plus(number(1), given(arguments), -1)),), REAL))

    def fixed(self, arguments: Sequence[DistributionArgument]) -> Fixed | None:
        message = "Geometric(1) is always 0, so its sample cannot be moved"
        return Fixed(less(given(arguments), number(1)), message, "require p < 1")

    def excess(self, spread: Number, shift: Fraction, epsilon: Number) -> Fraction:
        return excess.geometric(int(shift), spread, epsilon)

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        return [Likely("0", equal(sample, number(0)), mass=given(arguments))]

    def tail(self, values: Sequence[Number | None], end: Number, upper: bool, strict: bool) -> Fraction | None:
        first = tails.first(end if upper else -end, strict)
        if first is None or values[0] is None:
            return None
        return tails.geometric(first if upper else 1 - first, values[0], upper)

    def tail_formula(self, scale: Term, distance: Term, upper: bool, fall: Term) -> Term | None:
        return None

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return geometric

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
