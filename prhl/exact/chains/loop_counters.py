"""Variables that a loop only adds to: the rounds that follow do not depend on them.

Such a counter occurs in the loop in `n := n + e` only, with e free of it. No guard, draw, leak, index or other
assignment there reads it. So it is no part of the state at the head: what one round adds does not depend on its value.

Pitfall.  `n := 0` within the loop is no such assignment, though it does not read n: taken for one, it would add nothing
to a counter that it sets back.
"""

from collections.abc import Iterable

from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import INT, REAL
from prhl.semantics.flat import Assign, If, Leak, Sample, Statement, While
from prhl.semantics.liveness import assigned, read, read_by


def counters(loop: While) -> frozenset[str]:
    return frozenset([name for name in assigned(loop.body) if name not in read(loop.guard) and added(loop.body, name)])


def added(statements: Iterable[Statement], name: str) -> bool:
    """Whether the variable is added to, and nothing else is done with it."""
    return all([_kept(statement, name) for statement in statements])


def _kept(statement: Statement, name: str) -> bool:
    match statement:
        case Assign(target, value) if target == name:
            return _is_sum(value, name)
        case Assign(_, value) | Leak(value):
            return name not in read(value)
        case Sample(target, distribution):
            return target != name and name not in read_by(distribution)
        case If(condition, then, otherwise):
            return name not in read(condition) and added((*then, *otherwise), name)
        case While(guard, body):
            return name not in read(guard) and added(body, name)


def _is_sum(value: Term, name: str) -> bool:
    """name + e, where e does not mention it."""
    if not isinstance(value, Apply) or value.operator != "add" or value.type not in (INT, REAL):
        return False
    others = [part for part in value.arguments if not (isinstance(part, Variable) and part.name == name)]
    return len(others) == len(value.arguments) - 1 and not any([name in read(part) for part in others])
