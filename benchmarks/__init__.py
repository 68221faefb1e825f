"""Benchmarks: ratios within one run, never absolute promises.

`python -m benchmarks` runs `front`, `exact`, `proof` and `refutation`. Beside them, `python -m benchmarks.once_slow`
runs what once was slow or never ended, and compares with another `prhl`.
"""
