"""The hunt for an attack: candidates measured one after the other, and uphill from the most telling ones.

The order is fixed, so that a hunt can be taken up where another one stopped. In between, and from the first attack on,
small changes of the most telling pair so far are tried: an attack that needs a gap or a longer list is seldom far from
one that comes close. Where a claim can be decided for every value of a parameter at once, a pair that breaks nothing is
asked for all of them. What is found counts only if it is computed a second time.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from time import perf_counter

from prhl.checks.instance_check import CheckResult
from prhl.checks.laboratory import Effort, Laboratory
from prhl.checks.parameter_ranges import Ranges
from prhl.checks.witness import CONFIRMING
from prhl.records import dataclass
from prhl.search import open_parameter
from prhl.search.extent import Extent
from prhl.search.looking import Crew, Looker, size_of
from prhl.search.moves import neighbours
from prhl.search.near_misses import beats, better, loss, nearness
from prhl.search.remembered import Model, remembered
from prhl.search.search_budget import Budget
from prhl.search.space import Candidate
from prhl.search.total_functions import Chosen, choices, function_parameters, specialised
from prhl.semantics.limits import Clock, Meter, Stop
from prhl.source import Span
from prhl.typed.core import TypedClaim, TypedFile

PAIR_STEPS = 2_000_000
PAIR_STATES = 50_000
HOPELESS = 12  # pairs that cannot be measured, and none that can
LEFT_OUT = 500  # pairs that are left out, and none that was measured
TOO_MANY = 2  # pairs that cannot be measured, after which others like them are left out
FIRST, BLOCK = 4, 12  # pairs that one choice of functions is tried with before the next
PATIENCE = 12  # pairs between two tries uphill
UPHILL = 40  # pairs in one try uphill
LAG = 24  # pairs that are tried at one value of the parameter before the first is asked for all of them
UNCONFIRMED = 3  # attacks that could not be confirmed
CLIMB_PAIRS = 120  # that an attack may take to become more telling
CLIMB_STEPS = 1_000_000
TWIN_STEPS = 4_000_000
IN_VAIN = 100_000  # steps that it counts for to look at many inputs that are not related
CONFIRM_SOON = 2_000_000  # steps for a further attack

Attack = tuple[Candidate, CheckResult]


@dataclass(frozen=True)
class Hunt:
    """What was tried and what came of it."""

    start: int = 0
    pairs: int = 0  # in the order of the space, from `start` on
    left_out: int = 0  # of these, which are like others that could not be measured
    unmeasured: int = 0  # of these, which could not be measured
    why_unmeasured: str = ""  # the first of the latter
    nearby: int = 0  # around the most telling ones, and from countermodels
    extent: str = ""
    found: CheckResult | None = None  # the first attack, confirmed
    largest: CheckResult | None = None  # a more telling one, confirmed
    everywhere: str = ""  # for which values of a parameter the first attack succeeds
    exhausted: bool = False  # there are no more candidates, of those that the space has
    reason: str = ""  # why nothing was measured
    notes: tuple[str, ...] = ()
    twin: CheckResult | None = None  # the discrete twin breaks the claim, which refutes nothing
    seconds: float = 0.0
    stopped: Stop | None = None  # what ended it before the candidates did

    @property
    def tried(self) -> int:
        """The pairs that were measured, or are covered by one that was."""
        return self.pairs - self.left_out - self.unmeasured

    @property
    def next(self) -> int:
        """Where another hunt may go on."""
        return self.start + self.pairs


def hunt(
    claim: TypedClaim,
    laboratory: Laboratory,
    budget: Budget,
    models: Sequence[Model] = (),
    looker: Callable[[], Looker] | None = None,
) -> Hunt:
    """The search for one claim, by a looker that may have been used for it before."""
    started = perf_counter()
    programs = laboratory.file.programs
    if function_parameters(programs[claim.left], programs[claim.right]):
        found = with_functions(claim, laboratory, budget)
    else:
        found = Hunter(claim, laboratory, budget, looker=None if looker is None else looker()).hunt(models)
    if budget.progress is not None:
        budget.progress(0)
    return replace(found, seconds=perf_counter() - started)


def with_functions(claim: TypedClaim, laboratory: Laboratory, budget: Budget) -> Hunt:
    """The search where functions are given, too: with each choice of them in turn, until one breaks the claim."""
    programs = laboratory.file.programs
    tried = [
        Trial(chosen, *specialised(laboratory.file, claim, chosen), laboratory.effort)
        for chosen in choices(function_parameters(programs[claim.left], programs[claim.right]))
    ]
    total = Hunt(budget.start, reason="" if tried else "there is a function of a type of which none are tried")
    clock = Clock(budget.seconds)
    at = 0  # how many pairs were tried or passed over
    for trial, many in in_turns(tried):
        left = many if budget.pairs is None else min(many, budget.start + budget.pairs - at)
        if left <= 0 or clock.over:
            return replace(total, stopped="time" if clock.over else "steps")
        at += many
        if at > budget.start:
            steps = (
                budget.steps if budget.pairs is None or budget.steps is None else budget.steps * left // budget.pairs
            )
            part = replace(budget, start=trial.pairs, pairs=left, steps=steps, jobs=1, shards=None, progress=None)
            found = Hunter(trial.claim, trial.laboratory, part, looker=trial.looker).hunt(())
            total = trial.added(total, found)
            if found.found is not None:
                return total
            if found.exhausted or found.reason:
                tried.remove(trial)
        trial.pairs += many
    return replace(total, exhausted=True)


def in_turns(trials: list["Trial"]) -> Iterator[tuple["Trial", int]]:
    """With how many pairs each is tried: a few with all of them, then more with the first, with the first two, with the
    first three, and so on for ever. What is taken out of the list has no turn any more."""
    yield from [(trial, FIRST) for trial in trials]
    for many in count(1):
        yield from [(trial, BLOCK) for trial in trials[:many]]
        if not trials:
            return


class Trial:
    """A choice of functions, and how far it was tried."""

    def __init__(self, chosen: Chosen, file: TypedFile, claim: TypedClaim, effort: Effort) -> None:
        self.chosen, self.claim = chosen, claim
        self.laboratory = Laboratory(file, effort)
        self.pairs = 0

    @cached_property
    def looker(self) -> Looker:
        return looker_for(self.claim, self.laboratory)

    def added(self, total: Hunt, found: Hunt) -> Hunt:
        """What was tried so far, and what came of it last."""
        measured = bool(total.pairs or total.nearby) and not total.reason
        return replace(
            total,
            pairs=total.pairs + found.pairs,
            left_out=total.left_out + found.left_out,
            unmeasured=total.unmeasured + found.unmeasured,
            why_unmeasured=total.why_unmeasured or found.why_unmeasured,
            nearby=total.nearby + found.nearby,
            extent=total.extent or (found.extent and f"{found.extent}, then with other functions"),
            found=self.told(found.found),
            largest=self.told(found.largest),
            everywhere=found.everywhere,
            reason="" if measured or not found.reason else total.reason or found.reason,
            notes=tuple(dict.fromkeys([*total.notes, *found.notes])),
            twin=total.twin or self.told(found.twin),
        )

    def told(self, found: CheckResult | None) -> CheckResult | None:
        """With the functions among the inputs."""
        if found is None:
            return None
        functions = {name: str(function) for name, function in self.chosen.items()}
        witness = found.witness
        if witness is not None:
            first, second = [{**given, **functions} for given in witness.inputs]
            witness = replace(witness, inputs=(first, second))
        return replace(found, instance={**found.instance, **functions}, witness=witness)


def looker_for(claim: TypedClaim, laboratory: Laboratory, twin: bool = False) -> Looker:
    """With the limits of a pair."""
    limits = laboratory.effort.limits
    short = replace(limits, steps=min(PAIR_STEPS, limits.steps), states=min(PAIR_STATES, limits.states))
    return Looker(laboratory.file, claim, short, twin)


def attack(
    claim: TypedClaim,
    laboratory: Laboratory,
    budget: Budget,
    checks: Sequence[CheckResult],
    models: Sequence[Model],
    looker: Callable[[], Looker] | None = None,
) -> Hunt:
    """The search, as far as the claim is worth it: briefly for what is assumed, for longer where a refutation is
    expected. An attack on an instance of the claim's own with continuous noise is one already."""
    known = next((check for check in checks if check.witness is not None), None)
    if known is not None:
        return Hunt(found=known)
    if claim.assume and budget.steps is not None:  # nobody asked for more
        budget = budget.brief()
    elif claim.expect == "refuted":
        budget = budget.thorough()
    return hunt(claim, laboratory, budget, models, looker)


class Hunter:
    def __init__(
        self,
        claim: TypedClaim,
        laboratory: Laboratory,
        budget: Budget,
        twin: bool = False,
        looker: Looker | None = None,
    ) -> None:
        self.claim, self.laboratory, self.budget = claim, laboratory, budget
        self.looker = looker or looker_for(claim, laboratory, twin)
        self.space = self.looker.space
        self.parameter = None if twin else open_parameter.parameter(claim, laboratory.file.programs)
        self.extent = Extent(self.space)
        self.clock = Clock(budget.seconds)
        self.pairs = self.nearby = self.measured = self.unconfirmed = self.left_out = self.unmeasured = 0
        self.steps = 0  # of all pairs
        self.confirming = 0  # steps for the last attack
        self.seen: set[object] = set()
        self.notes: dict[str, None] = {}
        self.faults: set[Span | None] = set()  # where programs stop with an error
        self.stopped: list[CheckResult] = []  # what could not be measured
        self.failed: dict[tuple[object, int, Stop | None], int] = {}  # of them, by parameters and size
        self.best: tuple[Fraction, Candidate] | None = None
        self.climbed: object = None
        self.waiting: deque[Candidate] = deque()  # to be asked for every value of the parameter
        self.settled: set[object] = set()  # these were

    # ---- what the results say about the hunt itself ------------------------------------------

    def take(self, candidate: Candidate, found: CheckResult) -> CheckResult:
        self.seen.add(candidate.key)
        self.steps += found.steps
        if found.status == "not enumerable":
            self.stopped.append(found)
            kind = (_parameters(candidate), size_of(candidate), found.stopped)
            self.failed[kind] = self.failed.get(kind, 0) + 1
            return found
        self.measured += 1
        if found.status == "error" and found.span not in self.faults:  # told once for each place
            self.faults.add(found.span)
            self.notes.setdefault(f"the program stops with an error: {found.reason}")
        score = nearness(found)
        if score is not None and (self.best is None or score > self.best[0]):
            self.best = (score, candidate)
        return found

    def beyond(self, candidate: Candidate) -> bool:
        """Whether others with the same parameters could not be measured: of the same size, or, where they took too
        many steps, of this size at most."""
        parameters, size = _parameters(candidate), size_of(candidate)
        return any(
            [
                count >= TOO_MANY and parameters == others and (size == limit or (why is not None and size > limit))
                for (others, limit, why), count in self.failed.items()
            ]
        )

    @property
    def over(self) -> bool:
        return self.hopeless or self.ended is not None

    @property
    def ended(self) -> Stop | None:
        """What of the budget is used up."""
        if self.clock.over:
            return "time"
        pairs, steps = self.budget.pairs, self.budget.steps
        full = (pairs is not None and self.pairs >= pairs) or (steps is not None and self.steps > steps)
        return "steps" if full else None

    @property
    def hopeless(self) -> bool:
        return not self.measured and (len(self.stopped) >= HOPELESS or self.left_out >= LEFT_OUT)

    # ---- the hunt ----------------------------------------------------------------------------

    def hunt(self, models: Sequence[Model]) -> Hunt:
        if self.space.reason:
            return Hunt(self.budget.start, reason=self.space.reason)
        found, ended = self.first(models)
        stopped = None if found is not None or ended else self.ended
        if any([one.stopped == "time" for one in self.stopped]):
            stopped = "time"
        # what took many steps to confirm would take more for larger inputs
        largest = None if found is None or self.confirming > CONFIRM_SOON else self.larger(*found)
        return Hunt(
            self.budget.start,
            self.pairs,
            self.left_out,
            self.unmeasured,
            self.stopped[0].reason if self.stopped else "",
            self.nearby,
            self.extent.text(),
            None if found is None else found[1],
            largest,
            "" if found is None else self.everywhere(found[0]),
            ended,
            self.reason(),
            tuple(self.notes),
            self.twin() if self.hopeless else None,
            stopped=stopped,
        )

    def first(self, models: Sequence[Model]) -> tuple[Attack | None, bool]:
        """The first attack that is confirmed, and whether there is nothing left to try."""
        with Crew(self.looker, self.budget.jobs, self.budget.shards) as crew:
            for candidate, result in self.results(models, crew):
                attack = self.confirmed(result, CONFIRMING)
                if attack is not None:
                    return (candidate, attack), False
                if self.unconfirmed >= UNCONFIRMED:
                    return None, False
        return None, not self.over

    def reason(self) -> str:
        if self.measured:
            return ""
        if self.stopped:
            return self.stopped[0].reason
        if self.ended == "time":
            return "the time limit was reached before the first pair was measured"
        if self.space.trouble:
            return f"which inputs are related is not decided: {self.space.trouble}"
        if self.ended is not None:
            return "the budget allows no pair"
        return "no two inputs were found that the claim relates"

    def confirmed(self, found: CheckResult, steps: int) -> CheckResult | None:
        """The attack, computed a second time."""
        if found.violation is None:
            if found.status == "violated" and not found.twin:
                self.unconfirmed += 1
                self.notes.setdefault("a loss was found that is too large, but no event that could be computed twice")
            return None
        meter = Meter(steps, self.clock)
        witness = self.laboratory.witness(self.claim, found.violation, self.looker.finals, meter)
        self.confirming = meter.used
        if witness is not None:
            return replace(found, witness=witness)
        self.unconfirmed += 1
        if steps == CONFIRMING:
            within = "the time limit" if self.clock.struck else f"{steps:,} steps"
            self.notes.setdefault(f"an attack was found, but a second computation could not confirm it within {within}")
        return None

    # ---- what is tried -----------------------------------------------------------------------

    def results(self, models: Sequence[Model], crew: Crew) -> Iterator[Attack]:
        """What is measured, in its order, until the budget is used up."""
        for first in remembered(self.space, models) if not self.budget.start else ():
            self.nearby += 1
            yield first, self.take(first, self.looker.look(first))
        for candidate, ask in crew.ahead(self.systematic()):
            if self.over:
                return
            if candidate is None:
                self.steps += IN_VAIN
                continue
            self.pairs += 1
            if self.budget.progress is not None:
                self.budget.progress(self.budget.start + self.pairs)
            if self.beyond(candidate):
                self.left_out += 1
                continue
            if self.without_parameter(candidate) not in self.settled:
                found = self.take(candidate, ask())
                if found.status == "not enumerable":
                    self.unmeasured += 1
                    continue
                self.extent.add(candidate)
                yield candidate, found
                if found.status in ("tight", "loose") and self.parameter is not None:
                    self.waiting.append(candidate)
                yield from self.for_every()
            if self.pairs % PATIENCE == 0:
                yield from self.uphill()

    def systematic(self) -> Iterator[Candidate | None]:
        """The candidates of the space from the start of this hunt on; None where many inputs were not related."""
        at = 0
        for candidate in self.space.candidates():
            at += candidate is not None
            if at > self.budget.start or candidate is None:
                yield candidate

    def for_every(self) -> Iterator[Attack]:
        """An earlier pair, asked for every value of the parameter."""
        if len(self.waiting) <= LAG:
            return
        candidate = self.waiting.popleft()
        if self.without_parameter(candidate) in self.settled:
            return
        found = self.looker.ranges(candidate)
        if found is None:
            return
        self.settled.add(self.without_parameter(candidate))
        if found.broken:
            moved = self.at(candidate, found)
            if moved is not None:
                self.nearby += 1
                yield moved, self.take(moved, self.looker.look(moved))

    def at(self, candidate: Candidate, found: Ranges) -> Candidate | None:
        """The pair at a value of the parameter that breaks the claim."""
        given = {found.of.name: found.broken[0].example}
        return self.space.candidate({**candidate.left, **given}, {**candidate.right, **given})

    def without_parameter(self, candidate: Candidate) -> object:
        """The pair, whatever the parameter is; None where there is none."""
        if self.parameter is None:
            return None
        return tuple(
            [tuple([v for n, v in side.items() if n != self.parameter]) for side in (candidate.left, candidate.right)]
        )

    def everywhere(self, candidate: Candidate) -> str:
        """`violated for every eps > 0`."""
        if self.parameter is None:
            return ""
        found = open_parameter.ranges(self.laboratory, self.claim, self.space.instance(candidate))
        return found.text if found is not None and found.broken else ""

    # ---- uphill ------------------------------------------------------------------------------

    def uphill(self) -> Iterator[Attack]:
        """Around the most telling pair so far, unless it was done before."""
        left = UPHILL
        while self.best is not None and self.best[1].key != self.climbed:
            score, top = self.best
            self.climbed = top.key
            for candidate in self.near(top):
                if not left or self.over:
                    return
                left -= 1
                self.nearby += 1
                yield candidate, self.take(candidate, self.looker.look(candidate))
                if self.best[0] > better(score):
                    break

    def near(self, top: Candidate) -> Iterator[Candidate]:
        for candidate in neighbours(self.space, top):
            if candidate.key not in self.seen and not self.beyond(candidate):
                yield candidate

    def larger(self, start: Candidate, found: CheckResult) -> CheckResult | None:
        """A more telling attack near the first one, at the same parameters; None if there is none."""
        at, best, left = start, found, CLIMB_PAIRS
        most = self.steps + CLIMB_STEPS
        moved = True
        while moved and loss(best) is not None:
            moved = False
            for candidate in self.near(at):
                if not left or self.steps > most or self.ended == "time":
                    break
                left -= 1
                self.nearby += 1
                result = self.take(candidate, self.looker.look(candidate))
                if result.violation is not None and beats(result, best):
                    at, best, moved = candidate, result, True
                    break
        return None if best is found else self.confirmed(best, CONFIRM_SOON)

    # ---- the discrete twin -------------------------------------------------------------------

    def twin(self) -> CheckResult | None:
        """A pair on which the discrete twin of a program with continuous noise breaks the claim: a hint, no more."""
        names = {self.claim.left, self.claim.right}
        twins = Laboratory(self.laboratory.file, Effort(twin=True))
        if not any([twins.has_twin(name) for name in names]):
            return None
        budget = replace(self.budget, pairs=60, steps=TWIN_STEPS, start=0, jobs=1, shards=None, progress=None)
        other = Hunter(self.claim, self.laboratory, budget, twin=True)
        with Crew(other.looker, 1) as crew:
            return next((found for _, found in other.results((), crew) if found.status == "violated"), None)


def _parameters(candidate: Candidate) -> object:
    """What the two inputs share, which is what noise usually depends on."""
    return tuple(sorted(candidate.public.items(), key=lambda item: item[0]))
