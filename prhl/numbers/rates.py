"""Rates exp(a) * product of p^r: what geometric masses are multiplied by from one integer to the next.

Densities of continuous noise fall at such rates too: there they are raised to rational powers, and integrated, which
brings in their logarithms.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from prhl.numbers.logs import Exact, ln, sign
from prhl.numbers.magnitude import Inexact
from prhl.numbers.opened import Power
from prhl.numbers.quotients import Constant, Quotient, exponential, logarithm, named, root
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """exp(a), or exp(a * unit), times the powers of primes; both are as simple to compare as their exponents.

    The unit is None if a is 0.
    """

    a: Fraction
    roots: tuple[tuple[int, Fraction], ...]
    unit: Power | None = None
    bases: tuple[tuple[Constant, int], ...] = ()  # other exponentials, in whole powers

    def __mul__(self, other: "Rate") -> "Rate":
        if self is ONE or other is ONE:
            return other if self is ONE else self
        if self.a and other.a and self.unit != other.unit:
            raise Inexact("rates with different powers of a parameter")
        powers = dict(self.roots)
        for p, r in other.roots:
            powers[p] = powers.get(p, Fraction(0)) + r
        a = self.a + other.a
        unit = (self.unit or other.unit) if a else None
        bases = dict(self.bases)
        for base, e in other.bases:
            bases[base] = bases.get(base, 0) + e
        kept = tuple(sorted([(base, e) for base, e in bases.items() if e], key=lambda item: item[0].name))
        return Rate(a, tuple(sorted([(p, r) for p, r in powers.items() if r])), unit, kept)

    def inverse(self) -> "Rate":
        bases = tuple([(base, -e) for base, e in self.bases])
        return Rate(-self.a, tuple([(p, -r) for p, r in self.roots]), self.unit, bases)

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process, too, there is one ONE."""
        return (_rate, (self.a, self.roots, self.unit, self.bases))

    def is_one(self) -> bool:
        return not self.a and not self.roots and not self.bases

    def power(self, n: int | Fraction) -> Exact:
        return _power(self, n)

    def at(self, t: int | Fraction) -> Exact:
        """The value at t of what is multiplied by it from one integer to the next, from 1 at 0 on."""
        return _power(self, t)

    def root(self, c: Fraction) -> "Rate":
        """This rate to the power of 1/c."""
        bases = tuple([(base, _whole(e / c)) for base, e in self.bases])
        return Rate(self.a / c, tuple([(p, r / c) for p, r in self.roots]), self.unit, bases)

    @property
    def logarithm(self) -> Exact:
        return _logarithm(self)

    def sign(self) -> int:
        """-1 if it is below 1, 1 if it is above."""
        return sign(self.power(1) - 1)


ONE = Rate(Fraction(0), ())


def _rate(
    a: Fraction, roots: tuple[tuple[int, Fraction], ...], unit: Power | None, bases: tuple[tuple[Constant, int], ...]
) -> Rate:
    found = Rate(a, roots, unit, bases)
    return ONE if found.is_one() else found


@lru_cache(maxsize=16_384)
def _power(rate: Rate, n: int | Fraction) -> Exact:
    result: Any = exponential(rate.a * n, rate.unit)
    for p, r in rate.roots:
        result = result * root(p, r * n)
    for base, e in rate.bases:
        result = result * named(base) ** _whole(e * Fraction(n))
    return result  # type: ignore[no-any-return]


def _whole(e: Fraction) -> int:
    if e.denominator != 1:
        raise Inexact("a broken power of an exponential")
    return e.numerator


@lru_cache(maxsize=4096)
def _logarithm(rate: Rate) -> Exact:
    if rate.unit is not None:
        raise Inexact("the logarithm of a rate that depends on a parameter")
    total: Any = rate.a
    for p, r in rate.roots:
        total = total + logarithm(p) * r
    for base, e in rate.bases:
        total = total + base.exponent * e
    return total  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def rate_of(value: Exact) -> Rate:
    """The rate that a positive number is; Inexact if it is of another form."""
    if isinstance(value, Quotient):
        parts = value.monomial()
        bases: tuple[tuple[Constant, int], ...] = ()
        if parts is None:
            powers = value.powers()
            if powers is None:
                raise Inexact(f"{value} is no product of powers")
            parts, bases = powers[0], tuple(sorted(powers[1].items(), key=lambda item: item[0].name))
        factor = rate_of(parts.c)
        return factor * Rate(parts.a, tuple(sorted(parts.roots.items())), parts.unit if parts.a else None, bases)
    found = ln(value)
    form, c = getattr(found, "form", None), getattr(found, "c", Fraction(0))
    if form is None:
        if found == 0:
            return ONE
        raise Inexact(f"{value} has a large factor")
    return Rate(Fraction(0), tuple([(p, c * n) for p, n in form]))
