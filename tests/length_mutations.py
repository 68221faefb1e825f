"""The mutation table of lengths of results: each row breaks one condition, and a trap in traps falls to it."""

from itertools import repeat
from typing import Any

from prhl.logic.build import equal, number, plus, size
from prhl.logic.terms import Apply
from prhl.logic.types import INT
from prhl.rules import call, result_lengths
from tests.mutations import Mutation, replaced

KNOWN, FOLLOWER = call._known, result_lengths._Follower


def as_declared(program: Any, called: Any, result: Any, given: Any) -> list[Any]:
    """A result is as long as its type says, which is n in the trap."""
    return [equal(size(result), given["n"])] if "n" in given else []


def in_both_runs(context: Any, cited: Any, left: Any, right: Any, arguments: Any, state: Any) -> Any:
    """Equal results have the lengths of run 2, too, whatever the delta."""
    after = KNOWN(context, cited, left, right, arguments, state)
    call._know_lengths(context, cited.right, arguments[2], after.values[right.target, 2], after)
    return after


def by_the_guard(self: Any, node: Any, before: Any) -> Any:
    """A loop goes round as often as its guard looks."""
    low, high = [self.number(one, before) for one in node.guard.arguments]
    return Apply("max", (plus(high, low, -1), number(0)), INT)


LENGTHS = [
    Mutation(
        "lengths of one way are those of both",
        "r31_length_chosen",
        "same",
        replaced(result_lengths._Known, "joined", lambda self, _: self),
    ),
    Mutation("lengths as declared", "r31_length_declared", "told", replaced(call, "lengths", as_declared)),
    Mutation(
        "one mark for all heads",
        "r31_length_of_an_outer_round",
        "same",
        replaced(result_lengths, "_Follower", lambda called: FOLLOWER(called, marks=repeat(0))),
    ),
    Mutation("lengths of run 2 at a delta", "r31_length_in_both_runs", "stops", replaced(call, "_known", in_both_runs)),
    Mutation(
        "rounds whatever is counted", "r31_length_counted_twice", "same", replaced(FOLLOWER, "rounds", by_the_guard)
    ),
    Mutation(
        "rounds whatever becomes of the bound",
        "r31_length_bound_moves",
        "same",
        replaced(result_lengths, "variables", lambda _: set()),
    ),
]
