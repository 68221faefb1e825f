"""excess: what is drawn from a finite list goes together by any injective map, up to what is left over.

Rule.
    P ==> sum over a of max(0, mass1(a) - exp(e) * mass2(f(a))) <= d
    e and d do not mention the sample
    ---------------------------------------------------------------------- [excess]
    { P }  x :=$ Choice(...)  ~[e, d]  x :=$ Choice(...)  { x{2} = f(x{1}) }

and the same for `Flip`, for `Uniform` over a list, and for `Uniform` over a range or bit strings of constant size: 64
values at most. The masses may be symbolic, and the two runs may draw from different families. `mass2` is 0 outside of
the support of run 2; equal entries of a Choice add up.

Why. An event S of run 1 is related to f(S) of run 2. As f is injective, `Pr1[S] - exp(e) * Pr2[f(S)]` is the sum over
the a in S of `mass1(a) - exp(e) * mass2(f(a))`; that is largest where S has just the a for which this is positive. At
`e = 0` and for the identity it is the total variation of the two distributions.

Pitfall. To let what run 2 has more pay for what it has less: without the max the sum is `1 - exp(e)` for every map onto
the support, and everything is free. Two samples with one image: each would use the mass of the image for itself.

Reference. The maximal coupling: Doeblin, 1938, and Dobrushin, 1970; as a lifting: Barthe, Espitau, Hsu, Sato and Strub,
ICALP 2017.

Owes. Nothing of its own; its conditions are owed by `lifted-draw`.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from prhl.couplings.base import Draw
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import Lifted, Step, Unpriced, stopped
from prhl.logic.build import (
    FALSE,
    TRUE,
    at_most,
    both,
    choose,
    either,
    equal,
    less,
    number,
    plus,
    quotient,
    size,
    times,
    total,
)
from prhl.logic.constants import constant
from prhl.logic.substitution import substitute
from prhl.logic.terms import AllBits, Apply, Between, Constant, Distribution, Listed, Term, Weighted
from prhl.logic.types import REAL
from prhl.numbers import Number
from prhl.numbers.excess import of_pairs

MOST = 64  # values of run 1

NO_LIST = "this draw has no list of values, and a slack has a price here only value by value"


@dataclass(frozen=True)
class Excess:
    def lift(self, step: Step) -> Lifted:
        draw = step.draw
        pairs: list[tuple[Term, Term]] = []
        for at, value in enumerate(values := values_of(draw.first, step.known)):
            mine = mass_of(draw.first, value, step.known)
            if (again := _met(value, values[:at])) != FALSE:
                mine = _chosen(again, number(0), mine)
            other = mass_of(draw.second, image_of(draw, value), step.known)
            if step.bad is not None:
                other = _chosen(at_sample(draw, step.bad, value), number(0), other)
            pairs.append((mine, other))
        factor = Apply("exp", (step.cost,), REAL)
        left_over = total([positive(plus(mine, times(factor, other), -1)) for mine, other in pairs])
        return Lifted((), lambda slack: at_most(left_over, slack), _least(step, pairs))


def image_of(draw: Draw, value: Term) -> Term:
    """Where this value goes."""
    return at_sample(draw, draw.image, value)


def at_sample(draw: Draw, term: Term, value: Term) -> Term:
    """What a term about the sample says of this value."""
    return substitute(term, lambda leaf: value if leaf == draw.sample else None)


def positive(term: Term) -> Term:
    """max(0, term)."""
    return choose(less(number(0), term), term, number(0))


def _least(step: Step, pairs: list[tuple[Term, Term]]) -> Fraction | None:
    """The sum as a number, where it is one; for those who ask."""
    epsilon = step.known.value(step.cost)
    masses: list[tuple[Number, Number]] = []
    for mine, other in pairs:
        one, two = step.known.value(mine), step.known.value(other)
        if one is None or two is None:
            return None
        masses.append((one, two))
    try:
        return None if epsilon is None else of_pairs(masses, epsilon)
    except ArithmeticError as reason:
        stopped(reason)


def values_of(distribution: Distribution, known: Known) -> list[Term]:
    """What may be drawn; values may be equal."""
    match distribution.name, distribution.arguments[0]:
        case "Flip", _:
            return [TRUE, FALSE]
        case "Choice", Weighted(items):
            return _few([value for value, _ in items])
        case "Uniform", Listed(items):
            return _few(list(items))
        case "Uniform", Between(low, high):
            first, last = known.value(low), known.value(high)
            if isinstance(first, Fraction) and isinstance(last, Fraction) and last - first < MOST:
                return [number(n) for n in range(int(first), int(last) + 1)]
            raise Unpriced(f"a range is drawn from value by value if its ends are constants, at most {MOST} values")
        case "Uniform", AllBits(length, item_type):
            n = known.value(length)
            if isinstance(n, Fraction) and n >= 0 and 2**n <= MOST:
                return [Constant("".join(digits), item_type) for digits in product("01", repeat=int(n))]
            raise Unpriced(f"bit strings are drawn value by value if their length is constant, at most {MOST} values")
        case _:
            raise Unpriced(NO_LIST)


def _few(values: list[Term]) -> list[Term]:
    if len(values) > MOST:
        raise Unpriced(f"there are {len(values)} values; at most {MOST} are added up")
    return values


def mass_of(distribution: Distribution, value: Term, known: Known) -> Term:
    """Of any value, in the support or not."""
    match distribution.name, distribution.arguments[0]:
        case "Flip", p if not isinstance(p, Weighted | Listed | Between | AllBits | Distribution):
            return _chosen(value, p, plus(number(1), p, -1))
        case "Choice", Weighted(items):
            parts = [_chosen(_same(value, item), weight, number(0)) for item, weight in items]
            return total([part for part in parts if part != number(0)])
        case "Uniform", Listed(items):  # no element stands twice, by `existence`
            return _chosen(_met(value, list(items)), number(Fraction(1, len(items))), number(0))
        case "Uniform", Between(low, high):
            inside = both([at_most(low, value), at_most(value, high)])
            count = plus(plus(high, low, -1), number(1))
            return _chosen(inside, quotient(number(1), _number(count)), number(0))
        case "Uniform", AllBits(length):
            n = known.value(length)
            if isinstance(n, Fraction) and 0 <= n <= LONGEST:
                return _chosen(equal(size(value), length), number(Fraction(1, 2 ** int(n))), number(0))
            raise Unpriced("bit strings must have a constant length here")
        case _:
            raise Unpriced(NO_LIST)


LONGEST = 64  # bits of a string in run 2


def _met(value: Term, others: list[Term]) -> Term:
    """That the value is one of the others."""
    found = [same for same in [_same(value, other) for other in others] if same != FALSE]
    return TRUE if TRUE in found else either(found)


def _same(one: Term, other: Term) -> Term:
    return _settled(equal(one, other))


def _settled(condition: Term) -> Term:
    known = constant(condition)
    return condition if known is None else TRUE if known is True else FALSE


def _chosen(condition: Term, yes: Term, no: Term) -> Term:
    decided = _settled(condition)
    return yes if decided == TRUE else no if decided == FALSE else choose(decided, yes, no)


def _number(term: Term) -> Term:
    known = constant(term)
    return number(known) if isinstance(known, Fraction) else term
