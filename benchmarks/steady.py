"""`make steady`: a report depends on the text and the options alone.

Every example, exercise (solved and as it is handed out) and trap is verified several times: as usual, with two
processes and another seed for Python's hashes, with the claims judged in the opposite order, and, when these three are
done, beside eight busy processes.
All reports, as JSON and as text, must be the same but for the seconds that they tell. Status 1 and the differences if
they are not.

Each way has a process of its own, which takes the files one after the other, so that what one file leaves behind may
show in the next. After `--minutes` the rest is left out, which is said.
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


@dataclass(frozen=True)
class Way:
    """How a file is verified."""

    name: str
    jobs: int = 1
    seed: int = 1
    backwards: bool = False
    beside: bool = False


WAYS = (
    Way("as usual"),
    Way("two processes, another seed", jobs=2, seed=2),
    Way("claims in the opposite order", seed=3, backwards=True),
    Way(f"beside {BUSY} busy processes", beside=True),
)


def files() -> list[Path]:
    found = [*ROOT.glob("examples/*/*.wl"), *ROOT.glob("tests/traps/*.wl")]
    for exercise in ROOT.glob("prhl/exercises/*/*/"):
        found += [exercise / "solution.wl", exercise / "start.wl"]
    return sorted(found)


# ---- a process that verifies -----------------------------------------------------------------


def serve(jobs: int, backwards: bool) -> None:
    """Paths on standard input, a line each; for each a line of JSON with its report, twice."""
    from click.testing import CliRunner

    from prhl.frontends.cli import main
    from prhl.report import as_json
    from prhl.report.as_text import as_text
    from prhl.typed import TypedFile

    if backwards:
        forwards = TypedFile.cited_first
        TypedFile.cited_first = lambda file: forwards(replace(file, claims=file.claims[::-1]))  # type: ignore[method-assign]
    last: list[Any] = []
    written = as_json.as_json

    def kept(reports: list[Any]) -> Any:
        last[:] = reports
        return written(reports)

    as_json.as_json = kept  # type: ignore[assignment]
    for line in sys.stdin:
        done = CliRunner().invoke(main, ["verify", "--format", "json", "--jobs", str(jobs), line.strip()])
        texts = [as_text(report) for report in last]
        print(json.dumps({"status": done.exit_code, "json": done.stdout, "text": "\n".join(texts)}), flush=True)


class Server:
    def __init__(self, way: Way) -> None:
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
        found = json.loads(self.process.stdout.readline() or '{"status": "gone", "json": "{}", "text": ""}')
        data = json.dumps(_timeless(json.loads(found["json"])), indent=1, sort_keys=True, ensure_ascii=False)
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


def differences(path: Path, servers: dict[Way, Server], spinners: Spinners) -> list[str]:
    """What other ways report of a file that the first does not, and the other way round."""
    calm = [way for way in servers if not way.beside]
    with ThreadPoolExecutor(len(calm)) as pool:  # each waits for a process of its own
        reports = dict(zip(calm, pool.map(lambda way: servers[way].report(path), calm), strict=True))
    with spinners.spinning():
        reports.update({way: server.report(path) for way, server in servers.items() if way.beside})
    (first, expected), *others = reports.items()
    found: list[str] = []
    for way, lines in others:
        if lines != expected:
            diff = list(difflib.unified_diff(expected, lines, first.name, way.name, lineterm="", n=1))
            more = len(diff) - LONGEST
            found += [str(path.relative_to(ROOT)), *diff[:LONGEST], *([f"... {more} lines more"] if more > 0 else [])]
    return found


def compare(paths: list[Path], minutes: float) -> int:
    until = monotonic() + 60 * minutes
    spinners = Spinners()
    servers = {way: Server(way) for way in WAYS}
    unsteady = done = 0
    try:
        for done, path in enumerate(paths):  # how many were done is told
            if monotonic() > until:
                break
            if sys.stderr.isatty():
                print(
                    f"\r\033[K  {done} of {len(paths)}  {path.relative_to(ROOT)}", end="", file=sys.stderr, flush=True
                )
            found = differences(path, servers, spinners)
            unsteady += bool(found)
            if found:
                print("\n".join(found), flush=True)
        else:
            done = len(paths)
    finally:
        spinners.stop()
        for server in servers.values():
            server.stop()
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
    left = f", {len(paths) - done} left out: there was no more time" if done < len(paths) else ""
    print(f"{done} files compared in {len(WAYS)} ways, {unsteady} of them unsteady{left}")
    return 1 if unsteady else 0


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
