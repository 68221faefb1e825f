"""The mutation table of couplings up to bad and of advanced composition: each row breaks one of their conditions."""

from dataclasses import replace
from typing import Any

from prhl.couplings import upto
from prhl.distributions.poisson import Poisson
from prhl.logic.build import number
from prhl.rules import advanced, loop
from tests.mutations import PROVE, Mutation, gaussian_alone, replaced, skipped


def paid_by_run_2(lifting: Any, step: Any) -> Any:
    """The two distributions in each other's place."""
    draw = step.draw
    return _lifted(lifting, replace(step, draw=replace(draw, first=draw.second, second=draw.first)))


def rest_is_free(lifting: Any, step: Any) -> Any:
    """Outside of the bad event nothing is left over: a cost so large that nothing could be."""
    return _lifted(lifting, step if step.bad is None else replace(step, cost=number(1000)))


_lifted = upto.lifted


def centre_forgotten(step: Any, mine: Any, operator: str, end: Any) -> Any:
    first = replace(step.draw.first, arguments=step.draw.first.arguments[:1])
    return _beyond(replace(step, draw=replace(step.draw, first=first)), mine, operator, end)


_beyond = upto._beyond


def half_of_it(self: Any, *given: Any) -> Any:
    """Counts have half of their tail."""
    return _tail(self, *given) / 2


_tail = Poisson.tail


def nothing_alone(*_: Any) -> None:
    pass


UP_TO_BAD = (
    Mutation("bad event paid in run 2", "r15_bad_of_run_2", "one_way", replaced(upto, "lifted", paid_by_run_2)),
    Mutation("bad event paid in part", "r15_bad_for_half", "small", skipped("price")),
    Mutation("rest left over for nothing", "r15_bad_and_the_rest", "close", replaced(upto, "lifted", rest_is_free)),
    Mutation(
        "errors forgotten in the bad event",
        "r15_bad_divides",
        "small",
        replaced(PROVE, "_owe_runs_alone", nothing_alone),
    ),
    Mutation(
        "loops forgotten in the bad event", "r15_bad_hangs", "small", replaced(PROVE, "_owe_runs_alone", nothing_alone)
    ),
    Mutation("good samples with one image", "r15_bad_two_to_one", "same", skipped("injective")),
    Mutation("bad event of one round", "r15_bad_of_each_round", "all", replaced(loop, "may_slacken", gaussian_alone)),
    Mutation("tails around zero", "r15_bad_tail_from_zero", "small", replaced(upto, "_beyond", centre_forgotten)),
    Mutation("half of a tail", "r15_bad_poisson_tail", "rare", replaced(Poisson, "tail", half_of_it)),
    Mutation("one tail of two", "r15_bad_one_tail", "small", replaced(upto, "_of_both", lambda one, two: one)),
)


def anything(*_: Any) -> None:
    """Nothing is refused, or owed."""


def without_delta(context: Any, claim: Any, place: Any, budget: Any, state: Any) -> Any:
    return _used(context, claim, place, budget[:1], state)


_used = advanced.used

ADVANCED = (
    Mutation("hidden draws", "t14_hidden_threshold", "free", replaced(advanced, "refuse", anything)),
    Mutation("hidden blocks", "t14_hidden_block", "free", replaced(advanced, "refuse", anything)),
    Mutation("calls not counted", "r25_more_calls", "all", skipped("budget")),
    Mutation("advanced composition without drift", "r25_without_drift", "all", skipped("composed-budget")),
    Mutation("budgets that results decide", "r25_louder_by_result", "all", replaced(advanced, "_owe_below", anything)),
    Mutation("deltas of calls forgotten", "r25_delta_of_each_call", "all", replaced(advanced, "used", without_delta)),
)
