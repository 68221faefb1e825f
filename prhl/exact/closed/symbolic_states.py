"""States with symbolic draws: when two of them are equal and are merged, and what is observed at the end."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import count
from typing import Any

from prhl.exact.closed.discrete_gaussians import Bell
from prhl.exact.closed.integer_densities import Density
from prhl.exact.closed.real_densities import Curve
from prhl.exact.closed.symbolic_values import (
    Affine,
    Drawn,
    Law,
    Linear,
    Listed,
    Range,
    Squared,
    Value,
    drawn_in,
    mapped,
    primitive,
)
from prhl.logic.types import List, Tuple, Type
from prhl.numbers import divide
from prhl.records import dataclass
from prhl.semantics.observation import observed

Draws = dict[int, Law]
Pending = Mapping[Linear, Range]
"""What was found when draws were compared that are all still in use: ranges of forms over them."""


@dataclass(frozen=True)
class State:
    """What the variables are, in terms of draws, which are independent but for what is pending."""

    values: dict[str, Value]
    leaks: tuple["Typed", ...]
    weight: Any  # Exact
    draws: Draws
    pending: Pending = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Typed:
    """A leaked value with its type, which says how it is observed."""

    value: Value
    type: Type


@dataclass(frozen=True)
class Summand:
    """One summand of the mass of a pattern: a weight and a density for each of its draws."""

    weight: Any
    draws: tuple[Law, ...]

    @property
    def total(self) -> Any:
        mass = self.weight
        for density in self.draws:
            mass = mass * density.total
        return mass


@dataclass(frozen=True)
class Pattern:
    """What is observed, with forms over draws 0, 1, ... in it; `types` says what the draws are that are no numbers."""

    seen: tuple[Any, ...]
    types: tuple[tuple[int, Type], ...]
    returns: bool = field(default=True, compare=False)  # the last of it is the result; else it was leaked


@dataclass(frozen=True)
class Patterns:
    """What is observed for one input: the masses of all patterns add up to 1, but for what never leaves a loop."""

    terms: dict[Pattern, list[Summand]]
    lost: Any = Fraction(0)

    @property
    def is_plain(self) -> bool:
        """Nothing is left undetermined."""
        return all([not term.draws for terms in self.terms.values() for term in terms])


def merged(states: list[State]) -> list[State]:
    """States that agree up to the names and places of their draws are one."""
    if len(states) < 2:
        return states
    groups: dict[Any, list[State]] = {}
    for state in states:
        state = ordered(state)
        pending = tuple(sorted(state.pending.items(), key=lambda item: item[0]))
        key = (tuple(sorted(state.values.items(), key=lambda item: item[0])), state.leaks, pending)
        groups.setdefault(key, []).append(state)
    out = []
    for same in groups.values():
        first = same[0]
        terms = added([Summand(s.weight, tuple([s.draws[i] for i in range(len(s.draws))])) for s in same])
        out += [State(first.values, first.leaks, t.weight, dict(enumerate(t.draws)), first.pending) for t in terms]
    return [fresh(state) for state in out]


names = count()


def fresh(state: State) -> State:
    """Names of draws that no other state has: later draws are named apart from them."""
    new = {draw: next(names) for draw in state.draws}
    images: dict[int, Value] = {old: named(state.draws[old], at) for old, at in new.items()}
    return renamed(state, images, {new[old]: density for old, density in state.draws.items()})


def renamed(state: State, images: Mapping[int, Value], draws: Draws) -> State:
    if not images:
        return state
    return State(
        {name: mapped(value, images) for name, value in state.values.items()},
        tuple([Typed(mapped(leak.value, images), leak.type) for leak in state.leaks]),
        state.weight,
        draws,
        dict([_moved(form, ends, images) for form, ends in state.pending.items()]),
    )


def _moved(form: Linear, ends: Range, images: Mapping[int, Value]) -> tuple[Linear, Range]:
    """What is known of a form, said of its image: g*image + c lies between the ends."""
    image = mapped(Affine(0, tuple([(draw, Fraction(k)) for draw, k in form])), images)
    found, g = primitive(image.parts)
    low, high = [None if end is None else (end - image.constant) / g for end in ends]
    return found, (low, high) if g > 0 else (high, low)


def ordered(state: State) -> State:
    """Draws numbered as they are met; the first form that a draw comes in alone is the draw itself, as far as it can.

    If a variable is -t + 5, the draw becomes t' = -t + 5, with the density moved. Integers are moved by integers, so
    that what is left of the constant is less than 1, or than the factor of the draw; reals are moved and stretched.
    """
    images: dict[int, Value] = {}
    draws: Draws = {}
    forms = [v for name in sorted(state.values) for v in leaves(state.values[name])]
    forms += [v for leak in state.leaks for v in leaves(leak.value)]
    for leaf in forms:
        new = [draw for draw in dict.fromkeys(drawn_in(leaf)) if draw not in images]
        if not new:
            continue
        for draw in new[:-1]:
            images[draw] = named(state.draws[draw], len(draws))
            draws[len(draws)] = state.draws[draw]
        draw, at = new[-1], len(draws)
        density = state.draws[draw]
        if isinstance(leaf, Affine) and not isinstance(density, Listed):
            c = dict(leaf.parts)[draw]
            shift = mapped(Affine(leaf.constant, tuple([p for p in leaf.parts if p[0] != draw])), images)
            constant = shift.constant if isinstance(shift, Affine) else shift
            if isinstance(density, Curve):
                by = Fraction(constant) if isinstance(constant, int | Fraction) else Fraction(constant // 1)
                # the draw t' = c*t + by, so that t = (t' - by)/c
                draws[at] = density.stretched(c).moved(by)
                images[draw] = Affine(-by / c, ((at, 1 / c),))
                continue
            whole, sign = (constant if abs(c) == 1 else constant * (1 / abs(c))) // 1, Fraction(1 if c > 0 else -1)
            # the draw t' = sign*t + whole, so that t = sign*(t' - whole), and c*t = |c|*t' - |c|*whole
            draws[at] = (density if c > 0 else density.mirrored()).moved(int(whole))
            images[draw] = Affine(-sign * whole, ((at, sign),))
            continue
        images[draw] = named(density, at)
        draws[at] = density
    return renamed(state, images, draws)


def named(density: Law, at: int) -> Value:
    """The draw itself, as a value."""
    return Drawn(at) if isinstance(density, Listed) else Affine(0, ((at, Fraction(1)),))


def shape(law: Law) -> Hashable:
    """What equal distributions have in common; distributions that are equal may be written in several ways."""
    match law:
        case Density(parts) | Curve(parts):
            return tuple([(part.low, part.high, frozenset(part.terms.items())) for part in parts])
        case Bell(falling, centres):
            return falling, centres
        case Listed(masses):
            return masses


def normal(law: Law) -> Law:
    """With the mass 1."""
    if law.total == 1:
        return law
    share: Any = divide(1, law.total)
    if isinstance(law, Listed):
        return Listed(tuple([(value, mass * share) for value, mass in law.masses]))
    return law.times(share)


def leaves(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, Squared):
        yield value.base
    elif isinstance(value, Affine | Drawn):
        yield value


def added(terms: list[Summand]) -> list[Summand]:
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


def _alike(one: Law, other: Law) -> bool:
    """Whether they can be added."""
    if isinstance(one, Bell) and isinstance(other, Bell):
        return one.shape == other.shape
    return type(one) is type(other)


def _sum(first: Summand, second: Summand, different: list[int]) -> Summand:
    if not different:
        return Summand(first.weight + second.weight, first.draws)
    at = different[0]
    one, other = first.draws[at], second.draws[at]
    both: Law
    match one, other:
        case Density(), Density():
            both = one.times(first.weight) + other.times(second.weight)
        case Curve(), Curve():
            both = one.times(first.weight) + other.times(second.weight)
        case Bell(), Bell():
            both = one.times(first.weight) + other.times(second.weight)
        case Listed(), Listed():
            found: dict[Value, Any] = {}
            for masses_, weight in ((one.masses, first.weight), (other.masses, second.weight)):
                for value, mass in masses_:
                    found[value] = found.get(value, Fraction(0)) + mass * weight
            both = Listed(tuple(found.items()))
        case _:
            raise AssertionError("they are alike")
    return Summand(Fraction(1), (*first.draws[:at], both, *first.draws[at + 1 :]))


# ---- what is observed ------------------------------------------------------------------------


def pattern_of(state: State, result: Type | None) -> tuple[Pattern, Summand]:
    types: dict[int, Type] = {}
    parts = [*state.leaks, *([Typed(state.values["res"], result)] if result is not None else [])]
    seen = tuple([_observed(part.value, part.type, types) for part in parts])
    draws = tuple([state.draws[at] for at in range(len(state.draws))])
    return Pattern(seen, tuple(sorted(types.items())), result is not None), Summand(state.weight, draws)


def as_seen(value: Value, type_: Type) -> Any:
    """A value over numbers that were drawn, as it is observed."""
    return _observed(value, type_, {})


def _observed(value: Value, type_: Type, types: dict[int, Type]) -> Any:
    match value, type_:
        case ((Affine() | Squared()), _):
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
