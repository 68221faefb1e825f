"""lifted-draw: a draw at an epsilon and a delta: run 2 draws the image of what run 1 drew, except on some mass.

Rule.
    D1 and D2 exist, by `existence`
    P && a, a' in support of D1 && f(a) = f(a')  ==>  a = a'
    P ==> 0 <= e and 0 <= d;  e and d do not mention the sample
    P ==> sum over a of max(0, mass1(a) - exp(e) * mass2(f(a))) <= d
    P ==> slack + d <= delta
    ----------------------------------------------------------------- [lifted-draw]
    { P }  x :=$ D1  ~[e, d]  x :=$ D2  { P && x{2} = f(x{1}) }

e is what stands after `cost`, or all of the claim's epsilon; it is added to `cost`. d is what stands after `slack`, and
is added to that. Gaussian noise may do without: then d is the smallest number that the sum allows, and all of the
claim's delta where the noise has symbols. Which sums can be bounded is up to the couplings: `excess`, `range-shift`,
`shift-excess`, `restricted-excess`, `gauss-shift` and `gauss-symbols`. The image need not lie in the support of run 2:
there `mass2` is 0.

Why. By the sum, `Pr1[S] <= exp(e) * Pr2[f(S)] + d` for every S, and likewise `E1[h1] <= exp(e) * E2[h2] + d` for h1 and
h2 with `h1(a) <= h2(f(a))`. Let r = delta - slack - d. Put h2(b) = min(1, exp(eps - cost - e) F2(b)) and
h1(a) = max(0, F1(a) - r), F being what is expected later. On related samples h1 <= h2, as long as r is not negative.

Pitfall. An e or a d that depends on the sample: the inequality is one for all samples together. `slack` that is bounded
only at the end. One output at a time: the deltas of all outputs add up, so that there the delta is 0. To drop the
samples of run 1 that d pays for: a run-time error or a loop without end after them would be missed, so every sample of
run 1 goes on, with an image that run 2 perhaps never draws.

Reference. Barthe, Koepf, Olmedo and Zanella Beguelin, POPL 2012; liftings: Barthe, Espitau, Hsu, Sato and Strub, ICALP
2017.

Owes. `same-noise`, `no-price`, `price`, `shift-bound`, `support`, `injective`, `integer-image`, `slack`,
`missing-cost`, `not-supported`
"""

from collections.abc import Sequence
from fractions import Fraction

from prhl.couplings import Lifting, Price, Step, Unpriced, identity, is_gaussian, lifting_of, upto
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import mentions
from prhl.logic.build import FALSE, TRUE, at_most, both, choose, follows, negation, number, plus
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Hole, Term
from prhl.numbers import balls
from prhl.numbers.figures import decimal
from prhl.records import dataclass
from prhl.rules.context import Context
from prhl.rules.coupled_draw import CoupledDraw
from prhl.rules.state import Fact, Run, State
from prhl.typed import core

SHORT = 1_000_000  # denominators that are written


def pay(one: CoupledDraw, same: Term | None) -> None:
    """`same`: what makes it the identity between equal distributions, if anything does."""
    _Lift(one, same).charge()


@dataclass(frozen=True, slots=True)
class _Case:
    """The coupling where the cost is one of the values of an `if`."""

    condition: Term
    price: Price

    def under(self, goal: Term) -> Term:
        return goal if self.condition == TRUE else follows(self.condition, goal)


@dataclass(frozen=True, slots=True)
class _Lift:
    """One draw, on its way to be charged; what is owed is owed before the draw."""

    one: CoupledDraw
    same: Term | None

    def charge(self) -> None:
        first, second = self.one.draw.first.name, self.one.draw.second.name
        lifting = lifting_of(self.one.draw.first, self.one.draw.second)
        by_value = self.one.couple.excepted is not None and lifting is not None and lifting.by_value
        if self.same is not None and not by_value:
            self.charge_by(identity.Equal(self.same), number(0), mapped=False)
        elif lifting is not None:
            self.charge_by(lifting, self.one.context.reading.epsilon)
        elif first != second:
            message = f"run 1 draws from {first}, run 2 from {second}"
            self.one.owe_here("same-noise", FALSE, message, "label samplings of the same distribution")
        else:
            message = f"there is no rule yet that couples {first} at a slack"
            hint = "leave `slack` out, if a cost alone is enough"
            self.one.context.lack(self.one.state, "not-supported", self.one.couple.span, message, hint)

    def charge_by(self, lifting: Lifting, unstated: Term, mapped: bool = True) -> None:
        cost, slack = self.stated(unstated)
        if mapped:
            self.one.owe_integer()
            self.one.owe_injective()
        cases = self.cases(lifting, cost)
        for case in cases:
            for owed in case.price.owed:
                self.one.owe_here(owed.code, case.under(owed.formula), owed.message, owed.hint)
        charge = self.found(cases) if slack is None else self.enough(cases, slack)
        if charge is None:
            return
        names, state = self.one.context.names, self.one.state
        state.cost = names.define(state, ("cost", 1), plus(state.cost, cost))
        state.slack = names.define(state, ("slack", 1), plus(state.slack, charge))
        owe_slack(self.one.context, state, self.one.left, _why(charge))

    def stated(self, unstated: Term) -> tuple[Term, Term | None]:
        """The cost and the slack, which are fixed before the draw."""
        couple = self.one.couple
        cost = self.one.read(unstated if couple.cost is None else couple.cost)
        slack = None if couple.slack is None or isinstance(couple.slack, Hole) else self.one.read(couple.slack)
        for amount, given in ((cost, couple.cost), (slack, couple.slack)):
            if amount is None or given is None:
                continue
            if mentions(amount, self.one.sample):
                message = "what a step at a slack costs is fixed before the draw, and must not mention the sample"
                raise Unpriced(message, "state one cost and one slack for all samples")
            message = f"the {'cost' if given is couple.cost else 'slack'} of this step may be negative"
            hint = "state a number that is not negative"
            self.one.owe_here("price", at_most(number(0), amount), message, hint, given.span)
        return cost, slack

    def cases(self, lifting: Lifting, cost: Term) -> list[_Case]:
        found = []
        for condition, amount in _values(cost):
            facts = self.one.state.facts if condition == TRUE else (*self.one.state.facts, Fact(condition))

            def shown(goal: Term, facts: tuple[Fact, ...] = facts) -> bool:
                return self.one.context.ask(facts, goal)

            step = Step(self.one.draw, amount, Known([fact.formula for fact in facts]), shown, self.bad())
            found.append(_Case(condition, upto.lifted(lifting, step)))
        return found

    def bad(self) -> Term | None:
        """What is said of the sample after `except`."""
        given = self.one.couple.excepted
        return None if given is None else self.one.read(given)

    def found(self, cases: Sequence[_Case]) -> Term | None:
        """The smallest slack, where none is stated."""
        least = _least(cases)
        if isinstance(self.one.couple.slack, Hole):
            hint = "state how much mass may be left over"
            if least is not None and (figure := _figure(least)):
                hint = f"`slack {figure}` is enough"
            message = "the slack of this coupling is missing"
            self.one.context.lack(self.one.state, "missing-cost", self.one.couple.slack.span, message, hint)
            return None
        if least is None:  # Gaussian noise with symbols: as of epsilon, all that the claim has
            return self.enough(cases, self.one.read(self.one.context.reading.delta))
        return least

    def enough(self, cases: Sequence[_Case], slack: Term) -> Term:
        given = "all of the claim's delta" if self.one.couple.slack is None else "the stated slack"
        message = f"{given} may be less than what this coupling leaves over at its cost"
        least = _least(cases)
        if least is not None and (figure := _figure(least)):
            message = f"{message}, which is {figure}"
        here = self.one.state.copy()  # the names in it are for this question only
        for fact in [fact for case in cases for fact in case.price.known]:
            here.know(fact)
        hint, place = "state a larger slack, or a larger cost", (self.one.couple.slack or self.one.couple).span
        for case in cases:
            goal = case.under(case.price.enough(_where(case.condition, slack)))
            self.one.context.owe(here, "price", goal, place, message, hint, self.one.left.span)
        return slack


def _values(cost: Term) -> list[tuple[Term, Term]]:
    """The values of an `if`, each with its condition; others have one."""
    match cost:
        case Apply("ite", (condition, yes, *others)):
            no = others[0] if len(others) == 1 else Apply("ite", tuple(others), cost.type, cost.span)
            rest = [(both([negation(condition), *([] if c == TRUE else [c])]), value) for c, value in _values(no)]
            return [(condition, yes), *rest]
        case Apply("widen", (inner,)):
            return _values(inner)
        case _:
            return [(TRUE, cost)]


def _where(condition: Term, amount: Term) -> Term:
    """The amount where the condition holds, if it is an `if` over the same conditions."""
    return next((value for given, value in _values(amount) if given == condition), amount)


def _least(cases: Sequence[_Case]) -> Term | None:
    amounts = [(case.condition, case.price.charge) for case in cases]
    found: Term | None = None
    for condition, least in reversed(amounts):
        if least is None:
            return None
        found = least if found is None else choose(condition, least, found)
    return found


def _figure(slack: Term) -> str:
    """As a fraction, or in decimals, rounded up, where it is a number."""
    value = constant(slack)
    if not isinstance(value, Fraction):
        return ""
    return str(value) if value.denominator < SHORT else decimal(balls.rounded(value)[1])


def _why(charge: Term) -> str:
    figure = _figure(charge)
    return f"this step needs {figure}" if figure else "by the slack of this step"


def owe_slack(context: Context, state: State, node: core.Statement, why: str) -> None:
    """After every charge, and at every loop head: no more delta is spent than the claim has."""
    most = state.formula(context.reading.delta)
    message = f"more delta may be spent than the claim has: {why}"
    hint = "a larger delta in the claim, a larger `cost` for the step, or wider noise"
    context.owe(state, "slack", at_most(state.slack, most), node.span, message, hint, blames="claim")


def may_slacken(context: Context, statement: core.Statement, run: Run) -> bool:
    """Whether some delta may be charged for this statement."""
    if context.reading.currency is not None or context.reading.uses:
        return False
    match statement:
        case core.Call():
            return True
        case core.Sample() | core.Joint():
            couple = context.annotation(run, statement.site).couple
            stated = isinstance(couple, core.CoupleMap) and couple.lossy
            return stated or (isinstance(statement, core.Sample) and is_gaussian(statement.distribution))
        case _:
            return False
