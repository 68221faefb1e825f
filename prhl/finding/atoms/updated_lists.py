"""updated lists: what is equal in both runs of lists that the loop builds or changes.

Of an input whose entries are replaced, those that were: `forall j. 0 <= j && j < i{1} ==> a{1}[j] = a{2}[j]`; of a list
that grows, all but the entry at the position where the inputs differ; of a list whose entries are counted in, the
difference that the round at that position makes. And their lengths.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.counters import offsets, statements, stores
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
    unequal,
)
from prhl.logic.substitution import Leaf, substitute
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Term, Variable
from prhl.logic.types import INT, List
from prhl.typed import core


def atoms(head: Head) -> Iterator[Atom]:
    i = head.counter
    for name in head.twins:
        if isinstance(head.types[name], List):
            yield from _sizes(head, name)
            if i is not None:
                yield from _but_one(head, name, i)
                yield from _counted_in(head, name, i)
                yield from _counted_by_rows(head, name, i)
    for name in head.twins:
        first = head.state.values[name, 1]
        if i is None or not isinstance(head.types[name], List) or not isinstance(first, Variable) or "@" in first.name:
            continue
        if head.task.right.types.get(first.name) != first.type:
            continue
        now = [head.variable(name, run) for run in (1, 2)]
        before = [Variable(first.name, run, first.type) for run in (1, 2)]
        yield from [Atom(equal(size(a), size(h)), "same size") for a, h in zip(now, before, strict=True)]
        j = head.entry
        done = both([at_most(number(0), j), less(j, i)])
        yield Atom(Quantified("forall", (j,), follows(done, equal(index(now[0], j), index(now[1], j)))), "done")
        left = both([at_most(i, j), less(j, size(before[0]))])
        kept = both([equal(index(a, j), index(h, j)) for a, h in zip(now, before, strict=True)])
        yield Atom(Quantified("forall", (j,), follows(left, kept)), "to do")


def _sizes(head: Head, name: str) -> Iterator[Atom]:
    """As long as at first, as long as in the other run, as long as an input says that both runs share."""
    one, two = head.variable(name, 1), head.variable(name, 2)
    yield Atom(equal(size(one), size(two)), "same size")
    for given in head.task.left.parameters if _stored(head, name) else ():
        if given.name in head.task.shared and given.type == INT:
            many = Variable(given.name, 0, INT)
            yield from [Atom(equal(size(one), n), "same size") for n in (many, Apply("max", (number(0), many), INT))]
    for given in head.task.lists if _stored(head, name) else ():
        both_runs = [(own, Variable(given.name, own.run, given.type)) for own in (one, two)]
        yield from [Atom(equal(size(own), size(input_)), "same size") for own, input_ in both_runs]
    first = head.state.values[name, 1]
    if isinstance(first, Apply) and first.operator == "list" and first.arguments:
        yield from [Atom(equal(size(own), number(len(first.arguments))), "same size") for own in (one, two)]


def _stored(head: Head, name: str) -> bool:
    """Whether entries of a list are replaced, and none is added."""
    own = [one.value for one in statements(head.loop.body) if isinstance(one, core.Assign) and one.target == name]
    return bool(own) and all([isinstance(value, Apply) and value.operator == "store" for value in own])


def _but_one(head: Head, name: str, i: Variable) -> Iterator[Atom]:
    """Equal but for the entry at a named position, or, of a block that is read from somewhere on, the one there."""
    one, two, j = head.variable(name, 1), head.variable(name, 2), head.entry
    inside = [at_most(number(0), j), less(j, size(one))]
    starts = [head.task.marked(offset, 1) for counter, offset in offsets(head.loop) if counter == i.name]
    for at in head.task.positions:
        for entry in (j, *[plus(start, j) for start in starts]):
            same = follows(both([*inside, unequal(entry, at)]), equal(index(one, j), index(two, j)))
            yield Atom(Quantified("forall", (j,), same), "all but k")


def _counted_in(head: Head, name: str, i: Variable) -> Iterator[Atom]:
    """`a[e] := a[e] + v`: after the round at the position, what it added in run 1 and what it added in run 2."""
    one, two, j = head.variable(name, 1), head.variable(name, 2), head.entry
    for entry, added in stores(head.loop, name):
        for at in head.task.positions:
            parts = []
            for run in (1, 2):
                there = [substitute(term, _at(i.name, at)) for term in (entry, added)]
                where, what = [head.task.marked(term, run) for term in there]
                parts.append(choose(equal(j, where), what, number(0)))
            difference = choose(less(at, i), plus(parts[0], parts[1], -1), number(0))
            inside = both([at_most(number(0), j), less(j, size(one))])
            body = follows(inside, equal(plus(index(one, j), index(two, j), -1), difference))
            yield Atom(Quantified("forall", (j,), body), "counted in")


def _counted_by_rows(head: Head, name: str, i: Variable) -> Iterator[Atom]:
    """Entries that a loop over the fields of each record adds to: equal until the record comes, and in its row from the
    field on that comes next; then no further apart than one step."""
    rows = [one for one in head.loop.body if isinstance(one, core.While) and stores(one, name)]
    inner = bool(head.outer) and i.name in head.counters and bool(stores(head.loop, name))
    if not rows and not inner:
        return
    one, two, j = head.variable(name, 1), head.variable(name, 2), head.entry
    inside = [at_most(number(0), j), less(j, size(one))]
    for at in head.task.positions:
        row = Variable(head.outer[0], 1, INT) if inner else i
        ahead = either([less(row, at), both([equal(row, at), at_most(i, j)])]) if inner else at_most(row, at)
        same = follows(both([*inside, ahead]), equal(index(one, j), index(two, j)))
        yield Atom(Quantified("forall", (j,), same), "until its row")
    for loop in [*rows, *([head.loop] if inner else [])]:
        for step in dict.fromkeys([added for _, added in stores(loop, name)]):
            for most in cases(step):
                close = at_most(absolute(plus(index(one, j), index(two, j), -1)), most)
                yield Atom(Quantified("forall", (j,), follows(both(inside), close)), "within a step")


def cases(step: Term) -> list[Term]:
    """Numbers that a step may be, whatever conditions say."""
    if isinstance(step, Apply) and step.operator == "ite":
        parts = [*step.arguments[1::2], step.arguments[-1]]
        return list(dict.fromkeys([one for part in parts for one in cases(part) if one != number(0)]))
    return [step] if isinstance(step, Constant) else []


def _at(counter: str, position: Logical) -> Leaf:
    return lambda leaf: position if isinstance(leaf, Variable) and leaf.name == counter else None
