"""Loops that end by luck, with finitely many states at their head: solved, instead of run round by round."""
