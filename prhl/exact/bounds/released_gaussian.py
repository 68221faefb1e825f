"""Gaussian noise that is released and never compared: a real output with a normal distribution.

Two such rows of one width, with centres m < n, have the ratio exp((n - m)(m + n - 2t)/(2 sigma^2)) at t, which falls as
t rises. So the worst events are half-lines, and delta at eps is attained left of (m + n)/2 - eps sigma^2/(n - m); no
epsilon is enough with delta 0. The probability of a half-line is erfc(z)/2, enclosed to any number of digits however
far out it lies.

Pitfall.  The end of the worst half-line is no rational number. What is shown is a half-line with a rational end, whose
bounds are those of this very event; the bound on delta from above is that of the formula.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from prhl.exact.columns.events import Seen, Span, filled, interval, opened
from prhl.numbers import Exponential, Inexact, Number, balls, enclosure
from prhl.numbers.gaussian import continuous_delta
from prhl.numbers.normal import probability
from prhl.records import dataclass

DIGITS = 40  # of a probability
PLACES = 96  # bits of the end of a half-line, after the point


@dataclass(frozen=True)
class Released:
    """What is seen, with `any` for the real number in it, and the normal distribution of that number."""

    seen: Seen
    centre: Fraction
    sigma: Number

    def resembles(self, other: object) -> bool:
        """Whether the two differ in their centres and widths at most."""
        return isinstance(other, Released) and self.seen == other.seen and self.is_as_wide_as(other) is not None

    def is_as_wide_as(self, other: "Released") -> bool | None:
        """None if the widths are not told apart."""
        try:
            return bool(self.sigma == other.sigma)
        except Inexact:
            return None

    def knows(self, event: Iterable[Seen]) -> bool:
        """Whether all that is in the event is an interval of the number."""
        return all([interval(seen) is not None and opened(seen) == self.seen for seen in event])

    def last(self) -> "Released | None":
        """Of what is seen last alone; None if the number is not in it."""
        return None if interval(self.seen[-1:]) is None else replace(self, seen=self.seen[-1:])

    def away_from(self, other: "Released", times: Fraction) -> Seen:
        """The half-line away from another centre that starts so many times their distance behind this one, or, if it is
        wider than the other, so many times its width."""
        gap = self.centre - other.centre
        step = gap if self.is_as_wide_as(other) else _rough(self.sigma) * (-1 if gap < 0 else 1)
        end = self.centre + times * step
        return tuple(filled(self.seen, Span(None, end) if gap < 0 else Span(end, None)))

    def cut(self, other: "Released", near: int, cells: int) -> list[Seen]:
        """The line in so many intervals, up to so many widths around both centres, and what is further out."""
        low, high = sorted([self.centre, other.centre])
        reach = near * max(_rough(self.sigma), _rough(other.sigma))
        start, step = low - reach, (high - low + 2 * reach) / cells
        ends = [None, *[start + step * k for k in range(cells + 1)], None]
        return [tuple(filled(self.seen, Span(a, b))) for a, b in pairwise(ends)]

    def mass(self, seen: Seen) -> tuple[Fraction, Fraction]:
        """Bounds on the probability of an interval of the number."""
        span = interval(seen)
        assert span is not None
        return probability(self.centre, self.sigma, span.low, span.high, DIGITS)


def _rough(sigma: Number) -> Fraction:
    return balls.bracket(lambda: enclosure(sigma), 3)[1]


@dataclass(frozen=True)
class Worst:
    """An event with bounds on its two probabilities, and a bound on delta from above."""

    event: tuple[Seen, ...]
    above: Fraction
    below: tuple[Fraction, Fraction]
    most: Fraction


def worst(p: Released, q: Released, growth: Exponential) -> Worst:
    """A half-line that comes as close to delta as its rational end allows, of two centres."""
    gap, middle = q.centre - p.centre, (p.centre + q.centre) / 2
    low, high = balls.enclose(
        lambda: balls.rational(middle) - growth.exponent() * enclosure(p.sigma) ** 2 / balls.rational(gap), 2 * PLACES
    )
    end = Fraction(round((low + high) / 2 * 2**PLACES), 2**PLACES)
    seen = filled(p.seen, Span(None, end) if gap > 0 else Span(end, None))
    return Worst((seen,), p.mass(seen)[0], q.mass(seen), continuous_delta(abs(gap), p.sigma, growth.eps))
