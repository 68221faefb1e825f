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

Owes. Nothing of its own; its conditions are owed by `lifted-draw`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from prhl.couplings.base import Draw
from prhl.couplings.closed import closed_value
from prhl.couplings.pieces import shift_of
from prhl.logic.build import absolute, at_most, number, plus
from prhl.logic.terms import Apply, Constant, Term, subterms
from prhl.numbers import Inexact, Number, sign
from prhl.numbers.gaussian import continuous_delta, discrete_delta

FAMILIES = ("Gauss", "DiscreteGauss")
MULTIPLES = (1, 2, 3, 4)
LARGEST = 1_000  # of a bound that is tried


class Unpriced(Exception):
    """There is no price; says why and what to try."""

    def __init__(self, message: str, hint: str) -> None:
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Moved:
    """By how much the noise is moved, seen from the centres, and a bound on that."""

    shift: Term
    bound: Fraction

    @property
    def owed(self) -> Term:
        return at_most(absolute(self.shift), number(self.bound))


def moved(draw: Draw, follows: Callable[[Term], bool], facts: Iterable[Term]) -> Moved:
    """The shift with the smallest bound that can be shown among those that the facts suggest."""
    shift = shift_of(draw.image, draw.sample)
    if shift is None or draw.sample in subterms(shift):
        message = "Gaussian noise is moved by something that does not mention the sample, not even in a condition"
        raise Unpriced(message, "write `couple x{2} = x{1} + s`, with s made of what was known before the draw")
    centre, other = draw.argument(1, number(0))
    if centre != other:
        shift = plus(shift, plus(other, centre, -1), -1)
    known = closed_value(shift)
    if isinstance(known, int | Fraction):
        return Moved(shift, abs(Fraction(known)))
    candidates = _candidates(facts)
    low, high = 0, len(candidates)
    while low < high:  # what is bounded by one is bounded by all larger ones
        middle = (low + high) // 2
        if follows(Moved(shift, candidates[middle]).owed):
            high = middle
        else:
            low = middle + 1
    if low == len(candidates):
        message = "no constant bound on the shift can be shown, and Gaussian noise has a price only for a bounded shift"
        raise Unpriced(message, "bound the difference by a constant: in the relation, by an invariant or an assertion")
    return Moved(shift, candidates[low])


def _candidates(facts: Iterable[Term]) -> list[Fraction]:
    """The numbers in the facts, and small multiples of them."""
    found = {Fraction(0), Fraction(1)}
    for fact in facts:
        for part in subterms(fact):
            value = closed_value(part) if isinstance(part, Constant) or _is_quotient(part) else None
            if isinstance(value, int | Fraction):
                found.add(abs(Fraction(value)))
    return sorted({n * k for n in found for k in MULTIPLES if n * k <= LARGEST})


def _is_quotient(term: Term) -> bool:
    """`1/2`, as it is written."""
    return isinstance(term, Apply) and term.operator == "div"


def price(draw: Draw, move: Moved, cost: Term) -> Fraction:
    """The delta of this move at the epsilon `cost`; both must be constants."""
    sigma, epsilon = closed_value(draw.argument(0)[0]), closed_value(cost)
    if sigma is None:
        message = "the sigma of Gaussian noise must be a constant here"
        raise Unpriced(message, "write a number for it, such as `Gauss(2)`")
    if epsilon is None:
        message = "the epsilon of this step must be a constant"
        raise Unpriced(message, "write `cost e` with a number e; its smallest delta is charged to `slack`")
    return delta(draw.first.name, move.bound, sigma, epsilon)


def delta(family: str, bound: Fraction, sigma: Number, epsilon: Number) -> Fraction:
    try:
        if sign(sigma) <= 0 or sign(epsilon) < 0:
            raise Unpriced("sigma must be positive, and the epsilon of a step not negative", "")
        if family == "Gauss":
            return continuous_delta(bound, sigma, epsilon)
        return discrete_delta(bound.numerator // bound.denominator, sigma, epsilon)
    except (Inexact, ArithmeticError) as reason:
        raise Unpriced(f"the delta of this step could not be computed: {reason}", "") from None
