"""theta(c), the sum of exp(-c x^2) over all integers: it normalises the discrete Gaussian, with c = 1/(2 sigma^2).

By Poisson's summation formula theta(c) = sqrt(pi/c) theta(pi^2/c). One of c and pi^2/c is at least pi, and for that
few terms are enough, however wide the noise.
"""

from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx

from prhl.numbers import balls
from prhl.numbers.quotients import Constant, Quotient, named
from prhl.numbers.reals import enclosure

_known: dict[tuple[Any, int], arb] = {}


def theta(c: Any) -> Quotient:
    """A constant that enclosures alone know."""
    return named(Constant(f"theta({c})", partial(_enclosed, c), c))


def _enclosed(c: Any) -> arb:
    key = (c, ctx.prec)
    if key not in _known:
        rate = enclosure(c)
        pi = arb.pi()
        _known[key] = _summed(rate) if rate > pi else (pi / rate).sqrt() * _summed(pi * pi / rate)
    return _known[key]


def _summed(rate: arb) -> arb:
    """For a rate of about pi or more: terms until they are below the precision, and a bound on the rest."""
    if not rate > 1:
        return arb.nan()  # the rate is not known well enough at this precision
    total, x, power = arb(1), 0, arb(1)
    while not power < arb(2) ** -(ctx.prec + 8):
        x += 1
        power = (-rate * x * x).exp()
        total += 2 * power
    # behind x the terms of one side are at most the integral of exp(-c t^2) from x on, at most exp(-c x^2)/(2 c x)
    half = power / (2 * rate * x)
    return total + arb(half, half.upper())


def moved_sum(c: Fraction, s: Fraction) -> arb:
    """The sum of exp(-c (t - s)^2) over all integers t, for s from 0 to 1: term by term, and a bound on the rest."""
    rate, place = balls.rational(c), balls.rational(s)
    total, x = (-rate * place**2).exp() + (-rate * (1 - place) ** 2).exp(), 0
    while True:
        x += 1
        sides = [(-rate * (x + end) ** 2).exp() for end in (place, 1 - place)]  # at -x and at x + 1
        total += sides[0] + sides[1]
        power = (-rate * x * x).exp()
        if power < arb(2) ** -(ctx.prec + 8):
            # behind, the terms of one side are at most the integral of exp(-c t^2) from x on
            half = power / (2 * rate * x)
            return total + arb(half, half.upper())
