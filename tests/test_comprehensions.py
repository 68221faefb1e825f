"""Comprehensions, `sort` and `mem`: how they are written, what is refused, and that all who evaluate them agree."""

import importlib.util
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import prhl
from prhl import pipeline
from prhl.diagnostics import Rejected
from prhl.exact.closed.symbolic_values import Evaluator
from prhl.exact.listing.generated_terms import Writer
from prhl.logic.build import comprehension, equal, less, number, plus
from prhl.logic.definedness import needs
from prhl.logic.evaluator import Fault, applied
from prhl.logic.operators import joined, times
from prhl.logic.show import show
from prhl.logic.substitution import put_in, substitute
from prhl.logic.terms import Apply, Logical, Term, Variable, free_names
from prhl.logic.types import INT, List
from prhl.report.latex.formulas import inline
from prhl.report.latex.formulas import term as typeset
from prhl.semantics.evaluate import evaluate
from prhl.source import Source

X, Y = Logical("x", INT), Logical("y", INT)
D, E, N = Variable("d", 0, List(INT)), Variable("e", 0, List(INT)), Variable("n", 0, INT)


def loaded(text: str) -> Any:
    return pipeline.load(Source("a.wl", text))


def refusals(body: str) -> set[str]:
    with pytest.raises(Rejected) as refused:
        loaded(f"program P(d : list[int], r : list[(int, bool)], n : int) {{ {body} }}")
    return {one.code for one in refused.value.diagnostics}


@pytest.mark.parametrize(
    ("written", "formatted"),
    [
        ("[x for x in d]", "[x for x in d]"),
        ("sum( x+1 for x in d if x>0 )", "sum(x + 1 for x in d if x > 0)"),
        ("count(x∈d if x>0&&x<3)", "count(x in d if x > 0 && x < 3)"),
        ("max(if x > 0 then x else 0 for x in if n > 0 then d else [1])",) * 2,
        ("sum(sum(y for y in r) for r in [[x, 1] for x in d])",) * 2,
        ("[mem(x, sort(d)) for x in d]",) * 2,
    ],
)
def test_the_formatter_writes_it(written: str, formatted: str) -> None:
    text = f"program P(d : list[int], n : int) {{ y := {written}; return y; }}"
    assert f"y := {formatted};" in pipeline.reformat(Source("a.wl", text))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("return [x for x in n];", "type-mismatch"),
        ("return sum(x for x in r);", "type-mismatch"),
        ("return count(x in d if x);", "type-mismatch"),
        ("return [n for n in d];", "name-taken"),
        ("return [x for x in d] ++ [x];", "unknown-name"),
        ("return [1 for x in [x]];", "unknown-name"),
        ("return size(x for x in d);", "not-of-elements"),
        ("return count(x for x in d);", "not-of-elements"),
        ("return sum(x in d);", "not-of-elements"),
        ("return mem(d, 1);", "type-mismatch"),
        ("return mem(true, d);", "type-mismatch"),
        ("return sort(r);", "type-mismatch"),
        ("return sort(d, 1);", "wrong-arity"),
        ("return [x{1} for x in d];", "mark-in-program"),
        ("return [1/0 for x in d];", "division-by-zero"),
    ],
)
def test_what_is_wrong_is_refused(body: str, code: str) -> None:
    assert refusals(body) == {code}


def test_a_value_has_the_type_that_is_inferred() -> None:
    file = loaded(
        "program P(d : list[int]) { a := []; a := [x/2 for x in d]; return sum(a) + count(x in a if x > 1); }"
    )
    assert str(file.programs["P"].result_type) == "real"


def python_value(term: Term, memory: dict[str, Any]) -> Any:
    writer = Writer(frozenset(memory))
    source = writer.term(term)
    scope: dict[str, Any] = {"C": writer.constants, "times": times, "joined": joined}
    scope["apply"] = lambda operator, values, place: applied(operator, values, writer.places[place])
    scope["index"] = lambda items, at, place: applied("index", [items, at], writer.places[place])
    return eval(source, {**scope, **{writer.variable(name): value for name, value in memory.items()}})


class Terms:
    """Random numbers and lists of them, with names that are bound again and again."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed).choice

    def number(self, depth: int, bound: tuple[Logical, ...]) -> Term:
        choices: list[Term] = [N, number(self.pick([-1, 0, 2])), *bound, *bound]
        if depth > 0:
            choices.append(plus(self.number(depth - 1, bound), self.number(depth - 1, bound)))
            choices += [Apply("sum", (self.items(depth - 1, bound),), INT)] * 2
        return self.pick(choices)

    def items(self, depth: int, bound: tuple[Logical, ...]) -> Term:
        if depth <= 0:
            return self.pick([D, E])
        own = self.pick([X, Y])
        inside = (*bound, own)
        guard = less(self.number(depth - 1, inside), self.number(depth - 1, inside))
        each = comprehension(own, self.items(depth - 1, bound), self.number(depth - 1, inside), guard)
        return self.pick([each, each, Apply("sort", (each,), each.type), D])


@pytest.mark.parametrize("seed", range(60))
def test_all_who_evaluate_agree(seed: int) -> None:
    """The plain evaluator, the generated Python, the evaluator of open draws; and a name stands for what is put in."""
    terms = Terms(seed)
    term = terms.number(3, ())
    body = terms.number(2, (X,))
    for d in ((), (1,), (0, -1, 2)):
        values: dict[str, Any] = {"d": d, "e": (2, 1), "n": 1}
        memory = {(name, 0): value for name, value in values.items()}
        expected = evaluate(term, memory)
        assert python_value(term, values) == expected
        assert Evaluator(values, {}, {}).value(term) == expected
        put = put_in(body, "x", term)
        assert evaluate(put, memory) == evaluate(body, {**memory, ("x", -1): expected})


def test_bound_names_make_way() -> None:
    inner = Apply("sum", (comprehension(Y, D, plus(X, Y)),), INT)
    put = put_in(inner, "x", Y)
    assert free_names(put) == {"y"}
    assert evaluate(put, {("d", 0): (1, 2), ("y", -1): 10}) == 23
    assert substitute(inner, lambda leaf: number(5) if leaf == Y else None) == inner


def test_what_is_owed_is_owed_of_each_element() -> None:
    ratio = Apply("div", (number(1), X), INT)
    guarded = comprehension(X, D, ratio, Apply("ne", (X, number(0)), less(X, X).type))
    (alone,) = needs(comprehension(X, D, ratio))
    (under,) = needs(guarded)
    for d in ((), (1, 2), (1, 0)):
        memory = {("d", 0): d}
        assert evaluate(alone.formula, memory) == (0 not in d)
        assert evaluate(under.formula, memory) is True
    assert evaluate(guarded, {("d", 0): (2, 0)}) == (Fraction(1, 2),)
    with pytest.raises(Fault):
        evaluate(comprehension(X, D, ratio), {("d", 0): (2, 0)})


def test_it_is_shown_as_it_is_written() -> None:
    guard = less(number(0), X)
    ones = Apply("sum", (comprehension(X, D, number(1), guard),), INT)
    assert show(ones) == "count(x in d if 0 < x)"
    assert show(Apply("sum", (comprehension(X, D, plus(X, N)),), INT)) == "sum(x + n for x in d)"
    assert show(comprehension(X, D, X, equal(X, N))) == "[x for x in d if x = n]"
    assert "\\mid" in inline(typeset(comprehension(X, D, X, guard)))


def module_of(folder: Path, text: str) -> Any:
    path = folder / "made.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("made", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


QUERIES = """
import prhl

@prhl.mechanism("dp(eps)", when="one_differs(d)")
def above(d: prhl.Private[list[int]], eps: prhl.Real) -> int:
    requires(eps > 0)
    s = sum(1 for x in d if x > 0 and not (x in [3, 4]))
    z = DiscreteLaplace(1 / eps)
    return s + z
"""


def test_a_function_of_python_is_proved_and_drawn_from(tmp_path: Path) -> None:
    mechanism = module_of(tmp_path, QUERIES).above
    assert "sum(1 for x in d if (" in mechanism.text
    assert mechanism.verify().verdict == "proved"
    assert isinstance(mechanism([1, 3, -1], 1), int)


RELEASED = """
program Above(d : private list[int], t : int) : (int, list[int], bool) {
  z :=$ Uniform(0..0);
  return (count(x in d if x > t) + z, sort([x*x for x in d if x != t]), mem(t, d));
}
"""


def test_what_is_exported_computes_the_same(tmp_path: Path) -> None:
    module = module_of(tmp_path, prhl.export(text=RELEASED, to="python", unproved=True))
    expected = (2, (1, 4, 9), True)
    assert module.above((3, -1, 2, 1), 1) == expected
    (drawn,) = prhl.run(text=RELEASED, inputs={"d": [3, -1, 2, 1], "t": 1})
    assert drawn in (expected, (2, [1, 4, 9], True), [2, [1, 4, 9], True])
