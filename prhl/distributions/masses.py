"""What the finite distributions need to tell their masses: values, and the two ways in which they cannot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from prhl.numbers import Number

Value = Any
"""A value of a program: bool, a number, a bit string as a text of 0 and 1, lists and tuples as Python tuples."""

Masses = list[tuple[Value, Fraction]]


class NotEnumerable(Exception):
    """The distribution exists, but its masses cannot be listed exactly here."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A distribution at its values, inside `Truncate` or `Clamp`."""

    family: "Finite"
    values: tuple[Value, ...]


class Finite(Protocol):
    """A family that lists its masses, which add up to 1; at most `limit` of them."""

    @property
    def name(self) -> str: ...

    def masses(self, values: Sequence[Value], limit: int) -> Masses: ...


@runtime_checkable
class OnIntegers(Protocol):
    """A family on the integers with exact masses and tails, whatever its support."""

    @property
    def name(self) -> str: ...

    def masses(self, values: Sequence[Value], limit: int) -> Masses: ...

    def mass(self, values: Sequence[Value], at: int) -> Fraction: ...

    def at_most(self, values: Sequence[Value], bound: int) -> Fraction: ...


def fraction(value: Number, what: str) -> Fraction:
    """A probability, which must be rational here."""
    if isinstance(value, int | Fraction):
        return Fraction(value)
    raise NotEnumerable(f"{what} is {value}, which is not rational")


def within_limit(size: int, limit: int, what: str) -> None:
    if size > limit:
        raise NotEnumerable(f"{what} has {size:,} values; at most {limit:,} are enumerated")


def merged(pairs: Iterable[tuple[Value, Fraction]]) -> Masses:
    """Equal values added up, zeros left out."""
    total: dict[Value, Fraction] = {}
    for value, weight in pairs:
        if weight:
            total[value] = total.get(value, Fraction(0)) + weight
    return list(total.items())


def restricted(inner: Inner, low: Number, high: Number, limit: int, clamp: bool) -> Masses:
    """The masses of `inner` on low..high: conditioned on it, or with the mass outside moved to the ends."""
    pairs = _on_integers(inner, low, high, limit, clamp) or _listed(inner, low, high, limit, clamp)
    total = sum([m for _, m in pairs], Fraction(0))
    return merged([(x, m / total) for x, m in pairs]) if total else []


def _on_integers(inner: Inner, low: Number, high: Number, limit: int, clamp: bool) -> Masses | None:
    family, values = inner.family, inner.values
    if not isinstance(family, OnIntegers):
        return None
    first, last = -(-low // 1), high // 1
    within_limit(last - first + 1, limit, f"the range of {family.name}")
    if not clamp:
        return [(x, family.mass(values, x)) for x in range(first, last + 1)]
    if first == last:
        return [(first, Fraction(1))]
    ends = [(first, family.at_most(values, first)), (last, 1 - family.at_most(values, last - 1))]
    return ends + [(x, family.mass(values, x)) for x in range(first + 1, last)]


def _listed(inner: Inner, low: Number, high: Number, limit: int, clamp: bool) -> Masses:
    masses = inner.family.masses(inner.values, limit)
    if clamp:
        return [(low if x < low else high if x > high else x, m) for x, m in masses]
    return [(x, m) for x, m in masses if low <= x <= high]
