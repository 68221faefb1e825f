"""The space of candidates: related pairs only, each once, the cheapest first, and the same in every run."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from prhl import pipeline
from prhl.logic.terms import Quantified
from prhl.logic.types import BOOL, INT, REAL, List, Tuple
from prhl.search.moves import moves, neighbours
from prhl.search.remembered import read_value, remembered
from prhl.search.search_budget import Budget
from prhl.search.space import Candidate, Space
from prhl.search.tiers import dearer, either, listed, ranked, runs, together
from prhl.semantics.evaluate import evaluate
from prhl.source import Source

# ---- prices ----------------------------------------------------------------------------------


def test_prices_add_up() -> None:
    both = together([listed(["a", "b"]), listed(["x", "y"])])
    assert [both.at(price) for price in range(4)] == [(("a", "x"),), (("a", "y"), ("b", "x")), (("b", "y"),), ()]
    assert both.last == 2


def test_of_no_parts_there_is_the_empty_tuple() -> None:
    assert together([]).at(0) == ((),)
    assert together([listed(["a"]), listed([])]).at(0) == ()


def test_lists_cost_what_their_runs_cost() -> None:
    found = runs(listed(["a", "b"]))
    assert found.at(0) == (("a",),)
    assert set(found.at(1)) == {("b",), ("a", "a")}
    assert set(found.at(2)) == {("a", "a", "a"), ("b", "b"), ("a", "b"), ("b", "a")}
    assert ("a", "b", "a") in found.at(4)  # the third run costs two
    for price in range(7):
        assert len(set(found.at(price))) == len(found.at(price))


def test_every_list_has_one_price() -> None:
    found = runs(listed([["a", "b"], ["c"]]))
    every = [items for price in range(9) for items in found.at(price)]
    assert len(every) == len(set(every))
    assert {len(items) for items in every} >= set(range(1, 9))


def test_what_is_dearer_comes_later() -> None:
    found = either(listed(["a"]), dearer(listed(["b"]), 2))
    assert [found.at(price) for price in range(4)] == [("a",), (), ("b",), ()]
    assert ranked("abcdef", (1, 2), 2).at(2) == ("d", "e")


# ---- candidates ------------------------------------------------------------------------------

PROGRAM = "program P(%s) : int requires %s; { return 0; }\nclaim c : P satisfies dp(1) when %s;"

SPACES = {
    "within": ("x : private int", "true", "within(x, 1)"),
    "within a half": ("x : private real", "true", "within(x, 1/2)"),
    "within a parameter": ("x : private real, r : real", "r >= 0", "within(x, r)"),
    "two numbers": ("x : private int, y : private int", "x >= 0", "within(x, 1) && within(y, 2)"),
    "all_within": ("q : private list[int]", "size(q) >= 1", "all_within(q, 1)"),
    "all_within, reals": ("q : private list[real], eps : real", "eps > 0", "all_within(q, eps)"),
    "one_differs": ("d : private list[int]", "true", "one_differs(d, 1)"),
    "one_differs, named": ("d : private list[int]", "true", "one_differs(d) at k"),
    "one_differs, of pairs": ("d : private list[(bool, int)]", "true", "one_differs(d)"),
    "one_differs, of lists": ("d : private list[list[int]]", "true", "one_differs(d)"),
    "add_remove": ("d : private list[bool]", "true", "add_remove(d)"),
    "long lists": ("d : private list[int]", "size(d) >= 5", "one_differs(d, 1)"),
    "a public size": ("d : private list[int], n : int", "size(d) = n", "one_differs(d, 1)"),
    "any": ("x : private bool, b : bool", "true", "any"),
    "bits": ("m : private bits[n], n : int", "n >= 1", "any"),
    "a formula": ("x : private int", "true", "x{1} < x{2} && x{2} <= x{1} + 2"),
    "a formula of lists": (
        "q : private list[int]",
        "true",
        "size(q{1}) = size(q{2}) && (forall i. 0 <= i < size(q{1}) ==> q{1}[i] <= q{2}[i] <= q{1}[i] + 1)",
    ),
    "one_differs, spelled out": (
        "d : private list[int]",
        "true",
        "exists k. size(d{1}) = size(d{2}) && 0 <= k && k < size(d{1})"
        " && (forall j. 0 <= j < size(d{1}) && j != k ==> d{1}[j] = d{2}[j])",
    ),
    "a large number": ("x : private int", "x >= 1000", "within(x, 1)"),
}


def space_of(text: str) -> Space:
    file = pipeline.load(Source("space.wl", text))
    claim = file.claims[0]
    return Space(claim, file.programs[claim.left], file.programs[claim.right])


def first(space: Space, count: int) -> list[Candidate]:
    return list(islice([c for c in islice(space.candidates(), 20 * count) if c is not None], count))


def holds(space: Space, left: dict[str, Any], right: dict[str, Any]) -> bool:
    memory = {(n, 0): v for n, v in left.items()} | {(n, 1): v for n, v in left.items()}
    memory |= {(n, 2): v for n, v in right.items()}
    relation = space.claim.relation
    if space.claim.relation_names:
        relation = Quantified("exists", space.claim.relation_names, relation, relation.span)
    return bool(evaluate(relation, memory))


@pytest.mark.parametrize("name", SPACES)
def test_candidates_are_related_and_come_once(name: str) -> None:
    space = space_of(PROGRAM % SPACES[name])
    found = first(space, 60)
    assert len(found) == 60 or name == "any"
    keys: set[Any] = set()
    for one in found:
        assert one.key not in keys
        assert one.key[::-1] not in keys
        keys.add(one.key)
        assert one.left != one.right
        assert holds(space, one.left, one.right)
        for given in (one.left, one.right):
            assert all([evaluate(f, {(n, 0): v for n, v in given.items()}) for f in space.left.requires])
        assert {n: one.left[n] for n in one.public} == {n: one.right[n] for n in one.public} == one.public
        assert one.public.keys() == {p.name for p in space.left.parameters if not p.private}


@pytest.mark.parametrize("name", SPACES)
def test_the_order_is_the_same_every_time(name: str) -> None:
    text = PROGRAM % SPACES[name]
    assert [c.key for c in first(space_of(text), 40)] == [c.key for c in first(space_of(text), 40)]


def place(space: Space, left: tuple[int, ...], right: tuple[int, ...], among: int = 3_000) -> int:
    keys = [c.key for c in first(space, among)]
    return min([at for at, key in enumerate(keys) if key in (((left,), (right,)), ((right,), (left,)))])


def test_what_published_attacks_need_is_near_the_start() -> None:
    """StatDP's shapes: one up and the others down, all up, half of them; and the gap of noisy max."""
    space = space_of(PROGRAM % SPACES["all_within"])
    assert place(space, (0, 0), (1, -1)) < 30
    assert place(space, (0, 0, 0, 0, 0), (1, 1, 1, 1, 1)) < 150
    assert place(space, (0, 0, 0, 0), (1, 1, -1, -1)) < 400
    assert place(space, (0, 8), (1, 7)) < 400
    assert place(space, (2, 2, 2, 0), (3, 3, 3, -1)) < 3_000


def test_no_dimension_starves() -> None:
    found = first(
        space_of(PROGRAM % ("q : private list[int], T : int, eps : real", "eps > 0", "all_within(q, 1)")), 400
    )
    assert {one.public["T"] for one in found} >= {0, 1, 2}
    assert {one.public["eps"] for one in found} >= {1, Fraction(1, 2), 2}
    assert max([len(one.left["q"]) for one in found]) >= 4
    assert max([abs(x) for one in found for x in one.left["q"]]) >= 8


def test_a_public_size_is_that_of_the_list() -> None:
    for one in first(space_of(PROGRAM % SPACES["a public size"]), 40):
        assert one.public["n"] == len(one.left["d"]) == len(one.right["d"])


def test_public_parameters_are_equal_even_if_determined() -> None:
    """With a public size no element comes or goes: these inputs are not related, and there is nothing to try."""
    text = PROGRAM % ("d : private list[int], n : int", "size(d) = n", "add_remove(d)")
    assert first(space_of(text), 5) == []


def test_functions_are_not_searched() -> None:
    text = PROGRAM % ("f : list[int] -> int, d : private list[int]", "true", "one_differs(d)")
    space = space_of(text)
    assert "function" in space.reason
    assert list(space.candidates()) == []


QUADRUPLE = """
program A(x : private int, k : int) : int { return x; }
program B(x : private int, m : int) : int { return x; }
claim c : A ~ B : %s ==> res{1} = res{2};
"""


def test_in_a_quadruple_nothing_is_equal_but_by_the_precondition() -> None:
    free = first(space_of(QUADRUPLE % "true"), 60)
    assert any([one.left["x"] == one.right["x"] for one in free])
    assert any([one.left["x"] != one.right["x"] for one in free])
    assert any([one.left["k"] != one.right["m"] for one in free])
    assert all([one.left["x"] == one.right["x"] for one in first(space_of(QUADRUPLE % "x{1} = x{2}"), 40)])


def test_names_without_a_mark_are_equal_in_both_runs() -> None:
    text = "program A(x : private int, k : int) : int { return x; }\n"
    text += "claim c : A ~ A : within(x, 1) ==> res{1} = res{2} within (k, 0);"
    assert all([one.left["k"] == one.right["k"] for one in first(space_of(text), 40)])


# ---- around a candidate ----------------------------------------------------------------------


@pytest.mark.parametrize("name", SPACES)
def test_neighbours_are_related_and_keep_the_parameters(name: str) -> None:
    space = space_of(PROGRAM % SPACES[name])
    for one in first(space, 5):
        for other in neighbours(space, one):
            assert other.key != one.key
            assert holds(space, other.left, other.right)
            if "n" not in one.public:
                assert other.public == one.public


def test_moves_open_gaps_and_add_elements() -> None:
    found = set(moves(List(INT), ((0, 0), (1, -1))))
    assert ((0, 4), (1, 3)) in found
    assert ((0, 0, 0), (1, 1, -1)) in found
    assert ((0,), (1,)) in found
    assert (True, True) in set(moves(BOOL, (False, True)))


# ---- countermodels ---------------------------------------------------------------------------


def test_values_of_countermodels_are_read() -> None:
    assert read_value("[0, 1/2, -3]", List(REAL)) == (0, Fraction(1, 2), -3)
    assert read_value("[(true, 1), (false, -2)]", List(Tuple((BOOL, INT)))) == ((True, 1), (False, -2))
    assert read_value("[]", List(INT)) == ()
    assert read_value("[1, 2, ...]", List(INT)) == (1, 2)


def test_a_countermodel_is_a_candidate_if_its_inputs_are_related() -> None:
    space = space_of(PROGRAM % ("q : private list[int], eps : real", "eps > 0", "all_within(q, 1)"))
    model = {("q", 1): "[5, 5]", ("q", 2): "[6, 4]", ("eps", 1): "3", ("eps", 2): "3", ("i", 1): "7"}
    (found,) = remembered(space, [model])
    assert found.key == (((5, 5), 3), ((6, 4), 3))
    assert remembered(space, [model | {("q", 2): "[9, 9]"}]) == []
    (found,) = remembered(space, [model | {("eps", 1): "1.4142..."}])
    assert found.public["eps"] == 1


# ---- what once could not be attacked ---------------------------------------------------------


@pytest.mark.search
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("program P(n : int, x : bits[n]) : bits[n] { return x; }\nclaim c : P ~ P : ={n} ==> ={res};", "refuted"),
        ("program P(n : int, x : bits[n]) : bits[n] { return x; }\nclaim c : P ~ P : ={n, x} ==> ={res};", "unknown"),
        ("program P(x : bits[16]) : bits[16] { return x; }\nclaim c : P ~ P : true ==> ={res};", "refuted"),
        (
            "program P(x : private real) : int { return floor(max(0, min(5000, x))) div 5000; }\n"
            "claim c : P satisfies noninterference when any;",
            "refuted",
        ),
        (
            "program P(x : private int) : bool { return 3*max(1/3, min(x, 4/3)) = 2; }\n"
            "claim c : P satisfies noninterference when any;",
            "unknown",  # no whole number is 2/3
        ),
    ],
)
def test_bits_whose_length_is_chosen_and_the_ends_of_clipping(text: str, word: str) -> None:
    (claim,) = pipeline.refute(Source("t.wl", text), Budget(pairs=100)).claims
    assert claim.verdict.word == word


@pytest.mark.parametrize(("type_", "tried"), [("real", True), ("int", False)])
def test_ends_of_clipping_that_are_not_whole_are_no_integers(type_: str, tried: bool) -> None:
    text = f"program P(x : private {type_}) : real {{ return max(1/3, min(x, 7/3)); }}\n"
    found = space_of(text + "claim c : P satisfies noninterference when any;").candidates()
    values = [side["x"] for one in islice(found, 400) if one is not None for side in (one.left, one.right)]
    assert (Fraction(7, 3) in values) == tried
    assert tried or all([isinstance(value, int) for value in values])
