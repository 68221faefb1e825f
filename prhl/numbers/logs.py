"""Rationals and rational multiples of integer powers of logarithms: c * (n2 ln 2 + n3 ln 3 + ...)^e.

That is what budgets such as eps = ln(3), scales such as 2/eps and exponents such as k*eps/4 are made of. The
logarithms of different primes are linearly independent over the rationals (unique factorisation), so sums of
them are equal only if their coefficients are; and a power of the logarithm of a rational other than 1
is never rational (Lindemann). What leaves this form raises Inexact: it is never rounded.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt

from flint import arb

from prhl.numbers import balls

LARGEST_FACTOR = 100_000


class Inexact(ArithmeticError):
    """The result is not of the form that is computed with exactly here."""


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """c * form^power; the form has coprime integer coefficients, the first positive; c and power are not 0."""

    c: Fraction
    form: tuple[tuple[int, int], ...]
    power: int = 1

    def __add__(self, other: "Number") -> "Number":
        if other == 0:
            return self
        if isinstance(other, Log):
            if (self.form, self.power) == (other.form, other.power):
                return _log(self.c + other.c, self.form, self.power)
            if self.power == other.power == 1:
                terms: dict[int, Fraction] = {}
                for part in (self, other):
                    for prime, n in part.form:
                        terms[prime] = terms.get(prime, Fraction(0)) + part.c * n
                return of_primes(terms)
        raise Inexact(f"{self} + {other}")

    __radd__ = __add__

    def __neg__(self) -> "Log":
        return Log(-self.c, self.form, self.power)

    def __sub__(self, other: "Number") -> "Number":
        return self + -other

    def __rsub__(self, other: "Number") -> "Number":
        return -self + other

    def __mul__(self, other: "Number") -> "Number":
        if not isinstance(other, Log):
            return _log(self.c * other, self.form, self.power)
        if self.form == other.form:
            return _log(self.c * other.c, self.form, self.power + other.power)
        raise Inexact(f"{self} * {other}")

    __rmul__ = __mul__

    def __truediv__(self, other: "Number") -> "Number":
        if isinstance(other, Log):
            return self * Log(1 / other.c, other.form, -other.power)
        return _log(self.c / Fraction(other), self.form, self.power)

    def __rtruediv__(self, other: "Number") -> "Number":
        return Log(1 / self.c, self.form, -self.power) * other

    def __pow__(self, exponent: int) -> "Number":
        return _log(self.c**exponent, self.form, self.power * exponent)

    def __abs__(self) -> "Log":
        return self if sign(self) > 0 else -self

    def __floordiv__(self, other: int) -> int:
        """Only `// 1`, which is floor; there is an integer just below every irrational number."""
        low, _ = balls.bracket(self.enclosure, 30)
        floor = low // 1
        if other != 1 or not floor < self < floor + 1:
            raise Inexact(f"floor({self})")
        return floor

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Log):
            if self.form == other.form and self.power == other.power:
                return self.c == other.c
            if self.power == other.power == 1:
                return False
            return sign(self - other) == 0
        return False if isinstance(other, int | Fraction) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.c, self.form, self.power))

    def __lt__(self, other: "Number") -> bool:
        return sign(_difference(self, other)) < 0

    def __le__(self, other: "Number") -> bool:
        return sign(_difference(self, other)) <= 0

    def __gt__(self, other: "Number") -> bool:
        return sign(_difference(self, other)) > 0

    def __ge__(self, other: "Number") -> bool:
        return sign(_difference(self, other)) >= 0

    def enclosure(self) -> arb:
        total = balls.rational(0)
        for prime, n in self.form:
            total += n * balls.ln_of(prime)
        return balls.rational(self.c) * total**self.power

    def __str__(self) -> str:
        """As a user would write it: c*ln(r)^e."""
        inside, c = Fraction(1), self.c
        for prime, n in self.form:
            inside *= Fraction(prime) ** n
        if inside < 1:  # ln(1/r) is -ln(r)
            inside, c = 1 / inside, c * (-1) ** self.power
        size = abs(self.power)
        logarithm = f"ln({inside})" + (f"^{size}" if size != 1 else "")
        if self.power < 0:
            above = str(c.numerator)
            return f"{above}/{logarithm}" if c.denominator == 1 else f"{above}/({c.denominator}*{logarithm})"
        above = "" if c.numerator == 1 else "-" if c.numerator == -1 else f"{c.numerator}*"
        return f"{above}{logarithm}" + ("" if c.denominator == 1 else f"/{c.denominator}")


Number = int | Fraction | Log


@dataclass(frozen=True, slots=True)
class _Difference:
    """left - right, where the difference itself leaves the form but its sign is wanted."""

    left: Number
    right: Number


def _difference(left: Number, right: Number) -> "Number | _Difference":
    try:
        return left - right
    except Inexact:
        return _Difference(left, right)


def _enclosed(value: Number) -> arb:
    return value.enclosure() if isinstance(value, Log) else balls.rational(value)


def sign(value: "Number | _Difference") -> int:
    """-1, 0 or 1. Zero is decided symbolically; if the order cannot be separated, Inexact."""
    if isinstance(value, int | Fraction):
        return (value > 0) - (value < 0)
    if isinstance(value, Log):
        found = balls.sign_of(value.enclosure)
    else:
        left, right = value.left, value.right
        found = balls.sign_of(lambda: _enclosed(left) - _enclosed(right))
    if found is None:
        raise Inexact("two numbers that cannot be told apart")
    return found


def _log(c: Fraction, form: tuple[tuple[int, int], ...], power: int) -> Number:
    if c == 0:
        return Fraction(0)
    return c if power == 0 else Log(Fraction(c), form, power)


def of_primes(terms: dict[int, Fraction]) -> Number:
    """The sum of coefficients times logarithms of primes, in normal form."""
    kept = sorted([(p, Fraction(r)) for p, r in terms.items() if r])
    if not kept:
        return Fraction(0)
    scale = 1
    for _, r in kept:
        scale = scale * r.denominator // gcd(scale, r.denominator)
    numbers = [int(r * scale) for _, r in kept]
    content = gcd(*numbers) * (1 if numbers[0] > 0 else -1)
    return Log(Fraction(content, scale), tuple([(p, n // content) for (p, _), n in zip(kept, numbers, strict=True)]))


def divide(left: Number, right: Number) -> Number:
    """left / right, exactly; integers stay integers where they can."""
    if isinstance(left, Log) or isinstance(right, Log):
        return left / right  # type: ignore[return-value]  # one of the two is a Log
    quotient = Fraction(left) / right
    return quotient.numerator if quotient.denominator == 1 else quotient


def is_rational(value: Number) -> bool:
    return not isinstance(value, Log)


def ln(value: Number) -> Number:
    """ln of a positive rational whose primes are small."""
    if isinstance(value, Log):
        raise Inexact(f"ln({value})")
    value = Fraction(value)
    if value <= 0:
        raise ZeroDivisionError("ln of a number that is not positive")
    terms: dict[int, Fraction] = {}
    for number, side in ((value.numerator, 1), (value.denominator, -1)):
        for prime, exponent in _factors(number).items():
            terms[prime] = terms.get(prime, Fraction(0)) + side * exponent
    return of_primes(terms)


def _factors(number: int) -> dict[int, int]:
    """Small factors by trial; a remaining part is taken as prime only if it must be one."""
    found: dict[int, int] = {}
    divisor = 2
    while divisor <= LARGEST_FACTOR and divisor * divisor <= number:
        while number % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            number //= divisor
        divisor += 1 if divisor == 2 else 2
    if number > 1:
        if number > LARGEST_FACTOR**2:
            raise Inexact("the logarithm of a number with a large factor")
        found[number] = found.get(number, 0) + 1
    return found


def exp(value: Number) -> Fraction:
    """exp, where that is rational: of 0, and of integer combinations of logarithms."""
    if value == 0:
        return Fraction(1)
    if isinstance(value, Log) and value.power == 1:
        result = Fraction(1)
        for prime, n in value.form:
            exponent = value.c * n
            if exponent.denominator != 1 or abs(exponent) > 1_000_000:
                raise Inexact(f"exp({value})")
            result *= Fraction(prime) ** int(exponent)
        return result
    raise Inexact(f"exp({value})")


def sqrt(value: Number) -> Fraction:
    """sqrt, where that is rational."""
    if isinstance(value, Log):
        raise Inexact(f"sqrt({value})")
    value = Fraction(value)
    if value < 0:
        raise ZeroDivisionError("sqrt of a negative number")
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    if above * above != value.numerator or below * below != value.denominator:
        raise Inexact(f"sqrt({value})")
    return Fraction(above, below)
