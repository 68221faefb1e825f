"""Proofs of one claim: as it is annotated, with annotations that are found, and what comes nearest to a proof.

What is found is written into the text, and the text is read and proved like any other; it counts if it says the same
of the same programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from prhl.diagnostics import Rejected
from prhl.records import dataclass
from prhl.source import Edit, Source, edited, in_one
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse

if TYPE_CHECKING:
    from prhl.checks.laboratory import Laboratory
    from prhl.finding import Effort, Nearest, Task
    from prhl.proof import Judged, Proof
    from prhl.rules.call import Citation
    from prhl.solvers import Limits
    from prhl.solvers.query import Answer, Query
    from prhl.typed import TypedClaim, TypedFile
    from prhl.verdict import ClaimResult

LESS, FEW_PLANS = 3, 8  # how many smaller budgets are tried with other couplings, and how hard


@dataclass(frozen=True, slots=True)
class Keep:
    """What a proof keeps beside its answers, for those who ask for it."""

    questions: bool = False  # what the solver was asked
    steps: bool = False  # which rule took which statement


NOTHING_KEPT = Keep()


@dataclass(frozen=True)
class Grounds:
    """What claims of a file are proved on: the file, how hard to try, and the claims that are judged already."""

    laboratory: Laboratory
    limits: Limits | None = None
    judged: Mapping[str, ClaimResult] = field(default_factory=dict)
    keep: Keep = NOTHING_KEPT
    told: Callable[[], None] | None = None  # hears of every question for the solver

    @property
    def file(self) -> TypedFile:
        return self.laboratory.file

    def of(self, file: TypedFile, more: Mapping[str, ClaimResult] | None = None) -> Grounds:
        """The same for another text, with more claims that are judged."""
        from prhl.checks.laboratory import Laboratory

        laboratory = Laboratory(file, self.laboratory.effort)
        return replace(self, laboratory=laboratory, judged={**self.judged, **(more or {})})

    def telling(self, solve: Callable[[Query], Answer]) -> Callable[[Query], Answer]:
        told = self.told
        if told is None:
            return solve

        def answer(query: Query) -> Answer:
            told()
            return solve(query)

        return answer

    def citation(self, claim: TypedClaim) -> Citation:
        from prhl.rules.call import Citation

        programs = self.file.programs
        return Citation(claim, programs[claim.left], programs[claim.right], self.judged[claim.name].standing)


Judge = Callable[["TypedClaim", Grounds], "ClaimResult"]
"""A claim of the tool's own, by both roads."""


def as_annotated(claim: TypedClaim, grounds: Grounds, brief: bool = False) -> Proof:
    """By couplings; the prices of joint blocks are the only thing that it takes from the other road. If it is `brief`,
    a proof that is not complete does not tell all that it lacks."""
    from prhl.checks.joint_blocks import BlockChannels
    from prhl.proof import prove
    from prhl.solvers.when_asked import arithmetic, obligations

    programs, names = grounds.file.programs, claim.cites
    blocks = BlockChannels(programs, grounds.laboratory.effort.limits, arithmetic())
    cited = {one.name: grounds.citation(one) for one in (grounds.file.claims if names else ()) if one.name in names}
    solve = obligations(grounds.limits, grounds.keep.questions, grounds.telling)
    left, right = programs[claim.left], programs[claim.right]
    return prove(claim, left, right, solve, blocks, cited, grounds.keep.steps, programs, brief)


@dataclass(frozen=True)
class Finder:
    """Who looks for proofs of a claim, and remembers what came nearest, and which claims of the tool's own are stated
    for that and were proved."""

    claim: TypedClaim
    grounds: Grounds
    judge: Judge
    stated: dict[str, ClaimResult] = field(default_factory=dict)

    @cached_property
    def nearest(self) -> Nearest:
        from prhl.finding import Nearest

        return Nearest()

    @cached_property
    def task(self) -> Task:
        from prhl.finding import Task

        claim, file, judged = self.claim, self.grounds.file, self.grounds.judged
        grounds = {*self.stated, *_grounds(claim.name, file)}  # what else was judged depends on what was asked for
        named = {name for name in grounds & judged.keys() if judged[name].standing != "open"}
        known = tuple([one for one in file.claims if one.name in named])
        left, right = file.programs[claim.left], file.programs[claim.right]
        return Task(claim, left, right, file.programs, known, file.shared(claim), file.words)

    def proofs(self, plans: int | None = None, refuted: Callable[[], bool] | None = None) -> Iterator[Proof | None]:
        """Proofs of the claim with annotations of the tool's own, and None after each plan that came to none; nothing
        at all where nothing is missing. If the first plan takes long, it is asked whether the claim is `refuted`."""
        from prhl.checks.joint_blocks import BlockChannels
        from prhl.finding import Effort, Means, lemmas, sought
        from prhl.finding.effort import CalledOff
        from prhl.search.plan_trials import trials_of
        from prhl.solvers.when_asked import arithmetic

        grounds = self.grounds
        if not self.task.worthwhile:
            return
        usable = {*[one.name for one in self.task.known], *self.claim.cites}  # a claim may cite what is not proved
        cited = {one.name: grounds.citation(one) for one in grounds.file.claims if one.name in usable}
        blocks = BlockChannels(grounds.file.programs, grounds.laboratory.effort.limits, arithmetic())
        means = Means(blocks, cited, self.nearest, trials_of(self.task))
        effort = Effort() if plans is None else Effort(plans=plans)
        effort.meanwhile = refuted
        tried = 1
        try:
            for edits in sought(self.task, grounds.file.source, means, effort):
                if edits is None:  # a plan came to nothing
                    tried, effort.meanwhile = tried + 1, None
                    yield None
                    continue
                proof = self._edited(edits, brief=True)
                if proof is None or not proof.complete:
                    self.nearest.refuse(edits, proof)
                else:
                    yield replace(proof, plans=tried)
        except CalledOff:
            return
        for name, lemma in lemmas(self.task, grounds.file):
            yield self._resting(name, lemma)
            if name in self.stated:
                break  # what it leads to has been tried

    def first(self, plans: int | None = None) -> Proof | None:
        return next((one for one in self.proofs(plans) if one is not None), None)

    def _edited(self, edits: tuple[Edit, ...], brief: bool = False) -> Proof | None:
        """What the prover says of the text with edits; None if that is no text, or says something else."""
        from prhl.proof.restated import restates

        file = self.grounds.file
        now = _read(file.source, edits)
        if now is None or not restates(now, file, self.claim.name):
            return None
        again = now.called(self.claim.name)[0]
        if not self.grounds.judged.keys() >= set(again.cites):
            return None
        proof = as_annotated(again, self.grounds.of(now), brief)
        return replace(proof, found=edits, file=now, cites=again.cites)

    def _resting(self, name: str, lemma: Edit) -> Proof | None:
        """A proof that rests on a claim of the tool's own. That is put into the text and judged there like any other;
        then the claim is proved in the text with both, and perhaps with more of them."""
        from prhl.proof.restated import keeps, restates

        before = self.grounds.file
        file = _read(before.source, [lemma])
        if file is None or name in self.grounds.judged or not keeps(file, before):
            return None
        if name not in [one.name for one in file.claims]:
            return None
        result = self.judge(file.called(name)[0], self.grounds.of(file))
        if result.standing != "proved":
            return None
        self.stated[name] = result
        own = result.proof.file or file
        if not keeps(own, before) or not restates(own, file, name):
            return None
        again = Finder(own.called(self.claim.name)[0], self.grounds.of(own, {name: result}), self.judge, self.stated)
        proof = again.first()
        return proof and replace(proof, found=in_one(in_one([lemma], result.proof.found), proof.found))

    # ---- where there is none ---------------------------------------------------------------------

    def furthest(self, proof: Proof) -> Proof:
        """The given proof with the attempt that came furthest, of the plans or as the claim is annotated, by the
        prover's own word. What was refused while searching was refused briefly: it is proved once more, for all that it
        lacks, and where that is nothing it is a proof."""
        from prhl.finding.budgets import BESIDE
        from prhl.finding.effort import Effort
        from prhl.proof import Attempt

        effort = Effort(resources=BESIDE)
        refused = () if self.nearest.refused is None else (self.nearest.refused,)
        planned = self.nearest.proposals(self.grounds.file.source, self.claim)
        quiet = Finder(self.claim, replace(self.grounds, keep=NOTHING_KEPT), self.judge)
        best = None
        for edits in (*refused, *planned, None):
            one = proof if edits is None else quiet._edited(edits)
            if edits is not None and one is not None and one.complete:
                return self._edited(edits) or one
            if one is None or all([each.valid or each.obligation.missing for each in one.judged]):
                continue
            attempt = Attempt(one, enough(self.claim, quiet.grounds, one, effort))
            if best is None or (one.short and not best.proof.short) or attempt.enough is not None:
                best = attempt
            if attempt.enough is not None:
                break
        return replace(proof, attempt=best)

    def best(self, proof: Proof) -> Proof:
        """A proof that is found, or the given one with the attempt that came furthest."""
        return self.first() or self.furthest(proof)


def _grounds(name: str, file: TypedFile) -> set[str]:
    """What a claim may rest on, and what that may rest on, which are all judged before it."""
    found, todo = set[str](), [name]
    while todo:
        more = {*file.may_cite(file.called(todo.pop())[0])} - found
        found |= more
        todo += more
    return found


def enough(claim: TypedClaim, grounds: Grounds, proof: Proof, effort: Effort | None = None) -> str | None:
    """A budget with which the proof would be one, the smallest of a family, if it is short of nothing else, and if the
    effort is enough to find one."""
    from prhl.finding.budgets import BESIDE, adjustable
    from prhl.finding.effort import Effort, OutOfEffort
    from prhl.logic.show import show

    if not proof.affordable or not adjustable(claim):
        return None
    effort = effort or Effort(resources=BESIDE)
    spent = [one for one in proof.judged if one.code == "budget"]
    file = proof.file or grounds.file
    mine = file.called(claim.name)[0]
    try:
        budget = _smallest(mine, file, grounds, proof, spent, effort) if spent else None
    except OutOfEffort:
        budget = None
    return budget or (show(mine.spends[0]) if proof.complete else None)


def _smallest(
    mine: TypedClaim, file: TypedFile, grounds: Grounds, proof: Proof, spent: list[Judged], effort: Effort
) -> str | None:
    from prhl.finding.budgets import at_most_as_much, beyond, family, with_budget, would_do

    program = file.programs[mine.left]
    most = _read(with_budget(file.source, mine, beyond(mine, program)))
    if not proof.complete and most is not None and not would_do(spent, most.called(mine.name)[0], effort):
        return None
    for budget in family(mine, program):
        now = _read(with_budget(file.source, mine, budget))
        if now is None:
            continue
        again = now.called(mine.name)[0]
        if proof.complete and not at_most_as_much(spent, again, mine, effort):
            continue
        if would_do(spent, again, effort) and as_annotated(again, grounds.of(now)).complete:
            return budget
    return None


def least(claim: TypedClaim, grounds: Grounds, judge: Judge | None) -> tuple[str | None, Proof]:
    """The smallest budget of a family with which the claim is proved, and that proof: with the couplings that are there
    or are found for the claim as it is, and then, as long as that succeeds, with others for less. None: nobody looks
    for any."""
    from prhl.finding.budgets import ASKED_FOR, family, with_budget
    from prhl.finding.effort import Effort

    effort = Effort(questions=5_000, resources=ASKED_FOR)
    proof = as_annotated(claim, grounds)
    if judge is None:
        return enough(claim, grounds, proof, effort), proof
    if not proof.complete:
        finder = Finder(claim, grounds, judge)
        proof = finder.best(proof)
        grounds = grounds.of(grounds.file, finder.stated)
    if proof.attempt is not None:
        budget, proof = proof.attempt.enough, proof.attempt.proof
    else:
        budget = enough(claim, grounds, proof, effort)
    budgets = list(dict.fromkeys(family(claim, grounds.file.programs[claim.left])))
    while budget in budgets:  # with other couplings
        at = budgets.index(budget)
        for less in reversed(budgets[max(0, at - LESS) : at]):
            now = _read(with_budget(grounds.file.source, claim, less))
            again = now and Finder(now.called(claim.name)[0], grounds.of(now), judge)
            cheaper = again and again.first(FEW_PLANS)
            if cheaper:
                budget, proof = less, cheaper
                break
        else:
            break
    return budget, proof


def _read(source: Source, edits: tuple[Edit, ...] | list[Edit] = ()) -> TypedFile | None:
    """The text with edits, checked; None if it is rejected."""
    from prhl.typed import check

    now = Source(source.name, edited(source.text, edits))
    try:
        with deep(now):
            return check(parse(now))
    except Rejected:
        return None
