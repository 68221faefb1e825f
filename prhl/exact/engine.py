"""The fast engine: a program becomes one Python function that pushes distributions of states through it.

A state is the tuple of the variables that still matter; its weight is an integer over a denominator that all
states at a place share, so that no step reduces fractions. Statements without samplings run at once for
each state; a sampling ends in a merge; a branch or loop with samplings splits the states.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import gcd, lcm
from time import monotonic
from typing import Any

from prhl.exact.evaluate import Fault, Undecidable, Value
from prhl.exact.evaluate import apply as apply_operator
from prhl.exact.expressions import TooDeep, Writer
from prhl.exact.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.exact.interpreter import run as interpret
from prhl.exact.liveness import (
    assigned,
    before,
    is_random,
    leaks,
    live_before,
    read,
    read_by,
    uniform,
)
from prhl.exact.observe import observed, shown
from prhl.exact.sampling import Table, table
from prhl.logic.terms import Distribution
from prhl.logic.types import INT, REAL, Type
from prhl.numbers import Inexact
from prhl.source import Span

States = dict[tuple[Any, ...], int]

# A loop is left when what is still in it weighs less than this; the rest is reported as missing.
NEGLIGIBLE = 10**40


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may take before it is given up."""

    states: int = 2_000_000
    seconds: float = 60.0
    rounds: int = 100_000
    outcomes: int = 1_000_000


class Exploded(Exception):
    """A limit was reached; names the place and what to try."""

    def __init__(self, message: str, hint: str, span: Span) -> None:
        self.message, self.hint, self.span = message, hint, span
        super().__init__(message, hint, span)


class RowFault(Exception):
    """A run-time error, with the input that causes it, as it is shown."""

    def __init__(self, given: str, fault: Fault) -> None:
        self.given, self.fault = given, fault
        super().__init__(given, fault)


@dataclass(frozen=True)
class Row:
    """What is observed for one input: integer weights over `total`, and the mass of runs that had not ended."""

    weights: dict[tuple[Any, ...], int]
    total: int
    missing: Fraction

    def probability(self, seen: tuple[Any, ...]) -> Fraction:
        return Fraction(self.weights.get(seen, 0), self.total)


class Machine:
    """A program made ready to run on any number of inputs."""

    def __init__(self, program: FlatProgram, limits: Limits | None = None) -> None:
        self.program = program
        self.limits = limits or Limits()
        self.deadline = monotonic() + self.limits.seconds
        self.tables: dict[tuple[int, Any], Table] = {}
        self.rows: dict[tuple[Any, ...], Row] = {}
        try:
            self.run_states: Callable[..., Any] | None = _compile(program, self)
        except (TooDeep, RecursionError, MemoryError, SyntaxError):
            self.run_states = None

    def restart(self) -> None:
        """The clock starts anew, for the next instance."""
        self.deadline = monotonic() + self.limits.seconds

    def known(self, inputs: Mapping[str, Value]) -> Row:
        """The row of an input, computed once; a run-time error names the input that causes it."""
        key = tuple([inputs[p.name] for p in self.program.parameters])
        if key not in self.rows:
            try:
                self.rows[key] = self.run(inputs)
            except Fault as fault:
                parts = [f"{p.name} = {shown(observed(inputs[p.name], p.type))}" for p in self.program.parameters]
                raise RowFault(", ".join(parts) or "no input", fault) from None
        return self.rows[key]

    def run(self, inputs: Mapping[str, Value]) -> Row:
        if self.run_states is None:
            outcome = interpret(self.program, inputs)
            total = lcm(*[weight.denominator for weight in outcome.masses.values()])
            weights = {seen: int(weight * total) for seen, weight in outcome.masses.items()}
            return Row(weights, total, outcome.missing)
        try:
            states, total, missing = self.run_states(*[inputs[p.name] for p in self.program.parameters])
        except Inexact as reason:
            raise Undecidable(f"{reason} is not computed exactly", self.program.span) from None
        except MemoryError:
            raise Exploded("there is not enough memory", "take a smaller instance", self.program.span) from None
        common = gcd(total, *states.values())
        return Row({seen: weight // common for seen, weight in states.items()}, total // common, missing)

    # ---- what the generated function calls ---------------------------------------------------

    def table(self, site: int, distribution: Distribution, values: tuple[Any, ...]) -> Table:
        key = (site, values)
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = table(distribution, values, self.limits.outcomes)
        return found

    def check(self, states: States, span: Span, names: list[str]) -> None:
        """Called where states multiply: is there room, is there time?"""
        if len(states) > self.limits.states:
            raise Exploded(
                f"more than {self.limits.states:,} states after this statement{_culprit(states, names)}",
                "take a smaller instance, or forget what is not needed: set variables back, release less",
                span,
            )
        self.in_time(span)

    def in_time(self, span: Span) -> None:
        if monotonic() > self.deadline:
            message = f"this statement was reached after {self.limits.seconds:g} seconds"
            raise Exploded(message, "take a smaller instance, or give it more time", span)


def _culprit(states: States, names: list[str]) -> str:
    """The variable with the most values among a good part of the states."""
    if not names:
        return ""
    some = list(islice(states, 100_000))
    counts = [len({state[at] for state in some}) for at in range(len(names))]
    most = max(range(len(names)), key=counts.__getitem__)
    return f"; {names[most]} alone takes {counts[most]:,} values in {len(some):,} of them"


class _Compiler:
    """Writes the function. `S` holds the states and `D` their denominator at every place."""

    def __init__(self, program: FlatProgram) -> None:
        self.program = program
        parameters = frozenset([p.name for p in program.parameters])
        # uniform variables are plain Python variables beside the states
        self.fixed = uniform(program.body, parameters)
        self.writer = Writer(self.fixed)
        self.lines: list[str] = []
        self.indent = 1
        self.distributions: list[Distribution] = []
        self.types: list[Type] = []
        self.names: list[list[str]] = []
        self.serial = 0

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def fresh(self, stem: str) -> str:
        self.serial += 1
        return f"{stem}{self.serial}"

    def locals(self, names: frozenset[str]) -> list[str]:
        """The state's components: live locals in a fixed order, then what was leaked."""
        kept = sorted(names - self.fixed)
        return [self.writer.variable(name) for name in kept] + (["o"] if self.program.leaks else [])

    def key(self, names: frozenset[str]) -> str:
        parts = self.locals(names)
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    def function(self) -> str:
        result = self.program.result
        final = frozenset() if result is None else read(result)
        parameters = ", ".join([self.writer.variable(p.name) for p in self.program.parameters])
        start = "((),)" if self.program.leaks else "()"
        self.emit(f"S, D, missing = {{{start}: 1}}, 1, 0")
        self.block(self.program.body, final)
        self.emit("T = {}")
        self.emit(f"for {self.pattern(final)}, w in S.items():")
        self.indent += 1
        seen = "o" if self.program.leaks else "()"
        if result is not None:
            seen = f"{seen} + ({self.observe(self.writer.term(result), result.type)},)"
        self.emit(f"k = {seen}")
        self.emit("T[k] = T.get(k, 0) + w")
        self.indent -= 1
        self.emit("return T, D, missing")
        return f"def run({parameters}):\n" + "\n".join(self.lines) + "\n"

    def checked(self, states: str, span: Span, names: frozenset[str]) -> str:
        """A call that looks whether there is room and time for the states."""
        shown = [f"`{name}`" for name in sorted(names - self.fixed)] + (
            ["what is leaked"] if self.program.leaks else []
        )
        self.names.append(shown)
        return f"check({states}, {self.writer.place(span)}, {len(self.names) - 1})"

    def pattern(self, names: frozenset[str]) -> str:
        parts = self.locals(names)
        return self.key(names) if parts else "_"

    def observe(self, text: str, type_: Type) -> str:
        if type_ in (INT, REAL):
            return text
        self.types.append(type_)
        return f"observed({text}, Y[{len(self.types) - 1}])"

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: tuple[Statement, ...], after: frozenset[str]) -> None:
        """Code that takes S from before the statements to after them."""
        at = 0
        while at < len(statements):
            statement = statements[at]
            behind = live_before(statements[at + 1 :], after)
            match statement:
                case Assign(target, value) if target in self.fixed:
                    self.emit(f"{self.writer.variable(target)} = {self.writer.term(value)}")
                case If(condition) if read(condition) <= self.fixed:
                    self.common_branch(statement, behind)
                case While(guard) if read(guard) <= self.fixed:
                    self.common_loop(statement, behind)
                case If() if is_random(statement):
                    self.branch(statement, behind)
                case While() if is_random(statement):
                    self.loop(statement, behind)
                case _:
                    end = self.segment_end(statements, at)
                    behind = live_before(statements[end:], after)
                    part = statements[at:end]
                    self.segment(part, live_before(part, behind), behind)
                    at = end - 1
            at += 1

    def segment_end(self, statements: tuple[Statement, ...], start: int) -> int:
        """How far one pass over the states reaches: up to a second sampling or something for all states together."""
        sampled = False
        for at in range(start, len(statements)):
            statement = statements[at]
            if isinstance(statement, Sample):
                if sampled:
                    return at
                sampled = True
            elif is_random(statement) or self.is_common(statement):
                return at
        return len(statements)

    def is_common(self, statement: Statement) -> bool:
        """Done once for all states: its variables or its guard are uniform."""
        match statement:
            case Assign(target):
                return target in self.fixed
            case If(guard) | While(guard):
                return read(guard) <= self.fixed
            case _:
                return False

    def common_branch(self, statement: If, after: frozenset[str]) -> None:
        live = before(statement, after)
        self.emit(f"if {self.writer.term(statement.condition)}:")
        for block, word in ((statement.then, ""), (statement.otherwise, "else:")):
            if word:
                self.emit(word)
            self.indent += 1
            self.emit("pass")
            self.narrow(live, live_before(block, after))
            self.nested(block, after)
            self.indent -= 1

    def common_loop(self, statement: While, after: frozenset[str]) -> None:
        head = before(statement, after)
        steps, place = self.fresh("n"), self.writer.place(statement.span)
        self.emit(f"{steps} = 0")
        self.emit(f"while {self.writer.term(statement.guard)}:")
        self.indent += 1
        self.emit(f"{steps} += 1")
        self.emit(f"if {steps} & 255 == 0: turning({steps}, {place})")
        self.narrow(head, live_before(statement.body, head))
        self.nested(statement.body, head)
        self.indent -= 1
        self.narrow(head, after)

    def segment(self, statements: tuple[Statement, ...], live: frozenset[str], after: frozenset[str]) -> None:
        """Statements with at most one sampling among them, in one pass over the states."""
        cut = next((at for at, s in enumerate(statements) if isinstance(s, Sample)), None)
        out = self.fresh("T")
        if cut is None:
            self.emit(f"{out} = {{}}")
            self.emit(f"for {self.pattern(live)}, w in S.items():")
            self.indent += 1
            for statement in statements:
                self.straight(statement)
            self.store(out, after)
            self.indent -= 1
        else:
            self.sampled(statements, cut, out, live, after)
        self.emit(f"S = {out}")
        self.emit(self.checked("S", statements[-1].span, after))

    def store(self, out: str, after: frozenset[str], weight: str = "w") -> None:
        self.emit(f"k = {self.key(after)}")
        self.emit(f"{out}[k] = {out}.get(k, 0) + {weight}")

    def sampled(
        self, statements: tuple[Statement, ...], cut: int, out: str, live: frozenset[str], after: frozenset[str]
    ) -> None:
        sample = statements[cut]
        assert isinstance(sample, Sample)
        rest = statements[cut + 1 :]
        fixed = read_by(sample.distribution) <= self.fixed
        self.distributions.append(sample.distribution)
        site = len(self.distributions) - 1
        arguments = self.writer.tuple_of([self.writer.argument(a) for a in sample.distribution.arguments])
        self.emit(f"{out} = {{}}")
        if fixed:  # one table for all states
            self.emit(f"t, d = table({site}, {arguments})")
            self.emit("D *= d")
            self.emit(f"for {self.pattern(live)}, w in S.items():")
            self.indent += 1
            for statement in statements[:cut]:
                self.straight(statement)
            self.draw(sample, rest, out, after)
            self.indent -= 1
            return
        # a table for each state: first all of them, then the common denominator
        kept = live_before(rest, after) - {sample.target}
        self.emit("Q, L = [], 1")
        self.emit(f"for {self.pattern(live)}, w in S.items():")
        self.indent += 1
        for statement in statements[:cut]:
            self.straight(statement)
        self.emit(f"t, d = table({site}, {arguments})")
        self.emit("if L % d: L = lcm(L, d)")
        self.emit(f"Q.append(({self.key(kept)}, w, t, d))")
        self.indent -= 1
        self.emit("D *= L")
        self.emit(f"for {self.pattern(kept)}, w, t, d in Q:")
        self.indent += 1
        self.emit("w *= L // d")
        self.draw(sample, rest, out, after)
        self.indent -= 1

    def draw(self, sample: Sample, rest: tuple[Statement, ...], out: str, after: frozenset[str]) -> None:
        """Each outcome in turn, then the statements behind the sampling, which start from the same values each time."""
        changed = assigned(rest) & live_before(rest, after) - {sample.target}
        names = [self.writer.variable(name) for name in sorted(changed)]
        if any([leaks(statement) for statement in rest]):
            names.append("o")
        for name in names:
            self.emit(f"old_{name} = {name}")
        self.emit(f"for {self.writer.variable(sample.target)}, p in t:")
        self.indent += 1
        for name in names:
            self.emit(f"{name} = old_{name}")
        for statement in rest:
            self.straight(statement)
        self.store(out, after, "w * p")
        self.indent -= 1
        self.emit(f"if len({out}) > MOST: {self.checked(out, sample.span, after)}")

    def straight(self, statement: Statement) -> None:
        """A statement without samplings, for the state at hand."""
        match statement:
            case Assign(target, value):
                self.emit(f"{self.writer.variable(target)} = {self.writer.term(value)}")
            case Leak(value):
                self.emit(f"o = o + ({self.observe(self.writer.term(value), value.type)},)")
            case If(condition, then, otherwise):
                self.emit(f"if {self.writer.term(condition)}:")
                self.inner(then)
                if otherwise:
                    self.emit("else:")
                    self.inner(otherwise)
            case While(guard, body):
                steps = self.fresh("n")
                place = self.writer.place(statement.span)
                self.emit(f"{steps} = 0")
                self.emit(f"while {self.writer.term(guard)}:")
                self.indent += 1
                self.emit(f"{steps} += 1")
                self.emit(f"if {steps} & 4095 == 0: turning({steps}, {place})")
                self.indent -= 1
                self.inner(body)
            case Sample():
                raise AssertionError("samplings are not straight")

    def inner(self, statements: tuple[Statement, ...]) -> None:
        self.indent += 1
        if self.indent > 60:
            raise TooDeep
        for statement in statements:
            self.straight(statement)
        if not statements:
            self.emit("pass")
        self.indent -= 1

    def split(self, condition: str, live: frozenset[str], yes: str, no: str, after_no: frozenset[str]) -> None:
        self.emit(f"{yes}, {no} = {{}}, {{}}")
        self.emit("for s, w in S.items():")
        self.indent += 1
        parts = self.locals(live)
        if parts:
            self.emit(f"{self.key(live)} = s")
        self.emit(f"if {condition}: {yes}[s] = w")
        self.emit("else:")
        self.indent += 1
        self.store(no, after_no)
        self.indent -= 2

    def branch(self, statement: If, after: frozenset[str]) -> None:
        live = before(statement, after)
        yes, no, d = self.fresh("Y"), self.fresh("N"), self.fresh("d")
        no_live = live_before(statement.otherwise, after)
        self.split(self.writer.term(statement.condition), live, yes, no, no_live)
        # the states of `then` are narrowed as they enter its first statement
        self.emit(f"{d} = D")
        self.emit(f"S = {yes}")
        self.emit("if S:")
        self.indent += 1
        self.narrow(live, live_before(statement.then, after))
        self.nested(statement.then, after)
        self.emit("pass")
        self.indent -= 1
        done, done_d = self.fresh("T"), self.fresh("d")
        self.emit(f"{done}, {done_d} = S, D")
        self.emit(f"S, D = {no}, {d}")
        self.emit("if S:")
        self.indent += 1
        self.nested(statement.otherwise, after)
        self.emit("pass")
        self.indent -= 1
        self.emit(f"S, D = merge([({done}, {done_d}), (S, D)])")
        self.emit(self.checked("S", statement.span, after))

    def narrow(self, wide: frozenset[str], live: frozenset[str]) -> None:
        if self.locals(wide) == self.locals(live):
            return
        out = self.fresh("T")
        self.emit(f"{out} = {{}}")
        self.emit(f"for {self.pattern(wide)}, w in S.items():")
        self.indent += 1
        self.store(out, live)
        self.indent -= 1
        self.emit(f"S = {out}")

    def nested(self, statements: tuple[Statement, ...], after: frozenset[str]) -> None:
        if self.indent > 15:
            raise TooDeep
        self.block(statements, after)

    def loop(self, statement: While, after: frozenset[str]) -> None:
        head = before(statement, after)
        exits, rounds = self.fresh("X"), self.fresh("n")
        yes, no = self.fresh("Y"), self.fresh("N")
        place = self.writer.place(statement.span)
        # S comes in with the variables that matter at the head
        self.emit(f"{exits}, {rounds} = [], 0")
        self.emit("while True:")
        self.indent += 1
        self.split(self.writer.term(statement.guard), head, yes, no, after)
        self.emit(f"if {no}: {exits}.append(({no}, D))")
        self.emit(f"if not {yes}: break")
        self.emit(f"{rounds} += 1")
        self.emit(f"if enough({yes}, D, {rounds}, {place}):")
        self.emit(f"    missing += left({yes}, D)")
        self.emit("    break")
        self.emit(f"S = {yes}")
        self.narrow(head, live_before(statement.body, head))
        self.nested(statement.body, head)
        self.indent -= 1
        self.emit(f"S, D = merge({exits})")
        self.emit(self.checked("S", statement.span, after))


def _compile(program: FlatProgram, machine: Machine) -> Callable[..., Any]:
    compiler = _Compiler(program)
    source = compiler.function()
    writer, limits = compiler.writer, machine.limits

    def fault_at(place: int, operator: str, values: list[Value]) -> Value:
        span = writer.places[place]
        try:
            return apply_operator(operator, values)
        except ZeroDivisionError:
            raise Fault("division-by-zero", _WRONG.get(operator, "division by zero"), span) from None
        except IndexError:
            raise Fault("index-out-of-range", "an index out of range, or an empty list", span) from None
        except Inexact as reason:
            raise Undecidable(f"{reason} is not computed exactly", span) from None

    def index(items: Any, at: int, place: int) -> Value:
        if 0 <= at < len(items):
            return items[at] == "1" if type(items) is str else items[at]
        message = f"index {at} is out of range; the size is {len(items)}"
        raise Fault("index-out-of-range", message, writer.places[place])

    def turning(steps: int, place: int) -> None:
        span = writer.places[place]
        if steps > 5_000_000:
            raise Exploded("this loop has not ended after 5,000,000 rounds", "does its guard ever become false?", span)
        machine.in_time(span)

    def enough(states: States, total: int, rounds: int, place: int) -> bool:
        machine.check(states, writer.places[place], [])
        if rounds < 64:
            return False
        return rounds > limits.rounds or sum(states.values()) * NEGLIGIBLE < total

    scope: dict[str, Any] = {
        "C": writer.constants,
        "Y": compiler.types,
        "MOST": limits.states,
        "lcm": lcm,
        "observed": observed,
        "apply": lambda operator, values, place: fault_at(place, operator, values),
        "many": _many,
        "index": index,
        "turning": turning,
        "enough": enough,
        "left": lambda states, total: Fraction(sum(states.values()), total),
        "merge": merge,
        "check": lambda states, place, names: machine.check(states, writer.places[place], compiler.names[names]),
        "table": lambda site, values: machine.table(site, compiler.distributions[site], values),
    }
    exec(compile(source, "<steps>", "exec"), scope)  # the source is ours: numbered names and fixed words only
    return scope["run"]  # type: ignore[no-any-return]


_WRONG = {"ln": "ln of a number that is not positive", "sqrt": "sqrt of a negative number"}


def _many(operator: str, parts: list[Callable[[], bool]]) -> bool:
    """Long chains of `&&`, `||` and `==>`, which look no further than they must."""
    match operator:
        case "and":
            return all(part() for part in parts)
        case "or":
            return any(part() for part in parts)
        case _:
            return not all(part() for part in parts[:-1]) or parts[-1]()


def merge(parts: list[tuple[States, int]]) -> tuple[States, int]:
    """States from several places over one denominator."""
    parts = [part for part in parts if part[0]]
    if not parts:
        return {}, 1
    if len(parts) == 1:
        return parts[0]
    total = lcm(*[d for _, d in parts])
    out: States = {}
    for states, denominator in parts:
        factor = total // denominator
        for state, weight in states.items():
            out[state] = out.get(state, 0) + weight * factor
    return out, total
