"""Rationals and rational multiples of integer powers of logarithms: c * (n2 ln 2 + n3 ln 3 + ...)^e.

That is what budgets such as eps = ln(3), scales such as 2/eps and exponents such as k*eps/4 are made of. The
logarithms of different primes are linearly independent over the rationals (unique factorisation), so sums of
them are equal only if their coefficients are; and a power of the logarithm of a rational other than 1
is never rational (Lindemann). exp of them is a `Quotient`, or rational; what leaves these forms becomes a
`Real`, which is never rounded.
"""

from fractions import Fraction
from functools import partial
from math import gcd, isqrt
from typing import Any

from flint import arb

from prhl.numbers import balls, magnitude
from prhl.numbers.digits import digits, plain
from prhl.numbers.magnitude import BITS, Inexact, fitting
from prhl.numbers.opened import Scaled, scaled
from prhl.numbers.quotients import FARTHEST, Constant, Quotient, exponential, named, root
from prhl.numbers.reals import Real, floor_of, separated
from prhl.numbers.varying import Varying
from prhl.records import dataclass

LARGEST_FACTOR = 100_000
LONGEST_INSIDE = 20_000  # bits of a rational whose logarithm is written as one
LARGEST_EXPONENT = 10_000  # of an exponential that is a generator
LARGEST_POWER = 1_000_000  # of e; powers of primes have their length as a bound


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """c * form^power; the form has coprime integer coefficients, the first positive; c and power are not 0."""

    c: Fraction
    form: tuple[tuple[int, int], ...]
    power: int = 1

    def __add__(self, other: "Number") -> "Number":
        if isinstance(other, Varying):
            return NotImplemented
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
        return Real("add", (self, other))

    __radd__ = __add__

    def __neg__(self) -> "Log":
        return Log(-self.c, self.form, self.power)

    def __sub__(self, other: "Number") -> "Number":
        return self + -other

    def __rsub__(self, other: "Number") -> "Number":
        return -self + other

    def __mul__(self, other: "Number") -> "Number":
        if isinstance(other, Varying):
            return NotImplemented
        if isinstance(other, int | Fraction):
            return _log(self.c * other, self.form, self.power)
        if isinstance(other, Log) and self.form == other.form:
            return _log(self.c * other.c, self.form, self.power + other.power)
        return Real("mul", (self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: "Number") -> "Number":
        if isinstance(other, Varying):
            return NotImplemented
        if isinstance(other, Log):
            return self * Log(1 / other.c, other.form, -other.power)
        if isinstance(other, int | Fraction):
            return _log(self.c / Fraction(other), self.form, self.power)
        if other == 0:
            raise ZeroDivisionError
        return Real("div", (self, other))

    def __rtruediv__(self, other: "Number") -> "Number":
        return Log(1 / self.c, self.form, -self.power) * other

    def __pow__(self, exponent: int) -> "Number":
        return _log(magnitude.power(self.c, exponent), self.form, self.power * exponent)

    def __abs__(self) -> "Log":
        return self if sign(self) > 0 else -self

    def __floordiv__(self, other: int) -> int:
        """Only `// 1`, which is floor."""
        if other != 1:
            raise Inexact(f"{self} div {other}")
        return floor_of(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Log):
            if self.form == other.form and self.power == other.power:
                return self.c == other.c
            if self.power == other.power == 1:
                return False
            return separated(self, other) == 0
        if isinstance(other, Quotient):
            return separated(self, other) == 0
        return False if isinstance(other, int | Fraction) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.c, self.form, self.power))

    def compare(self, other: "Number") -> int:
        """The sign of self - other."""
        return 0 if isinstance(other, Log) and self == other else separated(self, other)

    def __lt__(self, other: "Number") -> bool:
        return NotImplemented if isinstance(other, Varying) else self.compare(other) < 0

    def __le__(self, other: "Number") -> bool:
        return NotImplemented if isinstance(other, Varying) else self.compare(other) <= 0

    def __gt__(self, other: "Number") -> bool:
        return NotImplemented if isinstance(other, Varying) else self.compare(other) > 0

    def __ge__(self, other: "Number") -> bool:
        return NotImplemented if isinstance(other, Varying) else self.compare(other) >= 0

    def enclosure(self) -> arb:
        total = balls.rational(0)
        for prime, n in self.form:
            total += n * balls.ln_of(prime)
        return balls.rational(self.c) * total**self.power

    def __str__(self) -> str:
        """As a user would write it: c*ln(r)^e."""
        inside, c = self.inside()
        if inside is None:
            logarithm = f"({' + '.join([f'{digits(n)}*ln({prime})' for prime, n in self.form])})"
        else:
            logarithm = f"ln({plain(inside)})"
        size = abs(self.power)
        logarithm += f"^{size}" if size != 1 else ""
        above, below = digits(c.numerator), digits(c.denominator)
        if self.power < 0:
            return f"{above}/{logarithm}" if c.denominator == 1 else f"{above}/({below}*{logarithm})"
        above = "" if c.numerator == 1 else "-" if c.numerator == -1 else f"{above}*"
        return f"{above}{logarithm}" + ("" if c.denominator == 1 else f"/{below}")

    def inside(self) -> tuple[Fraction | None, Fraction]:
        """The rational whose logarithm this is a multiple of, None if it is long, and what stands before it."""
        if sum([abs(n) * prime.bit_length() for prime, n in self.form]) > LONGEST_INSIDE:
            return None, self.c
        inside = Fraction(1)
        for prime, n in self.form:
            inside *= Fraction(prime) ** n
        if inside < 1:  # ln(1/r) is -ln(r)
            return 1 / inside, self.c * (-1) ** self.power
        return inside, self.c


Exact = int | Fraction | Quotient
"""What probabilities are, where they are known exactly."""

Number = int | Fraction | Log | Quotient | Real | Scaled


def sign(value: Number) -> int:
    """-1, 0 or 1. Zero is decided symbolically; if the order cannot be separated, Inexact."""
    if isinstance(value, int | Fraction):
        return (value > 0) - (value < 0)
    if isinstance(value, Quotient | Scaled | Varying):
        return value.sign()
    return separated(value, 0)


def _log(c: Fraction, form: tuple[tuple[int, int], ...], power: int) -> Number:
    if c == 0:
        return Fraction(0)
    if abs(power) > LARGEST_POWER:
        raise Inexact("a very high power of a logarithm")
    return c if power == 0 else Log(fitting(Fraction(c)), form, power)


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
    if not isinstance(left, int | Fraction) or not isinstance(right, int | Fraction):
        return left / right  # type: ignore[return-value]  # no floats here
    quotient: Fraction = fitting(Fraction(left) / right)
    return quotient.numerator if quotient.denominator == 1 else quotient


def over(above: Exact, below: Exact) -> Fraction | Quotient:
    """A probability: a weight over a total."""
    if isinstance(above, int) and isinstance(below, int):
        return Fraction(above, below)
    if type(below) is int and below == 1:
        return above  # type: ignore[return-value]  # no integer: the same object, of which something may be known
    return above / below  # type: ignore[return-value]  # a field


def ln(value: Number) -> Number:
    """ln of a positive number; of a product of powers a sum of logarithms."""
    if isinstance(value, Varying):
        return value.ln()  # type: ignore[no-any-return]  # a number
    if sign(value) <= 0:
        raise ZeroDivisionError("ln of a number that is not positive")
    if isinstance(value, Quotient) and (parts := value.monomial()) is not None:
        linear = parts.a if parts.unit is None else scaled(parts.a, parts.unit.of, parts.unit.degree)
        return ln(parts.c) + of_primes(dict(parts.roots)) + linear
    if isinstance(value, Quotient) and (found := value.powers()) is not None:
        parts, constants = found
        total: Number = ln(parts.c) + of_primes(dict(parts.roots)) + parts.a
        for constant, e in constants.items():
            total = total + constant.exponent * e
        return total
    if not isinstance(value, int | Fraction):
        return Real("ln", (value,))
    value = Fraction(value)
    terms: dict[int, Fraction] = {}
    for number, side in ((value.numerator, 1), (value.denominator, -1)):
        factors = _factors(number)
        if factors is None:
            return Real("ln", (value,))
        for prime, exponent in factors.items():
            terms[prime] = terms.get(prime, Fraction(0)) + side * exponent
    return of_primes(terms)


def _factors(number: int) -> dict[int, int] | None:
    """Small factors by trial; a remaining part is taken as prime only if it must be one, else None."""
    found: dict[int, int] = {}
    divisor = 2
    while divisor <= LARGEST_FACTOR and divisor * divisor <= number:
        while number % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            number //= divisor
        divisor += 1 if divisor == 2 else 2
    if number > 1:
        if number > LARGEST_FACTOR**2:
            return None
        found[number] = found.get(number, 0) + 1
    return found


def exp(value: Number) -> Number:
    """exp: of 0 and of integer combinations of logarithms it is rational, of other linear forms a `Quotient`."""
    match value:
        case Varying():
            return value.exp()  # type: ignore[no-any-return]  # a number
        case int() | Fraction() if abs(Fraction(value)) <= LARGEST_POWER and value.denominator <= FARTHEST:
            return exponential(Fraction(value))
        case Log(c, form, 1) if c.denominator <= FARTHEST and _bits(c, form) <= BITS:
            result: Number = Fraction(1)
            for prime, n in form:
                result = result * root(prime, c * n)
            return result
        case Log(c, form, power) if power != 1:
            return _exp_of(c, Log(Fraction(1), form, power))
        case Scaled(c, power) if abs(c) <= LARGEST_POWER:
            return exponential(c, power)
        case Quotient() if (root_of := _multiple_of_roots(value)) is not None:
            return _exp_of(*root_of)
        case Real("add", parts):
            return exp(parts[0]) * exp(parts[1])
        case Real("ln", (inner,)):
            return inner  # type: ignore[no-any-return]  # a number
        case _:
            return Real("exp", (value,))


def _multiple_of_roots(value: Quotient) -> tuple[Fraction, Quotient] | None:
    """c*u, with a rational c and u a product of roots p^r, 0 < r < 1; None if it is of another form."""
    parts = value.monomial()
    if parts is None or parts.a or parts.unit is not None:
        return None
    c = parts.c
    u: Number = Fraction(1)
    for prime, r in parts.roots.items():
        whole = r.numerator // r.denominator
        c *= Fraction(prime) ** whole
        u = u * root(prime, r - whole)
    return (c, u) if isinstance(u, Quotient) else None


def _exp_of(c: Fraction, u: "Quotient | Log") -> Number:
    """exp(c*u) as a power of exp(-u/d), d being the denominator of c: a generator that is known by its enclosures."""
    if abs(c.numerator) > LARGEST_EXPONENT or c.denominator > LARGEST_EXPONENT:
        return Real("exp", (u * c,))
    exponent: Any = u * Fraction(-1, c.denominator)
    generator = named(Constant(f"exp({exponent})", partial(_enclosed_exp, exponent), None, exponent=exponent))
    return generator ** (-c.numerator)  # type: ignore[no-any-return]  # a number


def _enclosed_exp(exponent: "Quotient | Log") -> arb:
    return balls.exp_of(exponent.enclosure())


def _bits(c: Fraction, form: tuple[tuple[int, int], ...]) -> Fraction:
    """At least the length of exp of a sum of logarithms."""
    return sum([abs(c * n) * prime.bit_length() for prime, n in form], Fraction(0))


def sqrt(value: Number) -> Number:
    """sqrt: rational, or a product of roots of primes, where its argument is rational."""
    if sign(value) < 0:
        raise ZeroDivisionError("sqrt of a negative number")
    if isinstance(value, Varying):
        return value.sqrt()
    if not isinstance(value, int | Fraction):
        return Real("sqrt", (value,))
    value = Fraction(value)
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    if above * above == value.numerator and below * below == value.denominator:
        return Fraction(above, below)
    logarithm = ln(value)
    return exp(logarithm / 2) if isinstance(logarithm, Log) else Real("sqrt", (value,))
