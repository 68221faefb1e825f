"""The couplings: how two samplings run as one, and the price. Only these prices are ever charged."""

from prhl.couplings.base import Aligned, Alignment, Draw, Owed
from prhl.couplings.clamp import Clamped
from prhl.couplings.exp_mech import Scores
from prhl.couplings.finite import Cases
from prhl.couplings.gauss import FAMILIES as GAUSSIAN
from prhl.couplings.shift import Failures, Shifted
from prhl.couplings.truncate import Truncated
from prhl.couplings.uniform import Permutation

ALIGNMENTS: tuple[Alignment, ...] = (Shifted(), Failures(), Permutation(), Cases(), Clamped(), Truncated(), Scores())

BY_FAMILY = {family: alignment for alignment in ALIGNMENTS for family in alignment.families}

__all__ = ["ALIGNMENTS", "BY_FAMILY", "GAUSSIAN", "Aligned", "Alignment", "Draw", "Owed"]
