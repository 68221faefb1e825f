"""Quadruples with any postcondition: how far two final distributions are from being related."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from prhl.closeness.epsilon_delta import Delta, Epsilon, larger
from prhl.closeness.strassen import lift, smallest_ratio
from prhl.exact import Row, Seen
from prhl.numbers import Exact, Exponential
from prhl.records import dataclass
from prhl.semantics.evaluate import Undecidable
from prhl.source import Span

MOST_RELATED = 400_000  # pairs of outcomes

Related = Callable[[int, int, Seen, Seen], bool]
"""Whether the postcondition relates two outcomes, for the i-th left and the j-th right input."""


@dataclass(frozen=True)
class Coupled:
    """How much of run 1 goes with which outcome of run 2, for one pair of inputs."""

    pair: tuple[int, int]
    parts: tuple[tuple[Seen, Seen, Any], ...]


def lifted(
    left: Sequence[Row],
    right: Sequence[Row],
    pairs: Sequence[tuple[int, int]],
    related: Related,
    growth: Exponential,
    span: Span,
) -> tuple[Epsilon, Delta, Coupled | None]:
    """The smallest epsilon, the delta at the claimed one, and the coupling of the worst pair."""
    epsilon = Epsilon(Fraction(1), None, None)
    delta = Delta(Fraction(0), Fraction(0), growth, None, ())
    coupled: Coupled | None = None
    work = sum([len(left[i].weights) * len(right[j].weights) for i, j in pairs])
    if work > MOST_RELATED:
        raise Undecidable(f"the postcondition would be tried on {work:,} pairs of outcomes", span)
    for i, j in pairs:
        outcomes, others = list(left[i].weights), list(right[j].weights)
        first = [left[i].probability(seen) for seen in outcomes]
        second = [right[j].probability(seen) for seen in others]
        edges = {
            a: [b for b, other in enumerate(others) if related(i, j, seen, other)] for a, seen in enumerate(outcomes)
        }
        found = lift(first, second, edges, growth)
        event, image = tuple([outcomes[a] for a in found.event]), tuple([others[b] for b in found.image])
        above: Exact = sum([first[a] for a in found.event], Fraction(0))
        below: Exact = sum([second[b] for b in found.image], Fraction(0))
        missing = (Fraction(right[j].missing), Fraction(left[i].missing))
        worst = larger(delta, Delta(above, below, growth, (i, j), event, image, missing))
        if coupled is None or worst.pair == (i, j):
            parts = [(outcomes[a], others[b], amount) for (a, b), amount in sorted(found.coupling.items())]
            coupled = Coupled((i, j), tuple(parts))
        delta = worst
        exact = epsilon.exact and not any(missing)
        # a run that has not ended might end anywhere, so that nothing is known of the epsilon then
        ratio: Exact | None = Fraction(1)
        needed: tuple[int, ...] = ()
        if not any(missing):
            ratio, needed = smallest_ratio(first, second, edges)
        if epsilon.ratio is not None and (ratio is None or ratio > epsilon.ratio):
            epsilon = Epsilon(ratio, (i, j), outcomes[needed[0]] if needed else None)
        epsilon = Epsilon(epsilon.ratio, epsilon.pair, epsilon.output, exact)
    return epsilon, delta, coupled
