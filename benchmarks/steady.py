"""`make steady`: a report depends on the text and the options alone.

Every example, exercise (solved and as it is handed out) and trap is verified three times: as usual; with two processes,
another seed for Python's hashes, and files and claims judged in the opposite order; and beside eight busy processes,
with one process or with two. All reports, as JSON and as text, must be the same but for the seconds
that they tell. Status 1 and the differences if they are not.

The files come in parts. Each calm way has a process of its own, which takes the files of a part one after the other,
so that what one file leaves behind may show in the next. When these are done, the busy processes are let loose and
several processes share the files of the part, so that the load is heavy and nobody waits for one file at a time. After
`--minutes` the parts that are left are left out, which is said.
"""

import argparse
import difflib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).parent.parent
BUSY = 8
SECONDS = re.compile(r"\b\d+(\.\d+)?( s\b| seconds?\b)")
LONGEST = 40  # lines of a difference that are shown
PART = 80  # files that are verified in all ways before the next ones are


@dataclass(frozen=True)
class Way:
    """How a file is verified."""

    name: str
    jobs: int = 1
    seed: int = 1
    backwards: bool = False


CALM = (
    Way("as usual"),
    Way("two processes, another seed, files and claims in the opposite order", jobs=2, seed=2, backwards=True),
)
BESIDE = (
    *[Way(f"beside {BUSY} busy processes", seed=n) for n in range(3, 9)],
    *[Way(f"two processes beside {BUSY} busy ones", jobs=2, seed=n) for n in range(9, 11)],
)


def files() -> list[Path]:
    found = [*ROOT.glob("examples/*/*.wl"), *ROOT.glob("tests/traps/*.wl")]
    for exercise in ROOT.glob("prhl/exercises/*/*/"):
        found += [exercise / "solution.wl", exercise / "start.wl"]
    return sorted(found)


# ---- a process that verifies -----------------------------------------------------------------


def serve(jobs: int, backwards: bool) -> None:
    """Paths on standard input, a line each; for each a line of JSON with its report, as data and as text."""
    from prhl.jobs import Asked, local, reports, sources
    from prhl.results import Report
    from prhl.typed import TypedFile

    if backwards:
        forwards = TypedFile.cited_first

        def reversed_(file: TypedFile, find: bool = False) -> list[Any]:
            return forwards(replace(file, claims=file.claims[::-1]), find)

        TypedFile.cited_first = reversed_  # type: ignore[method-assign]
    for line in sys.stdin:
        report = Report(tuple(reports(sources([line.strip()]), Asked("verify"), local(jobs))))
        print(json.dumps({"status": report.status, "json": report.as_dict(), "text": report.text}), flush=True)


class Server:
    def __init__(self, way: Way) -> None:
        self.way = way
        words = [sys.executable, "-m", "benchmarks.steady", "--serve", str(way.jobs)]
        self.process = subprocess.Popen(
            words + ["--backwards"] * way.backwards,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(way.seed)},
        )

    def report(self, path: Path) -> list[str]:
        """Its lines, without the seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(path.relative_to(ROOT), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the process that verified {path} ended, {self.way.name}")
        found = json.loads(line)
        data = json.dumps(_timeless(found["json"]), indent=1, sort_keys=True, ensure_ascii=False)
        return [f"status {found['status']}", *SECONDS.sub("_ s", found["text"]).splitlines(), *data.splitlines()]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def _timeless(data: Any) -> Any:
    match data:
        case dict():
            return {key: 0 if key == "seconds" else _timeless(value) for key, value in data.items()}
        case list():
            return [_timeless(item) for item in data]
        case _:
            return data


# ---- busy processes --------------------------------------------------------------------------


class Spinners:
    """Processes that compute nothing, as long as they are let."""

    def __init__(self) -> None:
        self.all = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
        self.signal(signal.SIGSTOP)

    def signal(self, number: int) -> None:
        for one in self.all:
            one.send_signal(number)

    @contextmanager
    def spinning(self) -> Iterator[None]:
        self.signal(signal.SIGCONT)
        try:
            yield
        finally:
            self.signal(signal.SIGSTOP)

    def stop(self) -> None:
        for one in self.all:
            one.kill()
            one.wait()


# ---- comparing -------------------------------------------------------------------------------

Lines = list[str]


class Comparison:
    """The processes of all ways, and what they found."""

    def __init__(self) -> None:
        self.spinners = Spinners()
        self.calm = [Server(way) for way in CALM]
        self.beside = [Server(way) for way in BESIDE]
        self.unsteady: set[Path] = set()

    def stop(self) -> None:
        self.spinners.stop()
        for server in (*self.calm, *self.beside):
            server.stop()

    def part(self, paths: list[Path]) -> None:
        """Every file once in each calm way, and once beside busy processes."""
        with ThreadPoolExecutor(len(self.calm)) as pool:  # each thread waits for a process of its own
            first, *others = pool.map(lambda server: _all(server, paths), self.calm)
        for server, reports in zip(self.calm[1:], others, strict=True):
            for path in paths:
                self._compare(path, first[path], reports[path], server.way)
        waiting = paths[::-1]  # taken from its end
        with self.spinners.spinning(), ThreadPoolExecutor(len(self.beside)) as pool:
            for server, reports in zip(
                self.beside, pool.map(lambda one: _some(one, waiting), self.beside), strict=True
            ):
                for path, lines in reports.items():
                    self._compare(path, first[path], lines, server.way)

    def _compare(self, path: Path, expected: Lines, lines: Lines, way: Way) -> None:
        if lines == expected:
            return
        self.unsteady.add(path)
        diff = list(difflib.unified_diff(expected, lines, CALM[0].name, way.name, lineterm="", n=1))
        more = len(diff) - LONGEST
        shown = [str(path.relative_to(ROOT)), *diff[:LONGEST], *([f"... {more} lines more"] if more > 0 else [])]
        print("\n".join(shown), flush=True)


def _all(server: Server, paths: list[Path]) -> dict[Path, Lines]:
    return {path: server.report(path) for path in (paths[::-1] if server.way.backwards else paths)}


def _some(server: Server, waiting: list[Path]) -> dict[Path, Lines]:
    """Those that no other server took before."""
    found = {}
    while True:
        try:
            path = waiting.pop()  # by one thread at a time
        except IndexError:
            return found
        found[path] = server.report(path)


def compare(paths: list[Path], minutes: float) -> int:
    started = monotonic()
    comparison = Comparison()
    done = 0
    try:
        while done < len(paths) and monotonic() < started + 60 * minutes:
            part = paths[done : done + PART]
            comparison.part(part)
            done += len(part)
            print(f"  {done} of {len(paths)}, {(monotonic() - started) / 60:.0f} min", file=sys.stderr, flush=True)
    finally:
        comparison.stop()
    ways = len(CALM) + 1
    left = f", {len(paths) - done} left out: there was no more time" if done < len(paths) else ""
    print(f"{done} files compared in {ways} ways, {len(comparison.unsteady)} of them unsteady{left}")
    return 1 if comparison.unsteady else 0


if __name__ == "__main__":
    words = argparse.ArgumentParser("benchmarks.steady", description="Reports that depend on the text alone.")
    words.add_argument("files", nargs="*", type=Path, help="these only")
    words.add_argument("--minutes", type=float, default=30)
    words.add_argument("--serve", type=int, metavar="JOBS", help=argparse.SUPPRESS)
    words.add_argument("--backwards", action="store_true", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.serve is not None:
        serve(asked.serve, asked.backwards)
    else:
        sys.exit(compare([path.resolve() for path in asked.files] or files(), asked.minutes))
