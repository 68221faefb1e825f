"""Permutation(n): the list of the numbers 0, 1, ..., n - 1 in a random order, each order with the same probability."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial

from prhl.distributions.base import Bound, Condition, Kind, Parameter
from prhl.distributions.conditions import given
from prhl.distributions.masses import Masses, Value, within_limit
from prhl.logic.build import FALSE, at_most, both, equal, follows, index, less, number, size, unequal
from prhl.logic.terms import DistributionArgument, Logical, Quantified, Term
from prhl.logic.types import INT, List, Type
from prhl.sampling.finite_laws import Law, Orders

LONGEST = 20  # 20! orders are more than anybody lists


class Permutation:
    name = "Permutation"
    also = ("shuffle",)
    parameters = (Parameter("n", Kind.INTEGER),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return List(INT)

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        n = given(arguments)
        return (Condition(at_most(number(0), n), "empty-set", "Permutation(n) needs n >= 0"),)

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        """n different numbers from 0 to n - 1 are all of them."""
        n = given(arguments)
        i, j = Logical("i'", INT), Logical("j'", INT)
        ordered = both([at_most(number(0), i), less(i, j), less(j, n)])
        inside = both([at_most(number(0), index(value, i)), less(index(value, i), n)])
        each = Quantified("forall", (i,), follows(both([at_most(number(0), i), less(i, n)]), inside))
        different = Quantified("forall", (i, j), follows(ordered, unequal(index(value, i), index(value, j))))
        return both([equal(size(value), n), each, different])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return FALSE  # no numbers are drawn

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return []

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return Orders

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        n = int(values[0])
        within_limit(factorial(min(n, LONGEST)), limit, "the set of orders")
        return Masses([(order, 1) for order in permutations(range(n))], factorial(n))
