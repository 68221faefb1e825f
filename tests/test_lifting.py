"""Flows and liftings against other ways: networkx, all events one by one, and the marginals of the coupling itself."""

import os
from fractions import Fraction
from itertools import combinations
from math import lcm
from random import Random

import networkx
import pytest

from prhl.closeness.maxflow import maximum_flow
from prhl.closeness.strassen import lift, smallest_ratio
from prhl.numbers import Exponential, ln
from prhl.numbers.mixed import Mixed

CASES = int(os.environ.get("PRHL_EXAMPLES", "150")) * 2
CHUNKS = 4

BUDGETS = {
    "0": Fraction(0),
    "ln(2)": ln(Fraction(2)),
    "ln(9/8)": ln(Fraction(9, 8)),
    "ln(3)/2": ln(Fraction(3)) / Fraction(2),  # the square root of 3
    "1/2": Fraction(1, 2),
    "1": Fraction(1),
    "ln(4)/2": ln(Fraction(4)) / Fraction(2),  # 2, written otherwise
}

Edges = dict[int, list[int]]


def distribution(random: Random, size: int, mass: Fraction) -> list[Fraction]:
    """Random masses, some of them 0, that add up to the given one."""
    weights = [random.choice([0, 1, 1, 2, 3, 7]) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return [mass * Fraction(weight, sum(weights)) for weight in weights]


def relation(random: Random, lefts: int, rights: int) -> Edges:
    kind = random.randrange(4)
    if kind == 0:  # equality
        return {a: [a] for a in range(lefts) if a < rights}
    if kind == 1:  # order
        return {a: [b for b in range(rights) if a <= b] for a in range(lefts)}
    density = random.choice([0.2, 0.5, 0.8])
    return {a: [b for b in range(rights) if random.random() < density] for a in range(lefts)}


def events(count: int) -> list[tuple[int, ...]]:
    return [event for size in range(count + 1) for event in combinations(range(count), size)]


def image(event: tuple[int, ...], edges: Edges) -> set[int]:
    return {b for a in event for b in edges.get(a, [])}


def worst_by_events(first: list[Fraction], second: list[Fraction], edges: Edges, growth: Exponential) -> Mixed:
    """The largest mu1(S) - exp(eps)*mu2(R(S)) over all events S."""
    worst = Mixed(0, 0, growth)
    for event in events(len(first)):
        above = sum([first[a] for a in event], Fraction(0))
        below = sum([second[b] for b in image(event, edges)], Fraction(0))
        found = Mixed(above, -below, growth)
        if found > worst:
            worst = found
    return worst


def ratio_by_events(first: list[Fraction], second: list[Fraction], edges: Edges) -> Fraction | None:
    worst = Fraction(1)
    for event in events(len(first)):
        above = sum([first[a] for a in event], Fraction(0))
        below = sum([second[b] for b in image(event, edges)], Fraction(0))
        if above and not below:
            return None
        if below:
            worst = max(worst, above / below)
    return worst


def by_networkx(left: list[Fraction], right: list[Fraction], edges: Edges) -> Fraction:
    """The value of the largest flow; in integers, since networkx is exact only with these."""
    scale = lcm(*[p.denominator for p in (*left, *right)])
    graph = networkx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for a, p in enumerate(left):
        graph.add_edge("source", ("left", a), capacity=int(p * scale))
    for b, q in enumerate(right):
        graph.add_edge(("right", b), "sink", capacity=int(q * scale))
    for a, targets in edges.items():
        for b in targets:
            graph.add_edge(("left", a), ("right", b))  # without a limit
    return Fraction(networkx.maximum_flow_value(graph, "source", "sink"), scale)


def instance(random: Random, largest: int = 6) -> tuple[list[Fraction], list[Fraction], Edges]:
    lefts, rights = random.randint(1, largest), random.randint(1, largest)
    masses = [Fraction(1), Fraction(1), Fraction(1), Fraction(3, 4), Fraction(1, 3)]
    first = distribution(random, lefts, random.choice(masses))
    second = distribution(random, rights, random.choice(masses))
    return first, second, relation(random, lefts, rights)


@pytest.mark.parametrize("budget", BUDGETS)
def test_lifting_agrees_with_all_events(budget: str) -> None:
    """Delta is what the worst event needs; sub-distributions and irrational exp(eps) included."""
    random = Random(f"events {budget}")
    growth = Exponential(BUDGETS[budget])
    for _ in range(max(10, CASES // len(BUDGETS))):
        first, second, edges = instance(random)
        found = lift(first, second, edges, growth)
        worst = worst_by_events(first, second, edges, growth)
        assert (found.delta - worst).sign() == 0, (first, second, edges)
        # the event that is shown is one that needs it, and its image is what the relation makes of it
        assert set(found.image) == image(found.event, edges)
        above = sum([first[a] for a in found.event], Fraction(0))
        below = sum([second[b] for b in found.image], Fraction(0))
        assert (Mixed(above, -below, growth) - found.delta).sign() == 0


@pytest.mark.parametrize("budget", BUDGETS)
def test_the_flow_is_a_coupling(budget: str) -> None:
    """Only related outcomes, nothing negative, no more than the marginals; all of run 1 where delta is 0."""
    random = Random(f"coupling {budget}")
    growth = Exponential(BUDGETS[budget])
    zero = Mixed(0, 0, growth)
    for _ in range(max(10, CASES // len(BUDGETS))):
        first, second, edges = instance(random)
        found = lift(first, second, edges, growth)
        lefts, rights = [zero] * len(first), [zero] * len(second)
        for (a, b), amount in found.coupling.items():
            assert b in edges.get(a, [])
            assert amount > 0
            lefts[a], rights[b] = lefts[a] + amount, rights[b] + amount
        for a, p in enumerate(first):
            assert not lefts[a] > p
        for b, q in enumerate(second):
            assert not rights[b] > Mixed(0, q, growth)
        carried = sum(lefts, zero)
        assert (Mixed(sum(first, Fraction(0)), 0, growth) - carried - found.delta).sign() == 0
        if found.delta.sign() == 0:
            assert all([(lefts[a] - p).sign() == 0 for a, p in enumerate(first)])
            if growth.eps == 0 and sum(first, Fraction(0)) == sum(second, Fraction(0)):  # Strassen: both marginals
                assert all([(rights[b] - q).sign() == 0 for b, q in enumerate(second)])


@pytest.mark.parametrize("budget", [name for name in BUDGETS if name in ("0", "ln(2)", "ln(9/8)", "ln(4)/2")])
def test_lifting_agrees_with_networkx(budget: str) -> None:
    random = Random(f"networkx {budget}")
    growth = Exponential(BUDGETS[budget])
    assert growth.rational is not None
    for _ in range(max(10, CASES // 8)):
        first, second, edges = instance(random, largest=12)
        value = by_networkx(first, [q * growth.rational for q in second], edges)
        found = lift(first, second, edges, growth)
        assert (found.delta - (sum(first, Fraction(0)) - value)).sign() == 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_smallest_ratio_agrees_with_all_events(chunk: int) -> None:
    random = Random(f"ratio {chunk}")
    for _ in range(max(10, CASES // CHUNKS)):
        first, second, edges = instance(random)
        ratio, event = smallest_ratio(first, second, edges)
        assert ratio == ratio_by_events(first, second, edges)
        above = sum([first[a] for a in event], Fraction(0))
        below = sum([second[b] for b in image(event, edges)], Fraction(0))
        if ratio is None:
            assert above > 0
            assert below == 0
        elif ratio > 1:
            assert above == ratio * below


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_large_flows_agree_with_networkx(chunk: int) -> None:
    """Hundreds of nodes: the value is networkx's, the flow keeps to the capacities, the cut is as large as the flow."""
    random = Random(f"large {chunk}")
    for _ in range(3):
        lefts, rights = random.randint(60, 250), random.randint(60, 250)
        left = [Fraction(random.randint(0, 50), random.choice([1, 2, 3, 7])) for _ in range(lefts)]
        right = [Fraction(random.randint(0, 50), random.choice([1, 2, 5])) for _ in range(rights)]
        degree = random.choice([1, 2, 4, 10])
        edges: Edges = {}
        for a in range(lefts):
            edges[a] = sorted({random.randrange(rights) for _ in range(random.randint(0, 2 * degree))})
        flow = maximum_flow(left, right, edges)
        assert flow.value == by_networkx(left, right, edges)
        assert all([amount > 0 and b in edges[a] for (a, b), amount in flow.through.items()])
        for a, p in enumerate(left):
            assert sum([amount for (i, _), amount in flow.through.items() if i == a], Fraction(0)) <= p
        for b, q in enumerate(right):
            assert sum([amount for (_, j), amount in flow.through.items() if j == b], Fraction(0)) <= q
        reached = image(tuple(flow.cut), edges)
        across = sum([p for a, p in enumerate(left) if a not in flow.cut], Fraction(0))
        across += sum([q for b, q in enumerate(right) if b in reached], Fraction(0))
        assert across == flow.value


def test_long_ways_back() -> None:
    """A chain in which every node but one must give way: the way to the last free place goes through all of them."""
    count = 150
    edges = {a: [a, a + 1] for a in range(count)}
    edges[count] = [0]
    flow = maximum_flow([1] * (count + 1), [1] * (count + 1), edges)
    assert flow.value == count + 1
    assert flow.through == {(count, 0): 1} | {(a, a + 1): 1 for a in range(count)}


def test_nothing_to_send() -> None:
    growth = Exponential(Fraction(0))
    assert lift([], [], {}, growth).delta.sign() == 0
    assert lift([Fraction(1)], [], {}, growth).delta.u == 1
    assert lift([Fraction(0)], [Fraction(1)], {}, growth).event == ()
    assert smallest_ratio([Fraction(1, 2)], [Fraction(1, 4)], {0: [0]}) == (Fraction(2), (0,))
