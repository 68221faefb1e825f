"""cases: Flip and Choice are coupled value by value, at the exact ratio of the masses.

Rule.
    P && mass1(a) > 0  ==>  mass2(f(a)) > 0
    -------------------------------------------------------------------------------------------- [cases]
    { P }  x :=$ Choice(...)  ~[ln(mass1(a)/mass2(f(a)))]  x :=$ Choice(...)  { x{2} = f(x{1}) }

and the same for `Flip(p)`, of masses p and 1 - p. Entries of a Choice that are equal add up; the masses of `Choice(w)`
are the entries of the list.

Why. The price is what `coupled-draw` asks for, by definition. It may be negative. A stated cost c is checked without
logarithms, as `mass1(a) <= exp(c) * mass2(f(a))`.

Pitfall. A value that run 2 never draws has no price: `Flip(1/2)` against `Flip(0)` by the identity. That the image has
positive mass is owed by the rule. And the price of one side only: `Flip(3/4)` against `Flip(1/4)` is cheap, even below
0, where the coin shows false; what counts is what is spent at the end on each path.

Reference. Warner, JASA 1965, for randomized response; the price is that of `coupled-draw`, read for finite sets.

Owes. Nothing of its own.
"""

from prhl.couplings.base import Draw, Price
from prhl.couplings.finite_excess import mass_of
from prhl.couplings.known_numbers import Known
from prhl.distributions import Family, family_of
from prhl.distributions.base import Listing
from prhl.distributions.masses import NotEnumerable
from prhl.logic.build import FALSE, TRUE, at_most, choose, equal, negation, number, quotient, times
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Constant, Distribution, Term
from prhl.logic.types import REAL
from prhl.records import dataclass


@dataclass(frozen=True)
class Cases:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Listing)

    def align(self, draw: Draw) -> Price:
        mass, other = mass_of(draw.first, draw.sample, Known()), mass_of(draw.second, draw.image, Known())

        def enough(cost: Term) -> Term:
            return at_most(mass, times(Apply("exp", (cost,), REAL), other))

        return Price((), _log_ratio(draw, mass, other), enough)


def _log_ratio(draw: Draw, mass: Term, other: Term) -> Term:
    """The logarithm stands inside the cases, so that it is taken of as few different numbers as possible."""
    if draw.image == draw.sample and draw.first == draw.second:
        return number(0)
    first, second = _cases(draw.first, draw.sample), _cases(draw.second, draw.image)
    if first is None or second is None:
        return _ln(mass, other)
    price: Term = number(0)
    for at, (condition, weight) in reversed(list(enumerate(first))):
        inner: Term = _ln(weight, second[-1][1])
        for met, below in reversed(second[:-1]):
            inner = choose(met, _ln(weight, below), inner)
        price = inner if at == len(first) - 1 else choose(condition, inner, price)
    return price


def _cases(distribution: Distribution, value: Term) -> list[tuple[Term, Term]] | None:
    """The points and their masses; None if points may coincide, or are not written out."""
    family = family_of(distribution)
    assert isinstance(family, Listing)
    try:
        points = family.value_terms(distribution.arguments, Known().value)
    except NotEnumerable:
        return None
    known = [constant(point) for point in points]
    if None in known or len(set(map(repr, known))) < len(points):
        return None
    return [(_is(value, point), mass_of(distribution, point, Known())) for point in points]


def _is(value: Term, point: Term) -> Term:
    return value if point == TRUE else negation(value) if point == FALSE else equal(value, point)


def _ln(above: Term, below: Term) -> Term:
    """ln(above/below)."""
    ratio = quotient(above, below)
    known = constant(ratio)
    if known == 1 or above == below:
        return number(0)
    argument = ratio if known is None or isinstance(known, bool | str | tuple) else Constant(known, REAL)
    return Apply("ln", (argument,), REAL)
