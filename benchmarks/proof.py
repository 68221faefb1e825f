"""The proof road on the mechanisms of the field: solver time, time in this process, and the whole process.

The peers' figures were recorded once on a machine like the one this was written on (two cores): CheckDP with z3 as
its only solver, EasyCrypt's apRHL branch replaying a proof by hand. They prove for fixed sizes or with a person's
help; here each claim is proved for all inputs, sizes and parameters. Read the last column as a ratio; the peers are
not run here.
`start-up` is `prhl check` on the same file, whole process.
"""

import subprocess
import sys
import time
from pathlib import Path

from prhl.pipeline import load
from prhl.proof import prove
from prhl.solvers.by_z3 import Session
from prhl.syntax.reader import read

EXAMPLES = Path(__file__).parent.parent / "examples"

# file, claim, the peer's seconds, and whose they are
CLAIMS = (
    ("mechanisms/laplace_mechanism.wl", "private", None, ""),
    ("mechanisms/noisy_sum.wl", "private", 4.6, "CheckDP"),
    ("mechanisms/prefix_sums.wl", "one", None, ""),
    ("mechanisms/noisy_running_sum.wl", "private", None, ""),
    ("mechanisms/smart_sum.wl", "private", 24.6, "CheckDP"),
    ("mechanisms/histogram.wl", "private", None, ""),
    ("mechanisms/histogram_replace.wl", "private", None, ""),
    ("mechanisms/histogram_of_list.wl", "one_replaced", None, ""),
    ("mechanisms/count_of_records.wl", "two_replaced", None, ""),
    ("mechanisms/noisy_mean.wl", "one_replaced", None, ""),
    ("mechanisms/noisy_max.wl", "private", 150.0, "CheckDP, not finished"),
    ("mechanisms/noisy_max_exponential.wl", "private", None, ""),
    ("mechanisms/above_threshold.wl", "private", 12.7, "EasyCrypt, replay"),
    ("mechanisms/svt.wl", "private", 11.4, "CheckDP"),
    ("mechanisms/gap_svt.wl", "private", 23.2, "CheckDP"),
    ("mechanisms/numeric_svt.wl", "private", 65.8, "CheckDP"),
    ("mechanisms/monotone_svt.wl", "private", 65.2, "CheckDP, both directions"),
    ("mechanisms/randomized_response_eps.wl", "private", None, ""),
    ("quadruples/one_time_pad.wl", "secrecy", 3.8, "EasyCrypt"),
    ("quadruples/pad_mod.wl", "secrecy", None, ""),
)


def run() -> None:
    print("\nproofs                 obligations  solver s  in process s  whole process s  start-up s  peer / whole")
    for name, claim, peer, whose in CLAIMS:
        print(_line(EXAMPLES / name, claim, peer, whose), flush=True)


def _line(path: Path, name: str, peer: float | None, whose: str) -> str:
    file = load(read(str(path)))
    claim = next(c for c in file.claims if c.name == name)
    started = time.perf_counter()
    proof = prove(claim, file.programs[claim.left], file.programs[claim.right], Session().answer)
    inside = time.perf_counter() - started
    assert proof.complete, f"{path.name}: {name} is not proved"
    solver = sum([one.answer.seconds for one in proof.judged])
    whole, start_up = _process("verify", path), _process("check", path)
    ratio = f"{peer / whole:6.1f}  ({whose})" if peer else ""
    return (
        f"{path.stem[:20]:<22} {len(proof.judged):>11} {solver:>9.2f} {inside:>13.2f} "
        f"{whole:>16.2f} {start_up:>11.2f}  {ratio}"
    ).rstrip()


def _process(command: str, path: Path) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "prhl", command, str(path)], capture_output=True, check=False)
    return time.perf_counter() - started
