"""Clamp(D, lo, hi) for two-sided noise D: the hidden samples are equal, at the price of the centres' difference.

Only the identity has this price. PITFALL: the ends are atoms that hold all the mass outside, so that a shift of the
clamped value is no shift of the noise: DiscreteLaplace with ratio 1/2, clamped to 0..3, has P(0)/P(1) = 4, not 2.
"""

from dataclasses import dataclass

from prhl.couplings.base import Aligned, Draw, Owed
from prhl.couplings.shift import Shifted, same
from prhl.logic.build import FALSE, equal
from prhl.logic.terms import Distribution

TWO_SIDED = ("Laplace", "DiscreteLaplace")


@dataclass(frozen=True)
class Clamped:
    families = ("Clamp",)

    def align(self, draw: Draw) -> Aligned:
        first, second = draw.first.arguments[0], draw.second.arguments[0]
        assert isinstance(first, Distribution)
        assert isinstance(second, Distribution)
        known = first.name == second.name and first.name in TWO_SIDED
        if not known:
            message = "Clamp is coupled where it clamps Laplace or DiscreteLaplace noise"
            return Aligned((Owed("same-noise", FALSE, message),), draw.sample, lambda _: FALSE)
        hidden = Shifted().align(Draw(first, second, draw.sample, draw.sample, draw.fresh))
        stays = Owed(
            "not-a-shift",
            equal(draw.image, draw.sample),
            "a clamped sample is coupled by the identity only; its ends hold all the mass outside",
            "write `couple x{2} = x{1}`",
        )
        ends = (same(draw, 1, "end"), same(draw, 2, "end"))
        return Aligned((stays, *ends, *hidden.owed), hidden.price, hidden.within)
