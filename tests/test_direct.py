"""Expressions that are made directly are those that the operators of z3's Python package make."""

from typing import Any

import pytest
import z3

from prhl.logic.types import BOOL, INT, REAL
from prhl.solvers import direct
from prhl.solvers.direct import Symbols

S = Symbols(z3.Context())
I, J = (S.constant(name, INT) for name in "ij")  # noqa: E741
X, Y = (S.constant(name, REAL) for name in "xy")
P, Q = (S.constant(name, BOOL) for name in "pq")
AT = z3.Function("f", z3.IntSort(S.context), z3.IntSort(S.context), z3.RealSort(S.context))

SAME: list[tuple[Any, Any]] = [
    (I, z3.Int("i", S.context)),
    (P, z3.Bool("p", S.context)),
    (S.entry("f", REAL, (I, J)), AT(I, J)),
    (S.entry("g", BOOL, (I,)), z3.Function("g", z3.IntSort(S.context), z3.BoolSort(S.context))(I)),
    (S.integer(-3), z3.IntVal(-3, S.context)),
    (S.inside(I, J), z3.And(I >= 0, I < J)),
    (direct.conjunction([P]), z3.And([P])),
    (direct.conjunction([P, Q, P]), z3.And(P, Q, P)),
    (direct.disjunction([P, Q]), z3.Or(P, Q)),
    (direct.negation(P), z3.Not(P)),
    (direct.implication(P, Q), z3.Implies(P, Q)),
    (direct.compared("lt", X, Y), X < Y),
    (direct.compared("le", I, J), I <= J),
    (direct.compared("gt", X, Y), X > Y),
    (direct.compared("ge", I, J), I >= J),
    (direct.equal(X, Y), X == Y),
    (direct.equal(P, Q), P == Q),
    (direct.unequal(I, J), I != J),
    (direct.choice(P, I, J), z3.If(P, I, J)),
    (direct.choice(P, I, Y), z3.If(P, I, Y)),
    (direct.choice(P, Q, P), z3.If(P, Q, P)),
    (direct.total([I, J]), I + J),
    (direct.total([X, Y, X]), z3.Sum(X, Y, X)),
    (direct.to_real(I), z3.ToReal(I)),
]


@pytest.mark.parametrize("made", SAME, ids=lambda made: str(made[1]))
def test_the_expressions_are_the_same(made: tuple[Any, Any]) -> None:
    assert made[0].eq(made[1])
    assert type(made[0]) is type(made[1])
    assert made[0].sort() == made[1].sort()


@pytest.mark.parametrize(
    "value", [I, X, P, I + J, X * Y, S.integer(3), z3.RealVal("1/2", S.context), z3.If(P, X, Y)], ids=str
)
def test_sorts_kinds_and_parts_are_read_off(value: Any) -> None:
    assert direct.is_int(value) == z3.is_int(value)
    assert direct.is_real(value) == z3.is_real(value)
    numeral = z3.is_int_value(value) or z3.is_rational_value(value)
    assert direct.kind(value) == (None if numeral else value.decl().kind())
    if not numeral:
        parts = value.children()
        assert [one.eq(other) for one, other in zip(direct.children(value), parts, strict=True)] == [True] * len(parts)
        assert [type(one) for one in direct.children(value)] == [type(one) for one in parts]


def test_numbers_are_no_truth_values_and_whole_ones_are_widened() -> None:
    refused = [
        lambda: direct.negation(I),
        lambda: direct.conjunction([P, X]),
        lambda: direct.disjunction([X]),
        lambda: direct.implication(I, P),
        lambda: direct.choice(I, X, X),
    ]
    for wrong in refused:
        with pytest.raises(z3.Z3Exception):
            wrong()
    assert direct.compared("lt", I, X).eq(z3.ToReal(I) < X)
    assert direct.equal(I, X).eq(z3.ToReal(I) == X)
    assert direct.total([I, X]).eq(z3.ToReal(I) + X)
