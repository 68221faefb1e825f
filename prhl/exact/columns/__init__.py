"""Infinitely many outputs as finitely many events: cells of integers, boxes of reals."""
