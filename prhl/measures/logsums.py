"""Sums of c * log2(r) with exact c and r: what entropies and informations are made of.

A sum is exactly 0 where nothing is left once logarithms of 1 are dropped and equal ones put together. It is written
out where it is short; its decimals are certified by `arb` in any case.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.bounds import ln_of, log2_of
from prhl.measures.matrix import Probability
from prhl.numbers import Number, Real, balls, enclosure
from prhl.numbers.figures import DIGITS, Figure, figure, written
from prhl.records import dataclass

LONGEST = 3  # logarithms that are written out


@dataclass(frozen=True)
class LogSum:
    """whole + the sum of coefficient * log2(argument); no rational argument is a power of 2 or stands twice."""

    whole: Probability
    terms: tuple[tuple[Probability, Probability], ...]  # coefficient, argument

    def __add__(self, other: "LogSum") -> "LogSum":
        return _collected(self.whole + other.whole, [*self.terms, *other.terms])

    def __neg__(self) -> "LogSum":
        return LogSum(-self.whole, tuple([(-c, r) for c, r in self.terms]))

    def __sub__(self, other: "LogSum") -> "LogSum":
        return self + -other

    def enclosure(self, base: int | None = 2) -> balls.Enclosure:
        """Encloses the sum; base None: in natural logarithms."""
        logs = [(c, ln_of(r)) for c, r in self.terms]
        if self.whole != 0:
            logs.append((self.whole, ln_of(2)))
        unit = ln_of(base) if base is not None else None

        def ball() -> Any:
            total = balls.rational(0)
            for c, log in logs:
                total += enclosure(c) * log()
            return total if unit is None else total / unit()

        return ball

    def bracket(self) -> tuple[Fraction, Fraction]:
        """Decimals below and above."""
        if not self.terms and isinstance(self.whole, Fraction):
            return balls.rounded(self.whole, DIGITS)
        return balls.bracket(self.enclosure(), DIGITS)

    def shown(self) -> Figure:
        if not self.terms:
            return figure(self.whole)
        return Figure(None, *self.bracket()) if not self.is_short else Figure(self._text(), *self.bracket(), self.value)

    @property
    def is_short(self) -> bool:
        """Whether it is written out: with few logarithms, and rational."""
        numbers = [self.whole, *[number for term in self.terms for number in term]]
        return len(self.terms) <= LONGEST and all([isinstance(number, Fraction) for number in numbers])

    @property
    def value(self) -> Number:
        """The sum as one number, in the order of its text."""
        parts: list[Any] = [Real("mul", (c, Real("log2", (r,)))) for c, r in reversed(self.terms)]
        total = parts[0]
        for part in [*parts[1:], *([self.whole] if self.whole != 0 else [])]:
            total = Real("add", (total, part))
        return total  # type: ignore[no-any-return]

    def _text(self) -> str:
        """`3/4*log2(3/2) - 1/4`, of a short one."""
        text = ""
        terms: list[tuple[Probability, Probability | None]] = [*reversed(self.terms), (self.whole, None)]
        for coefficient, argument in terms:
            if coefficient == 0:
                continue
            assert isinstance(coefficient, Fraction)
            sign = ("-" if coefficient < 0 else "") if not text else " - " if coefficient < 0 else " + "
            size = written(abs(coefficient))
            log = "" if argument is None else f"log2({written(argument)})"
            text += sign + ("*".join([size, log]) if log and size != "1" else log or size)
        return text


def logsum(terms: Iterable[tuple[Probability, Probability]]) -> LogSum:
    """The sum of coefficient * log2(argument)."""
    return _collected(Fraction(0), list(terms))


def _collected(whole: Probability, terms: Sequence[tuple[Probability, Probability]]) -> LogSum:
    """Of rational arguments equal ones are put together; others are 1 only if they are written so."""
    found: dict[Fraction, Probability] = {}
    rest: list[tuple[Probability, Probability]] = []
    for c, r in terms:
        power = log2_of(r)
        if power is not None:
            whole = whole + c * power
        elif not isinstance(r, Fraction):
            rest.append((c, r))
        elif r < 1:  # log(1/r) = -log(r)
            found[1 / r] = found.get(1 / r, Fraction(0)) - c
        else:
            found[r] = found.get(r, Fraction(0)) + c
    return LogSum(whole, (*[(found[r], r) for r in sorted(found) if found[r] != 0], *rest))


def entropy(masses: Iterable[Probability]) -> LogSum:
    """The entropy, in bits, of masses that add up to some s, times s: the sum of m * log2(s/m)."""
    kept = [m for m in masses if m != 0]
    total = sum(kept, Fraction(0))
    return logsum([(m, total / m) for m in kept])


def relative_entropy(p: Sequence[Probability], q: Sequence[Probability]) -> LogSum:
    """The sum of p * log2(p/q), where q > 0 wherever p is."""
    return logsum([(x, x / y) for x, y in zip(p, q, strict=True) if x != 0])
