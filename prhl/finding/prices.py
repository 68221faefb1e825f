"""What a payment costs, and whether all payments together are within the budget.

The ghost of a site counts its payments; the price of one payment, its unit, is worked out here once, after the walk. So
only the last question, `sum of unit * ghost <= budget`, multiplies symbolic numbers. If the bounds `ghost <= a` and
`ghost <= b` are both inductive, then so is `ghost <= min(a, b)`; the annotation is `cost <= sum of unit * min(..)`.

Sites whose units are multiples of each other may share a ghost in which each payment counts for its multiple.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from prhl.finding.distances import at_distance, distance_price, prices_apart, turned_price
from prhl.finding.scout import Currency, Fails, Scout, ghost_of
from prhl.finding.sinks import loops_around
from prhl.finding.task import Site, Task, loops, sites
from prhl.finding.ways import Way
from prhl.finding.ways.base import moves
from prhl.logic.build import FALSE, at_most, both, choose, less, number, plus, times, total
from prhl.logic.linear import monomial, ratio
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Ghost, Logical, Term, Variable, variables
from prhl.logic.types import INT, REAL
from prhl.records import dataclass
from prhl.rules.loop import assigned
from prhl.rules.state import Fact, Obligation, State
from prhl.typed import core

MULTIPLES = (1, 2, 3, 4)

Shown = tuple[tuple[Fact, ...], Term]
"""A goal, and from what it follows."""

Ask = Callable[[tuple[Fact, ...], Term], bool]
"""Whether a goal follows."""


@dataclass(frozen=True)
class Spent:
    """The ghosts that count what is paid, with the price of one payment each, and what shows that it is enough."""

    units: Mapping[str, Term]
    shown: tuple[Shown, ...]
    stated: bool = False  # whether prices are to be stated: the budget is not seen to be enough without


def spent(scout: Scout, end: State, budget: Obligation) -> Spent:
    """The price of every payment, with all of them within the budget; Fails if that is known to be false."""
    task = scout.task
    inside = [node.site for loop in loops(task.left.body) for node in sites(loop.body)]
    plain = not any([scout.plan[site].paid != FALSE for site in inside if site in scout.plan])
    if plain:  # nothing is summed up: the cost is a plain term
        status = scout.status(budget.facts, budget.goal)
        if status == "invalid":
            raise Fails("budget", budget, Spent({}, ()))
        if status == "valid":
            return Spent({}, ((budget.facts, budget.goal),))
    elif _on_account(scout) and scout.follows(budget.facts, budget.goal):
        return Spent({}, ((budget.facts, budget.goal),))
    try:
        return _summed(scout, end, budget, plain)
    except Fails:
        if not plain:
            raise
        return Spent({}, ((budget.facts, budget.goal),))


def _on_account(scout: Scout) -> bool:
    """Whether a number of the program bounds the cost."""
    return any([atom.family == "accounts" for sought in scout.found.values() for atom in sought.atoms.values()])


def _summed(scout: Scout, end: State, budget: Obligation, stated: bool) -> Spent:
    """With prices that are seen to be enough in a few steps; if these are too high, with all steps."""
    try:
        return _summed_by(scout, end, budget, stated, brief=True)
    except Fails:
        return _summed_by(scout, end, budget, stated, brief=False)


def _summed_by(scout: Scout, end: State, budget: Obligation, stated: bool, brief: bool) -> Spent:
    task, ask = scout.task, scout.sees if brief else scout.follows

    def affordable(goal: Term) -> bool:
        """What is not known to be false may be seen by the prover; after brief questions there are others to come."""
        return scout.status(budget.facts, goal) in (("valid",) if brief else ("valid", "unknown"))

    prices = {ghost_of(site): price for site in scout.payments if (price := _unit(scout, site, ask)) is not None}
    units = {ghost: _where_defined(scout, end, budget, unit) for ghost, (unit, _) in prices.items()}
    why = tuple([shown for _, shown in prices.values()])
    limit = end.formula(task.fixed(_budget(task.claim)))
    goal = _within(scout, end, units, limit)
    if affordable(goal):
        return Spent(units, (*why, (budget.facts, goal)), stated)
    for currency in scout.currencies:
        shared = _shared_unit(scout, currency, ask)
        if shared is not None:
            units = {ghost: unit for ghost, unit in units.items() if ghost not in map(ghost_of, currency.weights)}
            units[currency.ghost] = _where_defined(scout, end, budget, shared)
            goal = _within(scout, end, units, limit)
            if affordable(goal):
                return Spent(units, (*why, (budget.facts, goal)))
    raise Fails("budget", budget, Spent(units, why))


def _where_defined(scout: Scout, end: State, budget: Obligation, unit: Term) -> Term:
    """The price, or nothing where it has no value: `eps/m` of a loop that is not entered if m is 0."""
    divisors = [part for part, power in monomial(unit).powers.items() if power < 0]
    unsure = [
        part for part in divisors if not scout.sees(budget.facts, less(number(0), end.formula(scout.task.fixed(part))))
    ]
    return choose(both([less(number(0), part) for part in unsure]), unit, number(0)) if unsure else unit


def _budget(claim: core.TypedClaim) -> Term:
    return claim.spends[0] if claim.spends else number(0)


def _within(scout: Scout, end: State, units: Mapping[str, Term], limit: Term) -> Term:
    """That the payments are within the budget."""
    counted = [(unit, end.values[ghost, 1]) for ghost, unit in units.items() if (ghost, 1) in end.values]
    return at_most(total([times(end.formula(scout.task.fixed(unit)), ghost) for unit, ghost in counted]), limit)


def price(scout: Scout, site: int) -> Term:
    """What a payment at a site costs, where it has to be said."""
    found = _unit(scout, site, scout.follows)
    return number(0) if found is None else found[0]


def _unit(scout: Scout, site: int, ask: Ask) -> tuple[Term, Shown] | None:
    """The price of one payment at a site; None if it never costs anything."""
    payment, way, task = scout.payments[site], scout.plan[site], scout.task
    before, after = payment.before, payment.after
    if way.paid == FALSE:
        if after.cost != before.cost and not ask(after.facts, at_most(after.cost, before.cost)):
            raise Fails("budget")
        return None
    for unit in _steady(task, site, _units(task, payment.node, way)):
        goal = at_most(after.cost, plus(before.cost, before.formula(task.fixed(unit))))
        if ask(after.facts, goal):
            return unit, (after.facts, goal)
    raise Fails("a payment has no price")


def _steady(task: Task, site: int, units: Iterator[Term]) -> list[Term]:
    """Those that are one price in all rounds: of `Laplace(b[i])` it is not `1/b[i]`. Locals are those of run 1."""
    moved = {name for loop in loops_around(task.left, site) for name in assigned(loop.body)}
    steady = [unit for unit in dict.fromkeys(units) if not moved & {name for name, _ in variables(unit)}]

    def of_run_1(leaf: Variable | Logical | Ghost) -> Term | None:
        return replace(leaf, run=1) if isinstance(leaf, Variable) and leaf.name in task.left.locals else None

    return [substitute(unit, of_run_1) for unit in steady]


def _units(task: Task, node: Site, way: Way) -> Iterator[Term]:
    """What one payment may cost, the smallest first."""
    budget = _budget(task.claim)
    yield number(0)
    if task.claim.composed is not None:  # calls are counted
        yield number(1)
    if way.lossy is not None:
        yield way.lossy[0]
    if way.claim is not None and isinstance(node, core.Call):
        claim = next(one for one in task.known if one.name == way.claim)
        yield task.at_call(node, claim.budget[0])
    if isinstance(node, core.Sample):
        price = distance_price(task, node.distribution)
        if price is not None:
            for multiple in MULTIPLES:
                yield from [at_distance(price, _multiple(multiple, bound)) for bound in task.bounds]
            if len(task.bounds) > 1:
                yield at_distance(price, total(list(task.bounds)))
            yield from [at_distance(price, number(most)) for most in task.constants]
            yield from [at_distance(price, _multiple(multiple, most)) for _, most in task.cuts for multiple in (1, 2)]
        for apart in prices_apart(task, node.distribution):
            yield from [at_distance(apart, bound) for bound in task.distances]
        turned = turned_price(node.distribution)
        if turned is not None:
            yield turned
    if isinstance(node, core.Joint) or (isinstance(node, core.Sample) and not moves(node.distribution)):
        yield from _without_a_factor(budget)
    shares = [share for whole in (budget, *_without_a_factor(budget)) for share in _shares(whole)]
    yield from shares  # e1 + e2, or n*(e1 + e2): the one for this, the other for that
    yield budget
    yield from [times(number(2), share) for share in shares]
    yield Apply("div", (budget, number(2)), REAL)


def _shares(budget: Term) -> tuple[Term, ...]:
    return budget.arguments if isinstance(budget, Apply) and budget.operator == "add" else ()


def _without_a_factor(budget: Term) -> Iterator[Term]:
    """What n payments within n*e cost each."""
    match budget:
        case Apply("mul", factors, type_):
            for at in [at for at, factor in enumerate(factors) if _whole(factor)]:
                rest = (*factors[:at], *factors[at + 1 :])
                yield rest[0] if len(rest) == 1 else Apply("mul", rest, type_)
        case _:
            pass


def _whole(factor: Term) -> bool:
    """Whether it may say how often something is paid for."""
    match factor:
        case Apply("widen", (inner,)):
            return _whole(inner)
        case Constant(Fraction() as value):
            return value.denominator == 1
        case _:
            return factor.type == INT


def _multiple(multiple: int, bound: Term) -> Term:
    if isinstance(bound, Constant) and isinstance(bound.value, Fraction):
        return number(multiple * bound.value)
    return bound if multiple == 1 else times(number(multiple), bound)


# ---- one ghost for several sites -------------------------------------------------------------


def currencies(task: Task, plan: Mapping[int, Way]) -> tuple[Currency, ...]:
    """Sites in loops whose prices are whole multiples of one of them."""
    inside = {node.site for loop in loops(task.left.body) for node in sites(loop.body)}
    groups: list[list[tuple[int, Term]]] = []
    for site, way in plan.items():
        node = task.sites[site]
        if site not in inside or way.paid == FALSE or not isinstance(node, core.Sample):
            continue
        price = distance_price(task, node.distribution)
        if price is None:
            continue
        unit = at_distance(price, number(1))
        if not monomial(unit).coefficient:
            continue
        group = next((one for one in groups if ratio(unit, one[0][1]) is not None), None)
        if group is None:
            groups.append([(site, unit)])
        else:
            group.append((site, unit))
    found = []
    for at, group in enumerate(groups):
        multiples = [ratio(unit, group[0][1]) for _, unit in group]
        least = min([one for one in multiples if one is not None])
        weights = {site: (one or least) / least for (site, _), one in zip(group, multiples, strict=True)}
        if len(group) > 1 and all([weight.denominator == 1 for weight in weights.values()]):
            found.append(Currency(f"#c{at}", {site: int(weight) for site, weight in weights.items()}))
    return tuple(found)


def _shared_unit(scout: Scout, currency: Currency, ask: Ask) -> Term | None:
    """The price of a payment that counts once, so that each site is paid for by its weight."""
    cheapest = next(site for site, weight in currency.weights.items() if weight == 1)
    if cheapest not in scout.payments:
        return None
    for unit in _steady(scout.task, cheapest, _units(scout.task, scout.payments[cheapest].node, scout.plan[cheapest])):
        if all([_pays(scout, site, unit, weight, ask) for site, weight in currency.weights.items()]):
            return unit
    return None


def _pays(scout: Scout, site: int, unit: Term, weight: int, ask: Ask) -> bool:
    payment = scout.payments.get(site)
    if payment is None:
        return True
    more = times(number(weight), payment.before.formula(scout.task.fixed(unit)))
    return ask(payment.after.facts, at_most(payment.after.cost, plus(payment.before.cost, more)))
