"""How often a site in nested loops may have been paid for.

In all rounds, `i{1}*m + j{1}` in the loop inside and `i{1}*m` in the one around it, where m is the number of rounds
inside; in all rounds inside of the one round at the position, `(if k < i{1} then m else 0) + (if i{1} = k then j{1}
else 0)`; a few times in that round; and in a table once its row, and its column in that row, have gone by.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from prhl.finding.atoms.base import Head, indicator
from prhl.finding.counters import counters, statements
from prhl.finding.sinks import loops_around
from prhl.finding.task import sites
from prhl.logic.build import both, choose, either, equal, less, number, plus, times, total
from prhl.logic.terms import Apply, Logical, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import INT
from prhl.records import dataclass
from prhl.typed import core

ONE = number(1)


@dataclass(frozen=True)
class Level:
    """A loop: what it counts, and how many rounds it has, if that is public."""

    counter: Variable
    rounds: Term | None


def in_nested_loops(head: Head, i: Variable) -> Iterator[Term]:
    around = loops_around(head.task.left, head.loop.site)
    named = [counters(loop) for loop in around]
    if i.name not in head.counters or not all(named):
        return
    levels = [Level(Variable(names[0], 1, INT), _rounds(head, loop)) for names, loop in zip(named, around, strict=True)]
    levels.append(Level(i, _rounds(head, head.loop)))
    inside = list(dict.fromkeys(_inside(head, head.loop.body)))
    for many in inside if around else [many for many in inside if many != ONE]:
        for own in range(len(levels)):
            for at in head.task.positions:
                yield from _at_position(levels, own, at, many)
        yield from _always(levels, many)
    if around:
        yield from _a_few(head, levels)
        yield from _in_a_table(head, *[level.counter for level in levels[-2:]])
    elif inside != [ONE]:
        yield from [choose(less(at, i), number(n), number(0)) for at in head.task.positions for n in head.task.numbers]


def _always(levels: Sequence[Level], many: Term) -> Iterator[Term]:
    """Every round of all loops pays, those of this one so many times."""
    parts = [
        _product([level.counter, *[one.rounds for one in levels[n + 1 :]], many]) for n, level in enumerate(levels)
    ]
    known = [part for part in parts if part is not None]
    if len(known) == len(parts):
        yield total(known)


def _at_position(levels: Sequence[Level], own: int, at: Logical, many: Term) -> Iterator[Term]:
    """One round of the loop at this level pays, with all that is inside of it."""
    around, here, inner = levels[:own], levels[own].counter, levels[own + 1 :]
    each = _product([*[one.rounds for one in inner], many])
    if each is None:
        return
    before = [_product([one.counter, *[o.rounds for o in around[n + 1 :]], each]) for n, one in enumerate(around)]
    now = list(_always(inner, many)) if inner else []
    if None in before or (inner and not now):
        return
    parts = [*[one for one in before if one is not None], choose(less(at, here), each, number(0))]
    yield total([*parts, *[choose(equal(here, at), one, number(0)) for one in now]])


def _a_few(head: Head, levels: Sequence[Level]) -> Iterator[Term]:
    """Of the row at the position a few entries pay: once a number that the program compares with is past."""
    outer, own = [level.counter for level in levels[-2:]]
    past = [indicator(less(mark, own)) for mark in head.task.marks]
    for at in head.task.positions:
        for few in head.task.numbers:
            row = choose(less(at, outer), number(few), number(0))
            for one, other in pairwise(past):
                yield plus(row, choose(equal(outer, at), plus(one, other), number(0)))


def _in_a_table(head: Head, row: Variable, column: Variable) -> Iterator[Term]:
    """Once the cell is past in which a record is counted that differs; of each run one, or of the longer one."""
    by_run: dict[frozenset[int], list[Term]] = {}
    for mark in head.task.marks:
        runs = frozenset([part.run for part in subterms(mark) if isinstance(part, Variable)])
        by_run.setdefault(runs, []).append(mark)
    cells = [list(permutations(marks, 2)) for marks in by_run.values()]
    for same in zip(*cells, strict=True) if len({len(one) for one in cells}) == 1 else ():
        past = [either([less(r, row), both([equal(r, row), less(c, column)])]) for r, c in same]
        yield total([indicator(one) for one in past])


def _inside(head: Head, block: Sequence[core.Statement]) -> Iterator[Term]:
    """How many draws of one kind a round comes to, through the loops in it."""
    if any(True for _ in sites([one for one in block if not isinstance(one, core.While)])):
        yield ONE
    for loop in [one for one in block if isinstance(one, core.While)]:
        for many in _inside(head, loop.body):
            product = _product([_rounds(head, loop), many])
            yield from [] if product is None else [product]


def _rounds(head: Head, loop: core.While) -> Term | None:
    """How many rounds a loop has that counts from 0, if that is public."""
    ends = [part.arguments for part in conjuncts(loop.guard) if isinstance(part, Apply) and part.operator == "lt"]
    tops = [top for own, top in ends if isinstance(own, Variable) and own.name in counters(loop)]
    if loop.counter is not None:
        given = [one for one in statements(head.task.left.body) if isinstance(one, core.Assign)]
        tops = [one.value for one in given if one.target == loop.counter.bound]
    public = [top for top in tops if {name for name, _ in variables(top)} <= set(head.task.shared)]
    return public[0] if public else None


def _product(factors: Sequence[Term | None]) -> Term | None:
    """None if one of them is not known."""
    known = [one for one in factors if one is not None and one != ONE]
    if None in factors:
        return None
    found: Term = known[0] if known else ONE
    for one in known[1:]:
        found = times(found, one)
    return found
