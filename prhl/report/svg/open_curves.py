"""Figures as functions of one open parameter, drawn: epsilon(p), delta(p), with the cuts between their pieces marked.

Floats place things. What is written as a number is exact, or its first digits.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, isfinite, log
from typing import Any

from prhl.numbers.algebraic import Point
from prhl.numbers.open_quotients import OpenQuotient
from prhl.numbers.piecewise import Interval
from prhl.numbers.piecewise import Piece as Part
from prhl.numbers.polynomials import terms
from prhl.report.open_channels import OpenFigure, OpenStudy, Scale
from prhl.report.svg.elements import (
    CLAIM,
    GAP,
    GREY,
    GRID,
    LINE,
    RULE,
    SMALL,
    TALL,
    TITLE,
    WHITE,
    Piece,
    below,
    beside,
    coordinate,
    element,
    fitted,
    heading,
    page,
    path,
    remarks,
    text_width,
    title_at,
    words_at,
)
from prhl.report.svg.numerals import approximate, short, ticks

WIDE = 300.0
STEPS = 200  # points of a curve
ENDLESS = 4  # how far an interval without an end is drawn
SIGNS = {"epsilon": "\u03b5", "delta": "\u03b4"}


def as_svg(studies: Sequence[OpenStudy]) -> str:
    """One picture, a block for each study; figures of several open numbers are not drawn."""
    blocks = [_block(study) for study in studies] or [remarks(["There is nothing to draw: no instance."])]
    whole = blocks[0]
    for block in blocks[1:]:
        whole = below(whole, block, GAP)
    names = ", ".join(dict.fromkeys([study.program for study in studies]))
    told = " ".join([f"{study.program} for every {', '.join(study.names)}." for study in studies])
    return page(f"Figures of {names}" if names else "No channel", told or "There is nothing to draw.", whole)


def _block(study: OpenStudy) -> Piece:
    label = "".join([f", {name} = {value}" for name, value in study.instance.items()])
    head = heading(study.program, f"for every {', '.join(study.names)}{label}")
    drawn = [figure for figure in study.figures if len(study.names) == 1 and figure.function.pieces]
    notes = [f"{f.title}: not computed, {f.function.why}." for f in study.figures if f.function.why]
    if len(study.names) > 1:
        notes.append("Functions of several open numbers are not drawn.")
    panels = [_panel(figure, study.names[0]) for figure in drawn]
    whole = head
    for at in range(0, len(panels), 2):
        row = panels[at] if at + 1 == len(panels) else beside(panels[at], panels[at + 1], GAP)
        whole = below(whole, row, 14.0)
    return below(whole, remarks(notes), 10.0) if notes else whole


def _value(found: Any, x: float, scale: Scale) -> float:
    """At a float; inf where it is infinite or has a pole."""
    if found is None:
        return inf
    if isinstance(found, OpenQuotient):
        (n,) = found.region.symbols.steps
        t = exp(-x / n) if n else 1.0
        sides = [terms(p) for p in (found.over, found.under)]
        largest = max([abs(c) for side in sides for c in side.values()])  # which may be too large for a float
        above, under = [
            sum([float(Fraction(c) / largest) * x ** e[0] * t ** e[1] for e, c in s.items()]) for s in sides
        ]
        size = above / under if under else inf
    else:
        size = approximate(found)
    if not scale.log:
        return size
    unit = log(2) if scale.log == "log2" else scale.over
    return log(size) / unit if 0 < size < inf else inf


class _Range:
    """From where to where the parameter is drawn."""

    def __init__(self, pieces: Sequence[Part]) -> None:
        wheres = [piece.where for piece in pieces if isinstance(piece.where, Interval)]
        ends = [approximate(end) for where in wheres for end in (where.low, where.high) if end is not None]
        self.wheres = wheres
        self.low, self.high = min(ends, default=0.0), max(ends, default=0.0)
        if any([where.low is None for where in wheres]):
            self.low -= ENDLESS
        if any([where.high is None for where in wheres]) or self.low == self.high:
            self.high += ENDLESS

    def ends(self, where: Interval) -> tuple[float, float]:
        first = self.low if where.low is None else approximate(where.low)
        return first, self.high if where.high is None else approximate(where.high)

    def cuts(self) -> list[Point]:
        """The points where one piece ends and the next begins."""
        return [one.high for one, other in pairwise(self.wheres) if one.high is not None and one.high is other.low]


def _panel(figure: OpenFigure, name: str) -> Piece:
    pieces = figure.function.pieces
    span = _Range(pieces)
    curves: list[list[tuple[float, float]]] = []
    for piece in pieces:
        assert isinstance(piece.where, Interval)
        low, high = span.ends(piece.where)
        # a hair inside, where a pole may lie at the end
        places = (
            [low + (high - low) * (at + 0.002) / (STEPS + 0.004) for at in range(STEPS + 1)] if low < high else [low]
        )
        curves.append([(x, _value(piece.value, x, figure.scale)) for x in places])
    top = _top([y for curve in curves for _, y in curve if isfinite(y)])
    numbers = max([text_width(short(tick), SMALL) for tick in ticks(top)])
    left, bottom = max(54.0, numbers + 24), TITLE + TALL

    def across(x: float) -> float:
        return left + WIDE * (x - span.low) / (span.high - span.low)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return across(point[0]), bottom - TALL * point[1] / float(top)

    lines = [title_at(left, fitted(_title(figure, name), WIDE, 12, bold=True))]
    lines += _axes(span, top, left, across)
    lines.append(words_at(left + WIDE / 2, bottom + 32, name, 13, text_anchor="middle", font_style="italic"))
    for cut in span.cuts():
        x = across(approximate(cut))
        d = f"M{coordinate(x)} {coordinate(TITLE)}v{coordinate(TALL)}"
        lines.append(element("path", class_="cut", d=d, stroke=CLAIM, stroke_width=1, stroke_dasharray="3 3"))
        room = left + WIDE - x > text_width(str(cut), SMALL) + 8
        side, anchor = (4, "start") if room else (-4, "end")
        lines.append(words_at(x + side, TITLE + 10, str(cut), SMALL, CLAIM, text_anchor=anchor))
    for curve in curves:
        kept = [place(point) for point in curve if point[1] <= float(top)]
        if len(kept) > 1:
            stroke = element(
                "path",
                class_="curve",
                d=path(kept),
                fill="none",
                stroke=LINE,
                stroke_width=1.75,
                stroke_linejoin="round",
            )
            lines.append(stroke)
        elif kept:
            lines.append(element("circle", cx=kept[0][0], cy=kept[0][1], r=2.2, fill=LINE))
    for cut in span.cuts():
        at = approximate(cut)
        y = next((_value(p.value, at, figure.scale) for p in pieces if _ends_at(p, cut)), inf)
        if y <= float(top):
            x, y = place((at, y))
            lines.append(element("circle", cx=x, cy=y, r=3.4, fill=WHITE, stroke=CLAIM, stroke_width=1.75))
    return Piece(left + WIDE + 12, bottom + 36, tuple(lines))


def _title(figure: OpenFigure, name: str) -> str:
    return f"{SIGNS[figure.name]}({name})" if figure.name in SIGNS else figure.title


def _ends_at(piece: Part, cut: Point) -> bool:
    """Whether the cut belongs to this piece."""
    where = piece.where
    assert isinstance(where, Interval)
    return (where.high is cut and where.has_high) or (where.low is cut and where.has_low)


def _top(values: list[float]) -> Fraction:
    """The highest value, unless the curve rises far above most of itself."""
    if not values:
        return Fraction(1)
    usual = sorted(values)[len(values) * 4 // 5]
    return ticks(min(max(values), 2.5 * usual) if usual > 0 else max(values) or 1.0)[-1]


def _axes(span: _Range, top: Fraction, left: float, across: Any) -> list[str]:
    bottom = TITLE + TALL
    lines = []
    for tick in ticks(top):
        y = bottom - TALL * float(tick / top)
        lines.append(element("path", d=f"M{coordinate(left)} {coordinate(y)}h{coordinate(WIDE)}", stroke=GRID))
        lines.append(words_at(left - 6, y + 0.35 * SMALL, short(tick), SMALL, text_anchor="end"))
    start = Fraction(span.low).limit_denominator(1000)
    for tick in ticks(span.high - span.low):
        if float(tick) <= (span.high - span.low) * 1.0001:
            x = across(float(start + tick))
            d = f"M{coordinate(x)} {coordinate(bottom)}v4"
            lines.append(element("path", d=d, stroke=RULE, stroke_width=0.75))
            lines.append(words_at(x, bottom + 15, short(start + tick), SMALL, GREY, text_anchor="middle"))
    d = path([(left, TITLE), (left, bottom), (left + WIDE, bottom)])
    return [*lines, element("path", d=d, fill="none", stroke=RULE, stroke_width=0.75)]
