"""clamp-identity: clamped Laplace noise is equal in both runs, at the price of the centres' distance.

Rule.
    P ==> lo, hi and the scale are equal in both runs; the noise inside is Laplace or DiscreteLaplace
    P ==> f(a) = a
    ------------------------------------------------------------------------------------------------- [clamp-identity]
    { P }  x :=$ Clamp(D, lo, hi)  ~[|m{2} - m{1}|/scale]  x :=$ Clamp(D, lo, hi)  { x{2} = x{1} }

with m the centre of D.

Why. Draw the hidden noise so that it is equal in both runs; that costs the difference of the centres, by `shift`. What
is clamped is then computed from equal values with equal ends.

Pitfall. A shift of the clamped value is no shift of the noise, since the ends are atoms that hold all the mass outside.
DiscreteLaplace with ratio 1/2, clamped to 0..3, has P(0)/P(1) = 4, and the price of a shift by 1 would say 2.

Reference. Post-processing, Dwork and Roth 2014, section 2.1; truncated geometric noise: Ghosh, Roughgarden and
Sundararajan, STOC 2009.

Owes. `same-noise`, `not-a-shift`
"""

from dataclasses import replace

from prhl.couplings.base import Draw, Owed, Price, refused
from prhl.couplings.shift import Shifted, same
from prhl.distributions import Family, family_of
from prhl.distributions.base import Falling, Restricting
from prhl.logic.build import equal
from prhl.logic.terms import Distribution
from prhl.records import dataclass


@dataclass(frozen=True)
class Clamped:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Restricting) and family.clamps

    def align(self, draw: Draw) -> Price:
        first, second = draw.first.arguments[0], draw.second.arguments[0]
        assert isinstance(first, Distribution)
        assert isinstance(second, Distribution)
        family = family_of(first)
        if first.name != second.name or not isinstance(family, Falling) or not family.two_sided:
            return refused(draw, "Clamp is coupled where it clamps Laplace or DiscreteLaplace noise")
        hidden = Shifted().align(Draw(first, second, draw.sample, draw.sample, draw.fresh))
        stays = Owed(
            "not-a-shift",
            equal(draw.image, draw.sample),
            "a clamped sample is coupled by the identity only; its ends hold all the mass outside",
            "write `couple x{2} = x{1}`",
        )
        ends = (same(draw, 1, "end"), same(draw, 2, "end"))
        return replace(hidden, owed=(stays, *ends, *hidden.owed))
