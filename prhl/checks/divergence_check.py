"""An instance of a zcdp or rdp claim: the divergence that the claim bounds, beside what it claims.

The figure of zcdp(rho) is the smallest rho, that of rdp(alpha, eps) the divergence of order alpha, over all related
ordered pairs. A claim that is broken is shown to be so by one event S where that is possible: to tell only whether S
happened is a post-processing, which increases no divergence, so that if (p(S), 1 - p(S)) against (q(S), 1 - q(S)) is
too far, so are p and q. The events tried are the outputs with the largest p/q. Where no single one does, several are
taken together (`several_events`).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import chain
from typing import Any

from prhl.checks.several_events import together
from prhl.checks.witness import Violation
from prhl.diagnostics import NotComputed
from prhl.exact import Channel, Closed, Gaussian, Row, Seen
from prhl.measures.bounds import Between, enclosed, exactly
from prhl.measures.matrix import Order, matrix_of
from prhl.measures.pairs import pair
from prhl.measures.renyi import largest_power_sum, power_sum, renyi_shown
from prhl.measures.zcdp import largest_rho, rho
from prhl.notions import ZCDP, Notion
from prhl.numbers import Exact, Exponential, Inexact, Number, balls, enclosure, exp, sign
from prhl.numbers.figures import INFINITE, Figure, decimal, figure
from prhl.numbers.gaussian import WIDEST
from prhl.numbers.theta import moved_sum
from prhl.records import dataclass

MOST = 100  # events that are tried
FURTHER = (0, Fraction(1, 2), 1, 2, 4, 8, 16, 32)  # how far out half-lines start, in distances of the two centres
DIGITS = 6  # of their probabilities


class NotMeasured(NotComputed):
    """The claim is of a kind that has no figures here."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """What it is called, what it is, the sign of it minus what is claimed (None if that is left open), and where."""

    name: str
    figure: Figure
    order: int | None
    pair: Order | None


def divergence(notion: Notion, budget: Sequence[Number], rows: Sequence[Row], orders: Sequence[Order]) -> Divergence:
    outputs: dict[Seen, None] = {}
    for row in rows:
        outputs.update(dict.fromkeys(row.weights))
    order = notion.order(budget)
    if (moved := _shifts(rows, orders)) is not None:
        return of_discrete_gaussians(notion, budget, moved)
    matrix = matrix_of(rows, list(outputs))
    if order is None:
        found, where = largest_rho(matrix, orders, budget[0])
        return Divergence(notion.figure, found.shown(), found.compare(budget[0]), where)
    alpha = _order(order)
    total, where = largest_power_sum(matrix, orders, alpha)
    return Divergence(notion.figure, renyi_shown(total, alpha), total.compare(exp(budget[1] * (alpha - 1))), where)


def of_normal(
    notion: Notion, budget: Sequence[Number], rows: Sequence[Gaussian], orders: Sequence[Order]
) -> Divergence:
    """Of normal distributions of one width: alpha/2 times the square of the distance of the centres over the width. Of
    two widths the wider one has an infinite divergence from the other, at high orders, and so an infinite rho."""
    claimed = notion.order(budget)
    alpha = None if claimed is None else _order(claimed)
    found = {order: _squared(rows[order[0]].facing(rows[order[1]]), alpha) for order in orders}
    endless = next((order for order, squared in found.items() if squared is None), None)
    if endless is not None:
        return Divergence(notion.figure, INFINITE, 1, endless)
    if any([squared is UNKNOWN for squared in found.values()]):
        raise NotMeasured("normal distributions of two widths have no divergence here")
    where = max(found, key=lambda order: found[order])
    value: Any = (1 if alpha is None else alpha) * found[where] / 2
    return Divergence(notion.figure, figure(value), _against(value, budget[-1]), where)


def _shifts(rows: Sequence[Row], orders: Sequence[Order]) -> dict[Order, list[tuple[int, Fraction]]] | None:
    found = {}
    for i, j in orders:
        first, second = rows[i], rows[j]
        shifts = first.shifts(second) if isinstance(first, Closed) else None
        if shifts is None:
            return None
        found[i, j] = shifts
    return found


def of_discrete_gaussians(
    notion: Notion, budget: Sequence[Number], moved: Mapping[Order, list[tuple[int, Fraction]]]
) -> Divergence:
    """Of independent discrete Gaussians with masses in proportion to exp(-c t^2), moved by integers k.

    The sum of p^alpha q^(1 - alpha) is exp(alpha (alpha - 1) c k^2) times theta(c, (alpha - 1) k)/theta(c, 0), where
    theta(c, s) is the sum of exp(-c (t - s)^2) over all integers t. By Poisson's summation formula that is largest at
    the integers s, and the same at all of them. So D_alpha is at most alpha c k^2, which it is at alpha = 2, and rho is
    c k^2 exactly. Divergences of independent parts add up.
    """
    squares = {order: sum([c * k**2 for k, c in shifts], Fraction(0)) for order, shifts in moved.items()}
    where = max(squares, key=lambda order: squares[order])
    claimed = notion.order(budget)
    if claimed is None:
        return Divergence(notion.figure, figure(squares[where]), _against(squares[where], budget[0]), where)
    alpha = _order(claimed)
    found = {order: _shifted_divergence(shifts, alpha) for order, shifts in moved.items()}
    where = max(found, key=lambda order: found[order].low)  # type: ignore[arg-type, return-value]  # rationals
    worst = found[where]
    highest = max([one.high for one in found.values()])  # type: ignore[type-var]  # rationals
    if worst.high < highest:  # type: ignore[operator]  # another one may be larger, though it is bounded lower
        worst = Between(worst.low, highest)
    try:
        against = worst.compare(budget[1])
    except Inexact:
        against = None
    return Divergence(notion.figure, worst.shown(), against, where)


def _shifted_divergence(shifts: list[tuple[int, Fraction]], alpha: Fraction) -> Between:
    most = alpha * sum([c * k**2 for k, c in shifts], Fraction(0))
    between = [(c, s) for k, c in shifts if (s := (alpha - 1) * k % 1)]
    if not between:
        return exactly(most)
    if any([c * WIDEST**2 * 2 < 1 for c, _ in between]):
        raise NotMeasured("such wide noise has too many terms")

    def ball() -> Any:
        total = balls.rational(most)
        for c, s in between:
            total += (moved_sum(c, s) / moved_sum(c, Fraction(0))).log() / balls.rational(alpha - 1)
        return total

    return Between(*enclosed(ball))


def _against(value: Any, claimed: Number) -> int | None:
    try:
        return sign(value - claimed)
    except Inexact:
        return None


UNKNOWN: Any = object()


def _squared(pair: "tuple[Any, Any] | None", alpha: Fraction | None) -> Any:
    """The square of the distance of two centres over the width; None if the divergence is infinite, UNKNOWN if it is
    another one."""
    if pair is None:
        return None
    first, second = pair
    if first.is_as_wide_as(second):
        return Fraction(0) if first.centre == second.centre else (first.centre - second.centre) ** 2 / first.sigma**2
    if first.sigma < second.sigma:
        return UNKNOWN
    # D_alpha is infinite where alpha r^2 + (1 - alpha) s^2 is not positive
    if alpha is None or alpha * second.sigma**2 <= (alpha - 1) * first.sigma**2:
        return None
    return UNKNOWN


def _order(alpha: Number) -> Fraction:
    if not isinstance(alpha, int | Fraction) or alpha <= 1:
        raise NotMeasured(f"the order {alpha} is not a rational above 1")
    return Fraction(alpha)


def of_event(notion: Notion, budget: Sequence[Number], p: Exact, q: Exact) -> Between:
    """The divergence of having seen an event or not; for rdp the sum of powers that it is the logarithm of."""
    first, second = [p, 1 - p], [q, 1 - q]
    order = notion.order(budget)
    return rho(first, second, claimed=budget[0]) if order is None else power_sum(pair(first, second), _order(order))


def excess(notion: Notion, budget: Sequence[Number], p: Exact, q: Exact) -> bool:
    """Whether that alone is more than what is claimed."""
    order = notion.order(budget)
    most = budget[0] if order is None else exp(budget[1] * (_order(order) - 1))
    return of_event(notion, budget, p, q).compare(most) == 1


@dataclass(frozen=True)
class Excess(Violation):
    """An event whose divergence is more than what is claimed."""

    notion: Notion = ZCDP
    budget: tuple[Number, ...] = ()

    @property
    def inequality(self) -> str:
        found = of_event(self.notion, self.budget, *self.probabilities)
        order = self.notion.order(self.budget)
        if order is None:
            shown, what, most = found.shown(), "rho", self.budget[0]
        else:
            alpha = _order(order)
            shown, what, most = renyi_shown(found, alpha), f"divergence of order {alpha}", self.budget[1]
        least = "infinite" if shown.low is None else f"at least {decimal(shown.low)}"
        return f"to see it or not has a {what} that is {least}, more than {figure(most).exact or most}"

    @property
    def promised(self) -> dict[str, str]:
        named = zip(self.notion.names, self.budget, strict=True)
        return {name: figure(value).exact or str(value) for name, value in named}

    def broken(self, above: Exact, below: Exact) -> bool:
        """Of two distributions on two points the divergence grows with `above` and falls with `below`, above it."""
        return above > below and excess(self.notion, self.budget, above, below)


def witnessing(notion: Notion, budget: Sequence[Number], channel: Channel, where: Order) -> Violation | None:
    """The first event that shows the excess, or several that do together; None if none of those tried do."""
    claimed = notion.order(budget)
    alpha = None if claimed is None else _order(claimed)
    return _by_one(notion, budget, channel, where) or together(notion, budget, alpha, channel, where)


def _by_one(notion: Notion, budget: Sequence[Number], channel: Channel, where: Order) -> Excess | None:
    first, second = channel.left[where[0]], channel.right[where[1]]
    normal = isinstance(first, Gaussian) and isinstance(second, Gaussian)
    if isinstance(first, Gaussian) and isinstance(second, Gaussian):
        events = _half_lines(first, second)
    else:
        missing = first.missing or second.missing
        events = chain(_impossible(first, second), _likely(first, second)) if missing else _events(first, second)
    for event, p, q in events:
        if excess(notion, budget, p, q):
            seen = frozenset(event)
            return Excess(
                (channel.instance.left[where[0]], channel.instance.right[where[1]]),
                seen,
                seen,
                (p, q),
                Exponential(Fraction(0)),
                Fraction(0),
                exact=not normal and not first.missing and not second.missing,
                by_formula=normal,
                classify=channel.classify,
                closed=isinstance(first, Closed) or isinstance(second, Closed),
                notion=notion,
                budget=tuple(budget),
            )
    return None


def _half_lines(first: Gaussian, second: Gaussian) -> Iterator[tuple[tuple[Seen, ...], Exact, Exact]]:
    """Events of two normal distributions; further and further out they tell more of the divergences of high orders."""
    pair = first.facing(second)
    if pair is None:
        return
    mine, other = pair
    for times in FURTHER:
        event = (mine.away_from(other, Fraction(times)),)
        least = balls.rounded(mine.mass(event[0])[0], DIGITS)[0]
        most = balls.rounded(other.mass(event[0])[1], DIGITS)[1]
        if least > most:  # then the divergence of any two that are further apart is larger
            yield event, least, most


def _impossible(first: Row, second: Row) -> Iterator[tuple[tuple[Seen, ...], Exact, Exact]]:
    """The likeliest output that the second row never shows, although mass is missing."""
    found = [seen for seen, weight in first.listed() if weight > 0 and second.never(seen)]
    if found:
        seen = max(found, key=first.probability)
        yield (seen,), first.probability(seen), Fraction(0)


def _likely(first: Row, second: Row) -> Iterator[tuple[tuple[Seen, ...], Exact, Exact]]:
    """The outputs with the largest ratios, and twice as many each time, where mass is missing: that of the second row
    may be in each of them. Of two probabilities that are further apart than these bounds the divergence is larger."""
    outputs = [seen for seen, _ in first.listed()]
    masses = [(s, _rounded(first.probability(s), 0), _rounded(second.probability(s), 1)) for s in outputs]
    masses.sort(key=lambda one: one[1] / (one[2] + second.missing) if one[1] else Fraction(0), reverse=True)
    size = 1
    while size <= len(masses):
        event = masses[:size]
        p = sum([mine for _, mine, _ in event], Fraction(0))
        q = sum([other for _, _, other in event], second.missing)
        if p > q:
            yield tuple([seen for seen, _, _ in event]), _rounded(p, 0), _rounded(q, 1)
        size *= 2


def _rounded(value: Exact, side: int) -> Fraction:
    """To a few digits, down or up."""
    return balls.bracket(lambda: enclosure(value), DIGITS)[side]


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
