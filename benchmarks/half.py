"""`python -m benchmarks.half`: every obligation of the examples with all of the solver's steps, and with half of them.

An answer that half of the steps do not give is one that a small change of the file, or of z3, may lose. Status 1 if
there is one; what is slowest is named.
"""

import sys
from pathlib import Path

from prhl import pipeline
from prhl.diagnostics import Rejected
from prhl.solvers import Limits
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent

# A claim and a number: code, status and seconds of the obligation
Answers = dict[tuple[str, int], tuple[str, str, float]]


def answers(path: Path, limits: Limits) -> Answers:
    found: Answers = {}
    try:
        for claim, proof in pipeline.proofs(read(str(path)), limits=limits):
            for n, one in enumerate(proof.judged):
                found[claim.name, n] = (one.code, one.status, one.answer.seconds)
    except Rejected:  # an example of what is refused
        return {}
    return found


def differing(path: Path, limits: Limits) -> list[str]:
    """The obligations that are answered otherwise with half of the steps."""
    whole, half = answers(path, limits), answers(path, Limits(limits.rlimit // 2, limits.seconds))
    keys = list(dict.fromkeys([*whole, *half]))
    pairs = [(key, whole.get(key, ("", "", 0.0))[:2], half.get(key, ("", "", 0.0))[:2]) for key in keys]
    return [f"{path.name}: {key[0]}, {one[0]}: {one[1]}, {two[1]}" for key, one, two in pairs if one != two]


def run(paths: list[Path]) -> int:
    found = [line for path in paths for line in differing(path, Limits())]
    for line in found:
        print(line)
    print(f"{len(paths)} files, {len(found)} obligations with another answer")
    return 1 if found else 0


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    sys.exit(run(given or sorted((ROOT / "examples").rglob("*.wl"))))
