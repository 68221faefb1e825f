"""Uniform(S): an injective map of one finite set into another of the same size costs nothing.

It is a bijection, and every element has the same mass 1/|S|.
PITFALL: sets of different sizes; a map that leaves the set.
"""

from dataclasses import dataclass

from prhl.couplings.base import Aligned, Draw, Owed, priced
from prhl.logic.build import FALSE, TRUE, equal, number, plus
from prhl.logic.terms import AllBits, Between, Listed, Term


@dataclass(frozen=True)
class Permutation:
    families = ("Uniform",)

    def align(self, draw: Draw) -> Aligned:
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
