"""The search for proofs: what a claim lacks is proposed, and the prover believes nothing of it."""

from prhl.finding.effort import Effort
from prhl.finding.plans import Means, sought
from prhl.finding.task import Task

__all__ = ["Effort", "Means", "Task", "sought"]
