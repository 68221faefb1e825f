"""Two rows of a channel side by side: what tells them apart is the ratio of their probabilities at each output.

Outputs at which the ratio p/q is the same are one for every measure of how close p is to q, and outputs that p never
shows count for nothing; so a pair is kept as the masses under p and q for each ratio, the largest ratio first.

Missing mass. Let p and q lack a and b. No completion of the pair is closer, by any of the measures here, than p
against q with its b poured onto the outputs where p/q is largest until these are level (`closest`): each of these
measures is a function of terms h(p, q) that grow with p and fall, convexly, with q, so the best place for one more
drop of b is where the ratio is largest. And none is further apart than with a on an output of its own, which q never
shows; that is infinitely far for a ratio, and just a more for delta.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.measures.bounds import Between, exactly, larger
from prhl.measures.matrix import Matrix, Order, Probability, probability
from prhl.numbers import Exact
from prhl.numbers.shared import Ratios
from prhl.records import dataclass

Part = tuple[Probability, Probability]


@dataclass(frozen=True, slots=True)
class Pair:
    """p > 0 and q of each group of outputs, by falling p/q; and what the two rows lack to 1."""

    parts: tuple[Part, ...]
    missing: tuple[Probability, Probability]
    apart: bool = False  # p shows something that q never does, whatever q lacks

    @property
    def complete(self) -> bool:
        return self.missing[0] == 0 and self.missing[1] == 0

    @property
    def disjoint(self) -> bool:
        """Whether p shows something that q never shows, as far as is listed."""
        return bool(self.parts) and self.parts[0][1] == 0

    @property
    def alike(self) -> bool:
        """Whether both rows are known and the same."""
        return self.complete and len(self.parts) == 1 and self.parts[0][0] == self.parts[0][1] == 1

    def closest(self) -> "Pair":
        """The nearest that a completion may come: q lacks nothing any more, and p is as it is listed."""
        spare = self.missing[1]
        if spare == 0 or not self.parts or self.apart:  # then nothing is poured where it would matter
            return self
        above, below = self.parts[0][0], self.parts[0][1] + spare
        rest = list(self.parts[1:])
        while rest and rest[0][0] * below > above * rest[0][1]:  # the next ratio is larger than the level so far
            p, q = rest.pop(0)
            above, below = above + p, below + q
        return Pair(((above, below), *rest), (self.missing[0], Fraction(0)))


def pair(
    p: Sequence[Exact],
    q: Sequence[Exact],
    missing: tuple[Exact, Exact] = (0, 0),
    ratios: Ratios | None = None,
) -> Pair:
    """From two lists of probabilities over the same outputs, and what each lacks to 1; `ratios` are of such numbers."""
    groups: dict[Probability | None, Part] = {}
    for mine, other in zip(p, q, strict=True):
        if mine != 0:
            x, y = probability(mine), probability(other)
            ratio = None if y == 0 else x / y if ratios is None else ratios.of(x, y)
            above, below = groups.get(ratio, (Fraction(0), Fraction(0)))
            groups[ratio] = (above + x, below + y)
    first = [groups.pop(None)] if None in groups else []
    rest = [groups[ratio] for ratio in sorted(groups, reverse=True)]  # type: ignore[type-var]  # None is gone
    return Pair((*first, *rest), (probability(missing[0]), probability(missing[1])))


def pair_of(matrix: Matrix, order: Order) -> Pair:
    i, j = order
    found = pair(matrix.rows[i], matrix.rows[j], (matrix.missing[i], matrix.missing[j]), matrix.ratios)
    return replace(found, apart=True) if matrix.parts(i, j) else found


def distinct_orders(matrix: Matrix, orders: Iterable[Order]) -> Iterator[Order]:
    """The ordered pairs that differ from each other: of inputs that behave alike one speaks for all."""
    seen: set[Order] = set()
    for i, j in orders:
        kind = (matrix.kinds[i], matrix.kinds[j])
        known = matrix.missing[i] == 0 and matrix.missing[j] == 0
        if kind not in seen and (kind[0] != kind[1] or not known):
            yield i, j
        seen.add(kind)


def distinct(matrix: Matrix, orders: Iterable[Order]) -> dict[Order, Pair]:
    return {order: pair_of(matrix, order) for order in distinct_orders(matrix, orders)}


def worst(
    matrix: Matrix, orders: Iterable[Order], of: Callable[[Pair], Between], nothing: Exact
) -> tuple[Between, Order | None]:
    """The largest over ordered pairs, and one that attains it; `nothing` is the value of two equal rows."""
    found, at = exactly(nothing), None
    for order, both in distinct(matrix, orders).items():
        value = of(both)
        wider = larger(found, value)
        if wider.low is not found.low:
            at = order
        found = wider
    return found, at
