"""How a claim ends: proved, refuted or unknown, each with its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from prhl.measures.check import CheckResult
from prhl.proof import Judged, Proof
from prhl.source import Span

Word = Literal["proved", "refuted", "unknown"]


@dataclass(frozen=True, slots=True)
class Proved:
    """For all inputs and parameters that the claim speaks of."""

    by: Literal["coupling", "enumeration"]
    word: Word = "proved"


@dataclass(frozen=True, slots=True)
class Witness:
    """Two related inputs, an event, and its exact probabilities, which break the claim."""

    inputs: tuple[dict[str, str], dict[str, str]]
    event: tuple[str, ...]
    probabilities: tuple[str, str]
    ratio: str


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


class Contradiction(Exception):
    """A proof and a channel disagree: one of them is wrong, and that is a fault of the tool."""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One claim, judged."""

    name: str
    program: str
    verdict: Verdict
    expected: Word
    seconds: float
    span: Span
    checks: tuple[CheckResult, ...] = ()
    proof: Proof = field(default=Proof(()))

    @property
    def obligations(self) -> tuple[Judged, ...]:
        return self.proof.judged

    @property
    def failed(self) -> list[Judged]:
        """What stands between the claim and a proof."""
        return [one for one in self.proof.judged if not one.valid]

    @property
    def as_expected(self) -> bool:
        """An assumption counts as expected, whatever it was marked; a refutation overrides it."""
        assumed = isinstance(self.verdict, Unknown) and self.verdict.by == "assumption"
        return assumed or self.verdict.word == self.expected


def conclude(assumed: bool, proof: Proof, checks: Sequence[CheckResult]) -> Verdict:
    """One verdict from both roads; a proof does not stand against a channel."""
    broken = [check for check in checks if check.status == "violated"]
    if proof.complete and broken:
        instance = ", ".join([f"{name} = {value}" for name, value in broken[0].instance.items()]) or "all inputs"
        raise Contradiction(f"the claim is proved, and its channel breaks it at {instance}")
    if assumed:
        return Unknown("taken as given", by="assumption")
    faults = [check for check in checks if check.status == "error"]
    if proof.complete and faults:
        return Unknown(f"an instance ends in a run-time error: {faults[0].reason}")
    return Proved("coupling") if proof.complete else Unknown()
