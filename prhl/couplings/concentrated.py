"""Prices where a claim is about Renyi divergences: zcdp(rho), and rdp(alpha, e) of one order.

gauss-concentrated: Gaussian noise is moved, for the square of the shift.

Rule.
    P ==> sigma{1} = sigma{2};  s does not mention the sample, not even in a condition
    c = s^2/(2*sigma^2)  for zcdp,  alpha*s^2/(2*sigma^2)  for rdp(alpha, e)
    ---------------------------------------------------------------------------------- [gauss-concentrated]
    { P }  x :=$ Gauss(sigma)  ~[c]  x :=$ Gauss(sigma)  { x{2} = x{1} + s }

with s seen from the centres; and the same for `DiscreteGauss`, whose s is an integer. Everything may be symbolic.

Why. The divergence of order alpha between the noise and the noise moved by s is `alpha*s^2/(2*sigma^2)`, exactly. On
the integers it is that plus `ln(sum over x of g(x - (alpha - 1)*s) / sum over x of g(x))/(alpha - 1)` for the bell g,
and such a sum is largest where the bell stands on an integer.

Pitfall. A shift that mentions the sample in a guard: `Gauss(1)` moved by 2 or by -2 in blocks of width 2, a bijection,
is charged 2, and its truth is above 3.1. Integer noise around 1/2 would be charged too little; centres are integers.

Reference. Bun and Steinke, TCC 2016; on the integers: Canonne, Kamath and Steinke, NeurIPS 2020.

Owes. `same-noise`, `no-price`

two-sided: what goes together by a bijection, with ratios bounded from both sides, costs half the square of the bound.

Rule.
    f is a bijection from the support of D1 onto the support of D2
    P && a in support of D1  ==>  |ln(mass1(a)/mass2(f(a)))| <= e;  e does not mention the sample
    c = e^2/2  for zcdp,  min(e, alpha*e^2/2)  for rdp(alpha, _)
    --------------------------------------------------------------------------------------------- [two-sided]
    { P }  x :=$ D1  ~[c]  x :=$ D2  { x{2} = f(x{1}) }

Laplace and DiscreteLaplace noise is moved by what does not mention the sample, with e the distance over the scale.
`Flip` and `Choice` go by any map that is shown to be onto, with e the largest logarithm of a ratio of all values.
`Uniform` goes by any injective map between sets of one size, for nothing. `Clamp` and `ExpMech` go by the identity at
the price of `clamp-identity` and `score-identity`, which bounds both sides. All others go by the
`identity` only: `Exponential` noise that is moved, say, would not reach all of the support.

Why. The loss L = ln(mass1/mass2) lies between -e and e, and as f is onto, the expectation of exp(-L) is 1. Of such
losses the one with the largest `E exp((alpha - 1)*L)` sits on the two ends; it is randomized response, whose divergence
of order alpha is at most `alpha*e^2/2`, and at most e.

Pitfall. A map that is injective and not onto. Let run 1 return 0 always and run 2 return 0 with probability exp(-e):
the ratio is exp(e) everywhere, so the divergence is e at every order, and `alpha*e^2/2` is less than that near 1. A
ratio that is bounded from above only is that case, too. An e for each sample: the expectation is not its worst case.

Reference. Bun and Steinke, TCC 2016, proposition 3.3; Mironov, CSF 2017.

Owes. `same-noise`, `support`, `not-a-shift`, `no-price`
"""

from collections.abc import Callable
from fractions import Fraction

from prhl.couplings import identity
from prhl.couplings.base import Alignment, Draw, Owed, Price, priced
from prhl.couplings.clamp import Clamped
from prhl.couplings.each import list_shift
from prhl.couplings.exp_mech import Scores
from prhl.couplings.finite_excess import image_of, mass_of, values_of
from prhl.couplings.known_numbers import Known
from prhl.couplings.laplace_renyi import moderate
from prhl.couplings.lifting import Step, Unpriced, mentions
from prhl.couplings.shift import same
from prhl.couplings.shift_bound import fixed_shift
from prhl.couplings.uniform import Permutation
from prhl.distributions.base import Bell, Falling, Listing
from prhl.distributions.each import Each
from prhl.logic.build import (
    TRUE,
    absolute,
    at_most,
    both,
    choose,
    either,
    equal,
    follows,
    less,
    negation,
    number,
    quotient,
    times,
)
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term, subterms
from prhl.logic.types import REAL
from prhl.notions import Currency
from prhl.records import dataclass

TWO = number(2)


BOUNDS_BOTH_SIDES: tuple[Alignment, ...] = (Permutation(), Clamped(), Scores())


def nothing_follows(_: Term) -> bool:
    return False


def price(
    draw: Draw, currency: Currency, known: Known | None = None, shown: Callable[[Term], bool] = nothing_follows
) -> Price:
    """The price of a draw of one family, given what is known and can be shown there; Unpriced if there is none."""
    family = draw.family
    if isinstance(family, Each) and draw.image != draw.sample:
        moved = list_shift(draw)
        spread = moved.each.argument(0)[0]
        below = times(TWO, Apply("pow", (spread, TWO), REAL))
        return priced(moved.owed, currency.of_square(moved.distance("distance2"), below))
    if isinstance(family, Bell):
        shift, sigma = _fixed(draw), draw.argument(0)[0]
        steps = quotient(shift, sigma)  # in powers of sigma, as small as can be: z3 eliminates one quotient
        return priced((same(draw, 0, "sigma"),), currency.of_square(times(steps, steps), TWO))
    if isinstance(family, Falling) and family.two_sided:
        shift = _fixed(draw)
        amount = currency.of_epsilon(family.loss(draw.first.arguments, absolute(shift)))
        return _moderated(Step(draw, number(0), known or Known(), shown), shift, amount, currency)
    aligned = next((one for one in BOUNDS_BOTH_SIDES if one.offered(family)), None)
    if aligned is not None:
        return _aligned(draw, aligned.align(draw), currency)
    if isinstance(family, Listing):
        return _listed(draw, currency)
    goal = identity.alike(draw)
    if goal is None:
        raise Unpriced(f"there is no price for {family.name} where zcdp or rdp is claimed")
    stays = Owed(
        "not-a-shift",
        equal(draw.image, draw.sample),
        f"where zcdp or rdp is claimed, {family.name} is coupled by the identity only",
        "write `couple x{2} = x{1}`; moved noise would not reach all that run 2 can draw",
    )
    return priced((stays, *identity.owed(goal)), number(0))


def _moderated(step: Step, shift: Term, amount: Term, currency: Currency) -> Price:
    """The price, or the divergence of Laplace noise that is moved as far as it can be, if that is less."""
    owed = same(step.draw, 0, "scale")
    found = None if currency.order is None else moderate(step, currency.order, shift)
    if found is None:
        return priced((owed,), amount)
    most = number(found.charge)
    return priced((owed, found.owed), choose(at_most(amount, most), amount, most))


def _fixed(draw: Draw) -> Term:
    return fixed_shift(Step(draw, number(0), Known(), lambda _: False))


def _aligned(draw: Draw, aligned: Price, currency: Currency) -> Price:
    if aligned.charge is None or mentions(aligned.charge, draw.sample):
        raise Unpriced("the price of this coupling depends on the sample")
    return priced(aligned.owed, currency.of_epsilon(aligned.charge), aligned.known)


# ---- value by value --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pair:
    """A value of run 1 and one of run 2 that is its image under a condition, with their masses."""

    condition: Term
    mine: Term
    other: Term

    @property
    def ratio(self) -> Fraction | None:
        """The larger of the two ratios, as a number."""
        mine, other = constant(self.mine), constant(self.other)
        if not isinstance(mine, Fraction) or not isinstance(other, Fraction) or mine <= 0 or other <= 0:
            return None
        return max(mine / other, other / mine)

    def bounded(self, e: Term) -> Term:
        factor = Apply("exp", (e,), REAL)
        sides = [at_most(self.mine, times(factor, self.other)), at_most(self.other, times(factor, self.mine))]
        return follows(self.condition, both(sides))


def _listed(draw: Draw, currency: Currency) -> Price:
    values = values_of(draw.first, Known())
    pairs = [pair for value in values for pair in _met(draw, value)]
    amount, known = _largest(draw, pairs, currency)

    def enough(cost: Term) -> Term:
        ways: list[Term] = [at_most(amount, cost)]
        e = _root(cost) if currency.order is None else cost
        if e is not None and any([pair.ratio is None for pair in pairs]):
            ways.append(both([at_most(number(0), e), *[pair.bounded(e) for pair in pairs]]))
        return either(ways)

    return Price((), amount, enough, known, onto=tuple(values))


def _met(draw: Draw, value: Term) -> list[_Pair]:
    """What this value of run 1 may meet in run 2; that it is nothing of mass 0 is owed by the rule."""
    image, mine = image_of(draw, value), mass_of(draw.first, value, Known())
    found = []
    for other in values_of(draw.second, Known()):
        theirs, meets = mass_of(draw.second, other, Known()), equal(image, other)
        if constant(meets) is False:
            continue
        for first, one in _cases(mine):
            for second, two in _cases(theirs):
                if constant(one) != 0 and constant(two) != 0:
                    parts = [meets, first, second, less(number(0), one), less(number(0), two)]
                    found.append(_Pair(both([part for part in parts if constant(part) is not True]), one, two))
    return found


def _cases(term: Term, most: int = 3) -> list[tuple[Term, Term]]:
    """What the term is under which conditions, for the first few `if` in it; so that ratios are numbers."""
    inner = next((part for part in subterms(term) if isinstance(part, Apply) and part.operator == "ite"), None)
    if inner is None or most == 0:
        return [(TRUE, term)]
    condition, yes, *others = inner.arguments
    no = others[0] if len(others) == 1 else Apply("ite", tuple(others), inner.type, inner.span)
    found = []
    for met, branch in ((condition, yes), (negation(condition), no)):
        found += [(both([met, more]), value) for more, value in _cases(_with(term, inner, branch), most - 1)]
    return found


def _with(term: Term, part: Term, other: Term) -> Term:
    """The term with another in place of a part."""
    if term == part:
        return other
    if isinstance(term, Apply):
        return Apply(term.operator, tuple([_with(a, part, other) for a in term.arguments]), term.type, term.span)
    return term


def _largest(draw: Draw, pairs: list[_Pair], currency: Currency) -> tuple[Term, tuple[Term, ...]]:
    """The price of the largest |ln ratio|: numbers in their order, then the symbolic ones; and what its names are."""
    amount: Term = number(0)
    known: list[Term] = []
    for ratio in sorted({pair.ratio for pair in pairs if pair.ratio is not None} - {Fraction(1)}):
        there = either([pair.condition for pair in pairs if pair.ratio == ratio])
        amount = choose(there, currency.of_epsilon(Apply("ln", (number(ratio),), REAL)), amount)
    for pair in pairs:
        if pair.ratio is None and pair.mine != pair.other:
            log = absolute(Apply("ln", (quotient(pair.mine, pair.other),), REAL))
            this, larger = draw.fresh("price", REAL), draw.fresh("price", REAL)  # each is written down once
            known.append(equal(this, currency.of_epsilon(log)))
            known.append(equal(larger, choose(both([pair.condition, less(amount, this)]), this, amount)))
            amount = larger
    return amount, tuple(known)


def _root(cost: Term) -> Term | None:
    """e, if the cost is written e^2/2."""
    match cost:
        case Apply("widen", (inner,)):
            return _root(inner)
        case Apply("div", (Apply("pow", (e, two)), half)) if constant(two) == 2 and constant(half) == 2:
            return e
        case _:
            return None
