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

from prhl.couplings.base import Price
from prhl.couplings.concentrated import price as priced
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import Unpriced
from prhl.notions import Currency
from prhl.rules.context import Context
from prhl.rules.coupled_draw import CoupledDraw
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
    """Owes that the place is unreachable: divergences have no rule for a draw of one run alone."""
    if context.reading.currency is None or context.broken:
        return
    message = f"where zcdp or rdp is claimed, both runs {what} together; here one may do so by itself"
    hint = "couple it by a map, such as `couple x{2} = x{1}`, and let both runs take the same branch"
    context.owe_unreachable(state, "not-supported", place, message, hint)


def refuse_slack(couple: core.CoupleMap) -> None:
    if couple.lossy:
        word = "slack" if couple.slack is not None else "except"
        raise Unpriced("a claim of zcdp or rdp has no delta, so that nothing can be left over", f"leave `{word}` out")


def price(one: CoupledDraw) -> Price:
    counted = currency(one.context, one.state)
    assert counted is not None
    facts = tuple(one.state.facts)
    return priced(one.draw, counted, Known([fact.formula for fact in facts]), lambda goal: one.context.ask(facts, goal))
