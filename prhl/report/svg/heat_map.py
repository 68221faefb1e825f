"""The heat map of a channel: rows are inputs, columns outputs, the shade of a cell is its probability."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil, sqrt
from typing import Any

from prhl.records import dataclass
from prhl.report.channels import Study
from prhl.report.svg.elements import (
    GAP,
    GREY,
    GRID,
    INK,
    LABEL,
    PAGE,
    RULE,
    SMALL,
    TALL,
    TITLE,
    WHITE,
    Attributes,
    Piece,
    coordinate,
    element,
    fitted,
    fitted_all,
    hexadecimal,
    lightness,
    moved,
    safe,
    shade,
    text_width,
    title_at,
    words_at,
)
from prhl.report.svg.numerals import approximate, numeral, short, ticks, versions
from prhl.semantics.observation import shown_all

MOST_ROWS, MOST_COLUMNS = 64, 120
FEWEST_COLUMNS, NEGLIGIBLE = 16, 1e-4  # where tails are cut off, and the most of a row that is cut off so
MOST_NUMBERS = 256  # in the cells
MOST_TOLD = 1_200  # cells that tell their value to the mouse


class Matrix:
    """The part of a channel that is drawn: the first inputs, and the outputs where most of the probability is."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.outputs = study.channel.outputs
        self.rows = study.channel.left[:MOST_ROWS]
        self.start, self.end = self._window()
        self.columns = self.outputs[self.start : self.end]
        self.cells = [[row.probability(seen) for seen in self.columns] for row in self.rows]
        self.sizes = [[approximate(value) for value in row] for row in self.cells]
        names = [study.input_text(index) for index in range(len(self.rows))]
        self.inputs = fitted_all(names, 190, LABEL)
        self.labels = fitted_all([shown_all(seen) for seen in self.columns], 150, LABEL)

    def _window(self) -> tuple[int, int]:
        """All outputs, unless they are many or themselves a window on something infinite."""
        count = len(self.outputs)
        if count <= MOST_COLUMNS and not any([row.missing for row in self.rows]):
            return 0, count
        sizes = [[approximate(row.probability(seen)) for row in self.rows] for seen in self.outputs]
        start, end = without_tails(sizes)
        if end - start > MOST_COLUMNS:
            start += heaviest([sum(column) for column in sizes[start:end]], MOST_COLUMNS)
            end = start + MOST_COLUMNS
        return start, end

    def outside(self, row: Any) -> Fraction:
        """At least the probability of all outputs that are not drawn: each is rounded up to a multiple of 10^-15."""
        others = [*self.outputs[: self.start], *self.outputs[self.end :]]
        units = [ceil(approximate(row.probability(seen)) * 1e15) + 1 for seen in others if seen in row.weights]
        return min(Fraction(1), Fraction(sum(units), 10**15))

    @cached_property
    def top(self) -> Fraction:
        """The end of the scale of shades: a round number that no cell exceeds."""
        return ticks(max([size for row in self.sizes for size in row], default=0.0) or 1.0)[-1]

    @cached_property
    def rooted(self) -> bool:
        """Whether shades go by the square root: in a large map where a few cells outshine all others."""
        positive = [size for row in self.sizes for size in row if size]
        return len(positive) >= 100 and sum(positive) / len(positive) < float(self.top) / 10

    def share(self, size: float) -> float:
        """The place of a probability on the scale of shades."""
        share = min(max(size / float(self.top), 0.0), 1.0)
        return sqrt(share) if self.rooted else share

    @cached_property
    def marks(self) -> list[Fraction]:
        """The probabilities that the scale of shades names."""
        zero, step, *more = ticks(self.top)
        return [zero, step / 5, step, *more] if self.rooted else [zero, step, *more]

    @cached_property
    def left(self) -> float:
        """The room for the names of the rows."""
        return max([text_width(text, LABEL) for text in self.inputs], default=0.0) + 8

    @cached_property
    def bar(self) -> float:
        """The room for the scale of shades."""
        return 32 + max([text_width(short(mark), SMALL) for mark in [*self.marks, Fraction(0)]])

    @property
    def row_height(self) -> float:
        count = len(self.rows)
        least = 18 if count <= 16 else 14 if count <= 32 else 9
        return float(max(least, min(90, int(TALL) // max(1, count))))


def without_tails(columns: Sequence[Sequence[float]]) -> tuple[int, int]:
    """The columns without those at both ends that together have next to nothing in every row."""
    start, end = 0, len(columns)
    cut = [0.0] * len(columns[0]) if columns else []
    while end - start > FEWEST_COLUMNS:
        first, last = (max(columns[start]), start), (max(columns[end - 1]), len(columns) - end)
        at = start if first <= last else end - 1
        cut = [before + more for before, more in zip(cut, columns[at], strict=True)]
        if max(cut) > NEGLIGIBLE:
            break
        start, end = (start + 1, end) if at == start else (start, end - 1)
    return start, end


def heaviest(weights: Sequence[float], most: int) -> int:
    """Where the `most` neighbours with the largest sum begin; of several such places the middle one."""
    sums = [0.0, *accumulate(weights)]
    totals = [round(sums[at + most] - sums[at], 9) for at in range(len(weights) - most + 1)]
    best = max(totals)
    places = [at for at, total in enumerate(totals) if total == best]
    return places[len(places) // 2]


@dataclass(frozen=True)
class Arrangement:
    beside: bool  # the curve stands beside the heat map, else below
    width: float  # of a column
    letters: float  # the size of the numbers in the cells; 0 if there are none


def arrangement(matrix: Matrix, with_curve: bool) -> Arrangement:
    """Exact numbers if they can be had, then the curve beside the map, then large letters."""
    count = len(matrix.columns)
    if not count:
        return Arrangement(with_curve, 0.0, 0.0)
    alone = PAGE - matrix.left - matrix.bar
    near = alone - GAP - 320
    rooms = [*([(near, True)] if with_curve else []), (alone, False)]
    if matrix.row_height >= 14 and count * len(matrix.rows) <= MOST_NUMBERS:
        names = max([text_width(text, LABEL) for text in matrix.labels]) + 8
        roomy = max(30.0, min(72.0, 216 // count), names if names <= 110 else 0.0)
        choices = [versions(value) for row in matrix.cells for value in row]
        in_short = [min(texts, key=lambda text: text_width(text, 1)) for texts in choices]
        vague = 2 * len([text for text in in_short if text.startswith("<")]) > len(in_short)
        full, brief = [max([text_width(t, 1) for t in texts]) for texts in ([c[0] for c in choices], in_short)]
        tries = [(full, (SMALL, 9.0)), (full, (8.0,)), (brief, () if vague else (9.0, 8.0))]
        order = [(attempt, room) for attempt in tries for room in rooms]
        if any([".." in texts[0] for texts in choices]):  # more digits are not worth the other place
            order = [(attempt, room) for room in rooms for attempt in tries]
        for (length, sizes), (room, beside) in order:
            for size in sizes:
                need = length * size + 6
                if need * count <= room:
                    return Arrangement(beside, float(int(min(max(need, roomy), room // count))), size)
    beside = with_curve and near // count >= 6
    return Arrangement(beside, float(max(4, min(16, (near if beside else alone) // count))), 0.0)


@dataclass(frozen=True)
class HeatMap:
    """`left` and `wide` say where its cells are, from left to right."""

    piece: Piece
    left: float
    wide: float


def heat_map(matrix: Matrix, width: float, letters: float) -> HeatMap:
    title = "Channel P(output | input)"
    if not matrix.columns:
        what = "nothing is observed" if matrix.rows else "there is no input"
        lines = (title_at(0, title), words_at(0, TITLE + 12, what, fill=GREY))
        return HeatMap(Piece(text_width(what, LABEL), TITLE + 20, lines), 0.0, 0.0)
    height = matrix.row_height
    names = _column_names(matrix.labels, width)
    left = max(matrix.left, names.overhang)
    wide, tall = width * len(matrix.columns), height * len(matrix.rows)
    bottom = TITLE + tall
    gap = 1 if min(width, height) >= 8 else 0
    frame: Attributes = {"x": left - gap / 2, "y": TITLE - gap / 2, "width": wide, "height": tall}
    piece = (
        title_at(left, title),
        *_row_names(matrix.inputs, left - 7, height),
        element("rect", **frame, fill=GRID),
        *moved(_cells(matrix, width, height, gap), left, TITLE, class_="cells", shape_rendering="crispEdges"),
        element("rect", **frame, fill="none", stroke=RULE, stroke_width=1),
        *moved(_values(matrix, width, height, gap, letters), left, TITLE, font_size=letters or SMALL),
        *moved(names.lines, left, bottom),
        words_at(left + wide / 2, bottom + names.height + 14, "output", fill=GREY, text_anchor="middle"),
        *moved(_scale(matrix, min(tall, TALL)), left + wide + 14, TITLE),
    )
    right = max(left + wide + matrix.bar, left + text_width(title, 12, bold=True))
    return HeatMap(Piece(right, bottom + names.height + 18, piece), left, wide)


def _cells(matrix: Matrix, width: float, height: float, gap: int) -> list[str]:
    """A rectangle for each; where they are not too many each tells its input, output and value to the mouse."""
    lines = []
    told = len(matrix.rows) * len(matrix.columns) <= MOST_TOLD
    for i, row in enumerate(matrix.cells):
        for j, value in enumerate(row):
            fill = hexadecimal(shade(matrix.share(matrix.sizes[i][j]))) if value else WHITE
            inside = None
            if told:
                given, seen = matrix.study.input_text(i), shown_all(matrix.columns[j])
                said = f"{fitted(given, 500, SMALL)}; output {fitted(seen, 500, SMALL)}: {numeral(value, 40)}"
                inside = element("title", safe(said))
            at: Attributes = {"x": j * width, "y": i * height, "width": width - gap, "height": height - gap}
            lines.append(element("rect", inside, **at, fill=fill))
    return lines


def _values(matrix: Matrix, width: float, height: float, gap: int, letters: float) -> list[str]:
    """The numbers in the cells: in full if they fit, else with fewer digits."""
    lines = []
    for i, row in enumerate(matrix.cells if letters else []):
        for j, value in enumerate(row):
            found = next((text for text in versions(value) if text_width(text, letters) <= width - 3), None)
            if found is not None:
                dark = bool(value) and lightness(shade(matrix.share(matrix.sizes[i][j]))) < 0.56
                fill = WHITE if dark else INK if value else RULE
                x, y = j * width + (width - gap) / 2, i * height + (height - gap) / 2 + 0.35 * letters
                lines.append(element("text", safe(found), x=x, y=y, text_anchor="middle", fill=fill))
    return lines


def _row_names(inputs: Sequence[str], right: float, height: float) -> list[str]:
    step = _step(ceil(13 / height))
    return [
        words_at(right, TITLE + (i + 0.5) * height - 0.5 + 0.35 * LABEL, name, text_anchor="end")
        for i, name in enumerate(inputs)
        if i % step == 0
    ]


@dataclass(frozen=True)
class ColumnNames:
    lines: tuple[str, ...]
    height: float
    overhang: float  # how far they reach to the left of the first column


_INTEGER = re.compile(r"-?\d+")


def _column_names(labels: Sequence[str], width: float) -> ColumnNames:
    """Level if all fit; if they are integers, perhaps between two tails, level with some left out; else slanted."""
    widths = [text_width(label, LABEL) for label in labels]
    inner = [j for j, label in enumerate(labels) if _INTEGER.fullmatch(label)]
    ends = [j for j in (0, len(labels) - 1) if j not in inner]
    if max(widths) + 4 <= width:
        return _level(labels, widths, width, range(len(labels)))
    if len(inner) + len(set(ends)) == len(labels) and inner and max([widths[j] for j in inner]) <= 40:
        step = _step(ceil((max([widths[j] for j in inner]) + 8) / width))
        numbers = [int(labels[j]) for j in inner]
        in_row = all([b - a == 1 for a, b in pairwise(numbers)])
        round_ones = [j for at, j in enumerate(inner) if (numbers[at] if in_row else at) % step == 0]
        return _level(labels, widths, width, [*ends, *round_ones] or inner[:1])
    step = _step(ceil(15 / width))
    chosen = range(0, len(labels), step)
    lines = []
    for j in chosen:
        x = (j + 0.5) * width + 3
        turn = f"rotate(-45 {coordinate(x)} 12)"
        lines.append(words_at(x, 12, labels[j], text_anchor="end", transform=turn))
    overhang = max([0.71 * (widths[j] + LABEL) - (j + 0.5) * width for j in chosen])
    height = 11 + 0.71 * max([widths[j] for j in chosen])
    return ColumnNames((*_marks(chosen, width, len(labels)), *lines), height, overhang)


def _level(labels: Sequence[str], widths: Sequence[float], width: float, wanted: Sequence[int]) -> ColumnNames:
    """Those that are wanted, the first ones first, as far as they do not touch each other."""
    placed: list[int] = []
    for j in wanted:
        if all([abs(j - k) * width >= (widths[j] + widths[k]) / 2 + 4 for k in placed]):
            placed.append(j)
    placed.sort()
    lines = [words_at((j + 0.5) * width, 15, labels[j], text_anchor="middle") for j in placed]
    overhang = max([widths[j] / 2 - (j + 0.5) * width for j in placed])
    return ColumnNames((*_marks(placed, width, len(labels)), *lines), 18.0, overhang)


def _marks(chosen: Sequence[int], width: float, count: int) -> list[str]:
    """Small strokes at the columns that are named, where others are not."""
    if len(chosen) == count:
        return []
    d = "".join([f"M{coordinate((j + 0.5) * width)} 0v4" for j in chosen])
    return [element("path", d=d, stroke=RULE, stroke_width=0.75)]


def _step(least: int) -> int:
    """A round number, at least this."""
    return next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, least) if step >= least)


def _scale(matrix: Matrix, height: float) -> list[str]:
    """The shades and what they mean; the probability 0 has a box of its own."""
    none = any([not value for row in matrix.cells for value in row])
    high = height - (20 if none else 0)
    box: Attributes = {"width": 10.0, "stroke": RULE, "stroke_width": 0.75}
    lines = [element("rect", height=high, fill="url(#shades)", **box)]
    for mark in matrix.marks:
        y = high * (1 - matrix.share(float(mark)))
        lines.append(element("path", d=f"M10 {coordinate(y)}h3", stroke=RULE, stroke_width=0.75))
        lines.append(words_at(16, y + 0.35 * SMALL, short(mark) if mark or not none else "> 0", SMALL))
    if none:
        lines.append(element("rect", y=height - 10, height=10, fill=WHITE, **box))
        lines.append(words_at(16, height - 5 + 0.35 * SMALL, "0", SMALL))
    return lines
