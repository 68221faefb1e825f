"""payments: how often a site may have been paid for when the head is reached.

Each site that costs something has a ghost that counts its payments, and `ghost <= most` is an atom like any other:
never; once the position has gone by at which the inputs differ; once the output has; once a flag is set; once; as often
as something was counted; every round; in loops that are nested, as `nested_payments` says. The smallest come first.
What a payment costs is found once, afterwards; the delta that it leaves over is stated, and `slack` is bounded in the
same way, or by the delta of the claim for as many rounds as there were.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from prhl.finding.atoms.base import Atom, Head, indicator, mentioned
from prhl.finding.atoms.nested_payments import in_nested_loops
from prhl.finding.counters import offsets, readings, stride
from prhl.logic.build import (
    at_most,
    both,
    choose,
    either,
    equal,
    less,
    negation,
    number,
    plus,
    size,
    times,
    total,
    unequal,
)
from prhl.logic.linear import Form, form, monomial
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Ghost, Logical, Term, Variable, conjuncts, variables
from prhl.logic.types import INT, REAL
from prhl.rules.loop import assigned

FEW = 12  # bounds on what a loop pays once in each round of the loop around it


def atoms(head: Head) -> Iterator[Atom]:
    bounds = list(dict.fromkeys(_bounds(head))) if head.ghosts else []
    for ghost in head.ghosts:
        for most in (*head.earlier.get(ghost, ()), *bounds):
            yield Atom(at_most(Variable(ghost, 1, INT), most), "payments", ghost, most)
    if head.lost:
        for most in bounds:
            parts = [_times(most, one) for one in head.lost]
            yield Atom(at_most(Ghost("slack", REAL), total(parts)), "payments")
        for most in _so_far(head):
            yield Atom(at_most(Ghost("slack", REAL), most), "payments")


def _so_far(head: Head) -> Iterator[Term]:
    """The delta of the claim for as many rounds as there were: q*(q - 1)/(2*N) for i of q rounds."""
    i, spends = head.counter, head.task.claim.spends
    if i is None or len(spends) < 2:
        return
    for part in conjuncts(head.loop.guard):
        match part:
            case Apply("lt", (Variable(name), Variable(top) as last)) if name == i.name:
                value = head.state.values.get((top, 1), last)
                if isinstance(value, Variable) and value.name in {name for name, _ in variables(spends[1])}:
                    yield _at(spends[1], value.name, i)
            case _:
                pass


def _at(term: Term, name: str, value: Term) -> Term:
    return substitute(term, lambda leaf: value if isinstance(leaf, Variable) and leaf.name == name else None)


def _times(most: Term, price: Term) -> Term:
    match most:
        case Apply("ite", (condition, one, zero)) if (one, zero) == (number(1), number(0)):
            return choose(condition, price, number(0))
        case _:
            return monomial(times(most, price)).term


def _bounds(head: Head) -> Iterator[Term]:
    i = head.counter
    yield number(0)
    if i is not None:
        once = [*_positions(head, i), *_outputs(head, i)]
        yield from once
        for outer in head.outer[:2]:  # once in each round of the loop around it
            yield Variable(outer, 1, INT)
            yield from [plus(Variable(outer, 1, INT), one) for one in once[:FEW]]
    for name in head.truths:
        yield indicator(head.variable(name, 1))
        yield indicator(negation(head.variable(name, 1)))
    for guard in [head.task.marked(part, 1) for part in conjuncts(head.loop.guard)]:
        if mentioned(guard, [name for name in head.names if name not in head.counters]):
            yield indicator(negation(guard))
    others = [name for name in head.integers if name not in head.counters]
    for name in others:
        if (first := head.first(name, private=True)) is not None:
            yield indicator(unequal(head.variable(name, 1), first))
    yield number(1)
    for part in conjuncts(head.loop.guard):
        match part:
            case Apply("lt", (Variable(name, 0), top)) if name in others:
                last = plus(head.task.marked(top, 1), number(1), -1)
                yield Apply("min", (head.variable(name, 1), last), INT)
            case _:
                pass
    yield from [head.variable(name, 1) for name in others]
    yield from [bound for name in others for bound in _gone(head, name)]
    if i is not None:
        first = head.first(i.name) if i.name in head.counters else None
        yield from [] if first in (None, number(0)) else [plus(i, first, -1)]
        yield i
    yield from [size(head.variable(name, 1)) for name in head.grown]
    if i is not None:
        yield from [Apply("min", (i, number(most)), INT) for most in head.task.numbers]
        for at, end in windows(head, i):
            width = (form(end) - form(at)).term
            yield Apply("max", (number(0), Apply("min", (plus(i, at, -1), width), INT)), INT)
        yield from [Apply("max", (plus(i, at, -1), number(0)), INT) for at in head.task.positions]
        yield from in_nested_loops(head, i)


def _positions(head: Head, i: Variable) -> Iterator[Term]:
    """Once a position has gone by; while a number is still, or again, equal in both runs; both together."""
    past: list[Term] = [less(at, i) for at in head.task.positions]
    past += [gone for at in head.task.positions for gone in gone_by_index(head, i, at)]
    alike = [equal(head.variable(name, 1), head.variable(name, 2)) for name in head.moving]
    past += [less(at, head.task.marked(offset, 1)) for at in head.task.positions for offset in beginnings(head, i)]
    for gone in past:
        yield indicator(gone)
        yield from [indicator(both([gone, same])) for same in alike]
    for gone in past:
        yield from [plus(indicator(gone), indicator(both([gone, same]))) for same in alike]
    gone_by: list[tuple[Term, Term]] = [(mark, less(mark, i)) for mark in head.task.marks]
    inside = [m for m in head.task.marks if not isinstance(m, Logical)]
    gone_by += [(mark, both([at_most(number(0), mark), less(mark, i)])) for mark in inside]
    yield from [indicator(one) for _, one in gone_by]
    of_one = [(one, other) for (m, one), (n, other) in combinations(gone_by, 2) if of_one_kind(m, n)]
    pairs = [pair for pair in of_one if pair[0] != pair[1]]
    yield from [indicator(either(pair)) for pair in pairs]
    yield from [plus(indicator(one), indicator(other)) for one, other in pairs]


def gone_by_index(head: Head, i: Variable, at: Term) -> list[Term]:
    """That a position has gone by, where lists are read beside the counter: `k < i{1} - 1`, `n - 1 - i{1} < k`."""
    own = Variable(i.name, 0, i.type)
    places = readings(head.loop, i.name, [given.name for given in head.task.lists])
    steady = [place for place in places if not mentioned((place - Form({own: place.of(own)})).term, head.names)]
    if Form({own: Fraction(1)}) in places:
        return []
    marked = [(place.of(own) > 0, head.task.marked(place.term, 1)) for place in steady]
    return [less(at, place) if upward else less(place, at) for upward, place in marked]


def of_one_kind(one: Term, other: Term) -> bool:
    """Whether two marks are one number in both runs, or two positions."""
    unmarked = [
        substitute(m, lambda leaf: replace(leaf, run=0) if isinstance(leaf, Variable) else None) for m in (one, other)
    ]
    return unmarked[0] == unmarked[1] or (isinstance(one, Logical) and isinstance(other, Logical))


def windows(head: Head, i: Variable) -> list[tuple[Term, Term]]:
    """Two rounds that meet one position: `k` and `k + w` where a round reads `d[i]` and `d[i - w]`, and those of two
    positions at which the inputs differ."""
    back = [offset for counter, offset in offsets(head.loop) if counter == i.name]
    found: list[tuple[Term, Term]] = []
    for at in head.task.positions:
        others = [*[(form(at) - form(head.task.marked(offset, 1))).term for offset in back], *head.task.others]
        found += [pair for other in others for pair in ((at, other), (other, at))]
    return found


def beginnings(head: Head, i: Variable) -> list[Term]:
    """Where the blocks begin in which loops inside read, if the counter says so."""
    own = [name for name in assigned(head.loop.body) if name != i.name]
    found = [offset for counter, offset in offsets(head.loop) if counter != i.name and mentioned(offset, [i.name])]
    return [offset for offset in found if not mentioned(offset, own)]


def _outputs(head: Head, i: Variable) -> Iterator[Term]:
    first = head.state.values.get((i.name, 1))
    for output, _ in head.task.outputs:
        if isinstance(first, Constant) and first.value != 0:
            yield indicator(both([at_most(first, output), less(output, i)]))
        yield indicator(both([at_most(number(0), output), less(output, i)]))
        yield indicator(less(output, i))


def _gone(head: Head, name: str) -> Iterator[Term]:
    """How far an integer has moved, if it moves in one direction only."""
    moved, first, own = stride(head.loop, name), head.first(name), head.variable(name, 1)
    if moved is not None and first is not None and first != number(0):
        yield plus(own, first, -1) if moved.upward else plus(first, own, -1)
