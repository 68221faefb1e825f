"""`python -m benchmarks.half [FILE...]`: the examples with all of their steps, and with half of them.

An answer that half of the steps do not give is one that a small change of the file, or of z3, may lose. Compared are
the answers to all obligations and the verdicts of all claims; half of them has the solver, every instance, the search,
its pairs, closed forms, bounds, second computations and whoever looks for a proof. Status 1 if there is a difference.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from types import ModuleType

from prhl import finding, pipeline
from prhl.checks import laboratory, witness
from prhl.checks.laboratory import Effort
from prhl.exact import machine
from prhl.exact.closed import symbolic_run
from prhl.search import hunt
from prhl.search.search_budget import Budget
from prhl.semantics.limits import Limits as Exact
from prhl.solvers import Limits
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent

CONSTANTS: tuple[tuple[ModuleType, str], ...] = (
    (pipeline, "DECIDING"),
    (hunt, "PAIR_STEPS"),
    (hunt, "CONFIRMING"),
    (laboratory, "CONFIRMING"),
    (witness, "CLOSING"),
    (machine, "BOUNDING"),
    (symbolic_run, "MOST_STEPS"),
)
SOLVER, INSTANCE, SEARCH = Limits(), Exact(), Budget()


@contextmanager
def halved() -> Iterator[None]:
    """Half of what is no option of a function."""
    before = [(module, name, getattr(module, name)) for module, name in CONSTANTS]
    whole = finding.Effort
    for module, name, value in before:
        setattr(module, name, value // 2)
    halves = {one.name: one.default // 2 for one in fields(whole) if isinstance(one.default, int)}
    finding.Effort = partial(whole, **halves)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
        finding.Effort = whole


def answers(path: Path, share: int = 1) -> dict[str, str]:
    """What is said of each claim and each of its obligations, with that share of the steps."""
    found = {}
    effort = Effort(replace(INSTANCE, steps=INSTANCE.steps // share))
    solver = replace(SOLVER, rlimit=SOLVER.rlimit // share)
    search = replace(SEARCH, steps=(SEARCH.steps or 0) // share)
    for claim in pipeline.verify(read(str(path)), effort, solver, search=search, find=True).claims:
        found[claim.name] = claim.verdict.word
        found |= {f"{claim.name}, {n}: {one.code}": one.status for n, one in enumerate(claim.obligations)}
    return found


def differing(path: Path) -> list[str]:
    whole = answers(path)
    with halved():
        half = answers(path, 2)
    return [
        f"{path.name}: {key}: {whole.get(key)}, {half.get(key)}"
        for key in {**whole, **half}
        if whole.get(key) != half.get(key)
    ]


def run(paths: list[Path]) -> int:
    total = 0
    for path in paths:
        for line in differing(path):
            total += 1
            print(line, flush=True)
    print(f"{len(paths)} files, {total} other answers")
    return 1 if total else 0


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    sys.exit(run(given or sorted((ROOT / "examples").rglob("*.wl"))))
