"""The supremum of the ratio of two masses on a tail of the integers, where these are sums of c * t^j * rate^t.

P/Q rises from t to t + 1 if D(t) = P(t + 1) Q(t) - P(t) Q(t + 1) is positive. D is of the same form; moved so that the
tail starts at 0, its coefficients decide its sign on all of it (`_sign`). Then the supremum is at the start, or the
limit: that of the terms which fall slowest. Where the signs are mixed the first integers are looked at one by one.
"""

from fractions import Fraction
from typing import Any

from prhl.exact.closed.exponential_polynomials import Terms, moved, plus, product, times, value
from prhl.numbers import Exact, over, sign
from prhl.numbers.rates import Rate
from prhl.numbers.recurrences import Recurrent

LOOKED_AT = 64  # integers of a tail that are looked at one by one


def tail_ratio(p: Terms, q: Terms, start: int) -> tuple[Exact | None, bool]:
    """Over all t >= start, None if it is infinite; and whether it is exact, else it is a lower bound."""
    if not p:
        return Fraction(0), True
    if any([isinstance(rate, Recurrent) for rate, _ in (*p, *q)]):
        return _at_the_start(p, q, start)
    limit = _limit(p, q)
    if limit is None:
        return None, True
    best: Exact = limit
    rise = plus(product(moved(p, -1), q), times(product(p, moved(q, -1)), Fraction(-1)))
    for t in range(start, start + LOOKED_AT):
        below = value(q, t)
        if below != 0:
            here = over(value(p, t), below)
            best = here if here > best else best
        elif value(p, t) != 0:
            return None, True
        if _sign(q, t) == 1 and _sign(rise, t) is not None:
            return best, True  # at the start, or the limit
    return best, False


def _at_the_start(p: Terms, q: Terms, start: int) -> tuple[Exact | None, bool]:
    """The ratio there, a lower bound of the supremum."""
    above, below = value(p, start), value(q, start)
    return (None, True) if below == 0 < above else (over(above, below) if below != 0 else Fraction(0), False)


def _sign(terms: Terms, start: int) -> int | None:
    """On all of the tail, if the coefficients tell it, once the tail starts at 0; None if they do not.

    Over the slowest rate, terms of that rate and one sign do not shrink, and constants of faster rates do: so the first
    constant must outweigh those of the other sign.
    """
    shifted = moved(terms, -start)
    if not shifted:
        return 0
    slowest, _ = _slowest(shifted)
    found = {sign(c) for (rate, _), c in shifted.items() if rate == slowest}
    if len(found) > 1:
        return None
    (side,) = found
    against = {key: c for key, c in shifted.items() if sign(c) != side}
    if any([power for _, power in against]):
        return None
    if not against:
        return side
    first: Any = shifted.get((slowest, 0), Fraction(0))
    return side if sign(sum(against.values(), first)) == side else None


def _limit(p: Terms, q: Terms) -> Exact | None:
    """Of p/q as t grows; None if it is infinite."""
    if not q:
        return None
    (mine, power), (other, degree) = _slowest(p), _slowest(q)
    order = sign(mine.power(1) - other.power(1)) if mine != other else 0
    if order > 0 or (order == 0 and power > degree):
        return None
    return over(p[mine, power], q[other, degree]) if (order, power) == (0, degree) else Fraction(0)


def _slowest(terms: Terms) -> tuple[Rate, int]:
    """The largest rate, and its highest power."""
    rates: list[Any] = list(dict.fromkeys([rate for rate, _ in terms]))
    slowest = rates[0]
    for rate in rates[1:]:
        if rate.power(1) > slowest.power(1):
            slowest = rate
    return slowest, max([j for rate, j in terms if rate == slowest])
