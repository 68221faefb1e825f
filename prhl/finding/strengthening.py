"""Invariants outside of the families of atoms: Spacer is asked for some with which a dropped atom is inductive.

The state of the loop is its numbers and truth values, the payments, the positions and entries at which inputs differ,
and the lengths of lists. The answers are candidate atoms like others, and go through Houdini.
"""

from collections.abc import Iterator, Mapping, Sequence

from prhl.finding.atoms import Atom, Head
from prhl.finding.effort import Effort
from prhl.finding.task import Task
from prhl.logic.build import index, size
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Term, Variable
from prhl.logic.types import BOOL, INT, List
from prhl.rules.state import NoValue, State
from prhl.solvers.by_z3 import Session
from prhl.solvers.horn import Loop, Place

FAMILIES = ("afforded", "leaving", "within")  # what is worth it, in this order
QUESTIONS, STEPS = 4, 500_000  # of one state, and of one question

States = tuple[State, State, State]


def strengthened(
    session: Session, effort: Effort, head: Head, states: States, broken: Mapping[str, Atom]
) -> tuple[str, list[Atom]] | None:
    """One of the atoms that a round breaks, and more with which it is kept, if there is such a one; the states are
    those on entry, at the head and after a round."""
    task = head.task
    wanted = [tag for family in FAMILIES for tag, atom in broken.items() if atom.family == family and not atom.loose]
    if not wanted:
        return None
    for terms in (list(_moving(head)), [*_moving(head), *_inputs(head)]):
        names = list(_state(task, states, terms))
        values = [[state.formula(task.fixed(name)) for name in names] for state in states]
        places = [Place([fact.formula for fact in one.facts], its) for one, its in zip(states, values, strict=True)]
        loop = Loop(session, names, *places)
        for tag in wanted[:QUESTIONS]:
            before = loop.used
            found = loop.invariant(states[1].formula(task.fixed(broken[tag].formula)), STEPS)
            effort.ask(loop.used - before)
            if found:
                return tag, [Atom(formula, "strengthened") for formula in found]
    return None


def _state(task: Task, states: States, terms: Sequence[Term]) -> Iterator[Term]:
    """Those of the terms that are numbers and truth values, as atoms call them; what is one name in both runs is there
    once."""
    seen = list[Term]()
    for term in terms:
        try:
            here = [state.formula(task.fixed(term)) for state in states]
        except NoValue:
            continue
        if here[1] not in seen and term.type in (BOOL, *NUMBERS):
            seen.append(here[1])
            yield term


def _moving(head: Head) -> Iterator[Term]:
    """What a round changes, the positions at which inputs differ, and the integers among the inputs."""
    task = head.task
    yield from [head.variable(name, 1) for name in head.names]
    yield from [Variable(name, 2, task.right.types[name]) for name in head.others]
    yield from [Variable(ghost, 1, INT) for ghost in head.ghosts]
    yield from task.positions
    shared = [one for one in task.left.parameters if one.name in task.shared]
    yield from [Variable(one.name, 0, one.type) for one in shared if one.type == INT]


def _inputs(head: Head) -> Iterator[Term]:
    """The entries that differ, and how long lists are."""
    for given in head.task.lists:
        one, two = [Variable(given.name, run, given.type) for run in (1, 2)]
        yield size(one)
        if isinstance(given.type, List) and given.type.item in NUMBERS:
            yield from [index(its, at) for at in head.task.positions for its in (one, two)]
