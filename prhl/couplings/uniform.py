"""bijection: an injective map of one finite set, or interval, into another of the same size costs nothing.

Rule.
    P ==> |S{1}| = |S{2}|
    P ==> f maps S{1} into S{2}, and is injective
    ------------------------------------------------------------------- [bijection]
    { P }  x :=$ Uniform(S)  ~[0]  x :=$ Uniform(S)  { x{2} = f(x{1}) }

and the same for `UniformReal(a, b)`, where |S| is the length of the interval, and `f` must be a shift, by `pieces`.

Why. An injective map between finite sets of one size is a bijection, and every element has the same mass 1/|S|. Pieces
of an interval that are moved and do not meet keep their length, so that they leave out nothing but what has no mass.

Pitfall. Sets of different sizes: a draw from two keys against a draw from four has the ratio 2, whatever the map. And a
map that leaves the set: to hide a digit by adding a random one, run 2 must drop the carry,
`(k{1} + x{1} - x{2}) mod 10`.

Reference. Shannon, Bell System Technical Journal 1949, for the one-time pad; the rule: Barthe, Gregoire and Zanella
Beguelin, POPL 2009.

Owes. `same-noise`, `not-a-shift`
"""

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.shift import moved_by
from prhl.distributions import Family
from prhl.distributions.base import Even
from prhl.logic.build import number
from prhl.records import dataclass


@dataclass(frozen=True)
class Permutation:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Even)

    def align(self, draw: Draw) -> Price:
        assert isinstance(draw.family, Even)
        sizes = draw.family.as_many(draw.first.arguments, draw.second.arguments)
        message = "the two runs may draw from sets of different sizes"
        owed = Owed("same-noise", sizes, message, "draw from sets of the same size")
        return priced((owed, *moved_by(draw)[1]), number(0))
