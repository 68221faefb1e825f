"""Elementary steps by which an inequality F > 0 or F >= 0 is shown on a region, each with what it has to check.

A region (`Space`) is a range for each variable, with what else is known of them as polynomials. `Shown` says: on every
point of the region the sum is defined, and positive, or not negative. Only the steps of this file make one, and each
checks its premises itself, so that nothing rests on what proposes the steps (`by_sympy.py`). The steps are

- constant: enclosed by `arb`; 0 is recognised by the form alone;
- signs: no term is negative;
- polynomial: z3, with names for exponentials, logarithms and roots;
- enclosed: `arb` on finitely many boxes that cover a bounded region;
- denominators, factors: F is a product of sums whose signs are shown;
- scaled: F*M, for a positive M, in place of F;
- rising, falling: at the end of a range F is not negative, and from there on it rises (mean value theorem);
- concave: F is not negative at both ends of a range, and F'' <= 0 between them;
- split: the range below a number and the range above it;
- reciprocal: 1/x in place of a positive x.

PITFALL: a value at an open end is a limit. It counts only if every part of F is continuous there, so F is built again
with the end in place of the variable, and each logarithm, root and reciprocal in it is owed to exist once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import reduce

from prhl.diagnostics import NotComputed
from prhl.numbers import balls
from prhl.numbers.elementary import (
    ONE,
    ZERO,
    Generator,
    Monomial,
    Sum,
    cleared,
    constant,
    derivative,
    enclosure,
    exp,
    factors,
    of,
    positive_on,
    primes,
    rational_ends,
    reciprocal,
    variable,
)
from prhl.records import dataclass
from prhl.solvers.sums_by_z3 import contradictory

PRECISIONS = (64, 128, 512)
CELLS = 250  # boxes of one `enclosed`


class Refused(NotComputed):
    """A step whose premises do not show what they should."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The end of a range: a sum without variables, which belongs to it or not."""

    value: Sum
    open: bool


@dataclass(frozen=True, slots=True)
class Range:
    low: Bound | None = None
    high: Bound | None = None

    def __str__(self) -> str:
        low = "(-oo" if self.low is None else f"{'(' if self.low.open else '['}{self.low.value}"
        high = "oo)" if self.high is None else f"{self.high.value}{')' if self.high.open else ']'}"
        return f"{low}, {high}"

    def interior(self) -> Range:
        low, high = [end and replace(end, open=True) for end in (self.low, self.high)]
        return Range(low, high)


@dataclass(frozen=True, slots=True)
class Shown:
    """Everywhere in the space the sum is defined, and positive (`strict`) or not negative."""

    space: Space
    sum: Sum
    strict: bool
    step: str
    premises: tuple[Shown, ...] = ()
    note: str = ""


Prover = Callable[["Space", Sum, bool], Shown | None]


def nothing(space: Space, sum_: Sum, strict: bool) -> Shown | None:
    """The prover that shows nothing."""


@dataclass(frozen=True, eq=False)
class Space:
    """A region: a range for each variable, and `facts`, polynomials that are positive (True) or >= 0 on it; `prover`
    proposes steps for what its own plain steps do not show."""

    ranges: Mapping[str, Range]
    facts: tuple[tuple[Sum, bool], ...] = ()
    prover: Prover = nothing
    known: dict[tuple[Sum, bool], Shown | None] = field(default_factory=dict, repr=False)
    related: dict[str, Space] = field(default_factory=dict, repr=False)  # all that were made from one another
    existing: set[Sum] = field(default_factory=set, repr=False)  # sums that are known to be defined
    slopes: dict[tuple[Sum, str], tuple[Space, Sum]] = field(default_factory=dict, repr=False)

    @property
    def key(self) -> str:
        facts = [f"{'0 < ' if strict else '0 <= '}{fact}" for fact, strict in self.facts]
        return "; ".join([*[f"{name} in {at}" for name, at in sorted(self.ranges.items())], *facts])

    def beside(self, name: str, at: Range | None) -> Space:
        """With another range for one variable, or without it; what was known of it beside its range is forgotten."""
        ranges = {other: range_ for other, range_ in self.ranges.items() if other != name}
        if at is not None:
            ranges[name] = at
        facts = tuple([fact for fact in self.facts if name not in fact[0].variables])
        made = Space(ranges, facts, self.prover, related=self.related)
        return self.related.setdefault(made.key, made)

    # ---- where sums are defined --------------------------------------------------------------

    def show(self, sum_: Sum, strict: bool = True) -> Shown | None:
        """That the sum is positive, or not negative: plain, known, or shown by the prover."""
        for asked in (True,) if strict else (True, False):
            if self.known.get((sum_, asked)) is not None:
                return self.known[sum_, asked]
        if (sum_, strict) in self.known:
            return None
        self.known[sum_, strict] = None  # so that a proof does not rest on itself
        found = self.plain(sum_, strict) or self._checked(self.prover(self, sum_, strict), sum_, strict)
        self.known[sum_, strict] = found
        return found

    def plain(self, sum_: Sum, strict: bool) -> Shown | None:
        for step in (self.constant, self.signs):
            try:
                return step(sum_, strict)
            except NotComputed:
                continue
        return None

    def _checked(self, shown: Shown | None, sum_: Sum, strict: bool) -> Shown | None:
        return None if shown is None else self._premise(shown, self, sum_, strict)

    @staticmethod
    def _premise(shown: Shown, space: Space, sum_: Sum, strict: bool = False) -> Shown:
        """The premise, if it says what is needed: of this very region and sum."""
        if shown.space.key != space.key or shown.sum != sum_ or (strict and not shown.strict):
            raise Refused("a premise says something else")
        return shown

    def sign(self, sum_: Sum) -> int:
        """1 or -1 if the sum is shown to be positive or negative, else 0."""
        return 1 if self.show(sum_) is not None else -1 if self.show(-sum_) is not None else 0

    def defined(self, sum_: Sum) -> bool:
        """Whether all generators exist in the region, and no negative power is one of 0."""
        if sum_ in self.existing:
            return True
        for monomial in sum_.terms:
            for g, k in monomial.powers:
                if not self._exists(g) or (k < 0 and not self.sign(of(g))):
                    return False
            if monomial.exponent is not None and not self.defined(monomial.exponent):
                return False
        self.existing.add(sum_)
        return True

    def _exists(self, g: Generator) -> bool:
        if g.kind == "var":
            return g.argument in self.ranges
        return self.defined(g.inner) and self.show(g.inner, strict=g.kind != "sqrt") is not None

    def _smooth(self, sum_: Sum, x: str) -> bool:
        """Whether it is differentiable: roots are the only generators that may exist and have no derivative."""
        roots = [g for g in sum_.generators.values() if g.kind == "sqrt" and x in g.inner.variables]
        return self.defined(sum_) and all([self.show(g.inner) is not None for g in roots])

    # ---- new generators, which are shown to exist --------------------------------------------

    def parts(self, sum_: Sum) -> tuple[Fraction, list[tuple[Sum, int]], Sum] | None:
        """c > 0, powers of positive sums, and an exponent: the sum is their product, or None if that is not shown."""
        top, below = cleared(sum_)
        c, exponent, out = Fraction(1), ZERO, [(g.inner, -k) for g, k in below.items()]
        for part, k in factors(top):
            power = _exponential(part)
            if part.number is not None:
                c *= part.number**k
            elif power is not None:
                exponent += power * constant(k)
            else:
                sign = self.sign(part)
                if not sign:
                    return None
                c *= Fraction(sign) ** k
                out.append((part if sign > 0 else -part, k))
        return (c, out, exponent) if c > 0 else None

    def reciprocal(self, sum_: Sum) -> Sum:
        """1/sum."""
        for sign in (1, -1):
            parts = self.parts(constant(sign) * sum_) if sum_.terms else None
            if parts is not None:
                c, powers, exponent = parts
                return reduce(Sum.__mul__, [p**-k for p, k in powers], constant(sign / c)) * exp(-exponent)
        sign = self.sign(sum_) if sum_.terms else 0
        if not sign:
            raise Refused(f"{sum_} may be 0")
        return constant(sign) * reciprocal(constant(sign) * sum_)

    def ln(self, sum_: Sum) -> Sum:
        parts = self.parts(sum_)
        if parts is None:
            if self.show(sum_) is None:
                raise Refused(f"{sum_} may not be positive")
            return of(Generator("ln", sum_))
        c, powers, out = parts
        numbers = [(p, k) for p, k in primes(c.numerator)] + [(p, -k) for p, k in primes(c.denominator)]
        powers = [*powers, *[(constant(p), k) for p, k in numbers]]
        return reduce(Sum.__add__, [constant(k) * self._ln(p) for p, k in powers], out)

    def _ln(self, sum_: Sum) -> Sum:
        """Of a sum that is shown to be positive, and not a product of others."""
        [monomial, *_] = sum_.terms
        if len(sum_.terms) == 1 and len(monomial.powers) == 1 and monomial.powers[0][0].kind == "sqrt":
            return constant(Fraction(1, 2)) * self.ln(monomial.powers[0][0].inner)
        return of(Generator("ln", sum_))

    def sqrt(self, sum_: Sum) -> Sum:
        if not sum_.terms:
            return ZERO
        parts = self.parts(sum_)
        if parts is None:
            if self.show(sum_, strict=False) is None:
                raise Refused(f"{sum_} may be negative")
            return of(Generator("sqrt", sum_))
        c, powers, exponent = parts
        numbers = [(constant(p), k) for p, k in primes(c.numerator * c.denominator)]
        roots = [p ** (k // 2) * (of(Generator("sqrt", p)) if k % 2 else ONE) for p, k in (*powers, *numbers)]
        half = exp(constant(Fraction(1, 2)) * exponent)
        return reduce(Sum.__mul__, roots, constant(Fraction(1, c.denominator))) * half

    def put(self, sum_: Sum, instead: Mapping[str, Sum]) -> Sum:
        """The sum with sums in place of variables, in this region: all that occurs in it is shown to exist here."""
        out = ZERO
        for monomial, c in sum_.terms.items():
            part = constant(c)
            for g, k in monomial.powers:
                base = self._put(g, instead)
                part *= base**k if k > 0 else self.reciprocal(base) ** -k
            if monomial.exponent is not None:
                part *= exp(self.put(monomial.exponent, instead))
            out += part
        return out

    def _put(self, g: Generator, instead: Mapping[str, Sum]) -> Sum:
        if isinstance(g.argument, str):
            return instead.get(g.argument, of(g))
        inner = self.put(g.argument, instead)
        return self.ln(inner) if g.kind == "ln" else self.sqrt(inner) if g.kind == "sqrt" else self.reciprocal(inner)

    # ---- steps -------------------------------------------------------------------------------

    def _shown(self, sum_: Sum, strict: bool, step: str, premises: Sequence[Shown] = (), note: str = "") -> Shown:
        if not self.defined(sum_):
            raise Refused(f"{sum_} may be undefined")
        return Shown(self, sum_, strict, step, tuple(premises), note)

    def constant(self, sum_: Sum, strict: bool) -> Shown:
        if sum_.variables or (strict and not sum_.terms):
            raise Refused
        if sum_.terms and _sign(sum_) != 1:
            raise Refused
        return self._shown(sum_, bool(sum_.terms), "constant")

    def signs(self, sum_: Sum, strict: bool) -> Shown:
        found = [self._term(monomial, c) for monomial, c in sum_.terms.items()]
        if not all([sign > 0 for sign, _ in found]) or (strict and not any([sure for _, sure in found])):
            raise Refused
        return self._shown(sum_, any([sure for _, sure in found]), "signs")

    def _term(self, monomial: Monomial, c: Fraction) -> tuple[int, bool]:
        """The sign of a term, 0 if it is not plain, and whether the term is never 0."""
        sign, sure = 1 if c > 0 else -1, True
        for g, k in monomial.powers:
            one, never = self._plain_sign(g)
            if not one and k % 2:
                return 0, False
            sign, sure = sign * one if k % 2 else sign, sure and never
        return sign, sure

    def _plain_sign(self, g: Generator) -> tuple[int, bool]:
        if g.kind == "inv":
            return 1, True
        if g.kind == "sqrt":
            return 1, self.plain(g.inner, True) is not None
        if g.kind == "ln":
            for sign, inner in ((1, g.inner - ONE), (-1, ONE - g.inner)):
                found = self.plain(inner, True) or self.plain(inner, False)
                if found is not None:
                    return sign, found.strict
            return 0, False
        at = self.ranges.get(str(g.argument), Range())
        for sign, end in ((1, at.low), (-1, at.high)):
            if end is None:
                continue
            beyond = _sign(end.value)
            if beyond is not None and beyond * sign >= 0:
                return sign, beyond != 0 or end.open
        return 0, False

    def enclosed(self, sum_: Sum) -> Shown:
        """Positive, by enclosures on boxes that are halved until they show it."""
        if not self.defined(sum_):
            raise Refused
        if not positive_on(sum_, {name: self._ends(name) for name in sum_.variables}, CELLS):
            raise Refused
        return self._shown(sum_, True, "enclosed")

    def _ends(self, name: str) -> tuple[Fraction, Fraction]:
        at = self.ranges[name]
        if at.low is None or at.high is None:
            raise Refused
        low, high = [rational_ends(end.value) for end in (at.low, at.high)]
        return low[0], high[1]

    def polynomial(self, sum_: Sum, strict: bool) -> Shown:
        """z3 finds no values at which it is negative; exponentials, logarithms and roots are unknowns to it."""
        if not contradictory(self, sum_, strict):
            raise Refused
        return self._shown(sum_, strict, "polynomial")

    def denominators(self, sum_: Sum, shown: Shown) -> Shown:
        """The reciprocals in a sum are positive."""
        top, _ = cleared(sum_)
        self._premise(shown, self, top)
        return self._shown(sum_, shown.strict, "denominators", [shown])

    def factors(self, sum_: Sum, parts: Sequence[tuple[Sum, int]], shown: Sequence[Shown | None]) -> Shown:
        """The sum is the product of the parts, each of which is shown to be not negative, or not positive; of an even
        power this need not be shown."""
        if reduce(Sum.__mul__, [part**k for part, k in parts], ONE) != sum_ or len(parts) != len(shown):
            raise Refused
        sign, strict = 1, True
        for (part, k), one in zip(parts, shown, strict=True):
            if one is None:
                if k % 2 or k < 0 or not self.defined(part):
                    raise Refused
                strict = False
                continue
            turned = one.sum == -part and one.sum != part
            self._premise(one, self, -part if turned else part, strict=k < 0)
            sign, strict = -sign if turned and k % 2 else sign, strict and one.strict
        if sign < 0:
            raise Refused
        return self._shown(sum_, strict, "factors", [one for one in shown if one is not None])

    def scaled(self, sum_: Sum, by: Shown, shown: Shown) -> Shown:
        self._premise(by, self, by.sum, strict=True)
        self._premise(shown, self, sum_ * by.sum)
        return self._shown(sum_, shown.strict, "scaled", [shown], f"times {by.sum}")

    def slope(self, sum_: Sum, x: str, times: int = 1) -> tuple[Space, Sum]:
        """The derivative, or a higher one, and the region between the ends of the range in which it exists."""
        if (sum_, x) not in self.slopes:
            inside = self.beside(x, self.ranges[x].interior())
            if not inside._smooth(sum_, x):
                raise Refused(f"{sum_} may have no derivative")
            self.slopes[sum_, x] = inside, derivative(sum_, x)
        inside, change = self.slopes[sum_, x]
        return (inside, change) if times == 1 else inside.slope(change, x, times - 1)

    def end(self, sum_: Sum, x: str, low: bool) -> tuple[Space, Sum]:
        """What the sum is at the end of a range, where it is continuous, and the region without the variable."""
        at = self.ranges[x].low if low else self.ranges[x].high
        if at is None:
            raise Refused
        beside = self.beside(x, None)
        return beside, beside.put(sum_, {x: at.value})

    def monotone(self, sum_: Sum, x: str, low: bool, slope: Shown, end: Shown) -> Shown:
        """Not negative at the lower (upper) end, and from there on it rises (up to there it falls)."""
        inside, change = self.slope(sum_, x)
        self._premise(slope, inside, change if low else -change)
        self._premise(end, *self.end(sum_, x, low))
        at = self.ranges[x].low if low else self.ranges[x].high
        assert at is not None
        strict = end.strict or (slope.strict and at.open)
        return self._shown(sum_, strict, "rising" if low else "falling", [end, slope], f"in {x}, from {at.value}")

    def concave(self, sum_: Sum, x: str, curve: Shown, low: Shown, high: Shown) -> Shown:
        """Above the line between the values at both ends, which are not negative."""
        inside, change = self.slope(sum_, x, 2)
        self._premise(curve, inside, -change)
        self._premise(low, *self.end(sum_, x, True))
        self._premise(high, *self.end(sum_, x, False))
        at = self.ranges[x]
        assert at.low is not None
        assert at.high is not None
        strict = (low.strict or at.low.open) and (high.strict or at.high.open) and (low.strict or high.strict)
        return self._shown(sum_, strict, "concave", [low, high, curve], f"in {x}")

    def cut(self, x: str, at: Sum) -> tuple[Space, Space]:
        """The region up to a number, and from it on."""
        if at.variables or not self.defined(at):
            raise Refused
        range_ = self.ranges[x]
        return self.cut_to(x, Range(range_.low, Bound(at, False))), self.cut_to(x, Range(Bound(at, False), range_.high))

    def cut_to(self, x: str, range_: Range) -> Space:
        made = Space({**self.ranges, x: range_}, self.facts, self.prover, related=self.related)
        return self.related.setdefault(made.key, made)

    def split(self, sum_: Sum, x: str, at: Sum, below: Shown, above: Shown) -> Shown:
        for shown, space in zip((below, above), self.cut(x, at), strict=True):
            self._premise(shown, space, sum_)
        return self._shown(sum_, below.strict and above.strict, "split", [below, above], f"{x} at {at}")

    def turned(self, sum_: Sum, x: str) -> tuple[Space, Sum]:
        """With 1/x in place of a positive x, and the region that x comes from."""
        at = self.ranges[x]
        if self._plain_sign(Generator("var", x)) != (1, True):
            raise Refused
        low = Bound(ZERO, True) if at.high is None else Bound(self.reciprocal(at.high.value), at.high.open)
        above = at.low if at.low is not None and _sign(at.low.value) == 1 else None
        high = None if above is None else Bound(self.reciprocal(above.value), above.open)
        space = self.beside(x, Range(low, high))
        return space, space.put(sum_, {x: reciprocal(variable(x))})

    def reciprocals(self, sum_: Sum, x: str, shown: Shown) -> Shown:
        self._premise(shown, *self.turned(sum_, x))
        return self._shown(sum_, shown.strict, "reciprocal", [shown], f"1/{x} for {x}")


def _sign(value: Sum) -> int | None:
    """Of a sum without variables; 0 by its form alone."""
    return balls.sign_of(lambda: enclosure(value, {}), PRECISIONS) if value.terms else 0


def _exponential(sum_: Sum) -> Sum | None:
    """The exponent, if the sum is just an exponential."""
    [(monomial, c), *more] = sum_.terms.items() or [(Monomial(), Fraction(0))]
    return monomial.exponent if not more and c == 1 and not monomial.powers else None
