"""Expressions and formulas: names resolved, types worked out, `int` widened to `real` where they meet."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import assert_never

from prhl.diagnostics import Diagnostic, closest, did_you_mean, shorten
from prhl.distributions import FAMILIES, family_called
from prhl.logic import build
from prhl.logic.operators import BY_SIGN, FUNCTIONS
from prhl.logic.terms import (
    Apply,
    Constant,
    Ghost,
    Hole,
    Logical,
    Quantified,
    Related,
    Term,
    Variable,
    carried,
    children,
)
from prhl.logic.types import (
    BOOL,
    INT,
    REAL,
    UNKNOWN,
    Bits,
    Function,
    List,
    Scalar,
    Size,
    Tuple,
    Type,
    a_type,
    fits,
    is_known,
    is_number,
    join,
    too_large,
)
from prhl.source import Span
from prhl.syntax import ast
from prhl.typed.adjacency import RELATIONS, WRITTEN, relation
from prhl.typed.functions import SYNONYMS, builtin
from prhl.typed.scope import GHOSTS, Scope
from prhl.typed.vectors import vector

Report = Callable[[Diagnostic], None]

LARGEST_EXPONENT = 64
OF_ELEMENTS = ("sum", "min", "max")  # what may be said of `e for x in a`


class Elaborator:
    """Syntax in, terms out. A mistake is reported and becomes a term of unknown type, which fits everywhere."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.naming: set[Span] = set()  # the places of `at` and `exists` that name a claim's variables
        self.uses: Callable[[str, Type], None] | None = None  # told what the uses of a local say of its type

    def error(self, code: str, span: Span, message: str, hint: str = "") -> Hole:
        self._report(Diagnostic(code, span, message, hint))
        return Hole(UNKNOWN, span)

    # ---- expectations ------------------------------------------------------------------------

    def expect(self, term: Term, wanted: Type, what: str) -> Term:
        """The term at the wanted type, or an error that says where it was wanted."""
        self.note(term, wanted)
        if fits(term.type, wanted):
            return build.widen(term, wanted)
        hint = ""
        if wanted == INT and term.type == REAL:
            hint = "`floor` or `ceil` make an int of a real; `/` always gives a real, `div` an int"
        elif wanted == BOOL and is_number(term.type):
            hint = "compare it: `e = 1`, `e > 0`"
        elif is_number(wanted) and term.type == BOOL:
            hint = "choose a number: `if b then 1 else 0`"
        return self.error("type-mismatch", term.span, f"{what} must be {a_type(wanted)}, not {a_type(term.type)}", hint)

    def formula(self, node: ast.Formula, scope: Scope, what: str) -> Term:
        return self.expect(self.term(node, scope), BOOL, what)

    def numbers(self, terms: Sequence[Term], what: str) -> tuple[list[Term], Type]:
        """Number arguments brought to one type."""
        good = [t if is_number(t.type) else self._not_a_number(t, what) for t in terms]
        known = [t.type for t in good if t.type != UNKNOWN]
        type_ = UNKNOWN if not known else INT if all([k == INT for k in known]) else REAL
        return [build.widen(t, type_) for t in good], type_

    def _not_a_number(self, term: Term, what: str) -> Term:
        hint = ""
        if isinstance(term.type, List):
            hint = "lists are joined with `++`; `sum(a)` adds their elements; `c*a` is c times every number of a"
        elif term.type == BOOL:
            hint = "choose a number: `if b then 1 else 0`"
        return self.error("type-mismatch", term.span, f"{what} needs numbers, not {a_type(term.type)}", hint)

    # ---- terms -------------------------------------------------------------------------------

    def term(self, node: ast.Formula, scope: Scope) -> Term:
        span = node.span
        match node:
            case ast.Boolean(value):
                return Constant(value, BOOL, span)
            case ast.Number(text):
                return Constant(number(text), INT if text.isdigit() else REAL, span)
            case ast.Bits(text):
                return Constant(text, Bits(Size.constant(len(text))), span)
            case ast.Hole():
                if scope.holes:
                    return Hole(UNKNOWN, span)
                return self.error(
                    "hole-not-here",
                    span,
                    "a hole may stand for a whole coupling, invariant or cost",
                    "write a value here",
                )
            case ast.Variable():
                return self.variable(node, scope)
            case ast.Call():
                return self.call(node, scope)
            case ast.Paren(operand):
                return self.term(operand, scope)
            case ast.Bars(operand):
                (inner,), type_ = self.numbers([self.term(operand, scope)], "`|...|`")
                return Apply("abs", (inner,), type_, span)
            case ast.TupleOf(items):
                terms = [self.term(item, scope) for item in items]
                return self.limited(Apply("tuple", tuple(terms), Tuple(tuple([t.type for t in terms])), span))
            case ast.ListOf(items):
                terms = [self.term(item, scope) for item in items]
                item_type = self.common(terms, "the elements of a list")
                return self.limited(
                    Apply("list", tuple([build.widen(t, item_type) for t in terms]), List(item_type), span)
                )
            case ast.Same(names):
                return self.same(names, scope, span)
            case ast.Access(base, steps):
                term = self.term(base, scope)
                for step in steps:
                    term = self.step(term, step, scope, span.start)
                return term
            case ast.Power(base, exponents):
                return self.power(base, exponents, scope, span)
            case ast.Negative(operand):
                (inner,), type_ = self.numbers([self.term(operand, scope)], "`-`")
                return Apply("neg", (inner,), type_, span)
            case ast.Not(operand):
                return Apply("not", (self.formula(operand, scope, "what `!` negates"),), BOOL, span)
            case ast.Arithmetic():
                return self.arithmetic(node, scope)
            case ast.Comparison(operators, operands):
                return self.comparison(operators, operands, scope, span)
            case ast.Connective(sign, operands):
                terms = [self.formula(o, scope, f"an operand of `{sign}`") for o in operands]
                return Apply(BY_SIGN[sign], tuple(terms), BOOL, span)
            case ast.Conditional(arms, otherwise):
                return self.conditional(arms, otherwise, scope, span)
            case ast.Quantifier():
                return self.quantifier(node, scope)
            case ast.Comprehension():
                return self.comprehension(node, scope)
            case _:
                assert_never(node)

    def limited(self, term: Term) -> Term:
        if too_large(term.type):
            return self.error("type-too-deep", term.span, "the type of this is too large", "use a list")
        return term

    def common(self, terms: Sequence[Term], what: str) -> Type:
        """The type that all terms fit; the first that does not is reported."""
        type_: Type = UNKNOWN
        for term in terms:
            joined = join(type_, term.type)
            if joined is None:
                self.error(
                    "type-mismatch",
                    term.span,
                    f"{what} must have one type; this is {a_type(term.type)}, not {a_type(type_)}",
                )
            else:
                type_ = joined
        for term in terms:
            self.note(term, type_)
        return type_

    def note(self, term: Term, type_: Type) -> None:
        """A use of locals whose type is not known yet tells something of it."""
        if self.uses is None or is_known(term.type):
            return
        if isinstance(term, Variable):
            self.uses(term.name, type_)
        for at, part_type in carried(term, type_):
            self.note(children(term)[at], part_type)

    def step(self, base: Term, step: ast.Index | ast.Field, scope: Scope, start: int) -> Term:
        span = Span(start, step.span.end)
        if isinstance(step, ast.Index):
            index = self.expect(self.term(step.index, scope), INT, "an index")
            match base.type:
                case List(item):
                    return Apply("index", (base, index), item, span)
                case Bits():
                    return Apply("index", (base, index), BOOL, span)
                case Scalar("unknown"):
                    return Hole(UNKNOWN, span)
                case _:
                    return self.error(
                        "type-mismatch",
                        base.span,
                        f"only lists and bits have indices, not {a_type(base.type)}",
                        "write `t.0` for a part of a tuple" if isinstance(base.type, Tuple) else "",
                    )
        match base.type:
            case Tuple(items) if step.position < len(items):
                field = Constant(Fraction(step.position), INT, step.span)
                return Apply("field", (base, field), items[step.position], span)
            case Tuple(items):
                return self.error("no-such-field", step.span, f"this tuple has fields .0 to .{len(items) - 1}")
            case Scalar("unknown"):
                return Hole(UNKNOWN, span)
            case _:
                return self.error("type-mismatch", base.span, f"only tuples have fields, not {a_type(base.type)}")

    def power(self, base: ast.Formula, exponents: tuple[ast.Number, ...], scope: Scope, span: Span) -> Term:
        (term,), type_ = self.numbers([self.term(base, scope)], "`^`")
        product = Fraction(1)
        for exponent in exponents:
            value = number(exponent.text)
            if not exponent.text.isdigit() or value > LARGEST_EXPONENT:
                return self.error(
                    "exponent",
                    exponent.span,
                    f"the exponent of `^` is a literal from 0 to {LARGEST_EXPONENT}",
                    "for other powers multiply in a loop, or use `exp` and `ln`",
                )
            product *= value
        return Apply("pow", (term, Constant(product, INT, span)), type_, span)

    def arithmetic(self, node: ast.Arithmetic, scope: Scope) -> Term:
        terms = [self.term(operand, scope) for operand in node.operands]
        if node.operators[0] == "xor":
            return self.xor(terms, node.span)
        # A chain is read from the left: stretches of like signs become one application each.
        total, at = terms[0], 1
        while at < len(terms):
            stretch = _like(node.operators[at - 1])
            end = at
            while end < len(terms) and _like(node.operators[end - 1]) == stretch:
                end += 1
                if stretch in ("div", "mod"):
                    break  # these are not associative: one at a time
            span = Span(node.span.start, terms[end - 1].span.end)
            total = self.stretch(total, node.operators[at - 1 : end - 1], terms[at:end], span)
            at = end
        return total

    def stretch(self, first: Term, signs: Sequence[str], rest: Sequence[Term], span: Span) -> Term:
        sign = signs[0]
        if sign == "++":
            items = [first, *rest]
            for item in items:
                if not isinstance(item.type, List) and item.type != UNKNOWN:
                    return self.error(
                        "type-mismatch", item.span, f"`++` joins lists, not {a_type(item.type)}", "put it in [ ]"
                    )
            type_ = self.common(items, "lists that are joined")
            return Apply(BY_SIGN[sign], tuple([build.widen(t, type_) for t in items]), type_, span)
        if sign in ("div", "mod"):
            dividend = self.expect(first, INT, f"an operand of `{sign}`")
            divisor = self.expect(rest[0], INT, f"an operand of `{sign}`")
            return Apply(BY_SIGN[sign], (dividend, divisor), INT, span)
        if any([isinstance(t.type, List) for t in (first, *rest)]):
            return vector(self, first, signs, rest, span)
        if sign in ("+", "-"):
            numbers, type_ = self.numbers([first, *rest], f"`{sign}`")
            signed = [
                t if s == "+" else Apply("neg", (t,), t.type, t.span) for s, t in zip(signs, numbers[1:], strict=True)
            ]
            return Apply("add", (numbers[0], *signed), type_, span)
        # a*b/c*d is (a*b*d)/c; every divisor is owed to be non-zero either way
        numbers, type_ = self.numbers([first, *rest], f"`{sign}`")
        above = [numbers[0]] + [t for s, t in zip(signs, numbers[1:], strict=True) if s == "*"]
        below = [t for s, t in zip(signs, numbers[1:], strict=True) if s == "/"]
        if below:
            above = [build.widen(t, REAL) for t in above]
            below = [build.widen(t, REAL) for t in below]
            return Apply("div", (_product(above, REAL), _product(below, REAL)), REAL, span)
        return Apply("mul", tuple(above), type_, span)

    def xor(self, terms: Sequence[Term], span: Span) -> Term:
        for term in terms:
            if term.type not in (BOOL, UNKNOWN) and not isinstance(term.type, Bits):
                return self.error("type-mismatch", term.span, f"`xor` is for bool and bits, not {a_type(term.type)}")
        return Apply("xor", tuple(terms), self.common(terms, "the operands of `xor`"), span)

    def comparison(self, signs: Sequence[str], nodes: Sequence[ast.Formula], scope: Scope, span: Span) -> Term:
        terms = [self.term(node, scope) for node in nodes]
        parts: list[Term] = []
        for sign, left, right in zip(signs, terms, terms[1:], strict=False):
            if sign in ("=", "!="):
                if isinstance(left.type, Function) or isinstance(right.type, Function):
                    return self.error("type-mismatch", span, "functions cannot be compared")
                type_ = self.common([left, right], f"the two sides of `{sign}`")
                sides = (build.widen(left, type_), build.widen(right, type_))
            else:
                numbers, _ = self.numbers([left, right], f"`{sign}`")
                sides = (numbers[0], numbers[1])
            parts.append(Apply(BY_SIGN[sign], sides, BOOL, left.span.to(right.span)))
        return parts[0] if len(parts) == 1 else Apply("and", tuple(parts), BOOL, span)

    def conditional(
        self, arms: tuple[tuple[ast.Formula, ast.Formula], ...], otherwise: ast.Formula, scope: Scope, span: Span
    ) -> Term:
        conditions = [self.formula(c, scope, "the condition of `if`") for c, _ in arms]
        values = [self.term(v, scope) for _, v in arms] + [self.term(otherwise, scope)]
        type_ = self.common(values, "the branches of `if`")
        values = [build.widen(v, type_) for v in values]
        flat: list[Term] = []
        for condition, value in zip(conditions, values, strict=False):
            flat += [condition, value]
        return Apply("ite", (*flat, values[-1]), type_, span)

    def quantifier(self, node: ast.Quantifier, scope: Scope) -> Term:
        if not scope.formula:
            return self.error(
                "quantifier-in-program", node.span, f"`{node.kind}` belongs to formulas, not to programs", "use a loop"
            )
        names = self.binders(node, scope)
        body = self.formula(node.body, scope.binding(names), f"what `{node.kind}` speaks of")
        if node.span in self.naming:
            return body
        variables = tuple([Logical(b.name.text, names[b.name.text], b.span) for b in node.binders])
        return Quantified(node.kind, variables, body, node.span)

    def binders(self, node: ast.Quantifier, scope: Scope) -> dict[str, Type]:
        names: dict[str, Type] = {}
        for binder in node.binders:
            if binder.name.text in names:
                self.error("duplicate-name", binder.span, f"`{binder.name.text}` is bound twice here")
            elif binder.name.text in (scope.bare if scope.relational else scope.left) or binder.name.text in GHOSTS:
                self.error(
                    "name-taken", binder.span, f"`{binder.name.text}` already has a meaning here", "choose another name"
                )
            names[binder.name.text] = INT if binder.type is None else self.type(binder.type, scope)
            if isinstance(names[binder.name.text], Function):
                self.error("function-type", binder.span, "functions cannot be quantified over")
        typed = [binder.type is not None for binder in node.binders]
        if any(typed) and not all(typed):
            untyped = node.binders[typed.index(False)]
            self.error("binder-type", untyped.span, "give each bound name its type", "`forall x : real, y : real. ...`")
        return names

    def comprehension(self, node: ast.Comprehension, scope: Scope) -> Term:
        """`[e for x in a if g]`, and its sum, extremes or size; `count(x in a if g)` adds up a 1 for each."""
        name, elements = node.elements.name, node.elements
        if node.function is not None and not self.takes_elements(node.function, node):
            return Hole(UNKNOWN, node.span)
        if name.text in (scope.bare if scope.relational else scope.left) or name.text in GHOSTS:
            self.error("name-taken", name.span, f"`{name.text}` already has a meaning here", "choose another name")
        items = self.term(elements.items, scope)
        if not isinstance(items.type, List) and items.type != UNKNOWN:
            hint = "a list of the first n numbers is made by a loop" if is_number(items.type) else ""
            return self.error(
                "type-mismatch", items.span, f"`for` and `in` go through a list, not through {a_type(items.type)}", hint
            )
        item = items.type.item if isinstance(items.type, List) else UNKNOWN
        inside = scope.binding({name.text: item})
        guard: Term = build.TRUE
        if elements.guard is not None:
            guard = self.formula(elements.guard, inside, "the condition behind `if`")
        value: Term = Constant(Fraction(1), INT, node.span)
        if node.value is not None:
            value = self.term(node.value, inside)
        own = Logical(name.text, item, name.span)
        listed = self.limited(Apply("comprehension", (own, items, value, guard), List(value.type), node.span))
        if node.function is None:
            return listed
        return builtin(self, "sum" if node.value is None else node.function.text, [listed], node)

    def takes_elements(self, function: ast.Name, node: ast.Comprehension) -> bool:
        """Whether a function may have `e for x in a`, or `x in a`, in its brackets."""
        name = function.text
        if node.value is None and name != "count":
            what, hint = "`x in a`", f"write `{name}(e for x in a)`" if name in OF_ELEMENTS else "write `count(x in a)`"
        elif node.value is not None and name not in OF_ELEMENTS:
            what = "`e for x in a`"
            hint = "write `count(x in a if g)`" if name == "count" else "put the list into brackets: `[e for x in a]`"
        else:
            return True
        self.error("not-of-elements", function.span, f"`{shorten(name)}` does not take {what}", hint)
        return False

    # ---- names -------------------------------------------------------------------------------

    def same(self, names: tuple[ast.Name, ...], scope: Scope, span: Span) -> Term:
        if not scope.relational:
            return self.error("mark-in-program", span, f"`={{...}}` compares two runs; {scope.what} speaks of one")
        parts: list[Term] = []
        for name in names:
            left = self.variable(ast.Variable(name.text, 1, name.span), scope)
            if isinstance(left, Hole):
                continue
            right = self.variable(ast.Variable(name.text, 2, name.span), scope)
            type_ = self.common([left, right], f"`{name.text}` in the two runs")
            parts.append(Apply("eq", (build.widen(left, type_), build.widen(right, type_)), BOOL, name.span))
        return build.both(parts)

    def variable(self, node: ast.Variable, scope: Scope) -> Term:
        name, span = node.name, node.span
        if node.run == 0:
            return self.unmarked(name, scope, span)
        if not scope.relational:
            return self.error(
                "mark-in-program", span, f"{scope.what} speaks of one run: no run marks", f"write `{name}`"
            )
        if name == "res" and scope.results:
            result = scope.result_left if node.run == 1 else scope.result_right
            if result is None:
                return self.error("no-result", span, "the program returns nothing, so there is no `res`")
            return Variable("res", node.run, result, span)
        variables = scope.left if node.run == 1 else scope.right
        if name == scope.sampled_right and node.run == 2:
            return self.error(
                "couple-mentions-image",
                span,
                f"`{name}{{2}}` is what the coupling defines; it cannot stand on the right",
                f"speak of `{scope.sampled}{{1}}` and of variables that were set before",
            )
        if name == scope.sampled and node.run == 1:
            return Variable(name, 1, variables[name], span)
        if name in variables:
            assigned = scope.assigned_left if node.run == 1 else scope.assigned_right
            if assigned is not None and name in scope.locals and name not in assigned:
                return self.unassigned(name, scope, span)
            return Variable(name, node.run, variables[name], span)
        if name in GHOSTS:
            return self.error("ghost-mark", span, f"`{name}` belongs to both runs together", f"write `{name}`")
        if name in scope.logical:
            return self.error("mark-on-logical", span, f"`{name}` is the same in both runs", f"write `{name}`")
        if name == "res":
            return self.error("res-not-here", span, f"`res` is known at the end; {scope.what} cannot speak of it")
        return self.unknown(name, scope, span, [*variables, *(["res"] if scope.results else [])], marked=True)

    def unmarked(self, name: str, scope: Scope, span: Span) -> Term:
        if name in scope.logical:
            return Logical(name, scope.logical[name], span)
        if not scope.relational:
            if name in scope.left:
                if scope.assigned_left is not None and name in scope.locals and name not in scope.assigned_left:
                    return self.unassigned(name, scope, span)
                return Variable(name, 0, scope.left[name], span)
            if name in GHOSTS:
                return self.error("ghost-not-here", span, f"{scope.what} cannot speak of the ghost `{name}`")
            return self.unknown(name, scope, span, list(scope.left))
        if name in GHOSTS and scope.ghosts:
            if name in scope.bare:
                return self.error(
                    "ambiguous-ghost",
                    span,
                    f"`{name}` is a ghost and a parameter here",
                    f"write `{name}{{1}}` for the parameter, or rename it",
                )
            return Ghost("cost" if name == "cost" else "slack", REAL, span)
        if name in scope.bare:
            return Variable(name, 0, scope.bare[name], span)
        if name == "any" and scope.formula and name not in scope.left:
            return Related("any", None, None, None, span=span)
        if name in scope.left or name in scope.right or (name == "res" and scope.results):
            return self.error(
                "missing-run-mark",
                span,
                f"in {scope.what} `{name}` needs a run mark",
                f"write `{name}{{1}}`" + ("" if name == scope.sampled else f" or `{name}{{2}}`"),
            )
        if name in GHOSTS:
            return self.error(
                "ghost-not-here", span, f"{scope.what} cannot speak of the ghost `{name}`", "it belongs to invariants"
            )
        if name == "res":
            return self.error("res-not-here", span, f"`res` is known at the end; {scope.what} cannot speak of it")
        return self.unknown(name, scope, span, [*scope.bare, *scope.logical, *scope.left])

    def unassigned(self, name: str, scope: Scope, span: Span) -> Term:
        return self.error(
            "unassigned",
            span,
            f"`{name}` may have no value here",
            "assign it before, on every path",
        )

    def unknown(self, name: str, scope: Scope, span: Span, known: Sequence[str], marked: bool = False) -> Term:
        if name in scope.programs or family_called(name):
            return self.error(
                "distribution-as-value", span, f"`{name}` is not a value", f"sample it: `x :=$ {name}(...);`"
            )
        if name == "res":
            return self.error("res-not-here", span, f"`res` is known at the end; {scope.what} cannot speak of it")
        if name in RELATIONS and scope.relational:
            return self.error("wrong-arity", span, f"`{name}` needs its arguments", f"write `{WRITTEN[name]}`")
        short = shorten(name)
        bind = f"if it is a name of the claim, bind it there: `pointwise {short}`, `at {short}` or `exists {short}.`"
        declare = "make it a parameter of the program, or assign it before"
        if marked:
            declare = bind = f"known are {shorten(', '.join(known))}" if known else ""
        constants = [closest(name, ("true", "false"), 75) or ""]
        hint = did_you_mean(name, [*known, *constants], bind if scope.relational else declare)
        return self.error("unknown-name", span, f"`{short}` is not known here", hint)

    # ---- calls -------------------------------------------------------------------------------

    def call(self, node: ast.Call, scope: Scope) -> Term:
        name, span = node.function.text, node.span
        if name in RELATIONS and scope.relational:
            return relation(self, node, scope)
        if node.at is not None:
            return self.error("at-not-here", node.at.span, "`at` names the position of `one_differs` or `add_remove`")
        for argument in node.arguments:
            if isinstance(argument, ast.SetOf | ast.Range) and not family_called(name):
                return self.error(
                    "set-as-value", argument.span, "a set is not a value", "sets stand in distributions and after `in`"
                )
        function = scope.bare.get(name) if scope.relational else scope.left.get(name)
        if isinstance(function, Function):
            return self.apply(node, function, scope)
        if name in FUNCTIONS:
            arguments = [self.term(a, scope) for a in node.arguments if not isinstance(a, ast.SetOf | ast.Range)]
            return builtin(self, name, arguments, node)
        if family_called(name) or name in scope.programs:
            return self.error(
                "distribution-as-value",
                span,
                f"`{name}(...)` is {'a distribution' if family_called(name) else 'a program'}, not a value",
                f"sample it: `x :=$ {name}(...);`",
            )
        if name == "bits":
            return self.error(
                "set-as-value", span, "`bits(n)` is a set, not a value", "write `x :=$ Uniform(bits(n));`"
            )
        if name in RELATIONS:
            return self.error("relation-not-here", span, f"`{name}` relates two runs; {scope.what} speaks of one")
        if name in scope.left or name in scope.logical:
            return self.error(
                "not-a-function", span, f"`{name}` is not a function", f"an element of a list is `{name}[i]`"
            )
        if name.lower() in ("not", "and", "or"):
            message = "connectives are signs: `&&`, `||`, `!`, `==>`, `<=>`"
            return self.error("logical-word", node.function.span, message, "write `!` for not")
        known = [*FUNCTIONS, *[f.name for f in FAMILIES], *(RELATIONS if scope.relational else ())]
        name = SYNONYMS.get(name.lower(), name)
        what, there = ("relations", RELATIONS) if scope.relational else ("functions", tuple(FUNCTIONS))
        return self.error(
            "unknown-function",
            node.function.span,
            f"there is no function `{shorten(node.function.text)}`",
            did_you_mean(name, known, f"{what} are {', '.join(there)}"),
        )

    def apply(self, node: ast.Call, function: Function, scope: Scope) -> Term:
        name = node.function.text
        if len(node.arguments) != 1:
            return self.error(
                "wrong-arity",
                node.span,
                f"`{name}` takes one argument, of type {function.argument}, not {len(node.arguments)}",
                "several values are one tuple: `f((x, y))`" if len(node.arguments) > 1 else "",
            )
        argument = node.arguments[0]
        assert not isinstance(argument, ast.SetOf | ast.Range)
        value = self.expect(self.term(argument, scope), function.argument, f"the argument of `{name}`")
        head = Variable(name, 0, function, node.function.span)
        return Apply("apply", (head, value), function.result, node.span)

    # ---- types -------------------------------------------------------------------------------

    def type(self, node: ast.Type, scope: Scope) -> Type:
        match node:
            case ast.SimpleType(name):
                return {"bool": BOOL, "int": INT, "real": REAL}[name]
            case ast.BitsType(size):
                term = self.expect(self.term(size, scope), INT, "the length of bit strings")
                length = size_of(term, scope)
                least = None if length is None else length.number()
                if least is not None and least < 0:
                    self.error("negative-size", size.span, "a length cannot be negative")
                return Bits(length)
            case ast.ListType(item):
                result: Type = List(self.type(item, scope))
            case ast.TupleType((item,)):
                return self.type(item, scope)
            case ast.TupleType(items):
                result = Tuple(tuple([self.type(item, scope) for item in items]))
            case ast.FunctionType(argument, value):
                result = Function(self.type(argument, scope), self.type(value, scope))
            case _:
                assert_never(node)
        if too_large(result):
            self.error("type-too-deep", node.span, "this type is too large")
            return UNKNOWN
        if _functions_inside(result):
            self.error("function-type", node.span, "functions stand alone: not in lists, tuples or other functions")
            return UNKNOWN
        return result


def number(text: str) -> Fraction:
    """The exact value of a literal, however long."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, part = mantissa.partition(".")
    value = Fraction(_integer(whole + part), 10 ** len(part))
    return value * Fraction(10) ** int(exponent) if exponent else value


def _integer(digits: str) -> int:
    """Python reads at most a few thousand digits at a time."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    scale: int = 10 ** (len(digits) - half)
    return _integer(digits[:half]) * scale + _integer(digits[half:])


def size_of(term: Term, scope: Scope) -> Size | None:
    """The length that a term over parameters gives, as a polynomial; None if it is not one."""
    match term:
        case Constant(Fraction() as value) if value.denominator == 1:
            return Size.constant(int(value))
        case Variable(name, 0) if name not in scope.locals:
            return Size.variable(name)
        case Apply("add", parts):
            total: Size | None = Size(())
            for part in parts:
                size = size_of(part, scope)
                total = None if total is None or size is None else total.plus(size)
            return total
        case Apply("neg", (inner,)):
            size = size_of(inner, scope)
            return None if size is None else Size(()).plus(size, -1)
        case Apply("mul", parts) if len(parts) <= 4:
            product: Size | None = Size.constant(1)
            for part in parts:
                size = size_of(part, scope)
                if product is None or size is None or len(product.terms) * len(size.terms) > 1_000:
                    return None  # not a length that anyone compares
                product = product.times(size)
            return product
        case _:
            return None


def _product(terms: Sequence[Term], type_: Type) -> Term:
    return terms[0] if len(terms) == 1 else Apply("mul", tuple(terms), type_, terms[0].span.to(terms[-1].span))


def _like(sign: str) -> str:
    """Signs that go into one application have one likeness; `div` and `mod` stand for themselves."""
    return {"-": "+", "/": "*"}.get(sign, sign)


def _functions_inside(type_: Type) -> bool:
    match type_:
        case List(item):
            return isinstance(item, Function)
        case Tuple(items):
            return any([isinstance(item, Function) for item in items])
        case Function(argument, result):
            return isinstance(argument, Function) or isinstance(result, Function)
        case _:
            return False
