"""The columns of the table of operators against each other: value, Python source, text and what is owed."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest

from prhl.exact.listing.generated_terms import Writer
from prhl.logic.constants import constant
from prhl.logic.definedness import needs
from prhl.logic.evaluator import Fault, Undecidable, applied
from prhl.logic.operators import BY_SIGN, FUNCTIONS, OPERATORS, TABLE, joined, times
from prhl.logic.show import show
from prhl.logic.terms import Apply, Constant, Operator, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Size, Tuple, Type
from prhl.semantics.evaluate import evaluate

NUMBERS: list[Any] = [-3, -1, 0, 1, 2, 4, Fraction(1, 4), Fraction(-3, 2)]
INTS: list[Any] = [-2, -1, 0, 1, 2, 3]
TRUTHS: list[Any] = [False, True]
LISTS: list[Any] = [(), (1,), (2, 1), (1, 1, 5)]
BITS: list[Any] = ["", "01", "10", "110"]

ARGUMENTS: dict[str, list[tuple[list[Any], Type]]] = {
    **dict.fromkeys(["add", "mul", "min", "max"], [(NUMBERS, REAL)] * 3),
    **dict.fromkeys(["div", "lt", "le", "gt", "ge", "eq", "ne", "distinct"], [(NUMBERS, REAL)] * 2),
    **dict.fromkeys(["ediv", "emod"], [(INTS, INT)] * 2),
    **dict.fromkeys(["neg", "abs", "exp", "ln", "sqrt", "floor", "ceil", "widen"], [(NUMBERS, REAL)] * 1),
    **dict.fromkeys(["and", "or", "implies", "iff"], [(TRUTHS, BOOL)] * 3),
    **dict.fromkeys(["size", "sum", "least", "greatest"], [(LISTS, List(INT))] * 1),
    "pow": [(NUMBERS, REAL), ([0, 1, 3], INT)],
    "not": [(TRUTHS, BOOL)],
    "xor": [(BITS, Bits(Size.variable("n")))] * 2,
    "ite": [(TRUTHS, BOOL), (NUMBERS, REAL), (NUMBERS, REAL)],
    "list": [(NUMBERS, REAL)] * 2,
    "tuple": [(NUMBERS, REAL)] * 2,
    "concat": [(LISTS, List(INT))] * 2,
    "index": [(LISTS, List(INT)), (INTS, INT)],
    "store": [(LISTS, List(INT)), (INTS, INT), ([7], INT)],
    "count": [(LISTS, List(INT)), (INTS, INT)],
    "mem": [(INTS, INT), (LISTS, List(INT))],
    "sort": [(LISTS, List(INT))],
    **dict.fromkeys(["vadd", "vsub", "distance1", "distance2", "norm2"], [(LISTS, List(INT))] * 2),
    **{key: [(LISTS, List(INT)), (LISTS, List(INT)), (INTS, INT)] for key in ("l1", "l2")},
    **{key: [(LISTS, List(INT)), (INTS, INT)] for key in ("clip1", "clip2")},
    "vscale": [(INTS, INT), (LISTS, List(INT))],
    "field": [([(1, 2)], Tuple((INT, INT))), ([0, 1], INT)],
}


def test_every_operator_has_one_row() -> None:
    assert sorted([row.name for row in TABLE]) == sorted(get_args(Operator))
    assert {*ARGUMENTS, "apply", "comprehension"} == set(OPERATORS)
    for row in TABLE:
        assert row.arity in (None, len(ARGUMENTS.get(row.name, ()))), row.name
        assert "{" in row.text or row.text == "" or BY_SIGN[row.text.strip()] == row.name
    assert set(FUNCTIONS) <= set(OPERATORS)


def outcome(work: Callable[..., Any], *given: Any) -> Any:
    try:
        found = work(*given)
    except Fault as fault:
        return fault.code, fault.message
    except Undecidable as reason:
        return reason.message
    return type(found) is bool, found


def python_of(term: Apply, names: list[str]) -> Callable[[tuple[Any, ...]], Any]:
    """The source that the exact road generates for it, as a function of its variables."""
    writer = Writer(frozenset(names))
    source = writer.term(term)
    scope: dict[str, Any] = {"C": writer.constants, "times": times, "joined": joined}
    scope["apply"] = lambda operator, values, place: applied(operator, values, writer.places[place])
    scope["index"] = lambda items, at, place: applied("index", [items, at], writer.places[place])
    code = compile(source, "<term>", "eval")
    return lambda values: eval(code, {**scope, **{writer.variable(n): v for n, v in zip(names, values, strict=True)}})


def literal(value: Any, type_: Type) -> Term:
    match value, type_:
        case tuple(), List(item):
            return Apply("list", tuple([literal(one, item) for one in value]), type_)
        case tuple(), Tuple(items):
            return Apply("tuple", tuple([literal(o, t) for o, t in zip(value, items, strict=True)]), type_)
        case _:
            return Constant(value if isinstance(value, bool | str) else Fraction(value), type_)


@pytest.mark.parametrize("operator", sorted(ARGUMENTS))
def test_source_and_constants_have_the_value_of_the_table(operator: Operator) -> None:
    """And where something owed is false there is no value, but a fault with the code that is owed."""
    given = ARGUMENTS[operator]
    names = [f"v{n}" for n in range(len(given))]
    second = operator in ("field", "pow")
    for values in product(*[choices for choices, _ in given]):
        literals = [literal(v, t) for v, (_, t) in zip(values, given, strict=True)]
        open_ = [
            literals[n] if second and n == 1 else Variable(name, 0, t)
            for n, (name, (_, t)) in enumerate(zip(names, given, strict=True))
        ]
        type_ = List(INT) if operator in ("concat", "store", "sort") else REAL
        term, closed = Apply(operator, tuple(open_), type_), Apply(operator, tuple(literals), type_)
        memory = {(name, 0): value for name, value in zip(names, values, strict=True)}
        expected = outcome(evaluate, term, memory)
        assert outcome(python_of(term, names), values) == expected, values
        assert outcome(evaluate, closed, {}) == expected, values
        if (known := constant(closed)) is not None:
            assert known == expected[1], values
        elif isinstance(expected[0], bool):
            assert OPERATORS[operator].rational is not None, values
        owed = [need for need in needs(term) if not evaluate(need.formula, memory)]
        assert bool(owed) == (isinstance(expected, tuple) and isinstance(expected[0], str)), values
        if owed:
            assert expected[0] == owed[0].code


@pytest.mark.parametrize("operator", sorted({*ARGUMENTS} - {"widen"}))
def test_text_has_every_argument_once(operator: Operator) -> None:
    names = [Variable(f"v{n}", 0, t) for n, (_, t) in enumerate(ARGUMENTS[operator])]
    text = show(Apply(operator, tuple(names), REAL))
    assert [text.count(name.name) for name in names] == [1] * len(names)


def test_a_part_that_holds_less_tightly_is_in_brackets() -> None:
    x, y = Variable("x", 0, REAL), Variable("y", 0, REAL)
    added = Apply("add", (x, Apply("neg", (y,), REAL)), REAL)
    assert show(added) == "x - y"
    assert show(Apply("mul", (added, x), REAL)) == "(x - y)*x"
    assert show(Apply("pow", (Apply("neg", (x,), REAL), Constant(Fraction(2), INT)), REAL)) == "(-x)^2"
    assert show(Apply("not", (Apply("eq", (x, y), BOOL),), BOOL)) == "!(x = y)"
