"""What a class handed in: folders and files, which may hold anything.

    DIR/alice/fair-coins.wl         a folder for each student, with files called like exercises, however deep
    DIR/bob/1-couplings/1-fair-coins.wl
    DIR/carol.wl                    or one file for each student, if only one exercise is graded

Nothing is followed or opened here that is not a plain file: links, pipes and devices are no answers.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from prhl.records import dataclass
from prhl.teaching.exercise import Exercise, find, meant

DEEPEST = 6
ENDINGS = (".wl", ".wl.txt", ".txt")  # what browsers and editors make of `.wl`
MOST_FILES = 5_000  # looked at in one submission


@dataclass(frozen=True, slots=True)
class Task:
    """One exercise of one student; without a file it was not handed in, with a `problem` it cannot be read."""

    student: str
    exercise: Exercise
    path: Path | None = None
    problem: str = ""
    note: str = ""  # that the file is not called as it should be


def tasks(folder: Path, exercises: Sequence[Exercise]) -> Iterator[Task]:
    """Every exercise of every student, in the order of their names."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _of_student(entry.name, Path(entry.path), exercises)
        elif entry.name.lower().endswith(ENDINGS[:2]):
            yield from _of_file(Path(entry.path), exercises)


def single(folder: Path, exercises: Sequence[Exercise]) -> Iterator[Task]:
    """The folder as the submission of one student."""
    return _of_student(folder.resolve().name, folder, exercises)


def _of_file(path: Path, exercises: Sequence[Exercise]) -> Iterator[Task]:
    if len(exercises) == 1:
        student = re.sub(r"(?i)(\.wl|\.wl\.txt)$", "", path.name)
        note = "" if path.name == f"{student}.wl" else f"found as `{path.name}`"
        yield Task(student, exercises[0], path, _problem(path), note)


def _of_student(student: str, folder: Path, exercises: Sequence[Exercise]) -> Iterator[Task]:
    """A file of the right name counts before one whose name is only similar; that one is mentioned."""
    handed_in: dict[str, list[Path]] = {}
    similar: dict[str, list[Path]] = {}
    for path in _files(folder):
        exact = find(path.name, exercises) if path.name.endswith(".wl") else None
        exercise = exact or meant(path.name, exercises)
        if exercise is not None:
            (similar if exact is None else handed_in).setdefault(exercise.name, []).append(path)
    for exercise in exercises:
        others = similar.get(exercise.name, [])
        paths = handed_in.get(exercise.name) or others
        called = ", ".join([f"`{path.name}`" for path in others])
        note = "" if not others else f"found as {called}" if paths is others else f"{called} was left aside"
        if not paths:
            yield Task(student, exercise)
        elif len(paths) > 1:
            names = ", ".join([str(path.relative_to(folder)) for path in paths])
            yield Task(student, exercise, None, f"handed in {len(paths)} times: which one counts? ({names})")
        else:
            yield Task(student, exercise, paths[0], _problem(paths[0]), note)


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    todo = [(folder, 0)]
    seen = 0
    while todo and seen < MOST_FILES:
        here, depth = todo.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries[:MOST_FILES]:
            seen += 1
            if entry.is_dir(follow_symlinks=False):
                if depth < DEEPEST and not entry.name.startswith("."):
                    todo.append((Path(entry.path), depth + 1))
            elif entry.name.lower().endswith(ENDINGS):
                found.append(Path(entry.path))
    return sorted(found)


def _problem(path: Path) -> str:
    try:
        mode = os.lstat(path).st_mode
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return "" if stat.S_ISREG(mode) else "is a link or a device, not a file"
