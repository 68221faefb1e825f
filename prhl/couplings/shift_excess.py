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

from dataclasses import dataclass
from fractions import Fraction

from prhl.couplings.base import Owed
from prhl.couplings.lifting import Lifted, Step, Unpriced, stopped
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift
from prhl.logic.build import absolute, at_most, both, choose, either, equal, less, number, plus, quotient, times
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL
from prhl.numbers import Number, excess


@dataclass(frozen=True)
class ShiftExcess:
    families = ("Laplace", "DiscreteLaplace", "Exponential", "Geometric")

    def lift(self, step: Step) -> Lifted:
        draw, shift = step.draw, fixed_shift(step)
        scale, _ = draw.argument(0)
        geometric = draw.first.name == "Geometric"
        owed = [same(draw, 0, "probability" if geometric else "scale")]
        if geometric:
            stays = either([less(scale, number(1)), equal(shift, number(0))])
            owed.append(Owed("support", stays, "Geometric(1) is always 0, so its sample cannot be moved"))
        fall, rise = draw.fresh("fall", REAL), draw.fresh("rise", REAL)
        known: tuple[Term, ...] = ()
        if draw.first.name != "DiscreteLaplace":
            known = (equal(fall, _fall(step, shift)), equal(rise, Apply("neg", (fall,), REAL)))
        number_for = _least(step, shift)

        def enough(slack: Term) -> Term:
            if draw.first.name == "DiscreteLaplace":
                way = _one_step(shift, scale, step.cost, slack)
            else:  # the same twice, as the exponents in the slack may be written with either sign
                rest = plus(number(1), slack, -1)
                way = either([at_most(rest, _exp(fall)), at_most(times(rest, _exp(rise)), number(1))])
            if number_for is None:
                return way
            move, least = number_for
            return either([both([move.owed, at_most(number(least), slack)]), way])

        return Lifted(tuple(owed), enough, None if number_for is None else number_for[1], known)


def _fall(step: Step, shift: Term) -> Term:
    """What is left over is 1 - exp(fall), or nothing."""
    scale, _ = step.draw.argument(0)
    match step.draw.first.name:
        case "Laplace":
            return times(number(Fraction(1, 2)), plus(step.cost, quotient(absolute(shift), scale), -1))
        case "Geometric":
            rate = Apply("ln", (quotient(number(1), plus(number(1), scale, -1)),), REAL)
            size = times(absolute(shift), rate)
        case _:
            size = quotient(absolute(shift), scale)
    return choose(less(shift, number(0)), Apply("neg", (size,), REAL), plus(step.cost, size, -1))


def _one_step(shift: Term, scale: Term, cost: Term, slack: Term) -> Term:
    """By 1 at most, or for its whole price."""
    g = _exp(quotient(number(1), scale))
    near = at_most(absolute(shift), number(1))
    left_over = at_most(plus(g, _exp(cost), -1), times(slack, plus(g, number(1))))
    return either([at_most(quotient(absolute(shift), scale), cost), both([near, left_over])])


def _exp(term: Term) -> Term:
    return Apply("exp", (term,), REAL)


def _least(step: Step, shift: Term) -> tuple[Moved, Fraction] | None:
    """The number for a constant bound on the shift, if there are such constants."""
    scale, epsilon = step.known.value(step.draw.argument(0)[0]), step.known.value(step.cost)
    if scale is None or epsilon is None:
        return None
    try:
        move = bounded(step, shift)
        return move, _largest(step.draw.first.name, move, scale, step.epsilon())
    except Unpriced:
        return None
    except ArithmeticError as reason:
        stopped(reason)


def _largest(family: str, move: Moved, scale: Number, epsilon: Number) -> Fraction:
    """It grows with the shift on either side of 0, so that the ends are enough."""
    match family:
        case "Laplace":
            return excess.laplace(move.bound, scale, epsilon)
        case "Exponential":
            return max([excess.exponential(end, scale, epsilon) for end in move.ends])
        case "Geometric":
            return max([excess.geometric(end, scale, epsilon) for end in move.integers], default=Fraction(0))
        case _:
            return max([excess.discrete_laplace(end, scale, epsilon) for end in move.integers], default=Fraction(0))
