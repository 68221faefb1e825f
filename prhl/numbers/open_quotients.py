"""Quotients of polynomials in open numbers x and in exp(-x/n): what weights are where parameters are left open.

A quotient lives on a region on which its denominator does not vanish: dividing asks for that first. So common factors
may be cancelled, since they vanish nowhere on the region. Logarithms, which is what budgets are, are kept as
s*ln(E) + c with a quotient E > 0 and a rational s: sums, rational multiples and the order of such are quotients and
their order again, and no power of E is written out before it must be.
"""

from fractions import Fraction
from functools import cached_property, reduce
from math import gcd, lcm, prod
from typing import Any

from flint import fmpz, fmpz_mpoly

from prhl.numbers import balls
from prhl.numbers.magnitude import Inexact, power
from prhl.numbers.reals import enclosure
from prhl.numbers.varying import Finer, Region, Varying
from prhl.records import dataclass

MOST_TERMS = 1_000  # of a numerator or denominator
DENSE = 20_000  # terms that a power may have
LARGEST_POWER = 400  # of a quotient
FINEST = 1_000  # parts of x in an exponent
BITS = 64  # of a bound on exp of a number that is not open


@dataclass(frozen=True, eq=False)
class OpenQuotient(Varying):
    """over/under, without common factors; the leading coefficient of `under` is positive."""

    over: fmpz_mpoly
    under: fmpz_mpoly
    region: Region

    def _with(self, other: Any) -> tuple[fmpz_mpoly, fmpz_mpoly] | None:
        match other:
            case int() | Fraction():
                symbols = self.region.symbols
                return symbols.constant(other.numerator), symbols.constant(other.denominator)
            case OpenQuotient():
                return other.over, other.under
            case _:
                return None

    def __add__(self, other: Any) -> Any:
        if (parts := self._with(other)) is None:
            return self.logarithmic() + other
        over, under = parts
        if under == self.under:
            return quotient(self.over + over, under, self.region)
        return quotient(self.over * under + over * self.under, self.under * under, self.region)

    __radd__ = __add__

    def __neg__(self) -> "OpenQuotient":
        return OpenQuotient(-self.over, self.under, self.region)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if (parts := self._with(other)) is None:
            raise Inexact(f"({self})*({other})")
        return quotient(self.over * parts[0], self.under * parts[1], self.region)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if (parts := self._with(other)) is None:
            raise Inexact(f"({self})/({other})")
        if other == 0:
            raise ZeroDivisionError
        return quotient(self.over * parts[1], self.under * parts[0], self.region)

    def __rtruediv__(self, other: Any) -> Any:
        if (parts := self._with(other)) is None:
            raise Inexact(f"({other})/({self})")
        if self == 0:
            raise ZeroDivisionError
        return quotient(self.under * parts[0], self.over * parts[1], self.region)

    def __pow__(self, exponent: int) -> Any:
        if abs(exponent) > LARGEST_POWER:
            raise Inexact(f"a high power of `{self}`")
        if exponent < 0:
            return 1 / self**-exponent
        if max([prod([degree * exponent + 1 for degree in p.degrees()]) for p in (self.over, self.under)]) > DENSE:
            raise Inexact(f"a high power of `{self}`")
        return quotient(self.over**exponent, self.under**exponent, self.region)

    def compared(self, other: Any) -> int:
        if (parts := self._with(other)) is None:
            return self.logarithmic().compared(other)
        over, under = parts
        found = self.region.sign(self.over * under - over * self.under)
        return found and found * self.region.sign(self.under) * self.region.sign(under)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of the form: forms that are different may be equal here and there, and are kept apart by whoever merges."""
        return hash((str(self.over), str(self.under)))

    # ---- exp and ln ------------------------------------------------------------------------------

    def linear(self) -> tuple[Fraction, tuple[Fraction, ...]] | None:
        """c and the a_i if this is c + a_1 x_1 + a_2 x_2 + ..."""
        size = len(self.region.symbols.names)
        if not self.under.is_constant():
            return None
        below = int(self.under.leading_coefficient())
        c, slopes = Fraction(0), [Fraction(0)] * size
        for exponents, coefficient in self.over.to_dict().items():
            at = [n for n, e in enumerate(exponents) if e]
            if not at:
                c = Fraction(int(coefficient), below)
            elif len(at) == 1 and exponents[at[0]] == 1 and at[0] < size:
                slopes[at[0]] = Fraction(int(coefficient), below)
            else:
                return None
        return c, tuple(slopes)

    def exp(self) -> Any:
        if (found := self.linear()) is None or found[0]:
            raise Inexact(f"exp({self})")
        return exponential(found[1], self.region)

    def ln(self) -> "OpenLog":
        if self.sign() <= 0:
            raise ZeroDivisionError
        return OpenLog(self, Fraction(1), Fraction(0))

    def logarithmic(self) -> "OpenLog":
        """c + s a x as s*ln(exp(a x)) + c, with integers a."""
        if (found := self.linear()) is None:
            raise Inexact(f"`{self}` beside a logarithm")
        c, slopes = found
        scale = reduce(common_unit, slopes, Fraction(0)) or Fraction(1)
        return OpenLog(exponential(tuple([slope / scale for slope in slopes]), self.region), scale, c)

    def __str__(self) -> str:
        from prhl.numbers.open_texts import quotient_text

        return quotient_text(self)


def quotient(over: fmpz_mpoly, under: fmpz_mpoly, region: Region) -> "OpenQuotient | Fraction | int":
    """over/under in lowest terms, a rational where it is one; `under` does not vanish on the region."""
    common = over.gcd(under)
    if not common.is_one():
        over, under = over / common, under / common
    if under.leading_coefficient() < 0:
        over, under = -over, -under
    if over.is_constant() and under.is_constant():
        found = Fraction(_constant(over), _constant(under))
        return found.numerator if found.denominator == 1 else found
    if len(over) > MOST_TERMS or len(under) > MOST_TERMS:
        raise Inexact(f"a polynomial of more than {MOST_TERMS:,} terms")
    return OpenQuotient(over, under, region)


def _constant(poly: fmpz_mpoly) -> int:
    return 0 if poly.is_zero() else int(fmpz(poly.leading_coefficient()))


def open_number(at: int, region: Region) -> OpenQuotient:
    """The open number with this index."""
    return OpenQuotient(region.symbols.number(at), region.symbols.constant(1), region)


def exponential(slopes: tuple[Fraction, ...], region: Region) -> Any:
    """exp(a_1 x_1 + a_2 x_2 + ...)."""
    symbols = region.symbols
    over = under = symbols.constant(1)
    for at, slope in enumerate(slopes):
        if not slope:
            continue
        steps = lcm(symbols.steps[at] or 1, slope.denominator)
        if steps > FINEST:
            raise Inexact(f"exp of very small parts of {symbols.names[at]}")
        if steps != symbols.steps[at]:
            raise Finer(symbols.finer(at, steps))
        exponent = int(slope * steps)  # exp(a x) is t^(-a n), with t = exp(-x/n)
        if abs(exponent) > LARGEST_POWER:
            raise Inexact(f"exp of large multiples of {symbols.names[at]}")
        if exponent > 0:
            under *= symbols.exponential(at) ** exponent
        else:
            over *= symbols.exponential(at) ** -exponent
    return quotient(over, under, region)


def common_unit(one: Fraction, other: Fraction) -> Fraction:
    """The largest rational of which both are whole multiples; 0 if both are 0."""
    below = lcm(one.denominator, other.denominator)
    return Fraction(gcd(int(one * below), int(other * below)), below)


@dataclass(frozen=True, eq=False)
class OpenLog(Varying):
    """scale*ln(E) + c, with E > 0 a quotient or a rational, and a scale that is not 0."""

    inside: Any
    scale: Fraction
    c: Fraction

    def __post_init__(self) -> None:
        if isinstance(self.inside, int):  # whose quotients are no fractions
            object.__setattr__(self, "inside", Fraction(self.inside))

    @staticmethod
    def of(value: Any) -> "OpenLog | None":
        """A number of another kind in this form."""
        from prhl.numbers.logs import Log

        match value:
            case OpenLog():
                return value
            case OpenQuotient():
                return value.logarithmic()
            case int() | Fraction():
                return OpenLog(Fraction(1), Fraction(1), Fraction(value))
            case Log(c, form, 1) if c.denominator <= FINEST:
                inside = Fraction(1)
                for prime, n in form:
                    inside *= power(Fraction(prime), n)
                return OpenLog(inside, c, Fraction(0))
            case _:
                return None

    def __add__(self, other: Any) -> "OpenLog":
        if (term := OpenLog.of(other)) is None:
            raise Inexact(f"{self} + {other}")
        if isinstance(term.inside, Fraction) and term.inside == 1:
            return OpenLog(self.inside, self.scale, self.c + term.c)
        if isinstance(self.inside, Fraction) and self.inside == 1:
            return OpenLog(term.inside, term.scale, self.c + term.c)
        scale = common_unit(self.scale, term.scale)
        inside = power(self.inside, int(self.scale / scale)) * power(term.inside, int(term.scale / scale))
        return OpenLog(inside, scale, self.c + term.c)

    __radd__ = __add__

    def __neg__(self) -> "OpenLog":
        return OpenLog(self.inside, -self.scale, -self.c)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Fraction):
            raise Inexact(f"({self})*({other})")
        if other == 0:
            return 0
        return OpenLog(self.inside, self.scale * other, self.c * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, int | Fraction):
            raise Inexact(f"({self})/({other})")
        return self * (1 / Fraction(other))

    def __rtruediv__(self, other: Any) -> Any:
        raise Inexact(f"({other})/({self})")

    def __pow__(self, exponent: int) -> Any:
        if exponent == 1:
            return self
        raise Inexact(f"({self})^{exponent}")

    def compared(self, other: Any) -> int:
        if OpenLog.of(other) is None:
            raise Inexact(f"{self} beside {other}")
        apart = self - other
        inside, c = apart.inside, apart.c
        found = inside.compared(1) if isinstance(inside, OpenQuotient) else (inside > 1) - (inside < 1)
        found = found if apart.scale > 0 else -found
        if c and found and (c > 0) != (found > 0):
            raise Inexact(f"{self} beside {other}")
        return found or (c > 0) - (c < 0)

    def __hash__(self) -> int:
        return hash((self.inside, self.scale, self.c))

    def exp(self) -> Any:
        if self.c:
            raise Inexact(f"exp({self})")
        return Growth(self.inside, self.scale).number

    def ln(self) -> Any:
        raise Inexact(f"ln({self})")

    def __str__(self) -> str:
        from prhl.numbers.open_texts import log_text

        return log_text(self)


@dataclass(frozen=True)
class Growth:
    """exp(epsilon) as E^scale, of a quotient or rational E; without `exact` E^scale is a bound from below."""

    inside: Any
    scale: Fraction = Fraction(1)
    exact: bool = True

    @property
    def number(self) -> Any:
        """As a quotient or rational."""
        if self.scale.denominator == 1:
            return power(self.inside, int(self.scale))
        if isinstance(self.inside, OpenQuotient):
            from prhl.numbers.open_texts import without_exponentials

            slopes, rest = without_exponentials(self.inside)
            if rest == 1:
                return exponential(tuple([slope * self.scale for slope in slopes]), self.inside.region)
        raise Inexact("the root of a quotient")


def growth(epsilon: Any) -> Growth:
    """exp of a budget. What is no logarithm has a bound from below: exp(y) >= 1 + y + y^2/2 + y^3/6 for every real y,
    since the rest of the series is exp(z) y^4/24 for some z."""
    if isinstance(epsilon, OpenQuotient) and epsilon.linear() is None:
        return Growth(1 + epsilon + epsilon**2 / 2 + epsilon**3 / 6, exact=False)
    if (form := OpenLog.of(epsilon)) is None:
        return Growth(_below(lambda: enclosure(epsilon).exp()), exact=False)
    inside, scale, c = (form.inside, form.scale, form.c) if form.scale > 0 else (1 / form.inside, -form.scale, form.c)
    if not c:
        return Growth(inside, scale)
    n, k = scale.numerator, scale.denominator
    return Growth(power(inside, n) * _below(lambda: balls.rational(c * k).exp()), Fraction(1, k), exact=False)


def _below(number: balls.Enclosure) -> Fraction:
    return balls.enclose(number, BITS)[0]
