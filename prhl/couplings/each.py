"""each-shift: a list of draws is moved by a list, for the distance of what is added and what is taken away.

Rule.
    P ==> n{1} = n{2}, the scales are equal and the centres are equal
    P ==> size(a) = size(b) = n;  a and b do not mention the sample
    c = l1(a, b)/scale
    ---------------------------------------------------------------------------------------- [each-shift]
    { P }  x :=$ Each(Laplace(scale), n)  ~[c]  x :=$ Each(Laplace(scale), n)  { x{2} = x{1} + a - b }

and for DiscreteLaplace, with lists of integers. For Gauss and DiscreteGauss the rules are `gauss-symbols` and, of
reals, `gauss-shift` with the distance l2(a, b) for |s|. Where zcdp is claimed, `l2(a, b)^2/(2*sigma^2)` is charged for
Gaussian and `l2(a, b)^2/(2*scale^2)` for Laplace noise, and alpha times that for rdp.

Why. The draws are independent, so that the ratio of the masses of x and of x + s is the product of those of the
entries, and at most the exponential of the sum of |s[i]|/scale. Divergences add up: s[i]^2/(2*sigma^2) each for
Gaussian noise, and, pure privacy at e giving e^2/2, s[i]^2/(2*scale^2) each for Laplace noise. Gaussian noise of reals
looks the same from all sides: turn the space until s has one entry, its norm. Adding a fixed list is injective and
stretches nothing.

Pitfall. The norms: Laplace noise for a list that is within 1 in l2 has no price of 1/scale. Lists of other sizes: the
distance of a and b says nothing of entries that only x has. A list that is moved by what was drawn, such as
`x{1} + x{1} - x{1}`. A scale, or a number of draws, that is a secret.

Reference. Dwork, McSherry, Nissim and Smith, TCC 2006; Bun and Steinke, TCC 2016; Dwork and Roth, 2014, theorem A.1.

Owes. `same-noise`, `length-mismatch`, `no-price`
"""

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.lifting import Unpriced, mentions
from prhl.couplings.shift import same
from prhl.distributions import Family
from prhl.distributions.base import Bell, Falling
from prhl.distributions.each import Each, drawn
from prhl.logic.build import equal, number, size, widen
from prhl.logic.terms import Apply, Operator, Term
from prhl.logic.types import REAL, List
from prhl.records import dataclass

WIDE = List(REAL)
SIZES = "a list that draws are moved by may have another size than theirs"


@dataclass(frozen=True, slots=True)
class ListShift:
    """Run 2 draws x + added - taken, where run 1 draws x; `each` is one of the draws."""

    each: Draw
    added: Term
    taken: Term
    owed: tuple[Owed, ...]

    def distance(self, norm: Operator) -> Term:
        """`distance1`, `distance2` (a square) or `norm2`."""
        return Apply(norm, (widen(self.added, WIDE), widen(self.taken, WIDE)), REAL)


def list_shift(draw: Draw) -> ListShift:
    """How a list of draws is moved; Unpriced if it is not by a fixed list."""
    first, second = drawn(draw.first.arguments), drawn(draw.second.arguments)
    family = Draw(first, second, draw.sample, draw.image, draw.fresh)
    if first.name != second.name or not _movable(family.family):
        message = f"there is no rule yet that moves a list of draws from {first.name}"
        raise Unpriced(message, "couple it by the identity")
    found = parts(draw.image, 1)
    own = [sign for sign, part in found if part == draw.sample]
    others = [(sign, part) for sign, part in found if part != draw.sample]
    if own != [1] or draw.image.type != draw.first.type or any([mentions(part, draw.sample) for _, part in others]):
        message = "a list of draws is moved by lists that do not mention it, of the type of what is drawn"
        raise Unpriced(message, "write `couple z{2} = z{1} + a{1} - a{2}`")
    long = [equal(size(part), size(draw.sample)) for _, part in others]
    sizes = [Owed("length-mismatch", one, SIZES) for one in long]
    many = Owed("same-noise", equal(*draw.argument(1)), "the two runs may draw lists of different sizes")
    spread = "sigma" if isinstance(family.family, Bell) else "scale"
    alike = (many, same(family, 0, spread), *_same_centre(family), *sizes)
    added, taken = [_sum([part for sign, part in others if sign == wanted]) for wanted in (1, -1)]
    nothing = Apply("vscale", (number(0), taken or added or draw.sample), draw.first.type)
    return ListShift(family, added or nothing, taken or nothing, alike)


def _movable(family: Family) -> bool:
    return isinstance(family, Bell) or (isinstance(family, Falling) and family.two_sided)


def _same_centre(each: Draw) -> tuple[Owed, ...]:
    assert isinstance(each.family, Bell | Falling)
    one, two = [each.family.centre(distribution.arguments) for distribution in (each.first, each.second)]
    return () if one == two else (Owed("same-noise", equal(one, two), "the centres of the noise may differ"),)


def parts(term: Term, sign: int) -> list[tuple[int, Term]]:
    """What is added and what is taken away."""
    match term:
        case Apply("vadd", (one, other)):
            return [*parts(one, sign), *parts(other, sign)]
        case Apply("vsub", (one, other)):
            return [*parts(one, sign), *parts(other, -sign)]
        case _:
            return [(sign, term)]


def _sum(parts: list[Term]) -> Term | None:
    found: Term | None = None
    for part in parts:
        found = part if found is None else Apply("vadd", (found, part), part.type)
    return found


@dataclass(frozen=True)
class EachShifted:
    def offered(self, family: Family) -> bool:
        return isinstance(family, Each)

    def align(self, draw: Draw) -> Price:
        moved = list_shift(draw)
        family = moved.each.family
        assert isinstance(family, Falling)
        return priced(moved.owed, family.loss(moved.each.first.arguments, moved.distance("distance1")))
