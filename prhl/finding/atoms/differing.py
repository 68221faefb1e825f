"""differing: by how much a number differs between the runs.

As much as when the loop was reached, `x{1} - x{2} = a{1} - a{2}`; nothing before the position at which the inputs
differ, `i{1} <= k ==> s{1} = s{2}`, and after it what that round added, `s{1} - s{2} = (if k < i{1} then d{1}[k] -
d{2}[k] else 0)`; a bound of the relation, always or while the loop goes on; an order; entry by entry, of lists.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.atoms.base import Atom, Head, mentioned
from prhl.finding.atoms.payments import gone_by_index, windows
from prhl.finding.counters import increments, offsets
from prhl.finding.task import sites, spans
from prhl.finding.waiting import one_more
from prhl.logic.build import (
    absolute,
    at_most,
    both,
    choose,
    either,
    equal,
    follows,
    index,
    less,
    number,
    plus,
    size,
    times,
    total,
    unequal,
)
from prhl.logic.linear import NUMBERS, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Constant, Logical, Quantified, Term, Variable, subterms
from prhl.logic.types import Function, List


def atoms(head: Head) -> Iterator[Atom]:
    i = head.counter
    steps = increments(head.task.left, head.loop, i.name) if i is not None else {}
    for name in head.moving:
        one, two = head.variable(name, 1), head.variable(name, 2)
        for at in head.task.positions if i is not None else ():
            assert i is not None
            yield Atom(follows(at_most(i, at), equal(one, two)), "before k")
            yield from [Atom(either([gone, equal(one, two)]), "before k") for gone in gone_by_index(head, i, at)]
        if i is not None and name in steps and not mentioned(steps[name], [name]):
            yield from _by_rounds(head, name, i, steps[name])
        if i is not None:
            yield from _by_entries(head, name, i)
            yield from _by_constants(head, name, steps.get(name))
        yield from _by_bounds(head, name, i)
        yield from _as_at_first(head, name)
        yield Atom(at_most(one, two), "ordered")
        yield Atom(at_most(two, one), "ordered")
    by_records = any(True for _ in one_more(head.task)) or not any(True for _ in sites(head.loop.body))
    if by_records or any([isinstance(p.type, Function) for p in head.task.left.parameters]):
        for name in head.twins:
            yield from _close(head, name)


def _as_at_first(head: Head, name: str) -> Iterator[Atom]:
    firsts = [head.first(name, private=True, run=run) for run in (1, 2)]
    if firsts[0] is not None and firsts[1] is not None and firsts[0] != firsts[1]:
        one, two = head.variable(name, 1), head.variable(name, 2)
        yield Atom(equal(plus(one, two, -1), (form(firsts[0]) - form(firsts[1])).term), "as at first")


def _close(head: Head, name: str) -> Iterator[Atom]:
    """Lists that are made of the records, before noise or with it, or of what functions say of them: entry by entry no
    further apart than the relation says."""
    one, two, j = head.variable(name, 1), head.variable(name, 2), head.entry
    if isinstance(one.type, List) and one.type.item in NUMBERS:
        inside = both([at_most(number(0), j), less(j, size(one))])
        for bound in head.task.distances:
            close = at_most(absolute(plus(index(one, j), index(two, j), -1)), bound)
            yield Atom(Quantified("forall", (j,), follows(inside, close)), "close")
        for _, first, second, _ in one_more(head.task):  # counts only grow with a record
            for longer, shorter, more, fewer in ((first, second, one, two), (second, first, two, one)):
                larger = at_most(index(fewer, j), index(more, j))
                grown = Quantified("forall", (j,), follows(inside, larger))
                yield Atom(follows(less(size(shorter), size(longer)), grown), "ordered")


def _by_rounds(head: Head, name: str, i: Variable, step: Term) -> Iterator[Atom]:
    """What the rounds at the named positions add, in run 1 minus run 2."""
    difference = plus(head.variable(name, 1), head.variable(name, 2), -1)
    parts: list[Term] = []
    for number_, at in enumerate(head.task.positions):
        there = substitute(step, lambda leaf, at=at: at if isinstance(leaf, Variable) and leaf.name == i.name else None)  # type: ignore[misc]
        one, two = head.task.marked(there, 1), head.task.marked(there, 2)
        if one != two:
            added = plus(one, two, -1)
            yield Atom(equal(difference, choose(less(at, i), added, number(0))), "differing by round k")
            parts.append(_once(at, i, added, head.task.positions[:number_]))
    if len(parts) > 1:
        yield Atom(equal(difference, total(parts)), "differing by rounds j, k")


def _once(at: Logical, i: Variable, added: Term, before: tuple[Logical, ...]) -> Term:
    """What is added at a position that was not counted before."""
    return choose(both([less(at, i), *[unequal(at, other) for other in before]]), added, number(0))


def _by_entries(head: Head, name: str, i: Variable) -> Iterator[Atom]:
    """As much as the entries that differ."""
    one, two = head.variable(name, 1), head.variable(name, 2)
    difference = plus(one, two, -1)
    parts: list[Term] = []
    seen: list[Logical] = []
    for at in head.task.positions:
        for given in head.task.lists:
            if not isinstance(given.type, List) or given.type.item not in NUMBERS:
                continue
            first, second = Variable(given.name, 1, given.type), Variable(given.name, 2, given.type)
            entry = plus(index(first, at), index(second, at), -1)
            yield Atom(equal(difference, choose(less(at, i), entry, number(0))), "differing by d[k]")
            ahead = both([at_most(i, at), less(at, size(first))])
            yield Atom(equal(plus(two, one, -1), choose(ahead, entry, number(0))), "differing until d[k]")
            yield Atom(either([equal(one, two), equal(difference, entry)]), "0 or d[k]")
            for gone in gone_by_index(head, i, at):
                yield Atom(equal(difference, choose(gone, entry, number(0))), "differing by d[k]")
            for counter, offset in offsets(head.loop):
                if counter == i.name:  # the round that reads the entry is another one
                    start = head.task.marked(offset, 1)
                    gone = both([at_most(start, at), less(at, plus(start, i))])
                    yield Atom(equal(difference, choose(gone, entry, number(0))), "differing by d[k]")
            for start, end in windows(head, i):
                met = both([less(start, i), at_most(i, end)])
                yield Atom(equal(difference, choose(met, entry, number(0))), "differing for a while")
            parts.append(_once(at, i, entry, tuple(seen)))
            seen.append(at)
    if len(parts) > 1:
        yield Atom(equal(difference, total(parts)), "differing by d[j], d[k]")


def _by_constants(head: Head, name: str, step: Term | None) -> Iterator[Atom]:
    """Numbers that are added are cut off at the constants in them."""
    difference = plus(head.variable(name, 1), head.variable(name, 2), -1)
    parts = [] if step is None else [part.value for part in subterms(step) if isinstance(part, Constant)]
    plain = {abs(value) for value in parts if isinstance(value, Fraction) and value}
    for most in sorted(plain.union(spans([] if step is None else [step]))):
        yield Atom(at_most(absolute(difference), number(most)), "within")
        for at in head.task.positions:
            assert head.counter is not None
            late = choose(less(at, head.counter), number(most), number(0))
            yield Atom(at_most(absolute(difference), late), "within")


def _by_bounds(head: Head, name: str, i: Variable | None) -> Iterator[Atom]:
    one, two = head.variable(name, 1), head.variable(name, 2)
    difference = plus(one, two, -1)
    for bound in head.task.bounds:
        for by in (bound, (form(bound) * Fraction(-1)).term):
            yield Atom(equal(two, plus(one, by)), "apart")
            for guard in head.guards:
                yield Atom(equal(two, plus(one, choose(guard, by, number(0)))), "apart while")
            for flag in head.task.flags:
                yield Atom(equal(two, plus(one, choose(flag, by, number(0)))), "apart if")
        yield Atom(at_most(absolute(difference), bound), "within")
        yield Atom(at_most(difference, bound), "within")
        yield Atom(at_most(plus(two, one, -1), bound), "within")
        if i is not None:
            yield Atom(at_most(absolute(difference), times(i, bound)), "within", loose=True)
