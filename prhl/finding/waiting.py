"""Which run waits: the usual lines of loops out of step, for a list with a record more and for a private number.

Under `add_remove(d) at k` the run that has the record goes round alone at position k. A loop that goes on as long as a
private number says (retries, padding) is gone through by run 1, and then by run 2. These are annotations like others:
the prover is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from prhl.finding.counters import counters
from prhl.finding.task import Task
from prhl.logic.build import both, equal, less, size
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Logical, Related, Term, Variable, subterms
from prhl.logic.types import INT
from prhl.typed import core


def waiting(task: Task) -> Task | None:
    """The task with such lines at each loop that goes over the list; None if there is nothing to add."""
    annotations = dict(task.claim.annotations)
    for name, _, _, at in one_more(task):
        for loop in _over(name, task.left.body):
            place = (task.left.name, loop.site)
            said = annotations.get(place, core.Annotation())
            if not said.alone:
                annotations[place] = replace(said, alone=_lines(task, name, counters(loop)[0], at))
    if task.left is not task.right or annotations == dict(task.claim.annotations):
        return None
    return replace(task, claim=replace(task.claim, annotations=annotations))


def by_turns(task: Task) -> Task | None:
    """The task with lines for the loops that a private number keeps going: run 1 goes first, then run 2."""
    annotations = dict(task.claim.annotations)
    for given in task.left.parameters:
        for loop in _over(given.name, task.left.body) if given.private and given.type in NUMBERS else ():
            place = (task.left.name, loop.site)
            said = annotations.get(place, core.Annotation())
            if not said.alone:
                lines = tuple([(run, task.marked(loop.guard, run)) for run in (1, 2)])
                annotations[place] = replace(said, alone=lines)
    if task.left is not task.right or annotations == dict(task.claim.annotations):
        return None
    return replace(task, claim=replace(task.claim, annotations=annotations))


def one_more(task: Task) -> Iterator[tuple[str, Variable, Variable, Logical]]:
    """The lists of which one run has a record more: the name, the list in each run, the position of the record."""
    for part in subterms(task.claim.relation):
        if isinstance(part, Related) and part.relation == "add_remove" and part.at is not None:
            left, right = part.left, part.right
            if isinstance(left, Variable) and isinstance(right, Variable) and left.name == right.name:
                yield left.name, left, right, part.at


def _lines(task: Task, name: str, counter: str, at: Logical) -> tuple[tuple[int, Term], ...]:
    one, two = [Variable(name, run, task.left.types[name]) for run in (1, 2)]
    found = []
    for run, longer, shorter in ((1, one, two), (2, two, one)):
        here = equal(Variable(counter, run, INT), at)  # type: ignore[arg-type]
        found.append((run, both([less(size(shorter), size(longer)), here])))
    return tuple(found)


def _over(name: str, block: Sequence[core.Statement]) -> Iterator[core.While]:
    """The loops that count up to something about the list."""
    bounds = {one.target: one.value for one in block if isinstance(one, core.Assign)}
    for statement in block:
        match statement:
            case core.While(guard, body, counter):
                reached = [guard] if counter is None else [guard, bounds.get(counter.bound, guard)]
                told = [part for term in reached for part in subterms(term) if isinstance(part, Variable)]
                if name in [part.name for part in told] and counters(statement):
                    yield statement
                yield from _over(name, body)
            case core.If(_, then, otherwise):
                yield from _over(name, then)
                yield from _over(name, otherwise)
            case _:
                pass
