"""What an observer learns under a prior: the hyper-distribution.

Each output y leads to a posterior over the inputs, pi(x|y) = pi(x) C[x][y] / P(y); the hyper-distribution says with
which probability each posterior is met. Outputs with the same posterior are one: no aim of an observer tells them
apart.

Where mass is missing it is the hyper-distribution of what is listed, and its probabilities add up to less than 1.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key

from prhl.measures.matrix import Matrix, Probability, Weighed
from prhl.numbers import Quotient, balls
from prhl.numbers.products import order
from prhl.numbers.quotients import quick
from prhl.records import dataclass

FINE = 40  # bits of what columns are told apart by at first


@dataclass(frozen=True)
class Inner:
    """A posterior over the inputs, told by a column that leads to it; the probability of meeting it, and the columns of
    all outputs that do."""

    probability: Probability
    column: Weighed
    columns: tuple[int, ...]

    @cached_property
    def posterior(self) -> tuple[Probability, ...]:
        return tuple([j / self.column.total for j in self.column.joint])


def hyper_distribution(matrix: Matrix, prior: Sequence[Probability]) -> list[Inner]:
    """The most likely posterior first."""
    columns = matrix.weighed(prior)
    possible = [at for at, column in enumerate(columns) if column.total != 0]  # the prior rules out others
    inners = []
    for group in _alike(columns, possible):
        mass = sum([columns[at].total for at in group], Fraction(0))
        inners.append(Inner(mass, columns[group[0]], tuple(group)))
    return sorted(inners, key=cmp_to_key(_first))


def _alike(columns: Sequence[Weighed], possible: Sequence[int]) -> list[list[int]]:
    """The columns with one posterior together, in their order.

    Rational posteriors are looked up. Others are kept under what a certified ball around their first entry touches, in
    units of 2^-40: balls around equal numbers meet, and so they have a unit in common. Then all entries are compared.
    """
    groups: list[list[int]] = []
    known: dict[object, list[list[int]]] = {}
    for at in possible:
        column = columns[at]
        keys = _keys(column)
        found = next(
            (g for key in keys for g in known.get(key, ()) if isinstance(key, _Exact) or _same(columns[g[0]], column)),
            None,
        )
        if found is not None:
            found.append(at)
            continue
        groups.append([at])
        for key in keys:
            known.setdefault(key, []).append(groups[-1])
    return groups


class _Exact(tuple[Probability, ...]):
    """A posterior itself."""


def _keys(column: Weighed) -> list[object]:
    if not any([isinstance(j, Quotient) for j in column.joint]):
        return [_Exact([j / column.total for j in column.joint])]
    support = tuple([j != 0 for j in column.joint])
    above, below = quick(column.joint[support.index(True)]), quick(column.total)
    if above is None or below is None:
        return [support]
    low, high = [end * 2**FINE // 1 for end in balls.enclose(lambda: above / below, balls.QUICK)]
    return [(support, unit) for unit in range(low, high + 1)]


def _same(one: Weighed, other: Weighed) -> bool:
    """Whether two posteriors are equal, entry by entry."""
    return all(_order(one, other, at) == 0 for at in range(len(one.joint)))


def _order(one: Weighed, other: Weighed, at: int) -> int:
    """The sign of the difference of an entry of two posteriors."""
    return order(one.joint[at], other.total, other.joint[at], one.total)


def _first(one: Inner, other: Inner) -> int:
    """The more likely one comes first, and of equally likely ones the one with the larger first entry."""
    if one.probability != other.probability:
        return -1 if one.probability > other.probability else 1
    return next((-found for at in range(len(one.column.joint)) if (found := _order(one.column, other.column, at))), 0)
