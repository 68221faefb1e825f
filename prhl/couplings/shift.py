"""Noise that is moved: f(a) = a + s, for the families whose mass falls off exponentially.

Why |s|/scale: the ratio of the densities at a and at a + s, each seen from its own centre, is
exp((|a + s - c2| - |a - c1|)/scale) for the two-sided families, which the triangle inequality bounds by
exp(|s - (c2 - c1)|/scale); for the one-sided ones it is exp(s/scale), as long as a + s stays in the support.
"""

from dataclasses import dataclass

from prhl.couplings.base import Aligned, Draw, Owed, priced
from prhl.couplings.pieces import shift_of
from prhl.distributions import is_continuous
from prhl.logic.build import FALSE, absolute, either, equal, less, number, plus, quotient, times
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL

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
    """Laplace, DiscreteLaplace, Exponential: |shift, seen from the centres| / scale.

    PITFALL: a scale that is a secret; one-sided noise that is moved to the left leaves its support, which the rule
    owes that it does not.
    """

    families = ("Laplace", "DiscreteLaplace", "Exponential")

    def align(self, draw: Draw) -> Aligned:
        shift, owed = moved_by(draw)
        scale, _ = draw.argument(0)
        centre, other = draw.argument(1, number(0))
        if centre != other:
            shift = plus(shift, plus(other, centre, -1), -1)
        return priced((same(draw, 0, "scale"), *owed), quotient(absolute(shift), scale))


@dataclass(frozen=True)
class Failures:
    """Geometric(p), mass p (1-p)^k: |shift| * ln(1/(1-p)). PITFALL: Geometric(1) is a point and cannot be moved."""

    families = ("Geometric",)

    def align(self, draw: Draw) -> Aligned:
        shift, owed = moved_by(draw)
        p, _ = draw.argument(0)
        stays = Owed(
            "support",
            either([less(p, number(1)), equal(shift, number(0))]),
            "Geometric(1) is always 0, so its sample cannot be moved",
            "require p < 1",
        )
        rate = Apply("ln", (quotient(number(1), plus(number(1), p, -1)),), REAL)
        return priced((same(draw, 0, "probability"), stays, *owed), times(absolute(shift), rate))
