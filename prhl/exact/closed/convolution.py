"""The density of the sum of two independent draws, in closed form.

At u it is the integral over t of f(t) g(u - t). With f on [a, b] and g on [c, d] the t run from max(a, u - d) to
min(b, u - c), so that u is cut at a + d and b + c. With f = t^i r^t and g = t^j s^t the integrand is

    t^i (u - t)^j (r/s)^t s^u  =  sum over k of comb(j, k) (-1)^k u^(j - k) t^(i + k) (r/s)^t s^u,

of which the antiderivative in t is known; at its ends t is a number, or u minus a number.
"""

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Protocol

from prhl.exact.closed.exponential_polynomials import NotClosed, Terms, moved, one, plus, product, value, vanishing
from prhl.exact.closed.real_densities import Curve, End, Piece, antiderivative
from prhl.numbers.rates import ONE, Rate

Limit = tuple[bool, Fraction] | None
"""t = number (False), or t = u - number (True); None is infinite."""


def convolution(first: Curve, second: Curve) -> Curve:
    if not first.is_added or not second.is_added:
        raise NotClosed("a sum of draws that are known by enclosures")
    total = Curve(())
    for one_ in first.parts:
        for other in second.parts:
            total = total + _of_pieces(one_, other)
    return total


def _of_pieces(f: Piece, g: Piece) -> Curve:
    (a, b), (c, d) = (f.low, f.high), (g.low, g.high)
    ends = [_sum(a, c), *sorted({end for end in (_sum(a, d), _sum(b, c)) if end is not None}), _sum(b, d)]
    cuts = [end for at, end in enumerate(ends) if at in (0, len(ends) - 1) or end not in (ends[0], ends[-1])]
    out = []
    for low, high in pairwise(cuts):
        # the inside of the interval lies on one side of a + d, and of b + c
        from_f = a is not None and (d is None or _before(high, a + d))
        to_f = b is not None and (c is None or _behind(low, b + c))
        start: Limit = (False, a) if from_f and a is not None else None if d is None else (True, d)
        end: Limit = (False, b) if to_f and b is not None else None if c is None else (True, c)
        found = integral(f.terms, g.terms, start, end, antiderivative)
        if found:
            out.append(Piece(low, high, found))
    return Curve(tuple(out))


class Rising(Protocol):
    """An antiderivative, or on the integers an antidifference."""

    def __call__(self, terms: Terms) -> Terms: ...


def integral(f: Terms, g: Terms, start: Limit, end: Limit, rising_of: Rising) -> Terms:
    """As a function of u; on the integers the sum from behind `start` to `end`."""
    out: Terms = {}
    for (r, i), p in f.items():
        for (s, j), q in g.items():
            rate = one(r * _inverse(s))
            for k in range(j + 1):
                rising = rising_of({(rate, i + k): p * q * comb(j, k) * (-1) ** k})
                rest: Terms = {(s, j - k): Fraction(1)}
                out = plus(out, product(rest, _at(rising, end, -1)))
                out = plus(out, product(product({(ONE, 0): Fraction(-1)}, rest), _at(rising, start, 1)))
    return out


def _at(rising: Terms, limit: Limit, side: int) -> Terms:
    """The antiderivative at an end, as a function of u."""
    if limit is None:
        vanishing(rising, side)
        return {}
    follows, number = limit
    if follows:
        return moved(rising, number)
    return {(ONE, 0): value(rising, number)}


def _inverse(rate: Rate) -> Rate:
    return ONE if rate is ONE else rate.inverse()


def _sum(first: End, second: End) -> End:
    return None if first is None or second is None else first + second


def _before(end: End, cut: Fraction) -> bool:
    return end is not None and end <= cut


def _behind(end: End, cut: Fraction) -> bool:
    return end is not None and end >= cut
