"""The couplings: how two samplings run as one, and the price. Only these prices are ever charged."""

from prhl.couplings.base import Alignment, Draw, Owed, Price
from prhl.couplings.clamp import Clamped
from prhl.couplings.exp_mech import Scores
from prhl.couplings.finite import Cases
from prhl.couplings.finite_excess import Excess
from prhl.couplings.gauss import FAMILIES as GAUSSIAN
from prhl.couplings.gauss import Gaussian
from prhl.couplings.lifting import Lifted, Lifting, Step, Unpriced
from prhl.couplings.ranges import Ranges
from prhl.couplings.restricted import Restricted
from prhl.couplings.shift import Failures, Shifted
from prhl.couplings.shift_excess import ShiftExcess
from prhl.couplings.truncate import Truncated
from prhl.couplings.uniform import Permutation
from prhl.logic.terms import Between, Distribution

ALIGNMENTS: tuple[Alignment, ...] = (Shifted(), Failures(), Permutation(), Cases(), Clamped(), Truncated(), Scores())

BY_FAMILY = {family: alignment for alignment in ALIGNMENTS for family in alignment.families}

LISTED = ("Flip", "Choice", "Uniform")

MOVED: dict[str, Lifting] = {
    **dict.fromkeys(GAUSSIAN, Gaussian()),
    **dict.fromkeys(ShiftExcess.families, ShiftExcess()),
}

LIFTINGS: dict[str, Lifting] = {**MOVED, **dict.fromkeys(("Truncate", "Clamp"), Restricted(MOVED.get))}


def lifting_of(first: Distribution, second: Distribution) -> Lifting | None:
    """The coupling of two draws at an epsilon and a delta, if there is one."""
    if first.name in LISTED and second.name in LISTED:
        ranges = isinstance(first.arguments[0], Between) and isinstance(second.arguments[0], Between)
        return Ranges() if ranges else Excess()
    return LIFTINGS.get(first.name) if first.name == second.name else None


__all__ = [
    "ALIGNMENTS",
    "BY_FAMILY",
    "GAUSSIAN",
    "Alignment",
    "Draw",
    "Lifted",
    "Lifting",
    "Owed",
    "Price",
    "Step",
    "Unpriced",
    "lifting_of",
]
