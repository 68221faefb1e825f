"""The approximate lifting of a relation on two finite distributions, decided by a flow (approximate Strassen).

mu1 and mu2 are related by R within (eps, delta) if mu1(S) <= exp(eps) mu2(R(S)) + delta for every event S, where R(S)
is what R relates to something in S. Send mu1(a) from the source to a, let it go on to every b with a R b, and let
exp(eps) mu2(b) go from b to the sink: a cut keeps some S with its R(S), so that the smallest delta is
mu1(all) - the largest flow.
The flow is a coupling of what it carries; the cut is the worst event. PITFALL: the mass of mu1 need not be 1.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from prhl.closeness.maxflow import maximum_flow
from prhl.numbers import Exact, Exponential, enclosure, over, sign
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass


@dataclass(frozen=True)
class Lifting:
    """At exp(eps): the smallest delta, the coupling that the flow is, and the event that needs the delta."""

    delta: Mixed  # as a probability
    coupling: dict[tuple[int, int], Mixed]  # probability of run 1 that goes from a left to a right outcome
    event: tuple[int, ...]  # of run 1
    image: tuple[int, ...]  # what the relation reaches from it in run 2


def lift(
    first: Sequence[Exact], second: Sequence[Exact], related: Mapping[int, Sequence[int]], growth: Exponential
) -> Lifting:
    """Two distributions by the masses of their outcomes, and for each outcome of the first those it is related to."""
    scale = _common(first) * _common(second)
    left, right = [p * scale for p in first], [q * scale for q in second]
    if all([isinstance(p, int | Fraction) for p in (*left, *right)]):
        left, right = [int(p) for p in left], [int(q) for q in right]
    if growth.rational is not None:
        n, d = growth.rational.numerator, growth.rational.denominator
        flow = maximum_flow([p * d for p in left], [q * n for q in right], related)
        unit = Fraction(1, scale * d)
    else:
        ones = [Mixed(p, 0, growth) for p in left]
        flow = maximum_flow(ones, [Mixed(0, q, growth) for q in right], related)
        unit = Fraction(1, scale)

    def probability(amount: Any) -> Mixed:
        if isinstance(amount, Mixed):
            return Mixed(amount.u * unit, amount.v * unit, growth)
        return Mixed(amount * unit, 0, growth)

    event = tuple(sorted([i for i in flow.cut if first[i]]))
    image = tuple(sorted({j for i in event for j in related.get(i, ())}))
    delta = Mixed(_sum(first), 0, growth) - probability(flow.value)
    return Lifting(delta, {edge: probability(amount) for edge, amount in flow.through.items()}, event, image)


def smallest_ratio(
    first: Sequence[Exact], second: Sequence[Exact], related: Mapping[int, Sequence[int]], allowed: Exact = 0
) -> tuple[Exact | None, tuple[int, ...]]:
    """The smallest exp(eps) >= 1 at which delta is no more than what is allowed, and the event that needs it; None is
    infinite.

    Newton's way: as long as some event is violated, exp(eps) rises to what that event needs; each event is met once.
    """
    ratio: Exact = Fraction(1)
    worst: tuple[int, ...] = ()
    while True:
        found = lift(first, second, related, _Given(ratio))
        if not found.delta > allowed:
            return ratio, worst
        above, below = _sum([first[i] for i in found.event]), _sum([second[j] for j in found.image])
        if below == 0:
            return None, found.event
        ratio, worst = over(above - allowed, below), found.event


class _Given(Exponential):
    """exp(eps) given as a number."""

    def __init__(self, ratio: Exact) -> None:
        super().__init__(Fraction(0))
        self.__dict__["value"] = ratio
        self.__dict__["rational"] = ratio if isinstance(ratio, Fraction) else None

    def enclosure(self) -> Any:
        return enclosure(self.value)

    def compare(self, ratio: Any) -> int:
        return sign(ratio - self.value)


def _common(masses: Sequence[Exact]) -> int:
    return lcm(*[p.denominator for p in masses if isinstance(p, int | Fraction)])


def _sum(masses: Sequence[Exact]) -> Exact:
    total: Exact = Fraction(0)
    for mass in masses:
        total = total + mass
    return total
