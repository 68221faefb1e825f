"""The process that checks one file of a class. It sends back a state, what to say, and points for each part."""

import sys
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from prhl.diagnostics import Rejected
from prhl.report.messages import diagnostic_text
from prhl.syntax.reader import read
from prhl.teaching.checking import Attempt, Care, check, untouched
from prhl.teaching.exercise import Exercise

if TYPE_CHECKING:
    from prhl.teaching.grading import Bounds

LONGEST = 4_000  # letters that a student is told


def work(answer: Connection, path: str, exercise: Exercise, bounds: "Bounds") -> None:
    _limit(bounds)
    try:
        attempt = _checked(exercise, path)
        parts = [
            (one.part.name, one.earned, one.part.points, _short(one.lines), "".join(one.failed[:1]))
            for one in attempt.parts
        ]
        answer.send((attempt.state, _short(attempt.lines), parts))
    except MemoryError:
        return  # the other side sees that nothing came
    except Exception as error:
        answer.send(("fault", f"{type(error).__name__}: {error}"[:LONGEST], []))
    finally:
        answer.close()


def _checked(exercise: Exercise, path: str) -> Attempt:
    try:
        return check(exercise, replace(read(path), name=exercise.start.name), Care(hidden=True))
    except Rejected as rejected:
        source = replace(rejected.source, name=exercise.start.name)  # where it lies is the grader's affair
        lines = [diagnostic_text(source, one) for one in rejected.diagnostics]
        return Attempt(exercise, "unreadable", tuple(lines), untouched(exercise))


def _short(lines: tuple[str, ...]) -> str:
    return "\n".join(lines)[:LONGEST]


def _limit(bounds: "Bounds") -> None:
    """Where the system can: memory, processor time if that is limited, no core dumps."""
    if sys.platform == "win32":
        return
    import resource

    limits = [(resource.RLIMIT_AS, bounds.megabytes * 1_000_000), (resource.RLIMIT_CORE, 0)]
    if bounds.seconds is not None:
        limits.append((resource.RLIMIT_CPU, int(bounds.seconds) + 1))
    for kind, most in limits:
        resource.setrlimit(kind, (most, most))
