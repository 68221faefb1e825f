"""The proof road: a claim in, its obligations and their answers out."""

from prhl.proof.prove import Judged, Proof, prove

__all__ = ["Judged", "Proof", "prove"]
