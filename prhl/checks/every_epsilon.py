"""for-every-eps: an instance decided for all values of a public parameter at once.

Rule.  Let a program run on finite inputs with its parameter eps > 0 left open. If the run goes through, each of its
masses is a rational function of q = exp(-eps^d/n), for one d and n, and it is the mass at every eps that `requires`
allows. Then Pr1(o) <= exp(b eps^d) Pr2(o) is the sign of a polynomial in q on 0 < q < 1: where it has no roots it is
the same for every eps, and between roots it is found at one rational. For delta > 0 the event of the outputs with
Pr1(o) > exp(b eps^d) Pr2(o) is another one behind each root; between them the sum over it is one rational function.

Why.  A value of the run is a function of eps: c * eps^d, or a rational function of q, or a plain number (see
`prhl.numbers.opened`). Sums, products and exp of such functions are taken as functions. A guard, a condition of a
distribution and an equality of values are decided only if they have one answer at every eps; so all eps take the same
branches, and a sum over a range is the same identity at each of them. What is observed must be plain, so that two
outputs are the same at every eps or at none.

Programs that go through are homogeneous: noise of scales k/eps, probabilities made of exp(k*eps), data of degree 0.
Where the budget has another degree than the noise (scale eps, budget eps) the two are compared by their logarithms:
the output with the largest ratio must be the same for every eps, with the ratio c * exp(a eps^d), and ln c + a eps^d
against b eps^e must have two terms at most.

Pitfall.  At eps = 1 the program may take a branch that it does not take at 2 (`if (z > eps)`), and `Flip(eps/4)` has a
mass that looks like a rational number: neither is decided by a run at 1. Continuous noise gives polynomials in eps and
in exp(eps), which are no functions of q; it is refused. A root of even order is no violation.

Reference.  Barthe, Chadha, Jagannath, Sistla, Viswanathan, Deciding differential privacy for programs with finite
inputs and outputs, LICS 2020.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from prhl.checks.instance_check import NOTHING_RELATED, Budget, budget_of
from prhl.checks.open_instances import NotForEvery
from prhl.checks.parameter_ranges import Range, Ranges, joined
from prhl.diagnostics import NotComputed
from prhl.exact import Channel, Machine, Row, RowFault, channel, is_plain, related_pairs, why_not_closed
from prhl.numbers import Exact, Inexact, Log, Number, Quotient, Real, divide, exp, ln, over, sign, sqrt
from prhl.numbers.figures import INFINITE, Figure
from prhl.numbers.opened import Scaled
from prhl.numbers.rational_functions import Frame, frame
from prhl.numbers.stretches import Open, Stretch, within
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.instances import Instance
from prhl.typed.core import TypedClaim

MOST_RATIOS = 2_000  # among which the largest is sought

Masses = Mapping[tuple[Any, ...], Exact]
Pair = tuple[Masses, Masses]


def decided(claim: TypedClaim, machines: tuple[Machine, Machine], instance: Instance, of: Open) -> Ranges:
    """Where the claim is broken on an instance whose parameter is left open, or NotForEvery."""
    try:
        if not all([is_plain(v) for row in (*instance.left, *instance.right) for n, v in row.items() if n != of.name]):
            raise NotForEvery("other inputs depend on it")
        found = channel(*machines, instance)
        _observed_plainly(machines, found)
        return _ranges(_pairs(claim, found), budget_of(claim, instance.public), of)
    except RowFault as row:
        raise NotForEvery(f"{row.fault.message}, for {row.given}") from None
    except Undecidable as reason:
        raise NotForEvery(_why_not_closed(machines, instance) or reason.message) from None
    except (NotComputed, Fault) as reason:
        raise NotForEvery(reason.message, stopped=reason.stopped) from None


def _why_not_closed(machines: tuple[Machine, Machine], instance: Instance) -> str:
    """What stopped the closed form, where a window on infinite support was tried instead; it needs a number."""
    for machine, rows in zip(machines, (instance.left, instance.right), strict=True):
        for inputs in rows:
            reason = why_not_closed(machine.program, inputs)
            if reason:
                return reason
    return ""


# ---- what is measured ------------------------------------------------------------------------


def _observed_plainly(machines: tuple[Machine, Machine], found: Channel) -> None:
    """Outputs that mention the parameter could be the same at one eps and different at another."""
    for machine, rows in zip(machines, (found.instance.left, found.instance.right), strict=True):
        for inputs in rows:
            if not all([is_plain(value) for value in machine.observed(inputs, found.window)]):
                raise NotForEvery("what is observed depends on it")


def _pairs(claim: TypedClaim, found: Channel) -> list[Pair]:
    """The rows that are compared, as probabilities."""
    if not all([row.exact and row.complete for row in (*found.left, *found.right)]):
        raise NotForEvery("some outcomes are known by bounds alone")
    pairs = related_pairs(claim.relation, claim.relation_names, found)
    if not pairs:
        raise NotForEvery(NOTHING_RELATED)
    if claim.post is None:
        same = [(i, j) for i, j in pairs if i == j]  # as close as can be, all of them: one speaks for all
        pairs = sorted({*same[:1], *[(i, j) for a, b in pairs if a != b for i, j in ((a, b), (b, a))]})
    sides = [
        [_probabilities(row.results() if claim.post is not None else row) for row in rows]
        for rows in (found.left, found.right)
    ]
    return [(sides[0][i], sides[1][j]) for i, j in pairs]


def _probabilities(row: Row) -> Masses:
    found = {seen: over(weight, row.total) for seen, weight in row.weights.items()}
    return {seen: p for seen, p in found.items() if p != 0}


# ---- where it is broken ----------------------------------------------------------------------


def _ranges(pairs: list[Pair], budget: Budget, of: Open) -> Ranges:
    masses = [p for pair in pairs for row in pair for p in row.values()]
    if budget.delta == 0 and any([seen not in q for p, q in pairs for seen in p]):
        return Ranges(of, _everywhere(of), epsilon=INFINITE)
    try:
        growth = exp(budget.epsilon)
        if not isinstance(growth, int | Fraction | Quotient):
            raise Inexact(f"exp({budget.epsilon})")
        field = frame([*masses, growth, budget.delta], of)
    except Inexact:
        if budget.delta != 0:
            raise
        return _by_logarithms(pairs, frame(masses, of), budget.epsilon)
    if budget.delta != 0:
        return _with_delta(pairs, growth, budget.delta, field)
    apart = _distinct([p[seen] - growth * q[seen] for p, q in pairs for seen in p], field)
    found = joined([(s, any([field.sign(d, s) > 0 for d in apart])) for s in field.stretches(apart)])
    tight = not found and any([d == 0 for d in apart])
    return Ranges(of, found, tight, _shown(_largest(pairs, field)))


def _everywhere(of: Open) -> tuple[Range, ...]:
    return joined([(stretch, True) for stretch in within([Stretch(Fraction(0), None)], of)])


def _distinct(values: Iterable[Exact], field: Frame) -> list[Exact]:
    """Each once, without those that are negative for every q."""
    found = {tuple(field.polynomial(value).coeffs()): value for value in values}
    return [value for value in found.values() if field.always(value) != -1]


def _with_delta(pairs: list[Pair], growth: Exact, delta: Exact, field: Frame) -> Ranges:
    """The worst event of a pair changes where an output joins or leaves it; in between its excess is one function."""
    worst: list[tuple[list[Exact], dict[tuple[int, ...], Exact]]] = []
    cuts: list[Exact] = []
    for p, q in pairs:
        apart = [p[seen] - growth * q.get(seen, 0) for seen in p]
        events: dict[tuple[int, ...], Exact] = {}
        for stretch in field.stretches(apart):
            event = _event(apart, stretch, field)
            if event not in events:
                events[event] = sum([apart[at] for at in event], -delta)
        worst.append((apart, events))
        cuts += [*apart, *events.values()]
    signs: list[tuple[Stretch, int]] = []
    for stretch in field.stretches(_distinct(cuts, field)):
        excess = [field.sign(events[_event(apart, stretch, field)], stretch) for apart, events in worst]
        signs.append((stretch, max(excess)))
    found = joined([(stretch, side > 0) for stretch, side in signs])
    return Ranges(field.of, found, all([side == 0 for _, side in signs]), pure=False)


def _event(apart: list[Exact], stretch: Stretch, field: Frame) -> tuple[int, ...]:
    """The outputs that count, by number."""
    return tuple([at for at, value in enumerate(apart) if field.sign(value, stretch) > 0])


# ---- the largest ratio -----------------------------------------------------------------------


def _largest(pairs: list[Pair], field: Frame) -> Exact | None:
    """exp of the smallest epsilon, if the same ratio is the largest one at every eps; None if it is not."""
    ratios: dict[Exact, None] = {Fraction(1): None}
    for p, q in pairs:
        ratios.update(dict.fromkeys([over(p[seen], q[seen]) for seen in p]))
        if len(ratios) > MOST_RATIOS:
            return None
    best = max(ratios, key=lambda ratio: field.at(ratio, Fraction(1, 2)))
    return best if all([_never_below(best, ratio, field) for ratio in ratios]) else None


def _never_below(one: Exact, other: Exact, field: Frame) -> bool:
    apart = one - other
    always = field.always(apart)
    if always is not None:
        return always >= 0
    return all([field.sign(apart, stretch) >= 0 for stretch in field.stretches([apart])])


def _shown(ratio: Exact | None) -> Figure | None:
    """ln of it, which has no decimals."""
    if ratio is None:
        return None
    logarithm = ln(ratio)
    return Figure(f"ln({ratio})" if isinstance(logarithm, Real) else str(logarithm), None, None, logarithm)


def _by_logarithms(pairs: list[Pair], field: Frame, epsilon: Number) -> Ranges:
    """The largest ratio is c * exp(a eps^d): ln c + a eps^d is compared with the budget, power by power."""
    largest = _largest(pairs, field)
    if largest is None:
        raise NotForEvery("the largest ratio and the budget depend on it in different ways")
    excess: dict[int, Number] = {}
    for part in [*_summands(ln(largest)), *[-part for part in _summands(epsilon)]]:
        degree, c = (part.power.degree, part.c) if isinstance(part, Scaled) else (0, part)
        excess[degree] = excess.get(degree, Fraction(0)) + c
    terms = [(degree, c) for degree, c in sorted(excess.items()) if sign(c) != 0]
    found = joined([(part, broken) for s, broken in _positive(terms) for part in within([s], field.of)])
    return Ranges(field.of, found, not terms, _shown(largest))


def _summands(value: Number) -> list[Any]:
    match value:
        case Real("add", (left, right)):
            return [*_summands(left), *_summands(right)]
        case int() | Fraction() | Log() | Scaled():
            return [value]
        case _:
            raise NotForEvery("the largest ratio and the budget depend on it in different ways")


def _positive(terms: list[tuple[int, Number]]) -> list[tuple[Stretch, bool]]:
    """Where a sum of at most two powers c*x^d is positive, for x > 0; the degrees rise, no c is 0."""
    signs = {sign(c) for _, c in terms}
    if len(signs) < 2:
        return [(Stretch(Fraction(0), None), signs == {1})]
    if len(terms) > 2 or terms[1][0] - terms[0][0] > 2:
        raise NotForEvery("the largest ratio and the budget depend on it in different ways")
    (d, c), (e, b) = terms
    # c*x^d + b*x^e = 0 where x^(e - d) = -c/b
    root = divide(-c, b)
    at = root if e - d == 1 else sqrt(root)
    below, above = sign(c) > 0, sign(b) > 0
    return [(Stretch(Fraction(0), at), below), (Stretch(at, at, None, True, True), False), (Stretch(at, None), above)]
