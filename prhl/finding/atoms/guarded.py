"""guarded: what holds at the head under a condition that the body asks.

`!fresh{1} ==> rho{2} = rho{1} + 1` where a threshold is drawn if it is `fresh`, `!fresh{1} ==> c{1} < N`, and
`c{1} + (if !fresh{1} then 1 else 0)` payments for it. The conditions are those of branches and their opposites, alone
and with those around them, which have a value at the head and which rounds may change.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prhl.finding.atoms.base import Atom, Head, indicator, mentioned
from prhl.finding.folding import opposite
from prhl.logic.build import at_most, both, equal, follows, plus
from prhl.logic.linear import form
from prhl.logic.terms import Apply, Operator, Term, Variable, subterms
from prhl.logic.types import INT
from prhl.typed import core

MOST = 8  # conditions
PASSING = ("index", "mod")
OTHERWISE: dict[str, Operator] = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


def atoms(head: Head) -> Iterator[Atom]:
    asked = list(dict.fromkeys(_asked(head, head.loop.body, ())))[:MOST]
    for condition in [head.task.marked(one, 1) for one in asked]:
        yield from _at_head(head, condition)
        for ghost in head.ghosts:
            for most in _payments(head, condition):
                yield Atom(at_most(Variable(ghost, 1, INT), most), "guarded", ghost, most)


def _at_head(head: Head, condition: Term) -> Iterator[Atom]:
    """Equal in both runs, or apart by a bound of the relation; and the loop goes on."""
    for name in [name for name in head.twins if not mentioned(condition, [name])]:
        one, two = head.variable(name, 1), head.variable(name, 2)
        yield Atom(follows(condition, equal(one, two)), "guarded")
        for bound in head.task.bounds if name in head.moving else ():
            for by in (bound, (form(bound) * Fraction(-1)).term):
                yield Atom(follows(condition, equal(two, plus(one, by))), "guarded")
    for guard in head.guards:
        if mentioned(guard, [name for name in head.names if name not in head.counters]):
            yield Atom(follows(condition, guard), "guarded")


def _payments(head: Head, condition: Term) -> Iterator[Term]:
    """Once, and once more than something was counted."""
    yield indicator(condition)
    for name in head.integers:
        if name not in head.counters and not mentioned(condition, [name]):
            yield plus(head.variable(name, 1), indicator(condition))


def _asked(head: Head, block: Sequence[core.Statement], around: tuple[Term, ...]) -> Iterator[Term]:
    """The conditions of branches, and their opposites, with those around them and alone."""
    for statement in block:
        if not isinstance(statement, core.If):
            continue
        known = _known(head, statement.condition)
        for condition, branch in (
            (statement.condition, statement.then),
            (_not(statement.condition), statement.otherwise),
        ):
            if known:
                yield from dict.fromkeys([both([*around, condition]), condition])
            yield from _asked(head, branch, (*around, condition) if known else around)


def _not(condition: Term) -> Term:
    match condition:
        case Apply("lt" | "le" | "gt" | "ge" as order, sides, type_):
            return Apply(OTHERWISE[order], sides, type_)
        case _:
            return opposite(condition)


def _known(head: Head, condition: Term) -> bool:
    """Whether it has a value at the head, which rounds may change. Lists may end before they are read there, and what
    every m-th round does says nothing of the others."""
    parts = list(subterms(condition))
    named = [part for part in parts if isinstance(part, Variable)]
    changed = [part for part in named if part.name in head.names]
    passing = [part for part in parts if isinstance(part, Apply) and part.operator in PASSING]
    return bool(changed) and not passing and all([(part.name, 1) in head.state.values for part in named])
