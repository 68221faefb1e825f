"""The curve delta(eps), with the claimed point and the smallest eps where delta is 0."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, inf

from prhl.numbers.figures import figure
from prhl.records import dataclass
from prhl.report.channels import Study
from prhl.report.svg.elements import (
    CLAIM,
    GRID,
    LABEL,
    LINE,
    RULE,
    SHADES,
    SMALL,
    TALL,
    TITLE,
    WHITE,
    Attributes,
    Piece,
    below,
    coordinate,
    element,
    fitted,
    hexadecimal,
    moved,
    path,
    text_width,
    title_at,
    words_at,
)
from prhl.report.svg.numerals import approximate, approximate_ln, at_least, exactly, said, short, ticks

EPSILON, DELTA = "\u03b5", "\u03b4"
Point = tuple[float, float]  # epsilon and delta


@dataclass(frozen=True)
class Segment:
    """From `start` on delta is above - exp(slope + eps); slope is -inf on a level piece."""

    start: float
    delta: float
    above: float
    slope: float

    def at(self, epsilon: float) -> float:
        return max(0.0, self.above - _exp(self.slope + epsilon))


def _exp(exponent: float) -> float:
    return exp(min(exponent, 700.0))


class Curve:
    """delta(eps) in floats, the points that are marked, and how far the axes go."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.segments = [
            Segment(
                approximate_ln(corner.ratio),
                approximate(corner.delta),
                approximate(corner.above),
                approximate_ln(corner.below) if corner.below else -inf,
            )
            for corner in study.curve
        ]
        self.zero: float | None = None  # the smallest epsilon where delta is 0
        if study.epsilon is not None and study.epsilon.exact and study.epsilon.ratio is not None:
            self.zero = approximate_ln(study.epsilon.ratio)
        self.claimed: Point | None = None
        if study.claimed is not None:
            self.claimed = (approximate(study.claimed.epsilon), approximate(study.claimed.delta))
        self.missing = max([approximate(row.missing) for row in study.channel.left], default=0.0)
        self.end, self.top = self._extent()

    def _extent(self) -> tuple[float, Fraction]:
        """To where the curve lies flat, and to the marked points unless they are far away."""
        highest = max([segment.delta for segment in self.segments])
        flat = [segment.start for segment in self.segments if segment.delta <= highest / 500]
        furthest = min(flat, default=self.segments[-1].start)
        marked = [] if self.zero is None else [self.zero]
        if self.claimed is not None:
            epsilon, delta = self.claimed
            marked += [epsilon] if epsilon >= 0 else []
            if delta <= 4 * highest or (highest == 0 and delta <= 1):
                highest = max(highest, delta)
        if self.missing:
            highest = min(1.0, highest + self.missing)
        near = [epsilon for epsilon in marked if epsilon <= 4 * furthest or furthest == 0]
        return (max([furthest, *near]) * 1.15 or 1.0), ticks(highest or 1.0)[-1]

    @property
    def shows_zero(self) -> bool:
        return self.zero is not None and self.zero <= self.end

    @property
    def shows_claim(self) -> bool:
        if self.claimed is None:
            return False
        epsilon, delta = self.claimed
        return 0 <= epsilon <= self.end and 0 <= delta <= float(self.top)

    @property
    def blurred(self) -> bool:
        """Whether mass that is missing makes a difference that can be seen."""
        return self.missing * _exp(self.end) > float(self.top) / 1000

    @property
    def seen(self) -> list[Segment]:
        return [segment for segment in self.segments if segment.start < self.end]

    def points(self, scale: float) -> list[Point]:
        """Every corner, and between two of them, where the line bends, a point for every three pixels."""
        points = []
        ends = [*[segment.start for segment in self.seen[1:]], self.end]
        for segment, end in zip(self.seen, ends, strict=True):
            points.append((segment.start, segment.delta))
            bends = segment.slope > -inf or self.blurred
            steps = max(1, ceil((end - segment.start) * scale / 3)) if bends else 1
            inner = [segment.start + (end - segment.start) * step / steps for step in range(1, steps)]
            points += [(epsilon, segment.at(epsilon)) for epsilon in inner]
        return [*points, (self.end, self.seen[-1].at(self.end))]

    def band(self, points: Sequence[Point]) -> list[Point]:
        """Around where delta can be: with missing mass m from H - exp(eps) m to H + m, H being what is known."""
        upper = [(epsilon, min(delta + self.missing, float(self.top))) for epsilon, delta in points]
        lower = [(epsilon, max(0.0, delta - _exp(epsilon) * self.missing)) for epsilon, delta in points]
        return [*upper, *reversed(lower)]


def plot(curve: Curve, wide: float, left: float = 0.0) -> Piece:
    """eps to the right, delta upwards, the marked points explained below; at least `left` before the axis."""
    numbers = max([text_width(short(tick), SMALL) for tick in ticks(curve.top)])
    left = max(left, 54.0, numbers + 24)
    bottom = TITLE + TALL

    def place(point: Point) -> Point:
        return left + wide * point[0] / curve.end, bottom - TALL * point[1] / float(curve.top)

    lines = [title_at(left, f"Privacy curve {DELTA}({EPSILON})")]
    lines += _axes(curve, left, wide)
    lines.append(words_at(left + wide / 2, bottom + 32, EPSILON, 13, text_anchor="middle", font_style="italic"))
    middle = TITLE + TALL / 2 + 4
    lines.append(words_at(left - numbers - 16, middle, DELTA, 13, text_anchor="middle", font_style="italic"))
    points = curve.points(wide / curve.end)
    if curve.blurred:
        lines.append(_haze("path", d=path([place(point) for point in curve.band(points)], "z")))
    stroke: Attributes = {"fill": "none", "stroke": LINE, "stroke_width": 1.75, "stroke_linejoin": "round"}
    lines.append(element("path", class_="curve", d=path([place(point) for point in points]), **stroke))
    lines += _corners([place((segment.start, segment.delta)) for segment in curve.seen])
    if curve.claimed is not None and curve.shows_claim:
        lines.append(_diamond(*place(curve.claimed)))
    if curve.zero is not None and curve.shows_zero:
        lines.append(_ring(*place((curve.zero, 0.0))))
    return below(Piece(left + wide + 12, bottom + 36, tuple(lines)), _legend(curve, left, wide + 40), 6.0)


def _axes(curve: Curve, left: float, wide: float) -> list[str]:
    bottom = TITLE + TALL
    lines = []
    for tick in ticks(curve.top):
        y = bottom - TALL * float(tick / curve.top)
        lines.append(element("path", d=f"M{coordinate(left)} {coordinate(y)}h{coordinate(wide)}", stroke=GRID))
        lines.append(words_at(left - 6, y + 0.35 * SMALL, short(tick), SMALL, text_anchor="end"))
    for tick in ticks(curve.end):
        if float(tick) <= curve.end:
            x = left + wide * float(tick) / curve.end
            d = f"M{coordinate(x)} {coordinate(bottom)}v4"
            lines.append(element("path", d=d, stroke=RULE, stroke_width=0.75))
            lines.append(words_at(x, bottom + 15, short(tick), SMALL, text_anchor="middle"))
    d = path([(left, TITLE), (left, bottom), (left + wide, bottom)])
    return [*lines, element("path", d=d, fill="none", stroke=RULE, stroke_width=0.75)]


def _corners(places: Sequence[tuple[float, float]]) -> list[str]:
    """A dot at each, unless they are crowded."""
    lines = []
    previous = -inf
    for x, y in places:
        if x - previous >= 6:
            lines.append(element("circle", cx=x, cy=y, r=2.2, fill=LINE))
            previous = x
    return lines


def _legend(curve: Curve, left: float, room: float) -> Piece:
    """A line for each mark, and for what has no mark but should be known."""
    study = curve.study
    entries: list[tuple[str | None, str]] = []
    if study.epsilon is not None and study.epsilon.ratio is None:
        ended = not any([row.missing for row in study.channel.left])
        limit = f": {DELTA} never falls below {at_least(figure(study.curve[-1].above))}" if ended else ""
        entries.append((None, f"no {EPSILON} has {DELTA} = 0{limit}"))
    elif study.epsilon_figure is not None:
        words = f"smallest {EPSILON} with {DELTA} = 0: {said(study.epsilon_figure)}"
        entries.append((_ring(left, 8) if curve.shows_zero else None, words))
    if study.claimed is not None:
        epsilon, delta = [exactly(figure(part)) for part in (study.claimed.epsilon, study.claimed.delta)]
        words = f"claimed: {EPSILON} = {epsilon}, {DELTA} = {delta}"
        if curve.shows_claim:
            entries.append((_diamond(left, 8), words))
        else:
            entries.append((None, f"{words} (not in the picture)"))
    if curve.blurred:
        box = _haze("rect", x=left - 5, y=3, width=10, height=10)
        entries.append((box, f"{DELTA} is in here: some mass is missing"))
    lines: list[str] = []
    width = 0.0
    for at, (mark, words) in enumerate(entries):
        words = fitted(words, room, LABEL)
        start = left + (12 if mark else -4)
        width = max(width, start + text_width(words, LABEL))
        lines += moved([*([mark] if mark else []), words_at(start, 12, words)], 0, 17.0 * at)
    return Piece(width, 17.0 * len(entries), tuple(lines))


def _ring(x: float, y: float) -> str:
    return element("circle", class_="zero", cx=x, cy=y, r=3.4, fill=WHITE, stroke=LINE, stroke_width=1.75)


def _diamond(x: float, y: float) -> str:
    d = f"M{coordinate(x)} {coordinate(y - 6.5)}l6.5 6.5l-6.5 6.5l-6.5 -6.5z"
    return element("path", class_="claim", d=d, fill=WHITE, stroke=CLAIM, stroke_width=1.5)


def _haze(tag: str, /, **attributes: float | str) -> str:
    return element(tag, class_="band", **attributes, fill=hexadecimal(SHADES[1]), fill_opacity=0.7)
