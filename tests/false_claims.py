"""False claims in great numbers, with finding on: none may be proved.

A seed stands for a file. Most come from tests/agreement.py, without their annotations: each claim gets variants
(budgets just below what is true and in other shapes, wider relations, other notions), and brute force says which of
them are false. Some are examples with a slip in them that the search for attacks refutes; what is refuted at a budget
is false of every smaller one and of every wider relation. Only the proof and the search for it are asked for; what an
attack would find is known before, and what a proof lacks that is not complete is of no use here. One file in a hundred
is asked for as `prhl verify` would, with all its effort, and for the attempt that came furthest.

    python -m tests.false_claims [--claims 100000] [--from SEED] [--jobs N] [--out FILE]

It ends with status 1 at the first false claim that is proved, or where the search crashes, and writes down the file.
"""

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

import prhl.finding as finding
from benchmarks.stripped import strip
from prhl import pipeline
from prhl.diagnostics import Rejected
from prhl.finding.effort import Effort
from prhl.found_proofs import Finder, as_annotated
from prhl.search.search_budget import Budget
from prhl.solvers import Limits
from prhl.solvers.by_z3 import Session
from prhl.solvers.kept_answers import Answers
from prhl.solvers.query import Answer, Query
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.syntax.printer import print_file
from tests import agreement, brute, truth
from tests.brute import Beyond
from tests.edits import edited, number_of
from tests.truth import World

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    path
    for folder in ("mechanisms", "peers", "unannotated")
    for path in sorted((ROOT / "examples" / folder).glob("*.wl"))
]
ONE_IN = 40  # files is an example
WHOLE = 100  # one file in so many is searched with the effort of `prhl verify`
LITTLE = {"questions": 40, "resources": 200_000, "plans": 2, "choices": 100}
LIMITS = Limits(rlimit=200_000)
PATHS = 1_500  # of one input, for brute force
ATTACK = Budget(steps=600_000, pairs=8)
MOST = 8  # variants of a claim
CHUNK = 10  # seeds that a process is given at once
ANY = ast.Variable("any")
SHARES = [Fraction(n, d) for n, d in ((999, 1000), (99, 100), (9, 10), (3, 4), (1, 2), (1, 3), (0, 1))]


@dataclass(frozen=True)
class Case:
    """Files about the same programs, and which claims in them are false."""

    texts: tuple[str, ...]
    false: frozenset[str]
    origin: str


class FalseProof(AssertionError):
    """A claim that is false, and proved; or a crash on the way."""


# ---- variants of a claim -----------------------------------------------------------------------


def variants(claim: ast.Claim, ratio: Fraction | None) -> list[ast.Claim]:
    """Less budget, a wider relation, another notion; `ratio` is the smallest exp(eps) that would do, if it is known."""
    if isinstance(claim, ast.Quadruple):
        if claim.within is None:
            return [replace(claim, pre=ast.Boolean(True))]
        return [replace(claim, within=replace(claim.within, epsilon=one)) for one in _less(claim.within.epsilon, ratio)]
    found: list[ast.Claim] = [replace(claim, relation=one) for one in wider(claim.relation)]
    if not claim.notion.arguments:
        return found
    *before, budget = claim.notion.arguments[:2] if claim.notion.name.text == "rdp" else claim.notion.arguments[:1]
    rest = claim.notion.arguments[len(before) + 1 :]
    less = _less(budget, ratio)
    found += [replace(claim, notion=replace(claim.notion, arguments=(*before, one, *rest))) for one in less]
    found.append(replace(claim, notion=ast.Notion(ast.Name("noninterference"), ())))
    if claim.notion.name.text == "dp" and not rest:
        small = [number_of(Fraction(1, n)) for n in (1000, 20, 4)]
        found += [_as(claim, "dp", one, delta) for one in (less[0], less[-1]) for delta in small]
        half = ast.Arithmetic(("/",), (ast.Power(ast.Paren(budget), (ast.Number("2"),)), ast.Number("2")))
        found += [_as(claim, "zcdp", _times(half, share)) for share in SHARES[1:5:2]]
        found += [_as(claim, "rdp", ast.Number("2"), _times(budget, share)) for share in SHARES[1:5:2]]
    return found


def _less(budget: ast.Formula, ratio: Fraction | None) -> list[ast.Formula]:
    """Smaller budgets: shares of the one that is there, and just below what is needed."""
    found: list[ast.Formula] = [_times(budget, share) for share in SHARES]
    found.append(ast.Arithmetic(("-",), (ast.Paren(budget), number_of(Fraction(1, 1000)))))
    if ratio is not None and ratio > 1:
        near = [1 + (ratio - 1) * share for share in SHARES[:-1]]
        found += [ast.Call(ast.Name("ln"), (number_of(one),)) for one in near]
        exact = ast.Call(ast.Name("ln"), (number_of(ratio),))
        found += [_times(exact, share) for share in SHARES[:-1]]
        found.append(ast.Arithmetic(("-",), (exact, number_of(Fraction(1, 10**6)))))
    return found


def _times(budget: ast.Formula, share: Fraction) -> ast.Formula:
    return ast.Arithmetic(("*",), (number_of(share), ast.Paren(budget)))


def _as(claim: ast.Satisfies, notion: str, *budget: ast.Formula) -> ast.Satisfies:
    return replace(claim, notion=ast.Notion(ast.Name(notion), budget))


def wider(relation: ast.Formula) -> list[ast.Formula]:
    """Relations that hold of more pairs than this one does."""
    found: list[ast.Formula] = [ANY]
    match relation:
        case ast.Connective("&&", (first, *rest)):
            found += [first, *rest]
        case ast.Call(ast.Name("one_differs"), (given, bound)):
            found.append(ast.Call(ast.Name("all_within"), (given, bound)))
        case _:
            pass
    match relation:
        case ast.Call(ast.Name("within" | "all_within" | "one_differs"), (given, bound)):
            found.append(replace(relation, arguments=(given, ast.Arithmetic(("+",), (bound, ast.Number("1"))))))
        case _:
            pass
    return found


# ---- files -----------------------------------------------------------------------------------


def false_claims(seed: int) -> Case | None:
    """The file of a seed, if something in it is false for sure."""
    random = Random(f"false claims {seed}")
    return _of_example(random) if seed % ONE_IN == ONE_IN - 1 else _of_sketch(random, seed)


def _of_sketch(random: Random, seed: int) -> Case | None:
    case = agreement.generate(f"false claims {seed}")
    with suppress(Rejected), patch.object(truth, "MOST_PATHS", PATHS):
        case = replace(case, text=strip(case.source))
        world = case.world
        claims = _claims(world.file)
        false = {name for name, claim in claims.items() if _broken(world, claim)}
        typed = pipeline.load(case.source)
        lemmas = {name for claim in typed.claims for name in typed.may_cite(claim)}
        asked = [claim for name, claim in claims.items() if name not in lemmas]
        new = [one for claim in asked for one in _false_variants(world, claim, random)]
        return _case(world.file, false, new, case.origin)
    return None


def _false_variants(world: World, claim: ast.Claim, random: Random) -> list[ast.Claim]:
    ratio = None
    with suppress(Beyond, KeyError, *brute.FAULTS):
        ratio = truth.needed(world, claim)
    found: list[ast.Claim] = []
    for one in _some(variants(claim, ratio), 2 * MOST, random):
        if len(found) < MOST and _broken(world, one):
            found.append(one)
    return found


def _broken(world: World, claim: ast.Claim) -> bool:
    """Whether brute force finds two inputs of which the claim is false, or one on which the program stops."""
    with suppress(Beyond, KeyError, *brute.FAULTS):
        said = truth.judge(world, claim)
        return said.broken is not None or said.fault is not None
    return False


def _of_example(random: Random) -> Case | None:
    """An example after a slip, with the claims that the search for attacks refutes, and what is false as they are."""
    path = random.choice(EXAMPLES)
    tree = parse(Source("false.wl", strip(Source("false.wl", path.read_text(encoding="utf-8"))))).file
    slip = "as it is"
    if random.random() < 0.8:
        tree, slip = edited(tree, random)
    first = {name: _unmeasured(random.choice(variants(claim, None))) for name, claim in _claims(tree).items()}
    tree = replace(tree, items=tuple([first.get(item.name.text, item) for item in tree.items]))
    text = print_file(tree)
    with suppress(Rejected):
        pipeline.load(Source("false.wl", text))
        report = pipeline.refute(Source("false.wl", text), ATTACK)
        false = {one.name for one in report.claims if one.verdict.word == "refuted"}
        claims = _claims(tree)
        new = [one for name in sorted(false) for one in _some(_weaker(claims[name]), MOST, random)]
        return _case(tree, false, new, f"{path.name}; {slip}")
    return None


def _weaker(claim: ast.Claim) -> list[ast.Claim]:
    """What is false wherever the claim is."""
    if isinstance(claim, ast.Quadruple):
        return []
    found: list[ast.Claim] = [replace(claim, relation=one) for one in wider(claim.relation)]
    if claim.notion.name.text == "dp":
        first, *rest = claim.notion.arguments
        found += [_as(claim, "dp", _times(first, share), *rest) for share in SHARES]
    return found


def _some(claims: list[ast.Claim], most: int, random: Random) -> list[ast.Claim]:
    return random.sample(claims, min(len(claims), most))


def _unmeasured(claim: ast.Claim) -> ast.Claim:
    return replace(claim, options=tuple([o for o in claim.options if not isinstance(o, ast.Check | ast.Expect)]))


def _claims(file: ast.File) -> dict[str, ast.Claim]:
    return {item.name.text: item for item in file.items if isinstance(item, ast.Satisfies | ast.Quadruple)}


def _case(file: ast.File, false: set[str], new: list[ast.Claim], origin: str) -> Case | None:
    """A file for each claim and each variant that is well typed; one for all of them if some may rest on others."""
    named = [replace(_unmeasured(claim), name=ast.Name(f"false{at}")) for at, claim in enumerate(new)]
    programs = [item for item in file.items if isinstance(item, ast.Program)]
    if len(programs) > 1:
        texts = (print_file(ast.File((*file.items, *_typed(file.items, named)))),)
    else:
        kept = [one for one in _claims(file).values() if _valid([*programs, one])]
        texts = tuple([print_file(ast.File((*programs, one))) for one in (*kept, *_typed(programs, named))])
    bad = frozenset([*false, *[claim.name.text for claim in named]])
    return Case(texts, bad, origin) if bad and texts else None


def _typed(items: Sequence[ast.Item], claims: list[ast.Claim]) -> list[ast.Claim]:
    """Those that are well typed beside the items; most often that is all of them."""
    return claims if _valid([*items, *claims]) else [one for one in claims if _valid([*items, one])]


def _valid(items: list[ast.Item]) -> bool:
    try:
        pipeline.load(Source("false.wl", print_file(ast.File(tuple(items)))))
    except Rejected:
        return False
    return True


# ---- asking ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """What came of a seed: how many claims are false, how many of the others are proved, and what went wrong."""

    seed: int
    false: int = 0
    others: int = 0
    proved: int = 0
    seconds: float = 0.0
    wrong: str = ""


@contextmanager
def briefly() -> Iterator[None]:
    """With little effort, and without a word on what an incomplete proof lacks; a complete one is what it always is.
    Variants of a claim have most of their questions in common, and the same question is asked once."""
    asked, known = Session.answer, dict[str, Answers]()

    def answer(session: Session, query: Query) -> Answer:
        answers = known.setdefault(repr(session.limits), Answers(partial(asked, session)))
        answers.solve = partial(asked, session)
        return answers(query)

    with (
        patch.object(Session, "answer", answer),
        patch.object(finding, "Effort", lambda: Effort(**LITTLE)),
        patch.object(pipeline, "as_annotated", partial(as_annotated, brief=True)),
        patch.object(Finder, "furthest", lambda _, proof: proof),
    ):
        yield


def tried(seed: int) -> Tried:
    """The false claims of a seed and the others beside them, each with a proof that is sought."""
    started = time.process_time()
    case = false_claims(seed)
    false = others = proved = 0
    with nullcontext() if seed % WHOLE == WHOLE - 1 else briefly():
        for text in case.texts if case is not None else ():
            try:
                for claim, proof in pipeline.proofs(Source("false.wl", text), limits=LIMITS, find=True):
                    wrong = claim.name in case.false
                    if wrong and proof.complete:
                        raise FalseProof(f"{claim.name} is false, and proved")
                    false, others, proved = false + wrong, others + (not wrong), proved + proof.complete
            except Exception as fault:  # whatever it is, somebody has to look at it
                said = str(fault) if isinstance(fault, FalseProof) else traceback.format_exc()
                lines = "".join([f"// {line}\n" for line in f"seed {seed}: {said}; {case.origin}".splitlines()])
                return Tried(seed, false, others, proved, wrong=f"{lines}{text}")
    return Tried(seed, false, others, proved, time.process_time() - started)


def chunk(first: int) -> list[Tried]:
    return [tried(seed) for seed in range(first, first + CHUNK)]


def in_order(first: int, jobs: int) -> Iterator[Tried]:
    """All seeds from the first one on, without an end."""
    starts = iter(range(first, sys.maxsize, CHUNK))
    if jobs == 1:
        for start in starts:
            yield from chunk(start)
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=20) as pool:
        waiting = [pool.apply_async(chunk, (next(starts),)) for _ in range(2 * jobs)]
        while True:
            yield from waiting.pop(0).get()
            waiting.append(pool.apply_async(chunk, (next(starts),)))


def main() -> int:
    words = argparse.ArgumentParser("tests.false_claims", description="False claims, none of which may be proved.")
    words.add_argument("--claims", type=int, default=100_000, help="how many false claims (100000)")
    words.add_argument("--from", dest="first", type=int, default=0, help="the first seed (0)")
    words.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    words.add_argument("--out", type=Path, default=Path("false_proof.wl"), help="for what went wrong (false_proof.wl)")
    asked = words.parse_args()
    false = others = proved = 0
    seconds = 0.0
    for one in in_order(asked.first, asked.jobs):
        false, others, proved = false + one.false, others + one.others, proved + one.proved
        seconds += one.seconds
        if one.wrong:
            asked.out.write_text(one.wrong, encoding="utf-8")
            print(f"seed {one.seed}: {asked.out}\n{one.wrong}", flush=True)
            return 1
        done = false >= asked.claims
        if done or (one.seed + 1) % 20 == 0:
            print(
                f"seeds {asked.first} to {one.seed}: {false} false claims, none proved; "
                f"{proved} of {others} others proved; {seconds:.0f} s of a processor",
                flush=True,
            )
        if done:
            return 0
    raise AssertionError


if __name__ == "__main__":
    sys.exit(main())
