"""lifted-draw: a draw at an epsilon and a delta, for Gaussian noise.

Rule.
    the noise exists, by `existence`, with equal sigma in both runs
    P ==> |s| <= B        P ==> slack + d <= delta
    --------------------------------------------------------------- [lifted-draw]
    { P }  x :=$ D  ~[c, d]  x :=$ D  { P && x{2} = x{1} + s }

c is added to `cost` and d to `slack`; the two are those of `gauss-shift`, and fixed before the draw.

Why. Put h2(b) = min(1, exp(eps - cost - c) F2(b)) and h1(a) = max(0, F1(a) - (delta - slack - d)), F being what is
expected later. On related samples h1 <= h2, as long as delta - slack - d is not negative; so E1[h1] <= exp(c) E2[h2] +
d.

Pitfall. A price that depends on the sample. `slack` that is bounded only at the end. One output at a time: the deltas
of all outputs add up, so that there the delta is 0.

Reference. Barthe, Koepf, Olmedo and Zanella Beguelin, POPL 2012; liftings: Barthe, Espitau, Hsu, Sato and Strub, ICALP
2017.

Owes. `same-noise`, `no-price`, `shift-bound`, `integer-image`, `slack`
"""

from prhl.couplings.base import Draw
from prhl.couplings.gauss import Unpriced, moved, price
from prhl.couplings.shift import same
from prhl.logic.build import at_most, equal, number, plus
from prhl.logic.terms import Apply, Distribution, Term, Variable
from prhl.logic.types import INT
from prhl.numbers import balls
from prhl.numbers.figures import decimal
from prhl.rules.context import Context
from prhl.rules.state import State
from prhl.typed import core


def coupled(
    context: Context,
    nodes: tuple[core.Sample, core.Sample],
    noise: tuple[Distribution, Distribution],
    couple: core.CoupleMap,
    drawn: Variable,
    state: State,
) -> State:
    """`drawn` is what run 1 draws; that it lies in the support is known."""
    left = nodes[0]
    first, second = noise
    place = couple.image.span
    seen = state.copy()
    seen.values[left.target, 1] = drawn
    image = seen.formula(couple.image)
    draw = Draw(first, second, drawn, image, lambda name, type_: context.names.fresh(name, 1, type_))
    cost = state.formula(context.reading.epsilon) if couple.cost is None else state.formula(couple.cost)
    width = same(draw, 0, "sigma")
    context.owe(state, width.code, width.formula, place, width.message, width.hint, left.span)
    try:
        facts = state.facts
        move = moved(draw, lambda goal: context.ask(facts, goal), [fact.formula for fact in facts])
        delta = price(draw, move, cost)
    except Unpriced as reason:
        context.lack(state, "no-price", couple.span, reason.message, reason.hint)
        return _drawn(context, nodes, drawn, image, state)
    message = "the shift may be larger than the bound that its price is for"
    context.owe(state, "shift-bound", move.owed, place, message, "", left.span)
    value: Term = image
    if second.type == INT and image.type != INT:
        value = Apply("floor", (image,), INT, place)
        message = "the image may not be an integer, and run 2 draws integers"
        context.owe(state, "integer-image", equal(image, value), place, message, "shift by an integer", left.span)
    state.cost = context.names.define(state, ("cost", 1), plus(state.cost, cost))
    state.slack = context.names.define(state, ("slack", 1), plus(state.slack, number(delta)))
    owe_slack(context, state, left, f"this step needs {decimal(balls.rounded(delta)[1])}")
    return _drawn(context, nodes, drawn, value, state)


def owe_slack(context: Context, state: State, node: core.Statement, why: str) -> None:
    """After every charge, and at every loop head: no more delta is spent than the claim has."""
    most = state.formula(context.reading.delta)
    message = f"more delta may be spent than the claim has: {why}"
    hint = "a larger delta in the claim, a larger `cost` for the step, or wider noise"
    context.owe(state, "slack", at_most(state.slack, most), node.span, message, hint, blames="claim")


def _drawn(
    context: Context, nodes: tuple[core.Sample, core.Sample], drawn: Variable, image: Term, state: State
) -> State:
    context.assign(state, nodes[0].target, 1, drawn)
    context.assign(state, nodes[1].target, 2, image)
    return state
