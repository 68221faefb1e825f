"""A small subset of Python as a program of the language: read as a syntax tree, and never executed as Python.

Each statement of Python becomes one line, so that a line of the program is a line of the Python source. What is outside
of the subset is Refused, with its line and the reason.
"""

import ast
from dataclasses import field

from prhl.distributions import FAMILIES, family_called
from prhl.records import dataclass

FUNCTIONS = {"len": "size", "sum": "sum", "min": "min", "max": "max", "abs": "abs", "sorted": "sort"}
FUNCTIONS |= {name: name for name in ("exp", "ln", "sqrt", "floor", "ceil", "count", "size")}
SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "div",
    ast.Mod: "mod",
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: "&&",
    ast.Or: "||",
}
TYPES = {"bool": "bool", "int": "int", "Real": "real", "Fraction": "real"}
ANNOTATIONS = ("invariant", "decreases")


class Refused(Exception):
    """Something outside of the subset: its line in the source, and why."""

    def __init__(self, line: int, message: str) -> None:
        self.line, self.message = line, message
        super().__init__(line, message)


@dataclass
class Translation:
    """A program with the line of the Python source that each of its lines comes from, counted from 1 within it."""

    name: str
    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def place(self, line: int) -> int:
        """The line of Python behind a line of the program."""
        return self.places[min(max(line, 1), len(self.places)) - 1]


def translated(source: str) -> Translation:
    """The first function of a text as a program, or Refused."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise Refused(error.lineno or 1, f"this is no Python: {error.msg}") from None
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise Refused(node.lineno, "a mechanism is a plain function, written with `def`")
    return _Translator(source, node).whole()


class _Translator:
    def __init__(self, source: str, node: ast.FunctionDef) -> None:
        self.source, self.node = source, node
        self.out = Translation(node.name)
        self.lists: set[str] = set()
        counted = [one.target for one in ast.walk(node) if isinstance(one, ast.For)]
        self.counters = {one.id for one in counted if isinstance(one, ast.Name)}
        self.counting: list[str] = []  # of the loops around the statement that is read

    def line(self, depth: int, text: str, node: ast.AST) -> None:
        self.out.lines.append("  " * depth + text)
        self.out.places.append(getattr(node, "lineno", self.node.lineno))

    def whole(self) -> Translation:
        node = self.node
        given = node.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
            raise Refused(node.lineno, "parameters are plain names with types, without defaults and stars")
        parameters = ", ".join([self.parameter(one) for one in given.args])
        result = "" if node.returns is None else f" : {self.type(node.returns)}"
        self.line(0, f"program {node.name}({parameters}){result}", node)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        while body and (formula := self.required(body[0])) is not None:
            self.line(1, f"requires {formula};", body[0])
            body = body[1:]
        self.line(0, "{", node)
        if not body or not isinstance(body[-1], ast.Return) or body[-1].value is None:
            raise Refused((body or [node])[-1].lineno, "the last statement is to be `return` with a value")
        self.block(body[:-1], 1)
        self.line(1, f"return {self.value(body[-1].value)};", body[-1])
        self.line(0, "}", node)
        return self.out

    def parameter(self, given: ast.arg) -> str:
        if given.annotation is None:
            raise Refused(given.lineno, f"`{given.arg}` has no type, such as `prhl.Private[list[int]]` or `prhl.Real`")
        secret, type_ = "", given.annotation
        if isinstance(type_, ast.Subscript) and _last(type_.value) == "Private":
            secret, type_ = "private ", type_.slice
        text = self.type(type_)
        if text.startswith("list"):
            self.lists.add(given.arg)
        return f"{given.arg} : {secret}{text}"

    def type(self, node: ast.expr) -> str:
        match node:
            case ast.Subscript(value=ast.Name(id="list" | "List"), slice=item):
                return f"list[{self.type(item)}]"
            case ast.Subscript(value=ast.Name(id="tuple" | "Tuple"), slice=ast.Tuple(elts=items)):
                return f"({', '.join([self.type(item) for item in items])})"
            case _ if _last(node) in TYPES:
                return TYPES[_last(node)]
        known = "bool, int, prhl.Real, list[..], tuple[..]"
        raise Refused(node.lineno, f"`{self.segment(node)}` is no type here; there are {known}")

    def required(self, node: ast.stmt) -> str | None:
        match node:
            case ast.Expr(value=ast.Call(func=function, args=[argument], keywords=[])) if _last(function) == "requires":
                return self.quoted(argument)
        return None

    def quoted(self, node: ast.expr) -> str:
        """A formula: a text in the language, or an expression of Python."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if any([sign in node.value for sign in ";{}//"]) and not _marks_only(node.value):
                raise Refused(node.lineno, "a formula in quotes is one formula, without `;`, braces and comments")
            return " ".join(node.value.split())
        return self.value(node)

    # ---- statements --------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt], depth: int) -> None:
        for statement in statements:
            self.statement(statement, depth)

    def statement(self, node: ast.stmt, depth: int) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.assigned(name, value, node, depth)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.assigned(name, value, node, depth)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)], value=value):
                self.line(depth, f"{name}[{self.index(index)}] := {self.value(value)};", node)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=sign, value=value):
                read = ast.copy_location(ast.Name(name, ast.Load()), target)
                whole = ast.copy_location(ast.BinOp(read, sign, value), node)
                self.assigned(name, whole, node, depth)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[one])):
                self.lists.add(name)
                self.line(depth, f"{name} := {self.name(name, node)} ++ [{self.value(one)}];", node)
            case ast.If(test=test, body=then, orelse=otherwise):
                self.line(depth, f"if ({self.value(test)}) {{", node)
                self.block(then, depth + 1)
                self.line(depth, "} else {", (otherwise or [node])[0])
                self.block(otherwise, depth + 1)
                self.line(depth, "}", node)
            case ast.While(test=test, body=body, orelse=[]):
                self.loop(f"while ({self.value(test)})", node, body, depth)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=ends), orelse=[]):
                if not 1 <= len(ends) <= 2:
                    raise Refused(node.lineno, "`range` has one end or two, and no step")
                first, last = ("0", ends[0]) if len(ends) == 1 else (self.value(ends[0]), ends[1])
                head = f"for {name} in {first} .. {self.value(last)}"
                if name in self.counting:
                    raise Refused(node.lineno, f"`{name}` counts a loop around this one; use another name")
                self.counting.append(name)
                self.loop(head, node, body=node.body, depth=depth)
                self.counting.pop()
            case ast.Pass():
                self.line(depth, "skip;", node)
            case _:
                raise Refused(node.lineno, _why(node))

    def assigned(self, name: str, value: ast.expr, node: ast.stmt, depth: int) -> None:
        if name in self.counters:
            raise Refused(node.lineno, f"`{name}` counts a loop, and is assigned by that alone; use another name")
        if isinstance(value, ast.Call) and family_called(_last(value.func)) is not None:
            couple = [word for word in value.keywords if word.arg == "couple"]
            text = f" couple {self.couple(couple[0].value)}" if couple else ""
            self.line(depth, f"{name} :=$ {self.distribution(value)}{text};", node)
        else:
            found = self.value(value)
            if self.is_list(value):
                self.lists.add(name)
            self.line(depth, f"{name} := {found};", node)

    def couple(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ";" not in node.value:
            return " ".join(node.value.split())
        raise Refused(node.lineno, 'a coupling is a text, such as couple="z{2} = z{1} + 1"')

    def loop(self, head: str, node: ast.stmt, body: list[ast.stmt], depth: int) -> None:
        self.line(depth, head, node)
        while body and (told := self.annotation(body[0])) is not None:
            self.line(depth + 2, told, body[0])
            body = body[1:]
        self.line(depth, "{", node)
        self.block(body, depth + 1)
        self.line(depth, "}", node)

    def annotation(self, node: ast.stmt) -> str | None:
        match node:
            case ast.Expr(value=ast.Call(func=function, args=[argument])) if _last(function) in ANNOTATIONS:
                return f"{_last(function)} {self.quoted(argument)};"
        return None

    # ---- expressions -------------------------------------------------------------------------

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() as truth):
                return str(truth).lower()
            case ast.Constant(value=int() | float()):
                digits = self.segment(node).replace("_", "")
                if digits[:2].lower() in ("0b", "0o", "0x"):
                    raise Refused(
                        node.lineno, "numbers are written in decimals: `0b101` is a bit string in the language"
                    )
                return digits
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.List(elts=items):
                return f"[{', '.join([self.value(item) for item in items])}]"
            case ast.Tuple(elts=items):
                return f"({', '.join([self.value(item) for item in items])})"
            case ast.Subscript(value=items, slice=index):
                return f"{self.value(items)}[{self.index(index)}]"
            case ast.UnaryOp(op=ast.USub(), operand=one):
                return f"(-{self.value(one)})"
            case ast.UnaryOp(op=ast.Not(), operand=one):
                return f"(!({self.value(one)}))"
            case ast.BoolOp(op=word, values=values):
                return f"({f' {SIGNS[type(word)]} '.join([self.value(one) for one in values])})"
            case ast.ListComp():
                return f"[{self.elements(node)}]"
            case ast.Call(func=ast.Name(id="sum" | "min" | "max" as name), args=[ast.GeneratorExp() as each]):
                return f"{name}({self.elements(each)})"
            case ast.Compare(left=first, ops=[ast.In() | ast.NotIn() as within], comparators=[items]):
                found = f"mem({self.value(first)}, {self.value(items)})"
                return found if isinstance(within, ast.In) else f"(!{found})"
            case ast.Compare(left=first, ops=signs, comparators=others):
                text = self.value(first)
                for sign, other in zip(signs, others, strict=True):
                    if type(sign) not in SIGNS:
                        raise Refused(node.lineno, "`is`, and `in` inside of a chain, are not in the subset")
                    text += f" {SIGNS[type(sign)]} {self.value(other)}"
                return f"({text})"
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return f"(if {self.value(test)} then {self.value(then)} else {self.value(otherwise)})"
            case ast.BinOp():
                return self.binary(node)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
                return f"{FUNCTIONS[name]}({', '.join([self.value(one) for one in arguments])})"
            case ast.Call(func=function) if family_called(_last(function)) is not None:
                raise Refused(node.lineno, f"`{_last(function)}` is drawn by itself: `z = {_last(function)}(...)`")
            case _:
                raise Refused(node.lineno, _why(node))

    def elements(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        """`e for x in a if g`."""
        first = node.generators[0]
        if len(node.generators) > 1 or not isinstance(first.target, ast.Name) or first.is_async:
            raise Refused(node.lineno, "a comprehension has one name for the elements of one list")
        items, counters = self.value(first.iter), set(self.counters)
        self.counters.discard(first.target.id)
        conditions = " && ".join([self.value(one) for one in first.ifs])
        found = f"{self.value(node.elt)} for {first.target.id} in {items}" + (f" if {conditions}" if conditions else "")
        self.counters = counters
        return found

    def name(self, name: str, node: ast.AST) -> str:
        """After a loop Python has the last value of its counter, and the language the one behind it."""
        if name in self.counters and name not in self.counting:
            line = getattr(node, "lineno", 1)
            raise Refused(line, f"`{name}` counts a loop that is over; copy it into another name inside of the loop")
        return name

    def index(self, node: ast.expr) -> str:
        if isinstance(node, ast.Slice):
            raise Refused(node.lineno, "slices are not in the subset")
        if isinstance(node, ast.UnaryOp):
            raise Refused(node.lineno, "an index counts from the start: negative ones are errors here")
        return self.value(node)

    def binary(self, node: ast.BinOp) -> str:
        left, right = self.value(node.left), self.value(node.right)
        match node.op:
            case ast.Add() if self.is_list(node.left) or self.is_list(node.right):
                return f"({left} ++ {right})"
            case ast.FloorDiv() | ast.Mod() if not _positive(node.right):
                raise Refused(node.lineno, "`//` and `%` are by a positive number that is written out")
            case ast.Pow():
                if not _positive(node.right):
                    raise Refused(node.lineno, "an exponent is a number that is written out")
                return f"({left}) ^ {right}"
            case sign if type(sign) in SIGNS:
                return f"({left} {SIGNS[type(sign)]} {right})"
        raise Refused(node.lineno, "this operator is not in the subset")

    def is_list(self, node: ast.expr) -> bool:
        match node:
            case ast.List() | ast.ListComp() | ast.Call(func=ast.Name(id="sorted")):
                return True
            case ast.Name(id=name):
                return name in self.lists
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.is_list(left) or self.is_list(right)
            case _:
                return False

    def distribution(self, node: ast.Call) -> str:
        family = family_called(_last(node.func))
        assert family is not None
        for word in node.keywords:
            if word.arg != "couple":
                raise Refused(
                    node.lineno, f"`{family.name}` takes its arguments in order; `couple=` is the only keyword"
                )
        return f"{family.name}({', '.join([self.argument(one) for one in node.args])})"

    def argument(self, node: ast.expr) -> str:
        match node:
            case ast.Call(func=function) if family_called(_last(function)) is not None:
                return self.distribution(node)
            case ast.Call(func=ast.Name(id="range"), args=[low, high]):
                return f"{self.value(low)}..{self.value(high)} - 1"
            case ast.Call(func=ast.Name(id="bits"), args=[size]):
                return f"bits({self.value(size)})"
            case ast.Set(elts=items):
                return f"{{{', '.join([self.value(item) for item in items])}}}"
            case ast.Dict(keys=keys, values=values):
                if None in keys:
                    raise Refused(node.lineno, "`**` is not in the subset: every value has its weight beside it")
                pairs = zip([key for key in keys if key is not None], values, strict=True)
                return f"{{{', '.join([f'{self.value(k)} @ {self.value(v)}' for k, v in pairs])}}}"
            case _:
                return self.value(node)

    def segment(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.source, node) or "?"


def _last(node: ast.AST) -> str:
    """`Flip` of `Flip` and of `prhl.Flip`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _positive(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0


def _marks_only(text: str) -> bool:
    """Whether the only braces are run marks and `={..}`."""
    without = text.replace("{1}", "").replace("{2}", "")
    return not any([sign in without.replace("={", "") for sign in (";", "//", "{")])


def _why(node: ast.AST) -> str:
    names = {"Return": "`return` is the last statement", "Break": "`break`: put it into the condition of the loop"}
    kind = type(node).__name__
    if isinstance(node, ast.Call):
        known = ", ".join([*FUNCTIONS, *[family.name for family in FAMILIES]])
        return f"`{_last(node.func) or 'this'}` is no function of the subset; there are {known}"
    return names.get(kind, f"`{kind}` is not in the subset: assignments, for, while, if, lists, samplers, return")
