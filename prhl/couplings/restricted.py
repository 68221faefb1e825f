"""restricted-excess: truncated or clamped noise is moved, up to what leaves its range.

Rule.
    P ==> |s| <= B;  the arguments of D, lo, hi, e and B are constants; s and d do not mention the sample
    the largest excess of Truncate(D, lo, hi) over exp(e) times itself moved by -B..B is at most d
    ----------------------------------------------------------------------------------------------- [restricted-excess]
    { P }  x :=$ Truncate(D, lo, hi)  ~[e, d]  x :=$ Truncate(D, lo, hi)  { x{2} = x{1} + s }

for every noise on the integers, clamped noise too, and for truncated `Laplace` noise.
Clamped noise under the identity has the excess of the noise inside, by the rule for that; its centre may be a secret.

Why. Noise on integers between two constants has finitely many masses, which are numbers. The excess is a sum over them,
taken for every integer shift up to B: exact if all of them are rational, else rounded up. Truncated Laplace noise has a
formula (`numbers/excess.py`). Under the identity the hidden samples are coupled, and what is clamped is computed from
equal values.

Pitfall. To forget what leaves the range: the ratio inside is that of D, and every price of D is wrong by what is lost
at the end. To move clamped continuous noise: its ends are atoms, and a density is no match for an atom.

Reference. Truncated noise at an epsilon and a delta: Geng, Ding, Guo and Kumar, AISTATS 2020.

Owes. `same-noise`, `shift-bound`
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.finite_excess import at_sample
from prhl.couplings.gauss import enough, owed
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import Lifting, Step, Unpriced, stopped
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift
from prhl.distributions import Family, family_of
from prhl.distributions.base import Restricting, Truncatable
from prhl.distributions.masses import Inner, NotEnumerable, OnIntegers
from prhl.logic.build import equal, number
from prhl.logic.constants import constant
from prhl.logic.terms import Distribution, DistributionArgument, Term
from prhl.numbers import Inexact, Number
from prhl.numbers.excess import Weights, between
from prhl.records import dataclass

MOST = 20_000  # values in the range


@dataclass(frozen=True)
class Restricted:
    hidden: Callable[[Family], Lifting | None]  # the rule for the noise inside
    by_value = True

    def lift(self, step: Step) -> Price:
        draw = step.draw
        first, second = _inner(draw.first), _inner(draw.second)
        inside = Draw(first, second, draw.sample, draw.image, draw.fresh)
        on_integers = all([isinstance(family_of(noise), OnIntegers) for noise in (first, second)])
        if step.bad is not None and not on_integers:
            raise Unpriced(f"there is no rule yet for `except` at {draw.first.name}({first.name}(...), ...)")
        clamps = isinstance(draw.family, Restricting) and draw.family.clamps
        if clamps and draw.image == draw.sample and first.name == second.name and step.bad is None:
            lifting = self.hidden(inside.family)
            if lifting is not None:
                found = lifting.lift(replace(step, draw=inside))
                return replace(found, owed=(same(draw, 1, "end"), same(draw, 2, "end"), *found.owed))
        if not clamps and first.name == second.name and isinstance(inside.family, Truncatable):
            return _continuous(step, inside, inside.family)
        if not on_integers:
            message = f"there is no rule yet that moves {draw.first.name}({first.name}(...), ...) at a slack"
            raise Unpriced(message, "clamped noise is coupled by the identity")
        return _on_integers(step)


def _on_integers(step: Step) -> Price:
    move = bounded(step, fixed_shift(step, centred=False))
    try:
        one, two = _weights(step.draw.first, step.known), _weights(step.draw.second, step.known)
        if step.bad is not None:
            return priced((owed(move),), number(_up_to_bad(step, step.bad, one, two, move)))
        least = between(one, two, move.integers, step.epsilon()) if move.integers else Fraction(0)
    except (ArithmeticError, NotEnumerable) as reason:
        stopped(reason)
    if _alike(one, two):
        return Price((owed(move),), number(least), enough(least, move.shift))
    return priced((owed(move),), number(least))


def _up_to_bad(step: Step, bad: Term, one: Weights, two: Weights, move: Moved) -> Fraction:
    """The probability of what is bad, and the excess of the rest."""
    masses, whole = one
    good: dict[int, Number] = {}
    lost: dict[int, Number] = {}
    for value, mass in masses.items():
        match constant(at_sample(step.draw, bad, number(value))):
            case bool() as found:
                (lost if found else good)[value] = mass
            case _:
                message = "what is excepted must be decided by the sample alone here"
                raise Unpriced(message, "write numbers for its ends")
    nothing: Weights = ({}, Fraction(1))
    inside = between((lost, whole), nothing, range(1), Fraction(0))
    return inside + (between((good, whole), two, move.integers, step.epsilon()) if move.integers else Fraction(1))


def _alike(one: Weights, two: Weights) -> bool:
    try:
        return one == two
    except Inexact:
        return False


def _continuous(step: Step, inside: Draw, family: Truncatable) -> Price:
    draw = step.draw
    move = bounded(step, fixed_shift(step, centred=False))
    centres = inside.argument(1, number(0))
    scale, low, high, centre = [
        _constant(term, step.known)
        for term in (inside.argument(0)[0], draw.argument(1)[0], draw.argument(2)[0], centres[0])
    ]
    try:
        ends = low - centre, high - centre
        least = max([family.truncated_excess(scale, end, ends, step.epsilon()) for end in move.ends])
    except ArithmeticError as reason:
        stopped(reason)
    alike = Owed("same-noise", equal(*centres), "the centres of the noise may differ")
    conditions = (same(draw, 1, "end"), same(draw, 2, "end"), same(inside, 0, "scale"), alike, owed(move))
    return Price(conditions, number(least), enough(least, move.shift))


def _inner(distribution: Distribution) -> Distribution:
    inner = distribution.arguments[0]
    assert isinstance(inner, Distribution)
    return inner


def _weights(distribution: Distribution, known: Known) -> Weights:
    inner, low, high = distribution.arguments
    assert isinstance(inner, Distribution)
    values = tuple([_constant(argument, known) for argument in inner.arguments])
    ends = [_constant(low, known), _constant(high, known)]
    found = family_of(distribution).masses([Inner(family_of(inner), values), *ends], MOST)
    return {int(value): mass for value, mass in found.pairs}, found.total


def _constant(argument: DistributionArgument, known: Known) -> Number:
    found = known.value(argument) if isinstance(argument, Term) else None
    if found is None:
        message = "truncated or clamped noise needs constants here: its scale, its centre and its ends"
        raise Unpriced(message, "write numbers for them")
    return found
