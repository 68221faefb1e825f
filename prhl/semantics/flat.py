"""Programs with their calls unfolded: what the exact road runs.

Each call brings its own copy of the callee's variables, so that names never clash; joint blocks are their
bodies, lists of draws are loops, and assertions, which relate two runs, are left out.
"""

from collections.abc import Mapping
from itertools import count
from typing import assert_never

from prhl.distributions import family_of
from prhl.distributions.each import Each
from prhl.logic.build import less, number, plus
from prhl.logic.substitution import rename, rename_distribution
from prhl.logic.terms import Apply, Distribution, Term, Variable
from prhl.logic.types import INT, Type
from prhl.records import dataclass
from prhl.source import Span
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class Assign:
    target: str
    value: Term
    span: Span


@dataclass(frozen=True, slots=True)
class Sample:
    target: str
    distribution: Distribution
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    condition: Term
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    guard: Term
    body: tuple["Statement", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Leak:
    value: Term
    span: Span


Statement = Assign | Sample | If | While | Leak


@dataclass(frozen=True)
class FlatProgram:
    name: str
    parameters: tuple[core.Parameter, ...]
    body: tuple[Statement, ...]
    result: Term | None
    leaks: bool
    span: Span

    @property
    def result_type(self) -> Type | None:
        return None if self.result is None else self.result.type


def flatten(program: core.TypedProgram, programs: Mapping[str, core.TypedProgram]) -> FlatProgram:
    body = _Flattener(programs).block(program.body, {})
    return FlatProgram(program.name, program.parameters, body, program.result, program.leaks, program.span)


def flatten_block(
    statements: tuple[core.Statement, ...], programs: Mapping[str, core.TypedProgram]
) -> tuple[Statement, ...]:
    """Some statements of a program, with their calls unfolded."""
    return _Flattener(programs).block(statements, {})


class _Flattener:
    def __init__(self, programs: Mapping[str, core.TypedProgram]) -> None:
        self.programs = programs
        self.serial = count(1)

    def block(self, statements: tuple[core.Statement, ...], names: Mapping[str, str]) -> tuple[Statement, ...]:
        out: list[Statement] = []
        for statement in statements:
            out.extend(self.statement(statement, names))
        return tuple(out)

    def statement(self, statement: core.Statement, names: Mapping[str, str]) -> list[Statement]:
        match statement:
            case core.Assign(target, value, span):
                return [Assign(names.get(target, target), rename(value, names), span)]
            case core.Sample(target, distribution, _, span) if isinstance(family_of(distribution), Each):
                return self.each(names.get(target, target), rename_distribution(distribution, names), span)
            case core.Sample(target, distribution, _, span):
                return [Sample(names.get(target, target), rename_distribution(distribution, names), span)]
            case core.If(condition, then, otherwise, span):
                return [If(rename(condition, names), self.block(then, names), self.block(otherwise, names), span)]
            case core.While(guard, body, _, _, span):
                return [While(rename(guard, names), self.block(body, names), span)]
            case core.Leak(value, span):
                return [Leak(rename(value, names), span)]
            case core.Joint(body):
                return list(self.block(body, names))
            case core.Assert():
                return []
            case core.Call():
                return self.call(statement, names)
            case _:
                assert_never(statement)

    def each(self, target: str, distribution: Distribution, span: Span) -> list[Statement]:
        """Draws one after the other; the names are new, so that the arguments do not change on the way."""
        one, many = distribution.arguments
        assert isinstance(one, Distribution)
        assert isinstance(many, Term)
        copy = next(self.serial)
        kinds = (("", one.type), ("at", INT), ("size", INT), ("all", distribution.type))
        drawn, i, n, items = [Variable(f"{target}#{what}{copy}", 0, type_) for what, type_ in kinds]
        body: tuple[Statement, ...] = (
            Sample(drawn.name, one, span),
            Assign(items.name, Apply("concat", (items, Apply("list", (drawn,), items.type)), items.type), span),
            Assign(i.name, plus(i, number(1)), span),
        )
        return [
            Assign(items.name, Apply("list", (), items.type), span),
            Assign(n.name, many, span),
            Assign(i.name, number(0), span),
            While(less(i, n), body, span),
            Assign(target, items, span),
        ]

    def call(self, node: core.Call, names: Mapping[str, str]) -> list[Statement]:
        callee = self.programs[node.program]
        copy = next(self.serial)
        inner = {name: f"{name}#{copy}" for name in callee.types}
        out: list[Statement] = [
            Assign(inner[parameter.name], rename(argument, names), node.span)
            for parameter, argument in zip(callee.parameters, node.arguments, strict=True)
        ]
        out.extend(self.block(callee.body, inner))
        assert callee.result is not None
        out.append(Assign(names.get(node.target, node.target), rename(callee.result, inner), node.span))
        return out
