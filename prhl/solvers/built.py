"""Sums, counts and extremes of lists that are built from others, in terms of the parts."""

from collections.abc import Callable
from dataclasses import replace

from prhl.logic.build import TRUE, both, choose, comprehension, equal, index, number, plus, size, total, widen
from prhl.logic.substitution import put_in, under_another_name
from prhl.logic.terms import Apply, Logical, Term, free_names, spelled_out
from prhl.logic.types import INT, List, Tuple, Type
from prhl.solvers.lemmas import inside


def written_out(term: Apply) -> Term | None:
    """built-lists: sums, counts and extremes of lists that are built from others, part by part.

    Rule.
        0 <= i < size(a), where i occurs
        ---------------------------------------------------------- [built-lists]
        sum([x, y]) = x + y        sum(a ++ b) = sum(a) + sum(b)
        sum(a with x at i) = sum(a) - a[i] + x
        sum(if c then a else b) = if c then sum(a) else sum(b)

    The same for counts, with weights, and for extremes of literals, of lists put together (an empty part has no say)
    and of an `if`.

    Why. The terms of the sum on the left are those on the right, in the same order; an update takes away the term at i
    and puts x there.

    Pitfall. An update takes the old entry away. If that was the maximum, the new maximum may be any other entry, so
    nothing is written out for it. An update out of range changes no term of the sum.

    Reference. The homomorphisms of lists: Bird, 1987.

    Owes. Nothing of its own.
    """
    items, rest = spelled_out(term.arguments[0]), list(term.arguments[1:])
    if term.operator in ("sum", "count"):
        return _total_of(term, items, rest)
    if term.operator == "sort":
        return _sorted(term, items)
    return _extreme_of(term, items)


def _total_of(term: Apply, items: Term, rest: list[Term]) -> Term | None:
    def of(part: Term, type_: Type = term.type) -> Term:
        return Apply(term.operator, (part, *rest), type_, term.span)

    def weight(element: Term) -> Term:
        return choose(equal(element, rest[0]), number(1), number(0)) if rest else element

    match items:
        case Apply("list", parts):
            return total([weight(part) for part in parts])
        case Apply("concat", parts):
            return total([of(part) for part in parts])
        case Apply("store", (inner, at, new)):
            moved = plus(weight(new), weight(index(inner, at)), -1)
            return plus(of(inner), choose(inside(at, inner), moved, number(0)))
        case Apply("ite", arguments):
            return _branches(items, arguments, of)
        case Apply("comprehension"):
            return _of_each(term, items, rest)
        case Apply("sort", (inner,)):
            return of(inner)
        case Apply("widen", (inner,)) if not rest and isinstance(inner.type, List):
            return Apply("widen", (of(inner, inner.type.item),), term.type)
        case _:
            return None


def _of_each(term: Apply, items: Apply, rest: list[Term]) -> Term | None:
    """comprehensions: a condition is a 0 in a sum, and a comprehension goes into the parts of its list.

    Rule.
        sum(e for x in a if g) = sum(if g then e else 0 for x in a)
        count([e for x in a], v) = count(x in a if e = v)
        ------------------------------------------------------------------- [comprehensions]
        sum(e for x in a ++ b) = sum(e for x in a) + sum(e for x in b)
        sum(e for x in sort(a)) = sum(e for x in a)
        sum(e for x in [f for y in a if h]) = sum(e[x := f] for y in a if h)

    and as `built-lists` for literals, updates and an `if`. What is left is the sum of a list of one size with `a`, of
    which every law of sums is true: no other law is told of sums of comprehensions.

    Why. An element that the condition leaves out adds 0; the elements of the list on the right are those on the left,
    in some order, and addition does not look at the order.

    Pitfall. The condition and the value may be others in the other run, if they read what is private: so they are
    never compared, but the entries that they give are. A name that is bound in e must not catch one of f. The list of
    the elements that meet a condition is not one of the same size: its entry at i is not that of `a` at i.

    Reference. The homomorphisms of lists: Bird, 1987.

    Owes. Nothing of its own.
    """
    if rest:
        items = under_another_name(items, free_names(rest[0]))
        own, inner, body, guard = items.arguments
        guard = _and(guard, equal(body, rest[0]))
        items = replace(items, arguments=(own, inner, number(1), guard), type=List(INT))
    items = fused(items)
    own, inner, body, guard = items.arguments
    assert isinstance(own, Logical)
    if guard != TRUE:
        zero = widen(number(0), term.type)
        body = Apply("ite", (guard, widen(body, term.type), zero), term.type, body.span)
    each = comprehension(own, inner, body)
    parts = spread(each) or each
    return None if parts == term.arguments[0] else Apply("sum", (parts,), term.type, term.span)


def fused(items: Apply) -> Apply:
    """A comprehension whose list is none itself, nor sorted: its elements are the same, perhaps in another order."""
    own, inner, body, guard = items.arguments
    match spelled_out(inner):
        case Apply("sort", (unsorted,)):
            return fused(replace(items, arguments=(own, unsorted, body, guard)))
        case Apply("comprehension") as within:
            assert isinstance(own, Logical)
            within = under_another_name(within, free_names(body) | free_names(guard))
            name, listed, value, condition = within.arguments
            condition = _and(condition, put_in(guard, own.name, value))
            return fused(replace(items, arguments=(name, listed, put_in(body, own.name, value), condition)))
        case _:
            return items


def _and(one: Term, other: Term) -> Term:
    return both([part for part in (one, other) if part != TRUE])


def spread(items: Apply) -> Term | None:
    """A comprehension without a condition, where its list is built from others: the same of the parts."""
    own, inner, body, guard = items.arguments
    assert isinstance(own, Logical)
    assert guard == TRUE

    def of(part: Term) -> Term:
        return replace(items, arguments=(own, part, body, guard))

    match spelled_out(inner):
        case Apply("list", parts):
            return Apply("list", tuple([put_in(body, own.name, part) for part in parts]), items.type, items.span)
        case Apply("concat", parts):
            return Apply("concat", tuple([of(part) for part in parts]), items.type, items.span)
        case Apply("store", (before, at, new)):
            return Apply("store", (of(before), at, put_in(body, own.name, new)), items.type, items.span)
        case Apply("ite", arguments) as listed:
            return _branches(listed, arguments, of)
        case Apply("widen", (narrow,), List(item)) if isinstance(narrow.type, List):
            inside = replace(own, type=narrow.type.item)
            return replace(items, arguments=(inside, narrow, put_in(body, own.name, widen(inside, item)), guard))
        case _:
            return None


def _extreme_of(term: Apply, items: Term) -> Term | None:
    def of(part: Term) -> Term:
        return Apply(term.operator, (part,), term.type, term.span)

    def larger(one: Term, other: Term) -> Term:
        return Apply("min" if term.operator == "least" else "max", (one, other), term.type)

    match items:
        case Apply("list", (first, *parts)):
            for part in parts:
                first = larger(first, part)
            return first
        case Apply("concat", (first, second)):
            none, nothing = equal(size(first), number(0)), equal(size(second), number(0))
            return Apply("ite", (none, of(second), nothing, of(first), larger(of(first), of(second))), term.type)
        case Apply("concat", (first, *parts)) if parts:
            tail = Apply("concat", tuple(parts), items.type)
            return of(Apply("concat", (first, tail), items.type))
        case Apply("ite", arguments):
            return _branches(items, arguments, of)
        case Apply("sort", (inner,)):
            return of(inner)
        case Apply("comprehension", (_, _, _, guard)) if guard == TRUE and (split := spread(items)) is not None:
            return of(split)
        case _:
            return None


def _sorted(term: Apply, items: Term) -> Term | None:
    """Sorting twice is sorting once, an `if` is sorted in both branches, and numbers keep their order as reals."""
    match items:
        case Apply("sort"):
            return items
        case Apply("ite", arguments):
            return _branches(items, arguments, lambda part: replace(term, arguments=(part,)))
        case Apply("widen", (inner,)):
            return Apply("widen", (Apply("sort", (inner,), inner.type, term.span),), term.type)
        case _:
            return None


def pairs(items: Apply) -> Apply:
    """For each element of the list of a comprehension: whether it meets the condition, and its value."""
    own, inner, body, guard = items.arguments
    assert isinstance(own, Logical)
    pair = Apply("tuple", (guard, body), Tuple((guard.type, body.type)))
    return replace(items, arguments=(own, inner, pair, TRUE), type=List(pair.type))


def _branches(items: Apply, arguments: tuple[Term, ...], of: Callable[[Term], Term]) -> Term:
    last = len(arguments) - 1
    parts = [of(a) if n % 2 == 1 or n == last else a for n, a in enumerate(arguments)]
    return Apply("ite", tuple(parts), parts[-1].type, items.span)
