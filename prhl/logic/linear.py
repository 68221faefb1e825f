"""Numbers as sums of multiples of terms, and as products of powers: what differences and prices are made of."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from prhl.logic.build import number, times, total
from prhl.logic.terms import Apply, Constant, Term
from prhl.logic.types import INT, REAL, Type
from prhl.records import dataclass

NUMBERS = (INT, REAL)
MOST = 16  # the largest power that is multiplied out


@dataclass(frozen=True)
class Form:
    """The sum of coefficient * part over the parts, plus a constant; no coefficient is 0."""

    parts: Mapping[Term, Fraction]
    constant: Fraction = Fraction(0)

    def __add__(self, other: "Form") -> "Form":
        sums = {part: self.of(part) + other.of(part) for part in (*self.parts, *other.parts)}
        return Form({part: q for part, q in sums.items() if q}, self.constant + other.constant)

    def __sub__(self, other: "Form") -> "Form":
        return self + other * Fraction(-1)

    def __mul__(self, factor: Fraction) -> "Form":
        return Form({part: q * factor for part, q in self.parts.items() if q * factor}, self.constant * factor)

    def __bool__(self) -> bool:
        return bool(self.parts) or self.constant != 0

    def of(self, part: Term) -> Fraction:
        """Its coefficient."""
        return self.parts.get(part, Fraction(0))

    def where(self, wanted: Callable[[Term], bool]) -> "Form":
        """The parts that are wanted, without the constant."""
        return Form({part: q for part, q in self.parts.items() if wanted(part)})

    @property
    def added(self) -> "Form":
        """The parts with a positive coefficient, without the constant."""
        return Form({part: q for part, q in self.parts.items() if q > 0})

    def mapped(self, change: Callable[[Term], Term]) -> "Form":
        out = Form({}, self.constant)
        for part, q in self.parts.items():
            out = out + Form({change(part): q})
        return out

    @property
    def term(self) -> Term:
        """As people write it: what is added first, then what is taken away, the constant last."""
        signed = [
            (q, part if abs(q) == 1 else monomial(times(number(abs(q)), part)).term) for part, q in self.parts.items()
        ]
        if self.constant or not signed:
            signed.append((self.constant, number(abs(self.constant))))
        signed.sort(key=lambda one: one[0] < 0)
        return total([part if q >= 0 else Apply("neg", (part,), part.type) for q, part in signed])


def form(term: Term) -> Form:
    """The term as a sum; integers that are read as reals are the same numbers."""
    match term:
        case Constant(Fraction() as value):
            return Form({}, value)
        case Apply("widen", (inner,)) if inner.type == INT:
            return form(inner)
        case Apply("add", arguments):
            return sum([form(one) for one in arguments], Form({}))
        case Apply("neg", (inner,)):
            return form(inner) * Fraction(-1)
        case Apply("mul", arguments):
            return _product(term, [form(one) for one in arguments])
        case Apply("div", (above, below)):
            divisor = form(below)
            if not divisor.parts and divisor.constant:
                return form(above) * (1 / divisor.constant)
            return _one(term)
    return Form({term: Fraction(1)})


def _product(term: Apply, factors: list[Form]) -> Form:
    """Linear in at most one factor; otherwise one part of its own."""
    constant = Fraction(1)
    for one in factors:
        if not one.parts:
            constant *= one.constant
    rest = [(one, given) for one, given in zip(factors, term.arguments, strict=True) if one.parts]
    if not rest:
        return Form({}, constant)
    if len(rest) == 1:
        return rest[0][0] * constant
    return _one(Apply("mul", tuple([given for _, given in rest]), term.type)) * constant


def _one(term: Term) -> Form:
    """A product or quotient as one part, with its number in front."""
    product = monomial(term)
    return Form({replace(product, coefficient=Fraction(1)).term: product.coefficient} if product.coefficient else {})


@dataclass(frozen=True)
class Monomial:
    """A coefficient times powers of terms."""

    coefficient: Fraction
    powers: Mapping[Term, int]

    @property
    def term(self) -> Term:
        above = [_power(part, power) for part, power in self.powers.items() if power > 0]
        below = [_power(part, -power) for part, power in self.powers.items() if power < 0]
        top, bottom = self.coefficient.numerator, self.coefficient.denominator
        above = [number(top), *above] if top != 1 or not above else above
        below = [number(bottom), *below] if bottom != 1 else below
        product = above[0] if len(above) == 1 else Apply("mul", tuple(above), _type(above))
        if not below:
            return product
        return Apply("div", (product, below[0] if len(below) == 1 else Apply("mul", tuple(below), _type(below))), REAL)


def _type(parts: list[Term]) -> Type:
    return INT if all([part.type == INT for part in parts]) else REAL


def monomial(term: Term) -> Monomial:
    """The term as a product of quotients."""
    match term:
        case Constant(Fraction() as value):
            return Monomial(value, {})
        case Apply("widen", (inner,)) if inner.type == INT:
            return monomial(inner)
        case Apply("mul", arguments):
            return _multiplied([(monomial(one), 1) for one in arguments])
        case Apply("pow", (base, Constant(Fraction() as power))) if power.denominator == 1 and 0 < power <= MOST:
            return _multiplied([(monomial(base), int(power))])
        case Apply("div", (above, below)) if (divisor := monomial(below)).coefficient:
            return _multiplied([(monomial(above), 1), (divisor, -1)])
        case _:
            return Monomial(Fraction(1), {term: 1})


def _power(part: Term, power: int) -> Term:
    return part if power == 1 else Apply("pow", (part, number(power)), part.type)


def _multiplied(factors: list[tuple[Monomial, int]]) -> Monomial:
    """The product of powers of factors."""
    coefficient, powers = Fraction(1), Counter[Term]()
    for factor, times_ in factors:
        coefficient *= factor.coefficient**times_
        for part, power in factor.powers.items():
            powers[part] += times_ * power
    return Monomial(coefficient, {part: power for part, power in powers.items() if power})


def ratio(above: Term, below: Term) -> Fraction | None:
    """Their quotient, if that is the same number for all values of what is in them."""
    one, other = monomial(above), monomial(below)
    return one.coefficient / other.coefficient if dict(one.powers) == dict(other.powers) and other.coefficient else None
