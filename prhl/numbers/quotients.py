"""Quotients of sums of c * exp(a + r_2 ln 2 + r_3 ln 3 + ...), with rational c, a and r_p: what exp-based noise gives.

Such a sum is a polynomial in finitely many generators: exp(-1/n), and roots p^(1/m) of primes. Two sums are equal only
if their polynomials are, once every p^(m/m) is written as p:

- the products of roots p^r with 0 <= r < 1 are linearly independent over the rationals (Besicovitch 1940),
- and exp of different rationals are linearly independent over the algebraic numbers (Lindemann-Weierstrass).

So equality is decided symbolically, and the order of what differs by `arb`, at growing precision. A third kind of
generator is a constant that is known by its enclosures alone, such as the normaliser of the discrete Gaussian: equal
polynomials are still equal numbers, and others are told apart by `arb` or not at all. The logarithm of one prime,
without exp(-1/n) beside it, is better off: it is transcendental (Lindemann), so that different polynomials in it and in
roots are different numbers. So is exp(-u) of an irrational product u of roots, with exp(-1/n) beside it: the exponents
i/n + j*u are different algebraic numbers for different i and j (Lindemann-Weierstrass).

Where a parameter is left open (see `opened`), the first generator is exp(-eps^d/n) for all eps at once. Equal
polynomials are then equal functions, and an order is decided only if it is the same at every eps.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import gcd, lcm
from typing import Any

from flint import Ordering, arb, ctx, fmpq_poly, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from prhl.numbers import balls, magnitude
from prhl.numbers.digits import digits, plain
from prhl.numbers.magnitude import Inexact
from prhl.numbers.opened import Power
from prhl.numbers.reals import Real, floor_of, separated
from prhl.records import dataclass

SHORT, LONGER = 100, 4  # lowest terms may have so many terms, or so many times as many as before
HIGHEST = 1_000_000  # degree of polynomials of which common divisors are sought
FARTHEST = 1 << 512  # degree of any polynomial
FINEST = 64  # roots that are made to vanish from denominators
WORK = 1_000_000  # products of terms in one product
RATIONAL = (int, Fraction)
KEPT = 20_000  # values of monomials that are kept for a basis


@dataclass(frozen=True, slots=True)
class Constant:
    """A positive number with a name and a function that encloses it at the precision that is set."""

    name: str
    enclose: Callable[[], arb] = field(compare=False, hash=False)
    of: Any = field(compare=False, hash=False)  # theta of this, unless
    logarithm: bool = False  # it is that of a prime: its name is how it is written
    exponent: Any = field(default=None, compare=False, hash=False)  # or exp of this irrational number


@dataclass(frozen=True)
class Basis:
    """The generators: exp(-1/steps), or exp(-unit/steps), unless steps is 0; the roots p^(1/m); constants."""

    steps: int
    roots: tuple[tuple[int, int], ...]
    constants: tuple[Constant, ...]
    unit: Power | None = None

    @cached_property
    def context(self) -> fmpz_mpoly_ctx:
        return fmpz_mpoly_ctx.get(("e", *[f"r{p}" for p, _ in self.roots], *self.names), Ordering.lex)

    @cached_property
    def powers(self) -> dict[tuple[int, tuple[int, ...]], arb]:
        """Values of monomials that were computed before, by precision and exponents."""
        return {}

    @property
    def names(self) -> list[str]:
        return [f"c{at}" for at in range(len(self.constants))]

    @property
    def is_free(self) -> bool:
        """Different polynomials are different numbers without further ado."""
        if not self.constants:
            return True
        if len(self.constants) != 1:
            return False
        (only,) = self.constants
        # a product of roots is algebraic
        return (only.logarithm and not self.steps) or isinstance(only.exponent, Quotient)

    @cached_property
    def texts(self) -> dict[tuple[int, ...], str]:
        """Monomials that were written before."""
        return {}

    def text(self, exponents: tuple[int, ...]) -> str:
        """A monomial as it is written."""
        found = self.texts.get(exponents)
        if found is None:
            if len(self.texts) >= KEPT:
                self.texts.clear()
            found = self.texts[exponents] = _powers_text(exponents, self)
        return found

    def power(self, exponents: tuple[int, ...]) -> arb:
        """The value of a monomial at the precision that is set."""
        key = (ctx.prec, exponents)
        found = self.powers.get(key)
        if found is None:
            if len(self.powers) >= KEPT:
                self.powers.clear()
            found = self.powers[key] = self._power(exponents)
        return found

    def _power(self, exponents: tuple[int, ...]) -> arb:
        ends = len(self.roots) + 1
        if self.unit is not None:
            raise Inexact(f"a number that depends on {self.unit.of.name}")
        linear = balls.rational(Fraction(-exponents[0], self.steps)) if exponents[0] else None
        for (p, m), e in zip(self.roots, exponents[1:ends], strict=True):
            if e:
                part = balls.ln_of(p) * balls.rational(Fraction(e, m))
                linear = part if linear is None else linear + part
        value = balls.rational(1) if linear is None else linear.exp()
        for constant, e in zip(self.constants, exponents[ends:], strict=True):
            if e:
                value *= constant.enclose() ** int(e)
        return value


@lru_cache(maxsize=4096)
def basis(
    steps: int, roots: tuple[tuple[int, int], ...], constants: tuple[Constant, ...], unit: Power | None = None
) -> Basis:
    """One object for each choice of generators."""
    return Basis(steps, roots, constants, unit)


@lru_cache(maxsize=4096)
def common(first: Basis, second: Basis) -> Basis:
    """The coarsest generators in which both can be written."""
    if first.steps and second.steps and first.unit != second.unit:
        raise Inexact("exponentials of different powers of a parameter")
    roots = dict(first.roots)
    for p, m in second.roots:
        roots[p] = lcm(m, roots.get(p, 1))
    constants = tuple(dict.fromkeys((*first.constants, *second.constants)))
    steps = lcm(first.steps, second.steps) if first.steps and second.steps else first.steps or second.steps
    if max([steps, *roots.values()]) > FARTHEST:
        raise Inexact("exponentials of fractions with very long denominators")
    return basis(steps, tuple(sorted(roots.items())), constants, first.unit or second.unit)


def lifted(poly: fmpz_mpoly, source: Basis, target: Basis) -> fmpz_mpoly:
    """The polynomial in the generators of a finer basis."""
    if source is target:
        return poly
    roots = dict(target.roots)
    places: list[tuple[int, int]] = [(0, target.steps // source.steps if source.steps else 1)]
    order = [p for p, _ in target.roots]
    places += [(1 + order.index(p), roots[p] // m) for p, m in source.roots]
    places += [(1 + len(order) + target.constants.index(c), 1) for c in source.constants]
    width = 1 + len(target.roots) + len(target.constants)
    out = {}
    for exponents, coefficient in poly.to_dict().items():
        wider = [0] * width
        for e, (at, factor) in zip(exponents, places, strict=True):
            wider[at] += int(e) * factor
        out[tuple(wider)] = coefficient
    return target.context.from_dict(out)


def reduced(poly: fmpz_mpoly, over: Basis) -> fmpz_mpoly:
    """With no root to a power that is a prime itself: then different polynomials are different numbers."""
    if not over.roots or not any([d >= m for d, (_, m) in zip(poly.degrees()[1:], over.roots, strict=False)]):
        return poly
    out: dict[tuple[int, ...], fmpz] = {}
    for exponents, coefficient in poly.to_dict().items():
        rest = [int(e) for e in exponents]
        for at, (p, m) in enumerate(over.roots, 1):
            whole, rest[at] = divmod(rest[at], m)
            if whole * p.bit_length() > magnitude.BITS:
                raise magnitude.too_long()
            coefficient = coefficient * p**whole
        key = tuple(rest)
        out[key] = out.get(key, fmpz(0)) + coefficient
    return over.context.from_dict({key: c for key, c in out.items() if c})


def times(one: fmpz_mpoly, other: fmpz_mpoly) -> fmpz_mpoly:
    """The product; Inexact if it might be too long."""
    if len(one) * len(other) > WORK and min(len(one), len(other)) > 1:
        raise Inexact("a quotient of sums of very many exponentials")
    return _within(one * other)


def raised(poly: fmpz_mpoly, exponent: int) -> fmpz_mpoly:
    """The power; Inexact if it might be too long."""
    if exponent * max(1, *poly.degrees()) > FARTHEST:
        raise Inexact("a very high power of an exponential")
    if len(poly) == 1:
        coefficient = abs(int(poly.leading_coefficient()))
        if coefficient > 1 and exponent * coefficient.bit_length() > magnitude.BITS:
            raise magnitude.too_long()
        return poly**exponent
    result, square = poly.context().constant(1), poly
    while exponent:
        if exponent & 1:
            result = times(result, square)
        exponent >>= 1
        if exponent:
            square = times(square, square)
    return result


def _within(poly: fmpz_mpoly) -> fmpz_mpoly:
    """The polynomial, if it is not too long; its coefficients are about as long as the first one."""
    terms = len(poly)
    if terms > magnitude.TERMS or (terms and int(poly.leading_coefficient()).bit_length() * terms > magnitude.ALL_BITS):
        raise Inexact("a quotient of sums of very many exponentials")
    return poly


def enclosed(poly: fmpz_mpoly, over: Basis) -> arb:
    total = balls.rational(0)
    for exponents, coefficient in poly.to_dict().items():
        total += arb(coefficient) * over.power(tuple([int(e) for e in exponents]))
    return total


def sign_of(poly: fmpz_mpoly, over: Basis) -> int:
    """Generators are positive, so coefficients of one sign decide at once; else `arb` does."""
    coefficients = poly.coeffs()
    if not coefficients:
        return 0
    if all([c > 0 for c in coefficients]):
        return 1
    if all([c < 0 for c in coefficients]):
        return -1
    if over.unit is not None:
        return over.unit.sign(univariate(poly), over.steps)
    found = balls.sign_of(lambda: enclosed(poly, over))
    if found is None or (found == 0 and over.is_free):
        raise Inexact("two numbers that cannot be told apart")
    return found


def univariate(poly: fmpz_mpoly) -> fmpz_poly:
    """As a polynomial in the first generator, if there is no other in it."""
    degree, *others = [int(d) for d in poly.degrees()]
    if any(others) or degree > HIGHEST:
        raise Inexact("a polynomial in several generators, or of very high degree")
    coefficients = [fmpz(0)] * (degree + 1)
    for exponents, coefficient in poly.to_dict().items():
        coefficients[int(exponents[0])] = coefficient
    return fmpz_poly(coefficients)


@dataclass(frozen=True, slots=True, eq=False)
class Quotient:
    """over / under, polynomials without a common factor, unless that makes them much longer; the last coefficient below
    is positive."""

    basis: Basis
    over: fmpz_mpoly
    under: fmpz_mpoly
    # balls around it, by precision; and around its logarithm, by the same with a minus
    kept: dict[int, arb] = field(default_factory=dict, init=False, repr=False)
    hashed: list[int] = field(default_factory=list, init=False, repr=False)
    told: list[str] = field(default_factory=list, init=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process."""
        sides = [[(tuple(map(int, e)), int(c)) for e, c in p.to_dict().items()] for p in (self.over, self.under)]
        return (_rebuilt, (self.basis.steps, self.basis.roots, self.basis.constants, self.basis.unit, *sides))

    # ---- arithmetic --------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        if type(other) in RATIONAL and not other:
            return self
        mine = _paired(self, other)
        if mine is None:
            return Real("add", (self, other))
        b, (p, q), (r, s) = mine
        return quotient(b, p + r, q) if q == s else quotient(b, times(p, s) + times(r, q), times(q, s))

    __radd__ = __add__

    def __neg__(self) -> "Quotient":
        return Quotient(self.basis, -self.over, self.under)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if type(other) in RATIONAL and other == 1:
            return self
        mine = _paired(self, other)
        if mine is None:
            return Real("mul", (self, other))
        b, (p, q), (r, s) = mine
        return quotient(b, times(p, r), times(q, s))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        mine = _paired(self, other)
        if mine is None:
            if other == 0:
                raise ZeroDivisionError
            return Real("div", (self, other))
        b, (p, q), (r, s) = mine
        if reduced(r, b).is_zero():
            raise ZeroDivisionError
        return quotient(b, times(p, s), times(q, r))

    def __rtruediv__(self, other: Any) -> Any:
        inverse = quotient(self.basis, self.under, self.over)
        return inverse * other

    def __pow__(self, exponent: int) -> Any:
        above, below = raised(self.over, abs(exponent)), raised(self.under, abs(exponent))
        return quotient(self.basis, above, below) if exponent >= 0 else quotient(self.basis, below, above)

    def __abs__(self) -> "Quotient":
        return self if self.sign() >= 0 else -self

    def __floordiv__(self, other: int) -> int:
        if other != 1 or self.basis.unit is not None:
            raise Inexact(f"{self} div {other}")
        return floor_of(self)

    # ---- order -------------------------------------------------------------------------------

    def sign(self) -> int:
        return sign_of(self.over, self.basis) * sign_of(self.under, self.basis)

    @property
    def ball(self) -> arb | None:
        """A certified ball around it, computed once; None if it is a function of what is left open."""
        if self.basis.unit is not None:
            return None
        found = self.kept.get(balls.QUICK)
        return balls.at(balls.QUICK, self.enclosure) if found is None else found

    def compare(self, other: Any) -> int:
        """The sign of self - other, decided or Inexact; balls that do not meet decide it at once."""
        mine, theirs = quick(self), quick(other)
        if mine is not None and theirs is not None:
            if mine > theirs:
                return 1
            if mine < theirs:
                return -1
        return self.compare_exactly(other)

    def compare_exactly(self, other: Any) -> int:
        mine = _paired(self, other)
        if mine is None:
            return separated(self, other)
        b, (p, q), (r, s) = mine
        difference = p - r if q == s else times(p, s) - times(r, q)
        found = sign_of(reduced(difference, b), b)
        return found * sign_of(q, b) * sign_of(s, b) if q != s else found * sign_of(q, b)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Quotient):
            return NotImplemented
        if not isinstance(other, Quotient) and self.basis.is_free:
            return False  # a rational number is written as one
        units = (self.basis.unit, other.basis.unit if isinstance(other, Quotient) else None)
        if None not in units and units[0].of != units[1].of:  # type: ignore[union-attr]  # just looked
            return False  # of another run, in a table that both use
        mine, theirs = quick(self), quick(other)
        if mine is not None and theirs is not None and not mine.overlaps(theirs):
            return False
        b, (p, q), (r, s) = _paired(self, other)  # type: ignore[misc]  # a number of this field
        if b.is_free:
            return bool(p == r if q == s else reduced(times(p, s) - times(r, q), b).is_zero())
        return self.compare_exactly(other) == 0

    def __hash__(self) -> int:
        """Of the terms, with their exponents as rationals; roots may write one number in several ways."""
        if not self.hashed:
            self.hashed.append(self._hash())
        return self.hashed[0]

    def _hash(self) -> int:
        rough = hash((Quotient, self.basis.unit))
        if len(self.over) + len(self.under) > SHORT:
            return rough
        if any([degree for poly in (self.over, self.under) for degree in poly.degrees()[1:]]):
            return rough
        # else its lowest terms are more than SHORT
        if not self.under.is_one() and not divisor(self.over, self.under).is_one():
            return rough
        sides = [[(int(e[0]), int(c)) for e, c in poly.to_dict().items()] for poly in (self.over, self.under)]
        unit = gcd(self.basis.steps, *[e for side in sides for e, _ in side]) or 1
        terms = [tuple([(e // unit, c) for e, c in side]) for side in sides]
        return hash((rough, self.basis.steps // unit, *terms))

    def __lt__(self, other: Any) -> bool:
        return self.compare(other) < 0

    def __le__(self, other: Any) -> bool:
        return self.compare(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self.compare(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self.compare(other) >= 0

    def __bool__(self) -> bool:
        return True  # zero is written as a rational

    # ---- what is shown -----------------------------------------------------------------------

    def enclosure(self) -> arb:
        """At the precision that is set, computed once."""
        found = self.kept.get(ctx.prec)
        if found is None:
            found = self.kept[ctx.prec] = enclosed(self.over, self.basis) / enclosed(self.under, self.basis)
        return found

    def log_enclosure(self) -> arb:
        """Of its logarithm, likewise."""
        found = self.kept.get(-ctx.prec)
        if found is None:
            found = self.kept[-ctx.prec] = self.enclosure().log()
        return found

    @property
    def is_exact(self) -> bool:
        """Made of exp, ln, roots and rationals alone."""
        return all([constant.logarithm or constant.exponent is not None for constant in self.basis.constants])

    def monomial(self) -> "Monomial | None":
        """c * exp(a) * product of p^r, where it is of that form."""
        if len(self.over) != 1 or len(self.under) != 1:
            return None
        ends = len(self.basis.roots) + 1
        if any([degree for poly in (self.over, self.under) for degree in poly.degrees()[ends:]]):
            return None
        above, below = [_monomial(poly, self.basis) for poly in (self.over, self.under)]
        return Monomial(
            above.c / below.c,
            above.a - below.a,
            {p: above.roots[p] - below.roots[p] for p in above.roots if above.roots[p] != below.roots[p]},
            self.basis.unit,
        )

    def powers(self) -> "tuple[Monomial, dict[Constant, int]] | None":
        """A monomial times powers of constants that are exponentials, where it is of that form."""
        constants = self.basis.constants
        if len(self.over) != 1 or len(self.under) != 1 or any([one.exponent is None for one in constants]):
            return None
        ends, found = len(self.basis.roots) + 1, dict.fromkeys(constants, 0)
        for poly, side in ((self.over, 1), (self.under, -1)):
            ((exponents, _),) = poly.to_dict().items()
            for constant, e in zip(constants, exponents[ends:], strict=True):
                found[constant] += side * int(e)
        above, below = [_monomial(poly, self.basis) for poly in (self.over, self.under)]
        roots = {p: above.roots[p] - below.roots[p] for p in above.roots if above.roots[p] != below.roots[p]}
        rest = Monomial(above.c / below.c, above.a - below.a, roots, self.basis.unit)
        return rest, {constant: e for constant, e in found.items() if e}

    def __str__(self) -> str:
        """As a user would write it."""
        if not self.told:
            self.told.append(self._written())
        return self.told[0]

    def _written(self) -> str:
        monomial = self.monomial()
        if monomial is not None:
            return str(monomial)
        above = _text(self.over, self.basis)
        if self.under.is_one():
            return above
        below = _text(self.under, self.basis)
        wrap = [f"({text})" if " " in text or (at and "*" in text) else text for at, text in enumerate((above, below))]
        return f"{wrap[0]}/{wrap[1]}"


def quick(value: Any) -> arb | None:
    """A certified ball around a number, None if there is none at hand."""
    if isinstance(value, Quotient):
        return value.ball
    return balls.at(balls.QUICK, lambda: balls.rational(value)) if isinstance(value, int | Fraction) else None


def crosswise(left: tuple[Any, Any], right: tuple[Any, Any]) -> int:
    """The sign of the difference of two products of numbers of this field, without bringing them to lowest terms."""
    b = span([*left, *right])
    if b is None:
        above, below = left[0] * left[1], right[0] * right[1]
        return int(above > below) - int(above < below)
    sides, turned = [b.context.constant(1), b.context.constant(1)], 1
    for mine, values in enumerate((left, right)):
        for value in values:
            above, below = _over_under(value, b)
            sides[mine] = times(sides[mine], above)
            if not below.is_one():
                sides[1 - mine] = times(sides[1 - mine], below)
                turned *= sign_of(below, b)
    return 0 if sides[0] == sides[1] else turned * sign_of(reduced(sides[0] - sides[1], b), b)


def _over_under(value: Any, b: Basis) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    if isinstance(value, Quotient):
        return lifted(value.over, value.basis, b), lifted(value.under, value.basis, b)
    return b.context.constant(value.numerator), b.context.constant(value.denominator)


@dataclass(frozen=True, slots=True)
class Monomial:
    """c * exp(a) * product of p^r; or exp(a * unit)."""

    c: Fraction
    a: Fraction
    roots: Mapping[int, Fraction]
    unit: Power | None = None

    def __str__(self) -> str:
        powers = [f"exp({_exponent(self.a, self.unit)})"] if self.a else []
        powers += [f"exp({_multiple(r, f'ln({p})')})" for p, r in self.roots.items()]
        above = [digits(self.c.numerator)] if self.c.numerator != 1 or not powers else []
        text = "*".join([*above, *powers])
        text = "-" + text.removeprefix("-1*") if self.c.numerator == -1 and powers else text
        return text if self.c.denominator == 1 else f"{text}/{digits(self.c.denominator)}"


def _exponent(a: Fraction, unit: Power | None) -> str:
    return str(a) if unit is None else unit.text(a)


def _multiple(r: Fraction, text: str) -> str:
    """`-3*ln(2)/4`."""
    above = {1: text, -1: f"-{text}"}.get(r.numerator, f"{r.numerator}*{text}")
    return above if r.denominator == 1 else f"{above}/{r.denominator}"


def _monomial(poly: fmpz_mpoly, over: Basis) -> Monomial:
    ((exponents, coefficient),) = poly.to_dict().items()
    steps = over.steps or 1
    roots = {p: Fraction(int(e), m) for (p, m), e in zip(over.roots, exponents[1:], strict=False)}
    return Monomial(Fraction(int(coefficient)), Fraction(-int(exponents[0]), steps), roots)


def _paired(
    left: Quotient, right: Any
) -> tuple[Basis, tuple[fmpz_mpoly, fmpz_mpoly], tuple[fmpz_mpoly, fmpz_mpoly]] | None:
    """Both over one basis; None if the right one is no number of this field."""
    if isinstance(right, Quotient):
        b = left.basis if left.basis is right.basis else common(left.basis, right.basis)
        sides = [(lifted(x.over, x.basis, b), lifted(x.under, x.basis, b)) for x in (left, right)]
        return b, sides[0], sides[1]
    if isinstance(right, int | Fraction):
        constant = left.basis.context.constant
        return left.basis, (left.over, left.under), (constant(right.numerator), constant(right.denominator))
    return None


def divisor(one: fmpz_mpoly, other: fmpz_mpoly) -> fmpz_mpoly:
    """The greatest common divisor. That of sparse polynomials of high degree need not fit anywhere: Inexact then.

    Budgets such as 1.0986122886681098 have such degrees. If all exponents are multiples of one number, it is left out.
    """
    degrees = [max(sides) for sides in zip(one.degrees(), other.degrees(), strict=True)]
    if max(degrees) <= HIGHEST:
        return one.gcd(other)
    sides = [{tuple(map(int, e)): c for e, c in poly.to_dict().items()} for poly in (one, other)]
    least = [[min(places) for places in zip(*side, strict=True)] for side in sides]  # a power that divides every term
    rest = [{_apart(e, low): c for e, c in side.items()} for side, low in zip(sides, least, strict=True)]
    steps = [gcd(*places) or 1 for places in zip(*rest[0], *rest[1], strict=True)]
    short = [{tuple([n // s for n, s in zip(e, steps, strict=True)]): c for e, c in side.items()} for side in rest]
    if max([n for side in short for e in side for n in e]) > HIGHEST:
        raise Inexact("a quotient of numbers with very large exponents")
    ring = one.context()
    found = ring.from_dict(short[0]).gcd(ring.from_dict(short[1])).to_dict().items()
    both = [min(pair) for pair in zip(*least, strict=True)]
    return ring.from_dict(
        {tuple([int(n) * s + b for n, s, b in zip(e, steps, both, strict=True)]): c for e, c in found}
    )


def _apart(exponents: tuple[int, ...], low: list[int]) -> tuple[int, ...]:
    return tuple([n - m for n, m in zip(exponents, low, strict=True)])


def quotient(b: Basis, over: fmpz_mpoly, under: fmpz_mpoly) -> "Quotient | Fraction":
    """The quotient in lowest terms; a rational if it is one."""
    over, under = reduced(over, b), reduced(under, b)
    if under.is_zero():
        raise ZeroDivisionError
    if over.is_zero():
        return Fraction(0)
    if len(b.roots) == 1 and not under.is_constant():
        over, under = _rationalised(b, over, under)
    if not under.is_one():
        factor = divisor(over, under)
        if not factor.is_one():
            shorter = over // factor, under // factor
            # (1 - x^1000)/(1 - x) is not written as a sum of a thousand terms
            if sum([len(poly) for poly in shorter]) <= LONGER * (len(over) + len(under)) + SHORT:
                over, under = shorter
            else:
                factor = divisor(over.term_content(), under.term_content())
                over, under = over // factor, under // factor
        if under.coeffs()[-1] < 0:
            over, under = -over, -under
    if over.is_constant() and under.is_constant():
        return Fraction(int(over.leading_coefficient()), int(under.leading_coefficient()))
    return Quotient(b, over, under)


def _rationalised(b: Basis, over: fmpz_mpoly, under: fmpz_mpoly) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    """The same quotient over an integer, if the denominator is a polynomial in one root t = p^(1/m) alone.

    t^m - p has no factors, so that it and the denominator have no common one: u*under + v*(t^m - p) = 1.
    """
    ((p, m),) = b.roots
    if m > FINEST or any([e for at, e in enumerate(under.degrees()) if at != 1]):
        return over, under
    coefficients = [0] * (int(under.degrees()[1]) + 1)
    for exponents, coefficient in under.to_dict().items():
        coefficients[int(exponents[1])] = int(coefficient)
    one, inverse, _ = fmpq_poly(coefficients).xgcd(fmpq_poly([-p] + [0] * (m - 1) + [1]))
    inverse, t = inverse / one, b.context.gens()[1]
    factor = b.context.constant(0)
    for e, coefficient in enumerate(inverse.numer().coeffs()):
        factor += t**e * int(coefficient)
    return reduced(over * factor, b), b.context.constant(int(inverse.denom()))


def _rebuilt(steps: int, roots: Any, constants: Any, unit: Any, over: list[Any], under: list[Any]) -> Quotient:
    b = basis(steps, roots, constants, unit)
    above, below = [b.context.from_dict(dict(side)) for side in (over, under)]
    return Quotient(b, above, below)


def exponential(a: Fraction, unit: Power | None = None) -> "Quotient | Fraction":
    """exp of a rational, or of its product with what is left open."""
    if a == 0:
        return Fraction(1)
    if abs(a.numerator) > FARTHEST or a.denominator > FARTHEST:
        raise Inexact(f"exp({plain(a)})")
    b = basis(a.denominator, (), (), unit)
    power, one = b.context.gens()[0] ** abs(a.numerator), b.context.constant(1)
    return Quotient(b, power, one) if a < 0 else Quotient(b, one, power)


def root(p: int, r: Fraction) -> "Quotient | Fraction":
    """p^r for a prime p."""
    if abs(r) * p.bit_length() > magnitude.BITS or r.denominator > FARTHEST:
        raise magnitude.too_long()
    whole, rest = r.numerator // r.denominator, r - r.numerator // r.denominator
    factor = Fraction(p) ** whole
    if rest == 0:
        return factor
    b = basis(0, ((p, rest.denominator),), ())
    over = b.context.gens()[1] ** rest.numerator * factor.numerator
    return quotient(b, over, b.context.constant(factor.denominator))


def named(constant: Constant) -> Quotient:
    """A number that is known by its enclosures."""
    b = basis(0, (), (constant,))
    return Quotient(b, b.context.gens()[1], b.context.constant(1))


def logarithm(p: int) -> Quotient:
    """ln of a prime."""
    return named(Constant(f"ln({p})", partial(balls.ln_of, p), p, logarithm=True))


def _text(poly: fmpz_mpoly, over: Basis) -> str:
    parts: list[str] = []
    for exponents, c in largest_first(poly, over):
        powers = over.text(exponents)
        size = "" if powers and abs(c) == 1 else digits(abs(c))
        sign = ("-" if c < 0 else "") if not parts else (" - " if c < 0 else " + ")
        parts.append(f"{sign}{size}{'*' if size and powers else ''}{powers}")
    return "".join(parts) or "0"


def _powers_text(exponents: tuple[int, ...], over: Basis) -> str:
    """A monomial without its coefficient; nothing, if it is 1."""
    powers = []
    if exponents[0]:
        powers.append(f"exp({_exponent(Fraction(-exponents[0], over.steps), over.unit)})")
    ends = len(over.roots) + 1
    for (p, m), e in zip(over.roots, exponents[1:ends], strict=True):
        if e:
            powers.append(f"exp({_multiple(Fraction(e, m), f'ln({p})')})")
    for constant, e in zip(over.constants, exponents[ends:], strict=True):
        if e:
            powers.append(constant.name + (f"^{e}" if e > 1 else ""))
    return "*".join(powers)


def largest_first(poly: fmpz_mpoly, over: Basis) -> list[tuple[tuple[int, ...], int]]:
    """The terms, exponents and coefficients, in the order in which they are written."""
    terms = [(tuple([int(e) for e in exponents]), int(c)) for exponents, c in poly.to_dict().items()]
    return sorted(terms, reverse=True, key=lambda term: (-term[0][0], *term[0][1:]))


def integers(b: Basis, values: list[Any]) -> tuple[list[fmpz_mpoly], fmpz_mpoly]:
    """Numbers of the field over one denominator, which is positive."""
    sides = [_over_under(value, b) for value in values]
    total = b.context.constant(1)
    for _, under in sides:
        if total != under:
            total = total * (under // divisor(total, under))
    if sign_of(total, b) < 0:
        total = -total
    return [over * (total // under) for over, under in sides], total


def common_polynomial(coefficients: Mapping[int, Any]) -> Callable[[int, Any], Any]:
    """(sum of c_j t^j) * factor as a function of an integer t and a factor, for c_j of which some are no rationals."""
    own = span(list(coefficients.values()))
    assert own is not None
    above, below = integers(own, list(coefficients.values()))
    parts = list(zip(coefficients, above, strict=True))

    def at(t: int, factor: Any) -> Any:
        total = sum([poly * t**j for j, poly in parts], own.context.constant(0))
        b = own if not isinstance(factor, Quotient) else common(own, factor.basis)
        over, under = _over_under(factor, b)
        return quotient(b, times(lifted(total, own, b), over), times(lifted(below, own, b), under))

    return at


def span(values: list[Any]) -> Basis | None:
    """The basis in which all of these can be written; None if they are rational."""
    found: Basis | None = None
    for value in values:
        if isinstance(value, Quotient):
            found = value.basis if found is None else common(found, value.basis)
    return found
