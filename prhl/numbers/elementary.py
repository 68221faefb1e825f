"""Sums of products of variables, exponentials, logarithms, roots and reciprocals, in one form.

A `Sum` maps monomials to rational coefficients. A monomial is a product of integer powers of generators and one
exponential, whose exponent is a sum again. The generators are variables, ln(P), sqrt(P) and 1/P (`inv`), with sums P.
Equal sums are equal functions; the converse holds as far as the laws applied here go: exp(a)*exp(b) = exp(a + b),
exp(n*ln(P)) = P^n, also for half-integers n, and sqrt(P)^2 = P.

PITFALL: nothing here knows where a sum is defined. The laws are true wherever all generators on their left side are:
P > 0 in ln(P) and in 1/P, P >= 0 in sqrt(P), and no power of 0 is negative. `solvers/elementary_steps.py` asks for
that before it makes a generator.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from itertools import product
from math import lcm
from typing import Any, Literal, NamedTuple, Union

from flint import Ordering, arb, ctx, fmpq, fmpq_mpoly_ctx, fmpz

from prhl.diagnostics import NotComputed
from prhl.numbers.balls import enclose, rational
from prhl.numbers.magnitude import fitting
from prhl.records import dataclass

MOST_TERMS = 120
HIGHEST = 40  # power of a sum
STEEPEST = 100  # coefficient in an exponent
PRECISION = 64  # bits of enclosures on boxes
HALVINGS = 16  # of a box
LONGEST = 64  # bits of an integer that is factored
Kind = Literal["var", "ln", "sqrt", "inv"]
Box = Mapping[str, arb]


class Unwieldy(NotComputed):
    """More terms than are worth looking at, or a division by zero."""


@dataclass(frozen=True, eq=False)
class Generator:
    kind: Kind
    argument: Union["Sum", str]

    @cached_property
    def key(self) -> str:
        if isinstance(self.argument, str):
            return self.argument
        return f"1/({self.argument})" if self.kind == "inv" else f"{self.kind}({self.argument})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def inner(self) -> "Sum":
        assert isinstance(self.argument, Sum)
        return self.argument


class Monomial(NamedTuple):
    powers: tuple[tuple[Generator, int], ...] = ()
    exponent: Union["Sum", None] = None  # of exp, if there is one; never 0

    def __str__(self) -> str:
        parts = [f"{g.key}^{k}" if k != 1 else g.key for g, k in self.powers]
        return "*".join([*parts, *([] if self.exponent is None else [f"exp({self.exponent})"])])


@dataclass(frozen=True, eq=False)
class Sum:
    terms: dict[Monomial, Fraction]

    @cached_property
    def key(self) -> str:
        """The sum as text: the same for equal sums, and different for different ones."""
        out = ""
        for name, value in sorted([(str(m), c) for m, c in self.terms.items()], key=lambda term: (term[0] == "", term)):
            size = "" if abs(value) == 1 and name else str(abs(value))
            out += (" - " if value < 0 else " + ") + "*".join([part for part in (size, name) if part])
        return (out.removeprefix(" + ") if not out.startswith(" - ") else "-" + out[3:]) or "0"

    def __str__(self) -> str:
        return self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __add__(self, other: "Sum") -> "Sum":
        return collected([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> "Sum":
        return Sum({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: "Sum") -> "Sum":
        return self + -other

    def __mul__(self, other: "Sum") -> "Sum":
        if len(self.terms) * len(other.terms) > MOST_TERMS**2:
            raise Unwieldy
        found: list[tuple[Monomial, Fraction]] = []
        for m, c in self.terms.items():
            for n, d in other.terms.items():
                found += _product(m, n, c * d).terms.items()
        return collected(found)

    def __pow__(self, exponent: int) -> "Sum":
        """For negative exponents of a sum of several terms it has to be positive."""
        if abs(exponent) > HIGHEST:
            raise Unwieldy
        base = self if exponent >= 0 else reciprocal(self)
        return reduce(Sum.__mul__, [base] * abs(exponent), ONE)

    @property
    def number(self) -> Fraction | None:
        """The value, where that is rational by the form."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(Monomial()) if len(self.terms) == 1 else None

    @cached_property
    def generators(self) -> dict[str, Generator]:
        """All that occur, also inside of others."""
        found: dict[str, Generator] = {}
        for monomial in self.terms:
            for g, _ in monomial.powers:
                found[g.key] = g
                if g.kind != "var":
                    found |= g.inner.generators
            if monomial.exponent is not None:
                found |= monomial.exponent.generators
        return found

    @cached_property
    def variables(self) -> tuple[str, ...]:
        return tuple(sorted([key for key, g in self.generators.items() if g.kind == "var"]))


def collected(terms: Iterable[tuple[Monomial, Fraction]]) -> Sum:
    found: dict[Monomial, Fraction] = {}
    for monomial, c in terms:
        found[monomial] = found.get(monomial, Fraction(0)) + c
    found = {m: fitting(c) for m, c in found.items() if c}
    if len(found) > MOST_TERMS:
        raise Unwieldy
    return Sum(found)


def constant(value: Fraction | int) -> Sum:
    return Sum({Monomial(): Fraction(value)} if value else {})


ZERO, ONE = constant(0), constant(1)


def of(generator: Generator, power: int = 1) -> Sum:
    return _tidy({generator: power}, None, Fraction(1))


def variable(name: str) -> Sum:
    return of(Generator("var", name))


def exp(exponent: Sum) -> Sum:
    return _tidy({}, exponent, Fraction(1))


def reciprocal(of_: Sum) -> Sum:
    """1/P, for a P that is not 0, and positive if it has several terms."""
    if not of_.terms:
        raise Unwieldy
    if len(of_.terms) > 1:
        return of(Generator("inv", of_))
    [(monomial, c)] = of_.terms.items()
    exponent = None if monomial.exponent is None else -monomial.exponent
    return _tidy({g: -k for g, k in monomial.powers}, exponent, 1 / c)


def _product(m: Monomial, n: Monomial, c: Fraction) -> Sum:
    powers = dict(m.powers)
    for g, k in n.powers:
        powers[g] = powers.get(g, 0) + k
    both = [e for e in (m.exponent, n.exponent) if e is not None]
    return _tidy(powers, both[0] + both[1] if len(both) == 2 else both[0] if both else None, c)


def _tidy(powers: dict[Generator, int], exponent: Sum | None, c: Fraction) -> Sum:
    """A product in the one form: powers of roots are 0 or 1, those of reciprocals not negative, no logarithm with a
    coefficient n/2 is a term of the exponent."""
    more: list[Sum] = []
    kept: dict[Generator, int] = {}
    for g, k in powers.items():
        rest = k
        if g.kind == "sqrt":
            rest = k % 2
            more.append(g.inner ** (k // 2))
        elif g.kind == "inv" and k < 0:
            rest = 0
            more.append(g.inner**-k)
        if rest:
            kept[g] = rest
    if exponent is not None:
        if any([m.powers and max(abs(c.numerator), c.denominator) > STEEPEST for m, c in exponent.terms.items()]):
            raise Unwieldy
        left = dict(exponent.terms)
        for monomial, factor in exponent.terms.items():
            alone = monomial.powers[0] if len(monomial.powers) == 1 and monomial.exponent is None else None
            if alone is not None and alone[0].kind == "ln" and alone[1] == 1 and (2 * factor).denominator == 1:
                del left[monomial]
                argument = alone[0].inner
                whole, half = divmod(int(2 * factor), 2)
                more += [argument**whole, of(Generator("sqrt", argument)) if half else ONE]
        exponent = Sum(left) if left else None
    ordered = tuple(sorted(kept.items(), key=lambda power: power[0].key))
    return reduce(Sum.__mul__, [one for one in more if one != ONE], Sum({Monomial(ordered, exponent): c} if c else {}))


def derivative(of_: Sum, x: str) -> Sum:
    """By the rules of calculus: it is the derivative wherever all generators are differentiable."""
    out = ZERO
    for monomial, c in of_.terms.items():
        whole = Sum({monomial: c})
        for g, k in monomial.powers:
            inner = _derivative(g, x)
            if inner.terms:
                out += constant(k) * inner * of(g, -1) * whole
        if monomial.exponent is not None:
            out += derivative(monomial.exponent, x) * whole
    return out


def _derivative(g: Generator, x: str) -> Sum:
    if g.kind == "var":
        return ONE if g.argument == x else ZERO
    inner = derivative(g.inner, x)
    if not inner.terms:
        return ZERO
    match g.kind:
        case "ln":
            return inner * reciprocal(g.inner)
        case "sqrt":
            return constant(Fraction(1, 2)) * inner * of(g, -1)
        case _:
            return -inner * of(g, 2)


def enclosure(of_: Sum, box: Box) -> arb:
    """Of the values of the sum where the variables are in the box, at the precision that is set; it has no finite
    bounds where the sum may be undefined."""
    total = arb(0)
    for monomial, c in of_.terms.items():
        part = rational(c)
        for g, k in monomial.powers:
            part *= _enclosed(g, box) ** k
        if monomial.exponent is not None:
            part *= enclosure(monomial.exponent, box).exp()
        total += part
    return total


def _enclosed(g: Generator, box: Box) -> arb:
    if g.kind == "var":
        assert isinstance(g.argument, str)
        return box[g.argument]
    inner = enclosure(g.inner, box)
    return inner.log() if g.kind == "ln" else inner.sqrt() if g.kind == "sqrt" else 1 / inner


def sign_at(of_: Sum, point: Mapping[str, Fraction]) -> int | None:
    """The sign of the value at a point, where 64 bits tell it."""
    before, ctx.prec = ctx.prec, PRECISION
    try:
        ball = enclosure(of_, {name: rational(value) for name, value in point.items()})
    finally:
        ctx.prec = before
    return 1 if ball > 0 else -1 if ball < 0 else 0 if ball.is_zero() else None


def rational_ends(value: Sum) -> tuple[Fraction, Fraction]:
    """Rationals below and above a sum without variables."""
    if value.number is not None:
        return value.number, value.number
    return enclose(lambda: enclosure(value, {}), PRECISION)


def positive_on(of_: Sum, ends: Mapping[str, tuple[Fraction, Fraction]], cells: int) -> bool:
    """Whether enclosures show the sum to be positive between the ends, which are halved into so many boxes at most."""
    names = list(ends)
    corners = [[(end, end) for end in corner] for corner in product(*ends.values())]
    todo = [*[(0, corner) for corner in reversed(corners)], (HALVINGS, [ends[name] for name in names])]
    todo.reverse()
    before, ctx.prec = ctx.prec, PRECISION
    try:
        for _ in range(cells):
            if not todo:
                return True
            left, box = todo.pop()
            sides = [rational(low).union(rational(high)) for low, high in box]
            if enclosure(of_, dict(zip(names, sides, strict=True))) > 0:
                continue
            if not left:
                return False
            widest = max(range(len(box)), key=lambda n: box[n][1] - box[n][0])
            low, high = box[widest]
            for half in ((low, (low + high) / 2), ((low + high) / 2, high)):
                todo.append((left - 1, [*box[:widest], half, *box[widest + 1 :]]))
    finally:
        ctx.prec = before
    return False


# ---- factors ---------------------------------------------------------------------------------


def cleared(of_: Sum) -> tuple[Sum, dict[Generator, int]]:
    """N, and exponents k of reciprocals g, with of_ = N * g^k * ... and none of the reciprocals left in N outside of
    other generators."""
    below: dict[Generator, int] = {}
    while True:
        g = next((g for m in of_.terms for g, _ in m.powers if g.kind == "inv"), None)
        if g is None:
            return of_, below
        if g in below:
            raise Unwieldy  # it comes back out of another one
        below[g] = most = max([dict(m.powers).get(g, 0) for m in of_.terms])
        out = ZERO
        for m, c in of_.terms.items():
            own = dict(m.powers).get(g, 0)
            alone = Monomial(tuple([power for power in m.powers if power[0] != g]), m.exponent)
            out += Sum({alone: c}) * g.inner ** (most - own)
        of_ = out


def common(of_: Sum) -> tuple[Sum, Sum]:
    """A product and a sum without common powers of generators and exponentials, whose product is the given sum."""
    monomials = list(of_.terms)
    generators = dict.fromkeys([g for m in monomials for g, _ in m.powers])
    powers = {g: min([dict(m.powers).get(g, 0) for m in monomials]) for g in generators}
    exponents = [{} if m.exponent is None else m.exponent.terms for m in monomials]
    basis = dict.fromkeys([part for exponent in exponents for part in exponent])
    least = Sum({part: c for part in basis if (c := min([e.get(part, Fraction(0)) for e in exponents]))})
    taken = _tidy(powers, least if least.terms else None, Fraction(1))
    if len(taken.terms) != 1:
        return ONE, of_
    rest = of_ * reciprocal(taken)
    return (taken, rest) if taken * rest == of_ else (ONE, of_)


def factors(of_: Sum) -> list[tuple[Sum, int]]:
    """Sums whose product is the given one, with their exponents: irreducible as polynomials in generators and
    exponentials, and one of them a rational. The factors of `flint` are multiplied out and compared."""
    if not of_.terms:
        return [(of_, 1)]
    taken, rest = common(of_)
    [(monomial, _)] = taken.terms.items()
    found = [(of(g), k) for g, k in monomial.powers]
    if monomial.exponent is not None:
        found.append((exp(monomial.exponent), 1))
    if rest.number is not None:
        return [*found, (rest, 1)]
    polynomial, basis, scales = _polynomial(rest)
    if max(polynomial.degrees()) > HIGHEST:  # to factor it would take too long
        return [*found, (rest, 1)]
    unit, parts = polynomial.factor()
    split = [(_sum(part.to_dict(), basis, scales), int(k)) for part, k in parts]
    split.append((constant(_fraction(unit)), 1))
    if reduce(Sum.__mul__, [part**k for part, k in split], ONE) != rest:
        split = [(rest, 1)]
    return [*found, *split]


def _polynomial(of_: Sum) -> tuple[Any, list[Generator | Monomial], dict[Monomial, int]]:
    """A sum with powers that are not negative as a polynomial: one unknown for each generator, and for each monomial of
    the exponents."""
    generators = list(dict.fromkeys([g for m in of_.terms for g, _ in m.powers]))
    exponents = [part for m in of_.terms if m.exponent is not None for part in m.exponent.terms.items()]
    scales: dict[Monomial, int] = {}
    for part, c in exponents:
        scales[part] = lcm(scales.get(part, 1), c.denominator)
    basis: list[Generator | Monomial] = [*generators, *scales]
    coefficients = {}
    for m, c in of_.terms.items():
        powers = dict(m.powers)
        inside = {} if m.exponent is None else m.exponent.terms
        degrees = [powers.get(g, 0) for g in generators] + [int(inside.get(e, 0) * n) for e, n in scales.items()]
        coefficients[tuple(degrees)] = fmpq(c.numerator, c.denominator)
    context = fmpq_mpoly_ctx.get([f"g{n}" for n in range(len(basis))], Ordering.lex)
    return context.from_dict(coefficients), basis, scales


def _sum(terms: dict[tuple[int, ...], fmpq], basis: list[Generator | Monomial], scales: dict[Monomial, int]) -> Sum:
    out = ZERO
    for degrees, c in terms.items():
        present = [(one, int(k)) for one, k in zip(basis, degrees, strict=True) if k]
        powers = {g: k for g, k in present if isinstance(g, Generator)}
        exponent = Sum({e: Fraction(k, scales[e]) for e, k in present if isinstance(e, Monomial)})
        out += _tidy(powers, exponent if exponent.terms else None, _fraction(c))
    return out


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def primes(value: int) -> Iterator[tuple[int, int]]:
    """Factors of a positive integer with their exponents: prime ones, or itself if it is long."""
    if value.bit_length() > LONGEST:
        yield value, 1
        return
    for prime, k in fmpz(value).factor():
        yield int(prime), int(k)
