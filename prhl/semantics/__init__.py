"""The meaning of programs: flat programs, the value of terms, liveness, what is observed, and the oracle."""
