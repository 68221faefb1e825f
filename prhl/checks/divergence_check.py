"""An instance of a zcdp or rdp claim: the divergence that the claim bounds, beside what it claims.

The figure of zcdp(rho) is the smallest rho, that of rdp(alpha, eps) the divergence of order alpha, over all related
ordered pairs. A claim that is broken is shown to be so by one event S where that is possible: to tell only whether S
happened is a post-processing, which increases no divergence, so that if (p(S), 1 - p(S)) against (q(S), 1 - q(S)) is
too far, so are p and q. The events tried are the outputs with the largest p/q.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from prhl.checks.witness import Seen, Violation
from prhl.exact.channel import Channel
from prhl.exact.listing.engine import Row
from prhl.measures.bounds import Between
from prhl.measures.matrix import Order, matrix_of
from prhl.measures.pairs import pair
from prhl.measures.renyi import largest_power_sum, power_sum, renyi_shown
from prhl.measures.zcdp import largest_rho, rho
from prhl.numbers import Exact, Exponential, Inexact, Number, balls, exp, sign
from prhl.numbers.figures import Figure, decimal, figure

NAMES = {"zcdp": "rho", "rdp": "renyi"}
MOST = 100  # events that are tried
FURTHER = (0, Fraction(1, 2), 1, 2, 4, 8, 16, 32)  # how far out half-lines start, in distances of the two centres
DIGITS = 6  # of their probabilities


class NotMeasured(Exception):
    """The claim is of a kind that has no figures here."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """What it is called, what it is, the sign of it minus what is claimed (None if that is left open), and where."""

    name: str
    figure: Figure
    order: int | None
    pair: Order | None


def divergence(notion: str, budget: Sequence[Number], rows: Sequence[Row], orders: Sequence[Order]) -> Divergence:
    outputs: dict[Seen, None] = {}
    for row in rows:
        outputs.update(dict.fromkeys(row.weights))
    matrix = matrix_of(rows, list(outputs))
    if notion == "zcdp":
        found, where = largest_rho(matrix, orders, budget[0])
        return Divergence(NAMES[notion], found.shown(), found.compare(budget[0]), where)
    alpha = _order(budget[0])
    total, where = largest_power_sum(matrix, orders, alpha)
    return Divergence(NAMES[notion], renyi_shown(total, alpha), total.compare(exp(budget[1] * (alpha - 1))), where)


def of_normal(notion: str, budget: Sequence[Number], rows: Sequence[Row], orders: Sequence[Order]) -> Divergence:
    """Of normal distributions of one width: alpha/2 times the square of the distance of the centres over the width."""
    alpha = _order(budget[0]) if notion == "rdp" else Fraction(1)
    gaps = {order: abs(_centre(rows[order[0]]) - _centre(rows[order[1]])) for order in orders}
    where = max(gaps, key=lambda order: gaps[order])
    normal = rows[where[0]].released
    assert normal is not None
    value: Any = alpha * gaps[where] ** 2 / 2 / normal.sigma**2
    try:
        against = sign(value - budget[-1])
    except Inexact:
        against = None
    return Divergence(NAMES[notion], figure(value), against, where)


def _centre(row: Row) -> Fraction:
    assert row.released is not None
    return row.released.centre


def _order(alpha: Number) -> Fraction:
    if not isinstance(alpha, int | Fraction) or alpha <= 1:
        raise NotMeasured(f"the order {alpha} is not a rational above 1")
    return Fraction(alpha)


def of_event(notion: str, budget: Sequence[Number], p: Exact, q: Exact) -> Between:
    """The divergence of having seen an event or not; for rdp the sum of powers that it is the logarithm of."""
    first, second = [p, 1 - p], [q, 1 - q]
    if notion == "zcdp":
        return rho(first, second, claimed=budget[0])
    return power_sum(pair(first, second), _order(budget[0]))


def excess(notion: str, budget: Sequence[Number], p: Exact, q: Exact) -> bool:
    """Whether that alone is more than what is claimed."""
    most = budget[0] if notion == "zcdp" else exp(budget[1] * (_order(budget[0]) - 1))
    return of_event(notion, budget, p, q).compare(most) == 1


@dataclass(frozen=True)
class Excess(Violation):
    """An event whose divergence is more than what is claimed."""

    notion: str = ""
    budget: tuple[Number, ...] = ()

    @property
    def inequality(self) -> str:
        found = of_event(self.notion, self.budget, *self.probabilities)
        if self.notion == "zcdp":
            shown, what, most = found.shown(), "rho", self.budget[0]
        else:
            alpha = _order(self.budget[0])
            shown, what, most = renyi_shown(found, alpha), f"divergence of order {alpha}", self.budget[1]
        least = "infinite" if shown.low is None else f"at least {decimal(shown.low)}"
        return f"to see it or not has a {what} that is {least}, more than {figure(most).exact or most}"

    @property
    def promised(self) -> dict[str, str]:
        names = ("rho",) if self.notion == "zcdp" else ("alpha", "epsilon")
        return {name: figure(value).exact or str(value) for name, value in zip(names, self.budget, strict=True)}

    def broken(self, above: Exact, below: Exact) -> bool:
        """Of two distributions on two points the divergence grows with `above` and falls with `below`, above it."""
        return above > below and excess(self.notion, self.budget, above, below)


def witnessing(notion: str, budget: Sequence[Number], channel: Channel, where: Order) -> Excess | None:
    """The first event that shows the excess; None if there is none among those tried, or some mass is missing."""
    first, second = channel.left[where[0]], channel.right[where[1]]
    normal = first.released is not None and second.released is not None
    if (first.missing or second.missing) and not normal:
        return None
    for event, p, q in (_half_lines if normal else _events)(first, second):
        if excess(notion, budget, p, q):
            seen = frozenset(event)
            return Excess(
                (channel.instance.left[where[0]], channel.instance.right[where[1]]),
                seen,
                seen,
                (p, q),
                Exponential(Fraction(0)),
                Fraction(0),
                exact=not normal,
                by_formula=normal,
                classify=channel.classify,
                closed=first.closed or second.closed,
                notion=notion,
                budget=tuple(budget),
            )
    return None


def _half_lines(first: Row, second: Row) -> Iterator[tuple[tuple[Seen, ...], Exact, Exact]]:
    """Events of two normal distributions; further and further out they tell more of the divergences of high orders."""
    p, q = first.released, second.released
    assert p is not None
    assert q is not None
    for times in FURTHER:
        event = (p.away_from(q, Fraction(times)),)
        least = balls.rounded(p.mass(event[0])[0], DIGITS)[0]
        most = balls.rounded(q.mass(event[0])[1], DIGITS)[1]
        if least > most:  # then the divergence of any two that are further apart is larger
            yield event, least, most


def _events(first: Row, second: Row) -> Iterator[tuple[tuple[Seen, ...], Exact, Exact]]:
    """The outputs with the largest ratios, and more and more of them."""
    masses = [(seen, first.probability(seen), second.probability(seen)) for seen in first.weights]
    masses.sort(key=_by_falling_ratio)
    event: list[Seen] = []
    p: Any = Fraction(0)
    q: Any = Fraction(0)
    for seen, mine, other in masses[:MOST]:
        event.append(seen)
        p, q = p + mine, q + other
        yield tuple(event), p, q


@cmp_to_key
def _by_falling_ratio(x: tuple[Seen, Exact, Exact], y: tuple[Seen, Exact, Exact]) -> int:
    return sign(y[1] * x[2] - x[1] * y[2])
