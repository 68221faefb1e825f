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

from dataclasses import dataclass

from prhl.couplings.base import Draw, Owed, Price
from prhl.couplings.shift import Failures, Shifted, same
from prhl.logic.build import FALSE, equal, number
from prhl.logic.terms import Distribution


@dataclass(frozen=True)
class Truncated:
    families = ("Truncate",)

    def align(self, draw: Draw) -> Price:
        first, second = draw.first.arguments[0], draw.second.arguments[0]
        assert isinstance(first, Distribution)
        assert isinstance(second, Distribution)
        shift = next((one for one in (Shifted(), Failures()) if first.name in one.families), None)
        if shift is None or first.name != second.name:
            message = "Truncate is coupled where it truncates Laplace, exponential or geometric noise, of one kind"
            return Price((Owed("same-noise", FALSE, message),), draw.sample, lambda _: FALSE)
        inner = Draw(first, second, draw.sample, draw.image, draw.fresh)
        moved = shift.align(inner)
        owed = [same(draw, 1, "end"), same(draw, 2, "end"), *moved.owed]
        centre, other = inner.argument(1, number(0))
        if first.name != "Geometric" and centre != other:
            message = "the centres of the noise may differ; then the two ranges do not have the same mass"
            owed.append(Owed("same-noise", equal(centre, other), message, "move the noise after the draw"))
        return Price(tuple(owed), moved.cost, moved.within)
