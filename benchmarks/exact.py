"""The exact road on the workloads that the published tools were measured on, whole process.

Each run is `python -m prhl verify`, without a search for proofs or attacks, on a file with a claim and a `check` of two
related rows, or `prhl channel` on the same file: from the start of Python to the printed figures, with compiled
bytecode, as after an installation. Seconds
are of the processor unless it says wall; MB is the peak of the process. Of several runs the best counts.

`bar` is what the CPU seconds should stay under. `twice` is what doubling the size costs, in time and in memory, each
without what W0 takes; nothing stands there where that is too little to be divided. W6 (transcript) and W7 have
exponentially many outputs, so that doubling the size squares them. Beside an infinite epsilon stands delta at 1.

The peers' figures are seconds of their whole process, recorded once on a machine like the one this was written on (two
cores), and not run here. The columns show how many times as long as ours they took; `>` where they were stopped at 60.
WebPPL computes with floats.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TIMEOUT = 60.0  # seconds
RUNS = 3  # of which the best counts, unless one takes longer than
LONG = 2.0  # seconds
LEAST = 0.02, 2.0  # seconds and MB that can be divided
MOST = 600_000  # transitions of a row that are listed

NOISE = "Truncate(DiscreteLaplace(1/ln(2)), -{0}, {0})"
TEN, FIVE = NOISE.format(10), NOISE.format(5)
CHECKED = ("verify", "--no-find", "--budget", "0", "--format", "json")  # no search: what is measured is the check
PEERS = ("Kuifje", "PSI", "Storm", "WebPPL")

W0 = """program P(x : private bool) : bool {
  y :=$ Flip(if x then 3/4 else 1/4);
  return y;
}"""

W1 = """program P(d : private list[bool]) : int {
  c := 0;
  for i in 0 .. size(d) {
    b :=$ Flip(1/2);
    if (b) { o := d[i]; } else { o :=$ Flip(1/2); }
    if (o) { c := c + 1; }
  }
  return c;
}"""

W2 = """program P(c : private int, R : int) : int {
  z :=$ Clamp(DiscreteLaplace(3), -R, R);
  return c + z;
}"""

W3_TABLES = (
    "Choice({0 @ 0.448441, 1 @ 0.321322, 2 @ 0.230237})",
    "Choice({0 @ 0.632121, 1 @ 0.232544, 2 @ 0.085548, 3 @ 0.031471, 4 @ 0.011578, 5 @ 0.004259,"
    " 6 @ 0.001567, 7 @ 0.000576, 8 @ 0.000212, 9 @ 0.000078, 10 @ 0.000046})",
)
W3_ACCEPT = (
    "0.800737402917, 0.986207116744, 0.945959468907, 0.706648277858, 0.411112290507, 0.186270463698, 0.065728528617,"
    " 0.018063013420, 0.003865920139, 0.000644379821, 0.000083648347, 0.000008456666, 0.000000665836, 0.000000040828,"
    " 0.000000001950, 0.000000000073, 0.000000000002" + ", 0.0" * 16
)
W3 = f"""program P(resp : private bool, rounds : int) : int {{
  accept := [{W3_ACCEPT}];
  z := 0;
  accepted := false;
  for round in 0 .. rounds {{
    if (!accepted) {{
      b := 1; u := 0; v := 0;
      for i in 0 .. 10 {{
        if (b = 1 && u = 0 && v = 0) {{
          u :=$ {W3_TABLES[0]};
          v :=$ {W3_TABLES[1]};
          b :=$ Uniform({{0, 1}});
        }}
      }}
      z := (1 - 2*b)*(u + 3*v);
      accepted :=$ Flip(accept[abs(z)]);
    }}
  }}
  return z + (if resp then 1 else 0);
}}"""

W4 = f"""program P(q : private list[int]) : int {{
  best := 0;
  max := 0;
  for i in 0 .. size(q) {{
    z :=$ {TEN};
    if (i = 0 || q[i] + z > max) {{ max := q[i] + z; best := i; }}
  }}
  return best;
}}"""

W5 = f"""program P(q : private list[int]) : list[bool] {{
  t :=$ {TEN};
  out := [];
  done := false;
  for i in 0 .. size(q) {{
    if (!done) {{
      z :=$ {TEN};
      done := q[i] + z >= t;
      out := out ++ [done];
    }}
  }}
  return out;
}}"""

W6_TRANSCRIPT = """program P(x : private bool, k : int) : list[bool] {
  r := [];
  for i in 0 .. k {
    y :=$ Flip(if x then 3/4 else 1/4);
    r := r ++ [y];
  }
  return r;
}"""

W6_SUM = """program P(x : private bool, k : int) : int {
  s := 0;
  for i in 0 .. k {
    y :=$ Flip(if x then 3/4 else 1/4);
    if (y) { s := s + 1; }
  }
  return s;
}"""

W7 = f"""program P(d : private list[int]) : list[int] {{
  s := 0;
  r := [];
  for i in 0 .. size(d) {{
    z :=$ {FIVE};
    s := s + d[i];
    r := r ++ [s + z];
  }}
  return r;
}}"""

W8_REDRAW = """program P(x : private bool) : int {
  c := if x then 1 else 0;
  z :=$ DiscreteLaplace(2);
  while (c + z < 0) {
    z :=$ DiscreteLaplace(2);
  }
  return c + z;
}"""

W8_WALK = """program P(x : private bool) : bool {
  y := if x then 500 else 501;
  while (0 < y && y < 1000) {
    c :=$ Flip(1/3);
    y := if c then y + 1 else y - 1;
  }
  return y = 1000;
}"""


@dataclass(frozen=True)
class Workload:
    """`rows` are the two inputs at a size; `transitions` counts the outcomes of samplings, over all states that they
    are drawn in, that listing every run step by step goes through for one input."""

    name: str
    size: str
    text: str
    rows: Callable[[int], list[dict[str, Any]]]
    sizes: tuple[int, ...]
    bars: Mapping[int, float]
    peers: Mapping[int, tuple[float | None, ...]] = field(default_factory=dict)  # as PEERS; 60 is not finished
    transitions: Callable[[int], int] | None = None
    budget: str = "10000"  # of the claim, which holds, so that no time goes into a witness

    def file(self, size: int) -> str:
        """The program, and a claim about the two rows; with one size, so that the check is all there is to decide."""
        first, second = self.rows(size)
        items = []
        public = [f"  requires {name} = {value};\n" for name, value in first.items() if value == second[name]]
        text = self.text.replace(" {\n", f"\n{''.join(public)}{{\n", 1) if public else self.text
        for name, value in first.items():
            values = [value] if value == second[name] else [value, second[name]]
            items.append(f"{name} in {{{', '.join([_literal(v) for v in values])}}}")
        claim = f"claim c : P satisfies dp({self.budget}) when any check {', '.join(items)} expect unknown;"
        return f"{text}\n\n{claim}\n"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join([_literal(v) for v in value])}]" if isinstance(value, tuple) else str(value)


def _bits(n: int) -> list[dict[str, Any]]:
    return [{"d": (True,) * n}, {"d": (True,) * (n - 1) + (False,)}]


def _numbers(name: str) -> Callable[[int], list[dict[str, Any]]]:
    return lambda n: [{name: (0,) * n}, {name: (0,) * (n - 1) + (1,)}]


def _both(name: str, values: tuple[Any, Any], public: str) -> Callable[[int], list[dict[str, Any]]]:
    return lambda n: [{name: value, public: n} for value in values]


BOTH = (False, True)
SMALLEST = Workload("W0 one coin", "", W0, lambda _: [{"x": x} for x in BOTH], (0,), {})
LOOSE = "1, 1"  # epsilon is infinite; what is measured is delta at epsilon 1
WORKLOADS = (
    # a state is the count: i + 1 of them in round i, with 2 outcomes of b, and of o where b is false
    Workload("W1 noisy count", "n", W1, _bits, (100, 500, 1000), {1000: .8},
             {100: (22, 6.2, .22, 1.7), 1000: (60, 60, 60, 4.9)}, lambda n: 2 * n * (n + 1)),
    Workload("W2 Laplace", "R", W2, _both("c", (0, 1), "R"), (1000, 50_000, 100_000), {100_000: 2.0},
             {1000: (1.0, 60, .37, 1.5)}, lambda n: 2 * n + 1, LOOSE),
    Workload("W3 Gaussian", "rounds", W3, _both("resp", BOTH, "rounds"), (10, 15, 30), {10: .6, 30: .6},
             {10: (60, 60, .32, 1.6)}, budget=LOOSE),
    Workload("W4 noisy max", "k", W4, _numbers("q"), (4, 8, 16), {8: .5}, {8: (.51, 3.8, .26, None)}),
    # 21 thresholds with 21 outcomes each; the lowest is always met, so that 20 go on
    Workload("W5 threshold", "m", W5, _numbers("q"), (10, 20, 40), {20: .5},
             {20: (3.6, 3.1, .28, None)}, lambda n: 21 + 21 * 21 + 20 * 21 * (n - 1)),
    Workload("W6 transcript", "k", W6_TRANSCRIPT, _both("x", BOTH, "k"), (4, 8, 16), {16: .6},
             {16: (2.9, 60, 4.1, 3.4)}, lambda n: 2 * (2**n - 1)),
    Workload("W6 sum", "k", W6_SUM, _both("x", BOTH, "k"), (250, 500, 1000), {1000: 1.0},
             {1000: (None, 60, None, None)}, lambda n: n * (n + 1)),
    Workload("W7 prefix sums", "n", W7, _numbers("d"), (3, 5, 6), {6: 1.0},
             {5: (60, 60, 4.7, 5.8), 6: (None, None, 60, None)}, lambda n: (11 ** (n + 1) - 11) // 10, LOOSE),
    Workload("W8 redraw", "", W8_REDRAW, lambda _: [{"x": x} for x in BOTH], (0,), {0: .6}),
    Workload("W8 walk", "", W8_WALK, lambda _: [{"x": x} for x in BOTH], (0,), {0: 1.0}),
)  # fmt: skip


# ---- one process -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """What a process took, how it ended and what it printed; `stopped` if it did not end in time."""

    cpu: float
    wall: float
    megabytes: float
    stopped: bool
    status: int
    printed: str


def process(arguments: list[str], folder: Path) -> Run:
    """`python -m prhl` with these arguments, once."""
    compiled = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    late = threading.Event()
    with (folder / "printed").open("w+", encoding="utf-8") as out:
        started = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, "-m", "prhl", *arguments],
            stdout=out,
            stderr=subprocess.DEVNULL,
            env=os.environ | compiled,
        )
        timer = threading.Timer(TIMEOUT, lambda: (late.set(), child.kill()))
        timer.start()
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        printed = out.read()
    unit = 2**20 if sys.platform == "darwin" else 2**10  # of ru_maxrss
    return Run(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / unit, late.is_set(), child.returncode, printed)


def best(arguments: list[str], folder: Path) -> Run:
    """The quickest of a few runs; a long one is not repeated."""
    runs = [process(arguments, folder)]
    while len(runs) < RUNS and runs[0].wall < LONG:
        runs.append(process(arguments, folder))
    return min(runs, key=lambda run: run.cpu)


def found(run: Run) -> tuple[bool, str]:
    """Whether `prhl verify --format json` has measured the instance, and its epsilon; or why there is none."""
    if run.stopped:
        return False, f"not in {TIMEOUT:.0f} s"
    try:
        file = json.loads(run.printed)["files"][0]
    except (ValueError, LookupError):
        return False, "no report"
    if errors := [d["code"] for d in file["diagnostics"] if d["severity"] == "error"]:
        return False, errors[0]
    check = next((check for claim in file["claims"] for check in claim["checks"]), None)
    if check is None or check["epsilon"] is None:
        return False, "no check" if check is None else check["status"]
    if check["status"] == "violated":
        return False, "violated"  # the time is that of a witness
    exact, high = check["epsilon"]["exact"], check["epsilon"]["high"]
    if exact == "inf":
        delta = check["delta"]["high"]
        return True, f"inf, d {delta:.7f}" if delta > 1e-6 else f"inf, d {delta:.1e}"
    return True, exact if exact is not None and len(exact) <= 16 else f"<= {high}"


# ---- the table ---------------------------------------------------------------------------------

HEAD = (
    f"{'':<14} {'size':>9} {'epsilon':<17}{'wall':>6}{'CPU':>6}{'MB':>5}{'bar':>5}     "
    f"{'channel':>8}{'twice s':>8}{'MB':>6} " + "".join([f"{name:>7}" for name in PEERS])
)


def run() -> None:
    with tempfile.TemporaryDirectory() as name:
        _table(Path(name))
    _transitions()


def _table(folder: Path) -> None:
    path = folder / "smallest.wl"
    path.write_text(SMALLEST.file(0), encoding="utf-8")
    process(["verify", str(path)], folder)  # compiles
    process(["channel", str(path)], folder)
    start = best([*CHECKED, str(path)], folder)
    print("\nexact road, whole process: `prhl verify`, CPU seconds of `prhl channel`, peers as multiples of our CPU")
    print(HEAD)
    print(_line(SMALLEST, 0, start, "", path, folder))
    for workload in WORKLOADS:
        runs: dict[int, Run] = {}
        for size in workload.sizes:
            path.write_text(workload.file(size), encoding="utf-8")
            runs[size] = best([*CHECKED, str(path)], folder)
            half = runs.get(size // 2) if size % 2 == 0 else None
            growth = _growth(half, runs[size], start) if half and found(half)[0] else ""
            print(_line(workload, size, runs[size], growth, path, folder), flush=True)


def _line(workload: Workload, size: int, verified: Run, growth: str, path: Path, folder: Path) -> str:
    measured, epsilon = found(verified)
    at = f"{workload.size} {size}" if size else ""
    head = f"{workload.name if size in (0, workload.sizes[0]) else '':<14} {at:>9} {epsilon:<17}"
    bar = workload.bars.get(size)
    wanted = "" if bar is None else f"{bar:>5.1f}"
    if not measured:
        return f"{head}{'-':>6}{'-':>6}{'-':>5}{wanted}".rstrip()
    if bar is not None:
        wanted += " ok" if verified.cpu < bar else " OVER"
    channel = best(["channel", "--format", "csv", str(path)], folder)
    took = f"> {TIMEOUT:.0f}" if channel.stopped else f"{channel.cpu:.2f}" if channel.status == 0 else "failed"
    ratios = [_ratio(peer, verified.cpu) for peer in workload.peers.get(size, ())]
    return (
        f"{head}{verified.wall:>6.2f}{verified.cpu:>6.2f}{verified.megabytes:>5.0f}{wanted:<10}{took:>8}{growth:>14} "
        + "".join([f"{ratio:>7}" for ratio in ratios])
    ).rstrip()


def _growth(half: Run, whole: Run, start: Run) -> str:
    seconds, megabytes = half.cpu - start.cpu, half.megabytes - start.megabytes
    time_by = _times((whole.cpu - start.cpu) / seconds) if seconds >= LEAST[0] else ""
    memory_by = _times((whole.megabytes - start.megabytes) / megabytes) if megabytes >= LEAST[1] else ""
    return f"{time_by:>8}{memory_by:>6}"


def _ratio(peer: float | None, ours: float) -> str:
    if peer is None:
        return ""
    return f"{'>' if peer >= TIMEOUT else ''}{_times(peer / ours)}"


def _times(ratio: float) -> str:
    return f"{ratio:.{0 if ratio >= 10 else 1}f}"


# ---- in this process ---------------------------------------------------------------------------


def _transitions() -> None:
    """What a step of the compiled engine costs, and what the same rows take as they are run."""
    from prhl import pipeline
    from prhl.semantics.flat import flatten
    from prhl.source import Source

    print("\nengine alone, in this process, both rows: every run listed, by the transition (an outcome of a sampling")
    print("in a live state); and as it is run, where generating functions and closed forms may do without listing")
    print(f"{'':<14} {'size':>9}  {'transitions':>12}{'listed s':>10}{'ns each':>9}{'as run s':>10}")
    for workload in WORKLOADS:
        if workload.transitions is None:
            continue
        count = workload.transitions
        size = max([size for size in workload.sizes if count(size) <= MOST])
        file = pipeline.load(Source("bench.wl", workload.text))
        program = flatten(file.programs["P"], file.programs)
        listed = _engine_seconds(program, workload.rows(size), listing=True)
        as_run = _engine_seconds(program, workload.rows(size), listing=False)
        each = f"{1e9 * listed / (2 * count(size)):.0f}" if isinstance(listed, float) else ""
        cells = [f"{took:.3f}" if isinstance(took, float) else "-" for took in (listed, as_run)]
        why = "" if isinstance(listed, float) else f"  {listed}"
        line = f"{workload.name:<14} {f'{workload.size} {size}':>9}  {2 * count(size):>12}"
        print(f"{line}{cells[0]:>10}{each:>9}{cells[1]:>10}{why}"[:118], flush=True)


def _engine_seconds(program: Any, rows: list[dict[str, Any]], listing: bool) -> float | str:
    """CPU seconds for the rows, or why there are none."""
    from prhl.exact import Machine
    from prhl.semantics.evaluate import Undecidable
    from prhl.semantics.limits import Exploded, Limits

    machine = Machine(program, Limits(states=5_000_000, seconds=TIMEOUT))
    machine.restart()
    started = time.process_time()
    try:
        found = [machine.engine.listed(given, counting=False) if listing else machine.run(given) for given in rows]
    except (Exploded, Undecidable) as stopped:
        return stopped.message
    took = time.process_time() - started
    if listing and not all([hasattr(row, "weights") and not getattr(row, "closed", False) for row in found]):
        return "not listed"  # no transitions were made that could be counted
    return took


if __name__ == "__main__":
    run()
