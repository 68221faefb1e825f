"""branch: in step where the two guards agree, else by the four ways that two runs can take.

Rule.
    P ==> (b{1} <=> b{2})
    { P && b{1} }  s1  ~[c]  s2  { Q }        { P && !b{1} }  t1  ~[c]  t2  { Q }
    ----------------------------------------------------------------------------- [branch]
    { P }  if (b) s1 else t1  ~[c]  if (b) s2 else t2  { Q }

Where the guards cannot be shown to agree, or where the arms draw nothing and show nothing, each run goes its own way:
both then, both else, or one of each, and then the arm of run 1 runs alone and after it that of run 2.

    { P &&  b{1} &&  b{2} }  s1 ~[c] s2  { Q }    { P &&  b{1} && !b{2} }  s1 ~[0] -  then  - ~[0] t2  { Q }
    { P && !b{1} && !b{2} }  t1 ~[c] t2  { Q }    { P && !b{1} &&  b{2} }  t1 ~[0] -  then  - ~[0] s2  { Q }
    -------------------------------------------------------------------------------------------------------- [branch]
    { P }  if (b) s1 else t1  ~[c]  if (b) s2 else t2  { Q }

Why. Every pair of ways is walked, and which pair it is depends on the two memories alone. One run alone is sound by
itself. Either form may be taken, so it does no harm that a question to the solver chooses between them.

Pitfall. To assume that the guards agree instead of showing it: `if (x > 0) { y := 1; } else { y := 0; }` would then
return the same in both runs, whatever the two `x` are. And to pair a draw of one arm with a draw of the other, as if
they were one sampling.

Reference. Barthe, Gregoire and Zanella Beguelin, POPL 2009, with one- and two-sided rules; Zhang and Kifer, POPL 2017,
who let couplings depend on guards.

Owes. `guards-agree`
"""

from prhl.logic.build import both, iff, negation
from prhl.logic.terms import Term
from prhl.rules.context import Context
from prhl.rules.state import Arm, Run, State, joined
from prhl.typed import core


def plain(statements: tuple[core.Statement, ...]) -> bool:
    """Whether there is no draw, leak, assertion or loop in it."""
    return all(
        [
            isinstance(s, core.Assign) or (isinstance(s, core.If) and plain(s.then) and plain(s.otherwise))
            for s in statements
        ]
    )


def alone(context: Context, node: core.If, run: Run, state: State) -> State:
    guard = context.names.define(state, ("guard", run), context.evaluate(state, node.condition, run))
    arms = []
    for condition, block in ((guard, node.then), (negation(guard), node.otherwise)):
        start = _under(state, condition, node)
        arms.append(Arm(condition, len(start.facts), context.alone(block, run, start)))
    return joined(state, arms, context.names)


def paired(context: Context, left: core.If, right: core.If, state: State) -> State:
    if all([plain(block) for node in (left, right) for block in (node.then, node.otherwise)]):
        return alone(context, right, 2, alone(context, left, 1, state))
    first = context.names.define(state, ("guard", 1), context.evaluate(state, left.condition, 1))
    second = context.names.define(state, ("guard", 2), context.evaluate(state, right.condition, 2))
    agree = iff(first, second)
    message = "the two runs may take different branches here"
    if context.ask(state.facts, agree):
        context.owe(state, "guards-agree", agree, left.condition.span, message, blames="program")
        ways = [(first, left.then, right.then), (negation(first), left.otherwise, right.otherwise)]
        arms = []
        for condition, block, other in ways:
            start = _under(state, condition, left)
            arms.append(Arm(condition, len(start.facts), context.pair(block, other, start)))
        return joined(state, arms, context.names)
    message = "the two runs may take different branches here; where they do, what they draw there is not coupled"
    context.note(state, "guards-agree", agree, left.condition.span, message)
    arms = []
    for one, block in ((first, left.then), (negation(first), left.otherwise)):
        for two, other in ((second, right.then), (negation(second), right.otherwise)):
            condition = both([one, two])
            start = _under(state, condition, left)
            known = len(start.facts)
            if (block is left.then) == (other is right.then):
                end = context.pair(block, other, start)
            else:
                end = context.alone(other, 2, context.alone(block, 1, start))
            arms.append(Arm(condition, known, end))
    return joined(state, arms, context.names)


def _under(state: State, condition: Term, node: core.If) -> State:
    start = state.copy()
    start.know(condition, node.condition.span, "branch")
    return start
