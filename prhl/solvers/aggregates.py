"""What z3 is told of `sum`, `count`, `min` and `max` of lists: lemmas, each true of all lists.

For two lists a and b and a position p:
- if they have the same size and agree everywhere but at p, then sum(a) - sum(b) = a[p] - b[p];
- if a is b with one element put in at p, then sum(a) = sum(b) + a[p];
and the same for `count` with 1 for an element that is counted and 0 for another. A maximum is an element of its list,
and no element exceeds it. "They agree everywhere but at p" stands on the left of an implication; that it is false has a
witness, a position w at which they differ, so that with a fresh w each lemma is a clause without quantifiers.
"""

from typing import TYPE_CHECKING, Any

import z3

from prhl.logic.build import choose, equal, number, total
from prhl.logic.terms import Apply, Term
from prhl.logic.types import INT, List, Scalar

if TYPE_CHECKING:
    from prhl.solvers.encoding import Encoder, Key, Value

MOST_POSITIONS = 8


def written_out(term: Apply) -> Term | None:
    """`sum` and `count` of a literal or of lists put together, element by element; None for other lists."""
    items, *rest = term.arguments
    if term.operator not in ("sum", "count"):
        return None
    match items:
        case Apply("list", parts) if term.operator == "sum":
            return total(list(parts)) if parts else number(0)
        case Apply("list", parts):
            return total([choose(equal(part, rest[0]), number(1), number(0)) for part in parts])
        case Apply("concat", parts):
            return total([Apply(term.operator, (part, *rest), term.type, term.span) for part in parts])
        case _:
            return None


def alone(encoder: "Encoder", term: Apply, arguments: tuple["Value", ...], found: Any, key: "Key") -> list[Any]:
    """What holds of one list."""
    items = arguments[0]
    match term.operator:
        case "count":
            return [z3.And(found >= 0, found <= items.size)]
        case "least" | "greatest":
            where = encoder.some(INT, key)
            out = [z3.Implies(items.size > 0, z3.And(where >= 0, where < items.size, items.item(where) == found))]
            for p in encoder.instances:
                bounded = items.item(p) <= found if term.operator == "greatest" else items.item(p) >= found
                out.append(z3.Implies(z3.And(p >= 0, p < items.size), bounded))
            return out
        case _:
            return []


def compared(
    encoder: "Encoder",
    term: Apply,
    first: tuple[tuple["Value", ...], Any],
    second: tuple[tuple["Value", ...], Any],
    key: "Key",
) -> list[Any]:
    """What holds of two lists that differ in one element."""
    type_ = term.arguments[0].type
    if term.operator not in ("sum", "count") or not isinstance(type_, List) or not isinstance(type_.item, Scalar):
        return []
    (arguments, one), (others, two) = first, second
    counted = [] if term.operator == "sum" else [arguments[1] != others[1]]
    if len(arguments) > 1 and not z3.is_expr(arguments[1]):
        return []

    def weight(element: Any) -> Any:
        return element if term.operator == "sum" else z3.If(element == arguments[1], 1, 0)

    out = []
    a, b = arguments[0], others[0]
    for p in encoder.instances[:MOST_POSITIONS]:
        here = (*key, p.hash())
        w = encoder.some(INT, (*here, 0))
        elsewhere = z3.And(w >= 0, w < a.size, w != p, a.item(w) != b.item(w))
        outside = z3.Or(p < 0, p >= a.size)
        same = one - two == weight(a.item(p)) - weight(b.item(p))
        out.append(z3.Or(a.size != b.size, outside, elsewhere, same, *counted))
        out.append(_put_in(encoder.some(INT, (*here, 1)), a, b, p, one == two + weight(a.item(p)), counted))
        out.append(_put_in(encoder.some(INT, (*here, 2)), b, a, p, two == one + weight(b.item(p)), counted))
    return out


def _put_in(w: Any, longer: Any, shorter: Any, p: Any, conclusion: Any, counted: list[Any]) -> Any:
    """If the longer list is the shorter one with an element put in at p, the conclusion holds."""
    before = z3.And(w >= 0, w < p, longer.item(w) != shorter.item(w))
    after = z3.And(w >= p, w < shorter.size, longer.item(w + 1) != shorter.item(w))
    return z3.Or(longer.size != shorter.size + 1, p < 0, p >= longer.size, before, after, conclusion, *counted)
