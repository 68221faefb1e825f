"""result-lengths: how long the lists and bit strings are that a call returns, where the callee's text fixes that.

Rule.
    whatever P draws: if it returns at parameters x, it returns a list, or a bit string, of length e(x)
    --------------------------------------------------------------------------------------------------- [result-lengths]
    { P0 }  y :=$ P(a)  { size(y) = e(a) }

in one run or in both, beside what the other rules for calls say. The same goes for the fields of a tuple.

Why. The text is gone through once, with what is known of each variable before a statement: the value of a whole number
and the length of a list, as terms over the parameters. What is drawn is not known, but for the length of a list whose
distribution has it in its support. After a branch is known what both ways agree on. At the head of a loop nothing is
known of what the body assigns; each list has a mark there that is its own, so that a round may tell how much longer it
gets. If every round makes it longer by the same, it grows as often as there are rounds, and these are counted only of
`while (i < e)` where each round adds 1 to i once and leaves e alone.

Pitfall. What a program declares, `: bits[n]`: no one has compared it with what is returned. A list that grows in some
rounds only. `y := x` before an inner loop with `x := y ++ [0]` in it: x is longer than it was in the outer round, and
no longer than after the inner round before.

Reference. Kildall, POPL 1973: what holds on all ways to a statement, by going through the text.

Owes. Nothing of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import count
from typing import TypeVar

from prhl.distributions import BY_NAME
from prhl.logic.build import TRUE, equal, number, plus, size, times
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Ghost, Logical, Term, Variable, conjuncts, variables
from prhl.logic.types import INT, Bits, List, Tuple
from prhl.records import dataclass
from prhl.rules.loop import assigned
from prhl.typed import core

Called = Callable[[str], core.TypedProgram]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Length:
    """So long; in a round of a loop, so much longer than the list with this mark was at the head."""

    term: Term
    since: int | None = None


Shape = Length | tuple["Shape | None", ...]


def lengths(program: core.TypedProgram, called: Called | None, result: Term, given: Mapping[str, Term]) -> list[Term]:
    """What is known of the lengths in a result of the program at these arguments."""
    shape = _Follower(called).returned(program)
    sizes = {_size_of(p.name): size(given[p.name]) for p in program.parameters if isinstance(p.type, List | Bits)}
    return [substitute(part, lambda leaf: _named(leaf, {**given, **sizes})) for part in _said(result, shape)]


def _said(value: Term, shape: Shape | None) -> list[Term]:
    match shape, value.type:
        case Length(term, None), _:
            return [equal(size(value), term)]
        case tuple(), Tuple(items):
            fields = [Apply("field", (value, number(n)), item) for n, item in enumerate(items)]
            return [part for one, inner in zip(fields, shape, strict=True) for part in _said(one, inner)]
        case _:
            return []


def _size_of(parameter: str) -> str:
    """The name of its length: none of a program's."""
    return f"size {parameter}"


def _named(leaf: Variable | Logical | Ghost, values: Mapping[str, Term]) -> Term | None:
    return values.get(leaf.name) if isinstance(leaf, Variable) and leaf.run == 0 else None


@dataclass
class _Known:
    """Of which variables what is known before a statement."""

    numbers: dict[str, Term] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)

    def copy(self) -> "_Known":
        return _Known(dict(self.numbers), dict(self.shapes))

    def put(self, name: str, value: Term | None, shape: Shape | None) -> None:
        self.numbers.pop(name, None)
        self.shapes.pop(name, None)
        if value is not None:
            self.numbers[name] = value
        if shape is not None:
            self.shapes[name] = shape

    def joined(self, other: "_Known") -> "_Known":
        """What is known whichever way was taken."""
        return _Known(_common(self.numbers, other.numbers), _common(self.shapes, other.shapes))


def _common(one: dict[str, T], other: dict[str, T]) -> dict[str, T]:
    return {name: value for name, value in one.items() if other.get(name) == value}


@dataclass
class _Follower:
    called: Called | None
    done: dict[str, Shape | None] = field(default_factory=dict)  # of the programs that are called
    marks: Iterator[int] = field(default_factory=count)

    def returned(self, program: core.TypedProgram) -> Shape | None:
        """The shape of the result, over the parameters and their lengths."""
        if program.name not in self.done:
            known = _Known()
            for p in program.parameters:
                length = Length(Variable(_size_of(p.name), 0, INT)) if isinstance(p.type, List | Bits) else None
                known.put(p.name, Variable(p.name, 0, INT) if p.type == INT else None, length)
            end = self.block(program.body, known)
            self.done[program.name] = None if program.result is None else self.shape(program.result, end)
        return self.done[program.name]

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: Sequence[core.Statement], known: _Known) -> _Known:
        for statement in statements:
            match statement:
                case core.Assign(target, value):
                    known.put(target, self.number(value, known), self.shape(value, known))
                case core.Sample(target):
                    known.put(target, None, self.drawn(statement, known))
                case core.Call(target):
                    known.put(target, None, self.result(statement, known))
                case core.If(_, then, otherwise):
                    known = self.block(then, known.copy()).joined(self.block(otherwise, known.copy()))
                case core.While():
                    known = self.loop(statement, known)
                case core.Joint(body):
                    known = self.block(body, known)
                case core.Assert() | core.Leak():
                    pass
        return known

    def loop(self, node: core.While, before: _Known) -> _Known:
        """Lists that no round makes longer, and those that each round makes longer by the same, if rounds are counted.

        At the head nothing is known of what the body assigns; each list among it has a mark of its own there.
        """
        changed = assigned(node.body)
        head, after = before.copy(), before.copy()
        marks = {name: next(self.marks) for name in changed}
        for name in changed:
            old = before.shapes.get(name)
            head.put(name, None, Length(number(0), marks[name]) if isinstance(old, Length) else None)
            after.put(name, None, None)
        end = self.block(node.body, head)
        rounds = self.rounds(node, before)
        for name in changed:
            old, new = before.shapes.get(name), end.shapes.get(name)
            if not isinstance(old, Length) or not isinstance(new, Length) or new.since != marks[name]:
                continue
            if new.term == number(0):
                after.shapes[name] = old
            elif rounds is not None:
                more = rounds if new.term == number(1) else times(new.term, rounds)
                after.shapes[name] = Length(_sum(old.term, more), old.since)
        return after

    def rounds(self, node: core.While, before: _Known) -> Term | None:
        """How often `while (i < e)` goes round if each round adds 1 to i once, and leaves e as it is."""
        match node.guard:
            case Apply("lt", (Variable(name, type=type_) as i, end)) if type_ == INT:
                pass
            case _:
                return None
        steps = [one for one in node.body if isinstance(one, core.Assign) and one.target == name]
        others = [one for one in node.body if one not in steps]
        if [one.value for one in steps] != [plus(i, number(1))] or name in assigned(others):
            return None
        if {name for name, _ in variables(end)} & set(assigned(node.body)):
            return None
        low, high = self.number(i, before), self.number(end, before)
        return None if low is None or high is None else Apply("max", (plus(high, low, -1), number(0)), INT)

    def drawn(self, node: core.Sample, known: _Known) -> Shape | None:
        """Where the support states it."""
        one = Variable("drawn'", 0, node.distribution.type)
        for part in conjuncts(BY_NAME[node.distribution.name].support(node.distribution.arguments, one)):
            match part:
                case Apply("eq", (Apply("size", (value,)), length)) if value == one:
                    found = self.number(length, known)
                    return None if found is None else Length(found)
                case _:
                    pass
        return None

    def result(self, node: core.Call, known: _Known) -> Shape | None:
        """Of a program that is called, at its arguments."""
        if self.called is None:
            return None
        callee = self.called(node.program)
        values: dict[str, Term | None] = {}
        for parameter, argument in zip(callee.parameters, node.arguments, strict=True):
            values[parameter.name] = self.number(argument, known)
            values[_size_of(parameter.name)] = _length(self.shape(argument, known))
        return _at(self.returned(callee), values)

    # ---- values ------------------------------------------------------------------------------

    def number(self, term: Term, known: _Known) -> Term | None:
        """The value of a whole number over the parameters, by operators that are always defined."""
        match term:
            case Constant():
                return term
            case Variable(name):
                return known.numbers.get(name)
            case Apply("size", (items,)):
                return _length(self.shape(items, known))
            case Apply("add" | "mul" | "neg" | "min" | "max" | "abs", arguments) if term.type == INT:
                parts = [self.number(one, known) for one in arguments]
                found = [part for part in parts if part is not None]
                return Apply(term.operator, tuple(found), INT) if len(found) == len(parts) else None
            case _:
                return None

    def shape(self, term: Term, known: _Known) -> Shape | None:
        match term:
            case Constant(str() as bits):
                return Length(number(len(bits)))
            case Variable(name):
                return known.shapes.get(name)
            case Apply("list", items):
                return Length(number(len(items)))
            case Apply("tuple", items):
                return tuple([self.shape(item, known) for item in items])
            case Apply("field", (inner, Constant(n))):
                whole = self.shape(inner, known)
                return whole[int(n)] if isinstance(whole, tuple) else None
            case Apply("concat", parts):
                return _joined([self.shape(part, known) for part in parts])
            case Apply("comprehension", (_, items, _, guard)):
                return self.shape(items, known) if guard == TRUE else None
            case Apply("store" | "sort" | "widen" | "clip1" | "clip2", (items, *_)) | Apply("vscale", (_, items)):
                return self.shape(items, known)
            case Apply("xor" | "vadd" | "vsub", (first, *_)):  # of lengths that are equal, or there is no value
                return self.shape(first, known)
            case Apply("ite", arguments):
                ways = [self.shape(one, known) for one in (*arguments[1:-1:2], arguments[-1])]
                return ways[0] if all([way == ways[0] for way in ways]) else None
            case _:
                return None


def _length(shape: Shape | None) -> Term | None:
    """As a term over the parameters."""
    return shape.term if isinstance(shape, Length) and shape.since is None else None


def _joined(parts: Sequence[Shape | None]) -> Length | None:
    """The length of lists one behind the other; of one list at most it is counted from a head."""
    found = [part for part in parts if isinstance(part, Length)]
    marks = [part.since for part in found if part.since is not None]
    if len(found) < len(parts) or len(marks) > 1:
        return None
    whole: Term = number(0)
    for part in found:
        whole = _sum(whole, part.term)
    return Length(whole, marks[0] if marks else None)


def _sum(one: Term, other: Term) -> Term:
    return other if one == number(0) else plus(one, other)


def _at(shape: Shape | None, values: Mapping[str, Term | None]) -> Shape | None:
    """The shape of a callee's result in the caller's terms, as far as these are known."""
    match shape:
        case Length(term):
            known = {name: value for name, value in values.items() if value is not None}
            if not {name for name, _ in variables(term)} <= known.keys():
                return None
            return Length(substitute(term, lambda leaf: _named(leaf, known)))
        case tuple():
            return tuple([_at(inner, values) for inner in shape])
        case None:
            return None
