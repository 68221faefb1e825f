"""A notion answers for itself: nobody else compares its name, and its answers are those of the theorems."""

import ast
from fractions import Fraction
from pathlib import Path

from prhl.logic.build import number
from prhl.logic.constants import constant
from prhl.logic.terms import Term
from prhl.notions import BY_NAME, NOTIONS, WITHIN, Currency, DivergenceNotion
from prhl.numbers import exp

PACKAGE = Path(__file__).parent.parent / "prhl"


def terms(*values: int | Fraction) -> tuple[Term, ...]:
    return tuple([number(value) for value in values])


def test_nobody_compares_names_of_notions() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "notions":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            compared += [node.value] if isinstance(node, ast.MatchValue) else []
            for one in compared:
                parts = one.elts if isinstance(one, ast.Tuple) else [one]
                named = [part.value for part in parts if isinstance(part, ast.Constant) and part.value in BY_NAME]
                assert not named, (path, node.lineno, named)


def test_what_a_walk_counts() -> None:
    spent = {notion.name: notion.spent(terms(*range(2, 2 + len(notion.parameters)))) for notion in (*NOTIONS, WITHIN)}
    assert spent["dp"] == spent["within"] == terms(2, 3)
    assert spent["zcdp"] == terms(2)
    assert spent["rdp"] == terms(3)
    assert spent["noninterference"] == ()
    counted = {notion.name: notion.currency(terms(2, 3)) for notion in NOTIONS}
    assert counted["dp"] is counted["noninterference"] is None
    assert counted["zcdp"] == Currency()
    assert counted["rdp"] == Currency(number(2))
    assert {notion.name for notion in NOTIONS if notion.figure} == {
        notion.name for notion in NOTIONS if isinstance(notion, DivergenceNotion)
    }


def test_a_delta_of_numbers_is_no_more_than_markovs() -> None:
    """exp((a - 1)*(D - e)) at the order of the claim; sharper, so less."""
    rdp = BY_NAME["rdp"]
    assert isinstance(rdp, DivergenceNotion)
    found = rdp.delta_at((Fraction(2), Fraction(1)), Fraction(3))
    assert found is not None
    assert 0 < found < exp(-2)
    assert rdp.delta_at((Fraction(1), Fraction(1)), Fraction(3)) is None


def test_several_steps() -> None:
    grown = {notion.name: notion.grown(number(3)) for notion in NOTIONS}
    assert grown["rdp"] is None
    assert {name: constant(found[0]) for name, found in grown.items() if found} == {
        "dp": 3,
        "zcdp": 9,
        "noninterference": 3,
    }


def test_budgets_that_are_a_mistake() -> None:
    wrong = {
        "dp": [((-1,), 0), ((1, 2), 1), ((1, -1), 1)],
        "zcdp": [((-1,), 0)],
        "rdp": [((1, 1), 0), ((2, -1), 1)],
    }
    for name, cases in wrong.items():
        for budget, part in cases:
            assert [mistake.part for mistake in BY_NAME[name].mistakes(terms(*budget))] == [part], (name, budget)
    assert not [*BY_NAME["dp"].mistakes(terms(-1, Fraction(1, 2)))]  # delta makes up for it
