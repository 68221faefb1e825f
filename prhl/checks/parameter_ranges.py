"""The values of an open parameter at which a claim is broken on an instance, told exactly."""

from collections.abc import Iterable
from fractions import Fraction

from prhl.numbers import Number, balls, enclosure, ln
from prhl.numbers.algebraic import simplest
from prhl.numbers.figures import Figure, decimal, exact_text
from prhl.numbers.stretches import End, Open, Place, Stretch, compare
from prhl.records import dataclass

DIGITS = 7
PRECISION = 64  # of the first look at the ends, where no well-known number lies between them
WELL_KNOWN: tuple[Number, ...] = (
    1, Fraction(1, 2), 2, Fraction(1, 4), ln(2), 4, Fraction(1, 8), 3, 8, Fraction(1, 16), 16,
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Range:
    """From one end to another: without them, unless it `has` them. An upper end of None is infinite."""

    low: End
    high: End
    has_low: bool
    has_high: bool

    def contains(self, x: Number) -> bool:
        below, above = compare(self.low, x), compare(x, self.high)
        return (below < 0 or (below == 0 and self.has_low)) and (above < 0 or (above == 0 and self.has_high))

    @property
    def example(self) -> Number:
        """A number inside that is easy to compute with: a well-known one, or the simplest rational."""
        for x in WELL_KNOWN:
            if self.contains(x):
                return x
        precision = PRECISION
        while True:
            low = balls.enclose(lambda: enclosure(self.low), precision)[1]
            high = None if self.high is None else balls.enclose(lambda: enclosure(self.high), precision)[0]
            if high is None or low < high:
                return simplest(low, high)
            precision *= 2

    def text(self, name: str) -> str:
        """`eps < 1`, `ln(2) < eps < 2`."""
        left, right = "<=" if self.has_low else "<", "<=" if self.has_high else "<"
        if self.high is None:
            return f"{name} {'>=' if self.has_low else '>'} {end_text(self.low)}"
        front = "" if _is_zero(self.low) else f"{end_text(self.low)} {left} "
        return f"{front}{name} {right} {end_text(self.high)}"


@dataclass(frozen=True)
class Ranges:
    """Where a claim is broken on an instance, as its parameter `of` takes every value that is allowed.

    `tight`: nowhere broken, and everywhere no smaller claim is true. `epsilon` is the smallest epsilon as a function of
    the parameter, where it is one of a single form.
    """

    of: Open
    broken: tuple[Range, ...]
    tight: bool = False
    epsilon: Figure | None = None
    pure: bool = True  # delta is 0

    @property
    def everywhere(self) -> bool:
        if len(self.broken) != 1:
            return False
        (one,) = self.broken
        ends = (compare(one.low, self.of.low), compare(one.high, self.of.high))
        return ends == (0, 0) and (one.has_low, one.has_high) == (self.of.has_low, self.of.has_high)

    @property
    def text(self) -> str:
        """`violated for eps < 1 only`."""
        name = self.of.name
        if self.broken and not self.everywhere:
            return f"violated for {' and for '.join([one.text(name) for one in self.broken])} only"
        return f"{'violated' if self.broken else 'holds'} for every {name} {self._bounds}"

    @property
    def _bounds(self) -> str:
        """`> 0`, `with 0 < eps <= 1`."""
        whole = Range(self.of.low, self.of.high, self.of.has_low, self.of.has_high)
        if whole.high is None:
            return whole.text("").strip()
        front = "0 < " if _is_zero(whole.low) else ""
        return f"with {front}{whole.text(self.of.name)}"


def joined(broken: Iterable[tuple[Stretch, bool]]) -> tuple[Range, ...]:
    """Neighbours in which the claim is broken are one range; the stretches rise, and leave nothing out."""
    out: list[Range] = []
    before = False
    for stretch, is_broken in broken:
        if is_broken and before:
            out[-1] = Range(out[-1].low, stretch.high, out[-1].has_low, stretch.has_high)
        elif is_broken:
            out.append(Range(stretch.low, stretch.high, stretch.has_low, stretch.has_high))
        before = is_broken
    return tuple(out)


def end_text(end: End) -> str:
    """As a user would write it, or its first decimals."""
    exact = end.exact if isinstance(end, Place) else end
    text = None if exact is None else exact_text(exact)
    if text is not None:
        return text
    return decimal(balls.bracket(lambda: enclosure(end), DIGITS)[0]) + ".."


def _is_zero(end: End) -> bool:
    return not isinstance(end, Place) and bool(end == 0)
