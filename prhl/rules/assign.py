"""assignment: the variable of one run takes the value, for nothing.

Rule.
    P ==> e has a value in run 1        P ==> Q with e{1} for x{1}
    -------------------------------------------------------------- [assignment]
    { P }  x := e  ~[0]  -  { Q }

and in the same way for run 2, while run 1 waits.

Why. A deterministic step of one run moves no probability, so both sides of the inequality are what they were.

Pitfall. An expression without a value, such as `1/(n - n)`, would be an arbitrary number to the solver; so that it has
one is owed, by `evaluation`. And what the relation says of the inputs holds of them alone: after `t := d[0]` the two
`t` are as different as the two `d[0]`.

Reference. Benton, POPL 2004; in a logic of couplings: Barthe, Gregoire and Zanella Beguelin, POPL 2009.

Owes. Nothing of its own.
"""

from prhl.rules.context import Context
from prhl.rules.state import Run, State
from prhl.typed import core


def assign(context: Context, node: core.Assign, run: Run, state: State) -> State:
    context.assign(state, node.target, run, context.evaluate(state, node.value, run))
    return state
