"""What the discrete distributions need to tell their masses: values, and the two ways in which they cannot."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from prhl.diagnostics import NotComputed
from prhl.numbers import Inexact, Number, tails
from prhl.numbers.magnitude import length
from prhl.numbers.upward import computed
from prhl.records import dataclass

Value = Any
"""A value of a program: bool, a number, a bit string as a text of 0 and 1, lists and tuples as Python tuples."""


@dataclass(frozen=True, slots=True)
class Masses:
    """Outcomes with positive weights, and the total of which these are shares.

    The weights add up to the total, except in a window on infinite support, where they add up to less.
    """

    pairs: list[tuple[Value, Number]]
    total: Number
    window: bool = False


MOST_BITS = 50_000_000  # of all weights in a table
BITS_EACH = 500  # what one counts for that is not rational


class NotEnumerable(NotComputed):
    """The distribution exists, but its masses cannot be listed here."""


class Boundless(NotEnumerable):
    """Infinitely many outcomes, or very many: they have a closed form, or are seen through a window."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A distribution at its values, inside `Truncate` or `Clamp`."""

    family: "Finite"
    values: tuple[Value, ...]


class Finite(Protocol):
    """A family that lists its masses; at most `limit` of them, else it is Boundless."""

    @property
    def name(self) -> str: ...

    def masses(self, values: Sequence[Value], limit: int) -> Masses: ...


@runtime_checkable
class OnIntegers(Protocol):
    """A family on the integers by weights that need not add up to 1; its support may be infinite."""

    @property
    def name(self) -> str: ...

    def masses(self, values: Sequence[Value], limit: int) -> Masses: ...

    def weight(self, values: Sequence[Value], at: int) -> Number: ...

    def whole(self, values: Sequence[Value]) -> Number:
        """What all weights add up to."""
        ...

    def up_to(self, values: Sequence[Value], bound: int) -> Number:
        """What the weights of the integers up to a bound add up to."""
        ...

    def window(self, values: Sequence[Value], bits: int) -> tuple[int, int]:
        """First and last integer of a range outside of which there is mass of less than 2^-bits."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """On the integers low..high (None is infinite) the weight of t is c * ratio^t."""

    low: int | None
    high: int | None
    c: Number
    ratio: Number


@runtime_checkable
class Geometrical(OnIntegers, Protocol):
    """A family whose weights are geometric on finitely many ranges."""

    def pieces(self, values: Sequence[Value]) -> tuple[Piece, ...]: ...


MOST = 10_000  # terms of a sum that has no formula
LARGE = 10**24  # what is larger is not written out


def within_limit(size: int, limit: int, what: str) -> None:
    if size > limit:
        many = f"{size:,}" if size <= LARGE else f"more than {LARGE:,}"
        raise Boundless(f"{what} has {many} values; at most {limit:,} are enumerated")


def merged(pairs: Iterable[tuple[Value, Number]], total: Number = 1) -> Masses:
    """Equal values added up, zeros left out."""
    found: dict[Value, Number] = {}
    for value, weight in pairs:
        if weight != 0:
            found[value] = found[value] + weight if value in found else weight
    return Masses(list(found.items()), total)


def listed(family: OnIntegers, values: Sequence[Value], low: int, high: int, limit: int) -> list[tuple[int, Number]]:
    """All of them; Inexact if they are too long to be listed."""
    within_limit(high - low + 1, limit, f"the range of {family.name}")
    found: list[tuple[int, Number]] = []
    bits = 0
    for x in range(low, high + 1):
        weight = family.weight(values, x)
        bits += length(weight) if isinstance(weight, int | Fraction) else BITS_EACH
        if bits > MOST_BITS:
            raise Inexact(f"a table of the masses of {family.name} on {low}..{high}")
        found.append((x, weight))
    return found


def windowed(family: OnIntegers, values: Sequence[Value], bits: int, limit: int) -> Masses:
    """The masses in a window."""
    low, high = family.window(values, bits)
    found = merged(listed(family, values, low, high, limit), family.whole(values))
    return Masses(found.pairs, found.total, window=True)


def mass_beyond(
    family: OnIntegers, values: Sequence[Number | None], end: Number, upper: bool, strict: bool
) -> Fraction | None:
    """At least the mass beyond an end, which belongs to it unless `strict`; None where a number is not known."""
    first = tails.first(end if upper else -end, strict)
    if first is None or any([value is None for value in values]):
        return None
    below = family.up_to(values, first - 1 if upper else -first)
    return computed([below, family.whole(values)], lambda part, whole: 1 - part / whole if upper else part / whole)


def restricted(inner: Inner, low: Number, high: Number, limit: int, clamp: bool) -> Masses:
    """The masses of `inner` on low..high: conditioned on it, or with the mass outside moved to the ends."""
    family, values = inner.family, inner.values
    if not isinstance(family, OnIntegers):
        return _of_list(family.masses(values, limit), low, high, clamp)
    first, last = -(-low // 1), high // 1
    if not clamp:
        pairs = listed(family, values, first, last, limit)
        return merged(pairs, added([weight for _, weight in pairs]))
    whole = family.whole(values)
    if first >= last:
        return Masses([(first, whole)], whole)
    ends = [(first, family.up_to(values, first)), (last, whole - family.up_to(values, last - 1))]
    return merged(ends + listed(family, values, first + 1, last - 1, limit), whole)


def _of_list(masses: Masses, low: Number, high: Number, clamp: bool) -> Masses:
    if clamp:
        return merged([(low if x < low else high if x > high else x, m) for x, m in masses.pairs], masses.total)
    kept = [(x, m) for x, m in masses.pairs if low <= x <= high]
    return merged(kept, added([m for _, m in kept]))


def added(weights: list[Number]) -> Number:
    total: Number = 0
    for weight in weights:
        total = total + weight
    return total


def restricted_pieces(
    family: Geometrical, values: Sequence[Value], low: int, high: int, clamp: bool
) -> tuple[tuple[Piece, ...], Number]:
    """The same by pieces, and what they add up to."""
    kept = []
    for piece in family.pieces(values):
        first = low if piece.low is None else max(low, piece.low)
        last = high if piece.high is None else min(high, piece.high)
        if first <= last:
            kept.append(Piece(first, last, piece.c, piece.ratio))
    inside = family.up_to(values, high) - family.up_to(values, low - 1)
    if not clamp:
        return tuple(kept), inside
    ends = (family.up_to(values, low - 1), family.whole(values) - family.up_to(values, high))
    return (*kept, Piece(low, low, ends[0], 1), Piece(high, high, ends[1], 1)), family.whole(values)
