"""One pair of inputs measured: here, or in other processes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from sys import setrecursionlimit
from types import TracebackType
from typing import TYPE_CHECKING

from prhl.exact.channel import Channel, channel
from prhl.exact.engine import Limits
from prhl.exact.instances import Instance
from prhl.measures.check import CheckResult
from prhl.measures.claims import Effort, Laboratory, final_states
from prhl.measures.ranges import Ranges
from prhl.search import every
from prhl.search.space import Candidate, Space
from prhl.typed.core import TypedClaim, TypedFile

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

MOST_ROWS = 20_000  # that are kept
FRAMES = 30_000
WINDOW = 20  # what is left out is less than 2^-20: an attack that needs more is none that people would read
BATCH = 4  # pairs at a time for each process


class Looker:
    """The machines of a claim, with little time for each pair; rows are computed once."""

    def __init__(self, file: TypedFile, claim: TypedClaim, limits: Limits, twin: bool = False) -> None:
        self.file, self.claim, self.limits, self.twin = file, claim, limits, twin
        left, right = file.programs[claim.left], file.programs[claim.right]
        self.space = Space(claim, left, right)
        self.finals = final_states(claim, left, right)
        self.laboratory = Laboratory(file, Effort(limits, twin=twin, far=WINDOW))

    def look(self, candidate: Candidate) -> CheckResult:
        instance = self.space.instance(candidate)
        machines = self.laboratory.machines_of(self.claim, self.finals)
        for machine in machines:
            if len(machine.rows) > MOST_ROWS:
                machine.rows.clear()

        def compute(instance: Instance = instance) -> Channel:
            return channel(*machines, instance)

        return self.laboratory.figures(self.claim, instance, compute, self.finals)

    def ranges(self, candidate: Candidate) -> Ranges | None:
        """Where the open parameter breaks the claim on this pair."""
        return every.ranges(self.laboratory, self.claim, self.space.instance(candidate))

    def all(self, candidates: Iterable[Candidate]) -> Iterator[tuple[Candidate, CheckResult]]:
        for candidate in candidates:
            yield candidate, self.look(candidate)


class Crew:
    """Several processes that look at candidates; what is broken is looked at here once more, by the one that asks."""

    def __init__(self, looker: Looker, jobs: int) -> None:
        self.looker, self.jobs = looker, jobs
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Crew":
        if self.jobs > 1:
            from concurrent.futures import ProcessPoolExecutor  # which takes its time to load

            looker = self.looker
            start = (looker.file, looker.claim, looker.limits, looker.twin)
            self.pool = ProcessPoolExecutor(self.jobs, initializer=_start, initargs=start)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def all(self, candidates: Iterable[Candidate]) -> Iterator[tuple[Candidate, CheckResult]]:
        """The results in the order of the candidates."""
        if self.pool is None:
            yield from self.looker.all(candidates)
            return
        source = iter(candidates)
        while batch := list(islice(source, BATCH * self.jobs)):
            for candidate, found in zip(batch, self.pool.map(_look, batch), strict=True):
                yield candidate, self.looker.look(candidate) if found.status == "violated" else found


_lookers: list[Looker] = []  # of a worker process


def _start(file: TypedFile, claim: TypedClaim, limits: Limits, twin: bool) -> None:
    setrecursionlimit(FRAMES)
    _lookers[:] = [Looker(file, claim, limits, twin)]


def _look(candidate: Candidate) -> CheckResult:
    """Without the violation, which does not travel."""
    return replace(_lookers[0].look(candidate), violation=None)


def size_of(candidate: Candidate) -> int:
    """The number of elements in both inputs."""
    return sum([_elements(value) for given in (candidate.left, candidate.right) for value in given.values()])


def _elements(value: object) -> int:
    return len(value) if isinstance(value, tuple | str) else 0
