"""Each(D, n): n independent draws from D, as a list; none if n is not positive. Arguments of D are evaluated once."""

from collections.abc import Callable, Sequence

from prhl.distributions.base import Bound, Condition, Family, Kind, Parameter
from prhl.distributions.conditions import given
from prhl.distributions.masses import Masses, Value, within_limit
from prhl.logic.build import FALSE, at_most, both, equal, follows, index, less, number, size
from prhl.logic.terms import Apply, Distribution, DistributionArgument, Logical, Quantified, Term
from prhl.logic.types import INT, List, Type
from prhl.numbers import Number
from prhl.records import dataclass
from prhl.sampling.finite_laws import Law, Repeated

LONGEST = 64  # lists of more draws are more than anybody lists


@dataclass(frozen=True)
class Each:
    """What runs and enumerates sees a loop in its place (`semantics/flat.py`); proofs see the whole list."""

    inner: Callable[[str], Family]  # the shelf

    name = "Each"
    also = ("iid", "vector")
    parameters = (Parameter("D", Kind.DRAWN), Parameter("n", Kind.INTEGER))
    continuous = False  # as D is; see `is_continuous`

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        return List(drawn(arguments).type)

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        return ()  # those of D are asked of D

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        one, i = drawn(arguments), Logical("i'", INT)
        here = both([at_most(number(0), i), less(i, size(value))])
        inside = self.inner(one.name).support(one.arguments, index(value, i))
        long = equal(size(value), Apply("max", (given(arguments, 1), number(0)), INT))
        return both([long, Quantified("forall", (i,), follows(here, inside))])

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        return FALSE  # no numbers are drawn

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return []

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        return Repeated

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        inner, many = values[0], max(0, int(values[1]))
        one = inner.family.masses(inner.values, limit)
        within_limit(len(one.pairs) ** min(many, LONGEST), limit, "the set of lists")
        found: list[tuple[Value, Number]] = [((), 1)]
        for _ in range(many):
            found = [((*items, item), weight * mass) for items, weight in found for item, mass in one.pairs]
        return Masses(found, one.total**many, one.window)


def drawn(arguments: Sequence[DistributionArgument]) -> Distribution:
    """D."""
    one = arguments[0]
    assert isinstance(one, Distribution)
    return one
