"""Rates exp(a) * product of p^r: what geometric masses are multiplied by from one integer to the next."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from prhl.numbers.logs import Exact, ln, sign
from prhl.numbers.quotients import Quotient, exponential, root
from prhl.numbers.reals import Inexact


@dataclass(frozen=True, slots=True)
class Rate:
    """exp(a) times the powers of primes; both are as simple to compare as their exponents."""

    a: Fraction
    roots: tuple[tuple[int, Fraction], ...]

    def __mul__(self, other: "Rate") -> "Rate":
        if self is ONE or other is ONE:
            return other if self is ONE else self
        powers = dict(self.roots)
        for p, r in other.roots:
            powers[p] = powers.get(p, Fraction(0)) + r
        return Rate(self.a + other.a, tuple(sorted([(p, r) for p, r in powers.items() if r])))

    def inverse(self) -> "Rate":
        return Rate(-self.a, tuple([(p, -r) for p, r in self.roots]))

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process, too, there is one ONE."""
        return (_rate, (self.a, self.roots))

    def is_one(self) -> bool:
        return not self.a and not self.roots

    def power(self, n: int) -> Exact:
        return _power(self, n)

    def sign(self) -> int:
        """-1 if it is below 1, 1 if it is above."""
        return sign(self.power(1) - 1)


ONE = Rate(Fraction(0), ())


def _rate(a: Fraction, roots: tuple[tuple[int, Fraction], ...]) -> Rate:
    found = Rate(a, roots)
    return ONE if found.is_one() else found


@lru_cache(maxsize=65536)
def _power(rate: Rate, n: int) -> Exact:
    result: Any = exponential(rate.a * n)
    for p, r in rate.roots:
        result = result * root(p, r * n)
    return result  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def rate_of(value: Exact) -> Rate:
    """The rate that a positive number is; Inexact if it is of another form."""
    if isinstance(value, Quotient):
        parts = value.monomial()
        if parts is None:
            raise Inexact(f"{value} is no product of powers")
        factor = rate_of(parts.c)
        return factor * Rate(parts.a, tuple(sorted(parts.roots.items())))
    logarithm = ln(value)
    form, c = getattr(logarithm, "form", None), getattr(logarithm, "c", Fraction(0))
    if form is None:
        if logarithm == 0:
            return ONE
        raise Inexact(f"{value} has a large factor")
    return Rate(Fraction(0), tuple([(p, c * n) for p, n in form]))
