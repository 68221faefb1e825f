"""The values of one open number: cells of the line, which are open intervals and single points.

A polynomial in x, or one in exp(-x/n), has finitely many roots, which are isolated (`roots`, `algebraic`). On an open
cell that contains none of them it has the sign that it has at any rational of the cell; else the cell is split at those
that it contains, each of them a cell by itself.

At a point.  An irreducible polynomial vanishes at a root of another one nowhere; and one that mentions both x and
t = exp(-x/n) vanishes at x = 0, t = 1 at most: elsewhere one of x and t is algebraic and the other is not (Lindemann),
so that all coefficients of a power of the other one would vanish, and the polynomial had a factor. So what vanishes is
known symbolically, and the sign of what does not is told by enclosures.

On an open cell a polynomial that mentions both is left to whoever decides several numbers (`polynomial_regions`), with
x and t as independent numbers that satisfy some inequalities of exp.
"""

from dataclasses import field
from fractions import Fraction
from typing import Any

from flint import arb, fmpz_mpoly, fmpz_poly

from prhl.numbers import balls
from prhl.numbers.algebraic import Point, between, integer_between, order, real_roots
from prhl.numbers.magnitude import Inexact
from prhl.numbers.open_quotients import open_number
from prhl.numbers.polynomial_regions import Ask, Condition, Region, Relation, facts
from prhl.numbers.polynomials import sign_at, sign_by_factors, univariate, value
from prhl.numbers.varying import Split, Symbols
from prhl.records import dataclass

OUTER = 64  # bits of rational bounds on a cell
ZERO = Point(real_roots(fmpz_poly([0, 1]))[0])


@dataclass(frozen=True)
class Line:
    """All values of the one open number; the roots of each polynomial are found once."""

    symbols: Symbols
    ask: Ask | None = None
    known: dict[str, tuple[Point, ...]] = field(default_factory=dict)

    def points(self, factor: fmpz_mpoly) -> tuple[Point, ...] | None:
        """The x at which an irreducible polynomial vanishes, rising; None if it mentions x and exp(-x/n)."""
        key = str(factor)
        if key not in self.known:
            degree, exponential = factor.degrees()
            if degree and exponential:
                return None
            roots = real_roots(univariate(factor, 1 if exponential else 0))
            if exponential:  # x falls where exp(-x/n) rises
                positive = [root for root in reversed(roots) if root.high > 0]
                steps = self.symbols.steps[0]
                found = [ZERO if root.low == root.high == 1 else Point(root, steps) for root in positive]
            else:
                found = [ZERO if root.low == root.high == 0 else Point(root) for root in roots]
            self.known[key] = tuple(found)
        return self.known[key]


@dataclass(frozen=True, eq=False)
class LineCell:
    """Between two points, without them (None is infinite); or one point, if both ends are the same."""

    line: Line
    low: Point | None = None
    high: Point | None = None
    signs: dict[str, int] = field(default_factory=dict)

    @property
    def symbols(self) -> Symbols:
        return self.line.symbols

    @property
    def point(self) -> Point | None:
        return self.low if self.low is self.high else None

    def value(self, at: int) -> Any:
        """A rational where the cell is one."""
        exact = None if self.point is None else self.point.rational
        if exact is None:
            return open_number(at, self)
        return exact.numerator if exact.denominator == 1 else exact

    def example(self) -> Fraction | None:
        """A simple value of the number in this cell; None if its only value is irrational."""
        if self.point is not None:
            return self.point.rational
        if self.symbols.whole[0]:
            found = integer_between(self.low, self.high)
            return None if found is None else Fraction(found)
        return between(self.low, self.high)

    @property
    def is_full(self) -> bool:
        """Whether it is no single point."""
        return self.point is None

    @property
    def is_empty(self) -> bool:
        """Of an int, a cell without integers."""
        if not self.symbols.whole[0]:
            return False
        example = self.example()
        return example is None or example.denominator != 1

    def __str__(self) -> str:
        """`0 < p < 1/2`, `p = 1/2`, `p > 1`."""
        name = self.symbols.names[0]
        if self.point is not None:
            return f"{name} = {self.point}"
        if self.low is None or self.high is None:
            ends = [f"{name} > {self.low}"] if self.low is not None else [f"{name} < {self.high}"] if self.high else []
            return ends[0] if ends else f"every {name}"
        return f"{self.low} < {name} < {self.high}"

    def sign(self, poly: fmpz_mpoly) -> int:
        return sign_by_factors(poly, self._factor)

    def at_most_zero(self, poly: fmpz_mpoly) -> bool | None:
        try:
            return self.sign(poly) <= 0
        except Split as split:
            found = [part.at_most_zero(poly) for part in split.parts]
            return False if False in found else None if None in found else True
        except Inexact:
            return None

    def _factor(self, factor: fmpz_mpoly) -> int:
        key = str(factor)
        if key not in self.signs:
            self.signs[key] = self._found(factor)
        return self.signs[key]

    def _found(self, factor: fmpz_mpoly) -> int:
        points = self.line.points(factor)
        if self.point is not None:
            return self._at_point(self.point, factor, points)
        if points is None:
            return self._mixed(factor)
        inside = [one for one in points if self.contains(one)]
        if inside:
            raise Split(self.cut(inside))
        sample = between(self.low, self.high)
        return sign_at(factor, self.symbols, [sample])

    def contains(self, point: Point) -> bool:
        above = self.low is None or order(self.low, point) < 0
        return above and (self.high is None or order(point, self.high) < 0)

    def cut(self, points: list[Point]) -> list["LineCell"]:
        """At points that rise, inside of an open cell."""
        ends = [self.low, *points, self.high]
        parts = []
        for at in range(len(ends) - 1):
            parts.append(LineCell(self.line, ends[at], ends[at + 1]))
            if at < len(points):
                parts.append(LineCell(self.line, points[at], points[at]))
        return [part for part in parts if not part.is_empty]

    def _at_point(self, point: Point, factor: fmpz_mpoly, points: tuple[Point, ...] | None) -> int:
        if point.rational is not None and (points is None or point.rational == 0 or not factor.degrees()[1]):
            return sign_at(factor, self.symbols, [point.rational])
        if points is not None and any([one is point for one in points]):
            return 0

        def enclosed() -> arb:
            steps = self.symbols.steps[0]
            t = point.exponential(steps) if steps else balls.rational(1)
            found: arb = value(factor, [point.enclosure(), t])
            return found

        sign = balls.sign_of(enclosed)
        if not sign:
            raise Inexact("two numbers that cannot be told apart")
        return sign

    def _mixed(self, factor: fmpz_mpoly) -> int:
        if self.line.ask is None:
            raise Inexact(f"{self.symbols.names[0]} beside its exponential")
        x = self.symbols.number(0)
        bounds: list[Condition] = []
        strict: dict[bool, Relation] = {False: "gt", True: "ge"}  # an irrational end has bounds around it
        for end, side in ((self.low, 1), (self.high, -1)):
            if end is not None:
                outer = end.ends(OUTER)[0 if side == 1 else 1]
                bounds.append(((outer.denominator * x - outer.numerator) * side, strict[end.rational is None]))
        region = Region(self.symbols, self.line.ask, (*facts(self.symbols), *bounds))
        try:
            return region.sign(factor)
        except Split:
            raise Inexact(f"a comparison of {self.symbols.names[0]} with its exponential") from None


def line(symbols: Symbols, ask: Ask | None = None) -> LineCell:
    return LineCell(Line(symbols, ask))
