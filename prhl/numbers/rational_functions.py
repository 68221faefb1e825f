"""Rational functions of q = exp(-eps^d/n), for an eps that is left open: where they are positive.

The sign of over/under is that of over, or the opposite: a denominator has one sign at every eps that is allowed, since
a mass is finite there; if that cannot be seen, it is Inexact.
"""

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction

from flint import fmpq, fmpz, fmpz_poly

from prhl.numbers.logs import Exact
from prhl.numbers.magnitude import Inexact
from prhl.numbers.quotients import Basis, Quotient, lifted, sign_of, span, univariate
from prhl.numbers.roots import constant_sign
from prhl.numbers.stretches import Open, Stretch, stretches
from prhl.records import dataclass


@dataclass(frozen=True)
class Frame:
    """What some numbers are functions of; without a basis they are rational."""

    of: Open
    basis: Basis | None
    known: dict[int, tuple[Exact, fmpz_poly]] = field(default_factory=dict)  # with the number, which must not vanish

    @property
    def degree(self) -> int:
        return 1 if self.basis is None or self.basis.unit is None else self.basis.unit.degree

    @property
    def steps(self) -> int:
        return 1 if self.basis is None else self.basis.steps or 1

    def polynomial(self, value: Exact) -> fmpz_poly:
        """A polynomial in q with the signs of the number."""
        if isinstance(value, int | Fraction):
            return fmpz_poly([value.numerator])
        if id(value) not in self.known:
            assert self.basis is not None
            over = univariate(lifted(value.over, value.basis, self.basis))
            found = over if sign_of(value.under, value.basis) > 0 else -over
            self.known[id(value)] = (value, found)
        return self.known[id(value)][1]

    def at(self, value: Exact, q: Fraction) -> Fraction:
        if isinstance(value, int | Fraction):
            return Fraction(value)
        assert self.basis is not None
        above, below = [
            univariate(lifted(side, value.basis, self.basis))(fmpq(fmpz(q.numerator), fmpz(q.denominator)))
            for side in (value.over, value.under)
        ]
        found = above / below
        return Fraction(int(found.p), int(found.q))

    def always(self, value: Exact) -> int | None:
        """The sign of a number for all 0 < q < 1; None if there are roots."""
        return constant_sign(self.polynomial(value))

    def stretches(self, values: Iterable[Exact]) -> list[Stretch]:
        """What is allowed, rising in eps, cut where one of the numbers is 0."""
        return stretches([self.polynomial(value) for value in values], self.degree, self.steps, self.of)

    def sign(self, value: Exact, stretch: Stretch) -> int:
        """On a stretch that was cut for it."""
        return stretch.sign(self.polynomial(value))


def frame(values: Iterable[Exact], of: Open) -> Frame:
    """In which all of these can be compared; Inexact if they are not functions of one q."""
    found = span([value for value in values if isinstance(value, Quotient)])
    if found is not None and found.steps and (found.unit is None or found.unit.of != of):
        raise Inexact(f"numbers that do not depend on {of.name} alone")
    return Frame(of, found)
