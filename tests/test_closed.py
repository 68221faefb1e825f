"""Closed forms against enumeration: random programs with noise of infinite support, run both ways.

Draws that are left undetermined are right if every outcome has the probability that listing finds for it: the same,
where nothing is missing; else between what is listed and that plus what is missing. Then the columns that infinite rows
are cut into must hold exactly the outcomes that are counted under them.
"""

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from prhl import pipeline
from prhl.checks.laboratory import Effort
from prhl.closeness.epsilon_delta import delta_of, smallest_epsilon
from prhl.exact import Closed, Machine, Row
from prhl.exact.closed import laws, symbolic_run
from prhl.exact.closed.integer_densities import Density, NotClosed, geometric, listed
from prhl.exact.closed.symbolic_run import Patterns, Summand
from prhl.exact.closed.symbolic_values import Listed
from prhl.exact.columns import cells
from prhl.exact.columns.cells import columns, instance_of
from prhl.numbers import Exponential, exp, ln
from prhl.numbers.rates import rate_of
from prhl.semantics import draw_tables
from prhl.semantics.evaluate import Fault
from prhl.semantics.flat import FlatProgram, flatten
from prhl.semantics.limits import Limits, Meter
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.verdict import ClaimResult
from tests import brute

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
        apart = f"(abs({draw(numbers(depth - 1))} / 2 - 1/4) < {draw(numbers(depth - 1))})"
        return draw(st.sampled_from([f"(!{draw(truths(depth - 1))})", apart]))
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
        others = ["r :=$ Uniform({1/2, 1, 2});", "v :=$ Uniform(bits(2));", "k :=$ Uniform({[1], [0, 2]});"]
        return draw(st.sampled_from(others))
    chance = draw(st.sampled_from(["1/2", "1/3", "if x then 1/4 else 2/3", "if a > 0 then 1/4 else 1"]))
    return f"{draw(st.sampled_from(BOOLS))} :=$ Flip({chance});"


SIMPLE = [
    "leak a;", "leak p;", "leak [b, c];", "l := l ++ [a];", "leak (q, c);", "l := [];", "p := true;", "leak r;",
    "leak v;", "leak k;", "r := r + a;", "k := k ++ [b];", "leak size(k);", "r := max([r, 1]);", "leak 3;", "a := 1;",
    "leak x;", "c := 0;", "b := b;", "leak sum(l);", "k := l;", "if (size(l) > 0) { l[0] := c; }", "t := (a, q);",
    "b := t.0;", "q := t.1;", "m := [a, b, c];", "c := m[1];", "m[2] := b;", "leak t;", "leak m;", "a := max(m);",
    "if (0 <= a < 3) { c := m[a]; }", "m := [m[2], m[0] - m[1], n];", "b := min(m);", "leak count(m, 1);",
    "p := m = [0, 1, 2];", "h := [m, k];", "leak h[0];", "q := p <=> a > b;", "leak v[0];", "v := v xor 0b11;",
    "r := -r / 2;", "leak a / 3;",
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
        return draw(st.sampled_from(SIMPLE))
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
    result = draw(st.sampled_from([*results, "max(a, b)", "(r, l)", "(p, [c, c - a])", "t", "m", "h", "a / 2"]))
    start = "a := 0; b := 1; c := n; p := x; q := false; l := []; r := 1/2; v := 0b01; k := [0]; t := (n, x);"
    start += " m := [0, 1, n]; h := [m, k];"
    return f"program P(x : private bool, n : int) {{ {start} {' '.join(parts)} return {result}; }}"


# ---- mechanisms ------------------------------------------------------------------------------

NOISE = [
    "DiscreteLaplace(1/ln(2))", "DiscreteLaplace(1/ln(3))", "Geometric(1/2)", "Uniform(-1..2)", "Uniform({-2, 0, 1})",
    "Truncate(DiscreteLaplace(1/ln(2)), -2, 3)", "Clamp(DiscreteLaplace(1/ln(2)), -1, 2)", "Choice({0 @ 1/3, 2 @ 2/3})",
]  # fmt: skip
IRRATIONAL = [
    "DiscreteLaplace(1)", "DiscreteLaplace(2)", "DiscreteLaplace(2/ln(2))", "Geometric(1 - exp(-1/2))", "Uniform(0..1)",
    "Truncate(DiscreteLaplace(1/2), -1, 2)", "Clamp(DiscreteLaplace(3/ln(3)), 0, 2)", "Geometric(1 - exp(-ln(2)/3))",
    "DiscreteGauss(1)",
]  # fmt: skip


@st.composite
def mechanisms(draw, noise):
    """Sparse vector, noisy maximum, histograms and chains of them, more or less right."""

    def one(*choices: str) -> str:
        return draw(st.sampled_from(choices))

    def sign() -> str:
        return one("<", "<=", ">", ">=", "=", "!=")

    def shift() -> str:
        return one("0", "n", "1", "-n", "1/2", "n/3", "-2")

    y, z, w = [f"{name} :=$ {one(*noise)};" for name in "yzw"]
    mine, other = "(if x then 1 else 0)", one("(if x then 0 else 1)", "2", "(if x then 2 else 1)")
    left, right = f"{mine} + {one('', '-', '', '2*')}y + {shift()}", f"z + {shift()}"
    match draw(st.integers(0, 7)):
        case 0:  # is the noisy answer above the noisy threshold? again, with the same threshold
            body = f"{z} {y} a := {left} {sign()} {right}; {one(z, '')} {w} b := {other} + w {sign()} {right};"
            result = "[a, b]"
        case 1:  # stops at the first one
            stop = f"i := if {one('a', '!a', 'a || x')} then 5 else i + 1;"
            leaked = one("", "leak y;", "if (a) { leak y; }", "leak a;")
            inner = f"{y} a := {left} {sign()} {right}; b := b ++ [a]; {stop} {leaked}"
            body, result = f"{z} a := false; b := []; i := 0; while (i < 2) {{ {inner} }}", "b"
        case 2:  # the largest of three, and who was it
            parts = [f"v := {other} + z; if (v {sign()} m) {{ m := v; k := 1; }}"]
            parts.append(f"v := w - {shift()}; if (v {sign()} m) {{ m := v; k := 2; }}")
            body = f"{y} m := {mine} + y + 0/1; v := m; k := 0; {z} {parts[0]} {w} {parts[1]}"
            result = one("k", "k", "m", "(k, m)", "m > n", "[k, k]")
        case 3:  # answers one by one
            body = f"{y} a := {left}; {z} b := a - {right}; {w} leak w + n;"
            result = one("[a, b]", "(b, a)", "[a, b, a + b]", "[b, a - b]", "[a, 2*b]", "a + b", "b - a")
        case 4:  # forgets what it drew in one branch alone
            then = one("leak y;", "b := y;", "b := z;", "skip;", "leak z - y;", "b := b + w;")
            otherwise = one("leak z;", "b := z + 1;", "skip;", "b := -y;", "leak 0;")
            test = f"if ({left} {sign()} {right}) {{ {then} }} else {{ {otherwise} }}"
            body, result = f"b := 0; {y} {z} {w} {test} c := b {sign()} w;", one("b", "c", "(c, n)", "(c, b)")
        case 5:  # draws around draws
            far = f"v :=$ DiscreteLaplace(1/ln(2), {one('y', 'y + n', '-y', 'y + z')});"
            body = f"{y} {z} {far} p :=$ Flip(if v {sign()} z then 1/3 else 1/2);"
            result = one("(v, p)", "v", "p", "(v - y, p)", "(y, v)")
        case 6:  # pieces
            part = f"a := max(-1, min({one('y', '-y', 'y + z', '2*y')}, n));"
            size = one("abs(z - n)", "abs(z/2 - 1/4)", "|z| - |y|", "abs(n/3 - z)")
            body = f"{y} {z} {part} b := if y {sign()} 0 then {size} else a;"
            result = one("a", "b", "(a, b)", "a = b", "floor(b/1 + 1/2)")
        case _:  # different things in different branches
            then = f"a := {one('y', '0', 'y - 3', 'z')};"
            otherwise = f"a := {one('z', '1', '-y', 'y', '2*y')}; {one('', 'leak z;', 'leak 1;', 'leak true;')}"
            body = f"{y} {z} if ({one('x', 'y > 0', 'y < z', 'n = 0')}) {{ {then} }} else {{ {otherwise} }}"
            result = one("a", "[a, a + 1]", "(a, 3)")
    return f"program P(x : private bool, n : int) {{ {body} return {result}; }}"


# ---- both ways -------------------------------------------------------------------------------

INPUTS = [{"x": x, "n": n} for x in (False, True) for n in (0, 2)]


def flat_of(text: str) -> FlatProgram:
    file = pipeline.load(Source("x.wl", text))
    return flatten(file.programs["P"], file.programs)


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
        total = total * (dict(density.masses).get(value, 0) if isinstance(density, Listed) else density.at(value))
    return total


def closed_or_fault(flat: FlatProgram, inputs: dict[str, Any]) -> Patterns | Fault | None:
    try:
        return symbolic_run.run(flat, inputs, Meter(2_000))
    except NotClosed:
        return None
    except Fault as fault:
        return fault


def listed_or_fault(flat: FlatProgram, inputs: dict[str, Any]) -> Row | Fault:
    machine = Machine(flat, Limits(), draw_tables.FAR, listed=True)
    try:
        return machine.listed(inputs)
    except Fault as fault:
        return fault


def compared(flat: FlatProgram, inputs: dict[str, Any]) -> tuple[Patterns, Row] | None:
    """Both ways, after every outcome was compared; None if there is no closed form, or a run-time error."""
    found = closed_or_fault(flat, inputs)
    if found is None:
        return None
    row = listed_or_fault(flat, inputs)
    if isinstance(found, Fault) or isinstance(row, Fault):
        assert isinstance(found, Fault), row
        # one that is out of sight is no contradiction
        assert isinstance(row, Fault) or row.cut, found
        return None
    for seen in row.weights:
        exact, low = probability(found, seen), row.probability(seen)
        assert low <= exact <= low + row.missing, (seen, exact, low)
    if not row.missing:  # and there are no others
        assert sum([probability(found, seen) for seen in row.weights], Fraction(0)) == 1
    return found, row


def cut_compared(pairs: list[tuple[Patterns, Row]]) -> bool:
    """The columns of the rows against the outcomes that are counted under them."""
    try:
        cut = columns([found for found, _ in pairs])
    except NotClosed:
        return False
    rows = []
    for (_, row), weights, missing, tails in zip(pairs, cut.rows, cut.missing, cut.tails, strict=True):
        total = sum(weights.values(), Fraction(0))
        assert total <= 1 <= total + missing
        counted: dict[Any, Any] = {}
        for seen in row.weights:
            column = cut.classify(seen)
            counted[column] = counted.get(column, Fraction(0)) + row.probability(seen)
        if not missing:
            assert set(counted) <= set(weights)
        for column, exact in weights.items():
            low = counted.get(column, Fraction(0))
            assert low <= exact <= low + row.missing, column
        rows.append(Closed(weights, 1, missing, tails=tails))
    for i, j in combinations(range(len(rows)), 2):
        measured(rows, [row for _, row in pairs], (i, j))
        measured(rows, [row for _, row in pairs], (j, i))
    return True


def measured(cut: list[Row], rows: list[Row], pair: tuple[int, int]) -> None:
    """Epsilon, and delta at two budgets, of a pair: by columns and by outcomes."""
    by_columns, by_outcomes = smallest_epsilon(cut, cut, [pair]), smallest_epsilon(rows, rows, [pair])
    if by_outcomes.exact:
        assert by_columns.ratio == by_outcomes.ratio
    elif by_columns.exact and by_columns.ratio is not None:
        assert by_outcomes.ratio is not None
        assert by_outcomes.ratio <= by_columns.ratio
    for budget in (Fraction(0), ln(Fraction(2))):
        growth = Exponential(budget)
        first = delta_of(cut[pair[0]], cut[pair[1]], growth, pair)
        second = delta_of(rows[pair[0]], rows[pair[1]], growth, pair)
        if not any(first.slack):
            assert second.compare(first.above - first.below * growth.value) in (None, 0), (first, second)


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What was seen; and windows are small, so that enumeration takes no time."""
    monkeypatch.setattr(draw_tables, "FAR", 8)
    return Counter()


def compare_all(text: str, shares: Counter[str], rows: list[dict[str, Any]]) -> None:
    flat = flat_of(text)
    pairs = []
    for inputs in rows:
        found = compared(flat, inputs)
        shares["rows"] += 1
        if found is not None:
            shares["closed"] += 1
            shares["open"] += not found[0].is_plain
            pairs.append(found)
    shares["channels"] += 1
    shares["cut"] += len(pairs) == len(rows) and cut_compared(pairs)


def enough(shares: Counter[str]) -> bool:
    """A comparison that compares nothing finds nothing."""
    return (
        shares["closed"] > shares["rows"] / 3 < shares["rows"]
        and shares["open"] > shares["rows"] / 8 < shares["cut"] * 4
    )


def run_all(strategy: Any, shares: Counter[str], share: int, rows: list[dict[str, Any]] = INPUTS) -> None:
    @quiet(share)
    @given(strategy)
    def each(text: str) -> None:
        compare_all(text, shares, rows)

    each()
    assert enough(shares), shares


def test_programs_with_infinite_noise(shares: Counter[str]) -> None:
    run_all(programs(2, 2), shares, 2)


def test_programs_with_finite_noise_are_the_same_to_the_last_digit(shares: Counter[str]) -> None:
    run_all(programs(0, 4), shares, 2)


def test_mechanisms(shares: Counter[str]) -> None:
    run_all(mechanisms(NOISE), shares, 2)


def test_mechanisms_with_irrational_noise(shares: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_tables, "FAR", 2)
    monkeypatch.setattr(cells, "REACHES", (8,))
    run_all(mechanisms(IRRATIONAL), shares, 2, INPUTS[1::2])


def test_joined_columns(shares: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same if columns are joined, and short ranges are kept as such."""
    monkeypatch.setattr(cells, "MOST_COLUMNS", 2)
    monkeypatch.setattr(laws, "SMALL", 1)
    run_all(mechanisms(NOISE) | programs(1, 3), shares, 2)


@pytest.mark.parametrize("inputs", INPUTS)
def test_paths_agree(inputs: dict[str, Any], shares: Counter[str]) -> None:
    """The enumerator of paths, which shares nothing with either: on sparse vector and noisy maximum."""
    texts = [
        "program P(x : private bool, n : int) { t :=$ DiscreteLaplace(1/ln(2)); s := []; i := 0;"
        " while (i < 2) { y :=$ DiscreteLaplace(1/ln(4)); b := (if x then i else 1) + y >= t + n; s := s ++ [b];"
        " i := if b then 2 else i + 1; } return s; }",
        "program P(x : private bool, n : int) { y :=$ Geometric(1/2); z :=$ DiscreteLaplace(1/ln(3)); k := 0;"
        " m := y + (if x then n else 1); if (z - 1 > m) { k := 1; m := z - 1; } w :=$ Geometric(2/3);"
        " if (m <= w) { k := 2; } return k; }",
        "program P(x : private bool, n : int) { y :=$ Geometric(1/2); z :=$ Geometric(2/3); leak 3 - y;"
        " if (x) { leak z; } else { if (y = n) { z := -z; } } return (n, z); }",
    ]
    for text in texts:
        found = closed_or_fault(flat_of(text), inputs)
        assert isinstance(found, Patterns)
        node = parse(Source("x.wl", text)).file.items[0]
        assert isinstance(node, ast.Program)
        paths = brute.run(node, inputs)
        missing = paths.pop(brute.NOT_ENDED)
        assert 0 < missing < Fraction(1, 100)
        for seen, low in paths.items():
            assert low <= probability(found, seen) <= low + missing


# ---- densities -------------------------------------------------------------------------------

RATES = [Fraction(1, 2), Fraction(2, 3), exp(Fraction(-1, 2)), exp(-ln(2) / 3), exp(-1)]
near = st.integers(-6, 6)


@st.composite
def pieces(draw):
    """Something that falls on both sides, with gaps."""
    kind = draw(st.integers(0, 4))
    c, rate, low = (
        draw(st.sampled_from([Fraction(1), Fraction(1, 3), exp(-1)])),
        draw(st.sampled_from(RATES)),
        draw(near),
    )
    match kind:
        case 0:
            return geometric([(low, None, c, rate_of(rate))])
        case 1:
            return geometric([(None, low, c, rate_of(1 / rate))])
        case 2:
            return geometric(
                [(low, low + draw(st.integers(0, 5)), c, rate_of(draw(st.sampled_from([rate, 1 / rate, 1]))))]
            )
        case 3:
            return listed(
                [(t, Fraction(at + 1, 4)) for at, t in enumerate(draw(st.sets(near, min_size=1, max_size=3)))]
            )
        case _:
            return geometric([(None, low - 1, c, rate_of(1 / rate)), (low, None, c * 2, rate_of(rate))])


@st.composite
def densities(draw, depth=2):
    if depth == 0 or draw(st.booleans()):
        return draw(pieces())
    first = draw(densities(depth - 1))
    match draw(st.integers(0, 5)):
        case 0:
            return first + draw(densities(depth - 1))
        case 1:
            return first * draw(densities(depth - 1))
        case 2:
            return first.moved(draw(near))
        case 3:
            return first.mirrored()
        case 4:
            return first.within(draw(near | st.none()), draw(near | st.none()))
        case _:
            return first * draw(pieces()).up_to.moved(draw(near))


AROUND = range(-14, 15)


@quiet()
@given(densities(), densities(1), near, near)
def test_operations_are_pointwise(first: Density, second: Density, by: int, at: int) -> None:
    low, high = min(by, at), max(by, at)
    for t in AROUND:
        here, there = first.at(t), second.at(t)
        assert (first + second).at(t) == here + there
        assert (first * second).at(t) == here * there
        assert first.moved(by).at(t + by) == here
        assert first.mirrored().at(-t) == here
        assert first.times(exp(-1)).at(t) == here * exp(-1)
        assert first.within(low, high).at(t) == (here if low <= t <= high else 0)
        assert first.within(None, high).at(t) == (here if t <= high else 0)
        assert first.within(low, None).at(t) == (here if low <= t else 0)


@quiet()
@given(densities(), near, near)
def test_sums_are_sums(density: Density, one: int, other: int) -> None:
    low, high = min(one, other), max(one, other)
    inside = sum([density.at(t) for t in range(low, high + 1)], Fraction(0))
    assert density.within(low, high).total == inside
    before, behind = density.within(None, low - 1).total, density.within(high + 1, None).total
    assert density.total == before + inside + behind
    so_far = before
    for t in range(low, high + 1):
        so_far = so_far + density.at(t)
        assert density.up_to.at(t) == so_far
        assert density.up_to.at(t) - density.up_to.at(t - 1) == density.at(t)
    # what is far out is small, and falls
    far, farther = [density.within(-n, n).total for n in (60, 120)]
    assert far <= farther <= density.total
    assert density.total - farther <= Fraction(1, 1000) + (density.total - far) / 2


def test_tails_by_the_formula() -> None:
    for rate in RATES:
        for low in (-3, 0, 4):
            tail = geometric([(low, None, Fraction(1), rate_of(rate))])
            assert tail.total == rate**low / (1 - rate)
            # the sum of t r^t over t >= 0 is r/(1 - r)^2
            rising = geometric([(0, None, Fraction(1), rate_of(1))])
            line = rising.within(0, 40).up_to.within(0, 40) * geometric([(0, None, Fraction(1), rate_of(rate))])
            assert line.total == sum([(t + 1) * rate**t for t in range(41)], Fraction(0))


# ---- wrong answers that were given once ------------------------------------------------------


def verdict(text: str, jobs: int = 1) -> ClaimResult:
    (found,) = pipeline.verify(Source("x.wl", text), Effort(jobs=jobs)).claims
    return found


def epsilon(text: str, jobs: int = 1) -> str | None:
    figure = verdict(text, jobs).checks[0].epsilon
    assert figure is not None
    return figure.exact


def test_a_listed_draw_that_is_forgotten_has_its_mass() -> None:
    """Two states with different lists became one of weight 1, and then the list was dropped."""
    text = """
    program P(x : private bool) : bool {
      z :=$ DiscreteLaplace(1/ln(2)); c :=$ Flip(1/3); d :=$ Flip(if x then 1/2 else 1/4); r := false;
      if (z > 0) {
        if (c) { b :=$ Flip(1/2); } else { b :=$ Flip(1/5); }
        leak 7;
        if (d) { r := b; } else { r := false; }
      }
      return r;
    }
    claim c : P satisfies dp(ln(2)) when any check;
    """
    flat = flat_of(text)
    found = symbolic_run.run(flat, {"x": True})
    assert probability(found, ("false",)) == Fraction(2, 3)
    assert probability(found, (7, "true")) == Fraction(1, 3) * Fraction(1, 2) * Fraction(3, 10)
    assert epsilon(text) == "ln(2)"


@pytest.mark.parametrize("use", ["o := g;", "skip;"])
def test_noise_that_does_not_exist_is_a_fault(use: str) -> None:
    """Truncated to where it has no mass it had no runs at all, and nothing was left to refute anything."""
    text = f"""
    program P(x : private bool) : int {{
      z :=$ DiscreteLaplace(1/ln(2)); o := 0; k := 0;
      if (x && z > 5) {{ g :=$ Truncate(Geometric(1/2), k - 30, k - 5); {use} }}
      return o;
    }}
    claim c : P satisfies dp(0) when any check;
    """
    found = verdict(text)
    assert found.verdict.word == "unknown"
    assert found.checks[0].status == "error"


def test_what_cannot_happen_is_no_fault() -> None:
    text = """
    program P(x : private bool) : int {
      w :=$ DiscreteLaplace(1/ln(2)); z :=$ Uniform({0, 10}); v :=$ Uniform({5, 15}); a := [1];
      return (if z = v then a[7] else 3) + w + (if x then 1 else 0);
    }
    claim c : P satisfies dp(ln(2)) when any check;
    """
    assert epsilon(text) == "ln(2)"
    happens = text.replace("{5, 15}", "{5, 10}")
    assert verdict(happens).checks[0].status == "error"


def test_a_drawn_truth_value_meets_a_known_one() -> None:
    text = """
    program P(x : private bool) : bool {
      z :=$ DiscreteLaplace(1/ln(2));
      if (z > 0) { b :=$ Flip(if x then 1/2 else 1/4); } else { b := true; }
      return b;
    }
    claim c : P satisfies dp(ln(2)) when any check;
    """
    assert epsilon(text) == "ln(3/2)"  # true: 2/3 + 1/6 = 5/6 or 2/3 + 1/12; false: 1/6 or 1/4


def test_a_drawn_list_meets_a_list_of_draws() -> None:
    """[1] is one output, whether the list was drawn or what is in it."""
    text = """
    program P(x : private bool) : list[int] {
      z :=$ DiscreteLaplace(1/ln(2)); l := [0];
      if (x) { l :=$ Uniform({[1], [2]}); } else { l := [z]; }
      return l;
    }
    claim c : P satisfies dp(0, 3/4) when any check;
    """
    figure = verdict(text).checks[0].delta
    assert figure is not None
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low <= Fraction(3, 4) <= figure.high  # 1/2 - 1/6 and 1/2 - 1/12


@pytest.mark.parametrize("other", ["1", "0b01", "[1]", "(1, 2)", "1/2"])
def test_leaks_of_another_type_are_no_truth_values(other: str) -> None:
    text = f"""
    program P(x : private bool) {{
      z :=$ DiscreteLaplace(1/ln(2));
      if (z > 0) {{ b :=$ Flip(1/2); leak b; }} else {{ if (x) {{ leak {other}; }} else {{ leak true; }} }}
    }}
    claim c : P satisfies dp(0, 1/2) when any check;
    """
    found = verdict(text)
    assert found.verdict.word == "refuted"  # the other one has probability 2/3, or none
    assert found.checks[0].delta is not None
    assert found.checks[0].delta.low is not None
    assert found.checks[0].delta.low <= Fraction(2, 3) <= found.checks[0].delta.low + Fraction(1, 1000)


def test_operations_on_drawn_lists_and_reals() -> None:
    text = """
    program P(x : private bool) : (int, int, real, real) {
      z :=$ DiscreteLaplace(1/ln(2)); l :=$ Uniform({[1], [2, 3]}); r :=$ Uniform({1/2, 3/2});
      k := l ++ [4]; s := sum([r, z]);
      return (size(l), k[size(k) - 1], max([r, 1]), s + (if x then 1 else 0));
    }
    claim c : P satisfies dp(ln(2)) when any check;
    """
    assert epsilon(text) == "ln(2)"


def test_an_output_fits_one_pattern_and_not_the_other() -> None:
    """A pattern was read on behind the place where it did not fit."""
    text = """
    program P(x : private bool) : list[int] {
      y :=$ DiscreteLaplace(1/ln(2)); z :=$ DiscreteLaplace(1/ln(2));
      if (x) { leak true; } else { leak false; }
      return [y, y + z];
    }
    claim c : P satisfies dp(1) when any check;
    """
    assert verdict(text).verdict.word == "refuted"


@pytest.mark.parametrize(
    ("noise", "exact"),
    [("DiscreteLaplace(1/ln(2))", "ln(2)"), ("DiscreteLaplace(2)", "1/2"), ("DiscreteLaplace(3/ln(2))", "ln(2)/3")],
)
def test_several_processes_give_the_same_closed_forms(noise: str, exact: str) -> None:
    text = f"""
    program P(q : private int) : (int, int) {{ z :=$ {noise}; u :=$ Uniform(0..20); return (q + z, u); }}
    claim c : P satisfies dp(1) when within(q, 1) check q in 0..3;
    """
    assert epsilon(text, 1) == epsilon(text, 2) == exact


SAME = [("ln(2)*ln(3)", "ln(3)*ln(2)"), ("ln(2) + exp(1)", "exp(1) + ln(2)"), ("ln(2)*ln(3)/ln(3)", "ln(2)")]


@pytest.mark.parametrize(("one", "other"), SAME)
@pytest.mark.parametrize("noise", ["", "z :=$ DiscreteLaplace(1); leak z;", "z :=$ DiscreteLaplace(1); o := o + z;"])
def test_outputs_that_cannot_be_told_apart_break_nothing(one: str, other: str, noise: str) -> None:
    """They are equal; written differently, they were two columns, and each refuted the claim."""
    text = f"""
    program P(x : private bool) : real {{ o := {one}; if (x) {{ o := {other}; }} {noise} return o; }}
    claim c : P satisfies dp(0) when any check;
    """
    found = verdict(text)
    assert found.verdict.word != "refuted"
    assert not found.alarm
    assert found.checks[0].status in ("undecided", "not enumerable")


def test_outputs_that_are_written_in_two_ways_are_one() -> None:
    for other in ("exp(1)*sqrt(2)/sqrt(2)", "exp(1) + sqrt(3) - sqrt(3)", "exp(1/2)*exp(1/2)", "exp(2)/exp(1)"):
        text = f"""
        program P(x : private bool) : real {{ o := exp(1); if (x) {{ o := {other}; }} return o; }}
        claim c : P satisfies dp(0) when any check;
        """
        assert verdict(text).checks[0].status == "tight"


@pytest.mark.parametrize("above", ["exp(1)", "ln(2)", "1", "exp(1) + ln(2)"])
def test_what_may_be_zero_is_not_divided_by(above: str) -> None:
    """Nobody looks at the quotient, but the run-time error is there."""
    text = f"""
    program P(x : private bool) : int {{ d := ln(2)*ln(3) - ln(3)*ln(2); y := {above}/d; return 0; }}
    claim c : P satisfies dp(0) when any check;
    """
    assert verdict(text).verdict.word == "unknown"


def test_elements_that_cannot_be_told_apart_are_no_set() -> None:
    text = """
    program P(x : private bool) : int { u :=$ Uniform({ln(2)*ln(3), ln(3)*ln(2)}); return 0; }
    claim c : P satisfies dp(0) when any check;
    """
    assert verdict(text).verdict.word == "unknown"


def test_long_decimals() -> None:
    """Budgets that are written with many digits, beside noise that is not rational."""
    text = """
    program P(q : private int) : int { z :=$ DiscreteLaplace(1); return q + z; }
    claim c : P satisfies dp(BUDGET) when within(q, 1) check q in 0..1;
    """
    assert verdict(text.replace("BUDGET", "1.0986122886681098")).checks[0].status == "loose"
    below = verdict(text.replace("BUDGET", "0.9986122886681098"))
    assert below.verdict.word == "refuted"
    assert below.checks[0].delta is not None
    assert below.checks[0].delta.high is not None
    assert below.checks[0].delta.high < Fraction(102, 100_000)
    both = verdict(text.replace("BUDGET", "1.0986122886681098, 1/2").replace("(1);", "(1.4426950408889634, 0);"))
    assert both.checks[0].status == "loose"


def test_huge_budgets_beside_a_window() -> None:
    text = """
    program P(q : private int) : int { z :=$ DiscreteLaplace(1); w :=$ DiscreteLaplace(1); return q + z*w; }
    claim c : P satisfies dp(1000000000000000, 1/10) when within(q, 1) check q in 0..1;
    """
    check = verdict(text).checks[0]
    assert check.status in ("loose", "violated", "undecided")
    assert check.delta is not None
    assert check.delta.exact is None


def test_a_choice_that_is_certain_beside_noise() -> None:
    """Its mass is the integer 1, and halves of it are no floats."""
    text = """
    program P(w : list[real], x : private real) : (int, real)
      requires sum(w) = 1;
      requires forall j. 0 <= j < size(w) ==> w[j] >= 0;
    { i :=$ Choice(w); z :=$ Laplace(1); return (i, x + z); }
    claim c : P satisfies dp(BUDGET) when within(x, 1) check w in {[1]}, x in 0..1;
    """
    assert verdict(text.replace("BUDGET", "1/2")).checks[0].status == "violated"
    assert verdict(text.replace("BUDGET", "1")).checks[0].status == "tight"


def test_columns_are_joined_as_long_as_that_is_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The masses of discrete Gaussians get longer with every draw."""
    flat = flat_of("""program P(x : private int) : list[int] {
      a :=$ DiscreteGauss(1); b :=$ DiscreteGauss(1); c :=$ DiscreteGauss(1);
      return [x + a, x + b, x + c];
    }""")
    found = [closed_or_fault(flat, {"x": x}) for x in (0, 1)]
    assert all([isinstance(one, Patterns) for one in found])
    cut = columns(found)  # type: ignore[arg-type]  # just looked
    assert any(["and all like it" in str(seen) for seen in cut.rows[0]])
    monkeypatch.setattr(cells, "MOST_WORK", 1_000)
    with pytest.raises(NotClosed, match="too many columns"):
        columns(found)  # type: ignore[arg-type]
