"""The related pairs of a ready-made relation, made from the values of its variable instead of tried one by one.

Lists that differ at few positions, or nowhere by more than a bound, are met on a walk through the tree of all lists;
numbers that are close lie side by side in their order; and of a list that lacks one element it is known which lists it
comes from. What is made here is what `evaluate.related` says of every pair (tests/test_neighbours.py compares them).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from prhl.logic.terms import Related
from prhl.semantics.evaluate import Value

Places = dict[Value, list[int]]
"""Where a value is among the inputs."""


def neighbours(
    term: Related, bound: Value | None, left: Sequence[Value], right: Sequence[Value]
) -> Iterator[list[int]] | None:
    """For each value of run 1 the places of the related ones of run 2, in order; None if they have to be tried.

    `bound` is the relation's, the same for all pairs.
    """
    if term.relation == "any":
        everything = list(range(len(right)))
        return (everything for _ in left)
    places: Places = {}
    for at, value in enumerate(right):
        places.setdefault(value, []).append(at)
    if term.relation == "add_remove":
        return _one_more_or_less(left, places)
    if not isinstance(bound, int | Fraction | None):
        return None
    if term.relation == "within":
        return _close(left, places, bound)
    most = {"one_differs": 1, "some_differ": term.most}.get(term.relation)
    return _similar(left, places, most, bound)


def _close(left: Sequence[Value], places: Places, bound: int | Fraction | None) -> Iterator[list[int]] | None:
    assert bound is not None
    if not all([isinstance(value, int | Fraction) for value in (*left, *places)]):
        return None
    known: list[Any] = sorted(places)
    return (
        sorted([at for v in known[bisect_left(known, x - bound) : bisect_right(known, x + bound)] for at in places[v]])
        for x in left
    )


def _one_more_or_less(left: Sequence[Value], places: Places) -> Iterator[list[int]]:
    """A list that lacks one element, or has one more."""
    longer: dict[Value, dict[int, None]] = {}
    for value, where in places.items():
        for shorter in _shorter(value):
            longer.setdefault(shorter, {}).update(dict.fromkeys(where))
    for value in left:
        found = dict(longer.get(value, {}))
        for shorter in _shorter(value):
            found.update(dict.fromkeys(places.get(shorter, ())))
        yield sorted(found)


def _shorter(value: Value) -> set[Value]:
    return {value[:k] + value[k + 1 :] for k in range(len(value))}


Node = dict[Any, Any]
"""A tree of lists: an element to what follows; None to where the lists end."""


def _similar(
    left: Sequence[Value], places: Places, most: int | None, bound: int | Fraction | None
) -> Iterator[list[int]] | None:
    """Lists of one size that differ at `most` positions (None is any number), and nowhere by more than the bound."""
    if bound is not None:
        items = [item for value in (*left, *places) for item in value]
        if not all([isinstance(item, int | Fraction) for item in items]):
            return None
        if bound < 0:  # nothing is that close but what has no elements
            return (list(places.get(value, ())) if not value else [] for value in left)
    trees: dict[int, Node] = {}
    for value, where in places.items():
        node = trees.setdefault(len(value), {})
        for item in value:
            node = node.setdefault(item, {})
        node[None] = where
    return (sorted(_walked(value, trees.get(len(value)), most, bound)) for value in left)


def _walked(value: Value, tree: Node | None, most: int | None, bound: int | Fraction | None) -> list[int]:
    reached: list[tuple[Node, int]] = [] if tree is None else [(tree, 0)]
    for item in value:
        further = []
        for node, differ in reached:
            if most is not None and differ == most:
                if item in node:
                    further.append((node[item], differ))
                continue
            for other, below in node.items():
                if other == item:
                    further.append((below, differ))
                elif bound is None or abs(item - other) <= bound:
                    further.append((below, differ + 1))
        reached = further
    return [at for node, _ in reached for at in node[None]]
