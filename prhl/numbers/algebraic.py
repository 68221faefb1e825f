"""Points on the line of one open number: real algebraic numbers x, and x with an algebraic exp(-x/n).

Two points are the same only if they are the same root of the same irreducible polynomial: no x but 0 is algebraic
together with exp(-x/n) (Lindemann), and 0 is taken as a number x. So different points are separated by enclosures.
"""

from fractions import Fraction

from flint import arb, fmpz_poly

from prhl.numbers import balls
from prhl.numbers.figures import decimal
from prhl.numbers.magnitude import Inexact
from prhl.numbers.roots import HIGHEST, Root, isolated
from prhl.records import dataclass

SHOWN = 6  # digits of a root that has no form of its own


def real_roots(factor: fmpz_poly) -> list[Root]:
    """All real roots of an irreducible polynomial, rising."""
    if factor.degree() > HIGHEST:
        raise Inexact("the roots of a polynomial of very high degree")
    coefficients = [int(c) for c in factor.coeffs()]
    if len(coefficients) == 2:
        only = Fraction(-coefficients[0], coefficients[1])
        return [Root(factor, only, only)]
    # no root is larger than 1 + max |c_i/c_n| (Cauchy)
    bound = 1 << (1 + max([abs(c) // abs(coefficients[-1]) + 1 for c in coefficients[:-1]])).bit_length()
    found = []
    for side in (-1, 1):
        scaled = fmpz_poly([c * (side * bound) ** at for at, c in enumerate(coefficients)])
        for root in isolated(scaled):
            ends = sorted([side * bound * root.low, side * bound * root.high])
            found.append(Root(factor, ends[0], ends[1]))
    while any([one.high >= other.low for one, other in zip(_sorted(found), found[1:], strict=False)]):
        for root in found:
            root.halve()
    return found


def _sorted(roots: list[Root]) -> list[Root]:
    roots.sort(key=lambda root: root.low + root.high)
    return roots


@dataclass(frozen=True, eq=False)
class Point:
    """A root x; with `steps`, the x at which exp(-x/steps) is a root."""

    root: Root
    steps: int = 0

    @property
    def rational(self) -> Fraction | None:
        return self.root.low if self.root.low == self.root.high and not self.steps else None

    def enclosure(self) -> arb:
        if self.rational is not None:
            return balls.rational(self.rational)
        found = self.root.enclosure()
        return found.log() * -self.steps if self.steps else found

    def exponential(self, steps: int) -> arb:
        """exp(-x/steps)."""
        if self.steps == steps:
            return self.root.enclosure()
        return (self.enclosure() / -steps).exp()

    def ends(self, precision: int) -> tuple[Fraction, Fraction]:
        """Rationals below and above it, equal if it is rational."""
        if self.rational is not None:
            return self.rational, self.rational
        return balls.enclose(self.enclosure, precision)

    def __str__(self) -> str:
        """A rational, a surd or a multiple of a logarithm, or else its first decimals and what it is a root of."""
        coefficients = [int(c) for c in self.root.factor.coeffs()]
        if self.rational is not None:
            return str(self.rational)
        if not self.steps and len(coefficients) == 3:
            return _surd(self)
        if self.steps and self.root.power is not None:
            from prhl.numbers.logs import ln

            k, c = self.root.power
            return str(ln(1 / c) * Fraction(self.steps, k))
        return decimal(balls.bracket(self.enclosure, SHOWN)[0]) + ".."

    @property
    def equation(self) -> str:
        """Where it is written in decimals: which polynomial in `x`, or in `exp(-x/n)`, has it as a root; else ""."""
        coefficients = [int(c) for c in self.root.factor.coeffs()]
        if self.rational is not None or (not self.steps and len(coefficients) == 3):
            return ""
        if self.steps and self.root.power is not None:
            return ""
        inside = "x" if not self.steps else "exp(-x)" if self.steps == 1 else f"exp(-x/{self.steps})"
        terms = [(c, "" if n == 0 else inside if n == 1 else f"{inside}^{n}") for n, c in enumerate(coefficients) if c]
        text = " + ".join([(f"{c}*{power}" if power and c != 1 else power or str(c)) for c, power in reversed(terms)])
        return f"{text} = 0".replace("+ -", "- ").replace("-1*", "-").replace("- 1*", "- ")


def surd(point: Point) -> tuple[Fraction, Fraction, int]:
    """m, s and n of a root m + s*sqrt(n) of a quadratic polynomial, with squares taken out of the root."""
    c, b, a = [int(one) for one in point.root.factor.coeffs()]
    inside, outside = b * b - 4 * a * c, 1
    for n in range(2, 1000):
        while inside % (n * n) == 0:
            inside, outside = inside // (n * n), outside * n
    middle, spread = Fraction(-b, 2 * a), Fraction(outside, 2 * abs(a))
    return middle, spread * (balls.sign_of(lambda: point.enclosure() - balls.rational(middle)) or 0), inside


def _surd(point: Point) -> str:
    middle, spread, inside = surd(point)
    side, spread, root = "+" if spread > 0 else "-", abs(spread), f"sqrt({inside})"
    if middle == 0:
        front = "" if side == "+" else "-"
        return front + _times(spread, root)
    if middle.denominator == spread.denominator and middle.denominator > 1:
        return f"({middle.numerator} {side} {_times(Fraction(spread.numerator), root)})/{middle.denominator}"
    return f"{middle} {side} {_times(spread, root)}"


def _times(factor: Fraction, root: str) -> str:
    above = root if factor.numerator == 1 else f"{factor.numerator}*{root}"
    return above if factor.denominator == 1 else f"{above}/{factor.denominator}"


def order(one: Point, other: Point) -> int:
    """The sign of one - other."""
    if one is other:
        return 0
    first, second = one.rational, other.rational
    if first is not None and second is not None:
        return (first > second) - (first < second)
    found = balls.sign_of(lambda: one.enclosure() - other.enclosure())
    if not found:
        raise Inexact("two numbers that cannot be told apart")
    return found


def between(low: Point | None, high: Point | None) -> Fraction:
    """The simplest rational strictly between two points."""
    for precision in balls.PRECISIONS:
        below = None if low is None else low.ends(precision)[1]
        above = None if high is None else high.ends(precision)[0]
        if below is None or above is None or below < above:
            return simplest(below, above)
    raise Inexact("two numbers that cannot be told apart")


def integer_between(low: Point | None, high: Point | None) -> int | None:
    """The integer next to 0 strictly between two points; None if there is none."""
    first = None if low is None else _floor(low) + 1
    last = None if high is None else _floor(high) - (high.rational is not None and high.rational.denominator == 1)
    if first is not None and last is not None and first > last:
        return None
    nearest = 0 if first is None else max(0, first)
    return nearest if last is None else min(nearest, last)


def _floor(point: Point) -> int:
    """An irrational number lies between two integers, which some precision shows."""
    for precision in balls.PRECISIONS:
        low, high = point.ends(precision)
        if low // 1 == high // 1:
            return low // 1
    raise Inexact(f"floor({point})")


def simplest(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The rational of the smallest denominator strictly between two; None is infinite."""
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if low is None or low < 0:
        assert high is not None
        return -simplest(-high, None if low is None else -low)
    whole = low // 1
    if high is None or high > whole + 1:
        return Fraction(whole + 1)
    # both lie in whole..whole + 1: between them the simplest has the simplest reciprocal of its fraction
    rest = low - whole
    return whole + 1 / simplest(1 / (high - whole), None if rest == 0 else 1 / rest)
