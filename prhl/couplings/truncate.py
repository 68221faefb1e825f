"""truncate-shift: noise that is conditioned on a range is moved inside of it, at the price of the noise.

Rule.
    P ==> D, lo and hi are the same in both runs, the centre of D too
    P ==> a + s lies in lo..hi and in the support of D, for every sample a
    the price of s under D is c, by `shift` or `geometric-shift`
    -------------------------------------------------------------------------------------- [truncate-shift]
    { P }  x :=$ Truncate(D, lo, hi)  ~[c]  x :=$ Truncate(D, lo, hi)  { x{2} = x{1} + s }

Why. Both runs divide the masses of D by the same number, the mass of lo..hi, so that their ratios are those of D.

Pitfall. A centre that is a secret moves the mass of lo..hi: what it is divided by differs between the runs, and the
shift has another price. A range without mass is no distribution, and everything would follow from it.

Reference. Barthe, Gaboardi, Gregoire, Hsu and Strub, LICS 2016, for the shift of D.

Owes. `same-noise`
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
class Truncated:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Restricting) and not family.clamps

    def align(self, draw: Draw) -> Price:
        first, second = draw.first.arguments[0], draw.second.arguments[0]
        assert isinstance(first, Distribution)
        assert isinstance(second, Distribution)
        family = family_of(first)
        if not isinstance(family, Falling) or first.name != second.name:
            message = "Truncate is coupled where it truncates Laplace, exponential or geometric noise, of one kind"
            return refused(draw, message)
        moved = Shifted().align(Draw(first, second, draw.sample, draw.image, draw.fresh))
        owed = [same(draw, 1, "end"), same(draw, 2, "end"), *moved.owed]
        centre, other = family.centre(first.arguments), family.centre(second.arguments)
        if centre != other:
            message = "the centres of the noise may differ; then the two ranges do not have the same mass"
            owed.append(Owed("same-noise", equal(centre, other), message, "move the noise after the draw"))
        return replace(moved, owed=tuple(owed))
