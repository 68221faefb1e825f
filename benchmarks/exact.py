"""The exact road on the workloads that the published tools were measured on.

The peers' figures are CPU seconds of their whole process, recorded once on a machine like the one this was
written on (two cores); ours are CPU seconds in this process, for two rows and their smallest epsilon. Read them as
ratios: the peers are not run here. `growth` is our time at the larger size over that at the smaller.
"""

import time
from dataclasses import dataclass

from prhl import pipeline
from prhl.exact.engine import Limits, Machine
from prhl.exact.flat import flatten
from prhl.measures.closeness import smallest_epsilon
from prhl.source import Source

NOISE = "Truncate(DiscreteLaplace(1/ln(2)), -10, 10)"

W1 = """program P(d : private list[bool]) : int {
  c := 0;
  for i in 0 .. size(d) {
    b :=$ Flip(1/2);
    if (b) { o := d[i]; } else { o :=$ Flip(1/2); }
    if (o) { c := c + 1; }
  }
  return c;
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
    z :=$ {NOISE};
    if (i = 0 || q[i] + z > max) {{ max := q[i] + z; best := i; }}
  }}
  return best;
}}"""

W5 = f"""program P(q : private list[int]) : list[bool] {{
  t :=$ {NOISE};
  out := [];
  done := false;
  for i in 0 .. size(q) {{
    if (!done) {{
      z :=$ {NOISE};
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

W7 = """program P(d : private list[int]) : list[int] {
  s := 0;
  r := [];
  for i in 0 .. size(d) {
    z :=$ Truncate(DiscreteLaplace(1/ln(2)), -5, 5);
    s := s + d[i];
    r := r ++ [s + z];
  }
  return r;
}"""


@dataclass(frozen=True)
class Workload:
    name: str
    text: str
    sizes: tuple[tuple[str, list[dict[str, object]]], ...]
    peers: str


def _bits(n: int) -> list[dict[str, object]]:
    return [{"d": (True,) * n}, {"d": (True,) * (n - 1) + (False,)}]


def _numbers(name: str, n: int) -> list[dict[str, object]]:
    return [{name: (0,) * n}, {name: (0,) * (n - 1) + (1,)}]


def _answers(k: int) -> list[dict[str, object]]:
    return [{"x": False, "k": k}, {"x": True, "k": k}]


WORKLOADS = (
    Workload("W1 noisy count of n bits", W1, (("n = 100", _bits(100)), ("n = 1000", _bits(1000))),
             "Storm .22 / >60, PSI 6.2 / >60, Kuifje 22 / >60"),
    Workload("W3 thesis's Gaussian sampler", W3,
             tuple([(f"{n} rounds", [{"resp": b, "rounds": n} for b in (False, True)]) for n in (10, 30)]),
             "Storm .32 (merged by hand), PSI >60, Kuifje >60"),
    Workload("W4 noisy max of k", W4, tuple([(f"k = {k}", _numbers("q", k)) for k in (8, 16)]),
             "Storm .26, Kuifje .51, PSI 3.8 at k = 8"),
    Workload("W5 above threshold, m queries", W5, tuple([(f"m = {m}", _numbers("q", m)) for m in (20, 40)]),
             "Storm .28, PSI 3.1, Kuifje 3.6 at m = 20"),
    Workload("W6 k answers, transcript", W6_TRANSCRIPT, tuple([(f"k = {k}", _answers(k)) for k in (12, 16)]),
             "Kuifje 2.9, Storm 4.1, PSI >60 at k = 16"),
    Workload("W6 k answers, sum", W6_SUM, tuple([(f"k = {k}", _answers(k)) for k in (100, 1000)]),
             "PSI >60 at k = 1000"),
    Workload("W7 n noisy sums, transcript", W7, tuple([(f"n = {n}", _numbers("d", n)) for n in (4, 5)]),
             "Storm 4.7, Kuifje >60, PSI >60 at n = 5"),
)  # fmt: skip


def measured(text: str, inputs: list[dict[str, object]]) -> float:
    """CPU seconds from the text to the smallest epsilon."""
    started = time.process_time()
    file = pipeline.load(Source("bench.wl", text))
    machine = Machine(flatten(file.programs["P"], file.programs), Limits(states=3_000_000, seconds=300))
    rows = [machine.run(given) for given in inputs]
    smallest_epsilon(rows, rows, [(0, 1), (1, 0)])
    return time.process_time() - started


def run() -> None:
    measured(W6_SUM, _answers(1))  # imports and the grammar
    print("exact road, CPU seconds from the text to the smallest epsilon of two rows")
    for workload in WORKLOADS:
        times = [measured(workload.text, inputs) for _, inputs in workload.sizes]
        cells = ", ".join([f"{size} {took:.3f}" for (size, _), took in zip(workload.sizes, times, strict=True)])
        print(f"  {workload.name:<30} {cells:<34} growth {times[1] / times[0]:5.1f}   peers: {workload.peers}")
