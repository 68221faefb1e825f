"""Noise that is moved, as a picture: what run 1 draws above, what run 2 draws below, and which goes with which.

The price is the coupling's own, an exact term. The curves are drawn with every name at 1, and by floats.
"""

from fractions import Fraction
from math import exp

from prhl.distributions import family_of
from prhl.distributions.base import Bell, Falling
from prhl.logic.build import number, quotient, times
from prhl.logic.constants import Closed
from prhl.logic.show import show
from prhl.logic.substitution import substitute
from prhl.logic.terms import Distribution, Ghost, Logical, Term, Variable
from prhl.logic.types import INT, REAL
from prhl.records import dataclass
from prhl.report.svg.elements import (
    CLAIM,
    GREY,
    LABEL,
    LINE,
    RULE,
    SHADES,
    Piece,
    below,
    element,
    heading,
    hexadecimal,
    page,
    path,
    remarks,
    words_at,
)
from prhl.report.svg.numerals import approximate
from prhl.source import Span
from prhl.typed import core

WIDE, TALL, BETWEEN = 560.0, 110.0, 90.0
FARTHEST = 4  # that it is moved
SCALES = 6  # from the centre to the end of the picture


@dataclass(frozen=True, slots=True)
class Noise:
    """A sampling whose noise can be moved by a number."""

    target: str
    distribution: Distribution
    span: Span

    @property
    def whole(self) -> bool:
        return self.distribution.type == INT

    @property
    def shifts(self) -> tuple[int, int, int]:
        """The least and the largest shift that can be drawn, in steps, and how many steps are 1."""
        return (-FARTHEST, FARTHEST, 1) if self.whole else (-4 * FARTHEST, 4 * FARTHEST, 4)

    def price(self, shift: Fraction) -> str:
        """What the shift costs, in the currency in which it is a formula."""
        family, (spread, *_) = family_of(self.distribution), self.distribution.arguments
        assert isinstance(spread, Term)
        if isinstance(family, Falling):
            return f"epsilon {_shown(family.loss(self.distribution.arguments, number(abs(shift))))}"
        return f"zCDP {_shown(quotient(number(shift * shift), times(number(2), times(spread, spread))))}"

    def falls(self, distance: float) -> float:
        """The density at a distance from the centre, over that at the centre."""
        family, (spread, *_) = family_of(self.distribution), self.distribution.arguments
        assert isinstance(spread, Term)
        if isinstance(family, Falling):
            return exp(-abs(distance) * _at_one(family.loss(self.distribution.arguments, number(1))))
        return exp(-((distance / _at_one(spread)) ** 2) / 2)

    @property
    def unit(self) -> float:
        """About the width of the noise."""
        steps = 1.0
        while self.falls(steps) > exp(-1):
            steps *= 1.25
        while self.falls(steps / 1.25) < exp(-1) and steps > 1e-6:
            steps /= 1.25
        return steps

    @property
    def two_sided(self) -> bool:
        family = family_of(self.distribution)
        return not isinstance(family, Falling) or family.two_sided


def noise_of(sample: core.Sample) -> Noise | None:
    """A sampling as one that can be drawn so."""
    movable = isinstance(family_of(sample.distribution), Falling | Bell)
    return Noise(sample.target, sample.distribution, sample.span) if movable else None


def _at_one(term: Term) -> float:
    """About the value where every number that has a name is 1; 1 where that is not defined."""

    def leaf(name: Variable | Logical | Ghost) -> Term | None:
        return None if isinstance(name, Ghost) or name.type not in (INT, REAL) else number(1)

    found = Closed().number(substitute(term, leaf))
    value = 1.0 if found is None else approximate(found)
    return value if 1e-6 < value < 1e6 else 1.0


def _shown(term: Term) -> str:
    """Its value, or how it is computed."""
    found = Closed().number(term)
    return show(term, lambda name: name.name).removeprefix("1*") if found is None else str(found)


# ---- the picture -----------------------------------------------------------------------------


def as_svg(said: str, noise: Noise, shift: Fraction) -> str:
    """Two curves, and lines from a sample of run 1 to its partner in run 2."""
    price = noise.price(shift)
    head = heading(f"{noise.target}{{2}} = {noise.target}{{1}} + {shift}" if shift else "the identity", said)
    notes = [f"This costs {price}. Drawn with every name at 1."]
    if not noise.two_sided and shift < 0:
        notes = ["Moved so, what run 1 draws near 0 has no partner: run 2 never draws it, and no price is enough."]
    whole = below(below(head, _curves(noise, float(shift)), 10.0), remarks(notes), 8.0)
    told = f"Run 2 draws what run 1 draws, moved by {shift}. {notes[0]}"
    return page(f"{said}, moved by {shift}", told, whole)


def _curves(noise: Noise, shift: float) -> Piece:
    unit = noise.unit
    reach = SCALES * unit
    low = 0.0 if not noise.two_sided else -reach
    start, end = min(low, low + shift), max(reach, reach + shift)

    def x(value: float) -> float:
        return WIDE * (value - start) / (end - start)

    first, last = max(start, 0.0) if not noise.two_sided else start, end
    values = [first + (last - first) * at / 200 for at in range(201)]
    if noise.whole:
        every = max(1, round(last - first) // 60)
        values = [float(at) for at in range(round(first), round(last) + 1, every)]
    values = sorted({*values, 0.0})
    top = [(x(value), TALL * (1 - noise.falls(value))) for value in values]
    floor = TALL + BETWEEN
    bottom = [(x(value), floor + TALL * noise.falls(value)) for value in values]
    fill = hexadecimal(SHADES[1])
    lines = [
        *_drawn(noise, top, TALL, LINE, fill),
        *_drawn(noise, bottom, floor, CLAIM, "#f6ddd0"),
        element("path", d=path([(0, TALL), (WIDE, TALL)]), stroke=RULE, fill="none"),
        element("path", d=path([(0, floor), (WIDE, floor)]), stroke=RULE, fill="none"),
    ]
    marks = [at * unit for at in range(-3, 4) if noise.two_sided or at >= 0]
    marks = sorted({float(round(mark)) for mark in marks}) if noise.whole else marks
    for mark in marks:
        if low <= mark + shift:
            lines.append(element("path", d=path([(x(mark), TALL), (x(mark + shift), floor)]), stroke=GREY, fill="none"))
            lines.append(element("circle", cx=x(mark + shift), cy=floor, r=2.5, fill=GREY))
        lines.append(element("circle", cx=x(mark), cy=TALL, r=2.5, fill=GREY))
    lines += [words_at(0, 12, "run 1", LABEL, LINE), words_at(0, floor + TALL - 4, "run 2", LABEL, CLAIM)]
    return Piece(WIDE, floor + TALL, tuple(lines))


def _drawn(noise: Noise, points: list[tuple[float, float]], floor: float, line: str, fill: str) -> list[str]:
    """A curve over its floor, or a stick for each whole number."""
    if noise.whole:
        return [element("path", d=path([(x, floor), (x, y)]), stroke=line, stroke_width=2) for x, y in points]
    under = [(points[0][0], floor), *points, (points[-1][0], floor)]
    return [
        element("path", d=path(under, "Z"), fill=fill, stroke="none"),
        element("path", d=path(points), fill="none", stroke=line, stroke_width=1.5),
    ]
