"""Grades for a class: every task has a result, whatever was handed in.

Each file is checked in a process of its own, with a limit on its memory and, if the teacher sets one, on its time; what
a student wrote is parsed and judged, never run. A process that dies or is cut off gives no points; the others go on.
"""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from prhl.records import dataclass
from prhl.teaching.submissions import Task

PRELOADED = ["prhl.teaching.worker", "prhl.solvers.by_z3"]  # loaded once, by the server that forks the workers


@dataclass(frozen=True, slots=True)
class Bounds:
    """For one file, as the teacher sets them; without seconds a check ends when its steps do."""

    seconds: float | None = None
    megabytes: int = 2_000


@dataclass(frozen=True, slots=True)
class PartGrade:
    name: str
    points: int
    most: int
    said: str = ""
    obligation: str = ""  # the code of the first one that fails


@dataclass(frozen=True, slots=True)
class Grade:
    student: str
    exercise: str
    state: str  # of an attempt, or: missing, unreadable, too long, too large, failed
    parts: tuple[PartGrade, ...]
    said: str = ""
    note: str = ""  # on how the file was found

    @property
    def points(self) -> int:
        return sum([part.points for part in self.parts])

    @property
    def most(self) -> int:
        return sum([part.most for part in self.parts])


@dataclass
class _Running:
    task: Task
    process: BaseProcess
    answer: Connection
    started: float


def grades(
    tasks: Sequence[Task], bounds: Bounds, jobs: int = 1, told: Callable[[int, int], None] | None = None
) -> list[Grade]:
    """One for each task, in their order."""
    found: dict[int, Grade] = {}
    waiting = list(enumerate(tasks))
    running: dict[int, _Running] = {}
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(PRELOADED)
    while waiting or running:
        while waiting and len(running) < jobs:
            at, task = waiting.pop(0)
            if task.path is None or task.problem:
                found[at] = _unread(task)
            else:
                running[at] = _begun(context, task, task.path, bounds)
        for at, grade in _ended(running, bounds):
            found[at] = grade
        if told is not None:
            told(len(found), len(tasks))
    return [found[at] for at in range(len(tasks))]


def _begun(context: multiprocessing.context.BaseContext, task: Task, path: Path, bounds: Bounds) -> _Running:
    from prhl.teaching.worker import work

    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(theirs, str(path), task.exercise, bounds), daemon=True)  # type: ignore[attr-defined]  # every context has it
    process.start()
    theirs.close()
    return _Running(task, process, mine, time.monotonic())


def _ended(running: dict[int, _Running], bounds: Bounds) -> Iterator[tuple[int, Grade]]:
    """What came to an end, by itself or because its time was up; waits for something."""
    if not running:
        return
    left = None
    if bounds.seconds is not None:
        left = max(0.0, min([one.started for one in running.values()]) + bounds.seconds - time.monotonic())
    ready = wait([one.answer for one in running.values()], timeout=left)
    for at, one in list(running.items()):
        late = bounds.seconds is not None and time.monotonic() - one.started >= bounds.seconds
        if one.answer not in ready and not late:
            continue
        grade = _received(one, bounds) if one.answer in ready else _too_long(one.task, bounds)
        one.process.kill()
        one.process.join()
        one.answer.close()
        del running[at]
        yield at, grade


def _received(one: _Running, bounds: Bounds) -> Grade:
    try:
        state, said, parts = one.answer.recv()
    except (EOFError, OSError):  # it died: killed by its limits
        one.process.join(1.0)
        if sys.platform != "win32" and one.process.exitcode == -signal.SIGXCPU:
            return _too_long(one.task, bounds)
        return failed(one.task, "too large", f"cut off: it needed more than {bounds.megabytes} MB (--memory)")
    if state == "fault":
        return failed(one.task, "failed", said)
    made = tuple([PartGrade(*part) for part in parts])
    return Grade(one.task.student, one.task.exercise.name, state, made, said, one.task.note)


def _too_long(task: Task, bounds: Bounds) -> Grade:
    return failed(task, "too long", f"cut off after {bounds.seconds:g} s (--seconds)")


def _unread(task: Task) -> Grade:
    return failed(task, "unreadable", task.problem) if task.problem else failed(task, "missing", "not handed in")


def failed(task: Task, state: str, said: str) -> Grade:
    """No points, and why."""
    parts = [PartGrade(part.name, 0, part.points) for part in task.exercise.parts]
    return Grade(task.student, task.exercise.name, state, tuple(parts), said, task.note)
