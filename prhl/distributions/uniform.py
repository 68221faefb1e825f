"""Uniform(S): every element of the finite set S with the same probability.

S is `{a, b, c}` without repetition, `lo..hi` (both included), `bits(n)` or `{0,1}^n`.
"""

from collections.abc import Sequence

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import between, up_to
from prhl.distributions.masses import Masses, Value
from prhl.logic.build import FALSE, at_most, both, either, number
from prhl.logic.sets import member
from prhl.logic.terms import AllBits, Apply, Between, DistributionArgument, Listed, Term
from prhl.logic.types import BOOL, Type


class Uniform:
    name = "Uniform"
    also = ("unif",)
    parameters = (Parameter("S", Kind.SET),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        domain = arguments[0]
        assert isinstance(domain, Listed | Between | AllBits)
        return domain.item_type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        match arguments[0]:
            case Listed(()):
                return (Condition(FALSE, "empty-set", "the set of Uniform is empty"),)
            case Listed(items):
                distinct = Apply("distinct", items, BOOL, arguments[0].span)
                return (Condition(distinct, "repeated-element", "the set of Uniform lists an element twice"),)
            case Between(low, high):
                return (Condition(at_most(low, high), "empty-set", "the range of Uniform is empty"),)
            case AllBits(size):
                return (Condition(at_most(number(0), size), "empty-set", "bits(n) needs n >= 0"),)
            case other:
                raise AssertionError(other)

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        domain = arguments[0]
        assert isinstance(domain, Listed | Between | AllBits)
        return member(value, domain)

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        match arguments[0]:
            case Between(first, last):
                return both([up_to(first, high), up_to(low, last)])
            case Listed(items):
                return either([between(low, item, high) for item in items])
            case _:
                return FALSE

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return Masses([(value, 1) for value in values[0]], len(values[0]))
