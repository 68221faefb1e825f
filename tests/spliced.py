"""Files that nobody would write, in great numbers: whatever they say, the tool answers, and never with a fault.

A seed stands for a file: an example or a trap with one to three changes, each a slip (tests/edits.py) or an expression,
a statement or an annotation of another file in the place of one of its own, about the names that are there. What the
front end refuses is refused; the others are verified with little effort, finding and an attack included.

    python -m tests.spliced [--files 2000] [--from SEED]

It ends with status 1 at the first file that is a fault or an alarm, and prints it.
"""

import argparse
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import prhl.finding as finding
from prhl import pipeline
from prhl.checks.laboratory import Effort
from prhl.diagnostics import Rejected
from prhl.finding.effort import Effort as Finding
from prhl.search.search_budget import Budget
from prhl.semantics.limits import Limits
from prhl.solvers import Limits as Solving
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.printer import print_file
from tests.edits import edited, nodes, rebuilt

ROOT = Path(__file__).parent.parent
LONGEST = 2_000  # letters of a file that is taken
LITTLE = {"questions": 30, "resources": 100_000, "plans": 1, "choices": 30}
EFFORT = Effort(Limits(states=4_000, steps=60_000, rounds=200, outcomes=1_000))
KINDS: tuple[tuple[type, ...], ...] = (
    get_args(ast.Formula),
    (ast.Assign, ast.Sample, ast.If, ast.While, ast.For, ast.Joint, ast.Assert, ast.Leak, ast.Skip),
    (ast.Invariant, ast.Decreases, ast.Alone),
    (ast.CoupleMap, ast.CoupleNone, ast.CoupleBy),
)
"""What may stand where another of its row stood."""


@cache
def trees() -> list[ast.File]:
    paths = sorted([*ROOT.glob("examples/*/*.wl"), *ROOT.glob("tests/traps/*.wl")])
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [parse(Source("given.wl", text)).file for text in texts if len(text) <= LONGEST]


def texts(seed: int) -> Iterator[str]:
    """The file of a seed, after each of its changes."""
    random = Random(f"spliced {seed}")
    tree = random.choice(trees())
    for _ in range(random.randint(1, 3)):
        tree = _grafted(tree, random) if random.random() < 0.7 else edited(tree, random)[0]
        yield print_file(tree)


def _grafted(tree: ast.File, random: Random) -> ast.File:
    kind = random.choice(KINDS)
    found = [(path, node) for path, node in nodes(tree, ()) if isinstance(node, kind)]
    places = [(path, node) for path, node in found if path[-1][0] != "exponents"]  # which are literals
    grafts = [node for _, node in nodes(random.choice(trees()), ()) if isinstance(node, kind)]
    if not places or not grafts:
        return tree
    path, old = random.choice(places)
    names = sorted({node.name for _, node in nodes(tree.items[path[0][1]], ()) if isinstance(node, ast.Variable)})
    runs = {node.run for _, node in nodes(old, ()) if isinstance(node, ast.Variable)} or {0}
    new: Any = random.choice(grafts)
    for inner, node in list(nodes(new, ())):
        if isinstance(node, ast.Variable) and names:
            run = node.run if node.run in runs else random.choice(sorted(runs))
            new = rebuilt(new, inner, replace(node, name=random.choice(names), run=run))
    return rebuilt(tree, path, new)  # type: ignore[no-any-return]


def accepted(text: str) -> bool:
    """Whether the front end takes it."""
    try:
        pipeline.load(Source("given.wl", text))
    except Rejected:
        return False
    return True


def wrong(text: str) -> str | None:
    """What goes wrong where it is verified with little effort: a fault, or the two roads contradict each other."""
    source, search = Source("given.wl", text), Budget(steps=20_000, pairs=3)
    try:
        with patch.object(finding, "Effort", lambda: Finding(**LITTLE)):
            report = pipeline.verify(source, EFFORT, Solving(rlimit=100_000), search=search, find=True)
    except Exception:
        return traceback.format_exc()
    return report.fault or next((claim.alarm for claim in report.claims if claim.alarm), None)


def main() -> int:
    words = argparse.ArgumentParser("tests.spliced", description="Files that nobody would write.")
    words.add_argument("--files", type=int, default=2_000, help="that the front end accepts")
    words.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    asked = words.parse_args()
    done, seed = 0, asked.first
    while done < asked.files:
        for text in texts(seed):
            found = wrong(text)
            if found is not None:
                print(f"seed {seed}\n{text}\n{found}")
                return 1
            done += accepted(text)
        if seed % 100 == 0:
            print(f"  {done} files, seed {seed}", file=sys.stderr, flush=True)
        seed += 1
    print(f"{done} files were verified, none of them a fault; the next seed is {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
