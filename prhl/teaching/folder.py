"""A student's folder: the exercises to edit, their statements, and how far the student has come.

Progress is a small JSON file that names exercises, never numbers them: exercises may be edited, moved or added by a new
release, and what it does not know it keeps.
"""

import json
import shutil
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from prhl.records import dataclass
from prhl.source import Source
from prhl.syntax.reader import read
from prhl.teaching.exercise import Course, Exercise, load, shipped

PROGRESS = ".prhl-learn.json"
DEFAULT = "prhl-course"


class NoCourse(Exception):
    """There is no folder with exercises where one was looked for."""


@dataclass
class Progress:
    """What was solved, how many hints were taken, and which solutions were given away."""

    solved: list[str] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)
    given_up: list[str] = field(default_factory=list)
    rest: dict[str, Any] = field(default_factory=dict)  # what another release wrote


@dataclass(frozen=True)
class Folder:
    path: Path
    course: Course

    @property
    def exercises(self) -> Sequence[Exercise]:
        return self.course.exercises

    def file(self, exercise: Exercise) -> Path:
        return self.path / exercise.folder / f"{exercise.stem}.wl"

    def statement(self, exercise: Exercise) -> Path:
        return self.file(exercise).with_suffix(".md")

    def source(self, exercise: Exercise) -> Source:
        """What the student wrote, or Rejected."""
        return read(shown(self.file(exercise)))

    # ---- files -------------------------------------------------------------------------------

    def fill(self) -> tuple[int, int]:
        """Put the exercises there; what is there already stays. How many are new, and how many there are."""
        new = 0
        for exercise in self.exercises:
            file = self.file(exercise)
            file.parent.mkdir(parents=True, exist_ok=True)
            _write(self.statement(exercise), exercise.statement)
            if not file.exists():
                new += 1
                _write(file, exercise.start.text)
        for world, page in self.course.pages.items():
            _write(self.path / world / "README.md", page)
        progress = self.progress()
        if self.course.home:
            progress.rest["course"] = self.course.home
        self.keep(progress)
        return new, len(self.exercises)

    def reset(self, exercise: Exercise) -> Path | None:
        """The start file again; what the student wrote is kept beside it."""
        file, aside = self.file(exercise), None
        if file.exists() and file.read_bytes() != exercise.start.text.encode():
            aside = file.with_suffix(".wl.before")
            shutil.copyfile(file, aside)
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, exercise.start.text)
        return aside

    # ---- progress ----------------------------------------------------------------------------

    def progress(self) -> Progress:
        """As far as it can be read: what is damaged is put aside, and the student starts to count anew."""
        path = self.path / PROGRESS
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            known = {"solved", "hints", "given_up"}
            return Progress(
                [str(name) for name in told.get("solved", [])],
                {str(name): int(count) for name, count in told.get("hints", {}).items()},
                [str(name) for name in told.get("given_up", [])],
                {key: value for key, value in told.items() if key not in known},
            )
        except FileNotFoundError:
            return Progress()
        except (ValueError, TypeError, AttributeError):
            path.replace(path.with_suffix(".json.damaged"))
            return Progress()

    def keep(self, progress: Progress) -> None:
        told = {
            **progress.rest,
            "solved": progress.solved,
            "hints": progress.hints,
            "given_up": progress.given_up,
        }
        fresh = self.path / f"{PROGRESS}.new"
        _write(fresh, json.dumps(told, indent=2) + "\n")
        fresh.replace(self.path / PROGRESS)

    def current(self) -> Exercise | None:
        """The first one that is neither solved nor given up."""
        progress = self.progress()
        done = {*progress.solved, *progress.given_up}
        return next((one for one in self.exercises if one.name not in done), None)


def found(where: str | None) -> Folder:
    """The course that the student is in: at `where`, around the working directory, or below it under its usual name."""
    if where is not None:
        if not (Path(where) / PROGRESS).is_file():
            raise NoCourse(f"{where} is no folder with exercises")
        return opened(Path(where))
    here = Path.cwd()
    for folder in (here, *here.parents, here / DEFAULT):
        if (folder / PROGRESS).is_file():
            return opened(folder)
    raise NoCourse("there are no exercises here")


def opened(path: Path) -> Folder:
    """The folder with the course that it was started with: that of prhl, or one of a teacher."""
    folder = Folder(path, shipped())
    home = folder.progress().rest.get("course")
    if not isinstance(home, str):
        return folder
    if not Path(home).is_dir():
        raise NoCourse(f"the course of this folder was at {home}, and is not there any more")
    return Folder(path, load(Path(home), home))


def shown(path: Path) -> str:
    """As short as it can be typed from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
