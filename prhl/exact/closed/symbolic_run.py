"""Programs run with their draws left undetermined as long as possible: closed forms where enumeration has no end.

A state is what the variables are, in terms of draws, and the distributions of these draws, which are independent. A
draw that is only released stays whole; one that is compared with a number is cut in two; one that is compared with
another draw and then forgotten becomes a factor of that other draw's density, Pr[s <= t] (see `comparing`). So the
masses of sparse vector and noisy max with untruncated noise come out exactly, on the integers and on the reals, and a
transcript of many independent answers is a product of small factors. A draw that nobody mentions any more is summed
out. What does not go this way raises NotClosed, and is enumerated.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, assert_never

from prhl.distributions import BY_NAME
from prhl.exact.closed import compared_draws
from prhl.exact.closed.exponential_polynomials import NotClosed, monomials
from prhl.exact.closed.integer_densities import Density
from prhl.exact.closed.laws import MOST_POINTS, ways_of
from prhl.exact.closed.real_densities import Curve
from prhl.exact.closed.symbolic_states import (
    Pattern,
    Patterns,
    State,
    Summand,
    Typed,
    added,
    merged,
    named,
    names,
    ordered,
    pattern_of,
    possible,
)
from prhl.exact.closed.symbolic_values import (
    EVERYTHING,
    Affine,
    Evaluator,
    Law,
    Linear,
    Listed,
    Range,
    Resolve,
    Split,
    Value,
    drawn_in,
    intersection,
    is_open,
    mapped,
    tells_draws,
)
from prhl.logic.terms import AllBits, Between, Distribution, DistributionArgument, Weighted
from prhl.logic.terms import Listed as ListedSet
from prhl.numbers import Inexact
from prhl.semantics.draw_tables import legal
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.liveness import before, live_before, read

__all__ = ["Pattern", "Patterns", "Summand", "run"]

MOST_STATES = 400
MOST_STEPS = 200_000  # statements on states, and what the densities of these are made of
MONOMIALS = 16  # of densities that count as a step
ROUNDS = 20_000


def run(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter | None = None) -> Patterns:
    """The closed form of a row, within the steps of a meter, or NotClosed."""
    try:
        found = _Runner(program, meter or Meter(MOST_STEPS)).run(inputs)
        total = sum([term.total for terms in found.terms.values() for term in terms], Fraction(0))
        assert total == 1, f"the closed form has mass {total}"
    except Inexact as reason:
        raise NotClosed(str(reason)) from None
    return found


class _Runner:
    def __init__(self, program: FlatProgram, meter: Meter) -> None:
        self.program = program
        self.meter = meter
        self.laws: dict[Any, list[Law]] = {}
        self.living: dict[tuple[int, int, frozenset[str]], frozenset[str]] = {}

    def run(self, inputs: Mapping[str, Value]) -> Patterns:
        start = State(dict(inputs), (), Fraction(1), {})
        result = self.program.result
        final = frozenset() if result is None else read(result)
        states = self.block(self.program.body, [start], final)
        done: list[State] = []
        for state in states:
            if result is None:
                done.append(replace(state, values={}))
                continue
            for one, value, assumed in self.cases(state, lambda e: e.value(result)):
                done.append(self.settled(replace(one, values={"res": value}), assumed, frozenset(["res"])))
        out: dict[Pattern, list[Summand]] = {}
        for state in self.told(merged(possible(done))):
            pattern, term = pattern_of(ordered(state), None if result is None else result.type)
            out.setdefault(pattern, []).append(term)
        return Patterns({pattern: added(terms) for pattern, terms in out.items()})

    def told(self, states: list[State]) -> list[State]:
        """Outputs tell the draws that they are made of; else draws are joined to one, or taken value by value."""
        while True:
            out: list[State] = []
            changed = False
            for state in states:
                known: set[int] = set()
                seen = (*[leak.value for leak in state.leaks], *state.values.values())
                if state.pending:
                    raise NotClosed(compared_draws.BOTH_USED)
                if tells_draws(seen, known):
                    out.append(state)
                    continue
                changed = True
                fewer = compared_draws.joined(state, set(state.draws))
                if len(fewer.draws) < len(state.draws):
                    out.append(fewer)
                else:
                    out += list(self.resolved(state, list(reversed(dict.fromkeys(drawn_in(seen)))), {}))
            states = merged(out)
            self.check(len(states))
            if not changed:
                return states

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: tuple[Statement, ...], states: list[State], after: frozenset[str]) -> list[State]:
        for at, statement in enumerate(statements):
            states = merged(self.statement(statement, states, self.live(statements, at + 1, after)))
            self.check(len(states))
        return states

    def live(self, statements: tuple[Statement, ...], at: int, after: frozenset[str]) -> frozenset[str]:
        """The variables that matter before the statements from `at` on, computed once for each round of a loop."""
        key = (id(statements), at, after)
        if key not in self.living:
            self.living[key] = live_before(statements[at:], after)
        return self.living[key]

    def check(self, states: int) -> None:
        if states > MOST_STATES:
            raise NotClosed("there are too many cases")
        self.spend(states)

    def spend(self, steps: int) -> None:
        try:
            self.meter.spend(steps)
        except OutOfSteps:
            raise NotClosed("there are too many cases") from None

    def statement(self, statement: Statement, states: list[State], after: frozenset[str]) -> list[State]:
        out: list[State] = []
        match statement:
            case Assign(target, value):
                for state in states:
                    for one, found, assumed in self.cases(state, lambda e: e.value(value)):
                        out.append(self.settled(replace(one, values={**one.values, target: found}), assumed, after))
            case Sample(target, distribution):
                for state in states:
                    out += self.sampled(state, target, distribution, after)
            case Leak(value):
                for state in states:
                    for one, found, assumed in self.cases(state, lambda e: e.value(value)):
                        leaked = replace(one, leaks=(*one.leaks, (Typed(found, value.type))))
                        out.append(self.settled(leaked, assumed, after))
            case If(condition, then, otherwise):
                sides: dict[bool, list[State]] = {True: [], False: []}
                blocks = {True: then, False: otherwise}
                for state in states:
                    for one, truth, assumed in self.cases(state, lambda e: e.truth(condition)):
                        sides[truth].append(self.settled(one, assumed, self.live(blocks[truth], 0, after)))
                for truth, block in blocks.items():
                    out += self.block(block, merged(possible(sides[truth])), after)
            case While(guard, body):
                head = before(statement, after)
                for _ in range(ROUNDS):
                    going: list[State] = []
                    for state in states:
                        for one, truth, assumed in self.cases(state, lambda e: e.truth(guard)):
                            live = self.live(body, 0, head) if truth else after
                            (going if truth else out).append(self.settled(one, assumed, live))
                    going = possible(going)
                    if not going:
                        break
                    states = self.block(body, merged(going), head)
                else:
                    raise NotClosed("a loop that need not end")
            case _:
                assert_never(statement)
        return possible(out)

    def sampled(self, state: State, target: str, distribution: Distribution, after: frozenset[str]) -> list[State]:
        out = []
        for one, (values, offset), assumed in self.cases(state, lambda e: _arguments(e, distribution)):
            if target not in after:  # nobody looks at it, but it must exist
                (self.ways if distribution.name in ("Truncate", "Clamp") else legal)(distribution, values)
                out.append(self.settled(one, assumed, after))
                continue
            for law in self.ways(distribution, values):
                if isinstance(law, Listed) and len(law.masses) == 1:
                    ((drawn, mass),) = law.masses
                    wider = replace(one, values={**one.values, target: drawn}, weight=one.weight * mass)
                else:
                    wider = self.drawn(one, target, law, offset)
                out.append(self.settled(wider, assumed, after))
        return out

    def drawn(self, state: State, target: str, law: Law, offset: Affine | None) -> State:
        """One more draw, which is what the target is, but for the location that was moved out."""
        draw = next(names)
        value = named(law, draw)
        if offset is not None:
            value = Affine(offset.constant, tuple(sorted([*offset.parts, (draw, Fraction(1))])))
        return replace(state, values={**state.values, target: value}, draws={**state.draws, draw: law})

    def ways(self, distribution: Distribution, values: tuple[Any, ...]) -> list[Law]:
        key = (id(distribution), values)
        if key not in self.laws:
            self.laws[key] = ways_of(distribution, values)
        return self.laws[key]

    # ---- cases -------------------------------------------------------------------------------

    def cases(
        self, state: State, work: Callable[[Evaluator], Any], assumed: Mapping[Linear, Range] | None = None
    ) -> Iterator[tuple[State, Any, Mapping[Linear, Range]]]:
        """What the work gives, in each of the cases that it depends on."""
        assumed = state.pending if assumed is None else assumed
        try:
            found = work(Evaluator(state.values, state.draws, assumed))
        except (Fault, Undecidable):
            if assumed and compared_draws.settled(replace(state, values={}, leaks=()), assumed).weight == 0:
                return  # what is assumed cannot happen, so that nothing goes wrong there
            raise
        except Split as split:
            form, ranges = split.form, split.ranges
        except Resolve as resolve:
            for one in self.resolved(state, resolve.draws, assumed):
                yield from self.cases(one, work, assumed)
            return
        else:
            yield state, found, assumed
            return
        self.check(1)
        for part in ranges:
            if len(form) > 1:
                narrower = intersection(assumed.get(form, EVERYTHING), part)
                if None not in narrower and narrower[0] > narrower[1]:  # type: ignore[operator]  # numbers
                    continue
                yield from self.cases(state, work, {**assumed, form: narrower})
                continue
            draw = form[0][0]
            density = state.draws[draw]
            cut = _within(density, part)
            if not cut.is_zero:
                yield from self.cases(replace(state, draws={**state.draws, draw: cut}), work, assumed)

    def resolved(self, state: State, draws: list[int], assumed: Mapping[Linear, Range]) -> Iterator[State]:
        """A state for every value of one of the draws, which are finitely many."""
        for draw in draws:
            density = state.draws[draw]
            points = list(density.masses) if isinstance(density, Listed) else density.points(MOST_POINTS)
            if points is None or any([draw == other for form in assumed for other, _ in form]):
                continue
            rest = {other: d for other, d in state.draws.items() if other != draw}
            for value, mass in points:
                images = {draw: value}
                yield State(
                    {name: mapped(v, images) for name, v in state.values.items()},
                    tuple([Typed(mapped(leak.value, images), leak.type) for leak in state.leaks]),
                    state.weight * mass,
                    rest,
                    state.pending,
                )
            self.check(len(points))
            return
        raise NotClosed("an operation on a draw of infinite support")

    def settled(self, state: State, assumed: Mapping[Linear, Range], live: frozenset[str]) -> State:
        """Only what matters from here on: draws that nobody mentions are summed out, under what is assumed of them."""
        values = {name: value for name, value in state.values.items() if name in live}
        found = compared_draws.settled(replace(state, values=values), assumed)
        self.spend((monomials(found.weight) + sum([law.size for law in found.draws.values()])) // MONOMIALS)
        return found


def _within(density: Law, part: Range) -> Density | Curve:
    low, high = part
    if isinstance(density, Curve):
        return density.within(None if low is None else Fraction(low), None if high is None else Fraction(high))
    if not isinstance(density, Density):
        raise NotClosed("a comparison with Gaussian noise")
    return density.within(None if low is None else int(low), None if high is None else int(high))


# ---- arguments of distributions --------------------------------------------------------------


def _arguments(evaluator: Evaluator, distribution: Distribution) -> tuple[tuple[Any, ...], Affine | None]:
    """The values of the arguments; a location that is undetermined is moved out, into the result."""
    offset: Affine | None = None
    values = []
    for at, argument in enumerate(distribution.arguments):
        value = _argument(evaluator, argument)
        parameter = BY_NAME[distribution.name].parameters[at].name
        if isinstance(value, Affine) and parameter == "loc" and offset is None:
            offset, value = value, 0
        elif is_open(value):
            evaluator.resolve([value])
        values.append(value)
    return tuple(values), offset


def _argument(evaluator: Evaluator, argument: DistributionArgument) -> Any:
    match argument:
        case ListedSet(items):
            return tuple([evaluator.value(item) for item in items])
        case Between(low, high):
            return (evaluator.value(low), evaluator.value(high))
        case AllBits(size):
            return evaluator.value(size)
        case Weighted(items):
            return tuple([(evaluator.value(v), evaluator.value(w)) for v, w in items])
        case Distribution(_, arguments):
            return tuple([_argument(evaluator, inner) for inner in arguments])
        case _:
            return evaluator.value(argument)
