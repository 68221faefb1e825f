"""The mutation table of open parameters: each row breaks one condition, and a trap in traps/open falls to it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from prhl.checks import open_claims, open_excess
from prhl.exact.chains.lucky_loops import LuckyWalk
from prhl.logic.types import REAL
from prhl.numbers import balls, line_cells, open_quotients
from prhl.numbers.line_cells import LineCell
from prhl.numbers.open_quotients import Growth, OpenQuotient, quotient
from prhl.numbers.polynomial_regions import Region
from prhl.numbers.polynomials import factors
from prhl.numbers.varying import Split

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Mutation:
    name: str
    trap: str
    patch: Patch
    claim: str = "trap"
    then: str = "proved"


def replaced(where: Any, name: str, what: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


CUT, FOUND, EXCESS, GROWTH = LineCell.cut, Region._found, open_claims._excess, open_quotients.growth
RELATED, SIGN = open_claims.related_pairs, open_excess.sign_somewhere


def without_points(self: LineCell, points: Any) -> Any:
    """Cut points are no regions by themselves."""
    return [part for part in CUT(self, points) if part.is_full]


def without_equations(self: Region, factor: Any) -> int:
    """Where a polynomial is 0 is no region by itself."""
    try:
        return FOUND(self, factor)
    except Split as split:
        raise Split([part for part in split.parts if part.is_full]) from None  # type: ignore[attr-defined]


def without_squares(poly: Any, of: Any) -> int:
    """A factor to an even power is left out."""
    if poly.is_zero():
        return 0
    content, parts = factors(poly)
    found = 1 if content > 0 else -1
    for factor, exponent in parts:
        found *= of(factor) if exponent % 2 else 1
    return found


def cancelled(self: OpenQuotient, other: Any) -> Any:
    """Nobody asks whether a divisor is 0."""
    parts = self._with(other)
    assert parts is not None
    return quotient(self.over * parts[1], self.under * parts[0], self.region)


def related_or_not(relation: Any, names: Any, channel: Any) -> Any:
    """Where it depends on values, inputs are related to themselves alone."""
    try:
        return RELATED(relation, names, channel)
    except Split:
        return [(i, i) for i in range(len(channel.instance.left))]


def wrong_facts(symbols: Any) -> Any:
    """exp(-x/n) is at most 1/(1 + 15*x)."""
    if not symbols.steps[0]:
        return ()
    x, t = symbols.number(0), symbols.exponential(0)
    return ((t, "gt"), (t * (1 + 15 * x) - 1, "le"))


def above(number: balls.Enclosure) -> Any:
    """Bounds are taken from above."""
    return balls.enclose(number, open_quotients.BITS)[1]


def rounded_up(scale: Fraction, k: int) -> Fraction:
    """A larger power than that of the budget."""
    return Fraction(scale * k // 1 + 1, k)


def too_large(epsilon: Any) -> Growth:
    """exp(y) is at least 1 + 4y."""
    known = isinstance(epsilon, OpenQuotient) and epsilon.linear() is None
    return Growth(1 + 4 * epsilon, exact=False) if known else GROWTH(epsilon)


def output_by_output(p: Any, q: Any, grown: Any, delta: Any, region: Any) -> int:
    """With a delta each output counts by itself."""
    if delta == 0:
        return EXCESS(p, q, grown, delta, region)
    return max([SIGN(mass - grown.number * q.get(seen, 0) - delta, region) for seen, mass in p.items()])


TABLE = (
    Mutation("points are left out", "one_point", replaced(LineCell, "cut", without_points)),
    Mutation("ends are left out", "undefined_at_an_end", replaced(LineCell, "cut", without_points)),
    Mutation("closed ends are open", "closed_end", replaced(LineCell, "cut", without_points)),
    Mutation("roots are left out", "irrational_point", replaced(LineCell, "cut", without_points)),
    Mutation("support is the same at points", "support_vanishes", replaced(LineCell, "cut", without_points)),
    Mutation("equations are left out", "two_are_equal", replaced(Region, "_found", without_equations)),
    Mutation("squares are positive", "square_touches_zero", replaced(line_cells, "sign_by_factors", without_squares)),
    Mutation("factors are cancelled", "cancelled_pole", replaced(OpenQuotient, "__truediv__", cancelled)),
    Mutation("poles of budgets are cancelled", "budget_has_a_pole", replaced(OpenQuotient, "__truediv__", cancelled)),
    Mutation("budgets may be negative", "negative_budget", replaced(open_claims, "_wrong", lambda _: "")),
    Mutation("deltas may be negative", "negative_delta", replaced(open_claims, "_wrong", lambda _: "")),
    Mutation("one relation for all values", "related_by_p", replaced(open_claims, "related_pairs", related_or_not)),
    Mutation("mass stays in a loop", "mass_lost", replaced(LuckyWalk, "lose", lambda *_: None)),
    Mutation("mass stays at one value", "no_luck_at_zero", replaced(LuckyWalk, "lose", lambda *_: None)),
    Mutation("ints between integers", "only_between_integers", replaced(open_claims, "INT", REAL), "right", "refuted"),
    Mutation("wrong facts about exp", "beside_its_exponential", replaced(line_cells, "facts", wrong_facts)),
    Mutation("budgets are rounded up", "rounded_up", replaced(open_quotients, "_below", above)),
    Mutation("a series that is too large", "series", replaced(open_claims, "growth", too_large)),
    Mutation("powers are rounded up", "power_rounded_up", replaced(open_excess, "_rounded", rounded_up)),
    Mutation("outputs one by one", "delta_of_two_outputs", replaced(open_claims, "_excess", output_by_output)),
)
