"""Claims that the channel decides: all inputs are finitely many, and so are the outcomes of everything drawn.

The instances here are not those of a `check`: an instance holds every private input of every size, so that no related
pair is missed; for a quadruple, in which nothing is equal but by its precondition, it holds every input there is.
Before any are made, it is asked if one law holds for all of them (`one_law`); then these may be infinitely many.
"""

from collections.abc import Iterator, Sequence

from prhl.checks.instance_check import NOTHING_RELATED, CheckResult
from prhl.checks.laboratory import Laboratory, final_states
from prhl.checks.one_law import by_one_law
from prhl.diagnostics import NotComputed
from prhl.exact import channel
from prhl.logic.terms import variables
from prhl.semantics.all_inputs import all_inputs
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Inputs, Instance, text
from prhl.typed.core import TypedClaim

MOST_INSTANCES = 64


def decided(
    laboratory: Laboratory, claim: TypedClaim, measured: Sequence[CheckResult] = ()
) -> list[CheckResult] | None:
    """The results on all inputs that the claim speaks of; None if these are not finitely many, and have no one law.
    Some instances of it were `measured` before: two inputs that are told apart there have no one law."""
    apart = any([one.epsilon is not None and one.epsilon.low != 0 for one in measured])
    whole = None if apart else by_one_law(laboratory, claim)
    if whole is not None:
        return whole
    try:
        found = list(_instances(laboratory, claim))
    except (NotComputed, Fault):
        return None
    programs = laboratory.file.programs
    finals = final_states(claim, programs[claim.left], programs[claim.right])
    first, second = laboratory.machines_of(claim, finals)
    results = []
    for instance in found:

        def compute(instance: Instance = instance):  # type: ignore[no-untyped-def]  # a Channel
            return channel(first, second, instance)

        results.append(laboratory.result(claim, instance, compute, finals))
    return results


def _instances(laboratory: Laboratory, claim: TypedClaim) -> Iterator[Instance]:
    left, right = laboratory.file.programs[claim.left], laboratory.file.programs[claim.right]
    if claim.post is not None:
        used = [claim.relation, claim.post, *claim.budget]
        if any([run == 0 for term in used for _, run in variables(term)]) or any([variables(t) for t in claim.budget]):
            # names that stand for both runs would have to be shown equal first
            raise NotComputed("names that stand for both runs")
        yield Instance({}, {}, all_inputs(left), all_inputs(right))
        return
    groups: dict[tuple[object, ...], list[Inputs]] = {}
    public = [p for p in left.parameters if not p.private]
    for row in all_inputs(left):
        groups.setdefault(tuple([row[p.name] for p in public]), []).append(row)
    if len(groups) > MOST_INSTANCES:
        raise NotComputed("too many instances")
    for values, rows in groups.items():
        chosen = dict(zip([p.name for p in public], values, strict=True))
        label = {p.name: text(chosen[p.name], p.type) for p in public}
        yield Instance(label, chosen, rows, rows)


def settled(results: list[CheckResult]) -> bool:
    """Whether every instance was measured in full, and holds; one without related pairs has nothing to hold.

    With continuous noise nothing is settled: the outcomes of what is drawn are not finitely many.
    """
    counted = [r for r in results if r.reason != NOTHING_RELATED]
    return bool(counted) and all([r.status in ("tight", "loose") and r.complete and not r.continuous for r in counted])
