"""Terms as Python: exact, readable, with brackets where Python needs them."""

import keyword
import unicodedata
from collections.abc import Callable, Container
from fractions import Fraction
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.exporting import release_helpers as helpers
from prhl.logic.build import TRUE
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Term, Variable, conjuncts, subterms
from prhl.logic.types import INT
from prhl.sampling import bracketed, finite_laws

LOOSE, OR, AND, NOT, COMPARE, ADD, MUL, NEG, POW, ATOM = range(10)
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
CALLED = {"size": "len", "sum": "sum", "min": "min", "max": "max", "abs": "abs", "least": "min", "greatest": "max"}
LONG = 10_000  # bits of a number that is written in decimals


class NotExported(NotComputed):
    """Something that has no exact counterpart in plain Python."""


def unlike(name: str, taken: Container[str]) -> str:
    """The name as Python reads it, to which several letters are one and the same (NFKC), and unlike what is taken."""
    letters = unicodedata.normalize("NFKC", name)
    plain = "".join([c if f"_{c}".isidentifier() else "_" for c in letters])
    plain = plain if plain.isidentifier() else f"_{plain}"
    while keyword.iskeyword(plain) or plain in taken:
        plain += "_"
    return plain


class Writer:
    """Terms of one program; `used` are the functions that what was written calls."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken | {"bits", "leaks"}
        self.named: dict[str, str] = {}
        self.used: list[Callable[..., Any]] = []

    def name(self, name: str) -> str:
        """A variable as Python may call it, unlike everything else in the module."""
        if name not in self.named:
            self.named[name] = unlike(name, {*self.taken, *self.named.values()})
        return self.named[name]

    def use(self, function: Callable[..., Any]) -> str:
        if function not in self.used:
            self.used.append(function)
        return function.__name__

    def text(self, term: Term, level: int = LOOSE) -> str:
        found, own = self.parts(term)
        return f"({found})" if own < level else found

    def parts(self, term: Term) -> tuple[str, int]:
        match term:
            case Constant(value):
                return self.constant(value)
            case Variable(name) | Logical(name):
                return self.name(name), ATOM
            case Quantified():
                return self.quantified(term), ATOM
            case Apply("comprehension", (own, items, body, guard)):
                condition = "" if guard == TRUE else f" if {self.text(guard, OR)}"
                return f"tuple([{self.text(body)} for {self.text(own)} in {self.text(items, OR)}{condition}])", ATOM
            case Apply(operator, arguments):
                return self.applied(operator, arguments)
            case _:
                raise NotExported("a formula over two runs has no value in one run", "", term.span)

    def constant(self, value: Any) -> tuple[str, int]:
        if isinstance(value, bool | str):
            return repr(value), ATOM
        if value.denominator != 1:
            return f"Fraction({_written(value.numerator)}, {_written(value.denominator)})", ATOM
        return _written(value.numerator), ATOM if value >= 0 else NEG

    def applied(self, operator: str, arguments: tuple[Term, ...]) -> tuple[str, int]:
        text = self.text
        if operator in COMPARED:
            return f"{text(arguments[0], ADD)} {COMPARED[operator]} {text(arguments[1], ADD)}", COMPARE
        if operator in CALLED:
            return f"{CALLED[operator]}({', '.join([text(a) for a in arguments])})", ATOM
        match operator, arguments:
            case "widen", (one,):
                return self.parts(one)
            case "add", _:
                return self.added(arguments), ADD
            case "mul", _:
                return " * ".join([text(a, MUL if at == 0 else NEG) for at, a in enumerate(arguments)]), MUL
            case "neg", (one,):
                return f"-{text(one, NEG)}", NEG
            case "div", (above, below):
                known = [a.value for a in arguments if isinstance(a, Constant)]
                if len(known) == 2 and known[1]:
                    return self.constant(Fraction(known[0]) / Fraction(known[1]))
                return f"{self.use(finite_laws.quotient)}({text(above)}, {text(below)})", ATOM
            case "ediv", (above, below):
                return f"{self.use(helpers.euclidean)}({text(above)}, {text(below)})", ATOM
            case "emod", (above, below):
                quotient = f"{self.use(helpers.euclidean)}({text(above)}, {text(below)})"
                return f"{text(above, ADD)} - {text(below, NEG)} * {quotient}", ADD
            case "pow", (base, exponent):
                return f"{text(base, ATOM)} ** {text(exponent, ATOM)}", POW
            case "floor", (one,):
                return f"{text(one, MUL)} // 1", MUL
            case "ceil", (one,):
                return f"-(-{text(one, NEG)} // 1)", NEG
            case "exp" | "ln" | "sqrt", (one,):
                return f"{self.use(getattr(bracketed, operator))}({text(one)})", ATOM
            case "not", (one,):
                return f"not {text(one, NOT)}", NOT
            case "and" | "or", _:
                level = AND if operator == "and" else OR
                return f" {operator} ".join([text(a, level + 1) for a in arguments]), level
            case "implies", _:
                *premises, last = arguments
                return " or ".join([*[f"not {text(a, NOT)}" for a in premises], text(last, AND)]), OR
            case "iff", (one, other):
                return f"{text(one, ADD)} == {text(other, ADD)}", COMPARE
            case "xor", _:
                return f"{self.use(helpers.xor)}({', '.join([text(a) for a in arguments])})", ATOM
            case "ite", _:
                return self.chosen(arguments), LOOSE
            case "list" | "tuple", _:
                inside = ", ".join([text(a, OR) for a in arguments])
                return f"({inside}{',' if len(arguments) == 1 else ''})", ATOM
            case "concat", _:
                return " + ".join([text(a, MUL if at else ADD) for at, a in enumerate(arguments)]), ADD
            case "index", (items, at):
                return f"{self.use(helpers.at)}({text(items)}, {text(at)})", ATOM
            case "store", _:
                return f"{self.use(helpers.stored)}({', '.join([text(a) for a in arguments])})", ATOM
            case "field", (items, Constant(value)):
                return f"{text(items, ATOM)}[{value}]", ATOM
            case "count", (items, one):
                return f"{text(items, ATOM)}.count({text(one)})", ATOM
            case "mem", (one, items):
                return f"{text(one, ADD)} in {text(items, ADD)}", COMPARE
            case "sort", (items,):
                return f"tuple(sorted({text(items)}))", ATOM
            case "vadd" | "vsub" | "vscale" | "l1" | "l2" | "clip1" | "clip2", _:
                return f"{self.use(getattr(helpers, operator))}({', '.join([text(a) for a in arguments])})", ATOM
            case "distinct", _:
                inside = ", ".join([text(a) for a in arguments])
                return f"len({{{inside}}}) == {len(arguments)}", COMPARE
            case "apply", (function, *rest):
                return f"{text(function, ATOM)}({', '.join([text(a) for a in rest])})", ATOM
            case _:
                raise NotExported(f"`{operator}` is not exported")

    def added(self, arguments: tuple[Term, ...]) -> str:
        found = self.text(arguments[0], ADD)
        for one in arguments[1:]:
            match one:
                case Apply("neg", (inner,)):
                    found += f" - {self.text(inner, MUL)}"
                case _:
                    found += f" + {self.text(one, MUL)}"
        return found

    def chosen(self, arguments: tuple[Term, ...]) -> str:
        found = ""
        for at in range(0, len(arguments) - 1, 2):
            found += f"{self.text(arguments[at + 1], OR)} if {self.text(arguments[at], OR)} else "
        return found + self.text(arguments[-1], OR)

    def quantified(self, term: Quantified) -> str:
        """`forall i. lo <= i && i < hi ==> F` over whole numbers, and `exists i. lo <= i && i < hi && F`."""
        match term.kind, term.body:
            case "forall", Apply("implies", (*parts, _)):
                pass  # beyond these premises it is true
            case "forall", _:
                parts = []
            case _:
                parts = [term.body]
        facts = [fact for part in parts for fact in conjuncts(part)]
        if len(term.variables) != 1 or term.variables[0].type != INT:
            raise NotExported("a quantifier is exported over one int", "", term.span)
        low, high = self.ends(term.variables[0], facts)
        if low is None or high is None:
            hint = "bound it, as in `forall i. 0 <= i && i < n ==> ...`"
            raise NotExported("a quantifier over all integers has no value in Python", hint, term.span)
        name = self.name(term.variables[0].name)
        every = "all" if term.kind == "forall" else "any"
        return f"{every}({self.text(term.body)} for {name} in range({low}, {high}))"

    def ends(self, variable: Logical, facts: list[Term]) -> tuple[str | None, str | None]:
        low = high = None
        for fact in facts:
            if [one for one in subterms(fact) if isinstance(one, Logical) and one.name == variable.name][1:]:
                continue  # an end that speaks of the variable itself is none
            match fact:
                case Apply("le" | "lt" as sign, (first, Logical(name))) if name == variable.name:
                    low = low or self.text(first) + (" + 1" if sign == "lt" else "")
                case Apply("le" | "lt" as sign, (Logical(name), last)) if name == variable.name:
                    high = high or self.text(last) + (" + 1" if sign == "le" else "")
                case Apply("ge" | "gt" as sign, (Logical(name), first)) if name == variable.name:
                    low = low or self.text(first) + (" + 1" if sign == "gt" else "")
                case _:
                    pass
        return low, high


def _written(value: int) -> str:
    """In decimals as long as Python reads these."""
    return str(value) if value.bit_length() < LONG else hex(value)
