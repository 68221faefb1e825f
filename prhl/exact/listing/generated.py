"""A program as the source of one Python function that pushes distributions of states through it.

A state is the tuple of the live variables; its weight is a number over a denominator that all
states at a place share, so that no step reduces fractions. Statements without samplings run at once for
each state; a sampling ends in a merge; a branch or loop with samplings splits the states.

Two kinds of variables are kept out of the states. Uniform ones have one value for all states. A counter is only ever
added to until the end: the weights become polynomials, and to add n is to multiply by x^n.
"""

from prhl.exact.chains.loop_counters import counters
from prhl.exact.listing.generated_terms import TooDeep, Writer
from prhl.logic.terms import Apply, Distribution, Term, Variable
from prhl.logic.types import INT, REAL, Type
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.liveness import assigned, before, counter, is_random, leaks, live_before, read, read_by, uniform
from prhl.source import Span


class Compiler:
    """Writes the function. `S` holds the states and `D` their denominator at every place."""

    def __init__(self, program: FlatProgram, counting: bool) -> None:
        self.program = program
        parameters = frozenset([p.name for p in program.parameters])
        # uniform variables are plain Python variables beside the states
        self.fixed = uniform(program.body, parameters)
        self.counter = counter(program.body, program.result, self.fixed) if counting else None
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
        kept = sorted(names - self.fixed - {self.counter})
        return [self.writer.variable(name) for name in kept] + (["o"] if self.program.leaks else [])

    def key(self, names: frozenset[str]) -> str:
        parts = self.locals(names)
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    def function(self) -> str:
        result = self.program.result
        final = frozenset() if result is None else read(result)
        parameters = ", ".join([self.writer.variable(p.name) for p in self.program.parameters])
        start = "((),)" if self.program.leaks else "()"
        self.emit(f"S, D, missing, ended, cut = {{{start}: 1}}, 1, 0, True, False")
        self.whole(final)
        self.emit("T = {}")
        if self.counter is None:
            self.emit(f"for {self.pattern(final)}, w in S.items():")
        else:
            number = self.writer.variable(self.counter)
            self.emit(f"for {self.pattern(final)}, {number}, w in terms(S):")
        self.indent += 1
        seen = "o" if self.program.leaks else "()"
        if result is not None:
            seen = f"{seen} + ({self.observe(self.writer.term(result), result.type)},)"
        self.emit(f"k = {seen}")
        self.emit("T[k] = T.get(k, 0) + w")
        self.indent -= 1
        self.emit("return T, D, missing, ended, cut")
        return f"def run({parameters}):\n" + "\n".join(self.lines) + "\n"

    def whole(self, final: frozenset[str]) -> None:
        """The body: up to the first statement that reads a private input it is run once for all of these."""
        body, at = self.program.body, self.looking()
        if not any([is_random(statement) for statement in body[:at]]):
            self.block(body, final)
            return
        after = live_before(body[at:], final)
        seen = frozenset().union(*[before(one, frozenset()) for one in body[:at]])
        values = self.writer.tuple_of([self.writer.variable(p.name) for p in self.program.parameters if p.name in seen])
        common = sorted(assigned(body[:at]) & self.fixed & after)
        found = ", ".join(["S", "D", "missing", "ended", "cut", *[self.writer.variable(name) for name in common]])
        self.emit(f"K = recalled({values})")
        self.emit("if K is None:")
        self.indent += 1
        self.block(body[:at], after)
        self.emit(f"remember({values}, ({found}))")
        self.indent -= 1
        self.emit(f"else: {found} = K")
        self.block(body[at:], final)

    def looking(self) -> int:
        """How many statements come before the first that reads a private input."""
        private = {p.name for p in self.program.parameters if p.private}
        body = self.program.body
        return next((at for at, one in enumerate(body) if before(one, frozenset()) & private), len(body))

    def checked(self, states: str, span: Span, names: frozenset[str]) -> str:
        """A call that looks whether there is room for the states, and steps left."""
        shown = [f"`{name}`" for name in sorted(names - self.fixed - {self.counter})]
        shown += ["what is leaked"] if self.program.leaks else []
        self.names.append(shown)
        return f"check({states}, D, {self.writer.place(span)}, {len(self.names) - 1})"

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
        self.emit(f"if {steps} & 255 == 0: turning({steps}, {place}, 256, {self.state(statement, self.fixed)})")
        self.narrow(head, live_before(statement.body, head))
        self.nested(statement.body, head)
        self.indent -= 1
        self.narrow(head, after)

    def state(self, loop: While, common: frozenset[str] | None = None) -> str:
        """What the further rounds of a loop depend on: of one that is common to all states, its uniform variables."""
        names = before(loop, frozenset()) - {self.counter}
        kept = names if common is None else names & common
        return self.writer.tuple_of([self.writer.variable(name) for name in sorted(kept)])

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
        if self.counter is None:
            self.emit(f"{out}[k] = {out}.get(k, 0) + {weight}")
        else:  # nothing is copied that need not be
            self.emit(f"v = {out}.get(k)")
            self.emit(f"{out}[k] = {weight} if v is None else v + {weight}")

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
            self.emit(f"t, d, x, c = table({site}, {arguments})")
            self.emit("if x: missing += x * share(sum(S.values()), D); cut = cut or c")
            self.emit("D *= d")
            self.emit(f"drawing(S, D, len(t), {self.writer.place(sample.span)})")
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
        self.emit(f"t, d, x, c = table({site}, {arguments})")
        self.emit("if x: missing += x * share(w, D); cut = cut or c")
        self.emit("if L != d: L = lcm(L, d)")
        self.emit(f"Q.append(({self.key(kept)}, w, t, d))")
        self.indent -= 1
        self.emit("D *= L")
        self.emit(f"if Q: drawing(S, D, sum([len(q[2]) for q in Q]) // len(Q), {self.writer.place(sample.span)})")
        self.emit(f"for {self.pattern(kept)}, w, t, d in Q:")
        self.indent += 1
        self.emit("w *= L // d")
        self.draw(sample, rest, out, after)
        self.indent -= 1

    def draw(self, sample: Sample, rest: tuple[Statement, ...], out: str, after: frozenset[str]) -> None:
        """Each outcome in turn, then the statements behind the sampling, which start from the same values each time."""
        changed = assigned(rest) & live_before(rest, after) - {sample.target, self.counter}
        names = [self.writer.variable(name) for name in sorted(changed)]
        if any([leaks(statement) for statement in rest]):
            names.append("o")
        for name in names:
            self.emit(f"old_{name} = {name}")
        if self.counter is not None:
            self.emit("old_w = w")
        self.emit(f"for {self.writer.variable(sample.target)}, p in t:")
        self.indent += 1
        for name in names:
            self.emit(f"{name} = old_{name}")
        if self.counter is not None:
            self.emit("w = old_w if p == 1 else old_w * p")
        for statement in rest:
            self.straight(statement)
        self.store(out, after, "w * p" if self.counter is None else "w")
        self.indent -= 1
        self.emit(f"if len({out}) > MOST: {self.checked(out, sample.span, after)}")

    def straight(self, statement: Statement) -> None:
        """A statement without samplings, for the state at hand."""
        match statement:
            case Assign(target, value) if target == self.counter:
                self.count(target, value)
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
                state = self.state(statement)
                self.emit(f"if {steps} & 4095 == 0: turning({steps}, {place}, 4096, {state})")
                self.indent -= 1
                self.inner(body)
            case Sample():
                raise AssertionError("samplings are not straight")

    def count(self, name: str, value: Term) -> None:
        """The counter is raised, or set anew."""
        if name not in read(value):
            self.emit(f"w = shifted(total(w), {self.writer.term(value)})")
            return
        assert isinstance(value, Apply)
        for part in value.arguments:
            if not (isinstance(part, Variable) and part.name == name):
                self.emit(f"w = shifted(w, {self.writer.term(part)})")

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
        if self.indent > 16:
            raise TooDeep
        self.block(statements, after)

    def loop(self, statement: While, after: frozenset[str]) -> None:
        head = before(statement, after)
        without = counters(statement)
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
        counted = sorted(head - self.fixed - {self.counter})
        kept = tuple([at for at in range(len(self.locals(head))) if at >= len(counted) or counted[at] not in without])
        self.emit(f"if enough({yes}, D, {rounds}, {place}, {kept}):")
        self.emit(f"    missing += left({yes}, D)")
        self.emit("    ended = False")
        self.emit("    break")
        self.emit(f"S = {yes}")
        self.narrow(head, live_before(statement.body, head))
        self.nested(statement.body, head)
        self.indent -= 1
        self.emit(f"S, D = merge({exits})")
        self.emit(self.checked("S", statement.span, after))
