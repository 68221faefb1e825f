"""Pairs of rows: epsilon, delta, the delta curve, and couplings of two distributions by maximum flow."""
