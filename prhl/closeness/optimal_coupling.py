"""The optimal coupling of two output distributions: the largest flow along a relation, and the cut that bounds it.

Run 1 sends mu1(a) through each of its outcomes a, to outcomes b of run 2 that the relation allows; each takes at most
exp(eps) mu2(b). What finds no room is the smallest delta (`strassen`). For eps = 0 and two distributions of mass 1
what is left on both sides is paired too, in the order of the outcomes: that is a coupling with both marginals, and no
coupling breaks the relation with less probability.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from prhl.closeness.epsilon_delta import Delta, Epsilon, delta_of
from prhl.closeness.strassen import Lifting, lift, smallest_ratio
from prhl.exact import Density, Row, Seen, finest, is_box, ordering
from prhl.numbers import Exact, Exponential, Inexact
from prhl.numbers.figures import Figure, figure, linear
from prhl.numbers.mixed import Mixed
from prhl.records import dataclass

Edge = tuple[int, int]
Edges = Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Optimal:
    """Outcomes and their masses in run 1 and run 2, and what goes where at exp(eps)."""

    outcomes: tuple[tuple[Seen, ...], tuple[Seen, ...]]
    masses: tuple[tuple[Exact, ...], tuple[Exact, ...]]
    missing: tuple[Fraction, Fraction]  # of each run, at most
    growth: Exponential
    flow: Mapping[Edge, Mixed]  # along the relation
    event: tuple[int, ...]  # of run 1: what needs the delta
    image: tuple[int, ...]  # all that the relation reaches from it
    vague: Fraction = Fraction(0)  # what may be missing in the delta where real outputs are cut near irrational points
    dense: bool = False  # real outputs, cut along this exp(eps): nothing is known here for others

    @property
    def delta(self) -> Delta:
        """The smallest at this eps, as what the event needs."""
        (first, second), (mine, others) = self.outcomes, self.masses
        event, image = tuple([first[a] for a in self.event]), tuple([second[b] for b in self.image])
        above, below = _sum([mine[a] for a in self.event]), _sum([others[b] for b in self.image])
        return Delta(above, below, self.growth, None, event, image, (self.missing[1], self.missing[0] + self.vague))

    @cached_property
    def left_over(self) -> tuple[Mixed, ...]:
        """Of each outcome of run 1, what finds no room."""
        rest = [Mixed(mass, 0, self.growth) for mass in self.masses[0]]
        for (a, _), amount in self.flow.items():
            rest[a] = rest[a] - amount
        return tuple(rest)

    @cached_property
    def room(self) -> tuple[Mixed, ...]:
        """What each outcome of run 2 takes at most."""
        if self.growth.rational is not None:
            return tuple([Mixed(mass * self.growth.rational, 0, self.growth) for mass in self.masses[1]])
        return tuple([Mixed(0, mass, self.growth) for mass in self.masses[1]])

    @cached_property
    def unused(self) -> tuple[Mixed, ...]:
        """The room at each outcome of run 2 that nothing flows into."""
        rest = list(self.room)
        for (_, b), amount in self.flow.items():
            rest[b] = rest[b] - amount
        return tuple(rest)

    @cached_property
    def is_coupling(self) -> bool:
        """Whether it is one of two distributions with both marginals, and not only a witness of the lifting."""
        if any(self.missing) or self.vague or self.growth.rational != 1:
            return False
        return all([_sum(masses) == 1 for masses in self.masses])

    @cached_property
    def is_short(self) -> bool:
        """Whether something of run 1 finds no room, and is not paired otherwise."""
        return not self.is_coupling and any([rest > 0 for rest in self.left_over])

    @cached_property
    def breaking(self) -> dict[Edge, Mixed]:
        """Of a coupling, the pairs outside of the relation: what is left on both sides, in order."""
        pairs: dict[Edge, Mixed] = {}
        if not self.is_coupling:
            return pairs
        rest, room = list(self.left_over), list(self.unused)
        a = b = 0
        while a < len(rest) and b < len(room):
            if not rest[a] > 0:
                a += 1
            elif not room[b] > 0:
                b += 1
            else:
                amount = room[b] if room[b] < rest[a] else rest[a]
                pairs[a, b] = amount
                rest[a], room[b] = rest[a] - amount, room[b] - amount
        return pairs


@dataclass(frozen=True)
class Sides:
    """The outcomes of both runs; real ones as boxes, in which run 1 has too much everywhere or nowhere."""

    both: tuple[tuple[Seen, ...], tuple[Seen, ...]]
    vague: Fraction = Fraction(0)
    dense: bool = False


def sides_of(rows: tuple[Row, Row], growth: Exponential) -> Sides:
    """Boxes are cut along the worst event: inside there is more of run 1 than exp(eps) times run 2, outside not."""
    first, second = [tuple(sorted(row.weights, key=ordering)) for row in rows]
    if not any([isinstance(row, Density) for row in rows]):
        return Sides((first, second))
    worst = delta_of(rows[0], rows[1], growth, (0, 0))
    cells = finest([*first, *second, *worst.event])
    told = [tuple([seen for seen in side if not is_box(seen)]) for side in (first, second)]
    vague = worst.slack[1] - Fraction(rows[0].missing)
    return Sides(((*told[0], *cells), (*told[1], *cells)), vague, True)


def optimal(rows: tuple[Row, Row], sides: Sides, edges: Edges, growth: Exponential) -> Optimal:
    """Of two rows, their outcomes in the order of `sides`, `edges` from each of the first to those it is related to."""
    first, second = [[row.mass([seen]) for seen in side] for row, side in zip(rows, sides.both, strict=True)]
    found: Lifting = lift(first, second, edges, growth)
    missing = (Fraction(rows[0].missing), Fraction(rows[1].missing))
    masses = (tuple(first), tuple(second))
    return Optimal(
        sides.both, masses, missing, growth, found.coupling, found.event, found.image, sides.vague, sides.dense
    )


def cheapest(found: Optimal, edges: Edges, allowed: Exact) -> Epsilon | None:
    """The smallest epsilon at a delta; None if that is not known here."""
    if any(found.missing) or found.dense:
        return None
    ratio, event = smallest_ratio(*found.masses, edges, allowed)
    return Epsilon(ratio, None, found.outcomes[0][event[0]] if event else None)


def amount(value: Mixed) -> Figure:
    """u + v*exp(eps) as a number of its own, where it is one."""
    if value.v == 0:
        return figure(value.u)
    try:
        return figure(value.u + value.v * value.exponential.value)
    except Inexact:
        return linear(value.u, -value.v, value.exponential)


def _sum(masses: Sequence[Exact]) -> Exact:
    total: Exact = Fraction(0)
    for mass in masses:
        total = total + mass
    return total
