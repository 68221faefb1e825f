"""Programs in which what may go wrong does not depend on what is drawn: if one run ends without an error, all do.

A window on infinite support leaves runs out. What they show is counted as missing, but they must end, and without an
error, before a claim is proved.

Condition.  Every loop, every draw and every operation that may fail (a division, an index, a logarithm) stands where
all runs come, and reads variables alone that have one value in all runs (`liveness.uniform`).

Why.  Such variables are computed from the inputs, on a way that all runs go. So in all runs a loop takes the same
rounds, a draw has the same arguments, and an operation that may fail is given the same values.

Pitfall.  `if (z > 1000) { while (true) { skip; } }` has a guard that reads nothing, and `z > 1000 && 1/n > 0` divides
by an input: where only some runs come, nothing of the kind may stand.
"""

from prhl.logic.operators import OPERATORS
from prhl.logic.terms import Apply, Term, subterms
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.liveness import read, read_by, uniform


def runs_alike(program: FlatProgram) -> bool:
    fixed = uniform(program.body, frozenset([p.name for p in program.parameters]))
    result = program.result
    return _alike(program.body, fixed) and (result is None or _safe(result, fixed))


def _alike(statements: tuple[Statement, ...], fixed: frozenset[str] | None) -> bool:
    """`fixed` are the variables with one value, or None where only some runs come."""
    return all([_goes_alike(statement, fixed) for statement in statements])


def _goes_alike(statement: Statement, fixed: frozenset[str] | None) -> bool:
    match statement:
        case Assign(_, value) | Leak(value):
            return _safe(value, fixed)
        case Sample(_, distribution):
            return fixed is not None and read_by(distribution) <= fixed
        case If(condition, then, otherwise):
            inner = fixed if fixed is not None and read(condition) <= fixed else None
            return _safe(condition, fixed) and _alike((*then, *otherwise), inner)
        case While(guard, body):
            return fixed is not None and read(guard) <= fixed and _alike(body, fixed)


def _safe(term: Term, fixed: frozenset[str] | None) -> bool:
    """Whether it cannot fail, or fails in all runs or in none."""
    partial = any([isinstance(part, Apply) and OPERATORS[part.operator].owed is not None for part in subterms(term)])
    return not partial or (fixed is not None and read(term) <= fixed)
