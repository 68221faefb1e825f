"""Elementary steps: what they show is true, whatever is proposed, and a premise that says something else is refused."""

import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb

from prhl.diagnostics import NotComputed
from prhl.logic.terms import Apply, Constant, Term, Variable
from prhl.numbers import elementary
from prhl.numbers.balls import rational
from prhl.numbers.elementary import ONE, ZERO, Generator, Sum, constant, exp, of, variable
from prhl.pipeline import load
from prhl.solvers import Query, by_sympy, elementary_steps
from prhl.solvers.elementary_steps import Bound, Range, Refused, Shown, Space
from prhl.source import Source
from tests.inequalities import FALSE, FalseRow

X = variable("x")
HALF = constant(Fraction(1, 2))


def question(names: str, requires: str, goal: str) -> Query:
    """A question with what is required as its facts, read like any other text."""
    inputs = ", ".join([f"{name} : real" for name in names.split()])
    formulas = "".join([f"  requires {part.strip()};\n" for part in [*requires.split(";"), goal] if part.strip()])
    file = load(Source("question.wl", f"program P({inputs}) : int\n{formulas}{{\n  return 0;\n}}\n"))
    *facts, wanted = file.programs["P"].requires
    return Query(tuple(facts), wanted)


def of_row(row: FalseRow) -> Query:
    return question(row.names, row.requires, f"{row.price} <= {row.budget}")


def shown(names: str, requires: str, goal: str) -> bool:
    return by_sympy.steps(question(names, requires, goal)) is not None


def value(term: Term, point: dict[str, Fraction]) -> arb:
    """By the plain reading of the term, which shares nothing with sums; not finite where it is undefined."""
    match term:
        case Constant(Fraction() as number):
            return rational(number)
        case Variable(name):
            return rational(point[name])
        case Apply("pow", (base, Constant(Fraction() as power))):
            return value(base, point) ** int(power)
        case Apply(operator, arguments):
            parts = [value(argument, point) for argument in arguments]
            match operator:
                case "add":
                    return sum(parts, arb(0))
                case "mul":
                    out = arb(1)
                    for part in parts:
                        out *= part
                    return out
                case "neg":
                    return -parts[0]
                case "div":
                    return parts[0] / parts[1]
                case "widen":
                    return parts[0]
                case "exp" | "sqrt":
                    return getattr(parts[0], operator)()
                case "ln":
                    return parts[0].log()
    raise AssertionError(term)


# ---- nothing false is shown ------------------------------------------------------------------


def test_false_neighbours_are_false_and_enough() -> None:
    assert len(FALSE) >= 40
    for row in FALSE:
        query = of_row(row)
        point = dict(zip(row.names.split(), [Fraction(part) for part in row.point.split()], strict=True))
        assert isinstance(query.goal, Apply)
        price, budget = query.goal.arguments
        assert value(price, point) > value(budget, point), row.name
        for fact in query.facts:
            assert isinstance(fact, Apply)
            low, high = [value(side, point) for side in fact.arguments]
            assert fact.operator in ("lt", "le")
            assert not low > high, row.name


@pytest.mark.parametrize("row", FALSE, ids=lambda row: row.name)
def test_no_false_neighbour_is_shown(row: FalseRow) -> None:
    assert by_sympy.steps(of_row(row)) is None


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search does not see where an inequality is false, and tries to show it all the same."""
    seen = by_sympy._signs

    def unseen(space: Space, sum_: Sum) -> list[int | None]:
        return [None if sign == -1 else sign for sign in seen(space, sum_)]

    monkeypatch.setattr(by_sympy, "_signs", unseen)


QUICK = ("e", "exp of ln", "twice", "twice, too far", "x ln x", "root of a square", "half power", "entropy")


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[] if row.name in QUICK else [pytest.mark.long]) for row in FALSE],
    ids=lambda row: row.name,
)
def test_no_false_neighbour_is_shown_by_a_search_that_does_not_look(
    row: FalseRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind(monkeypatch)
    assert by_sympy.steps(of_row(row)) is None


PARTS = ("x", "x^2", "1/x", "exp(x)", "exp(-x)", "ln(x)", "ln(1 + x)", "sqrt(x)", "x*ln(x)", "exp(-x^2/2)", "1/(1 + x)")
REGIONS = ("0 < x", "0 < x; x <= 1", "1 <= x; x < 3", "x > 0; x < 1/2", "-1 < x; x <= 1", "-2 <= x; x <= -1/2")


def made(seed: int) -> tuple[str, str]:
    """What is required, and a goal: a sum of parts is at least a number near its least value, or one of the parts."""
    rng = random.Random(seed)
    parts = [f"{rng.choice((1, 1, 2, -1, Fraction(1, 2), Fraction(-1, 3)))}*({part})" for part in rng.sample(PARTS, 3)]
    least = rng.choice([str(Fraction(rng.randint(-30, 60), 10)), rng.choice(PARTS)])
    return rng.choice(REGIONS), f"{' + '.join(parts)} >= {least}"


def points(requires: str) -> Iterator[dict[str, Fraction]]:
    facts = question("x", requires, "x <= x").facts
    for at in [Fraction(n, 16) for n in range(-40, 80)] + [Fraction(1, 1000), Fraction(9), Fraction(30)]:
        if all([_holds(fact, {"x": at}) for fact in facts]):
            yield {"x": at}


def _holds(formula: Term, point: dict[str, Fraction]) -> bool:
    assert isinstance(formula, Apply)
    low, high = [value(side, point) for side in formula.arguments]
    return bool({"lt": low < high, "le": low <= high, "gt": low > high, "ge": low >= high}[formula.operator])


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 1500), marks=pytest.mark.long)], ids=str)
def test_what_is_shown_of_random_sums_is_true(seeds: range) -> None:
    where = {requires: list(points(requires)) for requires in REGIONS}
    true = 0
    for seed in seeds:
        requires, goal = made(seed)
        query = question("x", requires, goal)
        if by_sympy.steps(query) is None:
            continue
        true += 1
        assert isinstance(query.goal, Apply)
        for point in where[requires]:
            large, small = [value(side, point) for side in query.goal.arguments]
            assert large.is_finite(), (requires, goal, point)
            assert not large < small, (requires, goal, point)
    assert true > len(seeds) // 30


# ---- wrong premises are refused --------------------------------------------------------------


def on(low: int | Fraction | None = 0, high: int | Fraction | None = 1, open_: bool = True, **others: Range) -> Space:
    """The range of x between two numbers, and the ranges of others; with a prover that looks for proofs."""
    ends = [None if end is None else Bound(constant(end), open_) for end in (low, high)]
    return Space({"x": Range(*ends), **others}, (), by_sympy.Search().find)


def proved(space: Space, sum_: Sum, strict: bool = False) -> Shown:
    found = space.show(sum_, strict)
    assert found is not None, sum_
    return found


def test_a_right_premise_is_taken() -> None:
    space, sum_ = on(), exp(X) - ONE - X
    slope = proved(*space.slope(sum_, "x"))
    assert space.monotone(sum_, "x", True, slope, proved(*space.end(sum_, "x", True))).step == "rising"


def test_a_slope_of_the_wrong_sign() -> None:
    space, sum_ = on(), ONE - exp(X)  # 0 at 0, and negative after it
    inside, change = space.slope(sum_, "x")
    end = proved(*space.end(sum_, "x", True))
    with pytest.raises(Refused):
        space.monotone(sum_, "x", True, proved(inside, -change), end)


def test_a_slope_of_a_smaller_region() -> None:
    space, sum_ = on(0, 2), X * (ONE - X)  # rises up to 1/2
    inside, change = on(0, Fraction(1, 2)).slope(sum_, "x")
    with pytest.raises(Refused):
        space.monotone(sum_, "x", True, proved(inside, change), proved(*space.end(sum_, "x", True)))


def test_the_value_at_the_other_end() -> None:
    space, sum_ = on(), X - HALF
    slope = proved(*space.slope(sum_, "x"))
    with pytest.raises(Refused):
        space.monotone(sum_, "x", True, slope, proved(*space.end(sum_, "x", False)))


@pytest.mark.parametrize("open_", [True, False])
def test_at_a_closed_end_a_rising_sum_may_be_0(open_: bool) -> None:
    space = on(0, 1, open_)
    slope, end = proved(*space.slope(exp(X) - ONE, "x"), True), proved(*space.end(exp(X) - ONE, "x", True))
    assert space.monotone(exp(X) - ONE, "x", True, slope, end).strict == open_
    assert (space.show(exp(X) - ONE, strict=True) is not None) == open_


@pytest.mark.parametrize("sum_", [-of(Generator("var", "x"), -1), of(Generator("ln", X)), X * of(Generator("ln", X))])
def test_no_value_at_a_pole(sum_: Sum) -> None:
    with pytest.raises(NotComputed):
        on().end(sum_, "x", True)


def test_no_end_without_a_bound() -> None:
    with pytest.raises(NotComputed):
        on(0, None).end(exp(-X) - HALF, "x", False)


def test_a_factor_that_changes_its_sign() -> None:
    space = on()
    parts = [(X - HALF, 1), (X + ONE, 1)]
    positive = proved(on(Fraction(1, 2), 1), X - HALF)
    with pytest.raises(Refused):
        space.factors((X - HALF) * (X + ONE), parts, [positive, proved(space, X + ONE)])
    with pytest.raises(Refused):
        space.factors((X - HALF) * (X + ONE), parts, [None, proved(space, X + ONE)])
    assert not space.factors((X - HALF) ** 2, [(X - HALF, 2)], [None]).strict  # 0 inside
    with pytest.raises(Refused):
        space.scaled(ONE - X - X, positive, proved(space, ZERO))
    with pytest.raises(Refused):  # X may be 0
        on(0, 1, False).scaled(-ONE, proved(on(0, 1, False), X), proved(on(0, 1, False), ZERO))


def test_factors_that_are_not_those_of_the_sum() -> None:
    space = on()
    with pytest.raises(Refused):
        space.factors(X - HALF, [(X, 1)], [proved(space, X)])
    with pytest.raises(Refused):  # a minus is lost
        space.factors(-X, [(X, 1), (constant(-1), 1)], [proved(space, X), proved(space, ONE)])


def test_what_does_not_exist_everywhere() -> None:
    space = on(0, 2)
    for make in (space.ln, space.sqrt, space.reciprocal):
        with pytest.raises(NotComputed):
            make(X - ONE)
    assert not space.defined(of(Generator("ln", X - ONE)))
    assert not space.defined(of(Generator("sqrt", X - ONE)))
    assert not space.defined(of(Generator("inv", X - ONE)))
    assert not on(-1, 1).defined(of(Generator("var", "x"), -1))
    assert not on(0, 1, False).defined(of(Generator("var", "x"), -1))
    with pytest.raises(NotComputed):  # the root has no derivative at 0
        on(-1, 1).slope(of(Generator("sqrt", X * X)), "x")


def test_concave_sums_need_both_ends_and_the_curve() -> None:
    space, sum_ = on(), X * (ONE - X)
    low, high = [proved(*space.end(sum_, "x", at)) for at in (True, False)]
    inside, change = space.slope(sum_, "x", 2)
    assert space.concave(sum_, "x", proved(inside, -change), low, high).step == "concave"
    other = X * (X - ONE)  # negative between its ends, which are 0
    with pytest.raises(Refused):
        space.concave(other, "x", proved(space.slope(other, "x", 2)[0], space.slope(other, "x", 2)[1]), low, high)


def test_pieces_that_do_not_cover_the_range() -> None:
    space, sum_ = on(), (X - HALF) ** 2 - constant(Fraction(1, 100))
    below, above = space.cut("x", constant(Fraction(1, 4)))[0], space.cut("x", constant(Fraction(3, 4)))[1]
    with pytest.raises(Refused):
        space.split(sum_, "x", HALF, proved(below, sum_), proved(above, sum_))


def test_0_inside_is_not_positive() -> None:
    sum_ = (X - HALF) ** 2
    assert on().show(sum_, strict=False) is not None
    assert on().show(sum_, strict=True) is None
    for step in (lambda: on().enclosed(sum_), lambda: on().polynomial(sum_, True), lambda: on().signs(sum_, True)):
        with pytest.raises(NotComputed):
            step()
    with pytest.raises(NotComputed):
        on().constant(ZERO, True)


def test_a_fact_about_the_variable_is_forgotten_on_the_way_to_an_end() -> None:
    """x >= y is a fact here; on the way down to 0 it does not stay one."""
    y = variable("y")
    space = Space(
        {"x": Range(Bound(ZERO, False)), "y": Range(Bound(ZERO, False))}, ((X - y, False),), by_sympy.Search().find
    )
    assert proved(space, X - y)
    inside, _ = space.slope(X - y, "x")
    assert not inside.facts
    assert space.end(X - y, "x", True)[0].show(-y, strict=False) is None


def test_what_does_not_exist_is_not_read() -> None:
    """As formulas these are true, and of a run-time error nothing is said."""
    assert not shown("x", "0 < x", "ln(x - 1) <= x - 2")
    assert not shown("x", "0 < x", "sqrt(x - 1)*sqrt(x - 1) >= x - 1")
    assert not shown("x", "0 <= x", "x/x >= 1")
    assert not shown("x", "x < 2", "exp(ln(x)) <= x")
    assert shown("x", "1 < x", "ln(x - 1) <= x - 2")
    assert shown("x", "1 <= x", "sqrt(x - 1)*sqrt(x - 1) >= x - 1")


# ---- and each of these is needed -------------------------------------------------------------


def ends_at_1(self: Space, sum_: Sum, x: str, low: bool) -> tuple[Space, Sum]:
    return self.beside(x, None), ONE


def corners_only(of_: Sum, ends: dict[str, tuple[Fraction, Fraction]], cells: int) -> bool:
    return all([elementary.sign_at(of_, dict(zip(ends, at, strict=True))) == 1 for at in product(*ends.values())])


def of_exponentials_only(of_: Sum, x: str) -> Sum:
    return DERIVATIVE(Sum({m: c for m, c in of_.terms.items() if m.exponent is not None}), x)


def right_half(self: Range) -> Range:
    return Range(Bound(HALF, True), self.high)


def put_without_ln(self: Space, sum_: Sum, instead: Any) -> Sum:
    """A logarithm at the end of its domain is taken to be 0."""
    kept = {m: c for m, c in sum_.terms.items() if not any([g.kind == "ln" for g, _ in m.powers])}
    return PUT(self, Sum(kept), instead)


def first_piece(self: Space, x: str, at: Sum) -> tuple[Space, Space]:
    below, _ = CUT(self, x, at)
    return below, below


DERIVATIVE, PUT, CUT = elementary.derivative, Space.put, Space.cut
Row = tuple[str, str, str]

# What is broken, and what is false and then shown.
BROKEN: list[tuple[str, Any, str, Any, Row]] = [
    ("the value at an end", Space, "end", ends_at_1, ("x", "0 < x", "1/2 <= exp(x) - 1")),
    ("a pole at an end", Space, "put", put_without_ln, ("x", "0 < x; x < 1", "0 <= x + ln(x)")),
    ("z3 does not know", elementary_steps, "contradictory", lambda *given: True, ("x", "0 < x", "0 <= 1 + ln(x)")),
    ("corners", elementary_steps, "positive_on", corners_only, ("x", "1/4 <= x; x <= 1", "-x*ln(x) <= 36/100")),
    ("derivatives", elementary_steps, "derivative", of_exponentials_only, ("x", "0 < x", "1 + 2*x <= exp(x)")),
    ("the interior", Range, "interior", right_half, ("x", "0 < x; x < 2", "1 + 3/2*x <= exp(x)")),
    ("a divisor", Space, "sign", lambda self, sum_: 1, ("x", "0 <= x", "2 <= x/x + exp(x)")),
    ("one piece for both", Space, "cut", first_piece, ("x", "0 < x; x <= 2", "exp(x) - 1 <= 2*x")),
]


@pytest.mark.parametrize(("name", "where", "what", "instead", "row"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_broken_step_shows_what_is_false(
    name: str, where: Any, what: str, instead: Any, row: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    blind(monkeypatch)
    assert not shown(*row)
    monkeypatch.setattr(where, what, instead)
    assert shown(*row), name


# ---- SymPy -----------------------------------------------------------------------------------

TANGENT = ("e", "0 < e", "2 + 2*(e - ln(2)) <= exp(e)")  # equal at ln(2), which SymPy finds


def test_sympy_finds_where_a_derivative_is_0() -> None:
    steps = by_sympy.steps(question(*TANGENT))
    assert steps is not None
    assert any(["split e at ln(2)" in step for step in steps])


@pytest.mark.parametrize("wrong", ["1/2", "-3", "pi", "zoo", "sqrt(-1)", "log(3)", "log(-1)", "x + 1", "1000**1000"])
def test_a_broken_sympy_shows_nothing_false(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import sympy

    blind(monkeypatch)
    monkeypatch.setattr(sympy, "solve", lambda *given: [sympy.sympify(wrong)])
    assert not shown("e", "0 < e", "2 + 2*(e - ln(2)) + 1/1000 <= exp(e)")
    assert not shown(*TANGENT)  # without the right place


def test_sympy_that_fails_has_no_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    import sympy

    def fails(*given: object) -> None:
        raise RecursionError

    monkeypatch.setattr(sympy, "solve", fails)
    assert not shown(*TANGENT)


def test_wrong_factors_show_nothing_false(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(sum_: Sum) -> list[tuple[Sum, int]]:
        some = variable((*sum_.variables, "e")[0])
        return [(exp(some), 1), (some, 2)]

    monkeypatch.setattr(by_sympy, "factors", wrong)
    blind(monkeypatch)
    for row in FALSE[:6]:
        assert by_sympy.steps(of_row(row)) is None


LOADED = """
import sys
from pathlib import Path
from prhl import pipeline
from prhl.syntax.reader import read
for name in sys.argv[1:]:
    pipeline.verify(read(Path(name)), find=True)
print("sympy" in sys.modules)
"""


@pytest.mark.parametrize(("name", "needed"), [("course/rand_resp", False), ("inequalities/tangents", True)])
def test_sympy_is_loaded_where_it_is_needed(name: str, needed: bool) -> None:
    command = [sys.executable, "-c", LOADED, f"examples/{name}.wl"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == str(needed)


def test_an_answer_does_not_depend_on_the_questions_before() -> None:
    first = by_sympy.steps(question(*TANGENT))
    by_sympy.steps(of_row(FALSE[0]))
    assert by_sympy.steps(question(*TANGENT)) == first
