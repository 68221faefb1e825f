"""The roads from a text to a verdict, told on one page.

What a road needs is imported where it is taken: who asks for a channel does not wait for the solver.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NoReturn

from prhl.diagnostics import Diagnostic, Rejected, counted, did_you_mean
from prhl.report import FileReport
from prhl.search.search_budget import Budget
from prhl.source import NOWHERE, Source
from prhl.syntax.parser import parse

if TYPE_CHECKING:
    from prhl.checks.instance_check import CheckResult
    from prhl.checks.laboratory import Effort, Laboratory
    from prhl.logic.terms import Term
    from prhl.measures.asked import Questions
    from prhl.pairings import Wanted
    from prhl.proof import Proof
    from prhl.proof.places import Reached
    from prhl.report.budget import Account
    from prhl.report.channels import Study
    from prhl.report.pairing import Pairing
    from prhl.rules.call import Citation
    from prhl.rules.state import Fact
    from prhl.search.hunt import Hunt
    from prhl.solvers import Limits
    from prhl.typed import TypedClaim, TypedFile
    from prhl.verdict import ClaimResult, Evidence

# Nesting is bounded by the parser, and each level costs a few Python frames in each pass.
FRAMES = 30_000
DECIDING = 30_000_000  # steps for the channel of all inputs, which nobody asked for by a `check`


@dataclass(frozen=True, slots=True)
class Keep:
    """What a proof keeps beside its answers, for those who ask for it."""

    questions: bool = False  # what the solver was asked
    steps: bool = False  # which rule took which statement


NOTHING_KEPT = Keep()
SEARCH = Budget()
BRIEFLY, FEW = 2_000_000, 60  # steps and pairs of inputs for what is assumed
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


def verify(
    source: Source,
    effort: Effort | None = None,
    limits: Limits | None = None,
    keep: Keep = NOTHING_KEPT,
    search: Budget | None = SEARCH,
) -> FileReport:
    """Text in, verdicts out; without `search` nobody looks for attacks beyond the instances of `check`."""
    return _reported(source, lambda: _verified(load(source), effort, limits, keep, search))


def refute(source: Source, search: Budget, claim: str | None = None, effort: Effort | None = None) -> FileReport:
    """Text in, attacks out: the instances of `check`, then the search, and no proof."""
    return _reported(source, lambda: _searched(load(source), search, claim, effort))


def proofs(
    source: Source, claim: str | None = None, limits: Limits | None = None, keep: Keep = NOTHING_KEPT
) -> Iterator[tuple[TypedClaim, Proof]]:
    """Text in, the proof of each claim out, or Rejected; the exact road is taken only for claims that others cite."""
    from prhl.checks.laboratory import Laboratory

    file = load(source)
    laboratory = Laboratory(file, None)
    cited = {name for one in file.claims for name in one.cites}
    judged: dict[str, ClaimResult] = {}
    with deep(source):
        for one in cited_first(file):
            if one.name in cited:
                judged[one.name] = judge(one, laboratory, limits, judged, keep)
                if claim in (None, one.name):
                    yield one, judged[one.name].proof
            elif claim in (None, one.name):
                yield one, _proof(one, laboratory, limits, judged, keep)


def goals(
    source: Source, line: int | None = None, claim: str | None = None, limits: Limits | None = None
) -> dict[int, list[tuple[Reached, Proof]]]:
    """Text in, what each claim knows and owes out, or Rejected: at the line, or at every line that a claim comes to."""
    from prhl.proof.places import lines, reached

    file = load(source)
    if line is not None and not 1 <= line <= len(source.line_starts):
        _refuse_asked(source, "no-such-line", f"there is no line {line}: the file has {len(source.line_starts)}")
    names = [one.name for one in file.claims]
    if claim is not None and claim not in names:
        _refuse_claim(source, claim, names)
    found: dict[int, list[tuple[Reached, Proof]]] = {}
    for one, proof in proofs(source, claim, limits, Keep(steps=True)):
        programs = (file.programs[one.left], file.programs[one.right])
        for at in lines(source, proof) if line is None else [line]:
            there = reached(source, at, one, programs, proof)
            if there.visits or there.judged:
                found.setdefault(at, []).append((there, proof))
    if not found:
        who = "no claim" if claim is None else f"the claim `{claim}` never"
        hint = "ask about a line of a program that the claim speaks of, or of the claim"
        _refuse_asked(source, "not-reached", f"{who} comes to {'a line' if line is None else f'line {line}'}", hint)
    return dict(sorted(found.items()))


def _refuse_claim(source: Source, claim: str, names: list[str]) -> NoReturn:
    hint = did_you_mean(claim, names, f"the claims are {', '.join(names)}" if names else "")
    _refuse_asked(source, "no-such-claim", f"there is no claim `{claim}`", hint)


def _refuse_asked(source: Source, code: str, message: str, hint: str = "") -> NoReturn:
    raise Rejected(Source(source.name, ""), [Diagnostic(code, NOWHERE, message, hint)])


def accounts(
    source: Source, claim: str | None = None, effort: Effort | None = None, limits: Limits | None = None
) -> list[Account]:
    """Text in, where the budget of each claim goes out, or Rejected; quadruples without a budget are left out."""
    from prhl.proof.spending import spending
    from prhl.report.budget import Account
    from prhl.solvers import Query
    from prhl.solvers.by_z3 import Session

    names = [one.name for one in load(source).claims]
    if claim is not None and claim not in names:
        _refuse_claim(source, claim, names)
    found = []
    for one, proof in proofs(source, claim, limits, Keep(steps=True)):
        if not one.budget:
            continue
        session = Session(limits)

        def follows(facts: tuple[Fact, ...], goal: Term, session: Session = session) -> bool:
            return session.answer(Query(tuple([fact.formula for fact in facts]), goal, list)).status == "valid"

        studies, why = _studied(source, one, effort)
        budgets = one.budget[1:] if one.notion == "rdp" else one.budget[:2]
        budgets = budgets if one.composed is None else (one.composed.uses,)
        found.append(Account(one, proof, spending(proof, budgets, follows), studies, why))
    if not found:
        who = "no claim" if claim is None else f"the claim `{claim}` is none that"
        _refuse_asked(source, "no-budget", f"{who} has a budget", "`dp(eps)`, or `within (eps, delta)`, states one")
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


def checked(source: Source) -> FileReport:
    """Text in, what is wrong with it out."""
    return _reported(source, lambda: _checked(load(source)))


class Stopped(Exception):
    """The channel could not be computed: the program fails, or is too large; not a mistake in the input."""

    def __init__(self, rejected: Rejected) -> None:
        self.rejected = rejected


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
    from prhl.measures.asked import Questions
    from prhl.studies import studies

    laboratory = Laboratory(load(source), effort)
    with deep(source), _measuring(source, settings):
        return list(studies(laboratory, program, claim, settings, questions or Questions()))


def couplings(source: Source, claim: str | None, wanted: Wanted, effort: Effort | None = None) -> list[Pairing]:
    """Text in, the optimal coupling of two outputs for each instance of a claim out; Rejected or Stopped."""
    from prhl.checks.laboratory import Laboratory
    from prhl.pairings import pairings

    laboratory = Laboratory(load(source), effort)
    with deep(source), _measuring(source, wanted.settings):
        return list(pairings(laboratory, claim, wanted))


@contextmanager
def _measuring(source: Source, settings: Sequence[str]) -> Iterator[None]:
    """What stops the exact road, as a message; with `--set`, the instance is not in the text."""
    from prhl.exact.listing.engine import RowFault
    from prhl.numbers import Inexact
    from prhl.semantics.evaluate import Fault, Undecidable
    from prhl.semantics.instances import Unbounded
    from prhl.semantics.limits import Exploded

    try:
        yield
    except Unbounded as stopped:
        placed = bool(stopped.span.end) and not settings
        text, span = (source, stopped.span) if placed else (Source(source.name, ""), NOWHERE)
        raise Rejected(text, [Diagnostic("open-instance", span, stopped.message, stopped.hint)]) from None
    except RowFault as row:
        said = Diagnostic(row.fault.code, row.fault.span, f"{row.fault.message}, for {row.given}")
        raise Stopped(Rejected(source, [said])) from None
    except (Exploded, Undecidable, Fault) as stopped:
        said = Diagnostic("not-enumerable", stopped.span, stopped.message, getattr(stopped, "hint", ""))
        raise Stopped(Rejected(source, [said])) from None
    except Inexact as reason:
        raise Stopped(Rejected(source, [Diagnostic("not-enumerable", NOWHERE, str(reason))])) from None


def _reported(source: Source, work: Callable[[], FileReport]) -> FileReport:
    try:
        return work()
    except Rejected as rejected:
        return FileReport(rejected.source, rejected.diagnostics)


def _checked(file: TypedFile) -> FileReport:
    summary = f"good: {counted(len(file.programs), 'program')}, {counted(len(file.claims), 'claim')}"
    return FileReport(file.source, file.warnings, summary=summary)


def _verified(
    file: TypedFile, effort: Effort | None, limits: Limits | None, keep: Keep, search: Budget | None
) -> FileReport:
    from prhl.checks.laboratory import Laboratory

    laboratory = Laboratory(file, effort)
    judged: dict[str, ClaimResult] = {}
    with deep(file.source):
        for claim in cited_first(file):
            judged[claim.name] = judge(claim, laboratory, limits, judged, keep, search)
    results = tuple([judged[claim.name] for claim in file.claims])
    warnings = [warning for result in results for warning in _warnings(result)]
    return FileReport(file.source, (*file.warnings, *warnings), results)


def cited_first(file: TypedFile) -> list[TypedClaim]:
    """The claims in an order in which those that calls rest on come before; programs do not call themselves."""
    order: dict[str, TypedClaim] = {}
    by_name = {claim.name: claim for claim in file.claims}

    def add(claim: TypedClaim) -> None:
        if claim.name not in order:
            for name in claim.cites:
                add(by_name[name])
            order[claim.name] = claim

    for claim in file.claims:
        add(claim)
    return list(order.values())


def judge(
    claim: TypedClaim,
    laboratory: Laboratory,
    limits: Limits | None = None,
    judged: Mapping[str, ClaimResult] = NOTHING_JUDGED,
    keep: Keep = NOTHING_KEPT,
    search: Budget | None = None,
) -> ClaimResult:
    """One claim, by both roads: the proof speaks for all inputs, the channel for its instances, and they must agree.

    `judged` are the claims before it, among them those that its calls rest on.
    """
    from prhl.verdict import ClaimResult, conclude

    started = time.perf_counter()
    proof = _proof(claim, laboratory, limits, judged, keep)
    evidence = _measured(claim, laboratory, proof, search)
    cited = [judged[name] for name in claim.cites]
    rests = tuple(sorted({n for one in cited for n in (*one.assumptions, *([one.name] if one.assumed else []))}))
    verdict, alarm = conclude(claim.assume, evidence, rests)
    seconds = time.perf_counter() - started
    assumptions = rests if verdict.by in ("coupling", "theorem") else ()
    return ClaimResult(
        claim.name, claim.program, verdict, claim.expect, seconds, claim.span, evidence, alarm, assumptions
    )


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
    from prhl.solvers.by_z3 import Session

    programs = laboratory.file.programs
    blocks = BlockChannels(programs, laboratory.effort.limits)
    cited = {name: _citation(laboratory.file, judged[name]) for name in claim.cites}
    solve = Session(limits, keep.questions).answer
    left, right = programs[claim.left], programs[claim.right]
    return prove(claim, left, right, solve, blocks, cited, keep.steps, programs)


def _measured(claim: TypedClaim, laboratory: Laboratory, proof: Proof, search: Budget | None) -> Evidence:
    """By channels: on the instances that the claim names, and where these settle nothing on all inputs if they are
    few, or on instances of the tool's own choosing; what is neither proved nor refuted is searched for an attack."""
    from prhl.checks.decide import decided, settled
    from prhl.checks.sanity_instances import own_checks, quick
    from prhl.verdict import Evidence

    checks = tuple(laboratory.checks(claim))
    refuted = any([check.witness for check in checks if not check.continuous])
    whole = None
    if not refuted and not (proof.complete and checks):
        whole = decided(quick(laboratory) if proof.complete else quick(laboratory, DECIDING, 500_000), claim)
    own = tuple(own_checks(laboratory, claim)) if proof.complete and not checks and whole is None else ()
    settles = whole is not None and settled(whole)
    refuted = refuted or any([check.witness for check in whole or ()])
    hunt = None
    if search is not None and not (proof.complete or settles or refuted):
        hunt = _hunted(claim, laboratory, search, checks, proof)
    return Evidence(proof, checks, own, None if whole is None else tuple(whole), settles, hunt)


def _hunted(
    claim: TypedClaim, laboratory: Laboratory, search: Budget, checks: Sequence[CheckResult], proof: Proof
) -> Hunt:
    """The search for an attack; one on an instance of the claim's own with continuous noise is one."""
    from prhl.search.hunt import Hunt, hunt

    known = next((check for check in checks if check.witness is not None), None)
    if known is not None:
        return Hunt(found=known)
    models = [one.answer.model for one in proof.judged if not one.valid and one.answer.model]
    if claim.assume and search.steps is not None:  # nobody asked for more
        search = replace(search, steps=BRIEFLY, pairs=FEW)
    elif claim.expect == "refuted":
        search = search.thorough()
    return hunt(claim, laboratory, search, models)


def _searched(file: TypedFile, search: Budget, name: str | None, effort: Effort | None) -> FileReport:
    from prhl.checks.laboratory import Laboratory
    from prhl.proof import Proof
    from prhl.verdict import ClaimResult, Evidence, conclude

    names = [one.name for one in file.claims]
    if name is not None and name not in names:
        _refuse_claim(file.source, name, names)
    laboratory = Laboratory(file, effort)
    results = []
    with deep(file.source):
        for claim in [one for one in file.claims if name in (None, one.name)]:
            started = time.perf_counter()
            proof = Proof(())
            checks = tuple(laboratory.checks(claim)) if not search.start else ()
            refuted = any([check.witness for check in checks if not check.continuous])
            hunt = None if refuted else _hunted(claim, laboratory, search, checks, proof)
            evidence = Evidence(proof, checks, hunt=hunt)
            verdict, alarm = conclude(claim.assume, evidence)
            seconds = time.perf_counter() - started
            shown = (claim.name, claim.program, verdict, claim.expect, seconds, claim.span, evidence, alarm)
            results.append(ClaimResult(*shown, searched_only=True))
    return FileReport(file.source, file.warnings, tuple(results))


def _citation(file: TypedFile, result: ClaimResult) -> Citation:
    """A claim as calls may rest on it: proved, or assumed and not refuted."""
    from prhl.rules.call import Citation

    claim = next(c for c in file.claims if c.name == result.name)
    standing: Literal["proved", "assumed", "open"] = "open"
    if not result.alarm:
        standing = "proved" if result.verdict.word == "proved" else "assumed" if result.assumed else "open"
    return Citation(claim, file.programs[claim.left], standing)


def _warnings(result: ClaimResult) -> list[Diagnostic]:
    """What a proof says that nobody meant: about nothing at all, or about code that is never reached."""
    out = []
    if result.proof.vacuous and result.verdict.word == "proved":
        message = f"`{result.name}` holds of nothing: no two inputs meet its relation and `requires`"
        hint = "look for a contradiction between them"
        out.append(Diagnostic("vacuous", result.span, message, hint, severity="warning"))
    for span, message in result.proof.idle:
        out.append(Diagnostic("vacuous", span, message, "is the guard or an invariant too strong?", severity="warning"))
    return out


@contextmanager
def deep(source: Source) -> Iterator[None]:
    """Room for the recursion that legal nesting needs; what needs more is refused, never a crash."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    except RecursionError:
        message = "this is nested too deeply"
        raise Rejected(source, [Diagnostic("too-deep", NOWHERE, message, "name the inner parts")]) from None
    finally:
        sys.setrecursionlimit(before)
