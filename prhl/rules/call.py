"""call-by-claim: a call is one step, priced by a claim about the program that is called.

Rule.
    the claim `R` says: P satisfies dp(e) when ADJ, and it is proved or assumed
    P0 ==> what P requires, and what its types say of lengths, of the arguments of each run
    P0 ==> public arguments are equal
    P0 ==> ADJ of the arguments, in one order or the other, or a{1} = a{2}
    --------------------------------------------------------------------------- [call-by-claim]
    { P0 }  y :=$ P(a)  ~[if a{1} = a{2} then 0 else e]  y :=$ P(a)  { y{1} = y{2} }

with e the budget of the claim at these arguments. A delta of the claim is added to `slack`. Where zcdp or rdp is
claimed, `concentrated-draw` says what is charged. A quadruple with `within` may be cited too, in its own direction
only; then its postcondition is known of the results. Where equal arguments are not related by ADJ, P is walked by
itself, as by `call-alone`. Under a quadruple all of its budget is charged. So it is in the first attempt at a proof,
whatever the arguments; only if that fails are equal ones spared. Where the text of P fixes the lengths of lists and bit
strings in what it returns, whatever is drawn, they are known of y, by this rule and those below.

Why. The claim says that the two distributions of what the callee shows are that close. So the call is one sampling from
these, related by equality at a price that is fixed before it. A privacy claim speaks for both directions, which is why
the arguments may be related in either order. From equal arguments the callee does the same in both runs, and the
results are coupled by the identity for nothing. So calls on disjoint parts of the data, one of which changes, cost as
much as one of them. A length that every run returns is one of every result that the sampling may have in run 1.

Pitfall. Leaks of the callee are leaks of the caller. `program P(x) { leak x; return true; }` satisfies `P
~ P : true ==> res{1} = res{2}`, and a caller who cites that leaks `x`. So under a quadruple a callee that leaks is not
accepted. And a claim that is not proved proves nothing that cites it. Parts that overlap: where two calls see the
element that changes, both are charged. A postcondition of a quadruple is no equality: `res{1} = res{2} + 1` does not
hold of equal runs. A bit string that is not as long as the type of P says: `size(m) - n` is 0 for `m : bits[n]`, and
tells the length of what comes instead. And a result that is not: what P declares to return is compared with nothing.
With a delta, equal results of lengths that run 2 never returns: they are gone on with, for what they stop with.

Reference. Sequential composition: Dwork, McSherry, Nissim and Smith, TCC 2006; as a rule for procedures: Barthe, Koepf,
Olmedo and Zanella Beguelin, POPL 2012.

Owes. `callee-requires`, `length-mismatch`, `same-arguments`, `callee-relation`, `cited-claim`, `leaks-equal`, `slack`,
`missing-coupling`, `not-supported`

call-by-quadruple: the two runs call different programs, and a claim relates what these return.

Rule.
    the claim `Q` says: A ~ B : PRE ==> POST within (e, d), and it is proved or assumed
    P0 ==> what A requires of a, and B of b, and what their types say of lengths
    P0 ==> PRE of a and b
    ---------------------------------------------------------------------------------------------- [call-by-quadruple]
    { P0 }  y :=$ A(a)  ~[e, d]  z :=$ B(b)  { P0 && there are final values of A and B with POST, y and z the results }

with e and d at these arguments, and 0 if Q has no `within`. Then Q may also be cited the other way around, for a call
of B beside one of A: a coupling has no direction, an inequality has.

Why. Q says that the two distributions of final states are related by POST up to e and d. Of these states the caller
keeps the results; that there are other values which meet POST is all that it learns of the callees' variables. So they
get fresh names. Parameters are never assigned, and in POST they are the arguments.

Pitfall. A callee's variable taken for the caller's of the same name: `A() { y := 0; return 0; }` meets
`A ~ A : true ==> y{1} = y{2}`, and a caller's `y := s` is not equal for that. `within (0, 0)` is an inequality: a run 1
that never ends meets it, so where the caller must end both callees are walked by themselves. `within` read
backwards. A quadruple says nothing of leaks.

Reference. Barthe, Gregoire and Zanella Beguelin, POPL 2009, rule for procedure calls; Bellare and Rogaway, EUROCRYPT
2006, for games that differ in what they call.

Owes. `callee-requires`, `length-mismatch`, `callee-relation`, `cited-claim`, `leaks-equal`, `slack`, `not-supported`,
`budget-negative` of a claim that is assumed

call-identity: a call with equal arguments gives equal results, for nothing, with or without a claim about it.

Rule.
    P0 ==> what P requires, and what its types say of lengths, of the arguments of each run
    P0 ==> a{1} = a{2}, for all arguments, private ones too
    for all inputs that meet what P requires, P has no run-time error, and ends with probability 1
    ---------------------------------------------------------------------------------------------- [call-identity]
    { P0 }  y :=$ P(a)  ~[0]  y :=$ P(a)  { y{1} = y{2} }

This is `couple y{2} = y{1}` on a call. The last premise is that of `call-alone`.

Why. From equal arguments the callee does the same in both runs, so that its result and its leaks together have one
distribution, and the identity couples them.

Pitfall. Arguments that are equal for the public parameters only. A callee that stops with an error, or never ends,
where the caller must not.

Reference. As `identity`: Barthe, Gregoire and Zanella Beguelin, POPL 2009.

Owes. `callee-requires`, `length-mismatch`, `same-arguments`, `not-supported`

call-alone: one run calls a program while the other waits, or both do with `couple none`.

Rule.
    P0 ==> what P requires, and what its types say of lengths, of the arguments
    for all inputs that meet what P requires, P has no run-time error, and ends with probability 1
    ----------------------------------------------------------------------------------------------- [call-alone]
    { P0 }  y :=$ P(a)  ~[0]  -  { P0 }

and in the same way for run 2. The result is any value of its type. For the second premise P is walked by itself, once
for a claim, with its own `decreases` and those parts of its invariants that speak of one run. That it ends is owed
where a loop in place of the call would have to end: of run 2, and of run 1 in privacy claims and exact quadruples.

Why. The inequality is shown for every result, so it holds of their average. For run 2 the masses must add up to 1, or
the right side would shrink, and they do if the callee ends with probability 1.

Pitfall. A callee that never returns, run by run 2 alone: everything is true after the call, and it has probability 0.
And one that leaks: the caller's observer sees that in one run and not in the other, whatever becomes of the result.

Reference. As `draw-alone` and `loop-alone`: Barthe, Gregoire and Zanella Beguelin, POPL 2009; Barthe et al., LICS 2016.

Owes. `callee-requires`, `length-mismatch`, `leaks-equal`, `not-supported`
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, Protocol

from prhl.logic.build import FALSE, at_most, both, choose, either, equal, number, plus, widen
from prhl.logic.constants import constant
from prhl.logic.definedness import needs
from prhl.logic.relations import unfold
from prhl.logic.substitution import substitute
from prhl.logic.terms import Ghost, Logical, Quantified, Term, Variable, conjuncts, variables
from prhl.logic.types import Type
from prhl.notions import Currency
from prhl.records import dataclass
from prhl.rules import advanced, draw_by_divergence
from prhl.rules.context import Context
from prhl.rules.draw_with_slack import owe_slack
from prhl.rules.lengths import by_type
from prhl.rules.result_lengths import lengths
from prhl.rules.state import Run, State
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class Citation:
    """A claim that a call may rest on, with the programs of its two runs."""

    claim: core.TypedClaim
    left: core.TypedProgram
    right: core.TypedProgram
    standing: Literal["proved", "assumed", "open"]

    @property
    def callee(self) -> core.TypedProgram:
        """The program of a claim `P satisfies ...`."""
        return self.left

    @property
    def exact(self) -> bool:
        """Whether it says that two distributions are coupled, and not that one is at most as large as the other."""
        return not self.claim.budget

    def program(self, run: int) -> core.TypedProgram:
        return self.left if run == 1 else self.right

    @property
    def mirrored(self) -> "Citation":
        """A quadruple read from run 2 to run 1: true of what is exact. What has no mark is read in its own run 1."""

        def other(leaf: Variable | Logical | Ghost) -> Term | None:
            return replace(leaf, run=1 if leaf.run == 2 else 2) if isinstance(leaf, Variable) else None

        claim, post = self.claim, self.claim.post
        assert post is not None
        turned = replace(
            claim,
            left=claim.right,
            right=claim.left,
            relation=substitute(unfold(claim.relation), other),
            post=substitute(unfold(post), other),
        )
        return Citation(turned, self.right, self.left, self.standing)


Citations = Mapping[str, Citation]


class Callees(Protocol):
    """The programs that may be called, and the obligations of one run of them; handed in by the walk."""

    def called(self, name: str) -> core.TypedProgram: ...

    def owe(self, context: Context, name: str, ending: bool) -> None:
        """That the program has no run-time error for inputs that meet its `requires`, and ends if that is asked."""
        ...


def alone(context: Context, node: core.Call, run: Run, state: State) -> State:
    draw_by_divergence.refuse_alone(context, state, node.span, "call")
    advanced.refuse(context, state, node.span, "here a call cites no claim")
    if context.callees is None:
        message = "there is no rule here for a call that only one run makes"
        context.lack(state, "not-supported", node.span, message)
        return _arbitrary(context, node, run, state)
    callee = context.callees.called(node.program)
    arguments = _arguments(context, node, callee, run, state)
    _owe_required(context, callee, node, run, {run: arguments}, state)
    if callee.leaks and context.reading.compares_leaks:
        message = f"`{callee.name}` leaks, and only one run may call it here, or each by itself"
        hint = "let both runs call it, and cite a claim `P satisfies ...`"
        context.owe(state, "leaks-equal", FALSE, node.span, message, hint, blames="program")
    context.callees.owe(context, callee.name, context.reading.must_end(run))
    result = context.names.fresh(node.target, run, _result(callee))
    _know_lengths(context, callee, arguments, result, state)
    context.assign(state, node.target, run, result)
    return state


def paired(context: Context, left: core.Call, right: core.Call, state: State) -> State:
    said = [a.couple for a in context.annotations(left.site, right.site) if a.couple is not None]
    couple = said[0] if said else None
    if isinstance(couple, core.CoupleNone):
        return alone(context, right, 2, alone(context, left, 1, state))
    if isinstance(couple, core.CoupleMap) and left.program == right.program and len(said) == 1:
        return _identical(context, left, right, state)
    if not isinstance(couple, core.CoupleBy) or len(said) > 1:
        message = f"there is no coupling for this call of `{left.program}`"
        if left.program != right.program:
            message = f"there is no coupling for this call of `{left.program}` beside one of `{right.program}`"
        hint = "write `couple by CLAIM`, a claim about the callee; `couple none` if its result does not matter"
        context.lack(state, "missing-coupling", left.span, message, hint)
        return _arbitrary(context, right, 2, _arbitrary(context, left, 1, state))
    cited = _directed(context, context.citations[couple.claim], left, right, couple, state)
    if cited is None or not _usable(context, cited, left, couple, state):
        return _arbitrary(context, right, 2, _arbitrary(context, left, 1, state))
    nodes = _runs(left, right)
    arguments: Arguments = {run: _arguments(context, node, cited.program(run), run, state) for run, node in nodes}
    _owe_all(context, cited, (left, right), couple, arguments, state)
    _owe_run_1(context, cited)
    _owe_assumed(context, cited, couple, arguments, state)
    for given, ghost in zip(_charges(context, cited, left, couple, arguments, state), ("cost", "slack"), strict=False):
        spent = state.cost if ghost == "cost" else state.slack
        total = context.names.define(state, (ghost, 1), plus(spent, given))
        if ghost == "cost":
            state.cost = total
        else:
            state.slack = total
            owe_slack(context, state, left, f"the claim `{couple.claim}` has a delta")
    return _known(context, cited, left, right, arguments, state)


def _directed(
    context: Context, cited: Citation, left: core.Call, right: core.Call, couple: core.CoupleBy, state: State
) -> Citation | None:
    """The claim for these two programs, read from run 2 to run 1 if need be and if it may."""
    called = left.program, right.program
    if (cited.left.name, cited.right.name) == called:
        return cited
    message = f"`{cited.claim.name}` is not about `{called[0]}` in run 1 and `{called[1]}` in run 2"
    hint = f"cite a claim `{called[0]} ~ {called[1]} : ...`"
    if (cited.right.name, cited.left.name) == called:
        if cited.exact:
            return cited.mirrored
        message = f"`{cited.claim.name}` has `within`, and is cited here from run 2 to run 1"
    context.owe(state, "callee-relation", FALSE, couple.span, message, hint, cited.claim.span)
    return None


def _identical(context: Context, left: core.Call, right: core.Call, state: State) -> State:
    """Equal arguments give equal distributions, free of charge; it is owed that the callee is legal and ends."""
    advanced.refuse(context, state, left.span, "here a call cites no claim")
    if context.callees is None:
        context.lack(state, "not-supported", left.span, "there is no rule here for a call that cites no claim")
        return _arbitrary(context, right, 2, _arbitrary(context, left, 1, state))
    callee = context.callees.called(left.program)
    arguments = {run: _arguments(context, node, callee, run, state) for run, node in ((1, left), (2, right))}
    for run in (1, 2):
        _owe_required(context, callee, left, run, arguments, state)
    for parameter in callee.parameters:
        _owe_same(context, parameter, left, arguments, state)
    context.callees.owe(context, callee.name, context.reading.must_end(1) or context.reading.must_end(2))
    found = context.names.fresh(left.target, 1, _result(callee))
    _know_lengths(context, callee, arguments[1], found, state)
    context.assign(state, left.target, 1, found)
    context.assign(state, right.target, 2, found)
    return state


Arguments = dict[int, dict[str, Term]]


def _charges(
    context: Context,
    cited: Citation,
    node: core.Call,
    couple: core.CoupleBy,
    arguments: Arguments,
    state: State,
) -> list[Term]:
    """What the claim charges at the arguments, to `cost` and to `slack`; sparingly: nothing where they are equal."""
    budget = [_put(given, arguments) for given in cited.claim.budget[:2]]
    amounts = _counted(context, cited, node, couple, budget, state)
    if context.reading.uses:
        amounts = [advanced.used(context, cited.claim, node.span, budget, state)]
    if cited.claim.post is not None or not context.reading.sparing:
        return amounts
    alike = _alike(cited.callee, arguments)
    return [amount if constant(amount) == 0 else choose(alike, number(0), amount) for amount in amounts]


def _alike(callee: core.TypedProgram, arguments: Arguments) -> Term:
    """That all arguments are equal in the two runs; of the public ones it is owed."""
    pairs = [(arguments[1][p.name], arguments[2][p.name]) for p in callee.parameters if p.private]
    return both([equal(one, two) for one, two in pairs if one != two])


def _counted(
    context: Context,
    cited: Citation,
    node: core.Call,
    couple: core.CoupleBy,
    budget: list[Term],
    state: State,
) -> list[Term]:
    """The budget of the claim, in the currency of this one."""
    counted, notion = draw_by_divergence.currency(context, state), cited.claim.notion
    if counted is None or not budget:
        return list(notion.spent(tuple(budget)))
    order = notion.order(budget)
    if order is not None and counted.order is not None:
        message = f"the order of `{cited.claim.name}` may be another one than that of this claim"
        goal = equal(order, counted.order)
        context.owe(state, "cited-claim", goal, couple.span, message, "cite a claim of the same order", node.span)
    return [notion.priced(counted, budget)]


def _usable(context: Context, cited: Citation, node: core.Call, couple: core.CoupleBy, state: State) -> bool:
    claim = cited.claim
    if cited.standing == "open":
        message = f"the claim `{claim.name}`, which this call rests on, is neither proved nor assumed"
        context.lack(state, "cited-claim", couple.span, message, "prove it first, or mark it `assume`")
        return False
    if context.reading.currency is not None and (why := _not_counted(context.reading.currency, claim)):
        context.lack(state, "not-supported", node.span, f"`{claim.name}` {why}", "cite a claim in the same currency")
        return False
    if context.reading.uses and claim.post is not None:
        message = f"`{claim.name}` is a quadruple, and advanced composition needs both directions"
    elif claim.notion.figure and context.reading.currency is None:
        message = f"there is no rule yet that cites a claim such as `{claim.name}`, in another currency"
    elif _one_way(claim) and context.reading.terminating and context.callees is None:
        message = f"`{claim.name}` does not say that `{cited.callee.name}` ends with probability 1"
    else:
        return True
    context.lack(state, "not-supported", node.span, message, "cite a claim `P satisfies dp(eps) when ...`")
    return False


def _not_counted(counted: Currency, claim: core.TypedClaim) -> str:
    """Why the claim has no price where divergences are counted."""
    if claim.post is not None:
        return "is a quadruple, which bounds ratios from one side only"
    return claim.notion.not_priced(counted, claim.budget)


def _one_way(claim: core.TypedClaim) -> bool:
    """A quadruple with `within`: it says nothing of mass that is lost in run 1."""
    return claim.post is not None and bool(claim.budget)


def _owe_run_1(context: Context, cited: Citation) -> None:
    """What a quadruple with `within` does not say of run 1: that it ends, and that it ends as POST has it."""
    if not _one_way(cited.claim):
        return
    if context.reading.terminating and context.callees is not None:
        for program in (cited.left, cited.right):
            context.callees.owe(context, program.name, ending=True)
    if cited.claim.budget[1] != number(0):
        context.narrowed = True  # results of this much mass may have no partner


def _owe_assumed(context: Context, cited: Citation, couple: core.CoupleBy, arguments: Arguments, state: State) -> None:
    """That the budget of an assumed claim exists and is not negative: of claims that are proved this was shown."""
    claim = cited.claim
    for amount in [_put(part, arguments) for part in claim.budget if cited.standing == "assumed"]:
        for need in needs(amount):
            message = f"the budget of `{claim.name}` may not exist at these arguments: {need.message}"
            context.owe(state, need.code, need.formula, couple.span, message, "", claim.span, "claim")
        message = f"the budget of `{claim.name}` may be negative at these arguments"
        context.owe(state, "budget-negative", at_most(number(0), amount), couple.span, message, "", claim.span, "claim")


def _arguments(context: Context, node: core.Call, callee: core.TypedProgram, run: int, state: State) -> dict[str, Term]:
    out: dict[str, Term] = {}
    for parameter, given in zip(callee.parameters, node.arguments, strict=True):
        value = context.evaluate(state, given, run)  # type: ignore[arg-type]  # 1 or 2
        out[parameter.name] = context.names.define(
            state,
            (parameter.name, run),  # type: ignore[arg-type]
            widen(value, parameter.type),
        )
    return out


def _put(term: Term, arguments: Arguments, run: int = 1) -> Term:
    """A term over the callee's parameters at the arguments; what carries no mark is read in one run."""

    def leaf(given: Variable | Logical | Ghost) -> Term | None:
        if isinstance(given, Variable):
            return arguments[given.run or run].get(given.name)
        return None

    return substitute(unfold(term), leaf)


def _owe_all(
    context: Context,
    cited: Citation,
    nodes: tuple[core.Call, core.Call],
    couple: core.CoupleBy,
    arguments: Arguments,
    state: State,
) -> None:
    claim, node = cited.claim, nodes[0]
    for run, called in ((1, nodes[0]), (2, nodes[1])):
        _owe_required(context, cited.program(run), called, run, arguments, state)
    if claim.post is None:
        for parameter in cited.callee.parameters:
            if not parameter.private:
                _owe_same(context, parameter, node, arguments, state)
    relation = claim.relation
    if claim.relation_names:
        relation = Quantified("exists", claim.relation_names, relation, relation.span)
    ways = [_put(relation, arguments)]
    if claim.post is None:
        ways.append(_put(relation, {1: arguments[2], 2: arguments[1]}))
        ways += _or_alike(context, cited.callee, arguments, ways, state)
    message = f"the arguments may not be related as `{claim.name}` asks"
    hint = f"bring the arguments closer together, as `{claim.name}` asks, or cite a claim for inputs further apart"
    context.owe(state, "callee-relation", either(ways), couple.span, message, hint, relation.span)
    leaking = next((program for program in (cited.left, cited.right) if program.leaks), None)
    if leaking is not None and claim.post is not None and context.reading.compares_leaks:
        message = f"`{leaking.name}` leaks, and a quadruple says nothing of its leaks"
        context.owe(state, "leaks-equal", FALSE, node.span, message, "cite a claim `P satisfies ...`")


def _owe_same(context: Context, parameter: core.Parameter, node: core.Call, arguments: Arguments, state: State) -> None:
    kind = "private" if parameter.private else "public"
    message = f"the {kind} argument `{parameter.name}` may differ between the two runs"
    hint = "a public argument must be equal in both runs: computed from equal values"
    if parameter.private:
        hint = "by the identity all arguments must be equal; cite a claim where they differ: `couple by CLAIM`"
    goal = equal(arguments[1][parameter.name], arguments[2][parameter.name])
    context.owe(state, "same-arguments", goal, node.span, message, hint, parameter.span)


def _or_alike(
    context: Context, callee: core.TypedProgram, arguments: Arguments, ways: list[Term], state: State
) -> list[Term]:
    """Equal arguments need not be related, if that helps; then the claim does not say that the callee ends."""
    alike = _alike(callee, arguments)
    if context.callees is None or context.ask(state.facts, either(ways)):
        return []
    if not context.ask(state.facts, either([*ways, alike])):
        return []
    context.callees.owe(context, callee.name, ending=True)
    return [alike]


def _owe_required(
    context: Context, callee: core.TypedProgram, node: core.Call, run: int, arguments: Arguments, state: State
) -> None:
    for formula in callee.requires:
        for part in conjuncts(formula):
            message = f"an argument of run {run} may break what `{callee.name}` requires"
            goal = _put(part, arguments, run)
            hint = "make sure of it before the call: by `requires`, by a guard, or by an invariant"
            context.owe(state, "callee-requires", goal, node.span, message, hint, part.span, "program")
    for parameter in callee.parameters:
        for part in by_type(Variable(parameter.name, run, parameter.type), parameter.type, run):  # type: ignore[arg-type]
            message = f"`{parameter.name}` of `{callee.name}` may be given bit strings of another length, in run {run}"
            goal = _put(part, arguments, run)
            hint = "the lengths must be those of its type, at these arguments"
            context.owe(state, "length-mismatch", goal, node.span, message, hint, parameter.span, "program")


def _known(
    context: Context, cited: Citation, left: core.Call, right: core.Call, arguments: Arguments, state: State
) -> State:
    """Equal results by a claim `P satisfies ...`; by a quadruple its postcondition, of the results and of fresh values
    for what else the callees end with."""
    first, second = [
        context.names.fresh(node.target, run, _result(cited.program(run))) for run, node in _runs(left, right)
    ]
    _know_lengths(context, cited.left, arguments[1], first, state)
    post = cited.claim.post
    if post is None:
        second = first
    else:
        _know_lengths(context, cited.right, arguments[2], second, state)
        ends = {run: {**arguments[run], "res": value} for run, value in ((1, first), (2, second))}
        for name, run in sorted(variables(unfold(post))):
            if run != 0 and name not in ends[run]:
                ends[run][name] = context.names.fresh(name, 1 if run == 1 else 2, cited.program(run).types[name])
        for part in conjuncts(post):
            state.know(_put(part, ends))
    context.assign(state, left.target, 1, first)
    context.assign(state, right.target, 2, second)
    return state


def _know_lengths(
    context: Context, callee: core.TypedProgram, arguments: Mapping[str, Term], result: Term, state: State
) -> None:
    """What the callee's text says of the lengths in its result."""
    called = None if context.callees is None else context.callees.called
    for part in lengths(callee, called, result, arguments):
        state.know(part)


def _runs(left: core.Call, right: core.Call) -> tuple[tuple[Run, core.Call], tuple[Run, core.Call]]:
    return (1, left), (2, right)


def _result(program: core.TypedProgram) -> Type:
    assert program.result_type is not None
    return program.result_type


def _arbitrary(context: Context, node: core.Call, run: Run, state: State) -> State:
    """After a call of which nothing is known: the result is any value of its type."""
    state.values[node.target, run] = context.names.fresh(node.target, run, context.program(run).types[node.target])
    return state
