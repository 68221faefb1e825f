"""The instances of a claim: checked, decided, refuted by a witness that is computed twice."""
