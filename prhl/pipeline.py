"""The roads from a text to a verdict, told on one page.

What a road needs is imported where it is taken: who asks for a channel does not wait for the solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from prhl.diagnostics import Rejected, Stopped, counted, misasked
from prhl.report import FileReport
from prhl.search.search_budget import Budget
from prhl.source import Source, edited
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.checks.laboratory import Effort, Laboratory
    from prhl.measures.asked import Questions
    from prhl.pairings import Wanted
    from prhl.proof import Proof
    from prhl.proof.places import Reached
    from prhl.report.budget import Account
    from prhl.report.channels import Study
    from prhl.report.pairing import Pairing
    from prhl.search.hunt import Hunt
    from prhl.solvers import Limits
    from prhl.typed import TypedClaim, TypedFile
    from prhl.verdict import ClaimResult, Evidence

DECIDING = 30_000_000  # steps for the channel of all inputs, which nobody asked for by a `check`


@dataclass(frozen=True, slots=True)
class Keep:
    """What a proof keeps beside its answers, for those who ask for it."""

    questions: bool = False  # what the solver was asked
    steps: bool = False  # which rule took which statement


NOTHING_KEPT = Keep()
SEARCH = Budget()
NOTHING_JUDGED: Mapping[str, ClaimResult] = {}


def load(source: Source) -> TypedFile:
    """Text in, checked programs and claims out, or Rejected."""
    from prhl.typed import check

    with deep(source):
        return check(parse(source))


def reformat(source: Source) -> str:
    """Text in, the same text in canonical layout out, or Rejected."""
    from prhl.distributions import BY_NAME
    from prhl.syntax.printer import format_file

    with deep(source):
        return format_file(parse(source), {name.lower(): name for name in BY_NAME})


# ---- verdicts --------------------------------------------------------------------------------


def verify(
    source: Source,
    effort: Effort | None = None,
    limits: Limits | None = None,
    keep: Keep = NOTHING_KEPT,
    search: Budget | None = SEARCH,
    find: bool = False,
) -> FileReport:
    """Text in, verdicts out; without `search` nobody looks for attacks beyond the instances of `check`, and without
    `find` claims are proved as they are annotated or not at all."""
    return _reported(source, lambda: _verified(load(source), effort, limits, keep, search, find))


def refute(source: Source, search: Budget, claim: str | None = None, effort: Effort | None = None) -> FileReport:
    """Text in, attacks out: the instances of `check`, then the search, and no proof."""
    return _reported(source, lambda: _searched(load(source), search, claim, effort))


def checked(source: Source) -> FileReport:
    """Text in, what is wrong with it out."""
    return _reported(source, lambda: _checked(load(source)))


def _reported(source: Source, work: Callable[[], FileReport]) -> FileReport:
    try:
        return work()
    except Rejected as rejected:
        return FileReport(rejected.source, rejected.diagnostics)


def _verified(
    file: TypedFile, effort: Effort | None, limits: Limits | None, keep: Keep, search: Budget | None, find: bool
) -> FileReport:
    from prhl.checks.laboratory import Laboratory

    laboratory = Laboratory(file, effort)
    judged: dict[str, ClaimResult] = {}
    with deep(file.source):
        for claim in file.cited_first(find):
            judged[claim.name] = judge(claim, laboratory, limits, judged, keep, search, find)
    results = tuple([judged[claim.name] for claim in file.claims])
    warnings = [warning for result in results for warning in result.warnings]
    return FileReport(file.source, (*file.warnings, *warnings), results)


def _searched(file: TypedFile, search: Budget, name: str | None, effort: Effort | None) -> FileReport:
    from prhl.checks.laboratory import Laboratory
    from prhl.proof import Proof
    from prhl.search.hunt import attack
    from prhl.verdict import Evidence, judged

    claims = file.called(name)
    laboratory = Laboratory(file, effort)
    results = []
    with deep(file.source):
        for claim in claims:
            started = time.perf_counter()
            checks = tuple(laboratory.checks(claim)) if not search.start else ()
            hunt = None if _refuted(checks) else attack(claim, laboratory, search, checks, ())
            evidence = Evidence(Proof(()), checks, hunt=hunt)
            results.append(judged(claim, evidence, time.perf_counter() - started, searched_only=True))
    return FileReport(file.source, file.warnings, tuple(results))


def _checked(file: TypedFile) -> FileReport:
    summary = f"good: {counted(len(file.programs), 'program')}, {counted(len(file.claims), 'claim')}"
    return FileReport(file.source, file.warnings, summary=summary)


# ---- one claim, by both roads ----------------------------------------------------------------


def judge(
    claim: TypedClaim,
    laboratory: Laboratory,
    limits: Limits | None = None,
    judged: Mapping[str, ClaimResult] = NOTHING_JUDGED,
    keep: Keep = NOTHING_KEPT,
    search: Budget | None = None,
    find: bool = False,
) -> ClaimResult:
    """One claim, by both roads: the proof speaks for all inputs, the channel for its instances, and they must agree.

    `judged` are the claims before it, among them those that its calls rest on.
    """
    from prhl import verdict

    started = time.perf_counter()
    evidence = _measured(claim, laboratory, _proof(claim, laboratory, limits, judged, keep))
    if not evidence.decides:
        found = _found(claim, laboratory, limits, judged, keep) if find else None
        evidence = _sought(claim, laboratory, evidence, found, search)
    cited = [judged[name] for name in evidence.proof.cites or claim.cites]
    return verdict.judged(claim, evidence, time.perf_counter() - started, cited)


def _sought(
    claim: TypedClaim,
    laboratory: Laboratory,
    evidence: Evidence,
    found: Iterator[Proof | None] | None,
    search: Budget | None,
) -> Evidence:
    """What is not decided yet: a first plan for a proof, a brief attack, the other plans, and the attack in full; of a
    claim that says of itself that it is false, the attack comes before all plans."""
    from prhl.search.hunt import attack

    def attacked(budget: Budget) -> Hunt:
        models = [one.answer.model for one in evidence.proof.judged if not one.valid and one.answer.model]
        return attack(claim, laboratory, budget, evidence.checks, models)

    proof = None
    if found is not None and claim.expect != "refuted":
        proof = next(found, None)
        hunt = attacked(search.glance()) if proof is None and search is not None else None
        if hunt is not None and hunt.found is not None:
            return replace(evidence, hunt=hunt)
        proof = proof or next((one for one in found if one is not None), None)
    if proof is None and search is not None:
        evidence = replace(evidence, hunt=attacked(search))
    if found is not None and proof is None and not evidence.decides:
        proof = next((one for one in found if one is not None), None)
    return evidence if proof is None else _proved(claim, laboratory, evidence, proof)


def _proof(
    claim: TypedClaim,
    laboratory: Laboratory,
    limits: Limits | None,
    judged: Mapping[str, ClaimResult],
    keep: Keep = NOTHING_KEPT,
) -> Proof:
    """By couplings; the prices of joint blocks are the only thing that it takes from the other road."""
    from prhl.checks.joint_blocks import BlockChannels
    from prhl.proof import prove
    from prhl.rules.call import Citation
    from prhl.solvers.by_z3 import Session

    programs = laboratory.file.programs
    blocks = BlockChannels(programs, laboratory.effort.limits)
    cited = {
        one.name: Citation(one, programs[one.left], judged[one.name].standing)
        for one in laboratory.file.claims
        if one.name in claim.cites
    }
    solve = Session(limits, keep.questions).answer
    left, right = programs[claim.left], programs[claim.right]
    return prove(claim, left, right, solve, blocks, cited, keep.steps, programs)


def _found(
    claim: TypedClaim,
    laboratory: Laboratory,
    limits: Limits | None,
    judged: Mapping[str, ClaimResult],
    keep: Keep,
) -> Iterator[Proof | None] | None:
    """Proofs of the claim with annotations of the tool's own, and None after each plan that came to none; None at all
    where nothing is missing. What is proposed is written into the text, and the text is read and proved like any other;
    it counts if it says the same of the same programs."""
    from prhl.checks.joint_blocks import BlockChannels
    from prhl.checks.laboratory import Laboratory
    from prhl.finding import Effort, Means, Task, sought
    from prhl.proof.restated import restates
    from prhl.rules.call import Citation

    file = laboratory.file
    known = tuple([one for one in file.claims if one.name in judged and judged[one.name].standing != "open"])
    task = Task(claim, file.programs[claim.left], file.programs[claim.right], file.programs, known)
    if not task.worthwhile:
        return None
    cited = {one.name: Citation(one, file.programs[one.left], judged[one.name].standing) for one in known}
    means = Means(BlockChannels(file.programs, laboratory.effort.limits), cited)

    def proved() -> Iterator[Proof | None]:
        plans = 1
        for edits in sought(task, file.source, means, Effort()):
            proof = None
            plans += edits is None
            if edits is not None:
                source = Source(file.source.name, edited(file.source.text, edits))
                try:
                    now = load(source)
                except Rejected:
                    continue
                if not restates(now, file, claim.name):
                    continue
                again = now.called(claim.name)[0]
                proof = _proof(again, Laboratory(now, laboratory.effort), limits, judged, keep)
                if not proof.complete:
                    continue
                proof = replace(proof, found=edits, source=source, cites=again.cites, plans=plans)
            yield proof

    return proved()


def _measured(claim: TypedClaim, laboratory: Laboratory, proof: Proof) -> Evidence:
    """By channels: on the instances that the claim names, and where these settle nothing on all inputs if they are
    few, or on instances of the tool's own choosing."""
    from prhl.checks.decide import decided, settled
    from prhl.checks.sanity_instances import quick
    from prhl.verdict import Evidence

    checks = tuple(laboratory.checks(claim))
    whole = None
    if not _refuted(checks) and not (proof.complete and checks):
        whole = decided(quick(laboratory) if proof.complete else quick(laboratory, DECIDING, 500_000), claim)
    settles = whole is not None and settled(whole)
    evidence = Evidence(proof, checks, (), None if whole is None else tuple(whole), settles)
    return _proved(claim, laboratory, evidence, proof) if proof.complete else evidence


def _proved(claim: TypedClaim, laboratory: Laboratory, evidence: Evidence, proof: Proof) -> Evidence:
    """With a proof, which is measured on instances of the tool's own choosing where there are no others."""
    from prhl.checks.sanity_instances import own_checks

    measured = evidence.checks or evidence.whole is not None
    return replace(evidence, proof=proof, own=() if measured else tuple(own_checks(laboratory, claim)))


def _refuted(checks: Sequence[CheckResult]) -> bool:
    return any([check.witness for check in checks if not check.continuous])


# ---- what a proof knows, and where its budget goes -------------------------------------------


def proofs(
    source: Source,
    claim: str | None = None,
    limits: Limits | None = None,
    keep: Keep = NOTHING_KEPT,
    find: bool = False,
) -> Iterator[tuple[TypedClaim, Proof]]:
    """Text in, the proof of each claim out, or Rejected; the exact road is taken only for claims that others cite."""
    from prhl.checks.laboratory import Laboratory

    file = load(source)
    laboratory = Laboratory(file, None)
    cited = {name for one in file.claims for name in (file.may_cite(one) if find else one.cites)}
    judged: dict[str, ClaimResult] = {}
    proved: dict[str, Proof] = {}
    with deep(source):
        for one in file.cited_first(find):
            if one.name in cited:
                judged[one.name] = judge(one, laboratory, limits, judged, keep, find=find)
                proved[one.name] = judged[one.name].proof
            elif claim in (None, one.name):
                proof = _proof(one, laboratory, limits, judged, keep)
                found = _found(one, laboratory, limits, judged, keep) if find and not proof.complete else None
                proved[one.name] = next((better for better in found or () if better is not None), proof)
    for one in file.cited_first():
        if claim in (None, one.name):
            yield one, proved[one.name]


def goals(
    source: Source,
    line: int | None = None,
    claim: str | None = None,
    limits: Limits | None = None,
    find: bool = False,
) -> dict[int, list[tuple[Reached, Proof]]]:
    """Text in, what each claim knows and owes out, or Rejected: at the line, or at every line that a claim comes to."""
    from prhl.proof import places

    return places.goals(load(source), proofs(source, claim, limits, Keep(steps=True), find), line, claim)


def accounts(
    source: Source,
    claim: str | None = None,
    effort: Effort | None = None,
    limits: Limits | None = None,
    find: bool = False,
) -> list[Account]:
    """Text in, where the budget of each claim goes out, or Rejected; quadruples without a budget are left out."""
    from prhl.proof.spending import spending
    from prhl.report.budget import Account
    from prhl.solvers.by_z3 import Session

    load(source).called(claim)
    found = []
    for one, proof in proofs(source, claim, limits, Keep(steps=True), find):
        if one.budget:
            studies, why = _studied(source, one, effort)
            found.append(Account(one, proof, spending(proof, one.spends, Session(limits).answer), studies, why))
    if not found:
        who = "no claim" if claim is None else f"the claim `{claim}` is none that"
        raise misasked(source, "no-budget", f"{who} has a budget", "`dp(eps)`, or `within (eps, delta)`, states one")
    return found


def _studied(source: Source, claim: TypedClaim, effort: Effort | None) -> tuple[tuple[Study, ...], str]:
    """The channels of the claim's checks, or why there are none."""
    if not claim.checks or claim.left != claim.right:
        return (), "the claim names no instance; `check` does"
    try:
        return tuple(channels(source, claim.left, claim.name, (), effort)), ""
    except (Stopped, Rejected) as stopped:
        rejected = stopped.rejected if isinstance(stopped, Stopped) else stopped
        return (), rejected.diagnostics[0].message


# ---- numbers ---------------------------------------------------------------------------------


def channels(
    source: Source,
    program: str | None,
    claim: str | None,
    settings: Sequence[str],
    effort: Effort | None = None,
    questions: Questions | None = None,
) -> list[Study]:
    """Text in, numbers out; Rejected or Stopped."""
    from prhl.checks.laboratory import Laboratory
    from prhl.studies import NO_QUESTIONS, measuring, studies

    laboratory = Laboratory(load(source), effort)
    with deep(source), measuring(source, settings):
        return list(studies(laboratory, program, claim, settings, questions or NO_QUESTIONS))


def couplings(source: Source, claim: str | None, wanted: Wanted, effort: Effort | None = None) -> list[Pairing]:
    """Text in, the optimal coupling of two outputs for each instance of a claim out; Rejected or Stopped."""
    from prhl.checks.laboratory import Laboratory
    from prhl.pairings import pairings
    from prhl.studies import measuring

    laboratory = Laboratory(load(source), effort)
    with deep(source), measuring(source, wanted.settings):
        return list(pairings(laboratory, claim, wanted))
