"""`python -m benchmarks.structured [--only WORDS]`: what structure decides, whole process.

Sums of draws, residues, pads, mechanisms over all inputs of an instance and channels with all measures: what took
long, or was not enumerable, as long as every outcome was met with every other. Each case is a file that is made here
and given to `prhl` in a process of its own. Seconds are of the processor, from the start of Python to the printed
figures; `above` is without what one coin takes in the same command; MB is the peak. Of several runs the best counts.

`bar` is what the CPU seconds should stay under. `twice` is what doubling the size costs, in seconds above the coin;
nothing stands there where that is too little to be divided.
"""

import argparse
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.exact import LEAST, NOISE, TIMEOUT, W0, W6_TRANSCRIPT, Run, best, process

VERIFY = ("verify", "--no-find", "--budget", "0")  # no search: what is measured is the check
CHANNEL = ("channel", "--format", "csv")
EVERYTHING = ("channel", "--measure", "all", "--format", "json")


@dataclass(frozen=True)
class Case:
    """`text` is the file at a size; `bars` are CPU seconds of the whole process."""

    name: str
    text: Callable[[int], str]
    sizes: tuple[int, ...]
    bars: Mapping[int, float] = field(default_factory=dict)
    command: tuple[str, ...] = VERIFY


def two_draws(drawn: str, budget: str = "dp(10)") -> Callable[[int], str]:
    """The sum of two draws of a scale, on two inputs that are next to each other."""
    return lambda size: (
        "program P(x : private int) : int {\n"
        f"  a :=$ {drawn.format(size)};\n  b :=$ {drawn.format(size)};\n  return x + a + b;\n}}\n"
        f"claim c : P satisfies {budget} when within(x, 1) check x in 0..1 expect unknown;\n"
    )


def scores(size: int) -> str:
    return (
        "program P(q : private list[int]) : int {\n  r :=$ ExpMech(1, q);\n  return r;\n}\n"
        f"claim c : P satisfies dp(2) when all_within(q, 1) check size(q) = {size}, q[_] in {{0, 1}} expect unknown;\n"
    )


def pad(size: int) -> str:
    return (
        f"program P(m : private bits[{size}]) : bits[{size}] {{\n"
        f"  k :=$ Uniform(bits({size}));\n  return m xor k;\n}}\n"
        "claim c : P satisfies dp(0) when any;\n"
    )


def residues(size: int) -> str:
    return (
        f"program P(x : private int) : int {{\n  u :=$ Uniform(0..{size - 1});\n  return (x + u) mod 7;\n}}\n"
        "claim c : P satisfies dp(1) when within(x, 1) check x in 0..6 expect unknown;\n"
    )


def clamped(size: int) -> str:
    return (
        f"program P(c : private int) : int {{\n  r :=$ Clamp(DiscreteLaplace(3, c), 0, {size - 1});\n  return r;\n}}\n"
        f"claim c : P satisfies dp(100) when within(c, 1) check c in 0..{size - 1} expect unknown;\n"
    )


def all_answers(size: int) -> str:
    """Sparse vector without a cut-off, one answer for each query."""
    some = f"[{', '.join(['0'] * size)}], [{', '.join(['1'] * size)}]"
    return (
        "program P(q : private list[int]) : list[bool] {\n  t :=$ DiscreteLaplace(2);\n  out := [];\n"
        "  for i in 0 .. size(q) {\n    z :=$ DiscreteLaplace(4);\n    out := out ++ [q[i] + z >= t];\n  }\n"
        "  return out;\n}\n"
        f"claim c : P satisfies dp(100) when all_within(q, 1) check q in {{{some}}} expect unknown;\n"
    )


def prefix_sums(size: int) -> str:
    noise, zeros = NOISE.format(5), ", ".join(["0"] * (size - 1))
    return (
        "program P(d : private list[int]) : list[int] {\n  s := 0;\n  r := [];\n"
        f"  for i in 0 .. size(d) {{\n    z :=$ {noise};\n    s := s + d[i];\n    r := r ++ [s + z];\n  }}\n"
        "  return r;\n}\n"
        f"claim c : P satisfies dp(1) when any check d in {{[{zeros}, 0], [{zeros}, 1]}} expect refuted;\n"
    )


def transcript(size: int) -> str:
    """One size, so that the check is all there is to decide."""
    one = W6_TRANSCRIPT.replace(" {\n", f"\n  requires k = {size};\n{{\n", 1)
    return f"{one}\nclaim c : P satisfies dp(10000) when any check x in {{false, true}}, k = {size};\n"


def coin(_: int) -> str:
    return f"{W0}\nclaim c : P satisfies dp(10000) when any check x in {{false, true}};\n"


COIN = Case("one coin", coin, (0,))
CASES = (
    Case("two DiscreteLaplace", two_draws("DiscreteLaplace({})"), (10, 20, 40), {20: 1.0}),
    Case("two DiscreteGauss", two_draws("DiscreteGauss({})", "dp(1, 1/10)"), (5, 10, 20), {10: 2.0}),
    Case("ExpMech of bits", scores, (4, 8), {8: 1.0}),
    Case("a pad", pad, (4, 8, 64), {8: 0.5, 64: 0.5}),
    Case("Uniform mod 7", residues, (500_000, 1_000_000), {1_000_000: 0.5}),
    Case("clamped, channel", clamped, (31, 61), {61: 1.0}, CHANNEL),
    Case("clamped, all measures", clamped, (31, 61), {61: 3.0}, EVERYTHING),
    Case("SVT, all answers", all_answers, (4, 8), {8: 2.0}),
    Case("transcript", transcript, (8, 16), {16: 0.6}),
    Case("prefix sums, refuted", prefix_sums, (3, 6), {6: 1.0}),
)


def run(only: str = "") -> None:
    print("\nwhat structure decides, whole process: CPU seconds")
    print(f"{'':<22} {'size':>8} {'CPU':>7}{'above':>7}{'MB':>6}{'bar':>6}{'twice':>7}  said")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process(["--help"], folder)  # compiles
        coins: dict[tuple[str, ...], Run] = {}
        for case in CASES:
            if only not in case.name:
                continue
            if case.command not in coins:
                _once(COIN, 0, case.command, folder)  # compiles
                coins[case.command] = _once(COIN, 0, case.command, folder)
                print(f"{'one coin':<22} {' '.join(case.command)[:30]} {coins[case.command].cpu:.2f}")
            _lines(case, coins[case.command], folder)


def _lines(case: Case, start: Run, folder: Path) -> None:
    before: dict[int, float] = {}
    for size in case.sizes:
        found = _once(case, size, case.command, folder)
        above = before[size] = found.cpu - start.cpu
        bar = case.bars.get(size)
        half = before.get((size + 1) // 2, 0.0)
        twice = f"{above / half:.1f}" if half >= LEAST[0] else ""
        head = f"{case.name if size == case.sizes[0] else '':<22} {size:>8}"
        wanted = "" if bar is None else f"{bar:.1f}"
        print(
            f"{head} {found.cpu:>7.2f}{above:>7.2f}{found.megabytes:>6.0f}{wanted:>6}{twice:>7}  {_said(found)}",
            flush=True,
        )


def _once(case: Case, size: int, command: tuple[str, ...], folder: Path) -> Run:
    path = folder / "case.wl"
    path.write_text(case.text(size), encoding="utf-8")
    return best([*command, str(path)], folder)


def _said(found: Run) -> str:
    """The first verdict with the figures of its check, or how it ended."""
    if found.stopped:
        return f"not in {TIMEOUT:.0f} s"
    lines = found.printed.splitlines()
    told = [" ".join(line.split()) for line in lines if " check " in line or "  c  " in line]
    return f"{found.status}  {'; '.join(told)[:100]}" if told else str(found.status)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only the cases with these words in their names")
    run(parser.parse_args().only)
