"""One pair of inputs measured: here, or in other processes."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from sys import set_int_max_str_digits, setrecursionlimit
from types import TracebackType
from typing import Protocol
from uuid import uuid4

from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory, final_states
from prhl.checks.parameter_ranges import Ranges
from prhl.exact import Channel, Machine, Patterns, Row, channel
from prhl.logic.terms import variables
from prhl.numbers import Inexact
from prhl.records import dataclass
from prhl.search import open_parameter
from prhl.search.space import Candidate, Space
from prhl.semantics.instances import Instance
from prhl.semantics.limits import Limits
from prhl.syntax.nesting import FRAMES
from prhl.typed.core import TypedClaim, TypedFile

MOST_ROWS = 20_000  # that are kept
MOST_ALIKE = 40  # rows with the same outputs, among which an equal one is looked for
WINDOW = 20  # what is left out is less than 2^-20: an attack that needs more is none that people would read
BATCH = 4  # shards for each process that are sent ahead


class Looker:
    """The machines of a claim, with few steps for each pair; rows are computed once."""

    def __init__(self, file: TypedFile, claim: TypedClaim, limits: Limits, twin: bool = False) -> None:
        self.file, self.claim, self.limits, self.twin = file, claim, limits, twin
        left, right = file.programs[claim.left], file.programs[claim.right]
        self.space = Space(claim, left, right)
        self.finals = final_states(claim, left, right)
        self.laboratory = Laboratory(file, Effort(limits, twin=twin, far=WINDOW))
        self.budgeted = {name for term in claim.budget for name, _ in variables(term)}
        self.kinds: dict[object, list[Row | Patterns]] = {}  # rows by what they show, each once
        self.figures: dict[object, tuple[int, CheckResult]] = {}  # steps for two rows, and what these measure

    def look(self, candidate: Candidate) -> CheckResult:
        """What the pair measures; if its rows are those of an earlier one, that is known."""
        instance = self.space.instance(candidate)
        machines = self.laboratory.machines_of(self.claim, self.finals)
        for machine in machines:
            if len(machine.rows) > MOST_ROWS:
                machine.rows.clear()
                self.kinds.clear()
                self.figures.clear()
        shown = self._shown(machines[0], instance)
        if shown is not None and shown[0] in self.figures:
            steps, found = self.figures[shown[0]]
            comparing = found.steps - steps
            if shown[1] + 2 * comparing <= self.limits.steps:  # else the whole pair might be too much
                return replace(found, instance=instance.label, steps=shown[1] + comparing)
        found = self._measured(machines, instance)
        if found.closed and found.status in ("tight", "loose"):
            shown = shown or self._shown(machines[0], instance)
            if shown is not None:
                self.figures[shown[0]] = shown[1], found
        return found

    def _measured(self, machines: tuple[Machine, Machine], instance: Instance) -> CheckResult:
        def compute() -> Channel:
            return channel(*machines, instance)

        found = self.laboratory.figures(self.claim, instance, compute, self.finals)
        # what could not be measured has cost something all the same
        return found if found.steps else replace(found, steps=max([machine.meter.used for machine in machines]))

    def _shown(self, machine: Machine, instance: Instance) -> tuple[object, int] | None:
        """What the figures of two runs of a program depend on if its rows are exact, and the steps for the rows; None
        if these were not computed yet, or if there is more to it.

        That is the two rows, and what is public if nothing else is in the budget. Pairs of an input with itself may be
        related or not, and are never the worst: their ratio is 1, their delta what all outputs show of any pair.
        """
        if self.claim.post is not None or not self.budgeted <= instance.public.keys():
            return None
        rows = [machine.recalled(inputs) for inputs in instance.left]
        known = [row for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        public = tuple(instance.public.items())
        kinds = [self._kind(one.row, public) for one in known]
        if None in kinds:
            return None
        return (frozenset(kinds), public), sum([one.steps for one in known])  # privacy speaks for both directions

    def _kind(self, row: Row | Patterns, public: object) -> object:
        """The same for rows that are equal; None where that is not decided, or would take too long."""
        outline = (public, frozenset(row.weights if isinstance(row, Row) else row.terms))
        alike = self.kinds.setdefault(outline, [])
        try:
            at = next((at for at, other in enumerate(alike) if other is row or other == row), len(alike))
        except Inexact:
            return None
        if at == len(alike):
            if at == MOST_ALIKE:
                return None
            alike.append(row)
        return outline, at

    def ranges(self, candidate: Candidate) -> Ranges | None:
        """Where the open parameter breaks the claim on this pair."""
        return open_parameter.ranges(self.laboratory, self.claim, self.space.instance(candidate))


Ask = Callable[[], CheckResult]
"""What a candidate measures, when that is asked for."""


@dataclass(frozen=True, slots=True)
class Looking:
    """What a looker is made of, as it travels; two of one name are one."""

    name: str
    file: TypedFile
    claim: TypedClaim
    limits: Limits
    twin: bool


class Shards(Protocol):
    """Who looks at candidates for us."""

    @property
    def jobs(self) -> int:
        """How many shards are looked at at a time."""
        ...

    @property
    def size(self) -> int:
        """How many candidates make a shard."""
        ...

    def look(self, looking: Looking, candidates: list[Candidate]) -> Callable[[], list[CheckResult] | None]:
        """What these measure, when that is asked for; None if it is not known, and has to be looked at here."""
        ...

    def end(self) -> None:
        """What was not asked for so far will not be."""
        ...


class LocalProcesses:
    """Shards of one candidate each, for processes of this machine."""

    size = 1

    def __init__(self, jobs: int, looking: Looking) -> None:
        from concurrent.futures import ProcessPoolExecutor  # which takes its time to load

        self.jobs = jobs
        self.pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(looking,))

    def look(self, looking: Looking, candidates: list[Candidate]) -> Callable[[], list[CheckResult] | None]:
        return self.pool.submit(_looked, looking.name, candidates).result

    def end(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class Crew:
    """Others who look at candidates ahead of the one who asks.

    The answers are what the looker would have found itself, so that it makes no difference how many there are; those
    that nobody asks for are dropped. What is broken is looked at here once more: it does not travel.
    """

    def __init__(self, looker: Looker, jobs: int, shards: Shards | None = None) -> None:
        self.looker = looker
        self.looking = Looking(uuid4().hex, looker.file, looker.claim, looker.limits, looker.twin)
        self.shards = shards or (LocalProcesses(jobs, self.looking) if jobs > 1 else None)

    def __enter__(self) -> "Crew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shards is not None:
            self.shards.end()

    def ahead(self, candidates: Iterable[Candidate | None]) -> Iterator[tuple[Candidate | None, Ask]]:
        """The candidates in their order; those that are None are passed on, and not to be asked for."""
        if self.shards is None:
            for candidate in candidates:
                yield candidate, partial(self.looker.look, candidate)  # type: ignore[arg-type]  # None: not asked for
            return
        source = iter(candidates)
        waiting: deque[tuple[Candidate | None, Ask]] = deque()
        most = BATCH * self.shards.jobs * self.shards.size
        while True:
            while len(waiting) <= most - self.shards.size:
                shard = list(islice(source, self.shards.size))
                if not shard:
                    break
                waiting += self._sent(self.shards, shard)
            if not waiting:
                return
            yield waiting.popleft()

    def _sent(self, shards: Shards, shard: list[Candidate | None]) -> Iterator[tuple[Candidate | None, Ask]]:
        """Each with the way to ask for it; the whole shard is waited for once."""
        given = [one for one in shard if one is not None]
        found = cache(shards.look(self.looking, given)) if given else list
        places = iter(range(len(given)))
        for one in shard:
            yield one, partial(self._result, one, found, 0 if one is None else next(places))

    def _result(
        self, candidate: Candidate | None, shard: Callable[[], list[CheckResult] | None], at: int
    ) -> CheckResult:
        assert candidate is not None
        found = shard()
        return self.looker.look(candidate) if found is None or found[at].status == "violated" else found[at]


_lookers: dict[str, Looker] = {}  # of a process that looks for others: the last one


def _start(looking: Looking) -> None:
    setrecursionlimit(FRAMES)
    set_int_max_str_digits(0)
    _lookers.clear()
    _lookers[looking.name] = Looker(looking.file, looking.claim, looking.limits, looking.twin)


def _looked(name: str, candidates: list[Candidate]) -> list[CheckResult]:
    """Without the violations, which do not travel."""
    return [replace(_lookers[name].look(candidate), violation=None) for candidate in candidates]


def look_at(looking: Looking, candidates: list[Candidate]) -> list[CheckResult]:
    """In a process that may not have looked for this claim before."""
    if looking.name not in _lookers:
        _start(looking)
    return _looked(looking.name, candidates)


def size_of(candidate: Candidate) -> int:
    """The number of elements in both inputs."""
    return sum([_elements(value) for given in (candidate.left, candidate.right) for value in given.values()])


def _elements(value: object) -> int:
    return len(value) if isinstance(value, tuple | str) else 0
