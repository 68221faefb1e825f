"""Draws from finite sets that belong together, as one joint block, whose price is that of its channel.

A run of draws from finite sets, assignments, branches and loops over them, with two draws or with a draw in a branch or
in a loop, becomes a block; a loop with what it starts from, if that is constant. So does a single draw of noise that is
kept between two numbers, whose price no distance tells. The program is the same: a block is its statements, one after
the other.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count

from prhl.distributions import family_of
from prhl.distributions.base import Listing, Restricting
from prhl.finding.task import sites
from prhl.logic.constants import constant
from prhl.logic.terms import variables
from prhl.logic.types import INT
from prhl.rules.loop import assigned
from prhl.typed import core


def joined(program: core.TypedProgram, to_the_end: bool = False) -> core.TypedProgram | None:
    """The program with such runs as blocks, perhaps with what is made of them next; None if it has none."""
    numbers = count(len(program.sites))
    added: list[core.Site] = []

    def block(statements: Sequence[core.Statement]) -> tuple[core.Statement, ...]:
        out: list[core.Statement] = []
        at = 0
        while at < len(statements):
            run = _run(program, statements[at:], to_the_end)
            if run:
                number, span = next(numbers), run[0].span.to(run[-1].span)
                computed = frozenset(assigned(run))
                site = core.Site(number, "joint", None, None, None, None, None, (), None, frozenset(), computed, span)
                added.append(site)
                out.append(core.Joint(tuple(run), number, span))
                at += len(run)
                continue
            match statements[at]:
                case core.If(_, then, otherwise) as branch:
                    out.append(replace(branch, then=block(then), otherwise=block(otherwise)))
                case core.While(body=body) as loop:
                    out.append(replace(loop, body=block(body)))
                case other:
                    out.append(other)
            at += 1
        return tuple(out)

    body = block(program.body)
    return replace(program, body=body, sites=(*program.sites, *added)) if added else None


def _run(program: core.TypedProgram, statements: Sequence[core.Statement], to_the_end: bool) -> list[core.Statement]:
    """The longest run from here on that is worth a block: from a draw to a draw, or to what is made of them alone."""
    found: list[core.Statement] = []
    for statement in statements:
        if not _finite(program, statement):
            break
        found.append(statement)
    behind: list[core.Statement] = []
    while found and not _draws(found[-1]):
        behind.insert(0, found.pop())
    draws = sum([_draws(statement) for statement in found])
    first = next((at for at, statement in enumerate(found) if _draws(statement)), None)
    if first is None or not (draws > 1 or isinstance(found[first], core.If | core.While) or _bounded(found[first])):
        return []
    if first and not (
        isinstance(found[first], core.While) and all([_prepares(one, found[first]) for one in found[:first]])
    ):
        return []
    for statement in behind if to_the_end else ():
        read = {name for name, _ in variables(statement.value)} if isinstance(statement, core.Assign) else set()
        if not read or not read <= set(assigned(found)):
            break
        found.append(statement)
    return found


def _draws(statement: core.Statement) -> int:
    return sum([1 for _ in sites([statement])])


def _prepares(statement: core.Statement, loop: core.Statement) -> bool:
    """Whether it is the value that a loop starts from with a variable of its own."""
    return (
        isinstance(statement, core.Assign) and not variables(statement.value) and statement.target in assigned([loop])
    )


def _finite(program: core.TypedProgram, statement: core.Statement) -> bool:
    match statement:
        case core.Sample(_, distribution):
            return isinstance(family_of(distribution), Listing) or _bounded(statement)
        case core.Assign():
            return True
        case core.If(_, then, otherwise):
            return all([_finite(program, one) for one in (*then, *otherwise)])
        case core.While(guard, body, None, site):
            bare = not program.sites[site].annotations and all([_finite(program, one) for one in body])
            return bare and bool({name for name, _ in variables(guard)} & _drawn(body, frozenset()))
        case _:
            return False


def _bounded(statement: core.Statement) -> bool:
    """Whether it draws integers from noise that is kept between two numbers."""
    if not isinstance(statement, core.Sample) or statement.distribution.type != INT:
        return False
    family, given = family_of(statement.distribution), statement.distribution.arguments
    return isinstance(family, Restricting) and all([isinstance(constant(end), Fraction) for end in family.ends(given)])


def _drawn(statements: Sequence[core.Statement], known: frozenset[str], here: bool = False) -> frozenset[str]:
    """The variables that may depend on what is drawn; `here`: whether one comes here does."""
    while True:
        found = known
        for statement in statements:
            match statement:
                case core.Sample(target):
                    found |= {target}
                case core.Assign(target, value):
                    if here or any([name in found for name, _ in variables(value)]):
                        found |= {target}
                case core.If(condition, then, otherwise):
                    asked = here or any([name in found for name, _ in variables(condition)])
                    found = _drawn(otherwise, _drawn(then, found, asked), asked)
                case core.While(guard=guard, body=body):
                    found = _drawn(body, found, here or any([name in found for name, _ in variables(guard)]))
                case _:
                    pass
        if found == known:
            return found
        known = found
