"""A real Dask scheduler and its workers, as processes of this machine that nobody else reaches."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

LONGEST = 60.0  # seconds for a process to be there
LOOPBACK = ("--host", "127.0.0.1", "--no-dashboard")


class Loopback:
    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.processes: list[subprocess.Popen[bytes]] = []
        self.logs: dict[int, Path] = {}
        place = folder / "scheduler.json"
        self.scheduler = self._begun("scheduler", *LOOPBACK, "--port", "0", "--scheduler-file", place)
        self._until(lambda: place.exists() and place.read_text().endswith("}"))
        self.address: str = json.loads(place.read_text())["address"]

    def worker(self, name: str, environment: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
        """One process with one thread, known to the scheduler."""
        return self.workers(1, "--nthreads", "1", "--no-nanny", "--name", name, environment=environment)

    def workers(
        self, many: int, *words: str, environment: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        """So many as the command line says."""
        words = (*words, *LOOPBACK, "--local-directory", str(self.folder / f"space{len(self.logs)}"))
        found = self._begun("worker", self.address, *words, environment=environment)
        self._until(lambda: self.log(found).count(b"Registered to") == many)
        return found

    def log(self, process: "subprocess.Popen[bytes]") -> bytes:
        return self.logs[process.pid].read_bytes()

    def _begun(self, *words: object, environment: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
        path = self.folder / f"{len(self.logs)}.log"
        command = [sys.executable, "-m", "dask", *[str(word) for word in words]]
        own = {**os.environ, **self.environment, **(environment or {})}
        with path.open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=own)
        self.logs[process.pid] = path
        self.processes.append(process)
        return process

    def _until(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST
        while not ready():
            assert time.monotonic() < end, [self.log(one)[-2000:] for one in self.processes]
            assert all([one.poll() is None for one in self.processes]), self.log(self.processes[-1])
            time.sleep(0.05)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()  # a nanny ends its workers
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def loopback(folder: Path, workers: int = 2, environment: Mapping[str, str] | None = None) -> Iterator[Loopback]:
    folder.mkdir(parents=True, exist_ok=True)
    found = Loopback(folder, environment or {})
    try:
        for n in range(workers):
            found.worker(f"w{n}")
        yield found
    finally:
        found.close()
