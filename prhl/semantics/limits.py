"""How much a computation may take: steps, which are the same on every machine, and the user's clock, if one is set.

Steps decide how far a computation goes, so that its result depends on its input alone. A clock decides nothing unless
the user asks for a time limit; then it stops the whole instance, never a part of it that something else could replace,
and the report says so.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Literal

from prhl.source import NOWHERE, Span

Stop = Literal["time", "steps"]
"""What cut a computation short: the user's clock, or a limit on steps."""


@dataclass(frozen=True, slots=True)
class Limits:
    """For one instance; see docs/decisions/0019 for how the steps were chosen."""

    states: int = 2_000_000  # at one place of the program
    steps: int = 100_000_000  # states of all places, weighed by the size of their weights; of one row, and of all rows
    rounds: int = 100_000
    outcomes: int = 1_000_000
    seconds: float | None = None


class Exploded(Exception):
    """A limit was reached; names the place and what to try."""

    def __init__(self, message: str, hint: str, span: Span, stopped: Stop = "steps") -> None:
        self.message, self.hint, self.span, self.stopped = message, hint, span, stopped
        super().__init__(message, hint, span, stopped)


class OutOfSteps(Exception):
    """A meter ran out; whoever set it knows what to do instead."""


class Clock:
    """The user's time limit, which starts now; None is no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.until = None if seconds is None else monotonic() + seconds
        self.struck = False

    def look(self, span: Span = NOWHERE) -> None:
        if self.until is not None and monotonic() > self.until:
            self.struck = True
            message = f"the time limit of {self.seconds:g} seconds was reached"
            raise Exploded(message, "take a smaller instance, or give it more time", span, "time")


NO_CLOCK = Clock()


class Meter:
    """Counts steps up to a limit, and looks at the clock."""

    def __init__(self, most: int, clock: Clock = NO_CLOCK) -> None:
        self.most, self.clock = most, clock
        self.used = 0

    def spend(self, steps: int, span: Span = NOWHERE) -> None:
        self.used += steps
        if self.used > self.most:
            raise OutOfSteps
        self.clock.look(span)
