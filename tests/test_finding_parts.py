"""The parts of the finder by themselves: sums of terms, where samples go, Houdini, the order of plans, edits."""

import random
from fractions import Fraction

import pytest

from prhl import pipeline
from prhl.finding.folding import folded
from prhl.finding.houdini import surviving
from prhl.finding.plans import in_order
from prhl.finding.sinks import loops_around, merged, read_after, sinks
from prhl.finding.task import spans
from prhl.finding.ways import Way
from prhl.finding.writing import _fewer, _Use
from prhl.logic.build import FALSE, TRUE, at_most, choose, equal, less, negation, number, plus, times
from prhl.logic.linear import Form, form, monomial, ratio
from prhl.logic.show import show
from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, List
from prhl.solvers.batch import Batch
from prhl.solvers.by_z3 import Session
from prhl.source import Edit, Source, Span, edited, in_one, unedited
from prhl.typed import core

X, Y, N = Variable("x", 0, REAL), Variable("y", 0, REAL), Variable("n", 0, REAL)
K, J = Variable("i", 0, INT), Variable("j", 0, INT)


def divided(above: Term, below: Term) -> Term:
    return Apply("div", (above, below), REAL)


# ---- coins in branches ------------------------------------------------------------------------


def test_what_two_branches_make_is_one_value_for_each_entry() -> None:
    a, b, c = [Variable(name, 0, BOOL) for name in "abc"]
    ones, others = Apply("list", (a, c), List(BOOL)), Apply("list", (b, c), List(BOOL))
    assert show(merged(c, ones, others)) == "[if c then a else b, c]"
    longer = Apply("list", (a, b, c), List(BOOL))
    assert show(merged(c, ones, longer)) == "if c then [a, c] else [a, b, c]"
    assert merged(c, ones, ones) == ones


def test_a_truth_value_by_cases_is_told_without_them() -> None:
    a, c = Variable("a", 0, BOOL), Variable("c", 0, BOOL)
    assert show(folded(choose(c, negation(a), a))) == "c xor a"
    assert folded(choose(c, TRUE, FALSE)) == c
    assert folded(choose(c, FALSE, TRUE)) == negation(c)
    assert folded(choose(c, a, negation(c))) == choose(c, a, negation(c))


# ---- sums and products -----------------------------------------------------------------------


def test_sums() -> None:
    twice = form(plus(plus(X, Y), plus(X, number(3)), 1))
    assert twice == Form({X: Fraction(2), Y: Fraction(1)}, Fraction(3))
    assert not twice - twice
    assert (twice - form(plus(X, X))).parts == {Y: 1}
    assert show((form(Y) - form(X) + form(number(2))).term) == "y + 2 - x"
    assert form(Apply("widen", (K,), REAL)) == form(K)
    assert form(divided(X, number(4))).of(X) == Fraction(1, 4)
    assert form(times(number(0), X)) == Form({})


def test_what_is_not_linear_is_one_part() -> None:
    for term in (times(X, Y), divided(X, Y), Apply("abs", (X,), REAL)):
        assert len(form(term).parts) == 1
        assert form(term).of(X) == 0
    assert not form(divided(X, number(0))).constant, "nothing is divided by 0"
    assert form(times(number(2), times(X, Y))) == form(times(X, Y)) * Fraction(2)


def test_products() -> None:
    assert ratio(divided(number(4), times(N, X)), divided(number(2), times(X, N))) == 2
    assert ratio(X, Y) is None
    assert ratio(X, number(0)) is None
    assert monomial(divided(times(X, Y), X)).powers == {Y: 1}
    assert show(monomial(divided(number(2), divided(times(number(4), N), X))).term) == "x/(2*n)"


def test_brackets_stand_where_the_meaning_needs_them() -> None:
    assert show(divided(times(N, X), times(number(2), Y))) == "n*x/(2*y)"
    assert show(divided(divided(N, X), Y)) == "n/x/y"
    assert show(divided(N, divided(X, Y))) == "n/(x/y)"
    assert show(times(N, divided(X, Y))) == "n*(x/y)"
    assert show(Apply("ediv", (number(-7), K), INT)) == "(-7) div i"
    assert show(Apply("ediv", (Apply("emod", (K, J), INT), J), INT)) == "(i mod j) div j"


# ---- what is written down --------------------------------------------------------------------


def test_what_follows_from_the_others_is_not_written_down() -> None:
    """x >= 2 is needed for one goal and x >= 1 for another; the second one can do with the first atom."""
    facts = [(at_most(number(2), X), "a"), (at_most(number(1), X), "b"), (at_most(number(0), Y), "c")]
    goals = {"a": at_most(number(2), X), "b": at_most(number(1), X), "c": at_most(number(0), Y)}
    batches = {key: Batch(Session(), facts, {"goal": goal}) for key, goal in goals.items()}
    uses = [_Use(None, [key], batches[key], ["a", "b", "c"]) for key in goals]
    assert _fewer({"a", "b", "c"}, uses, ()) == {"a", "c"}
    kept = [*uses, _Use(None, ["b"])]  # of this one nobody knows what else would do
    assert _fewer({"a", "b", "c"}, kept, ()) == {"a", "b", "c"}
    kept = [_Use("b", ["c"], batches["c"], ["a", "b", "c"])]  # what keeps an atom goes with it
    assert _fewer({"a", "b", "c"}, [*uses[:1], *kept], ()) == {"a"}


# ---- where a sample goes ---------------------------------------------------------------------

PROGRAM = """program P(q : private list[real], T : real) : real {
  t :=$ Laplace(1);
  bar := T + t;
  i := 0;
  s := 0;
  while (i < size(q)) {
    z :=$ Laplace(2);
    if (T > 0) {
      s := q[i] + z;
    }
    if (q[i] + z >= bar) {
      s := s + 1;
    }
    i := i + 1;
  }
  u :=$ Laplace(3);
  return 2*u + s;
}
"""


def drawn() -> tuple[core.TypedProgram, dict[str, core.Sample]]:
    program = pipeline.load(Source("t.wl", PROGRAM)).programs["P"]
    found: dict[str, core.Sample] = {}

    def scan(statements: tuple[core.Statement, ...]) -> None:
        for one in statements:
            if isinstance(one, core.Sample):
                found[one.target] = one
            if isinstance(one, core.While):
                scan(one.body)

    scan(program.body)
    return program, found


def test_sinks() -> None:
    program, draws = drawn()
    told = {name: [(one.kind, show(one.term)) for one in sinks(program, node)] for name, node in draws.items()}
    assert ("sum", "T + t") in told["t"]
    assert ("compared", "q[i?] + z? - (T + t)") in told["t"], "what a loop draws or changes is not known"
    assert ("compared", "q[i] + z - bar") in told["z"]
    assert ("sum", "q[i] + z") in told["z"]
    assert told["u"] == [("sum", "2*u + s")]
    path = next(one.path for one in sinks(program, draws["z"]) if one.kind == "sum")
    assert [show(one) for one in path] == ["T > 0"]


def test_how_far_apart_what_is_cut_off_may_be() -> None:
    text = "program P(x : real, n : int) : real { y := max(-3, min(5, x)) + min(1/2, x) + 9; return y; }"
    program = pipeline.load(Source("t.wl", text)).programs["P"]
    (given,) = [one.value for one in program.body if isinstance(one, core.Assign)]
    assert spans([given]) == (Fraction(1, 2), 3, 5, 8)


def test_loops_around_a_site() -> None:
    program, draws = drawn()
    assert [len(loops_around(program, draws[name].site)) for name in ("t", "z", "u")] == [0, 1, 0]


def test_what_is_read_after_a_block() -> None:
    text = """program P() : bool {
      joint { a :=$ Flip(1/2); b :=$ Flip(1/2); c := a && b; } couple c{2} = c{1};
      return c || a;
    }"""
    program = pipeline.load(Source("t.wl", text)).programs["P"]
    (block,) = program.body
    assert isinstance(block, core.Joint)
    assert read_after(program, block) == ["a", "c"]


# ---- Houdini ---------------------------------------------------------------------------------


def survivors(
    before: dict[str, Term], after: dict[str, Term], keys: list[str], named: tuple[str, ...] = ()
) -> list[str]:
    facts = [(equal(J, plus(K, number(1))), "")] + [(formula, tag) for tag, formula in before.items()]
    return surviving(Batch(Session(), facts, after), keys, named)


def test_the_greatest_set_that_keeps_itself() -> None:
    """Of i, which becomes i + 1: what needs another that falls, falls as well, and what needs no other stays."""
    formulas = {
        "low": lambda i: at_most(number(0), i),
        "high": lambda i: at_most(i, number(9)),
        "needs high": lambda i: at_most(i, number(10)),
        "zero": lambda i: equal(i, number(0)),
        "above": lambda i: less(number(-3), i),
    }
    before, after = [{tag: make(one) for tag, make in formulas.items()} for one in (K, J)]
    assert survivors(before, after, list(formulas)) == ["low", "above"]
    assert survivors(before, after, list(reversed(formulas))) == ["above", "low"], "in whichever order they come"
    assert survivors(before, after, ["zero"]) == []


def test_an_equality_by_name_ends_the_round_when_it_falls() -> None:
    before = {"low": at_most(number(0), K)}
    after = {"low": at_most(number(0), J), "same": equal(J, K)}
    assert survivors(before, after, ["low", "same"], ("same",)) == ["low"]


# ---- plans -----------------------------------------------------------------------------------


def test_plans_come_by_the_sum_of_their_ranks() -> None:
    menus = {3: [Way("a", 0), Way("b", 2), Way("c", 7)], 1: [Way("x", 1), Way("y", 1)]}
    found = ["".join([plan[site].name for site in menus]) for plan in in_order(menus)]
    assert found == ["ax", "ay", "bx", "by", "cx", "cy"]
    assert list(in_order({3: menus[3], 1: []})) == [], "a site without a way has no plan"
    assert list(in_order({})) == [{}]


# ---- edits -----------------------------------------------------------------------------------

EDITS = (Edit(Span(2, 2), "++"), Edit(Span(2, 2), "!"), Edit(Span(4, 6), "x"), Edit(Span(8, 8), "yz"))


def test_edits() -> None:
    assert edited("0123456789", EDITS) == "01++!23x67yz89"
    assert edited("0123", ()) == "0123"


def test_places_before_the_edits() -> None:
    """What stayed is where it was; what came in is where it came in."""
    text, now = "0123456789", edited("0123456789", EDITS)
    for at, letter in enumerate(now):
        before = unedited(at, EDITS)
        if letter.isdigit():
            assert text[before] == letter
        else:
            assert before == {"+": 2, "!": 2, "x": 4, "y": 8, "z": 8}[letter]
    assert unedited(len(now), EDITS) == len(text)


@pytest.mark.parametrize("at", range(11))
def test_one_insertion_moves_what_comes_after_it(at: int) -> None:
    insertion = (Edit(Span(5, 5), "abc"),)
    assert unedited(at if at < 5 else at + 3, insertion) == at


def test_edits_after_edits_are_edits() -> None:
    def some(text: str, taken: random.Random, fixed: list[tuple[int, int]]) -> list[Edit]:
        found: list[Edit] = []
        for at in sorted(taken.sample(range(len(text) + 1), 3)):
            inside = any([start < at < end for start, end in fixed])
            end = at if inside or taken.random() < 0.7 else min(at + 1, len(text))
            if (not found or found[-1].span.end < at) and not any([at < stop and start < end for start, stop in fixed]):
                found.append(Edit(Span(at, end), taken.choice("XYZ") * taken.randint(1, 3)))
        return found

    def places(edits: list[Edit]) -> list[tuple[int, int]]:
        """What they inserted, in the text that they make."""
        longer, spans = 0, []
        for edit in edits:
            spans.append((edit.span.start + longer, edit.span.start + longer + len(edit.text)))
            longer += len(edit.text) - (edit.span.end - edit.span.start)
        return spans

    for seed in range(300):
        taken = random.Random(seed)
        first = some("abcdefghij", taken, [])
        later = some(edited("abcdefghij", first), taken, places(first))
        both = in_one(first, later)
        assert edited("abcdefghij", both) == edited(edited("abcdefghij", first), later), seed
        assert list(both) == sorted(both, key=lambda edit: edit.span.start)
