"""exp(eps) for a budget eps, and how it stands to ratios of probabilities.

Where exp(eps) and the ratio are exact they are equal only if they are written alike (`quotients`); otherwise growing
precision separates their logarithms, which stay small however large the budget is.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Exact, Number, exp
from prhl.numbers.magnitude import Inexact
from prhl.numbers.reals import enclosure
from prhl.records import dataclass

BITS = 160  # of the first enclosure, which settles nearly every comparison


@dataclass(frozen=True)
class Exponential:
    eps: Number

    @cached_property
    def value(self) -> Number:
        return exp(self.eps)

    @cached_property
    def rational(self) -> Fraction | None:
        try:
            value = self.value
        except Inexact:
            return None
        return Fraction(value) if isinstance(value, int | Fraction) else None

    @cached_property
    def enclosing(self) -> tuple[Fraction, Fraction]:
        """Rationals below and above."""
        if self.rational is not None:
            return self.rational, self.rational
        return balls.enclose(self.enclosure, BITS)

    @cached_property
    def ball(self) -> arb:
        """A certified ball, computed once."""
        return balls.at(balls.QUICK, self.enclosure)

    @cached_property
    def huge(self) -> bool:
        """Too large to be written out; its logarithm is not."""
        return bool(self.exponent() > 5000)

    def enclosure(self) -> arb:
        return balls.exp_of(self.exponent())

    def exponent(self) -> arb:
        """An enclosure of eps."""
        return enclosure(self.eps)

    def exceeded_by(self, above: Exact, below: Exact) -> bool:
        """Whether above/below > exp(eps), for positive weights."""
        if not isinstance(above, int) or not isinstance(below, int):
            return self.compare(above / below) > 0
        if self.huge:
            return self.compare(Fraction(above, below)) > 0
        low, high = self.enclosing
        if above * high.denominator > high.numerator * below:
            return True
        if above * low.denominator <= low.numerator * below:
            return False
        return self.compare(Fraction(above, below)) > 0

    def compare(self, ratio: Any) -> int:
        """The sign of ratio - exp(eps), decided."""
        if self.rational is not None and isinstance(ratio, int | Fraction):
            return (ratio > self.rational) - (ratio < self.rational)
        if ratio <= 0:
            return -1
        if self.value == ratio:
            return 0
        found = balls.sign_of(lambda: log_of(ratio) - self.exponent())
        if not found:
            raise Inexact("two numbers that cannot be told apart")
        return found


def log_of(ratio: Any) -> arb:
    """An enclosure of the logarithm of a positive number."""
    return balls.ln_of(ratio) if isinstance(ratio, int | Fraction) else enclosure(ratio).log()
