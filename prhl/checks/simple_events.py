"""The event that shows a broken claim where outputs are real numbers: as simple as it can be, and broken all the same.

The worst event is a union of boxes, whose ends may be long fractions near an irrational point. What is shown is one box
if that is enough, with ends that are as round as the inequality allows. Where there are only bounds, the first
probability is the lower and the second the upper one.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from prhl.closeness.epsilon_delta import Delta, Epsilon
from prhl.exact import Row, Seen, is_box, rounded, tidy
from prhl.numbers import Exact, balls, enclosure
from prhl.numbers.mixed import Mixed

EACH = 8  # parts of an event up to which every number of them is tried
BITS = 128  # of enclosures that parts are put in order by
Pair = tuple[int, int]


def chosen(
    epsilon: Epsilon, delta: Delta, claimed: Exact, rows: Callable[[Pair], tuple[Row, Row]]
) -> tuple[Pair, tuple[Seen, ...]] | None:
    """A pair and an event whose probabilities break the claim; None if none was found."""
    for pair, event in _candidates(epsilon, delta, claimed, rows):
        first, second = rows(pair)

        def broken(seen: tuple[Seen, ...], first: Row = first, second: Row = second) -> bool:
            return Mixed(first.mass(seen) - claimed, -second.ceiling(seen), delta.exponential).sign() > 0

        if broken(event):
            return pair, rounded(event, broken)
    return None


def _candidates(
    epsilon: Epsilon, delta: Delta, claimed: Exact, rows: Callable[[Pair], tuple[Row, Row]]
) -> Iterator[tuple[Pair, tuple[Seen, ...]]]:
    """Single outputs or boxes come first, then what exceeds the most together, and the worst event last."""
    single = None if epsilon.output is None or is_box(epsilon.output) else epsilon.output
    if claimed == 0 and epsilon.exact and epsilon.pair is not None and single is not None:
        yield epsilon.pair, (single,)
    if delta.pair is not None and delta.event:
        parts = _by_gap(delta, *rows(delta.pair))
        for size in _sizes(len(parts)):
            yield delta.pair, tidy(parts[:size])
    if claimed == 0 and epsilon.pair is not None and epsilon.output is not None:
        first, second = rows(epsilon.pair)
        found = first.near(second, epsilon.output, delta.exponential.value)
        if found is not None:
            yield epsilon.pair, (found,)


def _sizes(most: int) -> list[int]:
    """1, 2, 3, ... and then ever larger ones, up to all: few enough to try."""
    sizes = [size for size in range(1, most) if size < EACH]
    while sizes and sizes[-1] < most:
        sizes.append(min(most, sizes[-1] + -(-sizes[-1] // 2)))
    return sizes or [1]


def _by_gap(delta: Delta, first: Row, second: Row) -> list[Seen]:
    """The parts of the worst event, those first that exceed the most.

    By enclosures: this order is a proposal, and whoever takes parts of it decides whether they break the claim.
    """
    if delta.exponential.huge:
        return list(delta.event)

    def gap(seen: Seen) -> Fraction:
        above, below = first.mass([seen]), second.ceiling([seen])
        return balls.enclose(lambda: enclosure(above) - enclosure(below) * delta.exponential.enclosure(), BITS)[0]

    return sorted(delta.event, key=gap, reverse=True)
