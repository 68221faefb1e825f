"""A divergence that no single event shows: disjoint events, and one order at which they show it together.

To tell only which of some disjoint events happened, if any, is a post-processing, which increases no divergence. So

    D_alpha(p || q)  >=  ln( sum over the events S of p(S)^alpha q(S)^(1 - alpha) ) / (alpha - 1)

and what is neither in S nor in another of them adds nothing below 0. Every term grows with p(S) and falls with q(S), so
that it may be taken of a lower bound on p(S) and an upper one on q(S), and the claim is broken if that is already more
than it allows: eps for rdp(alpha, eps), and rho alpha for zcdp(rho), at any one order alpha > 1. The order comes from
a search, and is not trusted; the probabilities of all events are computed a second time, and the sum is taken of these.

Pitfall: where mass is missing in run 2, all of it may be in each of the events; it is added to every q(S).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from prhl.checks.witness import Bounds, Violation
from prhl.exact import Channel, Closed, Gaussian, Row, Seen
from prhl.notions import ZCDP, Notion
from prhl.numbers import Exponential, Inexact, Number, balls, enclosure
from prhl.numbers.figures import decimal, figure
from prhl.records import dataclass

MOST_EVENTS = 5_000
DIGITS = 30  # of their probabilities
SHOWN = (6, 12, 24, 48)  # digits of a divergence that is shown, as many as it takes
PRECISIONS = (128, 512, 2048)  # at which sums are enclosed
ROUGH = 96  # precision for proposals
USUAL = (2, Fraction(3, 2), 3, Fraction(5, 4), 4, Fraction(9, 8), 8, Fraction(17, 16), 16, 32)  # orders tried first
POWERS = range(-24, 25)  # then 1 + 2^k
FINER = 5  # times that the neighbourhood of the best is halved
NEAR, CELLS = 8, (12, 48)  # how far out a line is cut into intervals, in widths, and into how many

Mass = tuple[Fraction, Fraction]
"""A lower bound on the probability of an event in run 1, an upper one on that in run 2."""


@dataclass(frozen=True)
class Together(Violation):
    """Events whose probabilities show together that a divergence is larger than what is claimed."""

    notion: Notion = ZCDP
    budget: tuple[Number, ...] = ()
    alpha: Fraction = Fraction(2)
    parts: tuple[frozenset[Seen], ...] = ()  # a column each
    masses: tuple[Mass, ...] = ()

    @property
    def events(self) -> tuple[Sequence[frozenset[Seen]], Sequence[frozenset[Seen]]]:
        return self.parts, self.parts

    @property
    def allowed(self) -> Number:
        """What the claim says of the divergence of the order alpha."""
        return allowed(self.notion, self.budget, self.alpha)

    @property
    def inequality(self) -> str:
        most = figure(self.allowed)
        for digits in SHOWN:
            least = balls.bracket(_divergence(self.masses, self.alpha), digits)[0]
            if most.high is not None and least > most.high:
                break
        what = f"the divergence of order {self.alpha} is at least {decimal(least, SHOWN[-1])}"
        return f"{what}, more than {most.exact or self.allowed}"

    @property
    def promised(self) -> dict[str, str]:
        named = zip(self.notion.names, self.budget, strict=True)
        return {name: figure(value).exact or str(value) for name, value in named}

    def shown_by(self, first: Sequence[Bounds], second: Sequence[Bounds]) -> bool:
        masses = [(_rounded(p[0], 0), _rounded(q[1], 1)) for p, q in zip(first, second, strict=True)]
        return exceeds(masses, self.alpha, self.allowed)

    def contradicted(self, first: Sequence[Bounds], second: Sequence[Bounds]) -> str | None:
        for (p, q), (_, high), (low, _) in zip(self.masses, first, second, strict=True):
            if p > high or low > q:
                return "the probabilities of several events are not those of a second computation"
        return None


def together(
    notion: Notion, budget: Sequence[Number], alpha: Fraction | None, channel: Channel, where: tuple[int, int]
) -> Together | None:
    """Events that show the excess of a pair of rows, at the order of the claim, or at any if it is about all."""
    first, second = channel.left[where[0]], channel.right[where[1]]
    for found in _told(first, second):
        events = [(seen, p, min(q, Fraction(1))) for seen, p, q in found if p > 0 and q > 0]
        masses = tuple([(p, q) for _, p, q in events])
        orders = [] if not masses else [alpha] if alpha is not None else _promising(masses)
        for order in orders:
            if exceeds(masses, order, allowed(notion, budget, order)):
                shown = _violation(channel, where, [seen for seen, _, _ in events], masses)
                return replace(shown, notion=notion, budget=tuple(budget), alpha=order)
    return None


def _violation(channel: Channel, where: tuple[int, int], events: Sequence[Seen], masses: tuple[Mass, ...]) -> Together:
    first, second = channel.left[where[0]], channel.right[where[1]]
    every = frozenset(events)
    return Together(
        (channel.instance.left[where[0]], channel.instance.right[where[1]]),
        every,
        every,
        (min(Fraction(1), sum([p for p, _ in masses])), min(Fraction(1), sum([q for _, q in masses]))),
        Exponential(Fraction(0)),
        Fraction(0),
        exact=False,
        by_formula=isinstance(first, Gaussian) and isinstance(second, Gaussian),
        classify=channel.classify,
        closed=isinstance(first, Closed) or isinstance(second, Closed),
        parts=tuple([frozenset([seen]) for seen in events]),
        masses=masses,
    )


def _told(first: Row, second: Row) -> Iterator[list[tuple[Seen, Fraction, Fraction]]]:
    """Disjoint events with bounds: every column by itself, or, of normal distributions, intervals of a line, ever
    shorter ones."""
    if isinstance(first, Gaussian) and isinstance(second, Gaussian):
        pair = first.facing(second)
        if pair is not None:
            mine, other = pair
            for cells in CELLS:
                cut = mine.cut(other, NEAR, cells)
                yield [(seen, _rounded(mine.mass(seen)[0], 0), _rounded(other.mass(seen)[1], 1)) for seen in cut]
    elif len(first.weights) <= MOST_EVENTS:
        columns = list(first.weights)
        yield [(one, _rounded(first.mass([one]), 0), _rounded(second.ceiling([one]), 1)) for one in columns]


def allowed(notion: Notion, budget: Sequence[Number], alpha: Fraction) -> Number:
    """What a claim says of the divergence of an order: of the one that it names, or of any."""
    return budget[0] * alpha if notion.order(budget) is None else budget[1]


def exceeds(masses: Iterable[Mass], alpha: Fraction, most: Number) -> bool:
    """Whether the divergence of order alpha is more than what is allowed, whatever the bounds leave open."""
    found = _divergence([mass for mass in masses if mass[0] > 0], alpha)
    try:
        return balls.sign_of(lambda: found() - enclosure(most), PRECISIONS) == 1
    except (ArithmeticError, Inexact):
        return False


def _divergence(masses: Sequence[Mass], alpha: Fraction) -> Callable[[], Any]:
    """Encloses ln(sum of p^alpha q^(1 - alpha))/(alpha - 1)."""

    def ball() -> Any:
        total = balls.rational(0)
        power = balls.rational(alpha - 1)
        for p, q in masses:
            total += balls.rational(p) * (power * (balls.ln_of(p) - balls.ln_of(q))).exp()
        return total.log() / power

    return ball


def _promising(masses: Sequence[Mass]) -> Iterator[Fraction]:
    """Orders at which the divergence over the order may be large: proposals, the usual ones first."""
    values: dict[Fraction, Fraction] = {}

    def value(alpha: Fraction) -> Fraction:
        if alpha not in values:
            found = balls.at(ROUGH, _divergence(masses, alpha))
            values[alpha] = (
                Fraction(str(found.mid().str(20, radius=False))) / alpha if found.is_finite() else Fraction(0)
            )
        return values[alpha]

    yield from [Fraction(one) for one in USUAL]
    orders = sorted([1 + Fraction(2) ** k for k in POWERS])
    yield max(orders, key=value)
    for _ in range(FINER):
        best = max(orders, key=value)
        at = orders.index(best)
        near = orders[max(0, at - 1) : at + 2]
        orders = sorted([*near, *[(a + b) / 2 for a, b in pairwise(near)]])
        yield max(orders, key=value)


def _rounded(value: Any, side: int) -> Fraction:
    """To some digits, down or up."""
    return Fraction(0) if value == 0 else max(Fraction(0), balls.bracket(lambda: enclosure(value), DIGITS)[side])
