"""ExpMech(eps, scores): an index i of `scores`, P(i) proportional to exp(eps scores[i] / 2)."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import below, given, up_to
from prhl.distributions.masses import Masses, Value
from prhl.logic.build import at_most, both, less, number, plus, size
from prhl.logic.terms import DistributionArgument, Term
from prhl.logic.types import INT, Type
from prhl.numbers import exp
from prhl.sampling.bracketed import Real
from prhl.sampling.finite_laws import Law, Scored


def exp_mech(eps: Real, scores: Sequence[Real]) -> Law:
    """The index i of a score with probability proportional to exp(eps*scores[i]/2)."""
    return Scored(Fraction(1, 2) * eps, scores)


class ExpMech:
    name = "ExpMech"
    also = ("exponentialmechanism",)
    parameters = (Parameter("eps", Kind.NUMBER), Parameter("scores", Kind.SCORES))
    continuous = False
    orders = True

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return INT

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        scores = given(arguments, 1)
        return (Condition(less(number(0), size(scores)), "empty-set", "ExpMech needs at least one score"),)

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        scores = given(arguments, 1)
        return both([at_most(number(0), value), less(value, size(scores))])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        scores = given(arguments, 1)
        return both([up_to(number(0), high), below(low, size(scores))])

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        scores = given(arguments, 1)
        return [number(0), plus(size(scores), number(1), -1)]

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return exp_mech

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        eps, scores = values
        weights = [exp(Fraction(1, 2) * eps * score) for score in scores]
        total = weights[0]
        for weight in weights[1:]:
            total = total + weight
        return Masses(list(enumerate(weights)), total)
