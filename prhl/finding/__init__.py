"""The search for proofs: annotations that a claim lacks are proposed, and judged by the prover like any others."""

from prhl.finding.effort import Effort
from prhl.finding.nearest import Nearest
from prhl.finding.plans import Means, sought
from prhl.finding.task import Task
from prhl.finding.unwritten import lemmas

__all__ = ["Effort", "Means", "Nearest", "Task", "lemmas", "sought"]
