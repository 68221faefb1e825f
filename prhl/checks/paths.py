"""How a probability arises: the ways in which a run comes to an event, draw by draw, with the factors of each.

For people who redo a witness on paper. Every path of the program is walked by itself, which is a further computation
of the probability; where the paths are too many, or a draw has infinitely many values, the draws are named that are
summed over.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, assert_never

from prhl.diagnostics import NotComputed
from prhl.distributions import is_continuous
from prhl.numbers import Exact, Inexact, Number, Quotient, balls, enclosure, over
from prhl.numbers.figures import decimal, written
from prhl.records import dataclass
from prhl.semantics.draw_tables import masses
from prhl.semantics.evaluate import Fault, Value, evaluate
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.growing_lists import Toward
from prhl.semantics.instances import text
from prhl.semantics.observation import observed
from prhl.semantics.program_walk import arguments_of
from prhl.source import Source

MOST_PATHS = 4_000
MOST_STEPS = 50_000  # statements
MOST_DRAWS = 100  # on one path, which people would not follow further
MOST_SHOWN = 8  # ways, of one run
LONGEST = 48  # letters of a product
DIGITS = 6

Seen = tuple[Any, ...]
Memory = dict[tuple[str, int], Value]


@dataclass(frozen=True, slots=True)
class Way:
    """The draws of a path in their order, and what their probabilities are multiplied to."""

    draws: tuple[tuple[str, str], ...]
    factors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """The most likely ways to an event, and what the others add up to; or else the draws that are summed over."""

    listed: tuple[Way, ...] = ()
    others: int = 0
    rest: str = ""  # their probability, in decimals
    over: tuple[str, ...] = ()
    integral: bool = False  # some of these are continuous


def ways(
    program: FlatProgram,
    inputs: Mapping[str, Value],
    inside: Callable[[Seen], bool],
    source: Source,
    goal: Toward | None = None,
) -> tuple[Ways, Exact | None]:
    """How a program comes to an event, and the probability of that; None if it is not counted here."""
    try:
        found = [drawn for seen, drawn in _Walker(program, goal).ends(inputs) if inside(seen)]
    except (NotComputed, Fault):
        return _summed(program, source), None
    products = [(_product([p for _, _, p in drawn]), drawn) for drawn in found]
    total: Any = sum([p for p, _ in products], Fraction(0))
    products.sort(key=lambda one: -balls.bracket(lambda: enclosure(one[0]), DIGITS)[0])
    count = MOST_SHOWN if len(products) <= MOST_SHOWN else MOST_SHOWN - 2
    listed = [_way(drawn) for _, drawn in products[:count]]
    if any([len(" * ".join(way.factors)) > LONGEST for way in listed]):
        return _summed(program, source), total
    rest: Any = sum([p for p, _ in products[count:]], Fraction(0))
    shown = decimal(balls.bracket(lambda: enclosure(rest), DIGITS)[0]) if len(products) > count else ""
    return Ways(tuple(listed), len(products) - len(listed), shown), total


Drawn = tuple[tuple[str, str, Exact], ...]
"""The variable, the value as people write it, and its probability."""


def _way(drawn: Drawn) -> Way:
    factors = [written(p) for _, _, p in drawn]
    if len(factors) > 1:
        factors = [f"({one})" if _is_sum(one) else one for one in factors]
    return Way(tuple([(name, value) for name, value, _ in drawn]), tuple(factors))


def _is_sum(text: str) -> bool:
    """Whether it needs brackets as a factor."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and text[at : at + 3] in (" + ", " - "):
            return True
    return False


def _product(factors: list[Exact]) -> Exact:
    total: Any = Fraction(1)
    for p in factors:
        total = total * p
    return total  # type: ignore[no-any-return]


def _summed(program: FlatProgram, source: Source) -> Ways:
    samples = list(_samples(program.body))
    said = [
        f"{_name(s.target)} :=$ {source.text[s.distribution.span.start : s.distribution.span.end]}" for s in samples
    ]
    return Ways(over=tuple(dict.fromkeys(said)), integral=any([is_continuous(s.distribution) for s in samples]))


def _samples(statements: tuple[Statement, ...]) -> Iterator[Sample]:
    for statement in statements:
        match statement:
            case Sample():
                yield statement
            case If(_, then, otherwise):
                yield from _samples((*then, *otherwise))
            case While(_, body):
                yield from _samples(body)
            case _:
                pass


def _name(target: str) -> str:
    """Without the mark of the call that it belongs to."""
    return target.split("#")[0]


def _share(weight: Number, total: Number) -> Exact:
    if not isinstance(weight, int | Fraction | Quotient) or not isinstance(total, int | Fraction | Quotient):
        raise Inexact("a probability that is known by bounds")
    return over(weight, total)


class _Walker:
    """Every path of a program, one after the other: depth first, so that one that is too long stops it soon."""

    def __init__(self, program: FlatProgram, goal: Toward | None = None) -> None:
        self.program, self.goal = program, goal
        self.paths = self.steps = 0
        self.outcomes: dict[object, list[tuple[Value, str, Exact]]] = {}  # by a draw and its arguments

    def ends(self, inputs: Mapping[str, Value]) -> Iterator[tuple[Seen, Drawn]]:
        memory = {(name, 0): value for name, value in inputs.items()}
        yield from self.walk([*reversed(self.program.body)], memory, (), ())

    def walk(self, todo: list[Statement], memory: Memory, leaks: Seen, drawn: Drawn) -> Iterator[tuple[Seen, Drawn]]:
        while todo:
            self.check()
            statement = todo.pop()
            match statement:
                case Assign(target, value):
                    memory = {**memory, (target, 0): evaluate(value, memory)}
                case Leak(value):
                    leaks = (*leaks, observed(evaluate(value, memory), value.type))
                case If(condition, then, otherwise):
                    todo += reversed(then if evaluate(condition, memory) else otherwise)
                case While(guard, body):
                    if evaluate(guard, memory):
                        todo += [statement, *reversed(body)]
                case Sample():
                    yield from self.sampled(statement, todo, memory, leaks, drawn)
                    return
                case _:
                    assert_never(statement)
            goal = self.goal
            if goal is None or not goal.looks(statement):
                continue
            if not goal.admits(statement, lambda name, now=memory: now[name, 0], leaks):  # type: ignore[misc]  # called at once
                return
        self.paths += 1
        result = self.program.result
        yield (leaks if result is None else (*leaks, observed(evaluate(result, memory), result.type))), drawn

    def sampled(
        self, statement: Sample, todo: list[Statement], memory: Memory, leaks: Seen, drawn: Drawn
    ) -> Iterator[tuple[Seen, Drawn]]:
        if len(drawn) >= MOST_DRAWS:
            raise NotComputed("too many ways")
        distribution = statement.distribution
        arguments = arguments_of(distribution, lambda term: evaluate(term, memory))
        key = (id(distribution), tuple(arguments))
        if key not in self.outcomes:
            found = masses(distribution, arguments, limit=MOST_PATHS)
            shares = [(value, _share(weight, found.total)) for value, weight in found.pairs]
            self.outcomes[key] = [(value, text(value, distribution.type), p) for value, p in shares if p != 0]
        for value, shown, p in self.outcomes[key]:
            one = (_name(statement.target), shown, p)
            yield from self.walk([*todo], {**memory, (statement.target, 0): value}, leaks, (*drawn, one))

    def check(self) -> None:
        self.steps += 1
        if self.paths > MOST_PATHS or self.steps > MOST_STEPS:
            raise NotComputed("too many ways")
