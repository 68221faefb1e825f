"""An instance of a zcdp or rdp claim: the divergence that the claim bounds, beside what it claims.

The figure of zcdp(rho) is the smallest rho, that of rdp(alpha, eps) the divergence of order alpha, over all related
ordered pairs. No single event shows how large a divergence is, except where it is infinite: then some output is
possible in one run and impossible in the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.exact.engine import Row
from prhl.measures.matrix import Order, matrix_of
from prhl.measures.renyi import largest_power_sum, renyi_shown
from prhl.measures.zcdp import largest_rho
from prhl.numbers import Number, exp
from prhl.numbers.figures import Figure

NAMES = {"zcdp": "rho", "rdp": "renyi"}


class NotMeasured(Exception):
    """The claim is of a kind that has no figures here."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """What it is called, what it is, and the sign of it minus what is claimed; None if that is left open."""

    name: str
    figure: Figure
    order: int | None


def divergence(notion: str, budget: Sequence[Number], rows: Sequence[Row], orders: Sequence[Order]) -> Divergence:
    outputs: dict[tuple[Any, ...], None] = {}
    for row in rows:
        outputs.update(dict.fromkeys(row.weights))
    matrix = matrix_of(rows, list(outputs))
    if notion == "zcdp":
        found, _ = largest_rho(matrix, orders, budget[0])
        return Divergence(NAMES[notion], found.shown(), found.compare(budget[0]))
    alpha, claimed = budget
    if not isinstance(alpha, int | Fraction) or alpha <= 1:
        raise NotMeasured(f"the order {alpha} is not a rational above 1")
    total, _ = largest_power_sum(matrix, orders, Fraction(alpha))
    return Divergence(
        NAMES[notion], renyi_shown(total, Fraction(alpha)), total.compare(exp(claimed * (Fraction(alpha) - 1)))
    )
