"""The smallest delta of noise that is moved, at a given epsilon: the excess of run 1 over exp(eps) times run 2.

    delta(s) = sum over a of max(0, mass(a) - exp(eps) mass(a + s))          eps >= 0, an integral for densities

Put E = exp(eps). Only the samples count whose loss, ln(mass(a)/mass(a + s)), is above eps.

Laplace(b), by symmetry s > 0. The loss is (|a + s| - |a|)/b: it grows with a, from -s/b at a <= -s to s/b at a >= 0,
and is (2a + s)/b between. If eps >= s/b nothing counts. Else the a > t do, with t = (eps b - s)/2, where
-s < t <= 0: these have mass 1 - exp(t/b)/2, and their images, above t + s >= 0, have exp(-(t + s)/b)/2. So

    delta = 1 - exp((eps - s/b)/2)/2 - E exp(-(eps + s/b)/2)/2 = 1 - exp((eps - s/b)/2).

DiscreteLaplace(b), r = exp(-1/b), s > 0 an integer. The loss is the same, so that what counts, if eps < s/b, is a >= m
for some m with -s < m <= 0. These have mass 1 - r^(1 - m)/(1 + r), their images r^(m + s)/(1 + r). No event has more
excess than the samples that count do. So delta is the largest of 1 - (r^(1 - m) + E r^(m + s))/(1 + r), over these m.

Exponential(b). For s >= 0 the loss is s/b everywhere, and delta = max(0, 1 - exp(eps - s/b)). For s < 0 the a < -s have
images without mass, and count in full: 1 - exp(s/b). For the others the loss is s/b, below 0 <= eps.

Geometric(p), q = 1 - p: in the same way max(0, 1 - E q^s), and 1 - q^(-s) for s < 0.

Laplace truncated to low..high, s > 0: the a > high - s have images without mass. Below, the loss is that of Laplace. So
a > t counts with t = high - s, or the t of Laplace if that is smaller and eps < s/b; t = low if that is larger. In each
of these the event is a half-line, which loses mass in run 2 as s grows, and so delta grows with |s|: a bound on |s| may
stand for s, on either side.

PITFALL: without the max, what run 1 has less would pay for what it has more. For eps < 0 other samples count.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from prhl.numbers.logs import Number, divide, exp, sign
from prhl.numbers.upward import computed, largest

NOTHING = Fraction(0)
MOST = 200_000  # terms of a sum


def laplace(shift: Fraction, scale: Number, epsilon: Number) -> Fraction:
    fall = divide(epsilon - divide(abs(shift), scale), 2)
    return NOTHING if shift == 0 or sign(fall) >= 0 else computed([exp(fall)], lambda root: 1 - root)


def exponential(shift: Fraction, scale: Number, epsilon: Number) -> Fraction:
    fall = divide(shift, scale) if shift < 0 else epsilon - divide(shift, scale)
    return NOTHING if shift == 0 or sign(fall) >= 0 else computed([exp(fall)], lambda rest: 1 - rest)


def geometric(shift: int, p: Number, epsilon: Number) -> Fraction:
    rest = (1 - p) ** abs(shift) * (exp(epsilon) if shift > 0 else 1)
    return NOTHING if shift == 0 or sign(1 - rest) <= 0 else computed([rest], lambda q: 1 - q)


def discrete_laplace(shift: int, scale: Number, epsilon: Number) -> Fraction:
    s = abs(shift)
    if s == 0 or sign(epsilon - divide(s, scale)) >= 0:
        return NOTHING
    _bounded(s)

    def worst(factor: Any, r: Any) -> Any:
        return largest([1 - (r ** (1 - m) + factor * r ** (m + s)) / (1 + r) for m in range(1 - s, 1)])

    return computed([exp(epsilon), exp(divide(-1, scale))], worst)


def truncated_laplace(shift: Fraction, ends: tuple[Number, Number], scale: Number, epsilon: Number) -> Fraction:
    """The ends are seen from the centre."""
    s = abs(shift)
    low, high = ends if shift > 0 else (-ends[1], -ends[0])
    if s == 0:
        return NOTHING
    start = high - s
    if sign(start - low) <= 0:
        return Fraction(1)
    middle = divide(epsilon * scale - s, 2)
    if sign(epsilon - divide(s, scale)) < 0 and sign(start - middle) > 0:
        start = middle if sign(middle - low) > 0 else low

    def up_to(x: Number) -> Number:
        half = divide(exp(divide(-x if sign(x) > 0 else x, scale)), 2)
        return 1 - half if sign(x) > 0 else half

    top = up_to(high)
    excess = top - up_to(start) - exp(epsilon) * (top - up_to(start + s))
    return computed([divide(excess, top - up_to(low))], lambda exactly: exactly)


Weights = tuple[Mapping[int, Number], Number]
"""Of the integers that have mass, and what they add up to."""


def between(first: Weights, second: Weights, shifts: range, epsilon: Number) -> Fraction:
    """The largest over these shifts, from one list of masses to another."""
    (one, whole), (two, other) = first, second
    _bounded(len(one) * len(shifts))
    points = sorted({*one, *two})
    numbers = [exp(epsilon), whole, other, *[one.get(x, 0) for x in points], *[two.get(x, 0) for x in points]]

    def worst(factor: Any, whole: Any, other: Any, *masses: Any) -> Any:
        nothing = factor * 0
        left = dict(zip(points, masses[: len(points)], strict=True))
        right = dict(zip(points, masses[len(points) :], strict=True))
        found = []
        for shift in shifts:
            parts = [m / whole - factor * right.get(x + shift, nothing) / other for x, m in left.items()]
            found.append(sum([largest([part, nothing]) for part in parts], nothing))
        return largest(found)

    return computed(numbers, worst)


def of_pairs(pairs: list[tuple[Number, Number]], epsilon: Number) -> Fraction:
    """For masses of run 1 and of their images in run 2."""

    def total(factor: Any, *masses: Any) -> Any:
        nothing = factor * 0
        parts = [one - factor * two for one, two in zip(masses[::2], masses[1::2], strict=True)]
        return sum([largest([part, nothing]) for part in parts], nothing)

    return computed([exp(epsilon), *[mass for pair in pairs for mass in pair]], total)


def _bounded(terms: int) -> None:
    if terms > MOST:
        raise ArithmeticError("there are too many terms")
