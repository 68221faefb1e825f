"""weaker-claim: what is true of inputs close to each other, and at some price, is true of fewer inputs at a higher one.

Rule.
    the claim `R` says: P satisfies N1 when ADJ1, and it is proved or assumed
    ADJ ==> ADJ1, in one order or the other
    N1 is at most N
    --------------------------------------------------------------------------- [weaker-claim]
    P satisfies N when ADJ from R

with `dp(e1, d1)` at most `dp(e, d)` if e1 <= e and d1 <= d, `zcdp(r1)` at most `zcdp(r)` if r1 <= r, `rdp(a1, e1)` at
most `rdp(a, e)` if a <= a1 and e1 <= e. `noninterference` is at most everything, and what has the budget 0 is at most
`noninterference`. Between notions, as `other-notion` has it.

Why. A claim speaks of every two inputs that meet its relation, in both orders. The Renyi divergence grows with its
order, and all of these promises grow with their numbers. A promise of 0 makes the two distributions equal.

Pitfall. A relation that is wider than that of the other claim: `within(x, 2)` from `within(x, 1)` is no weaker claim,
and needs `group-privacy`. A larger order: at order 2 randomized response with 3/4 has ln(7/3) <= 0.85, at order 20 it
has more than 1.08.

Reference. Van Erven and Harremoes, IEEE Transactions on Information Theory 60, 2014, theorem 3.

Owes. `from-relation`, `from-budget`, `cited-claim`, `not-supported`

other-notion: a promise in one notion, read in another.

Rule.
    the claim `R` says: P satisfies N1 when ADJ1, and ADJ ==> ADJ1
    zcdp(r)    to  dp(e, d):     r + 2*sqrt(r*ln(1/d)) <= e    and 0 < d < 1
                                 or, for numbers: exp((a - 1)*(a*r - e)) * (1 - 1/a)^a/(a - 1) <= d  for some a > 1
    rdp(a, c)  to  dp(e, d):     c + ln(1/d)/(a - 1) <= e      and 0 < d < 1, a > 1
                                 or, for numbers: exp((a - 1)*(c - e)) * (1 - 1/a)^a/(a - 1) <= d
    dp(c)      to  zcdp(r):      c^2/2 <= r
    dp(c)      to  rdp(a, e):    c <= e, or a*c^2/2 <= e
    zcdp(r)    to  rdp(a, e):    a*r <= e
    --------------------------------------------------------------------------- [other-notion]
    P satisfies N when ADJ from R

Why. For L the logarithm of the ratio at what run 1 shows, `Pr[L > e] <= exp((a - 1)(D_a - e))` by Markov's inequality
for exp((a - 1)L), and what is shown where L <= e is at most exp(e) times likelier in run 1. So delta may be this
number. For zcdp D_a <= r*a, and a = 1 + sqrt(ln(1/d)/r) makes it smallest. Where all are numbers, more is made of the
same expectation: delta is that of max(0, 1 - exp(e - L)), which is at most exp((a - 1)(L - e)) times the largest value
of (1 - u)*u^(a - 1) for 0 < u < 1, and that is (1 - 1/a)^a/(a - 1). From `dp(c)` both ratios are within exp(c),
and the divergence of order a is at most c, and at most a*c^2/2.

Pitfall. `dp(c, d)` with d > 0 promises no divergence at all: what is shown with probability d may be impossible in run
2. A claim in one direction would not do for zcdp: point mass 0 against {0: exp(-c), 1: the rest} has the loss c
throughout, and a*c^2/2 is less near a = 1. Nothing follows for all orders from one. To leave out the 2 in front of the
root: r = 1/2, d = 1/100 gives 2.02 instead of 3.53, and there Gaussian noise of sigma 1 at distance 1 needs the delta
0.02.

Reference. Bun and Steinke, TCC 2016, propositions 1.3 and 1.4; Mironov, CSF 2017, proposition 3; Canonne, Kamath and
Steinke, NeurIPS 2020, proposition 12.

Owes. `from-relation`, `from-budget`, `cited-claim`, `not-supported`
"""

from fractions import Fraction

from prhl.couplings.known_numbers import Known
from prhl.logic.build import both, either, less, number, plus, quotient, times
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term
from prhl.logic.types import REAL
from prhl.numbers.orders import delta_of, delta_of_all
from prhl.rules.following.base import ZERO, Case, positioned, positions_of, related

TWO = number(2)


def weaker(case: Case) -> None:
    """The relation first, then the numbers."""
    owe_relation(case)
    owe_numbers(case)


def owe_relation(case: Case) -> None:
    values = case.state.values
    inputs = {run: {p.name: values[p.name, run] for p in case.program.parameters} for run in (1, 2)}
    ways = [related(case.cited.claim, {}, inputs)]
    if at := positions_of(case):
        ways.insert(0, related(*positioned(case.cited.claim, at), inputs))
    name = case.cited.claim.name
    message = f"inputs that this claim relates may not be related as `{name}` asks"
    hint = f"claim it of fewer inputs, or show `{name}` of more; over several steps, write `by k steps`"
    goal = either(list(dict.fromkeys(ways)))
    place, other = case.claim.relation.span, case.cited.claim.relation.span
    case.context.owe(case.state, "from-relation", goal, place, message, hint, other, "claim")


def owe_numbers(case: Case) -> None:
    """What the other claim promises, read in the notion of this one, is within the budget."""
    match case.cited.claim.notion, case.claim.notion:
        case "noninterference", _:
            return
        case _, "noninterference":
            promised = case.given[1:] if case.cited.claim.notion == "rdp" else case.given
            for amount in promised:
                message = f"`{case.cited.claim.name}` allows for some difference"
                case.owe_budget(amount, ZERO, message, "state a budget, such as `dp(eps)`")
        case "dp", "dp":
            _owe_each(case, ("epsilon", "delta"), (*case.given, ZERO)[:2], (*case.budget, ZERO)[:2])
        case "zcdp", "zcdp":
            _owe_each(case, ("rho",), case.given, case.budget)
        case "rdp", "rdp":
            _owe_each(case, ("order",), case.budget[:1], case.given[:1])
            _owe_each(case, ("divergence",), case.given[1:], case.budget[1:])
        case (("zcdp" | "rdp"), "dp"):
            _owe_tail(case)
        case "dp", ("zcdp" | "rdp"):
            _owe_pure(case)
        case "zcdp", "rdp":
            _owe_each(case, ("divergence",), (times(case.budget[0], case.given[0]),), case.budget[1:])
        case given, wanted:
            hint = "a claim of `zcdp` speaks of all orders, one of `rdp` of one"
            case.context.lack(
                case.state, "not-supported", case.place, f"no theorem leads from `{given}` to `{wanted}`", hint
            )


def _owe_each(case: Case, names: tuple[str, ...], amounts: tuple[Term, ...], budgets: tuple[Term, ...]) -> None:
    for name, amount, budget in zip(names, amounts, budgets, strict=True):
        message = f"the {name} of this claim may be less than `{case.cited.claim.name}` gives"
        if name == "order":
            message = f"the order of this claim may be above that of `{case.cited.claim.name}`"
        case.owe_budget(amount, budget, message)


def _owe_tail(case: Case) -> None:
    """From a divergence to (e, d), by Markov's inequality, or sharper where everything is a number."""
    epsilon, delta = (*case.budget, ZERO)[:2]
    sharp = _sharp(case, epsilon, delta)
    between = both([less(ZERO, delta), less(delta, number(1))])
    message = "the delta of this claim may not lie between 0 and 1"
    case.context.owe(case.state, "from-budget", between, case.place, message, "a delta is needed here", None, "claim")
    rare = Apply("ln", (quotient(number(1), delta),), REAL)
    if case.cited.claim.notion == "zcdp":
        (rho,) = case.given
        amount = plus(rho, times(TWO, Apply("sqrt", (times(rho, rare),), REAL)))
        formula = "rho + 2*sqrt(rho*ln(1/delta))"
    else:
        order, divergence = case.given
        message = f"the order of `{case.cited.claim.name}` may not be above 1"
        above = less(number(1), order)
        case.context.owe(case.state, "from-budget", above, case.place, message, "", None, "claim")
        amount = plus(divergence, quotient(rare, plus(order, number(1), -1)))
        formula = "divergence + ln(1/delta)/(order - 1)"
    if sharp:  # then the formula is not needed
        amount = epsilon
    message = f"the epsilon of this claim may be less than {formula}, which `{case.cited.claim.name}` gives"
    case.owe_budget(amount, epsilon, message)


def _sharp(case: Case, epsilon: Term, delta: Term) -> bool:
    """Whether all are numbers, and delta is at least that of the divergences at the order of the claim, or at a good
    one."""
    known = Known([fact.formula for fact in case.state.facts])
    values = [value for term in (epsilon, delta, *case.given) if (value := known.value(term)) is not None]
    try:
        match case.cited.claim.notion, values:
            case "zcdp", (wanted, slack, rho):
                return bool(rho > 0 and delta_of_all(rho, wanted) <= slack)
            case "rdp", (wanted, slack, Fraction() as order, divergence):
                return bool(order > 1 and delta_of(order, divergence, wanted) <= slack)
            case _:
                return False
    except ArithmeticError:
        return False


def _owe_pure(case: Case) -> None:
    """From a bound on both ratios to a divergence."""
    name = case.cited.claim.name
    epsilon, delta = (*case.given, ZERO)[:2]
    if constant(delta) != 0:
        message = f"`{name}` may have a delta, from which no divergence follows"
        case.owe_budget(delta, ZERO, message, "let it follow from a claim `dp(eps)`")
    half = quotient(times(epsilon, epsilon), TWO)
    if case.claim.notion == "zcdp":
        case.owe_budget(half, case.budget[0], f"rho may be less than eps^2/2 with the epsilon of `{name}`")
        return
    order, divergence = case.budget
    message = f"the divergence of this claim may be less than eps and alpha*eps^2/2 with the epsilon of `{name}`"
    case.owe_budgets([(epsilon, divergence), (times(order, half), divergence)], message)


def theorem_of(case: Case) -> str:
    """The name of the rule by which this follows."""
    given, wanted = case.cited.claim.notion, case.claim.notion
    other = given != wanted and "noninterference" not in (given, wanted)
    return "other-notion" if other else "weaker-claim"
