"""The proof road: a claim in, its obligations and their answers out."""

from prhl.proof.prove import Attempt, Judged, Proof, prove

__all__ = ["Attempt", "Judged", "Proof", "prove"]
