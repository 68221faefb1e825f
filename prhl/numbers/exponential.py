"""exp(eps) for a budget eps: rational where it is, and always comparable with rationals.

If eps is a rational other than 0, exp(eps) is not rational (Lindemann), so growing precision separates it from every
rational. If eps is c*ln(r), then exp(eps) = r^c, and whether that equals a given rational is decided by raising
both to the denominator of c.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Inexact, Log, Number, exp

BITS = 160  # of the first enclosure, which settles nearly every comparison


@dataclass(frozen=True)
class Exponential:
    eps: Number

    @cached_property
    def rational(self) -> Fraction | None:
        try:
            return exp(self.eps)
        except Inexact:
            return None

    @cached_property
    def enclosing(self) -> tuple[Fraction, Fraction]:
        """Rationals below and above."""
        if self.rational is not None:
            return self.rational, self.rational
        return balls.enclose(self.enclosure, BITS)

    @cached_property
    def huge(self) -> bool:
        """Too large to be written out; its logarithm is not."""
        return bool(self.exponent() > 5000)

    def enclosure(self) -> arb:
        return balls.exp_of(self.exponent())

    def exponent(self) -> arb:
        """An enclosure of eps."""
        return self.eps.enclosure() if isinstance(self.eps, Log) else balls.rational(self.eps)

    def exceeded_by(self, above: int, below: int) -> bool:
        """Whether above/below > exp(eps), for positive integers."""
        if self.huge:
            return self.compare(Fraction(above, below)) > 0
        low, high = self.enclosing
        if above * high.denominator > high.numerator * below:
            return True
        if above * low.denominator <= low.numerator * below:
            return False
        return self.compare(Fraction(above, below)) > 0

    def compare(self, ratio: Fraction) -> int:
        """The sign of ratio - exp(eps), decided."""
        if self.rational is not None:
            return (ratio > self.rational) - (ratio < self.rational)
        if ratio <= 0:
            return -1
        if self._equals(ratio):
            return 0
        eps = self.eps
        found = balls.sign_of(
            lambda: balls.ln_of(ratio) - (eps.enclosure() if isinstance(eps, Log) else balls.rational(eps))
        )
        if not found:
            raise Inexact("two numbers that cannot be told apart")
        return found

    def _equals(self, ratio: Fraction) -> bool:
        if not isinstance(self.eps, Log) or self.eps.power != 1:
            return False
        root, up = self.eps.c.denominator, self.eps.c.numerator
        if root > 10_000 or abs(up) > 10_000:
            raise Inexact("an exponent too large to compare")
        power = Fraction(1)
        for prime, n in self.eps.form:
            power *= Fraction(prime) ** (n * up)
        return ratio**root == power
