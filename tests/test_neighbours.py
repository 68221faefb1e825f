"""Related pairs that are made are those that would be found by trying; pairs of one kind have the same figures.

Everything is compared with the plain way: all pairs tried with `evaluate`, all pairs compared one by one. Each row of
MUTATIONS breaks one condition of the quick way, and then the comparison fails.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from prhl import pipeline
from prhl.closeness import epsilon_delta, pair_kinds
from prhl.closeness.epsilon_delta import Delta, Epsilon, delta_below, delta_of, larger, smallest_delta, smallest_epsilon
from prhl.exact import Channel, Listed, Row, related_inputs, related_pairs
from prhl.logic.terms import Logical, Quantified, Related, Term
from prhl.numbers import Exponential, Quotient, exp, products
from prhl.numbers import ln as logarithm
from prhl.semantics import neighbours as made
from prhl.semantics.evaluate import evaluate
from prhl.semantics.instances import Instance
from prhl.source import Source

F = Fraction

# ---- pairs that are made ---------------------------------------------------------------------

LISTS = [{"d": tuple(one)} for n in range(4) for one in product((0, 1, 3), repeat=n)]
NUMBERS = [{"x": x} for x in (0, 5, F(1, 2), 2, 2, -3, F(7, 3))]
RELATIONS = {
    "any": LISTS,
    "one_differs(d)": LISTS,
    "one_differs(d, 1)": LISTS,
    "one_differs(d, b)": LISTS,
    "one_differs(d, -b)": LISTS,
    "one_differs(d) at k": LISTS,
    "some_differ(d, 2)": LISTS,
    "some_differ(d, 2, 2)": LISTS,
    "all_within(d, 1)": LISTS,
    "all_within(d, b)": LISTS,
    "all_within(d, -1)": LISTS,
    "add_remove(d)": LISTS,
    "add_remove(d) at k": LISTS,
    "within(x, 1)": NUMBERS,
    "within(x, 3/2)": NUMBERS,
    "within(x, -1)": NUMBERS,
    "within(x, ln(5))": NUMBERS,
    "one_differs(d, 2) at k && k > 0": LISTS,
    "all_within(d, 1) && size(d{1}) > 1": LISTS,
    "all_within(d, 1) && one_differs(d)": LISTS,
    "all_within(d, 1) || add_remove(d)": LISTS,
    "one_differs(d, size(d{1}))": LISTS,
    "one_differs(d, k) at k": LISTS,  # the bound is one for each position, and so for each pair
    "exists c. 0 <= c && c <= 1 && all_within(d, c)": LISTS,
    "exists c. 0 <= c && c <= 1 && within(x, c)": NUMBERS,
    "size(d{1}) = size(d{2}) + 1": LISTS,
}


def of_claim(relation: str) -> tuple[Term, tuple[Logical, ...]]:
    private = "x : private real" if "(x," in relation else "d : private list[int]"
    text = f"program P({private}, b : int) : int {{ return b; }}\nclaim c : P satisfies dp(1) when {relation};"
    (claim,) = pipeline.load(Source("x.wl", text)).claims
    return claim.relation, claim.relation_names


def tried(relation: Term, names: tuple[Logical, ...], rows: list[dict[str, Any]], public: dict[str, Any]) -> list[Any]:
    """All pairs, one by one."""
    whole = Quantified("exists", names, relation) if names else relation
    shared = {(name, 0): value for name, value in public.items()}
    return [
        (i, j)
        for i, one in enumerate(rows)
        for j, other in enumerate(rows)
        if evaluate(
            whole, shared | {(n, 1): v for n, v in one.items()} | {(n, 2): v for n, v in other.items()}
        )
    ]  # fmt: skip


def found(relation: str) -> tuple[list[Any], list[Any]]:
    term, names = of_claim(relation)
    rows, public = [{**row, "b": 2} for row in RELATIONS[relation]], {"b": 2}
    return related_pairs(term, names, Channel(Instance({}, public, rows, rows), [], [])), tried(
        term, names, rows, public
    )


@pytest.mark.parametrize("relation", RELATIONS)
def test_what_is_made_is_what_is_found_by_trying(relation: str) -> None:
    quick, plain = found(relation)
    assert quick == plain


def test_relations_are_made_and_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("a pair was tried")

    monkeypatch.setattr(related_inputs, "both_runs", never)
    for relation in ("any", "one_differs(d, b)", "some_differ(d, 2, 2)", "all_within(d, 1)", "add_remove(d) at k"):
        term, names = of_claim(relation)
        rows = [{**row, "b": 2} for row in LISTS]
        assert related_pairs(term, names, Channel(Instance({}, {"b": 2}, rows, rows), [], []))


def test_more_pairs_than_could_be_tried() -> None:
    """20,000 inputs have 400,000,000 pairs, of which few are related."""
    term, names = of_claim("within(x, 1)")
    rows = [{"x": x, "b": 0} for x in range(20_000)]
    assert len(related_pairs(term, names, Channel(Instance({}, {"b": 0}, rows, rows), [], []))) == 3 * 20_000 - 2


# ---- pairs of one kind -----------------------------------------------------------------------

NONE = F(0)
q = exp(F(-1, 2))
assert isinstance(q, Quotient)


def row(*weights: Any, missing: Fraction = NONE, total: Any = None) -> Listed:
    kept = {(at,): w for at, w in enumerate(weights) if w != 0}
    return Listed(kept, sum(kept.values()) if total is None else total, missing)


ROWS: dict[str, list[Row]] = {
    "permuted": [row(*[2 if at == one else 1 for at in range(5)]) for one in range(5)],
    "equal": [row(1, 1, 1) for _ in range(4)],
    "exponentials": [row(*[1 if (n >> k) & 1 else q for k in range(3)]) for n in range(8)],
    "like ends, other middle": [row(1, 2, 3), row(3, 2, 1), row(2, 2, 2), row(1, 3, 2), row(1, 4, 1)],
    "other totals": [row(1, 2, 3), row(2, 4, 6), row(3, 2, 1), row(10, 1, 1), row(1, 10, 1)],
    "something missing": [
        row(1, 2, total=4, missing=F(1, 4)),
        row(2, 1, total=4, missing=F(1, 4)),
        row(1, 2),
        row(2, 1),
        row(1, 2, total=3, missing=F(1, 8)),
    ],
    "other bounds": [
        row(9, 1),
        row(1, 2, total=4, missing=F(1, 2)),
        row(1, 2, total=4, missing=F(1, 4)),
        row(1, 2, total=5, missing=F(1, 2)),
        row(1, 2, total=40, missing=F(1, 2)),
    ],
    "supports": [row(1, 1), row(1, 1, 2), row(0, 1, 1), row(1, 0, 1), row(1, 1)],
}
GROWTHS = [F(0), F(1, 2), logarithm(2), F(-1), F(3)]


def plainly(rows: list[Row], pairs: list[tuple[int, int]], growth: Exponential) -> tuple[Epsilon, Delta]:
    """One pair after the other."""
    best, at = epsilon_delta.Ratio(F(1)), None
    worst = Delta(F(0), F(0), growth, None, ())
    for i, j in pairs:
        ratio = rows[i].ratio(rows[j])
        at = (i, j) if ratio.exceeds(best) else at
        best = best.larger(ratio)
        worst = larger(worst, delta_of(rows[i], rows[j], growth, (i, j)))
    return Epsilon(best.value, at, best.output, best.exact, best.most), worst


def cases() -> Iterator[tuple[str, list[tuple[int, int]], Any]]:
    for name, rows in ROWS.items():
        every = [(i, j) for i in range(len(rows)) for j in range(len(rows))]
        others = [p for p in every if p[0] != p[1]], [p for p in every if p[0] < p[1]]
        for pairs in (every, *others, [p for p in every if (p[0] + p[1]) % 3 != 1]):
            for eps in GROWTHS:
                yield name, pairs, eps


def compared(name: str, pairs: list[tuple[int, int]], eps: Any) -> None:
    rows, growth = ROWS[name], Exponential(eps)
    epsilon, delta = plainly(rows, pairs, growth)
    assert smallest_epsilon(rows, rows, pairs) == epsilon, (name, pairs)
    assert smallest_delta(rows, rows, pairs, growth) == delta, (name, pairs, eps)
    below = delta_below(epsilon, growth)
    assert below is None or below == delta, (name, pairs, eps)


def all_compared() -> None:
    for case in cases():
        compared(*case)


def test_one_of_each_kind_says_what_all_say() -> None:
    all_compared()


def test_few_are_left() -> None:
    rows = ROWS["permuted"]
    pairs = [(i, j) for i in range(5) for j in range(5)]
    assert pair_kinds.one_of_each_kind(rows, rows, pairs) == [(0, 0), (0, 1)]
    assert (
        len(pair_kinds.one_of_each_kind(ROWS["equal"], ROWS["equal"], [(i, j) for i, j in pairs if max(i, j) < 4])) == 1
    )


def test_products_are_compared_as_numbers_are() -> None:
    numbers: list[Any] = [1, 3, F(2, 7), q, q * q, 1 - q, (1 + q) / (1 + q * q), exp(F(1, 3)), 2 * q]
    for a, b, c, d in product(numbers, repeat=4):
        assert products.order(a, b, c, d) == (a * b > c * d) - (a * b < c * d)
        for eps in (F(1, 2), logarithm(3)):
            growth = Exponential(eps)
            assert products.exceeds_at(growth, a, b, c, d) == (growth.compare(F(1) * a * b / (c * d)) > 0)


# ---- mutations -------------------------------------------------------------------------------

Patch = tuple[Any, str, Any]


def _kinds_without(part: int) -> Callable[..., Any]:
    def wrong(rows: Any, kinds: dict[Any, int]) -> list[int]:
        keys = [(r.total, r.missing, frozenset(r.weights.items())) for r in rows]
        return [kinds.setdefault(key[:part] + key[part + 1 :], len(kinds)) for key in keys]

    return wrong


def _up_to_one_side(left: Any, right: Any, pairs: list[Any]) -> list[Any]:
    """Rows that are permutations of each other, each by itself, make no pairs of one kind."""
    known: dict[Any, Any] = {}
    for i, j in pairs:
        known.setdefault((*[tuple(sorted(map(str, r.weights.values()))) for r in (left[i], right[j])],), (i, j))
    return list(known.values())


def _no_equal_rows(right: Callable[..., Any]) -> Callable[..., Any]:
    return lambda left, others, pairs: [(i, j) for i, j in right(left, others, pairs) if left[i] != others[j]]


KINDS = pair_kinds.one_of_each_kind
FIGURES: dict[str, Patch] = {
    "rows of other totals are equal": (pair_kinds, "_kinds", _kinds_without(0)),
    "rows that lack something are as those that do not": (pair_kinds, "_kinds", _kinds_without(1)),
    "rows are permuted one by one": (pair_kinds, "_up_to_names", _up_to_one_side),
    "pairs of equal rows are left out": (epsilon_delta, "one_of_each_kind", _no_equal_rows(KINDS)),
    "the first of the largest": (pair_kinds, "_first_largest", lambda rows: (len(rows) - 1, 0)),
    "what another row never shows": (pair_kinds, "_first_unlike", lambda supports: None),
    "all pairs, whatever they are": (pair_kinds, "are_all", lambda left, right, pairs: len(left) > 2),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_kind_too_wide_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, wrong = FIGURES[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises((AssertionError, KeyError)):
        all_compared()


def _walk(change: Callable[[Any, Any], tuple[Any, Any]]) -> Callable[..., Any]:
    right = made._walked

    def wrong(value: Any, tree: Any, most: Any, bound: Any) -> list[int]:
        return right(value, tree, *change(most, bound))

    return wrong


MADE: dict[str, Patch] = {
    "bounds are forgotten": (made, "_walked", _walk(lambda most, bound: (most, None))),
    "positions are not counted": (made, "_walked", _walk(lambda most, bound: (None, bound))),
    "one position too few": (made, "_walked", _walk(lambda most, bound: (most and most - 1, bound))),
    "an end of the range is missing": (made, "bisect_right", made.bisect_left),
    "the last element is never taken out": (
        made,
        "_shorter",
        lambda v: {v[:k] + v[k + 1 :] for k in range(len(v) - 1)},
    ),
    "one condition of several is enough": (related_inputs, "_alone", lambda made, relation, names: True),
    "a bound of one pair is that of all": (related_inputs, "_public", lambda bound, instance: 1),
}


@pytest.mark.parametrize("name", MADE)
def test_a_pair_too_many_or_too_few_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, wrong = MADE[name]
    monkeypatch.setattr(where, what, wrong)
    assert any([quick != plain for quick, plain in map(found, RELATIONS)])


def test_every_ready_made_relation_is_here() -> None:
    known = {term.relation for term, _ in map(of_claim, RELATIONS) if isinstance(term, Related)}
    assert known == {"any", "one_differs", "some_differ", "all_within", "add_remove", "within"}
