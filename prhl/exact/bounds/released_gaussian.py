"""Gaussian noise that is released and otherwise not looked at: a real output with a normal distribution.

Two such rows of one width, with centres m < n, have the ratio exp((n - m)(m + n - 2t)/(2 sigma^2)) at t, which falls as
t rises. So the worst events are half-lines, and delta at eps is attained left of (m + n)/2 - eps sigma^2/(n - m); no
epsilon is enough with delta 0. The probability of a half-line is erfc(z)/2, enclosed to any number of digits however
far out it lies.

Pitfall.  The end of the worst half-line is no rational number. What is shown is a half-line with a rational end, whose
bounds are those of this very event; the bound on delta from above is that of the formula.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from prhl.exact.bounds.grids import Fresh
from prhl.exact.bounds.interval_events import Span, seen_of
from prhl.exact.bounds.interval_run import Outcome
from prhl.exact.closed.symbolic_values import Affine
from prhl.logic.types import Type
from prhl.numbers import Exponential, Inexact, Number, balls, enclosure
from prhl.numbers.gaussian import continuous_delta
from prhl.numbers.noise import UNIT
from prhl.numbers.normal import probability

DIGITS = 40  # of a probability
PLACES = 96  # bits of the end of a half-line, after the point
EVERYTHING = Span(None, None)

Seen = tuple[Any, ...]


@dataclass(frozen=True)
class Released:
    """What is seen, with `any` for the real number in it, and the normal distribution of that number."""

    seen: Seen
    centre: Fraction
    sigma: Number

    def resembles(self, other: "Released") -> bool:
        """Whether the two differ in their centres at most."""
        try:
            return self.seen == other.seen and bool(self.sigma == other.sigma)
        except Inexact:
            return False

    def knows(self, event: Iterable[Seen]) -> bool:
        """Whether all that is in the event is an interval of the number."""
        return all([_interval(seen) is not None and _opened(seen) == self.seen for seen in event])

    def last(self) -> "Released | None":
        """Of what is seen last alone; None if the number is not in it."""
        return None if _interval(self.seen[-1:]) is None else replace(self, seen=self.seen[-1:])

    def away_from(self, other: "Released", times: Fraction) -> Seen:
        """The half-line away from another centre that starts so many times their distance behind this one."""
        gap = self.centre - other.centre
        end = self.centre + times * gap
        return tuple(_filled(self.seen, Span(None, end) if gap < 0 else Span(end, None)))

    def mass(self, seen: Seen) -> tuple[Fraction, Fraction]:
        """Bounds on the probability of an interval of the number."""
        span = _interval(seen)
        assert span is not None
        return probability(self.centre, self.sigma, span.low, span.high, DIGITS)


@dataclass(frozen=True)
class HalfLine:
    """Bounds on its two probabilities, and one on delta from above."""

    seen: Seen
    above: Fraction
    below: tuple[Fraction, Fraction]
    most: Fraction


def worst(p: Released, q: Released, growth: Exponential) -> HalfLine | None:
    """A half-line that comes as close to delta as its rational end allows; None if there is nothing to tell."""
    if p.centre == q.centre:
        return None
    gap, middle = q.centre - p.centre, (p.centre + q.centre) / 2
    low, high = balls.enclose(
        lambda: balls.rational(middle) - growth.exponent() * enclosure(p.sigma) ** 2 / balls.rational(gap), 2 * PLACES
    )
    end = Fraction(round((low + high) / 2 * 2**PLACES), 2**PLACES)
    seen = _filled(p.seen, Span(None, end) if gap > 0 else Span(end, None))
    return HalfLine(seen, p.mass(seen)[0], q.mass(seen), continuous_delta(abs(gap), p.sigma, growth.eps))


def released(outcome: Outcome, result: Type | None) -> Released | None:
    """What a run ends in, if that is one normal distribution."""
    if outcome.missing or len(outcome.states) != 1:
        return None
    (state,) = outcome.states
    seen = seen_of(state, result)
    leaves = set(_leaves(seen))
    if state.axes or state.total != (UNIT, UNIT) or len(leaves) != 1:
        return None
    (leaf,) = leaves
    if len(leaf.parts) != 1 or not isinstance(leaf.constant, int | Fraction):
        return None
    ((name, factor),) = leaf.parts
    draw = state.draws.get(name)
    if not isinstance(draw, Fresh) or draw.noise.name != "Gauss" or (draw.low, draw.high) != (None, None):
        return None
    if not isinstance(draw.noise.place, int | Fraction):
        return None
    centre = Fraction(leaf.constant) + factor * Fraction(draw.noise.place)
    return Released(_opened(seen), centre, draw.noise.scale * abs(Fraction(factor)))


def rounder(seen: Seen, grids: tuple[int, ...]) -> Iterator[Seen]:
    """The same half-line with a rounder end, the roundest first."""
    span = _interval(seen)
    if span is None or (span.low is None) == (span.high is None):
        return
    end = span.high if span.low is None else span.low
    assert end is not None
    for grid in grids:
        below = Fraction(end * grid // 1, grid)
        for number in (below, below + Fraction(1, grid)):
            yield _filled(_opened(seen), Span(None, number) if span.low is None else Span(number, None))


def _leaves(seen: Any) -> Iterator[Affine]:
    if isinstance(seen, Affine):
        yield seen
    elif isinstance(seen, tuple):
        for part in seen:
            yield from _leaves(part)


def _interval(seen: Any) -> Span | None:
    """The one interval in what is seen."""
    if isinstance(seen, Span):
        return seen
    parts = {found for part in seen if (found := _interval(part)) is not None} if isinstance(seen, tuple) else set()
    return parts.pop() if len(parts) == 1 else None


def _opened(seen: Any) -> Any:
    return _filled(seen, EVERYTHING)


def _filled(seen: Any, span: Span) -> Any:
    match seen:
        case Affine() | Span():
            return span
        case tuple():
            return tuple([_filled(part, span) for part in seen])
        case _:
            return seen
