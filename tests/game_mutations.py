"""The mutation table of chains, of calls of different programs and of bad values: each row breaks one condition."""

from dataclasses import replace
from typing import Any

from prhl.couplings import bad_values
from prhl.logic.build import number
from prhl.logic.terms import Variable, conjuncts
from prhl.rules import call
from prhl.rules.call import Citation
from prhl.rules.following import chain
from tests.mutations import PROVE, Mutation, replaced, skipped

always_exact = replaced(Citation, "exact", property(lambda _: True))


def ends_by_name(context: Any, program: Any, run: int, inputs: Any) -> Any:
    """A variable is the same one in all programs that have one of this name."""
    found = _end(context, program, run, inputs)
    final = {name: Variable(f"{name}@end", 1, value.type) for name, value in found.final.items() if name not in inputs}
    return chain.End(program, inputs, {**final, **inputs})


_end = chain._end


def callers_variables(context: Any, cited: Any, left: Any, right: Any, arguments: Any, state: Any) -> Any:
    """The postcondition is read in the caller's state."""
    for part in conjuncts(cited.claim.post):
        state.know(state.formula(part))
    return _known(context, cited, left, right, arguments, state)


_known = call._known


def callers_budget(context: Any, cited: Any, node: Any, couple: Any, arguments: Any, state: Any) -> Any:
    """The budget is read in the caller's state."""
    return [state.formula(part) for part in cited.claim.budget[:2]]


def ends_by_the_sample(step: Any, *given: Any) -> Any:
    """The sample is seen nowhere in the ends of a range."""
    return _range_end(replace(step, draw=replace(step.draw, sample=number(-1))), *given)


_range_end = bad_values._end


def end_left_out(step: Any, name: Any, parts: Any, upper: bool) -> Any:
    """The last of a range of values is not counted."""
    found = _range_end(step, name, parts, upper)
    return bad_values.plus(found, number(1), -1) if upper else found


alone_forgotten = replaced(PROVE, "_owe_runs_alone", lambda *_: None)

GAMES = (
    Mutation("inequalities make couplings", "r35_chain_never_ends", "hop", always_exact),
    Mutation("inequalities read backwards", "r35_chain_backwards", "hop", always_exact),
    Mutation("deltas of hops added", "r35_chain_deltas_added", "hop", replaced(chain, "times", lambda _, delta: delta)),
    Mutation("anything in the middle", "r35_chain_no_middle", "hop", skipped("callee-requires")),
    Mutation("hops between any inputs", "r35_chain_not_related", "hop", skipped("from-relation")),
    Mutation("hops between public inputs", "r35_chain_public_inputs", "hop", skipped("same-arguments")),
    Mutation("one y for all programs", "r35_chain_other_variable", "hop", replaced(chain, "_end", ends_by_name)),
    Mutation("negative budgets add up", "r35_chain_negative_budget", "hop", skipped("budget-negative")),
    Mutation("any length in the middle", "r35_chain_other_length", "hop", skipped("length-mismatch")),
    Mutation(
        "callee's variable is the caller's",
        "r35_call_other_variable",
        "blind",
        replaced(call, "_known", callers_variables),
    ),
    Mutation(
        "callee's names left open", "r35_call_other_relation", "blind", replaced(call, "variables", lambda _: set())
    ),
    Mutation("calls related backwards", "r35_call_backwards", "hop", always_exact),
    Mutation(
        "inequality of calls makes a coupling",
        "r35_call_never_ends",
        "hop",
        replaced(call, "_owe_run_1", lambda *_: None),
    ),
    Mutation("second callee takes anything", "r35_call_second_requires", "hop", skipped("callee-requires")),
    Mutation("calls of any arguments", "r35_call_not_related", "hop", skipped("callee-relation")),
    Mutation("leaks of the second callee", "r35_call_second_leaks", "blind", skipped("leaks-equal")),
    Mutation("charged at the caller's", "r35_call_secret_charge", "hop", replaced(call, "_charges", callers_budget)),
    Mutation(
        "values of the sample", "r36_values_of_the_sample", "blind", replaced(bad_values, "_end", ends_by_the_sample)
    ),
    Mutation("bad values leave the range", "r36_ranges_apart", "moved", skipped("support")),
    Mutation("bad values of a longer range", "r36_longer_range", "longer", skipped("same-noise")),
    Mutation("one of two values paid", "r36_two_guesses", "hit", skipped("price")),
    Mutation("values without the last", "r36_range_of_values", "hit", replaced(bad_values, "_end", end_left_out)),
    Mutation("bad values divide", "r36_divides", "small", alone_forgotten),
    Mutation("bad values divide in run 2", "r36_second_divides", "small", alone_forgotten),
    Mutation("bad values of each output", "r36_each_output", "small", skipped("slack")),
    Mutation("collisions for nothing", "r36_birthday_for_less", "birthday", skipped("price")),
)
