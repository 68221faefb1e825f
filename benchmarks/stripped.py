"""Claims without their annotations: how many proofs are found, by which plan, and in what time.

The couplings, invariants, variants, names of positions, `pointwise`, `joint` and `proof` blocks are taken out of the
text, in memory. Beside the time of a search stands that of the proof as it was annotated. Times are of the processor,
in one process, without starting it. `--false` asks of false claims (`expect refuted`) that none is proved, and tells
how long each search takes until it gives up.

    python -m benchmarks.stripped [--false] [--show] [FILES]        (the examples and solutions, unless given)
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import Rejected
from prhl.source import Source
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse
from prhl.verdict import ClaimResult

ROOT = Path(__file__).parent.parent
SETS = {
    "mechanisms": "examples/mechanisms/*.wl",
    "course": "examples/course/*.wl",
    "budgets": "examples/budgets/*.wl",
    "peers": "examples/peers/*.wl",
    "quadruples": "examples/quadruples/*.wl",
    "unannotated": "examples/unannotated/*.wl",
    "others": "examples/[aiotw]*/*.wl",
    "exercises": "prhl/exercises/*/*/solution.wl",
}
FALSE = {"wrong": "examples/wrong/*.wl", "attacks": "examples/attacks/*.wl", "traps": "tests/traps/*.wl"}
OPTIONS = ("POINTWISE", "PROOF", "CHECK", "EXPECT", "ASSUME", "FROM", "COMPOSED", "SEMICOLON")


def strip(source: Source) -> str:
    """The text without what a proof needs and the claim does not say."""
    text, tokens = source.text, parse(source).tokens
    cuts: list[tuple[int, int]] = []
    ends: set[int] = set()  # of joint blocks
    at = 0
    while at < len(tokens):
        before = tokens[at - 1].end_pos or 0
        last = at
        match tokens[at].type:
            case "COUPLE":
                while tokens[last + 1].type != "SEMICOLON":
                    last += 1
            case "INVARIANT" | "DECREASES" | "ALONE":
                while tokens[last].type != "SEMICOLON":
                    last += 1
            case "AT":
                last += 1
            case "POINTWISE":
                while tokens[last + 1].type not in OPTIONS:
                    last += 1
            case "PROOF":
                last = _closing(tokens, at + 1)
            case "JOINT":
                last = at + 1
                ends.add(_closing(tokens, last))
            case "RBRACE" if at in ends:
                while tokens[last].type != "SEMICOLON":
                    last += 1
            case _:
                at += 1
                continue
        cuts.append((before, tokens[last].end_pos or 0))
        at = last + 1
    for start, end in reversed(cuts):
        text = text[:start] + text[end:]
    return text


def _closing(tokens: Sequence[Any], at: int) -> int:
    """The brace that closes the one there."""
    depth = 1
    while depth:
        at += 1
        depth += (tokens[at].type in ("LBRACE", "SAME")) - (tokens[at].type == "RBRACE")
    return at


@dataclass(frozen=True)
class Tried:
    """A claim without its annotations, and the seconds of the search and of the proof as it was annotated."""

    file: str
    name: str
    result: ClaimResult
    seconds: float
    annotated: float | None

    @property
    def how(self) -> str:
        if self.result.verdict.word != "proved":
            return self.result.verdict.word
        proof = self.result.proof
        return f"found by plan {proof.plans}" if proof.found else f"as it stands, by {self.result.verdict.by}"

    @property
    def lacks(self) -> str:
        """What its proof as it stands lacks first."""
        owed = [judged.obligation for judged in self.result.proof.judged if not judged.valid]
        return f"{owed[0].code}, {owed[0].message}" if owed else "nothing is owed"


def tried(path: Path, expected: str) -> Iterator[Tried]:
    """The claims of a file that are expected to be proved, or refuted, each after those that it may cite."""
    source = Source(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    try:
        file = pipeline.load(Source(source.name, strip(source)))
    except Rejected as rejected:
        print(f"{source.name}: {rejected.diagnostics[0].message}", file=sys.stderr)
        return
    laboratory = Laboratory(file, None)
    judged: dict[str, ClaimResult] = {}
    with deep(source):
        for claim in file.cited_first(find=True):
            started = time.process_time()
            judged[claim.name] = pipeline.judge(claim, laboratory, judged=judged, find=True)
            seconds = time.process_time() - started
            if claim.expect != expected or claim.assume or claim.following is not None:
                continue
            annotated = _annotated(source, claim.name, expected)
            yield Tried(source.name, claim.name, judged[claim.name], seconds, annotated)


def _annotated(source: Source, name: str, expected: str) -> float | None:
    """What the proof takes as it is annotated, if it has one."""
    if expected != "proved":
        return None
    started = time.process_time()
    complete = [proof.complete for one, proof in pipeline.proofs(source, name) if one.name == name]
    return time.process_time() - started if all(complete) else None


def main() -> int:
    words = argparse.ArgumentParser("benchmarks.stripped", description="Proofs without annotations.")
    words.add_argument("files", nargs="*", type=Path)
    words.add_argument("--false", action="store_true", help="false claims: none may be proved")
    words.add_argument("--show", action="store_true", help="what was found")
    asked = words.parse_args()
    expected = "refuted" if asked.false else "proved"
    sets = {name: sorted(ROOT.glob(pattern)) for name, pattern in (FALSE if asked.false else SETS).items()}
    if asked.files:
        sets = {"given": [path.resolve() for path in asked.files]}
    bad = 0
    for name, paths in sets.items():
        all_ = [one for path in paths for one in tried(path, expected)]
        for one in all_:
            beside = "" if one.annotated is None else f"  annotated {one.annotated:.2f}"
            print(f"{one.file:44} {one.name:22} {one.how:28} {one.seconds:6.2f} s{beside}", flush=True)
            for edit in one.result.proof.found if asked.show else ():
                print(f"      {edit.text.strip()}")
        proved = [one for one in all_ if one.result.verdict.word == "proved"]
        times = sorted([one.seconds for one in all_]) or [0.0]
        middle, late = times[len(times) // 2], times[len(times) * 9 // 10]
        annotated = sum([one.annotated or 0 for one in all_])
        seconds = f"median {middle:.2f}, nine of ten within {late:.2f}, at most {times[-1]:.2f}, all {sum(times):.1f}"
        print(f"== {name}: {len(proved)} of {len(all_)} proved; seconds: {seconds}; annotated, all {annotated:.1f}")
        for one in all_:
            if one.annotated is not None and one not in proved:
                print(f"   with annotations only: {one.file} {one.name}: {one.lacks}")
        bad += len(proved) if asked.false else 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
