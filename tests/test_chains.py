"""Loops that end by luck: solved exactly where their states are finitely many, and never more than that."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import fmpq, fmpq_mat

from prhl import pipeline
from prhl.diagnostics import NotComputed
from prhl.exact import Machine, Patterns, Row
from prhl.exact.closed import symbolic_run
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.columns.cells import columns
from prhl.exact.machine import Unclosed
from prhl.numbers import Inexact, exp
from prhl.numbers.absorbing import visits
from prhl.numbers.generating_functions import Z, progressions
from prhl.semantics.evaluate import Fault
from prhl.semantics.flat import flatten
from prhl.semantics.limits import Limits, Meter
from prhl.semantics.oracle import run as interpret
from prhl.source import Source
from prhl.syntax.parser import parse
from tests import brute
from tests.chain_mutations import TABLE, Mutation
from tests.test_traps import source_of


def machine_of(text: str, listed: bool = False, limits: Limits | None = None) -> Machine:
    file = pipeline.load(Source("<test>", text))
    (program,) = file.programs.values()
    return Machine(flatten(program, file.programs), limits, listed=listed)


def law_of(text: str, **inputs: Any) -> dict[Any, Any]:
    """The exact distribution of the result."""
    row = machine_of(text).run(inputs)
    assert isinstance(row, Row)
    assert not row.missing
    return {seen[-1]: row.probability(seen) for seen in row.weights}


def verdicts(text: str) -> dict[str, str]:
    report = pipeline.verify(Source("<test>", text), search=None)
    assert report.claims, report.diagnostics
    return {claim.name: claim.verdict.word for claim in report.claims}


# ---- chains and functions ----------------------------------------------------------------------


def spend(_: int) -> None:
    pass


@pytest.mark.parametrize("density", [2, 4, 40])
def test_visits_solve_the_equations(density: int) -> None:
    """Sparse chains by elimination, dense ones by a system: v = start + v Q either way."""
    random = Random(density)
    for _ in range(10):
        size = random.randint(1, 24)
        rows: list[dict[int, Fraction]] = []
        for _ in range(size):
            targets = random.sample(range(size), min(size, random.randint(0, density)))
            rows.append({to: Fraction(random.randint(1, 5), 5 * len(targets) + 1) for to in targets})
        start = {random.randrange(size): Fraction(1, 2), random.randrange(size): Fraction(1, 3)}
        found = visits(start, rows, range(size), spend)
        for state in range(size):
            into = sum([found.get(s, 0) * row.get(state, 0) for s, row in enumerate(rows)], Fraction(0))
            assert found.get(state, 0) == start.get(state, 0) + into


def test_visits_of_a_long_walk() -> None:
    """Gambler's ruin over 300 coins with odds 1 : 2, from 100: the formula (2^100 - 1)/(2^300 - 1)."""
    size = 300
    rows = [{at - 1: Fraction(2, 3), at + 1: Fraction(1, 3)} if 0 < at < size else {} for at in range(size + 1)]
    assert visits({100: Fraction(1)}, rows, [size], spend)[size] == Fraction(2**100 - 1, 2**size - 1)


def test_visits_with_exponentials_are_those_with_rationals() -> None:
    """exp(-1) in place of 1/3: the same function of it."""
    for size in (2, 3):
        for p in (Fraction(1, 3), exp(Fraction(-1))):
            rows = [dict.fromkeys(range(size), p / size) for _ in range(size)]
            found = visits({0: Fraction(1)}, rows, range(size), spend)
            assert sum(list(found.values())[1:], found[0]) == 1 / (1 - p)  # type: ignore[operator]  # a field


def test_a_dense_system_is_that_of_flint() -> None:
    random = Random(7)
    size = 30
    rows = [{to: Fraction(random.randint(1, 9), 10 * size) for to in range(size)} for _ in range(size)]
    system = fmpq_mat(size, size)
    for at in range(size):
        for to in range(size):
            weight = rows[at][to]
            system[to, at] = fmpq(int(at == to)) - fmpq(weight.numerator, weight.denominator)
    right = fmpq_mat(size, 1)
    right[3, 0] = fmpq(1)
    solution = system.solve(right)
    found = visits({3: Fraction(1)}, rows, [5], spend)[5]
    assert (found.numerator, found.denominator) == (int(solution[5, 0].p), int(solution[5, 0].q))


def expanded(above: list[Fraction], below: list[Fraction], length: int) -> list[Fraction]:
    out: list[Fraction] = []
    for n in range(length):
        rest = above[n] if n < len(above) else Fraction(0)
        out.append((rest - sum([below[k] * out[n - k] for k in range(1, min(n, len(below) - 1) + 1)])) / below[0])
    return out


@pytest.mark.parametrize("seed", range(20))
def test_the_masses_of_a_generating_function_are_its_coefficients(seed: int) -> None:
    random = Random(seed)
    step = random.choice([1, 1, 2, 3])
    rates = [Fraction(random.randint(1, 5), random.choice([6, 7])) for _ in range(random.randint(1, 3))]
    below = [Fraction(1)]
    for rate in rates:
        longer = [*below, *[Fraction(0)] * step]
        for at, c in enumerate(below):
            longer[at + step] -= rate * c
        below = longer
    above = [Fraction(random.randint(0, 3)) for _ in range(random.randint(1, 6))]
    above[random.randrange(len(above))] += 1
    function = sum([c * Z**n for n, c in enumerate(above)], Fraction(0)) / sum(
        [c * Z**n for n, c in enumerate(below)], Fraction(0)
    )
    masses = [Fraction(0)] * 24
    for part in progressions(function):
        for t in range(24):
            n = part.first + part.step * t
            value: Any = sum([c * t**k * rate.power(t) for (rate, k), c in part.terms.items()], Fraction(0))
            if n < 24:
                masses[n] += part.heads[t] if t < len(part.heads) else value
    assert masses == expanded(above, below, 24)


Q: Any = exp(-1)


@pytest.mark.parametrize("function", [1 / (1 + Z * Q), 1 / (1 - Z / 2 - Z * Z * Q / 4), 1 / (1 - Z * Q + Z * Z / 2)])
def test_masses_that_are_neither_powers_nor_rational_are_not_told(function: Any) -> None:
    with pytest.raises(Inexact):
        progressions(function)


# ---- laws that are known -----------------------------------------------------------------------


def test_a_die_from_coins() -> None:
    text = """program Die() : int { x := 7; while (x > 5) {
      a :=$ Flip(1/2); b :=$ Flip(1/2); c :=$ Flip(1/2);
      x := (if a then 4 else 0) + (if b then 2 else 0) + (if c then 1 else 0); } return x; }"""
    assert law_of(text) == {x: Fraction(1, 6) for x in range(6)}


def test_gamblers_ruin() -> None:
    """From x of 10 coins: x/10 with a fair coin, (2^x - 1)/(2^10 - 1) with odds 1 : 2."""
    text = """program Walk(x : int, p : real) : bool { y := x;
      while (0 < y && y < 10) { c :=$ Flip(p); y := if c then y + 1 else y - 1; } return y = 10; }"""
    for x in range(1, 10):
        assert law_of(text, x=x, p=Fraction(1, 2))["true"] == Fraction(x, 10)
        assert law_of(text, x=x, p=Fraction(1, 3))["true"] == Fraction(2**x - 1, 2**10 - 1)


def test_exponentials_as_probabilities() -> None:
    """Von Neumann's coin is fair whatever the bias, and a race of two coins p and q is won with p/(p + q - p*q)."""
    fair = "program Fair(p : real) : bool { a := true; b := true; while (a = b) { a :=$ Flip(p); b :=$ Flip(p); } "
    for p in (Fraction(1, 7), exp(Fraction(-1, 3))):
        assert law_of(fair + "return a; }", p=p) == {"true": Fraction(1, 2), "false": Fraction(1, 2)}
    text = """program Race(p : real, q : real) : bool { won := false; lost := false;
      while (!won && !lost) { won :=$ Flip(p); if (!won) { lost :=$ Flip(q); } } return won; }"""
    p, q = exp(Fraction(-1)), exp(Fraction(-1, 2))
    assert law_of(text, p=p, q=q)["true"] == p / (p + q - p * q)  # type: ignore[operator]  # a field


def test_a_loop_in_a_loop() -> None:
    """The inner one ends with 1 or 2, equally likely; the outer one repeats 2 with probability 1/2: 1 has 2/3."""
    text = """program P() : int { a := 0; again := true; while (again) {
      a := 0; while (a = 0) { a :=$ Uniform(0..2); }
      again :=$ Flip(if a = 2 then 1/2 else 0); } return a; }"""
    assert law_of(text) == {1: Fraction(2, 3), 2: Fraction(1, 3)}


def test_rounds_that_nobody_counts() -> None:
    """A number that grows and is never used does not keep the loop from being solved."""
    text = """program P() : bool { n := 0; a := true; b := true;
      while (a = b) { n := n + 1; a :=$ Flip(1/3); b :=$ Flip(1/3); } return a; }"""
    assert law_of(text) == {"true": Fraction(1, 2), "false": Fraction(1, 2)}


def test_mass_that_stays_is_said() -> None:
    """From 2 to each of 0, 1 and 2; 1 is never left."""
    text = "program P() : int { a := 2; while (a != 0) { if (a = 2) { a :=$ Uniform(0..2); } } return a; }"
    row = machine_of(text).run({})
    assert isinstance(row, Row)
    assert row.probability((0,)) == row.missing == Fraction(1, 2)
    assert not row.complete


def test_mass_that_stays_in_an_inner_loop_is_said() -> None:
    """Each round of the outer loop hangs with 1/4, is repeated with 1/2, and ends with 1/4."""
    text = """program P() : int { go := true; while (go) {
      a :=$ Uniform(0..3); while (a = 3) { a := a; } go := a != 2; } return 0; }"""
    row = machine_of(text).run({})
    assert isinstance(row, Row)
    assert row.probability((0,)) == row.missing == Fraction(1, 2)


def test_an_error_somewhere_stops_it() -> None:
    text = """program P() : int { a := 1; while (a != 0) { a :=$ Uniform(-1..2); b := 6 div (a + 1); } return a; }"""
    with pytest.raises(Fault):
        machine_of(text).run({})


def test_noise_around_what_was_drawn_is_not_solved() -> None:
    text = "program P() : int { y := 0; while (y < 3) { y :=$ DiscreteLaplace(1, y); } return y; }"
    with pytest.raises(NotClosed, match="a sum of draws with many cases"):
        symbolic_run.run(machine_of(text).program, {})


# ---- claims ------------------------------------------------------------------------------------

REDRAW = """
program Redraw(x : private int) : int requires 0 <= x && x <= 3; {{
  y :=$ {noise};
  while (!({guard})) {{ y :=$ {noise}; }}
  return y;
}}
program Cut(x : private int) : int requires 0 <= x && x <= 3; {{
  y :=$ {law};
  return y;
}}
claim same : Redraw ~ Cut : ={{x}} ==> res{{1}} = res{{2}};
"""


@pytest.mark.parametrize(
    ("noise", "guard", "law", "word"),
    [
        ("DiscreteLaplace(2, x)", "0 <= y && y <= 3", "Truncate(DiscreteLaplace(2, x), 0, 3)", "proved"),
        ("DiscreteLaplace(2, x)", "0 <= y && y < 4", "Truncate(DiscreteLaplace(2, x), 0, 3)", "proved"),
        ("DiscreteLaplace(2, x)", "0 <= y && y <= 4", "Truncate(DiscreteLaplace(2, x), 0, 3)", "refuted"),
        ("DiscreteLaplace(2, x)", "y > 0", "Truncate(DiscreteLaplace(2, x), 0, 3)", "refuted"),
        ("Geometric(1/3)", "y <= 4", "Truncate(Geometric(1/3), 0, 4)", "proved"),
        ("Uniform(-9..9)", "x <= y && y <= x + 2", "Uniform(x..x + 2)", "proved"),
    ],
)
def test_redraw_loops_are_conditional_laws(noise: str, guard: str, law: str, word: str) -> None:
    assert verdicts(REDRAW.format(noise=noise, guard=guard, law=law)) == {"same": word}


COUNT = """
program Count() : int {{ n := 0; c :=$ Flip({p}); while (!c) {{ n := n + 1; c :=$ Flip({p}); }} return n; }}
program Law() : int {{ n :=$ {law}; return n; }}
claim same : Count ~ Law : true ==> res{{1}} = res{{2}};
"""


@pytest.mark.parametrize(
    ("p", "law", "word"),
    [
        ("1/3", "Geometric(1/3)", "proved"),
        ("1/3", "Geometric(1/2)", "refuted"),
        ("1 - exp(-1/2)", "Geometric(1 - exp(-1/2))", "proved"),
        ("1/3", "Truncate(Geometric(1/3), 0, 60)", "refuted"),
    ],
)
def test_geometric_by_coins(p: str, law: str, word: str) -> None:
    assert verdicts(COUNT.format(p=p, law=law)) == {"same": word}


def test_counters_in_other_steps_and_from_other_starts() -> None:
    """7 - 2*n, and n/2 - 1: of each other program's counter, and not of one that starts elsewhere."""
    text = """
program Down() : int { n := 7; c :=$ Flip(1/3); while (!c) { n := n - 2; c :=$ Flip(1/3); } return n; }
program Law() : int { n :=$ Geometric(1/3); return 7 - 2*n; }
program Half() : real { n := -1.0; c :=$ Flip(1/3); while (!c) { n := n + 1/2; c :=$ Flip(1/3); } return n; }
program HalfLaw() : real { n :=$ Geometric(1/3); return n/2 - 1; }
program Later() : real { n :=$ Geometric(1/3); return n/2; }
claim down : Down ~ Law : true ==> res{1} = res{2};
claim half : Half ~ HalfLaw : true ==> res{1} = res{2};
claim later : Half ~ Later : true ==> res{1} = res{2};
"""
    assert verdicts(text) == {"down": "proved", "half": "proved", "later": "refuted"}


def test_counters_with_several_rates() -> None:
    """Draws until all of three coupons are there fall at the rates 2/3 and 1/3; the same in stages."""
    text = """
program Coupons() : int { n := 0; a := false; b := false; c := false;
  while (!a || !b || !c) { x :=$ Uniform(0..2); n := n + 1; a := a || x = 0; b := b || x = 1; c := c || x = 2; }
  return n; }
program Stages() : int { n := 1; k := 1;
  while (k < 3) { new :=$ Flip((3 - k)/3); n := n + 1; k := if new then k + 1 else k; }
  return n; }
program Faster() : int { n := 0; k := 1;
  while (k < 3) { new :=$ Flip((3 - k)/3); n := n + 1; k := if new then k + 1 else k; }
  return n; }
claim same : Coupons ~ Stages : true ==> res{1} = res{2};
claim other : Coupons ~ Faster : true ==> res{1} = res{2};
"""
    found = verdicts(text)
    assert found["same"] == "proved"
    assert found["other"] != "proved"


def test_a_counter_that_is_used_behind_the_loop() -> None:
    """Pr[n >= 3] = (2/3)^3 for n failures before the first success of 1/3."""
    text = (
        """program P() : bool { n := 0; c :=$ Flip(1/3); while (!c) { n := n + 1; c :=$ Flip(1/3); } return n >= 3; }"""
    )
    assert law_of(text) == {"true": Fraction(8, 27), "false": Fraction(19, 27)}


def test_a_joint_block_is_priced() -> None:
    """Cards until one of them says something: a lie is half as likely as the truth, so that the answer costs ln(2)."""
    text = """
program Cards(x : private bool) : bool {{
  joint {{
    card := 2;
    while (card = 2) {{ card :=$ Choice({{0 @ 1/2, 1 @ 1/4, 2 @ 1/4}}); }}
    y := if card = 0 then x else !x;
  }} couple y{{2}} = y{{1}} cost {cost};
  return y;
}}
claim private : Cards satisfies dp(ln(2)) when any;
claim same : Cards ~ Cards : ={{x}} ==> res{{1}} = res{{2}} within (ln(2), 0);
"""
    for cost, word in (("ln(2)", "valid"), ("ln(3/2)", "failed")):
        report = pipeline.verify(Source("<test>", text.format(cost=cost)), search=None)
        owed = [one for one in report.claims[0].obligations if one.code in ("price", "joint-block")]
        assert owed
        assert ("valid" if all([one.status == "valid" for one in owed]) else "failed") == word


# ---- the same for every order and every limit ----------------------------------------------------


def test_a_row_is_a_function_of_its_input() -> None:
    text = """program P(x : int, p : real) : int { n := 0; a := x; while (a != 0) {
      if (a = 5) { n := n + 1; } a :=$ Uniform(0..a); } return if p = 1/2 then n mod 2 else a; }"""
    inputs = [{"x": x, "p": p} for x in (5, 3, 0, 4) for p in (Fraction(1, 2), Fraction(1, 3), exp(Fraction(-1)))]
    alone = [machine_of(text).known(one) for one in inputs]
    machine = machine_of(text)
    together = {str(one): machine.known(one) for one in reversed(inputs)}
    for one, known in zip(inputs, alone, strict=True):
        other = together[str(one)]
        assert (known.row, known.steps) == (other.row, other.steps)


# ---- random loops ------------------------------------------------------------------------------

STATEMENTS = (
    "a :=$ Uniform(0..2);",
    "c :=$ Flip(1/3);",
    "c :=$ Flip(if a = 1 then 0 else 3/4);",
    "if (c) { a := (a + 1) mod 3; } else { a :=$ Choice({0 @ 1/2, 2 @ 1/2}); }",
    "if (c) { n := n + 1; }",
    "n := n + 1;",
    "n := n + a;",
    "m := m + 1;",
    "k := 1 - k;",
    "k := n mod 2;",
    "a := if c then 0 else a;",
    "while (a = 1) { a :=$ Uniform(0..2); }",
    "while (a = 1 && !c) { n := n + 1; c :=$ Flip(1/2); }",
    "if (a = 2) { n := 0; }",
    "if (c) { skip; } else { c :=$ Flip(1/2); }",
)
GUARDS = ("a != 0", "!c", "a < 2 && !c", "c || a = 1", "a + k < 3", "a = k", "!c || k = 1", "a != 2 && n < 4")
RESULTS = ("a", "(a, c)", "n", "(n, k)", "k", "(n, c, a)", "n mod 2", "if n > 1 then a else 5")
STARTS = ("a := 1;", "a := 2;", "a :=$ Uniform(0..2);", "c :=$ Flip(1/2);", "")


def sketch(random: Random) -> str:
    body = " ".join([random.choice(STATEMENTS) for _ in range(random.randint(2, 4))])
    start = f"a := 1; c := false; k := 0; n := 0; m := 0; {random.choice(STARTS)}"
    result = random.choice(RESULTS)
    types = {"(a, c)": "(int, bool)", "(n, k)": "(int, int)", "(n, c, a)": "(int, bool, int)"}
    loop = f"while ({random.choice(GUARDS)}) {{ {body} }}"
    return f"program P() : {types.get(result, 'int')} {{ {start} {loop} return {result}; }}"


ROUNDS = 48


def compared(text: str) -> str:
    """The row of a program against the interpreter's and, for a few rounds, against all paths; how it was found."""
    machine = machine_of(text, limits=Limits(steps=1_000_000))
    try:
        found = machine.run({})
    except (NotComputed, Unclosed):
        return "not computed"
    kind = "closed" if isinstance(found, Patterns) else "listed"
    if isinstance(found, Patterns):
        cut = columns([found])
        masses, missing, classify = cut.rows[0], cut.missing[0], cut.classify
    else:
        masses, missing = {seen: found.probability(seen) for seen in found.weights}, found.missing
        classify = lambda seen: seen  # noqa: E731
        kind = "rounds" if missing and not found.ended and missing < Fraction(1, 10**12) else kind
    total = sum(masses.values(), Fraction(0)) + missing
    assert total >= 1 if kind == "rounds" else total == 1
    oracle = interpret(machine.program, {}, ROUNDS, Meter(4_000_000), forget=True)
    paths = brute.run(parse(Source("<test>", text)).file.items[0], {}, 4)  # type: ignore[arg-type]  # a program
    for other, rest in ((oracle.masses, oracle.missing), (paths, paths.pop(brute.NOT_ENDED, Fraction(0)))):
        lower: dict[Any, Fraction] = {}
        for seen, mass in other.items():
            lower[classify(seen)] = lower.get(classify(seen), Fraction(0)) + mass
        for seen in {*lower, *masses}:
            low, mine = lower.get(seen, Fraction(0)), masses.get(seen, Fraction(0))
            assert low <= mine + missing, (text, seen)
            assert mine <= low + rest, (text, seen)
    if kind != "rounds" and missing:
        assert oracle.missing >= missing  # what stays in a loop has not ended after any number of rounds
    return f"{kind}, {'luck' if oracle.missing else 'ends'}"


@pytest.mark.parametrize("chunk", range(6))
def test_random_loops_agree_with_the_interpreter_and_with_all_paths(chunk: int) -> None:
    kinds: list[str] = []
    for seed in range(chunk * 20, chunk * 20 + 20):
        try:
            kinds.append(compared(sketch(Random(seed))))
        except brute.Beyond:
            continue
    assert len(kinds) >= 10
    assert sum([kind in ("listed, luck", "closed, luck") for kind in kinds]) >= 5, kinds


# ---- traps and mutations -----------------------------------------------------------------------


@pytest.mark.parametrize("mutation", TABLE, ids=lambda one: one.name)
def test_without_the_condition_something_false_is_said(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(f"{mutation.trap}.wl")
    before = {claim.name: claim.verdict.word for claim in pipeline.verify(source, search=None).claims}
    assert before[mutation.claim] != "proved"
    mutation.patch(monkeypatch)
    after = {claim.name: claim.verdict.word for claim in pipeline.verify(source, search=None).claims}
    assert after[mutation.claim] == "proved"
