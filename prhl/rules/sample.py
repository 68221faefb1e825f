"""Sampling: both runs together under a coupling, or one run alone.

coupled-draw: run 1 draws anything, run 2 the image of it, at a price.

Rule.
    D1 and D2 exist, by `existence`; they are of one family
    P && a in support of D1  ==>  f(a) in support of D2
    P && a, a' in support of D1 && f(a) = f(a')  ==>  a = a'
    P && a in support of D1  ==>  mass1(a) <= exp(c(a)) * mass2(f(a))
    ----------------------------------------------------------------- [coupled-draw]
    { P }  x :=$ D1  ~[c(x{1})]  x :=$ D2  { P && x{2} = f(x{1}) }

`f` is what stands after `couple x{2} =`, read in the state before the draw. The price `c` is 0 by the
`identity`, or comes from the coupling of the family, such as `shift`; a stated `cost` is owed to be at least that, and
is charged instead.

Why. F1 and F2 being what is expected later, `sum_a mass1(a) F1(a) <= sum_a mass1(a) e^(-c(a)) F2(f(a))`, by what holds
after the draw. By the price this is at most `sum_a mass2(f(a)) F2(f(a))`, and as f is injective that is at most
`sum_b mass2(b) F2(b)`. The price may depend on the sample; only what is spent at the end counts.

Pitfall. A map that reaches one value of run 2 twice. Let run 1 return true always, and run 2 draw a fair coin and
return it; `couple x{2} = true` has equal masses everywhere and would cost nothing, but true has probability 1 in run 1
and 1/2 in run 2. And to read `f` in the state after the draw, where the names in it have other values.

Reference. Barthe, Gaboardi, Gregoire, Hsu and Strub, LICS 2016; maps that depend on the sample: Zhang and Kifer, POPL
2017 (randomness alignment); Albarghouthi and Hsu, POPL 2018.

Owes. `support`, `injective`, `integer-image`, `price`, `same-noise`, `no-price`, `missing-coupling`,
`missing-cost`, `not-supported`

draw-alone: one run draws while the other waits, or both draw with `couple none`.

Rule.
    D exists, by `existence`
    ------------------------------------------------------ [draw-alone]
    { P }  x :=$ D  ~[0]  -  { P && x{1} in support of D }

and in the same way for run 2.

Why. The inequality is shown for every value of the support, so it holds of their average. For run 2 the masses must add
up to 1, which they do if the distribution exists; else the right side would shrink.

Pitfall. To choose the value of run 2 to one's liking, for nothing. Let run 1 return 0 and run 2 a fair bit: with the
bit chosen to be 0 the two would be equal at no cost, and 0 has probability 1 against 1/2.

Reference. The one-sided rules of Barthe, Gregoire and Zanella Beguelin, POPL 2009, and Barthe et al., LICS 2016.

Owes. Nothing of its own.

existence: a distribution exists, with mass 1, wherever a run draws from it.

Rule.
    P ==> the arguments have values; scales are positive, probabilities between 0 and 1, sets not empty, ...
    -------------------------------------------------------------------------------------------------------- [existence]
    { P }  x :=$ D  is no run-time error in this run

Why. A draw from what is no distribution is a run-time error; and the rules that wait for run 2 need its mass to be 1.

Pitfall. A null event makes everything after it true: if `Truncate(D, lo, hi)` has no mass between `lo` and `hi`, then
no run goes on, and anything may be shown of those that do. So that the range has mass is owed.

Reference. The conditions stand beside each distribution in `prhl/distributions`.

Owes. `scale-not-positive`, `not-a-probability`, `weights-not-one`, `empty-set`, `repeated-element`
"""

from prhl.couplings import alignment_of, identity, is_gaussian
from prhl.couplings.lifting import Unpriced
from prhl.distributions import BY_NAME
from prhl.logic.build import FALSE
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Distribution, Hole, Variable, argument_terms
from prhl.rules import draw_by_divergence, draw_with_slack
from prhl.rules.context import Context
from prhl.rules.coupled_draw import CoupledDraw, begin
from prhl.rules.state import Run, State
from prhl.typed import core


def alone(context: Context, node: core.Sample, run: Run, state: State) -> State:
    draw_by_divergence.refuse_alone(context, state, node.span, "draw")
    distribution = existing(context, node, run, state)
    drawn = context.draw(state, node, run, distribution)
    context.assign(state, node.target, run, drawn)
    return state


def coupled(context: Context, left: core.Sample, right: core.Sample, state: State) -> State:
    said = [a.couple for a in context.annotations(left.site, right.site) if a.couple is not None]
    if len(said) > 1:
        message = "the two programs couple this sampling in different ways"
        context.lack(state, "missing-coupling", said[1].span, message, "couple it once, by its label, in `proof`")
    couple = said[0] if said else _proposed(context, left, right)
    if isinstance(couple, core.CoupleMap) and isinstance(couple.cost, Hole):
        hint = "state an upper bound, or leave `cost` out: then the price is worked out and charged"
        context.lack(state, "missing-cost", couple.cost.span, "the cost of this coupling is missing", hint)
    if not isinstance(couple, core.CoupleMap):
        if not isinstance(couple, core.CoupleNone):
            _lacking(context, left, right, state, couple)
        return alone(context, right, 2, alone(context, left, 1, state))
    noise = existing(context, left, 1, state), existing(context, right, 2, state)
    one = begin(context, (left, right), noise, couple, state)
    if not context.broken:
        try:
            _pay(one)
        except Unpriced as reason:
            context.lack(state, "no-price", couple.span, reason.message, reason.hint)
    return one.end()


def _pay(one: CoupledDraw) -> None:
    """By the identity where that is enough, else by what prices such a draw in the currency of the claim."""
    first, second = one.draw.first.name, one.draw.second.name
    divergences, alignment = one.context.reading.currency is not None, alignment_of(one.draw.first)
    same = one.identity(moved=divergences or one.couple.lossy or alignment is None)  # others price every shift
    if divergences:
        draw_by_divergence.refuse_slack(one.couple)
    if one.couple.lossy:
        draw_with_slack.pay(one, same)
    elif same is not None:
        one.pay(identity.price(same), mapped=False)
    elif first != second:
        message = f"run 1 draws from {first}, run 2 from {second}"
        one.owe_here("same-noise", FALSE, message, "label samplings of the same distribution")
    elif divergences:
        one.pay(draw_by_divergence.price(one))
    elif is_gaussian(one.draw.first):
        draw_with_slack.pay(one, None)
    elif alignment is not None:
        one.pay(alignment.align(one.draw))
    elif one.draw.image == one.draw.sample and (goal := identity.alike(one.draw)) is not None:
        one.pay(identity.price(goal), mapped=False)
    else:
        message = f"there is no rule yet that couples {first} by a map other than the identity"
        hint = "write `couple none` if its value does not matter"
        one.context.lack(one.state, "not-supported", one.couple.span, message, hint)


def _proposed(context: Context, left: core.Sample, right: core.Sample) -> core.CoupleMap | None:
    """In two programs without a word about it, draws from one family go together by the identity; it is checked."""
    if left is right or left.distribution.name != right.distribution.name:
        return None
    if left.distribution.type != right.distribution.type:
        return None
    context.proposed.append((left.span, f"couple {right.target}{{2}} = {left.target}{{1}}"))
    return core.CoupleMap(Variable(left.target, 1, left.distribution.type, left.span), None, left.span)


def existing(context: Context, node: core.Sample, run: Run, state: State) -> Distribution:
    """The distribution in one run; that it exists, with mass 1, is owed."""
    _owe_existence(context, node.distribution, run, state)
    return state.read_distribution(node.distribution, run)


def _owe_existence(context: Context, written: Distribution, run: Run, state: State) -> None:
    for argument in written.arguments:
        for term in [] if isinstance(argument, Distribution) else argument_terms(argument):
            context.owe_defined(state, term, run)
    for argument in written.arguments:
        if isinstance(argument, Distribution):
            _owe_existence(context, argument, run, state)
    distribution = state.read_distribution(written, run)
    for condition in BY_NAME[distribution.name].conditions(distribution.arguments):
        hint = "make sure of it: by `requires`, by a guard, or by an invariant"
        span = distribution.span
        context.owe(state, condition.code, condition.formula, span, condition.message, hint, blames="program")


def _lacking(context: Context, left: core.Sample, right: core.Sample, state: State, couple: core.Couple | None) -> None:
    message = f"there is no coupling for `{left.target}`: how do the two runs draw together here?"
    image, sample = f"{right.target}{{2}}", f"{left.target}{{1}}"
    x = "x" if left.target != "x" else "v"
    numbers = left.distribution.type in NUMBERS
    moved = f"`{sample} + {x}{{1}} - {x}{{2}}` if {x} plus this noise is shown, " if numbers else ""
    same = f"`{sample}` if it may be the same"
    hint = f"write `couple {image} = e`, where e is {moved}{same}; `couple none` if its value does not matter"
    context.lack(state, "missing-coupling", left.span if couple is None else couple.span, message, hint)
