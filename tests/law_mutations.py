"""Mutations of the laws of sums, counts and extremes: each says a little more than is true, and a trap is proved."""

from dataclasses import replace
from functools import cache
from typing import Any

from prhl.logic.build import TRUE, absolute, at_most, both, equal, follows, index, less, number, plus, size, total
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Ghost, Logical, Quantified, Term, Variable
from prhl.logic.types import BOOL, List, Tuple
from prhl.solvers import built, by_z3, lemmas, residues
from prhl.solvers.encoded_values import Items
from prhl.solvers.encoding import Encoder
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


def any_divisor(facts: Any, goal: Any) -> list[Term]:
    """A remainder by one number is left out of a remainder by another."""
    return [without(1)(law) for law in residues.congruences(facts, goal)]


def far_apart(fact: Any) -> Any:
    """What has equal remainders is equal."""
    return map(without(0, 1), APART(fact))


APART = residues._apart


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


FINGERPRINT = Encoder.fingerprint


def at_any_place(self: Encoder, value: Any) -> tuple[Any, ...]:
    """A list without the position at which it is read."""
    found = FINGERPRINT(self, value)
    return found[1:] if isinstance(value, Items) else found


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


def condition_left_out(term: Apply) -> Term | None:
    """Elements that do not meet the condition are added up, too."""
    match term:
        case Apply("sum", (Apply("comprehension", (own, items, body, guard), type_),)) if guard != TRUE:
            return Apply("sum", (Apply("comprehension", (own, items, body, TRUE), type_),), term.type)
        case _:
            return _written_out(term)


def of_run_1(encoder: Encoder, term: Apply, bound: Any) -> Any:
    """What is done with each element is taken to be the same in both runs."""

    def first(leaf: Variable | Logical | Ghost) -> Term | None:
        return replace(leaf, run=1) if isinstance(leaf, Variable) and leaf.run == 2 else None

    own, items, *inside = term.arguments
    return _comprehension(
        encoder, replace(term, arguments=(own, items, *[substitute(p, first) for p in inside])), bound
    )


_comprehension = Encoder.comprehension


def naive(term: Term, name: str, value: Term) -> Term:
    """Bound names do not make way."""
    return substitute(term, lambda leaf: value if isinstance(leaf, Logical) and leaf.name == name else None)


def strictly(said: Term) -> Term:
    """A sorted list rises strictly."""
    assert isinstance(said, Apply)
    rises, *rest = said.arguments
    assert isinstance(rises, Quantified)
    assert isinstance(rises.body, Apply)
    (s, t), (ordered, most) = rises.variables, rises.body.arguments
    assert isinstance(most, Apply)
    body = follows(both([ordered, less(s, t)]), less(*most.arguments))
    return both([replace(rises, body=body), *rest])


@cache
def sorted_in_place(item: Any) -> Term:
    a = Logical("a", List(item))
    same = equal(index(Apply("sort", (a,), a.type), lemmas.T), index(a, lemmas.T))
    return Quantified("forall", (lemmas.T,), follows(lemmas.inside(lemmas.T, a), same))


@cache
def kept_in_place(item: Any) -> Term:
    a = Logical("a", List(Tuple((BOOL, item))))
    same = equal(index(lemmas.kept(a), lemmas.T), Apply("field", (index(a, lemmas.T), number(1)), item))
    return Quantified("forall", (lemmas.T,), follows(lemmas.inside(lemmas.T, lemmas.kept(a)), same))


def not_moved(term: Term) -> Term:
    """Order statistics stay where they are: `+ m` is left out, and so is `+ 1`."""
    match term:
        case Apply("index", (Apply("sort") as done, Apply("add", (t, _)))):
            return index(done, t)
        case Apply(operator, arguments):
            return Apply(operator, tuple([not_moved(a) for a in arguments]), term.type)
        case Quantified():
            return replace(term, body=not_moved(term.body))
        case _:
            return term


def no_distance(term: Term) -> Term:
    """The bound is left out."""
    match term:
        case Logical("c"):
            return number(0)
        case Apply(operator, arguments):
            return Apply(operator, tuple([no_distance(a) for a in arguments]), term.type)
        case Quantified():
            return replace(term, body=no_distance(term.body))
        case _:
            return term


LAWS = (
    Mutation(
        "conditions of comprehensions left out",
        "r32_each_same_place",
        "many",
        replaced(built, "written_out", condition_left_out),
    ),
    Mutation(
        "a condition the same in both runs",
        "r32_each_secret_condition",
        "condition",
        replaced(Encoder, "comprehension", of_run_1),
    ),
    Mutation(
        "a value the same in both runs",
        "r32_each_secret_condition",
        "value",
        replaced(Encoder, "comprehension", of_run_1),
    ),
    Mutation(
        "what is added for one element is at most 1",
        "r32_each_unclipped",
        "comes",
        law("entry_put_in", concluding(one_at_most)),
    ),
    Mutation(
        "what changes for one element is at most 1",
        "r32_each_unclipped",
        "changes",
        law("changed_entries", concluding(one_at_most)),
    ),
    Mutation("a row for an entry", "r32_row_inside_a_row", "same", replaced(Encoder, "fingerprint", at_any_place)),
    Mutation("a bound name that catches another", "r32_each_bound_name", "caught", replaced(built, "put_in", naive)),
    Mutation(
        "kept elements stay in place", "r32_each_same_place", "place", replaced(lemmas, "kept_entries", kept_in_place)
    ),
    Mutation(
        "sorted elements stay in place",
        "r32_sorted_place",
        "place",
        replaced(lemmas, "sorted_entries", sorted_in_place),
    ),
    Mutation("a sorted list rises strictly", "r32_sorted_place", "rises", law("sorted_entries", strictly)),
    Mutation("order statistics do not move", "r32_sorted_place", "moved", law("sorted_changed", concluding(not_moved))),
    Mutation("the median does not move", "r32_sorted_place", "near", law("sorted_changed", concluding(not_moved))),
    Mutation(
        "one more, and the same in order", "r32_sorted_place", "comes", law("sorted_put_in", concluding(not_moved))
    ),
    Mutation("sorted without the distance", "r32_sorted_place", "close", law("sorted_close", concluding(no_distance))),
    Mutation("a member is seen at once", "r32_member_twice", "first", law("other_entries", without(0))),
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
    Mutation("remainders by any divisor", "r13_other_modulus", "secret", replaced(by_z3, "congruences", any_divisor)),
    Mutation("inverses by any divisor", "r13_other_inverse", "secret", replaced(by_z3, "congruences", any_divisor)),
    Mutation("equal remainders far apart", "t01_doubled_key", "same", replaced(residues, "_apart", far_apart)),
)
