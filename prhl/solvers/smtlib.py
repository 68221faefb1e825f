"""What z3 was asked, as an SMT-LIB 2 script that any solver reads.

The script is printed here rather than by z3, whose own printer calls shared parts `a!1`, which is what the variable `a`
of run 1 is called, too. Reading the script back gives the very assertions (`tests/test_dump.py`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import z3

from prhl.solvers.query import Asked

_SIMPLE = re.compile(r"[A-Za-z~!$%^&*_+=<>?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")

# As SMT-LIB calls them. What is not here does not occur, and a KeyError says so.
_OPERATORS = {
    z3.Z3_OP_TRUE: "true",
    z3.Z3_OP_FALSE: "false",
    z3.Z3_OP_NOT: "not",
    z3.Z3_OP_AND: "and",
    z3.Z3_OP_OR: "or",
    z3.Z3_OP_XOR: "xor",
    z3.Z3_OP_IMPLIES: "=>",
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_IFF: "=",
    z3.Z3_OP_DISTINCT: "distinct",
    z3.Z3_OP_ITE: "ite",
    z3.Z3_OP_LE: "<=",
    z3.Z3_OP_LT: "<",
    z3.Z3_OP_GE: ">=",
    z3.Z3_OP_GT: ">",
    z3.Z3_OP_ADD: "+",
    z3.Z3_OP_SUB: "-",
    z3.Z3_OP_UMINUS: "-",
    z3.Z3_OP_MUL: "*",
    z3.Z3_OP_DIV: "/",
    z3.Z3_OP_IDIV: "div",
    z3.Z3_OP_MOD: "mod",
    z3.Z3_OP_TO_REAL: "to_real",
    z3.Z3_OP_TO_INT: "to_int",
}


def script(asked: Asked) -> str:
    """Declarations, assertions, `(check-sat)`; `:status` is what z3 found."""
    printer = _Printer([a for _, group in asked.groups for a in group])
    lines = [f"(set-logic {printer.logic})"]
    if asked.found:
        lines.append(f"(set-info :status {asked.found})")
    lines += printer.declarations
    for words, group in asked.groups:
        if group:
            lines += ["", f"; {words}"]
            lines += [f"(assert {printer.text(one)})" for one in group]
    return "\n".join([*lines, "", "(check-sat)", ""])


class _Printer:
    """The expressions of one script; what is used twice inside an assertion is named there by a `let`."""

    def __init__(self, assertions: list[Any]) -> None:
        self.declared: dict[str, str] = {}
        self.sorts: set[int] = set()
        self.quantified = False
        self.functions = False
        self.nonlinear = False
        seen: set[int] = set()
        for one in assertions:
            for part in _parts(one, seen):
                self._meet(part)

    @property
    def declarations(self) -> list[str]:
        return list(self.declared.values())

    @property
    def logic(self) -> str:
        """The smallest one that has all that occurs."""
        numbers = ("I" if z3.Z3_INT_SORT in self.sorts else "") + ("R" if z3.Z3_REAL_SORT in self.sorts else "")
        arithmetic = f"{'N' if self.nonlinear else 'L'}{numbers}A" if numbers else ""
        free = "UF" if self.functions or not numbers else ""
        return f"{'' if self.quantified else 'QF_'}{free}{arithmetic}"

    def _meet(self, part: Any) -> None:
        if z3.is_quantifier(part):
            self.quantified = True
            self.sorts |= {part.var_sort(n).kind() for n in range(part.num_vars())}
            return
        if z3.is_var(part):
            return
        self.sorts.add(part.sort().kind())
        kind, operands = part.decl().kind(), part.children()
        if kind == z3.Z3_OP_UNINTERPRETED:
            self.functions = self.functions or bool(operands)
            name = _symbol(part.decl().name())
            domain = " ".join([_sort(one.sort()) for one in operands])
            self.declared[name] = f"(declare-fun {name} ({domain}) {_sort(part.sort())})"
        elif kind == z3.Z3_OP_MUL:
            self.nonlinear = self.nonlinear or len([one for one in operands if not _numeral(one)]) > 1
        elif kind in (z3.Z3_OP_DIV, z3.Z3_OP_IDIV, z3.Z3_OP_MOD):
            self.nonlinear = self.nonlinear or not _numeral(operands[1])

    def text(self, expression: Any, bound: tuple[str, ...] = ()) -> str:
        """One expression; `bound` are the names that quantifiers around it bind, the innermost first."""
        uses: dict[int, int] = {}
        order: list[Any] = []
        stack = [(expression, False)]
        while stack:
            part, left = stack.pop()
            if left:
                order.append(part)
                continue
            uses[part.get_id()] = uses.get(part.get_id(), 0) + 1
            if uses[part.get_id()] == 1:
                stack.append((part, True))
                stack += [(child, False) for child in reversed(_inside(part))]
        known: dict[int, str] = {}
        shared: list[tuple[str, str]] = []
        for part in order:
            text = self._node(part, [known[child.get_id()] for child in _inside(part)], bound)
            if uses[part.get_id()] > 1 and _inside(part):
                name = f"let!{len(bound)}!{len(shared)}"
                while name in self.declared:
                    name += "!"
                shared.append((name, text))
                text = name
            known[part.get_id()] = text
        lets = [f"(let (({name} {text}))\n  " for name, text in shared]
        return "".join([*lets, known[expression.get_id()], ")" * len(lets)])

    def _node(self, part: Any, inside: list[str], bound: tuple[str, ...]) -> str:
        if z3.is_quantifier(part):
            count = part.num_vars()
            names = [_symbol(f"{part.var_name(n)}") for n in range(count)]
            listed = " ".join([f"({name} {_sort(part.var_sort(n))})" for n, name in enumerate(names)])
            body = self.text(part.body(), (*reversed(names), *bound))
            return f"({'forall' if part.is_forall() else 'exists'} ({listed}) {body})"
        if z3.is_var(part):
            return bound[int(z3.get_var_index(part))]
        if z3.is_int_value(part):
            return _signed(part.as_long(), str)
        if z3.is_rational_value(part):
            return _rational(part.numerator_as_long(), part.denominator_as_long())
        kind = part.decl().kind()
        name = _symbol(part.decl().name()) if kind == z3.Z3_OP_UNINTERPRETED else _OPERATORS[kind]
        return f"({' '.join([name, *inside])})" if inside else name


def _inside(part: Any) -> list[Any]:
    """What is printed inside; the body of a quantifier is printed by itself, since its names mean nothing outside."""
    return [] if z3.is_quantifier(part) else list(part.children())


def _parts(expression: Any, seen: set[int]) -> Iterator[Any]:
    """Every subexpression that was not seen before, under quantifiers too."""
    stack = [expression]
    while stack:
        part = stack.pop()
        if part.get_id() not in seen:
            seen.add(part.get_id())
            yield part
            stack += reversed([part.body()] if z3.is_quantifier(part) else part.children())


def _numeral(part: Any) -> bool:
    return bool(z3.is_int_value(part) or z3.is_rational_value(part))


def _sort(sort: Any) -> str:
    return {z3.Z3_BOOL_SORT: "Bool", z3.Z3_INT_SORT: "Int", z3.Z3_REAL_SORT: "Real"}[sort.kind()]


def _symbol(name: str) -> str:
    """Names of variables hold a `!`. exp, ln and sqrt do not: here they are unknown functions, to some solvers more."""
    name = name if "!" in name else f"fn!{name}"
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def _rational(above: int, below: int) -> str:
    if below == 1:
        return _signed(above, lambda n: f"{n}.0")
    return _signed(above, lambda n: f"(/ {n}.0 {below}.0)")


def _signed(value: int, text: Callable[[int], str]) -> str:
    return text(value) if value >= 0 else f"(- {text(-value)})"
