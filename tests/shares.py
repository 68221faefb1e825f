"""Tests with many cases, or long ones, of which `make test` runs a part; `make test-all` runs all of them.

By file and name: how many cases, evenly spread over all; 0 if the test as a whole is for `make test-all`. Whatever is
here has a reason in seconds of a processor (`PRHL_TIMES=FILE pytest ...` writes them down), and something left that
runs in `make test` and covers the same code.
"""

SHARES: dict[str, int] = {}


def kept(cases: int, share: int) -> set[int]:
    """Which of the cases are run, from the first to the last."""
    if share >= cases:
        return set(range(cases))
    return {at * (cases - 1) // max(1, share - 1) for at in range(share)}
