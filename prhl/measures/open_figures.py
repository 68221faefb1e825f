"""Figures of a channel whose masses are numbers on a region of open parameters: what stays a quotient there.

The smallest epsilon is told by its exponential, the largest ratio. A comparison that has several answers on the region
splits it, so that each figure is one quotient on each of the regions that are left.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.gains import Gain
from prhl.numbers import divide, sign

Masses = Mapping[tuple[Any, ...], Any]
Pairs = Sequence[tuple[int, int]]


def largest_ratio(rows: Sequence[Masses], pairs: Pairs) -> Any:
    """exp of the smallest epsilon; None if it is infinite. Equal forms are compared once."""
    best: Any = Fraction(1)
    seen: dict[Any, None] = {}
    for i, j in pairs:
        for output, mass in rows[i].items():
            if output not in rows[j]:
                return None
            seen[divide(mass, rows[j][output])] = None
    for ratio in seen:
        if ratio > best:
            best = ratio
    return best


def smallest_delta(rows: Sequence[Masses], pairs: Pairs, growth: Any = 1) -> Any:
    """The largest excess of a row over a multiple of a related one; at growth 1 the total variation."""
    best: Any = Fraction(0)
    for i, j in pairs:
        total: Any = Fraction(0)
        for output, mass in rows[i].items():
            apart = mass - growth * rows[j].get(output, 0)
            if sign(apart) > 0:
                total = total + apart
        if total > best:
            best = total
    return best


def vulnerability(rows: Sequence[Masses], prior: Sequence[Fraction], gain: Gain) -> tuple[Fraction, Any]:
    """What the best guess earns on average, before and after the output is known (see `gains`)."""
    before = max([_value(prior, guess) for guess in gain])
    after: Any = Fraction(0)
    for output in dict.fromkeys([output for row in rows for output in row]):
        joint = [share * row.get(output, 0) for share, row in zip(prior, rows, strict=True)]
        after = after + max([_value(joint, guess) for guess in gain])
    return before, after


def _value(masses: Sequence[Any], guess: Sequence[Fraction]) -> Any:
    return sum([mass * earned for mass, earned in zip(masses, guess, strict=True) if earned], Fraction(0))
