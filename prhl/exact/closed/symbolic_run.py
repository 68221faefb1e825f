"""Programs run with symbolic draws: closed forms of rows whose support is infinite, or too large to list.

A state is what the variables are, in terms of draws, and the distributions of these draws, which are independent. A
draw that is only released keeps its distribution; one that is compared with a number is restricted to an interval in
each case; one that is compared with another draw and not used later becomes a factor of that other draw's density, its
distribution function Pr[s <= t] (see `compared_draws`). So the masses of sparse vector and noisy max with untruncated
noise come out exactly, on the integers and on the reals, and a transcript of many independent answers is a product of
small factors. A draw that is not used any more is marginalised. Loops that end by luck are solved (see `chains`), so
that a redraw loop leaves a conditional distribution. What has no such form raises NotClosed.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import gcd
from typing import Any

from prhl.distributions import BY_NAME, is_restricted
from prhl.exact.chains.lucky_loops import LuckyWalk, Unit
from prhl.exact.closed import compared_draws
from prhl.exact.closed.by_cases import ByCases
from prhl.exact.closed.exponential_polynomials import NotClosed, monomials
from prhl.exact.closed.integer_densities import Density, Part, listed
from prhl.exact.closed.known_densities import Known
from prhl.exact.closed.laws import MOST_POINTS, SMALL, ways_of
from prhl.exact.closed.real_densities import Curve
from prhl.exact.closed.symbolic_states import (
    Pattern,
    Patterns,
    State,
    Summand,
    Typed,
    added,
    fresh,
    merged,
    named,
    names,
    normal,
    ordered,
    pattern_of,
    renamed,
    shape,
)
from prhl.exact.closed.symbolic_values import (
    EVERYTHING,
    MOST_CLASSES,
    Affine,
    Classes,
    Evaluator,
    Law,
    Linear,
    Listed,
    Range,
    Resolve,
    Split,
    Value,
    drawn_in,
    has_square,
    intersection,
    is_open,
    mapped,
    plus,
    tells_draws,
)
from prhl.logic.terms import Distribution
from prhl.numbers import Inexact
from prhl.numbers.generating_functions import progressions
from prhl.semantics.draw_tables import legal
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.program_walk import Live, arguments_of
from prhl.source import Span

__all__ = ["Pattern", "Patterns", "Summand", "run"]

MOST_STATES = 400
MOST_STEPS = 200_000  # statements on states, and what the densities of these are made of
MONOMIALS = 16  # of densities that count as a step
WORD = 512  # bits of a rational weight that count as a step
ROUNDS = 20_000
SOLVED = 200  # states at the head of a loop


def run(program: FlatProgram, inputs: Mapping[str, Value], meter: Meter | None = None) -> Patterns:
    """The closed form of a row, within the steps of a meter, or NotClosed."""
    try:
        found = Symbolic(meter or Meter(MOST_STEPS)).run(program, inputs)
        total = sum([term.total for terms in found.terms.values() for term in terms], Fraction(0))
        assert total + found.lost == 1, f"the closed form has mass {total}"
    except Inexact as reason:
        raise NotClosed(str(reason)) from None
    return found


class Symbolic(ByCases[State]):
    """The domain of states with symbolic draws."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.laws: dict[Any, list[Law]] = {}
        self.known = Known()
        self.walked: LuckyWalk[State] = LuckyWalk(self)

    def walk(self) -> LuckyWalk[State]:
        return self.walked

    def run(self, program: FlatProgram, inputs: Mapping[str, Value]) -> Patterns:
        done = self.ends(program, State(dict(inputs), (), Fraction(1), {}))
        result = program.result
        out: dict[Pattern, list[Summand]] = {}
        for state in self.told(merged(done)):
            pattern, term = pattern_of(ordered(state), None if result is None else result.type)
            out.setdefault(pattern, []).append(term)
        lost = sum(self.walked.lost, Fraction(0))
        found = Patterns({pattern: added(terms) for pattern, terms in out.items()}, lost)
        if lost != 0 and not found.is_plain:
            raise NotClosed("a loop is never left by some runs")
        return found

    def told(self, states: list[State]) -> list[State]:
        """States whose outputs determine their draws; in others draws are summed to one, or resolved by value."""
        while True:
            out: list[State] = []
            changed = False
            for state in states:
                known: set[int] = set()
                seen = (*[leak.value for leak in state.leaks], *state.values.values())
                if state.pending:
                    raise NotClosed(compared_draws.BOTH_USED)
                if has_square(seen) and any([isinstance(law, Curve) for law in state.draws.values()]):
                    raise NotClosed("a square beside continuous noise")
                if tells_draws(seen, known):
                    out.append(state)
                    continue
                changed = True
                fewer = _summed(state)
                if len(fewer.draws) < len(state.draws):
                    out.append(fewer)
                elif (several := self.added_multiples(state)) is not None:
                    out += list(self.in_classes(state, *several))
                else:
                    out += list(self.resolved(state, list(reversed(dict.fromkeys(drawn_in(seen)))), {}))
            states = merged(out)
            self.count(states)
            if not changed:
                return states

    def added_multiples(self, state: State) -> tuple[int, int] | None:
        """A draw of infinite support whose residue classes make one draw of a sum of different multiples."""
        for form in compared_draws.sums(state):
            laws = [state.draws[draw] for draw, _ in form]
            if any([isinstance(law, Density) and law.points(MOST_POINTS) is None for law in laws]):
                found = self.multiple(state, form, {})
                if found is not None:
                    return found
        return None

    # ---- statements --------------------------------------------------------------------------

    def merge(self, states: list[State]) -> list[State]:
        return merged(states)

    def count(self, states: list[State]) -> None:
        self.check(len(states))

    def rounds(self, place: Span) -> Callable[[list[State]], list[State]]:
        numbers = count(1)

        def entering(states: list[State]) -> list[State]:
            if next(numbers) > ROUNDS:
                raise NotClosed("a loop that need not end")
            return states

        return entering

    def check(self, states: int) -> None:
        if states > MOST_STATES:
            raise NotClosed("there are too many cases")
        self.spend(states)

    def spend(self, steps: int) -> None:
        try:
            self.meter.spend(steps)
        except OutOfSteps:
            raise NotClosed("there are too many cases") from None

    def draw(self, state: State, sample: Sample, live: Live) -> Iterator[State]:
        target, distribution = sample.target, sample.distribution
        for one, (values, offset), assumed in self.cases(state, lambda e: _arguments(e, distribution)):
            if target not in live:  # never read, but it must exist
                (self.ways if is_restricted(distribution) else legal)(distribution, values)
                yield from self.settled(one, assumed, live)
                continue
            for law in self.ways(distribution, values):
                if isinstance(law, Listed) and len(law.masses) == 1:
                    ((drawn, mass),) = law.masses
                    wider = replace(one, values={**one.values, target: drawn}, weight=one.weight * mass)
                else:
                    wider = self.drawn(one, target, law, offset)
                yield from self.settled(wider, assumed, live)

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

    # ---- loops that are solved ---------------------------------------------------------------

    def rough(self, state: State, without: Live) -> Hashable:
        plain = [(n, v) for n, v in sorted(state.values.items()) if n not in without and not is_open(v)]
        return tuple(plain), len(state.leaks), len(state.draws)

    def unit(self, state: State, without: Live) -> Unit[State]:
        """The distributions of draws have the mass 1, too."""
        if state.pending:
            raise NotClosed("draws are compared in a loop that ends by luck, and both are used afterwards")
        counts = {name: value for name, value in state.values.items() if name in without}
        if any([is_open(value) for value in counts.values()]):
            raise NotClosed("a counter of rounds that starts at what was drawn")
        found = ordered(replace(state, values={**state.values, **dict.fromkeys(counts, 0)}))
        weight = found.weight
        for law in found.draws.values():
            weight = weight * law.total
        draws = {draw: normal(law) for draw, law in found.draws.items()}
        values = tuple([pair for pair in sorted(found.values.items()) if pair[0] not in without])
        key = (values, found.leaks, tuple([shape(draws[at]) for at in range(len(draws))]))
        return Unit(key, fresh(replace(found, weight=Fraction(1), draws=draws)), weight, counts)

    def times(self, state: State, factor: Any) -> list[State]:
        """Where few integers are left of the only draw, they are states of their own."""
        found = replace(state, weight=state.weight * factor)
        laws = list(state.draws.values())
        if len(laws) == 1 and isinstance(laws[0], Density) and laws[0].points(SMALL) is not None:
            return list(self.resolved(found, list(state.draws), {}))
        return [found]

    def counted(self, state: State, name: str, start: Any, step: Fraction, function: Any) -> Iterator[State]:
        """The counter is start + step * n, where n is a new draw; one for each residue class, if n goes in steps."""
        for found in progressions(function):
            law = listed([(t, mass) for t, mass in enumerate(found.heads) if mass != 0])
            if found.terms:
                law = law + Density((Part(len(found.heads), None, found.terms),))
            first, factor = start + step * found.first, step * found.step
            points = law.points(1)
            if points is None:
                draw = next(names)
                value = plus(first, Affine(Fraction(0), ((draw, factor),)))
                yield replace(state, values={**state.values, name: value}, draws={**state.draws, draw: law})
                continue
            for t, mass in points:
                value = plus(first, factor * t)
                yield replace(state, values={**state.values, name: value}, weight=state.weight * mass)

    def more(self, states: int) -> None:
        if states >= SOLVED:
            raise NotClosed("a loop has too many states")

    # ---- cases -------------------------------------------------------------------------------

    def cases(
        self, state: State, work: Callable[[Evaluator], Any], assumed: Mapping[Linear, Range] | None = None
    ) -> Iterator[tuple[State, Any, Mapping[Linear, Range]]]:
        """What the work gives, in each of the cases that it depends on."""
        assumed = state.pending if assumed is None else assumed
        try:
            found = work(Evaluator(state.values, state.draws, assumed))
        except (Fault, Undecidable):
            if assumed and compared_draws.settled(replace(state, values={}, leaks=()), assumed, self.known).weight == 0:
                return  # what is assumed cannot happen, so that nothing goes wrong there
            raise
        except Split as split:
            form, ranges = split.form, split.ranges
        except Classes as split:
            for one in self.in_classes(state, split.draw, split.modulus):
                yield from self.cases(one, work, assumed)
            return
        except Resolve as resolve:
            for one in self.resolved(state, resolve.draws, assumed):
                yield from self.cases(one, work, assumed)
            return
        else:
            yield state, found, assumed
            return
        self.check(1)
        if (several := self.multiple(state, form, assumed)) is not None:
            for one in self.in_classes(state, *several):
                yield from self.cases(one, work, assumed)
            return
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

    def multiple(self, state: State, form: Linear, assumed: Mapping[Linear, Range]) -> tuple[int, int] | None:
        """Of two integers that were drawn and are compared, or added, with different factors: one of them and a number
        modulo which its residue classes are told apart, so that in each of them the factors are more alike."""
        if len(form) != 2 or abs(form[0][1]) == abs(form[1][1]):
            return None
        if any([draw == other for pending in assumed for other, _ in pending for draw, _ in form]):
            return None
        for (draw, k), (_, other) in (form, form[::-1]):
            modulus = abs(other) // gcd(k, other)
            if not isinstance(state.draws[draw], Density) or modulus > MOST_CLASSES:
                return None
            if modulus > 1:
                return draw, modulus
        return None

    def in_classes(self, state: State, draw: int, modulus: int) -> Iterator[State]:
        """A state for every residue class of a draw: t = modulus*t' + r, and it is t' that is drawn."""
        density = state.draws[draw]
        assert isinstance(density, Density)
        self.check(modulus)
        for r in range(modulus):
            part, new = density.residue(modulus, r), next(names)
            if not part.is_zero:
                draws = {other: law for other, law in state.draws.items() if other != draw} | {new: part}
                yield renamed(state, {draw: Affine(r, ((new, Fraction(modulus)),))}, draws)

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

    def settled(self, state: State, assumed: Mapping[Linear, Range], live: Live) -> list[State]:
        """The state with its live variables; draws that are not used are marginalised, under what is assumed of them.
        None where that has probability 0."""
        values = {name: value for name, value in state.values.items() if name in live}
        found = compared_draws.settled(replace(state, values=values), assumed, self.known)
        self.spend((monomials(found.weight) + sum([law.size for law in found.draws.values()])) // MONOMIALS)
        if isinstance(found.weight, Fraction):
            self.spend(found.weight.denominator.bit_length() // WORD)
        return [found] if found.weight != 0 else []


def _summed(state: State) -> State:
    """Draws that are used in one sum only are one, where that has a closed form."""
    try:
        return compared_draws.joined(state, set(state.draws))
    except (NotClosed, Inexact):
        return state


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
    for at, value in enumerate(arguments_of(distribution, evaluator.value)):
        parameter = BY_NAME[distribution.name].parameters[at].name
        if isinstance(value, Affine) and parameter == "loc" and offset is None:
            offset, value = value, 0
        elif is_open(value):
            evaluator.resolve([value])
        values.append(value)
    return tuple(values), offset
