"""What is true of a claim on given inputs, by brute force: read off the syntax tree and the paths of tests/brute.py.

Nothing here knows the typed program, the channels or the solvers. Where paths did not end, or noise lies outside of its
window, a claim is only called broken if it is broken wherever that mass may be, and only said to hold if it does so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Any, Protocol

from prhl.syntax import ast
from tests import below, brute, divergences
from tests.brute import Beyond, Log, Mixed

Inputs = dict[str, Any]
ROUNDS = 12  # of a loop
MOST_EVENTS = 12  # outcomes of which all events are tried
TINY = Fraction(1, 10**15)  # more than all the differences together that are too small to be seen
FEW_PATHS, MOST_PATHS = 500, 8_000  # of one input, with wide windows and with narrow ones


@dataclass(frozen=True)
class Row:
    """What comes out for one input: the probability of each outcome, what is missing, and what never ends."""

    masses: dict[Any, Fraction]
    missing: Fraction
    hanging: Fraction

    @property
    def coarse(self) -> bool:
        """Some outcome is a whole interval, so that there are finer events than these."""
        return any([_has_cell(seen) for seen in self.masses])


def _has_cell(seen: Any) -> bool:
    if not isinstance(seen, tuple) or not seen:
        return False
    return (isinstance(seen[0], str) and seen[0] == "cell") or any([_has_cell(part) for part in seen])


@dataclass(frozen=True)
class Finding:
    """`broken` shows two inputs for which the claim is false; `fault` an input with a run-time error or without end.

    `holds` is only said where nothing is left open.
    """

    pairs: int
    holds: bool = False
    broken: tuple[Inputs, Inputs] | None = None
    fault: Inputs | None = None


@dataclass
class World:
    """The programs of a file and the values that their parameters may have."""

    file: ast.File
    domains: dict[str, tuple[Any, ...]]
    known: dict[Any, list[tuple[Fraction, Any, Any]] | None] = field(default_factory=dict)  # None: too many paths
    rows: dict[Any, Row] = field(default_factory=dict)
    related: dict[Any, list[tuple[Inputs, Inputs]]] = field(default_factory=dict)  # by what relates them

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
        key = _key(name, inputs)
        if key not in self.known:
            paths = None
            for tail, most in ((below.SMALL, FEW_PATHS), (brute.TAIL, MOST_PATHS)):
                paths = paths or self._paths(name, inputs, tail, most)
            self.known[key] = paths
        known = self.known[key]
        if known is None:
            raise Beyond("too many paths")
        return known

    def _paths(self, name: str, inputs: Inputs, tail: Fraction, most: int) -> list[tuple[Fraction, Any, Any]] | None:
        """All of them, with windows of this kind; None if there are too many."""
        with brute.windows(tail):
            found = brute.ends(self.programs[name], inputs, ROUNDS, tuple(self.programs.values()))
            paths = list(islice(found, most))
        return None if len(paths) == most else paths

    def row(self, name: str, inputs: Inputs, outcome: "Outcome") -> Row:
        """What is seen of a run; kept where that does not depend on a claim."""
        if isinstance(outcome, Finals):
            return self._row(name, inputs, outcome)
        key = (type(outcome), *_key(name, inputs))
        if key not in self.rows:
            self.rows[key] = self._row(name, inputs, outcome)
        return self.rows[key]

    def _row(self, name: str, inputs: Inputs, outcome: "Outcome") -> Row:
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


def _key(name: str, inputs: Inputs) -> tuple[str, str]:
    return name, repr(sorted(inputs.items()))


class Outcome(Protocol):
    """What an end of a run counts as."""

    def __call__(self, variables: Inputs, leaks: tuple[Any, ...]) -> Any: ...


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


def _some_differ(one: list, other: list, most: int, bound: Any = None) -> bool:
    if len(one) != len(other):
        return False
    gaps = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(gaps) <= most and (bound is None or all([abs(a - b) <= bound for a, b in gaps]))


RELATIONS = {
    "within": _within,
    "one_differs": _one_differs,
    "some_differ": _some_differ,
    "all_within": _all_within,
    "add_remove": _add_remove,
}


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
    key = (sides_of(claim), claim.pre if isinstance(claim, ast.Quadruple) else claim.relation, type(claim))
    if key not in world.related:
        world.related[key] = _pairs_of(world, claim)
    return world.related[key]


def _pairs_of(world: World, claim: ast.Claim) -> list[tuple[Inputs, Inputs]]:
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


def exceeds(above: Fraction, eps: Any, under: Fraction, delta: Fraction) -> bool:
    """Whether above > exp(eps)*under + delta."""
    rest = above - delta
    if rest <= 0 or under == 0:
        return rest > 0
    return compare(rest / under, eps) > 0


def compare(ratio: Fraction, eps: Any) -> int:
    """The sign of ratio - exp(eps), for a positive ratio."""
    low, high = _grown(repr(eps), eps)
    if not low <= ratio <= high:
        return 1 if ratio > high else -1
    if isinstance(eps, Log) and eps.power == 1:
        one, other = ratio**eps.c.denominator, eps.base**eps.c.numerator
        return (one > other) - (one < other)
    if eps == 0:
        return 0
    raise Beyond("two numbers too close to each other")


KNOWN: dict[str, tuple[Fraction, Fraction]] = {}


def _grown(name: str, eps: Any) -> tuple[Fraction, Fraction]:
    """Bounds of exp(eps)."""
    if name not in KNOWN:
        with below.precise():
            ball = below.ball(eps).exp()
            least = below.low(1 / ball)
            if not least:
                raise Beyond("a number too large to be told apart")
            KNOWN[name] = below.low(ball), 1 / least
    return KNOWN[name]


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
    if isinstance(delta, Log | Mixed):
        raise Beyond("a delta that is not rational")
    if isinstance(eps, int):
        eps = Fraction(eps)
    return eps, Fraction(delta)


Reach = dict[Any, frozenset[Any]]


def breaks(first: Row, second: Row, reach: Reach | None, eps: Any, delta: Fraction) -> bool:
    """Whether some event of run 1 is surely too likely; `reach` says what the outcomes are related to (None: equal)."""
    if reach is None:
        above, under, _ = _worst(first, second, eps)
        return surely(exceeds, above, eps, under + second.missing, delta)
    for above, under in _events(first, second, reach):
        if surely(exceeds, above, eps, under + second.missing, delta):
            return True
    return False


def surely_holds(first: Row, second: Row, reach: Reach | None, eps: Any, delta: Fraction) -> bool:
    """Whether no event of run 1 is too likely, wherever the missing mass may be."""
    if first.coarse or second.coarse:
        return False
    if reach is not None:
        sums = [(Fraction(0), Fraction(0)), *_events(first, second, reach)]
        return all([surely(within, above + first.missing, eps, under, delta) for above, under in sums])
    above, under, close = _worst(first, second, eps)
    return surely(within, above + first.missing + close, eps, under, delta)


def surely(test: Callable[[Fraction, Any, Fraction, Fraction], bool], *given: Any) -> bool:
    """What is too close to be told is not sure."""
    try:
        return test(*given)
    except Beyond:
        return False


def within(above: Fraction, eps: Any, under: Fraction, delta: Fraction) -> bool:
    return not exceeds(above, eps, under, delta)


def _worst(first: Row, second: Row, eps: Any) -> tuple[Fraction, Fraction, Fraction]:
    """The probabilities of an event of which run 1 has most above exp(eps) times run 2, and what it may lack."""
    above = under = close = Fraction(0)
    for seen, p in first.masses.items():
        q = second.masses.get(seen, Fraction(0))
        try:
            if exceeds(p, eps, q, Fraction(0)):
                above, under = above + p, under + q
        except Beyond:
            close = TINY
    return above, under, close


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
    for above, under in events:
        if above and not under:
            return None
        if under:
            worst = max(worst, above / under)
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
                return Finding(len(pairs), fault=inputs)
    holds = True
    strict = isinstance(claim, ast.Satisfies) or claim.within is None
    for pair, first, second, reach in compared(world, claim, pairs):
        for inputs, row in zip(pair, (first, second), strict=True):
            if row.hanging and strict:
                return Finding(len(pairs), fault=inputs)
        if isinstance(claim, ast.Satisfies) and claim.notion.name.text in divergences.NOTIONS:
            found = divergences.judged(first, second, claim, memory_of(*pair))
            if found is False:
                return Finding(len(pairs), broken=pair)
            holds = holds and found is True
            continue
        eps, delta = budget_of(claim, memory_of(*pair))
        if breaks(first, second, reach, eps, delta):
            return Finding(len(pairs), broken=pair)
        holds = holds and surely_holds(first, second, reach, eps, delta)
    return Finding(len(pairs), holds)


def needed(world: World, claim: ast.Claim) -> Fraction | None:
    """The smallest exp(eps) at which the claim holds with delta 0, over all related pairs; None is infinite."""
    worst = Fraction(1)
    for _, first, second, reach in compared(world, claim, pairs_of(world, claim)):
        found = smallest_ratio(first, second, reach)
        if found is None:
            return None
        worst = max(worst, found)
    return worst


def needed_delta(world: World, claim: ast.Claim, eps: Any) -> Fraction:
    """About the smallest delta at which the claim holds with this epsilon, for equal outcomes."""
    most = Fraction(0)
    with below.precise():
        factor = below.ball(eps).exp()
        for _, first, second, reach in compared(world, claim, pairs_of(world, claim)):
            if reach is not None:
                raise Beyond("a relation between outcomes")
            gaps = [below.ball(p) - factor * below.ball(second.masses.get(seen, 0)) for seen, p in first.masses.items()]
            most = max(most, below.low(sum([gap for gap in gaps if gap > 0], below.ball(0))))
    return most
