"""How close two rows of a channel are: the smallest epsilon, and delta at a given epsilon.

For two rows p and q the smallest epsilon is ln of the largest p(y)/q(y); at a given epsilon the smallest delta
is the sum of p(y) - E q(y) over the y where that is positive, E = exp(epsilon): these y are the worst event.
Where mass is missing (a loop had not ended, a window on infinite support, rounding) the figures are bounds, and say so.
Of real outputs it is the densities that are compared: the supremum of their ratio, the integral of what exceeds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from prhl.exact.bounds.released_gaussian import Released, worst
from prhl.exact.columns.boxes import Dense, box_of, tidied
from prhl.exact.ratios.density_ratio import Peak, excess, peak
from prhl.numbers import Exact, Exponential, Inexact, Quotient, balls, enclosure, over
from prhl.numbers.figures import INFINITE, Figure, linear, logarithm
from prhl.numbers.mixed import Mixed

Seen = tuple[Any, ...]


class Row(Protocol):
    """Weights over a total, and a bound on the mass that is missing."""

    @property
    def weights(self) -> dict[Seen, Exact]: ...
    @property
    def total(self) -> Exact: ...
    @property
    def missing(self) -> Fraction: ...
    @property
    def dense(self) -> Dense | None: ...
    @property
    def most(self) -> Mapping[Seen, int] | None: ...
    @property
    def unit(self) -> Fraction | None: ...
    @property
    def released(self) -> Released | None: ...
    def mass(self, event: Iterable[Seen]) -> Exact: ...
    def ceiling(self, event: Iterable[Seen]) -> Exact: ...
    def outreaches(self, other: Any) -> bool: ...


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
    worst = Epsilon(Fraction(1), None, None)
    for i, j in pairs:
        found = _ratio(left[i], right[j], (i, j))
        best = found if worst.ratio is not None and (found.ratio is None or found.ratio > worst.ratio) else worst
        worst = _bounded(best, found if best is worst else worst)
    return worst


def _bounded(best: Epsilon, other: Epsilon) -> Epsilon:
    """The larger of two, with a bound on both."""
    if (best.exact and other.exact) or best.ratio is None:
        return replace(best, exact=best.exact and other.exact)
    tops = [one.ratio if one.exact else one.most for one in (best, other)]
    if tops[0] is None or tops[1] is None:
        return replace(best, exact=False, most=None)
    most = max(tops[0], tops[1])
    return replace(best, exact=best.exact and most == best.ratio, most=most)


def _ratio(p: Row, q: Row, pair: tuple[int, int]) -> Epsilon:
    """The largest p(y)/q(y); what is missing of q might be at any output, so its mass is added below."""
    if p.released is not None and q.released is not None and p.released.resembles(q.released):
        return Epsilon(Fraction(1) if p.released.centre == q.released.centre else None, pair, None)
    if p.outreaches(q):
        return Epsilon(None, pair, None)
    above: Exact = 0
    below: Exact = 1
    output = None
    scale, spare = q.missing.denominator, q.missing.numerator * q.total
    exact = not p.missing and not q.missing
    for seen, weight in p.weights.items():
        if p.dense is not None and box_of(seen) is not None:
            continue
        other = q.weights.get(seen, 0)
        if not exact:  # over the denominator of what is missing
            weight, other = weight * scale, other * scale + spare
            if q.most is not None and seen in q.most:
                other = min(other, q.most[seen] * scale)
        if other == 0:
            return Epsilon(None, pair, seen)
        if weight * below > above * other:
            above, below, output = weight, other, seen
    ratio = over(above * q.total, below * p.total)
    found = Epsilon(ratio if ratio > 1 else Fraction(1), pair, output, exact)
    return found if p.dense is None or q.dense is None else _inside(found, peak(p.dense, q.dense))


def _inside(found: Epsilon, top: Peak) -> Epsilon:
    """Of what is listed and what the densities of real outputs say the larger."""
    output = None if top.box is None else (top.box,)
    if top.low is None:
        return Epsilon(None, found.pair, output)
    dense = Epsilon(top.low, found.pair, output, top.exact, None if top.exact else top.high)
    assert found.ratio is not None
    return _bounded(dense, found) if top.low > found.ratio else _bounded(found, dense)


def smallest_delta(
    left: Sequence[Row], right: Sequence[Row], pairs: Iterable[tuple[int, int]], exponential: Exponential
) -> Delta:
    """Over the ordered pairs, the largest of their deltas at exp(eps)."""
    worst = Delta(Fraction(0), Fraction(0), exponential, None, ())
    for i, j in pairs:
        worst = larger(worst, delta_of(left[i], right[j], exponential, (i, j)))
    return worst


def larger(worst: Delta, found: Delta) -> Delta:
    """The larger of two deltas; with missing mass the widest bounds are kept."""
    best = found if _greater(found, worst) else worst
    return replace(best, slack=(max(found.slack[0], worst.slack[0]), max(found.slack[1], worst.slack[1])))


def delta_of(p: Row, q: Row, exponential: Exponential, pair: tuple[int, int]) -> Delta:
    if p.released is not None and q.released is not None and p.released.resembles(q.released):
        return _half_line(p.released, q.released, exponential, pair)
    event: list[Seen] = []
    above: Exact = 0
    below: Exact = 0
    for seen, weight in p.weights.items():
        if p.dense is not None and box_of(seen) is not None:
            continue
        other = q.weights.get(seen, 0)
        # p(y) > E q(y), with p = weight/p.total and q = other/q.total
        if other == 0 or exponential.exceeded_by(weight * q.total, other * p.total):
            event.append(seen)
            above += weight
            below += other
    slack = (Fraction(q.missing), Fraction(p.missing))
    if q.most is not None:
        slack = (min(slack[0], Fraction(q.ceiling(event) - q.mass(event))), slack[1])
    if p.unit is not None or q.unit is not None:  # intervals tell less than the reals in them
        slack = (slack[0], Fraction(1))
    found = Delta(over(above, p.total), over(below, q.total), exponential, pair, tuple(event), slack=slack)
    return found if p.dense is None or q.dense is None else _beyond(found, p.dense, q.dense)


def _half_line(p: Released, q: Released, exponential: Exponential, pair: tuple[int, int]) -> Delta:
    """Of two normal distributions of one width: the worst event, and the formula as a bound from above."""
    if exponential.huge:
        return Delta(Fraction(0), Fraction(0), exponential, pair, (), slack=(Fraction(0), Fraction(1)))
    found = worst(p, q, exponential)
    if found is None:  # one and the same distribution: nothing exceeds, or everything where eps is negative
        mass = Fraction(exponential.compare(1) > 0)
        return Delta(mass, mass, exponential, pair, (p.seen,) if mass else ())
    low, high = found.below
    shown = found.above - low * exponential.enclosing[1]  # at most what above - below*E is
    slack = (high - low, max(Fraction(0), found.most - shown))
    return Delta(found.above, low, exponential, pair, (found.seen,), slack=slack)


def _beyond(found: Delta, p: Dense, q: Dense) -> Delta:
    """With what the densities of real outputs add."""
    factor = found.exponential.value
    if not isinstance(factor, int | Fraction | Quotient):
        raise Inexact(f"exp({found.exponential.eps}) is not computed with exactly")
    more = excess(p, q, factor)
    return replace(
        found,
        above=found.above + more.above,
        below=found.below + more.below,
        event=(*found.event, *[(box,) for box in tidied(more.boxes)]),
        slack=(found.slack[0], found.slack[1] + more.more),
    )


def _greater(a: Delta, b: Delta) -> bool:
    """above - below*E is greater for a than for b."""
    return Mixed(a.above - b.above, b.below - a.below, a.exponential).sign() > 0


def total_variation(p: Row, q: Row) -> Exact:
    """The largest difference of probabilities that any event shows: delta at epsilon 0."""
    found = delta_of(p, q, Exponential(Fraction(0)), (0, 0))
    return found.above - found.below
