"""Assignment: the variable of that run takes the value; it costs nothing.

Why: a deterministic step of one run moves no probability. PITFALL: an expression without a value (a division by zero,
an index out of range) would be an arbitrary number to the solver, so that it has one is owed.
"""

from prhl.rules.context import Context
from prhl.rules.state import Run, State
from prhl.typed import core


def assign(context: Context, node: core.Assign, run: Run, state: State) -> State:
    context.assign(state, node.target, run, context.evaluate(state, node.value, run))
    return state
