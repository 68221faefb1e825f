"""Figures of a channel whose masses are numbers on a region of open parameters: what stays a quotient there.

The smallest epsilon is told by its exponential, the largest ratio. A comparison that has several answers on the region
splits it, so that each figure is one quotient on each of the regions that are left.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.gains import Gain
from prhl.numbers import divide, sign
from prhl.numbers.magnitude import power

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


def ratio_at(rows: Sequence[Masses], pairs: Pairs, delta: Fraction) -> Any:
    """exp of the smallest epsilon at a delta (see `epsilon_at`); None if it is infinite."""
    best: Any = Fraction(1)
    for i, j in pairs:
        above: Any = -delta
        rest: list[tuple[Any, Any, Any]] = []  # ratios and both masses
        below: Any = Fraction(0)
        for output, mass in rows[i].items():
            other = rows[j].get(output)
            if other is None:
                above = above + mass
            else:
                rest.append((divide(mass, other), mass, other))
        if sign(above) > 0:
            return None
        for _, mass, other in sorted(rest, key=lambda part: part[0], reverse=True):
            above, below = above + mass, below + other
            crossing = divide(above, below)
            if crossing > best:
                best = crossing
    return best


def largest_power_sum(rows: Sequence[Masses], pairs: Pairs, order: int) -> Any:
    """Of p^order q^(1 - order): exp of (order - 1) times the Renyi divergence; None if it is infinite."""
    best: Any = Fraction(1)
    for i, j in pairs:
        total: Any = Fraction(0)
        for output, mass in rows[i].items():
            if output not in rows[j]:
                return None
            total = total + divide(power(mass, order), power(rows[j][output], order - 1))
        if total > best:
            best = total
    return best


def sum_of_largest(rows: Sequence[Masses]) -> Any:
    """Over all outputs, of the largest of their masses: log2 of it is the min-capacity."""
    total: Any = Fraction(0)
    for output in dict.fromkeys([output for row in rows for output in row]):
        total = total + max([row.get(output, Fraction(0)) for row in rows])
    return total


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
