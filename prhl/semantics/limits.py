"""How much a computation may take: steps, which are the same on every machine, and the user's clock, if one is set.

Steps decide how far a computation goes, so that its result depends on its input alone. A clock decides nothing unless
the user asks for a time limit; then it stops the whole instance, never a part of it that something else could replace,
and the report says so.
"""

from time import monotonic

from prhl.diagnostics import NotComputed, Stop
from prhl.records import dataclass
from prhl.source import NOWHERE, Span

__all__ = ["NO_CLOCK", "Clock", "Exploded", "Limits", "Meter", "OutOfSteps", "Stop"]


@dataclass(frozen=True, slots=True)
class Limits:
    """For one instance; see docs/decisions/0019 for how the steps were chosen."""

    states: int = 2_000_000  # at one place of the program
    steps: int = 100_000_000  # states of all places, weighed by the size of their weights; of one row, and of all rows
    rounds: int = 100_000
    outcomes: int = 1_000_000
    bytes: int = 2_000_000_000  # of the states at one place, and of all rows, as `sizes` estimates them
    seconds: float | None = None


class Exploded(NotComputed):
    """A limit was reached; names the place and what to try."""

    def __init__(self, message: str, hint: str, span: Span, stopped: Stop = "steps") -> None:
        super().__init__(message, hint, span, stopped)


class OutOfSteps(Exception):
    """A meter ran out; caught where the meter was set, since there is another way there."""


class Clock:
    """The user's time limit, which starts now; None is no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.until = None if seconds is None else monotonic() + seconds
        self.struck = False

    @property
    def over(self) -> bool:
        self.struck = self.struck or (self.until is not None and monotonic() > self.until)
        return self.struck

    def look(self, span: Span = NOWHERE) -> None:
        if self.over:
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
