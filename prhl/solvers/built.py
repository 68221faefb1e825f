"""Sums, counts and extremes of lists that are built from others, in terms of the parts."""

from collections.abc import Callable

from prhl.logic.build import choose, equal, index, number, plus, size, total
from prhl.logic.terms import Apply, Term, spelled_out
from prhl.logic.types import List, Type
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
        case Apply("widen", (inner,)) if not rest and isinstance(inner.type, List):
            return Apply("widen", (of(inner, inner.type.item),), term.type)
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
        case _:
            return None


def _branches(items: Apply, arguments: tuple[Term, ...], of: Callable[[Term], Term]) -> Term:
    last = len(arguments) - 1
    parts = [of(a) if n % 2 == 1 or n == last else a for n, a in enumerate(arguments)]
    return Apply("ite", tuple(parts), parts[-1].type, items.span)
