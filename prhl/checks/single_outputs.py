"""A single output that shows a loss, where a column holds many outputs, or where none is listed.

It is easier to check than all of them: a second computation follows the runs that come to it, and no others.
"""

from prhl.closeness.epsilon_delta import Epsilon
from prhl.exact import Channel, Seen, Single, Tapering, reached
from prhl.numbers import Exact, Exponential
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass


@dataclass(frozen=True)
class Shown:
    """An output with its probabilities in a pair of rows."""

    seen: Seen
    above: Exact
    below: Exact


def shown_by_one(epsilon: Epsilon, growth: Exponential, channel: Channel) -> Shown | None:
    """An output whose probability in one run is more than the other run's allows; None if there is none to be told."""
    if channel.singles is None or epsilon.pair is None:
        return None

    def exceeds(p: Exact, q: Exact) -> bool:
        return Mixed(p, -q, growth).sign() > 0

    found: Single | None = None
    i, j = epsilon.pair
    if epsilon.output is not None:
        found = channel.singles.of(epsilon.output)
    else:
        row, other = channel.left[i], channel.right[j]
        if isinstance(row, Tapering) and isinstance(other, Tapering):
            for (number, side, start), terms in row.beyond.items():
                at = reached(terms, other.beyond.get((number, side, start), {}), start, exceeds)
                if at is not None:
                    found = channel.singles.at(number, (side * at,))
                    break
    if found is None:
        return None
    first = 0 if channel.left is channel.right else len(channel.left)
    above, below = found.masses[i], found.masses[first + j]
    return Shown(found.seen, above, below) if exceeds(above, below) else None
