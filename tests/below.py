"""Masses that are no fractions, as fractions that are a little smaller: exponentials and bells, enclosed by arb.

What is missing is about what lies outside of a window. Nothing here knows how the tool computes such numbers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from flint import arb, ctx, fmpq

BITS = 120
SMALL = Fraction(1, 10**9)  # mass that may lie outside of a window
STEP = Fraction(1, 4)  # width of the cells of a Gaussian, where they are small
WIDEST = 40  # points on either side

Masses = list[tuple[Any, Fraction]]


class TooWide(Exception):
    """A window with too many points."""


@contextmanager
def precise() -> Iterator[None]:
    before = ctx.prec
    ctx.prec = BITS
    try:
        yield
    finally:
        ctx.prec = before


def ball(value: Any) -> arb:
    """A number of tests/brute.py: a fraction, c*ln(base)^power, or a sum of both."""
    if hasattr(value, "log"):
        return ball(value.number) + ball(value.log)
    if hasattr(value, "base"):
        return ball(value.c) * ball(value.base).log() ** value.power
    value = Fraction(value)
    return arb(fmpq(value.numerator, value.denominator))


def low(number: arb) -> Fraction:
    """A fraction below, not negative."""
    mantissa, exponent = number.lower().man_exp()
    found = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return max(Fraction(0), Fraction(floor(found * 10**30), 10**30))


# ---- two-sided exponentials ------------------------------------------------------------------


def discrete_laplace(scale: Any, tail: Fraction) -> Masses:
    """Around 0."""
    with precise():
        r = (-1 / ball(scale)).exp()
        first = (1 - r) / (1 + r)
        side = next((n for n in range(1, WIDEST) if r**n < ball(tail)), WIDEST)
        return [(n, low(first * r ** abs(n))) for n in range(-side, side + 1)]


def cut_laplace(scale: Any, centre: int, ends: tuple[Any, Any], clamp: bool) -> Masses:
    """DiscreteLaplace within lo..hi: given that it lies there, or with the rest moved to the ends."""
    lo, hi = ends
    points = range(ceil(lo), floor(hi) + 1)
    with precise():
        r = (-1 / ball(scale)).exp()
        first = (1 - r) / (1 + r)
        inside = {n: first * r ** abs(n - centre) for n in points}
        if not clamp:
            total = sum(inside.values(), arb(0))
            return [(n, low(p / total)) for n, p in inside.items()]

        def beyond(n: int) -> arb:
            """The mass of what is more than n above the centre."""
            return r ** (n + 1) / (1 + r) if n >= 0 else 1 - r ** (-n) / (1 + r)

        above, below = beyond(floor(hi) - centre), beyond(centre - ceil(lo))
        found = dict(inside)
        found[lo] = found.get(lo, arb(0)) + below
        found[hi] = found.get(hi, arb(0)) + above
        return [(n, low(p)) for n, p in found.items()]


def scores(eps: Any, given: list[Any]) -> Masses:
    """ExpMech."""
    with precise():
        weights = [(ball(eps) * ball(score) / 2).exp() for score in given]
        total = sum(weights, arb(0))
        return [(n, low(weight / total)) for n, weight in enumerate(weights)]


# ---- bells -----------------------------------------------------------------------------------


@cache
def discrete_gauss(sigma: Fraction, tail: Fraction) -> Masses:
    """Around 0."""
    with precise():
        falling = 1 / (2 * ball(sigma) ** 2)

        def weight(n: int) -> arb:
            return (-falling * n * n).exp()

        side = next((n for n in range(1, WIDEST) if weight(n) < ball(tail)), None)
        if side is None:
            raise TooWide
        # beyond the window the weights fall at least as fast as a geometric series
        step = weight(side + 2) / weight(side + 1)
        rest = 2 * weight(side + 1) / (1 - step)
        total = sum([weight(n) for n in range(-side, side + 1)], arb(0)) + rest
        return [(n, low(weight(n) / total)) for n in range(-side, side + 1)]


@cache
def gauss_cells(sigma: Fraction, tail: Fraction, step: Fraction) -> Masses:
    """The cells n*step .. (n + 1)*step of a Gaussian around 0, by their lower ends."""
    with precise():
        root = ball(sigma) * arb(2).sqrt()

        def above(x: Fraction) -> arb:
            return (ball(x) / root).erfc() / 2

        side = next((n for n in range(1, 16 * WIDEST) if above(n * step) < ball(tail)), None)
        if side is None:
            raise TooWide
        right = [(n * step, low(above(n * step) - above((n + 1) * step))) for n in range(side)]
        return right + [(-at - step, p) for at, p in right]


def gauss_delta(shift: Fraction, sigma: Fraction, eps: Any, discrete: bool) -> Fraction:
    """The smallest delta of Gaussian noise that is moved, at an epsilon: a fraction near to it."""
    with precise():
        factor = ball(eps).exp()
        if discrete:
            known = dict(discrete_gauss(sigma, SMALL))
            gaps = [ball(p) - factor * ball(known.get(n + shift, Fraction(0))) for n, p in known.items()]
            return low(sum([gap for gap in gaps if gap > 0], arb(0)))
        middle, side = ball(shift / (2 * sigma)), ball(eps) * ball(sigma / shift)
        root = arb(2).sqrt()
        return low(((side - middle) / root).erfc() / 2 - factor * ((side + middle) / root).erfc() / 2)
