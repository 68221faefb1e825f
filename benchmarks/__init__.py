"""Benchmarks: ratios within one run, never absolute promises."""
