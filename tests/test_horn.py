"""Spacer by itself: what it answers is an invariant that has the goal, in the words of the language."""

from fractions import Fraction
from itertools import permutations

import pytest
import z3

from prhl.logic.build import absolute, at_most, both, equal, follows, index, less, number, plus, times
from prhl.logic.show import show
from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, List
from prhl.solvers import Query
from prhl.solvers.by_z3 import Session
from prhl.solvers.horn import Loop, Place

STEPS = 500_000
ONE, TWO = [Variable("s", run, REAL) for run in (1, 2)]
AT, K = Variable("i", 1, INT), Variable("k", 0, INT)
LIST = [Variable("d", run, List(REAL)) for run in (1, 2)]
ZERO = number(0)


def sums(step: int = 1) -> tuple[Loop, Place, Place, Place]:
    """Two sums over lists that differ at k, by at most 1; the entries are no part of the state."""
    one, two = [index(its, AT) for its in LIST]
    near = [follows(less(AT, K), equal(one, two)), follows(less(K, AT), equal(one, two))]
    near.append(at_most(absolute(plus(one, two, -1)), number(1)))
    names = [ONE, TWO, AT, K]
    entry = Place([at_most(ZERO, K)], [ZERO, ZERO, ZERO, K])
    head = Place([at_most(ZERO, K)], names)
    end = Place([*head.facts, *near], [plus(ONE, one), plus(TWO, two), plus(AT, number(step)), K])
    return Loop(Session(), names, entry, head, end), entry, head, end


def follows_from(facts: list[Term], goal: Term) -> bool:
    return Session().answer(Query(tuple(facts), goal)).status == "valid"


def test_an_invariant_that_has_the_goal() -> None:
    loop, entry, head, end = sums()
    goal = at_most(absolute(plus(ONE, TWO, -1)), number(1))
    found = loop.invariant(goal, STEPS)
    assert found
    assert follows_from(found, goal)
    assert not follows_from([goal, *end.facts], at(goal, head, end)), "the goal alone is not kept"
    for one in found:
        assert follows_from(list(entry.facts), at(one, head, entry)), show(one)
        assert follows_from([*found, *end.facts], at(one, head, end)), show(one)
    assert "i{1} <= k ==> s{1} = s{2}" in [show(one) for one in found]


def test_the_order_of_z3_is_not_that_of_an_answer() -> None:
    loop, *_ = sums()
    context = loop.session.context
    one, two, at_, k = [z3.Var(at, name.sort()) for at, name in enumerate(loop.now)]
    parts = [z3.Not(at_ <= k), z3.Not(one <= two), z3.Not(two <= 3), k <= 0]
    found = {loop._clause(z3.Or(*some, context)) for some in permutations(parts)}
    assert len(found) == 1


def at(formula: Term, head: Place, place: Place) -> Term:
    """A formula of the head with the values that the state has elsewhere."""
    values = dict(zip(head.values, place.values, strict=True))

    def put(term: Term) -> Term:
        if term in values:
            return values[term]
        if isinstance(term, Apply):
            return Apply(term.operator, tuple([put(one) for one in term.arguments]), term.type)
        return term

    return put(formula)


@pytest.mark.parametrize("most", [Fraction(1, 2), Fraction(99, 100)])
def test_what_is_false_has_none(most: Fraction) -> None:
    assert sums()[0].invariant(at_most(absolute(plus(ONE, TWO, -1)), number(most)), STEPS) is None


def test_an_entry_that_is_read_again_is_added_again() -> None:
    assert sums(0)[0].invariant(at_most(absolute(plus(ONE, TWO, -1)), number(1)), STEPS) is None


def test_steps_are_counted_and_limited() -> None:
    goal = at_most(absolute(plus(ONE, TWO, -1)), number(1))
    loop = sums()[0]
    assert loop.invariant(goal, 1_000) is None
    assert 1_000 <= loop.used < 3_000
    used = loop.used
    found = loop.invariant(goal, STEPS)
    assert loop.used > used
    again = sums()[0]
    assert again.invariant(goal, STEPS) == found
    assert again.used == loop.used - used, "the same whatever was asked before"


def test_products_are_any_numbers_and_equal_where_their_factors_are() -> None:
    x, y, flag = Variable("x", 1, REAL), Variable("y", 1, REAL), Variable("b", 1, BOOL)
    squares = [times(Variable("u", run, REAL), Variable("u", run, REAL)) for run in (1, 2)]
    same = equal(Variable("u", 1, REAL), Variable("u", 2, REAL))
    entry = Place([], [ZERO, ZERO, both([])])
    for facts, found in (([same], True), ([], False)):
        end = Place(facts, [plus(x, squares[0]), plus(y, squares[1]), flag])
        loop = Loop(Session(), [x, y, flag], entry, Place([], [x, y, flag]), end)
        assert (loop.invariant(equal(x, y), STEPS) is not None) == found
