"""A draw from a finite set whose values are turned over, as a picture: what run 1 draws above, run 2 below, with lines.

Truth values and bit strings are turned over by `xor`, others go round. The prices are those of `bijection` and `cases`,
exact terms. The bars are drawn with every whole number that has a name at 3, and every other one at 1/3.
"""

from fractions import Fraction
from itertools import product

from prhl.couplings import Unpriced
from prhl.couplings.finite_excess import mass_of, values_of
from prhl.couplings.known_numbers import Known
from prhl.distributions import family_of
from prhl.distributions.base import Even
from prhl.logic.build import number, quotient
from prhl.logic.constants import Closed, constant
from prhl.logic.show import show
from prhl.logic.substitution import substitute_distribution
from prhl.logic.terms import Apply, Distribution, Ghost, Logical, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits
from prhl.records import dataclass
from prhl.report.svg.elements import (
    CLAIM,
    GREY,
    INK,
    LABEL,
    LINE,
    RULE,
    Piece,
    below,
    element,
    fitted,
    heading,
    page,
    path,
    remarks,
    words_at,
)
from prhl.report.svg.numerals import approximate
from prhl.source import Span
from prhl.typed import core

WIDE, TALL, BETWEEN = 560.0, 80.0, 90.0
START = 44.0  # beside the names of the runs
MOST = 32  # values that are drawn
GROUPS = 4  # prices that are told


@dataclass(frozen=True, slots=True)
class Turned:
    """A sampling from a finite set, and its values where names have the numbers of the picture."""

    target: str
    distribution: Distribution
    span: Span
    values: tuple[Term, ...]

    @property
    def shifts(self) -> tuple[int, int, int]:
        """The least and the largest shift that can be drawn, in steps, and how many steps are 1."""
        return 0, len(self.values) - 1, 1

    def partner(self, at: int, shift: int) -> int:
        """The value of run 2 that goes with a value of run 1: a bijection for every shift."""
        return at ^ shift if self._by_xor else (at + shift) % len(self.values)

    @property
    def _by_xor(self) -> bool:
        """Whether the n-th value, as a number, is n; of truth values either order will do."""
        if self.distribution.type == BOOL:
            return True
        strings = [constant(value) for value in self.values] if isinstance(self.distribution.type, Bits) else []
        return bool(strings) and strings == ["".join(digits) for digits in product("01", repeat=len(str(strings[0])))]

    def name(self, shift: int) -> str:
        """What the map is called, in the language where it has a name there."""
        first, second = f"{self.target}{{1}}", f"{self.target}{{2}}"
        if not shift:
            return f"{second} = {first}"
        if self.distribution.type == BOOL:
            return f"{second} = !{first}"
        return f"{second} = {first} xor {show(self.values[shift])}" if self._by_xor else f"each goes {shift} further"

    def price(self, shift: Fraction) -> str:
        """What the map costs, value by value where that differs."""
        groups: dict[str, list[str]] = {}
        for at, value in enumerate(self.values):
            price = self._charge(value, self.values[self.partner(at, int(shift))])
            if price is not None:
                groups.setdefault(price, []).append(show(value))
        if len(groups) == 1:
            return next(iter(groups))
        told = [f"{price} where run 1 draws {', '.join(values)}" for price, values in groups.items()]
        return "; ".join(told[:GROUPS] + ["..."] * (len(told) > GROUPS))

    def _charge(self, value: Term, image: Term) -> str | None:
        """ln(mass1(a)/mass2(f(a))); None if the value is never drawn."""
        if isinstance(family_of(self.distribution), Even):
            return "epsilon 0"
        mine, other = [mass_of(self.distribution, one, Known()) for one in (value, image)]
        if constant(mine) == 0:
            return None
        if constant(other) == 0:
            return "more than any epsilon"
        ratio = quotient(mine, other)
        if mine == other or constant(ratio) == 1:
            return "epsilon 0"
        found = Closed().number(charge := Apply("ln", (ratio,), REAL))
        return f"epsilon {show(charge, lambda name: name.name) if found is None else found}"

    @property
    def has_names(self) -> bool:
        return substitute_distribution(self.distribution, _for_the_picture) != self.distribution

    def masses(self) -> list[float]:
        drawn = substitute_distribution(self.distribution, _for_the_picture)
        found = [Closed().number(mass_of(drawn, value, Known())) for value in self.values]
        known = [-1.0 if mass is None else approximate(mass) for mass in found]
        return known if all([0 <= mass <= 1 for mass in known]) else [1 / len(known)] * len(known)


def turned(sample: core.Sample) -> Turned | None:
    """A sampling as one that can be drawn so: of values that are constants, no two of them equal."""
    try:
        values = values_of(substitute_distribution(sample.distribution, _for_the_picture), Known())
    except Unpriced:
        return None
    known = [constant(value) for value in values]
    if None in known or len(set(map(repr, known))) < len(known) or not 1 < len(known) <= MOST:
        return None
    return Turned(sample.target, sample.distribution, sample.span, tuple(values))


def _for_the_picture(name: Variable | Logical | Ghost) -> Term | None:
    if isinstance(name, Ghost):
        return None
    return number(3) if name.type == INT else number(Fraction(1, 3)) if name.type == REAL else None


# ---- the picture -----------------------------------------------------------------------------


def as_svg(said: str, draw: Turned, shift: int) -> str:
    """Bars of both runs, and lines from a value of run 1 to its partner in run 2."""
    name, note = draw.name(shift), f"This costs {draw.price(Fraction(shift))}."
    notes = [note, "Drawn with every int that has a name at 3, and every real at 1/3."][: 1 + draw.has_names]
    whole = below(below(heading(name, said), _bars(draw, shift), 10.0), remarks(notes), 8.0)
    return page(f"{said}: {name}", " ".join(notes), whole)


def _bars(draw: Turned, shift: int) -> Piece:
    masses, floor = draw.masses(), TALL + BETWEEN
    most, slot = max(masses), (WIDE - START) / len(masses)
    lines = [words_at(0, 12, "run 1", LABEL, LINE), words_at(0, floor + TALL - 4, "run 2", LABEL, CLAIM)]
    for at, (value, mass) in enumerate(zip(draw.values, masses, strict=True)):
        middle, there = [START + (place + 0.5) * slot for place in (at, draw.partner(at, shift))]
        high, broad, name = TALL * mass / most, min(60.0, 0.6 * slot), fitted(show(value), slot, LABEL)
        lines += [
            element("rect", x=middle - broad / 2, y=TALL - high, width=broad, height=high, fill=LINE),
            element("rect", x=middle - broad / 2, y=floor, width=broad, height=high, fill=CLAIM),
            words_at(middle, TALL + 13, name, LABEL, INK, text_anchor="middle"),
            words_at(middle, floor - 5, name, LABEL, INK, text_anchor="middle"),
            element("path", d=path([(middle, TALL + 18), (there, floor - 18)]), stroke=GREY, fill="none"),
        ]
    lines += [element("path", d=path([(0, y), (WIDE, y)]), stroke=RULE, fill="none") for y in (TALL, floor)]
    return Piece(WIDE, floor + TALL, tuple(lines))
