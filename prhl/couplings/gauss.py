"""gauss-shift: Gaussian noise is moved, at a chosen epsilon and the smallest delta that goes with it.

Rule.
    P ==> |s| <= B, where s is the shift, seen from the centres
    sigma, c and B are constants; s does not mention the sample
    -------------------------------------------------------------------------------------------- [gauss-shift]
    { P }  x :=$ Gauss(sigma)  ~[c, delta(B, sigma, c)]  x :=$ Gauss(sigma)  { x{2} = x{1} + s }

The epsilon c is the stated `cost`, or all of the claim's; the delta is charged to `slack`.

Why. The smallest delta between the noise and the noise moved by s is a formula (`numbers/gaussian.py`). It grows with
|s|, so that B may stand for |s|. The relation `x{2} = x{1} + s` between the two samples is then lifted within (c,
delta): an event S of run 1 is related to S + s of run 2.

Pitfall. A shift that mentions the sample, even in a guard: a + B if a > 0 else a - B is injective and moves by B
everywhere, and its true delta is twice that of the formula. Integer noise and a bound that is no integer. A delta that
is checked only at the end: `slack` may not exceed it on the way.

Reference. Balle and Wang, ICML 2018; Canonne, Kamath and Steinke, NeurIPS 2020.

Owes. `same-noise`, `shift-bound`

gauss-symbols: Gaussian noise whose sigma, epsilon, delta or shift are symbols.

Rule.
    P ==> sigma{1} = sigma{2} and |s| <= D;  s, D, e and d do not mention the sample
    P ==> s = 0,
      or  0 < e <= 1 and 0 < d < 1 and 2*ln(5/(4*d))*D^2 <= sigma^2*e^2,
      or  0 < d <= 1 and r <= e and 4*r*ln(1/d) <= (e - r)^2, where r = D^2/(2*sigma^2)
    -------------------------------------------------------------------------------- [gauss-symbols]
    { P }  x :=$ Gauss(sigma)  ~[e, d]  x :=$ Gauss(sigma)  { x{2} = x{1} + s }

The second line is the classical one, the third is `r + 2*sqrt(r*ln(1/d)) <= e`. D is the smallest bound that can be
shown among those that the facts suggest, divided by n where all of s is, else |s| itself. Where no `slack` is stated,
all of the claim's delta is.

Why. The divergence of order a > 1 between the noise and the noise moved by s is a*s^2/(2*sigma^2) <= a*r, and at most
that on the integers, for an integer s. The third line follows for a - 1 = (e - r)/(2*r): by Markov the loss exceeds e
with probability at most exp((a - 1)*(a*r - e)) = exp(-(e - r)^2/(4*r)) <= d. The second line follows too. Let
L = ln(5/(4*d)), which is above .223; larger noise is closer, so let r = e^2/(4*L). If L <= 1/2, then by Pinsker the
total variation is at most sqrt(r/2) <= 1/sqrt(8*L), which is at most 5/4*exp(-L) = d for such L. Else let
a = 1/2 + 2*L/e >= 3/2. As max(0, 1 - exp(e - z)) <= exp((a - 1)*(z - e))/a for every loss z, the delta is at most
exp((a - 1)*(a*r - e))/a = exp(-L + e/2 - e^2/(16*L))/a <= 4/5*d*exp(1/2)/(3/2) < d.

Pitfall. The classical line for e above 1: at e = 10 and d = 1/100000 it is false. d = 0, where nothing is enough. A
sigma that is a secret: with shift 0 the two draws differ all the same. A cost and a slack of several steps: each line
speaks of one step, and what the steps spend is added up. Root without its sign: `4*r*ln(1/d) <= (e - r)^2` holds for
very small sigma, too, where e < r.

Reference. Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Theorem A.1; Bun and Steinke, TCC 2016,
Proposition 1.3; the bound by exp((a - 1)*(z - e))/a and the integers: Canonne, Kamath and Steinke, NeurIPS 2020.

Owes. `same-noise`, `shift-bound`, `price`
"""

from collections.abc import Callable
from fractions import Fraction

from prhl.couplings.base import Owed, Price
from prhl.couplings.each import list_shift
from prhl.couplings.lifting import Step, Unpriced, stopped
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import Moved, bounded, fixed_shift, least_bound
from prhl.distributions import Family, is_continuous
from prhl.distributions.base import Bell
from prhl.distributions.each import Each
from prhl.logic.build import absolute, at_most, both, either, equal, less, number, plus, quotient, times
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL
from prhl.numbers import Number, sign
from prhl.records import dataclass

BOUND = "the shift may be larger than the bound that its price is for"


@dataclass(frozen=True)
class Gaussian:
    by_value = False

    def lift(self, step: Step) -> Price:
        if isinstance(step.draw.family, Each):
            moved = list_shift(step.draw)
            shift, each, alike = moved.distance("norm2"), moved.each, moved.owed
        else:
            shift, each, alike = fixed_shift(step), step.draw, (same(step.draw, 0, "sigma"),)
        term = each.argument(0)[0]
        sigma, epsilon = step.known.value(term), step.known.value(step.cost)
        computed = each is step.draw or is_continuous(each.first)  # of lists of integers only the lines are known
        move = None if sigma is None or epsilon is None or not computed else _constant_bound(step, shift)
        if sigma is None or move is None:
            return _symbolic(step, shift, term, alike)
        least = _delta(each.family, move.bound, sigma, step.epsilon())
        return Price((*alike, owed(move)), number(least), enough(least, shift))


def _constant_bound(step: Step, shift: Term) -> Moved | None:
    try:
        return bounded(step, shift)
    except Unpriced:
        return None


def _symbolic(step: Step, shift: Term, sigma: Term, alike: tuple[Owed, ...]) -> Price:
    """gauss-symbols: what is enough at a slack is a formula, and no smallest slack is known."""
    bound = least_bound(step, shift)
    within = Owed("shift-bound", at_most(absolute(shift), bound), BOUND)

    def enough(slack: Term) -> Term:
        ways = (equal(shift, number(0)), *lines(bound, sigma, step.cost, slack))
        return next((way for way in ways if step.follows(way)), either(ways))

    return Price((*alike, within), None, enough)


def lines(distance: Term, sigma: Term, epsilon: Term, delta: Term) -> tuple[Term, Term]:
    """The classical line and the line by rho: each shows that noise moved by this distance is within the two."""
    zero, one, square = number(0), number(1), _square(distance)
    log = _ln(quotient(number(5), times(number(4), delta)))
    enough = at_most(times(number(2), times(log, square)), _square(times(sigma, epsilon)))
    classical = both([less(zero, epsilon), at_most(epsilon, one), less(zero, delta), less(delta, one), enough])
    rho = quotient(_square(quotient(distance, sigma)), number(2))
    enough = at_most(times(number(4), times(rho, _ln(quotient(one, delta)))), _square(plus(epsilon, rho, -1)))
    return classical, both([less(zero, delta), at_most(delta, one), at_most(rho, epsilon), enough])


def _square(term: Term) -> Term:
    return number(1) if term == number(1) else Apply("pow", (term, number(2)), term.type)


def _ln(term: Term) -> Term:
    return Apply("ln", (term,), REAL)


def owed(move: Moved) -> Owed:
    return Owed("shift-bound", move.owed, BOUND)


def enough(least: Fraction, shift: Term) -> Callable[[Term], Term]:
    """Where nothing is moved, nothing is needed; that a slack is not negative is owed by the rule."""
    return lambda slack: either([at_most(number(least), slack), equal(shift, number(0))])


def _delta(family: Family, bound: Fraction, sigma: Number, epsilon: Number) -> Fraction:
    assert isinstance(family, Bell)
    try:
        if sign(sigma) <= 0:
            raise Unpriced("sigma must be positive")
        return family.delta(sigma, bound, epsilon)
    except ArithmeticError as reason:
        stopped(reason)
