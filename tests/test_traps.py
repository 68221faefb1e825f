"""Every file in traps/ is a mistake that a careless verifier would prove: a false claim, or a wrong annotation.

A file opens with a header of comments. It names the items of the soundness checklist (T1..T37) or the rules
(R1..R38, 1.5 for termination) whose mistake it makes, tells the truth, and says what must be found wanting:

    // T1, R7: what the mistake is, in plain words.
    // truth: the exact counterexample, or "the claim holds; the annotation is wrong: ..."
    // owed: code, code                 any one of them must be reported
    // owed NAME: code                  the same for one claim of several
    // lemma NAME: why it is there      a claim that the file needs and that is no trap

`vacuous` is owed by claims that hold of nothing: they are proved, with a warning. The files in traps/refused/ say
`// refused: code` instead: they are no valid programs.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from prhl import pipeline
from prhl.report import FileReport
from prhl.solvers import Limits
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.printer import print_file
from prhl.syntax.reader import read
from prhl.verdict import ClaimResult

LIMITS = Limits(2_000_000, 5)
FOLDER = Path(__file__).parent / "traps"
TRAPS = [path.name for path in sorted(FOLDER.glob("*.wl"))]
REFUSED = [f"refused/{path.name}" for path in sorted((FOLDER / "refused").glob("*.wl"))]

LEGALITY = {
    "division-by-zero",
    "index-out-of-range",
    "not-positive",
    "length-mismatch",
    "scale-not-positive",
    "not-a-probability",
    "weights-not-one",
    "empty-set",
    "repeated-element",
}
COUPLING = {"same-noise", "support", "integer-image", "injective", "not-a-shift", "shift-bound"}
COUPLING |= {"price", "slack", "no-price"}
FLOW = {
    "callee-requires",
    "same-arguments",
    "callee-relation",
    "guards-agree",
    "invariant-entry",
    "invariant-kept",
    "assertion",
    "leaks-equal",
    "terminates",
}
ENDING = {"results-equal", "output-equal", "postcondition", "budget", "budget-negative", "output-region", "bare-equal"}
MISSING = {"missing-coupling", "unreadable-annotation", "not-supported", "no-value", "joint-block", "cited-claim"}
THEOREMS = {"from-relation", "from-budget", "from-chain", "from-shape", "composed-budget"}
CODES = LEGALITY | COUPLING | FLOW | ENDING | MISSING | THEOREMS | {"vacuous"}

# Floats and truncation have no road yet.
LATER = {"T21", "T22"}
CHECKLIST = {f"T{number}" for number in range(1, 38)} - LATER
PITFALLS = {f"R{number}" for number in (*range(1, 14), *range(15, 39))} | {"1.5"}

ITEM = r"(?:T\d+|R\d+|1\.5)"
KEY = re.compile(rf"({ITEM}(?:, {ITEM})*|truth|refused|(?:owed|lemma)(?: \w+)?): +(\S.*)")


@dataclass(frozen=True)
class Header:
    entries: dict[str, str]

    @property
    def items(self) -> set[str]:
        return set(next(iter(self.entries), "").split(", "))

    @property
    def truth(self) -> str:
        return self.entries.get("truth", "")

    @property
    def refused(self) -> str:
        return self.entries.get("refused", "")

    @property
    def lemmas(self) -> set[str]:
        return {key.removeprefix("lemma ") for key in self.entries if key.startswith("lemma ")}

    @property
    def named(self) -> set[str]:
        """The claims that have a line of their own."""
        return {key.split()[1] for key in self.entries if " " in key and key.startswith(("owed ", "lemma "))}

    def owed(self, claim: str) -> set[str]:
        return set((self.entries.get(f"owed {claim}") or self.entries.get("owed", "")).split(", ")) - {""}


def header_of(name: str) -> Header:
    """The comments at the top; a line that starts no entry goes on with the last one."""
    entries: dict[str, str] = {}
    last = ""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        text = line.removeprefix("//").strip()
        found = KEY.fullmatch(text)
        if found is not None:
            last = found[1]
            assert last not in entries, f"`{last}` stands twice"
            entries[last] = found[2]
        else:
            assert last, "the header starts with the items of the checklist"
            entries[last] += " " + text
    return Header(entries)


def source_of(name: str) -> Source:
    return read(str(FOLDER / name))


@cache
def report_on(name: str) -> FileReport:
    return pipeline.verify(source_of(name), limits=LIMITS)


def without_checks(source: Source) -> Source:
    """The same file with nothing to enumerate, so that only a proof could show a claim."""
    items: list[ast.Item] = []
    for item in parse(source).file.items:
        if not isinstance(item, ast.Program):
            item = replace(item, options=tuple([o for o in item.options if not isinstance(o, ast.Check)]))
        items.append(item)
    return Source(source.name, print_file(ast.File(tuple(items))))


def assert_seen(claim: ClaimResult, header: Header, report: FileReport) -> None:
    """The claim is not proved, for one of the reasons that its header tells."""
    owed = header.owed(claim.name)
    if owed == {"vacuous"}:
        warnings = {d.code for d in report.diagnostics if d.severity == "warning"}
        assert claim.verdict.word == "proved", f"{claim.name} holds of nothing and ends as {claim.verdict.word}"
        assert "vacuous" in warnings, f"{claim.name} holds of nothing, and nothing says so"
        return
    assert claim.verdict.word != "proved", f"{claim.name} is proved; {header.truth}"
    if claim.verdict.word != "refuted":
        failed = {one.code for one in claim.obligations if one.status != "valid"}
        assert failed & owed, f"{claim.name}: {sorted(failed)} failed, owed is one of {sorted(owed)}"


def test_there_are_traps() -> None:
    assert len(TRAPS) >= 60
    assert len(REFUSED) >= 10


@pytest.mark.parametrize("name", TRAPS)
def test_trap_has_a_header(name: str) -> None:
    header = header_of(name)
    assert re.fullmatch(f"{ITEM}(, {ITEM})*", next(iter(header.entries)))
    assert header.truth
    assert not header.refused
    claims = [item.name.text for item in parse(source_of(name)).file.items if not isinstance(item, ast.Program)]
    assert claims
    assert header.named <= set(claims)
    for claim in claims:
        assert (claim in header.lemmas) != bool(header.owed(claim)), f"nothing is said of {claim}"
        assert header.owed(claim) <= CODES
        assert "vacuous" not in header.owed(claim) or len(header.owed(claim)) == 1


@pytest.mark.parametrize("name", REFUSED)
def test_refused_trap_has_a_header(name: str) -> None:
    header = header_of(name)
    assert re.fullmatch(f"{ITEM}(, {ITEM})*", next(iter(header.entries)))
    assert header.truth
    assert re.fullmatch(r"[a-z-]+", header.refused)


@pytest.mark.parametrize("name", TRAPS + REFUSED)
def test_trap_is_in_canonical_layout(name: str) -> None:
    source = source_of(name)
    assert pipeline.reformat(source) == source.text


@pytest.mark.parametrize("name", REFUSED)
def test_refused_trap_is_rejected(name: str) -> None:
    report = report_on(name)
    assert report.status == 2
    assert {d.code for d in report.diagnostics} == {header_of(name).refused}


@pytest.mark.parametrize("name", TRAPS)
def test_nobody_falls_into_the_trap(name: str) -> None:
    header, report = header_of(name), report_on(name)
    assert not [d for d in report.diagnostics if d.severity == "error"]
    for claim in report.claims:
        if claim.name not in header.lemmas:
            assert_seen(claim, header, report)


@pytest.mark.parametrize("name", TRAPS)
def test_the_proof_alone_does_not_fall_into_the_trap(name: str) -> None:
    header, report = header_of(name), pipeline.verify(without_checks(source_of(name)), limits=LIMITS)
    assert not [d for d in report.diagnostics if d.severity == "error"]
    for claim in report.claims:
        if claim.name not in header.lemmas:
            assert_seen(claim, header, report)


@pytest.mark.parametrize("name", TRAPS)
def test_channel_says_what_the_header_says(name: str) -> None:
    """A claim to be refuted has an instance that breaks it; a claim that holds has none."""
    header, report = header_of(name), report_on(name)
    holds = header.truth.startswith("the claim holds")
    for claim in report.claims:
        statuses = [check.status for check in claim.checks]
        if claim.expected == "refuted":
            assert "violated" in statuses, f"{claim.name}: {statuses}"
        if holds or claim.name in header.lemmas or claim.expected != "refuted":
            assert "violated" not in statuses, f"{claim.name}: {statuses}"


@pytest.mark.parametrize("name", TRAPS)
def test_trap_expects_no_proof(name: str) -> None:
    """Except of what holds of nothing, and of lemmas."""
    header = header_of(name)
    for claim in pipeline.load(source_of(name)).claims:
        if claim.name in header.lemmas or header.owed(claim.name) == {"vacuous"}:
            assert claim.expect == "proved"
        elif header.truth.startswith("the claim holds"):
            assert claim.expect == "unknown"
        else:
            assert claim.expect in ("refuted", "unknown")


def test_every_item_of_the_checklist_has_a_trap() -> None:
    named = {item for name in TRAPS + REFUSED for item in header_of(name).items}
    assert CHECKLIST - named == set()
    assert PITFALLS - named == set()
    assert named <= CHECKLIST | PITFALLS
