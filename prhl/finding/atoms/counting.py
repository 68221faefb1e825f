"""counting: where integers and lengths lie.

`0 <= c{1} && c{1} <= N`, from first values, from guards such as `c < N` with the largest step that is taken under them,
and from what a variable is compared with; `size(out{1}) = i{1} - lo` for lists that grow with the counter.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.counters import allowed, compared, jumps, stride
from prhl.finding.task import computed
from prhl.logic.build import FALSE, TRUE, at_most, either, equal, follows, iff, less, negation, number, size
from prhl.logic.linear import NUMBERS, Form, form
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts, subterms
from prhl.logic.types import INT

ONE = Fraction(1)


def atoms(head: Head) -> Iterator[Atom]:
    for formula in _ranges(head):
        yield Atom(formula, "counting")
    yield from [Atom(one, "first round") for one in _first_round(head)]
    yield from _read_at(head)
    for formula in _loose(head):
        yield Atom(formula, "counting", loose=True)


def _ranges(head: Head) -> Iterator[Term]:
    marked = head.task.marked
    for name in head.integers:
        own, first = head.variable(name, 1), head.state.values[name, 1]
        yield at_most(number(0), own)
        if isinstance(first, Constant) and first.value != 0:
            yield at_most(first, own)
            yield at_most(own, first)
        elif (start := head.begun_at(name)) is not None and not isinstance(start, Constant):
            yield at_most(start, own)
            yield at_most(own, start)
    for name, top in below(head):
        for step in dict.fromkeys(jumps(head.loop, name) or [ONE]):
            last, first = (form(marked(top, 1)) + Form({}, step - 1)).term, head.state.values[name, 1]
            yield at_most(head.variable(name, 1), last)
            if (
                isinstance(first, Constant) and isinstance(top, Variable) and top.name in head.task.shared
            ):  # or negative
                yield at_most(head.variable(name, 1), Apply("max", (first, last), INT))
    for name in head.integers:
        if name not in head.counters:
            for other in compared(head.loop, Variable(name, 0, INT)):
                yield less(head.variable(name, 1), marked(other, 1))
                yield at_most(head.variable(name, 1), marked(other, 1))
    for name in head.grown:
        own = Variable(name, 0, head.types[name])
        for other in compared(head.loop, size(own)):
            yield at_most(size(head.variable(name, 1)), marked(other, 1))
    for name in head.names:
        yield from _accumulated(head, name)


def _first_round(head: Head) -> Iterator[Term]:
    """Flags that say whether there was a round: `first{1} <=> i{1} = 0`."""
    i = head.counter if head.counters else None
    start = None if i is None else head.begun_at(i.name)
    for name in head.truths if i is not None and start is not None else ():
        assert i is not None
        assert start is not None
        own, first = head.variable(name, 1), head.first(name)
        if first in (TRUE, FALSE):
            yield iff(own if first == TRUE else negation(own), equal(i, head.task.marked(start, 1)))


def _read_at(head: Head) -> Iterator[Atom]:
    """Integers at which lists are read, though nothing counts with them: inside of these, in each run, always or once a
    flag is set."""
    chosen = [name for name in head.integers if name in head.twins and name not in head.counters]
    read: dict[tuple[Variable, str], None] = {}
    for part in [part for term in computed(head.task.left) if chosen for part in subterms(term)]:
        match part:
            case Apply("index", (Variable(given) as list_, Variable(name))) if name in chosen:
                read |= {} if given in head.names else {(list_, name): None}
            case _:
                pass
    for list_, name in read:
        for run in (1, 2):
            own, end = head.variable(name, run), size(head.task.marked(list_, run))
            yield from [Atom(one, "counting") for one in (at_most(number(0), own), less(own, end))]
            flags = [head.variable(flag, run) for flag in head.truths if flag in head.twins]
            yield from [Atom(follows(flag, less(own, end)), "inside once set") for flag in flags]


def below(head: Head) -> Iterator[tuple[str, Term]]:
    """Integers that the guard keeps below something, or at most at what is one less."""
    for part in conjuncts(head.loop.guard):
        match part:
            case Apply("lt" | "ne", (Variable(name, 0), top)) | Apply("gt", (top, Variable(name, 0))):
                if name in head.integers:
                    yield name, top
            case Apply("le", (Variable(name, 0), top)) | Apply("ge", (top, Variable(name, 0))) if name in head.integers:
                yield name, (form(top) + Form({}, ONE)).term
            case _:
                pass


def _accumulated(head: Head, name: str) -> Iterator[Term]:
    """Numbers that move by multiples of one term: on which side of their first value they are, and how far."""
    if head.types[name] not in NUMBERS or name in head.counters:
        return
    moved, first = stride(head.loop, name), head.first(name)
    if moved is None or first is None or (moved.unit == number(1) and moved.upward and first == number(0)):
        return
    own = head.variable(name, 1)
    yield at_most(first, own) if moved.upward else at_most(own, first)
    yield at_most(number(0), own)
    if moved.upward:
        yield from [at_most(own, head.task.marked(top, 1)) for top in allowed(head.loop, name)]
    for part in conjuncts(head.loop.guard):
        match part:
            case Apply("lt" | "le", (Variable(other, 0), top)) if other == name and moved.upward:
                for multiple in moved.multiples:
                    yield at_most(own, (form(head.task.marked(top, 1)) + form(moved.unit) * multiple).term)
            case _:
                pass


def _loose(head: Head) -> Iterator[Term]:
    i, output = head.counter, head.task.output
    if i is None:
        return
    for name in head.integers:
        if name == i.name:
            continue
        own, first = head.variable(name, 1), head.first(name, private=True)
        yield at_most(own, i)
        if name in head.counters or first is None or (output is None and first == number(0)):
            continue
        yield either([equal(own, first), less(own, i)])
        yield follows(less(number(0), i), at_most(number(0), own))
        if output is not None:
            yield follows(less(number(0), i), less(own, i))
        if name in head.twins:
            yield either([less(number(0), i), equal(own, head.variable(name, 2))])
            yield follows(less(number(0), i), at_most(number(0), head.variable(name, 2)))
    for name in head.grown:
        yield from [equal(size(head.variable(name, 1)), length) for length in _lengths(head, name, i)]


def _lengths(head: Head, name: str, i: Variable) -> Iterator[Term]:
    """How long a list is that gains an entry each round: the counter itself, and where either begins elsewhere than at
    0, how far the counter has come, and how long the list was."""
    yield i
    first, start = head.state.values[name, 1], head.begun_at(i.name) if i.name in head.counters else None
    had = len(first.arguments) if isinstance(first, Apply) and first.operator == "list" else 0
    if start is not None and (start != number(0) or had) and not head.falls:
        yield (form(i) - form(head.task.marked(start, 1)) + Form({}, Fraction(had))).term
