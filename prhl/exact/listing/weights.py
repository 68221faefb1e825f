"""What the weights of states are: integers, polynomials in exponentials, or integers that are rounded down.

A program whose distributions have rational masses runs on integers over one denominator. With masses such as exp(-1/3)
the weights are polynomials in generators (see `prhl.numbers.quotients`), as exact as integers. Where these grow
too long, or a mass is of no such form, each mass is rounded down to 256 bits: weights are then lower bounds, and
what is lost is counted as missing.
"""

from contextlib import suppress
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol

from prhl.distributions.masses import Masses
from prhl.numbers import Exact, Inexact, Quotient, balls, enclosure, over
from prhl.numbers.magnitude import BITS
from prhl.numbers.quotients import HIGHEST, Basis, common, divisor, enclosed, integers, reduced, sign_of, span
from prhl.records import dataclass
from prhl.semantics.draw_tables import exactly, is_long, is_rational, rounded

Weight = Any
"""int, or a polynomial."""

States = dict[tuple[Any, ...], Weight]
Drawn = tuple[list[tuple[Any, Weight]], Weight, Fraction, bool]
"""Outcomes with weights, their total, a bound on the mass that is not there, and if a window left it out."""

MOST_TERMS = 4_000  # of one polynomial
ALL_TERMS = 400_000  # of all polynomials at a place
MONOMIALS = 8  # that count as a step
WORD = 1024  # bits of an integer that count as a step
LONGEST = 3 * BITS  # denominator of all states; a draw that is rounded adds 256
SHARE_BITS = 4_096  # of a bound on a share
CLOSE = Fraction(1, 2**100)  # what is added to a share by rounding it up, at most, as a part of it


class OtherWeights(Exception):
    """These weights will not do; says which will."""

    def __init__(self, weights: "Weights") -> None:
        self.weights = weights


class Weights(Protocol):
    @property
    def key(self) -> object:
        """What tells them from others, for caches."""
        ...

    def drawn(self, found: Masses) -> Drawn: ...

    def common(self, totals: list[Weight]) -> Weight:
        """A multiple of all totals."""
        ...

    def share(self, weight: Weight, total: Weight) -> Fraction:
        """A bound above weight/total."""
        ...

    def cost(self, states: States, total: Weight) -> int:
        """How many steps it is to have these states, by the size of their weights; OtherWeights if it is too many."""
        ...

    def finished(self, weights: States, total: Weight) -> tuple[dict[tuple[Any, ...], Exact], Exact]: ...


class Integers:
    key: object = "integers"

    def drawn(self, found: Masses) -> Drawn:
        if not is_rational(found):
            raise OtherWeights(_for(found))
        if is_long(found):
            raise OtherWeights(Rounded())
        return exactly(found).drawn

    def common(self, totals: list[Weight]) -> Weight:
        return lcm(*totals)

    def share(self, weight: Weight, total: Weight) -> Fraction:
        beyond = total.bit_length() - SHARE_BITS
        if beyond <= 0 or not weight:
            return Fraction(weight, total)
        return Fraction((weight >> beyond) + 1, total >> beyond)  # above it, without dividing long numbers

    def cost(self, states: States, total: Weight) -> int:
        bits = int(total).bit_length()
        if bits > LONGEST:
            raise Inexact(f"a probability with a denominator of more than {LONGEST:,} bits")
        return len(states) * (1 + bits // WORD)

    def finished(self, weights: States, total: Weight) -> tuple[dict[tuple[Any, ...], Exact], Exact]:
        common = gcd(total, *weights.values())
        return {seen: weight // common for seen, weight in weights.items()}, total // common


class Rounded(Integers):
    key: object = "rounded"

    def drawn(self, found: Masses) -> Drawn:
        return (exactly(found) if is_rational(found) and not is_long(found) else rounded(found)).drawn


@dataclass(frozen=True)
class Symbols:
    """Polynomials over a basis; a mass that needs a finer one asks for it."""

    basis: Basis

    @property
    def key(self) -> object:
        return self.basis

    def drawn(self, found: Masses) -> Drawn:
        numbers: list[Any] = [weight for _, weight in found.pairs]
        needed = span([*numbers, found.total])
        if not all([isinstance(n, int | Fraction | Quotient) for n in (*numbers, found.total)]):
            raise OtherWeights(Rounded())
        if needed is not None and (wider := common(self.basis, needed)) is not self.basis:
            raise OtherWeights(Symbols(wider))
        # weights over `below`, the total over `below` too, so that their ratios are the masses
        try:
            (*weights, total), _ = integers(self.basis, [*numbers, found.total])
        except Inexact:
            raise OtherWeights(Rounded()) from None
        rest = reduced(total - sum(weights, self.basis.context.constant(0)), self.basis)
        short = Fraction(0)
        if not rest.is_zero():
            short = _above(Quotient(self.basis, rest, total))
            if short <= 0 and not self.basis.is_free:
                raise OtherWeights(Rounded())
        pairs = [(value, weight) for (value, _), weight in zip(found.pairs, weights, strict=True)]
        return pairs, total, short, found.window

    def common(self, totals: list[Weight]) -> Weight:
        found = totals[0]
        for total in totals[1:]:
            if total != found:
                if isinstance(total, int) and isinstance(found, int):
                    found = lcm(total, found)
                else:
                    one, other = self._poly(found), self._poly(total)
                    try:
                        shared = divisor(one, other)
                    except Inexact:
                        raise OtherWeights(Rounded()) from None
                    # totals are positive, and so must their multiples be
                    found = one * (other // (shared if sign_of(shared, self.basis) > 0 else -shared))
        return found

    def share(self, weight: Weight, total: Weight) -> Fraction:
        """From enclosures of both, where these are close: their common divisor takes much longer."""
        above, below = [reduced(self._poly(part), self.basis) for part in (weight, total)]
        for precision in balls.PRECISIONS[1:]:
            with suppress(Inexact):
                low, high = balls.enclose(lambda: enclosed(above, self.basis) / enclosed(below, self.basis), precision)
                if high - low <= CLOSE * high:
                    return high
        return _above(over(self._whole(weight), self._whole(total)))

    def cost(self, states: States, total: Weight) -> int:
        if len(self._poly(total)) <= MOST_TERMS:
            terms = sum([1 if isinstance(weight, int) else len(weight) for weight in states.values()])
            if terms <= ALL_TERMS:
                return len(states) + terms // MONOMIALS
        raise OtherWeights(Rounded())

    def finished(self, weights: States, total: Weight) -> tuple[dict[tuple[Any, ...], Exact], Exact]:
        found, whole = {seen: self._whole(weight) for seen, weight in weights.items()}, self._whole(total)
        if max(self._poly(total).degrees()) > HIGHEST:
            try:
                for weight in found.values():
                    over(weight, whole)
            except Inexact:
                raise OtherWeights(Rounded()) from None
        return found, whole

    def _poly(self, weight: Weight) -> Any:
        return self.basis.context.constant(weight) if isinstance(weight, int) else weight

    def _whole(self, weight: Weight) -> Exact:
        poly = reduced(self._poly(weight), self.basis)
        if poly.is_constant():
            return int(poly.leading_coefficient()) if not poly.is_zero() else 0
        return Quotient(self.basis, poly, self.basis.context.constant(1))


def _for(found: Masses) -> Weights:
    numbers = [found.total, *[weight for _, weight in found.pairs]]
    needed = span(numbers)
    exact = needed is not None and all([isinstance(n, int | Fraction | Quotient) for n in numbers])
    return Symbols(needed) if exact and needed is not None else Rounded()


def _above(value: Exact) -> Fraction:
    return Fraction(value) if isinstance(value, int | Fraction) else balls.enclose(lambda: enclosure(value), 128)[1]
