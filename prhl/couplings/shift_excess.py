"""shift-excess: Laplace, exponential and geometric noise is moved for less than its price, up to what is left over.

Rule.
    P ==> scale{1} = scale{2};  s, e and d do not mention the sample
    P ==> 1 - exp((e - |s|/scale)/2) <= d
    ----------------------------------------------------------------------------------------- [shift-excess]
    { P }  x :=$ Laplace(scale)  ~[e, d]  x :=$ Laplace(scale)  { x{2} = x{1} + s }

with s seen from the centres. For the others the left side of the second premise differs. For `Exponential(scale)` it is
`1 - exp(e - s/scale)`, and `1 - exp(s/scale)` if s is negative. For `Geometric(p)` it is `1 - exp(e)*(1 - p)^s`, and
`1 - (1 - p)^(-s)` if s is negative. For `DiscreteLaplace(scale)` it is nothing if |s|/scale is at most e, and
`(1 - exp(e - 1/scale))/(1 + exp(-1/scale))` if |s| is at most 1.

Where e and the scale are constants and |s| has a constant bound, it is the number for that bound, rounded up; for
DiscreteLaplace then with any bound.

Why. The excess of the noise over exp(e) times the noise moved by s is a formula (`numbers/excess.py`), in which only
samples count whose loss is above e. It grows with |s|, on either side of 0.

Pitfall. A negative e: then other samples count, and the formulas are wrong. One-sided noise moved to the left: what
falls off the end is lost whatever e is. A shift that mentions the sample in a guard: two tails count, not one.

Reference. The hockey-stick divergence of Laplace noise: Balle, Barthe and Gaboardi, NeurIPS 2018; as a lifting: Barthe,
Espitau, Hsu, Sato and Strub, ICALP 2017.

Owes. `same-noise`, `support`
"""

from fractions import Fraction

from prhl.couplings.base import Price
from prhl.couplings.lifting import Step, Unpriced, stopped
from prhl.couplings.shift import same, unmoved
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift
from prhl.distributions import is_continuous
from prhl.distributions.base import Falling
from prhl.logic.build import absolute, at_most, both, choose, either, equal, less, number, plus, times
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL
from prhl.numbers import Number
from prhl.records import dataclass


@dataclass(frozen=True)
class ShiftExcess:
    by_value = False

    def lift(self, step: Step) -> Price:
        draw, family, shift = step.draw, step.draw.family, fixed_shift(step)
        assert isinstance(family, Falling)
        owed = (same(draw, 0, family.spread), *unmoved(draw, shift))
        fall, rise = draw.fresh("fall", REAL), draw.fresh("rise", REAL)
        in_steps = family.two_sided and not is_continuous(draw.first)
        known: tuple[Term, ...] = ()
        if not in_steps:
            known = (equal(fall, _fall(step, shift)), equal(rise, Apply("neg", (fall,), REAL)))
        number_for = _least(step, shift)

        def enough(slack: Term) -> Term:
            if in_steps:
                way = _one_step(step, shift, slack)
            else:  # the same twice, as the exponents in the slack may be written with either sign
                rest = plus(number(1), slack, -1)
                way = either([at_most(rest, _exp(fall)), at_most(times(rest, _exp(rise)), number(1))])
            if number_for is None:
                return way
            move, least = number_for
            return either([both([move.owed, at_most(number(least), slack)]), way])

        return Price(owed, None if number_for is None else number(number_for[1]), enough, known)


def _loss(step: Step, distance: Term) -> Term:
    family = step.draw.family
    assert isinstance(family, Falling)
    return family.loss(step.draw.first.arguments, distance)


def _fall(step: Step, shift: Term) -> Term:
    """What is left over is 1 - exp(fall), or nothing; not for noise on both sides on the integers."""
    family, size = step.draw.family, _loss(step, absolute(shift))
    assert isinstance(family, Falling)
    if family.two_sided:
        return times(number(Fraction(1, 2)), plus(step.cost, size, -1))
    return choose(less(shift, number(0)), Apply("neg", (size,), REAL), plus(step.cost, size, -1))


def _one_step(step: Step, shift: Term, slack: Term) -> Term:
    """By 1 at most, or for its whole price."""
    g = _exp(_loss(step, number(1)))
    near = at_most(absolute(shift), number(1))
    left_over = at_most(plus(g, _exp(step.cost), -1), times(slack, plus(g, number(1))))
    return either([at_most(_loss(step, absolute(shift)), step.cost), both([near, left_over])])


def _exp(term: Term) -> Term:
    return Apply("exp", (term,), REAL)


def _least(step: Step, shift: Term) -> tuple[Moved, Fraction] | None:
    """The number for a constant bound on the shift, if there are such constants."""
    spread, epsilon = step.known.value(step.draw.argument(0)[0]), step.known.value(step.cost)
    if spread is None or epsilon is None:
        return None
    try:
        move = bounded(step, shift)
        return move, _largest(step, move, spread, step.epsilon())
    except Unpriced:
        return None
    except ArithmeticError as reason:
        stopped(reason)


def _largest(step: Step, move: Moved, spread: Number, epsilon: Number) -> Fraction:
    """It grows with the shift on either side of 0, so that on the reals the ends are enough."""
    family = step.draw.family
    assert isinstance(family, Falling)
    shifts = move.ends if is_continuous(step.draw.first) else [Fraction(n) for n in move.integers]
    return max([family.excess(spread, shift, epsilon) for shift in shifts], default=Fraction(0))
