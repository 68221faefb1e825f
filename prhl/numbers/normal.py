"""The normal distribution: bounds on the probability of an interval, to many digits, however far out it lies."""

from fractions import Fraction

from flint import arb

from prhl.numbers import balls
from prhl.numbers.logs import Number
from prhl.numbers.reals import enclosure

End = Fraction | None  # None is infinite


def probability(centre: Fraction, sigma: Number, low: End, high: End, digits: int) -> tuple[Fraction, Fraction]:
    """Of lying between two ends."""
    if low is None and high is None:
        return Fraction(1), Fraction(1)
    if low is not None and high is not None and low >= high:
        return Fraction(0), Fraction(0)

    def tail(end: End) -> arb:
        """The probability of lying further out than the end, on its side of the centre."""
        if end is None:
            return balls.rational(0)
        return (balls.rational(abs(end - centre)) / (enclosure(sigma) * arb(2).sqrt())).erfc() / 2

    def between() -> arb:
        # by the tail on whose side the interval lies, so that no digits cancel where it is small
        if low is not None and low >= centre:
            return tail(low) - tail(high)
        if high is not None and high <= centre:
            return tail(high) - tail(low)
        return 1 - tail(low) - tail(high)

    least, most = balls.bracket(between, digits)
    return max(Fraction(0), least), min(Fraction(1), most)
