"""The numbers of docs/attacks.md: what the tool says, and what a computation of its own says here."""

import json
import math
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
ATTACKS = ROOT / "examples" / "attacks"
PAGE = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
EVERY_BIT = ("--set", "size(d) = 3", "--set", "d[_] in {0, 1}")

Json = Any


@cache
def channel(file: str, program: str, *options: str) -> Json:
    arguments = ["channel", str(ATTACKS / file), "--program", program, *options, "--format", "json"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    (found,) = json.loads(done.stdout)["channels"]
    return found


def vulnerability(found: Json) -> Json:
    return found["posterior_vulnerability"]


def table(head: str) -> list[list[str]]:
    """The rows of the table that begins with these words."""
    found = re.search(rf"^\| {re.escape(head)} \|.*\n\|[ |-]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, head
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def is_told(cell: str, figure: Json) -> bool:
    """Whether a cell is the exact figure, or its decimals rounded up."""
    if figure["exact"] == "inf":
        return cell == "infinite"
    return cell == figure["exact"] if "." not in cell else float(cell) == figure["high"]


# ---- averaging -------------------------------------------------------------------------------


def majority(k: int, eps: float) -> float:
    """How often the majority of k votes is right, each being so with probability 1/(1 + exp(-eps))."""
    p = 1 / (1 + math.exp(-eps))
    right = sum([math.comb(k, v) * p**v * (1 - p) ** (k - v) for v in range(k // 2 + 1, k + 1)])
    tie = math.comb(k, k // 2) * (p * (1 - p)) ** (k // 2) if k % 2 == 0 else 0.0
    return right + tie / 2


def test_averaging() -> None:
    rows = table("k")
    assert [row[0] for row in rows] == ["1", "2", "4", "8", "10", "16", "32"]
    for count, plain, epsilon, spread, total in rows:
        for eps, cell, claimed in (("1", plain, epsilon), (f"1/{count}", spread, total)):
            found = channel("averaging.wl", "Votes", "--set", f"k={count}", "--set", f"eps={eps}")
            assert is_told(cell, vulnerability(found)), (count, eps)
            assert found["epsilon"]["exact"] == claimed
            expected = majority(int(count), float(Fraction(eps)))
            assert 0 <= vulnerability(found)["high"] - expected < 2e-7


@pytest.mark.parametrize("k", ["1", "2", "3", "4"])
def test_votes_are_as_good_as_all_answers(k: str) -> None:
    options = ("--set", f"k={k}", "--set", "eps=1")
    whole, votes = [channel("averaging.wl", name, *options) for name in ("Answers", "Votes")]
    assert vulnerability(whole) == vulnerability(votes)
    assert whole["epsilon"] == votes["epsilon"]


def test_the_posterior_after_ten_answers() -> None:
    found = channel("averaging.wl", "Votes", "--set", "k=10", "--set", "eps=1")
    posteriors = {inner["outputs"][0]: inner["posterior"] for inner in found["hyper"]}
    assert posteriors["8"] == ["exp(-6)/(1 + exp(-6))", "1/(1 + exp(-6))"]
    assert posteriors["5"] == ["1/2", "1/2"]
    assert "`1/(1 + exp(-6))`" in PAGE


def test_an_answer_that_is_kept() -> None:
    found = [channel("averaging.wl", "Kept", "--set", f"k={k}", "--set", "eps=1") for k in (1, 3)]
    assert vulnerability(found[0]) == vulnerability(found[1])
    assert vulnerability(found[0])["exact"] == "1/(1 + exp(-1))"


# ---- intersection ----------------------------------------------------------------------------


def best(rows: list[Counter[Any]]) -> Fraction:
    """The Bayes vulnerability of a channel that counts its equally likely runs."""
    outputs = {seen for row in rows for seen in row}
    total = sum([row.total() for row in rows])
    return Fraction(sum([max([row[seen] for row in rows]) for seen in outputs]), total)


def counts(release: Any) -> Fraction:
    """Bob and the number of the nine others; equally likely bits."""
    return best([Counter([release(bob, sum(bits)) for bits in product((0, 1), repeat=9)]) for bob in (0, 1)])


def test_intersection() -> None:
    rows = {row[0]: row[1:] for row in table("what is released")}
    found = {
        "one count": channel("intersection.wl", "OneCount"),
        "two counts": channel("intersection.wl", "TwoCounts"),
        "two counts, those below 5 kept back": channel("intersection.wl", "LargeCounts", "--set", "least=5"),
        "two counts with noise, eps = 1/2": channel(
            "intersection.wl", "NoisyCounts", "--set", "others=9", "--set", "eps=1/2"
        ),
    }
    assert rows.pop("nothing") == ["1/2", "0"]
    assert rows.keys() == found.keys()
    for name, (right, epsilon) in rows.items():
        assert is_told(right, vulnerability(found[name])), name
        assert is_told(epsilon, found[name]["epsilon"]), name
    assert Fraction(rows["one count"][0]) == counts(lambda bob, rest: bob + rest)
    assert Fraction(rows["two counts"][0]) == counts(lambda bob, rest: (bob + rest, rest))
    kept = counts(lambda bob, rest: tuple([n if n >= 5 else 0 for n in (bob + rest, rest)]))
    assert Fraction(rows["two counts, those below 5 kept back"][0]) == kept
    assert 0 < float(rows["two counts with noise, eps = 1/2"][0]) - noisy_counts(0.5) < 2e-7


def noisy_counts(eps: float) -> float:
    """Two counts with two-sided geometric noise, in a wide window."""
    q, window = math.exp(-eps), range(-60, 61)
    noise = {z: (1 - q) / (1 + q) * q ** abs(z) for z in window}
    rest = [math.comb(9, n) / 512 for n in range(10)]
    total = 0.0
    for first in range(-50, 60):
        for second in range(-50, 60):
            rows = [
                sum([p * noise.get(first - bob - n, 0.0) * noise.get(second - n, 0.0) for n, p in enumerate(rest)])
                for bob in (0, 1)
            ]
            total += max(rows) / 2
    return total


def test_tables() -> None:
    programs = {"1": "OneTable", "2": "TwoTables", "3": "ThreeTables"}
    rows = dict(table("tables"))
    assert rows.pop("0") == "1/4"
    assert rows.keys() == programs.keys()
    one = [Counter([tuple(sorted((bob, *pair))) for pair in product(range(4), repeat=2)]) for bob in range(4)]
    for number, right in rows.items():
        found = channel("tables.wl", programs[number], "--set", "bob in 0..3")
        assert is_told(right, vulnerability(found)), number
        together = [Counter() for _ in range(4)]  # type: list[Counter[Any]]
        for bob in range(4):
            for seen in product(one[bob].items(), repeat=int(number)):
                together[bob][tuple([name for name, _ in seen])] += math.prod([weight for _, weight in seen])
        assert Fraction(right) == best(together)


# ---- reconstruction --------------------------------------------------------------------------


def noisy_answers(m: int, e: int) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """For each list of answers the secrets that it may come from, which are all equally likely then."""
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for secret in product((0, 1), repeat=3):
        true = [sum([bit for at, bit in enumerate(secret) if group >> at & 1]) for group in range(7, 7 - m, -1)]
        for seen in product(*[range(answer - e, answer + e + 1) for answer in true]):
            found.setdefault(seen, []).append(secret)
    return found


def right_bits(secret: tuple[int, ...], guess: tuple[int, ...]) -> Fraction:
    return Fraction(sum([a == b for a, b in zip(secret, guess, strict=True)]), 3)


SECRETS = list(product((0, 1), repeat=3))


def test_reconstruction_by_many_counts() -> None:
    gain = str(ATTACKS / "right_bits.csv")
    rows = table("m")
    assert [row[0] for row in rows] == [str(m) for m in range(8)]
    for m, whole, bits in rows:
        options = ("--set", f"m={m}", "--set", "e=1", *EVERY_BIT)
        found = channel("reconstruction.wl", "Counts", *options, "--gain", gain)
        assert is_told(whole, vulnerability(found)), m
        assert is_told(bits, found["measures"]["g-leakage"]["posterior"]), m
        answers = noisy_answers(int(m), 1)
        runs = 8 * 3 ** int(m)
        assert Fraction(whole) == Fraction(len(answers), runs)
        gains = [max([sum([right_bits(s, guess) for s in some]) for guess in SECRETS]) for some in answers.values()]
        assert Fraction(bits) == sum(gains) / runs


def test_reconstruction_from_accurate_counts() -> None:
    for e, whole in table("e"):
        found = channel("reconstruction.wl", "Counts", "--set", "m=7", "--set", f"e={e}", *EVERY_BIT)
        assert is_told(whole, vulnerability(found)), e
        assert Fraction(whole) == Fraction(len(noisy_answers(7, int(e))), 8 * (2 * int(e) + 1) ** 7)


def test_the_table_of_gains() -> None:
    lines = (ATTACKS / "right_bits.csv").read_text(encoding="utf-8").splitlines()
    cells = [[Fraction(cell) for cell in line.split(",")] for line in lines]
    assert cells == [[right_bits(secret, guess) for secret in SECRETS] for guess in SECRETS]


def test_half_of_the_group_is_near_and_says_nothing() -> None:
    options = ("--set", "m=7", *EVERY_BIT)
    found = channel("reconstruction.wl", "HalfOfTheGroup", *options)
    assert vulnerability(found)["exact"] == "1/8"
    (output,) = found["outputs"]
    answers = [Fraction(part) for part in output.strip("[]").split(", ")]
    for secret in SECRETS:
        true = [sum([bit for at, bit in enumerate(secret) if group >> at & 1]) for group in range(7, 0, -1)]
        assert max([abs(a - b) for a, b in zip(true, answers, strict=True)]) <= Fraction(3, 2)


def test_noisy_bits() -> None:
    found = channel("reconstruction.wl", "NoisyBits", "--set", "eps=1", *EVERY_BIT)
    assert "0.3907119" in PAGE
    assert vulnerability(found)["high"] == 0.3907119
    assert abs(majority(1, 1) ** 3 - 0.3907119) < 2e-7
