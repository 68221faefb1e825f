"""Programs run with their draws left undetermined as long as possible: closed forms where enumeration has no end.

A state is what the variables are, in terms of draws, and the distributions of these draws, which are independent. A
draw that is only released stays whole; one that is compared with a number is cut in two; one that is compared with
another draw and then forgotten becomes a factor of that other draw's density, Pr[s <= t]. So the masses of sparse
vector and noisy max with untruncated noise come out exactly, and a transcript of many independent answers is a product
of small factors. What does not go this way raises NotClosed, and is enumerated.

Why it is right.  With draws t and s of densities f and g, where s is forgotten after s <= t was found, the runs that go
on have the mass sum over s <= t of f(t) g(s) = f(t) G(t) at t. A draw that nobody mentions any more is summed out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from time import monotonic
from typing import Any, assert_never

from prhl.distributions import BY_NAME
from prhl.distributions.masses import Boundless, Geometrical, restricted_pieces
from prhl.exact.bells import Bell
from prhl.exact.densities import Density, NotClosed, geometric, listed
from prhl.exact.evaluate import Fault, Undecidable
from prhl.exact.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.exact.liveness import before, live_before, read
from prhl.exact.observe import observed
from prhl.exact.sampling import known_values, legal, masses
from prhl.exact.undetermined import (
    EVERYTHING,
    Affine,
    Drawn,
    Evaluator,
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
from prhl.logic.types import INT, List, Tuple, Type
from prhl.numbers import Exact, Inexact, Quotient, divide
from prhl.numbers.rates import rate_of

MOST_STATES = 400
MOST_POINTS = 2_000  # values of a draw that are taken one by one
MOST_STEPS = 200_000  # statements on states
ROUNDS = 20_000
SMALL = 16  # outcomes that are listed rather than kept as ranges

Draws = dict[int, Density | Bell | Listed]


@dataclass(frozen=True)
class State:
    values: dict[str, Value]
    leaks: tuple[Value, ...]
    weight: Any  # Exact
    draws: Draws


@dataclass(frozen=True)
class Summand:
    """One summand of the mass of a pattern: a weight and a density for each of its draws."""

    weight: Any
    draws: tuple[Density | Bell | Listed, ...]

    @property
    def total(self) -> Any:
        mass = self.weight
        for density in self.draws:
            mass = mass * density.total
        return mass


@dataclass(frozen=True)
class Pattern:
    """What is observed, with forms over draws 0, 1, ... in it; `types` says what the draws are that are no integers."""

    seen: tuple[Any, ...]
    types: tuple[tuple[int, Type], ...]


@dataclass(frozen=True)
class Patterns:
    """What is observed for one input: the masses of all patterns add up to 1."""

    terms: dict[Pattern, list[Summand]]

    @property
    def is_plain(self) -> bool:
        """Nothing is left undetermined."""
        return all([not term.draws for terms in self.terms.values() for term in terms])


def run(program: FlatProgram, inputs: Mapping[str, Value], deadline: float, steps: int = MOST_STEPS) -> Patterns:
    """The closed form of a row, in so many steps, or NotClosed."""
    try:
        found = _Runner(program, deadline, steps).run(inputs)
        total = sum([term.total for terms in found.terms.values() for term in terms], Fraction(0))
        assert total == 1, f"the closed form has mass {total}"
    except Inexact as reason:
        raise NotClosed(str(reason)) from None
    return found


class _Runner:
    def __init__(self, program: FlatProgram, deadline: float, most: int) -> None:
        self.program = program
        self.most = most
        self.deadline = deadline
        self.steps = 0
        self.densities: dict[Any, Density | Bell | Listed] = {}
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
        for state in self.told(_merged(_possible(done))):
            pattern, term = _pattern(_ordered(state), None if result is None else result.type)
            out.setdefault(pattern, []).append(term)
        return Patterns({pattern: _added(terms) for pattern, terms in out.items()})

    def told(self, states: list[State]) -> list[State]:
        """Outputs tell the draws that they are made of; else draws are taken value by value, and the rest is merged."""
        while True:
            out: list[State] = []
            changed = False
            for state in states:
                known: set[int] = set()
                seen = (*[leak.value for leak in state.leaks], *state.values.values())
                if tells_draws(seen, known):
                    out.append(state)
                else:
                    out += list(self.resolved(state, list(reversed(dict.fromkeys(drawn_in(seen)))), {}))
                    changed = True
            states = _merged(out)
            self.check(len(states))
            if not changed:
                return states

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: tuple[Statement, ...], states: list[State], after: frozenset[str]) -> list[State]:
        for at, statement in enumerate(statements):
            states = _merged(self.statement(statement, states, self.live(statements, at + 1, after)))
            self.check(len(states))
        return states

    def live(self, statements: tuple[Statement, ...], at: int, after: frozenset[str]) -> frozenset[str]:
        """The variables that matter before the statements from `at` on, computed once for each round of a loop."""
        key = (id(statements), at, after)
        if key not in self.living:
            self.living[key] = live_before(statements[at:], after)
        return self.living[key]

    def check(self, states: int) -> None:
        self.steps += states
        if states > MOST_STATES or self.steps > self.most or monotonic() > self.deadline:
            raise NotClosed("there are too many cases")

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
                        leaked = replace(one, leaks=(*one.leaks, (_Typed(found, value.type))))
                        out.append(self.settled(leaked, assumed, after))
            case If(condition, then, otherwise):
                sides: dict[bool, list[State]] = {True: [], False: []}
                blocks = {True: then, False: otherwise}
                for state in states:
                    for one, truth, assumed in self.cases(state, lambda e: e.truth(condition)):
                        sides[truth].append(self.settled(one, assumed, self.live(blocks[truth], 0, after)))
                for truth, block in blocks.items():
                    out += self.block(block, _merged(_possible(sides[truth])), after)
            case While(guard, body):
                head = before(statement, after)
                for _ in range(ROUNDS):
                    going: list[State] = []
                    for state in states:
                        for one, truth, assumed in self.cases(state, lambda e: e.truth(guard)):
                            live = self.live(body, 0, head) if truth else after
                            (going if truth else out).append(self.settled(one, assumed, live))
                    going = _possible(going)
                    if not going:
                        break
                    states = self.block(body, _merged(going), head)
                else:
                    raise NotClosed("a loop that need not end")
            case _:
                assert_never(statement)
        return _possible(out)

    def sampled(self, state: State, target: str, distribution: Distribution, after: frozenset[str]) -> list[State]:
        out = []
        for one, (values, offset), assumed in self.cases(state, lambda e: _arguments(e, distribution)):
            if target not in after:  # nobody looks at it, but it must exist
                (self.density if distribution.name in ("Truncate", "Clamp") else legal)(distribution, values)
                out.append(self.settled(one, assumed, after))
                continue
            draw = next(_names)
            density = self.density(distribution, values)
            drawn: Value = Drawn(draw) if isinstance(density, Listed) else Affine(0, ((draw, Fraction(1)),))
            if offset is not None:
                drawn = Affine(offset.constant, tuple(sorted([*offset.parts, (draw, Fraction(1))])))
            wider = replace(one, values={**one.values, target: drawn}, draws={**one.draws, draw: density})
            out.append(self.settled(wider, assumed, after))
        return out

    def density(self, distribution: Distribution, values: tuple[Any, ...]) -> Density | Bell | Listed:
        key = (id(distribution), values)
        if key not in self.densities:
            self.densities[key] = density_of(distribution, values)
        return self.densities[key]

    # ---- cases -------------------------------------------------------------------------------

    def cases(
        self, state: State, work: Callable[[Evaluator], Any], assumed: Mapping[Linear, Range] | None = None
    ) -> Iterator[tuple[State, Any, Mapping[Linear, Range]]]:
        """What the work gives, in each of the cases that it depends on."""
        assumed = assumed or {}
        try:
            found = work(Evaluator(state.values, state.draws, assumed))
        except (Fault, Undecidable):
            if assumed and self.settled(state, assumed, frozenset()).weight == 0:
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
            if not isinstance(density, Density):
                raise NotClosed("a comparison with Gaussian noise")
            cut = density.within(*part)
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
                    tuple([_Typed(mapped(leak.value, images), leak.type) for leak in state.leaks]),
                    state.weight * mass,
                    rest,
                )
            self.check(len(points))
            return
        raise NotClosed("an operation on a draw of infinite support")

    def settled(self, state: State, assumed: Mapping[Linear, Range], live: frozenset[str]) -> State:
        """Only what matters from here on: draws that nobody mentions are summed out, under what is assumed of them."""
        values = {name: value for name, value in state.values.items() if name in live}
        mentioned = {draw for value in values.values() for draw in drawn_in(value)}
        mentioned |= {draw for leak in state.leaks for draw in drawn_in(leak.value)}
        draws, weight = dict(state.draws), state.weight
        if len(assumed) > 1:
            raise NotClosed("several comparisons of draws at once")
        for form, (low, high) in assumed.items():
            kept = _compared(form, low, high, draws, mentioned)
            draws = kept
        for draw in [d for d in draws if d not in mentioned]:
            weight = weight * draws.pop(draw).total
        if any([isinstance(density, Density) and density.is_zero for density in draws.values()]):
            weight = Fraction(0)
        return State(values, state.leaks, weight, draws)


def _compared(form: Linear, low: int | None, high: int | None, draws: Draws, mentioned: set[int]) -> Draws:
    """low <= a*t + b*s <= high, where s is forgotten: the density of t times the mass of the s that fit."""
    if len(form) != 2 or any([abs(k) != 1 for _, k in form]):
        raise NotClosed("a comparison of more than two draws, or of multiples of them")
    (t, a), (s, b) = form
    if s in mentioned:
        (t, a), (s, b) = (s, b), (t, a)
    if s in mentioned:
        raise NotClosed("two draws are compared, and both are used afterwards")
    kept, gone = draws[t], draws[s]
    if not isinstance(kept, Density) or not isinstance(gone, Density):
        raise NotClosed("a comparison with Gaussian noise")
    # b*s lies between low - a*t and high - a*t
    if b < 0:
        gone = gone.mirrored()
    if a > 0:
        gone = gone.mirrored()  # then -b*s lies between a*t - high and a*t - low
        low, high = None if high is None else -high, None if low is None else -low
    # now the forgotten one, as u, lies between t + low and t + high
    up_to = gone.up_to
    everything = geometric([(None, None, gone.total, rate_of(1))])
    fitting = everything if high is None else up_to.moved(-high)  # at t the sum of all u <= t + high
    if low is not None:
        fitting = fitting + up_to.moved(1 - low).times(-1)
    out = {draw: density for draw, density in draws.items() if draw != s}
    out[t] = kept * fitting
    return out


# ---- distributions ---------------------------------------------------------------------------


def density_of(distribution: Distribution, values: tuple[Any, ...]) -> Density | Bell | Listed:
    """The distribution at the values of its arguments, as ranges with rates, or as a list."""
    legal(distribution, values)
    family = BY_NAME[distribution.name]
    try:
        known = known_values(distribution, values)
        if distribution.name == "DiscreteGauss":
            return _bell(*known)
        if isinstance(family, Geometrical):
            return _ranges(family.pieces(known), family.whole(known))
        if distribution.name == "Uniform" and isinstance(distribution.arguments[0], Between):
            low, high = values[0]
            return geometric([(low, high, Fraction(1, high - low + 1), rate_of(1))])
        if distribution.name in ("Truncate", "Clamp"):
            inner, low, high = known
            first, last = -(-low // 1), high // 1
            if isinstance(inner.family, Geometrical) and last - first >= SMALL:
                clamp = distribution.name == "Clamp"
                cut = _ranges(*restricted_pieces(inner.family, inner.values, first, last, clamp))
                if not cut.is_zero:  # else it is listed, which says what is wrong
                    return cut
        found = masses(distribution, values, MOST_POINTS)
    except (Boundless, Inexact, Undecidable) as reason:
        raise NotClosed(str(reason)) from None
    pairs = [(value, _exact(divide(weight, found.total))) for value, weight in found.pairs]
    if distribution.type == INT:
        return listed(pairs)
    return Listed(tuple(pairs))


def _bell(sigma: Any, centre: int = 0) -> Bell:
    falling = divide(1, 2 * sigma**2)
    if not isinstance(falling, int | Fraction):
        raise NotClosed("a width that is not rational")
    return Bell(Fraction(falling), ((centre, Fraction(1)),))


def _ranges(pieces: Iterable[Any], whole: Any) -> Density:
    return geometric(
        [(p.low, p.high, _exact(divide(p.c, whole)), rate_of(_exact(p.ratio))) for p in pieces if p.c != 0]
    )


def _exact(value: Any) -> Exact:
    if not isinstance(value, int | Fraction | Quotient):
        raise NotClosed("a mass that is not of the form that is computed with exactly")
    return value


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


# ---- states that are the same ----------------------------------------------------------------


def _possible(states: list[State]) -> list[State]:
    return [state for state in states if state.weight != 0]


def _merged(states: list[State]) -> list[State]:
    """States that agree up to the names and places of their draws are one."""
    if len(states) < 2:
        return states
    groups: dict[Any, list[State]] = {}
    for state in states:
        state = _ordered(state)
        key = (tuple(sorted(state.values.items(), key=lambda item: item[0])), state.leaks)
        groups.setdefault(key, []).append(state)
    out = []
    for same in groups.values():
        first = same[0]
        terms = _added([Summand(s.weight, tuple([s.draws[i] for i in range(len(s.draws))])) for s in same])
        out += [State(first.values, first.leaks, t.weight, dict(enumerate(t.draws))) for t in terms]
    return [_fresh(state) for state in out]


_names = count()


def _fresh(state: State) -> State:
    """Names of draws that no other state has: later draws are named apart from them."""
    names = {draw: next(_names) for draw in state.draws}
    images: dict[int, Value] = {
        old: Drawn(new) if isinstance(state.draws[old], Listed) else Affine(0, ((new, Fraction(1)),))
        for old, new in names.items()
    }
    return _renamed(state, images, {names[old]: density for old, density in state.draws.items()})


def _renamed(state: State, images: Mapping[int, Value], draws: Draws) -> State:
    if not images:
        return state
    return State(
        {name: mapped(value, images) for name, value in state.values.items()},
        tuple([_Typed(mapped(leak.value, images), leak.type) for leak in state.leaks]),
        state.weight,
        draws,
    )


def _ordered(state: State) -> State:
    """Draws numbered as they are met; the first form that a draw comes in alone is the draw itself, as far as it can.

    If a variable is -t + 5, the draw becomes t' = -t + 5, with the density moved; what is left of the constant is less
    than 1.
    """
    images: dict[int, Value] = {}
    draws: Draws = {}
    forms = [v for name in sorted(state.values) for v in _leaves(state.values[name])]
    forms += [v for leak in state.leaks for v in _leaves(leak.value)]
    for leaf in forms:
        new = [draw for draw in dict.fromkeys(drawn_in(leaf)) if draw not in images]
        if not new:
            continue
        for draw in new[:-1]:
            images[draw] = _same(state.draws[draw], len(draws))
            draws[len(draws)] = state.draws[draw]
        draw, at = new[-1], len(draws)
        density = state.draws[draw]
        if isinstance(leaf, Affine) and not isinstance(density, Listed):
            c = dict(leaf.parts)[draw]
            shift = mapped(Affine(leaf.constant, tuple([p for p in leaf.parts if p[0] != draw])), images)
            constant = shift.constant if isinstance(shift, Affine) else shift
            whole = constant // 1
            if abs(c) == 1:
                # the draw t' = c*t + whole, so that t = c*(t' - whole)
                density = (density if c > 0 else density.mirrored()).moved(int(whole))
                images[draw] = Affine(-c * whole, ((at, c),))
                draws[at] = density
                continue
        images[draw] = _same(density, at)
        draws[at] = density
    return _renamed(state, images, draws)


def _same(density: Density | Bell | Listed, at: int) -> Value:
    return Drawn(at) if isinstance(density, Listed) else Affine(0, ((at, Fraction(1)),))


def _leaves(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, Affine | Drawn):
        yield value


def _added(terms: list[Summand]) -> list[Summand]:
    """Summands that differ in one density at most are one."""
    out: list[Summand] = []
    for term in terms:
        for at, other in enumerate(out):
            different = [i for i, (a, b) in enumerate(zip(term.draws, other.draws, strict=True)) if a is not b]
            if len(different) <= 1 and all([_alike(term.draws[i], other.draws[i]) for i in different]):
                out[at] = _sum(other, term, different)
                break
        else:
            out.append(term)
    return out


def _alike(one: Density | Bell | Listed, other: Density | Bell | Listed) -> bool:
    """Whether they can be added."""
    if isinstance(one, Bell) and isinstance(other, Bell):
        return one.falling == other.falling
    return type(one) is type(other)


def _sum(first: Summand, second: Summand, different: list[int]) -> Summand:
    if not different:
        return Summand(first.weight + second.weight, first.draws)
    at = different[0]
    one, other = first.draws[at], second.draws[at]
    both: Density | Bell | Listed
    if isinstance(one, Density) and isinstance(other, Density):
        both = one.times(first.weight) + other.times(second.weight)
    elif isinstance(one, Bell):
        assert isinstance(other, Bell)
        both = one.times(first.weight) + other.times(second.weight)
    else:
        assert isinstance(one, Listed)
        assert isinstance(other, Listed)
        found: dict[Value, Any] = {}
        for masses_, weight in ((one.masses, first.weight), (other.masses, second.weight)):
            for value, mass in masses_:
                found[value] = found.get(value, Fraction(0)) + mass * weight
        both = Listed(tuple(found.items()))
    return Summand(Fraction(1), (*first.draws[:at], both, *first.draws[at + 1 :]))


# ---- what is observed ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Typed:
    """A leaked value with its type, which says how it is observed."""

    value: Value
    type: Type


def _pattern(state: State, result: Type | None) -> tuple[Pattern, Summand]:
    types: dict[int, Type] = {}
    parts = [*state.leaks, *([_Typed(state.values["res"], result)] if result is not None else [])]
    seen = tuple([_observed(part.value, part.type, types) for part in parts])
    draws = tuple([state.draws[at] for at in range(len(state.draws))])
    return Pattern(seen, tuple(sorted(types.items()))), Summand(state.weight, draws)


def _observed(value: Value, type_: Type, types: dict[int, Type]) -> Any:
    match value, type_:
        case Affine(), _:
            return value
        case Drawn(draw), _:
            types[draw] = type_
            return value
        case tuple(), List(item):
            return ("[]", *[_observed(v, item, types) for v in value])
        case tuple(), Tuple(items):
            return ("()", *[_observed(v, t, types) for v, t in zip(value, items, strict=True)])
        case _:
            return observed(value, type_)
