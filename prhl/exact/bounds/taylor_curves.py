"""Densities on the reals that have no closed form, enclosed: on short cells, Taylor polynomials with balls.

On a cell around c with the radius r, f(c + u) lies in a_0 + a_1 u + ... + a_d u^d for all |u| <= r. The coefficients
below d are those of the Taylor series, and a_d encloses the derivative of order d over d! on all of the cell (Taylor's
theorem with Lagrange's remainder). Products, sums, shifts and integrals of such functions are of this form again: what
has a higher degree, a_k u^k, is at most |a_k| r^(k - d) times u^d. So what comparing draws makes of Gaussian noise, phi
times products of distribution functions, is integrated with certified bounds of many digits.

Densities end after some widths. What lies further out is left out, so that all of these functions are bounds from
below, as are the masses that come out.

Pitfall.  A draw that is cut to where its density has ended is not impossible: there are no such curves.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.real_densities import Curve, End
from prhl.numbers import balls, enclosure
from prhl.numbers.ball_polynomials import ZERO, Ball, Coefficients, pi, polynomial, shifted
from prhl.numbers.noise import Noise
from prhl.numbers.rates import ONE
from prhl.records import dataclass

PRECISION = 192
DEGREE = 24
STEPS, REACH = 4, 18  # cells in a width, and how many widths they reach
MOST_CELLS = 6_000


class Mass:
    """A number that is known by a ball around it."""

    __slots__ = ("ball",)

    def __init__(self, ball: Ball) -> None:
        self.ball = ball

    def __mul__(self, other: Any) -> "Mass":
        return Mass(self.ball * _ball(other))

    def __add__(self, other: Any) -> "Mass":
        return Mass(self.ball + _ball(other))

    def __sub__(self, other: Any) -> "Mass":
        return Mass(self.ball - _ball(other))

    __rmul__ = __mul__
    __radd__ = __add__

    def __eq__(self, other: object) -> bool:
        """Only what is known exactly is equal to anything."""
        return bool(self.ball == _ball(other))

    __hash__ = None  # type: ignore[assignment]


def _ball(number: Any) -> Ball:
    return number.ball if isinstance(number, Mass) else enclosure(number)


@dataclass(frozen=True)
class Cell:
    """From low to high, the coefficients of powers of t - centre; an infinite cell has a constant."""

    low: End
    high: End
    centre: Fraction
    coefficients: Any  # Coefficients

    def on(self, low: End, high: End) -> "Cell":
        """The same on a part of it, around its middle."""
        if low is None or high is None:
            if len(self.coefficients) > 1:
                raise NotClosed("noise that is not integrated to its end")
            return Cell(low, high, Fraction(0), self.coefficients)
        middle = (low + high) / 2
        if middle == self.centre:
            return Cell(low, high, middle, self.coefficients)
        return Cell(low, high, middle, shifted(self.coefficients, middle - self.centre))

    @property
    def radius(self) -> Fraction:
        assert self.low is not None
        assert self.high is not None
        return (self.high - self.low) / 2

    @cached_property
    def rising(self) -> Any:
        """The integral from low to t, as coefficients, and its value at high."""
        found = polynomial(self.coefficients).integral()
        r = balls.rational(self.radius)
        start, end = found(-r), found(r)
        return folded((found - start).coeffs(), self.radius), end - start


def folded(coefficients: Coefficients, radius: Fraction) -> Coefficients:
    """No more than `DEGREE`: higher powers of u, which is at most the radius, count for the last of them."""
    if len(coefficients) <= DEGREE + 1:
        return coefficients or [ZERO]
    kept, last = list(coefficients[:DEGREE]), coefficients[DEGREE]
    r = balls.rational(radius)
    for k, c in enumerate(coefficients[DEGREE + 1 :], 1):
        last += c * (r**k).union(-(r**k))
    return [*kept, last]


@dataclass(frozen=True)
class Smooth(Curve):
    """A function on the reals: cells in rising order that do not overlap; 0 elsewhere. A draw that was cut is known to
    lie between two ends."""

    parts: Any  # tuple[Cell, ...]
    ends: tuple[End, End] = (None, None)

    @property
    def is_added(self) -> bool:
        return False

    @cached_property
    def size(self) -> int:
        return len(self.parts)

    @property
    def low(self) -> End:
        """Where its cells have ended something is left."""
        return self.ends[0]

    @property
    def high(self) -> End:
        return self.ends[1]

    def moved(self, by: int | Fraction) -> "Smooth":
        cells = [Cell(_plus(p.low, by), _plus(p.high, by), p.centre + by, p.coefficients) for p in self.parts]
        return Smooth(tuple(cells), (_plus(self.low, by), _plus(self.high, by)))

    def mirrored(self) -> "Smooth":
        cells = []
        for part in reversed(self.parts):
            turned = [-c if k % 2 else c for k, c in enumerate(part.coefficients)]
            cells.append(Cell(_minus(part.high), _minus(part.low), -part.centre, turned))
        return Smooth(tuple(cells), (_minus(self.high), _minus(self.low)))

    def stretched(self, c: Fraction) -> "Smooth":
        if c < 0:
            return self.mirrored().stretched(-c)
        if c == 1:
            return self
        by, cells = balls.rational(c), []
        for part in self.parts:
            wider = [a / by ** (k + 1) for k, a in enumerate(part.coefficients)]
            cells.append(Cell(_times(part.low, c), _times(part.high, c), part.centre * c, wider))
        return Smooth(tuple(cells), (_times(self.low, c), _times(self.high, c)))

    def within(self, low: End, high: End) -> "Smooth":
        kept = []
        for part in self.parts:
            first, last = _later(part.low, low), _earlier(part.high, high)
            if first is None or last is None or first < last:
                kept.append(part.on(first, last))
        if not kept:
            raise NotClosed("noise that lies very far out")
        return Smooth(tuple(kept), (_later(self.low, low), _earlier(self.high, high)))

    def times(self, factor: Any) -> "Smooth":
        by = _ball(factor)
        cells = [Cell(p.low, p.high, p.centre, [c * by for c in p.coefficients]) for p in self.parts]
        return Smooth(tuple(cells), self.ends)

    def __add__(self, other: Curve) -> "Smooth":
        both = _joined(self, _smooth(other), lambda f, g: f if g is None else g if f is None else f + g)
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        return Smooth(both, (low, None if self.high is None or other.high is None else max(self.high, other.high)))

    def __radd__(self, other: Curve) -> "Smooth":
        return _smooth(other) + self

    def __mul__(self, other: Curve) -> "Smooth":
        both = _joined(self, _smooth(other), lambda f, g: None if f is None or g is None else f * g)
        return Smooth(both, (_later(self.low, other.low), _earlier(self.high, other.high)))

    @cached_property
    def total(self) -> Any:
        return Mass(sum([part.rising[1] for part in self.parts], ZERO))

    @cached_property
    def up_to(self) -> "Smooth":
        out: list[Cell] = []
        so_far, at = ZERO, None
        for part in self.parts:
            if at is None or part.low > at:
                out.append(Cell(at, part.low, Fraction(0), [so_far]))
            rising, whole = part.rising
            out.append(Cell(part.low, part.high, part.centre, [rising[0] + so_far, *rising[1:]]))
            so_far, at = so_far + whole, part.high
        out.append(Cell(at, None, Fraction(0), [so_far]))
        return Smooth(tuple(out))


def _smooth(curve: Curve) -> Smooth:
    """A constant is one on an infinite cell."""
    if isinstance(curve, Smooth):
        return curve
    if any([set(part.terms) != {(ONE, 0)} for part in curve.parts]):
        raise NotClosed("Gaussian noise beside other noise")
    return Smooth(tuple([Cell(p.low, p.high, Fraction(0), [_ball(p.terms[ONE, 0])]) for p in curve.parts]))


def _joined(first: Smooth, second: Smooth, combine: Callable[[Any, Any], Any]) -> tuple[Cell, ...]:
    ends = sorted({end for p in (*first.parts, *second.parts) for end in (p.low, p.high) if end is not None})
    if len(ends) > MOST_CELLS:
        raise NotClosed("there are too many cells")
    mine, others = _over(first, ends), _over(second, ends)
    out = []
    for (low, high), one, other in zip(pairwise([None, *ends, None]), mine, others, strict=True):
        if one is None and other is None:
            continue
        f, g = [None if part is None else polynomial(part.on(low, high).coefficients) for part in (one, other)]
        found = combine(f, g)
        if found is not None:
            coefficients = found.coeffs() or [ZERO]
            if low is not None and high is not None:
                cell = Cell(low, high, (low + high) / 2, folded(coefficients, (high - low) / 2))
            else:
                cell = Cell(low, high, Fraction(0), coefficients)
            out.append(cell)
    return tuple(out)


def _over(curve: Smooth, ends: list[Fraction]) -> Iterator[Cell | None]:
    """For each interval between the ends the cell that it lies in."""
    at = 0
    for low, high in pairwise([None, *ends, None]):
        while at < len(curve.parts) and low is not None and _is_over(curve.parts[at], low):
            at += 1
        part = curve.parts[at] if at < len(curve.parts) else None
        yield part if part is not None and _holds(part, low, high) else None


def _holds(part: Cell, low: End, high: End) -> bool:
    starts = part.low is None or (low is not None and part.low <= low)
    return starts and (part.high is None or (high is not None and high <= part.high))


def _is_over(part: Cell, point: Fraction) -> bool:
    return part.high is not None and part.high <= point


def bell(noise: Noise) -> Smooth:
    """The density of Gaussian noise."""
    place, width = noise.rough()
    step = Fraction(1)
    while step > width / STEPS:
        step /= 2
    while 2 * step <= width / STEPS:
        step *= 2
    first, last = (place - REACH * width) // step, (place + REACH * width) // step
    ends = [step * k for k in range(int(first), int(last) + 2)]
    cells = [Cell(a, b, (a + b) / 2, _bell_on(noise, (a + b) / 2, (b - a) / 2)) for a, b in pairwise(ends)]
    return Smooth(tuple(cells))


def _bell_on(noise: Noise, centre: Fraction, radius: Fraction) -> Coefficients:
    """g = exp(-(t - m)^2/(2 s^2)) has g' = -(t - m) g/s^2, so that (n + 1) a_(n+1) = -((c - m) a_n + a_(n-1))/s^2."""
    scale, place = enclosure(noise.scale), enclosure(noise.place)

    def series(at: Ball) -> list[Ball]:
        found = [(-((at / scale) ** 2) / 2).exp() / (scale * (2 * pi()).sqrt())]
        for n in range(DEGREE):
            before = found[-2] if n else ZERO
            found.append(-(at * found[-1] + before) / (scale**2 * (n + 1)))
        return found

    middle, r = balls.rational(centre), balls.rational(radius)
    point = middle - place
    around = (point - r).union(point + r)
    return [*series(point)[:DEGREE], series(around)[DEGREE]]


def _later(first: End, second: End) -> End:
    return second if first is None else first if second is None else max(first, second)


def _earlier(first: End, second: End) -> End:
    return second if first is None else first if second is None else min(first, second)


def _plus(end: End, by: int | Fraction) -> End:
    return None if end is None else end + by


def _minus(end: End) -> End:
    return None if end is None else -end


def _times(end: End, by: Fraction) -> End:
    return None if end is None else end * by
