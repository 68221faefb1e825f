"""Divergences that no single event shows are refuted by several together, each computed a second time.

What is shown is recomputed here with decimals, from the probabilities that the report lists. Claims that are true, by
however little, are never refuted; each row of MUTATIONS gets a bound wrong, and then one of them is.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from prhl import pipeline
from prhl.checks import laboratory, several_events
from prhl.checks.laboratory import Laboratory
from prhl.checks.witness import Disagreement, Violation
from prhl.exact import Listed, Row
from prhl.exact.bounds import released_gaussian
from prhl.semantics.evaluate import evaluate
from prhl.source import Source
from tests.test_infinite import verify

getcontext().prec = 60

THREE = """program P(x : private bool) : int {
  y :=$ Choice({0 @ if x then 1/2 else 1/6, 1 @ 1/3, 2 @ if x then 1/6 else 1/2});
  return y;
}
"""
BELL = "program P(x : private int) : int { z :=$ DiscreteGauss(2); return x + z; }\n"
NORMAL = "program P(x : private real) : real { z :=$ Gauss(1); return x + z; }\n"
NEAR = "when abs(x{1} - x{2}) <= 1 check x in {0, 1}"


def recomputed(told: dict[str, Any]) -> Decimal:
    """The divergence of the witness, from below, by decimals alone."""
    alpha = Fraction(told["order"])
    order = Decimal(alpha.numerator) / Decimal(alpha.denominator)
    terms = [(Decimal(p), Decimal(q)) for p, q in told["each"]]
    return sum([p * (p / q) ** (order - 1) for p, q in terms], Decimal(0)).ln() / (order - 1)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        # (1/4)/(1/6) + 1/3 + (1/36)/(1/2) = 17/9; ln(17/9) = .63598; of the best event {0}: 9/5, ln(9/5) = .588
        (f"{THREE}claim c : P satisfies rdp(2, 0.635) when any check;", "0.6359"),
        # D_1 = (1/2 - 1/6) ln(3) = .3662 and D_2/2 = .318: no order above 1 is better than those near 1
        (f"{THREE}claim c : P satisfies zcdp(0.366) when any check;", "0.366"),
        # D_alpha = alpha/8 at integers alpha, by Poisson's summation formula: rho is 1/8
        (f"{BELL}claim c : P satisfies zcdp(0.1249) {NEAR};", "0.24999"),
    ],
)
def test_the_sum_over_events_is_too_large(text: str, least: str) -> None:
    claim = verify(text)["c"]
    assert claim["verdict"] == "refuted"
    told = claim["witness"]
    assert len(told["event"]) == len(told["each"]) > 2
    assert f"divergence of order {told['order']}" in told["inequality"]
    assert recomputed(told) >= Decimal(least)
    assert sum([Decimal(p) for p, _ in told["each"]]) <= 1
    budget = told["budget"]
    most = Fraction(budget["epsilon"]) if "epsilon" in budget else Fraction(budget["rho"]) * Fraction(told["order"])
    assert recomputed(told) * most.denominator > most.numerator


def test_intervals_of_a_normal_distribution() -> None:
    """D_alpha = alpha/2 for two normal distributions at a distance of one width; half-lines show less at order 2."""
    found = shown(f"{NORMAL}claim c : P satisfies rdp(2, 0.989) {NEAR};")
    assert found is not None
    assert len(found.events[0]) == 50
    assert "at least 0.9897" in found.inequality


HOLD = {
    "three outputs, one order": f"{THREE}claim c : P satisfies rdp(2, ln(17/9)) when any check;",
    "three outputs, all orders": f"{THREE}claim c : P satisfies zcdp(ln(3)/3) when any check;",
    "bells, all orders": f"{BELL}claim c : P satisfies zcdp(1/8) {NEAR};",
    "bells, one order": f"{BELL}claim c : P satisfies rdp(2, 1/4) {NEAR};",
    "normal, one order": f"{NORMAL}claim c : P satisfies rdp(2, 1) {NEAR};",
    "normal, all orders": f"{NORMAL}claim c : P satisfies zcdp(1/2) {NEAR};",
    # a window on the noise leaves some mass out, more of it in one run than in the other
    "window": """program P(x : private bool) : int {
  z :=$ DiscreteLaplace(if x then 1 else 5);
  return if z * z * z = z * z * z then 0 else 1;
}
claim c : P satisfies rdp(2, 0) when any check;""",
}


def shown(text: str) -> Violation | None:
    """What several events show of a claim, in either direction, whatever its figures say; computed a second time."""
    file = pipeline.load(Source("p.wl", text))
    claim, work = file.claims[0], Laboratory(file)
    for _, compute in work.channels("P", "P", claim.checks[0], None, claim):
        budget = [evaluate(term, {}) for term in claim.budget]
        order = claim.notion.order(budget)
        for where in ((0, 1), (1, 0)):
            found = several_events.together(
                claim.notion, budget, None if order is None else Fraction(order), compute(), where
            )
            if found is not None and work.witness(claim, found, None) is not None:
                return found
    return None


@pytest.mark.parametrize("name", HOLD)
def test_what_holds_is_not_refuted_by_however_little(name: str) -> None:
    assert shown(HOLD[name]) is None


def random_rows(seed: int) -> tuple[list[Fraction], list[Fraction]]:
    random = Random(seed)
    weights = [[random.randrange(1, 12) for _ in range(random.randrange(3, 6))] for _ in range(2)]
    size = min(map(len, weights))
    return tuple([[Fraction(w, sum(row[:size])) for w in row[:size]] for row in weights])  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(6))
def test_random_rows_are_refuted_up_to_their_divergence(seed: int) -> None:
    """D_3 by brute force, in fractions: what is claimed just below it is refuted, and just above it is not."""
    rows = random_rows(seed)
    both = [sum([a**3 / b**2 for a, b in zip(*pair, strict=True)]) for pair in (rows, rows[::-1])]
    total = max(both)
    masses = [", ".join([f"{at} @ {p}" for at, p in enumerate(row)]) for row in rows]
    program = (
        f"program P(x : private bool) : int {{ if (x) {{ y :=$ Choice({{{masses[0]}}}); }} else {{ y :=$ "
        f"Choice({{{masses[1]}}}); }} return y; }}\n"
    )
    for factor, refuted in ((Fraction(999, 1000), True), (Fraction(1), False), (Fraction(1001, 1000), False)):
        text = f"{program}claim c : P satisfies rdp(3, ln({total * factor})/2) when any check;"
        assert (shown(text) is not None) == refuted


# ---- mutations ---------------------------------------------------------------------------------

OTHERWISE = several_events._divergence


def every_other(ends: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip(ends[:-2], ends[2:], strict=True))


MUTATIONS: dict[str, tuple[str, list[tuple[Any, str, Any]]]] = {
    "what is missing counts for nothing": (
        "window",
        [(Listed, "ceiling", Row.mass), (laboratory, "confirmed", lambda *_: True)],
    ),
    "the order is forgotten": ("bells, all orders", [(several_events, "allowed", lambda n, budget, a: budget[0])]),
    "bounds on the wrong sides": (
        "three outputs, one order",
        [
            (several_events, "_rounded", lambda value, side: ROUNDED(value, 1 - side)),
            (laboratory, "confirmed", lambda *_: True),
        ],
    ),
    "events that overlap": ("normal, one order", [(released_gaussian, "pairwise", every_other)]),
    "another order": (
        "bells, one order",
        [(several_events, "_divergence", lambda masses, alpha: OTHERWISE(masses, alpha + 1))],
    ),
}
ROUNDED = several_events._rounded


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_bound_refutes_what_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim, patches = MUTATIONS[name]
    for where, attribute, what in patches:
        monkeypatch.setattr(where, attribute, what)
    assert shown(HOLD[claim]) is not None


def test_a_second_computation_notices_wrong_masses(monkeypatch: pytest.MonkeyPatch) -> None:
    told = several_events._told

    def doubled(first: Row, second: Row) -> Any:
        for events in told(first, second):
            yield [(seen, 2 * p, q) for seen, p, q in events]

    monkeypatch.setattr(several_events, "_told", doubled)
    with pytest.raises(Disagreement):
        shown(HOLD["three outputs, one order"])
