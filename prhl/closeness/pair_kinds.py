"""Pairs of rows of one kind: what is said of one of them holds for all.

Rows that are equal make equal pairs. And two pairs are of one kind if they are the same but for the names of the
outputs: if p and q together show each couple of probabilities equally often. Ratios, deltas and divergences look at
nothing else. So of many inputs that behave alike, or alike up to a permutation, few pairs are left to be compared. None
is dropped: a pair of equal rows stands for itself, too (at a negative epsilon it has a delta).

Over all pairs of inputs the largest ratio is found output by output, from the largest to the smallest probability.
"""

from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from prhl.exact import Closed, Listed, Row
from prhl.numbers import Exact, over
from prhl.numbers.products import order

Pair = tuple[int, int]

FEW = 4  # pairs that are rather compared than sorted by kinds
MOST = 4_000_000  # probabilities of all pairs that are sorted by kinds


def one_of_each_kind(left: Sequence[Row], right: Sequence[Row], pairs: Iterable[Pair]) -> list[Pair]:
    """The first pair of each kind, in their order."""
    pairs = list(pairs)
    if len(pairs) <= FEW:
        return pairs
    kinds: dict[Any, int] = {}
    mine = _kinds(left, kinds)
    others = mine if left is right else _kinds(right, kinds)
    first: dict[Pair, Pair] = {}
    for i, j in pairs:
        first.setdefault((mine[i], others[j]), (i, j))
    return _up_to_names(left, right, list(first.values()))


def _is_plain(row: Row) -> bool:
    """Whether the row is what its columns tell."""
    return type(row) is Listed or (type(row) is Closed and not row.tails)


def _supported(row: Row) -> bool:
    """Whether outputs that are not listed are impossible, although mass is missing."""
    return isinstance(row, Listed) and row.supported


def _kinds(rows: Sequence[Row], kinds: dict[Any, int]) -> list[int]:
    """A number for each row, the same for equal ones."""
    return [
        kinds.setdefault(
            (row.total, row.missing, row.ended, _supported(row), frozenset(row.weights.items()))
            if _is_plain(row)
            else id(row),
            len(kinds),
        )
        for row in rows
    ]


def _up_to_names(left: Sequence[Row], right: Sequence[Row], pairs: list[Pair]) -> list[Pair]:
    lefts, rights = {i for i, _ in pairs}, {j for _, j in pairs}
    rows = [*[left[i] for i in lefts], *[right[j] for j in rights]]
    if len(pairs) <= FEW or not all([_is_plain(row) for row in rows]):
        return pairs
    outputs = list(dict.fromkeys([seen for row in rows for seen in row.weights]))
    if len(pairs) * len(outputs) > MOST:
        return pairs
    numbers: dict[Any, int] = {0: 0}
    heads: dict[Any, int] = {}

    def vector(row: Row) -> tuple[int, list[int]]:
        head = heads.setdefault((row.total, row.missing), len(heads))
        masses = [None if row.never(seen) else row.weights.get(seen, 0) for seen in outputs]
        return head, [numbers.setdefault(mass, len(numbers)) for mass in masses]

    firsts = {i: vector(left[i]) for i in lefts}
    seconds = {j: vector(right[j]) for j in rights}
    scaled = {i: (head, [n * len(numbers) for n in found]) for i, (head, found) in firsts.items()}
    known: dict[Any, Pair] = {}
    for i, j in pairs:
        (head, found), (other, theirs) = scaled[i], seconds[j]
        known.setdefault((head, other, *sorted(map(add, found, theirs))), (i, j))
    return list(known.values())


# ---- all pairs ---------------------------------------------------------------------------------


def furthest(rows: Sequence[Row], pairs: Sequence[Pair]) -> Pair | None:
    """If these are all pairs of the rows, the first of them with the largest ratio; None if they are not, if no row is
    known in full, or if all are equal."""
    if not are_all(rows, rows, pairs):
        return None
    unlike = _first_unlike([frozenset(row.weights) for row in rows])
    return unlike or _first_largest(rows)


def are_all(left: Sequence[Row], right: Sequence[Row], pairs: Sequence[Pair]) -> bool:
    """Whether these are all pairs of the rows of one program, each of them known in full."""
    if left is not right or len(left) < 3 or len({p for p in pairs if p[0] != p[1]}) != len(left) * (len(left) - 1):
        return False
    return all([_is_plain(row) and row.exact for row in left])


def _first_unlike(supports: Sequence[frozenset[Any]]) -> Pair | None:
    """The first pair of which one row shows what the other never shows."""
    distinct: dict[frozenset[Any], list[int]] = {}
    for at, support in enumerate(supports):
        distinct.setdefault(support, []).append(at)
    if len(distinct) == 1:
        return None
    found = [(mine[0], min([o[0] for other, o in distinct.items() if support - other], default=-1))
             for support, mine in distinct.items()]  # fmt: skip
    return min([pair for pair in found if pair[1] >= 0])


def _first_largest(rows: Sequence[Row]) -> Pair | None:
    best: Exact | None = None
    at: Pair | None = None
    for seen in rows[0].weights:
        most = least = 0
        for i, row in enumerate(rows):
            weight, total = row.weights[seen], row.total
            if order(weight, rows[most].total, rows[most].weights[seen], total) > 0:
                most = i
            elif order(weight, rows[least].total, rows[least].weights[seen], total) < 0:
                least = i
        high, low = rows[most], rows[least]
        ratio = over(high.weights[seen] * low.total, low.weights[seen] * high.total)
        if ratio == 1:
            continue
        if best is None or ratio > best:
            best, at = ratio, (most, least)
        elif at is not None and (most, least) < at and ratio == best:
            at = (most, least)
    return at
