"""Lists of numbers: entry by entry, their norms, and the laws that the solver is told of them."""

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from prhl.logic.evaluator import Undecidable
from prhl.logic.operators import apply
from prhl.logic.terms import Term
from prhl.semantics.evaluate import evaluate
from prhl.solvers import norms

LISTS: list[tuple[Any, ...]] = [(), (0,), (2,), (0, 0), (1, -1), (1, 2), (3, 0), (0, Fraction(1, 2), -1), (2, 2, 2)]
OF_NORM = {1: "distance1", 2: "norm2"}


def holds(law: Term, **names: Any) -> bool:
    """Whether a law is true of these values; one that reads what is unspecified is no law."""
    return bool(evaluate(law, {(name, -1): value for name, value in names.items()}))


def distance(power: int, one: Any, other: Any) -> Any:
    """Of lists of different sizes it is any number that is not negative."""
    return apply(OF_NORM[power], [one, other]) if len(one) == len(other) else 7


@pytest.mark.parametrize("power", [1, 2])
def test_laws_of_two_lists(power: int) -> None:
    for a, b in product(LISTS, repeat=2):
        n = distance(power, a, b)
        assert holds(norms.every_gap(), a=a, b=b, n=n)
        for places in ((), (0,), (1, 5), (0, 0, 2)):
            law = norms.few_gaps(len(places))
            assert holds(law, a=a, b=b, n=n, **{f"p{at}": place for at, place in enumerate(places)})
        for c in (-1, 0, 1, 2):
            assert holds(norms.close_gaps(power), a=a, b=b, n=n, c=c)


@pytest.mark.parametrize(("power", "other"), [(1, 1), (2, 2), (2, 1)])
def test_smaller_gaps(power: int, other: int) -> None:
    for a, b, u, w in product(LISTS[1:8], repeat=4):
        m = distance(other, u, w)
        assert holds(norms.smaller_gaps(), a=a, b=b, u=u, w=w, n=distance(power, a, b), m=m)


@pytest.mark.parametrize("power", [1, 2])
def test_triangles_and_clipped_lists(power: int) -> None:
    for a, b, w in product(LISTS, repeat=3):
        n, m, k = [distance(power, one, other) for one, other in ((a, b), (a, w), (w, b))]
        if len(a) == len(b) == len(w):
            assert n <= m + k
            assert holds(norms.triangle(), a=a, b=b, w=w, n=n, m=m, k=k)
    for a, b in product(LISTS, repeat=2):
        for c, k in product((0, 1, Fraction(5, 2)), repeat=2):
            one, other = apply(f"clip{power}", [a, c]), apply(f"clip{power}", [b, k])
            assert apply(f"l{power}", [one, (0,) * len(one), c])
            if len(a) == len(b):
                assert apply(f"l{power}", [one, other, c + k])


@pytest.mark.parametrize(
    ("law", "given"),
    [
        (norms.few_gaps, (2,)),
        (norms.smaller_gaps, ()),
        (norms.every_gap, ()),
        (norms.close_gaps, (2,)),
        (norms.triangle, ()),
        (norms.clipped_norm, ()),
    ],
)
def test_a_law_is_one_formula(law: Any, given: tuple[int, ...]) -> None:
    """What exists by a law is named by the law's identity, which must not be that of another formula later."""
    assert law(*given) is law(*given)


def test_a_list_within_the_norm_is_not_changed_and_others_keep_their_direction() -> None:
    assert apply("clip2", [(3, 4), 5]) == (3, 4)
    assert apply("clip2", [(6, 8), 5]) == (3, 4)
    assert apply("clip1", [(6, -2), 4]) == (3, -1)
    assert apply("clip1", [(6, -2), 0]) == (0, 0)


def test_entries_out_of_range_are_not_read() -> None:
    with pytest.raises((IndexError, Undecidable)):
        apply("vadd", [(1,), (1, 2)])


def verdicts(text: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["verify", "--format", "json", "--budget", "0", "-"], input=text)
    assert done.exit_code in (0, 1), done.output
    return {claim["name"]: claim for claim in json.loads(done.output)["files"][0]["claims"]}


VECTOR = """
program Noisy(q : private list[{of}], n : int, s : real, eps : real, delta : real) : list[{of}]
  requires size(q) = n && s > 0 && 0 < eps && eps <= 1 && 0 < delta && delta < 1;
{{
  z :=$ Each({noise}, n);
  return q + z;
}}
claim c : Noisy satisfies {notion} when {relation};
"""


@pytest.mark.parametrize(
    ("of", "noise", "notion", "relation", "verdict"),
    [
        ("real", "Laplace(s)", "dp(2/s)", "l1(q{1}, q{2}, 2)", "proved"),
        ("int", "DiscreteLaplace(s)", "dp(1/s)", "one_differs(q, 1)", "proved"),
        ("real", "Laplace(s)", "zcdp(1/(2*s^2))", "l2(q{1}, q{2}, 1)", "proved"),
        ("real", "Gauss(s)", "zcdp(1/(2*s^2))", "l1(q{1}, q{2}, 1)", "proved"),
        ("real", "Gauss(s)", "rdp(3, 3/(2*s^2))", "l2(q{1}, q{2}, 1)", "proved"),
        ("int", "DiscreteGauss(sqrt(2*ln(5/(4*delta)))/eps)", "dp(eps, delta)", "l2(q{1}, q{2}, 1)", "proved"),
        ("real", "Laplace(s)", "dp(1/s)", "all_within(q, 1)", "unknown"),
        ("real", "Exponential(s)", "dp(1/s)", "l1(q{1}, q{2}, 1)", "unknown"),
    ],
)
def test_lists_of_draws(of: str, noise: str, notion: str, relation: str, verdict: str) -> None:
    text = VECTOR.format(of=of, noise=noise, notion=notion, relation=relation)
    assert verdicts(text)["c"]["verdict"] == verdict


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("x := [1, 2] + 3;", "lists of numbers"),
        ("x := [1] * [2];", "by a number"),
        ("x := [true] + [true];", "lists of numbers"),
        ("x :=$ Each(Each(Flip(1/2), 2), 2);", "is not supported"),
        ("x :=$ Each(Flip(1/2));", "argument"),
        ("x := clip2(3, 1);", "lists of numbers"),
        ("x := l1([1], [2]);", "two lists of numbers and a number"),
    ],
)
def test_what_is_no_list_of_numbers_is_refused(statement: str, message: str) -> None:
    done = CliRunner().invoke(main, ["check", "-"], input=f"program P() : int {{ {statement} return 0; }}\n")
    assert done.exit_code == 2, done.output
    assert message in done.output + (done.stderr or "")


def test_lists_of_other_sizes_are_a_fault() -> None:
    text = "program P(x : private bool) : list[int] { return (if x then [1] else [1, 2]) + [1]; }\n"
    claim = verdicts(text + "claim c : P satisfies dp(0) when any check;")["c"]
    assert claim["verdict"] == "unknown"
    assert claim["checks"][0]["status"] == "error"
