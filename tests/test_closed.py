"""Closed forms against enumeration: random programs with noise of infinite support, run both ways.

Draws that are left undetermined are right if every outcome has the probability that listing finds for it: the same,
where nothing is missing; else between what is listed and that plus what is missing. Then the columns that infinite rows
are cut into must hold exactly the outcomes that are counted under them.
"""

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from time import monotonic
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.exact import closed, sampling
from prhl.exact.cells import Columns, columns, instance_of
from prhl.exact.closed import Patterns, Summand
from prhl.exact.densities import Density, NotClosed
from prhl.exact.engine import Limits, Machine, Row
from prhl.exact.evaluate import Fault
from prhl.exact.flat import FlatProgram, flatten
from prhl.measures.closeness import delta_of, smallest_epsilon
from prhl.numbers import Exponential, ln
from prhl.source import Source

EXAMPLES = int(os.environ.get("PRHL_EXAMPLES", "150"))


def quiet(share: int = 1) -> Any:
    return settings(
        max_examples=max(10, EXAMPLES // share),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


# ---- random programs -------------------------------------------------------------------------

INTS, BOOLS = ("a", "b", "c"), ("p", "q")
ENDLESS = [
    "DiscreteLaplace(1/ln(2))", "DiscreteLaplace(1/ln(3), {})", "Geometric(1/2)", "DiscreteLaplace(1/ln(2), {})",
    "Geometric(2/3)",
]  # fmt: skip
ENDING = [
    "Truncate(DiscreteLaplace(1/ln(2)), -2, 2)", "Clamp(DiscreteLaplace(1/ln(3), {}), -1, 2)", "Uniform(0..2)",
    "Uniform({{1, 4}})", "Uniform({{-1, {} + 7}})", "Choice({{0 @ 1/3, 5 @ 2/3}})", "Uniform(-1..|{} mod 3|)",
    "Truncate(DiscreteLaplace(1/ln(2)), -9, 9)", "Clamp(Geometric(1/2), -4, 14)", "Uniform(0..17)",
    "Truncate(Geometric(1/3), 1, 3)", "ExpMech(2*ln(2), [0, {}, 1])",
]  # fmt: skip


class Chance:
    """What the generator may still draw: enumeration must end."""

    def __init__(self, endless: int, ending: int) -> None:
        self.endless, self.ending = endless, ending


@st.composite
def numbers(draw, depth=2):
    kind = draw(st.integers(0, 13 if depth else 3))
    if kind == 0:
        return str(draw(st.integers(-2, 3)))
    if kind <= 3:
        return draw(st.sampled_from((*INTS, "n")))
    left, right = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if kind <= 6:
        return f"({left} + {right})"
    if kind <= 8:
        return f"({left} - {right})"
    if kind == 9:
        return f"({draw(st.sampled_from(['2', '-1', '-3', '0']))} * {left})"
    if kind == 10:
        return f"(if {draw(truths(depth - 1))} then {left} else {right})"
    if kind == 11:
        return f"{draw(st.sampled_from(['max', 'min']))}({left}, {right})"
    if kind == 12:
        return draw(st.sampled_from([f"abs({left})", f"max([{left}, 1, {right}])", f"sum([{left}, {right}, 2])"]))
    return draw(st.sampled_from([f"({left} mod 3)", f"floor({left} / 2 + 1/4)", f"ceil({left} + 1/3)", f"({left})"]))


@st.composite
def truths(draw, depth=2):
    kind = draw(st.integers(0, 7 if depth else 1))
    if kind <= 1:
        return draw(st.sampled_from((*BOOLS, "x")))
    if kind <= 5:
        sign = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
        half = draw(st.sampled_from(["", "", "", " / 2", " + 1/3"]))
        return f"({draw(numbers(depth - 1))}{half} {sign} {draw(numbers(depth - 1))})"
    if kind == 6:
        return f"(!{draw(truths(depth - 1))})"
    sign = draw(st.sampled_from(["&&", "||", "==>", "xor"]))
    return f"({draw(truths(depth - 1))} {sign} {draw(truths(depth - 1))})"


@st.composite
def samplings(draw, left: Chance):
    kind = draw(st.integers(0, 9))
    if kind <= 4 and left.endless:
        left.endless -= 1
        where = draw(st.sampled_from(["0", "n", *INTS, "a + 1"]))
        return f"{draw(st.sampled_from(INTS))} :=$ {draw(st.sampled_from(ENDLESS)).format(where)};"
    if not left.ending:
        return "skip;"
    left.ending -= 1
    if kind <= 7:
        where = draw(st.sampled_from(["0", "n", *INTS]))
        return f"{draw(st.sampled_from(INTS))} :=$ {draw(st.sampled_from(ENDING)).format(where)};"
    if kind == 8:
        return draw(st.sampled_from(["r :=$ Uniform({1/2, 1, 2});", "v :=$ Uniform(bits(2));", "k :=$ Uniform({[1], [0, 2]});"]))  # fmt: skip  # noqa: E501
    return f"{draw(st.sampled_from(BOOLS))} :=$ Flip({draw(st.sampled_from(['1/2', '1/3', 'if x then 1/4 else 2/3', 'if a > 0 then 1/4 else 1']))});"  # fmt: skip  # noqa: E501


SIMPLE = [
    "leak a;", "leak p;", "leak [b, c];", "l := l ++ [a];", "leak (q, c);", "l := [];", "p := true;", "leak r;",
    "leak v;", "leak k;", "r := r + a;", "k := k ++ [b];", "leak size(k);", "r := max([r, 1]);", "leak 3;", "a := 1;",
    "leak x;", "c := 0;", "b := b;", "leak sum(l);", "k := l;", "l[0] := c;",
]  # fmt: skip


@st.composite
def statements(draw, depth, left: Chance, counter="i"):
    kind = draw(st.integers(0, 9 if depth else 6))
    if kind <= 1:
        return f"{draw(st.sampled_from(INTS))} := {draw(numbers())};"
    if kind == 2:
        return f"{draw(st.sampled_from(BOOLS))} := {draw(truths())};"
    if kind <= 5:
        return draw(samplings(left))
    if kind == 6:
        simple = draw(st.sampled_from(SIMPLE))
        return simple if simple != "l[0] := c;" else "if (size(l) > 0) { l[0] := c; }"
    if kind <= 8:
        then, other = draw(blocks(depth - 1, left, counter)), draw(blocks(depth - 1, left, counter))
        return f"if ({draw(truths(1))}) {{ {then} }} else {{ {other} }}"
    return looped(draw, left, counter, depth)


def looped(draw, left: Chance, counter: str, depth: int) -> str:
    """A loop draws twice what its body draws."""
    inner = Chance(left.endless // 2, left.ending // 2)
    body = draw(blocks(depth - 1, inner, counter + "i"))
    left.endless -= 2 * (left.endless // 2 - inner.endless)
    left.ending -= 2 * (left.ending // 2 - inner.ending)
    if draw(st.booleans()):
        return f"for {counter} in 0 .. 2 {{ {body} }}"
    return f"{counter} := 0; while ({counter} < 2 && {draw(truths(1))}) {{ {body} {counter} := {counter} + 1; }}"


@st.composite
def blocks(draw, depth, left: Chance, counter="i"):
    return " ".join(draw(st.lists(statements(depth, left, counter), max_size=3)))


@st.composite
def programs(draw, endless=2, ending=2):
    """Everything is assigned at the start, so that anything may be read."""
    left = Chance(endless, ending)
    parts = [draw(samplings(left)), draw(blocks(2, left)), draw(samplings(left)), draw(blocks(2, left, "j"))]
    results = ["a", "p", "(a, q)", "l", "[a + b, c]", "a + n / 2", "(a - b, b)", "a > b", "r", "v", "k", "-a", "2 * b"]
    result = draw(st.sampled_from([*results, "max(a, b)", "(r, l)", "(p, [c, c - a])", "if p then a else b", "a / 2"]))
    start = "a := 0; b := 1; c := n; p := x; q := false; l := []; r := 1/2; v := 0b01; k := [0];"
    return f"program P(x : private bool, n : int) {{ {start} {' '.join(parts)} return {result}; }}"


# ---- both ways -------------------------------------------------------------------------------

INPUTS = [{"x": x, "n": n} for x in (False, True) for n in (0, 2)]


def flat_of(text: str) -> FlatProgram:
    file = pipeline.load(Source("x.wl", text))
    name = list(file.programs)[-1]
    return flatten(file.programs[name], file.programs)


def probability(found: Patterns, seen: tuple[Any, ...]) -> Any:
    """Of an outcome, from the densities at what was drawn if this was seen."""
    total: Any = Fraction(0)
    for pattern, terms in found.terms.items():
        drawn = instance_of(pattern, seen)
        if drawn is not None:
            for term in terms:
                total = total + mass(term, drawn)
    return total


def mass(term: Summand, drawn: tuple[Any, ...]) -> Any:
    total = term.weight
    for density, value in zip(term.draws, drawn, strict=True):
        total = total * (density.at(value) if isinstance(density, Density) else dict(density.masses).get(value, 0))
    return total


def closed_or_fault(flat: FlatProgram, inputs: dict[str, Any], steps: int = 2_000) -> Patterns | Fault | None:
    try:
        return closed.run(flat, inputs, monotonic() + 10, steps)
    except NotClosed:
        return None
    except Fault as fault:
        return fault


def listed_or_fault(flat: FlatProgram, inputs: dict[str, Any]) -> Row | Fault:
    machine = Machine(flat, Limits(seconds=30))
    machine.enumerate_all()
    try:
        return machine.listed(inputs)
    except Fault as fault:
        return fault


def compared(flat: FlatProgram, inputs: dict[str, Any]) -> tuple[Patterns, Row] | None:
    """Both ways, after every outcome was compared; None if there is no closed form, or a run-time error."""
    found, row = closed_or_fault(flat, inputs), listed_or_fault(flat, inputs)
    if found is None:
        return None
    if isinstance(found, Fault) or isinstance(row, Fault):
        assert isinstance(found, Fault), row
        # one that is out of sight is no contradiction
        assert isinstance(row, Fault) or row.cut, found
        return None
    for seen in row.weights:
        exact, low = probability(found, seen), row.probability(seen)
        assert low <= exact <= low + row.missing, (seen, exact, low)
    if not row.missing:  # and there are no others
        total = sum([probability(found, seen) for seen in row.weights], Fraction(0))
        assert total == 1
    return found, row


def cut_compared(pairs: list[tuple[Patterns, Row]]) -> Columns | None:
    """The columns of the rows against the outcomes that are counted under them."""
    try:
        cut = columns([found for found, _ in pairs])
    except NotClosed:
        return None
    for (_, row), weights in zip(pairs, cut.rows, strict=True):
        assert sum(weights.values(), Fraction(0)) == 1
        counted: dict[Any, Any] = {}
        for seen in row.weights:
            column = cut.classify(seen)
            counted[column] = counted.get(column, Fraction(0)) + row.probability(seen)
        assert set(counted) <= set(weights)
        for column, exact in weights.items():
            low = counted.get(column, Fraction(0))
            assert low <= exact <= low + row.missing, column
    closed_rows = [Row(weights, 1, Fraction(0)) for weights in cut.rows]
    rows = [row for _, row in pairs]
    for i, j in combinations(range(len(rows)), 2):
        measured(closed_rows, rows, (i, j))
        measured(closed_rows, rows, (j, i))
    return cut


def measured(cut: list[Row], rows: list[Row], pair: tuple[int, int]) -> None:
    """Epsilon, and delta at two budgets, of a pair: by columns and by outcomes."""
    by_columns, by_outcomes = smallest_epsilon(cut, cut, [pair]), smallest_epsilon(rows, rows, [pair])
    if by_outcomes.exact:
        assert by_columns.ratio == by_outcomes.ratio
    elif by_columns.ratio is not None:
        assert by_outcomes.ratio is not None
        assert by_outcomes.ratio <= by_columns.ratio
    for budget in (Fraction(0), ln(Fraction(2))):
        growth = Exponential(budget)
        first = delta_of(cut[pair[0]], cut[pair[1]], growth, pair)
        second = delta_of(rows[pair[0]], rows[pair[1]], growth, pair)
        delta = first.above - first.below * growth.value
        order = second.compare(delta)
        assert order is None or order == 0, (delta, second)


def window(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    monkeypatch.setattr(sampling, "FAR", bits)


@pytest.fixture
def shares() -> Iterator[Counter[str]]:
    yield Counter()


def compare_all(text: str, shares: Counter[str]) -> None:
    flat = flat_of(text)
    pairs = []
    for inputs in INPUTS:
        found = compared(flat, inputs)
        shares["rows"] += 1
        if found is not None:
            shares["closed"] += 1
            shares["open"] += not found[0].is_plain
            pairs.append(found)
    shares["channels"] += 1
    if len(pairs) == len(INPUTS) and cut_compared(pairs) is not None:
        shares["cut"] += 1


# ---- mechanisms ------------------------------------------------------------------------------

NOISE = [
    "DiscreteLaplace(1/ln(2))", "DiscreteLaplace(1/ln(3))", "Geometric(1/2)", "Truncate(DiscreteLaplace(1/ln(2)), -2, 3)",
    "Uniform(-1..2)", "Uniform({-2, 0, 1})", "Clamp(DiscreteLaplace(1/ln(2)), -1, 2)", "Truncate(Geometric(1/2), 0, 20)",
]  # fmt: skip
IRRATIONAL = [
    "DiscreteLaplace(1)", "DiscreteLaplace(2)", "DiscreteLaplace(2/ln(2))", "Geometric(1 - exp(-1/2))",
    "Truncate(DiscreteLaplace(1/2), -1, 2)", "Uniform(0..1)", "Clamp(DiscreteLaplace(3/ln(3)), 0, 2)",
    "Geometric(1 - exp(-ln(2)/3))",
]  # fmt: skip


@st.composite
def mechanisms(draw, noise=tuple(NOISE)):
    """Sparse vector, noisy maximum, histograms and chains of them, more or less right."""
    some = st.sampled_from(noise)
    sign = st.sampled_from(["<", "<=", ">", ">=", "=", "!="])
    shift = st.sampled_from(["0", "n", "1", "-n", "1/2", "n/3", "-2"])
    q0, q1 = "(if x then 1 else 0)", draw(st.sampled_from(["(if x then 0 else 1)", "2", "(if x then 2 else 1)"]))
    y, z, w = [f"{name} :=$ {draw(some)};" for name in "yzw"]
    minus = draw(st.sampled_from(["", "-", "", "2*"]))
    left, right = f"{q0} + {minus}y + {draw(shift)}", f"z + {draw(shift)}"
    kind = draw(st.integers(0, 7))
    if kind == 0:  # is the noisy answer above the noisy threshold? again, with the same threshold
        again = draw(st.sampled_from([z, ""]))
        return f"{z} {y} a := {left} {draw(sign)} {right}; {again} {w} b := {q1} + w {draw(sign)} {right};", "[a, b]"
    if kind == 1:  # stops at the first one
        stop = draw(st.sampled_from(["a", "!a", "a || x"]))
        body = f"{y} a := {left} {draw(sign)} {right}; b := b ++ [a]; i := if {stop} then 5 else i + 1;"
        leaked = draw(st.sampled_from(["", "leak y;", "if (a) { leak y; }", "leak a;"]))
        return f"{z} a := false; b := []; i := 0; while (i < 2) {{ {body} {leaked} }}", "b"
    if kind == 2:  # the largest of three, and who was it
        pick = f"if (v {draw(sign)} m) {{ m := v; k := %d; }}"
        parts = [f"v := {q0} + y; m := v; k := 0;", f"v := {q1} + z; {pick % 1}", f"v := w - {draw(shift)}; {pick % 2}"]
        result = draw(st.sampled_from(["k", "k", "m", "(k, m)", "m > n", "[k, k]"]))
        return f"{y} m := 0/1; {parts[0]} {z} {parts[1]} {w} {parts[2]}", result
    if kind == 3:  # answers one by one
        result = draw(st.sampled_from(["[a, b]", "(b, a)", "[a, b, a + b]", "[b, a - b]", "[a, 2*b]", "a + b", "b - a"]))
        return f"{y} a := {left}; {z} b := a - {right}; {w} leak w + n;", result
    if kind == 4:  # forgets what it drew in one branch alone
        then = draw(st.sampled_from(["leak y;", "b := y;", "b := z;", "skip;", "leak z - y;", "b := b + w;"]))
        other = draw(st.sampled_from(["leak z;", "b := z + 1;", "skip;", "b := -y;", "leak 0;"]))
        test = f"if ({left} {draw(sign)} {right}) {{ {then} }} else {{ {other} }}"
        return f"b := 0; {y} {z} {w} {test} c := b {draw(sign)} w;", draw(st.sampled_from(["b", "c", "(c, n)", "(c, b)"]))
    if kind == 5:  # draws around draws
        far = draw(st.sampled_from(["y", "y + n", "-y", "y + z"]))
        return f"{y} {z} v :=$ DiscreteLaplace(1/ln(2), {far}); p :=$ Flip(if v {draw(sign)} z then 1/3 else 1/2);", draw(
            st.sampled_from(["(v, p)", "v", "p", "(v - y, p)", "(y, v)"])
        )
    if kind == 6:  # pieces
        cut = f"max(-1, min({draw(st.sampled_from(['y', '-y', 'y + z', '2*y']))}, n))"
        return f"{y} {z} a := {cut}; b := if y {draw(sign)} 0 then abs(z - n) else a;", draw(
            st.sampled_from(["a", "b", "(a, b)", "a = b", "floor(b/1 + 1/2)"])
        )
    return (  # different things in different branches
        f"{y} {z} if ({draw(st.sampled_from(['x', 'y > 0', 'y < z', 'n = 0']))}) {{ a := {draw(st.sampled_from(['y', '0', 'y - 3', 'z']))}; }}"
        f" else {{ a := {draw(st.sampled_from(['z', '1', '-y', 'y', '2*y']))}; {draw(st.sampled_from(['', 'leak z;', 'leak 1;', 'leak true;']))} }}",
        draw(st.sampled_from(["a", "[a, a + 1]", "(a, 3)"])),
    )


def program_of(parts: tuple[str, str]) -> str:
    return f"program P(x : private bool, n : int) {{ {parts[0]} return {parts[1]}; }}"
