"""right-shift: Gumbel noise is moved to the right, for the distance over the scale; to the left it has no price.

Rule.
    P ==> scale{1} = scale{2}
    s = f(a) - a - (m{2} - m{1});  P ==> s >= 0, for every sample a
    ------------------------------------------------------------------------------------- [right-shift]
    { P }  x :=$ Gumbel(scale, m)  ~[s/scale]  x :=$ Gumbel(scale, m)  { x{2} = f(x{1}) }

The centre m is 0 unless given. `f` must be a shift, by `pieces`.

Why. The density at z = (a - m)/scale is proportional to `exp(-z - exp(-z))`. With u = s/scale the logarithm of the
ratio at a and at a + s, each seen from its own centre, is `u - exp(-z) + exp(-z - u) = u - exp(-z)*(1 - exp(-u))`. For
u >= 0 what is subtracted is not negative.

Pitfall. A move to the left: for u < 0 the same is `u + exp(-z)*(exp(-u) - 1)`, which has no bound as z falls. So a
number to which Gumbel noise is added is not private at any epsilon, and noisy max with Gumbel noise is: there the noise
of one output moves, and only to the right.

Reference. Gumbel noise and the exponential mechanism: McSherry and Talwar, FOCS 2007; Durfee and Rogers, NeurIPS 2019.

Owes. `same-noise`, `shift-bound`, `not-a-shift`
"""

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.shift import moved_by, same
from prhl.distributions import Family
from prhl.distributions.base import Leaning
from prhl.logic.build import at_most, number, plus
from prhl.records import dataclass


@dataclass(frozen=True)
class MovedRight:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Leaning)

    def align(self, draw: Draw) -> Price:
        family = draw.family
        assert isinstance(family, Leaning)
        shift, owed = moved_by(draw)
        centre, other = family.centre(draw.first.arguments), family.centre(draw.second.arguments)
        if centre != other:
            shift = plus(shift, plus(other, centre, -1), -1)
        right = Owed(
            "shift-bound",
            at_most(number(0), shift),
            f"{family.name} noise may be moved to the left, and has a price to the right only",
            "let run 2 draw the larger number, seen from the centres",
        )
        return priced((same(draw, 0, "scale"), right, *owed), family.loss_to_the_right(draw.first.arguments, shift))
