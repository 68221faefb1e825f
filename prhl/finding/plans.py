"""Plans: a way for every site, the most promising first, until one of them comes through.

A plan that fails at some place rules out others: every plan with the same ways at the sites before that place fails
there as well.
"""

import heapq
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from itertools import islice
from typing import Protocol

from prhl.finding.conclusions import conclusions
from prhl.finding.effort import Effort, OutOfEffort
from prhl.finding.joining import joined
from prhl.finding.nearest import Nearest
from prhl.finding.paired_draws import pairings
from prhl.finding.prices import currencies, spent
from prhl.finding.scout import Currency, Fails, Heads, Scout, ghost_of
from prhl.finding.task import Site, Task, fresh, loops, named
from prhl.finding.waiting import by_turns, waiting
from prhl.finding.ways import WRITTEN, Way, ways
from prhl.finding.writing import Found, Proposal, proposals
from prhl.logic.build import FALSE, TRUE, unequal
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Apply, Hole, Logical, Term, Variable, subterms
from prhl.logic.types import INT, is_countable
from prhl.proof.alone import ByThemselves
from prhl.proof.claim_formulas import prepare, start
from prhl.proof.ending import finish
from prhl.records import dataclass
from prhl.rules.block_cases import Blocks
from prhl.rules.call import Citations
from prhl.rules.loop import assigned
from prhl.rules.state import NoValue
from prhl.solvers.by_z3 import Session
from prhl.solvers.query import Limits
from prhl.source import NOWHERE, Source
from prhl.typed import core

LIMITS = Limits(rlimit=3_000_000)
OUTPUTS = ("o", "out", "output", "o1")  # what one output may be called
DEEPER = partial(Effort, questions=150, resources=4_000_000)  # for one plan
TURN = 4  # plans of a mode, before it is another's turn

Plan = Mapping[int, Way]


class Trials(Protocol):
    """Both runs on small inputs, with the couplings of a plan."""

    def broken(self, task: Task, couplings: Mapping[int, core.Couple | None], budget: bool) -> bool:
        """Whether the plan has no proof, of this budget or, where that does not count, of any."""
        ...

    def heads(
        self,
        task: Task,
        couplings: Mapping[int, core.Couple | None],
        payments: Mapping[int, tuple[Term, Mapping[str, int]]],
    ) -> Heads:
        """What the plan comes to at the heads of loops; `payments` say when a site pays, and what that counts for."""
        ...


@dataclass(frozen=True)
class Means:
    """What proofs need beside the claim: prices of joint blocks, and claims that calls rest on. `nearest` collects the
    plans that fail; `trials` are runs on small inputs, which refute many plans before the prover walks them."""

    blocks: Blocks | None
    citations: Citations
    nearest: Nearest = field(default_factory=Nearest)
    trials: Trials | None = None

    def hopeless(self, task: Task, plan: Plan) -> bool:
        """Whether a trial refutes the plan. There are none before the first plan has failed, nor of costs before the
        first has failed by its budget alone: these two are walked in full, since they are shown to the user."""
        if self.nearest.best is None or self.trials is None:
            return False
        return self.trials.broken(task, _couplings(task, plan), budget=self.nearest.short)

    def heads(self, task: Task, plan: Plan, shared: tuple[Currency, ...]) -> Heads | None:
        """The states of the trials at the heads of loops."""
        payments = {}
        for site, way in plan.items():
            counts = {ghost_of(site): 1, **{one.ghost: one.weights[site] for one in shared if site in one.weights}}
            payments[site] = (way.paid, counts)
        return None if self.trials is None else self.trials.heads(task, _couplings(task, plan), payments)


def _couplings(task: Task, plan: Plan) -> dict[int, core.Couple | None]:
    return {site: _planned(task, site, way) for site, way in plan.items()}


def sought(task: Task, source: Source, means: Means, effort: Effort) -> Iterator[Proposal | None]:
    """Proposals, the most promising first, and None after every plan that led to none that was accepted."""
    original = task.claim
    modes = () if original.lacks else _modes(replace(task, claim=named(original, task)))
    turns = deque([_in_mode(mode, original, source, means, effort) for mode in modes])
    try:
        while turns:
            turn, taken = turns.popleft(), 0
            for proposal in islice(turn, TURN):
                yield proposal
                taken += 1
            if taken == TURN:
                turns.append(turn)
    except OutOfEffort:
        pass
    yield from _deeper(original, source, means)
    for proposal in conclusions(replace(task, claim=original)):
        yield proposal
        yield None


def _deeper(original: core.TypedClaim, source: Source, means: Means) -> Iterator[Proposal | None]:
    """The plan that came furthest once more, with invariants that no family of atoms has."""
    furthest = means.nearest.best
    if furthest is None or furthest.scout is None or not furthest.scout.found:
        return
    scout = furthest.scout
    if scout.session.used > DEEPER().resources // 2 or means.hopeless(scout.task, scout.plan):
        return  # the walk alone would take what there is, or no invariant helps
    try:
        for found in follow(scout.task, scout.plan, means, DEEPER(), deeper=True):
            yield from proposals(source, found, original)
    except (Fails, OutOfEffort):
        pass
    yield None


def _in_mode(
    mode: Task, original: core.TypedClaim, source: Source, means: Means, effort: Effort
) -> Iterator[Proposal | None]:
    menus = {site: _menu(mode, site, node) for site, node in mode.sites.items() if site in mode.mates}
    nogoods: list[dict[int, Way]] = []
    for plan in in_order(menus):
        effort.consider()
        if any([all([plan[site] is way for site, way in nogood.items()]) for nogood in nogoods]):
            continue
        effort.follow()
        try:
            for found in () if means.hopeless(mode, plan) else follow(mode, plan, means, effort):
                yield from proposals(source, found, original)
        except Fails as failed:
            nogoods.append({site: plan[site] for site in failed.reached if site in plan})
            means.nearest.note(failed)
        yield None


def _modes(task: Task) -> Iterator[Task]:
    """All outputs together; loops out of step; draws from finite sets joined; draws of two programs paired otherwise;
    one output each."""
    apart = waiting(task)
    turns = by_turns(task)
    yield from [one for one in (apart, task, turns) if one is not None]
    if task.left is task.right:
        blocks = [joined(task.left), joined(task.left, to_the_end=True)]
        different = blocks if blocks[0] != blocks[1] else blocks[:1]
        yield from [replace(task, left=one, right=one) for one in different if one is not None]
    yield from pairings(task)
    claim, result = task.claim, task.left.result
    pure = claim.notion.currency(claim.budget) is None and len(claim.spends) == 1 and claim.composed is None
    if claim.pointwise is None and claim.post is None and pure and result is not None:
        for equals in _outputs(task, result):
            output = Logical(fresh(task.taken, *OUTPUTS), (equals or result).type)
            one = core.Pointwise(output, None, None if equals is None else (equals, equals), NOWHERE)
            yield replace(task, claim=replace(claim, pointwise=one, names=(*claim.names, output)))


def _outputs(task: Task, result: Term) -> Iterator[Term | None]:
    """What one output at a time may go by: the result, None, if that has integers; an integer that it is made of, or,
    if it has reals, that it is a tuple of and that a loop chooses before more is drawn: `pointwise o = best` for
    `(best, q[best] + z)`."""
    parts = result.arguments if isinstance(result, Apply) and result.operator == "tuple" else (result,)
    countable = is_countable(result.type)
    if countable and INT in [part.type for part in parts]:
        yield None
    among = dict.fromkeys(subterms(result) if countable else [part for part in parts if _chosen(task, part)])
    made = [part for part in among if isinstance(part, Variable) and part != result]
    locals_ = [part for part in made if part.type == INT and part.name in task.left.locals]
    yield from locals_ if len(locals_) == 1 else ()


def _chosen(task: Task, part: Term) -> bool:
    """Whether it is a variable that a loop assigns, with a draw behind the loop."""
    last = max([node.span.start for node in task.sites.values()], default=0)
    ends = [loop.span.end for loop in loops(task.left.body) if getattr(part, "name", None) in assigned(loop.body)]
    return any([end <= last for end in ends])


def _menu(task: Task, site: int, node: Site) -> list[Way]:
    """The ways of a site; what the user wrote is the only one."""
    said = task.said(site).couple
    if isinstance(said, core.CoupleHole | None):
        found = ways(task, node, task.mates[site])
        return [way for way in found if way.lossy is None] if said is not None and said.cost is not None else found
    match said:
        case core.CoupleMap(image) if isinstance(node, core.Joint):
            paid = next((way.paid for way in ways(task, node, task.mates[site]) if way.image == image), TRUE)
            return [Way(WRITTEN, 0, image, paid)]
        case core.CoupleMap(image):
            sample = Variable(getattr(node, "target", ""), 1, image.type)
            paid = FALSE if image == sample else unequal(image, sample) if image.type in NUMBERS else TRUE
            return [Way(WRITTEN, 0, image, paid)]
        case core.CoupleBy(name):
            return [Way(WRITTEN, 0, paid=TRUE, claim=name)]
        case _:
            return [Way(WRITTEN, 0)]


def in_order(menus: Mapping[int, list[Way]]) -> Iterator[Plan]:
    """Every choice of one way a site, by the sum of their ranks, and of equal ones by their places in the menus."""
    sites = list(menus)
    if not all(menus.values()):
        return

    def entry(choice: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        return sum([menus[site][at].rank for site, at in zip(sites, choice, strict=True)]), sum(choice), choice

    first = (0,) * len(sites)
    heap, seen = [entry(first)], {first}
    while heap:
        *_, choice = heapq.heappop(heap)
        yield {site: menus[site][at] for site, at in zip(sites, choice, strict=True)}
        for number, site in enumerate(sites):
            other = (*choice[:number], choice[number] + 1, *choice[number + 1 :])
            if other[number] < len(menus[site]) and other not in seen:
                seen.add(other)
                heapq.heappush(heap, entry(other))


def follow(task: Task, plan: Plan, means: Means, effort: Effort, deeper: bool = False) -> Iterator[Found]:
    """The plan from the inputs to the end, or Fails; once more with calls that are free where arguments are equal."""
    annotations = dict(task.claim.annotations)
    for site, way in plan.items():
        at = task.place(site)
        said = annotations.get(at, core.Annotation())
        annotations[at] = replace(said, couple=_planned(task, site, way))
    planned = replace(task.claim, annotations=annotations)
    calls = any([way.claim for way in plan.values()])
    try:
        yield _walked(task, planned, plan, means, effort, sparing=False, deeper=deeper)
    except Fails as failed:
        if failed.why not in ("budget", "slack") or not calls:
            raise
    if calls:
        spared = {site: way.sparing for site, way in plan.items()}
        yield _walked(task, planned, spared, means, effort, sparing=True, deeper=deeper)


def _planned(task: Task, site: int, way: Way) -> core.Couple | None:
    """The coupling of a site, at the price that is stated; a price that is left open is worked out."""
    said = task.said(site).couple
    couple = said if way.name == WRITTEN else way.couple(task.sites[site].span)
    if isinstance(couple, core.CoupleMap):
        stated = said.cost if isinstance(said, core.CoupleHole) and said.cost is not None else couple.cost
        return replace(couple, cost=None if isinstance(stated, Hole) else stated)
    return couple


def _walked(
    task: Task, claim: core.TypedClaim, plan: Plan, means: Means, effort: Effort, sparing: bool, deeper: bool
) -> Found:
    prepared = prepare(claim, task.left, task.right)
    reading = replace(prepared.reading(), sparing=sparing)
    callees = ByThemselves(task.programs)
    scout = Scout(task.left, task.right, reading, _never, means.blocks, means.citations, callees)
    hasty = means.nearest.best is not None and not deeper  # the first that fails is told of, and fails in full
    shared = currencies(task, plan)
    heads = means.heads(task, plan, shared)
    scout.prepare(task, plan, Session(LIMITS), effort, shared, heads, deeper, hasty)
    state = start(prepared)
    before = state.copy()
    if prepared.output is not None and prepared.private_form:
        state.alike = TRUE
    try:
        end = scout.pair(task.left.body, task.right.body, state)
        owed = len(scout.obligations)
        finish(scout, prepared, end, before)
        budget = next((one for one in scout.obligations[owed:] if one.code == "budget"), None)
        if budget is not None:
            scout.obligations.remove(budget)
        scout.settle(0)
        if budget is None:
            raise Fails("budget")
        try:
            return Found(scout, end, spent(scout, end, budget))
        except Fails as failed:
            failed.end = end
            raise
    except NoValue as unset:
        raise _reached(Fails(f"no value of {unset.variable.name}"), scout) from None
    except Fails as failed:
        raise _reached(failed, scout) from None


def _reached(failed: Fails, scout: Scout) -> Fails:
    failed.reached, failed.scout = tuple(scout.reached), scout
    return failed


def _never(*_: object) -> bool:
    return False
