"""`make recheck`: what z3 proved of the examples, asked again of cvc5.

Every obligation of every claim is the SMT-LIB script that `prhl verify --dump-smt` writes. The two solvers share
nothing but that script, so where cvc5 finds it unsatisfiable, too, z3 is no longer trusted alone. Status 1 if they
contradict each other.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cvc5

from prhl import pipeline
from prhl.report.scripts import scripts
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent
SECONDS = 5.0  # for one question, each way
PROCESSES = 2

# Ways of asking, one after the other, until there is an answer.
WAYS: tuple[dict[str, str], ...] = ({}, {"nl-cov": "true"}, {"decision": "justification"})

# An obligation: its name, what z3 found, what cvc5 found, and how long that took.
Row = tuple[str, str, str, float]

COLUMNS = ("obligations", "valid by both", "false by both", "? by cvc5", "? by z3", "plain", "not asked", "DISAGREE")


def by_cvc5(script: str, seconds: float = SECONDS, ways: int = len(WAYS)) -> str:
    """`sat`, `unsat` or `unknown`; a script that cvc5 cannot read is an exception."""
    answers = (_by_cvc5(script, seconds, options) for options in WAYS[:ways])
    return next((found for found in answers if found != "unknown"), "unknown")


def _by_cvc5(script: str, seconds: float, options: dict[str, str]) -> str:
    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in {**options, "tlimit-per": str(int(1000 * seconds))}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, parser.getSymbolManager()))
    found = said.split(maxsplit=1)[0]  # after `unknown` it may say why
    assert found in ("sat", "unsat", "unknown"), said
    return found


def rechecked(path: str, only: str | None = None, seconds: float = SECONDS) -> list[Row]:
    """Every obligation of a file, or of one claim."""
    source = read(path)
    rows: list[Row] = []
    for claim, proof in pipeline.proofs(source, only, keep=pipeline.Keep(questions=True)):
        named = scripts(source, Path(path).stem, claim.name, claim.program, proof)
        for (name, text), judged in zip(named, proof.judged, strict=True):
            asked = judged.answer.asked
            if asked is None:
                rows.append((name, "not asked", "", 0.0))
                continue
            started = time.perf_counter()
            # what z3 refuted is in no proof: once is enough
            found = by_cvc5(text, seconds, 1 if asked.found == "sat" else len(WAYS))
            rows.append((name, asked.found or "plain", found, time.perf_counter() - started))
    return rows


def column(row: Row) -> str:
    """Where an obligation is counted; a plain one was decided before z3 was asked, and cvc5 finds the same."""
    _, by_z3, again, _ = row
    match by_z3, again:
        case "not asked", _:
            return "not asked"
        case "plain", "unsat":
            return "plain"
        case "unsat", "unsat":
            return "valid by both"
        case "sat", "sat":
            return "false by both"
        case "unknown", _:
            return "? by z3"
        case _, "unknown":
            return "? by cvc5"
        case _:
            return "DISAGREE"


def run(paths: list[str]) -> int:
    """The table, and the status."""
    print(f"{'':<34}" + "".join([f"{name:>14}" for name in COLUMNS]) + f"{'cvc5 s':>9}")
    everything: list[Row] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for path, rows in zip(paths, pool.map(rechecked, paths), strict=True):
            print(_line(path, rows), flush=True)
            everything += rows
    print(_line("all", everything))
    for row in everything:
        if column(row) in ("? by cvc5", "? by z3", "DISAGREE"):
            print(f"{row[0]}: {row[1]} by z3, {row[2]} by cvc5")
    return int(any([column(row) == "DISAGREE" for row in everything]))


def _line(path: str, rows: list[Row]) -> str:
    name = "/".join(Path(path).with_suffix("").parts[-2:])[:33]
    counts = Counter([column(row) for row in rows])
    counts["obligations"] = len(rows)
    return f"{name:<34}" + "".join([f"{counts[c]:>14}" for c in COLUMNS]) + f"{sum([row[3] for row in rows]):>9.1f}"


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:] or [str(path) for path in sorted((ROOT / "examples").rglob("*.wl"))]))
