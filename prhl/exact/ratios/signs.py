"""Where a sum of c * t^j * rate^t is positive, on an interval of reals, exactly.

Between two roots of its derivative a function is monotone, so that the signs at the ends tell whether it has a root
there (Rolle). To divide by rate^t moves no root; and the derivative of (sum)/rate^t has one term less, as the power of
t at that rate is one lower. So the roots are found from those of ever shorter sums, the last of which has one term.
A root is rational, where that is seen, or lies in a short interval; signs at the points in between are told by
enclosures.

Pitfall.  Where a sum only touches 0 no sign changes, and no precision ever shows whether it does: such a place is left
open as an interval of its own.
"""

from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed, Terms, one, value
from prhl.exact.closed.real_densities import End, derivative
from prhl.numbers import Exact, Inexact, balls, divide, enclosure, ln, sign
from prhl.numbers.rates import ONE, Rate
from prhl.records import dataclass

SHORT = Fraction(1, 1 << 10)  # of intervals around roots
COARSE = 1 << 6  # denominators of points at which a sum is computed exactly if its sign is not seen
FARTHEST = 64  # doublings on the way to infinity
MOST_TERMS = 16
BITS = 128


@dataclass(frozen=True, slots=True)
class Stretch:
    """From low to high the sign is this; None if it is not known there."""

    low: End
    high: End
    sign: int | None


def stretches(terms: Terms, low: End, high: End, short: Fraction = SHORT) -> list[Stretch]:
    """An interval, cut where the sum changes its sign."""
    if not terms:
        return [Stretch(low, high, 0)]
    found = roots(terms, low, high, short)
    ends: list[End] = [low, *[end for root in found for end in root], high]
    out = []
    for at, (first, last) in enumerate(pairwise(ends)):
        if at % 2 == 0:
            if _longer(first, last):
                out.append(Stretch(first, last, _inside(terms, first, last)))
        elif first != last:
            out.append(Stretch(first, last, None))
    return out


def _longer(first: End, last: End) -> bool:
    return first is None or last is None or first < last


def _inside(terms: Terms, low: End, high: End) -> int:
    """The sign on an interval without roots; it may have roots at the ends."""
    if low is None:
        middle = Fraction(0) if high is None else high - 1
    else:
        middle = low + 1 if high is None else (low + high) / 2
    found = sign_of(terms, middle)
    if found is None:
        raise NotClosed("a sign that is not seen")
    return found


# ---- roots -----------------------------------------------------------------------------------


def roots(terms: Terms, low: End, high: End, short: Fraction = SHORT) -> list[tuple[Fraction, Fraction]]:
    """Intervals inside, in rising order, one around each root; between them there is none."""
    if len(terms) > MOST_TERMS:
        raise NotClosed("a density with too many terms")
    if len(terms) == 1:
        ((_, j),) = terms
        return [(Fraction(0), Fraction(0))] if j and _in(Fraction(0), low, high) else []
    known = _of_two(terms)
    if known is not None:
        return [(t, t) for t in known if _in(t, low, high)]
    rate = _pivot(terms)
    shorter = {(one(r * _inverse(rate)), j): c for (r, j), c in terms.items()}
    slope = derivative(shorter)
    turns = roots(slope, low, high, short) if slope else []
    out: list[tuple[Fraction, Fraction]] = []
    ends: list[End] = [low, *[end for turn in turns for end in turn], high]
    for at, (first, last) in enumerate(pairwise(ends)):
        if at % 2 == 0:
            out += _on_slope(shorter, first, last, short)
        else:
            assert first is not None
            assert last is not None
            out += _at_turn(shorter, slope, first, last)
    return _apart([root for root in out if _in(root[0], low, high) or _in(root[1], low, high)])


def _in(t: Fraction, low: End, high: End) -> bool:
    return (low is None or low < t) and (high is None or t < high)


def _inverse(rate: Rate) -> Rate:
    return ONE if rate is ONE else rate.inverse()


def _pivot(terms: Terms) -> Rate:
    """The rate to divide by: one with the fewest powers, and none if it can be."""
    powers: dict[Rate, int] = {}
    for rate, j in terms:
        powers[rate] = max(j, powers.get(rate, 0))
    return min(powers, key=lambda rate: (powers[rate], rate is not ONE))


def _of_two(terms: Terms) -> list[Fraction] | None:
    """The roots of c r^t + d s^t, times a power of t, where they are rational; None if that is not known."""
    if len(terms) != 2:
        return None
    ((r, j), c), ((s, k), d) = terms.items()
    if j != k or r == s:
        return None
    at_zero = [Fraction(0)] if j else []
    ratio = divide(-d, c)  # (r/s)^t = -d/c
    if sign(ratio) < 0:
        return at_zero
    try:
        t = divide(ln(ratio), ln((r * _inverse(s)).power(1)))
    except Inexact:
        return None
    return sorted({Fraction(t), *at_zero}) if isinstance(t, int | Fraction) else None


def _on_slope(terms: Terms, low: End, high: End, short: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The root between two points, if there is one; the sum rises or falls all the way."""
    first, last = [sign_at(terms, end, side) for end, side in ((low, -1), (high, 1))]
    if first is None or last is None:
        raise NotClosed("a sign that is not seen")
    if first * last >= 0:
        return [(end, end) for end, found in ((low, first), (high, last)) if found == 0 and end is not None]
    below = low if low is not None else _far(terms, high, -1, first)
    above = high if high is not None else _far(terms, low, 1, last)
    while above - below > short:
        middle = (below + above) / 2
        found = sign_of(terms, middle)
        if found == 0:
            return [(middle, middle)]
        if found is None:
            break
        below, above = (middle, above) if found == first else (below, middle)
    return [(below, above)]


def _far(terms: Terms, start: End, side: int, wanted: int) -> Fraction:
    """A point on the way to infinity where the sign is what it is there."""
    at = Fraction(0) if start is None else start
    for k in range(FARTHEST):
        t = at + side * Fraction(2) ** k
        if sign_of(terms, t) == wanted:
            return t
    raise NotClosed("a root that is too far out")


def _at_turn(terms: Terms, slope: Terms, low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """In a short interval around a turn there may be a root, or two, or none if the values are too large for that."""
    first, last = sign_of(terms, low), sign_of(terms, high)
    if low == high and first is not None:
        return [(low, low)] if first == 0 else []
    if first is not None and first == last != 0:
        steepest = largest(slope, low, high) * (high - low)
        if balls.enclose(lambda: abs(enclosed(terms, low)), BITS)[0] > steepest:
            return []
    return [(low, high)]


def _apart(found: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """In rising order; those that meet are one."""
    out: list[tuple[Fraction, Fraction]] = []
    for low, high in sorted(set(found)):
        if out and low <= out[-1][1]:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out


# ---- at points and ends ----------------------------------------------------------------------


def sign_of(terms: Terms, t: Fraction) -> int | None:
    """The sign at a point; None if it is not told from 0."""
    found = balls.sign_of(lambda: enclosed(terms, t), balls.PRECISIONS[:4])
    if found is None and t.denominator <= COARSE:
        return sign(value(terms, t))
    return found


def sign_at(terms: Terms, end: End, side: int) -> int | None:
    """The sign at a point, or far out on a side."""
    if end is not None:
        return sign_of(terms, end)
    rate, j = leading(terms, side)
    return sign(terms[rate, j]) * (-1 if side < 0 and j % 2 else 1)


def leading(terms: Terms, side: int) -> tuple[Rate, int]:
    """The term that is the largest far out on a side."""
    return max(terms, key=_by_growth if side > 0 else _by_growth_left)


def compare_rates(first: Rate, second: Rate) -> int:
    if first == second:
        return 0
    ratio = first * _inverse(second)
    return ((ratio.a > 0) - (ratio.a < 0)) if not ratio.roots else ratio.sign()


@cmp_to_key
def _by_growth(x: tuple[Rate, int], y: tuple[Rate, int]) -> int:
    return compare_rates(x[0], y[0]) or x[1] - y[1]


@cmp_to_key
def _by_growth_left(x: tuple[Rate, int], y: tuple[Rate, int]) -> int:
    return compare_rates(y[0], x[0]) or x[1] - y[1]


def largest(terms: Terms, low: Fraction, high: Fraction) -> Fraction:
    """A bound on the absolute value between two points: every factor is monotone on either side of 0."""
    total: Any = Fraction(0)
    far = max(abs(low), abs(high))
    for (rate, j), c in terms.items():
        top = high if compare_rates(rate, ONE) > 0 else low
        total += max([abs(end) for end in _ball(c, rate, top)]) * far**j
    return total  # type: ignore[no-any-return]


def bounds(terms: Terms, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals below and above the values between two points that lie on one side of 0."""
    below: Any = Fraction(0)
    above: Any = Fraction(0)
    near, far = sorted([abs(low), abs(high)])
    for (rate, j), c in terms.items():
        first, last = (low, high) if compare_rates(rate, ONE) >= 0 else (high, low)
        least, most = [_ball(c, rate, t) for t in (first, last)]
        powers = sorted([near**j, far**j]) if low >= 0 or j % 2 == 0 else sorted([-(near**j), -(far**j)])
        products = [ball * power for ball in (*least, *most) for power in powers]
        below, above = below + min(products), above + max(products)
    return below, above


def _ball(c: Exact, rate: Rate, t: Fraction) -> tuple[Fraction, Fraction]:
    return balls.enclose(lambda: enclosed({(rate, 0): c}, t), BITS)


def enclosed(terms: Terms, t: Fraction) -> Any:
    """An enclosure of the value at a point, at the precision that is set."""
    total = balls.rational(0)
    for (rate, j), c in terms.items():
        term = enclosure(c) * balls.rational(t**j)
        total += term if rate is ONE else term * balls.exp_of(enclosure(rate.logarithm) * balls.rational(t))
    return total
