"""States conditioned on comparisons of their draws: by a factor, by a restriction, or by a pending condition.

Let t and s have the densities f and g. If s is not used after s <= t was found, it is marginalised: t then has the
density sum over s <= t of f(t) g(s) = f(t) G(t), with the distribution function G of s. Draws that are used in one
combination only, such as t - s, are one draw whose density is a convolution, and a condition on the combination is a
restriction of it. A condition of neither kind, on continuous draws, stays pending as long as all of them are used.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from prhl.exact.closed import integer_convolution
from prhl.exact.closed.convolution import convolution
from prhl.exact.closed.discrete_gaussians import Bell
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.integer_densities import Density, geometric
from prhl.exact.closed.known_densities import Known
from prhl.exact.closed.real_densities import Curve, flat
from prhl.exact.closed.symbolic_states import Draws, Pending, State, Typed, leaves, names
from prhl.exact.closed.symbolic_values import Affine, Law, Linear, Listed, Range, Squared, Value, drawn_in, primitive
from prhl.numbers.rates import rate_of

MOST_PENDING = 4
SEVERAL = "several comparisons of draws at once"
BOTH_USED = "two draws are compared, and both are used afterwards"


def settled(state: State, found: Pending, known: Known) -> State:
    """The state conditioned on ranges of forms over its draws, as far as their densities can take that in."""
    mentioned = {draw for value in (*state.values.values(), *_leaked(state)) for draw in drawn_in(value)}
    draws, pending = _eliminated(dict(state.draws), dict(found), mentioned, known)
    state = State(state.values, state.leaks, state.weight, draws, pending)
    if pending:
        state = joined(state, {draw for form in pending for draw, _ in form})
        if any([not isinstance(state.draws[draw], Curve) for form in state.pending for draw, _ in form]):
            raise NotClosed(BOTH_USED if len(pending) == 1 else SEVERAL)
        if len(state.pending) > MOST_PENDING:
            raise NotClosed(SEVERAL)
    used = {draw for value in (*state.values.values(), *_leaked(state)) for draw in drawn_in(value)}
    used |= {draw for form in state.pending for draw, _ in form}
    draws, weight = dict(state.draws), state.weight
    for draw in [d for d in draws if d not in used]:
        weight = weight * draws.pop(draw).total
    if any([isinstance(density, Density | Curve) and density.is_zero for density in draws.values()]):
        weight = Fraction(0)
    return State(state.values, state.leaks, weight, draws, state.pending)


def _leaked(state: State) -> list[Value]:
    return [leak.value for leak in state.leaks]


# ---- draws that are not used -----------------------------------------------------------------


def _eliminated(
    draws: Draws, pending: dict[Linear, Range], mentioned: set[int], known: Known
) -> tuple[Draws, dict[Linear, Range]]:
    """Draws that are not used and occur in one form alone are marginalised, one after the other."""
    while True:
        form, gone = next(((f, g) for f in pending if (g := _unused(f, pending, mentioned))), (None, []))
        if form is None:
            break
        draws = _compared(form, pending.pop(form), draws, gone, known)
    for form in pending:
        if any([draw not in mentioned for draw, _ in form]):
            raise NotClosed(BOTH_USED if len(pending) == 1 else SEVERAL)
    return draws, pending


def _unused(form: Linear, pending: Mapping[Linear, Range], mentioned: set[int]) -> list[int]:
    others = {draw for other in pending if other != form for draw, _ in other}
    return [draw for draw, _ in form if draw not in mentioned and draw not in others]


def _compared(form: Linear, ends: Range, draws: Draws, gone: list[int], known: Known) -> Draws:
    """The draws after a form over them was found between two ends; those in `gone` are marginalised."""
    if all([isinstance(draws[draw], Curve) for draw, _ in form]):
        return _compared_reals(form, ends, draws, gone)
    if len(form) != 2 or any([abs(k) != 1 for _, k in form]):
        raise NotClosed("a comparison of more than two draws, or of multiples of them")
    (t, a), (s, b) = form
    if s not in gone:
        (t, a), (s, b) = (s, b), (t, a)
    kept, other = draws[t], draws[s]
    if not isinstance(kept, Density) or not isinstance(other, Density):
        raise NotClosed("a comparison with Gaussian noise")
    out = {draw: density for draw, density in draws.items() if draw != s}
    fitting = known.from_one(other, (a, b, ends), lambda: _fitting(other, a, b, ends))
    out[t] = known.product(kept, fitting)
    return out


def _fitting(gone: Density, a: int, b: int, ends: Range) -> Density:
    """low <= a*t + b*s <= high: at t the mass of the s that fit. b*s lies between low - a*t and high - a*t."""
    low, high = [None if end is None else int(end) for end in ends]
    if b < 0:
        gone = gone.mirrored()
    if a > 0:
        gone = gone.mirrored()  # then -b*s lies between a*t - high and a*t - low
        low, high = None if high is None else -high, None if low is None else -low
    # now the one that is marginalised, as u, lies between t + low and t + high
    up_to = gone.up_to
    everything = geometric([(None, None, gone.total, rate_of(1))])
    fitting = everything if high is None else up_to.moved(-high)  # at t the sum of all u <= t + high
    if low is not None:
        fitting = fitting + up_to.moved(1 - low).times(-1)
    return fitting


def _compared_reals(form: Linear, ends: Range, draws: Draws, gone: list[int]) -> Draws:
    """low <= a*t + v <= high, where v is the sum of all that is marginalised."""
    kept = [(draw, k) for draw, k in form if draw not in gone]
    if not kept:
        kept, gone = [form[0]], [draw for draw in gone if draw != form[0][0]]
    if len(kept) > 1:
        raise NotClosed(BOTH_USED)
    v = _sum_of([(_curve(draws[draw]), Fraction(k)) for draw, k in form if draw in gone])
    ((t, a),) = kept
    low, high = ends
    # with u = -v/a it is a*(t - u): u lies between t - high/a and t - low/a, or the other way round if a < 0
    u = v.stretched(Fraction(-1, a))
    if a < 0:
        low, high = high, low
    below = None if high is None else Fraction(high) / a
    above = None if low is None else Fraction(low) / a
    fitting = flat(u.total) if above is None else u.up_to.moved(above)  # at t the mass of all u <= t - above
    if below is not None:
        fitting = fitting + u.up_to.moved(below).times(-1)
    out = {draw: density for draw, density in draws.items() if draw not in gone}
    out[t] = _curve(draws[t]) * fitting
    return out


def _sum_of(parts: Iterable[tuple[Curve, Fraction]]) -> Curve:
    total: Curve | None = None
    for curve, c in parts:
        scaled = curve.stretched(c)
        total = scaled if total is None else convolution(total, scaled)
    assert total is not None
    return total


def _curve(density: Any) -> Curve:
    assert isinstance(density, Curve)
    return density


# ---- draws that matter in one combination ----------------------------------------------------


def joined(state: State, among: set[int]) -> State:
    """Draws whose coefficients are proportional wherever they occur are one draw; of integers, if they are the same but
    for the sign."""
    while True:
        signatures = _signatures(state, among)
        pair = next(
            (
                (t, s, ratio)
                for t in signatures
                for s in signatures
                if t < s and (ratio := _ratio(signatures, t, s)) and _fit(state.draws[t], state.draws[s], ratio)
            ),
            None,
        )
        if pair is None:
            return state
        t, s, ratio = pair
        state, name = _one(state, t, s, ratio)
        among = (among - {t, s}) | {name}


def sums(state: State) -> list[Linear]:
    """Two draws whose coefficients are proportional wherever they occur, as what is added up of them."""
    signatures = _signatures(state, set(state.draws))
    pairs = [(t, s, _ratio(signatures, t, s)) for t in signatures for s in signatures if t < s]
    return [primitive(((t, Fraction(1)), (s, ratio)))[0] for t, s, ratio in pairs if ratio is not None]


def _fit(one: Law, other: Law, ratio: Fraction) -> bool:
    """Whether the sum of one and a multiple of the other has a closed form."""
    if isinstance(one, Curve) or isinstance(other, Curve):
        return isinstance(one, Curve) and isinstance(other, Curve) and one.is_added and other.is_added
    return abs(ratio) == 1


def _signatures(state: State, among: set[int]) -> dict[int, dict[int, Fraction]]:
    """For every draw its coefficient in each form that it occurs in."""
    known = [draw for draw in sorted(among) if isinstance(state.draws.get(draw), Curve | Density | Bell)]
    found: dict[int, dict[int, Fraction]] = {draw: {} for draw in known}
    forms: list[Iterable[tuple[int, Any]]] = [
        leaf.parts for value in (*state.values.values(), *_leaked(state)) for leaf in leaves(value)
        if isinstance(leaf, Affine)
    ]  # fmt: skip
    for at, parts in enumerate([*forms, *state.pending]):
        for draw, c in parts:
            if draw in found:
                found[draw][at] = Fraction(c)
    return found


def _ratio(signatures: Mapping[int, Mapping[int, Fraction]], t: int, s: int) -> Fraction | None:
    """What the coefficients of s are of those of t."""
    one, other = signatures[t], signatures[s]
    if not one or one.keys() != other.keys():
        return None
    ratios = {other[at] / c for at, c in one.items()}
    return ratios.pop() if len(ratios) == 1 else None


def _one(state: State, t: int, s: int, ratio: Fraction) -> tuple[State, int]:
    """t + ratio*s as a new draw; a range of it alone is a cut."""
    name = next(names)
    density = _added(state.draws[t], state.draws[s], ratio)
    pending: dict[Linear, Range] = {}
    for form, ends in state.pending.items():
        parts = tuple(sorted([(name if draw == t else draw, Fraction(k)) for draw, k in form if draw != s]))
        shorter, g = primitive(parts)
        low, high = [None if end is None else end / g for end in ends]
        if g < 0:
            low, high = high, low
        if len(shorter) == 1 and shorter[0][0] == name:
            density = _cut(density, low, high)
        else:
            pending[shorter] = (low, high)
    draws = {draw: law for draw, law in state.draws.items() if draw not in (t, s)} | {name: density}
    values = {key: _without(value, t, s, name) for key, value in state.values.items()}
    leaks = tuple([Typed(_without(leak.value, t, s, name), leak.type) for leak in state.leaks])
    return State(values, leaks, state.weight, draws, pending), name


def _added(one: Law, other: Law, ratio: Fraction) -> Law:
    """The distribution of t + ratio*s."""
    if isinstance(other, Curve):
        return convolution(_curve(one), other.stretched(ratio))
    assert not isinstance(other, Listed)
    turned = other if ratio > 0 else other.mirrored()
    match one, turned:
        case Density(), Density():
            return integer_convolution.convolution(one, turned)
        case Bell(), Bell():
            return one.convolved(turned)
        case (Bell() as bell, Density() as law) | (Density() as law, Bell() as bell):
            return bell.mixed(law)
        case _:
            raise AssertionError("they fit")


def _cut(law: Law, low: int | Fraction | None, high: int | Fraction | None) -> Law:
    if isinstance(law, Density):
        return law.within(None if low is None else -(-low // 1), None if high is None else high // 1)
    return _curve(law).within(_end(low), _end(high))


def _end(end: int | Fraction | None) -> Fraction | None:
    return None if end is None else Fraction(end)


def _without(value: Value, t: int, s: int, name: int) -> Value:
    match value:
        case Affine(constant, parts):
            kept = [(name if draw == t else draw, c) for draw, c in parts if draw != s]
            return Affine(constant, tuple(sorted(kept)))
        case Squared(_, _, base):
            return value.at(_without(base, t, s, name))
        case tuple():
            return tuple([_without(part, t, s, name) for part in value])
        case _:
            return value
