"""What is true of a claim on given inputs, by brute force: read off the syntax tree and the paths of tests/brute.py.

Nothing here knows the typed program, the channels or the solvers. Where paths did not end, or noise lies outside of its
window, a claim is only called broken if it is broken wherever that mass may be; `exact` says that there is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Any

from prhl.syntax import ast
from tests import brute
from tests.brute import Beyond, Log

Inputs = dict[str, Any]
ROUNDS = 12  # of a loop
MOST_EVENTS = 12  # outcomes of which all events are tried
MOST_PATHS = 30_000  # of one input


@dataclass(frozen=True)
class Row:
    """What comes out for one input: the probability of each outcome, what is missing, and what never ends."""

    masses: dict[Any, Fraction]
    missing: Fraction
    hanging: Fraction


@dataclass(frozen=True)
class Finding:
    """`broken` shows two inputs for which the claim is false; `fault` an input with a run-time error or without end."""

    pairs: int
    exact: bool
    broken: tuple[Inputs, Inputs] | None = None
    fault: Inputs | None = None


@dataclass
class World:
    """The programs of a file and the values that their parameters may have."""

    file: ast.File
    domains: dict[str, tuple[Any, ...]]
    known: dict[Any, list[tuple[Fraction, Any, Any]]] = field(default_factory=dict)

    @property
    def programs(self) -> dict[str, ast.Program]:
        return {item.name.text: item for item in self.file.items if isinstance(item, ast.Program)}

    def inputs(self, name: str) -> list[Inputs]:
        """Every input that meets `requires`."""
        program = self.programs[name]
        names = [parameter.name.text for parameter in program.parameters]
        rows = []
        for values in product(*[self.domains[parameter] for parameter in names]):
            row = dict(zip(names, values, strict=True))
            if _fits(program, row) and all([brute.value_of(r.formula, row) for r in program.requires]):
                rows.append(row)
        return rows

    def ends(self, name: str, inputs: Inputs) -> list[tuple[Fraction, Any, Any]]:
        key = (name, repr(sorted(inputs.items())))
        if key not in self.known:
            paths = list(
                islice(brute.ends(self.programs[name], inputs, ROUNDS, tuple(self.programs.values())), MOST_PATHS)
            )
            if len(paths) == MOST_PATHS:
                raise Beyond("too many paths")
            self.known[key] = paths
        return self.known[key]

    def row(self, name: str, inputs: Inputs, outcome: "Outcome") -> Row:
        masses: dict[Any, Fraction] = {}
        missing = hanging = Fraction(0)
        for weight, variables, leaks in self.ends(name, inputs):
            if variables is None:
                missing += weight
            elif variables is brute.HANGS:
                hanging += weight
            else:
                seen = outcome(variables, leaks)
                masses[seen] = masses.get(seen, Fraction(0)) + weight
        return Row(masses, missing, hanging)


class Outcome:
    """What an end of a run counts as."""

    def __call__(self, variables: Inputs, leaks: tuple[Any, ...]) -> Any:
        raise NotImplementedError


class Observed(Outcome):
    """All leaks and the result."""

    def __call__(self, variables: Inputs, leaks: tuple[Any, ...]) -> Any:
        return (*leaks, brute.observe(variables["return"])) if "return" in variables else leaks


class Result(Outcome):
    def __call__(self, variables: Inputs, leaks: tuple[Any, ...]) -> Any:
        return (brute.observe(variables["return"]),)


class Finals(Outcome):
    """The final values of some variables; `values` keeps them for evaluating a formula."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.values: dict[Any, tuple[Any, ...]] = {}

    def __call__(self, variables: Inputs, leaks: tuple[Any, ...]) -> Any:
        values = tuple([variables["return" if name == "res" else name] for name in self.names])
        seen = tuple([brute.observe(value) for value in values])
        self.values[seen] = values
        return seen


def _fits(program: ast.Program, row: Inputs) -> bool:
    """Bit strings have the lengths that their types state."""
    for parameter in program.parameters:
        type_ = parameter.type
        if isinstance(type_, ast.BitsType) and len(row[parameter.name.text]) != brute.value_of(type_.size, row):
            return False
    return True


# ---- relations between inputs ----------------------------------------------------------------


def relates(node: Any, memory: dict[Any, Any]) -> bool:
    """Whether a relation holds; what it names (`at k`, `exists`) may be anything."""
    match node:
        case ast.Paren(operand):
            return relates(operand, memory)
        case ast.Not(operand):
            return not relates(operand, memory)
        case ast.Connective("&&", operands):
            return all([relates(operand, memory) for operand in operands])
        case ast.Connective("||", operands):
            return any([relates(operand, memory) for operand in operands])
        case ast.Variable("any", 0) if "any" not in memory:
            return True
        case ast.Call(function, arguments) if function.text in RELATIONS:
            first = ast.strip(arguments[0])
            if not isinstance(first, ast.Variable):
                raise Beyond("a relation of an expression")
            bounds = [brute.value_of(argument, memory) for argument in arguments[1:]]
            return RELATIONS[function.text](memory[first.name, 1], memory[first.name, 2], *bounds)
        case _:
            try:
                return bool(brute.value_of(node, memory))
            except IndexError:
                raise Beyond("an index out of range in a formula") from None


def _within(one: Any, other: Any, bound: Any) -> bool:
    return abs(one - other) <= bound


def _one_differs(one: list, other: list, bound: Any = None) -> bool:
    if len(one) != len(other):
        return False
    gaps = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(gaps) <= 1 and (bound is None or all([abs(a - b) <= bound for a, b in gaps]))


def _all_within(one: list, other: list, bound: Any) -> bool:
    return len(one) == len(other) and all([abs(a - b) <= bound for a, b in zip(one, other, strict=True)])


def _add_remove(one: list, other: list) -> bool:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return any([longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))])


RELATIONS = {"within": _within, "one_differs": _one_differs, "all_within": _all_within, "add_remove": _add_remove}


def memory_of(one: Inputs, other: Inputs) -> dict[Any, Any]:
    memory: dict[Any, Any] = {**other, **one}
    memory |= {(name, 1): value for name, value in one.items()}
    return memory | {(name, 2): value for name, value in other.items()}


def _equal_names(node: Any) -> list[str]:
    """The names of a `={x, y}` at the top of a formula: only inputs with these equal are worth a look."""
    match node:
        case ast.Paren(operand):
            return _equal_names(operand)
        case ast.Connective("&&", operands):
            return [name for operand in operands for name in _equal_names(operand)]
        case ast.Same(names):
            return [name.text for name in names]
        case _:
            return []


def pairs_of(world: World, claim: ast.Claim) -> list[tuple[Inputs, Inputs]]:
    """All related pairs, as the claim speaks of them: a privacy claim means both directions."""
    if isinstance(claim, ast.Quadruple):
        names = _equal_names(claim.pre)
        groups: dict[str, list[Inputs]] = {}
        for row in world.inputs(claim.right.text):
            groups.setdefault(repr([row.get(name) for name in names]), []).append(row)
        lefts = [(a, repr([a.get(name) for name in names])) for a in world.inputs(claim.left.text)]
        return [(a, b) for a, key in lefts for b in groups.get(key, []) if relates(claim.pre, memory_of(a, b))]
    program = world.programs[claim.program.text]
    public = [p.name.text for p in program.parameters if p.visibility != "private"]
    rows_ = world.inputs(claim.program.text)
    found = []
    for a, b in product(rows_, rows_):
        if all([a[name] == b[name] for name in public]) and relates(claim.relation, memory_of(a, b)):
            found += [(a, b), (b, a)]
    return found


# ---- inequalities ----------------------------------------------------------------------------


def exceeds(above: Fraction, eps: Any, below: Fraction, delta: Fraction) -> bool:
    """Whether above > exp(eps)*below + delta."""
    rest = above - delta
    if rest <= 0 or below == 0:
        return rest > 0
    return compare(rest / below, eps) > 0


def compare(ratio: Fraction, eps: Any) -> int:
    """The sign of ratio - exp(eps), for a positive ratio."""
    if isinstance(eps, Log):
        if eps.power != 1:
            raise Beyond("a budget that is a scale")
        one, other = ratio**eps.c.denominator, eps.base**eps.c.numerator
        return (one > other) - (one < other)
    if eps == 0:
        return (ratio > 1) - (ratio < 1)
    with localcontext() as context:
        context.prec = 80
        known = (Decimal(eps.numerator) / Decimal(eps.denominator)).exp()
        gap = Decimal(ratio.numerator) / Decimal(ratio.denominator) - known
        if abs(gap) < Decimal(10) ** -60:
            raise Beyond("two numbers too close to each other")
        return 1 if gap > 0 else -1


def budget_of(claim: ast.Claim, memory: dict[Any, Any]) -> tuple[Any, Fraction]:
    """Epsilon and delta."""
    if isinstance(claim, ast.Quadruple):
        given = [] if claim.within is None else [claim.within.epsilon, claim.within.delta]
    elif claim.notion.name.text == "noninterference":
        given = []
    elif claim.notion.name.text == "dp":
        given = list(claim.notion.arguments)
    else:
        raise Beyond("another notion")
    values = [brute.value_of(node, memory) for node in given if node is not None]
    eps, delta = (*values, Fraction(0), Fraction(0))[:2] if values else (Fraction(0), Fraction(0))
    if isinstance(delta, Log):
        raise Beyond("a delta that is not rational")
    if isinstance(eps, int):
        eps = Fraction(eps)
    return eps, Fraction(delta)


Reach = dict[Any, frozenset[Any]]


def breaks(first: Row, second: Row, reach: Reach | None, eps: Any, delta: Fraction) -> bool:
    """Whether some event of run 1 is surely too likely; `reach` says what the outcomes are related to (None: equal)."""
    if reach is None:
        worst = [
            seen
            for seen, p in first.masses.items()
            if exceeds(p, eps, second.masses.get(seen, Fraction(0)), Fraction(0))
        ]
        above = sum([first.masses[seen] for seen in worst], Fraction(0))
        below = sum([second.masses.get(seen, Fraction(0)) for seen in worst], Fraction(0))
        if exceeds(above, eps, below + second.missing, delta):
            return True
        return any(
            [
                exceeds(p, eps, second.masses.get(seen, Fraction(0)) + second.missing, delta)
                for seen, p in first.masses.items()
            ]
        )
    for above, below in _events(first, second, reach):
        if exceeds(above, eps, below + second.missing, delta):
            return True
    return False


def _events(first: Row, second: Row, reach: Reach) -> Iterator[tuple[Fraction, Fraction]]:
    """The probabilities of events and of their images; outcomes that reach the same count as one."""
    merged: dict[frozenset[Any], Fraction] = {}
    for seen, p in first.masses.items():
        merged[reach[seen]] = merged.get(reach[seen], Fraction(0)) + p
    if len(merged) > MOST_EVENTS:
        raise Beyond("too many outcomes for all events")
    for size in range(1, len(merged) + 1):
        for event in combinations(merged, size):
            image = frozenset().union(*event)
            yield (
                sum([merged[part] for part in event], Fraction(0)),
                sum([second.masses[other] for other in image], Fraction(0)),
            )


def smallest_ratio(first: Row, second: Row, reach: Reach | None) -> Fraction | None:
    """The smallest exp(eps) >= 1 that is enough; None is infinite. Of runs that end."""
    worst = Fraction(1)
    events = (
        [(p, second.masses.get(seen, Fraction(0))) for seen, p in first.masses.items()]
        if reach is None
        else _events(first, second, reach)
    )
    for above, below in events:
        if above and not below:
            return None
        if below:
            worst = max(worst, above / below)
    return worst


# ---- claims ----------------------------------------------------------------------------------


def _variables(node: Any) -> Iterator[ast.Variable]:
    if isinstance(node, ast.Variable):
        yield node
    elif isinstance(node, ast.Same):
        for name in node.names:
            yield from (ast.Variable(name.text, 1), ast.Variable(name.text, 2))
    elif isinstance(node, tuple):
        for part in node:
            yield from _variables(part)
    elif hasattr(node, "__dataclass_fields__"):
        for name in node.__dataclass_fields__:
            yield from _variables(getattr(node, name))


def compares_results(post: Any) -> bool:
    post = ast.strip(post)
    match post:
        case ast.Comparison(("=",), (ast.Variable("res", one), ast.Variable("res", two))):
            return {one, two} == {1, 2}
        case _:
            return False


def outcomes_of(claim: ast.Claim) -> tuple[Outcome, Outcome]:
    """What counts at the end of run 1 and of run 2."""
    if isinstance(claim, ast.Satisfies):
        return Observed(), Observed()
    if compares_results(claim.post):
        return Result(), Result()
    names = [tuple(sorted({v.name for v in _variables(claim.post) if v.run == run})) for run in (1, 2)]
    if any([v.run == 0 for v in _variables(claim.post)]):
        raise Beyond("a name without a run mark")
    return Finals(names[0]), Finals(names[1])


def reach_of(claim: ast.Claim, memory: dict[Any, Any], rows: tuple[Row, Row], kinds: tuple[Outcome, Outcome]) -> Any:
    """For each outcome of run 1 the outcomes of run 2 to which the postcondition relates it; None for equality."""
    if not isinstance(kinds[0], Finals) or not isinstance(kinds[1], Finals):
        return None
    assert isinstance(claim, ast.Quadruple)
    reach: Reach = {}
    for seen in rows[0].masses:
        known = dict(memory)
        known |= {(name, 1): v for name, v in zip(kinds[0].names, kinds[0].values[seen], strict=True)}
        reached = []
        for other in rows[1].masses:
            known |= {(name, 2): v for name, v in zip(kinds[1].names, kinds[1].values[other], strict=True)}
            if relates(claim.post, known):
                reached.append(other)
        reach[seen] = frozenset(reached)
    return reach


def sides_of(claim: ast.Claim) -> tuple[str, str]:
    if isinstance(claim, ast.Quadruple):
        return claim.left.text, claim.right.text
    return claim.program.text, claim.program.text


def compared(
    world: World, claim: ast.Claim, pairs: list[tuple[Inputs, Inputs]]
) -> Iterator[tuple[tuple[Inputs, Inputs], Row, Row, Any]]:
    """Every pair with its two rows and what the postcondition relates."""
    left, right = sides_of(claim)
    kinds = outcomes_of(claim)
    for one, other in pairs:
        rows = world.row(left, one, kinds[0]), world.row(right, other, kinds[1])
        yield (one, other), *rows, reach_of(claim, memory_of(one, other), rows, kinds)


def judge(world: World, claim: ast.Claim, pairs: list[tuple[Inputs, Inputs]] | None = None) -> Finding:
    """Whether the claim holds of these pairs (of all related ones), or Beyond."""
    pairs = pairs_of(world, claim) if pairs is None else pairs
    left, right = sides_of(claim)
    for one, other in pairs:
        for name, inputs in ((left, one), (right, other)):
            try:
                world.ends(name, inputs)
            except brute.FAULTS:
                return Finding(len(pairs), True, fault=inputs)
    exact = True
    strict = isinstance(claim, ast.Satisfies) or claim.within is None
    for pair, first, second, reach in compared(world, claim, pairs):
        for inputs, row in zip(pair, (first, second), strict=True):
            if row.hanging and strict:
                return Finding(len(pairs), True, fault=inputs)
        eps, delta = budget_of(claim, memory_of(*pair))
        if breaks(first, second, reach, eps, delta):
            return Finding(len(pairs), True, broken=pair)
        exact = exact and not any([first.missing, second.missing, first.hanging, second.hanging])
    return Finding(len(pairs), exact)


def needed(world: World, claim: ast.Claim) -> Fraction | None:
    """The smallest exp(eps) at which the claim holds with delta 0, over all related pairs; None is infinite."""
    worst = Fraction(1)
    for _, first, second, reach in compared(world, claim, pairs_of(world, claim)):
        found = smallest_ratio(first, second, reach)
        if found is None:
            return None
        worst = max(worst, found)
    return worst
