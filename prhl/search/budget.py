"""How long to look for an attack. Light, since whoever offers the choice needs nothing else of the search."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """For one claim: so many pairs of inputs, None for no end, and so many seconds, whichever ends first.

    The pairs make a search end the same way on every machine; the seconds are for the user's patience.
    """

    seconds: float = 4.0
    pairs: int | None = 300
    start: int = 0  # pairs that were tried before
    jobs: int = 1
    progress: Callable[[int], None] | None = None  # told how many pairs were tried; 0 when it is over


def for_seconds(seconds: float, start: int = 0, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Budget:
    """A budget that a user asked for: all of the time, however many pairs that makes."""
    return Budget(seconds, None, start, jobs, progress)
