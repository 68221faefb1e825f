"""How a round changes the numbers of a loop: counters, strides of other numbers, and what they are compared with."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from prhl.finding.sinks import LONGEST, Environment, clear, put
from prhl.logic.build import both, choose, negation, number
from prhl.logic.linear import NUMBERS, Form, Monomial, form, monomial
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.records import dataclass
from prhl.rules.loop import assigned
from prhl.typed import core


def counters(loop: core.While) -> list[str]:
    """Integers that a round moves up by one, at the top level of the body; that of a `for` first."""
    found = [] if loop.counter is None else [loop.counter.variable]
    return list(dict.fromkeys([*found, *_moved(loop, 1)]))


def falling(loop: core.While) -> list[str]:
    """Integers that a round moves down by one, at the top level of the body."""
    return _moved(loop, -1)


def rising(loop: core.While) -> list[str]:
    """Integers that every round moves up, by one or more as branches say, and that nothing moves down."""

    def moves(block: Sequence[core.Statement], name: str) -> bool:
        return any([_rises(one, name) for one in block])

    def _rises(statement: core.Statement, name: str) -> bool:
        match statement:
            case core.Assign(target) if target == name:
                step = _step(statement)
                return step is not None and step[0] >= 1 and not step[1]
            case core.If(_, then, otherwise):
                return moves(then, name) and moves(otherwise, name)
            case _:
                return False

    found = [name for name in assigned(loop.body) if moves(loop.body, name)]
    return [name for name in found if (moved := stride(loop, name)) is not None and moved.upward]


def _moved(loop: core.While, by: int) -> list[str]:
    assigned_ = [one for one in loop.body if isinstance(one, core.Assign)]
    return list(dict.fromkeys([one.target for one in assigned_ if _step(one) == (Fraction(by), ())]))


def _step(statement: core.Assign) -> tuple[Fraction, tuple[Term, ...]] | None:
    """By what an assignment moves its variable: a constant, and other terms."""
    moved = form(statement.value)
    own = [part for part in moved.parts if isinstance(part, Variable) and part.name == statement.target]
    if len(own) != 1 or moved.of(own[0]) != 1:
        return None
    return moved.constant, tuple([part for part in moved.parts if part != own[0]])


def statements(block: Sequence[core.Statement]) -> Iterator[core.Statement]:
    """These and those inside of them."""
    for statement in block:
        yield statement
        match statement:
            case core.If(_, then, otherwise):
                yield from statements((*then, *otherwise))
            case core.While(body=body) | core.Joint(body=body):
                yield from statements(body)
            case _:
                pass


def jumps(loop: core.While, name: str) -> list[Fraction]:
    """By how much an integer grows, wherever that is a number above 0."""
    found = []
    for statement in statements(loop.body):
        if isinstance(statement, core.Assign) and statement.target == name:
            step = _step(statement)
            if step is not None and not step[1] and step[0] > 0:
                found.append(step[0])
    return found


@dataclass(frozen=True)
class Stride:
    """A number that moves by multiples of `unit`, all in one direction."""

    upward: bool
    unit: Term
    multiples: tuple[Fraction, ...]


def stride(loop: core.While, name: str) -> Stride | None:
    steps: list[Monomial] = []
    for statement in statements(loop.body):
        if isinstance(statement, core.Sample | core.Call) and statement.target == name:
            return None
        if not isinstance(statement, core.Assign) or statement.target != name:
            continue
        moved = _step(statement)
        if moved is None:
            return None
        constant, parts = moved
        if constant and not parts:
            steps.append(Monomial(constant, {}))
        elif len(parts) == 1 and not constant:
            one = monomial(parts[0])
            steps.append(replace(one, coefficient=one.coefficient * form(statement.value).of(parts[0])))
        else:
            return None
    if not steps or any([dict(one.powers) != dict(steps[0].powers) for one in steps]):
        return None
    if len({one.coefficient > 0 for one in steps}) > 1:
        return None
    multiples = sorted({abs(one.coefficient) for one in steps})
    unit = replace(steps[0], coefficient=multiples[0]).term
    return Stride(steps[0].coefficient > 0, unit, tuple([one / multiples[0] for one in multiples]))


def factor(loop: core.While, name: str) -> Fraction | None:
    """The number above 0 by which every round multiplies a variable, if that is all that it does to it."""
    moved = [one for one in statements(loop.body) if name in assigned([one])]
    if len(moved) != 1 or not isinstance(moved[0], core.Assign) or moved[0] not in loop.body:
        return None
    value = form(moved[0].value)
    own = [part for part in value.parts if isinstance(part, Variable) and part.name == name]
    return value.of(own[0]) if own and len(value.parts) == 1 and not value.constant and value.of(own[0]) > 0 else None


def compared(loop: core.While, wanted: Term) -> list[Term]:
    """What a term, up to a constant, is compared with in the loop, where the loop does not change that."""
    found = [top for _, one, top in _comparisons(loop) if list(form(one).parts) == [wanted]]
    return list(dict.fromkeys(found))


def allowed(loop: core.While, name: str) -> list[Term]:
    """What a number is kept below by a branch that asks before it is added to: `if (spent + e <= total)`."""
    found = []
    for below, one, top in _comparisons(loop):
        own = [part for part in form(one).parts if isinstance(part, Variable) and part.name == name]
        if below and len(form(one).parts) > 1 and own and form(one).of(own[0]) == 1:
            found.append(top)
    return list(dict.fromkeys(found))


def _comparisons(loop: core.While) -> Iterator[tuple[bool, Term, Term]]:
    """What numbers are compared with that the loop does not change, and whether it is that they are below."""
    changed = set(assigned(loop.body))
    conditions = [loop.guard]
    for statement in statements(loop.body):
        match statement:
            case core.If(condition):
                conditions.append(condition)
            case core.While(guard=guard):
                conditions.append(guard)
            case core.Assign(value=value):
                conditions.append(value)
            case _:
                pass
    for part in [part for condition in conditions for part in subterms(condition)]:
        if not isinstance(part, Apply) or part.operator not in ("eq", "lt", "le", "gt", "ge"):
            continue
        for at, (one, other) in enumerate((part.arguments, part.arguments[::-1])):
            steady = not any([isinstance(v, Variable) and v.name in changed for v in subterms(other)])
            if one.type in NUMBERS and steady:
                yield part.operator in (("lt", "le"), ("gt", "ge"))[at], one, other


def stores(loop: core.While, name: str) -> list[tuple[Term, Term]]:
    """Where entries of a list are added to, outside of loops inside: the index, and what is added, under the conditions
    of branches."""
    changed = set(assigned(loop.body)) - set(counters(loop))

    def steady(term: Term) -> bool:
        return not any([isinstance(v, Variable) and v.name in changed for v in subterms(term)])

    def inside(block: Sequence[core.Statement], path: tuple[Term, ...]) -> Iterator[tuple[Term, Term]]:
        for statement in block:
            match statement:
                case core.Assign(target, Apply("store", (Variable(own), at, value))) if target == own == name:
                    entry = Apply("index", (Variable(own, 0, statement.value.type), at), value.type)
                    added = form(value) - Form({entry: Fraction(1)})
                    if form(value).of(entry) == 1 and steady(at):
                        yield at, choose(both(path), added.term, number(0)) if path else added.term
                case core.If(condition, then, otherwise) if steady(condition):
                    yield from inside(then, (*path, condition))
                    yield from inside(otherwise, (*path, negation(condition)))
                case _:
                    pass

    return list(inside(loop.body, ()))


def offsets(loop: core.While) -> list[tuple[str, Term]]:
    """Where a list is read at a sum of a counter, of this loop or of one in it, and of something else: the counter, and
    what is added to it, as `r*columns` in `cells[r*columns + c]`."""
    inside = [one for one in statements(loop.body) if isinstance(one, core.While)]
    found = []
    for counter in [name for one in (loop, *inside) for name in counters(one)]:
        for part in [part for statement in statements(loop.body) for part in _read(statement)]:
            if isinstance(part, Apply) and part.operator == "index":
                at = form(part.arguments[1])
                own = next((one for one in at.parts if isinstance(one, Variable) and one.name == counter), None)
                if own is not None and at.of(own) == 1 and (rest := at - Form({own: Fraction(1)})):
                    found.append((counter, rest.term))
    return list(dict.fromkeys(found))


def readings(loop: core.While, counter: str, lists: Collection[str]) -> list[Form]:
    """Where the loop reads these lists with its counter, once a round: `i`, `i - 1`, or `n - 1 - i` from the end."""
    found = []
    for part in [part for statement in statements(loop.body) for part in _read(statement)]:
        match part:
            case Apply("index", (Variable(name), at)) if name in lists:
                place = form(at)
                own = [one for one in place.parts if isinstance(one, Variable) and one.name == counter]
                if own and abs(place.of(own[0])) == 1:
                    found.append(place)
            case _:
                pass
    return [place for n, place in enumerate(found) if place not in found[:n]]


def _read(statement: core.Statement) -> list[Term]:
    match statement:
        case core.Assign(value=term) | core.If(condition=term) | core.While(guard=term):
            return list(subterms(term))
        case _:
            return []


def increments(program: core.TypedProgram, loop: core.While, counter: str) -> dict[str, Term]:
    """What a round adds to each number, where that is a term over the counter and what the loop does not change."""
    types, changed = program.types, set(assigned(loop.body))
    found = {}
    for name, value in _round(program, loop.body, {}).items():
        if types[name] not in NUMBERS or name == counter:
            continue
        added = _added(value, Variable(name, 0, types[name]))
        if added is None or not clear(added):
            continue
        if not any([isinstance(v, Variable) and v.name in changed and v.name != counter for v in subterms(added)]):
            found[name] = added
    return found


def _added(value: Term, own: Variable) -> Term | None:
    if isinstance(value, Apply) and value.operator == "ite" and len(value.arguments) == 3:
        condition, yes, no = value.arguments
        one, other = _added(yes, own), _added(no, own)
        return None if one is None or other is None else choose(condition, one, other)
    moved = form(value)
    return (moved - Form({own: Fraction(1)})).term if moved.of(own) == 1 else None


def _round(program: core.TypedProgram, statements: Sequence[core.Statement], environment: Environment) -> Environment:
    """The values after one round, with what is drawn in it opaque."""
    types = program.types

    def short(name: str, value: Term) -> Term:
        return value if sum([1 for _ in subterms(value)]) < LONGEST else Variable(f"{name}?", 0, types[name])

    for statement in statements:
        match statement:
            case core.Assign(target, value):
                environment[target] = short(target, put(value, environment))
            case core.If(condition, then, otherwise):
                asked = put(condition, environment)
                one = _round(program, then, dict(environment))
                two = _round(program, otherwise, dict(environment))
                for name in assigned([statement]):
                    before = Variable(name, 0, types[name])
                    first, second = one.get(name, before), two.get(name, before)
                    environment[name] = short(name, first if first == second else choose(asked, first, second))
            case core.Sample() | core.Call() | core.While() | core.Joint():
                environment.update({name: Variable(f"{name}?", 0, types[name]) for name in assigned([statement])})
            case _:
                pass
    return environment
