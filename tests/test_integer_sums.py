"""Sums, quotients and remainders of integers that were drawn, in closed form: masses, and figures of infinite tails.

Every row is compared with brute force (tests/brute.py), which draws from windows and knows none of this: its masses are
lower bounds, and what it lacks is known. Each row of MUTATIONS breaks one formula, and then a comparison fails.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from prhl import pipeline
from prhl.closeness.epsilon_delta import smallest_epsilon
from prhl.exact import Channel, Closed, Machine, channel
from prhl.exact.closed import (
    compared_draws,
    discrete_gaussians,
    integer_convolution,
    integer_densities,
    symbolic_values,
)
from prhl.exact.closed.exponential_polynomials import moved, value
from prhl.exact.columns import overlap
from prhl.exact.ratios import tail_ratio as tails
from prhl.exact.rows import Tapering
from prhl.numbers import Exponential, exp, ln, sqrt
from prhl.numbers.rates import ONE, rate_of
from prhl.semantics.flat import flatten
from prhl.semantics.instances import Instance
from prhl.source import Source
from prhl.syntax.parser import parse
from tests import brute

F = Fraction
LAP = "DiscreteLaplace(1/ln(3))"
PROGRAMS = {
    "two Laplace": f"a :=$ {LAP}; b :=$ {LAP}; return x + a + b;",
    "a difference": f"a :=$ {LAP}; b :=$ {LAP}; return x + a - b;",
    "two geometric": "a :=$ Geometric(1/2); b :=$ Geometric(1/2); return x + a + b;",
    "geometric both ways": "a :=$ Geometric(1/2); b :=$ Geometric(1/3); return x + a - b;",
    "other scales": f"a :=$ {LAP}; b :=$ Geometric(1/2); return x + a + b;",
    "beside a die": f"a :=$ {LAP}; b :=$ Uniform(1..6); return x + a + b;",
    "two wide dice": "a :=$ Uniform(1..600); b :=$ Choice({0 @ 1/3, 5 @ 2/3}); return x + a + b;",
    "remainder": f"a :=$ {LAP}; return (x + a) mod 3;",
    "of a multiple": f"a :=$ {LAP}; return (x + 2*a) mod 4;",
    "by a negative": f"a :=$ {LAP}; return (x - a) mod (-3);",
    "quotient": f"a :=$ {LAP}; return (x + a) div 3;",
    "quotient by a negative": f"a :=$ {LAP}; return (x + a) div (-2);",
    "remainder of a range": "a :=$ Uniform(1..1000); return (x + 3*a) mod 7;",
    "remainder of a sum": f"a :=$ {LAP}; b :=$ Geometric(1/2); return (x + a + b) mod 2;",
    "multiples": f"a :=$ {LAP}; b :=$ {LAP}; return x + 2*a + b;",
    "other multiples": f"a :=$ {LAP}; b :=$ Geometric(1/2); return x + 2*a - 3*b;",
    "three multiples": "a :=$ Geometric(1/2); b :=$ Geometric(2/3); c :=$ Uniform(0..2); return x + 2*a + 4*b + c;",
    "multiples compared": f"a :=$ {LAP}; b :=$ {LAP}; return if 2*a + x >= 3*b then 1 else 0;",
    "multiples compared, one shown": f"a :=$ Geometric(1/2); b :=$ {LAP}; return if 2*a >= 3*b + x then a else -1;",
    "square": f"a :=$ {LAP}; return (x + a) * (x + a);",
    "square of a sum": "a :=$ Geometric(1/2); b :=$ Geometric(1/2); return 3 - 2*(a - b + x)^2;",
    "gap": f"a :=$ {LAP}; b :=$ {LAP}; return if x + a >= b then x + a - b else -1;",
    "gap of multiples": f"a :=$ Geometric(1/2); b :=$ {LAP}; return max(x + 2*a - 3*b, 0);",
    "squares compared": f"a :=$ {LAP}; return if (x + a)^2 >= 5 then 2 else if -2*(a*a) = -8 then 1 else a;",
    "square within": f"a :=$ {LAP}; return min((x + a)^2, 9);",
    "absolute value": f"a :=$ {LAP}; return max(abs(x + a) - 2, 0);",
    "both": f"a :=$ {LAP}; return (x + a) mod 2 + 10*(if (x + a) div 2 > 0 then 1 else 0);",
}


GIVEN = [{"x": 0}, {"x": 1}]


def source_of(body: str) -> Source:
    return Source("x.wl", f"program P(x : private int) : int {{ {body} }}")


def rows_of(body: str) -> Channel:
    file = pipeline.load(source_of(body))
    machine = Machine(flatten(file.programs["P"], file.programs))
    return channel(machine, machine, Instance({}, {}, GIVEN, GIVEN))


def measured(body: str) -> tuple[Channel, list[dict[Any, Any]]]:
    node = parse(source_of(body)).file.items[0]
    return rows_of(body), [brute.run(node, one) for one in GIVEN]  # type: ignore[arg-type]  # a program


def compared(body: str) -> Channel:
    """Column by column: brute force has no more, and lacks no more than it says."""
    found, plain = measured(body)
    assert not found.window, "there is a closed form"
    for row, paths in zip(found.left, plain, strict=True):
        lacks = paths.pop(brute.NOT_ENDED, F(0))
        sums: dict[Any, Fraction] = {}
        for seen, mass in paths.items():
            column = found.classify(seen)
            sums[column] = sums.get(column, F(0)) + mass
        for column in {*sums, *row.weights}:
            known, exact = sums.get(column, F(0)), row.probability(column)
            if column in row.weights or not row.missing:
                assert known <= exact <= known + lacks, (body, column)
        assert sum(row.weights.values()) <= 1 <= sum(row.weights.values()) + row.missing
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_masses_are_those_of_brute_force(name: str) -> None:
    compared(PROGRAMS[name])


def test_sums_of_two_laplace_draws_have_the_epsilon_of_one() -> None:
    """At n >= 1 the sum has the mass c (n - 1 + 1/(tanh ...)) q^n: affine in n times q^n, q = exp(-1). So the ratio at
    distance 1 is q^-1 (n + k)/(n + 1 + k) on the tail, which rises to exp(1) and never gets there; nowhere else is it
    larger, since the sum is that of one draw with independent noise (post-processing)."""
    found = compared("a :=$ DiscreteLaplace(1); b :=$ DiscreteLaplace(1); return x + a + b;")
    assert all([isinstance(row, Tapering) for row in found.left])
    epsilon = smallest_epsilon(found.left, found.left, [(0, 1), (1, 0)])
    assert epsilon.exact
    assert epsilon.ratio == exp(F(1))
    row = found.left[0]
    q = exp(F(-1))
    for n in range(5):  # by hand: the sum over all a of q^|a| q^|n - a|, over the square of the sum of q^|a|
        assert row.mass([found.classify((n,))]) == (n + 1 + 2 * q * q / (1 - q * q)) * q**n * ((1 - q) / (1 + q)) ** 2


@pytest.mark.parametrize(
    ("body", "ratio"),
    [
        ("a :=$ DiscreteLaplace(1); b :=$ DiscreteLaplace(2); return x + a + b;", exp(F(1, 2))),
        ("a :=$ Geometric(1/2); b :=$ Geometric(1/2); return x + a + b;", None),
        ("a :=$ DiscreteLaplace(if x = 0 then 1 else 2); return a;", None),
        ("a :=$ DiscreteLaplace(sqrt(2)); return x + a;", exp(1 / sqrt(2))),
        ("a :=$ DiscreteLaplace(sqrt(2)); b :=$ DiscreteLaplace(sqrt(2)); return x + a + b;", exp(1 / sqrt(2))),
        ("a :=$ DiscreteLaplace(ln(2)); return x + a;", exp(1 / ln(2))),
        ("a :=$ DiscreteLaplace(3); return (x + a) mod 2;", (1 + exp(F(-2, 3))) / (2 * exp(F(-1, 3)))),
        # on the tail 2*n has C q^n and 2*n + 1 has D q^n, with C = 1 + q/(1-q) + q^3/(1-q^3), the sum over k of
        # q^(2|k| - k), and D = q/(1-q) + q^2/(1-q^3), that of q^(|2k + 1| - k): C/D = (1 + q^2)/(q + q^2)
        (
            "a :=$ DiscreteLaplace(1); b :=$ DiscreteLaplace(1); return x + 2*a + b;",
            (1 + exp(F(-2))) / (exp(F(-1)) + exp(F(-2))),
        ),
        # 0 has the masses c and c q; n^2 has 2 c q^n and c (q^(n-1) + q^(n+1)), less than that apart
        ("a :=$ DiscreteLaplace(1); return (x + a)^2;", exp(F(1))),
    ],
)
def test_epsilon(body: str, ratio: Any) -> None:
    """One draw of the larger scale is enough to hide a step of 1; a support that moves, or a tail that falls slower,
    hides nothing; and of even and odd numbers a Laplace draw has (1 + q^2)/(1 + q)^2 and 2 q/(1 + q)^2."""
    found = rows_of(body)
    epsilon = smallest_epsilon(found.left, found.left, [(0, 1), (1, 0)])
    assert epsilon.exact
    assert epsilon.ratio == ratio


def test_sum_of_two_discrete_gaussians() -> None:
    """Against brute force on windows; and delta at epsilon 1/2 against the sum over a window, done here."""
    body = "a :=$ DiscreteGauss(1); b :=$ DiscreteGauss(1); return x + a + b;"
    with brute.windows(F(1, 10**12)):
        found = compared(body)
        paths = measured(body)[1]
    assert all([type(row) is Closed for row in found.left])
    assert smallest_epsilon(found.left, found.left, [(0, 1)]).ratio is None
    growth = Exponential(F(1, 2))
    delta = found.left[0].excess(found.left[1], growth)
    low, high = growth.enclosing
    worst = sum(
        [max(F(0), p - high * paths[1].get(seen, F(0))) for seen, p in paths[0].items() if seen != brute.NOT_ENDED]
    )
    assert abs(delta.above - delta.below * low - worst) < F(1, 10**10)


# ---- suprema on tails --------------------------------------------------------------------------

HALF, THIRD = rate_of(F(1, 2)), rate_of(F(1, 3))
TAILS: list[tuple[dict[Any, Any], dict[Any, Any]]] = [
    ({(HALF, 1): F(1)}, {(HALF, 1): F(1), (HALF, 0): F(3)}),
    ({(HALF, 1): F(1), (HALF, 0): F(5)}, {(HALF, 1): F(1)}),
    ({(HALF, 0): F(1), (THIRD, 0): F(7)}, {(HALF, 0): F(2), (THIRD, 0): F(1)}),
    ({(THIRD, 0): F(9)}, {(HALF, 0): F(1)}),
    ({(HALF, 2): F(1), (HALF, 0): F(40)}, {(HALF, 2): F(1), (HALF, 1): F(-3), (HALF, 0): F(90)}),
    ({(HALF, 0): F(1)}, {(HALF, 0): F(1)}),
]


def suprema() -> None:
    for p, q in TAILS:
        for start in (1, 4, 20):
            top, exact = tails.tail_ratio(p, q, start)
            assert exact
            assert top is not None
            here = [value(p, t) / value(q, t) for t in range(start, start + 200)]
            assert max(here) <= top
            far = value(p, 10**4) / value(q, 10**4)
            assert top == max(here) or abs(top - far) < F(1, 1000)


def test_suprema_on_tails() -> None:
    suprema()
    assert tails.tail_ratio({(HALF, 0): F(1)}, {(THIRD, 0): F(1)}, 1) == (None, True)
    assert tails.tail_ratio({(HALF, 1): F(1)}, {(HALF, 0): F(1)}, 1) == (None, True)
    assert tails.tail_ratio({(HALF, 0): F(1)}, {}, 1) == (None, True)
    assert tails.tail_ratio({}, {(HALF, 0): F(1)}, 1) == (0, True)


def test_what_has_a_zero_on_the_tail_is_no_bound() -> None:
    q = {(HALF, 1): F(1), (HALF, 0): F(-5)}  # 0 at 5
    assert tails.tail_ratio({(HALF, 0): F(1)}, q, 5) == (None, True)


# ---- mutations -----------------------------------------------------------------------------------

RIGHT = {
    "residue": integer_densities.Density.residue,
    "integral": integer_convolution.integral,
    "convolved": discrete_gaussians.Bell.convolved,
    "product": integer_convolution.product,
    "isqrt": symbolic_values.isqrt,
}


def two_ways_to_one_output() -> None:
    """6 is 2*3 and 3*2, so that neither pattern may be counted by itself: there is no closed form."""
    assert rows_of("a :=$ Geometric(1/2); c :=$ Flip(1/2); return if c then 2*a + x else 3*a;").window


def _norms_swapped(self: Any, other: Any) -> Any:
    found = RIGHT["convolved"](self, other)
    return discrete_gaussians.Bell(found.falling, found.parts, found.norms[::-1])


def _one_too_many(f: Any, g: Any, start: Any, end: Any, rising: Any) -> Any:
    return RIGHT["integral"](
        f, g, None if start is None else (start[0], start[1] - (1 if not start[0] else -1)), end, rising
    )


Patch = tuple[Any, str, Any]
MUTATIONS: dict[str, tuple[Patch, Callable[[], object]]] = {
    "the next class": (
        (integer_densities.Density, "residue", lambda self, n, r: RIGHT["residue"](self, n, r + 1)),
        lambda: compared(PROGRAMS["remainder"]),
    ),
    "a summand too many": (
        (integer_convolution, "integral", _one_too_many),
        lambda: compared(PROGRAMS["two Laplace"]),
    ),
    "sums as differences": (
        (compared_draws, "_ratio", lambda signatures, t, s: F(1)),
        lambda: compared(PROGRAMS["geometric both ways"]),
    ),
    "even and odd swapped": (
        (discrete_gaussians.Bell, "convolved", _norms_swapped),
        test_sum_of_two_discrete_gaussians,
    ),
    "a polynomial one place off": (
        (integer_convolution, "product", lambda f, g: [(t + 1, m) for t, m in RIGHT["product"](f, g)]),
        lambda: compared(PROGRAMS["two wide dice"]),
    ),
    "squares tell the sign": (
        (symbolic_values.Evaluator, "squared", lambda self, value: symbolic_values.Squared(0, F(1), value)),
        lambda: compared(PROGRAMS["square"]),
    ),
    "a root too large": (
        (symbolic_values, "isqrt", lambda n: RIGHT["isqrt"](n) + 1),
        lambda: compared(PROGRAMS["squares compared"]),
    ),
    "patterns of one class are apart": (
        (overlap, "_of_other_classes", lambda first, second: True),
        two_ways_to_one_output,
    ),
    "the limit is forgotten": (
        (tails, "_limit", lambda p, q: F(0)),
        test_sums_of_two_laplace_draws_have_the_epsilon_of_one,
    ),
    "any sign will do": ((tails, "_sign", lambda terms, start: 1), suprema),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (where, what, wrong), check = MUTATIONS[name]
    check()
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        check()


def test_one_is_the_rate_of_one() -> None:
    """What the sums above rest on: t^0 * 1^t moved is itself."""
    assert moved({(ONE, 0): F(3)}, 5) == {(ONE, 0): F(3)}
