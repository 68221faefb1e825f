"""Functions of open numbers, piece by piece: one expression on each interval, or wherever some conditions hold.

What a computation finds on neighbouring cells is put together where it is the same function there; a point belongs to
the piece of a neighbour whose expression has the value that was found at the point.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from prhl.numbers import balls
from prhl.numbers.algebraic import Point
from prhl.numbers.figures import Figure
from prhl.numbers.line_cells import LineCell
from prhl.numbers.logs import exp
from prhl.numbers.magnitude import Inexact
from prhl.numbers.open_quotients import OpenQuotient
from prhl.numbers.open_texts import condition_text
from prhl.numbers.polynomial_regions import Region
from prhl.numbers.polynomials import value as value_of
from prhl.numbers.varying import Split
from prhl.records import dataclass


@dataclass(frozen=True)
class Interval:
    """The values of one open number between two points, without them unless it `has` them; None is infinite."""

    name: str
    low: Point | None
    high: Point | None
    has_low: bool = False
    has_high: bool = False

    def __str__(self) -> str:
        if self.low is not None and self.low is self.high:
            return f"{self.name} = {self.low}"
        below, above = ["<=" if has else "<" for has in (self.has_low, self.has_high)]
        if self.low is None or self.high is None:
            turned = ">=" if self.has_low else ">"
            ends = [f"{self.name} {turned} {self.low}"] if self.low else []
            ends += [f"{self.name} {above} {self.high}"] if self.high else []
            return ends[0] if ends else f"every {self.name}"
        return f"{self.low} {below} {self.name} {above} {self.high}"


@dataclass(frozen=True)
class Conditions:
    """Where one of these conjunctions of formulas over several open numbers holds."""

    any_of: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " or ".join([" && ".join(parts) for parts in self.any_of]) or "every value"


@dataclass(frozen=True)
class Piece:
    """`value` is a quotient of open numbers, a number without them, None if it is infinite, or a tuple of such."""

    where: Interval | Conditions
    value: Any


@dataclass(frozen=True)
class Piecewise:
    """The pieces, or why there are none; between them and around them nothing is allowed."""

    pieces: tuple[Piece, ...] = ()
    why: str = ""


def cut_figure(point: Point) -> Figure:
    """An end of an interval; without `exact` it is the root of `point.equation` in the bracket."""
    low, high = (point.rational,) * 2 if point.rational is not None else balls.bracket(point.enclosure)
    return Figure(None if point.equation else str(point), low, high)


def at(value: Any, x: Sequence[Fraction]) -> Any:
    """The number that a quotient is at rational values of the open numbers; None where it has a pole."""
    if not isinstance(value, OpenQuotient):
        return value
    steps = value.region.symbols.steps
    values = [*x, *[exp(-v / n) if n else Fraction(1) for v, n in zip(x, steps, strict=True)]]
    above, below = value_of(value.over, values), value_of(value.under, values)
    return None if below == 0 else Fraction(above) / below if isinstance(above, int) else above / below


# ---- one open number -------------------------------------------------------------------------------


def on_line(cells: Sequence[tuple[LineCell, Any]]) -> tuple[Piece, ...]:
    """Of cells that rise, with what was found on each."""
    found: list[Piece] = []
    for cell, value in cells:
        name, point = cell.symbols.names[0], cell.point
        before = found[-1] if found else None
        touches = before is not None and _touch(before.where, cell)
        if point is not None:
            if before is not None and touches and _agrees(before.value, value, cell):
                found[-1] = Piece(_wider(before, point, True), before.value)
            else:
                found.append(Piece(Interval(name, point, point, True, True), value))
            continue
        if before is not None and touches and _same(before.value, value):
            found[-1] = Piece(_wider(before, cell.high, False), before.value)
            continue
        alone = before is not None and touches and isinstance(before.where, Interval) and before.where.low is cell.low
        if before is not None and alone and cell.low is not None:
            here = LineCell(cell.line, cell.low, cell.low)
            if _agrees(value, before.value, here):
                found[-1] = Piece(Interval(name, cell.low, cell.high, True), value)
                continue
        found.append(Piece(Interval(name, cell.low, cell.high), value))
    return tuple(found)


def _touch(where: Interval | Conditions, cell: LineCell) -> bool:
    """Whether a cell follows on an interval without a gap."""
    if not isinstance(where, Interval) or where.high is not cell.low:
        return False
    return where.has_high != (cell.point is not None)


def _wider(piece: Piece, high: Point | None, has: bool) -> Interval:
    assert isinstance(piece.where, Interval)
    return replace(piece.where, high=high, has_high=has)


def _same(one: Any, other: Any) -> bool:
    """The same expression."""
    match one, other:
        case tuple(), tuple():
            return len(one) == len(other) and all([_same(a, b) for a, b in zip(one, other, strict=True)])
        case OpenQuotient(), OpenQuotient():
            return bool(one.over == other.over and one.under == other.under)
        case (OpenQuotient(), _) | (_, OpenQuotient()):
            return False
        case _:
            return (one is None) == (other is None) and bool(one == other)


def _agrees(expression: Any, value: Any, cell: LineCell) -> bool:
    """Whether an expression has a value at a point."""
    if isinstance(expression, tuple) and isinstance(value, tuple):
        pairs = zip(expression, value, strict=True) if len(expression) == len(value) else [(0, 1)]
        return all([_agrees(a, b, cell) for a, b in pairs])
    if expression is None or value is None:
        return expression is value
    if isinstance(expression, str):
        return bool(expression == value)
    x = None if cell.point is None else cell.point.rational
    if x is not None:
        there = at(expression, [x])
        return there is not None and bool(there == value)
    if not isinstance(expression, OpenQuotient) and not isinstance(value, OpenQuotient):
        return bool(expression == value)
    if isinstance(expression, OpenQuotient):
        if cell.sign(expression.under) == 0:
            return False
        expression = OpenQuotient(expression.over, expression.under, cell)
    return bool(expression == value)


# ---- several ---------------------------------------------------------------------------------------


def on_regions(regions: Sequence[tuple[Region, Any]]) -> tuple[Piece, ...]:
    """By expression; a region of lower dimension goes to a piece whose expression has its value there, if any has."""
    found: list[tuple[Any, list[Region]]] = []
    for full in (True, False):
        for region, value in regions:
            if region.is_full is not full:
                continue
            for other, known in found:
                if _same(other, value) or (not full and _equal_on(region, other, value)):
                    known.append(region)
                    break
            else:
                found.append((value, [region]))
    return tuple([Piece(Conditions(_described(known)), value) for value, known in found])


def _described(regions: list[Region]) -> tuple[tuple[str, ...], ...]:
    """The regions as few conjunctions: two that differ in the signs of one polynomial are one."""
    parts = [region.polynomials for region in regions]
    merged = True
    while merged:
        merged = False
        for at, one in enumerate(parts):
            for other in parts[at + 1 :]:
                apart = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
                if len(apart) == 1 and apart[0] in one and apart[0] in other:
                    signs = one[apart[0]] | other[apart[0]]
                    rest = {key: value for key, value in one.items() if key != apart[0] or len(signs) < 3}
                    parts[at] = {key: signs if key == apart[0] else value for key, value in rest.items()}
                    parts.remove(other)
                    merged = True
                    break
            if merged:
                break
    symbols = regions[0].symbols
    texts = regions[0].written | {key: poly for region in regions for key, poly in region.written.items()}
    return tuple(
        [tuple([condition_text(texts[k], _RELATIONS[signs], symbols) for k, signs in p.items()]) for p in parts]
    )


_RELATIONS = {
    frozenset({-1}): "<", frozenset({-1, 0}): "<=", frozenset({0}): "=", frozenset({0, 1}): ">=", frozenset({1}): ">",
    frozenset({-1, 1}): "!=",
}  # fmt: skip


def _equal_on(region: Region, expression: Any, value: Any) -> bool:
    if isinstance(expression, tuple) and isinstance(value, tuple):
        same = len(expression) == len(value)
        return same and all([_equal_on(region, a, b) for a, b in zip(expression, value, strict=True)])
    if not isinstance(expression, OpenQuotient):
        return _equal_on(region, value, expression) if isinstance(value, OpenQuotient) else _same(expression, value)
    if value is None:
        return False
    try:
        if region.sign(expression.under) == 0:
            return False
        return bool(OpenQuotient(expression.over, expression.under, region) == value)
    except (Split, Inexact):
        return False
