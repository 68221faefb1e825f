"""One pair of inputs measured: here, or in other processes."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from sys import setrecursionlimit
from types import TracebackType
from typing import TYPE_CHECKING

from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory, final_states
from prhl.checks.parameter_ranges import Ranges
from prhl.exact.channel import Channel, channel
from prhl.search import open_parameter
from prhl.search.space import Candidate, Space
from prhl.semantics.instances import Instance
from prhl.semantics.limits import Limits
from prhl.typed.core import TypedClaim, TypedFile

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

MOST_ROWS = 20_000  # that are kept
FRAMES = 30_000
WINDOW = 20  # what is left out is less than 2^-20: an attack that needs more is none that people would read
BATCH = 4  # pairs at a time for each process


class Looker:
    """The machines of a claim, with few steps for each pair; rows are computed once."""

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

        found = self.laboratory.figures(self.claim, instance, compute, self.finals)
        # what could not be measured has cost something all the same
        return found if found.steps else replace(found, steps=max([machine.meter.used for machine in machines]))

    def ranges(self, candidate: Candidate) -> Ranges | None:
        """Where the open parameter breaks the claim on this pair."""
        return open_parameter.ranges(self.laboratory, self.claim, self.space.instance(candidate))


Ask = Callable[[], CheckResult]
"""What a candidate measures, when that is asked for."""


class Crew:
    """Several processes that look at candidates ahead of the one who asks.

    The answers are what the looker would have found itself, so that it makes no difference how many processes there
    are; those that nobody asks for are dropped. What is broken is looked at here once more: it does not travel.
    """

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

    def ahead(self, candidates: Iterable[Candidate | None]) -> Iterator[tuple[Candidate | None, Ask]]:
        """The candidates in their order; those that are None are passed on, and not to be asked for."""
        if self.pool is None:
            for candidate in candidates:
                yield candidate, partial(self.looker.look, candidate)  # type: ignore[arg-type]  # None: not asked for
            return
        source = iter(candidates)
        waiting: deque[tuple[Candidate | None, Future[CheckResult] | None]] = deque()
        while True:
            for one in islice(source, BATCH * self.jobs - len(waiting)):
                waiting.append((one, None if one is None else self.pool.submit(_look, one)))
            if not waiting:
                return
            candidate, future = waiting.popleft()
            yield candidate, partial(self._result, candidate, future)

    def _result(self, candidate: Candidate | None, future: "Future[CheckResult] | None") -> CheckResult:
        assert candidate is not None
        assert future is not None
        found = future.result()
        return self.looker.look(candidate) if found.status == "violated" else found


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
