"""The mutation table of claims that follow from others: each row breaks one condition of a theorem."""

from fractions import Fraction
from typing import Any

from prhl.logic.build import number, times
from prhl.notions import zcdp
from prhl.notions.base import Compared
from prhl.notions.rdp import Rdp
from prhl.rules.following import conversions, groups, sampling
from tests.mutations import Mutation, replaced, skipped


def nothing_owed(*_: Any) -> None:
    pass


def deltas_added(case: Any, count: Any, epsilon: Any, delta: Any, slack: Any) -> None:
    case.owe_budget(times(count, delta), slack, "")


def orders_alike(notion: Any, given: Any, wanted: Any) -> list[Compared]:
    """A divergence is one, of whatever order."""
    return [Compared("divergence", given[1], wanted[1])]


def no_names(*_: Any) -> set[str]:
    return set()


FOLLOWING = (
    Mutation("deltas of steps added", "t13_deltas_added", "two", replaced(groups, "_owe_delta", deltas_added)),
    Mutation("steps through any inputs", "r21_gap", "far", replaced(groups, "_owe_required", nothing_owed)),
    Mutation(
        "steps through any lists", "r21_no_list_between", "replaced", replaced(groups, "_owe_required", nothing_owed)
    ),
    Mutation("steps through any lengths", "r21_other_length", "two", replaced(groups, "_lengths", lambda _: [])),
    Mutation("steps that do not arrive", "r21_too_few_steps", "two", replaced(groups, "_owe_ends", nothing_owed)),
    Mutation("steps of any length", "r21_differs_too_often", "two", replaced(groups, "_owe_step", nothing_owed)),
    Mutation(
        "steps at one order",
        "r21_order_in_steps",
        "two",
        replaced(Rdp, "grown", lambda *_: (number(1), "k")),
    ),
    Mutation("rho not compared", "r21_rho_times_k", "two", skipped("from-budget")),
    Mutation("wider relations follow", "r18_wider_relation", "two", skipped("from-relation")),
    Mutation("smaller budgets follow", "r18_smaller_budget", "two", skipped("from-budget")),
    Mutation(
        "deltas have divergences",
        "r26_divergence_from_delta",
        "concentrated",
        replaced(conversions, "constant", lambda _: Fraction(0)),
    ),
    Mutation("root taken once", "r26_root_once", "private", replaced(zcdp, "TWO", number(1))),
    Mutation(
        "any order will do",
        "r26_sharper_than_sharp",
        "private",
        replaced(zcdp, "delta_of_all", lambda *_: Fraction(0)),
    ),
    Mutation("no delta needed", "r26_no_delta", "pure", skipped("from-budget")),
    Mutation("orders alike", "r27_larger_order", "twentieth", replaced(Rdp, "compared", orders_alike)),
    Mutation("samples of lists of one size", "r28_one_differs", "half", skipped("from-relation")),
    Mutation("samples as the callee likes", "r28_replaced_in_the_callee", "half", skipped("callee-relation")),
    Mutation("sample may be shown", "r28_sample_shown", "half", replaced(sampling, "_names", no_names)),
    Mutation(
        "samples taken for public",
        "r28_public_sample",
        "half",
        replaced(sampling, "_taken_as_private", lambda *_: True),
    ),
    Mutation("rate taken as stated", "r28_other_rate", "half", skipped("from-shape")),
    Mutation("q times epsilon", "r28_q_times_epsilon", "half", skipped("from-budget")),
    Mutation("entries of any length", "r28_other_length", "half", skipped("length-mismatch")),
    Mutation("callee takes every sample", "r28_empty_sample", "half", skipped("callee-requires")),
)
