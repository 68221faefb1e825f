"""The couplings: how two samplings run as one, and the price. Only these prices are ever charged."""

from prhl.couplings.base import Alignment, Draw, Owed, Price
from prhl.couplings.clamp import Clamped
from prhl.couplings.each import EachShifted
from prhl.couplings.exp_mech import Scores
from prhl.couplings.finite import Cases
from prhl.couplings.finite_excess import Excess
from prhl.couplings.gauss import Gaussian
from prhl.couplings.lifting import Lifting, Step, Unpriced
from prhl.couplings.ranges import Ranges, stretch_of
from prhl.couplings.restricted import Restricted
from prhl.couplings.right_shift import MovedRight
from prhl.couplings.shift import Shifted
from prhl.couplings.shift_excess import ShiftExcess
from prhl.couplings.truncate import Truncated
from prhl.couplings.uniform import Permutation
from prhl.distributions import Family, family_of, is_restricted
from prhl.distributions.base import Bell, Falling, Listing
from prhl.distributions.each import Each, drawn
from prhl.logic.terms import Distribution

ALIGNMENTS: tuple[Alignment, ...] = (
    Shifted(),
    MovedRight(),
    Permutation(),
    Cases(),
    Clamped(),
    Truncated(),
    Scores(),
    EachShifted(),
)


def alignment_of(distribution: Distribution) -> Alignment | None:
    """The coupling at a price of what the family offers, if there is one."""
    family = family_of(distribution)
    return next((alignment for alignment in ALIGNMENTS if alignment.offered(family)), None)


def is_gaussian(distribution: Distribution) -> bool:
    """Whether it has a price at a slack only."""
    if isinstance(family_of(distribution), Each):
        distribution = drawn(distribution.arguments)
    return isinstance(family_of(distribution), Bell)


def lifting_of(first: Distribution, second: Distribution) -> Lifting | None:
    """The coupling of two draws at an epsilon and a delta, if there is one."""
    if first.name == second.name and stretch_of(first) is not None and stretch_of(second) is not None:
        return Ranges()
    if isinstance(family_of(first), Listing) and isinstance(family_of(second), Listing):
        return Excess()
    if first.name != second.name:
        return None
    if isinstance(family_of(first), Each):
        return Gaussian() if is_gaussian(first) else None
    return Restricted(_moved) if is_restricted(first) else _moved(family_of(first))


def _moved(family: Family) -> Lifting | None:
    """The coupling of noise that is moved."""
    return Gaussian() if isinstance(family, Bell) else ShiftExcess() if isinstance(family, Falling) else None


__all__ = [
    "ALIGNMENTS",
    "Alignment",
    "Draw",
    "Lifting",
    "Owed",
    "Price",
    "Step",
    "Unpriced",
    "alignment_of",
    "is_gaussian",
    "lifting_of",
    "stretch_of",
]
