"""The roads from a text to a verdict, told on one page.

What a road needs is imported where it is taken: who asks for a channel does not wait for the solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from prhl.diagnostics import Rejected, Stopped, counted, misasked
from prhl.found_proofs import NOTHING_KEPT, Finder, Grounds, Keep, as_annotated, least
from prhl.report import FileReport
from prhl.search.search_budget import Budget
from prhl.source import Source
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.checks.laboratory import Effort, Laboratory
    from prhl.measures.asked import Questions
    from prhl.pairings import Wanted
    from prhl.proof import Proof
    from prhl.proof.places import Reached
    from prhl.report.budget import Account, Smallest
    from prhl.report.channels import Study
    from prhl.report.open_channels import OpenStudy
    from prhl.report.pairing import Pairing
    from prhl.search.hunt import Hunt
    from prhl.solvers import Limits
    from prhl.typed import TypedClaim, TypedFile
    from prhl.verdict import ClaimResult, Evidence

DECIDING = 30_000_000  # steps for the channel of all inputs, which nobody asked for by a `check`
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
    only: Sequence[str] = (),
    told: Callable[[str, int], None] | None = None,
) -> FileReport:
    """Text in, verdicts out; without `search` nobody looks for attacks beyond the instances of `check`, and without
    `find` claims are proved as they are annotated or not at all. `only` some claims are reported, if any are named;
    who is `told` hears which claim it is, and how many questions the solver was asked for it."""
    return _reported(source, lambda: _verified(load(source), effort, limits, keep, search, find, only, told))


def groups(source: Source, find: bool = False) -> list[tuple[str, ...]]:
    """The names of the claims, those together of which one may rest on another; none if the text is Rejected. Verdicts
    in one group do not depend on those in the others."""
    try:
        file = load(source)
    except Rejected:
        return []
    found: list[set[str]] = []
    for claim in file.claims:
        new = {claim.name, *(file.may_cite(claim) if find else claim.cites)}
        apart = [group for group in found if not group & new]
        found = [*apart, new.union(*[group for group in found if group & new])]
    names = [claim.name for claim in file.claims]
    return sorted([tuple(sorted(group, key=names.index)) for group in found], key=lambda group: names.index(group[0]))


def refute(source: Source, search: Budget, only: Sequence[str] = (), effort: Effort | None = None) -> FileReport:
    """Text in, attacks out: the instances of `check`, then the search, and no proof."""
    return _reported(source, lambda: _searched(load(source), search, only, effort))


def checked(source: Source) -> FileReport:
    """Text in, what is wrong with it out."""
    return _reported(source, lambda: _checked(load(source)))


def _reported(source: Source, work: Callable[[], FileReport]) -> FileReport:
    try:
        return work()
    except Rejected as rejected:
        return FileReport(rejected.source, rejected.diagnostics)


def _verified(
    file: TypedFile,
    effort: Effort | None,
    limits: Limits | None,
    keep: Keep,
    search: Budget | None,
    find: bool,
    only: Sequence[str],
    told: Callable[[str, int], None] | None,
) -> FileReport:
    from prhl.checks.laboratory import Laboratory

    wanted = _named(file, only)
    needed = set(wanted)
    order = file.cited_first(find)
    for claim in reversed(order):
        if claim.name in needed:
            needed |= {*(file.may_cite(claim) if find else claim.cites)}
    laboratory = Laboratory(file, effort)
    judged: dict[str, ClaimResult] = {}
    with deep(file.source):
        for claim in order:
            if claim.name in needed:
                judged[claim.name] = judge(claim, laboratory, limits, judged, keep, search, find, told)
    results = tuple([judged[claim.name] for claim in file.claims if claim.name in wanted])
    warnings = [warning for result in results for warning in result.warnings]
    names = tuple([claim.name for claim in file.claims])
    clocked = any([result.stopped == "time" for result in judged.values()])
    return FileReport(file.source, (*file.warnings, *warnings), results, names=names, clocked=clocked, file=file)


def _named(file: TypedFile, only: Sequence[str]) -> set[str]:
    """These claims, or all if none are named; Rejected if there is no such claim."""
    return {claim.name for name in (*only, *([] if only else [None])) for claim in file.called(name)}


def _searched(file: TypedFile, search: Budget, only: Sequence[str], effort: Effort | None) -> FileReport:
    from prhl.checks.laboratory import Laboratory
    from prhl.checks.open_claims import all_checks, decided_for_all
    from prhl.checks.sanity_instances import quick
    from prhl.proof import Proof
    from prhl.search.hunt import attack
    from prhl.solvers.when_asked import arithmetic
    from prhl.verdict import Evidence, judged

    wanted = _named(file, only)
    laboratory = Laboratory(file, effort)
    results = []
    with deep(file.source):
        for claim in [claim for claim in file.claims if claim.name in wanted]:
            started = time.perf_counter()
            ask = arithmetic()  # whose questions are counted: no claim may use up those of another
            checks = tuple(all_checks(laboratory, claim, ask)) if not search.start else ()
            if not search.start and not _refuted(checks):
                checks += tuple([one for one in decided_for_all(quick(laboratory), claim, ask) or () if one.witness])
            hunt = None if _refuted(checks) else attack(claim, laboratory, search, checks, ())
            evidence = Evidence(Proof(()), checks, hunt=hunt)
            results.append(judged(claim, evidence, time.perf_counter() - started, searched_only=True))
    names = tuple([claim.name for claim in file.claims])
    return FileReport(file.source, file.warnings, tuple(results), names=names, file=file)


def _checked(file: TypedFile) -> FileReport:
    summary = f"good: {counted(len(file.programs), 'program')}, {counted(len(file.claims), 'claim')}"
    return FileReport(file.source, file.warnings, summary=summary, file=file)


# ---- one claim, by both roads ----------------------------------------------------------------


def judge(
    claim: TypedClaim,
    laboratory: Laboratory,
    limits: Limits | None = None,
    judged: Mapping[str, ClaimResult] = NOTHING_JUDGED,
    keep: Keep = NOTHING_KEPT,
    search: Budget | None = None,
    find: bool = False,
    told: Callable[[str, int], None] | None = None,
) -> ClaimResult:
    """One claim, by both roads: the proof speaks for all inputs, the channel for its instances, and they must agree.

    `judged` are the claims before it, among them those that its calls rest on.
    """
    started = time.perf_counter()
    asked = count(1)
    if told is not None:
        told(claim.name, 0)
    each = None if told is None else (lambda: told(claim.name, next(asked)))
    finder = Finder(claim, Grounds(laboratory, limits, judged, keep, each), _judge)
    evidence = _evidence(finder, search, find)
    if find and not evidence.decides and not claim.assume:
        proof = finder.furthest(evidence.proof)
        evidence = _proved(claim, laboratory, evidence, proof) if proof.complete else replace(evidence, proof=proof)
    return _ended(finder, evidence, started)


def _judge(claim: TypedClaim, grounds: Grounds) -> ClaimResult:
    """A claim of the tool's own, which nobody attacks, and of which nobody is told how far it came."""
    started = time.perf_counter()
    finder = Finder(claim, grounds, _judge)
    return _ended(finder, _evidence(finder, None, True), started)


def _ended(finder: Finder, evidence: Evidence, started: float) -> ClaimResult:
    from prhl import verdict

    judged = {**finder.stated, **finder.grounds.judged}
    cited = [judged[name] for name in evidence.proof.cites or finder.claim.cites]
    return verdict.judged(finder.claim, evidence, time.perf_counter() - started, cited)


def _evidence(finder: Finder, search: Budget | None, find: bool) -> Evidence:
    claim, laboratory = finder.claim, finder.grounds.laboratory
    evidence = _measured(claim, laboratory, as_annotated(claim, finder.grounds))
    if evidence.decides:
        return evidence
    return _sought(finder, evidence, search, find and finder.task.worthwhile)


def _sought(finder: Finder, evidence: Evidence, search: Budget | None, find: bool) -> Evidence:
    """What is not decided yet: a first plan for a proof, a brief attack, also while that plan takes long, the other
    plans, and the attack in full; of a claim that says of itself that it is false, the attack comes first."""
    from prhl.search.hunt import attack, looker_for

    claim, laboratory = finder.claim, finder.grounds.laboratory
    looker = cache(lambda: looker_for(claim, laboratory))  # the attack in full knows what the brief one measured

    def attacked(budget: Budget) -> Hunt:
        models = [one.answer.model for one in evidence.proof.judged if not one.valid and one.answer.model]
        return attack(claim, laboratory, budget, evidence.checks, models, looker)

    glance = cache(lambda: None if search is None else attacked(search.glance()))

    def refuted() -> bool:
        hunt = glance()
        return hunt is not None and hunt.found is not None

    false = claim.expect == "refuted"
    found = finder.proofs(refuted=None if false else refuted) if find else iter(())
    proof = None
    if find and not false:
        proof = next(found, None)
        if proof is None and refuted():
            return replace(evidence, hunt=glance())
        proof = proof or next((one for one in found if one is not None), None)
    if proof is None and search is not None:
        evidence = replace(evidence, hunt=attacked(search))
    if proof is None and not evidence.decides:
        proof = next((one for one in found if one is not None), None)
    return evidence if proof is None else _proved(claim, laboratory, evidence, proof)


def _measured(claim: TypedClaim, laboratory: Laboratory, proof: Proof) -> Evidence:
    """By channels: on the instances that the claim names, and where these settle nothing on all inputs if they are
    few, or on instances of the tool's own choosing."""
    from prhl.checks.decide import decided, settled
    from prhl.checks.open_claims import all_checks, decided_for_all
    from prhl.checks.sanity_instances import quick
    from prhl.solvers.when_asked import arithmetic
    from prhl.verdict import Evidence

    ask = arithmetic()
    checks = tuple(all_checks(laboratory, claim, ask))
    whole = None
    if not _refuted(checks) and not (proof.complete and checks):
        whole = decided(quick(laboratory) if proof.complete else quick(laboratory, DECIDING, 500_000), claim, checks)
        if whole is None and not proof.complete:
            whole = decided_for_all(quick(laboratory), claim, ask)
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
                grounds = Grounds(laboratory, limits, judged, keep)
                proved[one.name] = as_annotated(one, grounds)
                if find and not proved[one.name].complete:
                    proved[one.name] = Finder(one, grounds, _judge).best(proved[one.name])
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


def smallest(
    source: Source,
    claim: str | None = None,
    effort: Effort | None = None,
    limits: Limits | None = None,
    find: bool = False,
) -> list[Smallest]:
    """Text in, the smallest budget of a family with which each claim is proved out, or Rejected: with the couplings
    that are there or are found for the claim as it is, and then, as long as that succeeds, with others for less."""
    from prhl.checks.laboratory import Laboratory
    from prhl.checks.sanity_instances import own_checks
    from prhl.finding.budgets import adjustable
    from prhl.report.budget import Smallest

    file = load(source)
    wanted = file.called(claim)
    laboratory = Laboratory(file, effort)
    cited = {name for one in file.claims for name in (file.may_cite(one) if find else one.cites)}
    judged: dict[str, ClaimResult] = {}
    out: dict[str, Smallest] = {}
    with deep(source):
        for one in file.cited_first(find):
            if one.name in cited:
                judged[one.name] = judge(one, laboratory, limits, judged, find=find)
            if one in wanted and adjustable(one):
                budget, proof = least(one, Grounds(laboratory, limits, judged), _judge if find else None)
                checks = tuple(laboratory.checks(one)) or tuple(own_checks(laboratory, one))
                out[one.name] = Smallest(one, budget, proof, checks)
    if not out:
        who = "no claim" if claim is None else f"the claim `{claim}` is none that"
        raise misasked(source, "no-budget", f"{who} has a budget of its own", "`dp(eps)` states one")
    return [out[one.name] for one in wanted if one.name in out]


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


def open_channels(
    source: Source,
    program: str | None,
    claim: str | None,
    settings: Sequence[str],
    names: Sequence[str],
    effort: Effort | None = None,
    questions: Questions | None = None,
) -> list[OpenStudy]:
    """Text in, numbers with open parameters in them out; Rejected or Stopped."""
    from prhl.checks.laboratory import Laboratory
    from prhl.open_studies import open_studies
    from prhl.solvers.when_asked import arithmetic
    from prhl.studies import NO_QUESTIONS, measuring

    laboratory = Laboratory(load(source), effort)
    with deep(source), measuring(source, settings):
        return open_studies(laboratory, program, claim, settings, names, questions or NO_QUESTIONS, arithmetic())


def couplings(source: Source, claim: str | None, wanted: Wanted, effort: Effort | None = None) -> list[Pairing]:
    """Text in, the optimal coupling of two outputs for each instance of a claim out; Rejected or Stopped."""
    from prhl.checks.laboratory import Laboratory
    from prhl.pairings import pairings
    from prhl.studies import measuring

    laboratory = Laboratory(load(source), effort)
    with deep(source), measuring(source, wanted.settings):
        return list(pairings(laboratory, claim, wanted))
