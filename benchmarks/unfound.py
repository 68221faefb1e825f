"""Claims that are not proved: what it costs that a proof is looked for.

Every claim of the examples, the wrong mechanisms and the traps that does not end `proved`, as it is and once more
without annotations (`benchmarks/stripped.py`), and as if it were expected to be proved, which is what people expect:
the seconds of the processor that went into the search for a proof and into telling how far it came, beside all others.

    python -m benchmarks.unfound [--least SECONDS] [--as-it-is] [FILES]
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from benchmarks.stripped import ROOT, strip
from prhl import pipeline
from prhl.checks.laboratory import Laboratory
from prhl.diagnostics import Rejected
from prhl.found_proofs import Finder
from prhl.proof import Proof
from prhl.source import Source
from prhl.syntax.nesting import deep
from prhl.verdict import ClaimResult

PATTERNS = ("examples/*/*.wl", "tests/traps/*.wl")


@dataclass(frozen=True)
class Unfound:
    """A claim that is not proved, the seconds of the search for a proof, and those of the rest."""

    file: str
    name: str
    stripped: bool
    verdict: str
    search: float
    rest: float

    def __str__(self) -> str:
        how = "stripped" if self.stripped else "as it is"
        return f"{self.file:44} {self.name:22} {how}  {self.verdict:8} {self.search:5.2f} beside {self.rest:5.2f}"


class _Clock:
    """Seconds of the processor that a finder took, that of a claim which another one rests on included."""

    def __init__(self) -> None:
        self.seconds, self.inside = 0.0, False
        self.proofs, self.furthest = Finder.proofs, Finder.furthest

    def sought(
        self, finder: Finder, plans: int | None = None, refuted: Callable[[], bool] | None = None
    ) -> Iterator[Proof | None]:
        found = self.proofs(finder, plans, refuted)
        while True:
            started, outer, self.inside = time.process_time(), self.inside, True
            try:
                one = next(found)
            except StopIteration:
                return
            finally:
                self.inside = outer
                self.seconds += 0 if outer else time.process_time() - started
            yield one

    def told(self, finder: Finder, proof: Proof) -> Proof:
        started = time.process_time()
        try:
            return self.furthest(finder, proof)
        finally:
            self.seconds += time.process_time() - started


def unfound(path: Path, bare: bool = True) -> Iterator[Unfound]:
    """The claims of a file, as they are and stripped."""
    text = path.read_text(encoding="utf-8")
    whole = Source(str(path.resolve().relative_to(ROOT)), text)
    try:
        texts = dict.fromkeys([text, *([strip(whole)] if bare else [])])
    except Rejected:
        return
    for one in texts:
        try:
            yield from _judged(Source(whole.name, one), one != text)
        except Rejected:
            continue


def _judged(source: Source, stripped: bool) -> Iterator[Unfound]:
    file = pipeline.load(source)
    laboratory = Laboratory(file, None)
    judged: dict[str, ClaimResult] = {}
    with deep(source):
        for claim in file.cited_first(find=True):
            clock, started = _Clock(), time.process_time()
            hopeful = replace(claim, expect="proved")
            with (
                patch.object(Finder, "proofs", lambda *given, clock=clock, **more: clock.sought(*given, **more)),
                patch.object(Finder, "furthest", lambda *given, clock=clock: clock.told(*given)),
            ):
                result = pipeline.judge(hopeful, laboratory, judged=judged, search=pipeline.SEARCH, find=True)
            judged[claim.name] = result
            word, seconds = result.verdict.word, time.process_time() - started
            if word != "proved":
                yield Unfound(source.name, claim.name, stripped, word, clock.seconds, seconds - clock.seconds)


def main() -> int:
    words = argparse.ArgumentParser("benchmarks.unfound", description="What a search costs that finds nothing.")
    words.add_argument("files", nargs="*", type=Path)
    words.add_argument("--least", type=float, default=0.5, help="seconds from which on a claim is listed")
    words.add_argument("--as-it-is", action="store_true", help="not stripped as well")
    asked = words.parse_args()
    all_ = []
    for path in asked.files or [path for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]:
        for one in unfound(path, not asked.as_it_is):
            all_.append(one)
            if one.search >= asked.least:
                print(one, flush=True)
    times = sorted([one.search for one in all_]) or [0.0]
    long = len([one for one in times if one > 1])
    print(
        f"== {len(all_)} claims are not proved, {long} of them after more than a second of search; seconds of search:"
    )
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"   median {middle:.2f}, 99 of 100 within {late:.2f}, all {sum(times):.1f}")
    for one in sorted(all_, key=lambda one: -one.search)[:10]:
        print(f"   {one}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
