"""code-motion: statements of one program are brought to where their partners in the other are.

Rule.
    neither s nor t assigns what the other reads or assigns
    neither leaks, calls, asserts or loops
    ------------------------------------------------------- [code-motion]
    s; t  is  t; s

A draw is also brought from behind a loop to before it, `while (b) { A }; x :=$ D` is `x :=$ D; while (b) { A }`, under
the same conditions on b, A and D. A draw sinks into the branches behind it, `x :=$ D; if (b) { A } else { B }` is
`if (b) { x :=$ D; A } else { x :=$ D; B }`, if x is not in b. A loop is unrolled: `while (b) { A }` is
`A; while (b) { A }` where b is true, and nothing where b is false.

Why. The programs on both sides have the same final distributions, so that a proof of one is a proof of the other. The
mass of a draw is 1, so that this holds of a loop that need not end, too: what it loses it loses in both. That D exists
is owed before the loop, where it is what it is after it. That the guard of an unrolled loop is true, or false, is owed.
Where both follow the facts contradict themselves, and nothing is unrolled.

Pitfall. Moving a draw past a statement that reads the variable: `x :=$ Flip(1/2)` behind `y := x` is not the program in
which it stands before it, nor is it behind a loop that reads or assigns x, or assigns what D reads. Moving it from
before a loop to behind it: if the loop does not end, the existence of D is not asked for behind it, and the error
of `Flip(2)` is missed. Moving past a leak.

Reference. Barthe, Gregoire and Zanella Beguelin, POPL 2009, for `swap` and its kin.

Owes. `guards-agree`
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from prhl.logic.terms import Term, argument_terms, variables
from prhl.rules.loop import assigned
from prhl.typed import core

Fit = Callable[[core.Statement, core.Statement], bool]
"""Whether a statement of the one program goes with one of the other."""


def brought(mine: list[core.Statement], others: Sequence[core.Statement], fit: Fit) -> list[core.Statement] | None:
    """The partner of the first statement of the other program, moved to the front of this one."""
    if not others or not isinstance(others[0], core.Sample):
        return None
    for at in range(1, len(mine)):
        if fit(mine[at], others[0]):
            moves = passes(mine[at], mine[:at], loops=True)
            return [mine[at], *mine[:at], *mine[at + 1 :]] if moves else None
    return None


def sunk(mine: list[core.Statement], others: Sequence[core.Statement], fit: Fit) -> list[core.Statement] | None:
    """The first statement, a draw, moved into the branches of an `if`, because its partner stands in a branch."""
    if not mine or not isinstance(mine[0], core.Sample) or not _in_a_branch(mine[0], others, fit):
        return None
    draw = mine[0]
    for at in range(1, len(mine)):
        branch = mine[at]
        if isinstance(branch, core.If):
            if draw.target in reads_of(branch.condition) or not passes(draw, mine[1:at]):
                return None
            inner = replace(branch, then=(draw, *branch.then), otherwise=(draw, *branch.otherwise))
            return [*mine[1:at], inner, *mine[at + 1 :]]
    return None


def _in_a_branch(draw: core.Sample, others: Sequence[core.Statement], fit: Fit) -> bool:
    for other in others:
        if fit(draw, other):
            return False
        if isinstance(other, core.If):
            return any([fit(draw, inner) for inner in (*other.then, *other.otherwise)])
    return False


def passes(statement: core.Statement, others: Sequence[core.Statement], *, loops: bool = False) -> bool:
    """Whether the statement and those that it is moved past are independent; loops among these, if it is a draw that is
    moved to before them."""
    return all([independent(statement, other, loops) for other in others])


def independent(first: core.Statement, second: core.Statement, loops: bool = False) -> bool:
    if not _plain(first) or not _plain(second, loops):
        return False
    writes, others = set(assigned([first])), set(assigned([second]))
    return not (writes & (others | reads(second))) and not (others & reads(first))


def _plain(statement: core.Statement, loops: bool = False) -> bool:
    """Nothing of it is seen, and it ends, but for the loops if these may be there."""
    match statement:
        case core.Assign() | core.Sample():
            return True
        case core.If(_, then, otherwise):
            return all([_plain(inner, loops) for inner in (*then, *otherwise)])
        case core.While(body=body):
            return loops and all([_plain(inner, loops) for inner in body])
        case _:
            return False


def reads(statement: core.Statement) -> set[str]:
    match statement:
        case core.Assign(_, value):
            return reads_of(value)
        case core.Sample(_, distribution):
            return {name for term in argument_terms(distribution) for name in reads_of(term)}
        case core.If(condition, then, otherwise):
            inside = [reads(inner) for inner in (*then, *otherwise)]
            return reads_of(condition).union(*inside)
        case core.While(guard, body):
            return reads_of(guard).union(*[reads(inner) for inner in body])
        case _:
            raise AssertionError("only plain statements are moved")


def reads_of(term: Term) -> set[str]:
    return {name for name, _ in variables(term)}
