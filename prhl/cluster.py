"""Jobs on other machines: the workers of a Dask scheduler, one job at a time in each of them.

A worker must have the same prhl, solver and arithmetic as the client, since answers depend on these; one that has
others is refused, at the start and with every job, since workers come and go. What a worker had in hand when it died is
given to another one by the scheduler, and each job has one answer. A job that several workers died of has that as its
answer, as with local processes. Dask moves pickles: a cluster is to be one that you would let run your programs.
"""

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from prhl.jobs import Job, Json, NotHere, Show, died, work
from prhl.records import dataclass
from prhl.versions import identity

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.search.looking import Looking
    from prhl.search.space import Candidate

Result = TypeVar("Result")

TRIES, PAUSE = 3, 0.5  # to reach the scheduler, and seconds between two of them
PATIENCE = 30.0  # seconds for the scheduler to answer, and for a first worker
LONELY = 60.0  # seconds without any worker, in the middle
LOOK = 2.0  # seconds between two looks whether anybody is there
SHARD = 16  # pairs of a search that are measured together
PRINTED = "look at the address that `dask scheduler` prints"
WORKER = "`dask worker ADDRESS --nthreads 1 --nworkers N` starts some"


class ClusterFailed(NotHere):
    """The cluster cannot be used: there is none at the address, it is not as we are, or it is gone."""

    def __init__(self, message: str, hint: str = "", status: int = 2) -> None:
        super().__init__(message, hint, status)
        self.message, self.hint, self.status = message, hint, status

    def __str__(self) -> str:
        return self.message + (f"\n  try: {self.hint}" if self.hint else "")


class Lost(Exception):
    """Every worker that took it up died; or an `error` came back."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(error)
        self.error = error


@dataclass(frozen=True)
class Cluster:
    """An `Executor` of jobs, and `Shards` for the pairs of a search."""

    address: str
    client: Any  # distributed.Client
    jobs: int  # workers
    size: int = SHARD

    def answers(self, jobs: Sequence[Job], show: Show | None = None) -> Iterator[tuple[int, Json]]:
        for at, found in self.each(work, [(job,) for job in jobs]):
            yield at, died(jobs[at]) if isinstance(found, Lost) else found

    def alone(self, job: Job, show: Show | None = None) -> Json:
        """A search is led from here, and its pairs are measured there; all else is done there."""
        return work(job, show, self) if job.asked.command == "refute" else next(self.answers([job]))[1]

    def look(self, looking: "Looking", candidates: "list[Candidate]") -> "Callable[[], list[CheckResult] | None]":
        """Pairs of a search; what is lost is looked at here, and fails here if it fails."""
        from prhl.search.looking import look_at

        future = self._submit(look_at, (looking, candidates))

        def found() -> "list[CheckResult] | None":
            try:
                return self._result(future)  # type: ignore[no-any-return]  # of look_at
            except Lost:
                return None

        return found

    def end(self) -> None:
        """Nothing is left to do: the scheduler drops what nobody holds."""

    def each(
        self, function: Callable[..., Result], given: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result | Lost]]:
        """What the function makes of all arguments, each once, with its number, in any order."""
        done: SimpleQueue[int] = SimpleQueue()
        futures = [self._submit(function, arguments) for arguments in given]
        for at, future in enumerate(futures):
            future.add_done_callback(lambda _, at=at: done.put(at))
        try:
            for _ in futures:
                at = self._patiently(lambda: done.get(timeout=LOOK))
                try:
                    yield at, self._result(futures[at])
                except Lost as lost:
                    if lost.error is not None:
                        raise self._unfit(lost.error) from None
                    yield at, lost
        finally:
            self.client.cancel(futures, force=True)

    def _submit(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Any:
        return self.client.submit(_done, identity(), function, arguments, key=f"prhl-{uuid4().hex}", pure=False)

    def _result(self, future: Any) -> Any:
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            other, found = self._patiently(lambda: future.result(timeout=LOOK))
        except KilledWorker:
            raise Lost from None
        except CancelledError:
            raise self._gone() from None
        except ClusterFailed:
            raise
        except Exception as error:
            raise Lost(error) from None
        if other is not None:
            raise _different(self.address, other)
        return found

    def _patiently(self, ask: Callable[[], Result]) -> Result:
        """What comes in the end; ClusterFailed if there is nobody to wait for."""
        since = time.monotonic()
        while True:
            try:
                return ask()
            except (Empty, TimeoutError):
                if self.client.status != "running":
                    raise self._gone() from None
                if self._workers():
                    since = time.monotonic()
                elif time.monotonic() - since > LONELY:
                    message = f"the cluster at {self.address} has had no worker for {LONELY:g} seconds"
                    raise ClusterFailed(message, WORKER, 3) from None

    def _workers(self) -> Json:
        try:
            return dict(self.client.nthreads())
        except (OSError, TimeoutError):
            raise self._gone() from None

    def _unfit(self, error: Exception) -> ClusterFailed:
        message = f"a worker of the cluster at {self.address} cannot do its job: {type(error).__name__}: {error}"
        return ClusterFailed(message, "install the same prhl on all workers, and start them anew", 3)

    def _gone(self) -> ClusterFailed:
        return ClusterFailed(f"the scheduler at {self.address} is gone", "ask again when it is back", 3)


# ---- on a worker -----------------------------------------------------------------------------

_alone = threading.Lock()  # solvers and recursion limits belong to the process


def _done(
    wanted: dict[str, str | None], function: Callable[..., Result], arguments: tuple[Any, ...]
) -> tuple[dict[str, str | None] | None, Result | None]:
    """What the function makes of the arguments; or what this worker is, if that is not what is wanted."""
    if identity() != wanted:
        return identity(), None
    with _alone:
        return None, function(*arguments)


# ---- the way there ---------------------------------------------------------------------------


@contextlib.contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is there; ClusterFailed if there is none, or if its workers are not as we are."""
    try:
        import distributed
    except ImportError:
        raise ClusterFailed("this needs Dask", "pip install 'prhl[cluster]'") from None
    _knock(address)
    with _quiet():
        try:
            asyncio.run(_greet(address))
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False, name="prhl")
        except Exception as error:  # whatever a stranger may say
            message = f"no Dask scheduler answers at {address}: {str(error) or type(error).__name__}"
            raise ClusterFailed(message, PRINTED) from None
        try:
            yield Cluster(address, client, _counted(address, client))
        finally:
            client.close(timeout=5)


def _knock(address: str) -> None:
    """Whether anybody is there at all: a few times, and then no more."""
    from distributed.comm.addressing import parse_address, parse_host_port

    try:
        scheme, place = parse_address(address)
        if scheme not in ("tcp", "tls", "ws", "wss"):
            raise ValueError(f"`{scheme}` is none of tcp, tls, ws, wss")
        host, port = parse_host_port(place)
        if not 0 < port < 65_536:
            raise ValueError(f"there is no port {port}")
    except ValueError as error:
        raise ClusterFailed(f"{address!r} is no address: {error}", "one such as tcp://10.0.0.5:8786") from None
    for left in reversed(range(TRIES)):
        try:
            socket.create_connection((host, port), timeout=PATIENCE / TRIES).close()
            return
        except (OSError, UnicodeError) as error:  # a name that is too long, or empty, is a UnicodeError
            if not left:
                why = getattr(error, "strerror", None) or str(error)
                message = f"nobody answers at {address}: {why} (tried {TRIES} times)"
                raise ClusterFailed(message, PRINTED) from None
            time.sleep(PAUSE)


async def _greet(address: str) -> None:
    """Whether it is a scheduler: a client that meets somebody else there would wait for ever."""
    from distributed.core import rpc

    async def greeted() -> None:
        async with rpc(address, timeout=PATIENCE) as scheduler:
            if (await scheduler.identity()).get("type") != "Scheduler":
                raise ValueError("this is not a scheduler, but perhaps a worker")

    await asyncio.wait_for(greeted(), PATIENCE)


def _counted(address: str, client: Any) -> int:
    """How many workers there are, all of them as we are."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterFailed(f"the cluster at {address} has no worker", WORKER) from None
    found = client.run(identity, on_error="return")
    for worker, other in found.items():
        if isinstance(other, OSError):
            continue  # it is gone already
        if not isinstance(other, dict):
            raise ClusterFailed(f"the worker {worker} has no prhl, or another one: {other}", "install the same there")
        if other != identity():
            raise _different(worker, other)
    return max(1, len(found))


def _different(where: str, other: dict[str, str | None]) -> ClusterFailed:
    mine = identity()
    unlike = [name for name in mine if mine[name] != other.get(name)]
    said = [f"{name} {other.get(name)}, and here it is {mine[name]}" for name in unlike if name != "files"]
    if not said:
        said = ["a prhl with other files, of another state of development"]
    return ClusterFailed(f"a worker at {where} has {'; '.join(said)}", "install the same versions on all machines")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """What there is to say of the cluster is said once, by us."""
    loggers = [logging.getLogger(name) for name in logging.Logger.manager.loggerDict if name.startswith("distributed")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
