"""How a claim ends: proved, refuted or unknown, each with its evidence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from prhl.checks.instance_check import NOTHING_RELATED, CheckResult
from prhl.checks.witness import Witness
from prhl.diagnostics import Diagnostic
from prhl.proof import Judged, Proof
from prhl.records import dataclass
from prhl.semantics.limits import Stop
from prhl.source import Span, unedited
from prhl.typed import TypedClaim

if TYPE_CHECKING:
    from prhl.search.hunt import Hunt

Word = Literal["proved", "refuted", "unknown"]


@dataclass(frozen=True, slots=True)
class Proved:
    """For all inputs and parameters that the claim speaks of."""

    by: Literal["coupling", "theorem", "enumeration"]
    word: Word = "proved"


@dataclass(frozen=True, slots=True)
class Refuted:
    witness: Witness
    by: Literal["enumeration"] = "enumeration"
    word: Word = "refuted"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither road decided; `reason` is said where that is not what an obligation says."""

    reason: str = ""
    by: Literal["assumption"] | None = None
    word: Word = "unknown"


Verdict = Proved | Refuted | Unknown


@dataclass(frozen=True)
class Evidence:
    """What the two roads found."""

    proof: Proof
    checks: tuple[CheckResult, ...]  # the instances that the claim names
    own: tuple[CheckResult, ...] = ()  # instances of the tool's own choosing
    whole: tuple[CheckResult, ...] | None = None  # all inputs, if they are finitely many
    settled: bool = False  # and they decide for the claim
    hunt: "Hunt | None" = None  # the search for an attack, if there was one

    @property
    def measured(self) -> tuple[CheckResult, ...]:
        """What was measured of the programs themselves; discrete twins decide nothing, and neither do the figures of a
        `check` with continuous noise."""
        checks = [check for check in self.checks if not check.continuous or check.status == "error"]
        hunted = [] if self.hunt is None or self.hunt.found is None else [self.hunt.found]
        return tuple([check for check in (*checks, *self.own, *(self.whole or ()), *hunted) if not check.twin])

    @property
    def decides(self) -> bool:
        """Whether the claim is proved or refuted, so that nothing more has to be tried."""
        witnessed = [check for check in (*self.measured, *(self.whole or ())) if check.witness]
        return self.proof.complete or self.settled or bool(witnessed)

    @property
    def contradicting(self) -> list[CheckResult]:
        """What breaks the claim; beside a proof a confirmed attack on continuous noise is an alarm, too."""
        continuous = [check for check in self.checks if check.continuous and check.witness is not None]
        return [check for check in (*self.measured, *continuous) if check.status == "violated"]


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One claim, judged."""

    name: str
    program: str
    verdict: Verdict
    expected: Word
    seconds: float
    span: Span
    evidence: Evidence
    alarm: str = ""  # the two roads contradict each other
    assumptions: tuple[str, ...] = ()  # the assumed claims that a proof rests on
    searched_only: bool = False  # nobody tried to prove it

    @property
    def stopped(self) -> Stop | None:
        """What cut short anything that the report tells, the user's clock first."""
        evidence = self.evidence
        whole = [check.stopped for check in evidence.whole or ()]
        parts = [one.answer.stopped for one in self.obligations]
        parts += [check.stopped for check in evidence.checks]
        parts += [None if evidence.hunt is None else evidence.hunt.stopped]
        if "time" in (*parts, *whole, *[check.stopped for check in evidence.own]):
            return "time"
        return "steps" if "steps" in (*parts, *(whole if self.verdict.word == "unknown" else ())) else None

    @property
    def proof(self) -> Proof:
        return self.evidence.proof

    @property
    def checks(self) -> tuple[CheckResult, ...]:
        return self.evidence.checks

    @property
    def obligations(self) -> tuple[Judged, ...]:
        return self.proof.judged

    @property
    def failed(self) -> list[Judged]:
        """What stands between the claim and a proof."""
        return [one for one in self.proof.judged if not one.valid]

    @property
    def as_expected(self) -> bool:
        """An assumption counts as expected, whatever it was marked; a refutation overrides it.

        Of a search alone it is expected that it refutes what is marked so, and nothing else.
        """
        if self.searched_only:
            return self.assumed or (self.verdict.word == "refuted") == (self.expected == "refuted")
        return self.assumed or self.verdict.word == self.expected

    @property
    def assumed(self) -> bool:
        """Taken as given, and not refuted."""
        return isinstance(self.verdict, Unknown) and self.verdict.by == "assumption"

    @property
    def standing(self) -> Literal["proved", "assumed", "open"]:
        """What calls may rest on: what is proved, or assumed and not refuted."""
        if self.alarm:
            return "open"
        return "proved" if self.verdict.word == "proved" else "assumed" if self.assumed else "open"

    @property
    def warnings(self) -> list[Diagnostic]:
        """What a proof says that nobody meant: about nothing at all, or about code that is never reached."""
        out = []
        if self.proof.vacuous and self.verdict.word == "proved":
            message = f"`{self.name}` holds of nothing: no two inputs meet its relation and `requires`"
            hint = "look for a contradiction between them"
            out.append(Diagnostic("vacuous", self.span, message, hint, severity="warning"))
        for place, message in self.proof.idle:
            span = Span(*[unedited(at, self.proof.found) for at in (place.start, place.end)])
            hint = "is the guard or an invariant too strong?"
            out.append(Diagnostic("vacuous", span, message, hint, severity="warning"))
        return out


def judged(
    claim: TypedClaim,
    evidence: Evidence,
    seconds: float,
    cited: Sequence[ClaimResult] = (),
    searched_only: bool = False,
) -> ClaimResult:
    """The claim with its verdict; `cited` are the claims that its proof rests on, and their assumptions are its own."""
    rests = tuple(sorted({n for one in cited for n in (*one.assumptions, *([one.name] if one.assumed else []))}))
    verdict, alarm = conclude(claim.assume, evidence, rests)
    assumptions = rests if verdict.by in ("coupling", "theorem") else ()
    return ClaimResult(
        claim.name,
        claim.program,
        verdict,
        claim.expect,
        seconds,
        claim.span,
        evidence,
        alarm,
        assumptions,
        searched_only,
    )


def conclude(assumed: bool, evidence: Evidence, rests: tuple[str, ...] = ()) -> tuple[Verdict, str]:
    """One verdict from both roads, and the alarm if they contradict each other: then one of them is wrong.

    A proof that rests on assumptions may be right and its claim false: then one of these is.
    """
    broken = [check for check in evidence.measured if check.status == "violated"]
    found = next((check.witness for check in broken if check.witness is not None), None)
    against = evidence.contradicting
    proved = evidence.proof.complete and not (rests and against)
    if against and (proved or evidence.settled):
        where = instance_text(against[0].instance)
        return Unknown(), f"the claim is proved for all inputs, and its exact channel breaks it at {where}"
    if found is not None:
        return Refuted(found), ""
    if assumed:
        return Unknown("taken as given", by="assumption"), ""
    faults = [check for check in evidence.measured if check.status == "error"]
    if faults:
        return Unknown(f"a run-time error, at {instance_text(faults[0].instance)}: {faults[0].reason}"), ""
    if proved:
        return Proved("theorem" if evidence.proof.theorem else "coupling"), ""
    if evidence.settled:
        return Proved("enumeration"), ""
    if broken and broken[0].violation is None:
        return Unknown(f"an instance is violated, but there is no witness to show: {broken[0].reason}"), ""
    if broken:
        return Unknown("an instance is violated, but a second computation could not confirm it within its limits"), ""
    left_open = [check for check in evidence.whole or () if check.status == "undecided" and check.reason]
    if left_open and not any([check.reason == NOTHING_RELATED for check in left_open]):
        return Unknown(f"the channel of all inputs leaves it open: {left_open[0].reason}"), ""
    return Unknown(), ""


def instance_text(instance: dict[str, str]) -> str:
    return ", ".join([f"{name} = {value}" for name, value in instance.items()]) or "its inputs"
