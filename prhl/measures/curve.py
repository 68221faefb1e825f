"""delta(eps) as the exact piecewise curve of a channel.

For an ordered pair of rows and any event S, delta is at least p(S) - E q(S), E = exp(eps), and the worst event
is a prefix of the outputs sorted by p/q. So delta is the largest of the lines A - E B over all pairs and prefixes, and
0: the upper envelope of lines, convex, piecewise linear in E, with rational corners.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from prhl.measures.closeness import Row
from prhl.numbers import Exact, over, sign


@dataclass(frozen=True, slots=True)
class Corner:
    """At exp(eps) = ratio the curve has the value delta; from there on it is above - below*exp(eps)."""

    ratio: Exact
    delta: Exact
    above: Exact
    below: Exact


def delta_curve(left: Sequence[Row], right: Sequence[Row], pairs: Iterable[tuple[int, int]]) -> list[Corner]:
    """The corners from eps = 0 on; behind the last one the curve goes on along its line."""
    lines: set[tuple[Exact, Exact]] = {(Fraction(0), Fraction(0))}
    for i, j in pairs:
        lines |= _lines(left[i], right[j])
    return _envelope(lines)


def _lines(p: Row, q: Row) -> set[tuple[Exact, Exact]]:
    """A and B of every prefix that can be the worst event for some E >= 1."""
    rows = [(weight, q.weights.get(seen, 0)) for seen, weight in p.weights.items()]
    # by falling ratio: a/b before c/d if a*d > c*b
    rows.sort(key=cmp_to_key(_by_falling_ratio))
    found: set[tuple[Exact, Exact]] = set()
    above: Exact = 0
    below: Exact = 0
    for weight, other in rows:
        if weight * q.total < other * p.total:
            break  # from here on p(y) < q(y)
        above += weight
        below += other
        found.add((over(above, p.total), over(below, q.total)))
    return found


def _by_falling_ratio(x: tuple[Exact, Exact], y: tuple[Exact, Exact]) -> int:
    return sign(y[0] * x[1] - x[0] * y[1])


def _envelope(lines: set[tuple[Exact, Exact]]) -> list[Corner]:
    """The upper envelope of A - E B for E >= 1."""
    at: Exact = Fraction(1)
    above, below = max(lines, key=lambda line: (line[0] - line[1], -line[1]))
    corners = [Corner(at, above - below, above, below)]
    # lines by slope: later the flatter ones win
    rest = sorted([line for line in lines if line[1] < below], key=lambda line: -line[1])
    while rest:
        # where each line overtakes the present one: A - E B = above - E below
        crossings = [(over(above - a, below - b), b, a) for a, b in rest]
        at, b, a = min(crossings)
        above, below = a, b
        corners.append(Corner(at, above - below * at, above, below))
        rest = [line for line in rest if line[1] < below]
    return corners
