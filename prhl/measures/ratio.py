"""epsilon: how much likelier one input can make an output than another.

    epsilon = max over ordered pairs (x, x') and outputs y of ln( C[x][y] / C[x'][y] )

The smallest epsilon for which the channel is epsilon-differentially private on these pairs (thesis, Definition 3). It
is 0 for equal rows and infinite where x shows what x' never shows. The ratio is exact; ln is taken for display only.

Missing mass. Below: the level to which `Pair.closest` brings the largest ratios. Above: if the first row is known in
full, the ratio as listed, since what q lacks can only lower it; otherwise infinite, for the missing runs of x may
show what x' never does.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Order, Probability
from prhl.measures.pairs import Pair, pair, worst
from prhl.numbers import Exact


def ratio(p: Sequence[Exact], q: Sequence[Exact], missing: tuple[Exact, Exact] = (0, 0)) -> Between:
    """exp(epsilon) of one ordered pair of rows."""
    return ratio_of(pair(p, q, missing))


def ratio_of(both: Pair) -> Between:
    highest = _at_least_one(_first(both)) if both.missing[0] == 0 else None
    if both.complete:
        return exactly(highest)
    return Between(_at_least_one(_first(both.closest())), highest)


def _first(both: Pair) -> Probability | None:
    """The largest ratio; None is infinite."""
    if not both.parts:
        return Fraction(1)
    p, q = both.parts[0]
    return None if q == 0 else p / q


def _at_least_one(value: Probability | None) -> Probability | None:
    """Two distributions cannot have all their ratios below 1."""
    return Fraction(1) if value is not None and value < 1 else value


def largest_ratio(matrix: Matrix, orders: Iterable[Order]) -> tuple[Between, Order | None]:
    """exp(epsilon) over ordered pairs of inputs."""
    return worst(matrix, orders, ratio_of, Fraction(1))
