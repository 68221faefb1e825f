"""The mutation table of the search: each row takes away a side condition, and then the tool says something false.

A row is a name, a claim that holds, and what is broken; the claim is never refuted before. Where a condition is asked
twice, at the inputs and once more at the channel, or by a second computation, a row breaks both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from prhl.checks import instance_check, laboratory, open_checks, open_instances, witness
from prhl.exact import Enclosed, Listed, instance_channel
from prhl.exact.closed import compared_draws, real_densities
from prhl.logic.build import TRUE
from prhl.logic.terms import Quantified
from prhl.numbers import roots
from prhl.search import space, total_functions

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Mutation:
    name: str
    claim: str  # a file with one claim, which holds
    patch: Patch
    refutes: bool = True  # else it only tells a range of the parameter that is too wide


def replaced(*given: tuple[Any, str, Any]) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for where, name, what in given:
            monkeypatch.setattr(where, name, what)

    return patch


# ---- claims that hold ------------------------------------------------------------------------

RISING = "program P(x : private int) : int { return x; }\nclaim c : P ~ P : x{1} <= x{2} ==> res{1} <= res{2};"

BALANCED = """
program P(a : private int, b : private int) : int requires a = b; { return a - b; }
claim c : P satisfies noninterference when any;
"""

SIZED = """
program P(d : private list[int], n : int) : int requires size(d) = n; { return n; }
claim c : P satisfies noninterference when add_remove(d);
"""

STEADY = """
program P(x : private bool, f : int -> int) : int
  requires forall y : int. f(y + 1) = f(y);
{
  return f(if x then 5 else 0);
}
claim c : P satisfies noninterference when any;
"""

NOT_READ = """
program P(x : private int, f : int -> int) : int
  requires f(0) = 0 && f(1) = 0 && f(2) = 0;
{
  r := 0;
  if (x = 0) { y := f(1 div x); r := 1; }
  return r;
}

claim c : P satisfies noninterference when any expect unknown;
"""

ZERO_ELSEWHERE = """
program P(x : private int, f : int -> int) : int
  requires x != 0;
  requires forall y : int. y != 0 ==> f(y) = 0;
{
  return f(x);
}
claim c : P satisfies noninterference when any;
"""

WINDOW = """
program P(x : private bool) : int {
  z :=$ DiscreteLaplace(if x then 1 else 5);
  return if z*z*z*z >= 0 then 0 else 1;
}
claim c : P satisfies noninterference when any;
"""

BELLS = """
program P(x : private int) : bool {
  a :=$ Gauss(1);
  b :=$ Gauss(1);
  d :=$ Gauss(1);
  return a >= b && b >= d;
}
claim c : P satisfies noninterference when within(x, 1);
"""

LAPLACE = """
program P(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}
claim c : P satisfies dp(eps) when within(x, 1);
"""

TURNED = """
program P(x : private bool) : bool {
  a :=$ Laplace(1);
  b :=$ Laplace(1);
  return if x then a >= b + 1 else b >= a + 1;
}
claim c : P satisfies noninterference when any;
"""

SUMMED = """
program P(x : private bool) : bool {
  a :=$ Laplace(1);
  b :=$ Laplace(1);
  d :=$ Laplace(1);
  s := a + b;
  if (!x) { s := -s; }
  return s >= d + 1;
}
claim c : P satisfies noninterference when any;
"""

LARGE = """
program P(x : private int, eps : real) : int
  requires eps >= 1;
{
  z :=$ DiscreteLaplace(eps);
  return x + z;
}
claim c : P satisfies dp(eps) when within(x, 1);
"""

MIDDLE = """
program P(x : private bool, eps : real) : bool
  requires eps > 0;
{
  b :=$ Flip(1/2 + exp(-eps) - exp(-2*eps));
  return b = x;
}
claim c : P satisfies dp(ln(11/5)) when any;
"""


# ---- what is broken, one by one --------------------------------------------------------------


def all_pairs(relation: Any, names: Any, found: instance_channel.Channel) -> list[tuple[int, int]]:
    """Whatever the claim relates."""
    return [(i, j) for i in range(len(found.instance.left)) for j in range(len(found.instance.right))]


def everything_holds(term: Any, memory: Any) -> Any:
    return True


def nothing_missing(instance: Any, left: Any, right: Any) -> instance_channel.Channel:
    found = _finite(instance, left, right)
    rows = [[replace(row, missing=Fraction(0)) for row in side] for side in (found.left, found.right)]
    return replace(found, left=rows[0], right=rows[1])


_finite = instance_channel._finite


def wrong_sides(instance: Any, left: Any, right: Any) -> instance_channel.Channel:
    """Of one row the bounds from above, of the other those from below."""
    found = _finite(instance, left, right)
    most = [Listed(dict(row.most) if isinstance(row, Enclosed) else row.weights, row.total) for row in found.left]
    least = [Listed(row.weights, row.total) for row in found.right]
    return replace(found, left=[*most[:1], *least[1:]], right=[*most[:1], *least[1:]])


def believed(*_: Any) -> bool:
    return True


def never(*_: Any) -> bool:
    return False


def moved_too_far(curve: real_densities.Curve, by: Any) -> Any:
    """A closed form that is wrong by little: what is moved goes a bit too far."""
    return _moved(curve, by * Fraction(1001, 1000))


_moved = real_densities.Curve.moved


def summed_askew(curve: real_densities.Curve) -> Any:
    """Another one: integrals up to a point that go a bit too far, and still add up to 1."""
    return _moved(_up_to(curve), Fraction(-1, 1000))


_up_to = real_densities.Curve.__dict__["up_to"].func


def joined_askew(first: real_densities.Curve, second: real_densities.Curve) -> Any:
    """And a sum of two draws that lies a bit too far right."""
    return _moved(_convolution(first, second), Fraction(1, 1000))


_convolution = compared_draws.convolution


def unasked(part: Any, name: str) -> None:
    """What `requires` says of the parameter is not read."""


def opened_without_requires(instance: Any, of: Any, programs: Any) -> Any:
    return open_instances.given(instance, of.name, open_instances.left_open(of), "every")


def no_roots(poly: Any) -> tuple[Any, ...]:
    return ()


def old_belief(violation: witness.Violation, *_: Any) -> bool:
    """A closed form is taken for true because cells do not contradict it."""
    try:
        return _confirmed(violation, *_) or violation.exact
    except witness.Disagreement:
        return False


_confirmed = laboratory.confirmed


def for_all_believed(formula: Any) -> Any:
    return TRUE if isinstance(formula, Quantified) else formula


def at_entries_only(body: Any, name: Any, value: Any) -> Any:
    return TRUE if value is None else _case(body, name, value)


_case = total_functions._case

TABLE = (
    Mutation(
        "pairs of an instance need not be related", RISING, replaced((instance_check, "related_pairs", all_pairs))
    ),
    Mutation("inputs need not meet `requires`", BALANCED, replaced((space, "_meets", believed))),
    Mutation(
        "what functions do everywhere is believed", STEADY, replaced((total_functions, "by_cases", for_all_believed))
    ),
    Mutation(
        "no argument but those of the table", ZERO_ELSEWHERE, replaced((total_functions, "_case", at_entries_only))
    ),
    Mutation("an argument that is not read is no error", NOT_READ, replaced((total_functions, "_may_fail", never))),
    Mutation("public inputs may differ", SIZED, replaced((space, "_same", believed))),
    Mutation(
        "what is missing counts for nothing",
        WINDOW,
        replaced((instance_channel, "_finite", nothing_missing), (laboratory, "confirmed", believed)),
    ),
    Mutation(
        "bounds from above for run 1, from below for run 2",
        BELLS,
        replaced((instance_channel, "_finite", wrong_sides), (laboratory, "confirmed", believed)),
    ),
    Mutation(
        "nothing is computed twice, and a density is wrong",
        LAPLACE,
        replaced((real_densities.Curve, "moved", moved_too_far), (laboratory, "confirmed", believed)),
    ),
    Mutation(
        "a closed form is believed that lies between bounds, and it is wrong",
        TURNED,
        replaced((real_densities.Curve, "up_to", property(summed_askew)), (laboratory, "confirmed", old_belief)),
    ),
    Mutation(
        "`requires` of the parameter is read nowhere",
        LARGE,
        replaced(
            (open_instances, "_bound", unasked),
            (open_checks, "opened", opened_without_requires),
            (space, "_meets", believed),
        ),
    ),
    Mutation("roots are not isolated", MIDDLE, replaced((roots, "rooted", no_roots)), refutes=False),
)

# A fault of one computation alone: the other one notices.
FAULTS: Mapping[str, tuple[str, Patch]] = {
    "moved densities": (LAPLACE, replaced((real_densities.Curve, "moved", moved_too_far))),
    "integrals": (TURNED, replaced((real_densities.Curve, "up_to", property(summed_askew)))),
    "sums of draws": (SUMMED, replaced((compared_draws, "convolution", joined_askew))),
    "windows": (WINDOW, replaced((instance_channel, "_finite", nothing_missing))),
    "bounds": (BELLS, replaced((instance_channel, "_finite", wrong_sides))),
    "the relation of candidates": (RISING, replaced((space, "evaluate", everything_holds))),
    "the range of the parameter": (LARGE, replaced((open_instances, "_bound", unasked))),
}
