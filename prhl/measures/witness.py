"""A broken claim, so that anyone can check it: two inputs, an event, its exact probabilities, and the inequality.

Before a witness is shown, its probabilities are computed once more by the plain interpreter, which shares neither the
generated code nor the integer weights of the engine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.exact.evaluate import Fault, Undecidable
from prhl.exact.flat import FlatProgram
from prhl.exact.interpreter import TooLong, run
from prhl.numbers import Exponential
from prhl.numbers.figures import written
from prhl.numbers.mixed import Mixed

Seen = tuple[Any, ...]
ROUNDS = 400  # of a loop that need not end; what is left of it counts against the refutation


@dataclass(frozen=True, slots=True)
class Witness:
    """Two related inputs, an event of run 1 and its counterpart in run 2, and their exact probabilities."""

    inputs: tuple[dict[str, str], dict[str, str]]
    event: tuple[str, ...]
    image: tuple[str, ...] | None  # None: the same event
    probabilities: tuple[str, str]
    ratio: str
    inequality: str
    exact: bool = True  # else the first probability is at least, the second at most what is said


class Disagreement(Exception):
    """The two ways of computing one number disagree: a fault of the tool."""


@dataclass(frozen=True)
class Violation:
    """What was found by the engine, in raw values."""

    inputs: tuple[Mapping[str, Any], Mapping[str, Any]]
    event: frozenset[Seen]
    image: frozenset[Seen]
    probabilities: tuple[Fraction, Fraction]
    growth: Exponential
    delta: Fraction
    exact: bool = True  # else bounds: at least in run 1, at most in run 2

    @property
    def ratio(self) -> str:
        above, below = self.probabilities
        return written(above / below) if below else "inf"

    @property
    def inequality(self) -> str:
        """`3/4 > exp(ln(2)) * 1/4 = 1/2`."""
        above, below = self.probabilities
        factor = f"exp({self.growth.eps})" if self.growth.eps != 0 else "1"
        right = f"{factor} * {written(below)}" + (f" + {written(self.delta)}" if self.delta else "")
        known = self.growth.rational
        value = f" = {written(known * below + self.delta)}" if known is not None else ""
        return f"{written(above)} > {right}{value}"

    def broken(self, above: Fraction, below: Fraction) -> bool:
        """Whether above > exp(eps)*below + delta."""
        return Mixed(above - self.delta, -below, self.growth).sign() > 0


def confirmed(
    violation: Violation,
    programs: tuple[FlatProgram, FlatProgram],
    project: Callable[[Seen], Seen],
    seconds: float,
) -> bool:
    """Whether the interpreter finds the same violation; False if it has no time for it."""
    found: list[Fraction] = []
    missing: list[Fraction] = []
    for inputs, program, event in zip(violation.inputs, programs, (violation.event, violation.image), strict=True):
        try:
            outcome = run(program, inputs, ROUNDS, seconds, forget=True)
        except (TooLong, Undecidable):
            return False
        except Fault as fault:
            raise Disagreement(f"the interpreter stops with {fault.message}") from None
        found.append(sum([p for seen, p in outcome.masses.items() if project(seen) in event], Fraction(0)))
        missing.append(outcome.missing)
    if violation.exact and not any(missing) and tuple(found) != violation.probabilities:
        first, second = [f"{written(a)} and {written(b)}" for a, b in (tuple(found), violation.probabilities)]
        raise Disagreement(f"an event has the probabilities {first} by the interpreter, {second} by the engine")
    return violation.broken(found[0], found[1] + missing[1])
