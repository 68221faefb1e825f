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

from dataclasses import dataclass

from prhl.couplings.base import Draw, Owed, Price
from prhl.couplings.shift import Shifted, same
from prhl.logic.build import FALSE, equal
from prhl.logic.terms import Distribution

TWO_SIDED = ("Laplace", "DiscreteLaplace")


@dataclass(frozen=True)
class Clamped:
    families = ("Clamp",)

    def align(self, draw: Draw) -> Price:
        first, second = draw.first.arguments[0], draw.second.arguments[0]
        assert isinstance(first, Distribution)
        assert isinstance(second, Distribution)
        known = first.name == second.name and first.name in TWO_SIDED
        if not known:
            message = "Clamp is coupled where it clamps Laplace or DiscreteLaplace noise"
            return Price((Owed("same-noise", FALSE, message),), draw.sample, lambda _: FALSE)
        hidden = Shifted().align(Draw(first, second, draw.sample, draw.sample, draw.fresh))
        stays = Owed(
            "not-a-shift",
            equal(draw.image, draw.sample),
            "a clamped sample is coupled by the identity only; its ends hold all the mass outside",
            "write `couple x{2} = x{1}`",
        )
        ends = (same(draw, 1, "end"), same(draw, 2, "end"))
        return Price((stays, *ends, *hidden.owed), hidden.cost, hidden.within)
