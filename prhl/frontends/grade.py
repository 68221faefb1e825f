"""`prhl grade`: the files of a class."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from prhl.frontends.learn import COURSE, loaded
from prhl.frontends.terminal import Seconds, say, style_for, unwritable

if TYPE_CHECKING:
    from prhl.teaching.exercise import Exercise
    from prhl.teaching.grading import Bounds, Grade
    from prhl.teaching.submissions import Task


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.option("--exercise", "names", multiple=True, help="Grade this exercise; more than once for several. [all]")
@COURSE
@click.option("--single", is_flag=True, help="DIR is the submission of one student.")
@click.option("--csv", "csv_", metavar="F", help="Write a row for each part.")
@click.option("--json", "json_", metavar="F", help="Write everything.")
@click.option("--gradescope", metavar="F", help="Write what Gradescope reads: a file for one student, else a folder.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes.")
@click.option("--cluster", metavar="ADDRESS", help="The workers of this Dask scheduler, in place of --jobs.")
@click.option("--seconds", type=Seconds(1), help="A time limit for one file. [none]")
@click.option("--memory", type=click.IntRange(300), default=2000, show_default=True, help="Megabytes for one file.")
def grade(
    folder: str,
    names: tuple[str, ...],
    home: str | None,
    single: bool,
    csv_: str | None,
    json_: str | None,
    gradescope: str | None,
    jobs: int,
    cluster: str | None,
    seconds: float | None,
    memory: int,
) -> None:
    """Grade what a class handed in: a folder for each student, with files called like the exercises.

    Every exercise of every student has a result, whatever the files hold. Status 0 if the grading itself went well.
    """
    from prhl.teaching import gradebook, submissions
    from prhl.teaching.grading import Bounds, grades

    exercises = _chosen(names, loaded(home).exercises)
    tasks = list((submissions.single if single else submissions.tasks)(Path(folder), exercises))
    shown = sys.stderr.isatty()

    def told(done: int, all_: int) -> None:
        if shown:
            say(f"\r{done} of {all_} files", err=True, nl=done == all_, raw=True)

    bounds = Bounds(seconds, memory)
    found = grades(tasks, bounds, jobs, told) if cluster is None else _afar(cluster, tasks, bounds, told)
    for path, text in ((csv_, gradebook.as_csv), (json_, gradebook.as_json)):
        if path is not None:
            _write(Path(path), text(found))
    if gradescope is not None:
        _gradescope(Path(gradescope), found, single)
    say(gradebook.as_text(found, style_for(sys.stdout)), nl=False)


def _afar(address: str, tasks: "list[Task]", bounds: "Bounds", told: "Callable[[int, int], None]") -> "list[Grade]":
    from prhl.cluster import ClusterFailed, connected
    from prhl.teaching.cluster_grading import grades_by

    try:
        with connected(address) as cluster:
            return grades_by(cluster, tasks, bounds, told)
    except ClusterFailed as error:
        say(f"--cluster: {error}", err=True)
        sys.exit(error.status)


def _chosen(names: tuple[str, ...], course: "Sequence[Exercise]") -> "list[Exercise]":
    from prhl.diagnostics import did_you_mean
    from prhl.teaching.exercise import find

    found = []
    for name in names:
        exercise = find(name, course)
        if exercise is None:
            hint = did_you_mean(name, [one.name for one in course], "`prhl learn list` shows them")
            _refuse(f"there is no exercise `{name[:60]}`\n  try: {hint}")
        found.append(exercise)
    return found or list(course)


def _gradescope(path: Path, found: "list[Grade]", single: bool) -> None:
    from prhl.teaching.gradebook import as_gradescope, by_student

    if single:
        _write(path, as_gradescope(found))
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _refuse(f"{path}  cannot be made: {error.strerror}")
    taken = set[str]()
    for student, theirs in by_student(found).items():
        plain = name = re.sub(r"[^-.@ \w]", "_", student)
        number = 1
        while name.casefold() in taken:  # a file is never written over that of another student
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.casefold())
        _write(path / f"{name}.json", as_gradescope(theirs))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    except OSError as error:
        sys.exit(unwritable(str(path), error))


def _refuse(message: str) -> NoReturn:
    say(message, err=True)
    sys.exit(2)
