"""How a mass stands to a multiple of another one on a region of open numbers: the sign of p - E^s q.

With s = n/k that is the sign of p^k - E^n q^k. A budget such as `99/100*epsilon` makes polynomials of degree 100 times
higher of it, so that less is tried first: at a simple value of the region, where everything is a rational, p may be
seen to be more; and where E >= 1, a smaller power of E, one with a small denominator, may be seen to be enough.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from prhl.numbers import sign
from prhl.numbers.line_cells import LineCell
from prhl.numbers.magnitude import power
from prhl.numbers.open_quotients import Growth, OpenQuotient
from prhl.numbers.piecewise import at
from prhl.numbers.varying import Split

SIMPLE = (1, 2, 4, 8)  # denominators of powers


def excess(mass: Any, other: Any, grown: Growth, region: Any) -> int:
    """1 if mass - E^s other is positive somewhere, 0 if it is 0 everywhere, -1 if it is nowhere positive."""
    if grown.scale.denominator > SIMPLE[-1] and _at_least_one(grown.inside, region):
        for k in SIMPLE:
            if nowhere_positive(_apart(mass, other, grown.inside, _rounded(grown.scale, k), k), region):
                return -1
    return sign_somewhere(_apart(mass, other, grown.inside, grown.scale, grown.scale.denominator), region)


def _rounded(scale: Fraction, k: int) -> Fraction:
    """The largest multiple of 1/k that is not larger."""
    return Fraction(scale * k // 1, k)


def _apart(mass: Any, other: Any, inside: Any, scale: Fraction, k: int) -> Any:
    return power(mass, k) - power(inside, int(scale * k)) * power(other, k)


def more_at_example(mass: Any, other: Any, grown: Growth, region: Any) -> bool:
    """Whether all are rationals at the value that stands for a cell of the line, and the mass is more."""
    if not isinstance(region, LineCell) or (value := region.example()) is None:
        return False
    p, q, inside = [at(number, [value]) for number in (mass, other, grown.inside)]
    if not all([isinstance(number, int | Fraction) for number in (p, q, inside)]):
        return False
    n, k = grown.scale.numerator, grown.scale.denominator
    return bool(power(Fraction(p), k) > power(Fraction(inside), n) * power(Fraction(q), k))


def _at_least_one(number: Any, region: Any) -> bool:
    return nowhere_positive(1 - number, region)


def nowhere_positive(value: Any, region: Any) -> bool:
    """Whether it is surely nowhere positive; the region is not split."""
    if not isinstance(value, OpenQuotient):
        return sign(value) <= 0
    return region.at_most_zero(value.over * value.under) is True


def sign_somewhere(value: Any, region: Any) -> int:
    """1 if it is positive, 0 if it is 0, -1 if it is nowhere positive; the region is split only to find out."""
    if not isinstance(value, OpenQuotient):
        return sign(value)
    over = value.over * region.sign(value.under)
    if not region.at_most_zero(over):
        return region.sign(over)  # type: ignore[no-any-return]
    with suppress(Split):
        return -1 if region.is_full else min(0, region.sign(over))
    return -1
