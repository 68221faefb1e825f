"""How a claim ends: proved, refuted or unknown, each with its evidence."""

from dataclasses import dataclass
from typing import Literal

from prhl.measures.check import CheckResult
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
    """Neither road decided; the reasons say why, each with its place."""

    reasons: tuple[tuple[Span, str], ...]
    by: Literal["assumption"] | None = None
    word: Word = "unknown"


Verdict = Proved | Refuted | Unknown


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

    @property
    def as_expected(self) -> bool:
        """An assumption counts as expected, whatever it was marked; a refutation overrides it."""
        assumed = isinstance(self.verdict, Unknown) and self.verdict.by == "assumption"
        return assumed or self.verdict.word == self.expected
