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

from prhl.couplings.base import Draw, Price
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import Step, Unpriced, stopped
from prhl.distributions import family_of
from prhl.distributions.base import Listing
from prhl.distributions.conditions import FEW, chosen, met
from prhl.distributions.masses import NotEnumerable
from prhl.logic.build import FALSE, at_most, choose, less, number, plus, times, total
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Distribution, Term
from prhl.logic.types import REAL
from prhl.numbers import Number
from prhl.numbers.excess import of_pairs
from prhl.records import dataclass

NO_LIST = "this draw has no list of values, and a slack has a price here only value by value"


@dataclass(frozen=True)
class Excess:
    by_value = True

    def lift(self, step: Step) -> Price:
        draw = step.draw
        pairs: list[tuple[Term, Term]] = []
        for at, value in enumerate(values := values_of(draw.first, step.known)):
            mine = mass_of(draw.first, value, step.known)
            if (again := met(value, values[:at])) != FALSE:
                mine = chosen(again, number(0), mine)
            other = mass_of(draw.second, image_of(draw, value), step.known)
            if step.bad is not None:
                other = chosen(at_sample(draw, step.bad, value), number(0), other)
            pairs.append((mine, other))
        factor = Apply("exp", (step.cost,), REAL)
        left_over = total([positive(plus(mine, times(factor, other), -1)) for mine, other in pairs])
        return Price((), _least(step, pairs), lambda slack: at_most(left_over, slack))


def image_of(draw: Draw, value: Term) -> Term:
    """The image of a value."""
    return at_sample(draw, draw.image, value)


def at_sample(draw: Draw, term: Term, value: Term) -> Term:
    """What a term about the sample says of this value."""
    return substitute(term, lambda leaf: value if leaf == draw.sample else None)


def positive(term: Term) -> Term:
    """max(0, term)."""
    return choose(less(number(0), term), term, number(0))


def _least(step: Step, pairs: list[tuple[Term, Term]]) -> Term | None:
    """The sum as a number, where it is one; for those who ask."""
    epsilon = step.known.value(step.cost)
    masses: list[tuple[Number, Number]] = []
    for mine, other in pairs:
        one, two = step.known.value(mine), step.known.value(other)
        if one is None or two is None:
            return None
        masses.append((one, two))
    try:
        return None if epsilon is None else number(of_pairs(masses, epsilon))
    except ArithmeticError as reason:
        stopped(reason)


def values_of(distribution: Distribution, known: Known) -> list[Term]:
    """The values that may be drawn, perhaps with repetitions."""
    family = family_of(distribution)
    if not isinstance(family, Listing):
        raise Unpriced(NO_LIST)
    try:
        values = family.value_terms(distribution.arguments, known.value)
    except NotEnumerable as reason:
        raise Unpriced(str(reason)) from None
    if len(values) > FEW:
        raise Unpriced(f"there are {len(values)} values; at most {FEW} are added up")
    return values


def mass_of(distribution: Distribution, value: Term, known: Known) -> Term:
    """Of any value, in the support or not."""
    family = family_of(distribution)
    if not isinstance(family, Listing):
        raise Unpriced(NO_LIST)
    try:
        return family.mass_term(distribution.arguments, value, known.value)
    except NotEnumerable as reason:
        raise Unpriced(str(reason)) from None
