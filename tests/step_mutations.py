"""The mutation table of loops out of step: each row breaks one condition of the rule."""

from typing import Any

from prhl.rules import loop_out_of_step, observe, sample
from tests.mutations import Mutation, replaced, skipped


def coupled_all_the_same(context: Any, node: Any, run: Any, state: Any) -> Any:
    """What one run draws while the other waits is in both."""
    after = _alone(context, node, run, state)
    after.values[node.target, 3 - run] = after.values[node.target, run]
    return after


_alone = sample.alone


def nothing_to_show(*given: Any) -> None:
    pass


def seen_by_nobody(context: Any, node: Any, run: Any, state: Any) -> Any:
    return state


OUT_OF_STEP = (
    Mutation(
        "run 2 alone for ever", "r33_run_2_for_ever", "same", replaced(loop_out_of_step, "owe_ends", nothing_to_show)
    ),
    Mutation("run 1 alone for ever", "r33_run_1_hangs", "same", skipped("terminates")),
    Mutation("no round of one kind", "r33_no_lone_round", "same", skipped("terminates")),
    Mutation("waiting for both", "r33_seen_by_waiting", "near", skipped("terminates")),
    Mutation(
        "variant below zero", "r33_variant_below_zero", "same", replaced(loop_out_of_step, "owe_ends", nothing_to_show)
    ),
    Mutation("draws of one run coupled", "r33_coupled_alone", "same", replaced(sample, "alone", coupled_all_the_same)),
    Mutation("alone behind the loop", "r33_left_already", "same", skipped("guards-agree")),
    Mutation("together behind the loop", "r33_one_has_left", "same", skipped("guards-agree")),
    Mutation("leak of one run", "r33_leaks_alone", "same", replaced(observe, "leak_alone", seen_by_nobody)),
    Mutation("budget of one more record", "r33_sum_unclipped", "private", skipped("budget")),
)
