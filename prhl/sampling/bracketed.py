"""Numbers that are known by rationals below and above them, as close as one asks: exp, ln, sqrt and sums of these.

A coin with such a probability is tossed exactly, since only as many digits are compared as the random bits make
necessary. Two such numbers are ordered if some precision tells them apart, else `Undecided`.
"""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

Bracket = tuple[Fraction, Fraction]
"""A rational not above the number, and one not below it."""

MOST_DIGITS = 8192  # bits with which two numbers are compared before nobody knows
LARGEST_POWER = 100_000  # exp of more than that is not written out


class Undecided(ArithmeticError):
    """Two numbers that no precision has told apart, or one that is too large to be written out."""


class Bracketed:
    """A real number, by a function from a precision in bits to a bracket; these close in on it as it grows."""

    __hash__ = object.__hash__

    def __init__(self, bracket: Callable[[int], Bracket]) -> None:
        self.compute = bracket
        self.known: dict[int, Bracket] = {}

    def bracket(self, bits: int) -> Bracket:
        if bits not in self.known:
            self.known[bits] = self.compute(bits)
        return self.known[bits]

    def __add__(self, other: "Real") -> "Bracketed":
        def bracket(bits: int) -> Bracket:
            (a, b), (c, d) = self.bracket(bits), bracket_of(other, bits)
            return outward(a + c, b + d, bits)

        return Bracketed(bracket)

    __radd__ = __add__

    def __neg__(self) -> "Bracketed":
        def bracket(bits: int) -> Bracket:
            low, high = self.bracket(bits)
            return -high, -low

        return Bracketed(bracket)

    def __sub__(self, other: "Real") -> "Bracketed":
        return self + -other

    def __rsub__(self, other: "Real") -> "Bracketed":
        return -self + other

    def __mul__(self, other: "Real") -> "Real":
        return 0 if not isinstance(other, Bracketed) and other == 0 else self._times(other)

    def _times(self, other: "Real") -> "Bracketed":
        def bracket(bits: int) -> Bracket:
            (a, b), (c, d) = self.bracket(bits), bracket_of(other, bits)
            ends = [a * c, a * d, b * c, b * d]
            return outward(min(ends), max(ends), bits)

        return Bracketed(bracket)

    __rmul__ = __mul__

    def __rtruediv__(self, other: "Real") -> "Bracketed":
        def inverse(bits: int) -> Bracket:
            for more in range(bits, bits + MOST_DIGITS, 64):
                low, high = self.bracket(more)
                if low > 0 or high < 0:
                    return outward(1 / high, 1 / low, bits)
            raise Undecided("a division by a number that may be 0")

        return Bracketed(inverse)._times(other)

    def __truediv__(self, other: "Real") -> "Bracketed":
        return self._times(1 / other if isinstance(other, Bracketed) else Fraction(1, other))

    def __pow__(self, exponent: int) -> "Real":
        found: Real = 1
        for _ in range(exponent):
            found = self * found
        return found

    def __abs__(self) -> "Bracketed":
        return self if self > 0 else -self

    def sign(self) -> int:
        """-1 or 1, if some precision tells."""
        bits = 64
        while bits <= MOST_DIGITS:
            low, high = self.bracket(bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2
        raise Undecided("two numbers that cannot be told apart")

    def __floordiv__(self, other: int) -> int:
        """The integer below, of the number itself."""
        if other != 1:
            raise Undecided("a quotient of a number that is not rational")
        bits = 64
        while bits <= MOST_DIGITS:
            low, high = self.bracket(bits)
            if low.__floor__() == high.__floor__():
                return low.__floor__()
            bits *= 2
        raise Undecided("two numbers that cannot be told apart")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Bracketed):
            return False
        return self is other or (self - other).sign() == 0

    def __lt__(self, other: "Real") -> bool:
        return (self - other).sign() < 0

    def __gt__(self, other: "Real") -> bool:
        return (self - other).sign() > 0

    __le__, __ge__ = __lt__, __gt__


Real = int | Fraction | Bracketed


def bracket_of(value: Real, bits: int) -> Bracket:
    return value.bracket(bits) if isinstance(value, Bracketed) else (Fraction(value), Fraction(value))


def outward(low: Fraction, high: Fraction, bits: int) -> Bracket:
    """Multiples of 2^-bits below and above, so that brackets of long computations stay short."""
    one = 1 << bits
    return Fraction((low * one).__floor__(), one), Fraction((high * one).__ceil__(), one)


def exp(value: Real) -> Real:
    def bracket(bits: int) -> Bracket:
        low, high = bracket_of(value, bits)
        return outward(_exp(low, bits)[0], _exp(high, bits)[1], bits)

    return 1 if not isinstance(value, Bracketed) and value == 0 else Bracketed(bracket)


def _exp(x: Fraction, bits: int) -> Bracket:
    """By its series at x/2^halvings, which lies between -1 and 1, squared as often; each step is rounded outward."""
    if x > LARGEST_POWER:
        raise Undecided("exp of a number that is too large to be written out")
    halvings = max(0, x.numerator.bit_length() - x.denominator.bit_length() + 1)
    extra = bits + 2 * halvings + 16 + 2 * max(0, 2 * x.__ceil__())
    if x < -2 * bits - 4:
        return Fraction(0), Fraction(1, 1 << bits)
    part, one = x / (1 << halvings), 1 << extra
    scaled = (part * one).__floor__()
    term = total = one
    count = 0
    while term not in (0, -1):
        count += 1
        term = (term * scaled >> extra) // count
        total += term
    wrong = 4 * (count + 2)  # in units of the last place: rounding, and what is left of the series
    low, high = max(0, total - wrong), total + wrong
    for _ in range(halvings):
        low, high = low * low >> extra, (high * high >> extra) + 1
    return Fraction(low, one), Fraction(high, one)


def ln(value: Real) -> Real:
    def bracket(bits: int) -> Bracket:
        low, high = bracket_of(value, bits)
        more = bits
        while low <= 0:
            more += 64
            if high <= 0 or more > MOST_DIGITS:
                raise Undecided("ln of a number that may not be positive")
            low, high = bracket_of(value, more)
        return outward(_ln(low, bits)[0], _ln(high, bits)[1], bits)

    if not isinstance(value, Bracketed) and value <= 0:
        raise ValueError("ln of a number that is not positive")
    return 0 if not isinstance(value, Bracketed) and value == 1 else Bracketed(bracket)


def _ln(x: Fraction, bits: int) -> Bracket:
    """ln(m 2^e) = 2 artanh((m - 1)/(m + 1)) + e ln(2), with m between 1/2 and 2."""
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** exponent
    extra = bits + exponent.bit_length() + 8
    (a, b), (c, d) = _artanh((m - 1) / (m + 1), extra), _artanh(Fraction(1, 3), extra)
    twos = (exponent * c, exponent * d) if exponent >= 0 else (exponent * d, exponent * c)
    return 2 * (a + twos[0]), 2 * (b + twos[1])


def _artanh(z: Fraction, bits: int) -> Bracket:
    """z + z^3/3 + z^5/5 + ..., for |z| <= 1/3."""
    extra = bits + 16
    one = 1 << extra
    power = (z * one).__floor__()
    square = (z * z * one).__floor__()
    total, count = 0, 1
    while power not in (0, -1):
        total += power // count
        power = power * square >> extra
        count += 2
    return Fraction(total - 4 * (count + 2), one), Fraction(total + 4 * (count + 2), one)


def sqrt(value: Real) -> Real:
    def bracket(bits: int) -> Bracket:
        low, high = bracket_of(value, 2 * bits)
        return Fraction(_root(low, bits), 1 << bits), Fraction(_root(high, bits) + 1, 1 << bits)

    if not isinstance(value, Bracketed):
        value = Fraction(value)
        if value < 0:
            raise ValueError("sqrt of a negative number")
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above**2 == value.numerator and below**2 == value.denominator:
            return Fraction(above, below)
    return Bracketed(bracket)


def _root(x: Fraction, bits: int) -> int:
    """The root in units of 2^-bits, rounded down."""
    return isqrt(max(0, (x * (1 << 2 * bits)).__floor__()))
