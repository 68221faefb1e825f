"""Two normal distributions of different widths: where one exceeds a multiple of the other, and by how much.

The logarithm of the ratio of N(m, s^2) to N(n, r^2) at t is ln(r/s) + (t - n)^2/(2 r^2) - (t - m)^2/(2 s^2), a
parabola. If s > r it opens upward: no epsilon is enough with delta 0, and the worst events are two half-lines. If s < r
it opens downward: the ratio is at most r/s exp((m - n)^2/(2 (r^2 - s^2))), and the worst events are intervals.

Pitfall.  As for one width, the ends are no rational numbers. The bounds of what is shown are those of an event with
rational ends near them, and delta is bounded from above at the ends themselves.
"""

from fractions import Fraction
from typing import Any

from prhl.exact.bounds.released_gaussian import PLACES, Released, Worst
from prhl.exact.columns.events import Span, filled
from prhl.numbers import Exact, Exponential, Inexact, Quotient, balls, divide, enclosure, exp
from prhl.numbers.gaussian import phi

BITS = 4 * PLACES


def is_wider(p: Released, q: Released) -> bool:
    return bool(p.sigma > q.sigma)


def supremum(p: Released, q: Released) -> Exact | None:
    """Of the ratio where p is the narrower one; None if it is no number that is computed with."""
    gap: Any = (p.centre - q.centre) ** 2
    found: Any = divide(q.sigma, p.sigma)
    found = found * exp(divide(gap, 2 * (q.sigma**2 - p.sigma**2)))
    return found if isinstance(found, int | Fraction | Quotient) else None


def worst(p: Released, q: Released, growth: Exponential) -> Worst:
    """The event where p exceeds exp(eps) q, as closely as rational ends allow."""
    outside = is_wider(p, q)

    def ends() -> Any:
        """The roots of the parabola minus eps, in their order; None if there are none."""
        m, n, s, r = balls.rational(p.centre), balls.rational(q.centre), enclosure(p.sigma), enclosure(q.sigma)
        a = 1 / (2 * r * r) - 1 / (2 * s * s)
        b = m / (s * s) - n / (r * r)
        c = n * n / (2 * r * r) - m * m / (2 * s * s) + (r / s).log() - growth.exponent()
        under = b * b - 4 * a * c
        if under < 0:
            return None
        if not under > 0:
            raise Inexact("two normal distributions that touch at one point")
        root = under.sqrt()
        first, last = (-b - root) / (2 * a), (-b + root) / (2 * a)
        return (first, last) if a > 0 else (last, first)

    def exceeding() -> Any:
        found = ends()
        assert found is not None
        masses = []
        for one in (p, q):
            low, high = [(end - balls.rational(one.centre)) / enclosure(one.sigma) for end in found]
            masses.append(phi(low) + phi(-high) if outside else phi(high) - phi(low))
        return masses[0] - growth.enclosure() * masses[1]

    if balls.at(BITS, ends) is None:  # above it everywhere, or nowhere
        whole = Fraction(outside)
        return Worst((p.seen,) if outside else (), whole, (whole, whole), Fraction(outside))
    cuts = [_rational(*balls.enclose(lambda at=at: ends()[at], BITS)) for at in (0, 1)]  # type: ignore[misc]  # called at once
    spans = [Span(None, cuts[0]), Span(cuts[1], None)] if outside else [Span(cuts[0], cuts[1])]
    event = tuple([filled(p.seen, span) for span in spans])
    mine, other = [p.mass(seen) for seen in event], [q.mass(seen) for seen in event]
    below = sum([low for low, _ in other], Fraction(0)), sum([high for _, high in other], Fraction(0))
    above = sum([low for low, _ in mine], Fraction(0))
    return Worst(event, above, below, balls.bracket(exceeding, 40)[1])


def _rational(low: Fraction, high: Fraction) -> Fraction:
    return Fraction(round((low + high) / 2 * 2**PLACES), 2**PLACES)
