"""Claims that follow from others of the file: `from CLAIM`, for a larger budget, in another notion, or by steps; and
quadruples by way of another program, `from Q1, Q2 via (x = x{1})`, with inputs of the same names.

`dp(2*eps)` from `dp(eps)`, an epsilon and a delta from `zcdp`, three entries that differ from one by 3 steps. The rules
say what follows; here the claim and the number of steps are named.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.task import Task
from prhl.logic.build import number, quotient
from prhl.logic.linear import ratio
from prhl.logic.show import show
from prhl.logic.terms import Constant, Related, Term, conjuncts
from prhl.source import Edit, Span
from prhl.typed import core
from prhl.typed.grounds import chains

MOST = 3  # claims that it may follow from


def conclusions(task: Task) -> Iterator[tuple[Edit, ...]]:
    """What to add to the claim, for each that is known of its program."""
    claim = task.claim
    if claim.post is not None:
        yield from _chains(task)
        return
    if claim.pointwise is not None or claim.composed is not None:
        return
    about = [one for one in task.known if (one.left, one.right) == (claim.left, claim.right) and one.post is None]
    for other in about[-MOST:]:
        for steps in dict.fromkeys(_steps(claim, other)):
            by = "" if steps is None else f" by {steps} {'step' if steps == '1' else 'steps'}"
            yield (Edit(Span(claim.span.end - 1, claim.span.end - 1), f" from {other.name}{by}"),)


def _chains(task: Task) -> Iterator[tuple[Edit, ...]]:
    """By way of every program that two known claims meet in, with the inputs of run 1, or of run 2."""
    claim = task.claim
    ends = [{p.name: p.type for p in program.parameters} for program in (task.left, task.right)]
    for first, second, program in chains(claim, task.known):
        wanted = task.programs[program].parameters
        ways = []
        for order in ((1, 2), (2, 1)):
            runs = {p.name: next((run for run in order if ends[run - 1].get(p.name) == p.type), 0) for p in wanted}
            if all(runs.values()):
                ways.append(", ".join([f"{name} = {name}{{{run}}}" for name, run in runs.items()]))
        for given in dict.fromkeys(ways):
            via = f" via ({given})" if given else ""
            yield (Edit(Span(claim.span.end - 1, claim.span.end - 1), f" from {first.name}, {second.name}{via}"),)


def _steps(claim: core.TypedClaim, other: core.TypedClaim) -> Iterator[str | None]:
    """In how many steps, as far as the relations tell; None: none at all."""
    mine, theirs = [[one for one in conjuncts(given.relation) if isinstance(one, Related)] for given in (claim, other)]
    found = {_many(one, two) for one in mine for two in theirs if _about(one) == _about(two)} - {None}
    for steps in found:
        if steps is not None and steps != number(1):
            yield show(steps)
    yield None


def _about(related: Related) -> str | None:
    return None if related.left is None else related.left.name


def _many(one: Related, two: Related) -> Term | None:
    match one.relation, two.relation:
        case "some_differ", "one_differs":
            return number(one.most)
        case "one_differs", "add_remove":
            return number(2)
        case ("within", "within") | ("all_within", "all_within") if one.bound is not None and two.bound is not None:
            if two.bound == number(1):
                return one.bound
            times_ = ratio(one.bound, two.bound)
            return number(-(-times_.numerator // times_.denominator)) if times_ is not None and times_ > 0 else None
        case _:
            return None


def share(budget: Term, steps: int) -> Term:
    """What one of so many steps may cost."""
    if isinstance(budget, Constant) and isinstance(budget.value, Fraction):
        return number(budget.value / steps)
    return quotient(budget, number(steps))
