"""Where a sample goes: the sums that it is part of, the comparisons that it decides, the truth values it makes.

The program is executed symbolically from the draw on, so that every sink is a term over the state before the draw and
the sample. Later draws, and variables that a loop changes, are *opaque*: unknown values. Inside a loop the sample is
followed around the back edge once.
"""

from collections.abc import Sequence
from typing import Literal

from prhl.logic.build import choose, index, negation, plus
from prhl.logic.linear import NUMBERS, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, argument_terms, subterms
from prhl.logic.types import BOOL, Bits
from prhl.records import dataclass
from prhl.rules.loop import assigned
from prhl.typed import core

OPAQUE = "?"
LONGEST = 60  # subterms of a value that is followed

Environment = dict[str, Term]
Path = tuple[Term, ...]


@dataclass(frozen=True)
class Sink:
    """A sum; the two sides of a comparison, as their difference; or another value that the sample decides."""

    kind: Literal["sum", "compared", "other"]
    term: Term
    guard: Term | None = None  # the comparison itself
    path: Path = ()  # conditions of branches around it that do not depend on the sample


@dataclass(frozen=True)
class Block:
    """A list of statements on the way to a place, and the loop whose body it is, if it is one."""

    statements: Sequence[core.Statement]
    at: int
    loop: core.While | None = None


def way_to(statements: Sequence[core.Statement], site: int) -> list[Block] | None:
    """The blocks around a site, from the outermost to the one that it stands in; None if it is not there."""
    for at, statement in enumerate(statements):
        if getattr(statement, "site", None) == site:
            return [Block(statements, at)]
        inner: list[tuple[Sequence[core.Statement], core.While | None]] = []
        match statement:
            case core.If(_, then, otherwise):
                inner = [(then, None), (otherwise, None)]
            case core.While(body=body):
                inner = [(body, statement)]
            case core.Joint(body):
                inner = [(body, None)]
            case _:
                pass
        for block, loop in inner:
            found = way_to(block, site)
            if found is not None:
                return [Block(statements, at), Block(found[0].statements, found[0].at, loop), *found[1:]]
    return None


def loops_around(program: core.TypedProgram, site: int) -> list[core.While]:
    """From the outermost to the innermost."""
    return [block.loop for block in way_to(program.body, site) or [] if block.loop is not None]


def mentions(term: Term, name: str) -> bool:
    return any([isinstance(part, Variable) and part.name == name for part in subterms(term)])


def clear(term: Term) -> bool:
    """Whether nothing in it is opaque."""
    return not any([isinstance(part, Variable) and part.name.endswith(OPAQUE) for part in subterms(term)])


def put(term: Term, environment: Environment) -> Term:
    def leaf(given: object) -> Term | None:
        return environment.get(given.name) if isinstance(given, Variable) and given.run == 0 else None

    return substitute(term, leaf)


def merged(condition: Term, yes: Term, no: Term) -> Term:
    """One value or the other; of two lists or tuples that are made in the same way, entry by entry, and of a list of
    which one side replaces an entry, that entry."""
    match yes, no:
        case _ if yes == no:
            return yes
        case Apply("store", (one, at, value)), Apply("store", (other, there, old)) if (one, at) == (other, there):
            return Apply("store", (one, at, merged(condition, value, old)), yes.type)
        case Apply("store", (one, at, value)), _ if one == no:
            return Apply("store", (no, at, merged(condition, value, index(no, at))), yes.type)
        case _, Apply("store", (other, at, old)) if yes == other:
            return Apply("store", (yes, at, merged(condition, index(yes, at), old)), yes.type)
        case Apply("list" | "tuple" | "concat" as operator, ones, type_), Apply(other, others, same) if (
            operator,
            type_,
            len(ones),
        ) == (other, same, len(others)):
            return Apply(operator, tuple([merged(condition, *pair) for pair in zip(ones, others, strict=True)]), type_)
        case _:
            return choose(condition, yes, no)


def sinks(program: core.TypedProgram, node: core.Sample) -> list[Sink]:
    """The sinks of a sample, in the order of the text."""
    return _followed(program, node)[0]


def outcome(program: core.TypedProgram, node: core.Sample) -> Term | None:
    """What the program returns, over the state before the draw and the sample."""
    return _followed(program, node)[1]


def left_with(program: core.TypedProgram, loop: core.While) -> Term | None:
    """What the program returns, over the state in which a loop is left."""
    return _followed(program, loop)[1]


def _followed(program: core.TypedProgram, node: core.Sample | core.While) -> tuple[list[Sink], Term | None]:
    follower = _Follower(program, node.target if isinstance(node, core.Sample) else None)
    blocks = way_to(program.body, node.site)
    assert blocks is not None
    environment: Environment = {}
    for block in reversed(blocks):
        environment = follower.run(block.statements[block.at + 1 :], environment, ())
        if block.loop is not None:
            environment = follower.again(block.loop, environment)
    result = None if program.result is None else put(program.result, environment)
    if result is not None:
        follower.go(result, ())
    return list(dict.fromkeys(follower.found)), result


class _Follower:
    def __init__(self, program: core.TypedProgram, sample: str | None) -> None:
        self.types = program.types
        self.sample = sample or ""
        self.own = None if sample is None else Variable(sample, 0, self.types[sample])
        self.found: list[Sink] = []

    def opaque(self, name: str) -> Term:
        return Variable(name + OPAQUE, 0, self.types[name])

    def short(self, name: str, value: Term) -> Term:
        return value if sum([1 for _ in subterms(value)]) < LONGEST else self.opaque(name)

    # ---- statements --------------------------------------------------------------------------

    def run(self, statements: Sequence[core.Statement], environment: Environment, path: Path) -> Environment:
        for statement in statements:
            self.step(statement, environment, path)
        return environment

    def step(self, statement: core.Statement, environment: Environment, path: Path) -> None:
        match statement:
            case core.Assign(target, value):
                now = put(value, environment)
                self.go(now, path)
                environment[target] = self.short(target, now)
            case core.Sample(target, distribution):
                for argument in distribution.arguments:
                    for term in argument_terms(argument):
                        self.go(put(term, environment), path)
                environment[target] = self.opaque(target)
            case core.Call(target, _, arguments):
                for argument in arguments:
                    self.go(put(argument, environment), path)
                environment[target] = self.opaque(target)
            case core.If():
                self.branch(statement, environment, path)
            case core.While(guard=guard, body=body):
                changed = assigned([statement])
                first = dict(environment)
                for name in changed:
                    if name != self.sample and not mentions(environment.get(name, self.opaque(name)), self.sample):
                        first[name] = self.opaque(name)
                self.go(put(guard, first), path)
                self.run(body, first, path)
                environment.update({name: self.opaque(name) for name in changed})
            case core.Joint(body):
                self.run(body, dict(environment), path)
                environment.update({name: self.opaque(name) for name in assigned([statement])})
            case core.Leak(value):
                self.go(put(value, environment), path)
            case _:
                pass

    def branch(self, statement: core.If, environment: Environment, path: Path) -> None:
        condition = put(statement.condition, environment)
        self.go(condition, path)
        known = clear(condition) and not mentions(condition, self.sample)
        one = self.run(statement.then, dict(environment), (*path, condition) if known else path)
        two = self.run(statement.otherwise, dict(environment), (*path, negation(condition)) if known else path)
        for name in assigned([statement]):
            before = Variable(name, 0, self.types[name])
            value = merged(condition, one.get(name, before), two.get(name, before))
            environment[name] = self.short(name, value)
            if self.own is not None and (self.own.type == BOOL or isinstance(self.own.type, Bits)):
                self.go(value, path)  # what the sides make of a coin, as one truth value

    def again(self, loop: core.While, environment: Environment) -> Environment:
        """The next round sees the sample, too, in what it was put into."""
        after: Environment = dict(environment)
        for name in assigned(loop.body):
            value = environment.get(name)
            if name == self.sample and value is None and self.own is not None:
                after[name] = self.own
            elif value is None or not mentions(value, self.sample):
                after[name] = self.opaque(name)
        self.go(put(loop.guard, after), ())
        if any([mentions(value, self.sample) for value in after.values()]):
            self.run(loop.body, dict(after), ())
        return after

    # ---- terms -------------------------------------------------------------------------------

    def go(self, term: Term, path: Path) -> None:
        if not mentions(term, self.sample):
            return
        if term.type not in NUMBERS or (isinstance(term, Apply) and term.operator in ("ite", "emod")):
            self.inside(term, path)
            return
        parts = form(term).parts
        if self.own in parts:
            self.found.append(Sink("sum", term, None, path))
        for part in parts:
            if part != self.own and mentions(part, self.sample):
                if part == term:
                    for argument in term.arguments if isinstance(term, Apply) else ():
                        self.go(argument, path)
                else:
                    self.go(part, path)

    def inside(self, term: Term, path: Path) -> None:
        match term:
            case Apply("lt" | "le" | "gt" | "ge", (left, right)) if left.type in NUMBERS:
                self.found.append(Sink("compared", plus(left, right, -1), term, path))
                for side in (left, right):
                    for part in form(side).parts:
                        if part != self.own:
                            self.go(part, path)
            case Apply("ite", arguments):
                self.conditional(arguments, path)
                if term.type == BOOL or isinstance(term.type, Bits):
                    self.found.append(Sink("other", term, None, path))
            case Apply("and", arguments):
                free = tuple([one for one in arguments if not mentions(one, self.sample)])
                for argument in arguments:
                    self.go(argument, (*path, *free))
                self.found.append(Sink("other", term, None, path))
            case Apply(operator, arguments):
                if term.type == BOOL or isinstance(term.type, Bits) or operator == "emod":
                    self.found.append(Sink("other", term, None, path))
                for argument in arguments:
                    if operator != "xor" or argument != self.own:  # which hides it
                        self.go(argument, path)
            case Variable():
                self.found.append(Sink("other", term, None, path))
            case _:
                pass

    def conditional(self, arguments: tuple[Term, ...], path: Path) -> None:
        for at in range(0, len(arguments) - 1, 2):
            condition = arguments[at]
            self.go(condition, path)
            free = not mentions(condition, self.sample)
            self.go(arguments[at + 1], (*path, condition) if free else path)
            path = (*path, negation(condition)) if free else path
        self.go(arguments[-1], path)


def read_after(program: core.TypedProgram, block: core.Joint) -> list[str]:
    """The variables that a block assigns and that are read outside of it, in the order in which they are assigned."""
    read: set[str] = set()

    def terms(*given: Term) -> None:
        read.update([part.name for term in given for part in subterms(term) if isinstance(part, Variable)])

    def scan(statements: Sequence[core.Statement]) -> None:
        for statement in statements:
            match statement:
                case core.Assign(_, value) | core.Leak(value):
                    terms(value)
                case core.Sample(_, distribution):
                    terms(*[term for argument in distribution.arguments for term in argument_terms(argument)])
                case core.Call(arguments=arguments):
                    terms(*arguments)
                case core.If(condition, then, otherwise):
                    terms(condition)
                    scan(then)
                    scan(otherwise)
                case core.While(guard=guard, body=body):
                    terms(guard)
                    scan(body)
                case core.Joint(body) if statement is not block:
                    scan(body)
                case _:
                    pass

    scan(program.body)
    if program.result is not None:
        terms(program.result)
    return [name for name in assigned([block]) if name in read]
