"""A question to the solvers and its answer."""

from collections.abc import Callable
from dataclasses import field
from typing import Any, Literal

from prhl.logic.terms import Term
from prhl.records import dataclass

Status = Literal["valid", "invalid", "unknown"]
Found = Literal["sat", "unsat", "unknown", ""]
Stopped = Literal["time", "steps"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A term of which a countermodel should tell the value."""

    key: tuple[str, int]
    term: Term
    before: bool = False  # a value that was there earlier: told beside the others, and as large as it happens to be


@dataclass(frozen=True, slots=True)
class Query:
    """Does the goal follow from the facts?"""

    facts: tuple[Term, ...]
    goal: Term
    shown: Callable[[], list[Shown]] = list  # asked for when there is a countermodel to tell


@dataclass(frozen=True, slots=True)
class Asked:
    """What a solver was given, in groups of assertions with the words that say what they are, and what it found."""

    groups: tuple[tuple[str, tuple[Any, ...]], ...]
    found: Found = ""  # "": no solver was needed


@dataclass(frozen=True, slots=True)
class Answer:
    """`valid` was proved. `invalid`: the model makes the facts true and the goal false; else `unknown`, and why."""

    status: Status
    seconds: float = 0.0
    model: dict[tuple[str, int], str] = field(default_factory=dict)
    reason: str = ""
    stopped: Stopped | None = None  # what ran out, where the solver might have found more
    unsaid: tuple[Term, ...] = ()  # facts that were not given to the solver, or only in part
    steps: tuple[str, ...] = ()  # by which it was shown, where z3 left it open
    asked: Asked | None = field(default=None, compare=False, repr=False)  # the question whose answer this is, if kept


@dataclass(frozen=True, slots=True)
class Limits:
    """For one question: z3's own resource counter, which makes answers repeatable; the clock only if a user asks."""

    rlimit: int = 5_000_000
    seconds: float | None = None
