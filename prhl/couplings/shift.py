"""Shift couplings f(a) = a + s, for the families whose mass falls off exponentially."""

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.pieces import shift_of
from prhl.distributions import Family, is_continuous
from prhl.distributions.base import Falling
from prhl.logic.build import FALSE, absolute, either, equal, number, plus
from prhl.logic.terms import Term
from prhl.records import dataclass

NO_SHIFT = Owed(
    "not-a-shift",
    FALSE,
    "for continuous noise the image must be the sample plus something that mentions the sample in conditions only; "
    "another map stretches the density",
    "write `couple x{2} = x{1} + ...`",
)


def moved_by(draw: Draw) -> tuple[Term, tuple[Owed, ...]]:
    """The shift; for continuous noise it is owed that there is one."""
    shift = shift_of(draw.image, draw.sample)
    if shift is not None:
        return shift, ()
    return plus(draw.image, draw.sample, -1), (NO_SHIFT,) if is_continuous(draw.first) else ()


def same(draw: Draw, at: int, what: str) -> Owed:
    first, second = draw.argument(at)
    message = f"the two runs may draw with different {what}s; a shift has a price only between equal {what}s"
    return Owed("same-noise", equal(first, second), message, f"make the {what} the same in both runs")


@dataclass(frozen=True)
class Shifted:
    """shift: Laplace, DiscreteLaplace and Exponential noise is moved, for the distance over the scale.

    Rule.
        P ==> scale{1} = scale{2}
        P ==> f(a) in the support, for every sample a
        c = |f(a) - a - (m{2} - m{1})|/scale
        --------------------------------------------------------------------------------- [shift]
        { P }  x :=$ Laplace(scale, m)  ~[c]  x :=$ Laplace(scale, m)  { x{2} = f(x{1}) }

    The centre m is 0 unless given, and always for Exponential. For continuous noise `f` must be a shift, by `pieces`.

    Why. The ratio of the densities at a and at a + s, each seen from its own centre, is
    `exp((|a + s - m2| - |a - m1|)/scale)` for the two-sided families, which the triangle inequality bounds by
    `exp(|s - (m2 - m1)|/scale)`. For Exponential it is `exp(s/scale)`, as long as a + s stays in the support.

    Pitfall. A scale that is a secret: with scale 2 in run 1 and 1 in run 2 the identity has the ratio `exp(|a|/2)/2`,
    which no price bounds. One-sided noise moved to the left: Exponential noise plus 0 against plus 1 never falls below
    1 in run 2, so values below 1 tell the runs apart. Integer noise moved by 1/2: the supports do not meet.

    Reference. Dwork, McSherry, Nissim and Smith, TCC 2006, for the ratio; the coupling: Barthe et al., LICS 2016;
    integers: Ghosh, Roughgarden and Sundararajan, STOC 2009.

    Owes. `same-noise`, `not-a-shift`

    geometric-shift: Geometric(p) noise, of mass p (1 - p)^k, is moved.

    Rule.
        P ==> p{1} = p{2}
        P ==> p < 1 or f(a) = a
        P ==> 0 <= f(a), for every sample a
        c = |f(a) - a| * ln(1/(1 - p))
        ----------------------------------------------------------------------- [geometric-shift]
        { P }  x :=$ Geometric(p)  ~[c]  x :=$ Geometric(p)  { x{2} = f(x{1}) }

    Why. The ratio of the masses at a and at a + s is `(1 - p)^(-s)`, which is `exp(s * ln(1/(1 - p)))`.

    Pitfall. `Geometric(1)` is always 0 and cannot be moved at any price. And noise that is moved to the left, below 0,
    has left its support, as for `shift`.

    Reference. Ghosh, Roughgarden and Sundararajan, STOC 2009, for the two-sided noise; Barthe et al., LICS 2016.

    Owes. `same-noise`, `support`, `not-a-shift`
    """

    def offered(self, family: Family) -> bool:
        return isinstance(family, Falling)

    def align(self, draw: Draw) -> Price:
        family = draw.family
        assert isinstance(family, Falling)
        shift, owed = moved_by(draw)
        centre, other = family.centre(draw.first.arguments), family.centre(draw.second.arguments)
        if centre != other:
            shift = plus(shift, plus(other, centre, -1), -1)
        conditions = (same(draw, 0, family.spread), *unmoved(draw, shift), *owed)
        return priced(conditions, family.loss(draw.first.arguments, absolute(shift)))


def unmoved(draw: Draw, shift: Term) -> tuple[Owed, ...]:
    """A shift of 0, for noise that has no price for any other."""
    assert isinstance(draw.family, Falling)
    found = draw.family.fixed(draw.first.arguments)
    if found is None:
        return ()
    stays = either([found.formula, equal(shift, number(0))])
    return (Owed("support", stays, found.message, found.hint),)
