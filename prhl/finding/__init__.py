"""The search for proofs: what a claim lacks is proposed, and the prover believes nothing of it."""

from prhl.finding.effort import Effort
from prhl.finding.nearest import Nearest
from prhl.finding.plans import Means, sought
from prhl.finding.task import Task
from prhl.finding.unwritten import lemmas

__all__ = ["Effort", "Means", "Nearest", "Task", "lemmas", "sought"]
