"""Grades for a class by the workers of a cluster: the same as here, since the texts of the files travel.

A worker starts a process for a few files at a time, which grades them as `prhl grade` does on one machine, each in a
process of its own with its limits. (Dask's own processes may not have children by `multiprocessing`.)
"""

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from prhl.cluster import Cluster, Lost
from prhl.syntax.reader import LARGEST
from prhl.teaching.grading import Bounds, Grade, failed, grades
from prhl.teaching.submissions import Task

Handed = tuple[Task, bytes]
MOST = 8  # files that are sent together


def grades_by(
    cluster: Cluster, tasks: Sequence[Task], bounds: Bounds, told: Callable[[int, int], None] | None = None
) -> list[Grade]:
    """One for each task, in their order."""
    found: dict[int, Grade] = {}
    handed: list[tuple[int, Handed]] = []
    for at, task in enumerate(tasks):
        data = _read(task)
        if data is None:
            (found[at],) = grades([task], bounds)  # which says why
        else:
            handed.append((at, (replace(task, path=None), data)))
    many = max(1, min(MOST, len(handed) // (4 * cluster.jobs)))
    batches = [handed[start : start + many] for start in range(0, len(handed), many)]
    for number, graded in cluster.each(graded_apart, [([one for _, one in batch], bounds) for batch in batches]):
        for place, (at, (task, _)) in enumerate(batches[number]):
            if isinstance(graded, Lost):
                found[at] = failed(task, "failed", "the workers that graded it were ended, perhaps for want of memory")
            else:
                found[at] = graded[place]
        if told is not None:
            told(len(found), len(tasks))
    return [found[at] for at in range(len(tasks))]


def _read(task: Task) -> bytes | None:
    """As much as is read anywhere; None if it is not there, or cannot be read."""
    if task.path is None or task.problem:
        return None
    try:
        with task.path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError:
        return None


def graded_apart(handed: list[Handed], bounds: Bounds) -> list[Grade]:
    """In a process of their own, on whatever machine this is."""
    command = [sys.executable, "-P", "-m", "prhl.teaching.cluster_grading"]
    done = subprocess.run(command, input=pickle.dumps((handed, bounds)), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace")[-400:])
    found: list[Grade] = pickle.loads(done.stdout)
    return found


def _graded(handed: list[Handed], bounds: Bounds) -> list[Grade]:
    """The texts as files again, under names that nobody chose."""
    with TemporaryDirectory() as folder:
        tasks = []
        for at, (task, data) in enumerate(handed):
            path = Path(folder) / f"{at}.wl"
            path.write_bytes(data)
            tasks.append(replace(task, path=path))
        return grades(tasks, bounds)


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps(_graded(*pickle.load(sys.stdin.buffer))))
