"""bijection: an injective map of one finite set into another of the same size costs nothing.

Rule.
    P ==> |S{1}| = |S{2}|
    P ==> f maps S{1} into S{2}, and is injective
    ------------------------------------------------------------------- [bijection]
    { P }  x :=$ Uniform(S)  ~[0]  x :=$ Uniform(S)  { x{2} = f(x{1}) }

Why. An injective map between finite sets of one size is a bijection, and every element has the same mass 1/|S|.

Pitfall. Sets of different sizes: a draw from two keys against a draw from four has the ratio 2, whatever the map. And a
map that leaves the set: to hide a digit by adding a random one, run 2 must drop the carry,
`(k{1} + x{1} - x{2}) mod 10`.

Reference. Shannon, Bell System Technical Journal 1949, for the one-time pad; the rule: Barthe, Gregoire and Zanella
Beguelin, POPL 2009.

Owes. `same-noise`
"""

from dataclasses import dataclass

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.logic.build import FALSE, TRUE, equal, number, plus
from prhl.logic.terms import AllBits, Between, Listed, Term


@dataclass(frozen=True)
class Permutation:
    families = ("Uniform",)

    def align(self, draw: Draw) -> Price:
        message = "the two runs may draw from sets of different sizes"
        owed = Owed("same-noise", _same_size(draw), message, "draw from sets of the same size")
        return priced((owed,), number(0))


def _same_size(draw: Draw) -> Term:
    match draw.first.arguments[0], draw.second.arguments[0]:
        case Listed(items), Listed(others):
            return TRUE if len(items) == len(others) else FALSE
        case Between(low, high), Between(other_low, other_high):
            return equal(plus(high, low, -1), plus(other_high, other_low, -1))
        case AllBits(size), AllBits(other):
            return equal(size, other)
        case _:
            return FALSE
