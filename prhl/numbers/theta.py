"""theta(c), the sum of exp(-c x^2) over all integers: it normalises the discrete Gaussian, with c = 1/(2 sigma^2)."""

from functools import partial
from typing import Any

from flint import arb, ctx

from prhl.numbers.quotients import Constant, Quotient, named
from prhl.numbers.reals import enclosure

_known: dict[tuple[Any, int], arb] = {}


def theta(c: Any) -> Quotient:
    """A constant that enclosures alone know."""
    return named(Constant(f"theta({c})", partial(_enclosed, c)))


def _enclosed(c: Any) -> arb:
    """Terms until they are below the precision, and a bound on the rest."""
    key = (c, ctx.prec)
    if key not in _known:
        rate = enclosure(c)
        total, x, power = arb(1), 0, arb(1)
        while not power < arb(2) ** -(ctx.prec + 8):
            x += 1
            power = (-rate * x * x).exp()
            total += 2 * power
        # behind x the terms of one side are at most the integral of exp(-c t^2) from x on, at most exp(-c x^2)/(2 c x)
        half = power / (2 * rate * x)
        _known[key] = total + arb(half, half.upper())
    return _known[key]
