"""Programs: parameters, locals and their types, what is assigned where, and the statements in core form."""

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Literal, assert_never

from prhl.diagnostics import Diagnostic, Related, counted, did_you_mean, shorten
from prhl.distributions import family_called
from prhl.logic import build
from prhl.logic.constants import undefined
from prhl.logic.operators import FUNCTIONS
from prhl.logic.terms import AllBits, Apply, Between, Distribution, Hole, Listed, Term, Variable, Weighted
from prhl.logic.types import (
    BOOL,
    INT,
    REAL,
    UNKNOWN,
    Bits,
    Function,
    List,
    Size,
    Tuple,
    Type,
    a_type,
    is_known,
    join,
    settle,
    too_large,
)
from prhl.source import Span
from prhl.syntax import ast
from prhl.typed import core
from prhl.typed.expressions import Elaborator, Report, size_of
from prhl.typed.inference import Source, infer, mentioned, misfits
from prhl.typed.samplings import distribution as distribution_of
from prhl.typed.scope import GHOSTS, Scope

_IN_PROGRAM = "an expression of a program"
MOST_ROUNDS = 8  # of looking what the uses of empty lists tell


def _silent(_: Diagnostic) -> None:
    pass


def all_statements(block: ast.Block) -> Iterator[ast.Statement]:
    """Every statement of a block, outermost first, in the order of the text."""
    for statement in block.statements:
        yield statement
        match statement:
            case ast.If(arms, otherwise):
                for _, inner in arms:
                    yield from all_statements(inner)
                if otherwise is not None:
                    yield from all_statements(otherwise)
            case ast.While(body=inner) | ast.For(body=inner) | ast.Joint(body=inner):
                yield from all_statements(inner)
            case _:
                pass


def _without_lengths(node: ast.Type) -> Type:
    """A type as written, but for the lengths of bit strings."""
    match node:
        case ast.SimpleType(name):
            return {"bool": BOOL, "int": INT, "real": REAL}[name]
        case ast.BitsType():
            return Bits(None)
        case ast.ListType(item):
            return List(_without_lengths(item))
        case ast.TupleType((item,)):
            return _without_lengths(item)
        case ast.TupleType(items):
            return Tuple(tuple([_without_lengths(item) for item in items]))
        case ast.FunctionType(argument, result):
            return Function(_without_lengths(argument), _without_lengths(result))
        case _:
            assert_never(node)


class Header:
    """What other programs and claims may know of a program before its body is checked."""

    def __init__(self, node: ast.Program, report: Report) -> None:
        self.node = node
        self.parameters: list[core.Parameter] = []
        self.types: dict[str, Type] = {}
        elaborate = Elaborator(report)
        # Types may mention any parameter, whatever the order: first with lengths left open, then with them.
        open_lengths = {p.name.text: _without_lengths(p.type) for p in node.parameters}
        scope = Scope("a type", left=open_lengths)
        for parameter in node.parameters:
            name = parameter.name.text
            if name in self.types:
                report(Diagnostic("duplicate-name", parameter.span, f"the parameter `{name}` is declared twice"))
                continue
            type_ = elaborate.type(parameter.type, scope)
            private = parameter.visibility == "private"
            if name == "res":
                report(
                    Diagnostic("name-taken", parameter.span, "`res` is the name of the result", "choose another name")
                )
            if isinstance(type_, Function):
                if private:
                    report(
                        Diagnostic(
                            "function-type",
                            parameter.span,
                            f"the function `{name}` must be public",
                            "make its argument private instead",
                        )
                    )
                if name in FUNCTIONS:
                    report(Diagnostic("name-taken", parameter.span, f"`{name}` is a function of the language"))
            self.types[name] = type_
            self.parameters.append(core.Parameter(name, type_, private, parameter.span))
        self.result = None if node.result is None else elaborate.type(node.result, scope)
        if node.result is not None and isinstance(self.result, Function):
            report(Diagnostic("function-type", node.result.span, "a program cannot return a function"))
        # for the others, set when the body is checked
        self.result_type: Type | None = self.result
        self.leaks = False


class ProgramChecker:
    """One program's body: inferred, checked, lowered."""

    def __init__(self, header: Header, headers: Mapping[str, Header], report: Report) -> None:
        self.header = header
        self.headers = headers
        self.report = report
        self.elaborate = Elaborator(report)
        self.locals: dict[str, Type] = {}
        self.sites: list[core.Site] = []
        self.labels: dict[str, Span] = {}
        self.leaks = False
        self.counters: list[str] = []  # of the `for` loops around the statement at hand
        self.in_joint = False

    # ---- the whole program -------------------------------------------------------------------

    def check(self) -> core.TypedProgram:
        node = self.header.node
        self.locals = self.infer_locals()
        requires = [self.elaborate.formula(r.formula, self.requires_scope(), "a `requires`") for r in node.requires]
        statements = node.body.statements
        last = statements[-1] if statements and isinstance(statements[-1], ast.Return) else None
        body, assigned = self.block(statements[:-1] if last else statements, frozenset())
        result = self.returned(last, assigned)
        if self.header.result is not None and result is None:
            self.error(
                "no-return",
                node.body.span,
                f"`{node.name.text}` must return {a_type(self.header.result)}",
                "add `return e;`",
            )
        return core.TypedProgram(
            node.name.text,
            tuple(self.header.parameters),
            tuple(requires),
            self.locals,
            body,
            result,
            None if result is None else result.type,
            tuple(self.sites),
            assigned,
            self.leaks,
            node.span,
        )

    def returned(self, node: ast.Return | None, assigned: frozenset[str]) -> Term | None:
        if node is None:
            return None
        term = self.expression(node.value, assigned)
        if isinstance(term.type, Function):
            return self.error("function-type", node.value.span, "a program cannot return a function")
        if self.header.result is not None:
            return self.elaborate.expect(term, self.header.result, "the result")
        self.header.result_type = settle(term.type)
        return term

    def error(self, code: str, span: Span, message: str, hint: str = "") -> Hole:
        return self.elaborate.error(code, span, message, hint)

    # ---- scopes ------------------------------------------------------------------------------

    def scope(self, assigned: frozenset[str] | None) -> Scope:
        return Scope(
            _IN_PROGRAM,
            left=ChainMap(self.locals, self.header.types),
            locals=self.locals.keys(),
            assigned_left=assigned,
            programs=self.headers.keys(),
        )

    def requires_scope(self) -> Scope:
        return Scope("a `requires`", left=self.header.types, formula=True, programs=self.headers.keys())

    def expression(self, node: ast.Formula, assigned: frozenset[str]) -> Term:
        term = self.elaborate.term(node, self.scope(assigned))
        self.defined(term)
        return term

    def defined(self, term: Term) -> None:
        for part, code, message in undefined(term):
            self.error(code, part.span, message)

    # ---- the types of locals -----------------------------------------------------------------

    def infer_locals(self) -> dict[str, Type]:
        parameters = self.header.types
        sources: list[Source] = []
        quiet = Elaborator(_silent)

        def given(types: dict[str, Type]) -> Scope:
            left = ChainMap(parameters, types)
            return Scope(_IN_PROGRAM, left=left, locals=types.keys(), programs=self.headers.keys())

        def add(target: ast.Name, node: ast.Formula, span: Span, wrap: int = 0) -> None:
            def type_of(types: dict[str, Type]) -> Type:
                found = quiet.term(node, given(types)).type
                for _ in range(wrap):
                    found = List(found)
                return found

            sources.append(Source(target.text, mentioned(node), type_of, span))

        for statement in all_statements(self.header.node.body):
            match statement:
                case ast.Assign(target, indices, value):
                    add(target, value, statement.span, len(indices))
                case ast.Sample(_, target, node):
                    sources.append(self.sampled(target, node, statement.span, quiet, given))
                case ast.For(_, variable, low, high):
                    add(variable, low, variable.span)
                    add(ast.Name(_bound(variable.text)), high, high.span)
                case _:
                    pass
        written = sources = [s for s in sources if s.target not in parameters]
        clashes: list[Diagnostic] = []
        types = infer(sources, clashes.append)
        for _ in range(MOST_ROUNDS):
            if all([is_known(t) for t in types.values() if t != UNKNOWN]):
                break
            # `x := [];`: what is still open is read off the uses of x
            told = self.told_by_uses(types)
            if not told:
                break
            more = [Source(n, frozenset(), lambda _, t=t: t, self.header.node.span) for n, t in told.items()]  # type: ignore[misc]  # bound now
            sources = [*sources, *more]
            types = infer(sources, _silent)
        # a local whose type is wholly unknown was given a value that has been complained of
        types = {name: t if t == UNKNOWN else settle(t) for name, t in types.items()}
        for clash in clashes or misfits(written, types):
            self.report(clash)
        return types

    def told_by_uses(self, types: Mapping[str, Type]) -> dict[str, Type]:
        """What the uses of locals with open types say of them, beyond what is known."""
        told: dict[str, Type] = {}

        def use(name: str, type_: Type) -> None:
            joined = join(told.get(name, types.get(name, UNKNOWN)), type_)
            if name in types and joined is not None and not too_large(joined) and joined != types[name]:
                told[name] = joined

        quiet = Elaborator(_silent)
        quiet.uses = use
        scope = Scope(
            _IN_PROGRAM, left={**types, **self.header.types}, locals=types.keys(), programs=self.headers.keys()
        )
        for statement in all_statements(self.header.node.body):
            for node in _expressions(statement):
                quiet.term(node, scope)
            if isinstance(statement, ast.Sample):
                call = ast.strip(statement.source)
                if isinstance(call, ast.Call) and call.function.text in self.headers:
                    wanted = self.headers[call.function.text].parameters
                    for argument, parameter in zip(call.arguments, wanted, strict=False):
                        if not isinstance(argument, ast.SetOf | ast.Range):
                            quiet.note(quiet.term(argument, scope), parameter.type)
                else:
                    distribution_of(quiet, statement.source, scope)
            elif isinstance(statement, ast.Return) and self.header.result is not None:
                quiet.note(quiet.term(statement.value, scope), self.header.result)
            elif isinstance(statement, ast.Assign) and not statement.indices:
                quiet.note(quiet.term(statement.value, scope), types.get(statement.target.text, UNKNOWN))
        return told

    def sampled(
        self,
        target: ast.Name,
        node: ast.Formula,
        span: Span,
        quiet: Elaborator,
        given: Callable[[dict[str, Type]], Scope],
    ) -> Source:
        call = ast.strip(node)

        def type_of(types: dict[str, Type]) -> Type:
            if isinstance(call, ast.Call) and call.function.text in self.headers:
                return self.result_of(call, given(types), quiet) or UNKNOWN
            found = distribution_of(quiet, node, given(types))
            return UNKNOWN if found is None else found.type

        return Source(target.text, mentioned(node), type_of, span)

    def result_of(self, call: ast.Call, scope: Scope, elaborate: Elaborator) -> Type | None:
        """The type of a call's result, with the caller's lengths for the callee's parameters."""
        header = self.headers[call.function.text]
        if header.result_type is None or len(call.arguments) != len(header.parameters):
            return header.result_type
        sizes: dict[str, Size | None] = {}
        for parameter, argument in zip(header.parameters, call.arguments, strict=True):
            if parameter.type == INT and not isinstance(argument, ast.SetOf | ast.Range):
                sizes[parameter.name] = size_of(elaborate.term(argument, scope), scope)
        return _resized(header.result_type, sizes)

    # ---- statements --------------------------------------------------------------------------

    def block(
        self, statements: Sequence[ast.Statement], assigned: frozenset[str]
    ) -> tuple[tuple[core.Statement, ...], frozenset[str]]:
        """The statements in core form, and the locals that surely have a value after them."""
        out: list[core.Statement] = []
        for statement in statements:
            lowered, assigned = self.statement(statement, assigned)
            out.extend(lowered)
        return tuple(out), assigned

    def statement(
        self, statement: ast.Statement, assigned: frozenset[str]
    ) -> tuple[list[core.Statement], frozenset[str]]:
        span = statement.span
        match statement:
            case ast.Assign(target):
                value = self.assigned_value(statement, assigned)
                self.target(target)
                return [core.Assign(target.text, value, span)], assigned | {target.text}
            case ast.Sample():
                return self.sample(statement, assigned)
            case ast.If():
                return self.conditional(statement, assigned)
            case ast.While(label, guard, annotations, body):
                condition = self.elaborate.expect(self.expression(guard, assigned), BOOL, "the guard of a loop")
                site = self.site("loop", label, assigned, span, annotations=annotations)
                inner, _ = self.block(body.statements, assigned)
                return [core.While(condition, inner, None, site, span)], assigned
            case ast.For():
                return self.counted(statement, assigned)
            case ast.Joint():
                return self.joint(statement, assigned)
            case ast.Assert(formula):
                site = self.site("assert", None, assigned, span, formula=formula)
                return [core.Assert(site, span)], assigned
            case ast.Leak(value):
                self.leaks = True
                if self.in_joint:
                    self.error("leak-in-joint", span, "a joint block leaks nothing", "leak after the block")
                term = self.expression(value, assigned)
                if isinstance(term.type, Function):
                    self.error("function-type", span, "a function cannot be leaked")
                return [core.Leak(term, span)], assigned
            case ast.Return(value):
                self.expression(value, assigned)
                self.error(
                    "return-not-last",
                    span,
                    "`return` is the last statement of a program",
                    "set a variable and return it at the end",
                )
                return [], assigned
            case ast.Skip():
                return [], assigned
            case _:
                assert_never(statement)

    def fresh_name(self, name: str) -> str:
        """A name like this one that means nothing yet."""
        taken = {*self.header.types, *self.locals, *GHOSTS, "res"}
        return next(candidate for n in count() if (candidate := f"my_{name}{n or ''}") not in taken)

    def target(self, name: ast.Name) -> bool:
        """Whether the name may be assigned."""
        if name.text in self.header.types:
            self.error(
                "assigned-parameter",
                name.span,
                f"`{name.text}` is a parameter, and parameters are read-only",
                f"copy it into another name first, `{self.fresh_name(name.text)} := {name.text};`, and change that",
            )
        elif name.text in (*GHOSTS, "res"):
            self.error(
                "name-taken", name.span, f"`{name.text}` is a ghost; a local cannot be called so", "choose another name"
            )
        elif name.text in self.counters:
            self.error("assigned-counter", name.span, f"`{name.text}` counts this `for` loop and is not assigned in it")
        else:
            return True
        return False

    def assigned_value(self, node: ast.Assign, assigned: frozenset[str]) -> Term:
        value = self.expression(node.value, assigned)
        name = node.target.text
        type_ = self.locals.get(name, UNKNOWN)
        if isinstance(value.type, Function):
            return self.error("function-type", node.value.span, "a function cannot be assigned")
        if not node.indices:
            return build.widen(value, type_)
        if name in self.locals and name not in assigned:
            return self.error(
                "unassigned",
                node.target.span,
                f"`{name}` may have no value here",
                f"give it a list first: `{name} := [0, 0];`",
            )
        term = self.stored(Variable(name, 0, type_, node.target.span), node.indices, value, assigned, node.span)
        self.defined(term)
        return term

    def stored(
        self, base: Term, indices: Sequence[ast.Formula], value: Term, assigned: frozenset[str], span: Span
    ) -> Term:
        """The list `base` with `value` at the indices."""
        index = self.elaborate.expect(self.expression(indices[0], assigned), INT, "an index")
        if not isinstance(base.type, List):
            if base.type != UNKNOWN:
                self.error("type-mismatch", base.span, f"only elements of lists are assigned, not of {base.type}")
            return Hole(UNKNOWN, span)
        item = base.type.item
        if len(indices) > 1:
            value = self.stored(Apply("index", (base, index), item, span), indices[1:], value, assigned, span)
        return Apply("store", (base, index, build.widen(value, item)), base.type, span)

    def sample(self, node: ast.Sample, assigned: frozenset[str]) -> tuple[list[core.Statement], frozenset[str]]:
        self.target(node.target)
        name, after = node.target.text, assigned | {node.target.text}
        call = ast.strip(node.source)
        type_ = self.locals.get(name, UNKNOWN)
        if isinstance(call, ast.Call) and call.function.text in self.headers and not family_called(call.function.text):
            arguments = self.call(call, assigned)
            callee = call.function.text
            if self.in_joint and self.headers[callee].leaks:
                message = f"a joint block leaks nothing, but `{callee}` does"
                self.error("leak-in-joint", node.span, message, "call it outside")
            site = self.site("call", node.label, assigned, node.span, name, type_, callee=callee, couple=node.couple)
            return [core.Call(name, callee, arguments, site, node.span)], after
        distribution = distribution_of(self.elaborate, node.source, self.scope(assigned))
        if distribution is None:
            return [], after
        self.distribution_defined(distribution)
        drawn = distribution.type
        site = self.site("sample", node.label, assigned, node.span, name, drawn, couple=node.couple)
        return [core.Sample(name, distribution, site, node.span)], after

    def distribution_defined(self, distribution: Distribution) -> None:
        for condition in _terms(distribution):
            self.defined(condition)

    def call(self, node: ast.Call, assigned: frozenset[str]) -> tuple[Term, ...]:
        header = self.headers[node.function.text]
        name = node.function.text
        terms: list[Term] = []
        for argument in node.arguments:
            if isinstance(argument, ast.SetOf | ast.Range):
                terms.append(self.error("set-as-value", argument.span, "a set is not a value"))
            else:
                terms.append(self.expression(argument, assigned))
        if len(terms) != len(header.parameters):
            wanted = ", ".join([p.name for p in header.parameters])
            self.error(
                "wrong-arity",
                node.span,
                f"{name} is given {counted(len(terms), 'argument')}",
                f"write `{name}({wanted})`",
            )
            return tuple(terms)
        if header.result is None and not _returns(header.node):
            self.error("no-result", node.span, f"`{name}` returns nothing", "add a `return` to it")
        scope = self.scope(assigned)
        sizes = {p.name: size_of(t, scope) for p, t in zip(header.parameters, terms, strict=True) if p.type == INT}
        good: list[Term] = []
        for parameter, term in zip(header.parameters, terms, strict=True):
            if isinstance(parameter.type, Function):
                if term.type != parameter.type and term.type != UNKNOWN:
                    term = self.error(
                        "type-mismatch",
                        term.span,
                        f"`{parameter.name}` of {name} must be {parameter.type}, not {term.type}",
                    )
                good.append(term)
            else:
                wanted_type = _resized(parameter.type, sizes)
                good.append(self.elaborate.expect(term, wanted_type, f"`{parameter.name}` of {name}"))
        return tuple(good)

    def conditional(self, node: ast.If, assigned: frozenset[str]) -> tuple[list[core.Statement], frozenset[str]]:
        conditions, blocks, ends = [], [], []
        for condition, block in node.arms:
            conditions.append(self.elaborate.expect(self.expression(condition, assigned), BOOL, "the guard of an `if`"))
            inner, end = self.block(block.statements, assigned)
            blocks.append(inner)
            ends.append(end)
        rest: tuple[core.Statement, ...] = ()
        end = assigned
        if node.otherwise is not None:
            rest, end = self.block(node.otherwise.statements, assigned)
        after = end.intersection(*ends)
        for at in reversed(range(len(blocks))):
            rest = (core.If(conditions[at], blocks[at], rest, node.span),)
        return list(rest), after

    def counted(self, node: ast.For, assigned: frozenset[str]) -> tuple[list[core.Statement], frozenset[str]]:
        """`for i in a .. b` is `i := a; end := b; while (i < end) { ...; i := i + 1; }`."""
        name, bound = node.variable.text, _bound(node.variable.text)
        self.target(node.variable)
        low_type = self.expression(node.low, assigned).type
        if self.locals.get(name, INT) not in (INT, UNKNOWN) and low_type == INT:
            self.error(
                "local-type", node.variable.span, f"`{name}` counts a `for` and is an int, not {self.locals[name]}"
            )
        low = self.elaborate.expect(self.expression(node.low, assigned), INT, "the start of a `for`")
        high = self.elaborate.expect(self.expression(node.high, assigned), INT, "the end of a `for`")
        after = assigned | {name, bound}
        site = self.site("loop", node.label, after, node.span, annotations=node.annotations)
        self.counters.append(name)
        body, _ = self.block(node.body.statements, after)
        self.counters.pop()
        counter = Variable(name, 0, INT, node.variable.span)
        guard = build.less(counter, Variable(bound, 0, INT, node.high.span))
        step = core.Assign(name, Apply("add", (counter, build.number(1)), INT, node.variable.span), node.variable.span)
        return [
            core.Assign(name, low, node.variable.span),
            core.Assign(bound, high, node.high.span),
            core.While(guard, (*body, step), core.Counter(name, low, bound), site, node.span),
        ], after

    def joint(self, node: ast.Joint, assigned: frozenset[str]) -> tuple[list[core.Statement], frozenset[str]]:
        if self.in_joint:
            self.error("joint-in-joint", node.span, "a joint block holds no other joint block", "make it one block")
        if node.couple is not None and not isinstance(node.couple, ast.CoupleMap | ast.CoupleHole):
            hint = "write `couple y{2} = y{1} cost e`"
            self.error("joint-couple", node.couple.span, "a joint block is coupled by an equation", hint)
        computed = frozenset([name.text for name in assigned_in(node.body)])
        site = self.site("joint", node.label, assigned, node.span, couple=node.couple, computed=computed)
        outer, self.in_joint = self.in_joint, True
        body, after = self.block(node.body.statements, assigned)
        self.in_joint = outer
        return [core.Joint(body, site, node.span)], after

    def site(
        self,
        kind: Literal["sample", "call", "loop", "joint", "assert"],
        label: ast.Name | None,
        assigned: frozenset[str],
        span: Span,
        target: str | None = None,
        target_type: Type | None = None,
        callee: str | None = None,
        couple: ast.Couple | None = None,
        annotations: tuple[ast.LoopAnnotation, ...] = (),
        formula: ast.Formula | None = None,
        computed: frozenset[str] = frozenset(),
    ) -> int:
        if label is not None:
            if label.text in self.labels:
                self.report(
                    Diagnostic(
                        "duplicate-name",
                        label.span,
                        f"the label `{label.text}` stands twice in this program",
                        related=(Related(self.labels[label.text], "first here"),),
                    )
                )
            self.labels[label.text] = label.span
        number = len(self.sites)
        name = None if label is None else label.text
        self.sites.append(
            core.Site(
                number, kind, name, target, target_type, callee, couple, annotations, formula, assigned, computed, span
            )
        )
        return number


def _expressions(statement: ast.Statement) -> list[ast.Formula]:
    """The expressions of one run that stand in a statement, but for what is sampled."""
    match statement:
        case ast.Assign(_, indices, value):
            return [*indices, value]
        case ast.If(arms):
            return [condition for condition, _ in arms]
        case ast.While(_, guard):
            return [guard]
        case ast.For(_, _, low, high):
            return [low, high]
        case ast.Leak(value) | ast.Return(value):
            return [value]
        case _:
            return []


def assigned_in(block: ast.Block) -> list[ast.Name]:
    """What the statements of a block may assign."""
    names = []
    for statement in all_statements(block):
        if isinstance(statement, ast.Assign | ast.Sample):
            names.append(statement.target)
        elif isinstance(statement, ast.For):
            names.append(statement.variable)
    return names


def called_programs(program: ast.Program, known: Mapping[str, Header]) -> Iterator[ast.Call]:
    for statement in all_statements(program.body):
        if isinstance(statement, ast.Sample):
            call = ast.strip(statement.source)
            if isinstance(call, ast.Call) and call.function.text in known:
                yield call


def _bound(variable: str) -> str:
    """The local that holds the end of a `for`; no user can write this name."""
    return f"{variable}..end"


def _returns(node: ast.Program) -> bool:
    return bool(node.body.statements) and isinstance(node.body.statements[-1], ast.Return)


def _resized(type_: Type, sizes: dict[str, Size | None]) -> Type:
    match type_:
        case Bits(size):
            return Bits(None if size is None else size.substitute(sizes))
        case List(item):
            return List(_resized(item, sizes))
        case Tuple(items):
            return Tuple(tuple([_resized(item, sizes) for item in items]))
        case _:
            return type_


def _terms(distribution: Distribution) -> Iterator[Term]:
    """The terms that a distribution evaluates."""
    for argument in distribution.arguments:
        match argument:
            case Distribution():
                yield from _terms(argument)
            case Listed(items):
                yield from items
            case Between(low, high):
                yield low
                yield high
            case AllBits(size):
                yield size
            case Weighted(items):
                for value, weight in items:
                    yield value
                    yield weight
            case _:
                yield argument


def unknown_program(name: ast.Name, known: Sequence[str]) -> Diagnostic:
    there = f"known are {shorten(', '.join(known))}" if known else "there is none in this file"
    message, hint = f"there is no program `{shorten(name.text)}`", did_you_mean(name.text, known, there)
    return Diagnostic("unknown-program", name.span, message, hint)
