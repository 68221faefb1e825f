"""epsilon at a given delta: the other way to read the curve of delta.

    epsilon(delta) = the smallest eps >= 0 with delta(eps) <= delta

For an ordered pair let A_j and B_j be the masses under p and q of the outputs with the j largest ratios. Then
delta(eps) is the largest of the lines A_j - E B_j and 0, E = exp(eps), and that is at most delta if and only if

    E >= (A_j - delta) / B_j   for every j

(where B_j = 0: A_j <= delta). So exp(epsilon) is the largest of these numbers and 1: exact, and ln is taken for
display only. It is infinite where outputs that q never shows have more than delta under p.

Pitfall: epsilon(delta) is not the epsilon of p after outputs of mass delta are forgotten; forgetting half an output
helps too, and the lines do that.

Missing mass. By the bounds of `delta_at` the lines lie between A_j - E (B_j + b) and A_j + a - E B_j.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Order, Probability, probability
from prhl.measures.pairs import Pair, pair, worst
from prhl.numbers import Exact


def ratio_at(p: Sequence[Exact], q: Sequence[Exact], delta: Exact, missing: tuple[Exact, Exact] = (0, 0)) -> Between:
    """exp(epsilon) at this delta, of one ordered pair of rows."""
    return ratio_at_of(pair(p, q, missing), delta)


def ratio_at_of(both: Pair, delta: Exact) -> Between:
    spent = probability(delta)
    a, b = both.missing
    highest = _crossing(both, spent - a, Fraction(0))
    return exactly(highest) if both.complete else Between(_crossing(both, spent, b), highest)


def _crossing(both: Pair, delta: Probability, spare: Probability) -> Probability | None:
    """The smallest E >= 1 from which on all lines A - E (B + spare) are at most delta; None if there is none."""
    if delta < 0:
        return None
    least: Probability = Fraction(1)
    above, below = Fraction(0), spare
    for p, q in both.parts:
        above, below = above + p, below + q
        if below == 0:
            if above > delta:
                return None
        elif above - delta > least * below:
            least = (above - delta) / below
    return least


def largest_ratio_at(matrix: Matrix, orders: Iterable[Order], delta: Exact) -> tuple[Between, Order | None]:
    """exp(epsilon) at this delta, over ordered pairs of inputs."""
    return worst(matrix, orders, lambda both: ratio_at_of(both, delta), Fraction(1))
