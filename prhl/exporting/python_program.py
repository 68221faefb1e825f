"""A program of the language as functions of Python: a public one that checks inputs, one for each program inside."""

from collections.abc import Callable, Mapping
from typing import Any

from prhl.exporting import release_helpers as helpers
from prhl.exporting.python_terms import Writer, unlike
from prhl.logic.show import show
from prhl.logic.terms import AllBits, Between, Distribution, DistributionArgument, Listed, Weighted
from prhl.logic.types import Bits, Function, List, Scalar, Size, Tuple, Type
from prhl.running.laws_of_terms import maker_of
from prhl.typed import core

INDENT = "    "
FORMS = ("", "_", "make_")  # of a program: called from outside, inside, and what makes a measurement of it


class ProgramWriter:
    """All functions of one module, and what they call."""

    def __init__(self, programs: Mapping[str, core.TypedProgram], first: str, taken: set[str]) -> None:
        self.programs, self.taken = programs, set(taken)
        self.names: dict[str, str] = {}  # of the programs, unlike each other and all else; the first has its own
        for name in sorted(programs, key=lambda one: one != first):
            found = unlike(python_name(name), self.taken)
            while self.taken & (forms := {before + found for before in FORMS}):
                found += "_"
            self.names[name] = found
            self.taken |= forms
        self.used: list[Callable[..., Any]] = []
        self.inner: dict[str, str] = {}
        self.written: dict[str, str] = {}

    def public(self, program: core.TypedProgram, docstring: str) -> str:
        """The function that is called from outside, after those that it calls."""
        self.function(program)
        writer = Writer(self.taken)
        name = self.names[program.name]
        given = [(writer.name(p.name), p) for p in program.parameters]
        result = "object" if program.result_type is None else annotation(program.result_type)
        result = f"tuple[tuple[object, ...], {result}]" if program.leaks else result
        heads = ", ".join([f"{one}: {annotation(p.type, given=True)}" for one, p in given])
        lines = [f"def {name}({heads}) -> {result}:", f'{INDENT}"""{docstring}"""']
        for one, p in given:
            lines.append(f'{INDENT}{one} = {self.check(writer, p.type)}({one}, "{p.name}")')
        for one, p in given:
            for fits, size in _lengths(one, p.type, writer):
                needed = writer.use(helpers.required)
                lines.append(f'{INDENT}{needed}({fits}, "bit strings of {p.name} of size {size}")')
        for formula in program.requires:
            needed = writer.use(helpers.required)
            lines.append(f"{INDENT}{needed}({writer.text(formula)}, {show(formula)!r})")
        passed = ", ".join(["RandomBits()", *(["leaks"] if program.leaks else []), *[one for one, _ in given]])
        call = f"{self.inner[program.name]}({passed})"
        if program.leaks:
            lines += [f"{INDENT}leaks: list[object] = []", f"{INDENT}result = {call}"]
            call = "tuple(leaks), result"
        lines.append(f"{INDENT}return {call}")
        self.used += writer.used
        return "\n\n\n".join([*self.written.values(), "\n".join(lines)])

    def function(self, program: core.TypedProgram) -> str:
        """The function that draws, written once; its name."""
        if program.name in self.inner:
            return self.inner[program.name]
        self.inner[program.name] = name = f"_{self.names[program.name]}"
        writer = Writer(self.taken)
        names = ["bits", *(["leaks"] if program.leaks else []), *[writer.name(p.name) for p in program.parameters]]
        body = self.block(writer, program.body, 1)
        if program.result is not None:
            body.append(f"{INDENT}return {writer.text(program.result)}")
        annotated = ", ".join([f"{one}: Any" if one != "bits" else "bits: RandomBits" for one in names])
        self.used += writer.used
        self.written[program.name] = "\n".join(
            [f"def {name}({annotated}) -> Any:", *(body or [f"{INDENT}return None"])]
        )
        return name

    def block(self, writer: Writer, statements: tuple[core.Statement, ...], depth: int) -> list[str]:
        lines = [line for one in statements for line in self.statement(writer, one, depth)]
        return lines or ([] if depth == 1 else [f"{INDENT * depth}pass"])

    def statement(self, writer: Writer, statement: core.Statement, depth: int) -> list[str]:
        pad = INDENT * depth
        match statement:
            case core.Assign(target, value):
                return [f"{pad}{writer.name(target)} = {writer.text(value)}"]
            case core.Sample(target, distribution):
                return [f"{pad}{writer.name(target)} = {self.law(writer, distribution)}.draw(bits)"]
            case core.Call(target, callee, arguments):
                program = self.programs[callee]
                given = ["bits", *(["leaks"] if program.leaks else []), *[writer.text(a) for a in arguments]]
                return [f"{pad}{writer.name(target)} = {self.function(program)}({', '.join(given)})"]
            case core.If(condition, then, otherwise):
                lines = [f"{pad}if {writer.text(condition)}:", *self.block(writer, then, depth + 1)]
                if otherwise:
                    lines += [f"{pad}else:", *self.block(writer, otherwise, depth + 1)]
                return lines
            case core.While(guard, body):
                return [f"{pad}while {writer.text(guard)}:", *self.block(writer, body, depth + 1)]
            case core.Joint(body):
                return [line for one in body for line in self.statement(writer, one, depth)]
            case core.Leak(value):
                return [f"{pad}leaks.append({writer.text(value)})"]
            case core.Assert():
                return []

    def law(self, writer: Writer, distribution: Distribution) -> str:
        maker = writer.use(maker_of(distribution))
        given = [self.argument(writer, argument) for argument in distribution.arguments]
        return f"{maker}({', '.join(given)})"

    def argument(self, writer: Writer, argument: DistributionArgument) -> str:
        match argument:
            case Distribution():
                return self.law(writer, argument)
            case Listed(items):
                return f"[{', '.join([writer.text(item) for item in items])}]"
            case Between(low, high):
                return f"{writer.text(low)}, {writer.text(high)}"
            case AllBits(size):
                return writer.text(size)
            case Weighted(items):
                pairs = [f"({writer.text(value)}, {writer.text(weight)})" for value, weight in items]
                return f"[{', '.join(pairs)}]"
            case _:
                return writer.text(argument)

    def check(self, writer: Writer, type_: Type) -> str:
        """What checks an input of a type."""
        match type_:
            case Scalar(name):
                return writer.use({"bool": helpers.boolean, "int": helpers.integer}.get(name, helpers.exact_number))
            case Bits():
                return writer.use(helpers.bit_string)
            case List(item):
                return f"{writer.use(helpers.listed)}({self.check(writer, item)})"
            case Tuple(items):
                return f"{writer.use(helpers.tupled)}({', '.join([self.check(writer, one) for one in items])})"
            case Function(result=result):
                return f"{writer.use(helpers.function)}({self.check(writer, result)})"


def _lengths(value: str, type_: Type, writer: Writer, depth: int = 0) -> list[tuple[str, Size]]:
    """That the bit strings in a value are as long as its type says, and how long that is."""
    match type_:
        case Bits(size) if size is not None:
            return [(f"len({value}) == {_size(size, writer)}", size)]
        case List(item):
            one = writer.name(f"one@{depth}")
            inside = _lengths(one, item, writer, depth + 1)
            return [(f"all({fits} for {one} in {value})", size) for fits, size in inside]
        case Tuple(items):
            return [found for at, item in enumerate(items) for found in _lengths(f"{value}[{at}]", item, writer, depth)]
        case _:
            return []


def _size(size: Size, writer: Writer) -> str:
    parts = [" * ".join([str(c), *[writer.name(n) for n in monomial]]) for monomial, c in size.terms]
    return " + ".join(parts) or "0"


def annotation(type_: Type, given: bool = False) -> str:
    """The type as Python writes it; `given` from outside, lists may be any sequence."""
    match type_:
        case Scalar("bool"):
            return "bool"
        case Scalar("int"):
            return "int"
        case Scalar():
            return "int | Fraction | str" if given else "int | Fraction"
        case Bits():
            return "str"
        case List(item):
            return f"Sequence[{annotation(item, given)}]" if given else f"tuple[{annotation(item)}, ...]"
        case Tuple(items):
            return f"tuple[{', '.join([annotation(one, given) for one in items])}]"
        case Function():
            return "Callable[[Any], Any]"


def python_name(name: str) -> str:
    """`NoisySum` as `noisy_sum`."""
    found = ""
    for at, letter in enumerate(name):
        before = name[at - 1] if at else ""
        found += (
            "_" if letter.isupper() and before and (before.islower() or before.isdigit()) else ""
        ) + letter.lower()
    return found
