"""How long the front end takes on a large file, beside a plain read of its tokens."""

import re
import time
from collections.abc import Callable

from prhl import pipeline
from prhl.source import Source
from prhl.syntax.parser import parse

PIECE = """
// one of many
program P{n}(d : private list[real], eps : real) : real
  requires eps > 0;
{{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={{i}} && 0 <= i{{1}} && i{{1}} <= size(d{{1}}) && cost = 0;
    invariant s{{1}} - s{{2}} = (if i{{1}} > k then d{{1}}[k] - d{{2}}[k] else 0);
    decreases size(d) - i;
  {{
    s := s + d[i];
    i := i + 1;
  }}
  z :=$ Laplace(1/eps) couple z{{2}} = z{{1}} + s{{1}} - s{{2}};
  return s + z;
}}

claim private{n} : P{n} satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) in 1..3, d[_] in {{0, 1}}, eps in {{1/2, ln(2)}};
"""


def large(lines: int) -> Source:
    """A file of so many lines."""
    text = "".join([PIECE.format(n=n) for n in range(lines // PIECE.count("\n"))])
    return Source("large.wl", text)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def run() -> None:
    source = large(10_000)
    parse(large(100))  # the grammar is built once
    scan = seconds(lambda: re.findall(r"//[^\n]*|\w+|\S", source.text))
    print(f"front end, {source.text.count(chr(10))} lines")
    for name, work in (
        ("parse", lambda: parse(source)),
        ("check", lambda: pipeline.load(source)),
        ("fmt", lambda: pipeline.reformat(source)),
    ):
        took = seconds(work)
        print(f"  {name:<6} {took:6.2f} s   {took / scan:6.0f} x a scan of its words")
