"""Exact numbers and their order.

Rationals; quotients of sums of exponentials (`quotients`), which is what exp-based noise gives; powers of logarithms of
rationals (`logs`), which is what budgets are; and for everything else numbers that certified enclosures tell apart, or
nobody (`reals`). A comparison is decided, or raises Inexact.
"""

from prhl.numbers.exp_epsilon import Exponential
from prhl.numbers.logs import Exact, Log, Number, divide, exp, ln, over, sign, sqrt
from prhl.numbers.magnitude import Inexact
from prhl.numbers.quotients import Quotient
from prhl.numbers.reals import Real, enclosure

__all__ = [
    "Exact",
    "Exponential",
    "Inexact",
    "Log",
    "Number",
    "Quotient",
    "Real",
    "divide",
    "enclosure",
    "exp",
    "ln",
    "over",
    "sign",
    "sqrt",
]
