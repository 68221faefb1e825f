"""Mutations of the laws of sums, counts and extremes: each says a little more than is true, and a trap is proved."""

from functools import cache
from typing import Any

from prhl.logic.build import absolute, at_most, both, equal, follows, index, less, number, plus, size, total
from prhl.logic.terms import Apply, Quantified, Term
from prhl.logic.types import BOOL, Tuple
from prhl.solvers import built, lemmas
from prhl.solvers.lemmas import Measure
from tests.mutations import Mutation, Patch, replaced


def law(name: str, wrong: Any) -> Patch:
    """A law that is changed after it was built."""
    right = getattr(lemmas, name)
    return replaced(lemmas, name, cache(lambda *given: wrong(right(*given))))


def concluding(conclusion: Any) -> Any:
    """The law with another conclusion, made of the old one."""

    def wrong(said: Term) -> Term:
        assert isinstance(said, Apply)
        assert said.operator == "implies"
        return Apply("implies", (said.arguments[0], conclusion(said.arguments[1])), BOOL)

    return wrong


def without(*places: int) -> Any:
    """The law without some of its premises."""

    def wrong(said: Term) -> Term:
        assert isinstance(said, Apply)
        premise, conclusion = said.arguments
        parts = premise.arguments if isinstance(premise, Apply) and premise.operator == "and" else (premise,)
        kept = [part for n, part in enumerate(parts) if n not in places]
        return Apply("implies", (both(kept), conclusion), BOOL)

    return wrong


def no_factor(conclusion: Term) -> Term:
    """At most the bound, not the size times the bound."""
    assert isinstance(conclusion, Apply)
    left, right = conclusion.arguments
    assert isinstance(right, Apply)
    return Apply(conclusion.operator, (left, right.arguments[1]), BOOL)


def first_only(conclusion: Term) -> Term:
    """Only the first of the positions at which lists may differ counts."""
    assert isinstance(conclusion, Apply)
    left, right = conclusion.arguments
    parts = right.arguments if isinstance(right, Apply) and right.operator == "add" else (right,)
    return Apply(conclusion.operator, (left, total(list(parts[:1]))), BOOL)


def one_at_most(conclusion: Term) -> Term:
    assert isinstance(conclusion, Apply)
    return at_most(absolute(conclusion.arguments[0]), number(1))


def turned(conclusion: Term) -> Term:
    assert isinstance(conclusion, Apply)
    return Apply("ge", conclusion.arguments, BOOL)


def anywhere(term: Term) -> Term:
    """Positions that are named twice count twice."""
    match term:
        case Apply("ite", (Apply("and", (inside, *_)), yes, no)) if no == number(0):
            return Apply("ite", (inside, yes, no), term.type)
        case Apply("ite", (Apply("ne"), yes, no)) if no == number(0):
            return yes
        case Apply(operator, arguments):
            return Apply(operator, tuple([anywhere(a) for a in arguments]), term.type)
        case _:
            return term


def never_empty(said: Term) -> Term:
    """Every list has a greatest element."""
    assert isinstance(said, Apply)
    there, bounded = said.arguments
    assert isinstance(there, Apply)
    return both([there.arguments[1], bounded])


def old_value_kept(term: Apply) -> Term | None:
    match term:
        case Apply("sum", (Apply("store", (inner, _, new)),)):
            return plus(Apply("sum", (inner,), term.type), new)
        case _:
            return _written_out(term)


def last_part_wins(term: Apply) -> Term | None:
    match term:
        case Apply("greatest", (Apply("concat", (_, last)),)):
            return Apply("greatest", (last,), term.type)
        case _:
            return _written_out(term)


def maximum_kept(term: Apply) -> Term | None:
    match term:
        case Apply("greatest", (Apply("store", (inner, _, new)),)):
            return Apply("max", (Apply("greatest", (inner,), term.type), new), term.type)
        case _:
            return _written_out(term)


_written_out = built.written_out


@cache
def field_is_enough(measure: Measure, many: int) -> Term:
    """Records with the same first field are taken to count the same."""
    a, b = measure.lists
    if not isinstance(measure.item, Tuple):
        return _smaller_entries(measure, many)
    fields = [Apply("field", (index(items, lemmas.T), number(0)), measure.item.items[0]) for items in (a, b)]
    inside = both([at_most(number(0), lemmas.T), less(lemmas.T, size(a))])
    alike = Quantified("forall", (lemmas.T,), follows(inside, equal(*fields)))
    return follows(both([equal(size(a), size(b)), alike]), at_most(measure.difference, number(0)))


_smaller_entries = lemmas.smaller_entries

LAWS = (
    Mutation(
        "sum of close entries without the size",
        "r32_sum_of_all",
        "private",
        law("close_entries", concluding(no_factor)),
    ),
    Mutation(
        "sum of bounded entries without the size",
        "r32_bounded_by_one",
        "wrong",
        law("bounded_entries", concluding(no_factor)),
    ),
    Mutation(
        "one of several changed entries counted",
        "r32_two_replaced",
        "private",
        law("changed_entries", concluding(first_only)),
    ),
    Mutation("lists of different sizes compared", "r32_longer_list", "wrong", law("changed_entries", without(0))),
    Mutation(
        "a changed entry counted twice", "r32_one_position_twice", "wrong", law("changed_entries", concluding(anywhere))
    ),
    Mutation(
        "smaller entries, larger sum", "r32_smaller_the_wrong_way", "wrong", law("smaller_entries", concluding(turned))
    ),
    Mutation(
        "an element that comes is at most 1",
        "r32_sum_of_one_more",
        "private",
        law("entry_put_in", concluding(one_at_most)),
    ),
    Mutation("a sum of what is seen", "r32_first_entry_is_not_all", "total", law("other_entries", without(0))),
    Mutation("a count of what is seen", "r32_first_entry_is_not_all", "number", law("counted_everywhere", without(0))),
    Mutation("an entry seen twice", "r32_counted_twice", "seen", law("counted_entries", anywhere)),
    Mutation("a value asked for twice", "r32_counted_twice", "asked", law("counted_values", anywhere)),
    Mutation("a maximum of nothing", "r32_maximum_of_nothing", "wrong", law("extreme_entry", never_empty)),
    Mutation(
        "an old value left in the sum", "r32_changed_entry", "total", replaced(built, "written_out", old_value_kept)
    ),
    Mutation("a maximum that is gone", "r32_changed_entry", "most", replaced(built, "written_out", maximum_kept)),
    Mutation(
        "the last part has the maximum",
        "r32_changed_entry",
        "appended",
        replaced(built, "written_out", last_part_wins),
    ),
    Mutation(
        "records alike by one field",
        "r32_record_replaced",
        "private",
        replaced(lemmas, "smaller_entries", field_is_enough),
    ),
)
