"""Sequences that are no powers: the coefficients of z^j/f(z)^m, for a polynomial f without rational roots of use.

The number of tosses until two heads come in a row has the generating function z^2/(4 - 2z - z^2), whose poles are no
rationals, and one of them is negative. Over the rationals it is still a sum of such fractions, in one way only: j is
less than the degree of f, and f is irreducible. So sums are compared by their coefficients, and masses that are
proportional are seen to be.

A sequence follows the recurrence of f^m: with d_0, ..., d_K the coefficients of that, the sum of d_k s(t - k) is 0 for
every integer t, so that K values tell all others, on both sides. What is moved, or summed up, follows the same
recurrence, and is a sum of these sequences again.

Pitfall.  It stands where a `Rate` does, and s(t + 1) is no multiple of s(t): there are no powers of it, no products and
no inverses, and whoever asks for one is told that there is none (Inexact).
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpq, fmpq_poly, fmpz_poly

from prhl.numbers.magnitude import Inexact
from prhl.numbers.rates import Rate

Parts = list[tuple["Recurrent", Fraction]]
"""A sum of multiples of sequences."""


def _refuse(*_: object) -> NoReturn:
    raise Inexact("the power of a count whose masses follow a recurrence")


class Recurrent(Rate):
    """The coefficients of z^j/f^m, f by its integer coefficients from the lowest on, with f(0) != 0. All roots of f lie
    outside the unit circle, so that they vanish."""

    __slots__ = ("after", "before", "factor", "j", "law", "m")
    factor: tuple[int, ...]
    m: int
    j: int
    law: list[Fraction]  # the coefficients of f^m
    after: list[Fraction]  # values from 0 on, as far as they are known,
    before: list[Fraction]  # and from -1 down

    def __init__(self, factor: tuple[int, ...], m: int, j: int) -> None:
        law = [Fraction(int(c)) for c in (fmpz_poly(list(factor)) ** m).coeffs()]
        after = series([Fraction(0)] * j + [Fraction(1)], law, len(law) - 1)
        given = {"factor": factor, "m": m, "j": j, "law": law, "after": after, "before": []}
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recurrent) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Recurrent{self.key}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Recurrent, self.key

    @property
    def key(self) -> tuple[tuple[int, ...], int, int]:
        return self.factor, self.m, self.j

    a: Any = property(_refuse)
    roots: Any = property(_refuse)
    unit: Any = property(_refuse)
    bases: Any = property(_refuse)
    logarithm: Any = property(_refuse)
    power: Callable[..., NoReturn] = _refuse
    root: Callable[..., NoReturn] = _refuse
    inverse: Callable[..., NoReturn] = _refuse

    def __mul__(self, other: Rate) -> Rate:
        return self if not isinstance(other, Recurrent) and other.is_one() else _refuse()

    def is_one(self) -> bool:
        return False

    def sign(self) -> int:
        """It vanishes, as powers below 1 do."""
        return -1

    def at(self, t: int | Fraction) -> Fraction:
        """The value at an integer, by the recurrence."""
        if t.denominator != 1:
            _refuse()
        law, at = self.law, int(t)
        order = len(law) - 1
        while at >= len(self.after):
            last = self.after[: -order - 1 : -1]  # the newest first
            self.after.append(-sum([d * s for d, s in zip(law[1:], last, strict=True)], Fraction(0)) / law[0])
        while -at > len(self.before):
            n = -len(self.before) - 1
            later = [self.at(n + order - k) for k in range(order)]
            self.before.append(-sum([d * s for d, s in zip(law, later, strict=False)], Fraction(0)) / law[order])
        return self.after[at] if at >= 0 else self.before[-at - 1]

    def moved(self, by: int) -> Parts:
        """At t what was at t - by."""
        return self.following([self.at(t - by) for t in range(len(self.law) - 1)])

    def summed(self) -> Parts:
        """G with G(t) - G(t - 1) = s(t), which vanishes: minus the sum of all that come after t."""
        rest = -1 / sum(self.law, Fraction(0))  # minus all of them, from 0 on
        values = []
        for t in range(len(self.law) - 1):
            rest += self.at(t)
            values.append(rest)
        return self.following(values)

    def following(self, values: Sequence[Fraction]) -> Parts:
        """The sequence with these first values and the same recurrence."""
        law = fmpq_poly([_fmpq(d) for d in self.law])
        above = (fmpq_poly([_fmpq(s) for s in values]) * law).coeffs()[: len(values)]
        return fractions(fmpq_poly(above), self.factor, self.m)


def fractions(above: fmpq_poly, factor: tuple[int, ...], m: int) -> Parts:
    """above/f^m as a sum of z^j/f^k, for a numerator of lower degree."""
    found: Parts = []
    f = fmpq_poly(list(factor))
    for k in range(m, 0, -1):
        above, digit = divmod(above, f)
        found += [(Recurrent(factor, k, j), _fraction(c)) for j, c in enumerate(digit.coeffs()) if c != 0]
    return found


def partial_fractions(
    above: Iterable[Fraction], under: Iterable[Fraction]
) -> tuple[int, list[tuple[tuple[int, ...], int, fmpq_poly]]]:
    """How many first coefficients of a quotient follow no recurrence; and for the others the sum of numerators over
    powers of irreducible polynomials, each as f, m and the numerator."""
    over, below = [fmpq_poly([_fmpq(c) for c in side]) for side in (above, under)]
    whole, rest = divmod(over, below)
    found = []
    for f, m in below.numer().factor()[1]:
        power = fmpq_poly(f) ** m
        _, inverse, _ = (below // power).xgcd(power)
        numerator = rest * inverse % power
        if numerator.degree() >= 0:
            found.append((tuple([int(c) for c in f.coeffs()]), int(m), numerator))
    return whole.degree() + 1, found


def series(above: Sequence[Any], under: Sequence[Any], length: int) -> list[Any]:
    """The first coefficients of a quotient of polynomials."""
    out: list[Any] = []
    for n in range(length):
        rest = above[n] if n < len(above) else Fraction(0)
        for k in range(1, min(n, len(under) - 1) + 1):
            rest = rest - under[k] * out[n - k]
        out.append(rest / under[0])
    return out


def _fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
