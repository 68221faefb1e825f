"""score-identity: the exponential mechanism chooses the same index, for the largest change of a score.

Rule.
    P ==> eps{1} = eps{2} and the lists of scores u{1}, u{2} are equally long
    P ==> f(a) = a
    ---------------------------------------------------------------------------------- [score-identity]
    { P }  x :=$ ExpMech(eps, u)  ~[|eps| * s]  x :=$ ExpMech(eps, u)  { x{2} = x{1} }

with s the largest |u{1}[r] - u{2}[r]|; half of that if all differences have one sign.

Why. An index i has weight `exp(eps*u[i]/2)`. The ratio of the masses at i is `exp(eps*(u1[i] - u2[i])/2)` times the
ratio of the two sums of all weights, and each factor is at most `exp(|eps|*s/2)`. If all differences have one sign, one
of the two factors is at most 1.

Pitfall. To charge the half in general: `u1 = (1, -1, ..., -1)` against `u2 = (0, ..., 0)` comes as close to
`exp(|eps|*s)` as one likes when the list gets longer.

Reference. McSherry and Talwar, FOCS 2007; as a rule: Barthe, Koepf, Olmedo and Zanella Beguelin, POPL 2012.

Owes. `same-noise`, `not-a-shift`
"""

from fractions import Fraction

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.shift import same
from prhl.distributions import Family
from prhl.distributions.exp_mech import ExpMech
from prhl.logic.build import (
    absolute,
    at_most,
    both,
    choose,
    either,
    equal,
    follows,
    index,
    less,
    number,
    plus,
    size,
    times,
)
from prhl.logic.terms import Logical, Quantified, Term
from prhl.logic.types import INT, REAL
from prhl.records import dataclass


@dataclass(frozen=True)
class Scores:
    def offered(self, family: Family) -> bool:
        return isinstance(family, ExpMech)

    def align(self, draw: Draw) -> Price:
        eps, _ = draw.argument(0)
        first, second = draw.argument(1)
        stays = Owed(
            "not-a-shift",
            equal(draw.image, draw.sample),
            "ExpMech is coupled by the identity only",
            "write `couple r{2} = r{1}`",
        )
        sizes = Owed(
            "same-noise",
            equal(size(first), size(second)),
            "the two runs may have different numbers of scores",
            "make the lists of scores equally long in both runs",
        )
        r = Logical("r'", INT)
        inside = both([at_most(number(0), r), less(r, size(first))])
        apart = plus(index(first, r), index(second, r), -1)
        # there is a largest difference, since the lists are finite and not empty
        largest = draw.fresh("apart", REAL)
        attained = Quantified("exists", (r,), both([inside, equal(largest, absolute(apart))]))
        bounded = Quantified("forall", (r,), follows(inside, at_most(absolute(apart), largest)))
        rising: Term = Quantified("forall", (r,), follows(inside, at_most(number(0), apart)))
        falling: Term = Quantified("forall", (r,), follows(inside, at_most(apart, number(0))))
        whole = times(absolute(eps), largest)
        price = choose(either([rising, falling]), times(number(Fraction(1, 2)), whole), whole)
        owed = (same(draw, 0, "eps"), sizes, stays)
        return priced(owed, price, (attained, bounded))
