"""The types of locals, each the smallest that holds every value it is given.

Every assignment contributes the type of its right side; those that mention a local whose type has grown
are looked at again. Types only grow (int to real, an empty list to a list of something). Around a cycle such as
`a := [b]; b := [a];` they would grow for ever: what changes often may have so many parts in all, and no more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

from prhl.diagnostics import Diagnostic, Related
from prhl.logic.types import UNKNOWN, Type, fits, join, parts, too_large
from prhl.records import dataclass
from prhl.source import Span
from prhl.syntax import ast

MOST_CHANGES = 100  # of one local's type; more is a type that grows without end
FEW_CHANGES = 4  # that every type may go through, however large it is
MOST_GROWN = 20_000  # parts of all types that went through more


@dataclass(frozen=True, slots=True)
class Source:
    """One way in which a local gets a value: the locals that decide its type, and that type given the others."""

    target: str
    mentions: frozenset[str]
    type_of: Callable[[dict[str, Type]], Type]
    span: Span


def infer(sources: Iterable[Source], report: Callable[[Diagnostic], None]) -> dict[str, Type]:
    """The types of all targets; a clash is reported once for each local."""
    listed = list(sources)
    readers: dict[str, list[int]] = defaultdict(list)
    for position, source in enumerate(listed):
        for name in source.mentions:
            readers[name].append(position)
    types: dict[str, Type] = {source.target: UNKNOWN for source in listed}
    first: dict[str, Span] = {}
    broken: set[str] = set()
    growth: dict[str, int] = defaultdict(int)
    grown = 0
    waiting = list(range(len(listed)))
    queued = set(waiting)
    while waiting:
        again: list[int] = []
        for position in waiting:
            queued.discard(position)
            source = listed[position]
            found = source.type_of(types)
            if source.target in broken or found == UNKNOWN:
                continue
            first.setdefault(source.target, source.span)
            old = types[source.target]
            joined = join(old, found)
            growth[source.target] += joined != old
            if joined is not None and growth[source.target] > FEW_CHANGES:
                grown += parts(joined)
                if grown > MOST_GROWN:
                    report(_clash(source, old, found, first[source.target], endless=True))
                    return types
            if joined is None or too_large(joined) or growth[source.target] > MOST_CHANGES:
                broken.add(source.target)
                report(_clash(source, old, found, first[source.target], joined is not None))
                continue
            if joined != old:
                types[source.target] = joined
                for reader in readers[source.target]:
                    if reader not in queued:
                        queued.add(reader)
                        again.append(reader)
        waiting = again
    return types


def misfits(sources: Iterable[Source], types: dict[str, Type]) -> list[Diagnostic]:
    """What is given to a local and does not fit into its type, where that was open to the last; once for each local.

    An empty list whose elements are never told apart from others has integers in it: `x := []; x := x[0];` is a clash
    that comes up when this is settled, and that no growing type shows.
    """
    first: dict[str, Span] = {}
    found: dict[str, Diagnostic] = {}
    for source in sources:
        given, kept = source.type_of(types), types[source.target]
        if fits(given, kept):
            first.setdefault(source.target, source.span)
        else:
            place = first.get(source.target, source.span)
            found.setdefault(source.target, _clash(source, kept, given, place, endless=False))
    return list(found.values())


def _clash(source: Source, old: Type, found: Type, first: Span, endless: bool) -> Diagnostic:
    if endless:
        return Diagnostic("type-too-deep", source.span, f"the type of `{source.target}` would grow without end")
    return Diagnostic(
        "local-type",
        source.span,
        f"`{source.target}` is given a value of type {found} here and of type {old} elsewhere",
        "a local has one type; use another name",
        related=(Related(first, f"{old} here"),),
    )


def mentioned(node: ast.Argument) -> frozenset[str]:
    """The unmarked variables in an expression."""
    names: set[str] = set()
    todo: list[ast.Argument] = [node]
    while todo:
        match todo.pop():
            case ast.Variable(name):
                names.add(name)
            case ast.Call(_, arguments):
                todo.extend(arguments)
            case ast.Paren(operand) | ast.Bars(operand) | ast.Not(operand) | ast.Negative(operand):
                todo.append(operand)
            case ast.TupleOf(items) | ast.ListOf(items):
                todo.extend(items)
            case ast.Access(base, steps):
                todo.append(base)
                todo.extend([step.index for step in steps if isinstance(step, ast.Index)])
            case ast.Power(base):
                todo.append(base)
            case ast.Arithmetic(_, operands) | ast.Comparison(_, operands) | ast.Connective(_, operands):
                todo.extend(operands)
            case ast.Conditional(arms, otherwise):
                todo.append(otherwise)
                for condition, value in arms:
                    todo += [condition, value]
            case ast.Quantifier(_, _, body):
                todo.append(body)
            case ast.Comprehension(_, value, ast.Elements(_, listed, guard)):
                todo += [part for part in (value, listed, guard) if part is not None]
            case ast.SetOf(elements, power):
                todo.extend([e.value for e in elements])
                todo.extend([e.weight for e in elements if e.weight is not None])
                if power is not None:
                    todo.append(power)
            case ast.Range(low, high):
                todo += [low, high]
            case _:
                pass
    return frozenset(names)
