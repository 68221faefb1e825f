"""delta(eps) as the exact piecewise curve of a channel.

For an ordered pair of rows and any event S, delta is at least p(S) - E q(S), E = exp(eps), and the worst event
is a prefix of the outputs sorted by p/q. So delta is the largest of the lines A - E B over all pairs and prefixes, and
0: the upper envelope of lines, convex, piecewise linear in E, with rational corners.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key

from prhl.exact import Row
from prhl.numbers import Exact, over, sign
from prhl.numbers.products import order
from prhl.numbers.shared import Ratios
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Corner:
    """At exp(eps) = ratio the curve has the value delta; from there on it is above - below*exp(eps)."""

    ratio: Exact
    delta: Exact
    above: Exact
    below: Exact


def delta_curve(left: Sequence[Row], right: Sequence[Row], pairs: Iterable[tuple[int, int]]) -> list[Corner]:
    """The corners from eps = 0 on; behind the last one the curve goes on along its line."""
    lines: dict[tuple[Exact, Exact], None] = {(Fraction(0), Fraction(0)): None}
    ratios = Ratios()
    for i, j in pairs:
        lines |= _lines(left[i], right[j], ratios)
    return _envelope(lines)


def _lines(p: Row, q: Row, ratios: Ratios) -> dict[tuple[Exact, Exact], None]:
    """A and B of every prefix that can be the worst event for some E >= 1: outputs of one ratio come together."""
    rows = [(weight, q.weights.get(seen, 0)) for seen, weight in p.weights.items()]
    if not all([type(weight) is int and type(other) is int for weight, other in rows]):
        rows = _by_ratio(rows, ratios)
    # by falling ratio: a/b before c/d if a*d > c*b
    rows.sort(key=cmp_to_key(_by_falling_ratio))
    found: dict[tuple[Exact, Exact], None] = {}
    above: Exact = 0
    below: Exact = 0
    for at, (weight, other) in enumerate(rows):
        if order(weight, q.total, other, p.total) < 0:
            break  # from here on p(y) < q(y)
        above += weight
        below += other
        if at + 1 == len(rows) or _by_falling_ratio((weight, other), rows[at + 1]) != 0:
            found[over(above, p.total), over(below, q.total)] = None
    return found


def _by_ratio(rows: list[tuple[Exact, Exact]], ratios: Ratios) -> list[tuple[Exact, Exact]]:
    """Outputs of one ratio as one."""
    groups: dict[Exact | None, tuple[Exact, Exact]] = {}
    for weight, other in rows:
        ratio = None if other == 0 else ratios.of(weight, other)
        above, below = groups.get(ratio, (0, 0))
        groups[ratio] = (above + weight, below + other)
    return list(groups.values())


def _by_falling_ratio(x: tuple[Exact, Exact], y: tuple[Exact, Exact]) -> int:
    return order(y[0], x[1], x[0], y[1])


def _envelope(lines: Iterable[tuple[Exact, Exact]]) -> list[Corner]:
    """The upper envelope of A - E B for E >= 1.

    From the steepest line to the flattest, each is the largest from where it crosses the one before it; a line that is
    crossed before it comes up itself is never the largest.
    """
    hull: list[tuple[Exact, Exact, Exact | None]] = []  # A, B, and from which E on
    for below, above in sorted([(b, a) for a, b in lines], key=_steepest):
        start: Exact | None = None
        while hull:
            a, b, since = hull[-1]
            if b == below:  # the larger of two parallel ones comes first
                break
            start = over(a - above, b - below)
            if since is None or start > since:
                break
            hull.pop()
        if not hull or hull[-1][1] != below:
            hull.append((above, below, start))
    first = max([at for at, (_, _, since) in enumerate(hull) if since is None or since <= 1])
    corners: list[Corner] = []
    for above, below, since in hull[first:]:
        at = Fraction(1) if not corners or since is None else since
        corners.append(Corner(at, above - below * at, above, below))
    return corners


@cmp_to_key
def _steepest(x: tuple[Exact, Exact], y: tuple[Exact, Exact]) -> int:
    """By falling B; of parallel lines the one with the larger A first."""
    return sign(y[0] - x[0]) or sign(y[1] - x[1])
