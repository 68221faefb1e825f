"""delta at a given epsilon: the hockey-stick divergence.

    delta(eps) = max over ordered pairs of sum over y of max(0, p(y) - E q(y)),   E = exp(eps)

The smallest delta for which the channel is (eps, delta)-differentially private on these pairs: p(S) - E q(S) is
largest for the event S of all y with p(y) > E q(y) (thesis, Theorem 1). At eps = 0 it is the total variation.

Pitfall: the terms are added up over outputs. The largest single p(y) - E q(y) is too small a delta.

Missing mass. With a and b missing in p and q, and H the sum over what is listed: H - E b <= delta <= H + a. The event
S of the listed outputs has p(S) - E (q(S) + b) at least; and the runs that p lacks add at most a to any event.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prhl.measures.bounds import Between, exactly, larger
from prhl.measures.matrix import Matrix, Order, Probability
from prhl.measures.pairs import Pair, Part, pair, worst
from prhl.numbers import Exact, Exponential, Number


def delta(
    p: Sequence[Exact], q: Sequence[Exact], growth: Exponential, missing: tuple[Exact, Exact] = (0, 0)
) -> Between:
    """The smallest delta of one ordered pair of rows."""
    return delta_of(pair(p, q, missing), growth)


def delta_of(both: Pair, growth: Exponential) -> Between:
    above, below = worst_event(both, growth)
    listed: Number = above - below * growth.value if below != 0 else above
    if both.complete:
        return exactly(listed)
    least = listed - both.missing[1] * growth.value if both.missing[1] != 0 else listed
    return Between(least if least > 0 else Fraction(0), listed + both.missing[0])


def worst_event(both: Pair, growth: Exponential) -> tuple[Probability, Probability]:
    """The masses under p and q of the outputs with p > E q; by falling ratio they come first."""
    above, below = Fraction(0), Fraction(0)
    for p, q in both.parts:
        if not _exceeds((p, q), growth):
            break
        above, below = above + p, below + q
    return above, below


def _exceeds(part: Part, growth: Exponential) -> bool:
    """p > E q."""
    p, q = part
    if q == 0:
        return True
    if isinstance(p, Fraction) and isinstance(q, Fraction):
        return growth.exceeded_by(p.numerator * q.denominator, q.numerator * p.denominator)
    return growth.compare(p / q) > 0


def largest_delta(matrix: Matrix, orders: Iterable[Order], growth: Exponential) -> tuple[Between, Order | None]:
    """The smallest delta over ordered pairs of inputs."""
    return worst(matrix, orders, lambda both: delta_of(both, growth), Fraction(0))


def total_variation(matrix: Matrix, orders: Iterable[Order]) -> tuple[Between, Order | None]:
    """The largest difference of probabilities that any event shows between two inputs."""
    found, at = exactly(Fraction(0)), None
    seen: set[Order] = set()
    for i, j in orders:
        kind = (matrix.kinds[i], matrix.kinds[j])
        if kind in seen or (matrix.complete and (kind[0] == kind[1] or kind[::-1] in seen)):
            continue
        seen.add(kind)
        value = _variation(matrix, i, j)
        wider = larger(found, value)
        if wider.low is not found.low:
            at = (i, j)
        found = wider
    return found, at


def _variation(matrix: Matrix, i: int, j: int) -> Between:
    """delta at epsilon 0, without looking for the worst event; it is the same in both directions."""
    gaps = [p - q for p, q in zip(matrix.rows[i], matrix.rows[j], strict=True)]
    listed: Probability = sum([gap for gap in gaps if gap > 0], Fraction(0))
    a, b = matrix.missing[i], matrix.missing[j]
    if a == 0 and b == 0:
        return exactly(listed)
    return Between(listed - b if listed > b else Fraction(0), listed + a)
