"""Numbers that depend on one positive parameter which is left open: c * eps^d, whatever eps is.

A program that runs with its eps left open does not run at a number: each of its values is a function of eps. Those of
the form c * eps^d, with a rational c and an integer d, are kept as such; d is the *degree*. Products add degrees,
quotients subtract them, and sums keep the form where the degrees are equal. exp(c * eps^d) is a power of
q = exp(-eps^d/n); so masses whose exponents all have one degree are rational functions of q (see `quotients`). While
eps goes from 0 to infinity, q goes from 1 to 0, or from 0 to 1 if d is negative.

What is decided.  An equality or an order that is decided here holds at every eps that is allowed; where the answer
depends on eps, it is Inexact. For powers: c * x^d < b * x^e says on which side of one number x^(d - e) lies. For
polynomials in q: their sign is known where there is no root (see `roots`).

Pitfall.  Nothing here has an enclosure: whoever asks for decimals is refused. So nothing is decided at one eps for the
others, neither an order of masses nor a window that is wide enough.
"""

from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpz_poly

from prhl.numbers.magnitude import Inexact
from prhl.numbers.reals import Real
from prhl.numbers.roots import constant_sign
from prhl.numbers.stretches import Open, stretches
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Power:
    """eps^degree, where the degree is not 0: what exponents are multiples of."""

    of: Open
    degree: int

    def text(self, c: Fraction) -> str:
        """c * eps^degree."""
        power = self.of.name + (f"^{abs(self.degree)}" if abs(self.degree) > 1 else "")
        if self.degree < 0:
            return f"{c.numerator}/{power}" if c.denominator == 1 else f"{c.numerator}/({c.denominator}*{power})"
        front = {1: "", -1: "-"}.get(c.numerator, f"{c.numerator}*")
        return f"{front}{power}" + ("" if c.denominator == 1 else f"/{c.denominator}")

    def sign(self, poly: fmpz_poly, steps: int) -> int:
        """Of a polynomial in q = exp(-eps^degree/steps), if it is the same at every eps that is allowed."""
        found = constant_sign(poly)
        if found is not None:
            return found
        signs = {stretch.sign(poly) for stretch in stretches([poly], self.degree, steps, self.of)}
        if len(signs) != 1:
            raise Inexact(f"a comparison that depends on {self.of.name}")
        return signs.pop()


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """c * eps^degree; neither c nor the degree is 0."""

    c: Fraction
    power: Power

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Scaled) and other.power == self.power:
            return scaled(self.c + other.c, self.power.of, self.power.degree)
        return self if isinstance(other, int | Fraction) and other == 0 else Real("add", (self, other))

    __radd__ = __add__

    def __neg__(self) -> "Scaled":
        return Scaled(-self.c, self.power)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        match other:
            case int() | Fraction():
                return scaled(self.c * other, self.power.of, self.power.degree)
            case Scaled(c, power) if power.of == self.power.of:
                return scaled(self.c * c, power.of, self.power.degree + power.degree)
            case _:
                return Real("mul", (self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        match other:
            case int() | Fraction():
                return scaled(self.c / Fraction(other), self.power.of, self.power.degree)
            case Scaled():
                return self * other**-1
            case _:
                return Real("div", (self, other))

    def __rtruediv__(self, other: Any) -> Any:
        return self**-1 * other

    def __pow__(self, exponent: int) -> Any:
        return scaled(self.c**exponent, self.power.of, self.power.degree * exponent)

    def __abs__(self) -> "Scaled":
        return self if self.c > 0 else -self

    def __floordiv__(self, other: int) -> NoReturn:
        raise Inexact(f"floor({self})")

    # ---- order -------------------------------------------------------------------------------

    def signs(self, other: Any) -> set[int]:
        """The signs that self - other takes."""
        from prhl.numbers.logs import Log

        match other:
            case int() | Fraction() | Log():
                c, degree = other, 0
            case Scaled(c, power) if power.of == self.power.of:
                degree = power.degree
            case _:
                raise Inexact(f"{self} beside {other}")
        side, apart = 1 if self.c > 0 else -1, self.power.degree - degree
        if apart == 0:
            return {(self.c > c) - (self.c < c)}
        if c * side <= 0:
            return {side}
        # c*x^d - b*x^e has the sign of c times that of x^(d - e) - b/c
        return {side * found for found in self.power.of.sides(apart, c / self.c)}

    def sign(self) -> int:
        return 1 if self.c > 0 else -1

    def _is(self, other: Any, wanted: set[int]) -> bool:
        found = self.signs(other)
        if not found & wanted:
            return False
        if found <= wanted:
            return True
        raise Inexact(f"a comparison that depends on {self.power.of.name}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str | tuple):
            return NotImplemented
        if isinstance(other, Scaled) and other.power.of != self.power.of:
            return False  # of another run, in a table that both use
        return self._is(other, {0})

    def __hash__(self) -> int:
        return hash((self.c, self.power))

    def __lt__(self, other: Any) -> bool:
        return self._is(other, {-1})

    def __le__(self, other: Any) -> bool:
        return self._is(other, {-1, 0})

    def __gt__(self, other: Any) -> bool:
        return self._is(other, {1})

    def __ge__(self, other: Any) -> bool:
        return self._is(other, {0, 1})

    def enclosure(self) -> NoReturn:
        raise Inexact(f"a number that depends on {self.power.of.name}")

    def __str__(self) -> str:
        return self.power.text(self.c)


def scaled(c: Fraction, of: Open, degree: int) -> Scaled | Fraction:
    """c * eps^degree, a rational where it is one."""
    return Scaled(Fraction(c), Power(of, degree)) if c and degree else Fraction(c)


def left_open(of: Open) -> Scaled:
    """The parameter itself."""
    return Scaled(Fraction(1), Power(of, 1))
