"""`python -m benchmarks.once_slow [--against PRHL] [--only WORDS] [--limit SECONDS]`: what once was slow or hung.

Every case is made in memory and run by the command that suffered, each in a process of its own, which may take so many
seconds of CPU (120 unless told) and MEMORY of address space. Shown are the CPU seconds, the peak of memory, the exit
status and the first verdict (or what was said). With `--against` the same files are given to another `prhl`, before or
after a change; its columns stand beside ours. Seconds of one run can be compared with each other, with nothing else.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LIMIT = 120  # seconds of CPU
MEMORY = 8 << 30  # bytes of address space


@dataclass(frozen=True)
class Case:
    name: str
    text: str
    command: tuple[str, ...] = ("verify",)


@dataclass(frozen=True)
class Run:
    seconds: float
    megabytes: float
    said: str

    def __str__(self) -> str:
        return f"{self.seconds:7.1f} {self.megabytes:7.0f}  {self.said:<22}"


# ---- the cases -----------------------------------------------------------------------------------


def noise(drawn: str, budget: str = "dp(1)", type_: str = "int") -> str:
    """A number with noise, on two inputs that are next to each other."""
    return (
        f"program P(x : private int) : {type_} {{\n  z :=$ {drawn};\n  return x + z;\n}}\n"
        f"claim c : P satisfies {budget} when within(x, 1) check x in 0..1;\n"
    )


def steps(body: str, result: str = "z") -> str:
    """Statements before a draw."""
    return (
        f"program P(x : private int) : int {{\n  {body}\n  z :=$ Uniform(0..1);\n  return {result};\n}}\n"
        "claim c : P satisfies dp(1) when within(x, 1) check x in 0..1;\n"
    )


def updates(body: str, result: str = "b[7]", parameters: str = "a : list[int]", requires: str = "size(a) >= 20") -> str:
    """Statements on a public list or tuple, of which something is released with noise."""
    return (
        f"program P({parameters}) : real\n  requires {requires};\n{{\n  b := a;\n{body}"
        f"  z :=$ Laplace(1) couple z{{2}} = z{{1}};\n  return {result} + z;\n}}\n"
        "claim c : P satisfies dp(0) when any;\n"
    )


def many(claims: int, programs: int) -> str:
    text = "program P{n}(x : private bool) : bool {{\n  b :=$ Flip(1/2);\n  return b xor x;\n}}\n"
    made = [text.format(n=n) for n in range(programs)]
    return "".join(made + [f"claim c{n} : P{n % programs} satisfies dp(0) when any;\n" for n in range(claims)])


def numbers() -> Iterator[Case]:
    """Inside one step with long numbers."""
    long = "1" + "0" * 1000
    for name, drawn, type_ in (
        ("Laplace of scale 10^-9", "Laplace(0.000000001)", "real"),
        ("DiscreteLaplace of scale 10^-9", "DiscreteLaplace(0.000000001)", "int"),
        ("Laplace of scale exp(10^6)", "Laplace(exp(1000000))", "real"),
        ("Gauss of scale exp(exp(50))", "Gauss(exp(exp(50)))", "real"),
        ("Gauss of scale 10^6", "Gauss(1000000)", "real"),
        ("DiscreteGauss of scale exp(10^6)", "DiscreteGauss(exp(1000000))", "int"),
        ("Truncate up to 10^1000", f"Truncate(Geometric(1/2), 0, {long})", "int"),
        ("Clamp at 10^9", "Clamp(Geometric(1/3), 1000000000, 1000000001)", "int"),
        ("Clamp of DiscreteGauss at 10^6", "Clamp(DiscreteGauss(3), 1000000, 1000010)", "int"),
        ("DiscreteLaplace at 10^1000", f"DiscreteLaplace(1/ln(2), {long})", "int"),
        ("Uniform on 10^1000 numbers", f"Uniform(1..{long})", "int"),
        ("truncated geometric, p = 1/100", "Truncate(Geometric(1/100), 0, 100000)", "int"),
    ):
        yield Case(name, noise(drawn, type_=type_))
    for name, budget in (
        ("dp(exp(exp(50)))", "dp(exp(exp(50)))"),
        ("dp of a tower of exp", "dp(exp(exp(exp(exp(10)))))"),
        ("dp of a power of powers", "dp((((10^64)^64)^64)^64)"),
        ("rdp of order 10^60", "rdp(10^60, 1)"),
    ):
        yield Case(name, noise("DiscreteLaplace(1)", budget))
    yield Case(
        "a number squared 60 times", steps("y := 3; for i in 0 .. 60 { y := y * y; }", "if y > x then z else 1 - z")
    )
    yield Case(
        "a number to the 64th, 60 times", steps("y := 3; for i in 0 .. 60 { y := y ^ 64; }", "if y > x then z else 1")
    )
    yield Case(
        "roots multiplied 60 times",
        steps("y := 1.0; for i in 2 .. 60 { y := (y + sqrt(i)) * y; }", "if y > x then z else 1"),
    )
    yield Case("a loop that hardly ever ends", steps("b := true; while (b) { b :=$ Flip(1 - 1/10^30); }"))


def proofs() -> Iterator[Case]:
    """On the road of couplings."""
    rows = "".join([f"  b[{n}] := b[{n}] + 1;\n" for n in range(20)])
    yield Case("20 list updates in a row", updates(rows))
    some = "".join(
        [f"  if (b[{n}] > 0) {{ b[{n}] := b[{n}] + 1; }}\n" if n % 2 else f"  b[{n}] := 1;\n" for n in range(20)]
    )
    yield Case("the same, ten under `if`", updates(some))
    yield Case(
        "a tuple updated 20 times", updates("  b := (b.1, b.0 + b.1);\n" * 20, "b.0", "a : (int, int)", "a.0 >= 0")
    )
    yield Case("a := a ++ a, 30 times", updates("  b := b ++ b;\n" * 30, "b[0]", requires="size(a) >= 1"))
    lists = (
        "program P(b : private list[bool]) : int {{\n  s := 0;\n"
        "  for i in 0 .. size(b) {{ if (b[i]) {{ s := s + 1; }} }}\n  z :=$ DiscreteLaplace(2);\n  return s + z;\n}}\n"
        "claim c : P satisfies dp(8) when some_differ(b, {n}) check size(b) = 2;\n"
    )
    for n in (4, 8, 16):
        yield Case(f"some_differ(b, {n})", lists.format(n=n))
    yield Case("some_differ(b, 16), refute", lists.format(n=16), ("refute",))


def attacks() -> Iterator[Case]:
    """In the search."""
    yield Case(
        "a scale that was drawn",
        "program P(x : private int) : (int, real) {\n  c :=$ DiscreteLaplace(2);\n  if (c < 1) { c := 1; }\n"
        "  z :=$ Laplace(2/c);\n  return (c, x + z);\n}\n"
        "claim c : P satisfies dp(1) when within(x, 1) check x in 0..1;\n",
    )
    yield Case(
        "truncated geometric, searched",
        "program P(x : private int) : int\n  requires 0 <= x <= 3;\n{\n  z :=$ Truncate(Geometric(1/100), 0, 1000);\n"
        "  return x + z;\n}\nclaim c : P satisfies dp(1/100) when within(x, 1);\n",
    )


def front() -> Iterator[Case]:
    """Large files, and types that grow."""
    yield Case("10,000 claims, 2,000 programs", many(10_000, 2_000))
    yield Case("10,000 claims, check", many(10_000, 2_000), ("check",))
    lines = "".join([f"  v{n} := {f'v{n - 1} + 1' if n else 'x'};\n" for n in range(16_000)])
    yield Case("16,000 locals", f"program P(x : private int) : int {{\n{lines}  return v0;\n}}\n", ("check",))
    arms = " else ".join([f"if x = {n} then {n}" for n in range(100_000)])
    yield Case("100,000 arms", f"program P(x : private int) : int {{ return {arms} else 0; }}\n", ("check",))
    size = 300
    start = "".join([f"  a{n} := [];\n" for n in range(size)])
    round_ = "".join([f"    a{n} := [a{(n + 1) % size}];\n" for n in range(size)])
    yield Case(
        "300 locals that grow together",
        f"program P() : int {{\n{start}  for i in 0 .. 3 {{\n{round_}  }}\n  return 0;\n}}\n",
        ("check",),
    )
    yield Case("x := [x]", "program P() : int { x := []; for i in 0 .. 3 { x := [x]; } return 0; }\n", ("check",))


def cases() -> list[Case]:
    return [*numbers(), *proofs(), *attacks(), *front()]


# ---- running them --------------------------------------------------------------------------------


def _bounded(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def measured(prhl: Path, case: Case, folder: Path, limit: int = LIMIT) -> Run:
    file = folder / "case.wl"
    file.write_text(case.text, encoding="utf-8")
    with (folder / "said").open("w+b") as said:
        child = subprocess.Popen(
            [prhl, *case.command, file.name],
            cwd=folder,
            stdout=said,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: _bounded(limit),
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read(100_000).decode("utf-8", errors="replace")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, _said(child.returncode, text))


def _said(status: int, text: str) -> str:
    if status < 0:
        return "stopped at the limit"
    found = re.search(r"\b(proved|refuted|unknown|good|fault|error\[[-a-z]+\])", text)
    return f"{status} {found[1] if found else ''}".rstrip()


def run(against: Path | None = None, only: str = "", limit: int = LIMIT) -> None:
    ours = Path(sys.executable).with_name("prhl")
    head = f"{'CPU s':>7} {'MB':>7}  {'status, verdict':<22}"
    print(f"{'once slow':<34}{head}" + (f"  {head}  ({against})" if against else ""))
    with tempfile.TemporaryDirectory() as folder:
        for case in cases():
            if only in case.name:
                columns = [str(measured(one, case, Path(folder), limit)) for one in (ours, against) if one is not None]
                print(f"{case.name:<34}" + "  ".join(columns).rstrip(), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, help="another prhl, to be run on the same files")
    parser.add_argument("--only", default="", help="only the cases with these words in their names")
    parser.add_argument("--limit", type=int, default=LIMIT, help="seconds of CPU for each case")
    given = parser.parse_args()
    run(given.against, given.only, given.limit)
