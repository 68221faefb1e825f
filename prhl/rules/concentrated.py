"""concentrated-draw: where zcdp or rdp is claimed, both runs draw together, at a price that is fixed before the draw.

Rule.
    D1 and D2 exist, by `existence`; they are of one family
    f is injective, and maps the support of D1 into that of D2
    by `gauss-concentrated`, `two-sided` or `laplace-renyi`, the divergence of D1 and D2 through f is at most c
    f moves by, and c is, what does not mention the sample
    ---------------------------------------------------------------------------------------------- [concentrated-draw]
    { P }  x :=$ D1  ~[c]  x :=$ D2  { P && x{2} = f(x{1}) }

`cost` then counts rho, or the divergence of the claim's order. A stated `cost` is owed to be at least the price, and is
charged instead. No run draws or calls by itself, `couple none` included, there is no `slack`, and no `pointwise`. A
call charges what the claim says that it cites: rho of zcdp, alpha*rho under rdp; e of rdp, at the same order; of a pure
dp(e), which speaks for both directions, what `two-sided` charges for e. So does a `joint` block, with e the larger of
its prices in the two directions.

Why. Let L be the product of all `mass1(a)/mass2(f(a))` along a path of run 1, and C what has been charged. Given what
was drawn before, the next factor has `E1[(mass1/mass2)^(alpha - 1)] <= exp((alpha - 1)*alpha*c)`, and c is already
fixed. So `L^(alpha - 1) * exp(-(alpha - 1)*alpha*C)` is a supermartingale that starts at 1. Where C <= rho on every
path, `E1[L^(alpha - 1)] <= exp((alpha - 1)*alpha*rho)`. Paths go to paths injectively and results are equal, so what
run 2 gives to an output is at least what it gives to the images of the paths there; both runs end, and to look at the
output only makes no divergence larger. For rdp the same, with D in place of alpha*rho.

Pitfall. A charge that depends on the sample: the expectation of an exponential is not that of its worst path, given
what the sample turns out to be. A coupling for each output, by `pointwise`: there is no one expectation for all of
them. And a divergence has no other direction for free: both are walked where the relation is not symmetric.

Reference. Bun and Steinke, TCC 2016, lemma 2.3, for composition; Mironov, CSF 2017, proposition 1.

Owes. `same-noise`, `no-price`, `price`, `support`, `injective`, `integer-image`, `not-a-shift`, `missing-cost`,
`not-supported`
"""

from prhl.couplings.base import Draw
from prhl.couplings.closed import Known
from prhl.couplings.concentrated import Currency, Priced, onto, price
from prhl.couplings.lifting import Unpriced, mentions
from prhl.distributions import BY_NAME
from prhl.logic.build import FALSE, equal, plus
from prhl.logic.terms import Apply, Distribution, Term, Variable
from prhl.logic.types import INT
from prhl.rules.context import Context
from prhl.rules.injective import owe_injective, seen
from prhl.rules.state import State
from prhl.source import Span
from prhl.typed import core


def currency(context: Context, state: State) -> Currency | None:
    """What `cost` counts, with the order at the inputs."""
    given = context.reading.currency
    if given is None or given.order is None:
        return given
    return Currency(state.formula(given.order))


def refuse_alone(context: Context, state: State, place: Span, what: str) -> None:
    """One run must not draw while the other waits, or without regard to it, where anybody can come."""
    if context.reading.currency is None or context.broken:
        return
    message = f"where zcdp or rdp is claimed, both runs {what} together; here one may do so by itself"
    hint = "couple it by a map, such as `couple x{2} = x{1}`, and let both runs take the same branch"
    if context.ask(state.facts, FALSE):
        context.owe(state, "not-supported", FALSE, place, message, hint)
    else:
        context.lack(state, "not-supported", place, message, hint)


def coupled(
    context: Context,
    nodes: tuple[core.Sample, core.Sample],
    noise: tuple[Distribution, Distribution],
    couple: core.CoupleMap,
    state: State,
) -> State:
    left, right = nodes
    drawn = context.draw(state, left, 1, noise[0])
    image = seen(state, left.target, drawn).formula(couple.image)
    value: Term = image
    if noise[1].type == INT and image.type != INT:
        value = Apply("floor", (image,), INT, couple.image.span)
    draw = Draw(*noise, drawn, image, lambda name, type_: context.names.fresh(name, 1, type_))
    if not context.broken:
        try:
            _charge(context, nodes, draw, couple, value, state)
        except Unpriced as reason:
            context.lack(state, "no-price", couple.span, reason.message, reason.hint)
    context.assign(state, left.target, 1, drawn)
    context.assign(state, right.target, 2, value)
    return state


def _charge(
    context: Context,
    nodes: tuple[core.Sample, core.Sample],
    draw: Draw,
    couple: core.CoupleMap,
    value: Term,
    state: State,
) -> None:
    left, right = nodes
    counted = currency(context, state)
    assert counted is not None
    assert isinstance(draw.sample, Variable)
    sample, place = draw.sample, couple.image.span
    if couple.lossy:
        word = "slack" if couple.slack is not None else "except"
        raise Unpriced("a claim of zcdp or rdp has no delta, so that nothing can be left over", f"leave `{word}` out")
    here = seen(state, left.target, sample)
    here.values[right.target, 2] = draw.image
    if draw.first.name != draw.second.name:
        message, hint = f"run 1 draws from {draw.first.name}, run 2 from {draw.second.name}", "draw from one family"
        context.owe(here, "same-noise", FALSE, place, message, hint, left.span)
        return
    facts = tuple(here.facts)
    priced = price(draw, counted, Known([fact.formula for fact in facts]), lambda goal: context.ask(facts, goal))
    for owed in priced.owed:
        context.owe(here, owed.code, owed.formula, place, owed.message, owed.hint, left.span)
    for fact in priced.known:
        here.know(fact)
    if value != draw.image:
        message = "the image may not be an integer, and run 2 draws integers"
        whole = equal(draw.image, value)
        context.owe(here, "integer-image", whole, place, message, "shift by an integer", left.span)
    goal = BY_NAME[draw.second.name].support(draw.second.arguments, value)
    message = "run 2 may never draw the image of what run 1 drew"
    hint = "the image must lie in the support, for every sample of run 1"
    context.owe(here, "support", goal, place, message, hint, left.span)
    state.facts = here.facts
    owe_injective(context, draw.first, left, sample, draw.image, couple, state)
    _owe_onto(context, left, draw, priced, couple, state)
    charge = priced.price
    if couple.cost is not None:
        charge = seen(state, left.target, sample).formula(couple.cost)
        if mentions(charge, sample):
            message = "what is charged for a draw is fixed before it here, and must not mention the sample"
            raise Unpriced(message, "state one cost for all samples, or leave it out")
        message = "the stated cost may be smaller than the price of this coupling, in the currency of the claim"
        hint = "state a larger cost, or leave it out"
        context.owe(here, "price", priced.within(charge), couple.cost.span, message, hint, left.span)
        state.facts = here.facts
    state.cost = context.names.define(state, ("cost", 1), plus(state.cost, charge))


def _owe_onto(
    context: Context, node: core.Sample, draw: Draw, priced: Priced, couple: core.CoupleMap, state: State
) -> None:
    """That run 2 draws nothing but images: a bound on both sides is one only then."""
    if priced.onto is None:
        return
    here = state.copy()
    found = context.names.fresh(f"{node.target}'", 2, draw.second.type)
    here.values[f"{node.target}'", 2] = found
    here.know(BY_NAME[draw.second.name].support(draw.second.arguments, found))
    message = "run 2 may draw what is the image of nothing, and then the ratios are bounded from one side only"
    hint = "the map must reach all that run 2 can draw"
    goal = onto(draw, priced.onto, found)
    context.owe(here, "support", goal, couple.image.span, message, hint, node.span, keep=False)
