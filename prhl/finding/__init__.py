"""The search for proofs: what a claim lacks is proposed, and the prover believes nothing of it."""
