"""How close two rows of a channel are: the smallest epsilon, and delta at a given epsilon.

For two rows p and q the smallest epsilon is ln of the largest p(y)/q(y); at a given epsilon the smallest delta
is the sum of p(y) - E q(y) over the y where that is positive, E = exp(epsilon): these y are the worst event.
Where mass is missing (a loop had not ended, a window on infinite support, rounding) the figures are bounds, and say so.
Of real outputs it is the densities that are compared: the supremum of their ratio, the integral of what exceeds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.closeness.pair_kinds import furthest, one_of_each_kind
from prhl.exact import Closed, Listed, Ratio, Row, Seen
from prhl.numbers import Exact, Exponential, Inexact, balls, enclosure
from prhl.numbers.figures import INFINITE, Figure, linear, logarithm
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Epsilon:
    """ln(ratio), attained by a pair at an output, or approached near it; ratio None is infinite.

    If it is not `exact`, a lower bound; `most` is then one from above, if there is any.
    """

    ratio: Exact | None
    pair: tuple[int, int] | None
    output: Seen | None
    exact: bool = True
    most: Exact | None = None

    @property
    def figure(self) -> Figure:
        """ln(ratio), as it is shown."""
        if self.ratio is None:
            return INFINITE
        found = logarithm(self.ratio)
        if self.exact:
            return found
        return Figure(None, found.low, None if self.most is None else logarithm(self.most).high)


@dataclass(frozen=True, slots=True)
class Delta:
    """above - below*exp(eps), attained by a pair on an event; the true value lies in it minus/plus the slacks."""

    above: Exact
    below: Exact
    exponential: Exponential
    pair: tuple[int, int] | None
    event: tuple[Seen, ...]  # in run 1, and in run 2 too unless there is an image
    image: tuple[Seen, ...] | None = None
    slack: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))  # missing in the right and in the left row

    def compare(self, value: Exact) -> int | None:
        """The sign of delta - value; None if the missing mass leaves it open."""
        if any(self.slack):
            # delta lies between above - below*E - slack[0]*E and above - below*E + slack[1]
            if self._sign(value - self.slack[1], self.below) < 0:
                return -1
            return 1 if self._sign(value, self.below + self.slack[0]) > 0 else None
        return self._sign(value, self.below)

    @property
    def figure(self) -> Figure:
        """The value, or the interval that the missing mass leaves, as it is shown."""
        if not any(self.slack):
            return linear(self.above, self.below, self.exponential)
        if self.exponential.huge:  # too large to be written out: at least nothing, and at most all of the event
            high = balls.enclose(lambda: enclosure(self.above), 256)[1]
            return Figure(None, *balls.outward(Fraction(0), min(Fraction(1), high + self.slack[1])))
        low, high = balls.enclose(
            lambda: enclosure(self.above) - enclosure(self.below) * self.exponential.enclosure(), 256
        )
        spare = self.slack[0] * self.exponential.enclosing[1]
        return Figure(None, *balls.outward(max(Fraction(0), low - spare), min(Fraction(1), high + self.slack[1])))

    def _sign(self, value: Exact, below: Exact) -> int:
        """The sign of above - below*E - value."""
        return Mixed(self.above - value, -below, self.exponential).sign()


def smallest_epsilon(left: Sequence[Row], right: Sequence[Row], pairs: Iterable[tuple[int, int]]) -> Epsilon:
    """Over the ordered pairs of a left and a right row."""
    worst, at = Ratio(Fraction(1)), None
    pairs = list(pairs)
    top = furthest(left, pairs) if left is right else None
    for pair in one_of_each_kind(left, right, pairs) if top is None else [top]:
        row, other = left[pair[0]], right[pair[1]]
        if row is other and row.exact and type(row) in (Listed, Closed):
            continue  # its ratio to itself is 1
        found = row.ratio(other)
        at = pair if found.exceeds(worst) else at
        worst = worst.larger(found)
    return Epsilon(worst.value, at, worst.output, worst.exact, worst.most)


def smallest_delta(
    left: Sequence[Row], right: Sequence[Row], pairs: Iterable[tuple[int, int]], exponential: Exponential
) -> Delta:
    """Over the ordered pairs, the largest of their deltas at exp(eps)."""
    worst = Delta(Fraction(0), Fraction(0), exponential, None, ())
    for i, j in one_of_each_kind(left, right, pairs):
        worst = larger(worst, delta_of(left[i], right[j], exponential, (i, j)))
    return worst


def delta_below(epsilon: Epsilon, exponential: Exponential) -> Delta | None:
    """Delta where no ratio exceeds exp(eps): none. None if that is not known."""
    if not epsilon.exact or epsilon.ratio is None:
        return None
    try:
        return (
            None if exponential.compare(epsilon.ratio) > 0 else Delta(Fraction(0), Fraction(0), exponential, None, ())
        )
    except Inexact:
        return None


def larger(worst: Delta, found: Delta) -> Delta:
    """The larger of two deltas; with missing mass the widest bounds are kept."""
    best = found if _greater(found, worst) else worst
    return replace(best, slack=(max(found.slack[0], worst.slack[0]), max(found.slack[1], worst.slack[1])))


def delta_of(p: Row, q: Row, exponential: Exponential, pair: tuple[int, int]) -> Delta:
    """Of one ordered pair of rows."""
    found = p.excess(q, exponential)
    return Delta(found.above, found.below, exponential, pair, found.event, slack=found.slack)


def _greater(a: Delta, b: Delta) -> bool:
    """above - below*E is greater for a than for b."""
    return Mixed(a.above - b.above, b.below - a.below, a.exponential).sign() > 0


def total_variation(p: Row, q: Row) -> Exact:
    """The largest difference of probabilities that any event shows: delta at epsilon 0."""
    found = delta_of(p, q, Exponential(Fraction(0)), (0, 0))
    return found.above - found.below
