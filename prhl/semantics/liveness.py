"""Which variables are live at a place: states that differ in the others are merged."""

from dataclasses import replace

from prhl.logic.terms import Apply, Distribution, Term, Variable, argument_terms, variables
from prhl.logic.types import INT
from prhl.semantics.flat import Assign, If, Leak, Sample, Statement, While


def read(term: Term) -> frozenset[str]:
    return frozenset([name for name, _ in variables(term)])


def read_by(distribution: Distribution) -> frozenset[str]:
    return frozenset().union(*[read(term) for term in argument_terms(distribution)])


def live_before(statements: tuple[Statement, ...], after: frozenset[str]) -> frozenset[str]:
    """The variables that are live before the statements, given those that are live after them."""
    for statement in reversed(statements):
        after = before(statement, after)
    return after


def before(statement: Statement, after: frozenset[str]) -> frozenset[str]:
    match statement:
        case Assign(target, value):
            return (after - {target}) | read(value)
        case Sample(target, distribution):
            return (after - {target}) | read_by(distribution)
        case Leak(value):
            return after | read(value)
        case If(condition, then, otherwise):
            return live_before(then, after) | live_before(otherwise, after) | read(condition)
        case While(guard, body):
            head = after | read(guard)
            while True:
                wider = head | live_before(body, head)
                if wider == head:
                    return head
                head = wider


def drawn_late(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The same statements with each draw behind all that does not touch it: then fewer of them are there at one time.

    A draw and a statement next to it commute if the statement neither reads nor assigns what is drawn, and assigns
    nothing that the distribution reads.
    """
    out: list[Statement] = []
    for statement in reversed(statements):
        at = 0
        match statement:
            case Sample(target, distribution):
                while at < len(out) and _commute(target, read_by(distribution), out[at]):
                    at += 1
                out.insert(at, statement)
            case If(_, then, otherwise):
                out.insert(0, replace(statement, then=drawn_late(then), otherwise=drawn_late(otherwise)))
            case While(_, body):
                out.insert(0, replace(statement, body=drawn_late(body)))
            case _:
                out.insert(0, statement)
    return tuple(out)


def _commute(target: str, needed: frozenset[str], other: Statement) -> bool:
    changed = assigned((other,))
    return target not in changed | before(other, frozenset()) and not changed & needed


def is_random(statement: Statement) -> bool:
    """Whether a sampling stands in it; what has none is run at once for each state."""
    match statement:
        case Sample():
            return True
        case If(_, then, otherwise):
            return any([is_random(s) for s in (*then, *otherwise)])
        case While(_, body):
            return any([is_random(s) for s in body])
        case _:
            return False


def uniform(statements: tuple[Statement, ...], fixed: frozenset[str]) -> frozenset[str]:
    """The variables that have one value for all states at every place: counters, tables, bounds.

    Such a variable is never drawn, never computed from one that is not uniform, and never assigned where
    only some of the states come. All are assumed to be, and those that break a rule are taken out until none does.
    """
    found = fixed | assigned(statements)
    while True:
        kept = found - _varying(statements, found, False)
        if kept == found:
            return found
        found = kept


def _varying(statements: tuple[Statement, ...], found: frozenset[str], partly: bool) -> set[str]:
    """The variables among `found` that break a rule; `partly`: only some states come here."""
    out: set[str] = set()
    for statement in statements:
        match statement:
            case Assign(target, value):
                if partly or not read(value) <= found:
                    out.add(target)
            case Sample(target):
                out.add(target)
            case If(condition, then, otherwise):
                inner = partly or not read(condition) <= found
                out |= _varying(then, found, inner) | _varying(otherwise, found, inner)
            case While(guard, body):
                out |= _varying(body, found, partly or not read(guard) <= found)
            case Leak():
                pass
    return out


def counter(statements: tuple[Statement, ...], result: Term | None, fixed: frozenset[str]) -> str | None:
    """An integer that is only added to, or set, until the result is made of it; not one that is uniform."""
    if result is None:
        return None
    for name in sorted(read(result) - fixed):
        if _counts(statements, name) and _raised(statements, name):
            return name
    return None


def _counts(statements: tuple[Statement, ...], name: str) -> bool:
    """Whether nothing depends on the variable but its own sums."""
    for statement in statements:
        match statement:
            case Assign(target, value) if target == name:
                if value.type != INT or (name in read(value) and not _is_sum(value, name)):
                    return False
            case Assign(_, value) | Leak(value):
                if name in read(value):
                    return False
            case Sample(target, distribution):
                if target == name or name in read_by(distribution):
                    return False
            case If(condition, then, otherwise):
                if name in read(condition) or not _counts(then, name) or not _counts(otherwise, name):
                    return False
            case While(guard, body):
                if name in read(guard) or not _counts(body, name):
                    return False
    return True


def _is_sum(value: Term, name: str) -> bool:
    """name + e, where e does not mention it."""
    if not isinstance(value, Apply) or value.operator != "add":
        return False
    others = [part for part in value.arguments if not (isinstance(part, Variable) and part.name == name)]
    return len(others) == len(value.arguments) - 1 and not any([name in read(part) for part in others])


def _raised(statements: tuple[Statement, ...], name: str) -> bool:
    """Whether the variable is added to inside a loop with samplings."""
    for statement in statements:
        match statement:
            case While(_, body) if is_random(statement):
                if any([name in assigned((s,)) for s in body]):
                    return True
            case If(_, then, otherwise) if _raised((*then, *otherwise), name):
                return True
            case _:
                pass
    return False


def assigned(statements: tuple[Statement, ...]) -> frozenset[str]:
    """What the statements may assign."""
    names: frozenset[str] = frozenset()
    for statement in statements:
        match statement:
            case Assign(target) | Sample(target):
                names |= {target}
            case If(_, then, otherwise):
                names |= assigned(then) | assigned(otherwise)
            case While(_, body):
                names |= assigned(body)
            case Leak():
                pass
    return names


def leaks(statement: Statement) -> bool:
    match statement:
        case Leak():
            return True
        case If(_, then, otherwise):
            return any([leaks(s) for s in (*then, *otherwise)])
        case While(_, body):
            return any([leaks(s) for s in body])
        case _:
            return False
