"""What is measured of a channel with real outputs: what densities tell, not what the columns tell that stand for them.

The columns of such a channel are intervals. To see no more than the interval is a post-processing, so that measures of
the columns would be too small; only those that look at the densities themselves are answered.
"""

from collections.abc import Sequence

from prhl.closeness.epsilon_delta import smallest_delta, smallest_epsilon
from prhl.exact.listing.engine import Row
from prhl.measures.matrix import Order, all_orders
from prhl.measures.shelf import NOTHING_RELATED, Asked, Measured, Reading
from prhl.numbers import Exponential, Inexact
from prhl.numbers.figures import exact_text

NOTE = "outputs are real numbers: the columns are intervals of them"
WHY = "not measured where outputs are real numbers; epsilon, local-epsilon, delta-at and total-variation are"


def has_reals(rows: Sequence[Row]) -> bool:
    return any([row.dense is not None or row.unit is not None for row in rows])


def measured_on_reals(asked: Asked, rows: Sequence[Row], orders: Sequence[Order]) -> Measured:
    name = asked.measure.name
    if "pairs" in asked.measure.needs and not orders:
        return Measured(asked.text, why=NOTHING_RELATED)
    try:
        if name in ("epsilon", "local-epsilon"):
            found = smallest_epsilon(rows, rows, orders if name == "epsilon" else all_orders(len(rows)))
            key, words = ("epsilon", "epsilon") if name == "epsilon" else ("local_epsilon", "local epsilon")
            return Measured(asked.text, (Reading(key, words, found.figure),), found.pair)
        if name in ("delta-at", "total-variation"):
            at = asked.number if name == "delta-at" and asked.number is not None else 0
            delta = smallest_delta(rows, rows, orders, Exponential(at))
            words = f"delta at eps {exact_text(at)}" if name == "delta-at" else "total variation"
            key = "delta" if name == "delta-at" else "total_variation"
            return Measured(asked.text, (Reading(key, words, delta.figure),), delta.pair)
    except Inexact as reason:
        return Measured(asked.text, why=f"not decided: {reason}")
    return Measured(asked.text, why=WHY)
